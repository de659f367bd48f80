import{r as I,A as h,b as o}from"./board-CwKfKt3e.js";import{P as v,t as i,g as E,K as f,M as y,a as p,c as m,k as u,e as $,r as C,l as B,E as N,u as b,n as g,b as O,v as P}from"./index-DHHjdFiX.js";import{a as T}from"./controls-BfoVU7MZ.js";import{d as w,c as A,p as G,a as M,o as x,B as L}from"./wish-CMBLlUh2.js";import{w as V,i as _}from"./waiting-ClKA-6yl.js";import"./early-CAFEfISo.js";const H=250,S={game:"kamisado",opponent:"house",bot:"house-greedy",control:"600+5"},q=["house","friend","anybody"],k="referee.wish";class D extends v{static{this.properties={...v.properties,wish:{state:!0},problem:{state:!0},scene:{state:!0},own:{state:!0},invitation:{state:!0},isBusy:{state:!0}}}#t;arrived(){this.problem="",this.isBusy=!1,this.entitle(i("nav.play"));const e=this.place.query.get("challenge");E().then(()=>e?this.#i(e):this.#e(this.#s())),this.listen({kind:"seat"},{hear:({challenge:s})=>s&&this.#a(s)}),this.keep(()=>clearTimeout(this.#t))}#s(){const e=JSON.parse(localStorage.getItem(k)??"{}"),s=this.place.query.get("game")??e.game??S.game,t=f(s)??y()[0]??{},n=e.game===t.id;return{...S,...e,game:t.id??"",options:n&&e.options?e.options:w(t),seats:n&&e.seats?e.seats:t.usualSeats??2,seat:void 0}}async#i(e){await p(async()=>{const{challenge:s}=await m("ChallengeService/GetChallenge",{challengeId:e});s&&this.#a(s,!0)}),!this.own&&!this.invitation&&this.#e(this.#s())}#a(e,s=!1){const{challengeId:t,matchId:n,challenger:c,acceptedBy:d=[]}=e;if(!s&&t!==this.own?.challengeId&&t!==this.invitation?.challengeId)return;if(n)return u(`/m/${n}`,!0);const r=$()?.player,a=r!==void 0&&(c===r||d.includes(r)),l=e.state==="CHALLENGE_STATE_OPEN";this.own=a&&l?e:void 0,this.invitation=a?void 0:e,a&&!l&&this.#e(this.#s())}#e(e){const s=e.game!==this.wish?.game||e.seats!==this.wish.seats||e.options!==this.wish.options;this.wish=e,this.problem="",clearTimeout(this.#t),this.#t=setTimeout(()=>void this.#n(e),H),s&&this.#o(e)}async#n(e){const s=$();if(!s)return;const t=await A(e,s.player).then(()=>"",C);this.wish===e&&(this.problem=t)}async#o(e){const{game:s,options:t,seats:n}=e,{scene:c}=await m("GameService/GetPosition",{game:s,options:t,seats:n,withoutSteps:!0}).catch(()=>({scene:void 0}));c&&this.wish?.game===s&&(this.scene=I(c))}async#l(){const{wish:e}=this;e&&(this.isBusy=!0,localStorage.setItem(k,JSON.stringify(e)),await p(async()=>{if(e.opponent==="house")return u(`/m/${await G(e)}`);const s=await M(e);if(s.matchId)return u(`/m/${s.matchId}`);this.own=s}),this.isBusy=!1)}#c(){const e=this.own?.challengeId??"";p(()=>m("ChallengeService/CancelChallenge",{challengeId:e})),this.own=void 0,this.#e(this.#s())}#r(){const e=this.invitation?.challengeId??"";p(async()=>{await B();const{challenge:s}=await m("ChallengeService/AcceptChallenge",{challengeId:e});s&&this.#a(s,!0)})}render(){if(this.own)return V(this.own,()=>this.#c());if(this.invitation)return _(this.invitation,()=>this.#r());const{wish:e}=this,s=e&&f(e.game);return!e||!s?h:o`<div class="play">
      <form
        class="stack wide"
        @submit=${t=>(t.preventDefault(),void this.#l())}
      >
        <h1>${i("play.title")}</h1>
        <div class="games" role="radiogroup" aria-label=${i("play.game")}>
          ${y().map(t=>this.#h(t,e))}
        </div>
        ${this.#d(e)} ${this.#p(s,e)}
        ${(s.options??[]).length>0?o`<fieldset class="stack">
                <legend>${i("play.options")}</legend>
                ${x(s,e.options,t=>this.#e({...e,options:t}))}
              </fieldset>`:h}
        <fieldset class="stack">
          <legend>${i("play.clock")}</legend>
          ${T(e.control,t=>this.#e({...e,control:t}))}
        </fieldset>
        ${this.problem?o`<p class="bad" role="alert" dir="auto">${this.problem}</p>`:h}
        <div class="row">
          <button class="primary start" ?disabled=${this.isBusy||this.problem!==""}>
            ${i(`play.start.${e.opponent}`)}
          </button>
          ${$()?h:o`<span class="soft small">${i("play.guest")}</span>`}
        </div>
      </form>
      <div class="preview" aria-hidden="true">
        ${this.scene?o`<referee-board still bare lang=${N()} .game=${e.game} .words=${b()} .scene=${this.scene}></referee-board>`:h}
      </div>
    </div>`}#h(e,s){const{id:t="",minSeats:n=2,maxSeats:c=2,usualSeats:d=2}=e,r=t===s.game,a=n===c?g(n):`${g(n)}–${g(c)}`;return o`<button
      type="button"
      class="game-card"
      role="radio"
      aria-checked=${r}
      @click=${()=>this.#e({...s,game:t,options:w(e),seats:d,seat:void 0})}
    >
      <b>${O(t)}</b><span class="small">${i("play.seats",{n:a})}</span>
    </button>`}#d(e){return o`<fieldset class="stack">
      <legend>${i("play.opponent")}</legend>
      <div class="chips" role="group">
        ${q.map(s=>o` <button
              type="button"
              aria-pressed=${s===e.opponent}
              @click=${()=>this.#e({...e,opponent:s})}
            >
              ${i(`play.${s}`)}
            </button>`)}
      </div>
      ${e.opponent==="house"?o`<div class="chips levels" role="group" aria-label=${i("play.level")}>
              ${L.map(s=>o` <button
                    type="button"
                    aria-pressed=${s===e.bot}
                    @click=${()=>this.#e({...e,bot:s})}
                  >
                    ${i(`level.${s}`)}
                  </button>`)}
            </div>`:h}
    </fieldset>`}#p(e,s){const{id:t="",minSeats:n=2,maxSeats:c=2}=e,d=Array.from({length:c-n+1},(a,l)=>n+l),r=b().sides(t).slice(0,s.seats);return o`<fieldset class="row">
      <legend class="visually-hidden">${i("play.side")}</legend>
      ${d.length>1?o`<label class="option"
              ><span>${i("play.count")}</span
              ><select
                name="seats"
                @change=${a=>this.#e({...s,seats:Number(a.target.value),seat:void 0})}
              >
                ${d.map(a=>o`<option value=${a} ?selected=${a===s.seats}>${g(a)}</option>`)}
              </select></label
            >`:h}
      <label class="option"
        ><span>${i("play.side")}</span
        ><select
          name="side"
          @change=${a=>{const{value:l}=a.target;this.#e({...s,seat:l===""?void 0:Number(l)})}}
        >
          <option value="" ?selected=${s.seat===void 0}>${i("play.drawn")}</option>
          ${r.map(({name:a},l)=>o`<option value=${l} ?selected=${l===s.seat}>${P(t,"side",a)}</option>`)}
        </select></label
      >
    </fieldset>`}}customElements.define("page-play",D);
