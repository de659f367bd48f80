//! The game's words, as in its document.

use crate::words::{self, Word, WordKind::*, side, word};

/// Every player has a row of slots, and all players see the table from the same side.
pub(super) const SIDES: &[words::Side] = &[
    side("First", "red"),
    side("Second", "blue"),
    side("Third", "green"),
    side("Fourth", "yellow"),
    side("Fifth", "purple"),
    side("Sixth", "orange"),
    side("Seventh", "brown"),
    side("Eighth", "grey"),
];

pub(super) const WORDS: &[Word] = &[
    word(Game, "honest_john", ["Honest John", "آنست جان", "Честный Джон"]),
    word(Side, "First", ["First", "اول", "Первый"]),
    word(Side, "Second", ["Second", "دوم", "Второй"]),
    word(Side, "Third", ["Third", "سوم", "Третий"]),
    word(Side, "Fourth", ["Fourth", "چهارم", "Четвёртый"]),
    word(Side, "Fifth", ["Fifth", "پنجم", "Пятый"]),
    word(Side, "Sixth", ["Sixth", "ششم", "Шестой"]),
    word(Side, "Seventh", ["Seventh", "هفتم", "Седьмой"]),
    word(Side, "Eighth", ["Eighth", "هشتم", "Восьмой"]),
    word(Token, "tile", ["domino", "مهره‌ی دومینو", "костяшка домино"]),
    word(Colour, "red", ["red", "قرمز", "красный"]),
    word(Colour, "blue", ["blue", "آبی", "синий"]),
    word(Colour, "green", ["green", "سبز", "зелёный"]),
    word(Colour, "yellow", ["yellow", "زرد", "жёлтый"]),
    word(Colour, "purple", ["purple", "بنفش", "фиолетовый"]),
    word(Colour, "orange", ["orange", "نارنجی", "оранжевый"]),
    word(Colour, "brown", ["brown", "قهوه‌ای", "коричневый"]),
    word(Colour, "grey", ["grey", "خاکستری", "серый"]),
    word(Counter, "chips", ["chips", "چیپ", "жетоны"]),
    word(Counter, "pips", ["pips", "پیپ", "очки"]),
    word(Counter, "round", ["round", "دور", "раунд"]),
    word(Counter, "boneyard", ["boneyard", "بونیارد", "базар"]),
    word(Highlight, "turn", ["the next domino goes here", "جای مهره‌ی بعدی", "сюда ляжет следующая костяшка"]),
    word(Highlight, "dead", ["dead line", "خط بسته‌شده", "мёртвая линия"]),
    word(Prompt, "deal", ["The dominoes are dealt", "مهره‌ها بُر زده می‌شوند", "Раздача костяшек"]),
    word(
        Prompt,
        "start",
        [
            "The starting double [{value}-{value}] is laid",
            "دوبل شروع [{value}-{value}] گذاشته می‌شود",
            "Кладётся начальный дубль [{value}-{value}]",
        ],
    ),
    word(
        Prompt,
        "play",
        [
            "Play a domino that fits {value} on your line",
            "یک مهره‌ی منطبق با {value} به خط خود اضافه کنید",
            "Положите на свою линию костяшку, подходящую к числу {value}",
        ],
    ),
    word(
        Prompt,
        "draw",
        [
            "No domino fits {value}: draw one",
            "مهره‌ی منطبق با {value} ندارد: یک مهره می‌کشد",
            "Нет костяшки, подходящей к числу {value}: добор с базара",
        ],
    ),
    word(
        Prompt,
        "ask",
        [
            "{for} asks for a domino that fits {value}: has none",
            "{for} مهره‌ی منطبق با {value} درخواست کرده است: ندارد",
            "{for} просит костяшку, подходящую к числу {value}: такой нет",
        ],
    ),
    word(
        Prompt,
        "sell",
        [
            "{for} asks for a domino that fits {value}: choose which to sell",
            "{for} مهره‌ی منطبق با {value} درخواست کرده است: انتخاب کنید کدام را بفروشید",
            "{for} просит костяшку, подходящую к числу {value}: выберите, какую продать",
        ],
    ),
    word(
        Prompt,
        "give",
        [
            "{for} asks for a domino that fits {value}: choose which to hand over",
            "{for} مهره‌ی منطبق با {value} درخواست کرده است: انتخاب کنید کدام را بدهید",
            "{for} просит костяшку, подходящую к числу {value}: выберите, какую отдать",
        ],
    ),
    word(
        Prompt,
        "dead",
        [
            "No player has a domino that fits {value}: the line is dead",
            "هیچ‌کس مهره‌ی منطبق با {value} ندارد: خط بسته می‌شود",
            "Ни у кого нет костяшки, подходящей к числу {value}: линия мертва",
        ],
    ),
    word(
        Prompt,
        "pass",
        [
            "No player has a domino that fits {value}: the turn passes",
            "هیچ‌کس مهره‌ی منطبق با {value} ندارد: نوبت پاس داده می‌شود",
            "Ни у кого нет костяшки, подходящей к числу {value}: ход переходит",
        ],
    ),
    word(Choice, "draw", ["Draw", "کشیدن مهره", "Взять с базара"]),
    word(Choice, "none", ["Has none", "ندارم", "Нет такой"]),
    word(Choice, "dead", ["The line is dead", "خط بسته شد", "Линия мертва"]),
    word(Choice, "pass", ["Pass", "پاس", "Пас"]),
    word(Cause, "out", ["A hand is empty", "دست یک بازیکن خالی شد", "Рука пуста"]),
    word(Cause, "blocked", ["Blocked: no line can continue", "بن‌بست", "Рыба: ни одну линию не продолжить"]),
    word(
        Cause,
        "no_double",
        ["Nobody holds a double to start with", "هیچ‌کس دوبل شروع را ندارد", "Ни у кого нет начального дубля"],
    ),
    word(Option, "version", ["Version", "نسخه", "Версия"]),
    word(
        Value,
        "version=1",
        ["First version: buying and selling", "نسخه‌ی اول: خرید و فروش", "Первая версия: купля и продажа"],
    ),
    word(
        Value,
        "version=2",
        ["Second version: boneyard and pips", "نسخه‌ی دوم: بونیارد و پیپ", "Вторая версия: базар и очки"],
    ),
    word(Option, "set", ["Domino set", "ست دومینو", "Набор домино"]),
    word(Value, "set=9", ["Double-nine", "دوبل ۹", "Дубль-9"]),
    word(Value, "set=12", ["Double-twelve", "دوبل ۱۲", "Дубль-12"]),
    word(Value, "set=18", ["Double-eighteen", "دوبل ۱۸", "Дубль-18"]),
    word(Option, "hand", ["Dominoes in a hand", "تعداد مهره‌های هر دست", "Костяшек на руках"]),
    word(Option, "rounds", ["Rounds", "تعداد دور", "Раундов"]),
    word(Option, "minutes", ["Minutes", "زمان به دقیقه", "Минут"]),
    word(Option, "chips", ["Chips at the start", "چیپ‌های آغاز", "Жетонов в начале"]),
];
