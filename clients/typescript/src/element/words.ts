/** The words of the board itself; the server supplies those of the games. */
import { fill, language, textOf } from "../scene/words.js";

const EN = {
  board: "Board",
  first: "First position",
  back: "One move back",
  forward: "One move forward",
  present: "To the present",
  flip: "Turn the board",
  closer: "Closer",
  farther: "Farther",
  whole: "Show everything",
  cut: "Connection lost. Trying again …",
  failed: "The board cannot be shown: {reason}",
  refused: "The move was not played: {reason}",
  yourTurn: "Your turn",
  wins: "{name} wins",
  drawn: "A draw",
  aborted: "The match was aborted",
  end: "End this move here",
  again: "Click again to play",
  sending: "Sending the move …",
  hand: "Your hand",
  moved: "{name}: {move}",
  chance: "Chance: {move}",
  away: "away",
};

/** The key of one of the board's words. */
export type BoardWord = keyof typeof EN;

const FA: typeof EN = {
  board: "صفحه",
  first: "وضعیت نخست",
  back: "یک حرکت به عقب",
  forward: "یک حرکت به جلو",
  present: "به اکنون",
  flip: "چرخاندن صفحه",
  closer: "نزدیک‌تر",
  farther: "دورتر",
  whole: "نمایش همه",
  cut: "ارتباط قطع شد. در حال تلاش دوباره…",
  failed: "صفحه نمایش داده نمی‌شود: {reason}",
  refused: "حرکت انجام نشد: {reason}",
  yourTurn: "نوبت شماست",
  wins: "{name} برنده شد",
  drawn: "مساوی",
  aborted: "بازی لغو شد",
  end: "پایان حرکت در همین‌جا",
  again: "برای انجام حرکت دوباره بزنید",
  sending: "در حال فرستادن حرکت…",
  hand: "دست شما",
  moved: "{name}: {move}",
  chance: "شانس: {move}",
  away: "غایب",
};

const RU: typeof EN = {
  board: "Доска",
  first: "К началу",
  back: "На ход назад",
  forward: "На ход вперёд",
  present: "К текущей позиции",
  flip: "Повернуть доску",
  closer: "Ближе",
  farther: "Дальше",
  whole: "Показать всё",
  cut: "Связь потеряна. Повторная попытка…",
  failed: "Доску нельзя показать: {reason}",
  refused: "Ход не сделан: {reason}",
  yourTurn: "Ваш ход",
  wins: "Победа: {name}",
  drawn: "Ничья",
  aborted: "Матч отменён",
  end: "Закончить ход здесь",
  again: "Нажмите ещё раз, чтобы сыграть",
  sending: "Ход отправляется…",
  hand: "Ваша рука",
  moved: "{name}: {move}",
  chance: "Случай: {move}",
  away: "отсутствует",
};

const TABLE: Readonly<Record<string, typeof EN>> = { en: EN, fa: FA, ru: RU };

/** Returns a word of the board, in English if the language is missing. */
export const boardWord = (key: BoardWord, lang: string): string =>
  (TABLE[language(lang)] ?? EN)[key];

/** Returns a word of the board, with texts in place of `{name}`. */
export const boardText = (
  key: BoardWord,
  lang: string,
  values: Readonly<Record<string, string>>,
): string => textOf(fill(boardWord(key, lang), values));

/** Returns the writing direction of the language. */
export const direction = (lang: string): "rtl" | "ltr" =>
  ["fa", "ar", "he", "ur"].includes(language(lang)) ? "rtl" : "ltr";
