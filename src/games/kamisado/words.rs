//! The game's words, as in its booklet.

use crate::words::{self, Word, WordKind::*, side, side_opposite, word};

/// White's home row is row 1, which is nearest to the viewer in the default orientation.
pub(super) const SIDES: &[words::Side] = &[side_opposite("Black", "black"), side("White", "white")];

pub(super) const WORDS: &[Word] = &[
    word(Game, "kamisado", ["Kamisado", "کامیسادو", "Камисадо"]),
    word(Side, "Black", ["Black", "سیاه", "Чёрные"]),
    word(Side, "White", ["White", "سفید", "Белые"]),
    word(Token, "tower", ["dragon tower", "برج اژدها", "башня дракона"]),
    word(Token, "sumo", ["sumo", "سومو", "сумо"]),
    word(Token, "double_sumo", ["double sumo", "سوموی دوقلو", "двойной сумо"]),
    word(Token, "triple_sumo", ["triple sumo", "سوموی سه‌قلو", "тройной сумо"]),
    word(Mark, "tooth", ["dragon teeth", "دندان اژدها", "зубы дракона"]),
    word(Colour, "black", ["black", "سیاه", "чёрный"]),
    word(Colour, "white", ["white", "سفید", "белый"]),
    word(Colour, "orange", ["orange", "نارنجی", "оранжевый"]),
    word(Colour, "blue", ["blue", "آبی", "синий"]),
    word(Colour, "purple", ["purple", "بنفش", "фиолетовый"]),
    word(Colour, "pink", ["pink", "صورتی", "розовый"]),
    word(Colour, "yellow", ["yellow", "زرد", "жёлтый"]),
    word(Colour, "red", ["red", "قرمز", "красный"]),
    word(Colour, "green", ["green", "سبز", "зелёный"]),
    word(Colour, "brown", ["brown", "قهوه‌ای", "коричневый"]),
    word(Counter, "points", ["points", "امتیاز", "очки"]),
    word(Counter, "round", ["round", "دور", "раунд"]),
    word(Highlight, "required", ["must move", "باید حرکت کند", "должна ходить"]),
    word(Highlight, "blocked", ["cannot move", "مسیر مسدود", "заблокирована"]),
    word(Highlight, "pushed", ["sumo push", "رانش سومویی", "толчок сумо"]),
    word(Highlight, "won", ["won the round", "برنده‌ی دور", "выиграла раунд"]),
    word(Prompt, "move_any", ["Move any tower", "یکی از برج‌ها را حرکت دهید", "Ходите любой башней"]),
    word(
        Prompt,
        "move_required",
        [
            "Move the tower of the colour entered last",
            "برج هم‌رنگ با خانه‌ی پایان حرکت قبلی را حرکت دهید",
            "Ходите башней цвета последней занятой клетки",
        ],
    ),
    word(
        Prompt,
        "move_after_push",
        [
            "Sumo push: move again, with the tower of the colour that the farthest pushed tower entered",
            "رانش سومویی: دوباره بازی کنید، با برج هم‌رنگ با خانه‌ای که دورترین برج به آن رانده شد",
            "Толчок сумо: ходите ещё раз, башней цвета клетки, куда сдвинута самая дальняя башня",
        ],
    ),
    word(
        Prompt,
        "blocked",
        ["The tower cannot move: the turn is lost", "برج گیر افتاده: نوبت می‌سوزد", "Башня заблокирована: ход потерян"],
    ),
    word(
        Prompt,
        "fill",
        [
            "Choose from which side the home rows are filled",
            "تعیین کنید ردیف‌های امن از کدام سمت چیده شوند",
            "Выберите, с какой стороны заполнять домашние ряды",
        ],
    ),
    word(Choice, "left", ["From the left", "از چپ", "Слева"]),
    word(Choice, "right", ["From the right", "از راست", "Справа"]),
    word(
        Cause,
        "home",
        ["A tower reached the home row", "برج به ردیف امن حریف رسید", "Башня дошла до домашнего ряда соперника"],
    ),
    word(Cause, "deadlock", ["Deadlock", "بن‌بست", "Тупик"]),
    word(Option, "length", ["Length", "روش بازی", "Длина партии"]),
    word(Value, "length=single", ["Single round", "تک‌بازی", "Один раунд"]),
    word(
        Value,
        "length=standard",
        ["Standard match: 3 points", "بازی استاندارد: ۳ امتیاز", "Стандартная партия: 3 очка"],
    ),
    word(Value, "length=long", ["Long match: 7 points", "بازی طولانی: ۷ امتیاز", "Длинная партия: 7 очков"]),
    word(
        Value,
        "length=marathon",
        ["Marathon match: 15 points", "بازی نفس‌گیر (ماراتون): ۱۵ امتیاز", "Марафон: 15 очков"],
    ),
];
