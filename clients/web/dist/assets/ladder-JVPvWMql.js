import{b as c,A as m,w as R}from"./board-DljLscjI.js";import{t as o,n as d,h as x,R as v,p as V,z as S,c as f,r as L,b as T,K as M,j as C}from"./index-B2E5g8XN.js";import{C as k,t as P,p as D,h as H,a as A,F as B,f as F,m as _}from"./contest-Cg3umuq1.js";/* empty css              */import"./early-CyNNN_K1.js";import"./forms-DCqxpPG2.js";import"./controls-BeLU-jkf.js";import"./rulings-BQA639zj.js";const $=1e3,u=260,z=5,O=.06;function E(n,s,t){const a=Math.max(1e-6,s-n)*(1+2*O),e=n-(s-n)*O,i=a/z,h=10**Math.floor(Math.log10(i)),r=[1,2,5,10].map(l=>l*h).find(l=>l>=i)??i,p=[];for(let l=Math.ceil(e/r)*r;l<=e+a;l+=r)p.push(l);return{at:l=>(l-e)/a*t,ticks:p}}const G=n=>n.points??n.elo??0;function j(n,s,{at:t,ticks:a}){const{player:e="",displayName:i="",rank:h=0,low:r=0,high:p=0,matches:l="0"}=s,b=n.chosen.includes(e),y=G(s),g=s.points===void 0?0:2;return c`<tr class="${b?"chosen":""} ${s.isIn?"":"out"}">
    <td class="number soft">${d(h)}</td>
    <td class="rating-name">${V(e,i)}</td>
    <td class="number"><b>${d(y,g)}</b></td>
    <td class="axis" dir="ltr">
      <svg
        viewBox="0 0 ${$} 24"
        preserveAspectRatio="none"
        role="img"
        aria-label="${d(r,g)} – ${d(p,g)}"
      >
        ${a.map(w=>R`<line class="tick" x1=${t(w)} x2=${t(w)} y1="0" y2="24" vector-effect="non-scaling-stroke" />`)}
        <line
          class="interval"
          x1=${t(r)}
          x2=${t(p)}
          y1="12"
          y2="12"
          vector-effect="non-scaling-stroke"
        />
        <line
          class="value"
          x1=${t(y)}
          x2=${t(y)}
          y1="6"
          y2="18"
          vector-effect="non-scaling-stroke"
        />
      </svg>
    </td>
    <td class="beside number soft small">
      <bdi dir="ltr">${d(r,g)} … ${d(p,g)}</bdi>
    </td>
    <td class="beside number soft">${d(Number(l))}</td>
    <td>
      <button class="plain small" aria-pressed=${b} @click=${()=>n.choose(e)}>
        ${o(b?"ladder.chosen":"ladder.choose")}
      </button>
    </td>
  </tr>`}function q(n){const s=n.ratings.ratings??[];if(s.length===0)return c`<p class="empty">${n.ratings.unrated||o("ladder.unrated")}</p>`;const t=E(Math.min(...s.map(({low:e=0})=>e)),Math.max(...s.map(({high:e=0})=>e)),$),a=[...new Set(s.map(({component:e=0})=>e))];return c`${a.length>1?c`<p class="note">${o("ladder.components")}</p>`:m}
  ${a.map(e=>c`<div class="scroll" tabindex="0">
        <table class="ratings">
          <thead>
            <tr>
              <th class="number" scope="col">${o("rank")}</th>
              <th scope="col">${o("player")}</th>
              <th class="number" scope="col">
                ${o(s[0]?.points===void 0?"elo":"ladder.points")}
              </th>
              <th class="axis" dir="ltr">${U(t)}</th>
              <th class="beside number" scope="col">${o("interval")}</th>
              <th class="beside number" scope="col">${o("matches")}</th>
              <th><span class="visually-hidden">${o("ladder.choose")}</span></th>
            </tr>
          </thead>
          <tbody>
            ${s.filter(i=>(i.component??0)===e).map(i=>j(n,i,t))}
          </tbody>
        </table>
      </div>`)}`}function U({at:n,ticks:s}){return c`<span class="ticks" aria-hidden="true"
    >${s.map(t=>c` <span .style=${`left: ${n(t)/$*100}%`}>${d(t)}</span>`)}</span
  >`}function K(n){if(n.length<2)return c`<p class="empty">${o("ladder.no-history")}</p>`;const s=E(Math.min(...n.map(({low:r=0})=>r)),Math.max(...n.map(({high:r=0})=>r)),u),t=r=>r/(n.length-1)*$,a=r=>n.map((p,l)=>`${t(l).toFixed(1)},${(u-s.at(r(p))).toFixed(1)}`),e=[...a(({low:r=0})=>r),...a(({high:r=0})=>r).toReversed()].join(" "),[i,h]=[n[0],n.at(-1)];return c`<figure class="history" dir="ltr">
    <svg
      viewBox="-70 -10 ${$+80} ${u+20}"
      role="img"
      aria-label=${o("ladder.history")}
    >
      ${s.ticks.map(r=>R`<line class="tick" x1="0" x2=${$} y1=${u-s.at(r)} y2=${u-s.at(r)} /><text x="-10" y=${u-s.at(r)+6} text-anchor="end">${d(r)}</text>`)}
      <polygon class="band" points=${e} />
      <polyline class="way" points=${a(({liveElo:r=0})=>r).join(" ")} />
    </svg>
    <figcaption class="soft small">
      <span>${x(Number(i?.atUnixMs??0))}</span
      ><span>${x(Number(h?.atUnixMs??0))}</span>
    </figcaption>
  </figure>`}function Y(n,s,t){const{difference:a=0,low:e=0,high:i=0,los:h,expectedScore:r}=n;return c`<div class="comparison">
    <p class="versus"><bdi>${s}</bdi> <span class="soft">–</span> <bdi>${t}</bdi></p>
    <p>
      <b class="difference" dir="ltr">${v(a)}</b>
      <span class="soft" dir="ltr">(${v(e)} … ${v(i)})</span>
    </p>
    ${h===void 0?m:c`<p class="soft">${o("ladder.los",{p:d(h*100)})}</p>`}
    ${r===void 0?m:c`<p class="soft">${o("ladder.expected",{p:d(r*100)})}</p>`}
  </div>`}const W=24,I=200,N=["ratings","boards","pairings","rules"];class Z extends k{static{this.properties={...k.properties,ladder:{state:!0},category:{state:!0},ratings:{state:!0},chosen:{state:!0},history:{state:!0},compared:{state:!0},incomparable:{state:!0}}}arrived(){[this.ladder,this.category,this.ratings,this.chosen,this.history,this.incomparable]=[{},this.place.query.get("category")??"",{},[],[],""],super.arrived(),this.tab||="ratings"}get contest(){return{ladderId:this.place.id}}async read(){const s=S(),t=await f("LadderService/GetLadder",{ladderId:this.place.id,pageSize:I});s()&&([this.ladder,this.summary,this.progress]=[t,t.summary??{},t.progress??{}],this.names=new Map((t.entrants??[]).map(({player:a="",displayName:e=""})=>[a,e])),this.category||=t.categories?.[0]?.name??"",this.entitle(this.summary.name??this.place.id),await this.#s())}async#s(){const s=S(),{category:t}=this,{ladder:a={}}=await f("ContestService/GetStandings",{contest:this.contest,category:t});s()&&(t===this.category&&(this.ratings=a),await this.#t())}async#t(){const[s,t]=this.chosen,a={ladderId:this.place.id,category:this.category},e=t??s;this.history=e?(await f("LadderService/GetLadderHistory",{...a,player:e,pageSize:I}).catch(()=>{}))?.points??[]:[],[this.compared,this.incomparable]=[void 0,""],!(!s||!t)&&await f("LadderService/CompareLadderEntrants",{...a,first:s,second:t}).then(i=>this.compared=i,i=>this.incomparable=L(i))}#e(s){this.chosen=this.chosen.includes(s)?this.chosen.filter(t=>t!==s):[...this.chosen,s].slice(-2),this.#t()}#a(s){this.category=s,this.chosen=[],this.#s()}render(){if(this.failure)return this.failureView();if(!this.summary)return m;const s=(this.ladder.categories??[]).map(({name:e=""})=>e),t=this.isHost?[...N,"host"]:N,a=this.tabOf(t);return c`${this.headingView(o("ladder"))}
    ${s.length>1?c`<div class="chips category" role="group" aria-label=${o("ladder.category")}>
            ${s.map(e=>c` <button
                  aria-pressed=${e===this.category}
                  @click=${()=>this.#a(e)}
                >
                  <bdi>${T(e)}</bdi>
                </button>`)}
          </div>`:m}
    ${P(t.map(e=>({id:e,label:o(`tab.${e}`)})),a,e=>this.choose(e))}
    ${D(a,this.#r(this.summary))}`}#r(s){if(this.tab==="boards")return c`<board-wall .newest=${W} .contest=${this.contest}></board-wall>`;if(this.tab==="pairings")return this.#n();if(this.tab==="rules")return this.#o();if(this.tab==="host"&&this.isHost){const t=this.model.entrants.map(({player:e})=>e),a=[...this.model.outcomes.keys()].toReversed();return H({contest:this.contest,summary:s,progress:this.progress,players:t,keys:a,changed:()=>void this.read()})}return this.#i()}#i(){const{ratings:s,chosen:t,compared:a,incomparable:e}=this,[i,h]=t,r=h??i;return c`${q({ratings:s,chosen:t,choose:p=>this.#e(p)})}
      <p class="soft small">${o("ladder.how")}</p>
      <div class="halves section">
        ${r?c`<section>
                <h2>${o("ladder.history")} <bdi class="soft">${this.nameOf(r)}</bdi></h2>
                ${K(this.history)}
              </section>`:m}
        ${i&&h?c`<section>
                <h2>${o("ladder.compare")}</h2>
                ${a?Y(a,this.nameOf(i),this.nameOf(h)):c`<p class="empty">${e}</p>`}
              </section>`:m}
      </div>`}#n(){const s=(this.ladder.categories??[]).findIndex(({name:i})=>i===this.category),t={...this.model,encounters:this.model.encounters.filter(i=>i.category===Math.max(0,s))},{ids:a,most:e}=this;return A({model:t,ids:a,most:e,isNewestFirst:!0,names:i=>this.nameOf(i),more:()=>this.most+=B})}#o(){const{pairing:s={},quarantine:t={},categories:a=[]}=this.ladder,e=a.find(({name:i})=>i===this.category);return c`${F([..._(e?.matches),["rules.seats",d(e?.seats??2)],["rules.matches",d(e?.matchesPerEncounter??e?.seats??2)],["ladder.rated-by",o(e?.ratedBy==="LADDER_RATED_BY_POINTS"?"ladder.by-points":"ladder.by-ranks")],["ladder.patience",s.patienceMs?M(Number(s.patienceMs)):""],["ladder.wide",s.wideEncounters===void 0?"":d(s.wideEncounters)],["ladder.share",s.opponentSharePercent===void 0?"":C(s.opponentSharePercent/100)],["ladder.per-day",s.matchesPerDay===void 0?"":d(s.matchesPerDay)],["ladder.quarantine",t.faults===void 0?"":o("ladder.faults",{n:d(t.faults),time:M(Number(t.firstMs??0))})]])}
      <p class="soft small">
        ${o("rules.more")} <a href="/docs/ladders">${o("rules.ladders")}</a>
      </p>`}}customElements.define("page-ladder",Z);
