import{i as v,o as g,a as u,b,l as y,n as m,s as k,t as a,c as s,d as N,A as d,e as S,f as p,L as E,g as M,h as $,j as f,k as O,m as A,p as L}from"./page-B6ctHM5d.js";import{s as U,p as w}from"./router-D5sVq8Nt.js";import"./wall-BsW_p5sR.js";import"./define-Bneh5zfI.js";import"./format-9nUSLjyx.js";import"./results-OVnUphCI.js";const c="referee.theme",l=matchMedia("(prefers-color-scheme: dark)");function h(){const i=localStorage.getItem(c);return i==="light"||i==="dark"?i:l.matches?"dark":"light"}function r(){document.documentElement.dataset.theme=h()}function I(){const i=h()==="dark"?"light":"dark";i===(l.matches?"dark":"light")?localStorage.removeItem(c):localStorage.setItem(c,i),r()}function T(){l.addEventListener("change",r),addEventListener("storage",r),r()}const _=12e4,q=2500,C=2e4,D=1500,x=[["/","nav.watch"],["/play","nav.play"],["/lobby","nav.lobby"],["/t","nav.contests"],["/analysis","nav.analysis"],["/bot","nav.bot"]];class G extends v{static{this.properties={page:{state:!0},isMenuOpen:{state:!0},isUp:{state:!0},announcements:{state:!0}}}#t=!0;#e="";#a=()=>{};constructor(){super(),this.page=void 0,this.isMenuOpen=!1,this.isUp=!0,this.announcements=[]}createRenderRoot(){return this}connectedCallback(){super.connectedCallback(),g(()=>this.requestUpdate()),u(()=>this.requestUpdate()),O(()=>this.requestUpdate()),b(e=>this.isUp=e),u(()=>this.#s()),this.#s(),U(e=>void this.#r(e)),setTimeout(()=>void this.#n(),q),setInterval(()=>void this.#n(),_)}#s(){const e=f(),t=e&&!e.cannotPlay?e.player:"";t!==this.#e&&(this.#e=t,this.#a(),this.#a=t===""?()=>{}:y({kind:"seat"},{hear:n=>this.#o(n)}))}#o({challenge:e,seated:t}){const n=this.#e;e?.state==="CHALLENGE_STATE_OPEN"&&e.challenger!==n&&e.opponents?.includes(n)&&location.pathname!=="/lobby"&&m(s`${k("challenged",{name:e.challenger??""})}
          <a href="/lobby">${a("nav.lobby")}</a>`);const o=t?.matchId??"";Date.now()-Number(t?.summary?.openedUnixMs??0)<C&&setTimeout(()=>location.pathname!==`/m/${o}`&&m(s`<a href="/m/${o}">${a("match.begun")}</a>`),D)}async#n(){const e=await N("AnnouncementService/ListAnnouncements",{}).catch(()=>{});e&&(this.announcements=e.announcements??[])}async#r(e){if(!e){location.reload();return}await e.route.load();const t=document.createElement(e.route.tag);t.place=e,document.title=`${a(e.route.title)} · referee`,this.isMenuOpen=!1,this.page=t,this.#t||(await this.updateComplete,this.querySelector("main")?.focus({preventScroll:!0})),this.#t=!1}render(){return s` <a class="skip" href="#main" @click=${this.#c}>${a("skip")}</a>
      ${this.#l()}
      ${this.announcements.map(({text:e})=>s`<div class="announcement"><p dir="auto">${e}</p></div>`)}
      ${this.isUp?d:s`<div class="out-of-reach" role="status">${a("line.down")}</div>`}
      <main id="main" tabindex="-1">${this.page}</main>
      ${this.#u()} ${S()}`}#c(e){e.preventDefault(),this.querySelector("main")?.focus()}#l(){const e=location.pathname,t=h()==="dark";return s`<header class="bar">
      <a class="mark" href="/"><img src="/icon.svg" alt="" width="22" height="22" />referee</a>
      <nav id="menu" class=${this.isMenuOpen?"open":""} aria-label=${a("nav")}>
        ${x.map(([n,o])=>s`<a href=${n} aria-current=${e===n?"page":d}>${a(o)}</a>`)}
        ${this.#i("in-menu")}
      </nav>
      <div class="tools">
        ${this.#i("in-bar")}
        <button
          class="plain icon"
          aria-label=${a(t?"theme.light":"theme.dark")}
          @click=${this.#d}
        >
          ${p(t?"sun":"moon")}
        </button>
        ${this.#h()}
        <button
          class="plain icon menu-button"
          aria-label=${a("nav")}
          aria-expanded=${this.isMenuOpen}
          aria-controls="menu"
          @click=${()=>this.isMenuOpen=!this.isMenuOpen}
        >
          ${p(this.isMenuOpen?"close":"menu",20)}
        </button>
      </div>
    </header>`}#i(e){return s`<select class=${e} aria-label=${a("language")} @change=${this.#m}>
      ${Object.entries(E).map(([t,n])=>s`<option value=${t} lang=${t} ?selected=${t===M()}>${n}</option>`)}
    </select>`}#h(){const e=f();return e?s`<a class="me" href="/me"
      ><span class="dot on"></span><bdi>${e.displayName}</bdi></a
    >`:s`<a class="me" href="/me">${a("sign-in")}</a>`}#u(){return s`<footer class="foot">
      <a href="/docs">${a("foot.docs")}</a>
      <a href="/docs/bot">${a("foot.bots")}</a>
      <a href="/api">${a("foot.api")}</a>
    </footer>`}#m(e){$(e.target.value)}#d(){I(),this.requestUpdate()}}w(location.pathname,location.search)?.route.load();A().catch(()=>{});T();L();await $();customElements.define("referee-app",G);
