import{b as c,A as m,w as E}from"./board-D1p_NJfW.js";import{t as o,n as d,i as x,S as v,p as R,A as S,c as g,r as L,b as P,M,k as T}from"./index-DD4thUuR.js";import{C as k,t as C,p as A,a as D,F as H,f as B,m as F}from"./contest-JoMlNh87.js";/* empty css              */import"./early-8lfsaDGx.js";import"./forms-DCqxpPG2.js";import"./controls-DPL6xea4.js";import"./rulings-6ZKNkI91.js";const $=1e3,u=260,_=5,O=.06;function V(n,s,t){const r=Math.max(1e-6,s-n)*(1+2*O),e=n-(s-n)*O,i=r/_,h=10**Math.floor(Math.log10(i)),a=[1,2,5,10].map(l=>l*h).find(l=>l>=i)??i,p=[];for(let l=Math.ceil(e/a)*a;l<=e+r;l+=a)p.push(l);return{at:l=>(l-e)/r*t,ticks:p}}const G=n=>n.points??n.elo??0;function q(n,s,{at:t,ticks:r}){const{player:e="",displayName:i="",rank:h=0,low:a=0,high:p=0,matches:l="0"}=s,b=n.chosen.includes(e),y=G(s),f=s.points===void 0?0:2;return c`<tr class="${b?"chosen":""} ${s.isIn?"":"out"}">
    <td class="number soft">${d(h)}</td>
    <td class="rating-name">${R(e,i)}</td>
    <td class="number"><b>${d(y,f)}</b></td>
    <td class="axis" dir="ltr">
      <svg
        viewBox="0 0 ${$} 24"
        preserveAspectRatio="none"
        role="img"
        aria-label="${d(a,f)} – ${d(p,f)}"
      >
        ${r.map(w=>E`<line class="tick" x1=${t(w)} x2=${t(w)} y1="0" y2="24" vector-effect="non-scaling-stroke" />`)}
        <line
          class="interval"
          x1=${t(a)}
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
      <bdi dir="ltr">${d(a,f)} … ${d(p,f)}</bdi>
    </td>
    <td class="beside number soft">${d(Number(l))}</td>
    <td>
      <button class="plain small" aria-pressed=${b} @click=${()=>n.choose(e)}>
        ${o(b?"ladder.chosen":"ladder.choose")}
      </button>
    </td>
  </tr>`}function z(n){const s=n.ratings.ratings??[];if(s.length===0)return c`<p class="empty">${n.ratings.unrated||o("ladder.unrated")}</p>`;const t=V(Math.min(...s.map(({low:e=0})=>e)),Math.max(...s.map(({high:e=0})=>e)),$),r=[...new Set(s.map(({component:e=0})=>e))];return c`${r.length>1?c`<p class="note">${o("ladder.components")}</p>`:m}
  ${r.map(e=>c`<div class="scroll" tabindex="0">
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
            ${s.filter(i=>(i.component??0)===e).map(i=>q(n,i,t))}
          </tbody>
        </table>
      </div>`)}`}function U({at:n,ticks:s}){return c`<span class="ticks" aria-hidden="true"
    >${s.map(t=>c` <span .style=${`left: ${n(t)/$*100}%`}>${d(t)}</span>`)}</span
  >`}function j(n){if(n.length<2)return c`<p class="empty">${o("ladder.no-history")}</p>`;const s=V(Math.min(...n.map(({low:a=0})=>a)),Math.max(...n.map(({high:a=0})=>a)),u),t=a=>a/(n.length-1)*$,r=a=>n.map((p,l)=>`${t(l).toFixed(1)},${(u-s.at(a(p))).toFixed(1)}`),e=[...r(({low:a=0})=>a),...r(({high:a=0})=>a).toReversed()].join(" "),[i,h]=[n[0],n.at(-1)];return c`<figure class="history" dir="ltr">
    <svg
      viewBox="-70 -10 ${$+80} ${u+20}"
      role="img"
      aria-label=${o("ladder.history")}
    >
      ${s.ticks.map(a=>E`<line class="tick" x1="0" x2=${$} y1=${u-s.at(a)} y2=${u-s.at(a)} /><text x="-10" y=${u-s.at(a)+6} text-anchor="end">${d(a)}</text>`)}
      <polygon class="band" points=${e} />
      <polyline class="way" points=${r(({liveElo:a=0})=>a).join(" ")} />
    </svg>
    <figcaption class="soft small">
      <span>${x(Number(i?.atUnixMs??0))}</span
      ><span>${x(Number(h?.atUnixMs??0))}</span>
    </figcaption>
  </figure>`}function Y(n,s,t){const{difference:r=0,low:e=0,high:i=0,los:h,expectedScore:a}=n;return c`<div class="comparison">
    <p class="versus"><bdi>${s}</bdi> <span class="soft">–</span> <bdi>${t}</bdi></p>
    <p>
      <b class="difference" dir="ltr">${v(r)}</b>
      <span class="soft" dir="ltr">(${v(e)} … ${v(i)})</span>
    </p>
    ${h===void 0?m:c`<p class="soft">${o("ladder.los",{p:d(h*100)})}</p>`}
    ${a===void 0?m:c`<p class="soft">${o("ladder.expected",{p:d(a*100)})}</p>`}
  </div>`}const K=24,I=200,N=["ratings","boards","pairings","rules"];class W extends k{static{this.properties={...k.properties,ladder:{state:!0},category:{state:!0},ratings:{state:!0},chosen:{state:!0},history:{state:!0},compared:{state:!0},incomparable:{state:!0}}}arrived(){[this.ladder,this.category,this.ratings,this.chosen,this.history,this.incomparable]=[{},this.place.query.get("category")??"",{},[],[],""],super.arrived(),this.tab||="ratings"}get contest(){return{ladderId:this.place.id}}async read(){const s=S(),t=await g("LadderService/GetLadder",{ladderId:this.place.id,pageSize:I});s()&&([this.ladder,this.summary,this.progress]=[t,t.summary??{},t.progress??{}],this.names=new Map((t.entrants??[]).map(({player:r="",displayName:e=""})=>[r,e])),this.category||=t.categories?.[0]?.name??"",this.entitle(this.summary.name??this.place.id),await this.#s())}async#s(){const s=S(),{category:t}=this,{ladder:r={}}=await g("ContestService/GetStandings",{contest:this.contest,category:t});s()&&(t===this.category&&(this.ratings=r),await this.#t())}async#t(){const[s,t]=this.chosen,r={ladderId:this.place.id,category:this.category},e=t??s;this.history=e?(await g("LadderService/GetLadderHistory",{...r,player:e,pageSize:I}).catch(()=>{}))?.points??[]:[],[this.compared,this.incomparable]=[void 0,""],!(!s||!t)&&await g("LadderService/CompareLadderEntrants",{...r,first:s,second:t}).then(i=>this.compared=i,i=>this.incomparable=L(i))}#e(s){this.chosen=this.chosen.includes(s)?this.chosen.filter(t=>t!==s):[...this.chosen,s].slice(-2),this.#t()}#a(s){this.category=s,this.chosen=[],this.#s()}render(){if(this.failure)return this.failureView();if(!this.summary)return m;const s=(this.ladder.categories??[]).map(({name:e=""})=>e),t=this.isHost?[...N,"host"]:N,r=this.tabOf(t);return c`${this.headingView(o("ladder"))}
    ${s.length>1?c`<div class="chips category" role="group" aria-label=${o("ladder.category")}>
            ${s.map(e=>c` <button
                  aria-pressed=${e===this.category}
                  @click=${()=>this.#a(e)}
                >
                  <bdi>${P(e)}</bdi>
                </button>`)}
          </div>`:m}
    ${C(t.map(e=>({id:e,label:o(`tab.${e}`)})),r,e=>this.choose(e))}
    ${A(r,this.#r(this.summary))}`}#r(s){return this.tab==="boards"?c`<board-wall .newest=${K} .contest=${this.contest}></board-wall>`:this.tab==="pairings"?this.#n():this.tab==="rules"?this.#o():this.tab==="host"&&this.isHost?this.hostPanelView(s):this.#i()}#i(){const{ratings:s,chosen:t,compared:r,incomparable:e}=this,[i,h]=t,a=h??i;return c`${z({ratings:s,chosen:t,choose:p=>this.#e(p)})}
      <p class="soft small">${o("ladder.how")}</p>
      <div class="halves section">
        ${a?c`<section>
                <h2>${o("ladder.history")} <bdi class="soft">${this.nameOf(a)}</bdi></h2>
                ${j(this.history)}
              </section>`:m}
        ${i&&h?c`<section>
                <h2>${o("ladder.compare")}</h2>
                ${r?Y(r,this.nameOf(i),this.nameOf(h)):c`<p class="empty">${e}</p>`}
              </section>`:m}
      </div>`}#n(){const s=(this.ladder.categories??[]).findIndex(({name:i})=>i===this.category),t={...this.model,encounters:this.model.encounters.filter(i=>i.category===Math.max(0,s))},{ids:r,most:e}=this;return D({model:t,ids:r,most:e,isNewestFirst:!0,names:i=>this.nameOf(i),more:()=>this.most+=H})}#o(){const{pairing:s={},quarantine:t={},categories:r=[]}=this.ladder,e=r.find(({name:i})=>i===this.category);return c`${B([...F(e?.matches),["rules.seats",d(e?.seats??2)],["rules.matches",d(e?.matchesPerEncounter??e?.seats??2)],["ladder.rated-by",o(e?.ratedBy==="LADDER_RATED_BY_POINTS"?"ladder.by-points":"ladder.by-ranks")],["ladder.patience",s.patienceMs?M(Number(s.patienceMs)):""],["ladder.wide",s.wideEncounters===void 0?"":d(s.wideEncounters)],["ladder.share",s.opponentSharePercent===void 0?"":T(s.opponentSharePercent/100)],["ladder.per-day",s.matchesPerDay===void 0?"":d(s.matchesPerDay)],["ladder.quarantine",t.faults===void 0?"":o("ladder.faults",{n:d(t.faults),time:M(Number(t.firstMs??0))})]])}
      <p class="soft small">
        ${o("rules.more")} <a href="/docs/ladders">${o("rules.ladders")}</a>
      </p>`}}customElements.define("page-ladder",W);
