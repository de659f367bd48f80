import{b as o,A as u}from"./board-DAssJNWa.js";import{t as p,m as T,n as m,j as v,J as O,q as b,p as w,f as R,c as $,b as S}from"./index-BcgYAp6r.js";import{e as _,s as E,b as I,w as k,c as C,C as f,d as M,t as A,p as V,g as x,a as U,h as B,F as L}from"./contest-BLYHkAuf.js";/* empty css              */import"./early-BgkKhUcd.js";import"./forms-DCqxpPG2.js";import"./controls-Xxd5ItRT.js";import"./rulings-iK9L-lZH.js";function j(a){const t=String(a??""),s=/^[=+\-@\t\r]/.test(t)&&Number.isNaN(Number(t))?`'${t}`:t;return/[",\n\r]/.test(s)?`"${s.replaceAll('"','""')}"`:s}const N=a=>a.map(t=>t.map(j).join(",")).join(`\r
`)+`\r
`;function g(a,t){const s=URL.createObjectURL(new Blob([t],{type:"text/csv"}));Object.assign(document.createElement("a"),{href:s,download:a}).click(),setTimeout(()=>URL.revokeObjectURL(s),1e3)}function F({rows:a=[],tieBreaks:t=[]}){const s=["rank","player","points",...t,"why","out"];return N([s,...a.map(n=>[n.rank,n.player,n.points??0,...n.tieBreaks??[],n.why,n.out])])}function G(a,t){const s=new Map(a.encounters.map(e=>[e.key,e])),n=[...a.outcomes.values()].flatMap(({key:e,counted:c,voided:h})=>{const i=s.get(_(e));return!i||!c&&!h?[]:E(i,e).map((r,l)=>[e,t.get(e),l,a.entrants[r]?.player,c?.places?.[l],c?.points?.[l]??0,(c?.termination??"void").replace("TERMINATION_","").toLowerCase(),c?.plies,c?.thoughtMs?.[l]])});return N([["match","id","seat","player","place","points","ended_by","plies","thought_ms"],...n])}function P(a,t,s,n){const e=[...t.outcomes.values()].flatMap(({counted:i})=>i??[]),c=new Map;for(const{termination:i="TERMINATION_UNSPECIFIED"}of e)c.set(i,(c.get(i)??0)+1);const h=e.reduce((i,{elapsedMs:r="0"})=>i+Number(r),0);return o`<div class="halves">
    <section>
      <h2>${p("reports.ends")}</h2>
      ${e.length===0?o`<p class="empty">${p("reports.none")}</p>`:o`<table>
                <tbody>
                  ${[...c].sort((i,r)=>r[1]-i[1]).map(([i,r])=>o`<tr>
                          <td>${T(`ended.${i.replace("TERMINATION_","")}`,i)}</td>
                          <td class="number">${m(r)}</td>
                          <td class="number soft">${v(r/e.length)}</td>
                        </tr>`)}
                </tbody>
              </table>
              <p class="soft small">
                ${p("reports.mean",{time:O(h/e.length),n:m(e.length)})}
              </p>`}
    </section>
    <section class="stack">
      <h2>${p("reports.files")}</h2>
      <p class="row">
        <button @click=${()=>g(`${a}-standings.csv`,F(s))}>
          ${b("download")}${p("reports.standings")}
        </button>
        <button @click=${()=>g(`${a}-matches.csv`,G(t,n))}>
          ${b("download")}${p("reports.matches")}
        </button>
      </p>
      <p class="soft">
        ${p("reports.more")} <code dir="ltr">referee tournament export ${a}</code>
      </p>
    </section>
  </div>`}const H=40;function D({rows:a=[],tieBreaks:t=[]}){return a.length===0?o`<p class="empty">${p("standings.none")}</p>`:o`<div class="scroll" tabindex="0">
    <table class="standings">
      <thead>
        <tr>
          <th class="number" scope="col">${p("rank")}</th>
          <th scope="col">${p("player")}</th>
          <th class="number" scope="col">${p("points")}</th>
          ${t.map(s=>o`<th class="number" scope="col">${I(s)}</th>`)}
          <th scope="col">${p("standings.why")}</th>
        </tr>
      </thead>
      <tbody>
        ${a.map(({rank:s=0,player:n="",displayName:e,points:c=0,tieBreaks:h=[],why:i="",out:r=""})=>o`<tr class=${r?"out":""}>
              <td class="number">${m(s)}</td>
              <td>
                ${w(n,e)}${r?o` <span class="soft small">${r}</span>`:u}
              </td>
              <td class="number"><b>${m(c)}</b></td>
              ${t.map((l,d)=>o`<td class="number"><bdi>${h[d]??""}</bdi></td>`)}
              <td class="soft small">${k(i)}</td>
            </tr>`)}
      </tbody>
    </table>
  </div>`}function q(a,t,s){const n=new Map(t.map((r,l)=>[r,l])),e=a.entrants.map((r,l)=>l).sort((r,l)=>(n.get(a.entrants[r]?.player??"")??r)-(n.get(a.entrants[l]?.player??"")??l));if(e.length===0||a.outcomes.size===0)return o`<p class="empty">${p("cross.none")}</p>`;const c=e.slice(0,H),h=C(a),i=r=>a.entrants[r]?.player??"";return o`<div class="scroll" tabindex="0">
      <table class="cross">
        <thead>
          <tr>
            <th></th>
            <th></th>
            ${c.map((r,l)=>o`<th class="number" scope="col">${m(l+1)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${c.map((r,l)=>o`<tr>
                <th class="number" scope="row">${m(l+1)}</th>
                <td>${w(i(r),s(i(r)))}</td>
                ${c.map(d=>z(r===d,h.get(`${r} ${d}`)))}
              </tr>`)}
        </tbody>
      </table>
    </div>
    <p class="soft small">
      ${p("cross.how")}${e.length>c.length?o` ${R("cross.cut",{n:m(c.length),all:m(e.length)})}`:u}
    </p>`}function z(a,t){if(a)return o`<td class="self"></td>`;if(!t)return o`<td class="number soft">·</td>`;const s=t.points/t.matches,n=s>.5?"won":s<.5?"lost":"even";return o`<td class="number ${n}">
    <bdi>${m(t.points)}<small>/${m(t.matches)}</small></bdi>
  </td>`}const J=24,y=["boards","standings","cross","pairings","rules","reports"];class K extends f{static{this.properties={...f.properties,rules:{state:!0},setup:{state:!0},standings:{state:!0}}}get contest(){return{tournamentId:this.place.id}}async read(){const t=[$("TournamentService/GetTournament",{tournamentId:this.place.id}),$("ContestService/GetStandings",{contest:this.contest})],[{summary:s={},rules:n,matches:e,progress:c={}},{tournament:h={}}]=await Promise.all(t),i=!this.summary;[this.summary,this.rules,this.setup,this.progress,this.standings]=[s,n,e,c,h],this.names=new Map((h.rows??[]).map(({player:r="",displayName:l=""})=>[r,l])),this.entitle(s.name??this.place.id),i&&this.tab===""&&(this.tab=s.state==="CONTEST_STATE_RUNNING"?"boards":"standings")}render(){if(this.failure)return this.failureView();const{summary:t}=this;if(!t)return u;const n=(this.isHost?[...y,"host"]:y).map(e=>({id:e,label:p(`tab.${e}`)}));return o`${this.headingView(o`${S(t.game??"")} · ${M(this.rules??{})}`)}
    ${this.rules?.isReleasedByHost&&t.state==="CONTEST_STATE_RUNNING"?o`<p class="note soft">${p("contest.sealed")}</p>`:u}
    ${A(n,this.tab,e=>this.choose(e))}
    ${V(this.tab,this.#t(t))}`}#t(t){const s=(this.standings.rows??[]).map(({player:n=""})=>n);return this.tab==="standings"?D(this.standings):this.tab==="cross"?q(this.model,s,n=>this.nameOf(n)):this.tab==="pairings"?this.#s():this.tab==="rules"&&this.rules?x(this.rules,this.setup):this.tab==="reports"?P(this.place.id,this.model,this.standings,this.ids):this.tab==="host"&&this.isHost?this.#e(t):o`<board-wall .newest=${J} .contest=${this.contest}></board-wall>`}#s(){const{model:t,ids:s,most:n}=this;return U({model:t,ids:s,most:n,isNewestFirst:!1,names:e=>this.nameOf(e),more:()=>this.most+=L})}#e(t){const s=this.model.entrants.map(({player:e})=>e),n=[...this.model.outcomes.keys()].toReversed();return B({contest:this.contest,summary:t,progress:this.progress,players:s,keys:n,changed:()=>void this.read()})}}customElements.define("page-tournament",K);
