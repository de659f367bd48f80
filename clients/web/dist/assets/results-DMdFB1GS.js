import{t as o,d as r,A as p}from"./index-7bYS6rC4.js";import{a as i}from"./format-SKu4G76t.js";import{b as u}from"./page-Cox95l_g.js";import{b as m}from"./players-BlEoJEce.js";import{w as f,m as $}from"./verdict-D8KD02as.js";function b(s){const n=s.verdict??{},a=new Set(f(n)),l=(s.players??[]).map((d,e)=>{const t=r`<bdi>${m(s,e)}</bdi>`;return r`${e>0?r`<span class="soft"> \u2013 </span>`:p}${a.has(e)&&a.size===1?r`<b>${t}</b>`:t}`});return r`<li><a class="result" href="/m/${s.matchId}">
    <span class="result-players">${l}</span>
    <span class="result-how">${u(s.game??"")} \u00b7 ${$(s,n)}</span>
    <span class="result-when">${Number(s.endedUnixMs??0)>0?i(Number(s.endedUnixMs)):p}</span>
  </a></li>`}function x(s){return s.length===0?r`<p class="empty">${o("results.empty")}</p>`:r`<ul class="results">${s.map(b)}</ul>`}export{x as r};
