import{P as g,m as E,v as P,d as y,t as s,c as a,A as o,j as S,s as A,r as N}from"./page-B6ctHM5d.js";import{s as T,p as b}from"./wall-BsW_p5sR.js";import{w as M,r as L}from"./results-OVnUphCI.js";import{d as R,n as u,p as _}from"./format-9nUSLjyx.js";/* empty css              */import"./define-Bneh5zfI.js";const v=200,f=20,O=8;class k extends g{static{this.properties={...g.properties,player:{state:!0},played:{state:!0},bots:{state:!0},most:{state:!0},failure:{state:!0}}}arrived(){[this.played,this.bots,this.most,this.failure]=[[],[],f,""],E().then(()=>this.#s()).catch(t=>this.failure=P(t))}async#s(){const t=this.place.id,{player:r}=await y("PlayerService/GetPlayer",{player:t});this.player=r,this.entitle(r?.displayName??t);const[e,i]=await Promise.all([y("MatchService/ListMatches",{player:t,state:"MATCH_STATE_OVER",pageSize:v}),y("PlayerService/ListPlayers",{owner:t,pageSize:f}).catch(()=>({players:[]}))]);this.played=e.matches??[],this.bots=i.players??[]}#e(){const t=new Map;for(const e of this.played){const i=e.players??[],l=i.indexOf(this.place.id);M(e.verdict??{}).length!==0&&i.forEach((n,p)=>{if(p===l||n===this.place.id)return;const h=`${n} ${e.game}`,d=t.get(h)??{opponent:n,name:T(e,p),game:e.game??"",wins:0,draws:0,losses:0},[m,$]=[e.verdict?.places?.[l]??0,e.verdict?.places?.[p]??0];m<$?d.wins+=1:m===$?d.draws+=1:d.losses+=1,t.set(h,d)})}const r=({wins:e,draws:i,losses:l})=>e+i+l;return[...t.values()].sort((e,i)=>r(i)-r(e))}render(){if(this.failure)return a`<div class="heading">
        <h1>${s("player.none")}</h1>
        <p>${this.failure}</p>
      </div>`;const{player:t}=this;if(!t)return o;const{name:r="",displayName:e=r,owner:i,online:l,house:c,guest:n,createdUnixMs:p,state:h}=t,d=S()?.player===r;return a`<div class="heading">
        <h1><bdi>${e}</bdi></h1>
        <p>
          <span class="dot ${l?"on":""}"></span>
          ${s(l?"online":"offline")}${e===r?o:a` · <bdi class="mono">${r}</bdi>`}${c?a` · ${s("player.house")}`:o}${n?a` · ${s("guest")}`:o}${i?a` · ${A("player.owner",{name:b(i)})}`:o}${h==="PLAYER_STATE_RETIRED"?a` · ${s("player.retired")}`:o}${h==="PLAYER_STATE_BANNED"?a` · ${s("player.banned")}`:o}${Number(p??0)>0?a` · ${s("player.since",{time:R(Number(p))})}`:o}
        </p>
        ${d?a`<a class="button push" href="/me">${s("nav.me")}</a>`:o}
      </div>
      <section>
        <h2>${s("player.live")}</h2>
        <board-wall .newest=${O} .player=${r}></board-wall>
      </section>
      <div class="halves section">
        <section>
          <h2>${s("player.results")}</h2>
          ${L(this.played.slice(0,this.most))}
          ${this.played.length>this.most?a`<p><button @click=${()=>this.most+=f}>${s("more")}</button></p>`:o}
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
                </section>`:o}
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
            ${t.slice(0,this.most).map(({opponent:r,name:e,game:i,wins:l,draws:c,losses:n})=>a`<tr>
                  <td>${b(r,e)}</td>
                  <td class="soft">${N(i)}</td>
                  <td class="number">${u(l)}</td>
                  <td class="number">${u(c)}</td>
                  <td class="number">${u(n)}</td>
                  <td class="number">${_((l+c/2)/(l+c+n))}</td>
                </tr>`)}
          </tbody>
        </table>
      </div>
      <p class="soft small">${s("player.newest",{n:u(v)})}</p>`}}customElements.define("page-player",k);
