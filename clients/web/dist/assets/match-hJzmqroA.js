import{b as n,A as c,e as B,c as G,f as z,s as Q,i as Y,n as X}from"./board-BCFz0q0B.js";import{t as o,f as j,s as v,q as u,n as $,K as J,v as V,R as Z,S as D,u as b,p as tt,E as R,m as F,T as et,a as w,o as H,U as K,c as A,Q as st,P as O,g as at,e as T,V as E,k as P,W as it,x as rt,r as L,X as nt,b as ot}from"./index-DmZP8VNL.js";import{r as ct}from"./rulings-CA4V9ph2.js";import{c as lt}from"./controls-CYuFr7JC.js";/* empty css              */import"./early-EAymayIh.js";import"./forms-DCqxpPG2.js";const x=s=>({propose:{proposal:s}}),_=(s,t)=>({answerProposal:{proposal:s,answer:t}}),dt=[{proposal:"PROPOSAL_DRAW",proposer:"drawProposer",theirs:"draw.offered",mine:"draw.mine"},{proposal:"PROPOSAL_TAKEBACK",proposer:"takebackProposer",theirs:"takeback.offered",mine:"takeback.mine"}];function ht({summary:s,state:t,seat:e,submit:a}){return dt.flatMap(({proposal:i,proposer:r,theirs:l,mine:d})=>{const h=t[r];return h===void 0?[]:h===e||t.accepted.includes(e)?[n`<p class="proposal soft">${o(d)}</p>`]:[n`<div class="proposal" role="alert">
        <p>${j(l,{name:v(s,h)})}</p>
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
      </div>`]})}function ut({summary:s,state:t}){return new Set(t.steps.filter(({isForced:a})=>!a).map(a=>a.seat)).size<(s.players??[]).length&&!s.rules?.rated&&!s.occasion}function pt(s){const{summary:t,state:e,seat:a,isArmed:i,submit:r,arm:l}=s,d=J(t.game??""),p=e.steps.some(m=>m.seat===a&&!m.isForced)&&!t.rules?.rated&&!d?.hidden&&!d?.chance;return n`${ht(s)}
    <div class="actions">
      ${p?n`<button
              class="takeback"
              ?disabled=${e.takebackProposer!==void 0}
              @click=${()=>r(x("PROPOSAL_TAKEBACK"))}
            >
              ${u("undo")}${o("takeback")}
            </button>`:c}
      ${d?.draws?n`<button
              class="draw"
              ?disabled=${e.drawProposer!==void 0}
              @click=${()=>r(x("PROPOSAL_DRAW"))}
            >
              ${u("half")}${o("draw")}
            </button>`:c}
      ${e.choices?.claimable?n`<button class="primary claim" @click=${()=>r({claimDraw:{}})}>${o("claim")}</button>`:c}
      ${ut(s)?n`<button class="abort" @click=${()=>r({abort:{}})}>
              ${u("close")}${o("abort")}
            </button>`:n`<button
              class="danger resign ${i?"armed":""}"
              @click=${()=>i?r({resign:{}}):l()}
            >
              ${u("flag")}${o(i?"resign.sure":"resign")}
            </button>`}
    </div>`}function mt({summary:s,seat:t,agreed:e,rematchId:a,rematch:i}){if(a)return n`<div class="actions">
      <a class="button primary" href="/m/${a}">${o("rematch.go")}</a>
    </div>`;const r=e.includes(t),l=e.filter(h=>h!==t),d=(s.players??[]).length;return n` ${l.length>0&&!r?n`<p class="proposal">${j("rematch.offered",{name:l.map(h=>v(s,h)).join(", ")})}</p>`:c}
    <div class="actions">
      <button
        class="rematch ${r?"":"primary"}"
        @click=${()=>i(r?"REMATCH_WISH_WITHDRAW":"REMATCH_WISH_AGREE")}
      >
        ${u("again")}${o(r?"rematch.withdraw":"rematch")}
      </button>
      ${r?n`<span class="soft small">${o("rematch.waits",{n:$(e.length),all:$(d)})}</span>`:c}
      <a class="button" href="/play?game=${s.game}">${o("play.another")}</a>
    </div>`}const $t=s=>s.state.end?mt(s):pt(s),M=2;function U(s,t){const e={round:t.round,ply:t.ply+1},a=s.at??{round:s.state.round,ply:s.state.ply},i=a.round===e.round&&a.ply===e.ply,r=s.seats>M&&t.seat!==void 0?D(s.game,t.seat):c;return n`<button
    class="ply ${t.isForced?"forced":""}"
    aria-current=${i?"step":c}
    @click=${()=>s.show(e)}
  >
    ${r}<span class="notation">${t.notation}</span>
  </button>`}function ft(s){const t=[];for(const e of s){const a=t.at(-1),i=e.seat??0;a&&i>a.findLastIndex(r=>r!==void 0)?a[i]=e:t.push(Object.assign(new Array(M).fill(void 0),{[i]:e}))}return t}function bt(s,t){return n`<ol class="moves-rows">
    ${ft(t).map((e,a)=>n`<li>
          <span class="move-number">${$(a+1)}</span
          >${e.map(i=>i?U(s,i):n`<span></span>`)}
        </li>`)}
  </ol>`}function gt(s,t){return n`<ol class="moves-line">
    ${t.map(e=>n`<li>${U(s,e)}</li>`)}
  </ol>`}function vt(s,t,e){const a=s.state.steps.filter(l=>l.round===t),i=s.state.results.find(l=>l.round===t),r=s.seats>M?gt(s,a):bt(s,a);return n`${e?c:n`<h3>${o("round",{n:$(t)})}</h3>`}${r}${i&&!e?n`<p class="round-end">
          ${V(s.game,"cause",i.result.cause??"")} ·
          ${Z(i.result.totals??[])}
        </p>`:c}`}function f(s,t,e,a){return n`<button
    class="icon"
    aria-label=${o(t)}
    title=${o(t)}
    ?disabled=${e}
    @click=${a}
  >
    ${u(s)}
  </button>`}function yt(s){const{state:t,at:e}=s,a=[...new Set(t.steps.map(r=>r.round))],i=(e??t).round===1&&(e??t).ply===0;return n` <div class="moves" role="group" aria-label=${o("moves")} tabindex="-1">
      ${a.map(r=>vt(s,r,a.length===1))}
      ${a.length===0?n`<p class="empty small">${o("moves.none")}</p>`:c}
    </div>
    <div class="scrub" role="group" aria-label=${o("scrub")}>
      ${f("first","scrub.first",i,()=>s.show({round:1,ply:0}))}
      ${f("back","scrub.back",i,()=>s.step(-1))}
      ${f("next","scrub.next",!e,()=>s.step(1))}
      ${f("last",t.end?"scrub.end":"scrub.present",!e,()=>s.show(void 0))}
    </div>
    ${e&&!t.end?n`<button class="primary present" @click=${()=>s.show(void 0)}>${o("scrub.present")}</button>`:c}`}function kt(s,t,e,a){const i=b().sides(s),r=e??Math.max(0,i.slice(0,t).findIndex(({halfTurns:d})=>d===0)),l=Array.from({length:t},(d,h)=>(r+1+h)%t);return a?l.toReversed():l}function wt(s,t){const e=s.losses.find(r=>(r.seat??0)===t);if(e)return n`<span class="seat-note bad"
      >${F(`lost.${et(e.cause,"TERMINATION_")}`,o("lost"))}</span
    >`;if(!s.absent.has(t)||s.end)return c;const a=s.absent.get(t),i=a===void 0?void 0:Math.max(0,a-performance.now());return n`<span class="seat-note"
    ><span class="dot away"></span> ${i===void 0?o("away"):o("away.until",{time:B(i,R())})}</span
  >`}function N(s,t,e){const a=s.players?.[e]??"",i=t.points[e]??0,r=t.points.some(d=>d!==0),l=t.turnSeat===e&&!t.end;return n`<div
    class="strip ${l?"turn":""} ${(s.players??[]).length>2?"many":""}"
    data-seat=${e}
  >
    ${D(s.game??"",e)}${tt(a,v(s,e))}
    ${wt(t,e)}
    ${r?n`<b class="points" title=${o("points")}>${$(i)}</b>`:c}
    <seat-clock
      class="push"
      .clock=${t.clocks[e]}
      .atMs=${t.clocksAtMs}
      .isStopped=${!!t.end||t.isPaused}
    ></seat-clock>
  </div>`}function At(s,t,e){if(t.end)return c;if(t.isPaused)return n`<p class="prompt">${o("paused")}</p>`;const a=t.scene?.prompt;if(!a)return n`<p class="prompt soft">
      ${s.state==="MATCH_STATE_WAITING"?o("waiting"):" "}
    </p>`;const i=(s.players??[]).map((d,h)=>v(s,h)),r=b().prompt(s.game??"",a,R(),i),l=e!==void 0&&t.turnSeat===e;return n`<p class="prompt ${l?"mine":"soft"}">
    ${l?n`<b>${o("your-turn")}</b> `:c}${r.map(({text:d,isIsolated:h})=>h?n`<bdi>${d}</bdi>`:d)}
  </p>`}const q="referee.sounds",St=.12,Rt={move:[[220,0]],end:[[330,0],[440,.16]]};let y;const g=()=>localStorage.getItem(q)==="on";function Mt(){localStorage.setItem(q,g()?"off":"on"),S("move")}function S(s){if(!(!g()||document.visibilityState!=="visible")){y??=new AudioContext;for(const[t,e]of Rt[s])It(y,t,y.currentTime+e)}}function It(s,t,e){const[a,i]=[s.createOscillator(),s.createGain()];a.type="triangle",a.frequency.setValueAtTime(t,e),i.gain.setValueAtTime(St,e),i.gain.exponentialRampToValueAtTime(.001,e+.14),a.connect(i).connect(s.destination),a.start(e),a.stop(e+.15)}function Ot(s){const{origin:t}=location;return`<script type="module" src="${t}/referee-board.js"><\/script>
<referee-board url="${t}" match="${s}"></referee-board>`}async function Tt(s){const t=`${location.origin}/m/${s}`;"share"in navigator&&matchMedia("(pointer: coarse)").matches?await navigator.share({url:t}).catch(()=>{}):await H(t)}async function Et(s){const t=[];for await(const{record:a=""}of K().stream("MatchService/GetRecord",{matchId:s}))t.push(a);const e=URL.createObjectURL(new Blob(t,{type:"application/jsonl"}));Object.assign(document.createElement("a"),{href:e,download:`${s}.jsonl`}).click(),setTimeout(()=>URL.revokeObjectURL(e),1e3)}function Pt(s,t){const e=Ot(s);return n`<div class="share">
    <button class="plain" @click=${()=>Tt(s)}>${u("share")}${o("share")}</button>
    ${t?n`<button class="plain record" @click=${()=>w(()=>Et(s))}>${u("download")}${o("record")}</button>`:c}
    <details>
      <summary>${u("code")}${o("embed")}</summary>
      <p class="soft small">${o("embed.how")}</p>
      <pre tabindex="0">${e}</pre>
      <button @click=${()=>H(e)}>${u("copy")}${o("copy")}</button>
    </details>
  </div>`}class Lt{#t=[];#s;#a=!1;#i=()=>{};push(t){this.#t.push(t),this.#i()}end(t){this.#s=t,this.#a=!0,this.#i()}async*read(){for(;;){const t=this.#t.shift();if(t!==void 0)yield t;else{if(this.#s)throw this.#s;if(this.#a)return;await new Promise(e=>this.#i=e)}}}}async function*W(s,t){const e=new Lt,a=st({kind:"match",matchId:s},{onMessage:i=>{e.push(i),i.gone&&e.end()},onRefused:({code:i,reason:r,text:l})=>e.end(new G({code:i,reason:r,message:l}))});t?.addEventListener("abort",()=>e.end(t.reason),{once:!0});try{yield*e.read()}finally{a()}}async function*xt(s,t,e){const{matches:a}=t,{watch:i}=t,[r]=a??i?.matches??[];if(s==="MatchService/WatchMatches"&&r)yield*W(r.matchId??"",e?.signal);else if(s==="MatchService/Attend"&&r)for await(const l of W(r.matchId??"",e?.signal))yield{watched:l};else yield*K().stream(s,t,e)}const C={isKept:!0,call:A,stream:(s,t,e)=>xt(s,t,e)},_t=4e3,Nt=1e3,k=matchMedia("(max-width: 60rem)");class Wt extends O{static{this.properties={...O.properties,state:{state:!0},at:{state:!0},isFlipped:{state:!0},isArmed:{state:!0},isRead:{state:!0},agreed:{state:!0},rematchId:{state:!0},failure:{state:!0},reader:{state:!0}}}#t=z();#s=0;#a=0;arrived(){this.isFlipped=this.isArmed=this.isRead=!1,this.reader=0,this.#i(),at().then(()=>this.isRead=!0),this.every(Nt,()=>this.state&&this.state.absent.size>0&&this.requestUpdate());const t=a=>this.#m(a);addEventListener("keydown",t);const e=()=>this.requestUpdate();k.addEventListener("change",e),this.keep(()=>k.removeEventListener("change",e)),this.keep(()=>removeEventListener("keydown",t)),this.subscribe({kind:"seat"},{onMessage:a=>this.#d(a),onReset:()=>this.#i()})}#i(){[this.state,this.at,this.isArmed]=[void 0,void 0,!1],[this.agreed,this.rematchId,this.failure]=[[],"",""],this.#a=0,this.reader+=1}get#e(){return this.place.id}get#r(){const t=(this.state?.summary?.players??[]).indexOf(T()?.player??"");return t<0?void 0:t}#c(t){const e=!this.state?.summary&&t.summary,a=!this.state?.end&&t.end,i=this.state?.scene!==void 0;this.state=t,t.refusal&&(this.failure=F(`reason.${t.refusal.reason?.replace("REASON_","")}`,t.refusal.text??"")),e&&t.summary&&this.entitle(`${E(t.summary).join(" – ")}`),i&&t.steps.length>this.#a&&S("move"),this.#a=t.steps.length,a&&i&&S("end"),a&&this.#l()}async#l(){const{summary:t}=await A("MatchService/GetMatch",{matchId:this.#e}).catch(()=>({summary:void 0}));this.agreed=t?.rematchAgreedSeats??[],this.rematchId=t?.rematchMatchId??""}#d({seated:t,rematch:e,rematchProposed:a}){a?.matchId===this.#e&&(this.agreed=[...new Set([...this.agreed,a.seat??0])]),e?.matchId===this.#e&&(this.agreed=e.agreedSeats??[]),!(t?.summary?.rematchOf!==this.#e||!t.matchId)&&(this.rematchId=t.matchId,this.agreed.includes(this.#r??-1)&&P(`/m/${t.matchId}`))}#h(t){w(async()=>{const e=await A("MatchService/Rematch",{matchId:this.#e,wish:t});this.agreed=e.agreedSeats??[],e.rematchMatchId&&P(`/m/${e.rematchMatchId}`)})}#u(t){this.isArmed=!1,w(()=>Q(C,{matchId:this.#e,...t}))}#p(){this.isArmed=!0,setTimeout(()=>this.isArmed=!1,_t)}#m(t){const e=t.composedPath()[0];if(e instanceof Element&&(e.closest("input, select, textarea, referee-board")||e.getRootNode()instanceof ShadowRoot)||t.altKey||t.ctrlKey||t.metaKey)return;const[i,r]=document.dir==="rtl"?["ArrowRight","ArrowLeft"]:["ArrowLeft","ArrowRight"],d={[i]:()=>this.#t.value?.step(-1),[r]:()=>this.#t.value?.step(1),Home:()=>this.#t.value?.show({round:1,ply:0}),End:()=>this.#t.value?.show(),f:()=>this.#n()}[t.key];d&&(t.preventDefault(),d())}#n(){this.isFlipped=!this.isFlipped}updated(){const t=this.querySelector(".moves"),e=this.state?.steps.length??0,a=t?.querySelector("[aria-current]");!t||!a||e===this.#s&&!this.at||(this.#s=e,t.scrollTop=a.offsetTop-t.clientHeight/2)}render(){if(this.failure)return n`<div class="heading">
        <h1>${o("match.none")}</h1>
        <p>${this.failure}</p>
        <a class="button" href="/">${o("nav.watch")}</a>
      </div>`;if(!this.isRead)return c;const{state:t}=this,e=t?.summary;return n`<div class="match" data-game=${e?.game??c}>
      ${e&&t?n`<h1 class="visually-hidden">${E(e).join(" – ")}</h1>`:c}
      <div class="match-main">
        ${e&&t?this.#f(e,t):n`<div class="strip"></div>`}
        ${Y(this.reader,n`<referee-board
            ${X(this.#t)}
            bare
            ?tray=${k.matches&&this.#r!==void 0}
            lang=${R()}
            .match=${this.#e}
            .link=${C}
            .seat=${this.#r}
            .words=${b()}
            ?flipped=${this.isFlipped}
            @update=${a=>this.#c(a.detail.state)}
            @scrub=${a=>this.at=a.detail.isPresent?void 0:a.detail}
            @refused=${a=>(a.preventDefault(),it(a.detail.error))}
            @error=${a=>this.#$(a.detail.error)}
          ></referee-board>`)}
        ${e&&t?this.#b(e,t):c}
      </div>
      <aside class="match-side">${e&&t?this.#g(e,t):c}</aside>
    </div>`}#$(t){this.state?.summary?rt(L(t),!0):this.failure=L(t)}#o(t){return kt(t.game??"",(t.players??[]).length,this.#r,this.isFlipped)}#f(t,e){return n`<div class="strips">
      ${this.#o(t).slice(0,-1).map(a=>N(t,e,a))}
    </div>`}#b(t,e){const a=this.#o(t).at(-1)??0;return n`<div class="strips">${N(t,e,a)}</div>
      ${At(t,e,this.#r)}`}#g(t,e){const a=this.#r,i=a===void 0?c:$t({summary:t,state:e,seat:a,isArmed:this.isArmed,agreed:this.agreed,rematchId:this.rematchId,submit:r=>this.#u(r),arm:()=>this.#p(),rematch:r=>this.#h(r)});return n` ${this.#y(t,e)}
    ${e.end?.verdict?nt(t,e.end.verdict):c}
    ${yt({game:t.game??"",seats:(t.players??[]).length,state:e,at:this.at,show:r=>this.#t.value?.show(r),step:r=>this.#t.value?.step(r)})}
    ${i} ${this.#v(t,e)} ${Pt(this.#e,!!e.end)}`}#v(t,e){const a=t.occasion?.contest,i=t.labels?.match;if(!T()?.isHost||!a||!i||!e.end)return c;const r={contest:a,keys:[i],players:t.players??[],changed:()=>{}};return n`<details class="rulings">
      <summary>${o("host.rulings")}</summary>
      ${ct(r)}
    </details>`}#y(t,e){const{game:a="",options:i={},rules:r,occasion:l}=t,d=Object.entries(i).flatMap(([m,I])=>b().has(a,"value",`${m}=${I}`)?[V(a,"value",`${m}=${I}`)]:[]),h=[...new Set(r?.timeControls??[])].map(lt).join(" / "),p=l?.contest;return n`<div class="about">
      <div class="row tight">
        <h2>${ot(a)}</h2>
        <button
          class="plain icon push"
          aria-label=${o("sound")}
          title=${o("sound")}
          aria-pressed=${g()}
          @click=${()=>(Mt(),this.requestUpdate())}
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
        ${o(r?.rated?"rated":"casual")}${d.map(m=>n` · ${m}`)}${e.watchers>0?n` ·
                <span class="watchers" title=${o("watchers")}
                  >${u("eye",14)} ${$(e.watchers)}</span
                >`:c}
      </p>
      ${p?n`<p class="small">
              <a href=${p.ladderId?`/l/${p.ladderId}`:`/t/${p.tournamentId}`}
                >${o("match.contest")} <bdi>${p.ladderId??p.tournamentId}</bdi></a
              >
            </p>`:c}
      ${t.rematchOf?n`<p class="small"><a href="/m/${t.rematchOf}">${o("match.before")}</a></p>`:c}
    </div>`}}customElements.define("page-match",Wt);
