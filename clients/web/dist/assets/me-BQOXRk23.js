import{A as o,b as a}from"./board-D1p_NJfW.js";import{P as u,t as s,g as f,c as l,y as $,h as g,a as r,z as v,l as y,A as k,B as w,b as I,C as N,D as C,E as S,q as h,u as b,F as A,L as E,G,H as L,d as T,o as x,I as M,J as q,K as O,e as m}from"./index-DD4thUuR.js";import{t as d}from"./forms-DCqxpPG2.js";/* empty css              */import"./early-8lfsaDGx.js";class P extends u{static{this.properties={...u.properties,device:{state:!0},live:{state:!0},needsInvite:{state:!0}}}arrived(){[this.live,this.needsInvite]=[[],!1],this.entitle(s("nav.me"));const e=this.place.query.get("device");e&&this.#t(e),f().then(()=>this.#e()),l("ServerService/GetServerInfo",{}).then(({registration:t})=>this.needsInvite=t==="REGISTRATION_INVITE",()=>{})}readerChanged(){[this.live,this.device]=[[],void 0],this.#e()}async#t(e){const t=m();t?$(g("me.redeem.first",{name:t.displayName}),!0):await r(()=>v(e))&&$(s("me.redeemed")),y("/me",!0)}async#e(){const e=m();if(!e)return;const t=k(),i=await l("MatchService/ListMatches",{player:e.player,state:"MATCH_STATE_LIVE"}).catch(()=>{});t()&&(this.live=i?.matches??[])}render(){const e=m();return a`<div class="heading">
        <h1>${e?a`<bdi>${e.displayName}</bdi>`:s("me.welcome")}</h1>
        ${e?a`<p>${e.displayName===e.player?o:a`<bdi class="mono">${e.player}</bdi> `}${e.isGuest?s("guest"):o}</p>`:o}
      </div>
      <div class="halves">${e?this.#a(e):this.#c()}</div>`}#a(e){return a` <div class="stack wide">
        ${e.recoveryCode?this.#i(e.recoveryCode):o}
        ${this.live.length>0?a`<section>
                <h2>${s("me.matches")}</h2>
                <ul class="entries">
                  ${this.live.map(t=>a`<li>
                        <span class="grow"
                          >${w(t)}
                          <span class="soft">${I(t.game??"")}</span></span
                        >
                        <a class="button" href="/m/${t.matchId}">${s("me.continue")}</a>
                      </li>`)}
                </ul>
              </section>`:o}
        <form
          class="stack"
          @submit=${t=>void r(()=>N(d(t).display??""))}
        >
          <h2>${s("me.name")}</h2>
          <div class="row tight">
            <input
              name="display"
              maxlength="64"
              aria-label=${s("me.name")}
              dir="auto"
              .value=${e.displayName}
            /><button>${s("save")}</button>
          </div>
        </form>
        ${this.#s()}
        <p class="row">
          <a class="button" href="/p/${e.player}">${s("me.results")}</a>
          ${e.isGuest?o:a`<a class="button" href="/bot">${s("nav.bot")}</a>`}
        </p>
      </div>
      <div class="stack wide">
        <section class="stack">
          <h2>${s("me.device")}</h2>
          <p class="soft">${s("me.device.how")}</p>
          ${this.#o()}
        </section>
        ${e.recoveryCode?o:a`<section class="stack">
                <h2>${s("me.code")}</h2>
                <p class="soft">${s("me.code.how")}</p>
                <p><button @click=${()=>r(C)}>${s("me.code.new")}</button></p>
              </section>`}
        <section class="stack">
          <h2>${s("me.leave")}</h2>
          <p class="soft">${s("me.leave.how")}</p>
          <p><button class="danger" @click=${()=>S()}>${s("me.sign-out")}</button></p>
        </section>
      </div>`}#i(e){return a`<section class="stack code-box">
      <h2>${s("me.code")}</h2>
      <p>${s("me.code.note")}</p>
      <p class="code" dir="ltr">${e}</p>
      <p class="row">
        <button @click=${()=>h(e)}>${b("copy")}${s("copy")}</button
        ><button class="primary" @click=${()=>A()}>${s("me.code.noted")}</button>
      </p>
    </section>`}#s(){return a`<section class="stack">
      <h2>${s("language")}</h2>
      <div class="chips" role="group" aria-label=${s("language")}>
        ${Object.entries(E).map(([e,t])=>a`<button lang=${e} aria-pressed=${e===G()} @click=${()=>void L(e)}>${t}</button>`)}
      </div>
    </section>`}#o(){const{device:e}=this;if(!e?.code)return a`<p>
        <button
          @click=${()=>r(async()=>this.device=await l("TokenService/CreateDeviceCode",{}))}
        >
          ${s("me.device.make")}
        </button>
      </p>`;const t=`${location.origin}/#device=${e.code}`;return a`<p class="code" dir="ltr">${e.code}</p>
      <p class="soft small">${s("me.device.until",{time:T(Number(e.expiresUnixMs))})}</p>
      <p><button @click=${()=>h(t)}>${b("copy")}${s("me.device.link")}</button></p>`}#c(){const e=i=>void r(()=>i),t=(i,c,n={})=>a` <label class="field"
        ><span>${s(c)}</span
        ><input
          name=${i}
          required
          autocomplete=${n.auto??"off"}
          autocapitalize="off"
          spellcheck="false"
          dir="auto"
      /></label>`;return a` <div class="stack wide">
        <section class="stack">
          <p>${s("me.guest.how")}</p>
          <p>
            <button class="primary guest" @click=${()=>e(x())}>${s("me.guest")}</button>
          </p>
        </section>
        <form
          class="stack"
          @submit=${i=>{const{name:c="",display:n="",invite:p=""}=d(i);e(M({name:c,displayName:n,...p&&{invite:p}}))}}
        >
          <h2>${s("me.register")}</h2>
          <p class="soft">${s("me.register.how")}</p>
          ${t("name","me.id",{auto:"username"})}
          <label class="field"
            ><span>${s("me.name")}</span><input name="display" maxlength="64" dir="auto"
          /></label>
          ${this.needsInvite?t("invite","me.invite"):o}
          <p><button>${s("me.register.do")}</button></p>
        </form>
        ${this.#s()}
      </div>
      <div class="stack wide">
        <form class="stack" @submit=${i=>e(v(d(i).code??""))}>
          <h2>${s("me.redeem")}</h2>
          <p class="soft">${s("me.redeem.how")}</p>
          ${t("code","me.device.code")}
          <p><button>${s("me.redeem.do")}</button></p>
        </form>
        <form
          class="stack"
          @submit=${i=>{const{name:c="",code:n=""}=d(i);e(q(c,n))}}
        >
          <h2>${s("me.recover")}</h2>
          ${t("name","me.id",{auto:"username"})}${t("code","me.code")}
          <p><button>${s("me.recover.do")}</button></p>
        </form>
        <details>
          <summary>${s("me.token")}</summary>
          <form
            class="stack"
            @submit=${i=>{const{name:c="",token:n=""}=d(i);e(O(n,c))}}
          >
            ${t("name","me.id",{auto:"username"})}${t("token","me.token.field")}
            <p><button>${s("sign-in")}</button></p>
          </form>
        </details>
      </div>`}}customElements.define("page-me",P);
