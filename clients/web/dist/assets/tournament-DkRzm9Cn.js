import{b as i,A as d,e as S}from"./board-D1p_NJfW.js";import{t as p,m as R,n as u,k as _,M as E,u as $,p as T,G as I,h as k,A as M,c as f,b as A}from"./index-DD4thUuR.js";import{e as C,s as x,b as V,o as U,w as g,c as B,C as y,d as L,t as j,p as F,g as G,a as P,F as H}from"./contest-JoMlNh87.js";/* empty css              */import"./early-8lfsaDGx.js";import"./forms-DCqxpPG2.js";import"./controls-DPL6xea4.js";import"./rulings-6ZKNkI91.js";function D(a){const t=String(a??""),n=/^[=+\-@\t\r]/.test(t)&&Number.isNaN(Number(t))?`'${t}`:t;return/[",\n\r]/.test(n)?`"${n.replaceAll('"','""')}"`:n}const v=a=>a.map(t=>t.map(D).join(",")).join(`\r
`)+`\r
`;function w(a,t){const n=URL.createObjectURL(new Blob([t],{type:"text/csv"}));Object.assign(document.createElement("a"),{href:n,download:a}).click(),setTimeout(()=>URL.revokeObjectURL(n),1e3)}function z({rows:a=[],tieBreaks:t=[]}){const n=["rank","player","points",...t,"why","out"];return v([n,...a.map(e=>[e.rank,e.player,e.points??0,...e.tieBreaks??[],e.why,e.out])])}function q(a,t){const n=new Map(a.encounters.map(r=>[r.key,r])),e=[...a.outcomes.values()].flatMap(({key:r,counted:s,voided:h})=>{const c=n.get(C(r));return!c||!s&&!h?[]:x(c,r).map((o,l)=>[r,t.get(r),l,a.entrants[o]?.player,s?.places?.[l],s?.points?.[l]??0,(s?.termination??"void").replace("TERMINATION_","").toLowerCase(),s?.plies,s?.thoughtMs?.[l]])});return v([["match","id","seat","player","place","points","ended_by","plies","thought_ms"],...e])}function J(a,t,n,e){const r=[...t.outcomes.values()].flatMap(({counted:c})=>c??[]),s=new Map;for(const{termination:c="TERMINATION_UNSPECIFIED"}of r)s.set(c,(s.get(c)??0)+1);const h=r.reduce((c,{elapsedMs:o="0"})=>c+Number(o),0);return i`<div class="halves">
    <section>
      <h2>${p("reports.ends")}</h2>
      ${r.length===0?i`<p class="empty">${p("reports.none")}</p>`:i`<table>
                <tbody>
                  ${[...s].sort((c,o)=>o[1]-c[1]).map(([c,o])=>i`<tr>
                          <td>${R(`ended.${c.replace("TERMINATION_","")}`,c)}</td>
                          <td class="number">${u(o)}</td>
                          <td class="number soft">${_(o/r.length)}</td>
                        </tr>`)}
                </tbody>
              </table>
              <p class="soft small">
                ${p("reports.mean",{time:E(h/r.length),n:u(r.length)})}
              </p>`}
    </section>
    <section class="stack">
      <h2>${p("reports.files")}</h2>
      <p class="row">
        <button @click=${()=>w(`${a}-standings.csv`,z(n))}>
          ${$("download")}${p("reports.standings")}
        </button>
        <button @click=${()=>w(`${a}-matches.csv`,q(t,e))}>
          ${$("download")}${p("reports.matches")}
        </button>
      </p>
      <p class="soft">
        ${p("reports.more")} <code dir="ltr">referee tournament export ${a}</code>
      </p>
    </section>
  </div>`}const K=40;function Q({rows:a=[],tieBreaks:t=[]},{entrants:n}){const e=s=>n.find(({player:h})=>h===s),r=s=>n[s]?.player??"";return a.length===0?i`<p class="empty">${p("standings.none")}</p>`:i`<div class="scroll" tabindex="0">
    <table class="standings">
      <thead>
        <tr>
          <th class="number" scope="col">${p("rank")}</th>
          <th scope="col">${p("player")}</th>
          <th class="number" scope="col">${p("points")}</th>
          ${t.map(s=>i`<th class="number" scope="col">${V(s)}</th>`)}
          <th class="why" scope="col">${p("standings.why")}</th>
        </tr>
      </thead>
      <tbody>
        ${a.map(({rank:s=0,player:h="",displayName:c,points:o=0,tieBreaks:l=[],why:m="",out:b=""})=>i`<tr class=${b?"out":""}>
              <td class="number">${u(s)}</td>
              <td>
                ${T(h,c)}${b?i` <span class="soft small" dir="auto">${U(b,e(h),r)}</span>`:d}${m?i`<span class="why-below soft small">${g(m)}</span>`:d}
              </td>
              <td class="number"><b>${u(o)}</b></td>
              ${t.map((tt,O)=>i`<td class="number"><bdi>${S(l[O]??"",I())}</bdi></td>`)}
              <td class="why soft small">${g(m)}</td>
            </tr>`)}
      </tbody>
    </table>
  </div>`}function W(a,t,n){const e=new Map(t.map((o,l)=>[o,l])),r=a.entrants.map((o,l)=>l).sort((o,l)=>(e.get(a.entrants[o]?.player??"")??o)-(e.get(a.entrants[l]?.player??"")??l));if(r.length===0||a.outcomes.size===0)return i`<p class="empty">${p("cross.none")}</p>`;const s=r.slice(0,K),h=B(a),c=o=>a.entrants[o]?.player??"";return i`<div class="scroll" tabindex="0">
      <table class="cross">
        <thead>
          <tr>
            <th></th>
            <th></th>
            ${s.map((o,l)=>i`<th class="number" scope="col">${u(l+1)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${s.map((o,l)=>i`<tr>
                <th class="number" scope="row">${u(l+1)}</th>
                <td>${T(c(o),n(c(o)))}</td>
                ${s.map(m=>X(o===m,h.get(`${o} ${m}`)))}
              </tr>`)}
        </tbody>
      </table>
    </div>
    <p class="soft small">
      ${p("cross.how")}${r.length>s.length?i` ${k("cross.cut",{n:u(s.length),all:u(r.length)})}`:d}
    </p>`}function X(a,t){if(a)return i`<td class="self"></td>`;if(!t)return i`<td class="number soft">·</td>`;const n=t.points/t.matches,e=n>.5?"won":n<.5?"lost":"even";return i`<td class="number ${e}">
    <bdi>${u(t.points)}<small>/${u(t.matches)}</small></bdi>
  </td>`}const Y=24,N=["boards","standings","cross","pairings","rules","reports"];class Z extends y{static{this.properties={...y.properties,rules:{state:!0},setup:{state:!0},standings:{state:!0}}}get contest(){return{tournamentId:this.place.id}}async read(){const t=M(),n=[f("TournamentService/GetTournament",{tournamentId:this.place.id}),f("ContestService/GetStandings",{contest:this.contest})],[{summary:e={},rules:r,matches:s,progress:h={}},{tournament:c={}}]=await Promise.all(n);if(!t())return;const o=!this.summary;[this.summary,this.rules,this.setup,this.progress,this.standings]=[e,r,s,h,c],this.names=new Map((c.rows??[]).map(({player:l="",displayName:m=""})=>[l,m])),this.entitle(e.name??this.place.id),o&&this.tab===""&&(this.tab=e.state==="CONTEST_STATE_RUNNING"?"boards":"standings")}render(){if(this.failure)return this.failureView();const{summary:t}=this;if(!t)return d;const n=this.isHost?[...N,"host"]:N,e=this.tabOf(n),r=n.map(s=>({id:s,label:p(`tab.${s}`)}));return i`${this.headingView(i`${A(t.game??"")} · ${L(this.rules??{})}`)}
    ${this.rules?.isReleasedByHost&&t.state==="CONTEST_STATE_RUNNING"?i`<p class="note soft">${p("contest.sealed")}</p>`:d}
    ${j(r,e,s=>this.choose(s))} ${F(e,this.#t(t))}`}#t(t){const n=(this.standings.rows??[]).map(({player:e=""})=>e);return this.tab==="standings"?Q(this.standings,this.model):this.tab==="cross"?W(this.model,n,e=>this.nameOf(e)):this.tab==="pairings"?this.#s():this.tab==="rules"&&this.rules?G(this.rules,this.setup):this.tab==="reports"?J(this.place.id,this.model,this.standings,this.ids):this.tab==="host"&&this.isHost?this.hostPanelView(t):i`<board-wall .newest=${Y} .contest=${this.contest}></board-wall>`}#s(){const{model:t,ids:n,most:e}=this;return P({model:t,ids:n,most:e,isNewestFirst:!1,names:r=>this.nameOf(r),more:()=>this.most+=H})}}customElements.define("page-tournament",Z);
