//! The game's words, as in its booklet; the expansions as players call them.

use crate::words::{self, Word, WordKind::*, side, word};

/// Both sides see the board from the same end: a hive has no ends.
pub(super) const SIDES: &[words::Side] = &[side("White", "white"), side("Black", "black")];

pub(super) const WORDS: &[Word] = &[
    word(Game, "hive", ["Hive", "هایو", "Улей"]),
    word(Side, "White", ["White", "سفید", "Белые"]),
    word(Side, "Black", ["Black", "سیاه", "Чёрные"]),
    word(Token, "ant", ["soldier ant", "مورچه‌ی سرباز", "муравей"]),
    word(Token, "beetle", ["beetle", "سوسک", "жук"]),
    word(Token, "grasshopper", ["grasshopper", "ملخ", "кузнечик"]),
    word(Token, "ladybug", ["ladybug", "کفشدوزک", "божья коровка"]),
    word(Token, "mosquito", ["mosquito", "پشه", "москит"]),
    word(Token, "pillbug", ["pillbug", "خرخاکی", "мокрица"]),
    word(Token, "queen", ["queen bee", "زنبور ملکه", "пчеломатка"]),
    word(Token, "spider", ["spider", "عنکبوت", "паук"]),
    word(Colour, "white", ["white", "سفید", "белый"]),
    word(Colour, "black", ["black", "سیاه", "чёрный"]),
    word(
        Counter,
        "queen_neighbours",
        ["pieces around the queen bee", "مهره‌های گرداگرد زنبور ملکه", "фишек вокруг пчеломатки"],
    ),
    word(
        Counter,
        "occurrences",
        ["occurrences of this position", "دفعات پدید آمدن وضعیت", "позиция встретилась (раз)"],
    ),
    word(Highlight, "queen", ["queen bee", "زنبور ملکه", "пчеломатка"]),
    word(Prompt, "place", ["Place a piece", "یک مهره وارد بازی کنید", "Выставьте фишку"]),
    word(Prompt, "place_queen", ["Place the queen bee", "زنبور ملکه را وارد بازی کنید", "Выставьте пчеломатку"]),
    word(
        Prompt,
        "place_or_move",
        [
            "Place or move a piece",
            "یک مهره وارد بازی کنید یا یک مهره را جابه‌جا کنید",
            "Выставьте или переместите фишку",
        ],
    ),
    word(Prompt, "move", ["Move a piece", "یک مهره را جابه‌جا کنید", "Переместите фишку"]),
    word(Prompt, "pass", ["No legal move: pass", "حرکتی نمانده: نوبت واگذار می‌شود", "Ходов нет: ход пропускается"]),
    word(Choice, "pass", ["Pass", "واگذاری نوبت", "Пропустить ход"]),
    word(Cause, "queen_surrounded", ["Queen bee surrounded", "محاصره‌ی کامل زنبور ملکه", "Пчеломатка окружена"]),
    word(
        Cause,
        "both_surrounded",
        ["Both queen bees surrounded", "محاصره‌ی کامل هر دو زنبور ملکه", "Окружены обе пчеломатки"],
    ),
    word(Cause, "threefold", ["Threefold repetition", "تکرار سه‌باره‌ی وضعیت", "Троекратное повторение"]),
    word(Cause, "fivefold", ["Fivefold repetition", "تکرار پنج‌باره‌ی وضعیت", "Пятикратное повторение"]),
    word(Option, "expansions", ["Expansions", "افزونه‌ها", "Дополнения"]),
    word(Value, "expansions=M", ["Mosquito", "پشه", "Москит"]),
    word(Value, "expansions=L", ["Ladybug", "کفشدوزک", "Божья коровка"]),
    word(Value, "expansions=P", ["Pillbug", "خرخاکی", "Мокрица"]),
    word(
        Option,
        "queen_first_turn",
        [
            "Queen bee allowed on the first turn",
            "زنبور ملکه در نوبت نخست مجاز است",
            "Пчеломатка первым ходом разрешена",
        ],
    ),
    word(Option, "repetition", ["Repetition", "تکرار", "Повторение"]),
    word(
        Value,
        "repetition=claim",
        [
            "Third time: draw by claim; fifth: draw",
            "بار سوم: تساوی با درخواست؛ بار پنجم: تساوی",
            "Третий раз: ничья по требованию; пятый: ничья",
        ],
    ),
    word(Value, "repetition=auto", ["Third time: draw", "بار سوم: تساوی", "Третий раз: ничья"]),
    word(Value, "repetition=off", ["No effect", "بی‌تأثیر", "Не учитывается"]),
];
