// The search of the book: every section that has all the words, headings first.
const MOST = 30;
const field = document.getElementById("search");
const contents = document.getElementById("contents");
const list = document.getElementById("found");
let sections;

async function load() {
  sections ??= fetch("/docs/search.json").then((answer) => answer.json());
  return sections;
}

function found(all, words) {
  const hits = [];
  for (const [at, page, heading, text] of all) {
    const title = `${page} ${heading}`.toLowerCase();
    const body = text.toLowerCase();
    if (!words.every((word) => title.includes(word) || body.includes(word))) continue;
    const weight = words.filter((word) => title.includes(word)).length;
    hits.push({ at, page, heading, text, weight, place: Math.max(body.indexOf(words[0]), 0) });
  }
  return hits.sort((one, other) => other.weight - one.weight).slice(0, MOST);
}

function item({ at, page, heading, text, place }) {
  const line = document.createElement("li");
  const link = document.createElement("a");
  link.href = at;
  link.textContent = page === heading ? page : `${page}: ${heading}`;
  const excerpt = document.createElement("p");
  excerpt.textContent = text.slice(Math.max(place - 40, 0), place + 80);
  line.append(link, excerpt);
  return line;
}

field.addEventListener("input", async () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  contents.hidden = words.length > 0;
  list.hidden = words.length === 0;
  if (words.length === 0) return;
  const hits = found(await load(), words);
  list.replaceChildren(...hits.map(item));
});
