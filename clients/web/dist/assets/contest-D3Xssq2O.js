import{A as h,b as l}from"./board-CwKfKt3e.js";import{m as b,t as i,n as p,h as L,J as w,u as B,v as z,b as G,p as k,d as S,a as A,c as R,P as _,g as D,r as K,e as M,y as x}from"./index-DHHjdFiX.js";import{c as Q}from"./controls-BfoVU7MZ.js";import{r as Y,t as v,c as T,a as U}from"./rulings-BJsD04Kq.js";function P(t){return b(`tie.${t.toLowerCase().replace(/[\s-]+/g,"_")}`,t)}function Et(t){const e=/^below (\S+) by (.+)$/.exec(t);if(e)return i("why.below",{name:`⁨${e[1]}⁩`,what:P(e[2]??"")});const s=/^tied with (\S+)$/.exec(t);return s?i("why.tied",{name:`⁨${s[1]}⁩`}):t}const Z=["roundRobin","gauntlet","tables","swiss","knockout","doubleElimination","kingOfTheHill","arena"],q=t=>Z.find(e=>t[e]!==void 0);function Nt(t){const e=q(t);if(!e)return"";const s=b(`format.${e.replace(/[A-Z]/g,n=>`_${n.toLowerCase()}`)}`,e),{stages:a}=t.swiss??{};return a===void 0?s:`${s}, ${i("stages",{n:p(a)})}`}function V(t){return l`<dl class="facts">
    ${t.flatMap(e=>e===void 0||e[1]===void 0||e[1]===""?[]:[l`<dt>${i(e[0])}</dt>
              <dd>${e[1]}</dd>`])}
  </dl>`}function J(t){const{game:e="",options:s={},rules:a,openings:n=[]}=t??{},r=Object.entries(s).map(([u,d])=>`${u}=${d}`).map(u=>B().has(e,"value",u)?z(e,"value",u):u),c=[...new Set(a?.timeControls??[])];return[["rules.game",G(e)],["rules.options",r.join(", ")],["rules.clock",l`<bdi>${c.map(Q).join(" / ")}</bdi>
        <code>${c.join(" / ")}</code>`],["rules.stakes",i(a?.rated?"rated":"casual")],["rules.openings",n.length>0?p(n.length):""]]}function X(t){const e=q(t),s=e?{...t[e]}:{},a=e?[["rules.format",b(`kind.${e}`,e)]]:[];for(const[n,o]of Object.entries(s)){const r=`rules.${n}`;if(b(r,"")==="")continue;const c=n.endsWith("Ms")?w(Number(o)):typeof o=="boolean"?i("yes"):p(Number(o));a.push([r,c])}return a}function kt(t,e){const[s=1,a=.5,n=0]=t.resultPoints??[],o=t.test;return l`${V([...J(e),...X(t),["rules.seats",p(t.seats??2)],["rules.matches",p(t.matchesPerEncounter??1)],["rules.points-for",b(`points.${(t.pointsFor??"").replace("POINTS_FOR_","")}`,"")],["rules.result-points",l`<bdi dir="ltr">${[s,a,n].map(r=>p(r)).join(" / ")}</bdi>`],["rules.bye",p(t.byePoints??0)],["rules.tie-breaks",(t.tieBreaks??[]).map(({kind:r=""})=>P(r.replace("TIE_BREAK_KIND_",""))).join(", ")],["rules.replays",p(t.replays??0)],["rules.release",t.isReleasedByHost?i("rules.by-host"):""],["rules.starts",t.startsAtUnixMs?L(Number(t.startsAtUnixMs)):""],["rules.check-in",t.checkInMinutes?w(t.checkInMinutes*6e4):""],["rules.provisional",t.provisionalMs?w(Number(t.provisionalMs)):""],["rules.accept-within",t.acceptWithinMs?w(Number(t.acceptWithinMs)):""],["rules.test",o?l`<bdi dir="ltr"
              >[${p(o.lower??0)}, ${p(o.upper??0)}], α ${p(o.alpha??0,3)}, β
              ${p(o.beta??0,3)}</bdi
            >`:""]])}
    <p class="soft small">
      ${i("rules.more")} <a href="/docs/tournaments">${i("rules.book")}</a>${h}
    </p>`}function tt(t){const{summary:e}=t,s=!!t.contest.tournamentId,a=(r,c,u="")=>l`<button class=${u} @click=${()=>T(t,c)}>${i(r)}</button>`,n=e.state==="CONTEST_STATE_ENTRIES",o=e.state==="CONTEST_STATE_RUNNING"||e.state==="CONTEST_STATE_CLOSING";return l`<div class="row">
      ${s&&n?a("host.start",{start:{}},"primary"):h}
      ${o&&e.pauseReason?a("host.resume",{resume:{}},"primary"):h}
      ${s&&e.state==="CONTEST_STATE_PROVISIONAL"?a("host.confirm",{confirm:{}},"primary"):h}
      ${!s&&e.freezeReason?a("host.open-entries",{openEntries:{}}):h}
    </div>
    <form
      class="host-form"
      @submit=${r=>{const{reason:c="",act:u=""}=v(r);T(t,{[u]:{}},c)}}
    >
      ${U()}
      <div class="row tight">
        ${o&&!e.pauseReason?l`<button name="act" value="pause">${i("host.pause")}</button>`:h}
        ${e.freezeReason?h:l`<button name="act" value="freezeEntries">${i("host.freeze")}</button>`}
        <button name="act" value="end" class="danger">${i("host.end")}</button>
      </div>
    </form>`}function et(t){const e=!!t.contest.tournamentId,s=(a,n,o="")=>l`<button name="act" value=${a} class=${o}>${i(n)}</button>`;return l`<form
      class="host-form"
      @submit=${a=>{const{player:n="",reason:o="",act:r=""}=v(a);T(t,{[r]:n},o)}}
    >
      <label class="field"
        ><span>${i("player")}</span
        ><select name="player">
          ${t.players.map(a=>l`<option>${a}</option>`)}
        </select></label
      >
      ${U()}
      <div class="row tight">
        ${s("withdraw","host.withdraw")}${s("disqualify","host.disqualify","danger")}
        ${e?h:l`${s("quarantine","host.quarantine")}${s("release","host.release-entrant")}${s("revive","host.revive")}`}
      </div>
    </form>
    <form
      class="host-form"
      @submit=${a=>void T(t,{enter:{player:v(a).player??""}})}
    >
      <label class="field"
        ><span>${i("host.enter-who")}</span><input name="player" required dir="ltr" /></label
      ><button>${i("host.enter")}</button>
    </form>`}function st(t){return l`<form
    class="host-form"
    @submit=${e=>void T(t,{releaseResults:Number(v(e).stage)})}
  >
    <label class="field"
      ><span>${i("host.release-through")}</span
      ><input type="number" name="stage" min="1" value="1" required /></label
    ><button>${i("host.release")}</button>
  </form>`}function nt(){return l`<form
    class="host-form"
    @submit=${async t=>{const e=t.target,{text:s=""}=v(t);await A(()=>R("AdminService/Announce",{text:s}))&&e.reset()}}
  >
    <label class="field wide"
      ><span>${i("host.announcement")}</span><input name="text" required dir="auto" /></label
    ><button>${i("host.announce")}</button>
  </form>`}function at({summary:t,progress:e}){const{notConnected:s=[],notAgreed:a=[],waiting:n=[]}=e;return l`${V([["host.played",e.matchesPlayed===void 0?"":`${p(Number(e.matchesPlayed))}${e.matchesInAll===void 0?"":` / ${p(Number(e.matchesInAll))}`}`],["host.ends",e.endsAboutUnixMs?L(Number(e.endsAboutUnixMs)):e.endUnknown??""],["host.paused",t.pauseReason??""],["host.frozen",t.freezeReason??""]])}
  ${s.length>0?l`<h3>${i("host.absent")}</h3>
          <ul class="entries">
            ${s.map(({player:o="",sinceUnixMs:r})=>l`<li>
                  <span class="grow">${k(o)}</span
                  ><span class="soft small"
                    >${r?S(Number(r)):i("host.never")}</span
                  >
                </li>`)}
          </ul>`:h}
  ${a.length>0?l`<h3>${i("host.not-agreed")}</h3>
          <ul class="entries">
            ${a.map(({player:o="",advice:r})=>l`<li>
                  <span class="grow">${k(o)}</span
                  ><span class="soft small" dir="auto">${r}</span>
                </li>`)}
          </ul>`:h}
  ${n.length>0?l`<h3>${i("host.waiting")}</h3>
          <ul class="entries">
            ${n.map(({matchKey:o,reason:r,untilUnixMs:c})=>l`<li>
                  <code>${o}</code><span class="grow soft small" dir="auto">${r}</span
                  ><span class="soft small"
                    >${c?S(Number(c)):h}</span
                  >
                </li>`)}
          </ul>`:h}`}function At(t){const e=!!t.contest.tournamentId;return l`<div class="halves host">
    <section class="stack">
      <h2>${i("host.progress")}</h2>
      ${at(t)}
    </section>
    <div class="stack wide">
      <section class="stack">
        <h2>${i("host.course")}</h2>
        ${tt(t)}
      </section>
      <section class="stack">
        <h2>${i("host.entrants")}</h2>
        ${et(t)}
      </section>
      <section class="stack">
        <h2>${i("host.rulings")}</h2>
        ${Y(t)}
      </section>
      ${e?l`<section class="stack">
              <h2>${i("host.results")}</h2>
              ${st(t)}
            </section>`:h}
      <section class="stack">
        <h2>${i("host.announcement")}</h2>
        ${nt()}
      </section>
    </div>
  </div>`}function j(t,e){const s=(t?.code??"").replace("CODE_",""),{numbers:a=[],entrants:n=[],text:o="",sentence:r=""}=t??{};if(s==="SAID"||s==="")return o||r;const c=a.map(Number),u=it[s];if(u)return u(c,n.map(e),o);const d=`paired.${s}`;if(b(d,"")==="")return r.replace(/#(\d+)/g,(g,H)=>e(Number(H)-1));const[m=0,f=0,$=0]=c;return i(d,{a:p(m),b:p(f),c:p($),name:n.map(e).join(", "),text:o})}const E=t=>p((t??0)/2),ot=["paired.served.new","paired.served.best","paired.served.free"],rt={1:"paired.above",0:"paired.level","-1":"paired.below"},it={SWISS:t=>i("paired.SWISS",{a:E(t[0]),b:E(t[2])})+(t[5]?` ${i("paired.again")}`:""),SWISS_BYE:t=>i("paired.SWISS_BYE",{a:E(t[0])}),ARENA:(t,e)=>i("paired.ARENA",{name:e[0]??"",a:w(t[0]??0),b:p(t[1]??0)}),FAULTS:t=>i("paired.FAULTS",{a:p(t[0]??0),b:w(t[2]??0)}),HILL:(t,e)=>i("paired.HILL",{name:e[0]??"",other:e[1]??"",a:p(t[0]??0)}),SERVED:ct};function ct(t,e){const[s=0,a=0,...n]=t,o=i("paired.SERVED",{name:e[0]??"",a:w(s)}),r=e.slice(1).map((c,u)=>{const[d=0,m=0,f=0]=n.slice(3*u,3*u+3);return i("paired.served.other",{name:c,a:p(d/10,0),level:i(rt[String(m)]??"paired.level"),b:p(f)})});return[o,i(ot[a]??"paired.served.best"),...r].join(" ")}const lt={entrants:[],encounters:[],outcomes:new Map,awards:[],open:new Map,isCaughtUp:!1,version:0};function ut(t,e){const{[e]:s,...a}=t;return a}function y(t,e,s){const a=e.entrant??0,n=t.entrants[a];return n?{entrants:t.entrants.with(a,s?{...n,out:s}:ut(n,"out"))}:{}}function N(t,e,s){const a=new Map(t.outcomes);a.set(e,{...a.get(e),key:e,...s});const n=new Map(t.open);return n.delete(e),{outcomes:a,open:n}}function dt(t,e){const{encounter:s="",entrants:a=[],reason:n={},category:o=0}=e;return{encounters:[...t.encounters,{key:s,entrants:a,reason:n,category:o}]}}function pt(t,e){const{entrantEntered:s,entryRemoved:a,encounterPaired:n,matchCounted:o,matchVoided:r,matchAwarded:c,awardGiven:u}=e;return s?{entrants:[...t.entrants,{player:s.player??""}]}:a?{entrants:t.entrants.filter(({player:d})=>d!==a.player)}:e.entrantWithdrawn?y(t,e.entrantWithdrawn,"withdrawn"):e.entrantDisqualified?y(t,e.entrantDisqualified,"disqualified"):e.entrantQuarantined?y(t,e.entrantQuarantined,"quarantined"):e.entrantRevived?y(t,e.entrantRevived,void 0):e.entrantReleased?y(t,e.entrantReleased,void 0):n?dt(t,n):o?N(t,o.matchKey??"",{counted:o}):r?N(t,r.matchKey??"",{voided:r}):c?N(t,c.matchKey??"",{awarded:c}):e.ended?{end:e.ended}:e.provisional?.reason?{end:e.provisional.reason}:u?{awards:[...t.awards,u]}:{}}function ht(t,{event:e,caughtUp:s,matchOpened:a}){return s?{...t,isCaughtUp:!0}:a?.matchKey?{...t,open:new Map(t.open).set(a.matchKey,a)}:e?{...t,...pt(t,e),version:t.version+1}:t}const F=t=>t.replace(/-m\d+(-r\d+)?$/,""),I=t=>Number(/-m(\d+)/.exec(t)?.[1]??1),C=t=>Number(/^s(\d+)-/.exec(t)?.[1]??0);function W(t,e){const s=t.entrants.length,a=new Array(s).fill(0);return t.entrants.forEach((n,o)=>a[(o+I(e)-1)%s]=n),a}function Rt(t){const e=new Map(t.encounters.map(n=>[n.key,n])),s=new Map,a=(n,o,r)=>{const c=s.get(`${n} ${o}`)??{points:0,matches:0};s.set(`${n} ${o}`,{points:c.points+r,matches:c.matches+1})};for(const{key:n,counted:o,voided:r,awarded:c}of t.outcomes.values()){const u=e.get(F(n));if(!u||r&&!o)continue;const d=W(u,n),m=f=>c?+(d[f]!==(c.winner??0)):o?.places?.[f]??0;for(let f=0;f<d.length;f+=1)for(let $=0;$<d.length;$+=1){if(f===$)continue;const g=m(f)<m($)?1:m(f)===m($)?.5:0;a(d[f]??0,d[$]??0,g)}}return s}const mt=60;function ft(t,e){const{key:s,counted:a,voided:n,awarded:o}=e;if(n&&!a)return i("pairing.void");const r=W(t,s),c=t.entrants.map(u=>{if(o)return u===(o.winner??0)?1:0;const d=a?.places??[],m=d[r.indexOf(u)]??0;return d.filter(($,g)=>r[g]!==u).reduce(($,g)=>$+(m<g?1:m===g?.5:0),0)});return l`<bdi dir=${document.dir}>${c.map(u=>p(u)).join(" – ")}</bdi>`}function $t(t,e,s){const{model:a,ids:n}=t;return l`${s.map(o=>{const r=a.outcomes.get(o),c=n.get(o)??a.open.get(o)?.matchId,u=r?ft(e,r):l`<span class="live">${i("live")}</span>`,d=r?.counted?.termination,m=d?b(`ended.${d.replace("TERMINATION_","")}`,""):"";return c?l`<a class="pairing-result" href="/m/${c}" title=${m||h}>${u}</a>`:l`<span class="pairing-result" title=${m||h}>${u}</span>`})}`}function bt(t,e,s){const{model:a,names:n}=t,o=c=>a.entrants[c]?.player??"",r=c=>`⁨${n(o(c))}⁩`;return l`<li class="pairing">
    <span class="pairing-players"
      >${e.entrants.map((c,u)=>l`${u>0?l`<span class="soft"> – </span>`:h}${k(o(c),n(o(c)))}`)}</span
    >
    <span class="pairing-results"
      >${s.length>0?$t(t,e,s):l`<span class="soft">${i("pairing.due")}</span>`}</span
    >
    <span class="pairing-why soft small">${j(e.reason,r)}</span>
  </li>`}function It(t){const{model:e,isNewestFirst:s,most:a}=t;if(e.encounters.length===0)return l`<p class="empty">${i("pairings.none")}</p>`;const n=new Map;for(const d of[...e.outcomes.keys(),...e.open.keys()]){const m=F(d);n.set(m,[...n.get(m)??[],d].sort((f,$)=>I(f)-I($)))}const o=s?e.encounters.toReversed():e.encounters,r=o.slice(0,a),c=s?[0]:[...new Set(r.map(({key:d})=>C(d)))],u=d=>s?r:r.filter(({key:m})=>C(m)===d);return l`${c.map(d=>l` ${c.length>1?l`<h3>${i("stage",{n:p(d)})}</h3>`:h}
        <ul class="pairings">
          ${u(d).map(m=>bt(t,m,n.get(m.key)??[]))}
        </ul>`)}
  ${o.length>a?l`<p><button @click=${t.more}>${i("more")}</button></p>`:h}`}const O=400,gt=10,wt=200;class _t extends _{static{this.properties={..._.properties,summary:{state:!0},progress:{state:!0},model:{state:!0},ids:{state:!0},names:{state:!0},tab:{state:!0},most:{state:!0},isHost:{state:!0},failure:{state:!0}}}#t;#e=[];arrived(){[this.progress,this.model,this.ids,this.names]=[{},lt,new Map,new Map],[this.tab,this.most,this.isHost,this.failure]=[this.place.query.get("tab")??"",mt,!1,""],this.keep(()=>clearTimeout(this.#t)),D().then(()=>this.#s()).catch(e=>this.failure=K(e))}async#s(){await this.read();const e={hear:s=>this.#n(s),refused:({text:s})=>x(s,!0)};this.listen({kind:"contest",contest:this.contest},e),this.isHost=M()?.isHost===!0}#n(e){this.#e.push(e),clearTimeout(this.#t),this.#t=setTimeout(()=>this.#a(),this.model.isCaughtUp||e.caughtUp?O/4:O)}#a(){const e=this.model.version;this.model=this.#e.splice(0).reduce(ht,this.model),this.model.version!==e&&(this.read().catch(()=>{}),this.#o())}async#o(){const e=new Map(this.ids);for(const[n,{matchId:o=""}]of this.model.open)e.set(n,o);const s=[...this.model.outcomes.keys()].filter(n=>!e.has(n)).length;let a="";for(let n=0;n<gt&&s>0;n+=1){const o=await R("MatchService/ListMatches",{contest:this.contest,pageSize:wt,pageToken:a}).catch(()=>{});for(const{labels:r={},matchId:c=""}of o?.matches??[])r.match&&e.set(r.match,c);if(a=o?.nextPageToken??"",a===""||[...this.model.outcomes.keys()].every(r=>e.has(r)))break}this.ids=e}nameOf(e){return this.names.get(e)||e}choose(e){this.tab=e,history.replaceState(null,"",`?tab=${e}`)}async join(e){const s=e?"ContestService/WithdrawFromContest":"ContestService/EnterContest";await A(()=>R(s,{contest:this.contest}))&&x(i(e?"contest.left":"contest.entered")),await A(()=>this.read())}headingView(e){const s=this.summary??{},a=M(),n=this.model.entrants.some(({player:c,out:u})=>c===a?.player&&!u),o=s.state==="CONTEST_STATE_ENTRIES"||s.contest?.ladderId!==void 0&&s.state==="CONTEST_STATE_RUNNING",r=a&&!a.isGuest&&o&&!s.freezeReason;return l`<div class="heading contest-heading">
        <h1><bdi>${s.name}</bdi></h1>
        <span
          class="state state-${(s.state??"").replace("CONTEST_STATE_","").toLowerCase()}"
          >${b(`state.${(s.state??"").replace("CONTEST_STATE_","")}`,"")}</span
        >
        <p>
          ${e} ·
          ${i("entrants",{n:p(s.entrants??0)})}${s.startsAtUnixMs?l` · ${i("contest.starts",{time:S(Number(s.startsAtUnixMs))})}`:h}
        </p>
        ${r||n?l`<button class="push ${n?"":"primary"}" @click=${()=>this.join(n)}>${i(n?"contest.leave":"contest.enter")}</button>`:h}
      </div>
      ${s.pauseReason?l`<p class="note"><b>${i("contest.paused")}</b> <bdi>${s.pauseReason}</bdi></p>`:h}
      ${s.endReason?l`<p class="note"><b>${i("contest.ended")}</b> <bdi>${this.model.end?j(this.model.end,c=>this.model.entrants[c]?.player??""):s.endReason}</bdi></p>`:h}
      ${s.finalAtUnixMs?l`<p class="note">${i("contest.provisional",{time:S(Number(s.finalAtUnixMs))})}</p>`:h}`}failureView(){return l`<div class="heading">
      <h1>${i("contest.none")}</h1>
      <p>${this.failure}</p>
    </div>`}}function Mt(t,e,s){return l`<div class="tabs" role="tablist" @keydown=${n=>{const o=document.dir==="rtl",r={ArrowRight:o?-1:1,ArrowLeft:o?1:-1}[n.key];if(r===void 0)return;const c=t.findIndex(({id:d})=>d===e),u=t[(c+r+t.length)%t.length];u&&(s(u.id),n.currentTarget.querySelector(`#tab-${u.id}`)?.focus())}}>
    ${t.map(({id:n,label:o})=>l`<button
          role="tab"
          id="tab-${n}"
          aria-controls="tab-panel"
          aria-selected=${n===e}
          tabindex=${n===e?0:-1}
          @click=${()=>s(n)}
        >
          ${o}
        </button>`)}
  </div>`}function xt(t,e){return l`<div id="tab-panel" role="tabpanel" aria-labelledby="tab-${t}" tabindex="-1">
    ${e}
  </div>`}export{_t as C,mt as F,It as a,P as b,Rt as c,Nt as d,F as e,V as f,kt as g,At as h,J as m,xt as p,W as s,Mt as t,Et as w};
