import{A as p,b as a}from"./board-D1p_NJfW.js";import{c as d}from"./controls-DPL6xea4.js";import{t as n,q as m,u as b,n as $,h as g,p as w,v as f,b as v,x as y}from"./index-DD4thUuR.js";const h=t=>`${location.origin}/#challenge=${t}`,E=({challenger:t,acceptedBy:i=[]},s="")=>s!==""&&(t===s||i.includes(s));function u(t){const{game:i="",options:s={},rules:e}=t,c=Object.entries(s).map(([o,r])=>`${o}=${r}`).filter(o=>f().has(i,"value",o)),l=e?.timeControls?.[0]??"inf";return a`<b>${v(i)}</b> ·
    <bdi>${d(l)}</bdi
    >${c.map(o=>a` · ${y(i,"value",o)}`)}`}function T(t,i){const{challengeId:s="",link:e,seats:c=2,acceptedBy:l=[]}=t,o=h(s);return a`<section class="waiting" aria-live="polite">
    <h2>${n(e?"waiting.friend":"waiting.anybody")}</h2>
    <p>${u(t)}</p>
    ${e?a`<p class="soft">${n("waiting.link")}</p>
            <div class="row tight link-row">
              <input
                readonly
                dir="ltr"
                aria-label=${n("waiting.link")}
                .value=${o}
                @focus=${r=>r.target.select()}
              />
              <button class="primary" @click=${()=>m(o)}>${b("copy")}${n("copy")}</button>
            </div>`:a`<p class="soft">${n("waiting.lobby")}</p>`}
    ${c>2?a`<p>${n("waiting.seats",{n:$(l.length),all:$(c)})}</p>`:p}
    <p><span class="pulse" aria-hidden="true"></span> ${n("waiting.stay")}</p>
    ${i?a`<button @click=${i}>${n("cancel")}</button>`:p}
  </section>`}function A(t,i){const s=t.state==="CHALLENGE_STATE_OPEN";return a`<section class="waiting">
    <h2>${g("invited",{name:w(t.challenger??"")})}</h2>
    <p>${u(t)}</p>
    ${s?a`<button class="primary accept" @click=${i}>${n("invited.accept")}</button>`:a`<p class="bad">${n("invited.closed")}</p>`}
  </section>`}export{A as a,E as i,u as t,T as w};
