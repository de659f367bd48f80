import{r as E,A as h,b as n}from"./board-D1p_NJfW.js";import{P as v,t as a,g as I,N as O,O as f,Q as y,a as m,c as u,l as $,e as d,r as N,R as B,o as P,G as T,v as b,n as g,b as A,x as G}from"./index-DD4thUuR.js";import{a as M}from"./controls-DPL6xea4.js";import{d as w,c as x,p as L,a as R,o as V,B as _}from"./wish-Q3d-0Hkx.js";import{i as S,w as H,a as q}from"./waiting--5KOvVpQ.js";import"./early-8lfsaDGx.js";const D=250,k={game:"kamisado",opponent:"house",bot:"house-greedy",control:"600+5"},J=["house","friend","anybody"],C="referee.wish";class U extends v{static{this.properties={...v.properties,wish:{state:!0},problem:{state:!0},scene:{state:!0},own:{state:!0},invitation:{state:!0},isBusy:{state:!0}}}#t;arrived(){this.problem="",this.isBusy=!1,this.entitle(a("nav.play"));const e=this.place.query.get("challenge");I().then(()=>e?this.#i(e):this.#e(this.#s())),this.subscribe({kind:"seat"},{onMessage:({challenge:s})=>s&&this.#a(s),onReset:()=>this.#n()}),this.keep(()=>clearTimeout(this.#t))}#s(){const e=JSON.parse(O(C)??"{}"),s=this.place.query.get("game")??e.game??k.game,t=f(s)??y()[0]??{},i=e.game===t.id;return{...k,...e,game:t.id??"",options:i&&e.options?e.options:w(t),seats:i&&e.seats?e.seats:t.usualSeats??2,seat:void 0}}async#i(e){await m(async()=>{const{challenge:s}=await u("ChallengeService/GetChallenge",{challengeId:e});s&&this.#a(s,!0)}),!this.own&&!this.invitation&&this.#e(this.#s())}#a(e,s=!1){const{challengeId:t,matchId:i}=e;if(!s&&t!==this.own?.challengeId&&t!==this.invitation?.challengeId)return;if(i)return $(`/m/${i}`,!0);const l=S(e,d()?.player),r=e.state==="CHALLENGE_STATE_OPEN";this.own=l&&r?e:void 0,this.invitation=l?void 0:e,l&&!r&&this.#e(this.#s())}#n(){!this.own||S(this.own,d()?.player)||(this.own=void 0,this.wish||this.#e(this.#s()))}#e(e){const s=e.game!==this.wish?.game||e.seats!==this.wish.seats||e.options!==this.wish.options;this.wish=e,this.problem="",clearTimeout(this.#t),this.#t=setTimeout(()=>void this.#o(e),D),s&&this.#l(e)}async#o(e){const s=d();if(!s)return;const t=await x(e,s.player).then(()=>"",N);this.wish===e&&(this.problem=t)}async#l(e){const{game:s,options:t,seats:i}=e,{scene:l}=await u("GameService/GetPosition",{game:s,options:t,seats:i,withoutSteps:!0}).catch(()=>({scene:void 0})),r=this.wish,p=r?.game===s&&r.options===t&&r.seats===i;l&&p&&(this.scene=E(l))}async#r(){const{wish:e}=this;e&&(this.isBusy=!0,B(C,JSON.stringify(e)),await m(async()=>{if(e.opponent==="house")return $(`/m/${await L(e)}`);const s=await R(e);if(s.matchId)return $(`/m/${s.matchId}`);this.own=s}),this.isBusy=!1)}#c(){const e=this.own?.challengeId??"";m(()=>u("ChallengeService/CancelChallenge",{challengeId:e})),this.own=void 0,this.#e(this.#s())}#h(){const e=this.invitation?.challengeId??"";m(async()=>{await P();const{challenge:s}=await u("ChallengeService/AcceptChallenge",{challengeId:e});s&&this.#a(s,!0)})}render(){if(this.own){const t=this.own.challenger===d()?.player;return H(this.own,t?()=>this.#c():void 0)}if(this.invitation)return q(this.invitation,()=>this.#h());const{wish:e}=this,s=e&&f(e.game);return!e||!s?h:n`<div class="play">
      <form
        class="stack wide"
        @submit=${t=>(t.preventDefault(),void this.#r())}
      >
        <h1>${a("play.title")}</h1>
        <div class="games" role="group" aria-label=${a("play.game")}>
          ${y().map(t=>this.#p(t,e))}
        </div>
        ${this.#d(e)} ${this.#m(s,e)}
        ${(s.options??[]).length>0?n`<fieldset class="stack options">
                <legend>${a("play.options")}</legend>
                ${V(s,e.options,t=>this.#e({...e,options:t}))}
              </fieldset>`:h}
        <fieldset class="stack">
          <legend>${a("play.clock")}</legend>
          ${M(e.control,t=>this.#e({...e,control:t}))}
        </fieldset>
        ${this.problem?n`<p class="bad" role="alert" dir="auto">${this.problem}</p>`:h}
        <div class="row">
          <button class="primary start" ?disabled=${this.isBusy||this.problem!==""}>
            ${a(`play.start.${e.opponent}`)}
          </button>
          ${d()?h:n`<span class="soft small">${a("play.guest")}</span>`}
        </div>
      </form>
      <div class="preview" aria-hidden="true">
        ${this.scene?n`<referee-board still bare lang=${T()} .game=${e.game} .words=${b()} .scene=${this.scene}></referee-board>`:h}
      </div>
    </div>`}#p(e,s){const{id:t="",minSeats:i=2,maxSeats:l=2,usualSeats:r=2}=e,p=t===s.game,o=i===l?g(i):`${g(i)}–${g(l)}`;return n`<button
      type="button"
      class="game-card"
      aria-pressed=${p}
      @click=${()=>this.#e({...s,game:t,options:w(e),seats:r,seat:void 0})}
    >
      <b>${A(t)}</b><span class="small">${a("play.seats",{n:o})}</span>
    </button>`}#d(e){return n`<fieldset class="stack">
      <legend>${a("play.opponent")}</legend>
      <div class="chips" role="group">
        ${J.map(s=>n` <button
              type="button"
              aria-pressed=${s===e.opponent}
              @click=${()=>this.#e({...e,opponent:s})}
            >
              ${a(`play.${s}`)}
            </button>`)}
      </div>
      ${e.opponent==="house"?n`<div class="chips levels" role="group" aria-label=${a("play.level")}>
              ${_.map(s=>n` <button
                    type="button"
                    aria-pressed=${s===e.bot}
                    @click=${()=>this.#e({...e,bot:s})}
                  >
                    ${a(`level.${s}`)}
                  </button>`)}
            </div>`:h}
    </fieldset>`}#m(e,s){const{id:t="",minSeats:i=2,maxSeats:l=2}=e,r=Array.from({length:l-i+1},(o,c)=>i+c),p=b().sides(t).slice(0,s.seats);return n`<fieldset class="stack options">
      <legend class="visually-hidden">${a("play.side")}</legend>
      ${r.length>1?n`<label class="option"
              ><span>${a("play.count")}</span
              ><select
                name="seats"
                @change=${o=>this.#e({...s,seats:Number(o.target.value),seat:void 0})}
              >
                ${r.map(o=>n`<option value=${o} ?selected=${o===s.seats}>${g(o)}</option>`)}
              </select></label
            >`:h}
      <label class="option"
        ><span>${a("play.side")}</span
        ><select
          name="side"
          @change=${o=>{const{value:c}=o.target;this.#e({...s,seat:c===""?void 0:Number(c)})}}
        >
          <option value="" ?selected=${s.seat===void 0}>${a("play.drawn")}</option>
          ${p.map(({name:o},c)=>n`<option value=${c} ?selected=${c===s.seat}>${G(t,"side",o)}</option>`)}
        </select></label
      >
    </fieldset>`}}customElements.define("page-play",U);
