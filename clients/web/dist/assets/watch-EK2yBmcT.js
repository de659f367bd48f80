import{t as i,h as f,d as h,A as c,k as v,m as o,c as r,e as w,n as g}from"./games-DCv45SI_.js";import"./wall-C9Am4GYB.js";import"./clock-B8jvsNGm.js";import{s as d,a as T,p as S,b}from"./players-BVVUD9TX.js";import{r as E}from"./results-9GK3x6Bv.js";import{P as m}from"./page-Bq3bjKhE.js";import{g as N}from"./router-C0hiA5nZ.js";import{n as u}from"./format-5sx0BoU4.js";import"./define-kjl9H4uG.js";import"./verdict-BJQrbe8Z.js";const y=50,k=10,p=6,I=2e3;class _ extends m{static{this.properties={...m.properties,summary:{state:!0},picture:{state:!0},results:{state:!0},contests:{state:!0},isRead:{state:!0}}}#t;#s="";arrived(){this.results=[],this.contests=[],this.#s=this.place.query.get("game")??"",this.entitle(this.#s?this.#s:i("nav.watch")),f().then(()=>this.isRead=!0);const s=this.#s;this.listen({kind:"featured",...s&&{game:s}},{hear:t=>this.#i(t)}),this.#e(),this.keep(()=>clearTimeout(this.#t)),this.#r()}#i({matchId:s,summary:t,picture:e,isGone:a}){t&&([this.summary,this.picture]=[t,void 0]),this.summary?.matchId===s&&(e&&(this.picture=e),a&&this.#a())}#a(){this.#t??=setTimeout(()=>this.#e(),I)}#e(){this.#t=void 0;const s={state:"MATCH_STATE_OVER",pageSize:k,...this.#s&&{game:this.#s}};h("MatchService/ListMatches",s).then(({matches:t=[]})=>this.results=t,()=>{})}async#r(){const s=["CONTEST_KIND_LADDER","CONTEST_KIND_TOURNAMENT"],e=(await Promise.all(s.map(a=>h("ContestService/ListContests",{kind:a,pageSize:p}).catch(()=>({}))))).flatMap(a=>a.contests??[]);this.contests=e.filter(({state:a})=>a==="CONTEST_STATE_RUNNING"||a==="CONTEST_STATE_ENTRIES").slice(0,p)}render(){return this.isRead?r`
      <h1 class="visually-hidden">${i("nav.watch")}</h1>
      <div class="watch-top">
        <div class="chips" role="group" aria-label=${i("watch.filter")}>
          ${["",...v().map(({id:s=""})=>s)].map(s=>r`
            <button aria-pressed=${s===this.#s} @click=${()=>N(s?`/?game=${s}`:"/")}>${s?o(s):i("watch.all")}</button>`)}
        </div>
        <a class="button primary push" href="/play">${i("watch.play")}</a>
      </div>
      <div class="watch">
        <section class="featured" aria-label=${i("watch.featured")}>${this.#l()}</section>
        <section class="watch-wall" aria-label=${i("watch.wall")}>
          <board-wall .newest=${y} .game=${this.#s} .without=${this.summary?.matchId??""} @over=${()=>this.#a()}></board-wall>
        </section>
      </div>
      <div class="watch-below">
        <section><h2>${i("watch.results")}</h2>${E(this.results)}</section>
        ${this.contests.length>0?r`<section><h2>${i("watch.contests")}</h2>${this.#c()}</section>`:c}
      </div>`:c}#l(){const{summary:s,picture:t}=this;if(!s||!t)return r`<div class="featured-empty"></div>`;const e=s.game??"";return r`
      <a class="featured-board" href="/m/${s.matchId}">
        <span class="visually-hidden">${o(e)}: ${d(s).join(" – ")}</span>
        <referee-board aria-hidden="true" still bare lang=${w()} .game=${e} .words=${g()} .names=${d(s)} .scene=${t.scene}></referee-board>
      </a>
      <div class="featured-seats">${(s.players??[]).map((a,l)=>this.#n(s,t,a,l))}</div>`}#n(s,t,e,a){const l=performance.now()-(Date.now()-t.heardAtMs);return r`<div class="strip ${t.turnSeat===a?"turn":""}">
      ${T(s.game??"",a)}${S(e,b(s,a))}
      ${t.points.some(n=>n!==0)?r`<b>${u(t.points[a]??0)}</b>`:c}
      <seat-clock class="push" .clock=${t.clocks[a]} .atMs=${l}></seat-clock>
    </div>`}#c(){return r`<ul class="results">${this.contests.map(({contest:s,name:t,game:e,categories:a,entrants:l})=>{const n=s?.ladderId?`/l/${s.ladderId}`:`/t/${s?.tournamentId}`,$=e?o(e):(a??[]).join(", ");return r`<li><a class="result" href=${n}><span class="result-players"><bdi>${t}</bdi></span>
        <span class="result-how">${$}</span><span class="result-when">${i("entrants",{n:u(l??0)})}</span></a></li>`})}</ul>`}}customElements.define("page-watch",_);
