//! The game's words, as in its document.

use crate::words::{self, Word, WordKind::*, side, word};

/// Every player has its own row of slots, and all see the table from the same side.
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
    word(Prompt, "start", ["The starting double is laid", "دوبل شروع گذاشته می‌شود", "Кладётся начальный дубль"]),
    word(
        Prompt,
        "play",
        [
            "Play a matching domino on your line",
            "یک مهره‌ی منطبق به خط خود اضافه کنید",
            "Положите подходящую костяшку на свою линию",
        ],
    ),
    word(
        Prompt,
        "draw",
        ["No domino matches: draw one", "مهره‌ی منطبق ندارد: یک مهره می‌کشد", "Нет подходящей костяшки: добор с базара"],
    ),
    word(
        Prompt,
        "ask",
        [
            "Asked for a domino, has none",
            "از او درخواست شده و مهره‌ی مطابق ندارد",
            "Спрошен, но подходящей костяшки нет",
        ],
    ),
    word(
        Prompt,
        "give",
        [
            "Choose which matching domino to hand over",
            "انتخاب کنید کدام مهره‌ی مطابق را بدهید",
            "Выберите, какую подходящую костяшку отдать",
        ],
    ),
    word(
        Prompt,
        "dead",
        [
            "Nobody can help: the line is dead",
            "هیچ‌کس مهره‌ای ندارد: خط بسته می‌شود",
            "Никто не может помочь: линия мертва",
        ],
    ),
    word(
        Prompt,
        "pass",
        [
            "Nobody can help: the turn passes",
            "هیچ‌کس مهره‌ای ندارد: نوبت پاس داده می‌شود",
            "Никто не может помочь: ход переходит",
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
