import{c as $,b as o,A as h}from"./board-D1p_NJfW.js";import{P as p,t as a,g,c as l,a as m,h as r,p as u,u as d,q as y,e as b}from"./index-DD4thUuR.js";/* empty css              */import"./early-8lfsaDGx.js";const f=({url:s,token:e,name:t})=>`import json, random, urllib.request

URL = "${s}"
TOKEN = "${e}"
NAME = "${t}"

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
`,v=({url:s,token:e,name:t})=>`const URL = "${s}";
const TOKEN = "${e}";
const NAME = "${t}";

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
`,S=({url:s,token:e,name:t})=>`URL="${s}"
TOKEN="${e}"
NAME="${t}"

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
`,c=[{language:"Python",file:"bot.py",run:"python3 bot.py",text:f},{language:"JavaScript",file:"bot.mjs",run:"node bot.mjs",text:v},{language:"Shell",file:"bot.sh",run:"bash bot.sh",text:S}];class w extends p{static{this.properties={...p.properties,bots:{state:!0},made:{state:!0},chosen:{state:!0}}}arrived(){[this.bots,this.chosen]=[[],0],this.entitle(a("nav.bot")),g().then(()=>this.#e())}readerChanged(){[this.bots,this.made]=[[],void 0],this.#e()}async#e(){const e=b();if(!e||e.isGuest)return;const t=await l("PlayerService/ListPlayers",{owner:e.player}).catch(()=>{});this.bots=t?.players??[]}#t(e){e.preventDefault();const t=String(new FormData(e.target).get("name")??"").trim();m(async()=>{const n=["SCOPE_PLAY","SCOPE_CREATE"],{token:i=""}=await l("PlayerService/CreateBot",{name:t,scopes:[...n],requestId:$()});this.made={url:location.origin,token:i,name:t},await this.#e()})}async#a(e){const t=["SCOPE_PLAY","SCOPE_CREATE"],{secret:n=""}=await l("TokenService/CreateToken",{player:e,name:"bot page",scopes:[...t]});this.made={url:location.origin,token:n,name:e}}render(){const e=b();return o` <div class="heading">
        <h1>${a("nav.bot")}</h1>
        <p>${a("bot.lead")}</p>
      </div>
      <ol class="steps">
        <li>
          <h2>${a("bot.account")}</h2>
          ${e&&!e.isGuest?o`<p>${r("bot.signed-in",{name:e.displayName})}</p>`:o`<p>${a("bot.needs-account")}</p>
                  <p><a class="button primary" href="/me">${a("me.register")}</a></p>`}
        </li>
        <li>
          <h2>${a("bot.token")}</h2>
          ${e&&!e.isGuest?this.#o():o`<p class="soft">${a("bot.token.after")}</p>`}
        </li>
        <li>
          <h2>${a("bot.program")}</h2>
          ${this.#s()}
        </li>
        <li>
          <h2>${a("bot.watch")}</h2>
          ${this.made?o`<p>${r("bot.watch.here",{name:u(this.made.name)})}</p>
                  <board-wall .newest=${4} .player=${this.made.name}></board-wall>`:o`<p class="soft">${a("bot.watch.after")}</p>`}
          <p>${r("bot.more",{book:o`<a href="/docs/bot">${a("bot.book")}</a>`})}</p>
        </li>
      </ol>`}#o(){return o`<form class="row tight" @submit=${this.#t}>
        <label class="field"
          ><span>${a("bot.name")}</span
          ><input
            name="name"
            required
            pattern="[a-z][a-z0-9_\\-]{0,31}"
            dir="ltr"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
        /></label>
        <button class="primary">${a("bot.make")}</button>
      </form>
      ${this.made?o`<p class="token-made">${d("check")} ${r("bot.made",{name:this.made.name})}</p>`:h}
      ${this.bots.length>0?o`<p class="soft">${a("bot.own")}</p>
              <ul class="entries">
                ${this.bots.map(({name:e="",displayName:t=""})=>o`<li>
                      <span class="grow">${u(e,t)}</span>
                      <button @click=${()=>m(()=>this.#a(e))}>
                        ${a("bot.new-token")}
                      </button>
                    </li>`)}
              </ul>`:h}`}#s(){const e=c[this.chosen]??c[0];if(!e)return o``;const t=e.text(this.made??{url:location.origin,token:"TOKEN",name:"my-bot"});return o`<div class="chips" role="group">
        ${c.map(({language:n},i)=>o` <button aria-pressed=${i===this.chosen} @click=${()=>this.chosen=i}>
              ${n}
            </button>`)}
      </div>
      <div class="program">
        <pre tabindex="0" aria-label=${e.file}>${t}</pre>
        <button class="copy" @click=${()=>y(t)}>${d("copy")}${a("copy")}</button>
      </div>
      <p>
        ${r("bot.run",{file:o`<code>${e.file}</code>`,command:o`<code dir="ltr">${e.run}</code>`})}
      </p>`}}customElements.define("page-bot",w);
