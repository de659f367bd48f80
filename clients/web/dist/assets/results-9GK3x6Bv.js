import{t as p,c as e,A as o,m as u}from"./games-DCv45SI_.js";import{a as i}from"./format-5sx0BoU4.js";import{b as m}from"./players-BVVUD9TX.js";import{w as d,m as $}from"./verdict-BJQrbe8Z.js";function b(s){const n=s.verdict??{},r=new Set(d(n)),a=(s.players??[]).map((c,t)=>{const l=e`<bdi>${m(s,t)}</bdi>`;return e`${t>0?e`<span class="soft"> \u2013 </span>`:o}${r.has(t)&&r.size===1?e`<b>${l}</b>`:l}`});return e`<li><a class="result" href="/m/${s.matchId}">
    <span class="result-players">${a}</span>
    <span class="result-how">${u(s.game??"")} \u00b7 ${$(s,n)}</span>
    <span class="result-when">${Number(s.endedUnixMs??0)>0?i(Number(s.endedUnixMs)):o}</span>
  </a></li>`}function g(s){if(s.length===0)return e`<p class="empty">${p("results.empty")}</p>`;const n=({endedUnixMs:r="0"})=>Number(r);return e`<ul class="results">${s.toSorted((r,a)=>n(a)-n(r)).map(b)}</ul>`}export{g as r};
