//! The game's words, as in its booklet.

use crate::words::{self, Word, WordKind::*, side, side_opposite, word};

pub(super) const SIDES: &[words::Side] = &[side("White", "white"), side_opposite("Black", "black")];

pub(super) const WORDS: &[Word] = &[
    word(Game, "dvonn", ["DVONN"; 3]),
    word(Side, "White", ["White", "سفید", "Белые"]),
    word(Side, "Black", ["Black", "سیاه", "Чёрные"]),
    word(Token, "piece", ["piece", "مهره", "фишка"]),
    word(Colour, "white", ["white", "سفید", "белый"]),
    word(Colour, "black", ["black", "سیاه", "чёрный"]),
    word(Colour, "red", ["red", "سرخ", "красный"]),
    word(Counter, "pieces", ["pieces controlled", "مهره‌های تحت کنترل", "фишек под контролем"]),
    word(Counter, "in_hand", ["pieces to place", "مهره‌های باقی‌مانده برای چیدن", "фишек осталось выставить"]),
    word(Counter, "lost", ["pieces lost", "مهره‌های از دست رفته", "фишек потеряно"]),
    word(Highlight, "enclosed", ["enclosed: cannot move", "در محاصره‌ی کامل", "окружены и не могут перемещаться"]),
    word(
        Prompt,
        "place_red",
        ["Place a red DVONN piece", "یک مهره‌ی سرخ DVONN بچینید", "Выставьте красную DVONN-фишку"],
    ),
    word(Prompt, "place", ["Place a piece of your colour", "یک مهره‌ی خودی بچینید", "Выставьте фишку своего цвета"]),
    word(Prompt, "move", ["Move a piece or a stack", "یک مهره یا ستون را حرکت دهید", "Переместите фишку или столбик"]),
    word(Prompt, "pass", ["No legal move: pass", "حرکتی نمانده: نوبت واگذار می‌شود", "Ходов нет: ход пропускается"]),
    word(Choice, "pass", ["Pass", "واگذاری نوبت", "Пропустить ход"]),
    word(Cause, "pieces", ["More pieces controlled", "مهره‌های بیشتر", "Больше фишек"]),
    word(Cause, "equal", ["As many pieces each", "تساوی مهره‌ها", "Ничья: фишек поровну"]),
];
