import{b as a,A as c}from"./board-D1p_NJfW.js";import{t as e,a as u,c as d,y as p}from"./index-DD4thUuR.js";import{t as m}from"./forms-DCqxpPG2.js";async function h(t,o,n=""){await u(()=>d("ContestService/ChangeContest",{contest:t.contest,...n&&{reason:n},...o}))&&p(e("host.done")),t.changed()}const b=()=>a`<button disabled hidden></button
    ><label class="field"
      ><span>${e("host.reason")}</span><input name="reason" required maxlength="512" dir="auto"
    /></label>`;function y(t){const[o]=t;return t.length===1?a`<input type="hidden" name="key" value=${o??c} />`:a`<label class="field"
    ><span>${e("host.match")}</span
    ><select name="key" dir="ltr">
      ${t.map(n=>a`<option>${n}</option>`)}
    </select></label
  >`}function w(t){const o=!!t.contest.tournamentId;return a`<form
    class="host-form"
    @submit=${n=>{const{key:s="",winner:r="",reason:i="",act:l=""}=m(n);h(t,l==="award"?{award:{matchKey:s,winner:r}}:{void:{matchKey:s,replay:l==="replay"}},i)}}
  >
    ${y(t.keys)} ${b()}
    <div class="row tight">
      <button name="act" value="replay">${e("host.replay")}</button> ${o?a`<label class="field"
                ><span>${e("host.winner")}</span
                ><select name="winner">
                  ${t.players.map(n=>a`<option>${n}</option>`)}
                </select></label
              >
              <button name="act" value="award">${e("host.rule")}</button>`:a`<button name="act" value="void">${e("host.void")}</button>`}
    </div>
  </form>`}export{b as a,h as c,w as r};
