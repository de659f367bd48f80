import{c,x as b,A as _,y as x,d as $,F as y,S as I,l as C}from"./page-B6ctHM5d.js";function E(e){return Object.fromEntries((e.options??[]).map(({name:a="",defaultValue:t=""})=>[a,t]))}function g(e,a,t){const o=`${a}=${t}`;return x().has(e,"value",o)?b(e,"value",o):t}function S(e,a,t,o){const r=e.id??"",{name:s="",kind:l,choices:i=[],min:M="0",max:O}=a,u=t[s]??a.defaultValue??"",m=n=>o({...t,[s]:n}),h=n=>n.target.value,p=b(r,"option",s);if(l==="GAME_OPTION_KIND_FLAG")return c`<label
      ><input
        type="checkbox"
        name=${s}
        .checked=${u==="true"}
        @change=${n=>m(String(n.target.checked))}
      />${p}</label
    >`;if(l==="GAME_OPTION_KIND_SET"){const n=d=>i.filter(f=>f===d!==u.includes(f)).join("");return c`<div class="option" role="group" aria-label=${p}>
      <span>${p}</span
      ><span class="row"
        >${i.map(d=>c` <label
              ><input
                type="checkbox"
                .checked=${u.includes(d)}
                @change=${()=>m(n(d))}
              />${g(r,s,d)}</label
            >`)}</span
      >
    </div>`}return l==="GAME_OPTION_KIND_CHOICE"?c`<label class="option"
      ><span>${p}</span
      ><select name=${s} @change=${n=>m(h(n))}>
        ${i.map(n=>c`<option value=${n} ?selected=${n===u}>${g(r,s,n)}</option>`)}
      </select></label
    >`:c`<label class="option"
    ><span>${p}</span
    ><input
      type="number"
      name=${s}
      min=${M}
      max=${O??_}
      .value=${u}
      @change=${n=>m(h(n))}
  /></label>`}function w(e,a,t){return c`${(e.options??[]).map(o=>S(e,o,a,t))}`}const G=["house-random","house-greedy","house-search"],N="86400000",v=({control:e})=>({timeControls:[e]});function k(e,a){const t=new Array(e.seats).fill(e.bot);return t[e.seat??Math.floor(Math.random()*e.seats)]=a,{game:e.game,options:e.options,players:t,rules:v(e)}}async function K(e,a){await $("MatchService/CreateMatch",{...k(e,a),validateOnly:!0})}async function P(e){const{player:a}=await y(),{summary:t}=await $("MatchService/CreateMatch",{...k(e,a),requestId:I()});return t?.matchId??""}function T(){return new Promise(e=>{const a=C({kind:"seat"},{hear:({welcome:t})=>{t&&(e(),setTimeout(()=>a()))}})})}async function q(e){await y(),await T();const{game:a,options:t,seats:o,seat:r,opponent:s}=e,l=s==="friend",{challenge:i}=await $("ChallengeService/CreateChallenge",{game:a,options:t,seats:o,rules:v(e),requestId:I(),link:l,...l&&{expiresInMs:N},...r!==void 0&&{seat:r}});return i??{}}export{G as B,q as a,K as c,E as d,w as o,P as p};
