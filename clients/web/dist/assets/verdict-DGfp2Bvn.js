import{c as d,m as l,A as s,s as $,t as c}from"./index-DJM4L0J6.js";import{s as v,b as O,n as u}from"./format-DK_F_hN_.js";import{e as b}from"./page-Cr619vVb.js";import{b as m}from"./players--GfWXuV9.js";const p=(t,e)=>(t??"").replace(e,""),N=new Set(["RESIGNATION","ILLEGAL_MOVE","PROTOCOL_ERROR","DISCONNECT","FLAG","CLAIM","ADJUDICATION","NO_SHOW"]);function h(t){return(t.places??[]).flatMap((e,n)=>e===1?[n]:[])}function w(t,e){const n=h(e),i=(e.places??[]).length;if(n.length===0)return d`${c("end.no-result")}`;if(n.length===i)return d`${c("end.draw")}`;const r=n.map((o,a)=>d`${a>0?", ":""}<bdi>${m(t,o)}</bdi>`);return $(n.length===1?"end.wins":"end.share",{name:d`${r}`})}function A(t,e){const n=p(e.termination,"TERMINATION_"),{reason:i,seat:r}=e;if(n==="NORMAL"&&i?.code==="CODE_RULES")return d`${b(t.game??"","cause",i.text??"")}`;const o=N.has(n)&&r!==void 0?`end.by.${n}`:`end.${n}`;return l(o,"")===""?s:$(o,{name:r===void 0?"":m(t,r)})}function E(t,e){const n=`why.${p(e.code,"CODE_")}`;if(l(n,"")==="")return s;const r={name:(e.seats??[]).map(o=>m(t,o)).join(", "),number:u(e.number??0),score:u(Number(e.score??0)/100,2),text:e.text??""};return $(n,r)}function f(t,e){return e?.length?d`<dt>${c(t)}</dt><dd><pre tabindex="0">${e.join(`
`)}</pre></dd>`:s}function I({status:t,signal:e}){return t!==void 0?d`<dt>${c("evidence.exit")}</dt><dd>${u(t)}</dd>`:e!==void 0?d`<dt>${c("evidence.signal")}</dt><dd>${u(e)}</dd>`:s}function T(t,e){const{declined:n,overrunNs:i,reason:r,evidence:o}=e,a=r?E(t,r):s;return n===void 0&&i===void 0&&a===s&&!o?s:d`<dl class="facts">
    ${a===s?s:d`<dt>${c("evidence.why")}</dt><dd>${a}</dd>`}
    ${n===void 0?s:d`<dt>${c("evidence.sent")}</dt><dd><code class="notation">${n||"∅"}</code></dd>`}
    ${i===void 0?s:d`<dt>${c("evidence.late")}</dt><dd>${O(Number(i)/1e6)}</dd>`}
    ${o?d`${I(o)}${f("evidence.stdout",o.stdout)}${f("evidence.stderr",o.stderr)}`:s}
  </dl>`}function g(t,e){return d`<div class="verdict">
    <p class="outcome">${w(t,e)}</p>
    <p class="soft">${A(t,e)}</p>
    ${(e.points??[]).some(n=>n!==0)?d`<p>${v(e.points??[])}</p>`:s}
    ${T(t,e)}
  </div>`}export{p as c,A as m,g as v,h as w};
