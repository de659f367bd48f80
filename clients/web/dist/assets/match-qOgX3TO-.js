import{i as z,r as Q,t as Y,e as J,c as X}from"./define-Bneh5zfI.js";import{A as c,t as r,c as o,s as j,f as u,w as Z,x as H,y as g,g as R,u as V,q as _,z as D,B as F,d as S,l as tt,R as st,P as T,m as et,j as at,C as it,n as nt,v as P,r as ot}from"./page-B6ctHM5d.js";import{s as A,a as U,p as rt,b as E}from"./wall-BsW_p5sR.js";import{n as m,s as ct}from"./format-9nUSLjyx.js";import{c as lt,v as dt}from"./results-OVnUphCI.js";import{c as ht}from"./controls-CIsgzBQ_.js";import{g as C}from"./router-D5sVq8Nt.js";/* empty css              */const f=(e,t)=>{const s=e._$AN;if(s===void 0)return!1;for(const a of s)a._$AO?.(t,!1),f(a,t);return!0},v=e=>{let t,s;do{if((t=e._$AM)===void 0)break;s=t._$AN,s.delete(e),e=t}while(s?.size===0)},K=e=>{for(let t;t=e._$AM;e=t){let s=t._$AN;if(s===void 0)t._$AN=s=new Set;else if(s.has(e))break;s.add(e),$t(t)}};function ut(e){this._$AN!==void 0?(v(this),this._$AM=e,K(this)):this._$AM=e}function pt(e,t=!1,s=0){const a=this._$AH,n=this._$AN;if(n!==void 0&&n.size!==0)if(t)if(Array.isArray(a))for(let i=s;i<a.length;i++)f(a[i],!1),v(a[i]);else a!=null&&(f(a,!1),v(a));else f(this,e)}const $t=e=>{e.type==Y.CHILD&&(e._$AP??=pt,e._$AQ??=ut)};class mt extends z{constructor(){super(...arguments),this._$AN=void 0}_$AT(t,s,a){super._$AT(t,s,a),K(this),this.isConnected=t._$AU}_$AO(t,s=!0){t!==this.isConnected&&(this.isConnected=t,t?this.reconnected?.():this.disconnected?.()),s&&(f(this,t),v(this))}setValue(t){if(Q(this._$Ct))this._$Ct._$AI(t,this);else{const s=[...this._$Ct._$AH];s[this._$Ci]=t,this._$Ct._$AI(s,this,0)}}disconnected(){}reconnected(){}}const ft=()=>new bt;class bt{}const w=new WeakMap,gt=J(class extends mt{render(e){return c}update(e,[t]){const s=t!==this.G;return s&&this.rt(void 0),(s||this.lt!==this.ct)&&(this.G=t,this.ht=e.options?.host,this.rt(this.ct=e.element)),c}rt(e){if(this.G!==void 0)if(this.isConnected||(e=void 0),typeof this.G=="function"){const t=this.ht??globalThis;let s=w.get(t);s===void 0&&(s=new WeakMap,w.set(t,s)),s.get(this.G)!==void 0&&this.G.call(this.ht,void 0),s.set(this.G,e),e!==void 0&&this.G.call(this.ht,e)}else this.G.value=e}get lt(){return typeof this.G=="function"?w.get(this.ht??globalThis)?.get(this.G):this.G?.value}disconnected(){this.lt===this.ct&&this.rt(void 0)}reconnected(){this.rt(this.ct)}}),L=e=>({propose:{proposal:e}}),x=(e,t)=>({answerProposal:{proposal:e,answer:t}}),vt=[{proposal:"PROPOSAL_DRAW",proposer:"drawProposer",theirs:"draw.offered",mine:"draw.mine"},{proposal:"PROPOSAL_TAKEBACK",proposer:"takebackProposer",theirs:"takeback.offered",mine:"takeback.mine"}];function yt({summary:e,state:t,seat:s,submit:a}){return vt.flatMap(({proposal:n,proposer:i,theirs:l,mine:d})=>{const h=t[i];return h===void 0?[]:h===s||t.accepted.includes(s)?[o`<p class="proposal soft">${r(d)}</p>`]:[o`<div class="proposal" role="alert">
        <p>${j(l,{name:A(e,h)})}</p>
        <div class="row tight">
          <button
            class="primary accept"
            @click=${()=>a(x(n,"PROPOSAL_ANSWER_ACCEPT"))}
          >
            ${r("accept")}
          </button>
          <button
            class="decline"
            @click=${()=>a(x(n,"PROPOSAL_ANSWER_DECLINE"))}
          >
            ${r("decline")}
          </button>
        </div>
      </div>`]})}function At({summary:e,state:t}){return new Set(t.steps.filter(({isForced:a})=>!a).map(a=>a.seat)).size<(e.players??[]).length&&!e.rules?.rated&&!e.occasion}function wt(e){const{summary:t,state:s,seat:a,isArmed:n,submit:i,arm:l}=e,d=Z(t.game??""),p=s.steps.some($=>$.seat===a&&!$.isForced)&&!t.rules?.rated&&!d?.hidden&&!d?.chance;return o`${yt(e)}
    <div class="actions">
      ${p?o`<button
              class="takeback"
              ?disabled=${s.takebackProposer!==void 0}
              @click=${()=>i(L("PROPOSAL_TAKEBACK"))}
            >
              ${u("undo")}${r("takeback")}
            </button>`:c}
      ${d?.draws?o`<button
              class="draw"
              ?disabled=${s.drawProposer!==void 0}
              @click=${()=>i(L("PROPOSAL_DRAW"))}
            >
              ${u("half")}${r("draw")}
            </button>`:c}
      ${s.choices?.claimable?o`<button class="primary claim" @click=${()=>i({claimDraw:{}})}>${r("claim")}</button>`:c}
      ${At(e)?o`<button class="abort" @click=${()=>i({abort:{}})}>
              ${u("close")}${r("abort")}
            </button>`:o`<button
              class="danger resign ${n?"armed":""}"
              @click=${()=>n?i({resign:{}}):l()}
            >
              ${u("flag")}${r(n?"resign.sure":"resign")}
            </button>`}
    </div>`}function kt({summary:e,seat:t,agreed:s,rematchId:a,rematch:n}){if(a)return o`<div class="actions">
      <a class="button primary" href="/m/${a}">${r("rematch.go")}</a>
    </div>`;const i=s.includes(t),l=s.filter(h=>h!==t),d=(e.players??[]).length;return o` ${l.length>0&&!i?o`<p class="proposal">${j("rematch.offered",{name:l.map(h=>A(e,h)).join(", ")})}</p>`:c}
    <div class="actions">
      <button
        class="rematch ${i?"":"primary"}"
        @click=${()=>n(i?"REMATCH_WISH_WITHDRAW":"REMATCH_WISH_AGREE")}
      >
        ${u("again")}${r(i?"rematch.withdraw":"rematch")}
      </button>
      ${i?o`<span class="soft small">${r("rematch.waits",{n:m(s.length),all:m(d)})}</span>`:c}
      <a class="button" href="/play?game=${e.game}">${r("play.another")}</a>
    </div>`}const _t=e=>e.state.end?kt(e):wt(e),I=2;function B(e,t){const s={round:t.round,ply:t.ply+1},a=e.at??{round:e.state.round,ply:e.state.ply},n=a.round===s.round&&a.ply===s.ply,i=e.seats>I&&t.seat!==void 0?U(e.game,t.seat):c;return o`<button
    class="ply ${t.isForced?"forced":""}"
    aria-current=${n?"step":c}
    @click=${()=>e.show(s)}
  >
    ${i}<span class="notation">${t.notation}</span>
  </button>`}function St(e){const t=[];for(const s of e){const a=t.at(-1),n=s.seat??0;a&&n>a.findLastIndex(i=>i!==void 0)?a[n]=s:t.push(Object.assign(new Array(I).fill(void 0),{[n]:s}))}return t}function Mt(e,t){return o`<ol class="moves-rows">
    ${St(t).map((s,a)=>o`<li>
          <span class="move-number">${m(a+1)}</span
          >${s.map(n=>n?B(e,n):o`<span></span>`)}
        </li>`)}
  </ol>`}function Rt(e,t){return o`<ol class="moves-line">
    ${t.map(s=>o`<li>${B(e,s)}</li>`)}
  </ol>`}function It(e,t,s){const a=e.state.steps.filter(l=>l.round===t),n=e.state.results.find(l=>l.round===t),i=e.seats>I?Rt(e,a):Mt(e,a);return o`${s?c:o`<h3>${r("round",{n:m(t)})}</h3>`}${i}${n&&!s?o`<p class="round-end">
          ${H(e.game,"cause",n.result.cause??"")} ·
          ${ct(n.result.totals??[])}
        </p>`:c}`}function b(e,t,s,a){return o`<button
    class="icon"
    aria-label=${r(t)}
    title=${r(t)}
    ?disabled=${s}
    @click=${a}
  >
    ${u(e)}
  </button>`}function Ot(e){const{state:t,at:s}=e,a=[...new Set(t.steps.map(i=>i.round))],n=(s??t).round===1&&(s??t).ply===0;return o` <div class="moves" role="group" aria-label=${r("moves")} tabindex="-1">
      ${a.map(i=>It(e,i,a.length===1))}
      ${a.length===0?o`<p class="empty small">${r("moves.none")}</p>`:c}
    </div>
    <div class="scrub" role="group" aria-label=${r("scrub")}>
      ${b("first","scrub.first",n,()=>e.show({round:1,ply:0}))}
      ${b("back","scrub.back",n,()=>e.step(-1))}
      ${b("next","scrub.next",!s,()=>e.step(1))}
      ${b("last",t.end?"scrub.end":"scrub.present",!s,()=>e.show(void 0))}
    </div>
    ${s&&!t.end?o`<button class="primary present" @click=${()=>e.show(void 0)}>${r("scrub.present")}</button>`:c}`}function Tt(e,t,s,a){const n=g().sides(e),i=s??Math.max(0,n.slice(0,t).findIndex(({halfTurns:d})=>d===0)),l=Array.from({length:t},(d,h)=>(i+1+h)%t);return a?l.toReversed():l}function Pt(e,t){const s=e.losses.find(i=>(i.seat??0)===t);if(s)return o`<span class="seat-note bad"
      >${V(`lost.${lt(s.cause,"TERMINATION_")}`,r("lost"))}</span
    >`;if(!e.absent.has(t)||e.end)return c;const a=e.absent.get(t),n=a===void 0?void 0:Math.max(0,a-performance.now());return o`<span class="seat-note"
    ><span class="dot away"></span> ${n===void 0?r("away"):r("away.until",{time:X(n,R())})}</span
  >`}function N(e,t,s){const a=e.players?.[s]??"",n=t.points[s]??0,i=t.points.some(d=>d!==0),l=t.turnSeat===s&&!t.end;return o`<div
    class="strip ${l?"turn":""} ${(e.players??[]).length>2?"many":""}"
    data-seat=${s}
  >
    ${U(e.game??"",s)}${rt(a,A(e,s))}
    ${Pt(t,s)}
    ${i?o`<b class="points" title=${r("points")}>${m(n)}</b>`:c}
    <seat-clock
      class="push"
      .clock=${t.clocks[s]}
      .atMs=${t.clocksAtMs}
      .isStopped=${!!t.end||t.isPaused}
    ></seat-clock>
  </div>`}function Et(e,t,s){if(t.end)return c;if(t.isPaused)return o`<p class="prompt">${r("paused")}</p>`;const a=t.scene?.prompt;if(!a)return o`<p class="prompt soft">
      ${e.state==="MATCH_STATE_WAITING"?r("waiting"):" "}
    </p>`;const n=(e.players??[]).map((d,h)=>A(e,h)),i=g().prompt(e.game??"",a,R(),n),l=s!==void 0&&t.turnSeat===s;return o`<p class="prompt ${l?"mine":"soft"}">
    ${l?o`<b>${r("your-turn")}</b> `:c}${i.map(({text:d,isIsolated:h})=>h?o`<bdi>${d}</bdi>`:d)}
  </p>`}const q="referee.sounds",Ct=.12,Lt={move:[[220,0]],end:[[330,0],[440,.16]]};let k;const y=()=>localStorage.getItem(q)==="on";function xt(){localStorage.setItem(q,y()?"off":"on"),M("move")}function M(e){if(!(!y()||document.visibilityState!=="visible")){k??=new AudioContext;for(const[t,s]of Lt[e])Nt(k,t,k.currentTime+s)}}function Nt(e,t,s){const[a,n]=[e.createOscillator(),e.createGain()];a.type="triangle",a.frequency.setValueAtTime(t,s),n.gain.setValueAtTime(Ct,s),n.gain.exponentialRampToValueAtTime(.001,s+.14),a.connect(n).connect(e.destination),a.start(s),a.stop(s+.15)}function Gt(e){const{origin:t}=location;return`<script type="module" src="${t}/referee-board.js"><\/script>
<referee-board url="${t}" match="${e}"></referee-board>`}async function Wt(e){const t=`${location.origin}/m/${e}`;"share"in navigator&&matchMedia("(pointer: coarse)").matches?await navigator.share({url:t}).catch(()=>{}):await D(t)}async function jt(e){const t=[];for await(const{record:a=""}of F().stream("MatchService/GetRecord",{matchId:e}))t.push(a);const s=URL.createObjectURL(new Blob(t,{type:"application/jsonl"}));Object.assign(document.createElement("a"),{href:s,download:`${e}.jsonl`}).click(),setTimeout(()=>URL.revokeObjectURL(s),1e3)}function Ht(e,t){const s=Gt(e);return o`<div class="share">
    <button class="plain" @click=${()=>Wt(e)}>${u("share")}${r("share")}</button>
    ${t?o`<button class="plain record" @click=${()=>_(()=>jt(e))}>${u("download")}${r("record")}</button>`:c}
    <details>
      <summary>${u("code")}${r("embed")}</summary>
      <p class="soft small">${r("embed.how")}</p>
      <pre tabindex="0">${s}</pre>
      <button @click=${()=>D(s)}>${u("copy")}${r("copy")}</button>
    </details>
  </div>`}class Vt{#s=[];#e;#a=!1;#t=()=>{};push(t){this.#s.push(t),this.#t()}end(t){this.#e=t,this.#a=!0,this.#t()}async*read(){for(;;){const t=this.#s.shift();if(t!==void 0)yield t;else{if(this.#e)throw this.#e;if(this.#a)return;await new Promise(s=>this.#t=s)}}}}async function*G(e,t){const s=new Vt,a=tt({kind:"match",matchId:e},{hear:n=>{s.push(n),n.gone&&s.end()},refused:({code:n,reason:i,text:l})=>s.end(new st({code:n,reason:i,message:l}))});t?.addEventListener("abort",()=>s.end(),{once:!0});try{yield*s.read()}finally{a()}}async function*Dt(e,t,s){const{matches:a}=t,{watch:n}=t,[i]=a??n?.matches??[];if(e==="MatchService/WatchMatches"&&i)yield*G(i.matchId??"",s?.signal);else if(e==="MatchService/Attend"&&i)for await(const l of G(i.matchId??"",s?.signal))yield{watched:l};else yield*F().stream(e,t,s)}const W={call:S,stream:(e,t,s)=>Dt(e,t,s)},Ft=4e3,Ut=1e3;class Kt extends T{static{this.properties={...T.properties,state:{state:!0},at:{state:!0},isFlipped:{state:!0},isArmed:{state:!0},isRead:{state:!0},agreed:{state:!0},rematchId:{state:!0},failure:{state:!0}}}#s=ft();#e=0;#a=0;arrived(){this.isFlipped=this.isArmed=this.isRead=!1,[this.agreed,this.rematchId,this.failure]=[[],"",""],et().then(()=>this.isRead=!0),this.every(Ut,()=>this.state&&this.state.absent.size>0&&this.requestUpdate());const t=s=>this.#p(s);addEventListener("keydown",t),this.keep(()=>removeEventListener("keydown",t)),this.listen({kind:"seat"},{hear:s=>this.#l(s)})}get#t(){return this.place.id}get#i(){const t=(this.state?.summary?.players??[]).indexOf(at()?.player??"");return t<0?void 0:t}#r(t){const s=!this.state?.summary&&t.summary,a=!this.state?.end&&t.end;this.state=t,t.refusal&&(this.failure=V(`reason.${t.refusal.reason?.replace("REASON_","")}`,t.refusal.text??"")),s&&t.summary&&this.entitle(`${E(t.summary).join(" – ")}`),!s&&t.steps.length>this.#a&&M("move"),this.#a=t.steps.length,a&&!s&&M("end"),a&&this.#c()}async#c(){const{summary:t}=await S("MatchService/GetMatch",{matchId:this.#t}).catch(()=>({summary:void 0}));this.agreed=t?.rematchAgreedSeats??[],this.rematchId=t?.rematchMatchId??""}#l({seated:t,rematch:s,rematchProposed:a}){a?.matchId===this.#t&&(this.agreed=[...new Set([...this.agreed,a.seat??0])]),s?.matchId===this.#t&&(this.agreed=s.agreedSeats??[]),!(t?.summary?.rematchOf!==this.#t||!t.matchId)&&(this.rematchId=t.matchId,this.agreed.includes(this.#i??-1)&&C(`/m/${t.matchId}`))}#d(t){_(async()=>{const s=await S("MatchService/Rematch",{matchId:this.#t,wish:t});this.agreed=s.agreedSeats??[],s.rematchMatchId&&C(`/m/${s.rematchMatchId}`)})}#h(t){this.isArmed=!1,_(()=>it(W,{matchId:this.#t,...t}))}#u(){this.isArmed=!0,setTimeout(()=>this.isArmed=!1,Ft)}#p(t){const s=t.composedPath()[0];if(s instanceof Element&&(s.closest("input, select, textarea, referee-board")||s.getRootNode()instanceof ShadowRoot)||t.altKey||t.ctrlKey||t.metaKey)return;const[n,i]=document.dir==="rtl"?["ArrowRight","ArrowLeft"]:["ArrowLeft","ArrowRight"],d={[n]:()=>this.#s.value?.step(-1),[i]:()=>this.#s.value?.step(1),Home:()=>this.#s.value?.show({round:1,ply:0}),End:()=>this.#s.value?.show(),f:()=>this.#n()}[t.key];d&&(t.preventDefault(),d())}#n(){this.isFlipped=!this.isFlipped}updated(){const t=this.querySelector(".moves"),s=this.state?.steps.length??0,a=t?.querySelector("[aria-current]");!t||!a||s===this.#e&&!this.at||(this.#e=s,t.scrollTop=a.offsetTop-t.clientHeight/2)}render(){if(this.failure)return o`<div class="heading">
        <h1>${r("match.none")}</h1>
        <p>${this.failure}</p>
      </div>`;if(!this.isRead)return c;const{state:t}=this,s=t?.summary;return o`<div class="match" data-game=${s?.game??c}>
      ${s&&t?o`<h1 class="visually-hidden">${E(s).join(" – ")}</h1>`:c}
      <div class="match-main">
        ${s&&t?this.#m(s,t):o`<div class="strip"></div>`}
        <referee-board
          ${gt(this.#s)}
          bare
          lang=${R()}
          .match=${this.#t}
          .link=${W}
          .seat=${this.#i}
          .words=${g()}
          ?flipped=${this.isFlipped}
          @update=${a=>this.#r(a.detail.state)}
          @scrub=${a=>this.at=a.detail.isPresent?void 0:a.detail}
          @error=${a=>this.#$(a.detail.error)}
        ></referee-board>
        ${s&&t?this.#f(s,t):c}
      </div>
      <aside class="match-side">${s&&t?this.#b(s,t):c}</aside>
    </div>`}#$(t){this.state?.summary?nt(P(t),!0):this.failure=P(t)}#o(t){return Tt(t.game??"",(t.players??[]).length,this.#i,this.isFlipped)}#m(t,s){return o`<div class="strips">
      ${this.#o(t).slice(0,-1).map(a=>N(t,s,a))}
    </div>`}#f(t,s){const a=this.#o(t).at(-1)??0;return o`<div class="strips">${N(t,s,a)}</div>
      ${Et(t,s,this.#i)}`}#b(t,s){const a=this.#i,n=a===void 0?c:_t({summary:t,state:s,seat:a,isArmed:this.isArmed,agreed:this.agreed,rematchId:this.rematchId,submit:i=>this.#h(i),arm:()=>this.#u(),rematch:i=>this.#d(i)});return o` ${this.#g(t,s)}
    ${s.end?.verdict?dt(t,s.end.verdict):c}
    ${Ot({game:t.game??"",seats:(t.players??[]).length,state:s,at:this.at,show:i=>this.#s.value?.show(i),step:i=>this.#s.value?.step(i)})}
    ${n} ${Ht(this.#t,!!s.end)}`}#g(t,s){const{game:a="",options:n={},rules:i,occasion:l}=t,d=Object.entries(n).flatMap(([$,O])=>g().has(a,"value",`${$}=${O}`)?[H(a,"value",`${$}=${O}`)]:[]),h=[...new Set(i?.timeControls??[])].map(ht).join(" / "),p=l?.contest;return o`<div class="about">
      <div class="row tight">
        <h2>${ot(a)}</h2>
        <button
          class="plain icon push"
          aria-label=${r("sound")}
          title=${r("sound")}
          aria-pressed=${y()}
          @click=${()=>(xt(),this.requestUpdate())}
        >
          ${u(y()?"sound":"mute")}
        </button>
        <button
          class="plain icon"
          aria-label=${r("flip")}
          title=${r("flip")}
          @click=${()=>this.#n()}
        >
          ${u("flip")}
        </button>
      </div>
      <p class="soft small">
        <bdi>${h}</bdi> ·
        ${r(i?.rated?"rated":"casual")}${d.map($=>o` · ${$}`)}${s.watchers>0?o` ·
                <span class="watchers" title=${r("watchers")}
                  >${u("eye",14)} ${m(s.watchers)}</span
                >`:c}
      </p>
      ${p?o`<p class="small">
              <a href=${p.ladderId?`/l/${p.ladderId}`:`/t/${p.tournamentId}`}
                >${r("match.contest")} <bdi>${p.ladderId??p.tournamentId}</bdi></a
              >
            </p>`:c}
      ${t.rematchOf?o`<p class="small"><a href="/m/${t.rematchOf}">${r("match.before")}</a></p>`:c}
    </div>`}}customElements.define("page-match",Kt);
