import{b as c,A as m}from"./board-DAssJNWa.js";import{m as b,t as i,n as p,h as L,J as w,u as B,v as G,b as z,p as A,d as S,a as k,c as R,P as I,g as D,r as K,e as M,x}from"./index-BcgYAp6r.js";import{t as T}from"./forms-DCqxpPG2.js";import{c as Q}from"./controls-Xxd5ItRT.js";import{r as Y,c as v,a as q}from"./rulings-iK9L-lZH.js";function U(t){return b(`tie.${t.toLowerCase().replace(/[\s-]+/g,"_")}`,t)}function At(t){const e=/^below (\S+) by (.+)$/.exec(t);if(e)return i("why.below",{name:`⁨${e[1]}⁩`,what:U(e[2]??"")});const s=/^tied with (\S+)$/.exec(t);return s?i("why.tied",{name:`⁨${s[1]}⁩`}):t}const Z=["roundRobin","gauntlet","tables","swiss","knockout","doubleElimination","kingOfTheHill","arena"],P=t=>Z.find(e=>t[e]!==void 0);function kt(t){const e=P(t);if(!e)return"";const s=b(`format.${e.replace(/[A-Z]/g,n=>`_${n.toLowerCase()}`)}`,e),{stages:a}=t.swiss??{};return a===void 0?s:`${s}, ${i("stages",{n:p(a)})}`}function V(t){return c`<dl class="facts">
    ${t.flatMap(e=>e===void 0||e[1]===void 0||e[1]===""?[]:[c`<dt>${i(e[0])}</dt>
              <dd>${e[1]}</dd>`])}
  </dl>`}function J(t){const{game:e="",options:s={},rules:a,openings:n=[]}=t??{},r=Object.entries(s).map(([u,d])=>`${u}=${d}`).map(u=>B().has(e,"value",u)?G(e,"value",u):u),l=[...new Set(a?.timeControls??[])];return[["rules.game",z(e)],["rules.options",r.join(", ")],["rules.clock",c`<bdi>${l.map(Q).join(" / ")}</bdi>
        <code>${l.join(" / ")}</code>`],["rules.stakes",i(a?.rated?"rated":"casual")],["rules.openings",n.length>0?p(n.length):""]]}function X(t){const e=P(t),s=e?{...t[e]}:{},a=e?[["rules.format",b(`kind.${e}`,e)]]:[];for(const[n,o]of Object.entries(s)){const r=`rules.${n}`;if(b(r,"")==="")continue;const l=n.endsWith("Ms")?w(Number(o)):typeof o=="boolean"?i("yes"):p(Number(o));a.push([r,l])}return a}function Rt(t,e){const[s=1,a=.5,n=0]=t.resultPoints??[],o=t.test;return c`${V([...J(e),...X(t),["rules.seats",p(t.seats??2)],["rules.matches",p(t.matchesPerEncounter??1)],["rules.points-for",b(`points.${(t.pointsFor??"").replace("POINTS_FOR_","")}`,"")],["rules.result-points",c`<bdi dir="ltr">${[s,a,n].map(r=>p(r)).join(" / ")}</bdi>`],["rules.bye",p(t.byePoints??0)],["rules.tie-breaks",(t.tieBreaks??[]).map(({kind:r=""})=>U(r.replace("TIE_BREAK_KIND_",""))).join(", ")],["rules.replays",p(t.replays??0)],["rules.release",t.isReleasedByHost?i("rules.by-host"):""],["rules.starts",t.startsAtUnixMs?L(Number(t.startsAtUnixMs)):""],["rules.check-in",t.checkInMinutes?w(t.checkInMinutes*6e4):""],["rules.provisional",t.provisionalMs?w(Number(t.provisionalMs)):""],["rules.accept-within",t.acceptWithinMs?w(Number(t.acceptWithinMs)):""],["rules.test",o?c`<bdi dir="ltr"
              >[${p(o.lower??0)}, ${p(o.upper??0)}], α ${p(o.alpha??0,3)}, β
              ${p(o.beta??0,3)}</bdi
            >`:""]])}
    <p class="soft small">
      ${i("rules.more")} <a href="/docs/tournaments">${i("rules.book")}</a>
    </p>`}function tt(t){const{summary:e}=t,s=!!t.contest.tournamentId,a=(r,l,u="")=>c`<button class=${u} @click=${()=>v(t,l)}>${i(r)}</button>`,n=e.state==="CONTEST_STATE_ENTRIES",o=e.state==="CONTEST_STATE_RUNNING"||e.state==="CONTEST_STATE_CLOSING";return c`<div class="row">
      ${s&&n?a("host.start",{start:{}},"primary"):m}
      ${o&&e.pauseReason?a("host.resume",{resume:{}},"primary"):m}
      ${s&&e.state==="CONTEST_STATE_PROVISIONAL"?a("host.confirm",{confirm:{}},"primary"):m}
      ${!s&&e.freezeReason?a("host.open-entries",{openEntries:{}}):m}
    </div>
    <form
      class="host-form"
      @submit=${r=>{const{reason:l="",act:u=""}=T(r);v(t,{[u]:{}},l)}}
    >
      ${q()}
      <div class="row tight">
        ${o&&!e.pauseReason?c`<button name="act" value="pause">${i("host.pause")}</button>`:m}
        ${e.freezeReason?m:c`<button name="act" value="freezeEntries">${i("host.freeze")}</button>`}
        <button name="act" value="end" class="danger">${i("host.end")}</button>
      </div>
    </form>`}function et(t){const e=!!t.contest.tournamentId,s=(a,n,o="")=>c`<button name="act" value=${a} class=${o}>${i(n)}</button>`;return c`<form
      class="host-form"
      @submit=${a=>{const{player:n="",reason:o="",act:r=""}=T(a);v(t,{[r]:n},o)}}
    >
      <label class="field"
        ><span>${i("player")}</span
        ><select name="player">
          ${t.players.map(a=>c`<option>${a}</option>`)}
        </select></label
      >
      ${q()}
      <div class="row tight">
        ${s("withdraw","host.withdraw")}${s("disqualify","host.disqualify","danger")}
        ${e?m:c`${s("quarantine","host.quarantine")}${s("release","host.release-entrant")}${s("revive","host.revive")}`}
      </div>
    </form>
    <form
      class="host-form"
      @submit=${a=>void v(t,{enter:{player:T(a).player??""}})}
    >
      <label class="field"
        ><span>${i("host.enter-who")}</span><input name="player" required dir="ltr" /></label
      ><button>${i("host.enter")}</button>
    </form>`}function st(t){return c`<form
    class="host-form"
    @submit=${e=>void v(t,{releaseResults:Number(T(e).stage)})}
  >
    <label class="field"
      ><span>${i("host.release-through")}</span
      ><input type="number" name="stage" min="1" value="1" required /></label
    ><button>${i("host.release")}</button>
  </form>`}function nt(){return c`<form
    class="host-form"
    @submit=${async t=>{const e=t.target,{text:s=""}=T(t);await k(()=>R("AdminService/Announce",{text:s}))&&e.reset()}}
  >
    <label class="field wide"
      ><span>${i("host.announcement")}</span><input name="text" required dir="auto" /></label
    ><button>${i("host.announce")}</button>
  </form>`}function at({summary:t,progress:e}){const{notConnected:s=[],notAgreed:a=[],waiting:n=[]}=e;return c`${V([["host.played",e.matchesPlayed===void 0?"":`${p(Number(e.matchesPlayed))}${e.matchesInAll===void 0?"":` / ${p(Number(e.matchesInAll))}`}`],["host.ends",e.endsAboutUnixMs?L(Number(e.endsAboutUnixMs)):e.endUnknown??""],["host.paused",t.pauseReason??""],["host.frozen",t.freezeReason??""]])}
  ${s.length>0?c`<h3>${i("host.absent")}</h3>
          <ul class="entries">
            ${s.map(({player:o="",sinceUnixMs:r})=>c`<li>
                  <span class="grow">${A(o)}</span
                  ><span class="soft small"
                    >${r?S(Number(r)):i("host.never")}</span
                  >
                </li>`)}
          </ul>`:m}
  ${a.length>0?c`<h3>${i("host.not-agreed")}</h3>
          <ul class="entries">
            ${a.map(({player:o="",advice:r})=>c`<li>
                  <span class="grow">${A(o)}</span
                  ><span class="soft small" dir="auto">${r}</span>
                </li>`)}
          </ul>`:m}
  ${n.length>0?c`<h3>${i("host.waiting")}</h3>
          <ul class="entries">
            ${n.map(({matchKey:o,reason:r,untilUnixMs:l})=>c`<li>
                  <code>${o}</code><span class="grow soft small" dir="auto">${r}</span
                  ><span class="soft small"
                    >${l?S(Number(l)):m}</span
                  >
                </li>`)}
          </ul>`:m}`}function _t(t){const e=!!t.contest.tournamentId;return c`<div class="halves host">
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
      ${e?c`<section class="stack">
              <h2>${i("host.results")}</h2>
              ${st(t)}
            </section>`:m}
      <section class="stack">
        <h2>${i("host.announcement")}</h2>
        ${nt()}
      </section>
    </div>
  </div>`}function j(t,e){const s=(t?.code??"").replace("CODE_",""),{numbers:a=[],entrants:n=[],text:o="",sentence:r=""}=t??{};if(s==="SAID"||s==="")return o||r;const l=a.map(Number),u=it[s];if(u)return u(l,n.map(e),o);const d=`paired.${s}`;if(b(d,"")==="")return r.replace(/#(\d+)/g,(g,H)=>e(Number(H)-1));const[h=0,f=0,$=0]=l;return i(d,{a:p(h),b:p(f),c:p($),name:n.map(e).join(", "),text:o})}const N=t=>p((t??0)/2),ot=["paired.served.new","paired.served.best","paired.served.free"],rt={1:"paired.above",0:"paired.level","-1":"paired.below"},it={SWISS:t=>i("paired.SWISS",{a:N(t[0]),b:N(t[2])})+(t[5]?` ${i("paired.again")}`:""),SWISS_BYE:t=>i("paired.SWISS_BYE",{a:N(t[0])}),ARENA:(t,e)=>i("paired.ARENA",{name:e[0]??"",a:w(t[0]??0),b:p(t[1]??0)}),FAULTS:t=>i("paired.FAULTS",{a:p(t[0]??0),b:w(t[2]??0)}),HILL:(t,e)=>i("paired.HILL",{name:e[0]??"",other:e[1]??"",a:p(t[0]??0)}),SERVED:ct};function ct(t,e){const[s=0,a=0,...n]=t,o=i("paired.SERVED",{name:e[0]??"",a:w(s)}),r=e.slice(1).map((l,u)=>{const[d=0,h=0,f=0]=n.slice(3*u,3*u+3);return i("paired.served.other",{name:l,a:p(d/10,0),level:i(rt[String(h)]??"paired.level"),b:p(f)})});return[o,i(ot[a]??"paired.served.best"),...r].join(" ")}const lt={entrants:[],encounters:[],outcomes:new Map,awards:[],open:new Map,isCaughtUp:!1,seq:0,version:0};function ut(t,e){const{[e]:s,...a}=t;return a}function y(t,e,s){const a=e.entrant??0,n=t.entrants[a];return n?{entrants:t.entrants.with(a,s?{...n,out:s}:ut(n,"out"))}:{}}function E(t,e,s){const a=new Map(t.outcomes);a.set(e,{...a.get(e),key:e,...s});const n=new Map(t.open);return n.delete(e),{outcomes:a,open:n}}function dt(t,e){const{encounter:s="",entrants:a=[],reason:n={},category:o=0}=e;return{encounters:[...t.encounters,{key:s,entrants:a,reason:n,category:o}]}}function pt(t,e){const{entrantEntered:s,entryRemoved:a,encounterPaired:n,matchCounted:o,matchVoided:r,matchAwarded:l,awardGiven:u}=e;return s?{entrants:[...t.entrants,{player:s.player??""}]}:a?{entrants:t.entrants.filter(({player:d})=>d!==a.player)}:e.entrantWithdrawn?y(t,e.entrantWithdrawn,"withdrawn"):e.entrantDisqualified?y(t,e.entrantDisqualified,"disqualified"):e.entrantQuarantined?y(t,e.entrantQuarantined,"quarantined"):e.entrantRevived?y(t,e.entrantRevived,void 0):e.entrantReleased?y(t,e.entrantReleased,void 0):n?dt(t,n):o?E(t,o.matchKey??"",{counted:o}):r?E(t,r.matchKey??"",{voided:r}):l?E(t,l.matchKey??"",{awarded:l}):e.ended?{end:e.ended}:e.provisional?.reason?{end:e.provisional.reason}:u?{awards:[...t.awards,u]}:{}}function ht(t,{event:e,caughtUp:s,matchOpened:a}){if(s)return{...t,isCaughtUp:!0};if(a?.matchKey)return{...t,open:new Map(t.open).set(a.matchKey,a)};const n=Number(e?.seq??0);return!e||n<=t.seq?t:{...t,...pt(t,e),seq:n,version:t.version+1}}const F=t=>t.replace(/-m\d+(-r\d+)?$/,""),_=t=>Number(/-m(\d+)/.exec(t)?.[1]??1),C=t=>Number(/^s(\d+)-/.exec(t)?.[1]??0);function W(t,e){const s=t.entrants.length,a=new Array(s).fill(0);return t.entrants.forEach((n,o)=>a[(o+_(e)-1)%s]=n),a}function It(t){const e=new Map(t.encounters.map(n=>[n.key,n])),s=new Map,a=(n,o,r)=>{const l=s.get(`${n} ${o}`)??{points:0,matches:0};s.set(`${n} ${o}`,{points:l.points+r,matches:l.matches+1})};for(const{key:n,counted:o,voided:r,awarded:l}of t.outcomes.values()){const u=e.get(F(n));if(!u||r&&!o)continue;const d=W(u,n),h=f=>l?+(d[f]!==(l.winner??0)):o?.places?.[f]??0;for(let f=0;f<d.length;f+=1)for(let $=0;$<d.length;$+=1){if(f===$)continue;const g=h(f)<h($)?1:h(f)===h($)?.5:0;a(d[f]??0,d[$]??0,g)}}return s}const mt=60;function ft(t,e){const{key:s,counted:a,voided:n,awarded:o}=e;if(n&&!a)return i("pairing.void");const r=W(t,s),l=t.entrants.map(u=>{if(o)return u===(o.winner??0)?1:0;const d=a?.places??[],h=d[r.indexOf(u)]??0;return d.filter(($,g)=>r[g]!==u).reduce(($,g)=>$+(h<g?1:h===g?.5:0),0)});return c`<bdi dir=${document.dir}>${l.map(u=>p(u)).join(" – ")}</bdi>`}function $t(t,e,s){const{model:a,ids:n}=t;return c`${s.map(o=>{const r=a.outcomes.get(o),l=n.get(o)??a.open.get(o)?.matchId,u=r?ft(e,r):c`<span class="live">${i("live")}</span>`,d=r?.counted?.termination,h=d?b(`ended.${d.replace("TERMINATION_","")}`,""):"";return l?c`<a class="pairing-result" href="/m/${l}" title=${h||m}>${u}</a>`:c`<span class="pairing-result" title=${h||m}>${u}</span>`})}`}function bt(t,e,s){const{model:a,names:n}=t,o=l=>a.entrants[l]?.player??"",r=l=>`⁨${n(o(l))}⁩`;return c`<li class="pairing">
    <span class="pairing-players"
      >${e.entrants.map((l,u)=>c`${u>0?c`<span class="soft"> – </span>`:m}${A(o(l),n(o(l)))}`)}</span
    >
    <span class="pairing-results"
      >${s.length>0?$t(t,e,s):c`<span class="soft">${i("pairing.due")}</span>`}</span
    >
    <span class="pairing-why soft small">${j(e.reason,r)}</span>
  </li>`}function Mt(t){const{model:e,isNewestFirst:s,most:a}=t;if(e.encounters.length===0)return c`<p class="empty">${i("pairings.none")}</p>`;const n=new Map;for(const d of[...e.outcomes.keys(),...e.open.keys()]){const h=F(d);n.set(h,[...n.get(h)??[],d].sort((f,$)=>_(f)-_($)))}const o=s?e.encounters.toReversed():e.encounters,r=o.slice(0,a),l=s?[0]:[...new Set(r.map(({key:d})=>C(d)))],u=d=>s?r:r.filter(({key:h})=>C(h)===d);return c`${l.map(d=>c` ${l.length>1?c`<h3>${i("stage",{n:p(d)})}</h3>`:m}
        <ul class="pairings">
          ${u(d).map(h=>bt(t,h,n.get(h.key)??[]))}
        </ul>`)}
  ${o.length>a?c`<p><button @click=${t.more}>${i("more")}</button></p>`:m}`}const O=400,gt=2e3,wt=10,yt=200;class xt extends I{static{this.properties={...I.properties,summary:{state:!0},progress:{state:!0},model:{state:!0},ids:{state:!0},names:{state:!0},tab:{state:!0},most:{state:!0},isHost:{state:!0},failure:{state:!0}}}#t;#e=[];#s=0;arrived(){[this.progress,this.model,this.ids,this.names]=[{},lt,new Map,new Map],[this.tab,this.most,this.isHost,this.failure]=[this.place.query.get("tab")??"",mt,!1,""],this.keep(()=>clearTimeout(this.#t)),D().then(()=>this.#n()).catch(e=>this.failure=K(e))}async#n(){await this.read();const e={hear:s=>this.#a(s),refused:({text:s})=>x(s,!0)};this.listen({kind:"contest",contest:this.contest},e),this.isHost=M()?.isHost===!0}#a(e){const s=Date.now();this.#e.length===0&&(this.#s=s),this.#e.push(e);const a=this.model.isCaughtUp||e.caughtUp?O/4:O;clearTimeout(this.#t);const n=this.#s+gt-s;this.#t=setTimeout(()=>this.#o(),Math.min(a,n))}#o(){const e=this.model.version;this.model=this.#e.splice(0).reduce(ht,this.model),this.model.version!==e&&(this.read().catch(()=>{}),this.#r())}async#r(){const e=new Map(this.ids);for(const[n,{matchId:o=""}]of this.model.open)e.set(n,o);const s=[...this.model.outcomes.keys()].filter(n=>!e.has(n)).length;let a="";for(let n=0;n<wt&&s>0;n+=1){const o=await R("MatchService/ListMatches",{contest:this.contest,pageSize:yt,pageToken:a}).catch(()=>{});for(const{labels:r={},matchId:l=""}of o?.matches??[])r.match&&e.set(r.match,l);if(a=o?.nextPageToken??"",a===""||[...this.model.outcomes.keys()].every(r=>e.has(r)))break}this.ids=e}nameOf(e){return this.names.get(e)||e}choose(e){this.tab=e,history.replaceState(null,"",`?tab=${e}`)}async join(e){const s=e?"ContestService/WithdrawFromContest":"ContestService/EnterContest";await k(()=>R(s,{contest:this.contest}))&&x(i(e?"contest.left":"contest.entered")),await k(()=>this.read())}headingView(e){const s=this.summary??{},a=M(),n=this.model.entrants.some(({player:u,out:d})=>u===a?.player&&!d),o=s.state==="CONTEST_STATE_ENTRIES"||s.contest?.ladderId!==void 0&&s.state==="CONTEST_STATE_RUNNING",r=a&&!a.isGuest&&o&&!s.freezeReason,l=n&&(o||s.state==="CONTEST_STATE_RUNNING");return c`<div class="heading contest-heading">
        <h1><bdi>${s.name}</bdi></h1>
        <span
          class="state state-${(s.state??"").replace("CONTEST_STATE_","").toLowerCase()}"
          >${b(`state.${(s.state??"").replace("CONTEST_STATE_","")}`,"")}</span
        >
        <p>
          ${e} ·
          ${i("entrants",{n:p(s.entrants??0)})}${s.startsAtUnixMs?c` · ${i("contest.starts",{time:S(Number(s.startsAtUnixMs))})}`:m}
        </p>
        ${l||r&&!n?c`<button class="push ${n?"":"primary"}" @click=${()=>this.join(n)}>${i(n?"contest.leave":"contest.enter")}</button>`:m}
      </div>
      ${s.pauseReason?c`<p class="note"><b>${i("contest.paused")}</b> <bdi>${s.pauseReason}</bdi></p>`:m}
      ${s.endReason?c`<p class="note"><b>${i("contest.ended")}</b> <bdi>${this.model.end?j(this.model.end,u=>this.model.entrants[u]?.player??""):s.endReason}</bdi></p>`:m}
      ${s.finalAtUnixMs?c`<p class="note">${i("contest.provisional",{time:S(Number(s.finalAtUnixMs))})}</p>`:m}`}failureView(){return c`<div class="heading">
      <h1>${i("contest.none")}</h1>
      <p>${this.failure}</p>
    </div>`}}function Ct(t,e,s){return c`<div class="tabs" role="tablist" @keydown=${n=>{const o=document.dir==="rtl",r={ArrowRight:o?-1:1,ArrowLeft:o?1:-1}[n.key];if(r===void 0)return;const l=t.findIndex(({id:d})=>d===e),u=t[(l+r+t.length)%t.length];u&&(s(u.id),n.currentTarget.querySelector(`#tab-${u.id}`)?.focus())}}>
    ${t.map(({id:n,label:o})=>c`<button
          role="tab"
          id="tab-${n}"
          aria-controls="tab-panel"
          aria-selected=${n===e}
          tabindex=${n===e?0:-1}
          @click=${()=>s(n)}
        >
          ${o}
        </button>`)}
  </div>`}function Ot(t,e){return c`<div id="tab-panel" role="tabpanel" aria-labelledby="tab-${t}" tabindex="-1">
    ${e}
  </div>`}export{xt as C,mt as F,Mt as a,U as b,It as c,kt as d,F as e,V as f,Rt as g,_t as h,J as m,Ot as p,W as s,Ct as t,At as w};
