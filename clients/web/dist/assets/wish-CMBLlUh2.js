import{b as c,A as _,a as b}from"./board-CwKfKt3e.js";import{v,u as x,c as $,l as y,O as C}from"./index-DHHjdFiX.js";function w(e){return Object.fromEntries((e.options??[]).map(({name:a="",defaultValue:t=""})=>[a,t]))}function g(e,a,t){const o=`${a}=${t}`;return x().has(e,"value",o)?v(e,"value",o):t}function N(e,a,t,o){const r=e.id??"",{name:s="",kind:l,choices:i=[],min:M="0",max:O}=a,u=t[s]??a.defaultValue??"",m=n=>o({...t,[s]:n}),f=n=>n.target.value,p=v(r,"option",s);if(l==="GAME_OPTION_KIND_FLAG")return c`<label
      ><input
        type="checkbox"
        name=${s}
        .checked=${u==="true"}
        @change=${n=>m(String(n.target.checked))}
      />${p}</label
    >`;if(l==="GAME_OPTION_KIND_SET"){const n=d=>i.filter(h=>h===d!==u.includes(h)).join("");return c`<div class="option" role="group" aria-label=${p}>
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
      ><select name=${s} @change=${n=>m(f(n))}>
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
      @change=${n=>m(f(n))}
  /></label>`}function G(e,a,t){return c`${(e.options??[]).map(o=>N(e,o,a,t))}`}const K=["house-random","house-greedy","house-search"],S="86400000",I=({control:e})=>({timeControls:[e]});function k(e,a){const t=new Array(e.seats).fill(e.bot);return t[e.seat??Math.floor(Math.random()*e.seats)]=a,{game:e.game,options:e.options,players:t,rules:I(e)}}async function P(e,a){await $("MatchService/CreateMatch",{...k(e,a),validateOnly:!0})}async function q(e){const{player:a}=await y(),{summary:t}=await $("MatchService/CreateMatch",{...k(e,a),requestId:b()});return t?.matchId??""}function T(){return new Promise(e=>{const a=C({kind:"seat"},{hear:({welcome:t})=>{t&&(e(),setTimeout(()=>a()))}})})}async function D(e){await y(),await T();const{game:a,options:t,seats:o,seat:r,opponent:s}=e,l=s==="friend",{challenge:i}=await $("ChallengeService/CreateChallenge",{game:a,options:t,seats:o,rules:I(e),requestId:b(),link:l,...l&&{expiresInMs:S},...r!==void 0&&{seat:r}});return i??{}}export{K as B,D as a,P as c,w as d,G as o,q as p};
