import{b as l}from"./board-D1p_NJfW.js";import{t as e,M as n,n as r}from"./index-DD4thUuR.js";const i=["180+2","300+3","600+5","1800+20","3d/move","inf"],d=/^(\d+)(?:\+(\d+))?$/,u=/^(\d+)d\/move$/;function m(s){if(s==="inf")return e("clock.none");const o=u.exec(s);if(o)return e("clock.days",{time:n(Number(o[1])*864e5)});const a=d.exec(s);if(!a)return s;const c=Number(a[1]),t=c>=60&&c%30===0?r(c/60):n(c*1e3);return a[2]===void 0?t:`${t} + ${r(Number(a[2]))}`}function b(s,o){const a=c=>o(c.target.value.trim());return l`<div class="chips" role="group" aria-label=${e("play.clock")}>
      ${i.map(c=>l`<button type="button" aria-pressed=${c===s} @click=${()=>o(c)}><bdi>${m(c)}</bdi></button>`)}
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
          .value=${s}
          @change=${a}
      /></label>
      <p class="soft small">${e("clock.how")} <a href="/docs/clocks">${e("clock.more")}</a></p>
    </details>`}export{b as a,m as c};
