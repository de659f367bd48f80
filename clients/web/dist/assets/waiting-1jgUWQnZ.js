import{A as u,b as a}from"./board-DAssJNWa.js";import{c as d}from"./controls-Xxd5ItRT.js";import{t as i,o as m,q as b,n as p,f as g,p as w,u as f,b as y,v}from"./index-BcgYAp6r.js";const k=t=>`${location.origin}/#challenge=${t}`;function $(t){const{game:s="",options:o={},rules:e}=t,c=Object.entries(o).map(([n,r])=>`${n}=${r}`).filter(n=>f().has(s,"value",n)),l=e?.timeControls?.[0]??"inf";return a`<b>${y(s)}</b> ·
    <bdi>${d(l)}</bdi
    >${c.map(n=>a` · ${v(s,"value",n)}`)}`}function T(t,s){const{challengeId:o="",link:e,seats:c=2,acceptedBy:l=[]}=t,n=k(o);return a`<section class="waiting" aria-live="polite">
    <h2>${i(e?"waiting.friend":"waiting.anybody")}</h2>
    <p>${$(t)}</p>
    ${e?a`<p class="soft">${i("waiting.link")}</p>
            <div class="row tight link-row">
              <input
                readonly
                dir="ltr"
                aria-label=${i("waiting.link")}
                .value=${n}
                @focus=${r=>r.target.select()}
              />
              <button class="primary" @click=${()=>m(n)}>${b("copy")}${i("copy")}</button>
            </div>`:a`<p class="soft">${i("waiting.lobby")}</p>`}
    ${c>2?a`<p>${i("waiting.seats",{n:p(l.length),all:p(c)})}</p>`:u}
    <p><span class="pulse" aria-hidden="true"></span> ${i("waiting.stay")}</p>
    <button @click=${s}>${i("cancel")}</button>
  </section>`}function x(t,s){const o=t.state==="CHALLENGE_STATE_OPEN";return a`<section class="waiting">
    <h2>${g("invited",{name:w(t.challenger??"")})}</h2>
    <p>${$(t)}</p>
    ${o?a`<button class="primary accept" @click=${s}>${i("invited.accept")}</button>`:a`<p class="bad">${i("invited.closed")}</p>`}
  </section>`}export{x as i,$ as t,T as w};
