import{x as N,c as t,u as f,A as r,s as $,t as i,r as w}from"./page-B6ctHM5d.js";import{s as O,b as y,n as u,a as g}from"./format-9nUSLjyx.js";import{s as l}from"./wall-BsW_p5sR.js";const m=(n,e)=>(n??"").replace(e,""),x=new Set(["RESIGNATION","ILLEGAL_MOVE","PROTOCOL_ERROR","DISCONNECT","FLAG","CLAIM","ADJUDICATION","NO_SHOW"]);function v(n){return(n.places??[]).flatMap((e,s)=>e===1?[s]:[])}function I(n,e){const s=v(e),o=(e.places??[]).length;if(s.length===0)return t`${i("end.no-result")}`;if(s.length===o)return t`${i("end.draw")}`;const a=s.map((d,c)=>t`${c>0?", ":""}<bdi>${l(n,d)}</bdi>`);return $(s.length===1?"end.wins":"end.share",{name:t`${a}`})}function b(n,e){const s=m(e.termination,"TERMINATION_"),{reason:o,seat:a}=e;if(s==="NORMAL"&&o?.code==="CODE_RULES")return t`${N(n.game??"","cause",o.text??"")}`;const d=x.has(s)&&a!==void 0?`end.by.${s}`:`end.${s}`;return f(d,"")===""?r:$(d,{name:a===void 0?"":l(n,a)})}function A(n,e){const s=`why.${m(e.code,"CODE_")}`;if(f(s,"")==="")return r;const a={name:(e.seats??[]).map(d=>l(n,d)).join(", "),number:u(e.number??0),score:u(Number(e.score??0)/100,2),text:e.text??""};return $(s,a)}function p(n,e){return e?.length?t`<dt>${i(n)}</dt>
        <dd><pre tabindex="0">${e.join(`
`)}</pre></dd>`:r}function E({status:n,signal:e}){return n!==void 0?t`<dt>${i("evidence.exit")}</dt>
      <dd>${u(n)}</dd>`:e!==void 0?t`<dt>${i("evidence.signal")}</dt>
      <dd>${u(e)}</dd>`:r}function h(n,e){const{declined:s,overrunNs:o,reason:a,evidence:d}=e,c=a?A(n,a):r;return s===void 0&&o===void 0&&c===r&&!d?r:t`<dl class="facts">
    ${c===r?r:t`<dt>${i("evidence.why")}</dt>
            <dd>${c}</dd>`}
    ${s===void 0?r:t`<dt>${i("evidence.sent")}</dt>
            <dd><code class="notation">${s||"∅"}</code></dd>`}
    ${o===void 0?r:t`<dt>${i("evidence.late")}</dt>
            <dd>${y(Number(o)/1e6)}</dd>`}
    ${d?t`${E(d)}${p("evidence.stdout",d.stdout)}${p("evidence.stderr",d.stderr)}`:r}
  </dl>`}function _(n,e){return t`<div class="verdict">
    <p class="outcome">${I(n,e)}</p>
    <p class="soft">${b(n,e)}</p>
    ${(e.points??[]).some(s=>s!==0)?t`<p>${O(e.points??[])}</p>`:r}
    ${h(n,e)}
  </div>`}function T(n){const e=n.verdict??{},s=new Set(v(e)),o=(n.players??[]).map((a,d)=>{const c=t`<bdi>${l(n,d)}</bdi>`;return t`${d>0?t`<span class="soft"> – </span>`:r}${s.has(d)&&s.size===1?t`<b>${c}</b>`:c}`});return t`<li>
    <a class="result" href="/m/${n.matchId}">
      <span class="result-players">${o}</span>
      <span class="result-how">${w(n.game??"")} · ${b(n,e)}</span>
      <span class="result-when"
        >${Number(n.endedUnixMs??0)>0?g(Number(n.endedUnixMs)):r}</span
      >
    </a>
  </li>`}function C(n){if(n.length===0)return t`<p class="empty">${i("results.empty")}</p>`;const e=({endedUnixMs:s="0"})=>Number(s);return t`<ul class="results">
    ${n.toSorted((s,o)=>e(o)-e(s)).map(T)}
  </ul>`}export{m as c,C as r,_ as v,v as w};
