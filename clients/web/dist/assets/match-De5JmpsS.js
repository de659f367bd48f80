import{b as n,A as c,f as q,d as B,g as G,s as Y,i as z,n as Q}from"./board-D1p_NJfW.js";import{t as o,h as W,s as v,u,n as $,O as X,x as j,U as Z,V,v as b,p as J,G as S,m as D,W as tt,N as st,R as et,a as k,q as F,X as H,c as w,T as at,P as O,g as it,e as T,Y as I,l as P,Z as rt,y as nt,r as E,_ as ot,b as ct}from"./index-DD4thUuR.js";import{r as lt}from"./rulings-6ZKNkI91.js";import{o as dt,h as ht}from"./match-1HCLr-cU.js";import{c as ut}from"./controls-DPL6xea4.js";import"./early-8lfsaDGx.js";import"./forms-DCqxpPG2.js";const L=e=>({propose:{proposal:e}}),_=(e,t)=>({answerProposal:{proposal:e,answer:t}}),pt=[{proposal:"PROPOSAL_DRAW",proposer:"drawProposer",theirs:"draw.offered",mine:"draw.mine"},{proposal:"PROPOSAL_TAKEBACK",proposer:"takebackProposer",theirs:"takeback.offered",mine:"takeback.mine"}];function mt({summary:e,state:t,seat:s,submit:a}){return pt.flatMap(({proposal:i,proposer:r,theirs:l,mine:d})=>{const h=t[r];return h===void 0?[]:h===s||t.accepted.includes(s)?[n`<p class="proposal soft">${o(d)}</p>`]:[n`<div class="proposal" role="alert">
        <p>${W(l,{name:v(e,h)})}</p>
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
      </div>`]})}function $t({summary:e,state:t}){return new Set(t.steps.filter(({isForced:a})=>!a).map(a=>a.seat)).size<(e.players??[]).length&&!e.rules?.rated&&!e.occasion}function ft(e){const{summary:t,state:s,seat:a,isArmed:i,submit:r,arm:l}=e,d=X(t.game??""),p=s.steps.some(m=>m.seat===a&&!m.isForced)&&!t.rules?.rated&&!d?.hidden&&!d?.chance;return n`${mt(e)}
    <div class="actions">
      ${p?n`<button
              class="takeback"
              ?disabled=${s.takebackProposer!==void 0}
              @click=${()=>r(L("PROPOSAL_TAKEBACK"))}
            >
              ${u("undo")}${o("takeback")}
            </button>`:c}
      ${d?.draws?n`<button
              class="draw"
              ?disabled=${s.drawProposer!==void 0}
              @click=${()=>r(L("PROPOSAL_DRAW"))}
            >
              ${u("half")}${o("draw")}
            </button>`:c}
      ${s.choices?.claimable?n`<button class="primary claim" @click=${()=>r({claimDraw:{}})}>${o("claim")}</button>`:c}
      ${$t(e)?n`<button class="abort" @click=${()=>r({abort:{}})}>
              ${u("close")}${o("abort")}
            </button>`:n`<button
              class="danger resign ${i?"armed":""}"
              @click=${()=>i?r({resign:{}}):l()}
            >
              ${u("flag")}${o(i?"resign.sure":"resign")}
            </button>`}
    </div>`}function bt({summary:e,seat:t,agreed:s,rematchId:a,rematch:i}){if(a)return n`<div class="actions">
      <a class="button primary" href="/m/${a}">${o("rematch.go")}</a>
    </div>`;const r=s.includes(t),l=s.filter(h=>h!==t),d=(e.players??[]).length;return n` ${l.length>0&&!r?n`<p class="proposal">${W("rematch.offered",{name:l.map(h=>v(e,h)).join(", ")})}</p>`:c}
    <div class="actions">
      <button
        class="rematch ${r?"":"primary"}"
        @click=${()=>i(r?"REMATCH_WISH_WITHDRAW":"REMATCH_WISH_AGREE")}
      >
        ${u("again")}${o(r?"rematch.withdraw":"rematch")}
      </button>
      ${r?n`<span class="soft small">${o("rematch.waits",{n:$(s.length),all:$(d)})}</span>`:c}
      <a class="button" href="/play?game=${e.game}">${o("play.another")}</a>
    </div>`}const gt=e=>e.state.end?bt(e):ft(e),R=2;function U(e,t){const s={round:t.round,ply:t.ply+1},a=e.at??{round:e.state.round,ply:e.state.ply},i=a.round===s.round&&a.ply===s.ply,r=e.seats>R&&t.seat!==void 0?V(e.game,t.seat):c;return n`<button
    class="ply ${t.isForced?"forced":""}"
    aria-current=${i?"step":c}
    @click=${()=>e.show(s)}
  >
    ${r}<span class="notation">${t.notation}</span>
  </button>`}function vt(e){const t=[];for(const s of e){const a=t.at(-1),i=s.seat??0;a&&i>a.findLastIndex(r=>r!==void 0)?a[i]=s:t.push(Object.assign(new Array(R).fill(void 0),{[i]:s}))}return t}function yt(e,t){return n`<ol class="moves-rows">
    ${vt(t).map((s,a)=>n`<li>
          <span class="move-number">${$(a+1)}</span
          >${s.map(i=>i?U(e,i):n`<span></span>`)}
        </li>`)}
  </ol>`}function kt(e,t){return n`<ol class="moves-line">
    ${t.map(s=>n`<li>${U(e,s)}</li>`)}
  </ol>`}function wt(e,t,s){const a=e.state.steps.filter(l=>l.round===t),i=e.state.results.find(l=>l.round===t),r=e.seats>R?kt(e,a):yt(e,a);return n`${s?c:n`<h3>${o("round",{n:$(t)})}</h3>`}${r}${i&&!s?n`<p class="round-end">
          ${j(e.game,"cause",i.result.cause??"")} ·
          ${Z(i.result.totals??[])}
        </p>`:c}`}function f(e,t,s,a){return n`<button
    class="icon"
    aria-label=${o(t)}
    title=${o(t)}
    ?disabled=${s}
    @click=${a}
  >
    ${u(e)}
  </button>`}function At(e){const{state:t,at:s}=e,a=[...new Set(t.steps.map(r=>r.round))],i=(s??t).round===1&&(s??t).ply===0;return n` <div class="moves" role="group" aria-label=${o("moves")} tabindex="-1">
      ${a.map(r=>wt(e,r,a.length===1))}
      ${a.length===0?n`<p class="empty small">${o("moves.none")}</p>`:c}
    </div>
    <div class="scrub" role="group" aria-label=${o("scrub")}>
      ${f("first","scrub.first",i,()=>e.show({round:1,ply:0}))}
      ${f("back","scrub.back",i,()=>e.step(-1))}
      ${f("next","scrub.next",!s,()=>e.step(1))}
      ${f("last",t.end?"scrub.end":"scrub.present",!s,()=>e.show(void 0))}
    </div>
    ${s&&!t.end?n`<button class="primary present" @click=${()=>e.show(void 0)}>${o("scrub.present")}</button>`:c}`}function St(e,t,s,a){const i=b().sides(e),r=s??Math.max(0,i.slice(0,t).findIndex(({halfTurns:d})=>d===0)),l=Array.from({length:t},(d,h)=>(r+1+h)%t);return a?l.toReversed():l}function Rt(e,t){const s=e.losses.find(r=>(r.seat??0)===t);if(s)return n`<span class="seat-note bad"
      >${D(`lost.${tt(s.cause,"TERMINATION_")}`,o("lost"))}</span
    >`;if(!e.absent.has(t)||e.end)return c;const a=e.absent.get(t),i=a===void 0?void 0:Math.max(0,a-performance.now());return n`<span class="seat-note"
    ><span class="dot away"></span> ${i===void 0?o("away"):o("away.until",{time:q(i,S())})}</span
  >`}function x(e,t,s){const a=e.players?.[s]??"",i=t.points[s]??0,r=t.points.some(d=>d!==0),l=t.turnSeat===s&&!t.end;return n`<div
    class="strip ${l?"turn":""} ${(e.players??[]).length>2?"many":""}"
    data-seat=${s}
  >
    ${V(e.game??"",s)}${J(a,v(e,s))}
    ${Rt(t,s)}
    ${r?n`<b class="points" title=${o("points")}>${$(i)}</b>`:c}
    <seat-clock
      class="push"
      .clock=${t.clocks[s]}
      .atMs=${t.clocksAtMs}
      .isStopped=${!!t.end||t.isPaused}
    ></seat-clock>
  </div>`}function Mt(e,t,s){if(t.end)return c;if(t.isPaused)return n`<p class="prompt">${o("paused")}</p>`;const a=t.scene?.prompt;if(!a)return n`<p class="prompt soft">
      ${e.state==="MATCH_STATE_WAITING"?o("waiting"):" "}
    </p>`;const i=(e.players??[]).map((d,h)=>v(e,h)),r=b().prompt(e.game??"",a,S(),i),l=s!==void 0&&t.turnSeat===s;return n`<p class="prompt ${l?"mine":"soft"}">
    ${l?n`<b>${o("your-turn")}</b> `:c}${r.map(({text:d,isIsolated:h})=>h?n`<bdi>${d}</bdi>`:d)}
  </p>`}const K="referee.sounds",Ot=.12,Tt={move:[[220,0]],end:[[330,0],[440,.16]]};let y;const g=()=>st(K)==="on";function It(){et(K,g()?"off":"on"),A("move")}function A(e){if(!(!g()||document.visibilityState!=="visible")){y??=new AudioContext;for(const[t,s]of Tt[e])Pt(y,t,y.currentTime+s)}}function Pt(e,t,s){const[a,i]=[e.createOscillator(),e.createGain()];a.type="triangle",a.frequency.setValueAtTime(t,s),i.gain.setValueAtTime(Ot,s),i.gain.exponentialRampToValueAtTime(.001,s+.14),a.connect(i).connect(e.destination),a.start(s),a.stop(s+.15)}function Et(e){const{origin:t}=location;return`<script type="module" src="${t}/referee-board.js"><\/script>
<referee-board url="${t}" match="${e}"></referee-board>`}async function Lt(e){const t=`${location.origin}/m/${e}`;"share"in navigator&&matchMedia("(pointer: coarse)").matches?await navigator.share({url:t}).catch(()=>{}):await F(t)}async function _t(e){const t=[];for await(const{record:a=""}of H().stream("MatchService/GetRecord",{matchId:e}))t.push(a);const s=URL.createObjectURL(new Blob(t,{type:"application/jsonl"}));Object.assign(document.createElement("a"),{href:s,download:`${e}.jsonl`}).click(),setTimeout(()=>URL.revokeObjectURL(s),1e3)}function xt(e,t){const s=Et(e);return n`<div class="share">
    <button class="plain" @click=${()=>Lt(e)}>${u("share")}${o("share")}</button>
    ${t?n`<button class="plain record" @click=${()=>k(()=>_t(e))}>${u("download")}${o("record")}</button>`:c}
    <details>
      <summary>${u("code")}${o("embed")}</summary>
      <p class="soft small">${o("embed.how")}</p>
      <pre tabindex="0">${s}</pre>
      <button @click=${()=>F(s)}>${u("copy")}${o("copy")}</button>
    </details>
  </div>`}class Nt{#t=[];#e;#a=!1;#i=()=>{};push(t){this.#t.push(t),this.#i()}end(t){this.#e=t,this.#a=!0,this.#i()}async*read(){for(;;){const t=this.#t.shift();if(t!==void 0)yield t;else{if(this.#e)throw this.#e;if(this.#a)return;await new Promise(s=>this.#i=s)}}}}async function*N(e,t){const s=new Nt,a=at({kind:"match",matchId:e},{onMessage:i=>{s.push(i),i.gone&&s.end()},onRefused:({code:i,reason:r,text:l})=>s.end(new B({code:i,reason:r,message:l}))});t?.addEventListener("abort",()=>s.end(t.reason),{once:!0});try{yield*s.read()}finally{a()}}async function*Ct(e,t,s){const{matches:a}=t,{watch:i}=t,[r]=a??i?.matches??[];if(e==="MatchService/WatchMatches"&&r)yield*N(r.matchId??"",s?.signal);else if(e==="MatchService/Attend"&&r)for await(const l of N(r.matchId??"",s?.signal))yield{watched:l};else yield*H().stream(e,t,s)}const C={isKept:!0,call:w,stream:(e,t,s)=>Ct(e,t,s)},Wt=4e3,jt=1e3;class Vt extends O{static{this.properties={...O.properties,state:{state:!0},at:{state:!0},isFlipped:{state:!0},isArmed:{state:!0},isRead:{state:!0},agreed:{state:!0},rematchId:{state:!0},failure:{state:!0},reader:{state:!0}}}#t=G();#e=0;#a=0;arrived(){this.isFlipped=this.isArmed=this.isRead=!1,this.reader=0,this.#i(),it().then(()=>this.isRead=!0),this.every(jt,()=>this.state&&this.state.absent.size>0&&this.requestUpdate());const t=s=>this.#m(s);addEventListener("keydown",t),this.keep(dt(()=>this.requestUpdate())),this.keep(()=>removeEventListener("keydown",t)),this.subscribe({kind:"seat"},{onMessage:s=>this.#d(s),onReset:()=>this.#i()})}#i(){[this.state,this.at,this.isArmed]=[void 0,void 0,!1],[this.agreed,this.rematchId,this.failure]=[[],"",""],this.#a=this.#e=0,this.reader+=1}get#s(){return this.place.id}get#r(){const t=(this.state?.summary?.players??[]).indexOf(T()?.player??"");return t<0?void 0:t}#c(t){const s=!this.state?.summary&&t.summary,a=!this.state?.end&&t.end,i=this.state?.scene!==void 0;this.state=t,t.refusal&&(this.failure=D(`reason.${t.refusal.reason?.replace("REASON_","")}`,t.refusal.text??"")),s&&t.summary&&this.entitle(`${I(t.summary).join(" – ")}`),i&&t.steps.length>this.#a&&A("move"),this.#a=t.steps.length,a&&i&&A("end"),a&&this.#l()}async#l(){const{summary:t}=await w("MatchService/GetMatch",{matchId:this.#s}).catch(()=>({summary:void 0}));this.agreed=t?.rematchAgreedSeats??[],this.rematchId=t?.rematchMatchId??""}#d({seated:t,rematch:s,rematchProposed:a}){a?.matchId===this.#s&&(this.agreed=[...new Set([...this.agreed,a.seat??0])]),s?.matchId===this.#s&&(this.agreed=s.agreedSeats??[]),!(t?.summary?.rematchOf!==this.#s||!t.matchId)&&(this.rematchId=t.matchId,this.agreed.includes(this.#r??-1)&&P(`/m/${t.matchId}`))}#h(t){k(async()=>{const s=await w("MatchService/Rematch",{matchId:this.#s,wish:t});this.agreed=s.agreedSeats??[],s.rematchMatchId&&P(`/m/${s.rematchMatchId}`)})}#u(t){this.isArmed=!1,k(()=>Y(C,{matchId:this.#s,...t}))}#p(){this.isArmed=!0,setTimeout(()=>this.isArmed=!1,Wt)}#m(t){const s=t.composedPath()[0];if(s instanceof Element&&(s.closest("input, select, textarea, referee-board")||s.getRootNode()instanceof ShadowRoot)||t.altKey||t.ctrlKey||t.metaKey)return;const[i,r]=document.dir==="rtl"?["ArrowRight","ArrowLeft"]:["ArrowLeft","ArrowRight"],d={[i]:()=>this.#t.value?.step(-1),[r]:()=>this.#t.value?.step(1),Home:()=>this.#t.value?.show({round:1,ply:0}),End:()=>this.#t.value?.show(),f:()=>this.#n()}[t.key];d&&(t.preventDefault(),d())}#n(){this.isFlipped=!this.isFlipped}updated(){const t=this.querySelector(".moves"),s=this.state?.steps.length??0,a=t?.querySelector("[aria-current]");!t||!a||s===this.#e&&!this.at||(this.#e=s,t.scrollTop=a.offsetTop-t.clientHeight/2)}render(){if(this.failure)return n`<div class="heading">
        <h1>${o("match.none")}</h1>
        <p>${this.failure}</p>
        <a class="button" href="/">${o("nav.watch")}</a>
      </div>`;if(!this.isRead)return c;const{state:t}=this,s=t?.summary;return n`<div class="match" data-game=${s?.game??c}>
      ${s&&t?n`<h1 class="visually-hidden">${I(s).join(" – ")}</h1>`:c}
      <div class="match-main">
        ${s&&t?this.#f(s,t):n`<div class="strip"></div>`}
        ${z(this.reader,n`<referee-board
            ${Q(this.#t)}
            bare
            ?tray=${ht()&&this.#r!==void 0}
            lang=${S()}
            .match=${this.#s}
            .link=${C}
            .seat=${this.#r}
            .words=${b()}
            ?flipped=${this.isFlipped}
            @update=${a=>this.#c(a.detail.state)}
            @scrub=${a=>this.at=a.detail.isPresent?void 0:a.detail}
            @refused=${a=>(a.preventDefault(),rt(a.detail.error))}
            @error=${a=>this.#$(a.detail.error)}
          ></referee-board>`)}
        ${s&&t?this.#b(s,t):c}
      </div>
      <aside class="match-side">${s&&t?this.#g(s,t):c}</aside>
    </div>`}#$(t){this.state?.summary?nt(E(t),!0):this.failure=E(t)}#o(t){return St(t.game??"",(t.players??[]).length,this.#r,this.isFlipped)}#f(t,s){return n`<div class="strips">
      ${this.#o(t).slice(0,-1).map(a=>x(t,s,a))}
    </div>`}#b(t,s){const a=this.#o(t).at(-1)??0;return n`<div class="strips">${x(t,s,a)}</div>
      ${Mt(t,s,this.#r)}`}#g(t,s){const a=this.#r,i=a===void 0?c:gt({summary:t,state:s,seat:a,isArmed:this.isArmed,agreed:this.agreed,rematchId:this.rematchId,submit:r=>this.#u(r),arm:()=>this.#p(),rematch:r=>this.#h(r)});return n` ${this.#y(t,s)}
    ${s.end?.verdict?ot(t,s.end.verdict):c}
    ${At({game:t.game??"",seats:(t.players??[]).length,state:s,at:this.at,show:r=>this.#t.value?.show(r),step:r=>this.#t.value?.step(r)})}
    ${i} ${this.#v(t,s)} ${xt(this.#s,!!s.end)}`}#v(t,s){const a=t.occasion?.contest,i=t.labels?.match;if(!T()?.isHost||!a||!i||!s.end)return c;const r={contest:a,keys:[i],players:t.players??[],changed:()=>{}};return n`<details class="rulings">
      <summary>${o("host.rulings")}</summary>
      ${lt(r)}
    </details>`}#y(t,s){const{game:a="",options:i={},rules:r,occasion:l}=t,d=Object.entries(i).flatMap(([m,M])=>b().has(a,"value",`${m}=${M}`)?[j(a,"value",`${m}=${M}`)]:[]),h=[...new Set(r?.timeControls??[])].map(ut).join(" / "),p=l?.contest;return n`<div class="about">
      <div class="row tight">
        <h2>${ct(a)}</h2>
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
          @click=${()=>this.#n()}
        >
          ${u("flip")}
        </button>
      </div>
      <p class="soft small">
        <bdi>${h}</bdi> ·
        ${o(r?.rated?"rated":"casual")}${d.map(m=>n` · ${m}`)}${s.watchers>0?n` ·
                <span class="watchers" title=${o("watchers")}
                  >${u("eye",14)} ${$(s.watchers)}</span
                >`:c}
      </p>
      ${p?n`<p class="small">
              <a href=${p.ladderId?`/l/${p.ladderId}`:`/t/${p.tournamentId}`}
                >${o("match.contest")} <bdi>${p.ladderId??p.tournamentId}</bdi></a
              >
            </p>`:c}
      ${t.rematchOf?n`<p class="small"><a href="/m/${t.rematchOf}">${o("match.before")}</a></p>`:c}
    </div>`}}customElements.define("page-match",Vt);
