import{A as n,b as a}from"./board-DAssJNWa.js";import{P as $,t as e,g as f,c as l,x as u,f as g,a as r,y as v,k,z as y,b as w,A as I,B as N,C,o as h,q as b,D as S,L as x,E as A,F as E,d as G,l as L,G as T,H as M,I as q,e as m}from"./index-BcgYAp6r.js";import{t as d}from"./forms-DCqxpPG2.js";/* empty css              */import"./early-BgkKhUcd.js";class O extends ${static{this.properties={...$.properties,device:{state:!0},live:{state:!0},needsInvite:{state:!0}}}arrived(){[this.live,this.needsInvite]=[[],!1],this.entitle(e("nav.me"));const s=this.place.query.get("device");s&&this.#t(s),f().then(()=>this.#e()),l("ServerService/GetServerInfo",{}).then(({registration:t})=>this.needsInvite=t==="REGISTRATION_INVITE",()=>{})}async#t(s){const t=m();t?u(g("me.redeem.first",{name:t.displayName}),!0):await r(()=>v(s))&&u(e("me.redeemed")),k("/me",!0)}async#e(){const s=m();if(!s)return;const t=await l("MatchService/ListMatches",{player:s.player,state:"MATCH_STATE_LIVE"}).catch(()=>{});this.live=t?.matches??[]}render(){const s=m();return a`<div class="heading">
        <h1>${s?a`<bdi>${s.displayName}</bdi>`:e("me.welcome")}</h1>
        ${s?a`<p><bdi class="mono">${s.player}</bdi>${s.isGuest?a` · ${e("guest")}`:n}</p>`:n}
      </div>
      <div class="halves">${s?this.#a(s):this.#c()}</div>`}#a(s){return a` <div class="stack wide">
        ${s.recoveryCode?this.#i(s.recoveryCode):n}
        ${this.live.length>0?a`<section>
                <h2>${e("me.matches")}</h2>
                <ul class="entries">
                  ${this.live.map(t=>a`<li>
                        <span class="grow"
                          >${y(t)}
                          <span class="soft">${w(t.game??"")}</span></span
                        >
                        <a class="button" href="/m/${t.matchId}">${e("me.continue")}</a>
                      </li>`)}
                </ul>
              </section>`:n}
        <form
          class="stack"
          @submit=${t=>void r(()=>I(d(t).display??""))}
        >
          <h2>${e("me.name")}</h2>
          <div class="row tight">
            <input
              name="display"
              maxlength="64"
              aria-label=${e("me.name")}
              dir="auto"
              .value=${s.displayName}
            /><button>${e("save")}</button>
          </div>
        </form>
        ${this.#s()}
        <p class="row">
          <a class="button" href="/p/${s.player}">${e("me.results")}</a>
          ${s.isGuest?n:a`<a class="button" href="/bot">${e("nav.bot")}</a>`}
        </p>
      </div>
      <div class="stack wide">
        <section class="stack">
          <h2>${e("me.device")}</h2>
          <p class="soft">${e("me.device.how")}</p>
          ${this.#o()}
        </section>
        ${s.recoveryCode?n:a`<section class="stack">
                <h2>${e("me.code")}</h2>
                <p class="soft">${e("me.code.how")}</p>
                <p><button @click=${()=>r(N)}>${e("me.code.new")}</button></p>
              </section>`}
        <section class="stack">
          <h2>${e("me.leave")}</h2>
          <p class="soft">${e("me.leave.how")}</p>
          <p><button class="danger" @click=${()=>C()}>${e("me.sign-out")}</button></p>
        </section>
      </div>`}#i(s){return a`<section class="stack code-box">
      <h2>${e("me.code")}</h2>
      <p>${e("me.code.note")}</p>
      <p class="code" dir="ltr">${s}</p>
      <p class="row">
        <button @click=${()=>h(s)}>${b("copy")}${e("copy")}</button
        ><button class="primary" @click=${()=>S()}>${e("me.code.noted")}</button>
      </p>
    </section>`}#s(){return a`<section class="stack">
      <h2>${e("language")}</h2>
      <div class="chips" role="group" aria-label=${e("language")}>
        ${Object.entries(x).map(([s,t])=>a`<button lang=${s} aria-pressed=${s===A()} @click=${()=>void E(s)}>${t}</button>`)}
      </div>
    </section>`}#o(){const{device:s}=this;if(!s?.code)return a`<p>
        <button
          @click=${()=>r(async()=>this.device=await l("TokenService/CreateDeviceCode",{}))}
        >
          ${e("me.device.make")}
        </button>
      </p>`;const t=`${location.origin}/#device=${s.code}`;return a`<p class="code" dir="ltr">${s.code}</p>
      <p class="soft small">${e("me.device.until",{time:G(Number(s.expiresUnixMs))})}</p>
      <p><button @click=${()=>h(t)}>${b("copy")}${e("me.device.link")}</button></p>`}#c(){const s=async i=>{await r(()=>i)&&await this.#e()},t=(i,o,c={})=>a` <label class="field"
        ><span>${e(o)}</span
        ><input
          name=${i}
          required
          autocomplete=${c.auto??"off"}
          autocapitalize="off"
          spellcheck="false"
          dir="auto"
      /></label>`;return a` <div class="stack wide">
        <section class="stack">
          <p>${e("me.guest.how")}</p>
          <p>
            <button class="primary guest" @click=${()=>s(L())}>${e("me.guest")}</button>
          </p>
        </section>
        <form
          class="stack"
          @submit=${i=>{const{name:o="",display:c="",invite:p=""}=d(i);s(T({name:o,displayName:c,...p&&{invite:p}}))}}
        >
          <h2>${e("me.register")}</h2>
          <p class="soft">${e("me.register.how")}</p>
          ${t("name","me.id",{auto:"username"})}
          <label class="field"
            ><span>${e("me.name")}</span><input name="display" maxlength="64" dir="auto"
          /></label>
          ${this.needsInvite?t("invite","me.invite"):n}
          <p><button>${e("me.register.do")}</button></p>
        </form>
        ${this.#s()}
      </div>
      <div class="stack wide">
        <form
          class="stack"
          @submit=${i=>void s(v(d(i).code??""))}
        >
          <h2>${e("me.redeem")}</h2>
          <p class="soft">${e("me.redeem.how")}</p>
          ${t("code","me.device.code")}
          <p><button>${e("me.redeem.do")}</button></p>
        </form>
        <form
          class="stack"
          @submit=${i=>{const{name:o="",code:c=""}=d(i);s(M(o,c))}}
        >
          <h2>${e("me.recover")}</h2>
          ${t("name","me.id",{auto:"username"})}${t("code","me.code")}
          <p><button>${e("me.recover.do")}</button></p>
        </form>
        <details>
          <summary>${e("me.token")}</summary>
          <form
            class="stack"
            @submit=${i=>{const{name:o="",token:c=""}=d(i);s(q(c,o))}}
          >
            ${t("name","me.id",{auto:"username"})}${t("token","me.token.field")}
            <p><button>${e("sign-in")}</button></p>
          </form>
        </details>
      </div>`}}customElements.define("page-me",O);
