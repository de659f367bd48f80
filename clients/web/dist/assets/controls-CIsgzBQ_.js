import{t as a,c as n}from"./page-B6ctHM5d.js";import{b as r,n as t}from"./format-9nUSLjyx.js";const i=["180+2","300+3","600+5","1800+20","3d/move","inf"],d=/^(\d+)(?:\+(\d+))?$/,u=/^(\d+)d\/move$/;function m(c){if(c==="inf")return a("clock.none");const o=u.exec(c);if(o)return a("clock.days",{time:r(Number(o[1])*864e5)});const e=d.exec(c);if(!e)return c;const s=Number(e[1]),l=s>=60&&s%30===0?t(s/60):`${t(s)}s`;return e[2]===void 0?l:`${l} + ${t(Number(e[2]))}`}function b(c,o){const e=s=>o(s.target.value.trim());return n`<div class="chips" role="group" aria-label=${a("play.clock")}>
      ${i.map(s=>n`<button type="button" aria-pressed=${s===c} @click=${()=>o(s)}><bdi>${m(s)}</bdi></button>`)}
    </div>
    <details class="own-clock">
      <summary>${a("clock.own")}</summary>
      <label
        ><span class="visually-hidden">${a("clock.own")}</span
        ><input
          class="mono"
          name="clock"
          dir="ltr"
          spellcheck="false"
          .value=${c}
          @change=${e}
      /></label>
      <p class="soft small">${a("clock.how")} <a href="/docs/clocks">${a("clock.more")}</a></p>
    </details>`}export{b as a,m as c};
