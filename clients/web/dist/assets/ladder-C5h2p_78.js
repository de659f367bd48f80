import{b as c,A as m,w as O}from"./board-DAssJNWa.js";import{t as n,n as d,h as w,N as v,p as R,c as f,r as V,b as L,J as S,j as T}from"./index-BcgYAp6r.js";import{C as M,t as C,p as P,h as D,a as H,F as A,f as B,m as F}from"./contest-BLYHkAuf.js";/* empty css              */import"./early-BgkKhUcd.js";import"./forms-DCqxpPG2.js";import"./controls-Xxd5ItRT.js";import"./rulings-iK9L-lZH.js";const $=1e3,u=260,_=5,k=.06;function E(o,s,t){const e=Math.max(1e-6,s-o)*(1+2*k),a=o-(s-o)*k,i=e/_,h=10**Math.floor(Math.log10(i)),r=[1,2,5,10].map(l=>l*h).find(l=>l>=i)??i,p=[];for(let l=Math.ceil(a/r)*r;l<=a+e;l+=r)p.push(l);return{at:l=>(l-a)/e*t,ticks:p}}const G=o=>o.points??o.elo??0;function j(o,s,{at:t,ticks:e}){const{player:a="",displayName:i="",rank:h=0,low:r=0,high:p=0,matches:l="0"}=s,y=o.chosen.includes(a),b=G(s),g=s.points===void 0?0:2;return c`<tr class="${y?"chosen":""} ${s.isIn?"":"out"}">
    <td class="number soft">${d(h)}</td>
    <td class="rating-name">${R(a,i)}</td>
    <td class="number"><b>${d(b,g)}</b></td>
    <td class="axis" dir="ltr">
      <svg
        viewBox="0 0 ${$} 24"
        preserveAspectRatio="none"
        role="img"
        aria-label="${d(r,g)} – ${d(p,g)}"
      >
        ${e.map(x=>O`<line class="tick" x1=${t(x)} x2=${t(x)} y1="0" y2="24" vector-effect="non-scaling-stroke" />`)}
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
          x1=${t(b)}
          x2=${t(b)}
          y1="6"
          y2="18"
          vector-effect="non-scaling-stroke"
        />
      </svg>
    </td>
    <td class="number soft small">
      <bdi dir="ltr">${d(r,g)} … ${d(p,g)}</bdi>
    </td>
    <td class="number soft">${d(Number(l))}</td>
    <td>
      <button class="plain small" aria-pressed=${y} @click=${()=>o.choose(a)}>
        ${n(y?"ladder.chosen":"ladder.choose")}
      </button>
    </td>
  </tr>`}function q(o){const s=o.ratings.ratings??[];if(s.length===0)return c`<p class="empty">${o.ratings.unrated||n("ladder.unrated")}</p>`;const t=E(Math.min(...s.map(({low:a=0})=>a)),Math.max(...s.map(({high:a=0})=>a)),$),e=[...new Set(s.map(({component:a=0})=>a))];return c`${e.length>1?c`<p class="note">${n("ladder.components")}</p>`:m}
  ${e.map(a=>c`<div class="scroll" tabindex="0">
        <table class="ratings">
          <thead>
            <tr>
              <th class="number" scope="col">${n("rank")}</th>
              <th scope="col">${n("player")}</th>
              <th class="number" scope="col">
                ${n(s[0]?.points===void 0?"elo":"ladder.points")}
              </th>
              <th class="axis" dir="ltr">${z(t)}</th>
              <th class="number" scope="col">${n("interval")}</th>
              <th class="number" scope="col">${n("matches")}</th>
              <th><span class="visually-hidden">${n("ladder.choose")}</span></th>
            </tr>
          </thead>
          <tbody>
            ${s.filter(i=>(i.component??0)===a).map(i=>j(o,i,t))}
          </tbody>
        </table>
      </div>`)}`}function z({at:o,ticks:s}){return c`<span class="ticks" aria-hidden="true"
    >${s.map(t=>c` <span .style=${`left: ${o(t)/$*100}%`}>${d(t)}</span>`)}</span
  >`}function U(o){if(o.length<2)return c`<p class="empty">${n("ladder.no-history")}</p>`;const s=E(Math.min(...o.map(({low:r=0})=>r)),Math.max(...o.map(({high:r=0})=>r)),u),t=r=>r/(o.length-1)*$,e=r=>o.map((p,l)=>`${t(l).toFixed(1)},${(u-s.at(r(p))).toFixed(1)}`),a=[...e(({low:r=0})=>r),...e(({high:r=0})=>r).toReversed()].join(" "),[i,h]=[o[0],o.at(-1)];return c`<figure class="history" dir="ltr">
    <svg
      viewBox="-70 -10 ${$+80} ${u+20}"
      role="img"
      aria-label=${n("ladder.history")}
    >
      ${s.ticks.map(r=>O`<line class="tick" x1="0" x2=${$} y1=${u-s.at(r)} y2=${u-s.at(r)} /><text x="-10" y=${u-s.at(r)+6} text-anchor="end">${d(r)}</text>`)}
      <polygon class="band" points=${a} />
      <polyline class="way" points=${e(({liveElo:r=0})=>r).join(" ")} />
    </svg>
    <figcaption class="soft small">
      <span>${w(Number(i?.atUnixMs??0))}</span
      ><span>${w(Number(h?.atUnixMs??0))}</span>
    </figcaption>
  </figure>`}function Y(o,s,t){const{difference:e=0,low:a=0,high:i=0,los:h,expectedScore:r}=o;return c`<div class="comparison">
    <p class="versus"><bdi>${s}</bdi> <span class="soft">–</span> <bdi>${t}</bdi></p>
    <p>
      <b class="difference" dir="ltr">${v(e)}</b>
      <span class="soft" dir="ltr">(${v(a)} … ${v(i)})</span>
    </p>
    ${h===void 0?m:c`<p class="soft">${n("ladder.los",{p:d(h*100)})}</p>`}
    ${r===void 0?m:c`<p class="soft">${n("ladder.expected",{p:d(r*100)})}</p>`}
  </div>`}const J=24,I=200,N=["ratings","boards","pairings","rules"];class K extends M{static{this.properties={...M.properties,ladder:{state:!0},category:{state:!0},ratings:{state:!0},chosen:{state:!0},history:{state:!0},compared:{state:!0},incomparable:{state:!0}}}arrived(){[this.ladder,this.category,this.ratings,this.chosen,this.history,this.incomparable]=[{},this.place.query.get("category")??"",{},[],[],""],super.arrived(),this.tab||="ratings"}get contest(){return{ladderId:this.place.id}}async read(){const s=await f("LadderService/GetLadder",{ladderId:this.place.id,pageSize:I});[this.ladder,this.summary,this.progress]=[s,s.summary??{},s.progress??{}],this.names=new Map((s.entrants??[]).map(({player:t="",displayName:e=""})=>[t,e])),this.category||=s.categories?.[0]?.name??"",this.entitle(this.summary.name??this.place.id),await this.#s()}async#s(){const{category:s}=this,{ladder:t={}}=await f("ContestService/GetStandings",{contest:this.contest,category:s});s===this.category&&(this.ratings=t),await this.#t()}async#t(){const[s,t]=this.chosen,e={ladderId:this.place.id,category:this.category},a=t??s;this.history=a?(await f("LadderService/GetLadderHistory",{...e,player:a,pageSize:I}).catch(()=>{}))?.points??[]:[],[this.compared,this.incomparable]=[void 0,""],!(!s||!t)&&await f("LadderService/CompareLadderEntrants",{...e,first:s,second:t}).then(i=>this.compared=i,i=>this.incomparable=V(i))}#e(s){this.chosen=this.chosen.includes(s)?this.chosen.filter(t=>t!==s):[...this.chosen,s].slice(-2),this.#t()}#a(s){this.category=s,this.chosen=[],this.#s()}render(){if(this.failure)return this.failureView();if(!this.summary)return m;const s=(this.ladder.categories??[]).map(({name:e=""})=>e),t=this.isHost?[...N,"host"]:N;return c`${this.headingView(n("ladder"))}
    ${s.length>1?c`<div class="chips category" role="group" aria-label=${n("ladder.category")}>
            ${s.map(e=>c` <button
                  aria-pressed=${e===this.category}
                  @click=${()=>this.#a(e)}
                >
                  <bdi>${L(e)}</bdi>
                </button>`)}
          </div>`:m}
    ${C(t.map(e=>({id:e,label:n(`tab.${e}`)})),this.tab,e=>this.choose(e))}
    ${P(this.tab,this.#r(this.summary))}`}#r(s){if(this.tab==="boards")return c`<board-wall .newest=${J} .contest=${this.contest}></board-wall>`;if(this.tab==="pairings")return this.#o();if(this.tab==="rules")return this.#n();if(this.tab==="host"&&this.isHost){const t=this.model.entrants.map(({player:a})=>a),e=[...this.model.outcomes.keys()].toReversed();return D({contest:this.contest,summary:s,progress:this.progress,players:t,keys:e,changed:()=>void this.read()})}return this.#i()}#i(){const{ratings:s,chosen:t,compared:e,incomparable:a}=this,[i,h]=t,r=h??i;return c`${q({ratings:s,chosen:t,choose:p=>this.#e(p)})}
      <p class="soft small">${n("ladder.how")}</p>
      <div class="halves section">
        ${r?c`<section>
                <h2>${n("ladder.history")} <bdi class="soft">${this.nameOf(r)}</bdi></h2>
                ${U(this.history)}
              </section>`:m}
        ${i&&h?c`<section>
                <h2>${n("ladder.compare")}</h2>
                ${e?Y(e,this.nameOf(i),this.nameOf(h)):c`<p class="empty">${a}</p>`}
              </section>`:m}
      </div>`}#o(){const s=(this.ladder.categories??[]).findIndex(({name:i})=>i===this.category),t={...this.model,encounters:this.model.encounters.filter(i=>i.category===Math.max(0,s))},{ids:e,most:a}=this;return H({model:t,ids:e,most:a,isNewestFirst:!0,names:i=>this.nameOf(i),more:()=>this.most+=A})}#n(){const{pairing:s={},quarantine:t={},categories:e=[]}=this.ladder,a=e.find(({name:i})=>i===this.category);return c`${B([...F(a?.matches),["rules.seats",d(a?.seats??2)],["rules.matches",d(a?.matchesPerEncounter??a?.seats??2)],["ladder.rated-by",n(a?.ratedBy==="LADDER_RATED_BY_POINTS"?"ladder.by-points":"ladder.by-ranks")],["ladder.patience",s.patienceMs?S(Number(s.patienceMs)):""],["ladder.wide",s.wideEncounters===void 0?"":d(s.wideEncounters)],["ladder.share",s.opponentSharePercent===void 0?"":T(s.opponentSharePercent/100)],["ladder.per-day",s.matchesPerDay===void 0?"":d(s.matchesPerDay)],["ladder.quarantine",t.faults===void 0?"":n("ladder.faults",{n:d(t.faults),time:S(Number(t.firstMs??0))})]])}
      <p class="soft small">
        ${n("rules.more")} <a href="/docs/ladders">${n("rules.ladders")}</a>
      </p>`}}customElements.define("page-ladder",K);
