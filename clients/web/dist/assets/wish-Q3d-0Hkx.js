import{b as l,A as _,c as b,d as x}from"./board-D1p_NJfW.js";import{x as v,v as C,c as $,o as y,T}from"./index-DD4thUuR.js";function G(e){return Object.fromEntries((e.options??[]).map(({name:n="",defaultValue:a=""})=>[n,a]))}function h(e,n,a){const o=`${n}=${a}`;return C().has(e,"value",o)?v(e,"value",o):a}function E(e,n,a,o){const c=e.id??"",{name:s="",kind:r,choices:i=[],min:k="0",max:O}=n,u=a[s]??n.defaultValue??"",m=t=>o({...a,[s]:t}),f=t=>t.target.value,p=v(c,"option",s);if(r==="GAME_OPTION_KIND_FLAG")return l`<label
      ><input
        type="checkbox"
        name=${s}
        .checked=${u==="true"}
        @change=${t=>m(String(t.target.checked))}
      />${p}</label
    >`;if(r==="GAME_OPTION_KIND_SET"){const t=d=>i.filter(g=>g===d!==u.includes(g)).join("");return l`<div class="option" role="group" aria-label=${p}>
      <span>${p}</span
      ><span class="row"
        >${i.map(d=>l` <label
              ><input
                type="checkbox"
                .checked=${u.includes(d)}
                @change=${()=>m(t(d))}
              />${h(c,s,d)}</label
            >`)}</span
      >
    </div>`}return r==="GAME_OPTION_KIND_CHOICE"?l`<label class="option"
      ><span>${p}</span
      ><select name=${s} @change=${t=>m(f(t))}>
        ${i.map(t=>l`<option value=${t} ?selected=${t===u}>${h(c,s,t)}</option>`)}
      </select></label
    >`:l`<label class="option"
    ><span>${p}</span
    ><input
      type="number"
      name=${s}
      min=${k}
      max=${O??_}
      .value=${u}
      @change=${t=>m(f(t))}
  /></label>`}function K(e,n,a){return l`${(e.options??[]).map(o=>E(e,o,n,a))}`}const P=["house-random","house-greedy","house-search"],N="86400000",I=({control:e})=>({timeControls:[e]});function M(e,n){const a=new Array(e.seats).fill(e.bot);return a[e.seat??Math.floor(Math.random()*e.seats)]=n,{game:e.game,options:e.options,players:a,rules:I(e)}}async function q(e,n){await $("MatchService/CreateMatch",{...M(e,n),validateOnly:!0})}async function D(e){const{player:n}=await y(),{summary:a}=await $("MatchService/CreateMatch",{...M(e,n),requestId:b()});return a?.matchId??""}function S(){return new Promise((e,n)=>{const a=()=>void setTimeout(()=>o()),o=T({kind:"seat"},{onMessage:({welcome:c})=>{c&&(a(),e())},onRefused:({code:c,reason:s,text:r})=>{a(),n(new x({code:c,reason:s,message:r}))}})})}async function H(e){await y(),await S();const{game:n,options:a,seats:o,seat:c,opponent:s}=e,r=s==="friend",{challenge:i}=await $("ChallengeService/CreateChallenge",{game:n,options:a,seats:o,rules:I(e),requestId:b(),link:r,...r&&{expiresInMs:N},...c!==void 0&&{seat:c}});return i??{}}export{P as B,H as a,q as c,G as d,K as o,D as p};
