import{i as p,o as f,a as $,b as g,c as v,t,A as h,d as a,L as b,l as k,s as m,e as y,f as O}from"./index-Di9belVm.js";import{n as S,i as d,o as M}from"./notices-CtzlF2QZ.js";import{s as U}from"./router-mN92H4W9.js";const c="referee.theme",l=matchMedia("(prefers-color-scheme: dark)");function u(){const s=localStorage.getItem(c);return s==="light"||s==="dark"?s:l.matches?"dark":"light"}function o(){document.documentElement.dataset.theme=u()}function A(){const s=u()==="dark"?"light":"dark";s===(l.matches?"dark":"light")?localStorage.removeItem(c):localStorage.setItem(c,s),o()}function L(){l.addEventListener("change",o),addEventListener("storage",o),o()}const w=12e4,E=[["/","nav.watch"],["/play","nav.play"],["/lobby","nav.lobby"],["/t","nav.contests"],["/analysis","nav.analysis"],["/bot","nav.bot"]];class N extends p{static{this.properties={page:{state:!0},isMenuOpen:{state:!0},isUp:{state:!0},announcements:{state:!0}}}#e=!0;constructor(){super(),this.page=void 0,this.isMenuOpen=!1,this.isUp=!0,this.announcements=[]}createRenderRoot(){return this}connectedCallback(){super.connectedCallback(),f(()=>this.requestUpdate()),$(()=>this.requestUpdate()),M(()=>this.requestUpdate()),g(e=>this.isUp=e),U(e=>void this.#a(e)),this.#t(),setInterval(()=>void this.#t(),w)}async#t(){const e=await v("AnnouncementService/ListAnnouncements",{}).catch(()=>{});e&&(this.announcements=e.announcements??[])}async#a(e){if(!e){location.reload();return}await e.route.load();const i=document.createElement(e.route.tag);i.place=e,document.title=`${t(e.route.title)} · referee`,this.isMenuOpen=!1,this.page=i,this.#e||(await this.updateComplete,this.querySelector("main")?.focus({preventScroll:!0})),this.#e=!1}render(){return a`
      <a class="skip" href="#main" @click=${this.#s}>${t("skip")}</a>
      ${this.#n()}
      ${this.announcements.map(({text:e})=>a`<div class="announcement"><p dir="auto">${e}</p></div>`)}
      ${this.isUp?h:a`<div class="lost" role="status">${t("line.down")}</div>`}
      <main id="main" tabindex="-1">${this.page}</main>
      ${this.#o()}
      ${S()}`}#s(e){e.preventDefault(),this.querySelector("main")?.focus()}#n(){const e=location.pathname,i=u()==="dark";return a`<header class="bar">
      <a class="mark" href="/"><img src="/icon.svg" alt="" width="22" height="22">referee</a>
      <nav id="menu" class=${this.isMenuOpen?"open":""} aria-label=${t("nav")}>
        ${E.map(([n,r])=>a`<a href=${n} aria-current=${e===n?"page":h}>${t(r)}</a>`)}
      </nav>
      <div class="tools">
        <select aria-label=${t("language")} @change=${this.#r}>
          ${Object.entries(b).map(([n,r])=>a`<option value=${n} lang=${n} ?selected=${n===k()}>${r}</option>`)}
        </select>
        <button class="plain icon" aria-label=${t(i?"theme.light":"theme.dark")} @click=${this.#c}>
          ${d(i?"sun":"moon")}
        </button>
        ${this.#i()}
        <button class="plain icon menu-button" aria-label=${t("nav")} aria-expanded=${this.isMenuOpen} aria-controls="menu"
          @click=${()=>this.isMenuOpen=!this.isMenuOpen}>${d(this.isMenuOpen?"close":"menu",20)}</button>
      </div>
    </header>`}#i(){const e=y();return e?a`<a class="me" href="/me"><span class="dot on"></span><bdi>${e.displayName}</bdi></a>`:a`<a class="me" href="/me">${t("sign-in")}</a>`}#o(){return a`<footer class="foot">
      <a href="/docs">${t("foot.docs")}</a>
      <a href="/docs/bot">${t("foot.bots")}</a>
      <a href="/api">${t("foot.api")}</a>
    </footer>`}#r(e){m(e.target.value)}#c(){A(),this.requestUpdate()}}L();O();await m();customElements.define("referee-app",N);
