import{b as r,A as c,e as B,c as G,f as Y,s as z,i as Q,n as X}from"./board-DljLscjI.js";import{t as o,f as j,s as v,q as u,n as $,N as Z,v as V,T as J,U as F,u as b,p as tt,F as R,m as D,V as et,M as st,Q as at,a as w,o as H,W as U,c as A,S as it,P as I,g as nt,e as T,X as E,k as P,Y as rt,x as ot,r as L,Z as ct,b as lt}from"./index-B2E5g8XN.js";import{r as dt}from"./rulings-BQA639zj.js";import{c as ht}from"./controls-BeLU-jkf.js";/* empty css              */import"./early-CyNNN_K1.js";import"./forms-DCqxpPG2.js";const x=s=>({propose:{proposal:s}}),_=(s,t)=>({answerProposal:{proposal:s,answer:t}}),ut=[{proposal:"PROPOSAL_DRAW",proposer:"drawProposer",theirs:"draw.offered",mine:"draw.mine"},{proposal:"PROPOSAL_TAKEBACK",proposer:"takebackProposer",theirs:"takeback.offered",mine:"takeback.mine"}];function pt({summary:s,state:t,seat:e,submit:a}){return ut.flatMap(({proposal:i,proposer:n,theirs:l,mine:d})=>{const h=t[n];return h===void 0?[]:h===e||t.accepted.includes(e)?[r`<p class="proposal soft">${o(d)}</p>`]:[r`<div class="proposal" role="alert">
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
      </div>`]})}function mt({summary:s,state:t}){return new Set(t.steps.filter(({isForced:a})=>!a).map(a=>a.seat)).size<(s.players??[]).length&&!s.rules?.rated&&!s.occasion}function $t(s){const{summary:t,state:e,seat:a,isArmed:i,submit:n,arm:l}=s,d=Z(t.game??""),p=e.steps.some(m=>m.seat===a&&!m.isForced)&&!t.rules?.rated&&!d?.hidden&&!d?.chance;return r`${pt(s)}
    <div class="actions">
      ${p?r`<button
              class="takeback"
              ?disabled=${e.takebackProposer!==void 0}
              @click=${()=>n(x("PROPOSAL_TAKEBACK"))}
            >
              ${u("undo")}${o("takeback")}
            </button>`:c}
      ${d?.draws?r`<button
              class="draw"
              ?disabled=${e.drawProposer!==void 0}
              @click=${()=>n(x("PROPOSAL_DRAW"))}
            >
              ${u("half")}${o("draw")}
            </button>`:c}
      ${e.choices?.claimable?r`<button class="primary claim" @click=${()=>n({claimDraw:{}})}>${o("claim")}</button>`:c}
      ${mt(s)?r`<button class="abort" @click=${()=>n({abort:{}})}>
              ${u("close")}${o("abort")}
            </button>`:r`<button
              class="danger resign ${i?"armed":""}"
              @click=${()=>i?n({resign:{}}):l()}
            >
              ${u("flag")}${o(i?"resign.sure":"resign")}
            </button>`}
    </div>`}function ft({summary:s,seat:t,agreed:e,rematchId:a,rematch:i}){if(a)return r`<div class="actions">
      <a class="button primary" href="/m/${a}">${o("rematch.go")}</a>
    </div>`;const n=e.includes(t),l=e.filter(h=>h!==t),d=(s.players??[]).length;return r` ${l.length>0&&!n?r`<p class="proposal">${j("rematch.offered",{name:l.map(h=>v(s,h)).join(", ")})}</p>`:c}
    <div class="actions">
      <button
        class="rematch ${n?"":"primary"}"
        @click=${()=>i(n?"REMATCH_WISH_WITHDRAW":"REMATCH_WISH_AGREE")}
      >
        ${u("again")}${o(n?"rematch.withdraw":"rematch")}
      </button>
      ${n?r`<span class="soft small">${o("rematch.waits",{n:$(e.length),all:$(d)})}</span>`:c}
      <a class="button" href="/play?game=${s.game}">${o("play.another")}</a>
    </div>`}const bt=s=>s.state.end?ft(s):$t(s),M=2;function K(s,t){const e={round:t.round,ply:t.ply+1},a=s.at??{round:s.state.round,ply:s.state.ply},i=a.round===e.round&&a.ply===e.ply,n=s.seats>M&&t.seat!==void 0?F(s.game,t.seat):c;return r`<button
    class="ply ${t.isForced?"forced":""}"
    aria-current=${i?"step":c}
    @click=${()=>s.show(e)}
  >
    ${n}<span class="notation">${t.notation}</span>
  </button>`}function gt(s){const t=[];for(const e of s){const a=t.at(-1),i=e.seat??0;a&&i>a.findLastIndex(n=>n!==void 0)?a[i]=e:t.push(Object.assign(new Array(M).fill(void 0),{[i]:e}))}return t}function vt(s,t){return r`<ol class="moves-rows">
    ${gt(t).map((e,a)=>r`<li>
          <span class="move-number">${$(a+1)}</span
          >${e.map(i=>i?K(s,i):r`<span></span>`)}
        </li>`)}
  </ol>`}function yt(s,t){return r`<ol class="moves-line">
    ${t.map(e=>r`<li>${K(s,e)}</li>`)}
  </ol>`}function kt(s,t,e){const a=s.state.steps.filter(l=>l.round===t),i=s.state.results.find(l=>l.round===t),n=s.seats>M?yt(s,a):vt(s,a);return r`${e?c:r`<h3>${o("round",{n:$(t)})}</h3>`}${n}${i&&!e?r`<p class="round-end">
          ${V(s.game,"cause",i.result.cause??"")} ·
          ${J(i.result.totals??[])}
        </p>`:c}`}function f(s,t,e,a){return r`<button
    class="icon"
    aria-label=${o(t)}
    title=${o(t)}
    ?disabled=${e}
    @click=${a}
  >
    ${u(s)}
  </button>`}function wt(s){const{state:t,at:e}=s,a=[...new Set(t.steps.map(n=>n.round))],i=(e??t).round===1&&(e??t).ply===0;return r` <div class="moves" role="group" aria-label=${o("moves")} tabindex="-1">
      ${a.map(n=>kt(s,n,a.length===1))}
      ${a.length===0?r`<p class="empty small">${o("moves.none")}</p>`:c}
    </div>
    <div class="scrub" role="group" aria-label=${o("scrub")}>
      ${f("first","scrub.first",i,()=>s.show({round:1,ply:0}))}
      ${f("back","scrub.back",i,()=>s.step(-1))}
      ${f("next","scrub.next",!e,()=>s.step(1))}
      ${f("last",t.end?"scrub.end":"scrub.present",!e,()=>s.show(void 0))}
    </div>
    ${e&&!t.end?r`<button class="primary present" @click=${()=>s.show(void 0)}>${o("scrub.present")}</button>`:c}`}function At(s,t,e,a){const i=b().sides(s),n=e??Math.max(0,i.slice(0,t).findIndex(({halfTurns:d})=>d===0)),l=Array.from({length:t},(d,h)=>(n+1+h)%t);return a?l.toReversed():l}function St(s,t){const e=s.losses.find(n=>(n.seat??0)===t);if(e)return r`<span class="seat-note bad"
      >${D(`lost.${et(e.cause,"TERMINATION_")}`,o("lost"))}</span
    >`;if(!s.absent.has(t)||s.end)return c;const a=s.absent.get(t),i=a===void 0?void 0:Math.max(0,a-performance.now());return r`<span class="seat-note"
    ><span class="dot away"></span> ${i===void 0?o("away"):o("away.until",{time:B(i,R())})}</span
  >`}function N(s,t,e){const a=s.players?.[e]??"",i=t.points[e]??0,n=t.points.some(d=>d!==0),l=t.turnSeat===e&&!t.end;return r`<div
    class="strip ${l?"turn":""} ${(s.players??[]).length>2?"many":""}"
    data-seat=${e}
  >
    ${F(s.game??"",e)}${tt(a,v(s,e))}
    ${St(t,e)}
    ${n?r`<b class="points" title=${o("points")}>${$(i)}</b>`:c}
    <seat-clock
      class="push"
      .clock=${t.clocks[e]}
      .atMs=${t.clocksAtMs}
      .isStopped=${!!t.end||t.isPaused}
    ></seat-clock>
  </div>`}function Rt(s,t,e){if(t.end)return c;if(t.isPaused)return r`<p class="prompt">${o("paused")}</p>`;const a=t.scene?.prompt;if(!a)return r`<p class="prompt soft">
      ${s.state==="MATCH_STATE_WAITING"?o("waiting"):" "}
    </p>`;const i=(s.players??[]).map((d,h)=>v(s,h)),n=b().prompt(s.game??"",a,R(),i),l=e!==void 0&&t.turnSeat===e;return r`<p class="prompt ${l?"mine":"soft"}">
    ${l?r`<b>${o("your-turn")}</b> `:c}${n.map(({text:d,isIsolated:h})=>h?r`<bdi>${d}</bdi>`:d)}
  </p>`}const q="referee.sounds",Mt=.12,Ot={move:[[220,0]],end:[[330,0],[440,.16]]};let y;const g=()=>st(q)==="on";function It(){at(q,g()?"off":"on"),S("move")}function S(s){if(!(!g()||document.visibilityState!=="visible")){y??=new AudioContext;for(const[t,e]of Ot[s])Tt(y,t,y.currentTime+e)}}function Tt(s,t,e){const[a,i]=[s.createOscillator(),s.createGain()];a.type="triangle",a.frequency.setValueAtTime(t,e),i.gain.setValueAtTime(Mt,e),i.gain.exponentialRampToValueAtTime(.001,e+.14),a.connect(i).connect(s.destination),a.start(e),a.stop(e+.15)}function Et(s){const{origin:t}=location;return`<script type="module" src="${t}/referee-board.js"><\/script>
<referee-board url="${t}" match="${s}"></referee-board>`}async function Pt(s){const t=`${location.origin}/m/${s}`;"share"in navigator&&matchMedia("(pointer: coarse)").matches?await navigator.share({url:t}).catch(()=>{}):await H(t)}async function Lt(s){const t=[];for await(const{record:a=""}of U().stream("MatchService/GetRecord",{matchId:s}))t.push(a);const e=URL.createObjectURL(new Blob(t,{type:"application/jsonl"}));Object.assign(document.createElement("a"),{href:e,download:`${s}.jsonl`}).click(),setTimeout(()=>URL.revokeObjectURL(e),1e3)}function xt(s,t){const e=Et(s);return r`<div class="share">
    <button class="plain" @click=${()=>Pt(s)}>${u("share")}${o("share")}</button>
    ${t?r`<button class="plain record" @click=${()=>w(()=>Lt(s))}>${u("download")}${o("record")}</button>`:c}
    <details>
      <summary>${u("code")}${o("embed")}</summary>
      <p class="soft small">${o("embed.how")}</p>
      <pre tabindex="0">${e}</pre>
      <button @click=${()=>H(e)}>${u("copy")}${o("copy")}</button>
    </details>
  </div>`}class _t{#t=[];#s;#a=!1;#i=()=>{};push(t){this.#t.push(t),this.#i()}end(t){this.#s=t,this.#a=!0,this.#i()}async*read(){for(;;){const t=this.#t.shift();if(t!==void 0)yield t;else{if(this.#s)throw this.#s;if(this.#a)return;await new Promise(e=>this.#i=e)}}}}async function*W(s,t){const e=new _t,a=it({kind:"match",matchId:s},{onMessage:i=>{e.push(i),i.gone&&e.end()},onRefused:({code:i,reason:n,text:l})=>e.end(new G({code:i,reason:n,message:l}))});t?.addEventListener("abort",()=>e.end(t.reason),{once:!0});try{yield*e.read()}finally{a()}}async function*Nt(s,t,e){const{matches:a}=t,{watch:i}=t,[n]=a??i?.matches??[];if(s==="MatchService/WatchMatches"&&n)yield*W(n.matchId??"",e?.signal);else if(s==="MatchService/Attend"&&n)for await(const l of W(n.matchId??"",e?.signal))yield{watched:l};else yield*U().stream(s,t,e)}const C={isKept:!0,call:A,stream:(s,t,e)=>Nt(s,t,e)},Wt=4e3,Ct=1e3,k=matchMedia("(max-width: 60rem)");class jt extends I{static{this.properties={...I.properties,state:{state:!0},at:{state:!0},isFlipped:{state:!0},isArmed:{state:!0},isRead:{state:!0},agreed:{state:!0},rematchId:{state:!0},failure:{state:!0},reader:{state:!0}}}#t=Y();#s=0;#a=0;arrived(){this.isFlipped=this.isArmed=this.isRead=!1,this.reader=0,this.#i(),nt().then(()=>this.isRead=!0),this.every(Ct,()=>this.state&&this.state.absent.size>0&&this.requestUpdate());const t=a=>this.#m(a);addEventListener("keydown",t);const e=()=>this.requestUpdate();k.addEventListener("change",e),this.keep(()=>k.removeEventListener("change",e)),this.keep(()=>removeEventListener("keydown",t)),this.subscribe({kind:"seat"},{onMessage:a=>this.#d(a),onReset:()=>this.#i()})}#i(){[this.state,this.at,this.isArmed]=[void 0,void 0,!1],[this.agreed,this.rematchId,this.failure]=[[],"",""],this.#a=this.#s=0,this.reader+=1}get#e(){return this.place.id}get#n(){const t=(this.state?.summary?.players??[]).indexOf(T()?.player??"");return t<0?void 0:t}#c(t){const e=!this.state?.summary&&t.summary,a=!this.state?.end&&t.end,i=this.state?.scene!==void 0;this.state=t,t.refusal&&(this.failure=D(`reason.${t.refusal.reason?.replace("REASON_","")}`,t.refusal.text??"")),e&&t.summary&&this.entitle(`${E(t.summary).join(" – ")}`),i&&t.steps.length>this.#a&&S("move"),this.#a=t.steps.length,a&&i&&S("end"),a&&this.#l()}async#l(){const{summary:t}=await A("MatchService/GetMatch",{matchId:this.#e}).catch(()=>({summary:void 0}));this.agreed=t?.rematchAgreedSeats??[],this.rematchId=t?.rematchMatchId??""}#d({seated:t,rematch:e,rematchProposed:a}){a?.matchId===this.#e&&(this.agreed=[...new Set([...this.agreed,a.seat??0])]),e?.matchId===this.#e&&(this.agreed=e.agreedSeats??[]),!(t?.summary?.rematchOf!==this.#e||!t.matchId)&&(this.rematchId=t.matchId,this.agreed.includes(this.#n??-1)&&P(`/m/${t.matchId}`))}#h(t){w(async()=>{const e=await A("MatchService/Rematch",{matchId:this.#e,wish:t});this.agreed=e.agreedSeats??[],e.rematchMatchId&&P(`/m/${e.rematchMatchId}`)})}#u(t){this.isArmed=!1,w(()=>z(C,{matchId:this.#e,...t}))}#p(){this.isArmed=!0,setTimeout(()=>this.isArmed=!1,Wt)}#m(t){const e=t.composedPath()[0];if(e instanceof Element&&(e.closest("input, select, textarea, referee-board")||e.getRootNode()instanceof ShadowRoot)||t.altKey||t.ctrlKey||t.metaKey)return;const[i,n]=document.dir==="rtl"?["ArrowRight","ArrowLeft"]:["ArrowLeft","ArrowRight"],d={[i]:()=>this.#t.value?.step(-1),[n]:()=>this.#t.value?.step(1),Home:()=>this.#t.value?.show({round:1,ply:0}),End:()=>this.#t.value?.show(),f:()=>this.#r()}[t.key];d&&(t.preventDefault(),d())}#r(){this.isFlipped=!this.isFlipped}updated(){const t=this.querySelector(".moves"),e=this.state?.steps.length??0,a=t?.querySelector("[aria-current]");!t||!a||e===this.#s&&!this.at||(this.#s=e,t.scrollTop=a.offsetTop-t.clientHeight/2)}render(){if(this.failure)return r`<div class="heading">
        <h1>${o("match.none")}</h1>
        <p>${this.failure}</p>
        <a class="button" href="/">${o("nav.watch")}</a>
      </div>`;if(!this.isRead)return c;const{state:t}=this,e=t?.summary;return r`<div class="match" data-game=${e?.game??c}>
      ${e&&t?r`<h1 class="visually-hidden">${E(e).join(" – ")}</h1>`:c}
      <div class="match-main">
        ${e&&t?this.#f(e,t):r`<div class="strip"></div>`}
        ${Q(this.reader,r`<referee-board
            ${X(this.#t)}
            bare
            ?tray=${k.matches&&this.#n!==void 0}
            lang=${R()}
            .match=${this.#e}
            .link=${C}
            .seat=${this.#n}
            .words=${b()}
            ?flipped=${this.isFlipped}
            @update=${a=>this.#c(a.detail.state)}
            @scrub=${a=>this.at=a.detail.isPresent?void 0:a.detail}
            @refused=${a=>(a.preventDefault(),rt(a.detail.error))}
            @error=${a=>this.#$(a.detail.error)}
          ></referee-board>`)}
        ${e&&t?this.#b(e,t):c}
      </div>
      <aside class="match-side">${e&&t?this.#g(e,t):c}</aside>
    </div>`}#$(t){this.state?.summary?ot(L(t),!0):this.failure=L(t)}#o(t){return At(t.game??"",(t.players??[]).length,this.#n,this.isFlipped)}#f(t,e){return r`<div class="strips">
      ${this.#o(t).slice(0,-1).map(a=>N(t,e,a))}
    </div>`}#b(t,e){const a=this.#o(t).at(-1)??0;return r`<div class="strips">${N(t,e,a)}</div>
      ${Rt(t,e,this.#n)}`}#g(t,e){const a=this.#n,i=a===void 0?c:bt({summary:t,state:e,seat:a,isArmed:this.isArmed,agreed:this.agreed,rematchId:this.rematchId,submit:n=>this.#u(n),arm:()=>this.#p(),rematch:n=>this.#h(n)});return r` ${this.#y(t,e)}
    ${e.end?.verdict?ct(t,e.end.verdict):c}
    ${wt({game:t.game??"",seats:(t.players??[]).length,state:e,at:this.at,show:n=>this.#t.value?.show(n),step:n=>this.#t.value?.step(n)})}
    ${i} ${this.#v(t,e)} ${xt(this.#e,!!e.end)}`}#v(t,e){const a=t.occasion?.contest,i=t.labels?.match;if(!T()?.isHost||!a||!i||!e.end)return c;const n={contest:a,keys:[i],players:t.players??[],changed:()=>{}};return r`<details class="rulings">
      <summary>${o("host.rulings")}</summary>
      ${dt(n)}
    </details>`}#y(t,e){const{game:a="",options:i={},rules:n,occasion:l}=t,d=Object.entries(i).flatMap(([m,O])=>b().has(a,"value",`${m}=${O}`)?[V(a,"value",`${m}=${O}`)]:[]),h=[...new Set(n?.timeControls??[])].map(ht).join(" / "),p=l?.contest;return r`<div class="about">
      <div class="row tight">
        <h2>${lt(a)}</h2>
        <button
          class="plain icon push"
          aria-label=${o("sound")}
          title=${o("sound")}
          aria-pressed=${g()}
          @click=${()=>(It(),this.requestUpdate())}
        >
          ${u(g()?"sound":"mute")}
        </button>
        <button
          class="plain icon"
          aria-label=${o("flip")}
          title=${o("flip")}
          @click=${()=>this.#r()}
        >
          ${u("flip")}
        </button>
      </div>
      <p class="soft small">
        <bdi>${h}</bdi> ·
        ${o(n?.rated?"rated":"casual")}${d.map(m=>r` · ${m}`)}${e.watchers>0?r` ·
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
    </div>`}}customElements.define("page-match",jt);
