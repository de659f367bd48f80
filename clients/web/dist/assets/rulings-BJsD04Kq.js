import{b as e,A as c}from"./board-CwKfKt3e.js";import{t as o,a as u,c as m,y as p}from"./index-DHHjdFiX.js";async function d(t,a,n=""){await u(()=>m("ContestService/ChangeContest",{contest:t.contest,...n&&{reason:n},...a}))&&p(o("host.done")),t.changed()}function f(t){t.preventDefault();const a=new FormData(t.target,t.submitter).entries();return Object.fromEntries([...a].map(([n,s])=>[n,String(s).trim()]))}const h=()=>e`<label class="field"
    ><span>${o("host.reason")}</span><input name="reason" required maxlength="512" dir="auto"
  /></label>`;function b(t){const[a]=t;return t.length===1?e`<input type="hidden" name="key" value=${a??c} />`:e`<label class="field"
    ><span>${o("host.match")}</span
    ><select name="key" dir="ltr">
      ${t.map(n=>e`<option>${n}</option>`)}
    </select></label
  >`}function w(t){const a=!!t.contest.tournamentId;return e`<form
    class="host-form"
    @submit=${n=>{const{key:s="",winner:l="",reason:i="",act:r=""}=f(n);d(t,r==="award"?{award:{matchKey:s,winner:l}}:{void:{matchKey:s,replay:r==="replay"}},i)}}
  >
    ${b(t.keys)} ${h()}
    <div class="row tight">
      <button name="act" value="replay">${o("host.replay")}</button> ${a?e`<label class="field"
                ><span>${o("host.winner")}</span
                ><select name="winner">
                  ${t.players.map(n=>e`<option>${n}</option>`)}
                </select></label
              >
              <button name="act" value="award">${o("host.rule")}</button>`:e`<button name="act" value="void">${o("host.void")}</button>`}
    </div>
  </form>`}export{h as a,d as c,w as r,f as t};
