import{A as u,t as i,z as m,f as d,c as a,s as g,y as b,r as w,x as f}from"./page-B6ctHM5d.js";import{c as y}from"./controls-CIsgzBQ_.js";import{p as v}from"./wall-BsW_p5sR.js";import{n as p}from"./format-9nUSLjyx.js";const k=t=>`${location.origin}/#challenge=${t}`;function $(t){const{game:s="",options:o={},rules:e}=t,c=Object.entries(o).map(([n,l])=>`${n}=${l}`).filter(n=>b().has(s,"value",n)),r=e?.timeControls?.[0]??"inf";return a`<b>${w(s)}</b> ·
    <bdi>${y(r)}</bdi
    >${c.map(n=>a` · ${f(s,"value",n)}`)}`}function T(t,s){const{challengeId:o="",link:e,seats:c=2,acceptedBy:r=[]}=t,n=k(o);return a`<section class="waiting" aria-live="polite">
    <h2>${i(e?"waiting.friend":"waiting.anybody")}</h2>
    <p>${$(t)}</p>
    ${e?a`<p class="soft">${i("waiting.link")}</p>
            <div class="row tight link-row">
              <input
                readonly
                dir="ltr"
                aria-label=${i("waiting.link")}
                .value=${n}
                @focus=${l=>l.target.select()}
              />
              <button class="primary" @click=${()=>m(n)}>${d("copy")}${i("copy")}</button>
            </div>`:a`<p class="soft">${i("waiting.lobby")}</p>`}
    ${c>2?a`<p>${i("waiting.seats",{n:p(r.length),all:p(c)})}</p>`:u}
    <p><span class="pulse" aria-hidden="true"></span> ${i("waiting.stay")}</p>
    <button @click=${s}>${i("cancel")}</button>
  </section>`}function A(t,s){const o=t.state==="CHALLENGE_STATE_OPEN";return a`<section class="waiting">
    <h2>${g("invited",{name:v(t.challenger??"")})}</h2>
    <p>${$(t)}</p>
    ${o?a`<button class="primary accept" @click=${s}>${i("invited.accept")}</button>`:a`<p class="bad">${i("invited.closed")}</p>`}
  </section>`}export{A as i,$ as t,T as w};
