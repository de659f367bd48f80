import{P as m,t as a,m as y,j as h,q as g,F as u,d as f,A as n,c as l}from"./page-B6ctHM5d.js";import{p as $}from"./wall-BsW_p5sR.js";import{t as v}from"./waiting-u3Q_z1et.js";import{g as k}from"./router-D5sVq8Nt.js";import{n as p}from"./format-9nUSLjyx.js";/* empty css              */import"./define-Bneh5zfI.js";import"./controls-CIsgzBQ_.js";import"./results-OVnUphCI.js";const b=60;class w extends m{static{this.properties={...m.properties,challenges:{state:!0},present:{state:!0},isRead:{state:!0}}}arrived(){[this.challenges,this.present,this.isRead]=[new Map,new Map,!1],this.entitle(a("nav.lobby")),y().then(()=>this.isRead=!0),this.listen({kind:"lobby"},{hear:s=>this.#l(s)})}#l({challenge:s,presence:e}){if(s?.challengeId&&this.#t(s.challengeId,s),!e?.player)return;const t=new Map(this.present);e.online?t.set(e.player,e):t.delete(e.player),this.present=t}#t(s,e){const t=new Map(this.challenges),c=h()?.player??"",r=e.challenger===c||(e.acceptedBy??[]).includes(c);if(e.matchId&&r&&this.challenges.has(s))return k(`/m/${e.matchId}`);e.state==="CHALLENGE_STATE_OPEN"?t.set(s,e):t.delete(s),this.challenges=t}#s(s,e){g(async()=>{await u();const{challenge:t}=await f(`ChallengeService/${s}Challenge`,{challengeId:e});t&&this.#t(e,t)})}render(){if(!this.isRead)return n;const s=h()?.player,e=[...this.challenges.values()],t=e.filter(({challenger:i})=>i===s),c=e.filter(({challenger:i,opponents:o})=>i!==s&&(o??[]).length>0),r=e.filter(({challenger:i,opponents:o,link:d})=>i!==s&&!d&&(o??[]).length===0);return l` <div class="heading">
        <h1>${a("nav.lobby")}</h1>
        <a class="button primary push" href="/play">${a("lobby.new")}</a>
      </div>
      <div class="halves">
        <div class="stack wide">
          ${c.length>0?l`<section>
                  <h2>${a("lobby.to-me")}</h2>
                  ${this.#e(c,i=>l`${this.#a(i)}
                        <button
                          class="decline"
                          @click=${()=>this.#s("Decline",i.challengeId??"")}
                        >
                          ${a("decline")}
                        </button>`)}
                </section>`:n}
          <section>
            <h2>${a("lobby.seeks")}</h2>
            ${r.length>0?this.#e(r,i=>this.#a(i)):l`<p class="empty">${a("lobby.no-seeks")}</p>`}
          </section>
          ${t.length>0?l`<section>
                  <h2>${a("lobby.mine")}</h2>
                  ${this.#e(t,i=>l` ${i.link?l`<a class="button" href="/play?challenge=${i.challengeId}">${a("lobby.link")}</a>`:n}
                        <button @click=${()=>this.#s("Cancel",i.challengeId??"")}>
                          ${a("cancel")}
                        </button>`)}
                </section>`:n}
        </div>
        <section>
          <h2>${a("lobby.here")}</h2>
          ${this.#i()}
        </section>
      </div>`}#a({challengeId:s=""}){return l`<button class="primary accept" @click=${()=>this.#s("Accept",s)}>
      ${a("accept")}
    </button>`}#e(s,e){return l`<ul class="entries">
      ${s.map(t=>l`<li>
            <span class="grow"
              >${$(t.challenger??"")}<span class="soft"> ${v(t)}</span>
              ${(t.seats??2)>2?l`<span class="soft">${a("waiting.seats",{n:p((t.acceptedBy??[]).length),all:p(t.seats??2)})}</span>`:n}</span
            >
            <span class="row tight">${e(t)}</span>
          </li>`)}
    </ul>`}#i(){if(!h())return l`<p class="empty">${a("lobby.sign-in")}</p>`;const s=[...this.present.keys()].sort();return s.length===0?l`<p class="empty">${a("lobby.empty")}</p>`:l`<ul class="people">
        ${s.slice(0,b).map(e=>l`<li><span class="dot on"></span> ${$(e)}</li>`)}
      </ul>
      ${s.length>b?l`<p class="soft">${a("lobby.more",{n:p(s.length-b)})}</p>`:n}`}}customElements.define("page-lobby",w);
