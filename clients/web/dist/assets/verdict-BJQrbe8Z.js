import{r as v,c as d,p as m,A as s,s as $,t as c}from"./games-DCv45SI_.js";import{s as O,b,n as u}from"./format-5sx0BoU4.js";import{b as f}from"./players-BVVUD9TX.js";const p=(t,e)=>(t??"").replace(e,""),N=new Set(["RESIGNATION","ILLEGAL_MOVE","PROTOCOL_ERROR","DISCONNECT","FLAG","CLAIM","ADJUDICATION","NO_SHOW"]);function h(t){return(t.places??[]).flatMap((e,n)=>e===1?[n]:[])}function w(t,e){const n=h(e),i=(e.places??[]).length;if(n.length===0)return d`${c("end.no-result")}`;if(n.length===i)return d`${c("end.draw")}`;const r=n.map((o,a)=>d`${a>0?", ":""}<bdi>${f(t,o)}</bdi>`);return $(n.length===1?"end.wins":"end.share",{name:d`${r}`})}function A(t,e){const n=p(e.termination,"TERMINATION_"),{reason:i,seat:r}=e;if(n==="NORMAL"&&i?.code==="CODE_RULES")return d`${v(t.game??"","cause",i.text??"")}`;const o=N.has(n)&&r!==void 0?`end.by.${n}`:`end.${n}`;return m(o,"")===""?s:$(o,{name:r===void 0?"":f(t,r)})}function E(t,e){const n=`why.${p(e.code,"CODE_")}`;if(m(n,"")==="")return s;const r={name:(e.seats??[]).map(o=>f(t,o)).join(", "),number:u(e.number??0),score:u(Number(e.score??0)/100,2),text:e.text??""};return $(n,r)}function l(t,e){return e?.length?d`<dt>${c(t)}</dt><dd><pre tabindex="0">${e.join(`
`)}</pre></dd>`:s}function I({status:t,signal:e}){return t!==void 0?d`<dt>${c("evidence.exit")}</dt><dd>${u(t)}</dd>`:e!==void 0?d`<dt>${c("evidence.signal")}</dt><dd>${u(e)}</dd>`:s}function T(t,e){const{declined:n,overrunNs:i,reason:r,evidence:o}=e,a=r?E(t,r):s;return n===void 0&&i===void 0&&a===s&&!o?s:d`<dl class="facts">
    ${a===s?s:d`<dt>${c("evidence.why")}</dt><dd>${a}</dd>`}
    ${n===void 0?s:d`<dt>${c("evidence.sent")}</dt><dd><code class="notation">${n||"∅"}</code></dd>`}
    ${i===void 0?s:d`<dt>${c("evidence.late")}</dt><dd>${b(Number(i)/1e6)}</dd>`}
    ${o?d`${I(o)}${l("evidence.stdout",o.stdout)}${l("evidence.stderr",o.stderr)}`:s}
  </dl>`}function R(t,e){return d`<div class="verdict">
    <p class="outcome">${w(t,e)}</p>
    <p class="soft">${A(t,e)}</p>
    ${(e.points??[]).some(n=>n!==0)?d`<p>${O(e.points??[])}</p>`:s}
    ${T(t,e)}
  </div>`}export{p as c,A as m,R as v,h as w};
