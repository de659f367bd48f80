import{i as p,o as u,g as $,A as o,t as w,c as n,y as g,r as y,m as S,l as M}from"./page-B6ctHM5d.js";import{a as R,c as O,b as U}from"./define-Bneh5zfI.js";import{n as v}from"./format-9nUSLjyx.js";const I=100,m=1e4,d=new Set;let h;function x(){for(const i of d)i.tick()}class E extends p{static{this.properties={clock:{attribute:!1},atMs:{attribute:!1},isStopped:{attribute:!1}}}#s="";#t=()=>{};constructor(){super(),this.clock=void 0,this.atMs=0,this.isStopped=!1}createRenderRoot(){return this}connectedCallback(){super.connectedCallback(),this.#t=u(()=>this.requestUpdate())}disconnectedCallback(){super.disconnectedCallback(),this.#t(),this.#e(!1)}#e(s){s?d.add(this):d.delete(this),d.size>0?h??=setInterval(x,I):(clearInterval(h),h=void 0)}tick(){this.#a()!==this.#s&&this.requestUpdate()}#i(){const s=this.isStopped?0:performance.now()-this.atMs;return this.clock&&R(this.clock,s)}#a(){const s=this.#i();return s?.shownMs===void 0?"":O(s.shownMs,$())}render(){const s=this.#i();if(this.#e(this.isConnected&&s?.isRunning===!0&&!this.isStopped),this.#s=this.#a(),!s||this.#s==="")return o;const t=(s.shownMs??m)<m&&s.isRunning,e=`${s.isRunning&&!this.isStopped?"running":""} ${t?"short":""}`;return n`<span class="clock ${e}" role="timer" aria-live="off" dir="ltr"
      >${this.#s}${s.periods>0?n`<small title=${w("clock.periods")}> ×${v(s.periods)}</small>`:o}</span
    >`}}customElements.define("seat-clock",E);function f(i,s){return i.displayNames?.[s]||i.players?.[s]||""}const q=i=>(i.players??[]).map((s,t)=>f(i,t));function N(i,s=""){return n`<a class="player" dir="auto" href="/p/${encodeURIComponent(i)}"
    ><bdi>${s||i}</bdi></a
  >`}function H(i){const s=(i.players??[]).map((t,e)=>N(t,f(i,e)));return n`<span class="versus"
    >${s.map((t,e)=>e===0?t:n` <span class="soft">–</span> ${t}`)}</span
  >`}function A(i,s){const t=g().sides(i)[s]?.colour??"";return n`<span class="side side-${t}" aria-hidden="true"></span>`}const T="200px",_=2,k=new IntersectionObserver(i=>{for(const{target:s,isIntersecting:t}of i)s.see(t)},{rootMargin:T});class L extends p{static{this.properties={summary:{attribute:!1},picture:{attribute:!1},isOver:{attribute:!1}}}#s=!1;#t;#e=0;#i=()=>{};createRenderRoot(){return this}connectedCallback(){super.connectedCallback(),k.observe(this),this.#i=u(()=>this.requestUpdate())}disconnectedCallback(){super.disconnectedCallback(),k.unobserve(this),this.#i()}see(s){this.#s=s,s&&this.requestUpdate()}shouldUpdate(s){return this.#s||!this.hasUpdated||s.has("summary")}willUpdate(s){if(!this.picture||!(s.has("picture")||!this.#t))return;const{scene:t,heardAtMs:e}=this.picture;this.#e=performance.now()-(Date.now()-e),this.#t={...t,hands:t.hands.map(({seat:a})=>({seat:a,tokens:[]}))}}render(){const{summary:s}=this,t=s.game??"";return n`<a class="mini ${this.isOver?"over":""}" href="/m/${s.matchId}">
      <span class="visually-hidden">${y(t)}</span>
      <span class="mini-board" aria-hidden="true">${this.#a(t)}</span>
      <span class="mini-seats">${this.#n(t)}</span>
    </a>`}#a(s){return!this.#t||!this.#s?o:n`<referee-board
      still
      bare
      lang=${$()}
      .game=${s}
      .words=${g()}
      .names=${q(this.summary)}
      .scene=${this.#t}
    ></referee-board>`}#n(s){const{summary:t,picture:e}=this,a=t.players??[],r=e?.points??t.points??[],c=r.some(b=>b!==0);return a.map((b,l)=>{const C=e?.turnSeat===l&&!this.isOver;return n`<span class="mini-seat ${C?"turn":""}"
        >${A(s,l)}<bdi>${f(t,l)}</bdi>${c?n`<b>${v(r[l]??0)}</b>`:o}${a.length<=_&&e?n`<seat-clock
                .clock=${e.clocks[l]}
                .atMs=${this.#e}
                .isStopped=${this.isOver}
              ></seat-clock>`:o}</span
      >`})}}customElements.define("mini-board",L);const B=5e3;class D extends p{static{this.properties={newest:{attribute:!1},game:{attribute:!1},player:{attribute:!1},contest:{attribute:!1},without:{attribute:!1},boards:{state:!0},isRead:{state:!0}}}#s=[];constructor(){super(),this.newest=24,this.game="",this.player="",this.contest=void 0,this.without="",this.boards=[],this.isRead=!1}createRenderRoot(){return this}connectedCallback(){super.connectedCallback(),S().then(()=>this.isRead=!0),this.#s=[u(()=>this.requestUpdate())],this.#t()}disconnectedCallback(){super.disconnectedCallback();for(const s of this.#s.splice(0))s()}willUpdate(s){["newest","game","player","contest"].some(e=>s.has(e))&&this.hasUpdated&&this.#t()}#t(){for(const c of this.#s.splice(1))c();this.boards=[];const{newest:s,game:t,player:e,contest:a}=this,r={kind:"wall",newest:s,...t&&{game:t},...e&&{player:e},...a&&{contest:a}};this.#s.push(M(r,{hear:c=>this.#e(c)}))}#e({matchId:s,summary:t,picture:e,isGone:a}){t&&(this.boards=this.#a({matchId:s,summary:t,isOver:!1})),e&&(this.boards=this.boards.map(r=>r.matchId===s?{...r,picture:e}:r)),a&&(this.boards=this.boards.map(r=>r.matchId===s?{...r,isOver:!0}:r),setTimeout(()=>this.#i(s),B),this.dispatchEvent(new CustomEvent("over",{detail:{matchId:s}})))}#i(s){this.boards=this.boards.filter(t=>t.matchId!==s||!t.isOver)}#a(s){const t=this.boards.findIndex(({matchId:a})=>a===s.matchId);if(t>=0)return this.boards.with(t,{...this.boards[t],...s});const e=this.boards.length>=this.newest?this.boards.findIndex(({isOver:a})=>a):-1;return e>=0?this.boards.with(e,s):[...this.boards,s]}render(){if(!this.isRead)return o;const s=this.boards.filter(({matchId:t})=>t!==this.without);return s.length===0?n`<p class="empty">${w("wall.empty")}</p>`:n`<ul class="wall">
      ${U(s,({matchId:t})=>t,({summary:t,picture:e,isOver:a})=>n`<li>
            <mini-board .summary=${t} .picture=${e} .isOver=${a}></mini-board>
          </li>`)}
    </ul>`}}customElements.define("board-wall",D);export{A as a,q as b,H as c,N as p,f as s};
