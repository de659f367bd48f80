import{b as n}from"./board-CwKfKt3e.js";import{t as e,J as r,n as t}from"./index-DHHjdFiX.js";const i=["180+2","300+3","600+5","1800+20","3d/move","inf"],d=/^(\d+)(?:\+(\d+))?$/,u=/^(\d+)d\/move$/;function m(c){if(c==="inf")return e("clock.none");const o=u.exec(c);if(o)return e("clock.days",{time:r(Number(o[1])*864e5)});const a=d.exec(c);if(!a)return c;const s=Number(a[1]),l=s>=60&&s%30===0?t(s/60):`${t(s)}s`;return a[2]===void 0?l:`${l} + ${t(Number(a[2]))}`}function b(c,o){const a=s=>o(s.target.value.trim());return n`<div class="chips" role="group" aria-label=${e("play.clock")}>
      ${i.map(s=>n`<button type="button" aria-pressed=${s===c} @click=${()=>o(s)}><bdi>${m(s)}</bdi></button>`)}
    </div>
    <details class="own-clock">
      <summary>${e("clock.own")}</summary>
      <label
        ><span class="visually-hidden">${e("clock.own")}</span
        ><input
          class="mono"
          name="clock"
          dir="ltr"
          spellcheck="false"
          .value=${c}
          @change=${a}
      /></label>
      <p class="soft small">${e("clock.how")} <a href="/docs/clocks">${e("clock.more")}</a></p>
    </details>`}export{b as a,m as c};
