import{r as I,A as p,b as o}from"./board-DAssJNWa.js";import{P as v,t as i,g as E,K as f,M as y,a as d,c as m,k as u,e as $,r as C,l as B,E as N,u as b,n as g,b as O,v as P}from"./index-BcgYAp6r.js";import{a as T}from"./controls-Xxd5ItRT.js";import{d as w,c as A,p as G,a as M,o as x,B as L}from"./wish-BqUb-rYW.js";import{w as V,i as _}from"./waiting-1jgUWQnZ.js";import"./early-BgkKhUcd.js";const H=250,S={game:"kamisado",opponent:"house",bot:"house-greedy",control:"600+5"},q=["house","friend","anybody"],k="referee.wish";class D extends v{static{this.properties={...v.properties,wish:{state:!0},problem:{state:!0},scene:{state:!0},own:{state:!0},invitation:{state:!0},isBusy:{state:!0}}}#t;arrived(){this.problem="",this.isBusy=!1,this.entitle(i("nav.play"));const e=this.place.query.get("challenge");E().then(()=>e?this.#i(e):this.#e(this.#s())),this.listen({kind:"seat"},{hear:({challenge:s})=>s&&this.#a(s)}),this.keep(()=>clearTimeout(this.#t))}#s(){const e=JSON.parse(localStorage.getItem(k)??"{}"),s=this.place.query.get("game")??e.game??S.game,t=f(s)??y()[0]??{},n=e.game===t.id;return{...S,...e,game:t.id??"",options:n&&e.options?e.options:w(t),seats:n&&e.seats?e.seats:t.usualSeats??2,seat:void 0}}async#i(e){await d(async()=>{const{challenge:s}=await m("ChallengeService/GetChallenge",{challengeId:e});s&&this.#a(s,!0)}),!this.own&&!this.invitation&&this.#e(this.#s())}#a(e,s=!1){const{challengeId:t,matchId:n,challenger:r,acceptedBy:l=[]}=e;if(!s&&t!==this.own?.challengeId&&t!==this.invitation?.challengeId)return;if(n)return u(`/m/${n}`,!0);const h=$()?.player,a=h!==void 0&&(r===h||l.includes(h)),c=e.state==="CHALLENGE_STATE_OPEN";this.own=a&&c?e:void 0,this.invitation=a?void 0:e,a&&!c&&this.#e(this.#s())}#e(e){const s=e.game!==this.wish?.game||e.seats!==this.wish.seats||e.options!==this.wish.options;this.wish=e,this.problem="",clearTimeout(this.#t),this.#t=setTimeout(()=>void this.#n(e),H),s&&this.#o(e)}async#n(e){const s=$();if(!s)return;const t=await A(e,s.player).then(()=>"",C);this.wish===e&&(this.problem=t)}async#o(e){const{game:s,options:t,seats:n}=e,{scene:r}=await m("GameService/GetPosition",{game:s,options:t,seats:n,withoutSteps:!0}).catch(()=>({scene:void 0})),l=this.wish,h=l?.game===s&&l.options===t&&l.seats===n;r&&h&&(this.scene=I(r))}async#l(){const{wish:e}=this;e&&(this.isBusy=!0,localStorage.setItem(k,JSON.stringify(e)),await d(async()=>{if(e.opponent==="house")return u(`/m/${await G(e)}`);const s=await M(e);if(s.matchId)return u(`/m/${s.matchId}`);this.own=s}),this.isBusy=!1)}#c(){const e=this.own?.challengeId??"";d(()=>m("ChallengeService/CancelChallenge",{challengeId:e})),this.own=void 0,this.#e(this.#s())}#r(){const e=this.invitation?.challengeId??"";d(async()=>{await B();const{challenge:s}=await m("ChallengeService/AcceptChallenge",{challengeId:e});s&&this.#a(s,!0)})}render(){if(this.own)return V(this.own,()=>this.#c());if(this.invitation)return _(this.invitation,()=>this.#r());const{wish:e}=this,s=e&&f(e.game);return!e||!s?p:o`<div class="play">
      <form
        class="stack wide"
        @submit=${t=>(t.preventDefault(),void this.#l())}
      >
        <h1>${i("play.title")}</h1>
        <div class="games" role="group" aria-label=${i("play.game")}>
          ${y().map(t=>this.#h(t,e))}
        </div>
        ${this.#p(e)} ${this.#d(s,e)}
        ${(s.options??[]).length>0?o`<fieldset class="stack">
                <legend>${i("play.options")}</legend>
                ${x(s,e.options,t=>this.#e({...e,options:t}))}
              </fieldset>`:p}
        <fieldset class="stack">
          <legend>${i("play.clock")}</legend>
          ${T(e.control,t=>this.#e({...e,control:t}))}
        </fieldset>
        ${this.problem?o`<p class="bad" role="alert" dir="auto">${this.problem}</p>`:p}
        <div class="row">
          <button class="primary start" ?disabled=${this.isBusy||this.problem!==""}>
            ${i(`play.start.${e.opponent}`)}
          </button>
          ${$()?p:o`<span class="soft small">${i("play.guest")}</span>`}
        </div>
      </form>
      <div class="preview" aria-hidden="true">
        ${this.scene?o`<referee-board still bare lang=${N()} .game=${e.game} .words=${b()} .scene=${this.scene}></referee-board>`:p}
      </div>
    </div>`}#h(e,s){const{id:t="",minSeats:n=2,maxSeats:r=2,usualSeats:l=2}=e,h=t===s.game,a=n===r?g(n):`${g(n)}–${g(r)}`;return o`<button
      type="button"
      class="game-card"
      aria-pressed=${h}
      @click=${()=>this.#e({...s,game:t,options:w(e),seats:l,seat:void 0})}
    >
      <b>${O(t)}</b><span class="small">${i("play.seats",{n:a})}</span>
    </button>`}#p(e){return o`<fieldset class="stack">
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
            </div>`:p}
    </fieldset>`}#d(e,s){const{id:t="",minSeats:n=2,maxSeats:r=2}=e,l=Array.from({length:r-n+1},(a,c)=>n+c),h=b().sides(t).slice(0,s.seats);return o`<fieldset class="row">
      <legend class="visually-hidden">${i("play.side")}</legend>
      ${l.length>1?o`<label class="option"
              ><span>${i("play.count")}</span
              ><select
                name="seats"
                @change=${a=>this.#e({...s,seats:Number(a.target.value),seat:void 0})}
              >
                ${l.map(a=>o`<option value=${a} ?selected=${a===s.seats}>${g(a)}</option>`)}
              </select></label
            >`:p}
      <label class="option"
        ><span>${i("play.side")}</span
        ><select
          name="side"
          @change=${a=>{const{value:c}=a.target;this.#e({...s,seat:c===""?void 0:Number(c)})}}
        >
          <option value="" ?selected=${s.seat===void 0}>${i("play.drawn")}</option>
          ${h.map(({name:a},c)=>o`<option value=${c} ?selected=${c===s.seat}>${P(t,"side",a)}</option>`)}
        </select></label
      >
    </fieldset>`}}customElements.define("page-play",D);
