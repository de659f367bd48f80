import{A as m,t as i,c as a,s as u}from"./index-DJM4L0J6.js";import{c as b}from"./controls-U1Jgri7Z.js";import{c as d,b as g,e as w}from"./page-Cr619vVb.js";import{p as f}from"./players--GfWXuV9.js";import{c as y,i as v}from"./notices-6lm41SGA.js";import{n as p}from"./format-DK_F_hN_.js";const k=t=>`${location.origin}/#challenge=${t}`;function $(t){const{game:s="",options:o={},rules:e}=t,c=Object.entries(o).map(([n,l])=>`${n}=${l}`).filter(n=>d().has(s,"value",n)),r=e?.timeControls?.[0]??"inf";return a`<b>${g(s)}</b> \u00b7 <bdi>${b(r)}</bdi>${c.map(n=>a` \u00b7 ${w(s,"value",n)}`)}`}function L(t,s){const{challengeId:o="",link:e,seats:c=2,acceptedBy:r=[]}=t,n=k(o);return a`<section class="waiting" aria-live="polite">
    <h2>${i(e?"waiting.friend":"waiting.anybody")}</h2>
    <p>${$(t)}</p>
    ${e?a`<p class="soft">${i("waiting.link")}</p>
      <div class="row tight link-row"><input readonly dir="ltr" aria-label=${i("waiting.link")} .value=${n} @focus=${l=>l.target.select()}>
      <button class="primary" @click=${()=>y(n)}>${v("copy")}${i("copy")}</button></div>`:a`<p class="soft">${i("waiting.lobby")}</p>`}
    ${c>2?a`<p>${i("waiting.seats",{n:p(r.length),all:p(c)})}</p>`:m}
    <p><span class="pulse" aria-hidden="true"></span> ${i("waiting.stay")}</p>
    <button @click=${s}>${i("cancel")}</button>
  </section>`}function N(t,s){const o=t.state==="CHALLENGE_STATE_OPEN";return a`<section class="waiting">
    <h2>${u("invited",{name:f(t.challenger??"")})}</h2>
    <p>${$(t)}</p>
    ${o?a`<button class="primary accept" @click=${s}>${i("invited.accept")}</button>`:a`<p class="bad">${i("invited.closed")}</p>`}
  </section>`}export{N as i,$ as t,L as w};
