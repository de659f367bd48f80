import{r as A,A as r,b as o}from"./board-D1p_NJfW.js";import{P as v,t as e,g as N,O as c,v as m,c as d,r as T,a as $,Q as g,b as x,G as b,x as y,u as p,h as G,q as f}from"./index-DD4thUuR.js";import{o as R,h as w}from"./match-1HCLr-cU.js";import{d as u,B as _,o as F}from"./wish-Q3d-0Hkx.js";import"./early-8lfsaDGx.js";function k(l){return l.split(l.includes(";")?";":/[,\n]/).map(t=>t.trim()).filter(t=>t!=="")}function S(l,s=""){return l.some(t=>t.includes(","))?l.map(t=>`${t};`).join(s):l.join(`,${s}`)}const U="kamisado";class D extends v{static{this.properties={...v.properties,game:{state:!0},options:{state:!0},start:{state:!0},moves:{state:!0},at:{state:!0},position:{state:!0},scene:{state:!0},suggested:{state:!0},problem:{state:!0},isFlipped:{state:!0},view:{state:!0},dealtAt:{state:!0}}}#a;#o=0;arrived(){const{query:s}=this.place;[this.game,this.options,this.start]=[s.get("game")??U,{},s.get("position")??""],this.moves=k(s.get("moves")??""),[this.view,this.dealtAt]=["mover",void 0],[this.at,this.suggested,this.problem,this.isFlipped]=[this.moves.length,"","",!1],this.entitle(e("nav.analysis")),this.keep(R(()=>this.requestUpdate())),N().then(()=>{const t=Object.fromEntries([...s].filter(([i])=>i.startsWith("o.")).map(([i,a])=>[i.slice(2),a]));return this.options={...u(c(this.game)??{}),...t},this.#e()})}#s(s=this.at){const{game:t,options:i,start:a,moves:n}=this,h=this.#t;return{game:t,options:i,moves:n.slice(0,s),withoutSteps:!0,...a&&{start:a},...h!==void 0&&{viewerSeat:h}}}get#t(){if(!(!c(this.game)?.hidden||this.view==="spectators"))return this.view==="mover"?this.#a:Number(this.view)}#c(){const s=m().sides(this.game).some(({halfTurns:t})=>t>0);return w()&&!s?this.position?.seat:void 0}async#m(){const s=this.#t,t=await d("GameService/GetPosition",this.#s());return this.#a=t.seat,this.#t===s?t:d("GameService/GetPosition",this.#s())}async#e(){const s=++this.#o;this.#p(),this.suggested="";const t=await this.#m().catch(i=>{s===this.#o&&(this.problem=T(i))});s!==this.#o||!t||([this.problem,this.position]=["",t],t.scene&&(this.scene=A(t.scene)))}#p(){const s=new URLSearchParams({game:this.game});this.start&&s.set("position",this.start),this.moves.length>0&&s.set("moves",S(this.moves));const t=u(c(this.game)??{});for(const[i,a]of Object.entries(this.options))a!==t[i]&&s.set(`o.${i}`,a);history.replaceState(null,"",`?${s}`)}#i(s){this.at=Math.max(0,Math.min(this.moves.length,s)),this.#e()}#n(s){this.moves=[...this.moves.slice(0,this.at),s],this.#i(this.moves.length)}#r(s,t=u(c(s)??{})){[this.game,this.options,this.start,this.moves,this.at,this.scene]=[s,t,"",[],0,void 0],[this.view,this.dealtAt,this.#a]=["mover",void 0,void 0],this.#e()}#d(s){s.preventDefault();const t=new FormData(s.target);this.start=String(t.get("position")??"").trim(),this.moves=k(String(t.get("moves")??"")),this.dealtAt=void 0,this.#i(this.moves.length)}async#l(s){const t=String(crypto.getRandomValues(new Uint32Array(1))[0]);await $(async()=>{const{move:i}=await d("GameService/SuggestMove",{position:this.#s(s),seed:t});this.moves=this.moves.slice(0,s),this.dealtAt=this.at=s,i?.notation&&this.#n(i.notation)})}async#u(s){await $(async()=>{const{move:t}=await d("GameService/SuggestMove",{position:this.#s(),bot:s});this.suggested=t?.notation??""})}render(){const{position:s,scene:t}=this,i=m();return g().length===0?r:o`<div class="heading"><h1>${e("nav.analysis")}</h1></div>
      <div class="chips" role="group" aria-label=${e("play.game")}>
        ${g().map(({id:a=""})=>o` <button aria-pressed=${a===this.game} @click=${()=>this.#r(a)}>
              ${x(a)}
            </button>`)}
      </div>
      <div class="match analysis">
        <div class="match-main">
          ${t?o`<referee-board
                  bare
                  ?tray=${w()&&t.hands.length>0}
                  lang=${b()}
                  .game=${this.game}
                  .words=${i}
                  .names=${t.hands.map(({seat:a})=>this.#h(a))}
                  .scene=${t}
                  .legal=${s?.turn==="TURN_KIND_SEAT"?s.legal??[]:[]}
                  .mover=${s?.seat}
                  .seat=${this.#t??this.#c()}
                  ?flipped=${this.isFlipped}
                  @choose=${a=>this.#n(a.detail.move.notation??"")}
                ></referee-board>`:r}
          ${this.problem?o`<p class="bad" role="alert" dir="auto">${this.problem}</p>`:this.#v()}
        </div>
        <aside class="match-side">
          ${this.#$()}${this.#b()}${this.#y()}${this.#f()}${this.#w()}
        </aside>
      </div>`}#v(){const{position:s,scene:t}=this;if(!s||!t)return r;if(s.turn==="TURN_KIND_CHANCE")return o`<div class="row">
        <p class="prompt">${e("analysis.chance")}</p>
        <button class="primary deal" @click=${()=>this.#l(this.at)}>
          ${e("analysis.deal")}
        </button>
      </div>`;if(s.turn==="TURN_KIND_OVER")return o`<p class="prompt">${e("analysis.over")}</p>`;const i=m().sides(this.game).map(({name:n})=>y(this.game,"side",n)),a=t.prompt?m().prompt(this.game,t.prompt,b(),i):[];return o`<p class="prompt">
      <b>${i[s.seat??0]}</b>
      ${a.map(({text:n,isIsolated:h})=>h?o`<bdi>${n}</bdi>`:n)}
    </p>`}#$(){const{hidden:s,chance:t}=c(this.game)??{},{dealtAt:i}=this;if(!s&&!t)return r;const a=(n,h)=>o`<option value=${n} ?selected=${n===this.view}>${h}</option>`;return o`<div class="row">
      ${s?o`<label class="option"
              ><span>${e("analysis.seen")}</span
              ><select class="seen" @change=${this.#g}>
                ${a("mover",e("analysis.mover"))}
                ${(this.scene?.hands??[]).map(({seat:n})=>a(String(n),this.#h(n)))}
                ${a("spectators",e("analysis.spectators"))}
              </select></label
            >`:r}
      ${i!==void 0&&this.at>i?o`<button class="deal-again" @click=${()=>this.#l(i)}>
              ${p("again")}${e("analysis.deal-again")}
            </button>`:r}
    </div>`}#g(s){this.view=s.target.value,this.#e()}#h(s){const t=m().sides(this.game)[s]?.name??"";return y(this.game,"side",t)}#b(){const s=(t,i,a)=>o` <button
        class="icon"
        aria-label=${e(i)}
        title=${e(i)}
        ?disabled=${a<0||a>this.moves.length||a===this.at}
        @click=${()=>this.#i(a)}
      >
        ${p(t)}
      </button>`;return o`<div class="moves" role="group" aria-label=${e("moves")} tabindex="-1">
        ${this.moves.length===0?o`<p class="empty small">${e("analysis.click")}</p>`:o` <ol class="moves-line">
                ${this.moves.map((t,i)=>o`<li>
                      <button
                        class="ply"
                        aria-current=${i+1===this.at?"step":r}
                        @click=${()=>this.#i(i+1)}
                      >
                        <span class="notation">${t}</span>
                      </button>
                    </li>`)}
              </ol>`}
      </div>
      <div class="scrub" role="group" aria-label=${e("scrub")}>
        ${s("first","scrub.first",0)}${s("back","scrub.back",this.at-1)}${s("next","scrub.next",this.at+1)}${s("last","scrub.end",this.moves.length)}
        <button
          class="icon push"
          aria-label=${e("flip")}
          title=${e("flip")}
          @click=${()=>this.isFlipped=!this.isFlipped}
        >
          ${p("flip")}
        </button>
      </div>`}#y(){const s=this.position?.turn==="TURN_KIND_SEAT";return o`<section class="stack">
      <h2>${e("analysis.house")}</h2>
      <div class="chips">
        ${_.map(t=>o`<button ?disabled=${!s} @click=${()=>this.#u(t)}>${e(`level.${t}`)}</button>`)}
      </div>
      ${this.suggested?o`<p class="row tight" role="status">
              ${G("analysis.suggested",{move:o`<code class="notation">${this.suggested}</code>`})}
              <button class="primary" @click=${()=>this.#n(this.suggested)}>
                ${e("analysis.play")}
              </button>
            </p>`:r}
    </section>`}#f(){const s=this.position?.position??"";return o`<section class="stack">
      <h2>${e("analysis.position")}</h2>
      <pre tabindex="0" class="position">${s}</pre>
      <p class="row tight">
        <button @click=${()=>f(s)}>${p("copy")}${e("copy")}</button
        ><button @click=${()=>f(location.href)}>${p("share")}${e("analysis.share")}</button>
      </p>
      <details>
        <summary>${e("analysis.enter")}</summary>
        <form class="stack" @submit=${this.#d}>
          <label class="field"
            ><span>${e("analysis.position")}</span
            ><textarea
              name="position"
              dir="ltr"
              spellcheck="false"
              placeholder=${e("analysis.start")}
              .value=${this.start}
            ></textarea>
          </label>
          <label class="field"
            ><span>${e("analysis.moves")}</span
            ><textarea
              name="moves"
              dir="ltr"
              spellcheck="false"
              .value=${S(this.moves," ")}
            ></textarea>
          </label>
          <p><button class="primary">${e("analysis.show")}</button></p>
        </form>
      </details>
    </section>`}#w(){const s=c(this.game);return!s||(s.options??[]).length===0?r:o`<details>
      <summary>${e("play.options")}</summary>
      <div class="stack">
        ${F(s,this.options,t=>this.#r(this.game,t))}
      </div>
    </details>`}}customElements.define("page-analysis",D);
