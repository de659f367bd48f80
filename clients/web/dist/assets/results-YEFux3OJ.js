import{t as l,c as e,A as p}from"./index-DJM4L0J6.js";import{a as i}from"./format-DK_F_hN_.js";import{b as u}from"./page-Cr619vVb.js";import{b as m}from"./players--GfWXuV9.js";import{w as d,m as b}from"./verdict-DGfp2Bvn.js";function f(s){const n=s.verdict??{},r=new Set(d(n)),a=(s.players??[]).map(($,t)=>{const o=e`<bdi>${m(s,t)}</bdi>`;return e`${t>0?e`<span class="soft"> \u2013 </span>`:p}${r.has(t)&&r.size===1?e`<b>${o}</b>`:o}`});return e`<li><a class="result" href="/m/${s.matchId}">
    <span class="result-players">${a}</span>
    <span class="result-how">${u(s.game??"")} \u00b7 ${b(s,n)}</span>
    <span class="result-when">${Number(s.endedUnixMs??0)>0?i(Number(s.endedUnixMs)):p}</span>
  </a></li>`}function x(s){if(s.length===0)return e`<p class="empty">${l("results.empty")}</p>`;const n=({endedUnixMs:r="0"})=>Number(r);return e`<ul class="results">${s.toSorted((r,a)=>n(a)-n(r)).map(f)}</ul>`}export{x as r};
