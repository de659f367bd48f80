import{A as n,b as i,a as E}from"./board-D1p_NJfW.js";import{P as g,g as P,c as y,w as R,s as S,f as A,t as e,e as N,h as T,p as b,i as M,j as L,b as _,n as $,k,r as O}from"./index-DD4thUuR.js";/* empty css              */import"./early-8lfsaDGx.js";const v=200,f=20,x=8;class D extends g{static{this.properties={...g.properties,player:{state:!0},played:{state:!0},bots:{state:!0},most:{state:!0},failure:{state:!0},isRetried:{state:!0}}}arrived(){[this.played,this.bots,this.most]=[[],[],f],[this.failure,this.isRetried]=["",!1];const t=a=>{this.failure=O(a),this.isRetried=E(a).isRetryable};P().then(()=>this.retry(()=>this.#e(),t)).then(()=>this.failure="",t)}async#e(){const t=this.place.id,{player:a}=await y("PlayerService/GetPlayer",{player:t});this.player=a,this.entitle(a?.displayName??t);const[s,r]=await Promise.all([y("MatchService/ListMatches",{player:t,state:"MATCH_STATE_OVER",pageSize:v}),y("PlayerService/ListPlayers",{owner:t,pageSize:f}).catch(()=>({players:[]}))]);this.played=s.matches??[],this.bots=r.players??[]}#s(){const t=new Map;for(const s of this.played){const r=s.players??[],l=r.indexOf(this.place.id);R(s.verdict??{}).length!==0&&r.forEach((o,h)=>{if(h===l||o===this.place.id)return;const d=`${o} ${s.game}`,p=t.get(d)??{opponent:o,name:S(s,h),game:s.game??"",wins:0,draws:0,losses:0},[m,u]=[s.verdict?.places?.[l]??0,s.verdict?.places?.[h]??0];m<u?p.wins+=1:m===u?p.draws+=1:p.losses+=1,t.set(d,p)})}const a=({wins:s,draws:r,losses:l})=>s+r+l;return[...t.values()].sort((s,r)=>a(r)-a(s))}render(){if(this.failure)return A(e("player.none"),this.failure,this.isRetried);const{player:t}=this;if(!t)return n;const{name:a="",displayName:s=a,owner:r,online:l,house:c,guest:o,createdUnixMs:h,state:d}=t,p=N()?.player===a;return i`<div class="heading">
        <h1><bdi>${s}</bdi></h1>
        <p>
          <span class="dot ${l?"on":""}"></span>
          ${e(l?"online":"offline")}${s===a?n:i` · <bdi class="mono">${a}</bdi>`}${c?i` · ${e("player.house")}`:n}${o?i` · ${e("guest")}`:n}${r?i` · ${T("player.owner",{name:b(r)})}`:n}${d==="PLAYER_STATE_RETIRED"?i` · ${e("player.retired")}`:n}${d==="PLAYER_STATE_BANNED"?i` · ${e("player.banned")}`:n}${Number(h??0)>0?i` · ${e("player.since",{time:M(Number(h))})}`:n}
        </p>
        ${p?i`<a class="button push" href="/me">${e("nav.me")}</a>`:n}
      </div>
      <section>
        <h2>${e("player.live")}</h2>
        <board-wall .newest=${x} .player=${a}></board-wall>
      </section>
      <div class="halves section">
        <section>
          <h2>${e("player.results")}</h2>
          ${L(this.played.slice(0,this.most))}
          ${this.played.length>this.most?i`<p><button @click=${()=>this.most+=f}>${e("more")}</button></p>`:n}
        </section>
        <div class="stack wide">
          <section>
            <h2>${e("player.against")}</h2>
            ${this.#t()}
          </section>
          ${this.bots.length>0?i`<section>
                  <h2>${e("player.bots")}</h2>
                  <ul class="people">
                    ${this.bots.map(({name:m="",displayName:u,online:w})=>i`<li>
                          <span class="dot ${w?"on":""}"></span>
                          ${b(m,u)}
                        </li>`)}
                  </ul>
                </section>`:n}
        </div>
      </div>`}#t(){const t=this.#s();return t.length===0?i`<p class="empty">${e("results.empty")}</p>`:i`<div class="scroll" tabindex="0">
        <table class="against">
          <thead>
            <tr>
              <th scope="col">${e("player")}</th>
              <th scope="col">${e("play.game")}</th>
              <th class="number" scope="col">${e("wins")}</th>
              <th class="number" scope="col">${e("draws")}</th>
              <th class="number" scope="col">${e("losses")}</th>
              <th class="number" scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            ${t.slice(0,this.most).map(({opponent:a,name:s,game:r,wins:l,draws:c,losses:o})=>i`<tr>
                  <td>${b(a,s)}</td>
                  <td class="soft">${_(r)}</td>
                  <td class="number">${$(l)}</td>
                  <td class="number">${$(c)}</td>
                  <td class="number">${$(o)}</td>
                  <td class="number">${k((l+c/2)/(l+c+o))}</td>
                </tr>`)}
          </tbody>
        </table>
      </div>
      <p class="soft small">${e("player.newest",{n:$(v)})}</p>`}}customElements.define("page-player",D);
