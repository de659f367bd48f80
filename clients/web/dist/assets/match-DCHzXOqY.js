import{b as r,A as c,c as U,d as B,e as q,s as G,n as z}from"./board-CwKfKt3e.js";import{t as o,f as C,s as v,q as u,n as $,K as Q,v as j,Q as Y,R as W,u as b,p as J,E as S,m as V,S as X,a as k,o as F,T as D,c as w,O as Z,P as M,g as tt,e as et,U as O,k as T,y as st,r as E,V as at,b as it}from"./index-BhurzW1j.js";import{c as nt}from"./controls-BZruD8JX.js";/* empty css              */import"./early-C56ugOAJ.js";const P=s=>({propose:{proposal:s}}),L=(s,t)=>({answerProposal:{proposal:s,answer:t}}),rt=[{proposal:"PROPOSAL_DRAW",proposer:"drawProposer",theirs:"draw.offered",mine:"draw.mine"},{proposal:"PROPOSAL_TAKEBACK",proposer:"takebackProposer",theirs:"takeback.offered",mine:"takeback.mine"}];function ot({summary:s,state:t,seat:e,submit:a}){return rt.flatMap(({proposal:n,proposer:i,theirs:l,mine:d})=>{const h=t[i];return h===void 0?[]:h===e||t.accepted.includes(e)?[r`<p class="proposal soft">${o(d)}</p>`]:[r`<div class="proposal" role="alert">
        <p>${C(l,{name:v(s,h)})}</p>
        <div class="row tight">
          <button
            class="primary accept"
            @click=${()=>a(L(n,"PROPOSAL_ANSWER_ACCEPT"))}
          >
            ${o("accept")}
          </button>
          <button
            class="decline"
            @click=${()=>a(L(n,"PROPOSAL_ANSWER_DECLINE"))}
          >
            ${o("decline")}
          </button>
        </div>
      </div>`]})}function ct({summary:s,state:t}){return new Set(t.steps.filter(({isForced:a})=>!a).map(a=>a.seat)).size<(s.players??[]).length&&!s.rules?.rated&&!s.occasion}function lt(s){const{summary:t,state:e,seat:a,isArmed:n,submit:i,arm:l}=s,d=Q(t.game??""),p=e.steps.some(m=>m.seat===a&&!m.isForced)&&!t.rules?.rated&&!d?.hidden&&!d?.chance;return r`${ot(s)}
    <div class="actions">
      ${p?r`<button
              class="takeback"
              ?disabled=${e.takebackProposer!==void 0}
              @click=${()=>i(P("PROPOSAL_TAKEBACK"))}
            >
              ${u("undo")}${o("takeback")}
            </button>`:c}
      ${d?.draws?r`<button
              class="draw"
              ?disabled=${e.drawProposer!==void 0}
              @click=${()=>i(P("PROPOSAL_DRAW"))}
            >
              ${u("half")}${o("draw")}
            </button>`:c}
      ${e.choices?.claimable?r`<button class="primary claim" @click=${()=>i({claimDraw:{}})}>${o("claim")}</button>`:c}
      ${ct(s)?r`<button class="abort" @click=${()=>i({abort:{}})}>
              ${u("close")}${o("abort")}
            </button>`:r`<button
              class="danger resign ${n?"armed":""}"
              @click=${()=>n?i({resign:{}}):l()}
            >
              ${u("flag")}${o(n?"resign.sure":"resign")}
            </button>`}
    </div>`}function dt({summary:s,seat:t,agreed:e,rematchId:a,rematch:n}){if(a)return r`<div class="actions">
      <a class="button primary" href="/m/${a}">${o("rematch.go")}</a>
    </div>`;const i=e.includes(t),l=e.filter(h=>h!==t),d=(s.players??[]).length;return r` ${l.length>0&&!i?r`<p class="proposal">${C("rematch.offered",{name:l.map(h=>v(s,h)).join(", ")})}</p>`:c}
    <div class="actions">
      <button
        class="rematch ${i?"":"primary"}"
        @click=${()=>n(i?"REMATCH_WISH_WITHDRAW":"REMATCH_WISH_AGREE")}
      >
        ${u("again")}${o(i?"rematch.withdraw":"rematch")}
      </button>
      ${i?r`<span class="soft small">${o("rematch.waits",{n:$(e.length),all:$(d)})}</span>`:c}
      <a class="button" href="/play?game=${s.game}">${o("play.another")}</a>
    </div>`}const ht=s=>s.state.end?dt(s):lt(s),R=2;function H(s,t){const e={round:t.round,ply:t.ply+1},a=s.at??{round:s.state.round,ply:s.state.ply},n=a.round===e.round&&a.ply===e.ply,i=s.seats>R&&t.seat!==void 0?W(s.game,t.seat):c;return r`<button
    class="ply ${t.isForced?"forced":""}"
    aria-current=${n?"step":c}
    @click=${()=>s.show(e)}
  >
    ${i}<span class="notation">${t.notation}</span>
  </button>`}function ut(s){const t=[];for(const e of s){const a=t.at(-1),n=e.seat??0;a&&n>a.findLastIndex(i=>i!==void 0)?a[n]=e:t.push(Object.assign(new Array(R).fill(void 0),{[n]:e}))}return t}function pt(s,t){return r`<ol class="moves-rows">
    ${ut(t).map((e,a)=>r`<li>
          <span class="move-number">${$(a+1)}</span
          >${e.map(n=>n?H(s,n):r`<span></span>`)}
        </li>`)}
  </ol>`}function mt(s,t){return r`<ol class="moves-line">
    ${t.map(e=>r`<li>${H(s,e)}</li>`)}
  </ol>`}function $t(s,t,e){const a=s.state.steps.filter(l=>l.round===t),n=s.state.results.find(l=>l.round===t),i=s.seats>R?mt(s,a):pt(s,a);return r`${e?c:r`<h3>${o("round",{n:$(t)})}</h3>`}${i}${n&&!e?r`<p class="round-end">
          ${j(s.game,"cause",n.result.cause??"")} ·
          ${Y(n.result.totals??[])}
        </p>`:c}`}function f(s,t,e,a){return r`<button
    class="icon"
    aria-label=${o(t)}
    title=${o(t)}
    ?disabled=${e}
    @click=${a}
  >
    ${u(s)}
  </button>`}function ft(s){const{state:t,at:e}=s,a=[...new Set(t.steps.map(i=>i.round))],n=(e??t).round===1&&(e??t).ply===0;return r` <div class="moves" role="group" aria-label=${o("moves")} tabindex="-1">
      ${a.map(i=>$t(s,i,a.length===1))}
      ${a.length===0?r`<p class="empty small">${o("moves.none")}</p>`:c}
    </div>
    <div class="scrub" role="group" aria-label=${o("scrub")}>
      ${f("first","scrub.first",n,()=>s.show({round:1,ply:0}))}
      ${f("back","scrub.back",n,()=>s.step(-1))}
      ${f("next","scrub.next",!e,()=>s.step(1))}
      ${f("last",t.end?"scrub.end":"scrub.present",!e,()=>s.show(void 0))}
    </div>
    ${e&&!t.end?r`<button class="primary present" @click=${()=>s.show(void 0)}>${o("scrub.present")}</button>`:c}`}function bt(s,t,e,a){const n=b().sides(s),i=e??Math.max(0,n.slice(0,t).findIndex(({halfTurns:d})=>d===0)),l=Array.from({length:t},(d,h)=>(i+1+h)%t);return a?l.toReversed():l}function gt(s,t){const e=s.losses.find(i=>(i.seat??0)===t);if(e)return r`<span class="seat-note bad"
      >${V(`lost.${X(e.cause,"TERMINATION_")}`,o("lost"))}</span
    >`;if(!s.absent.has(t)||s.end)return c;const a=s.absent.get(t),n=a===void 0?void 0:Math.max(0,a-performance.now());return r`<span class="seat-note"
    ><span class="dot away"></span> ${n===void 0?o("away"):o("away.until",{time:U(n,S())})}</span
  >`}function _(s,t,e){const a=s.players?.[e]??"",n=t.points[e]??0,i=t.points.some(d=>d!==0),l=t.turnSeat===e&&!t.end;return r`<div
    class="strip ${l?"turn":""} ${(s.players??[]).length>2?"many":""}"
    data-seat=${e}
  >
    ${W(s.game??"",e)}${J(a,v(s,e))}
    ${gt(t,e)}
    ${i?r`<b class="points" title=${o("points")}>${$(n)}</b>`:c}
    <seat-clock
      class="push"
      .clock=${t.clocks[e]}
      .atMs=${t.clocksAtMs}
      .isStopped=${!!t.end||t.isPaused}
    ></seat-clock>
  </div>`}function vt(s,t,e){if(t.end)return c;if(t.isPaused)return r`<p class="prompt">${o("paused")}</p>`;const a=t.scene?.prompt;if(!a)return r`<p class="prompt soft">
      ${s.state==="MATCH_STATE_WAITING"?o("waiting"):" "}
    </p>`;const n=(s.players??[]).map((d,h)=>v(s,h)),i=b().prompt(s.game??"",a,S(),n),l=e!==void 0&&t.turnSeat===e;return r`<p class="prompt ${l?"mine":"soft"}">
    ${l?r`<b>${o("your-turn")}</b> `:c}${i.map(({text:d,isIsolated:h})=>h?r`<bdi>${d}</bdi>`:d)}
  </p>`}const K="referee.sounds",yt=.12,kt={move:[[220,0]],end:[[330,0],[440,.16]]};let y;const g=()=>localStorage.getItem(K)==="on";function wt(){localStorage.setItem(K,g()?"off":"on"),A("move")}function A(s){if(!(!g()||document.visibilityState!=="visible")){y??=new AudioContext;for(const[t,e]of kt[s])At(y,t,y.currentTime+e)}}function At(s,t,e){const[a,n]=[s.createOscillator(),s.createGain()];a.type="triangle",a.frequency.setValueAtTime(t,e),n.gain.setValueAtTime(yt,e),n.gain.exponentialRampToValueAtTime(.001,e+.14),a.connect(n).connect(s.destination),a.start(e),a.stop(e+.15)}function St(s){const{origin:t}=location;return`<script type="module" src="${t}/referee-board.js"><\/script>
<referee-board url="${t}" match="${s}"></referee-board>`}async function Rt(s){const t=`${location.origin}/m/${s}`;"share"in navigator&&matchMedia("(pointer: coarse)").matches?await navigator.share({url:t}).catch(()=>{}):await F(t)}async function It(s){const t=[];for await(const{record:a=""}of D().stream("MatchService/GetRecord",{matchId:s}))t.push(a);const e=URL.createObjectURL(new Blob(t,{type:"application/jsonl"}));Object.assign(document.createElement("a"),{href:e,download:`${s}.jsonl`}).click(),setTimeout(()=>URL.revokeObjectURL(e),1e3)}function Mt(s,t){const e=St(s);return r`<div class="share">
    <button class="plain" @click=${()=>Rt(s)}>${u("share")}${o("share")}</button>
    ${t?r`<button class="plain record" @click=${()=>k(()=>It(s))}>${u("download")}${o("record")}</button>`:c}
    <details>
      <summary>${u("code")}${o("embed")}</summary>
      <p class="soft small">${o("embed.how")}</p>
      <pre tabindex="0">${e}</pre>
      <button @click=${()=>F(e)}>${u("copy")}${o("copy")}</button>
    </details>
  </div>`}class Ot{#e=[];#s;#a=!1;#t=()=>{};push(t){this.#e.push(t),this.#t()}end(t){this.#s=t,this.#a=!0,this.#t()}async*read(){for(;;){const t=this.#e.shift();if(t!==void 0)yield t;else{if(this.#s)throw this.#s;if(this.#a)return;await new Promise(e=>this.#t=e)}}}}async function*x(s,t){const e=new Ot,a=Z({kind:"match",matchId:s},{hear:n=>{e.push(n),n.gone&&e.end()},refused:({code:n,reason:i,text:l})=>e.end(new B({code:n,reason:i,message:l}))});t?.addEventListener("abort",()=>e.end(),{once:!0});try{yield*e.read()}finally{a()}}async function*Tt(s,t,e){const{matches:a}=t,{watch:n}=t,[i]=a??n?.matches??[];if(s==="MatchService/WatchMatches"&&i)yield*x(i.matchId??"",e?.signal);else if(s==="MatchService/Attend"&&i)for await(const l of x(i.matchId??"",e?.signal))yield{watched:l};else yield*D().stream(s,t,e)}const N={call:w,stream:(s,t,e)=>Tt(s,t,e)},Et=4e3,Pt=1e3;class Lt extends M{static{this.properties={...M.properties,state:{state:!0},at:{state:!0},isFlipped:{state:!0},isArmed:{state:!0},isRead:{state:!0},agreed:{state:!0},rematchId:{state:!0},failure:{state:!0}}}#e=q();#s=0;#a=0;arrived(){this.isFlipped=this.isArmed=this.isRead=!1,[this.agreed,this.rematchId,this.failure]=[[],"",""],tt().then(()=>this.isRead=!0),this.every(Pt,()=>this.state&&this.state.absent.size>0&&this.requestUpdate());const t=e=>this.#p(e);addEventListener("keydown",t),this.keep(()=>removeEventListener("keydown",t)),this.listen({kind:"seat"},{hear:e=>this.#l(e)})}get#t(){return this.place.id}get#i(){const t=(this.state?.summary?.players??[]).indexOf(et()?.player??"");return t<0?void 0:t}#o(t){const e=!this.state?.summary&&t.summary,a=!this.state?.end&&t.end;this.state=t,t.refusal&&(this.failure=V(`reason.${t.refusal.reason?.replace("REASON_","")}`,t.refusal.text??"")),e&&t.summary&&this.entitle(`${O(t.summary).join(" – ")}`),!e&&t.steps.length>this.#a&&A("move"),this.#a=t.steps.length,a&&!e&&A("end"),a&&this.#c()}async#c(){const{summary:t}=await w("MatchService/GetMatch",{matchId:this.#t}).catch(()=>({summary:void 0}));this.agreed=t?.rematchAgreedSeats??[],this.rematchId=t?.rematchMatchId??""}#l({seated:t,rematch:e,rematchProposed:a}){a?.matchId===this.#t&&(this.agreed=[...new Set([...this.agreed,a.seat??0])]),e?.matchId===this.#t&&(this.agreed=e.agreedSeats??[]),!(t?.summary?.rematchOf!==this.#t||!t.matchId)&&(this.rematchId=t.matchId,this.agreed.includes(this.#i??-1)&&T(`/m/${t.matchId}`))}#d(t){k(async()=>{const e=await w("MatchService/Rematch",{matchId:this.#t,wish:t});this.agreed=e.agreedSeats??[],e.rematchMatchId&&T(`/m/${e.rematchMatchId}`)})}#h(t){this.isArmed=!1,k(()=>G(N,{matchId:this.#t,...t}))}#u(){this.isArmed=!0,setTimeout(()=>this.isArmed=!1,Et)}#p(t){const e=t.composedPath()[0];if(e instanceof Element&&(e.closest("input, select, textarea, referee-board")||e.getRootNode()instanceof ShadowRoot)||t.altKey||t.ctrlKey||t.metaKey)return;const[n,i]=document.dir==="rtl"?["ArrowRight","ArrowLeft"]:["ArrowLeft","ArrowRight"],d={[n]:()=>this.#e.value?.step(-1),[i]:()=>this.#e.value?.step(1),Home:()=>this.#e.value?.show({round:1,ply:0}),End:()=>this.#e.value?.show(),f:()=>this.#n()}[t.key];d&&(t.preventDefault(),d())}#n(){this.isFlipped=!this.isFlipped}updated(){const t=this.querySelector(".moves"),e=this.state?.steps.length??0,a=t?.querySelector("[aria-current]");!t||!a||e===this.#s&&!this.at||(this.#s=e,t.scrollTop=a.offsetTop-t.clientHeight/2)}render(){if(this.failure)return r`<div class="heading">
        <h1>${o("match.none")}</h1>
        <p>${this.failure}</p>
      </div>`;if(!this.isRead)return c;const{state:t}=this,e=t?.summary;return r`<div class="match" data-game=${e?.game??c}>
      ${e&&t?r`<h1 class="visually-hidden">${O(e).join(" – ")}</h1>`:c}
      <div class="match-main">
        ${e&&t?this.#$(e,t):r`<div class="strip"></div>`}
        <referee-board
          ${z(this.#e)}
          bare
          lang=${S()}
          .match=${this.#t}
          .link=${N}
          .seat=${this.#i}
          .words=${b()}
          ?flipped=${this.isFlipped}
          @update=${a=>this.#o(a.detail.state)}
          @scrub=${a=>this.at=a.detail.isPresent?void 0:a.detail}
          @error=${a=>this.#m(a.detail.error)}
        ></referee-board>
        ${e&&t?this.#f(e,t):c}
      </div>
      <aside class="match-side">${e&&t?this.#b(e,t):c}</aside>
    </div>`}#m(t){this.state?.summary?st(E(t),!0):this.failure=E(t)}#r(t){return bt(t.game??"",(t.players??[]).length,this.#i,this.isFlipped)}#$(t,e){return r`<div class="strips">
      ${this.#r(t).slice(0,-1).map(a=>_(t,e,a))}
    </div>`}#f(t,e){const a=this.#r(t).at(-1)??0;return r`<div class="strips">${_(t,e,a)}</div>
      ${vt(t,e,this.#i)}`}#b(t,e){const a=this.#i,n=a===void 0?c:ht({summary:t,state:e,seat:a,isArmed:this.isArmed,agreed:this.agreed,rematchId:this.rematchId,submit:i=>this.#h(i),arm:()=>this.#u(),rematch:i=>this.#d(i)});return r` ${this.#g(t,e)}
    ${e.end?.verdict?at(t,e.end.verdict):c}
    ${ft({game:t.game??"",seats:(t.players??[]).length,state:e,at:this.at,show:i=>this.#e.value?.show(i),step:i=>this.#e.value?.step(i)})}
    ${n} ${Mt(this.#t,!!e.end)}`}#g(t,e){const{game:a="",options:n={},rules:i,occasion:l}=t,d=Object.entries(n).flatMap(([m,I])=>b().has(a,"value",`${m}=${I}`)?[j(a,"value",`${m}=${I}`)]:[]),h=[...new Set(i?.timeControls??[])].map(nt).join(" / "),p=l?.contest;return r`<div class="about">
      <div class="row tight">
        <h2>${it(a)}</h2>
        <button
          class="plain icon push"
          aria-label=${o("sound")}
          title=${o("sound")}
          aria-pressed=${g()}
          @click=${()=>(wt(),this.requestUpdate())}
        >
          ${u(g()?"sound":"mute")}
        </button>
        <button
          class="plain icon"
          aria-label=${o("flip")}
          title=${o("flip")}
          @click=${()=>this.#n()}
        >
          ${u("flip")}
        </button>
      </div>
      <p class="soft small">
        <bdi>${h}</bdi> ·
        ${o(i?.rated?"rated":"casual")}${d.map(m=>r` · ${m}`)}${e.watchers>0?r` ·
                <span class="watchers" title=${o("watchers")}
                  >${u("eye",14)} ${$(e.watchers)}</span
                >`:c}
      </p>
      ${p?r`<p class="small">
              <a href=${p.ladderId?`/l/${p.ladderId}`:`/t/${p.tournamentId}`}
                >${o("match.contest")} <bdi>${p.ladderId??p.tournamentId}</bdi></a
              >
            </p>`:c}
      ${t.rematchOf?r`<p class="small"><a href="/m/${t.rematchOf}">${o("match.before")}</a></p>`:c}
    </div>`}}customElements.define("page-match",Lt);
