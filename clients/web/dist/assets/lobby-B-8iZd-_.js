import{A as n,b as a}from"./board-D1p_NJfW.js";import{P as $,t as i,g as m,e as o,l as g,a as f,o as v,c as w,p as y,n as p}from"./index-DD4thUuR.js";import{i as b,t as k}from"./waiting--5KOvVpQ.js";/* empty css              */import"./early-8lfsaDGx.js";import"./controls-DPL6xea4.js";const d=60;class M extends ${static{this.properties={...$.properties,challenges:{state:!0},present:{state:!0},isRead:{state:!0}}}#s=new Set;arrived(){this.isRead=!1,this.#a(),this.entitle(i("nav.lobby")),m().then(()=>this.isRead=!0),this.subscribe({kind:"lobby"},{onMessage:s=>this.#n(s),onReset:()=>this.#a()})}#a(){[this.challenges,this.present]=[new Map,new Map]}#n({challenge:s,presence:e}){if(s?.challengeId&&this.#i(s.challengeId,s),!e?.player)return;const t=new Map(this.present);e.online?t.set(e.player,e):t.delete(e.player),this.present=t}#i(s,e){const t=new Map(this.challenges),c=b(e,o()?.player);if(e.matchId&&c&&this.#s.has(s))return g(`/m/${e.matchId}`);const r=e.state==="CHALLENGE_STATE_OPEN";r?t.set(s,e):t.delete(s),r&&c&&this.#s.add(s),this.challenges=t}#e(s,e){f(async()=>{await v(),s==="Accept"&&this.#s.add(e);const{challenge:t}=await w(`ChallengeService/${s}Challenge`,{challengeId:e});t&&this.#i(e,t)})}render(){if(!this.isRead)return n;const s=o()?.player,e=[...this.challenges.values()],t=e.filter(({challenger:l})=>l===s),c=e.filter(({challenger:l,opponents:h})=>l!==s&&(h??[]).length>0),r=e.filter(({challenger:l,opponents:h,link:u})=>l!==s&&!u&&(h??[]).length===0);return a` <div class="heading">
        <h1>${i("nav.lobby")}</h1>
        <a class="button primary push" href="/play">${i("lobby.new")}</a>
      </div>
      <div class="halves">
        <div class="stack wide">
          ${c.length>0?a`<section>
                  <h2>${i("lobby.to-me")}</h2>
                  ${this.#t(c,l=>a`${this.#l(l)} ${b(l,s)?n:this.#c(l)}`)}
                </section>`:n}
          <section>
            <h2>${i("lobby.seeks")}</h2>
            ${r.length>0?this.#t(r,l=>this.#l(l)):a`<p class="empty">${i("lobby.no-seeks")}</p>`}
          </section>
          ${t.length>0?a`<section>
                  <h2>${i("lobby.mine")}</h2>
                  ${this.#t(t,l=>a` ${l.link?a`<a class="button" href="/play?challenge=${l.challengeId}">${i("lobby.link")}</a>`:n}
                        <button @click=${()=>this.#e("Cancel",l.challengeId??"")}>
                          ${i("cancel")}
                        </button>`)}
                </section>`:n}
        </div>
        <section>
          <h2>${i("lobby.here")}</h2>
          ${this.#r()}
        </section>
      </div>`}#l(s){const{challengeId:e=""}=s;return b(s,o()?.player)?a`<span class="soft accepted">${i("lobby.accepted")}</span>`:a`<button class="primary accept" @click=${()=>this.#e("Accept",e)}>
      ${i("accept")}
    </button>`}#c({challengeId:s=""}){return a`<button class="decline" @click=${()=>this.#e("Decline",s)}>
      ${i("decline")}
    </button>`}#t(s,e){return a`<ul class="entries">
      ${s.map(t=>a`<li>
            <span class="grow"
              >${y(t.challenger??"")}<span class="soft"> ${k(t)}</span>
              ${(t.seats??2)>2?a`<span class="soft">${i("waiting.seats",{n:p((t.acceptedBy??[]).length),all:p(t.seats??2)})}</span>`:n}</span
            >
            <span class="row tight">${e(t)}</span>
          </li>`)}
    </ul>`}#r(){if(!o())return a`<p class="empty">${i("lobby.sign-in")}</p>`;const s=[...this.present.keys()].sort();return s.length===0?a`<p class="empty">${i("lobby.empty")}</p>`:a`<ul class="people">
        ${s.slice(0,d).map(e=>a`<li><span class="dot on"></span> ${y(e)}</li>`)}
      </ul>
      ${s.length>d?a`<p class="soft">${i("lobby.more",{n:p(s.length-d)})}</p>`:n}`}}customElements.define("page-lobby",M);
