/**
 * A first bot in three languages. Each program is complete, needs no package, and plays every game.
 */

export interface Bot {
  readonly url: string;
  readonly token: string;
  readonly name: string;
}

export interface Program {
  readonly language: string;
  readonly file: string;
  readonly run: string;
  readonly text: (bot: Bot) => string;
}

const python = ({ url, token, name }: Bot): string => `import json, random, urllib.request

URL = "${url}"
TOKEN = "${token}"
NAME = "${name}"

def call(method, request):
    headers = {"content-type": "application/json", "authorization": "Bearer " + TOKEN}
    body = json.dumps(request).encode()
    return urllib.request.urlopen(urllib.request.Request(f"{URL}/referee.v1.{method}", body, headers))

messages = call("MatchService/Attend", {"hello": {"agent": "my first bot"}})
# Let others challenge it, and begin with a match against a bot of the house.
call("ConsentService/SetAcceptPolicy", {"policy": {}})
rules = {"timeControls": ["60+1"]}
call("MatchService/CreateMatch", {"game": "kamisado", "players": [NAME, "house-greedy"], "rules": rules})
for line in messages:
    turn = json.loads(line).get("response", {}).get("turn")
    if turn:
        move = random.choice(turn["legal"])  # Choose better here.
        print(turn["matchId"], move, flush=True)
        play = {"turnId": turn["turnId"], "notation": move}
        call("MatchService/SubmitCommand", {"matchId": turn["matchId"], "playMove": play})
`;

const javascript = ({ url, token, name }: Bot): string => `const URL = "${url}";
const TOKEN = "${token}";
const NAME = "${name}";

async function call(method, request) {
  const headers = { "content-type": "application/json", authorization: "Bearer " + TOKEN };
  const body = JSON.stringify(request);
  const response = await fetch(URL + "/referee.v1." + method, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

const messages = await call("MatchService/Attend", { hello: { agent: "my first bot" } });
// Let others challenge it, and begin with a match against a bot of the house.
await call("ConsentService/SetAcceptPolicy", { policy: {} });
const rules = { timeControls: ["60+1"] };
await call("MatchService/CreateMatch", { game: "kamisado", players: [NAME, "house-greedy"], rules });
let text = "";
for await (const part of messages.body.pipeThrough(new TextDecoderStream())) {
  const lines = (text + part).split("\\n");
  text = lines.pop();
  for (const line of lines) {
    const turn = JSON.parse(line).response?.turn;
    if (!turn) continue;
    const move = turn.legal[Math.floor(Math.random() * turn.legal.length)]; // Choose better here.
    console.log(turn.matchId, move);
    const playMove = { turnId: turn.turnId, notation: move };
    await call("MatchService/SubmitCommand", { matchId: turn.matchId, playMove });
  }
}
`;

const shell = ({ url, token, name }: Bot): string => `URL="${url}"
TOKEN="${token}"
NAME="${name}"

call() { curl -sfN --json "$2" -H "authorization: Bearer $TOKEN" "$URL/referee.v1.$1"; }

# Let others challenge it, and begin with a match against a bot of the house.
call ConsentService/SetAcceptPolicy '{"policy": {}}'
RULES='{"timeControls": ["60+1"]}'
MATCH='{"game": "kamisado", "players": ["'$NAME'", "house-greedy"], "rules": '$RULES'}'
(sleep 1; call MatchService/CreateMatch "$MATCH") > /dev/null &
call MatchService/Attend '{"hello": {"agent": "my first bot"}}' | while read -r line; do
  turn=$(jq -ce '.response.turn // empty' <<< "$line") || continue
  move=$(jq -r '.legal[]' <<< "$turn" | shuf -n 1)  # Choose better here.
  echo "$move"
  play=$(jq --arg move "$move" '{matchId, playMove: {turnId, notation: $move}}' <<< "$turn")
  call MatchService/SubmitCommand "$play" > /dev/null
done
`;

export const PROGRAMS: readonly Program[] = [
  { language: "Python", file: "bot.py", run: "python3 bot.py", text: python },
  { language: "JavaScript", file: "bot.mjs", run: "node bot.mjs", text: javascript },
  { language: "Shell", file: "bot.sh", run: "bash bot.sh", text: shell },
];
