-- Lists are of one kind: by the word before the name.
CREATE INDEX contests_by_kind ON contests (substr(contest, 1, instr(contest, ' ')), number);
