import{t as o,h as $,d as l,I as g,s as n,c as a,A as h,g as p}from"./games-DCv45SI_.js";import"./wall-C9Am4GYB.js";import{p as m}from"./players-BVVUD9TX.js";import{b as u,i as d,c as y}from"./notices-DLX2p2xK.js";import{P as b}from"./page-Bq3bjKhE.js";/* empty css              */import"./define-kjl9H4uG.js";import"./format-5sx0BoU4.js";import"./clock-B8jvsNGm.js";const f=({url:s,token:e,name:t})=>`import json, random, urllib.request

URL, TOKEN, NAME = "${s}", "${e}", "${t}"

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
`,v=({url:s,token:e,name:t})=>`const [URL, TOKEN, NAME] = ["${s}", "${e}", "${t}"];

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
`,S=({url:s,token:e,name:t})=>`URL="${s}" TOKEN="${e}" NAME="${t}"

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
`,c=[{language:"Python",file:"bot.py",run:"python3 bot.py",text:f},{language:"JavaScript",file:"bot.mjs",run:"node bot.mjs",text:v},{language:"Shell",file:"bot.sh",run:"bash bot.sh",text:S}];class w extends b{static{this.properties={...b.properties,bots:{state:!0},made:{state:!0},chosen:{state:!0}}}arrived(){[this.bots,this.chosen]=[[],0],this.entitle(o("nav.bot")),$().then(()=>this.#e())}async#e(){const e=p();if(!e||e.isGuest)return;const t=await l("PlayerService/ListPlayers",{owner:e.player}).catch(()=>{});this.bots=t?.players??[]}#t(e){e.preventDefault();const t=String(new FormData(e.target).get("name")??"").trim();u(async()=>{const r=["SCOPE_PLAY","SCOPE_CREATE"],{token:i=""}=await l("PlayerService/CreateBot",{name:t,scopes:[...r],requestId:g()});this.made={url:location.origin,token:i,name:t},await this.#e()})}async#o(e){const t=["SCOPE_PLAY","SCOPE_CREATE"],{secret:r=""}=await l("TokenService/CreateToken",{player:e,name:"bot page",scopes:[...t]});this.made={url:location.origin,token:r,name:e}}render(){const e=p();return a`
      <div class="heading"><h1>${o("nav.bot")}</h1><p>${o("bot.lead")}</p></div>
      <ol class="steps">
        <li><h2>${o("bot.account")}</h2>${e&&!e.isGuest?a`<p>${n("bot.signed-in",{name:e.displayName})}</p>`:a`<p>${o("bot.needs-account")}</p><p><a class="button primary" href="/me">${o("me.register")}</a></p>`}</li>
        <li><h2>${o("bot.token")}</h2>${e&&!e.isGuest?this.#a():a`<p class="soft">${o("bot.token.after")}</p>`}</li>
        <li><h2>${o("bot.program")}</h2>${this.#s()}</li>
        <li><h2>${o("bot.watch")}</h2>${this.made?a`<p>${n("bot.watch.here",{name:m(this.made.name)})}</p><board-wall .newest=${4} .player=${this.made.name}></board-wall>`:a`<p class="soft">${o("bot.watch.after")}</p>`}
          <p>${n("bot.more",{book:a`<a href="/docs/bot">${o("bot.book")}</a>`})}</p></li>
      </ol>`}#a(){return a`<form class="row tight" @submit=${this.#t}>
        <label class="field"><span>${o("bot.name")}</span><input name="name" required pattern="[a-z][a-z0-9_\\-]{0,31}" dir="ltr" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
        <button class="primary">${o("bot.make")}</button></form>
      ${this.made?a`<p class="token-made">${d("check")} ${n("bot.made",{name:this.made.name})}</p>`:h}
      ${this.bots.length>0?a`<p class="soft">${o("bot.own")}</p><ul class="entries">${this.bots.map(({name:e="",displayName:t=""})=>a`<li>
        <span class="grow">${m(e,t)}</span>
        <button @click=${()=>u(()=>this.#o(e))}>${o("bot.new-token")}</button></li>`)}</ul>`:h}`}#s(){const e=c[this.chosen]??c[0];if(!e)return a``;const t=e.text(this.made??{url:location.origin,token:"TOKEN",name:"my-bot"});return a`<div class="chips" role="group">${c.map(({language:r},i)=>a`
        <button aria-pressed=${i===this.chosen} @click=${()=>this.chosen=i}>${r}</button>`)}</div>
      <div class="program"><pre tabindex="0" aria-label=${e.file}>${t}</pre>
        <button class="copy" @click=${()=>y(t)}>${d("copy")}${o("copy")}</button></div>
      <p>${n("bot.run",{file:a`<code>${e.file}</code>`,command:a`<code dir="ltr">${e.run}</code>`})}</p>`}}customElements.define("page-bot",w);
