import{b as r,A as c,d as B,c as q,e as G,s as z,n as Q}from"./board-DAssJNWa.js";import{t as o,f as j,s as v,q as u,n as $,K as Y,v as V,Q as J,R as W,u as b,p as X,E as S,m as F,S as Z,a as k,o as H,T as K,c as w,O as tt,P as M,g as st,e as O,U as T,k as E,x as et,r as P,V as at,b as it}from"./index-BcgYAp6r.js";import{r as nt}from"./rulings-iK9L-lZH.js";import{c as rt}from"./controls-Xxd5ItRT.js";/* empty css              */import"./early-BgkKhUcd.js";import"./forms-DCqxpPG2.js";const L=e=>({propose:{proposal:e}}),_=(e,t)=>({answerProposal:{proposal:e,answer:t}}),ot=[{proposal:"PROPOSAL_DRAW",proposer:"drawProposer",theirs:"draw.offered",mine:"draw.mine"},{proposal:"PROPOSAL_TAKEBACK",proposer:"takebackProposer",theirs:"takeback.offered",mine:"takeback.mine"}];function ct({summary:e,state:t,seat:s,submit:a}){return ot.flatMap(({proposal:i,proposer:n,theirs:l,mine:d})=>{const h=t[n];return h===void 0?[]:h===s||t.accepted.includes(s)?[r`<p class="proposal soft">${o(d)}</p>`]:[r`<div class="proposal" role="alert">
        <p>${j(l,{name:v(e,h)})}</p>
        <div class="row tight">
          <button
            class="primary accept"
            @click=${()=>a(_(i,"PROPOSAL_ANSWER_ACCEPT"))}
          >
            ${o("accept")}
          </button>
          <button
            class="decline"
            @click=${()=>a(_(i,"PROPOSAL_ANSWER_DECLINE"))}
          >
            ${o("decline")}
          </button>
        </div>
      </div>`]})}function lt({summary:e,state:t}){return new Set(t.steps.filter(({isForced:a})=>!a).map(a=>a.seat)).size<(e.players??[]).length&&!e.rules?.rated&&!e.occasion}function dt(e){const{summary:t,state:s,seat:a,isArmed:i,submit:n,arm:l}=e,d=Y(t.game??""),p=s.steps.some(m=>m.seat===a&&!m.isForced)&&!t.rules?.rated&&!d?.hidden&&!d?.chance;return r`${ct(e)}
    <div class="actions">
      ${p?r`<button
              class="takeback"
              ?disabled=${s.takebackProposer!==void 0}
              @click=${()=>n(L("PROPOSAL_TAKEBACK"))}
            >
              ${u("undo")}${o("takeback")}
            </button>`:c}
      ${d?.draws?r`<button
              class="draw"
              ?disabled=${s.drawProposer!==void 0}
              @click=${()=>n(L("PROPOSAL_DRAW"))}
            >
              ${u("half")}${o("draw")}
            </button>`:c}
      ${s.choices?.claimable?r`<button class="primary claim" @click=${()=>n({claimDraw:{}})}>${o("claim")}</button>`:c}
      ${lt(e)?r`<button class="abort" @click=${()=>n({abort:{}})}>
              ${u("close")}${o("abort")}
            </button>`:r`<button
              class="danger resign ${i?"armed":""}"
              @click=${()=>i?n({resign:{}}):l()}
            >
              ${u("flag")}${o(i?"resign.sure":"resign")}
            </button>`}
    </div>`}function ht({summary:e,seat:t,agreed:s,rematchId:a,rematch:i}){if(a)return r`<div class="actions">
      <a class="button primary" href="/m/${a}">${o("rematch.go")}</a>
    </div>`;const n=s.includes(t),l=s.filter(h=>h!==t),d=(e.players??[]).length;return r` ${l.length>0&&!n?r`<p class="proposal">${j("rematch.offered",{name:l.map(h=>v(e,h)).join(", ")})}</p>`:c}
    <div class="actions">
      <button
        class="rematch ${n?"":"primary"}"
        @click=${()=>i(n?"REMATCH_WISH_WITHDRAW":"REMATCH_WISH_AGREE")}
      >
        ${u("again")}${o(n?"rematch.withdraw":"rematch")}
      </button>
      ${n?r`<span class="soft small">${o("rematch.waits",{n:$(s.length),all:$(d)})}</span>`:c}
      <a class="button" href="/play?game=${e.game}">${o("play.another")}</a>
    </div>`}const ut=e=>e.state.end?ht(e):dt(e),R=2;function D(e,t){const s={round:t.round,ply:t.ply+1},a=e.at??{round:e.state.round,ply:e.state.ply},i=a.round===s.round&&a.ply===s.ply,n=e.seats>R&&t.seat!==void 0?W(e.game,t.seat):c;return r`<button
    class="ply ${t.isForced?"forced":""}"
    aria-current=${i?"step":c}
    @click=${()=>e.show(s)}
  >
    ${n}<span class="notation">${t.notation}</span>
  </button>`}function pt(e){const t=[];for(const s of e){const a=t.at(-1),i=s.seat??0;a&&i>a.findLastIndex(n=>n!==void 0)?a[i]=s:t.push(Object.assign(new Array(R).fill(void 0),{[i]:s}))}return t}function mt(e,t){return r`<ol class="moves-rows">
    ${pt(t).map((s,a)=>r`<li>
          <span class="move-number">${$(a+1)}</span
          >${s.map(i=>i?D(e,i):r`<span></span>`)}
        </li>`)}
  </ol>`}function $t(e,t){return r`<ol class="moves-line">
    ${t.map(s=>r`<li>${D(e,s)}</li>`)}
  </ol>`}function ft(e,t,s){const a=e.state.steps.filter(l=>l.round===t),i=e.state.results.find(l=>l.round===t),n=e.seats>R?$t(e,a):mt(e,a);return r`${s?c:r`<h3>${o("round",{n:$(t)})}</h3>`}${n}${i&&!s?r`<p class="round-end">
          ${V(e.game,"cause",i.result.cause??"")} ·
          ${J(i.result.totals??[])}
        </p>`:c}`}function f(e,t,s,a){return r`<button
    class="icon"
    aria-label=${o(t)}
    title=${o(t)}
    ?disabled=${s}
    @click=${a}
  >
    ${u(e)}
  </button>`}function bt(e){const{state:t,at:s}=e,a=[...new Set(t.steps.map(n=>n.round))],i=(s??t).round===1&&(s??t).ply===0;return r` <div class="moves" role="group" aria-label=${o("moves")} tabindex="-1">
      ${a.map(n=>ft(e,n,a.length===1))}
      ${a.length===0?r`<p class="empty small">${o("moves.none")}</p>`:c}
    </div>
    <div class="scrub" role="group" aria-label=${o("scrub")}>
      ${f("first","scrub.first",i,()=>e.show({round:1,ply:0}))}
      ${f("back","scrub.back",i,()=>e.step(-1))}
      ${f("next","scrub.next",!s,()=>e.step(1))}
      ${f("last",t.end?"scrub.end":"scrub.present",!s,()=>e.show(void 0))}
    </div>
    ${s&&!t.end?r`<button class="primary present" @click=${()=>e.show(void 0)}>${o("scrub.present")}</button>`:c}`}function gt(e,t,s,a){const i=b().sides(e),n=s??Math.max(0,i.slice(0,t).findIndex(({halfTurns:d})=>d===0)),l=Array.from({length:t},(d,h)=>(n+1+h)%t);return a?l.toReversed():l}function vt(e,t){const s=e.losses.find(n=>(n.seat??0)===t);if(s)return r`<span class="seat-note bad"
      >${F(`lost.${Z(s.cause,"TERMINATION_")}`,o("lost"))}</span
    >`;if(!e.absent.has(t)||e.end)return c;const a=e.absent.get(t),i=a===void 0?void 0:Math.max(0,a-performance.now());return r`<span class="seat-note"
    ><span class="dot away"></span> ${i===void 0?o("away"):o("away.until",{time:B(i,S())})}</span
  >`}function x(e,t,s){const a=e.players?.[s]??"",i=t.points[s]??0,n=t.points.some(d=>d!==0),l=t.turnSeat===s&&!t.end;return r`<div
    class="strip ${l?"turn":""} ${(e.players??[]).length>2?"many":""}"
    data-seat=${s}
  >
    ${W(e.game??"",s)}${X(a,v(e,s))}
    ${vt(t,s)}
    ${n?r`<b class="points" title=${o("points")}>${$(i)}</b>`:c}
    <seat-clock
      class="push"
      .clock=${t.clocks[s]}
      .atMs=${t.clocksAtMs}
      .isStopped=${!!t.end||t.isPaused}
    ></seat-clock>
  </div>`}function yt(e,t,s){if(t.end)return c;if(t.isPaused)return r`<p class="prompt">${o("paused")}</p>`;const a=t.scene?.prompt;if(!a)return r`<p class="prompt soft">
      ${e.state==="MATCH_STATE_WAITING"?o("waiting"):" "}
    </p>`;const i=(e.players??[]).map((d,h)=>v(e,h)),n=b().prompt(e.game??"",a,S(),i),l=s!==void 0&&t.turnSeat===s;return r`<p class="prompt ${l?"mine":"soft"}">
    ${l?r`<b>${o("your-turn")}</b> `:c}${n.map(({text:d,isIsolated:h})=>h?r`<bdi>${d}</bdi>`:d)}
  </p>`}const U="referee.sounds",kt=.12,wt={move:[[220,0]],end:[[330,0],[440,.16]]};let y;const g=()=>localStorage.getItem(U)==="on";function At(){localStorage.setItem(U,g()?"off":"on"),A("move")}function A(e){if(!(!g()||document.visibilityState!=="visible")){y??=new AudioContext;for(const[t,s]of wt[e])St(y,t,y.currentTime+s)}}function St(e,t,s){const[a,i]=[e.createOscillator(),e.createGain()];a.type="triangle",a.frequency.setValueAtTime(t,s),i.gain.setValueAtTime(kt,s),i.gain.exponentialRampToValueAtTime(.001,s+.14),a.connect(i).connect(e.destination),a.start(s),a.stop(s+.15)}function Rt(e){const{origin:t}=location;return`<script type="module" src="${t}/referee-board.js"><\/script>
<referee-board url="${t}" match="${e}"></referee-board>`}async function It(e){const t=`${location.origin}/m/${e}`;"share"in navigator&&matchMedia("(pointer: coarse)").matches?await navigator.share({url:t}).catch(()=>{}):await H(t)}async function Mt(e){const t=[];for await(const{record:a=""}of K().stream("MatchService/GetRecord",{matchId:e}))t.push(a);const s=URL.createObjectURL(new Blob(t,{type:"application/jsonl"}));Object.assign(document.createElement("a"),{href:s,download:`${e}.jsonl`}).click(),setTimeout(()=>URL.revokeObjectURL(s),1e3)}function Ot(e,t){const s=Rt(e);return r`<div class="share">
    <button class="plain" @click=${()=>It(e)}>${u("share")}${o("share")}</button>
    ${t?r`<button class="plain record" @click=${()=>k(()=>Mt(e))}>${u("download")}${o("record")}</button>`:c}
    <details>
      <summary>${u("code")}${o("embed")}</summary>
      <p class="soft small">${o("embed.how")}</p>
      <pre tabindex="0">${s}</pre>
      <button @click=${()=>H(s)}>${u("copy")}${o("copy")}</button>
    </details>
  </div>`}class Tt{#s=[];#e;#a=!1;#t=()=>{};push(t){this.#s.push(t),this.#t()}end(t){this.#e=t,this.#a=!0,this.#t()}async*read(){for(;;){const t=this.#s.shift();if(t!==void 0)yield t;else{if(this.#e)throw this.#e;if(this.#a)return;await new Promise(s=>this.#t=s)}}}}async function*N(e,t){const s=new Tt,a=tt({kind:"match",matchId:e},{hear:i=>{s.push(i),i.gone&&s.end()},refused:({code:i,reason:n,text:l})=>s.end(new q({code:i,reason:n,message:l}))});t?.addEventListener("abort",()=>s.end(t.reason),{once:!0});try{yield*s.read()}finally{a()}}async function*Et(e,t,s){const{matches:a}=t,{watch:i}=t,[n]=a??i?.matches??[];if(e==="MatchService/WatchMatches"&&n)yield*N(n.matchId??"",s?.signal);else if(e==="MatchService/Attend"&&n)for await(const l of N(n.matchId??"",s?.signal))yield{watched:l};else yield*K().stream(e,t,s)}const C={isKept:!0,call:w,stream:(e,t,s)=>Et(e,t,s)},Pt=4e3,Lt=1e3;class _t extends M{static{this.properties={...M.properties,state:{state:!0},at:{state:!0},isFlipped:{state:!0},isArmed:{state:!0},isRead:{state:!0},agreed:{state:!0},rematchId:{state:!0},failure:{state:!0}}}#s=G();#e=0;#a=0;arrived(){this.isFlipped=this.isArmed=this.isRead=!1,[this.agreed,this.rematchId,this.failure]=[[],"",""],st().then(()=>this.isRead=!0),this.every(Lt,()=>this.state&&this.state.absent.size>0&&this.requestUpdate());const t=s=>this.#p(s);addEventListener("keydown",t),this.keep(()=>removeEventListener("keydown",t)),this.listen({kind:"seat"},{hear:s=>this.#l(s)})}get#t(){return this.place.id}get#i(){const t=(this.state?.summary?.players??[]).indexOf(O()?.player??"");return t<0?void 0:t}#o(t){const s=!this.state?.summary&&t.summary,a=!this.state?.end&&t.end,i=this.state?.scene!==void 0;this.state=t,t.refusal&&(this.failure=F(`reason.${t.refusal.reason?.replace("REASON_","")}`,t.refusal.text??"")),s&&t.summary&&this.entitle(`${T(t.summary).join(" – ")}`),i&&t.steps.length>this.#a&&A("move"),this.#a=t.steps.length,a&&i&&A("end"),a&&this.#c()}async#c(){const{summary:t}=await w("MatchService/GetMatch",{matchId:this.#t}).catch(()=>({summary:void 0}));this.agreed=t?.rematchAgreedSeats??[],this.rematchId=t?.rematchMatchId??""}#l({seated:t,rematch:s,rematchProposed:a}){a?.matchId===this.#t&&(this.agreed=[...new Set([...this.agreed,a.seat??0])]),s?.matchId===this.#t&&(this.agreed=s.agreedSeats??[]),!(t?.summary?.rematchOf!==this.#t||!t.matchId)&&(this.rematchId=t.matchId,this.agreed.includes(this.#i??-1)&&E(`/m/${t.matchId}`))}#d(t){k(async()=>{const s=await w("MatchService/Rematch",{matchId:this.#t,wish:t});this.agreed=s.agreedSeats??[],s.rematchMatchId&&E(`/m/${s.rematchMatchId}`)})}#h(t){this.isArmed=!1,k(()=>z(C,{matchId:this.#t,...t}))}#u(){this.isArmed=!0,setTimeout(()=>this.isArmed=!1,Pt)}#p(t){const s=t.composedPath()[0];if(s instanceof Element&&(s.closest("input, select, textarea, referee-board")||s.getRootNode()instanceof ShadowRoot)||t.altKey||t.ctrlKey||t.metaKey)return;const[i,n]=document.dir==="rtl"?["ArrowRight","ArrowLeft"]:["ArrowLeft","ArrowRight"],d={[i]:()=>this.#s.value?.step(-1),[n]:()=>this.#s.value?.step(1),Home:()=>this.#s.value?.show({round:1,ply:0}),End:()=>this.#s.value?.show(),f:()=>this.#n()}[t.key];d&&(t.preventDefault(),d())}#n(){this.isFlipped=!this.isFlipped}updated(){const t=this.querySelector(".moves"),s=this.state?.steps.length??0,a=t?.querySelector("[aria-current]");!t||!a||s===this.#e&&!this.at||(this.#e=s,t.scrollTop=a.offsetTop-t.clientHeight/2)}render(){if(this.failure)return r`<div class="heading">
        <h1>${o("match.none")}</h1>
        <p>${this.failure}</p>
      </div>`;if(!this.isRead)return c;const{state:t}=this,s=t?.summary;return r`<div class="match" data-game=${s?.game??c}>
      ${s&&t?r`<h1 class="visually-hidden">${T(s).join(" – ")}</h1>`:c}
      <div class="match-main">
        ${s&&t?this.#$(s,t):r`<div class="strip"></div>`}
        <referee-board
          ${Q(this.#s)}
          bare
          lang=${S()}
          .match=${this.#t}
          .link=${C}
          .seat=${this.#i}
          .words=${b()}
          ?flipped=${this.isFlipped}
          @update=${a=>this.#o(a.detail.state)}
          @scrub=${a=>this.at=a.detail.isPresent?void 0:a.detail}
          @error=${a=>this.#m(a.detail.error)}
        ></referee-board>
        ${s&&t?this.#f(s,t):c}
      </div>
      <aside class="match-side">${s&&t?this.#b(s,t):c}</aside>
    </div>`}#m(t){this.state?.summary?et(P(t),!0):this.failure=P(t)}#r(t){return gt(t.game??"",(t.players??[]).length,this.#i,this.isFlipped)}#$(t,s){return r`<div class="strips">
      ${this.#r(t).slice(0,-1).map(a=>x(t,s,a))}
    </div>`}#f(t,s){const a=this.#r(t).at(-1)??0;return r`<div class="strips">${x(t,s,a)}</div>
      ${yt(t,s,this.#i)}`}#b(t,s){const a=this.#i,i=a===void 0?c:ut({summary:t,state:s,seat:a,isArmed:this.isArmed,agreed:this.agreed,rematchId:this.rematchId,submit:n=>this.#h(n),arm:()=>this.#u(),rematch:n=>this.#d(n)});return r` ${this.#v(t,s)}
    ${s.end?.verdict?at(t,s.end.verdict):c}
    ${bt({game:t.game??"",seats:(t.players??[]).length,state:s,at:this.at,show:n=>this.#s.value?.show(n),step:n=>this.#s.value?.step(n)})}
    ${i} ${this.#g(t,s)} ${Ot(this.#t,!!s.end)}`}#g(t,s){const a=t.occasion?.contest,i=t.labels?.match;if(!O()?.isHost||!a||!i||!s.end)return c;const n={contest:a,keys:[i],players:t.players??[],changed:()=>{}};return r`<details class="rulings">
      <summary>${o("host.rulings")}</summary>
      ${nt(n)}
    </details>`}#v(t,s){const{game:a="",options:i={},rules:n,occasion:l}=t,d=Object.entries(i).flatMap(([m,I])=>b().has(a,"value",`${m}=${I}`)?[V(a,"value",`${m}=${I}`)]:[]),h=[...new Set(n?.timeControls??[])].map(rt).join(" / "),p=l?.contest;return r`<div class="about">
      <div class="row tight">
        <h2>${it(a)}</h2>
        <button
          class="plain icon push"
          aria-label=${o("sound")}
          title=${o("sound")}
          aria-pressed=${g()}
          @click=${()=>(At(),this.requestUpdate())}
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
        ${o(n?.rated?"rated":"casual")}${d.map(m=>r` · ${m}`)}${s.watchers>0?r` ·
                <span class="watchers" title=${o("watchers")}
                  >${u("eye",14)} ${$(s.watchers)}</span
                >`:c}
      </p>
      ${p?r`<p class="small">
              <a href=${p.ladderId?`/l/${p.ladderId}`:`/t/${p.tournamentId}`}
                >${o("match.contest")} <bdi>${p.ladderId??p.tournamentId}</bdi></a
              >
            </p>`:c}
      ${t.rematchOf?r`<p class="small"><a href="/m/${t.rematchOf}">${o("match.before")}</a></p>`:c}
    </div>`}}customElements.define("page-match",_t);
