import{A as m,t as i,c as a,s as u,n as b,m as d,r as g}from"./games-DCv45SI_.js";import{c as w}from"./controls-hqA9o8M5.js";import{p as f}from"./players-BVVUD9TX.js";import{c as y,i as v}from"./notices-DLX2p2xK.js";import{n as p}from"./format-5sx0BoU4.js";const k=t=>`${location.origin}/#challenge=${t}`;function $(t){const{game:s="",options:o={},rules:e}=t,c=Object.entries(o).map(([n,l])=>`${n}=${l}`).filter(n=>b().has(s,"value",n)),r=e?.timeControls?.[0]??"inf";return a`<b>${d(s)}</b> \u00b7 <bdi>${w(r)}</bdi>${c.map(n=>a` \u00b7 ${g(s,"value",n)}`)}`}function A(t,s){const{challengeId:o="",link:e,seats:c=2,acceptedBy:r=[]}=t,n=k(o);return a`<section class="waiting" aria-live="polite">
    <h2>${i(e?"waiting.friend":"waiting.anybody")}</h2>
    <p>${$(t)}</p>
    ${e?a`<p class="soft">${i("waiting.link")}</p>
      <div class="row tight link-row"><input readonly dir="ltr" aria-label=${i("waiting.link")} .value=${n} @focus=${l=>l.target.select()}>
      <button class="primary" @click=${()=>y(n)}>${v("copy")}${i("copy")}</button></div>`:a`<p class="soft">${i("waiting.lobby")}</p>`}
    ${c>2?a`<p>${i("waiting.seats",{n:p(r.length),all:p(c)})}</p>`:m}
    <p><span class="pulse" aria-hidden="true"></span> ${i("waiting.stay")}</p>
    <button @click=${s}>${i("cancel")}</button>
  </section>`}function L(t,s){const o=t.state==="CHALLENGE_STATE_OPEN";return a`<section class="waiting">
    <h2>${u("invited",{name:f(t.challenger??"")})}</h2>
    <p>${$(t)}</p>
    ${o?a`<button class="primary accept" @click=${s}>${i("invited.accept")}</button>`:a`<p class="bad">${i("invited.closed")}</p>`}
  </section>`}export{L as i,$ as t,A as w};
