import{A as h,b as c}from"./board-CwKfKt3e.js";import{m as b,t as r,n as p,h as U,J as w,u as B,v as H,b as z,p as R,d as T,a as E,c as N,y as I,P as M,g as G,r as K,e as x}from"./index-BhurzW1j.js";import{c as Q}from"./controls-BZruD8JX.js";function P(t){return b(`tie.${t.toLowerCase().replace(/[\s-]+/g,"_")}`,t)}function Tt(t){const e=/^below (\S+) by (.+)$/.exec(t);if(e)return r("why.below",{name:`⁨${e[1]}⁩`,what:P(e[2]??"")});const s=/^tied with (\S+)$/.exec(t);return s?r("why.tied",{name:`⁨${s[1]}⁩`}):t}const Y=["roundRobin","gauntlet","tables","swiss","knockout","doubleElimination","kingOfTheHill","arena"],q=t=>Y.find(e=>t[e]!==void 0);function Et(t){const e=q(t);if(!e)return"";const s=b(`format.${e.replace(/[A-Z]/g,a=>`_${a.toLowerCase()}`)}`,e),{stages:n}=t.swiss??{};return n===void 0?s:`${s}, ${r("stages",{n:p(n)})}`}function j(t){return c`<dl class="facts">
    ${t.flatMap(e=>e===void 0||e[1]===void 0||e[1]===""?[]:[c`<dt>${r(e[0])}</dt>
              <dd>${e[1]}</dd>`])}
  </dl>`}function Z(t){const{game:e="",options:s={},rules:n,openings:a=[]}=t??{},i=Object.entries(s).map(([u,d])=>`${u}=${d}`).map(u=>B().has(e,"value",u)?H(e,"value",u):u),l=[...new Set(n?.timeControls??[])];return[["rules.game",z(e)],["rules.options",i.join(", ")],["rules.clock",c`<bdi>${l.map(Q).join(" / ")}</bdi>
        <code>${l.join(" / ")}</code>`],["rules.stakes",r(n?.rated?"rated":"casual")],["rules.openings",a.length>0?p(a.length):""]]}function J(t){const e=q(t),s=e?{...t[e]}:{},n=e?[["rules.format",b(`kind.${e}`,e)]]:[];for(const[a,o]of Object.entries(s)){const i=`rules.${a}`;if(b(i,"")==="")continue;const l=a.endsWith("Ms")?w(Number(o)):typeof o=="boolean"?r("yes"):p(Number(o));n.push([i,l])}return n}function Nt(t,e){const[s=1,n=.5,a=0]=t.resultPoints??[],o=t.test;return c`${j([...Z(e),...J(t),["rules.seats",p(t.seats??2)],["rules.matches",p(t.matchesPerEncounter??1)],["rules.points-for",b(`points.${(t.pointsFor??"").replace("POINTS_FOR_","")}`,"")],["rules.result-points",c`<bdi dir="ltr">${[s,n,a].map(i=>p(i)).join(" / ")}</bdi>`],["rules.bye",p(t.byePoints??0)],["rules.tie-breaks",(t.tieBreaks??[]).map(({kind:i=""})=>P(i.replace("TIE_BREAK_KIND_",""))).join(", ")],["rules.replays",p(t.replays??0)],["rules.release",t.isReleasedByHost?r("rules.by-host"):""],["rules.starts",t.startsAtUnixMs?U(Number(t.startsAtUnixMs)):""],["rules.check-in",t.checkInMinutes?w(t.checkInMinutes*6e4):""],["rules.provisional",t.provisionalMs?w(Number(t.provisionalMs)):""],["rules.accept-within",t.acceptWithinMs?w(Number(t.acceptWithinMs)):""],["rules.test",o?c`<bdi dir="ltr"
              >[${p(o.lower??0)}, ${p(o.upper??0)}], α ${p(o.alpha??0,3)}, β
              ${p(o.beta??0,3)}</bdi
            >`:""]])}
    <p class="soft small">
      ${r("rules.more")} <a href="/docs/tournaments">${r("rules.book")}</a>${h}
    </p>`}async function y(t,e,s=""){await E(()=>N("ContestService/ChangeContest",{contest:t.contest,...s&&{reason:s},...e}))&&I(r("host.done")),t.changed()}function v(t){t.preventDefault();const e=new FormData(t.target,t.submitter).entries();return Object.fromEntries([...e].map(([s,n])=>[s,String(n).trim()]))}const C=()=>c`<label class="field"
    ><span>${r("host.reason")}</span><input name="reason" required maxlength="512" dir="auto"
  /></label>`;function X(t){const{summary:e}=t,s=!!t.contest.tournamentId,n=(i,l,u="")=>c`<button class=${u} @click=${()=>y(t,l)}>${r(i)}</button>`,a=e.state==="CONTEST_STATE_ENTRIES",o=e.state==="CONTEST_STATE_RUNNING"||e.state==="CONTEST_STATE_CLOSING";return c`<div class="row">
      ${s&&a?n("host.start",{start:{}},"primary"):h}
      ${o&&e.pauseReason?n("host.resume",{resume:{}},"primary"):h}
      ${s&&e.state==="CONTEST_STATE_PROVISIONAL"?n("host.confirm",{confirm:{}},"primary"):h}
      ${!s&&e.freezeReason?n("host.open-entries",{openEntries:{}}):h}
    </div>
    <form
      class="host-form"
      @submit=${i=>{const{reason:l="",act:u=""}=v(i);y(t,{[u]:{}},l)}}
    >
      ${C()}
      <div class="row tight">
        ${o&&!e.pauseReason?c`<button name="act" value="pause">${r("host.pause")}</button>`:h}
        ${e.freezeReason?h:c`<button name="act" value="freezeEntries">${r("host.freeze")}</button>`}
        <button name="act" value="end" class="danger">${r("host.end")}</button>
      </div>
    </form>`}function tt(t){const e=!!t.contest.tournamentId,s=(n,a,o="")=>c`<button name="act" value=${n} class=${o}>${r(a)}</button>`;return c`<form
      class="host-form"
      @submit=${n=>{const{player:a="",reason:o="",act:i=""}=v(n);y(t,{[i]:a},o)}}
    >
      <label class="field"
        ><span>${r("player")}</span
        ><select name="player">
          ${t.players.map(n=>c`<option>${n}</option>`)}
        </select></label
      >
      ${C()}
      <div class="row tight">
        ${s("withdraw","host.withdraw")}${s("disqualify","host.disqualify","danger")}
        ${e?h:c`${s("quarantine","host.quarantine")}${s("release","host.release-entrant")}${s("revive","host.revive")}`}
      </div>
    </form>
    <form
      class="host-form"
      @submit=${n=>void y(t,{enter:{player:v(n).player??""}})}
    >
      <label class="field"
        ><span>${r("host.enter-who")}</span><input name="player" required dir="ltr" /></label
      ><button>${r("host.enter")}</button>
    </form>`}function et(t){const e=!!t.contest.tournamentId;return c`<form
    class="host-form"
    @submit=${s=>{const{key:n="",winner:a="",reason:o="",act:i=""}=v(s);y(t,i==="award"?{award:{matchKey:n,winner:a}}:{void:{matchKey:n,replay:i==="replay"}},o)}}
  >
    <label class="field"
      ><span>${r("host.match")}</span
      ><select name="key" dir="ltr">
        ${t.keys.map(s=>c`<option>${s}</option>`)}
      </select></label
    >
    ${C()}
    <div class="row tight">
      <button name="act" value="replay">${r("host.replay")}</button> ${e?c`<label class="field"
                ><span>${r("host.winner")}</span
                ><select name="winner">
                  ${t.players.map(s=>c`<option>${s}</option>`)}
                </select></label
              >
              <button name="act" value="award">${r("host.rule")}</button>`:c`<button name="act" value="void">${r("host.void")}</button>`}
    </div>
  </form>`}function st(t){return c`<form
    class="host-form"
    @submit=${e=>void y(t,{releaseResults:Number(v(e).stage)})}
  >
    <label class="field"
      ><span>${r("host.release-through")}</span
      ><input type="number" name="stage" min="1" value="1" required /></label
    ><button>${r("host.release")}</button>
  </form>`}function nt(){return c`<form
    class="host-form"
    @submit=${async t=>{const e=t.target,{text:s=""}=v(t);await E(()=>N("AdminService/Announce",{text:s}))&&e.reset()}}
  >
    <label class="field wide"
      ><span>${r("host.announcement")}</span><input name="text" required dir="auto" /></label
    ><button>${r("host.announce")}</button>
  </form>`}function at({summary:t,progress:e}){const{notConnected:s=[],notAgreed:n=[],waiting:a=[]}=e;return c`${j([["host.played",e.matchesPlayed===void 0?"":`${p(Number(e.matchesPlayed))}${e.matchesInAll===void 0?"":` / ${p(Number(e.matchesInAll))}`}`],["host.ends",e.endsAboutUnixMs?U(Number(e.endsAboutUnixMs)):e.endUnknown??""],["host.paused",t.pauseReason??""],["host.frozen",t.freezeReason??""]])}
  ${s.length>0?c`<h3>${r("host.absent")}</h3>
          <ul class="entries">
            ${s.map(({player:o="",sinceUnixMs:i})=>c`<li>
                  <span class="grow">${R(o)}</span
                  ><span class="soft small"
                    >${i?T(Number(i)):r("host.never")}</span
                  >
                </li>`)}
          </ul>`:h}
  ${n.length>0?c`<h3>${r("host.not-agreed")}</h3>
          <ul class="entries">
            ${n.map(({player:o="",advice:i})=>c`<li>
                  <span class="grow">${R(o)}</span
                  ><span class="soft small" dir="auto">${i}</span>
                </li>`)}
          </ul>`:h}
  ${a.length>0?c`<h3>${r("host.waiting")}</h3>
          <ul class="entries">
            ${a.map(({matchKey:o,reason:i,untilUnixMs:l})=>c`<li>
                  <code>${o}</code><span class="grow soft small" dir="auto">${i}</span
                  ><span class="soft small"
                    >${l?T(Number(l)):h}</span
                  >
                </li>`)}
          </ul>`:h}`}function kt(t){const e=!!t.contest.tournamentId;return c`<div class="halves host">
    <section class="stack">
      <h2>${r("host.progress")}</h2>
      ${at(t)}
    </section>
    <div class="stack wide">
      <section class="stack">
        <h2>${r("host.course")}</h2>
        ${X(t)}
      </section>
      <section class="stack">
        <h2>${r("host.entrants")}</h2>
        ${tt(t)}
      </section>
      <section class="stack">
        <h2>${r("host.rulings")}</h2>
        ${et(t)}
      </section>
      ${e?c`<section class="stack">
              <h2>${r("host.results")}</h2>
              ${st(t)}
            </section>`:h}
      <section class="stack">
        <h2>${r("host.announcement")}</h2>
        ${nt()}
      </section>
    </div>
  </div>`}function F(t,e){const s=(t?.code??"").replace("CODE_",""),{numbers:n=[],entrants:a=[],text:o="",sentence:i=""}=t??{};if(s==="SAID"||s==="")return o||i;const l=n.map(Number),u=it[s];if(u)return u(l,a.map(e),o);const d=`paired.${s}`;if(b(d,"")==="")return i.replace(/#(\d+)/g,(g,W)=>e(Number(W)-1));const[m=0,f=0,$=0]=l;return r(d,{a:p(m),b:p(f),c:p($),name:a.map(e).join(", "),text:o})}const k=t=>p((t??0)/2),ot=["paired.served.new","paired.served.best","paired.served.free"],rt={1:"paired.above",0:"paired.level","-1":"paired.below"},it={SWISS:t=>r("paired.SWISS",{a:k(t[0]),b:k(t[2])})+(t[5]?` ${r("paired.again")}`:""),SWISS_BYE:t=>r("paired.SWISS_BYE",{a:k(t[0])}),ARENA:(t,e)=>r("paired.ARENA",{name:e[0]??"",a:w(t[0]??0),b:p(t[1]??0)}),FAULTS:t=>r("paired.FAULTS",{a:p(t[0]??0),b:w(t[2]??0)}),HILL:(t,e)=>r("paired.HILL",{name:e[0]??"",other:e[1]??"",a:p(t[0]??0)}),SERVED:ct};function ct(t,e){const[s=0,n=0,...a]=t,o=r("paired.SERVED",{name:e[0]??"",a:w(s)}),i=e.slice(1).map((l,u)=>{const[d=0,m=0,f=0]=a.slice(3*u,3*u+3);return r("paired.served.other",{name:l,a:p(d/10,0),level:r(rt[String(m)]??"paired.level"),b:p(f)})});return[o,r(ot[n]??"paired.served.best"),...i].join(" ")}const lt={entrants:[],encounters:[],outcomes:new Map,awards:[],open:new Map,isCaughtUp:!1,version:0};function ut(t,e){const{[e]:s,...n}=t;return n}function S(t,e,s){const n=e.entrant??0,a=t.entrants[n];return a?{entrants:t.entrants.with(n,s?{...a,out:s}:ut(a,"out"))}:{}}function A(t,e,s){const n=new Map(t.outcomes);n.set(e,{...n.get(e),key:e,...s});const a=new Map(t.open);return a.delete(e),{outcomes:n,open:a}}function dt(t,e){const{encounter:s="",entrants:n=[],reason:a={},category:o=0}=e;return{encounters:[...t.encounters,{key:s,entrants:n,reason:a,category:o}]}}function pt(t,e){const{entrantEntered:s,entryRemoved:n,encounterPaired:a,matchCounted:o,matchVoided:i,matchAwarded:l,awardGiven:u}=e;return s?{entrants:[...t.entrants,{player:s.player??""}]}:n?{entrants:t.entrants.filter(({player:d})=>d!==n.player)}:e.entrantWithdrawn?S(t,e.entrantWithdrawn,"withdrawn"):e.entrantDisqualified?S(t,e.entrantDisqualified,"disqualified"):e.entrantQuarantined?S(t,e.entrantQuarantined,"quarantined"):e.entrantRevived?S(t,e.entrantRevived,void 0):e.entrantReleased?S(t,e.entrantReleased,void 0):a?dt(t,a):o?A(t,o.matchKey??"",{counted:o}):i?A(t,i.matchKey??"",{voided:i}):l?A(t,l.matchKey??"",{awarded:l}):e.ended?{end:e.ended}:e.provisional?.reason?{end:e.provisional.reason}:u?{awards:[...t.awards,u]}:{}}function ht(t,{event:e,caughtUp:s,matchOpened:n}){return s?{...t,isCaughtUp:!0}:n?.matchKey?{...t,open:new Map(t.open).set(n.matchKey,n)}:e?{...t,...pt(t,e),version:t.version+1}:t}const V=t=>t.replace(/-m\d+(-r\d+)?$/,""),_=t=>Number(/-m(\d+)/.exec(t)?.[1]??1),O=t=>Number(/^s(\d+)-/.exec(t)?.[1]??0);function D(t,e){const s=t.entrants.length,n=new Array(s).fill(0);return t.entrants.forEach((a,o)=>n[(o+_(e)-1)%s]=a),n}function At(t){const e=new Map(t.encounters.map(a=>[a.key,a])),s=new Map,n=(a,o,i)=>{const l=s.get(`${a} ${o}`)??{points:0,matches:0};s.set(`${a} ${o}`,{points:l.points+i,matches:l.matches+1})};for(const{key:a,counted:o,voided:i,awarded:l}of t.outcomes.values()){const u=e.get(V(a));if(!u||i&&!o)continue;const d=D(u,a),m=f=>l?+(d[f]!==(l.winner??0)):o?.places?.[f]??0;for(let f=0;f<d.length;f+=1)for(let $=0;$<d.length;$+=1){if(f===$)continue;const g=m(f)<m($)?1:m(f)===m($)?.5:0;n(d[f]??0,d[$]??0,g)}}return s}const mt=60;function ft(t,e){const{key:s,counted:n,voided:a,awarded:o}=e;if(a&&!n)return r("pairing.void");const i=D(t,s),l=t.entrants.map(u=>{if(o)return u===(o.winner??0)?1:0;const d=n?.places??[],m=d[i.indexOf(u)]??0;return d.filter(($,g)=>i[g]!==u).reduce(($,g)=>$+(m<g?1:m===g?.5:0),0)});return c`<bdi dir=${document.dir}>${l.map(u=>p(u)).join(" – ")}</bdi>`}function $t(t,e,s){const{model:n,ids:a}=t;return c`${s.map(o=>{const i=n.outcomes.get(o),l=a.get(o)??n.open.get(o)?.matchId,u=i?ft(e,i):c`<span class="live">${r("live")}</span>`,d=i?.counted?.termination,m=d?b(`ended.${d.replace("TERMINATION_","")}`,""):"";return l?c`<a class="pairing-result" href="/m/${l}" title=${m||h}>${u}</a>`:c`<span class="pairing-result" title=${m||h}>${u}</span>`})}`}function bt(t,e,s){const{model:n,names:a}=t,o=l=>n.entrants[l]?.player??"",i=l=>`⁨${a(o(l))}⁩`;return c`<li class="pairing">
    <span class="pairing-players"
      >${e.entrants.map((l,u)=>c`${u>0?c`<span class="soft"> – </span>`:h}${R(o(l),a(o(l)))}`)}</span
    >
    <span class="pairing-results"
      >${s.length>0?$t(t,e,s):c`<span class="soft">${r("pairing.due")}</span>`}</span
    >
    <span class="pairing-why soft small">${F(e.reason,i)}</span>
  </li>`}function Rt(t){const{model:e,isNewestFirst:s,most:n}=t;if(e.encounters.length===0)return c`<p class="empty">${r("pairings.none")}</p>`;const a=new Map;for(const d of[...e.outcomes.keys(),...e.open.keys()]){const m=V(d);a.set(m,[...a.get(m)??[],d].sort((f,$)=>_(f)-_($)))}const o=s?e.encounters.toReversed():e.encounters,i=o.slice(0,n),l=s?[0]:[...new Set(i.map(({key:d})=>O(d)))],u=d=>s?i:i.filter(({key:m})=>O(m)===d);return c`${l.map(d=>c` ${l.length>1?c`<h3>${r("stage",{n:p(d)})}</h3>`:h}
        <ul class="pairings">
          ${u(d).map(m=>bt(t,m,a.get(m.key)??[]))}
        </ul>`)}
  ${o.length>n?c`<p><button @click=${t.more}>${r("more")}</button></p>`:h}`}const L=400,gt=10,wt=200;class It extends M{static{this.properties={...M.properties,summary:{state:!0},progress:{state:!0},model:{state:!0},ids:{state:!0},names:{state:!0},tab:{state:!0},most:{state:!0},isHost:{state:!0},failure:{state:!0}}}#t;#e=[];arrived(){[this.progress,this.model,this.ids,this.names]=[{},lt,new Map,new Map],[this.tab,this.most,this.isHost,this.failure]=[this.place.query.get("tab")??"",mt,!1,""],this.keep(()=>clearTimeout(this.#t)),G().then(()=>this.#s()).catch(e=>this.failure=K(e))}async#s(){await this.read();const e={hear:s=>this.#n(s),refused:({text:s})=>I(s,!0)};this.listen({kind:"contest",contest:this.contest},e),this.isHost=x()?.isHost===!0}#n(e){this.#e.push(e),clearTimeout(this.#t),this.#t=setTimeout(()=>this.#a(),this.model.isCaughtUp||e.caughtUp?L/4:L)}#a(){const e=this.model.version;this.model=this.#e.splice(0).reduce(ht,this.model),this.model.version!==e&&(this.read().catch(()=>{}),this.#o())}async#o(){const e=new Map(this.ids);for(const[a,{matchId:o=""}]of this.model.open)e.set(a,o);const s=[...this.model.outcomes.keys()].filter(a=>!e.has(a)).length;let n="";for(let a=0;a<gt&&s>0;a+=1){const o=await N("MatchService/ListMatches",{contest:this.contest,pageSize:wt,pageToken:n}).catch(()=>{});for(const{labels:i={},matchId:l=""}of o?.matches??[])i.match&&e.set(i.match,l);if(n=o?.nextPageToken??"",n===""||[...this.model.outcomes.keys()].every(i=>e.has(i)))break}this.ids=e}nameOf(e){return this.names.get(e)||e}choose(e){this.tab=e,history.replaceState(null,"",`?tab=${e}`)}async join(e){const s=e?"ContestService/WithdrawFromContest":"ContestService/EnterContest";await E(()=>N(s,{contest:this.contest}))&&I(r(e?"contest.left":"contest.entered")),await E(()=>this.read())}headingView(e){const s=this.summary??{},n=x(),a=this.model.entrants.some(({player:l,out:u})=>l===n?.player&&!u),o=s.state==="CONTEST_STATE_ENTRIES"||s.contest?.ladderId!==void 0&&s.state==="CONTEST_STATE_RUNNING",i=n&&!n.isGuest&&o&&!s.freezeReason;return c`<div class="heading contest-heading">
        <h1><bdi>${s.name}</bdi></h1>
        <span
          class="state state-${(s.state??"").replace("CONTEST_STATE_","").toLowerCase()}"
          >${b(`state.${(s.state??"").replace("CONTEST_STATE_","")}`,"")}</span
        >
        <p>
          ${e} ·
          ${r("entrants",{n:p(s.entrants??0)})}${s.startsAtUnixMs?c` · ${r("contest.starts",{time:T(Number(s.startsAtUnixMs))})}`:h}
        </p>
        ${i||a?c`<button class="push ${a?"":"primary"}" @click=${()=>this.join(a)}>${r(a?"contest.leave":"contest.enter")}</button>`:h}
      </div>
      ${s.pauseReason?c`<p class="note"><b>${r("contest.paused")}</b> <bdi>${s.pauseReason}</bdi></p>`:h}
      ${s.endReason?c`<p class="note"><b>${r("contest.ended")}</b> <bdi>${this.model.end?F(this.model.end,l=>this.model.entrants[l]?.player??""):s.endReason}</bdi></p>`:h}
      ${s.finalAtUnixMs?c`<p class="note">${r("contest.provisional",{time:T(Number(s.finalAtUnixMs))})}</p>`:h}`}failureView(){return c`<div class="heading">
      <h1>${r("contest.none")}</h1>
      <p>${this.failure}</p>
    </div>`}}function _t(t,e,s){return c`<div class="tabs" role="tablist" @keydown=${a=>{const o=document.dir==="rtl",i={ArrowRight:o?-1:1,ArrowLeft:o?1:-1}[a.key];if(i===void 0)return;const l=t.findIndex(({id:d})=>d===e),u=t[(l+i+t.length)%t.length];u&&(s(u.id),a.currentTarget.querySelector(`#tab-${u.id}`)?.focus())}}>
    ${t.map(({id:a,label:o})=>c`<button
          role="tab"
          id="tab-${a}"
          aria-controls="tab-panel"
          aria-selected=${a===e}
          tabindex=${a===e?0:-1}
          @click=${()=>s(a)}
        >
          ${o}
        </button>`)}
  </div>`}function Ct(t,e){return c`<div id="tab-panel" role="tabpanel" aria-labelledby="tab-${t}" tabindex="-1">
    ${e}
  </div>`}export{It as C,mt as F,Rt as a,P as b,At as c,Et as d,V as e,j as f,Nt as g,kt as h,Z as m,Ct as p,D as s,_t as t,Tt as w};
