import{A as n,b as a}from"./board-DAssJNWa.js";import{P as $,t as l,g as y,e as o,k as g,a as u,l as f,c as v,p as d,n as p}from"./index-BcgYAp6r.js";import{t as k}from"./waiting-1jgUWQnZ.js";/* empty css              */import"./early-BgkKhUcd.js";import"./controls-Xxd5ItRT.js";const b=60;class w extends ${static{this.properties={...$.properties,challenges:{state:!0},present:{state:!0},isRead:{state:!0}}}arrived(){[this.challenges,this.present,this.isRead]=[new Map,new Map,!1],this.entitle(l("nav.lobby")),y().then(()=>this.isRead=!0),this.listen({kind:"lobby"},{hear:e=>this.#l(e)})}#l({challenge:e,presence:s}){if(e?.challengeId&&this.#t(e.challengeId,e),!s?.player)return;const t=new Map(this.present);s.online?t.set(s.player,s):t.delete(s.player),this.present=t}#t(e,s){const t=new Map(this.challenges),c=o()?.player??"",h=s.challenger===c||(s.acceptedBy??[]).includes(c);if(s.matchId&&h&&this.challenges.has(e))return g(`/m/${s.matchId}`);s.state==="CHALLENGE_STATE_OPEN"?t.set(e,s):t.delete(e),this.challenges=t}#e(e,s){u(async()=>{await f();const{challenge:t}=await v(`ChallengeService/${e}Challenge`,{challengeId:s});t&&this.#t(s,t)})}render(){if(!this.isRead)return n;const e=o()?.player,s=[...this.challenges.values()],t=s.filter(({challenger:i})=>i===e),c=s.filter(({challenger:i,opponents:r})=>i!==e&&(r??[]).length>0),h=s.filter(({challenger:i,opponents:r,link:m})=>i!==e&&!m&&(r??[]).length===0);return a` <div class="heading">
        <h1>${l("nav.lobby")}</h1>
        <a class="button primary push" href="/play">${l("lobby.new")}</a>
      </div>
      <div class="halves">
        <div class="stack wide">
          ${c.length>0?a`<section>
                  <h2>${l("lobby.to-me")}</h2>
                  ${this.#s(c,i=>a`${this.#a(i)}
                        <button
                          class="decline"
                          @click=${()=>this.#e("Decline",i.challengeId??"")}
                        >
                          ${l("decline")}
                        </button>`)}
                </section>`:n}
          <section>
            <h2>${l("lobby.seeks")}</h2>
            ${h.length>0?this.#s(h,i=>this.#a(i)):a`<p class="empty">${l("lobby.no-seeks")}</p>`}
          </section>
          ${t.length>0?a`<section>
                  <h2>${l("lobby.mine")}</h2>
                  ${this.#s(t,i=>a` ${i.link?a`<a class="button" href="/play?challenge=${i.challengeId}">${l("lobby.link")}</a>`:n}
                        <button @click=${()=>this.#e("Cancel",i.challengeId??"")}>
                          ${l("cancel")}
                        </button>`)}
                </section>`:n}
        </div>
        <section>
          <h2>${l("lobby.here")}</h2>
          ${this.#i()}
        </section>
      </div>`}#a({challengeId:e=""}){return a`<button class="primary accept" @click=${()=>this.#e("Accept",e)}>
      ${l("accept")}
    </button>`}#s(e,s){return a`<ul class="entries">
      ${e.map(t=>a`<li>
            <span class="grow"
              >${d(t.challenger??"")}<span class="soft"> ${k(t)}</span>
              ${(t.seats??2)>2?a`<span class="soft">${l("waiting.seats",{n:p((t.acceptedBy??[]).length),all:p(t.seats??2)})}</span>`:n}</span
            >
            <span class="row tight">${s(t)}</span>
          </li>`)}
    </ul>`}#i(){if(!o())return a`<p class="empty">${l("lobby.sign-in")}</p>`;const e=[...this.present.keys()].sort();return e.length===0?a`<p class="empty">${l("lobby.empty")}</p>`:a`<ul class="people">
        ${e.slice(0,b).map(s=>a`<li><span class="dot on"></span> ${d(s)}</li>`)}
      </ul>
      ${e.length>b?a`<p class="soft">${l("lobby.more",{n:p(e.length-b)})}</p>`:n}`}}customElements.define("page-lobby",w);
