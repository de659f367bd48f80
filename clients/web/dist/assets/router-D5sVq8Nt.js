const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/contests-B733On8K.js","assets/page-B6ctHM5d.js","assets/format-9nUSLjyx.js","assets/lists-JdN9W4n6.css","assets/player-xd-ocw7T.js","assets/wall-BsW_p5sR.js","assets/define-Bneh5zfI.js","assets/results-OVnUphCI.js","assets/match-qOgX3TO-.js","assets/controls-CIsgzBQ_.js","assets/match-D7rc_Wzh.css","assets/play-gTGKHJXS.js","assets/wish-DxAqw128.js","assets/waiting-u3Q_z1et.js","assets/play-BbwZd6dT.css","assets/lobby-C5sheAzT.js","assets/me-DQpRY7pY.js","assets/tournament-CuVkOiZb.js","assets/contest-LIcYMcy2.js","assets/contest-CNdW5Cf6.css","assets/ladder-BJ8p45H8.js","assets/analysis-C38pCCS7.js","assets/bot-COVZNRFl.js"])))=>i.map(i=>d[i]);
import{P as _,t as o,m as b,d as g,A as p,D as S,r as u,c as l,g as R,y as I,_ as r}from"./page-B6ctHM5d.js";import{b as f,a as L,p as A,s as P}from"./wall-BsW_p5sR.js";import{r as D}from"./results-OVnUphCI.js";import{n as v}from"./format-9nUSLjyx.js";const O=50,N=10,$=6,k=2e3,C=1500;class M extends _{static{this.properties={..._.properties,summary:{state:!0},picture:{state:!0},results:{state:!0},contests:{state:!0},isRead:{state:!0}}}#e;#t="";#a=!1;arrived(){this.results=[],this.contests=[],this.#t=this.place.query.get("game")??"",this.entitle(this.#t?this.#t:o("nav.watch")),b().then(()=>this.isRead=!0);const t=this.#t;this.listen({kind:"featured",...t&&{game:t}},{hear:e=>this.#r(e)}),this.#e=setTimeout(()=>this.#s(),C),this.keep(()=>clearTimeout(this.#e))}#s(){this.#a||(this.#a=!0,clearTimeout(this.#e),this.#o(),this.#n())}#r({matchId:t,summary:e,picture:i,isGone:a}){e&&([this.summary,this.picture]=[e,void 0]),this.summary?.matchId===t&&(i&&(this.picture=i),i&&setTimeout(()=>this.#s()),a&&this.#i())}#i(){this.#e??=setTimeout(()=>this.#o(),k)}#o(){this.#e=void 0;const t={state:"MATCH_STATE_OVER",pageSize:N,...this.#t&&{game:this.#t}};g("MatchService/ListMatches",t).then(({matches:e=[]})=>this.results=e,()=>{})}async#n(){const t=["CONTEST_KIND_LADDER","CONTEST_KIND_TOURNAMENT"],i=(await Promise.all(t.map(a=>g("ContestService/ListContests",{kind:a,pageSize:$}).catch(()=>({}))))).flatMap(a=>a.contests??[]);this.contests=i.filter(({state:a})=>a==="CONTEST_STATE_RUNNING"||a==="CONTEST_STATE_ENTRIES").slice(0,$)}render(){return this.isRead?l` <h1 class="visually-hidden">${o("nav.watch")}</h1>
      <div class="watch-top">
        <div class="chips" role="group" aria-label=${o("watch.filter")}>
          ${["",...S().map(({id:t=""})=>t)].map(t=>l` <button
                aria-pressed=${t===this.#t}
                @click=${()=>w(t?`/?game=${t}`:"/")}
              >
                ${t?u(t):o("watch.all")}
              </button>`)}
        </div>
        <a class="button primary push" href="/play">${o("watch.play")}</a>
      </div>
      <div class="watch">
        <section class="featured" aria-label=${o("watch.featured")}>${this.#l()}</section>
        <section class="watch-wall" aria-label=${o("watch.wall")}>
          <board-wall
            .newest=${O}
            .game=${this.#t}
            .without=${this.summary?.matchId??""}
            @over=${()=>this.#i()}
          ></board-wall>
        </section>
      </div>
      <div class="watch-below">
        <section>
          <h2>${o("watch.results")}</h2>
          ${D(this.results)}
        </section>
        ${this.contests.length>0?l`<section>
                <h2>${o("watch.contests")}</h2>
                ${this.#h()}
              </section>`:p}
      </div>`:p}#l(){const{summary:t,picture:e}=this;if(!t||!e)return l`<div class="featured-empty"></div>`;const i=t.game??"";return l` <a class="featured-board" href="/m/${t.matchId}">
        <span class="visually-hidden"
          >${u(i)}: ${f(t).join(" – ")}</span
        >
        <referee-board
          aria-hidden="true"
          still
          bare
          lang=${R()}
          .game=${i}
          .words=${I()}
          .names=${f(t)}
          .scene=${e.scene}
        ></referee-board>
      </a>
      <div class="featured-seats">
        ${(t.players??[]).map((a,n)=>this.#c(t,e,a,n))}
      </div>`}#c(t,e,i,a){const n=performance.now()-(Date.now()-e.heardAtMs);return l`<div class="strip ${e.turnSeat===a?"turn":""}">
      ${L(t.game??"",a)}${A(i,P(t,a))}
      ${e.points.some(c=>c!==0)?l`<b>${v(e.points[a]??0)}</b>`:p}
      <seat-clock class="push" .clock=${e.clocks[a]} .atMs=${n}></seat-clock>
    </div>`}#h(){return l`<ul class="results">
      ${this.contests.map(({contest:t,name:e,game:i,categories:a,entrants:n})=>{const c=t?.ladderId?`/l/${t.ladderId}`:`/t/${t?.tournamentId}`,h=i?u(i):(a??[]).join(", ");return l`<li>
          <a class="result" href=${c}
            ><span class="result-players"><bdi>${e}</bdi></span>
            <span class="result-how">${h}</span
            ><span class="result-when">${o("entrants",{n:v(n??0)})}</span></a
          >
        </li>`})}
    </ul>`}}customElements.define("page-watch",M);const V=async()=>{},U=()=>r(()=>import("./contests-B733On8K.js"),__vite__mapDeps([0,1,2,3])),K=()=>r(()=>import("./player-xd-ocw7T.js"),__vite__mapDeps([4,1,5,6,2,7,3])),W=[{path:"/",tag:"page-watch",load:V,title:"nav.watch"},{path:"/m/:id",tag:"page-match",load:()=>r(()=>import("./match-qOgX3TO-.js"),__vite__mapDeps([8,6,1,5,2,7,9,10])),title:"nav.match"},{path:"/play",tag:"page-play",load:()=>r(()=>import("./play-gTGKHJXS.js"),__vite__mapDeps([11,6,1,9,2,12,13,5,7,14])),title:"nav.play"},{path:"/lobby",tag:"page-lobby",load:()=>r(()=>import("./lobby-C5sheAzT.js"),__vite__mapDeps([15,1,5,6,2,13,9,7,3])),title:"nav.lobby"},{path:"/me",tag:"page-me",load:()=>r(()=>import("./me-DQpRY7pY.js"),__vite__mapDeps([16,1,5,6,2,7,3])),title:"nav.me"},{path:"/t",tag:"page-contests",load:U,title:"nav.contests"},{path:"/t/:id",tag:"page-tournament",load:()=>r(()=>import("./tournament-CuVkOiZb.js"),__vite__mapDeps([17,1,18,5,6,2,9,19,3])),title:"nav.tournament"},{path:"/l/:id",tag:"page-ladder",load:()=>r(()=>import("./ladder-BJ8p45H8.js"),__vite__mapDeps([20,1,18,5,6,2,9,19,3])),title:"nav.ladder"},{path:"/p/:id",tag:"page-player",load:K,title:"nav.player"},{path:"/analysis",tag:"page-analysis",load:()=>r(()=>import("./analysis-C38pCCS7.js"),__vite__mapDeps([21,6,1,12,10])),title:"nav.analysis"},{path:"/bot",tag:"page-bot",load:()=>r(()=>import("./bot-COVZNRFl.js"),__vite__mapDeps([22,1,5,6,2,3])),title:"nav.bot"}];function E(s,t){const e=s.replace(/(.)\/$/,"$1").split("/");for(const i of W){const a=i.path.split("/");if(!(a.length===e.length&&a.every((h,m)=>h.startsWith(":")?e[m]!=="":h===e[m])))continue;const c=a.at(-1)?.startsWith(":")?decodeURIComponent(e.at(-1)??""):"";return{route:i,id:c,query:new URLSearchParams(t)}}}let T=()=>{};function y({pathname:s,search:t,hash:e}){const i=new URLSearchParams(e.slice(1)),a=i.get("challenge"),n=i.get("device");return s==="/"&&a?`/play?challenge=${encodeURIComponent(a)}`:s==="/"&&n?`/me?device=${encodeURIComponent(n)}`:s+t}function d(){const s=y(location);s!==location.pathname+location.search&&history.replaceState(null,"",s),T(E(location.pathname,location.search))}function w(s,t=!1){t?history.replaceState(null,"",s):history.pushState(null,"",s),d(),scrollTo(0,0)}function B(s){if(s.defaultPrevented||s.button!==0||s.metaKey||s.ctrlKey||s.shiftKey||s.altKey)return;const t=s.composedPath().find(a=>a instanceof HTMLAnchorElement);if(!t||t.target||t.hasAttribute("download")||t.origin!==location.origin)return;const e=new URL(t.href);if(!E(e.pathname,e.search))return;s.preventDefault();const i=y(e);i!==location.pathname+location.search&&w(i)}function G(s){T=s,addEventListener("click",B),addEventListener("popstate",d),addEventListener("hashchange",d),d()}export{w as g,E as p,G as s};
