import{b as a,A as n}from"./board-DljLscjI.js";import{P as g,g as E,r as P,c as y,w as S,s as A,t as s,e as N,f as T,p as b,h as M,i as L,b as R,n as u,j as _}from"./index-B2E5g8XN.js";/* empty css              */import"./early-CyNNN_K1.js";const v=200,f=20,O=8;class k extends g{static{this.properties={...g.properties,player:{state:!0},played:{state:!0},bots:{state:!0},most:{state:!0},failure:{state:!0}}}arrived(){[this.played,this.bots,this.most,this.failure]=[[],[],f,""],E().then(()=>this.#s()).catch(t=>this.failure=P(t))}async#s(){const t=this.place.id,{player:i}=await y("PlayerService/GetPlayer",{player:t});this.player=i,this.entitle(i?.displayName??t);const[e,r]=await Promise.all([y("MatchService/ListMatches",{player:t,state:"MATCH_STATE_OVER",pageSize:v}),y("PlayerService/ListPlayers",{owner:t,pageSize:f}).catch(()=>({players:[]}))]);this.played=e.matches??[],this.bots=r.players??[]}#e(){const t=new Map;for(const e of this.played){const r=e.players??[],l=r.indexOf(this.place.id);S(e.verdict??{}).length!==0&&r.forEach((o,p)=>{if(p===l||o===this.place.id)return;const d=`${o} ${e.game}`,h=t.get(d)??{opponent:o,name:A(e,p),game:e.game??"",wins:0,draws:0,losses:0},[m,$]=[e.verdict?.places?.[l]??0,e.verdict?.places?.[p]??0];m<$?h.wins+=1:m===$?h.draws+=1:h.losses+=1,t.set(d,h)})}const i=({wins:e,draws:r,losses:l})=>e+r+l;return[...t.values()].sort((e,r)=>i(r)-i(e))}render(){if(this.failure)return a`<div class="heading">
        <h1>${s("player.none")}</h1>
        <p>${this.failure}</p>
      </div>`;const{player:t}=this;if(!t)return n;const{name:i="",displayName:e=i,owner:r,online:l,house:c,guest:o,createdUnixMs:p,state:d}=t,h=N()?.player===i;return a`<div class="heading">
        <h1><bdi>${e}</bdi></h1>
        <p>
          <span class="dot ${l?"on":""}"></span>
          ${s(l?"online":"offline")}${e===i?n:a` · <bdi class="mono">${i}</bdi>`}${c?a` · ${s("player.house")}`:n}${o?a` · ${s("guest")}`:n}${r?a` · ${T("player.owner",{name:b(r)})}`:n}${d==="PLAYER_STATE_RETIRED"?a` · ${s("player.retired")}`:n}${d==="PLAYER_STATE_BANNED"?a` · ${s("player.banned")}`:n}${Number(p??0)>0?a` · ${s("player.since",{time:M(Number(p))})}`:n}
        </p>
        ${h?a`<a class="button push" href="/me">${s("nav.me")}</a>`:n}
      </div>
      <section>
        <h2>${s("player.live")}</h2>
        <board-wall .newest=${O} .player=${i}></board-wall>
      </section>
      <div class="halves section">
        <section>
          <h2>${s("player.results")}</h2>
          ${L(this.played.slice(0,this.most))}
          ${this.played.length>this.most?a`<p><button @click=${()=>this.most+=f}>${s("more")}</button></p>`:n}
        </section>
        <div class="stack wide">
          <section>
            <h2>${s("player.against")}</h2>
            ${this.#t()}
          </section>
          ${this.bots.length>0?a`<section>
                  <h2>${s("player.bots")}</h2>
                  <ul class="people">
                    ${this.bots.map(({name:m="",displayName:$,online:w})=>a`<li>
                          <span class="dot ${w?"on":""}"></span>
                          ${b(m,$)}
                        </li>`)}
                  </ul>
                </section>`:n}
        </div>
      </div>`}#t(){const t=this.#e();return t.length===0?a`<p class="empty">${s("results.empty")}</p>`:a`<div class="scroll" tabindex="0">
        <table class="against">
          <thead>
            <tr>
              <th scope="col">${s("player")}</th>
              <th scope="col">${s("play.game")}</th>
              <th class="number" scope="col">${s("wins")}</th>
              <th class="number" scope="col">${s("draws")}</th>
              <th class="number" scope="col">${s("losses")}</th>
              <th class="number" scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            ${t.slice(0,this.most).map(({opponent:i,name:e,game:r,wins:l,draws:c,losses:o})=>a`<tr>
                  <td>${b(i,e)}</td>
                  <td class="soft">${R(r)}</td>
                  <td class="number">${u(l)}</td>
                  <td class="number">${u(c)}</td>
                  <td class="number">${u(o)}</td>
                  <td class="number">${_((l+c/2)/(l+c+o))}</td>
                </tr>`)}
          </tbody>
        </table>
      </div>
      <p class="soft small">${s("player.newest",{n:u(v)})}</p>`}}customElements.define("page-player",k);
