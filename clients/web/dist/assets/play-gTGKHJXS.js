import"./define-Bneh5zfI.js";import{P as v,t as i,m as I,w as f,D as y,q as p,d as m,j as u,v as E,E as C,F as B,A as h,c as o,g as N,y as b,r as O,x as P}from"./page-B6ctHM5d.js";import{a as T}from"./controls-CIsgzBQ_.js";import{d as w,c as A,p as x,a as G,o as L,B as M}from"./wish-DxAqw128.js";import{w as V,i as _}from"./waiting-u3Q_z1et.js";import{g as $}from"./router-D5sVq8Nt.js";import{n as g}from"./format-9nUSLjyx.js";import"./wall-BsW_p5sR.js";import"./results-OVnUphCI.js";const q=250,S={game:"kamisado",opponent:"house",bot:"house-greedy",control:"600+5"},D=["house","friend","anybody"],k="referee.wish";class H extends v{static{this.properties={...v.properties,wish:{state:!0},problem:{state:!0},scene:{state:!0},own:{state:!0},invitation:{state:!0},isBusy:{state:!0}}}#t;arrived(){this.problem="",this.isBusy=!1,this.entitle(i("nav.play"));const e=this.place.query.get("challenge");I().then(()=>e?this.#i(e):this.#e(this.#s())),this.listen({kind:"seat"},{hear:({challenge:s})=>s&&this.#a(s)}),this.keep(()=>clearTimeout(this.#t))}#s(){const e=JSON.parse(localStorage.getItem(k)??"{}"),s=this.place.query.get("game")??e.game??S.game,t=f(s)??y()[0]??{},n=e.game===t.id;return{...S,...e,game:t.id??"",options:n&&e.options?e.options:w(t),seats:n&&e.seats?e.seats:t.usualSeats??2,seat:void 0}}async#i(e){await p(async()=>{const{challenge:s}=await m("ChallengeService/GetChallenge",{challengeId:e});s&&this.#a(s,!0)}),!this.own&&!this.invitation&&this.#e(this.#s())}#a(e,s=!1){const{challengeId:t,matchId:n,challenger:r,acceptedBy:d=[]}=e;if(!s&&t!==this.own?.challengeId&&t!==this.invitation?.challengeId)return;if(n)return $(`/m/${n}`,!0);const c=u()?.player,a=c!==void 0&&(r===c||d.includes(c)),l=e.state==="CHALLENGE_STATE_OPEN";this.own=a&&l?e:void 0,this.invitation=a?void 0:e,a&&!l&&this.#e(this.#s())}#e(e){const s=e.game!==this.wish?.game||e.seats!==this.wish.seats||e.options!==this.wish.options;this.wish=e,this.problem="",clearTimeout(this.#t),this.#t=setTimeout(()=>void this.#n(e),q),s&&this.#o(e)}async#n(e){const s=u();if(!s)return;const t=await A(e,s.player).then(()=>"",E);this.wish===e&&(this.problem=t)}async#o(e){const{game:s,options:t,seats:n}=e,{scene:r}=await m("GameService/GetPosition",{game:s,options:t,seats:n,withoutSteps:!0}).catch(()=>({scene:void 0}));r&&this.wish?.game===s&&(this.scene=C(r))}async#l(){const{wish:e}=this;e&&(this.isBusy=!0,localStorage.setItem(k,JSON.stringify(e)),await p(async()=>{if(e.opponent==="house")return $(`/m/${await x(e)}`);const s=await G(e);if(s.matchId)return $(`/m/${s.matchId}`);this.own=s}),this.isBusy=!1)}#r(){const e=this.own?.challengeId??"";p(()=>m("ChallengeService/CancelChallenge",{challengeId:e})),this.own=void 0,this.#e(this.#s())}#c(){const e=this.invitation?.challengeId??"";p(async()=>{await B();const{challenge:s}=await m("ChallengeService/AcceptChallenge",{challengeId:e});s&&this.#a(s,!0)})}render(){if(this.own)return V(this.own,()=>this.#r());if(this.invitation)return _(this.invitation,()=>this.#c());const{wish:e}=this,s=e&&f(e.game);return!e||!s?h:o`<div class="play">
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
                ${L(s,e.options,t=>this.#e({...e,options:t}))}
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
          ${u()?h:o`<span class="soft small">${i("play.guest")}</span>`}
        </div>
      </form>
      <div class="preview" aria-hidden="true">
        ${this.scene?o`<referee-board still bare lang=${N()} .game=${e.game} .words=${b()} .scene=${this.scene}></referee-board>`:h}
      </div>
    </div>`}#h(e,s){const{id:t="",minSeats:n=2,maxSeats:r=2,usualSeats:d=2}=e,c=t===s.game,a=n===r?g(n):`${g(n)}–${g(r)}`;return o`<button
      type="button"
      class="game-card"
      role="radio"
      aria-checked=${c}
      @click=${()=>this.#e({...s,game:t,options:w(e),seats:d,seat:void 0})}
    >
      <b>${O(t)}</b><span class="small">${i("play.seats",{n:a})}</span>
    </button>`}#d(e){return o`<fieldset class="stack">
      <legend>${i("play.opponent")}</legend>
      <div class="chips" role="group">
        ${D.map(s=>o` <button
              type="button"
              aria-pressed=${s===e.opponent}
              @click=${()=>this.#e({...e,opponent:s})}
            >
              ${i(`play.${s}`)}
            </button>`)}
      </div>
      ${e.opponent==="house"?o`<div class="chips levels" role="group" aria-label=${i("play.level")}>
              ${M.map(s=>o` <button
                    type="button"
                    aria-pressed=${s===e.bot}
                    @click=${()=>this.#e({...e,bot:s})}
                  >
                    ${i(`level.${s}`)}
                  </button>`)}
            </div>`:h}
    </fieldset>`}#p(e,s){const{id:t="",minSeats:n=2,maxSeats:r=2}=e,d=Array.from({length:r-n+1},(a,l)=>n+l),c=b().sides(t).slice(0,s.seats);return o`<fieldset class="row">
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
          ${c.map(({name:a},l)=>o`<option value=${l} ?selected=${l===s.seat}>${P(t,"side",a)}</option>`)}
        </select></label
      >
    </fieldset>`}}customElements.define("page-play",H);
