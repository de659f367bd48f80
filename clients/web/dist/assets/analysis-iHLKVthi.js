import{r as b,A as r,b as o}from"./board-CwKfKt3e.js";import{P as m,t as i,g as f,K as l,c as u,r as y,a as k,M as d,b as w,E as g,u as c,v as S,q as h,f as x,o as $}from"./index-BhurzW1j.js";import{d as p,B as N,o as T}from"./wish-Bx2Yi9Nn.js";/* empty css              */import"./early-C56ugOAJ.js";const _="kamisado";class E extends m{static{this.properties={...m.properties,game:{state:!0},options:{state:!0},start:{state:!0},moves:{state:!0},at:{state:!0},position:{state:!0},scene:{state:!0},suggested:{state:!0},problem:{state:!0},isFlipped:{state:!0}}}#e=0;arrived(){const{query:s}=this.place;[this.game,this.options,this.start]=[s.get("game")??_,{},s.get("position")??""],this.moves=(s.get("moves")??"").split(",").filter(t=>t!==""),[this.at,this.suggested,this.problem,this.isFlipped]=[this.moves.length,"","",!1],this.entitle(i("nav.analysis")),f().then(()=>{const t=Object.fromEntries([...s].filter(([e])=>e.startsWith("o.")).map(([e,a])=>[e.slice(2),a]));return this.options={...p(l(this.game)??{}),...t},this.#t()})}#i(){const{game:s,options:t,start:e,moves:a,at:n}=this;return{game:s,options:t,moves:a.slice(0,n),withoutSteps:!0,...e&&{start:e}}}async#t(){const s=++this.#e;this.#n(),this.suggested="";const t=await u("GameService/GetPosition",this.#i()).catch(e=>void(this.problem=y(e)));s!==this.#e||!t||([this.problem,this.position]=["",t],t.scene&&(this.scene=b(t.scene)))}#n(){const s=new URLSearchParams({game:this.game});this.start&&s.set("position",this.start),this.moves.length>0&&s.set("moves",this.moves.join(","));const t=p(l(this.game)??{});for(const[e,a]of Object.entries(this.options))a!==t[e]&&s.set(`o.${e}`,a);history.replaceState(null,"",`?${s}`)}#s(s){this.at=Math.max(0,Math.min(this.moves.length,s)),this.#t()}#a(s){this.moves=[...this.moves.slice(0,this.at),s],this.#s(this.moves.length)}#o(s,t=p(l(s)??{})){[this.game,this.options,this.start,this.moves,this.at,this.scene]=[s,t,"",[],0,void 0],this.#t()}#r(s){s.preventDefault();const t=new FormData(s.target);this.start=String(t.get("position")??"").trim(),this.moves=String(t.get("moves")??"").split(/[,\n]/).map(e=>e.trim()).filter(e=>e!==""),this.#s(this.moves.length)}async#l(s){await k(async()=>{const{move:t}=await u("GameService/SuggestMove",{position:this.#i(),bot:s});this.suggested=t?.notation??""})}render(){const{position:s,scene:t}=this,e=c();return d().length===0?r:o`<div class="heading"><h1>${i("nav.analysis")}</h1></div>
      <div class="chips" role="group" aria-label=${i("play.game")}>
        ${d().map(({id:a=""})=>o` <button aria-pressed=${a===this.game} @click=${()=>this.#o(a)}>
              ${w(a)}
            </button>`)}
      </div>
      <div class="match analysis">
        <div class="match-main">
          ${t?o`<referee-board
                  bare
                  lang=${g()}
                  .game=${this.game}
                  .words=${e}
                  .scene=${t}
                  .legal=${s?.turn==="TURN_KIND_SEAT"?s.legal??[]:[]}
                  .mover=${s?.seat}
                  ?flipped=${this.isFlipped}
                  @choose=${a=>this.#a(a.detail.move.notation??"")}
                ></referee-board>`:r}
          ${this.problem?o`<p class="bad" role="alert" dir="auto">${this.problem}</p>`:this.#h()}
        </div>
        <aside class="match-side">
          ${this.#c()}${this.#p()}${this.#m()}${this.#u()}
        </aside>
      </div>`}#h(){const{position:s,scene:t}=this;if(!s||!t)return r;if(s.turn==="TURN_KIND_CHANCE")return o`<p class="prompt">${i("analysis.chance")}</p>`;if(s.turn==="TURN_KIND_OVER")return o`<p class="prompt">${i("analysis.over")}</p>`;const e=c().sides(this.game).map(({name:n})=>S(this.game,"side",n)),a=t.prompt?c().prompt(this.game,t.prompt,g(),e):[];return o`<p class="prompt">
      <b>${e[s.seat??0]}</b>
      ${a.map(({text:n,isIsolated:v})=>v?o`<bdi>${n}</bdi>`:n)}
    </p>`}#c(){const s=(t,e,a)=>o` <button
        class="icon"
        aria-label=${i(e)}
        title=${i(e)}
        ?disabled=${a<0||a>this.moves.length||a===this.at}
        @click=${()=>this.#s(a)}
      >
        ${h(t)}
      </button>`;return o`<div class="moves" role="group" aria-label=${i("moves")} tabindex="-1">
        ${this.moves.length===0?o`<p class="empty small">${i("analysis.click")}</p>`:o` <ol class="moves-line">
                ${this.moves.map((t,e)=>o`<li>
                      <button
                        class="ply"
                        aria-current=${e+1===this.at?"step":r}
                        @click=${()=>this.#s(e+1)}
                      >
                        <span class="notation">${t}</span>
                      </button>
                    </li>`)}
              </ol>`}
      </div>
      <div class="scrub" role="group" aria-label=${i("scrub")}>
        ${s("first","scrub.first",0)}${s("back","scrub.back",this.at-1)}${s("next","scrub.next",this.at+1)}${s("last","scrub.end",this.moves.length)}
        <button
          class="icon push"
          aria-label=${i("flip")}
          title=${i("flip")}
          @click=${()=>this.isFlipped=!this.isFlipped}
        >
          ${h("flip")}
        </button>
      </div>`}#p(){const s=this.position?.turn==="TURN_KIND_SEAT";return o`<section class="stack">
      <h2>${i("analysis.house")}</h2>
      <div class="chips">
        ${N.map(t=>o`<button ?disabled=${!s} @click=${()=>this.#l(t)}>${i(`level.${t}`)}</button>`)}
      </div>
      ${this.suggested?o`<p class="row tight" role="status">
              ${x("analysis.suggested",{move:o`<code class="notation">${this.suggested}</code>`})}
              <button class="primary" @click=${()=>this.#a(this.suggested)}>
                ${i("analysis.play")}
              </button>
            </p>`:r}
    </section>`}#m(){const s=this.position?.position??"";return o`<section class="stack">
      <h2>${i("analysis.position")}</h2>
      <pre tabindex="0" class="position">${s}</pre>
      <p class="row tight">
        <button @click=${()=>$(s)}>${h("copy")}${i("copy")}</button
        ><button @click=${()=>$(location.href)}>${h("share")}${i("analysis.share")}</button>
      </p>
      <details>
        <summary>${i("analysis.enter")}</summary>
        <form class="stack" @submit=${this.#r}>
          <label class="field"
            ><span>${i("analysis.position")}</span
            ><textarea
              name="position"
              dir="ltr"
              spellcheck="false"
              placeholder=${i("analysis.start")}
              .value=${this.start}
            ></textarea>
          </label>
          <label class="field"
            ><span>${i("analysis.moves")}</span
            ><textarea
              name="moves"
              dir="ltr"
              spellcheck="false"
              .value=${this.moves.join(", ")}
            ></textarea>
          </label>
          <p><button class="primary">${i("analysis.show")}</button></p>
        </form>
      </details>
    </section>`}#u(){const s=l(this.game);return!s||(s.options??[]).length===0?r:o`<details>
      <summary>${i("play.options")}</summary>
      <div class="stack">
        ${T(s,this.options,t=>this.#o(this.game,t))}
      </div>
    </details>`}}customElements.define("page-analysis",E);
