import{b as l,D as H,A as p,k as K,a as Q}from"./board-D1p_NJfW.js";import{t as i,m as b,n as h,M as w,i as U,v as Y,x as Z,b as J,p as R,d as S,a0 as O,a as A,c as k,P as I,g as X,r as tt,A as et,e as C,y as x,f as st}from"./index-DD4thUuR.js";import{t as T}from"./forms-DCqxpPG2.js";import{c as nt}from"./controls-DPL6xea4.js";import{r as at,c as v,a as F}from"./rulings-6ZKNkI91.js";function Pt(t,e,s){return l`<div class="tabs" role="tablist" @keydown=${a=>{const o=document.dir==="rtl",r={ArrowRight:o?-1:1,ArrowLeft:o?1:-1}[a.key];if(r===void 0)return;const c=t.findIndex(({id:d})=>d===e),u=t[(c+r+t.length)%t.length];u&&(s(u.id),a.currentTarget.querySelector(`#tab-${u.id}`)?.focus())}}>
    ${t.map(({id:a,label:o})=>l`<button
          role="tab"
          id="tab-${a}"
          aria-controls="tab-panel"
          aria-selected=${a===e}
          tabindex=${a===e?0:-1}
          @click=${()=>s(a)}
        >
          ${o}
        </button>`)}
  </div>`}function ot(t){const e=t.querySelector("[role=tab][aria-selected=true]"),s=e?.closest("[role=tablist]");if(!e||!s)return;const[n,a]=[e.getBoundingClientRect(),s.getBoundingClientRect()],o=Math.min(0,n.left-a.left)+Math.max(0,n.right-a.right);s.scrollBy({left:o})}function Ut(t,e){return l`<div id="tab-panel" role="tabpanel" aria-labelledby="tab-${t}" tabindex="-1">
    ${e}
  </div>`}function rt({question:t,text:e,act:s}){const n=document.createElement("dialog");n.className="confirm",n.setAttribute("role","alertdialog"),n.setAttribute("aria-labelledby","confirm-question"),n.setAttribute("aria-describedby","confirm-text");const a=r=>n.close(r);H(l`<h2 id="confirm-question" dir="auto">${t}</h2>
      <p id="confirm-text">${e}</p>
      <div class="row tight">
        <button class="no" autofocus @click=${()=>a("")}>${i("cancel")}</button>
        <button class="danger yes" @click=${()=>a("yes")}>${s}</button>
      </div>`,n),n.addEventListener("click",({target:r})=>r===n&&a(""));const o=()=>a("");return addEventListener("popstate",o),document.body.append(n),n.showModal(),new Promise(r=>{n.addEventListener("close",()=>{removeEventListener("popstate",o),n.remove(),r(n.returnValue==="yes")})})}function M(t,e){const s=(t?.code??"").replace("CODE_",""),{numbers:n=[],entrants:a=[],text:o="",sentence:r=""}=t??{};if(s==="SAID"||s==="")return o||r;const c=n.map(Number),u=lt[s];if(u)return u(c,a.map(e),o);const d=`paired.${s}`;if(b(d,"")==="")return r.replace(/#(\d+)/g,(g,G)=>e(Number(G)-1));const[m=0,f=0,$=0]=c;return i(d,{a:h(m),b:h(f),c:h($),name:a.map(e).join(", "),text:o})}const E=t=>h((t??0)/2),it=["paired.served.new","paired.served.best","paired.served.free"],ct={1:"paired.above",0:"paired.level","-1":"paired.below"},lt={SWISS:t=>i("paired.SWISS",{a:E(t[0]),b:E(t[2])})+(t[5]?` ${i("paired.again")}`:""),SWISS_BYE:t=>i("paired.SWISS_BYE",{a:E(t[0])}),ARENA:(t,e)=>i("paired.ARENA",{name:e[0]??"",a:w(t[0]??0),b:h(t[1]??0)}),FAULTS:t=>i("paired.FAULTS",{a:h(t[0]??0),b:w(t[2]??0)}),HILL:(t,e)=>i("paired.HILL",{name:e[0]??"",other:e[1]??"",a:h(t[0]??0)}),SERVED:ut};function ut(t,e){const[s=0,n=0,...a]=t,o=i("paired.SERVED",{name:e[0]??"",a:w(s)}),r=e.slice(1).map((c,u)=>{const[d=0,m=0,f=0]=a.slice(3*u,3*u+3);return i("paired.served.other",{name:c,a:h(d/10,0),level:i(ct[String(m)]??"paired.level"),b:h(f)})});return[o,i(it[n]??"paired.served.best"),...r].join(" ")}function V(t){return b(`tie.${t.toLowerCase().replace(/[\s-]+/g,"_")}`,t)}function Ft(t){const e=/^below (\S+) by (.+)$/.exec(t);if(e)return i("why.below",{name:`⁨${e[1]}⁩`,what:V(e[2]??"")});const s=/^tied with (\S+)$/.exec(t);return s?i("why.tied",{name:`⁨${s[1]}⁩`}):t}function Vt(t,e,s){const[n="",...a]=t.split(": "),{outReason:o}=e??{};if(o?.code==="CODE_WITHDREW")return b(`out.${n}`,n);const r=o?M(o,s):a.join(": ");return[b(`out.${n}`,n),r].filter(c=>c!=="").join(": ")}const dt=["roundRobin","gauntlet","tables","swiss","knockout","doubleElimination","kingOfTheHill","arena"],W=t=>dt.find(e=>t[e]!==void 0);function Wt(t){const e=W(t);if(!e)return"";const s=b(`format.${e.replace(/[A-Z]/g,a=>`_${a.toLowerCase()}`)}`,e),{stages:n}=t.swiss??{};return n===void 0?s:`${s}, ${i("stages",{n:h(n)})}`}function j(t){return l`<dl class="facts">
    ${t.flatMap(e=>e===void 0||e[1]===void 0||e[1]===""?[]:[l`<dt>${i(e[0])}</dt>
              <dd>${e[1]}</dd>`])}
  </dl>`}function ht(t){const{game:e="",options:s={},rules:n,openings:a=[]}=t??{},r=Object.entries(s).map(([u,d])=>`${u}=${d}`).map(u=>Y().has(e,"value",u)?Z(e,"value",u):u),c=[...new Set(n?.timeControls??[])];return[["rules.game",J(e)],["rules.options",r.join(", ")],["rules.clock",l`<bdi>${c.map(nt).join(" / ")}</bdi>
        <code>${c.join(" / ")}</code>`],["rules.stakes",i(n?.rated?"rated":"casual")],["rules.openings",a.length>0?h(a.length):""]]}function pt(t){const e=W(t),s=e?{...t[e]}:{},n=e?[["rules.format",b(`kind.${e}`,e)]]:[];for(const[a,o]of Object.entries(s)){const r=`rules.${a}`;if(b(r,"")==="")continue;const c=a.endsWith("Ms")?w(Number(o)):typeof o=="boolean"?i("yes"):h(Number(o));n.push([r,c])}return n}function jt(t,e){const[s=1,n=.5,a=0]=t.resultPoints??[],o=t.test;return l`${j([...ht(e),...pt(t),["rules.seats",h(t.seats??2)],["rules.matches",h(t.matchesPerEncounter??1)],["rules.points-for",b(`points.${(t.pointsFor??"").replace("POINTS_FOR_","")}`,"")],["rules.result-points",l`<bdi dir="ltr">${[s,n,a].map(r=>h(r)).join(" / ")}</bdi>`],["rules.bye",h(t.byePoints??0)],["rules.tie-breaks",(t.tieBreaks??[]).map(({kind:r=""})=>V(r.replace("TIE_BREAK_KIND_",""))).join(", ")],["rules.replays",h(t.replays??0)],["rules.release",t.isReleasedByHost?i("rules.by-host"):""],["rules.starts",t.startsAtUnixMs?U(Number(t.startsAtUnixMs)):""],["rules.check-in",t.checkInMinutes?w(t.checkInMinutes*6e4):""],["rules.provisional",t.provisionalMs?w(Number(t.provisionalMs)):""],["rules.accept-within",t.acceptWithinMs?w(Number(t.acceptWithinMs)):""],["rules.test",o?l`<bdi dir="ltr"
              >[${h(o.lower??0)}, ${h(o.upper??0)}], α ${h(o.alpha??0,3)}, β
              ${h(o.beta??0,3)}</bdi
            >`:""]])}
    <p class="soft small">
      ${i("rules.more")} <a href="/docs/tournaments">${i("rules.book")}</a>
    </p>`}function z(t,e){return t!=="end"&&t!=="disqualify"?Promise.resolve(!0):rt({question:i(`host.${t}.sure`,{name:`⁨${e}⁩`}),text:i(`host.${t}.what`),act:i(`host.${t}`)})}const mt=({state:t})=>t==="CONTEST_STATE_OVER"||t==="CONTEST_STATE_CANCELLED";function ft(t){const{summary:e}=t,s=!!t.contest.tournamentId,n=(r,c,u="")=>l`<button class=${u} @click=${()=>v(t,c)}>${i(r)}</button>`,a=e.state==="CONTEST_STATE_ENTRIES",o=e.state==="CONTEST_STATE_RUNNING"||e.state==="CONTEST_STATE_CLOSING";return l`<div class="row">
      ${s&&a?n("host.start",{start:{}},"primary"):p}
      ${o&&e.pauseReason?n("host.resume",{resume:{}},"primary"):p}
      ${s&&e.state==="CONTEST_STATE_PROVISIONAL"?n("host.confirm",{confirm:{}},"primary"):p}
      ${!s&&e.freezeReason?n("host.open-entries",{openEntries:{}}):p}
    </div>
    <form
      class="host-form"
      @submit=${async r=>{const{reason:c="",act:u=""}=T(r);await z(u,e.name??"")&&await v(t,{[u]:{}},c)}}
    >
      ${F()}
      <div class="row tight">
        ${o&&!e.pauseReason?l`<button name="act" value="pause">${i("host.pause")}</button>`:p}
        ${e.freezeReason?p:l`<button name="act" value="freezeEntries">${i("host.freeze")}</button>`}
        <button name="act" value="end" class="danger">${i("host.end")}</button>
      </div>
    </form>`}function $t(t){const e=!!t.contest.tournamentId,s=(n,a,o="")=>l`<button name="act" value=${n} class=${o}>${i(a)}</button>`;return l`<form
      class="host-form"
      @submit=${async n=>{const{player:a="",reason:o="",act:r=""}=T(n);await z(r,a)&&await v(t,{[r]:a},o)}}
    >
      <label class="field"
        ><span>${i("player")}</span
        ><select name="player">
          ${t.players.map(n=>l`<option>${n}</option>`)}
        </select></label
      >
      ${F()}
      <div class="row tight">
        ${s("withdraw","host.withdraw")}${s("disqualify","host.disqualify","danger")}
        ${e?p:l`${s("quarantine","host.quarantine")}${s("release","host.release-entrant")}${s("revive","host.revive")}`}
      </div>
    </form>
    <form
      class="host-form"
      @submit=${n=>void v(t,{enter:{player:T(n).player??""}})}
    >
      <label class="field"
        ><span>${i("host.enter-who")}</span><input name="player" required dir="ltr" /></label
      ><button>${i("host.enter")}</button>
    </form>`}function bt(t){return l`<form
    class="host-form"
    @submit=${e=>void v(t,{releaseResults:Number(T(e).stage)})}
  >
    <label class="field"
      ><span>${i("host.release-through")}</span
      ><input type="number" name="stage" min="1" value="1" required /></label
    ><button>${i("host.release")}</button>
  </form>`}function gt(){return l`<form
    class="host-form"
    @submit=${async t=>{const e=t.target,{text:s=""}=T(t);await A(()=>k("AdminService/Announce",{text:s}))&&e.reset()}}
  >
    <label class="field wide"
      ><span>${i("host.announcement")}</span><input name="text" required dir="auto" /></label
    ><button>${i("host.announce")}</button>
  </form>`}const wt=t=>b(`end-unknown.${t.replaceAll(" ","_")}`,t);function yt({progress:t,pause:e,freeze:s}){const{notConnected:n=[],notAgreed:a=[],waiting:o=[]}=t;return l`${j([["host.played",t.matchesPlayed===void 0?"":`${h(Number(t.matchesPlayed))}${t.matchesInAll===void 0?"":` / ${h(Number(t.matchesInAll))}`}`],["host.ends",t.endsAboutUnixMs?U(Number(t.endsAboutUnixMs)):wt(t.endUnknown??"")],["host.paused",e],["host.frozen",s]])}
  ${n.length>0?l`<h3>${i("host.absent")}</h3>
          <ul class="entries">
            ${n.map(({player:r="",sinceUnixMs:c})=>l`<li>
                  <span class="grow">${R(r)}</span
                  ><span class="soft small"
                    >${c?S(Number(c)):i("host.never")}</span
                  >
                </li>`)}
          </ul>`:p}
  ${a.length>0?l`<h3>${i("host.not-agreed")}</h3>
          <ul class="entries">
            ${a.map(({player:r="",advice:c})=>l`<li>
                  <span class="grow">${R(r)}</span
                  ><span class="soft small" dir="auto">${O("advice",c??"")}</span>
                </li>`)}
          </ul>`:p}
  ${o.length>0?l`<h3>${i("host.waiting")}</h3>
          <ul class="entries">
            ${o.map(({matchKey:r,reason:c="",kind:u="",untilUnixMs:d})=>l`<li>
                  <code>${r}</code
                  ><span class="grow soft small" dir="auto"
                    >${O(`wait.${u.replace("WAIT_KIND_","")}`,c)}</span
                  ><span class="soft small"
                    >${d?S(Number(d)):p}</span
                  >
                </li>`)}
          </ul>`:p}`}function Tt(t){const e=!!t.contest.tournamentId;return l`<div class="halves host">
    <section class="stack">
      <h2>${i("host.progress")}</h2>
      ${yt(t)}
    </section>
    <div class="stack wide">
      ${mt(t.summary)?p:l`<section class="stack">
              <h2>${i("host.course")}</h2>
              ${ft(t)}
            </section>`}
      <section class="stack">
        <h2>${i("host.entrants")}</h2>
        ${$t(t)}
      </section>
      <section class="stack">
        <h2>${i("host.rulings")}</h2>
        ${at(t)}
      </section>
      ${e?l`<section class="stack">
              <h2>${i("host.results")}</h2>
              ${bt(t)}
            </section>`:p}
      <section class="stack">
        <h2>${i("host.announcement")}</h2>
        ${gt()}
      </section>
    </div>
  </div>`}const L={entrants:[],encounters:[],outcomes:new Map,awards:[],open:new Map,isCaughtUp:!1,seq:0,version:0};function y(t,e,s){const n=e.entrant??0,a=t.entrants[n];if(!a)return{};const o={...K(a,"out","outReason"),...s&&{out:s},...s&&e.reason&&{outReason:e.reason}};return{entrants:t.entrants.with(n,o)}}function N(t,e,s){const n=new Map(t.outcomes);n.set(e,{...n.get(e),key:e,...s});const a=new Map(t.open);return a.delete(e),{outcomes:n,open:a}}function vt(t,e){const{encounter:s="",entrants:n=[],reason:a={},category:o=0}=e;return{encounters:[...t.encounters,{key:s,entrants:n,reason:a,category:o}]}}function St(t,e){const{entrantEntered:s,entryRemoved:n,encounterPaired:a,matchCounted:o,matchVoided:r,matchAwarded:c,awardGiven:u}=e;return s?{entrants:[...t.entrants,{player:s.player??""}]}:n?{entrants:t.entrants.filter(({player:d})=>d!==n.player)}:e.entrantWithdrawn?y(t,e.entrantWithdrawn,"withdrawn"):e.entrantDisqualified?y(t,e.entrantDisqualified,"disqualified"):e.entrantQuarantined?y(t,e.entrantQuarantined,"quarantined"):e.entrantRevived?y(t,e.entrantRevived,void 0):e.entrantReleased?y(t,e.entrantReleased,void 0):a?vt(t,a):o?N(t,o.matchKey??"",{counted:o}):r?N(t,r.matchKey??"",{voided:r}):c?N(t,c.matchKey??"",{awarded:c}):e.paused?{pause:e.paused}:e.entriesFrozen?{freeze:e.entriesFrozen}:e.ended?{end:e.ended}:e.provisional?.reason?{end:e.provisional.reason}:u?{awards:[...t.awards,u]}:{}}function Et(t,{event:e,caughtUp:s,matchOpened:n}){if(s)return{...t,isCaughtUp:!0};if(n?.matchKey)return{...t,open:new Map(t.open).set(n.matchKey,n)};const a=Number(e?.seq??0);return!e||a<=t.seq?t:{...t,...St(t,e),seq:a,version:t.version+1}}const D=t=>t.replace(/-m\d+(-r\d+)?$/,""),_=t=>Number(/-m(\d+)/.exec(t)?.[1]??1),q=t=>Number(/^s(\d+)-/.exec(t)?.[1]??0);function B(t,e){const s=t.entrants.length,n=new Array(s).fill(0);return t.entrants.forEach((a,o)=>n[(o+_(e)-1)%s]=a),n}function zt(t){const e=new Map(t.encounters.map(a=>[a.key,a])),s=new Map,n=(a,o,r)=>{const c=s.get(`${a} ${o}`)??{points:0,matches:0};s.set(`${a} ${o}`,{points:c.points+r,matches:c.matches+1})};for(const{key:a,counted:o,voided:r,awarded:c}of t.outcomes.values()){const u=e.get(D(a));if(!u||r&&!o)continue;const d=B(u,a),m=f=>c?+(d[f]!==(c.winner??0)):o?.places?.[f]??0;for(let f=0;f<d.length;f+=1)for(let $=0;$<d.length;$+=1){if(f===$)continue;const g=m(f)<m($)?1:m(f)===m($)?.5:0;n(d[f]??0,d[$]??0,g)}}return s}const Nt=60;function Rt(t,e){const{key:s,counted:n,voided:a,awarded:o}=e;if(a&&!n)return i("pairing.void");const r=B(t,s),c=t.entrants.map(u=>{if(o)return u===(o.winner??0)?1:0;const d=n?.places??[],m=d[r.indexOf(u)]??0;return d.filter(($,g)=>r[g]!==u).reduce(($,g)=>$+(m<g?1:m===g?.5:0),0)});return l`<bdi dir=${document.dir}>${c.map(u=>h(u)).join(" – ")}</bdi>`}function At(t,e,s){const{model:n,ids:a}=t;return l`${s.map(o=>{const r=n.outcomes.get(o),c=a.get(o)??n.open.get(o)?.matchId,u=r?Rt(e,r):l`<span class="live">${i("live")}</span>`,d=r?.counted?.termination,m=d?b(`ended.${d.replace("TERMINATION_","")}`,""):"";return c?l`<a class="pairing-result" href="/m/${c}" title=${m||p}>${u}</a>`:l`<span class="pairing-result" title=${m||p}>${u}</span>`})}`}function kt(t,e,s){const{model:n,names:a}=t,o=c=>n.entrants[c]?.player??"",r=c=>`⁨${a(o(c))}⁩`;return l`<li class="pairing">
    <span class="pairing-players"
      >${e.entrants.map((c,u)=>l`${u>0?l`<span class="soft"> – </span>`:p}${R(o(c),a(o(c)))}`)}</span
    >
    <span class="pairing-results"
      >${s.length>0?At(t,e,s):l`<span class="soft">${i("pairing.due")}</span>`}</span
    >
    <span class="pairing-why soft small">${M(e.reason,r)}</span>
  </li>`}function Dt(t){const{model:e,isNewestFirst:s,most:n}=t;if(e.encounters.length===0)return l`<p class="empty">${i("pairings.none")}</p>`;const a=new Map;for(const d of[...e.outcomes.keys(),...e.open.keys()]){const m=D(d);a.set(m,[...a.get(m)??[],d].sort((f,$)=>_(f)-_($)))}const o=s?e.encounters.toReversed():e.encounters,r=o.slice(0,n),c=s?[0]:[...new Set(r.map(({key:d})=>q(d)))],u=d=>s?r:r.filter(({key:m})=>q(m)===d);return l`${c.map(d=>l` ${c.length>1?l`<h3>${i("stage",{n:h(d)})}</h3>`:p}
        <ul class="pairings">
          ${u(d).map(m=>kt(t,m,a.get(m.key)??[]))}
        </ul>`)}
  ${o.length>n?l`<p><button @click=${t.more}>${i("more")}</button></p>`:p}`}const P=400,_t=2e3,Mt=10,Ot=200;class Bt extends I{static{this.properties={...I.properties,summary:{state:!0},progress:{state:!0},model:{state:!0},ids:{state:!0},names:{state:!0},tab:{state:!0},most:{state:!0},failure:{state:!0},isRetried:{state:!0}}}#t;#e=[];#n=0;arrived(){[this.progress,this.model,this.ids,this.names]=[{},L,new Map,new Map],this.tab=this.place.query.get("tab")??"",[this.most,this.failure,this.isRetried]=[Nt,"",!1],this.keep(()=>clearTimeout(this.#t)),X().then(()=>this.#o()).catch(e=>this.#s(e))}#s(e){this.failure=tt(e),this.isRetried=Q(e).isRetryable}async#a(){await this.retry(()=>this.read(),e=>this.#s(e)),this.failure=""}async#o(){await this.#a();const e={onMessage:s=>this.#i(s),onRefused:({text:s})=>x(s,!0),onReset:()=>this.#r()};this.subscribe({kind:"contest",contest:this.contest},e)}#r(){clearTimeout(this.#t),[this.model,this.ids]=[L,new Map],this.#e=[],[this.summary,this.failure]=[void 0,""],this.#a().catch(e=>this.#s(e))}#i(e){const s=Date.now();this.#e.length===0&&(this.#n=s),this.#e.push(e);const n=this.model.isCaughtUp||e.caughtUp?P/4:P;clearTimeout(this.#t);const a=this.#n+_t-s;this.#t=setTimeout(()=>this.#c(),Math.min(n,a))}#c(){const e=this.model.version;this.model=this.#e.splice(0).reduce(Et,this.model),this.model.version!==e&&(this.read().then(()=>this.failure="",()=>{}),this.#l())}async#l(){const e=et(),s=new Map(this.ids);for(const[o,{matchId:r=""}]of this.model.open)s.set(o,r);const n=[...this.model.outcomes.keys()].filter(o=>!s.has(o)).length;let a="";for(let o=0;o<Mt&&n>0;o+=1){const r=await k("MatchService/ListMatches",{contest:this.contest,pageSize:Ot,pageToken:a}).catch(()=>{});for(const{labels:c={},matchId:u=""}of r?.matches??[])c.match&&s.set(c.match,u);if(a=r?.nextPageToken??"",a===""||[...this.model.outcomes.keys()].every(c=>s.has(c)))break}e()&&(this.ids=s)}get isHost(){return C()?.isHost===!0}tabOf(e){return e.includes(this.tab)?this.tab:e[0]??""}updated(e){(e.has("summary")&&e.get("summary")===void 0||e.has("tab"))&&ot(this)}nameOf(e){return this.names.get(e)||e}choose(e){this.tab=e,history.replaceState(null,"",`?tab=${e}`)}async join(e){const s=e?"ContestService/WithdrawFromContest":"ContestService/EnterContest";await A(()=>k(s,{contest:this.contest}))&&x(i(e?"contest.left":"contest.entered")),await A(()=>this.read())}reasonOf(e,s){return e?M(e,a=>this.model.entrants[a]?.player??""):s}headingView(e){const s=this.summary??{},n=C(),a=this.model.entrants.some(({player:u,out:d})=>u===n?.player&&!d),o=s.state==="CONTEST_STATE_ENTRIES"||s.contest?.ladderId!==void 0&&s.state==="CONTEST_STATE_RUNNING",r=n&&!n.isGuest&&o&&!s.freezeReason,c=a&&(o||s.state==="CONTEST_STATE_RUNNING");return l`<div class="heading contest-heading">
        <h1><bdi>${s.name}</bdi></h1>
        <span
          class="state state-${(s.state??"").replace("CONTEST_STATE_","").toLowerCase()}"
          >${b(`state.${(s.state??"").replace("CONTEST_STATE_","")}`,"")}</span
        >
        <p>
          ${e} ·
          ${i("entrants",{n:h(s.entrants??0)})}${s.startsAtUnixMs?l` · ${i("contest.starts",{time:S(Number(s.startsAtUnixMs))})}`:p}
        </p>
        ${c||r&&!a?l`<button class="push ${a?"":"primary"}" @click=${()=>this.join(a)}>${i(a?"contest.leave":"contest.enter")}</button>`:p}
      </div>
      ${s.pauseReason?l`<p class="note"><b>${i("contest.paused")}</b> <bdi>${this.reasonOf(this.model.pause,s.pauseReason)}</bdi></p>`:p}
      ${s.endReason?l`<p class="note"><b>${i("contest.ended")}</b> <bdi>${this.reasonOf(this.model.end,s.endReason)}</bdi></p>`:p}
      ${s.finalAtUnixMs?l`<p class="note">${i("contest.provisional",{time:S(Number(s.finalAtUnixMs))})}</p>`:p}`}hostPanelView(e){const{pauseReason:s="",freezeReason:n=""}=e,{entrants:a,outcomes:o,pause:r,freeze:c}=this.model;return Tt({contest:this.contest,summary:e,progress:this.progress,pause:s&&this.reasonOf(r,s),freeze:n&&this.reasonOf(c,n),players:a.map(({player:u})=>u),keys:[...o.keys()].toReversed(),changed:()=>void this.read()})}failureView(){return st(i("contest.none"),this.failure,this.isRetried)}}export{Bt as C,Nt as F,Dt as a,V as b,zt as c,Wt as d,D as e,j as f,jt as g,ht as m,Vt as o,Ut as p,B as s,Pt as t,Ft as w};
