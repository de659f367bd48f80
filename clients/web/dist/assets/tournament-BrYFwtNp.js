import{b as i,A as u,d as S}from"./board-DljLscjI.js";import{t as p,m as R,n as d,j as _,K as E,q as $,p as T,F as I,f as k,z as C,c as f,b as M}from"./index-B2E5g8XN.js";import{e as A,s as x,b as V,o as U,w as g,c as B,C as y,d as L,t as j,p as F,g as G,a as P,h as H,F as z}from"./contest-Cg3umuq1.js";/* empty css              */import"./early-CyNNN_K1.js";import"./forms-DCqxpPG2.js";import"./controls-BeLU-jkf.js";import"./rulings-BQA639zj.js";function D(r){const t=String(r??""),e=/^[=+\-@\t\r]/.test(t)&&Number.isNaN(Number(t))?`'${t}`:t;return/[",\n\r]/.test(e)?`"${e.replaceAll('"','""')}"`:e}const v=r=>r.map(t=>t.map(D).join(",")).join(`\r
`)+`\r
`;function w(r,t){const e=URL.createObjectURL(new Blob([t],{type:"text/csv"}));Object.assign(document.createElement("a"),{href:e,download:r}).click(),setTimeout(()=>URL.revokeObjectURL(e),1e3)}function q({rows:r=[],tieBreaks:t=[]}){const e=["rank","player","points",...t,"why","out"];return v([e,...r.map(s=>[s.rank,s.player,s.points??0,...s.tieBreaks??[],s.why,s.out])])}function K(r,t){const e=new Map(r.encounters.map(a=>[a.key,a])),s=[...r.outcomes.values()].flatMap(({key:a,counted:n,voided:h})=>{const c=e.get(A(a));return!c||!n&&!h?[]:x(c,a).map((o,l)=>[a,t.get(a),l,r.entrants[o]?.player,n?.places?.[l],n?.points?.[l]??0,(n?.termination??"void").replace("TERMINATION_","").toLowerCase(),n?.plies,n?.thoughtMs?.[l]])});return v([["match","id","seat","player","place","points","ended_by","plies","thought_ms"],...s])}function J(r,t,e,s){const a=[...t.outcomes.values()].flatMap(({counted:c})=>c??[]),n=new Map;for(const{termination:c="TERMINATION_UNSPECIFIED"}of a)n.set(c,(n.get(c)??0)+1);const h=a.reduce((c,{elapsedMs:o="0"})=>c+Number(o),0);return i`<div class="halves">
    <section>
      <h2>${p("reports.ends")}</h2>
      ${a.length===0?i`<p class="empty">${p("reports.none")}</p>`:i`<table>
                <tbody>
                  ${[...n].sort((c,o)=>o[1]-c[1]).map(([c,o])=>i`<tr>
                          <td>${R(`ended.${c.replace("TERMINATION_","")}`,c)}</td>
                          <td class="number">${d(o)}</td>
                          <td class="number soft">${_(o/a.length)}</td>
                        </tr>`)}
                </tbody>
              </table>
              <p class="soft small">
                ${p("reports.mean",{time:E(h/a.length),n:d(a.length)})}
              </p>`}
    </section>
    <section class="stack">
      <h2>${p("reports.files")}</h2>
      <p class="row">
        <button @click=${()=>w(`${r}-standings.csv`,q(e))}>
          ${$("download")}${p("reports.standings")}
        </button>
        <button @click=${()=>w(`${r}-matches.csv`,K(t,s))}>
          ${$("download")}${p("reports.matches")}
        </button>
      </p>
      <p class="soft">
        ${p("reports.more")} <code dir="ltr">referee tournament export ${r}</code>
      </p>
    </section>
  </div>`}const Q=40;function W({rows:r=[],tieBreaks:t=[]},{entrants:e}){const s=n=>e.find(({player:h})=>h===n),a=n=>e[n]?.player??"";return r.length===0?i`<p class="empty">${p("standings.none")}</p>`:i`<div class="scroll" tabindex="0">
    <table class="standings">
      <thead>
        <tr>
          <th class="number" scope="col">${p("rank")}</th>
          <th scope="col">${p("player")}</th>
          <th class="number" scope="col">${p("points")}</th>
          ${t.map(n=>i`<th class="number" scope="col">${V(n)}</th>`)}
          <th class="why" scope="col">${p("standings.why")}</th>
        </tr>
      </thead>
      <tbody>
        ${r.map(({rank:n=0,player:h="",displayName:c,points:o=0,tieBreaks:l=[],why:m="",out:b=""})=>i`<tr class=${b?"out":""}>
              <td class="number">${d(n)}</td>
              <td>
                ${T(h,c)}${b?i` <span class="soft small" dir="auto">${U(b,s(h),a)}</span>`:u}${m?i`<span class="why-below soft small">${g(m)}</span>`:u}
              </td>
              <td class="number"><b>${d(o)}</b></td>
              ${t.map((st,O)=>i`<td class="number"><bdi>${S(l[O]??"",I())}</bdi></td>`)}
              <td class="why soft small">${g(m)}</td>
            </tr>`)}
      </tbody>
    </table>
  </div>`}function X(r,t,e){const s=new Map(t.map((o,l)=>[o,l])),a=r.entrants.map((o,l)=>l).sort((o,l)=>(s.get(r.entrants[o]?.player??"")??o)-(s.get(r.entrants[l]?.player??"")??l));if(a.length===0||r.outcomes.size===0)return i`<p class="empty">${p("cross.none")}</p>`;const n=a.slice(0,Q),h=B(r),c=o=>r.entrants[o]?.player??"";return i`<div class="scroll" tabindex="0">
      <table class="cross">
        <thead>
          <tr>
            <th></th>
            <th></th>
            ${n.map((o,l)=>i`<th class="number" scope="col">${d(l+1)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${n.map((o,l)=>i`<tr>
                <th class="number" scope="row">${d(l+1)}</th>
                <td>${T(c(o),e(c(o)))}</td>
                ${n.map(m=>Y(o===m,h.get(`${o} ${m}`)))}
              </tr>`)}
        </tbody>
      </table>
    </div>
    <p class="soft small">
      ${p("cross.how")}${a.length>n.length?i` ${k("cross.cut",{n:d(n.length),all:d(a.length)})}`:u}
    </p>`}function Y(r,t){if(r)return i`<td class="self"></td>`;if(!t)return i`<td class="number soft">·</td>`;const e=t.points/t.matches,s=e>.5?"won":e<.5?"lost":"even";return i`<td class="number ${s}">
    <bdi>${d(t.points)}<small>/${d(t.matches)}</small></bdi>
  </td>`}const Z=24,N=["boards","standings","cross","pairings","rules","reports"];class tt extends y{static{this.properties={...y.properties,rules:{state:!0},setup:{state:!0},standings:{state:!0}}}get contest(){return{tournamentId:this.place.id}}async read(){const t=C(),e=[f("TournamentService/GetTournament",{tournamentId:this.place.id}),f("ContestService/GetStandings",{contest:this.contest})],[{summary:s={},rules:a,matches:n,progress:h={}},{tournament:c={}}]=await Promise.all(e);if(!t())return;const o=!this.summary;[this.summary,this.rules,this.setup,this.progress,this.standings]=[s,a,n,h,c],this.names=new Map((c.rows??[]).map(({player:l="",displayName:m=""})=>[l,m])),this.entitle(s.name??this.place.id),o&&this.tab===""&&(this.tab=s.state==="CONTEST_STATE_RUNNING"?"boards":"standings")}render(){if(this.failure)return this.failureView();const{summary:t}=this;if(!t)return u;const e=this.isHost?[...N,"host"]:N,s=this.tabOf(e),a=e.map(n=>({id:n,label:p(`tab.${n}`)}));return i`${this.headingView(i`${M(t.game??"")} · ${L(this.rules??{})}`)}
    ${this.rules?.isReleasedByHost&&t.state==="CONTEST_STATE_RUNNING"?i`<p class="note soft">${p("contest.sealed")}</p>`:u}
    ${j(a,s,n=>this.choose(n))} ${F(s,this.#t(t))}`}#t(t){const e=(this.standings.rows??[]).map(({player:s=""})=>s);return this.tab==="standings"?W(this.standings,this.model):this.tab==="cross"?X(this.model,e,s=>this.nameOf(s)):this.tab==="pairings"?this.#s():this.tab==="rules"&&this.rules?G(this.rules,this.setup):this.tab==="reports"?J(this.place.id,this.model,this.standings,this.ids):this.tab==="host"&&this.isHost?this.#e(t):i`<board-wall .newest=${Z} .contest=${this.contest}></board-wall>`}#s(){const{model:t,ids:e,most:s}=this;return P({model:t,ids:e,most:s,isNewestFirst:!1,names:a=>this.nameOf(a),more:()=>this.most+=z})}#e(t){const e=this.model.entrants.map(({player:a})=>a),s=[...this.model.outcomes.keys()].toReversed();return H({contest:this.contest,summary:t,progress:this.progress,players:e,keys:s,changed:()=>void this.read()})}}customElements.define("page-tournament",tt);
