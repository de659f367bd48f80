import{S as Mt,J as U,K as rs,M as xt,N as $e,O as E,A as f,c as v,H as l,W as It,i as is,v as be,P as as,Q as cs,T as hs,U as Q,V as ls,X as ds,Y as us}from"./games-DCv45SI_.js";const Ot=e=>({state:e,happenings:[]});function fs(e,t){const s=ps(t);return s?ms(e,s):t.movesTakenBack?gs(e,t.movesTakenBack):t.roundEnded?ks(e,t.roundEnded,t.revealed):t.proposalMade?$s(e,t.proposalMade):t.proposalAnswered?bs(e,t.proposalAnswered):t.matchPaused||t.matchResumed?vs(e,!!t.matchPaused):t.seatLost?ys(e,t.seatLost):t.matchEnded?ws(e,t.matchEnded,t.revealed):Ms(e,t)}function ps(e){const t=e.movePlayed??e.forcedMovePlayed??e.moveSubstituted,s=t??e.chanceResolved;if(s)return{round:s.round??1,ply:s.ply??0,notation:s.notation??"",isForced:!e.movePlayed,...t&&{seat:t.seat??0}}}function ms(e,t){const s=[...e.steps.slice(-2e4),t],n={...P(e,"takebackProposer"),steps:s,round:t.round};return{state:{...!(e.drawProposer!==void 0&&e.drawProposer!==t.seat)||t.seat===void 0||e.accepted.includes(t.seat)?n:{...P(n,"drawProposer"),accepted:[]},ply:t.ply+1},happenings:[{kind:"step",step:t}]}}function gs(e,{round:t=1,ply:s=0}){const n=i=>i.round<t||i.round===t&&i.ply<s,o=e.steps.filter(n);return{state:{...P(e,"takebackProposer","drawProposer"),steps:o,round:t,ply:s,accepted:[]},happenings:[{kind:"takeback",round:t,ply:s}]}}function ks(e,t,s){const n={round:t.round??1,result:t.result??{}};return{state:{...ve(e,n.round,s),results:[...e.results,n],points:n.result.totals??[]},happenings:[{kind:"round",end:n}]}}function ve(e,t,s){if(!s?.steps)return e;const n=new Map(s.steps.map(({ply:r=0,notation:i=""})=>[r,i])),o=e.steps.map(r=>{const i=r.round===t?n.get(r.ply):void 0;return i===void 0?r:{...r,notation:i}});return{...e,steps:o}}function $s(e,{seat:t=0,proposal:s}){return s?{state:{...e,...s==="PROPOSAL_DRAW"?{drawProposer:t}:{takebackProposer:t},accepted:[]},happenings:[{kind:"proposal",seat:t,proposal:s}]}:Ot(e)}function bs(e,{seat:t=0,proposal:s,answer:n}){if(!n)return Ot(e);const o=[{kind:"answer",seat:t,answer:n}];return n==="PROPOSAL_ANSWER_ACCEPT"?{state:{...e,accepted:[...e.accepted,t]},happenings:o}:{state:{...P(e,s==="PROPOSAL_DRAW"?"drawProposer":"takebackProposer"),accepted:[]},happenings:o}}function vs(e,t){return{state:{...e,isPaused:t},happenings:[{kind:"pause",isPaused:t}]}}function ys(e,t){const{seat:s=0,cause:n="TERMINATION_UNSPECIFIED"}=t,o=[...e.losses,{seat:s,cause:n}];return{state:{...e,losses:o},happenings:[{kind:"lost",seat:s,cause:n}]}}function ws(e,t,s){const n=P(e,"drawProposer","takebackProposer","turnSeat","choices");return{state:ve({...n,absent:new Map,end:t},e.round,s),happenings:[{kind:"end",verdict:t.verdict??{}}]}}function Ms(e,t){const{seatConnected:s,seatDisconnected:n}=t;if(!s&&!n)return Ot(e);const o=(s??n)?.seat??0,r=new Map(e.absent);s?r.delete(o):r.set(o,xs(n?.graceUntilNs));const i=!!n;return{state:{...e,absent:r},happenings:[{kind:"presence",seat:o,isAway:i}]}}function xs(e){return e===void 0?void 0:-Number(e)/1e6}class _s{#t;#e;#s;#n;constructor(t,s={}){this.#s=s.boards,this.#e=new Mt(s.boards),this.#n=s.now??(()=>performance.now()),this.#t={matchId:t,seq:0,round:1,ply:0,steps:[],results:[],points:[],clocks:[],clocksAtMs:0,absent:new Map,accepted:[],isPaused:!1,losses:[],watchers:0,isGone:!1}}get state(){return this.#t}apply({matchId:t,followed:s,frame:n,update:o,gone:r}){if(t!==this.#t.matchId)return[];s&&this.#o(s);const i=(o?.events??[]).flatMap(c=>this.#i(c));o&&(this.#t={...this.#t,watchers:o.watchers??0});const a=o?.frame??n;if(a&&i.push(...this.#r(a)),r){const{refusal:c}=r;this.#t={...this.#t,isGone:!0,...c&&{refusal:c}},i.push({kind:"gone"})}return i}#o(t){this.#e=new Mt(this.#s),this.#t={...this.#t,isGone:!1},this.#t={...P(this.#t,"drawProposer","takebackProposer","turnSeat","choices"),summary:t,round:t.round??1,ply:t.ply??0,points:t.points??[],clocks:t.clocks??[],clocksAtMs:this.#n(),isPaused:t.paused??!1,losses:t.losses??[],watchers:t.watchers??0,...t.drawProposer!==void 0&&{drawProposer:t.drawProposer},...t.takebackProposer!==void 0&&{takebackProposer:t.takebackProposer},...t.turnSeat!==void 0&&{turnSeat:t.turnSeat},...t.verdict&&{end:{verdict:t.verdict}}}}#i(t){const s=Number(t.seq??0);if(s<=this.#t.seq)return[];const{state:n,happenings:o}=fs(this.#t,t);return this.#t={...n,seq:s},o}#r(t){const s=this.#t,{round:n=1,ply:o=0,clocks:r=[],points:i=s.points,turnSeat:a,choices:c}=t,h=this.#e.read(t);this.#t={...P(s,"turnSeat","choices"),round:n,ply:o,clocks:r,points:i,clocksAtMs:this.#n(),absent:Ss(s.absent,t,this.#n()),...h&&{scene:h},...a!==void 0&&{turnSeat:a},...c&&{choices:c}};const d=s.turnSeat===a&&s.round===n&&s.ply===o,u=c&&c.turnId!==s.choices?.turnId;return a===void 0||d&&!u&&s.scene?[]:[{kind:"turn",seat:a,...c&&{choices:c}}]}}function Ss(e,{atNs:t},s){const n=Number(t??0)/1e6,o=r=>r===void 0||r>=0?r:s+(-r-n);return new Map([...e].map(([r,i])=>[r,o(i)]))}function P(e,...t){const s={...e};for(const n of t)delete s[n];return s}const ye={kind:"done",key:""},at=(e,t)=>e.kind===t.kind&&e.key===t.key;function gt({handToken:e,spaces:t=[],choice:s}){return[...e?[{kind:"hand",key:e}]:[],...t.map(n=>({kind:"space",key:n})),...s?[{kind:"choice",key:s}]:[]]}function K(e,t){const s=t.at(-1)?.kind==="done",n=s?t.slice(0,-1):t,o=e.filter(a=>Ls(gt(a),n)),r=o.find(a=>gt(a).length===n.length),i=As(o.flatMap(a=>gt(a).slice(n.length,n.length+1)));return r&&(s||i.length===0)?{next:[],move:r}:s?{next:[]}:{next:r?[...i,ye]:i}}function Ls(e,t){return t.every((s,n)=>{const o=e[n];return o!==void 0&&at(s,o)})}function As(e){return[...new Map(e.map(t=>[`${t.kind} ${t.key}`,t])).values()]}function N(e,t=[]){const{next:s,move:n}=K(e,t),[o]=s;return n||!o||s.length>1||K(e,[...t,o]).move?[...t]:N(e,[...t,o])}function js(e,t,s){const{next:n}=K(e,t);if(n.some(r=>at(r,s)))return N(e,[...t,s]);const o=t.at(-1);if(o&&at(o,s))return n.some(r=>r.kind==="done")?[...t,ye]:N(e);for(let r=t.length;r>=0;r-=1){const i=t.slice(0,r);if(K(e,i).next.some(c=>at(c,s)))return N(e,[...i,s])}return[...t]}function Es(e,t){const s=e.running??!1,n=s?Math.max(0,t-Number(e.startsInMs??0)):0,o=Ts(e.remainingMs);let r=n;const i=x=>{const I=Math.min(x,r);return r-=I,x-I},a=i(Number(e.delayLeftMs??0)),c=i(o??0),{periods:h,periodMs:d}=Os(e,r),u=x=>x===void 0?void 0:Math.max(0,Number(x)-n),m={moveMs:u(e.moveLeftMs),roundMs:u(e.roundLeftMs),matchMs:u(e.matchLeftMs)},g=o===void 0?void 0:Is(c,h,d),k=[m.moveMs,m.roundMs,m.matchMs].filter(x=>x!==void 0),y=g===void 0?k:[g,...k];return{hasClock:y.length>0,isRunning:s,isFlagged:s&&(g===0&&a===0||k.includes(0)),delayMs:a,periods:h,periodMs:d,...o!==void 0&&{remainingMs:c},...Ps(m),...y.length>0&&{shownMs:Math.min(...y)}}}const Ts=e=>e===void 0?void 0:Number(e);function Is(e,t,s){return e>0||t===0?e:s}function Os(e,t){const[s,n]=[e.periods??0,Number(e.periodMs??0)];if(s===0)return{periods:0,periodMs:0};const o=Number(e.periodLeftMs??0);if(t<o||n===0)return{periods:s,periodMs:Math.max(0,o-t)};const r=1+Math.floor((t-o)/n);return r>=s?{periods:0,periodMs:0}:{periods:s-r,periodMs:n-(t-o)%n}}function Ps({moveMs:e,roundMs:t,matchMs:s}){return{...e!==void 0&&{moveMs:e},...t!==void 0&&{roundMs:t},...s!==void 0&&{matchMs:s}}}const[kt,et,q,$t]=[1e3,6e4,36e5,864e5],Qs=1e4;function Rs(e,t){const s=o=>String(Math.floor(o)).padStart(2,"0");if(e<Qs)return U(`0:${s(e/kt)}.${Math.floor(e%kt/100)}`,t);const n=s(e%et/kt);return e<q?U(`${Math.floor(e/et)}:${n}`,t):e<$t?U(`${Math.floor(e/q)}:${s(e%q/et)}:${n}`,t):U(`${Math.floor(e/$t)}d ${s(e%$t/q)}:${s(e%q/et)}`,t)}const Ns=1,Ds=.6,zs=.4,lt=.12,Nt=.68,Cs=.25,we=16,H=.5,Dt={x:.14,y:-.1},qs=.3,zt={square:1,hexagon:1,circle:1,domino:2},Hs={square:1,hexagon:1.16,circle:1,domino:1};function Bs(e,{seat:t=0,seats:s,names:n},o){const r=e.hands.filter(({tokens:d})=>d.length>0||s>2),i=d=>s>2?(n[d]??"").slice(0,we):void 0,a=r.filter(d=>d.seat!==t).sort((d,u)=>Ct(d.seat,t,s)-Ct(u.seat,t,s)).map(d=>qt(d.seat,d.tokens,{width:o,scale:Ds,name:i(d.seat)})),c=r.find(d=>d.seat===t),h=c?[qt(t,c.tokens,{width:o,scale:Ns,name:i(t)})]:[];return{above:Ht(a,o),below:Ht(h,o)}}const Ct=(e,t,s)=>(e-t+s)%s;function qt(e,t,s){const{name:n}=s,o=n===void 0?0:Nt,r=Zs(Us(t),s),i=Math.max(0,...r.map(h=>h.width));let a=o;const c=r.flatMap(h=>{const d=h.tokens.map(u=>({...u,y:u.y+a}));return a+=h.height+lt,d});return{seat:e,box:{x:0,y:0,width:Math.max(i,n===void 0?0:Gs(n)),height:a},tokens:c,...n!==void 0&&{name:{x:0,y:Nt*.55}}}}const Gs=e=>.5+Cs*[...e].length;function Us(e){const t=[];for(const s of e){const n=t.at(-1),o=n?.[0],r=s.faceDown&&o?.faceDown,i=s.shape!=="domino"&&o?.kind===s.kind;n&&(r||i&&s.kind!=="")?n.push(s):t.push([s])}return t}function Zs(e,{width:t,scale:s}){const n=[];let o={tokens:[],width:0,height:0};for(const r of e){const i=Fs(r,s,t),a=o.tokens.length>0?lt:0;o.tokens.length>0&&o.width+a+i.width>t&&(n.push(o),o={tokens:[],width:0,height:0});const c=o.tokens.length>0?o.width+lt:0,h=i.tokens.map(d=>({...d,x:d.x+c}));o={tokens:[...o.tokens,...h],width:c+i.width,height:Math.max(o.height,i.height)}}return o.tokens.length>0?[...n,o]:n}function Fs(e,t,s){const[n]=e;if(!n)return{tokens:[],width:0,height:0};const o=n.faceDown?zs:t,r=e.length-1,i=Math.min(qs,(s-zt[n.shape]*o)/Math.max(1,r)),a=n.faceDown?{x:i,y:0}:{x:Dt.x*o,y:Dt.y*o},c=-a.y*r,[h,d]=[zt[n.shape]*o,Hs[n.shape]*o],u=e.map((g,k)=>({token:g,scale:o,x:h/2+a.x*k,y:d/2+c+a.y*k}));return{tokens:n.faceDown?u:u.reverse(),width:h+a.x*r,height:d+c}}function Ht(e,t){const s=[];let n=1/0;for(const i of e)n+H+i.box.width>t&&(s.push([]),n=-H),s.at(-1)?.push(i),n+=H+i.box.width;let o=0;return{hands:s.flatMap(i=>{const a=H*(i.length-1);let c=(t-i.reduce((d,{box:u})=>d+u.width,a))/2;const h=i.map(d=>{const u=Vs(d,c,o);return c+=d.box.width+H,u});return o+=Math.max(...i.map(({box:d})=>d.height))+lt,h}),height:o}}function Vs(e,t,s){return{...e,box:{...e.box,x:e.box.x+t,y:e.box.y+s},tokens:e.tokens.map(n=>({...n,x:n.x+t,y:n.y+s})),...e.name&&{name:{x:e.name.x+t,y:e.name.y+s}}}}const Ws={up:{x:0,y:-1},down:{x:0,y:1},left:{x:-1,y:0},right:{x:1,y:0}},Ks=2;function Xs(e,t,s){const n=e.get(t);if(!n)return e.keys().next().value;const{x:o,y:r}=Ws[s];let[i,a]=[void 0,1/0];for(const[c,h]of e){const[d,u]=[h.x-n.x,h.y-n.y],m=d*o+u*r,g=Math.abs(d*r-u*o);if(m<.01||g>m*Math.sqrt(3)+.01)continue;const k=m+Ks*g;k<a-.001&&([i,a]=[c,k])}return i}const _t=2.08,Me=1.25,Ys=2.2;function Js(e,{seat:t=0,seats:s}){const n={seats:s,below:t,straight:tn(s)},o=e.spaces.filter(({line:r})=>!r);return new Map(e.spaces.map(({id:r,line:i})=>{if(i)return[r,sn(i.seat,i.place,n)];const a=o.findIndex(c=>c.id===r)-(o.length-1)/2;return[r,{x:0,y:a*Me,turn:0}]}))}const tn=e=>e<=5?2:3,en=e=>Math.max(Ys,e*1.2/(2*Math.PI)+1.1);function sn(e,t,s){const n=90+(e-s.below)*360/s.seats,o=en(s.seats);return t<s.straight?xe(o+t*_t,n,0):nn(t-s.straight,o+s.straight*_t-.3,n,s.seats)}function nn(e,t,s,n){let[o,r]=[e,t];for(let i=0;;i+=1){const a=_t/r*(180/Math.PI),c=Math.max(1,Math.floor(360/n/a));if(o<c){const[h,d]=i%2===0?[o,90]:[c-1-o,270];return xe(r,s+(h+.5)*(360/n/c),d)}o-=c,r+=Me}}function xe(e,t,s){const n=t*Math.PI/180;return{x:e*Math.cos(n),y:e*Math.sin(n),turn:t+s}}const Bt=.3,on={square:{x:.5,y:.5},hexagon:{x:.5,y:1/Math.sqrt(3)},circle:{x:.5,y:.5},domino:{x:1,y:.5}};function rn(e,t,s){const n=(s.place??hn)(e,t),o=ln(e,n,s.margin),r=s.room?dn(o,s.room(e)):o,a=e.hands.some(({tokens:k})=>k.length>0)?Math.max(t.columns,an(r,s)):r.width,{above:c,below:h}=Bs(e,t,a),d=c.height===0?0:c.height+Bt,u=a/(s.aspect??r.width/r.height),m=d+u+(h.height===0?0:Bt),g=h.hands.map(k=>cn(k,m));return{width:a,height:m+h.height,window:{x:0,y:d,width:a,height:u},places:n,bounds:r,hands:[...c.hands,...g]}}function an(e,{aspect:t}){return t===void 0?e.width:0}function cn(e,t){return{...e,box:{...e.box,y:e.box.y+t},tokens:e.tokens.map(s=>({...s,y:s.y+t})),...e.name&&{name:{...e.name,y:e.name.y+t}}}}function hn(e,t){if(e.spaces.some(({line:r})=>r))return Js(e,t);if(!t.isTurned)return Gt(e,({x:r,y:i})=>({x:r,y:i,turn:0}));const s=e.spaces.map(({x:r})=>r),n=e.spaces.map(({y:r})=>r),o={x:Math.min(...s)+Math.max(...s),y:Math.min(...n)+Math.max(...n)};return Gt(e,({x:r,y:i})=>({x:o.x-r,y:o.y-i,turn:0}))}function Gt(e,t){return new Map(e.spaces.map(s=>[s.id,t(s)]))}function ln(e,t,s){const n=e.spaces.flatMap(({id:c,shape:h})=>{const d=t.get(c);if(!d)return[];const u=un(on[h],d.turn);return[{x:d.x-u.x,y:d.y-u.y},{x:d.x+u.x,y:d.y+u.y}]});if(n.length===0)return{x:-.5,y:-.5,width:1,height:1};const o=n.map(({x:c})=>c),r=n.map(({y:c})=>c),[i,a]=[Math.min(...o)-s,Math.min(...r)-s];return{x:i,y:a,width:Math.max(...o)+s-i,height:Math.max(...r)+s-a}}function dn(e,t){const[s,n]=[Math.min(e.x,t.x),Math.min(e.y,t.y)],o=Math.max(e.x+e.width,t.x+t.width),r=Math.max(e.y+e.height,t.y+t.height);return{x:s,y:n,width:o-s,height:r-n}}function un({x:e,y:t},s){const n=s*Math.PI/180,[o,r]=[Math.abs(Math.cos(n)),Math.abs(Math.sin(n))];return{x:e*o+t*r,y:e*r+t*o}}const fn=7,pn=1.12,mn=5,gn=.6;function _e(e,t,s){const n=s.width/s.height;if(e&&bn(e,t)&&$n(e,n))return e;const o=Math.max(t.width,t.height*n,fn),i=e!==void 0&&o>e.width?o*pn:Math.max(o,e?.width??0);return kn(Se(t),i,n)}const Se=({x:e,y:t,width:s,height:n})=>({x:e+s/2,y:t+n/2});function kn({x:e,y:t},s,n){const o=s/n;return{x:e-s/2,y:t-o/2,width:s,height:o}}const $n=({width:e,height:t},s)=>Math.abs(e/t/s-1)<.01;function bn(e,t){return t.x>=e.x-1e-9&&t.y>=e.y-1e-9&&t.x+t.width<=e.x+e.width+1e-9&&t.y+t.height<=e.y+e.height+1e-9}function vn(e,t,s){const n=Se(e),o=St(n.x+t.x,s.x,s.x+s.width),r=St(n.y+t.y,s.y,s.y+s.height);return{...e,x:o-e.width/2,y:r-e.height/2}}function yn(e,t,s,n){const[o,r]=[n.width/mn,n.width/gn],i=St(e.width/t,o,r),a=i/e.width;return{x:s.x-(s.x-e.x)*a,y:s.y-(s.y-e.y)*a,width:i,height:e.height*a}}const St=(e,t,s)=>Math.min(Math.max(e,t),s);const wn={CHILD:2},Le=e=>(...t)=>({_$litDirective$:e,values:t});let Ae=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,s,n){this._$Ct=t,this._$AM=s,this._$Ci=n}_$AS(t,s){return this.update(t,s)}update(t,s){return this.render(...s)}};const{I:Mn}=rs,Ut=e=>e,Yi=e=>e.strings===void 0,Zt=()=>document.createComment(""),B=(e,t,s)=>{const n=e._$AA.parentNode,o=t===void 0?e._$AB:t._$AA;if(s===void 0){const r=n.insertBefore(Zt(),o),i=n.insertBefore(Zt(),o);s=new Mn(r,i,e,e.options)}else{const r=s._$AB.nextSibling,i=s._$AM,a=i!==e;if(a){let c;s._$AQ?.(e),s._$AM=e,s._$AP!==void 0&&(c=e._$AU)!==i._$AU&&s._$AP(c)}if(r!==o||a){let c=s._$AA;for(;c!==r;){const h=Ut(c).nextSibling;Ut(n).insertBefore(c,o),c=h}}}return s},O=(e,t,s=e)=>(e._$AI(t,s),e),xn={},_n=(e,t=xn)=>e._$AH=t,Sn=e=>e._$AH,bt=e=>{e._$AR(),e._$AA.remove()};const Ft=(e,t,s)=>{const n=new Map;for(let o=t;o<=s;o++)n.set(e[o],o);return n},Lt=Le(class extends Ae{constructor(e){if(super(e),e.type!==wn.CHILD)throw Error("repeat() can only be used in text expressions")}dt(e,t,s){let n;s===void 0?s=t:t!==void 0&&(n=t);const o=[],r=[];let i=0;for(const a of e)o[i]=n?n(a,i):i,r[i]=s(a,i),i++;return{values:r,keys:o}}render(e,t,s){return this.dt(e,t,s).values}update(e,[t,s,n]){const o=Sn(e),{values:r,keys:i}=this.dt(t,s,n);if(!Array.isArray(o))return this.ut=i,r;const a=this.ut??=[],c=[];let h,d,u=0,m=o.length-1,g=0,k=r.length-1;for(;u<=m&&g<=k;)if(o[u]===null)u++;else if(o[m]===null)m--;else if(a[u]===i[g])c[g]=O(o[u],r[g]),u++,g++;else if(a[m]===i[k])c[k]=O(o[m],r[k]),m--,k--;else if(a[u]===i[k])c[k]=O(o[u],r[k]),B(e,c[k+1],o[u]),u++,k--;else if(a[m]===i[g])c[g]=O(o[m],r[g]),B(e,o[u],o[m]),m--,g++;else if(h===void 0&&(h=Ft(i,g,k),d=Ft(a,u,m)),h.has(a[u]))if(h.has(a[m])){const y=d.get(i[g]),x=y!==void 0?o[y]:null;if(x===null){const I=B(e,o[u]);O(I,r[g]),c[g]=I}else c[g]=O(x,r[g]),B(e,o[u],x),o[y]=null;g++}else bt(o[m]),m--;else bt(o[u]),u++;for(;g<=k;){const y=B(e,c[k+1]);O(y,r[g]),c[g++]=y}for(;u<=m;){const y=o[u++];y!==null&&bt(y)}return this.ut=i,_n(e,c),xt}});const Ln={},An=Le(class extends Ae{constructor(){super(...arguments),this.ot=Ln}render(e,t){return t()}update(e,[t,s]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((n,o)=>n===this.ot[o]))return xt}else if(this.ot===t)return xt;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,s)}}),je={board:"Board",first:"First position",back:"One move back",forward:"One move forward",present:"To the present",flip:"Turn the board",closer:"Closer",farther:"Farther",whole:"Show everything",cut:"Connection lost. Trying again …",failed:"The board cannot be shown: {reason}",yourTurn:"Your turn",wins:"{name} wins",drawn:"A draw",aborted:"The match was aborted",end:"End this move here",moved:"{name}: {move}",chance:"Chance: {move}",away:"away"},jn={board:"صفحه",first:"وضعیت نخست",back:"یک حرکت به عقب",forward:"یک حرکت به جلو",present:"به اکنون",flip:"چرخاندن صفحه",closer:"نزدیک‌تر",farther:"دورتر",whole:"نمایش همه",cut:"ارتباط قطع شد. در حال تلاش دوباره…",failed:"صفحه نمایش داده نمی‌شود: {reason}",yourTurn:"نوبت شماست",wins:"{name} برنده شد",drawn:"مساوی",aborted:"بازی لغو شد",end:"پایان حرکت در همین‌جا",moved:"{name}: {move}",chance:"شانس: {move}",away:"غایب"},En={board:"Доска",first:"К началу",back:"На ход назад",forward:"На ход вперёд",present:"К текущей позиции",flip:"Повернуть доску",closer:"Ближе",farther:"Дальше",whole:"Показать всё",cut:"Связь потеряна. Повторная попытка…",failed:"Доску нельзя показать: {reason}",yourTurn:"Ваш ход",wins:"Победа: {name}",drawn:"Ничья",aborted:"Матч отменён",end:"Закончить ход здесь",moved:"{name}: {move}",chance:"Случай: {move}",away:"отсутствует"},Tn={en:je,fa:jn,ru:En},S=(e,t)=>(Tn[$e(t)]??je)[e],In=e=>["fa","ar","he","ur"].includes($e(e))?"rtl":"ltr",On=1e4;function Vt(e,t){return e.length===0?f:v`<div class="bar" part="bar">${e.map(s=>Pn(s,t))}</div>`}function Pn(e,t){const s=e.isAway?v` <small>${S("away",t)}</small>`:f,n=e.side?.colour??"grey",{counters:o}=e;return v`<div class=${e.isTurn?"player turn":"player"} part="player">
    <svg class="side" viewBox="-1 -1 2 2" aria-hidden="true"><circle r="0.8"
      fill=${`var(--colour-${n}, var(--muted))`}></circle></svg>
    <div class="who">
      <bdi class="player-name">${e.name}</bdi>${s}
      ${o.length>0?v`<small part="counter">${o.join(" · ")}</small>`:f}
    </div>
    ${e.clock?Qn(e.clock,e.elapsedMs,t):f}
  </div>`}function Qn(e,t,s){const{shownMs:n,isRunning:o,periods:r,remainingMs:i}=Es(e,t);if(n===void 0)return f;const a=o&&n<On,c=i===0&&r>0?v` <small>×${r}</small>`:f;return v`<bdi class=${a?"clock haste":"clock"} part="clock" role="timer"
    aria-live="off">${Rs(n,s)}${c}</bdi>`}const Rn=e=>e.map(({text:t,isIsolated:s})=>s?v`<bdi>${t}</bdi>`:t);function Nn(e,t,s){const n=e.filter(({kind:o})=>o==="choice"||o==="done");return n.length===0?f:v`<div class="choices" part="choices">${n.map(o=>v`<button type="button" part="choice" @click=${()=>s(o)}>${t(o)}</button>`)}</div>`}const Dn={first:"M7 5v14M19 5l-9 7 9 7z",back:"M16 5l-9 7 9 7z",forward:"M8 5l9 7-9 7z",present:"M17 5v14M5 5l9 7-9 7z",flip:"M7 4v14M3.5 14.5 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",closer:"M12 5v14M5 12h14",farther:"M5 12h14",whole:"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"};function zn(e,t,s){return e.length===0?f:v`<div class="controls" part="controls" dir="ltr">${e.map(({control:n,isOff:o})=>v`<button type="button" part="control" ?disabled=${o}
      aria-label=${S(n,t)}
      title=${S(n,t)} @click=${()=>s(n)}>${Cn(n)}</button>`)}</div>`}const Cn=e=>v`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${l`<path d=${Dn[e]}></path>`}</svg>`,qn=E`
  .bar,
  .prompt,
  .choices,
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    align-items: center;
    margin-block: 0.4rem;
  }
  .player {
    display: flex;
    flex: 1;
    gap: 0.4rem;
    align-items: center;
    min-inline-size: 10.5rem;
  }
  .who {
    display: grid;
    min-inline-size: 0;
    line-height: 1.25;
  }
  .player-name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .turn .player-name {
    font-weight: 650;
  }
  .side {
    flex: none;
    inline-size: 0.9rem;
    stroke: var(--muted);
    stroke-width: 0.2;
  }
  .clock {
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
    font-size: 1.15rem;
    font-weight: 550;
    unicode-bidi: isolate;
  }
  .haste {
    color: var(--highlight);
  }
  small {
    color: var(--muted);
    font-size: 0.8em;
  }
  .prompt {
    display: block;
    min-block-size: 1.5em;
  }
  .notice {
    color: var(--highlight);
  }
  .controls {
    justify-content: center;
    gap: 0.25rem;
  }
  button {
    font: inherit;
    color: inherit;
    min-inline-size: 2.5rem;
    min-block-size: 2.25rem;
    padding: 0.25rem 0.7rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    background: transparent;
    cursor: pointer;
  }
  .controls button {
    padding: 0;
    border-color: transparent;
    display: grid;
    place-items: center;
  }
  button:hover:not(:disabled) {
    background: var(--line);
  }
  button:disabled {
    opacity: 0.35;
    cursor: default;
  }
  button:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  .choices button {
    border-color: var(--accent);
    font-weight: 600;
  }
  .icon {
    inline-size: 1.3rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.8;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .heard {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;class Hn{#t="";#e=[];#s=[];#n;begin(t,s){t===this.#t&&s.length===this.#e.length||(this.#t=t,this.#e=s,this.clear())}clear(){this.#n=void 0,this.#s=N(this.#e)}get clicks(){return this.#s}get next(){return this.#n?[]:this.#o(this.#s).next}get starts(){return this.#n?[]:this.#o(N(this.#e).slice(0,-1)).next}press(t){if(!this.#n)return this.#s=js(this.#e,this.#s,t),this.#o(this.#s).move}back(){this.#s=this.#s.slice(0,-1)}wouldEnd(t){return this.#n?void 0:this.#o([...this.#s,t]).move}send(t){this.#n=t}#o(t){return K(this.#e,t)}}const p=e=>String(Math.round(e*1e3)/1e3);function L(e){return`M${e.map(({x:t,y:s})=>`${p(t)} ${p(s)}`).join("L")}z`}function A(e,t,s=0){return Array.from({length:e},(n,o)=>{const r=(o/e+s)*2*Math.PI;return{x:t*Math.sin(r),y:-t*Math.cos(r)}})}function D(e,t=0,s=0){const n=p(e),o=`a${n} ${n} 0 1 1 `;return`M${p(t-e)} ${p(s)}${o}${p(2*e)} 0${o}${p(-2*e)} 0z`}function Bn(e,t,s){const n=A(e*2,1).map(({x:o,y:r},i)=>{const a=i%2===0?t:s;return{x:o*a,y:r*a}});return L(n)}function dt(e,t){return L(e.map(({x:s,y:n})=>({x:s,y:n>0?n+t:n})))}function Ee(e,t){const s=p(e);return`M-${s} 0V${p(t)}A${s} ${s} 0 0 0 ${s} ${p(t)}V0z`}const ut=E`
  :host {
    --skin-ivory: var(--referee-ivory, light-dark(#f5eddb, #ece3cf));
    --skin-ebony: var(--referee-ebony, light-dark(#37383f, #26272c));
    --skin-scarlet: var(--referee-scarlet, light-dark(#c8372f, #c03a33));
    --skin-gold: var(--referee-gold, #e3b23c);
    --skin-shadow: var(--referee-shadow, light-dark(rgb(0 0 0 / 0.2), rgb(0 0 0 / 0.38)));
  }
  .skin-white {
    --face: var(--skin-ivory);
    --side: color-mix(in oklab, var(--skin-ivory), #3a2a10 24%);
    --rim: color-mix(in oklab, var(--skin-ivory), #3a2a10 30%);
    --text: #38301f;
  }
  .skin-black {
    --face: var(--skin-ebony);
    --side: color-mix(in oklab, var(--skin-ebony), #000 52%);
    --rim: color-mix(in oklab, var(--skin-ebony), #fff 24%);
    --text: #f5eddb;
  }
  .skin-red {
    --face: var(--skin-scarlet);
    --side: color-mix(in oklab, var(--skin-scarlet), #000 36%);
    --rim: color-mix(in oklab, var(--skin-scarlet), #fff 26%);
    --text: #fff;
  }
  .skin-face {
    fill: var(--face);
  }
  .skin-side {
    fill: var(--side);
    stroke: var(--side);
  }
  .skin-rim {
    fill: none;
    stroke: var(--rim);
  }
  .skin-shadow {
    fill: var(--skin-shadow);
  }
  .skin-text {
    fill: var(--text);
    font-family: var(--font);
    font-weight: 700;
    text-anchor: middle;
    user-select: none;
  }
  .skin-edge {
    fill: var(--muted);
    font-family: var(--font);
    font-weight: 500;
    text-anchor: middle;
    user-select: none;
  }
`;function Pt(e){return Gn[e]??"skin-white"}const Gn={white:"skin-white",black:"skin-black",red:"skin-red"},ft=.425,R=.185,pt=.088,Un=.62,Zn=.34,Fn=2.4,Te=D(ft),Vn=Ee(ft,pt),Wn=Ee(ft+.015,pt+.05);function Kn(){const e=pt/2,t=Math.sqrt(R*R-e*e),s=`A${R} ${R} 0 0 0`;return`M${p(-t)} ${p(e)}${s} ${p(t)} ${p(e)}${s} ${p(-t)} ${p(e)}z`}const Xn="M-.25-.25L.25 .25M.25-.25L-.25 .25",Yn=Kn();function Jn(e,t,s){const n=(s?Fn:Un)/Math.max(1,t-1);return{x:0,y:-e*Math.min(s?Zn:pt,n)}}const Wt=new WeakMap;function to(e){const t=Wt.get(e);if(t)return t;const s=new Set(e.tokens.filter(({colour:o})=>o==="red").map(o=>o.space)),n=new Set(e.highlights.filter(({kind:o})=>o==="enclosed").flatMap(({spaces:o})=>o));return Wt.set(e,{red:s,enclosed:n}),{red:s,enclosed:n}}function eo(e,t,s){const{red:n,enclosed:o}=to(s.scene),r=s.detail==="full",i=t.height>1,a=t.height>9?.25:.31;return l`
    ${r?l`<circle class="skin-rim" r=${ft-.05} stroke-width=".016"/>`:f}
    <circle class="dvonn-hole" r=${R}/>
    ${i?f:l`<path class="dvonn-well" d=${Yn}/>`}
    ${i&&n.has(e.space)?l`<circle class="dvonn-band" part="dvonn-band" r=${R+.045} stroke-width=".08"/>`:f}
    ${i&&r?l`<text class="skin-text" y=${p(a*.36)} font-size=${a}>${t.height}</text>`:f}
    ${r&&o.has(e.space)?l`<path class="dvonn-enclosed" d=${Te}/>`:f}
    ${r&&!i&&s.symbols?l`<text class="skin-text" y=".09" font-size=".25">${e.symbol}</text>`:f}`}function so(e,t,s){const n=t.level===t.height-1,o=n&&t.isLeaving;return l`<g class="${Pt(e.colour)} ${t.isLeaving?"dvonn-leaving":""}">
    ${t.level===0&&s.detail==="full"?l`<path class="skin-shadow" d=${Wn}/>`:f}
    <path class="skin-side" d=${Vn} stroke-width=".01"/>
    <path class="skin-face" d=${Te}/>
    ${n?eo(e,t,s):f}
  </g>
  ${o?l`<path class="dvonn-cut" part="dvonn-cut" d=${Xn} stroke-width=".1"/>`:f}`}const no=E`
  ${ut}
  :host {
    --dvonn-board: var(--referee-dvonn-board, light-dark(#cbb791, #716752));
    --dvonn-well: var(--referee-dvonn-well, light-dark(#b8a37b, #5f5644));
    --dvonn-edge: var(--referee-dvonn-edge, light-dark(#54462b, #f2eada));
  }
  .dvonn-board {
    fill: var(--dvonn-board);
    stroke: var(--dvonn-board);
  }
  .dvonn-board-side {
    fill: none;
    stroke: color-mix(in oklab, var(--dvonn-board), #000 30%);
  }
  .dvonn-well {
    fill: var(--dvonn-well);
  }
  .dvonn-well-rim {
    fill: none;
    stroke: color-mix(in oklab, var(--dvonn-well), #000 16%);
  }
  .dvonn-edge {
    fill: var(--dvonn-edge);
  }
  .dvonn-hole {
    fill: var(--side);
  }
  .dvonn-band {
    fill: none;
    stroke: var(--skin-scarlet);
  }
  .dvonn-enclosed {
    fill: var(--dvonn-well);
    opacity: 0.22;
  }
  .dvonn-leaving {
    opacity: 0.4;
  }
  .dvonn-cut {
    fill: none;
    stroke: var(--skin-scarlet);
    stroke-linecap: round;
  }
`,oo=.46,ro=["a1","i1","k3","k5","c5","a3"],io=["a1","b1","c1","d1","e1","f1","g1","h1","i1","j2","k3"],ao=["a1","a2","a3","b4","c5"],Kt=.3;function co(e,t,s){return l`<circle class="dvonn-well" r=".43"/>
    ${t.isTaken||s.detail==="small"?f:l`<circle class="dvonn-well-rim" r=".42" stroke-width=".02"/>`}`}function Xt(e,t,s,n,o){const r=e.at(t),i=e.at("k5");if(!r||!i)return f;const a=(e.at("a1")?.y??0)<i.y?-1:1;return l`<text class="skin-edge dvonn-edge" x=${p(r.x+a*n)}
    y=${p(r.y+a*o+Kt*.36)} font-size=${Kt}>${s}</text>`}function ho(e){const t=io.map(n=>Xt(e,n,n.slice(0,1),.38,.66)),s=ao.map(n=>Xt(e,n,n.slice(1),-.72,0));return[...t,...s]}function lo(e){const t=ro.flatMap(n=>e.at(n)??[]),s=L(t);return l`<g stroke-linejoin="round" stroke-width="1.86">
      <path class="dvonn-board-side" d=${s} transform="translate(0 .07)"/>
      <path class="dvonn-board" part="dvonn-board" d=${s}/>
    </g>
    ${e.detail==="small"?f:ho(e)}`}const uo={style:no,margin:oo,ground:lo,space:co,token:so,lift:Jn,highlight:()=>l`${f}`},fo=.02;function Ie(e,{x:t,y:s,width:n,height:o}){return l`<rect class=${e} part=${e} x=${p(t)} y=${p(s)} width=${p(n)}
    height=${p(o)} rx=${p(n*fo)}/>`}const po=E`
  ${ut}
  :host {
    --hive-table: var(--referee-hive-table, light-dark(#a9b29a, #565d4e));
    --hive-ant: var(--referee-hive-ant, #1f5fa8);
    --hive-ant-on-black: var(--referee-hive-ant-on-black, #6fb1f0);
    --hive-grasshopper: var(--referee-hive-grasshopper, #2c7a2c);
    --hive-grasshopper-on-black: var(--referee-hive-grasshopper-on-black, #7cc96a);
    --hive-spider: var(--referee-hive-spider, #7a4a22);
    --hive-spider-on-black: var(--referee-hive-spider-on-black, #cf9f6f);
    --hive-beetle: var(--referee-hive-beetle, #6a3fa0);
    --hive-beetle-on-black: var(--referee-hive-beetle-on-black, #b99af0);
    --hive-queen: var(--referee-hive-queen, #ad7200);
    --hive-queen-on-black: var(--referee-hive-queen-on-black, #f2b632);
    --hive-mosquito: var(--referee-hive-mosquito, #55606b);
    --hive-mosquito-on-black: var(--referee-hive-mosquito-on-black, #b2bcc7);
    --hive-ladybug: var(--referee-hive-ladybug, #c23325);
    --hive-ladybug-on-black: var(--referee-hive-ladybug-on-black, #f0705e);
    --hive-pillbug: var(--referee-hive-pillbug, #11736c);
    --hive-pillbug-on-black: var(--referee-hive-pillbug-on-black, #5cc4bd);
    --hive-danger: var(--referee-hive-danger, #d93a2b);
  }
  .hive-ant {
    --bug: var(--hive-ant);
  }
  .hive-grasshopper {
    --bug: var(--hive-grasshopper);
  }
  .hive-spider {
    --bug: var(--hive-spider);
  }
  .hive-beetle {
    --bug: var(--hive-beetle);
  }
  .hive-queen {
    --bug: var(--hive-queen);
  }
  .hive-mosquito {
    --bug: var(--hive-mosquito);
  }
  .hive-ladybug {
    --bug: var(--hive-ladybug);
  }
  .hive-pillbug {
    --bug: var(--hive-pillbug);
  }
  .skin-black .hive-ant {
    --bug: var(--hive-ant-on-black);
  }
  .skin-black .hive-grasshopper {
    --bug: var(--hive-grasshopper-on-black);
  }
  .skin-black .hive-spider {
    --bug: var(--hive-spider-on-black);
  }
  .skin-black .hive-beetle {
    --bug: var(--hive-beetle-on-black);
  }
  .skin-black .hive-queen {
    --bug: var(--hive-queen-on-black);
  }
  .skin-black .hive-mosquito {
    --bug: var(--hive-mosquito-on-black);
  }
  .skin-black .hive-ladybug {
    --bug: var(--hive-ladybug-on-black);
  }
  .skin-black .hive-pillbug {
    --bug: var(--hive-pillbug-on-black);
  }
  .hive-table {
    fill: var(--hive-table);
  }
  .hive-bug {
    fill: var(--bug);
  }
  .hive-limbs {
    fill: none;
    stroke: var(--bug);
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .hive-wings {
    fill: color-mix(in oklab, var(--bug) 30%, var(--face));
    stroke: var(--bug);
    stroke-linejoin: round;
  }
  .hive-cuts {
    fill: none;
    stroke: var(--face);
    stroke-linecap: round;
  }
  .hive-spots {
    fill: var(--face);
  }
  .hive-count {
    fill: var(--skin-gold);
    stroke: #4a3605;
  }
  .hive-count-text {
    fill: #2b1f02;
    font-family: var(--font);
    font-weight: 700;
    text-anchor: middle;
  }
  .hive-empty {
    fill: none;
    stroke: color-mix(in oklab, var(--hive-table), #000 22%);
  }
  .hive-watch {
    fill: none;
    stroke: var(--skin-gold);
  }
  .hive-danger {
    fill: none;
    stroke: var(--hive-danger);
  }
  @keyframes hive-pulse {
    50% {
      opacity: 0.3;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .hive-pulse {
      animation: hive-pulse 1.6s ease-in-out infinite;
    }
  }
`,b=(e,t,s,n)=>`M${e-s} ${t}A${s} ${n} 0 1 1 ${e+s} ${t}A${s} ${n} 0 1 1 ${e-s} ${t}Z`,M=e=>`${e} ${e.replace(/(-?[\d.]+) (-?[\d.]+)/g,(t,s,n)=>`${-Number(s)} ${n}`)}`,T={limbs:"",limb:3.6,feelers:"",wings:"",cuts:"",spots:""},Oe={ant:{...T,limbs:M("M4 -11L15 -17L21 -30M5 -6L19 -7L33 -1M4 -1L17 7L25 27"),feelers:M("M3 -26L10 -34L18 -37"),body:b(0,-21,8.5,7.5)+b(0,-6,5.8,8.5)+b(0,5,3.4,3.4)+b(0,20,10.5,13.5),cuts:"M-9 15Q0 18.5 9 15M-10 22Q0 26 10 22"},grasshopper:{...T,limbs:"M-14 8L-18 18L-25 25M-5 10L-7 21L-12 29M29 -23L24 18L36 21",feelers:"M-28 -7Q-33 -23 -24 -37M-24 -9Q-24 -22 -11 -31",body:"M-37 2Q-38 -8 -29 -10Q-20 -11 -15 -7Q12 -9 42 4Q22 13 5 13Q-9 15 -20 10Q-34 13 -37 2ZM-1 11Q-3 3 7 -6L27 -26Q32 -30 33 -24Q33 -21 30 -17L14 10Q7 17 -1 11Z",cuts:"M-19 -5Q-15 1 -18 8M1 7Q2 1 9 -5L22 -18M16 6L24 5"},spider:{...T,limbs:M("M5 -12L13 -27L9 -39M7 -9L22 -20L27 -34M7 -5L23 -2L35 11M5 -2L17 10L22 30"),body:b(0,-10,8,9)+b(0,13,12.5,15)+M("M1 -17Q6 -21 3 -25Q2 -21 0 -19Z"),cuts:"M0 4V10M-4 16L0 20L4 16"},beetle:{...T,limbs:M("M12 -10L24 -16L28 -27M15 2L30 2L36 10M13 14L24 20L28 31"),body:M("M0 -4L15 -4Q21 10 14 24Q9 33 0 35ZM0 -5L14 -6Q14 -17 6 -20L0 -20ZM0 -20L6 -21Q8 -26 5 -28L0 -28ZM4 -26Q15 -28 13 -40Q20 -30 11 -22Q7 -20 4 -22Z"),cuts:"M0 -3V34M-15 -4.7H15M-6 6Q-8 14 -6 24M6 6Q8 14 6 24"},queen:{...T,wings:M("M4 -10Q18 -32 34 -27Q42 -18 30 -8Q18 -1 5 -4ZM5 -3Q20 -2 28 6Q31 15 22 16Q12 13 5 2Z"),feelers:M("M3 -25Q5 -34 13 -36"),body:b(0,-21,8,7)+b(0,-7,9,9)+"M-8 -2H8Q16 7 12 21Q8 31 0 39Q-8 31 -12 21Q-16 7 -8 -2Z",cuts:"M-10 2.5Q0 4.5 10 2.5M-14 10.5Q0 13.5 14 10.5M-14 18.5Q0 22 14 18.5M-11 26Q0 29 11 26"},mosquito:{...T,limb:2.8,limbs:M("M3 -13L16 -24L14 -38M4 -9L24 -16L36 -2M3 -5L15 2L20 22L28 34")+"M0 -20V-41",wings:M("M2 -10Q14 -6 24 8Q30 20 24 22Q12 18 2 -4Z"),feelers:M("M1.5 -20Q6 -27 9 -27"),body:b(0,-20,4.6,4.8)+b(0,-9,5.6,7.5)+"M-3.6 -3Q0 -5 3.6 -3Q4.5 18 0 32Q-4.5 18 -3.6 -3Z",cuts:"M-5 6H5M-5 13H5M-5 20H5"},ladybug:{...T,limbs:M("M16 -12L25 -20L27 -28M20 4L32 5L37 12M15 19L24 25L26 33"),feelers:M("M4 -27Q6 -33 12 -35"),body:"M-22 5A22 23 0 1 1 22 5A22 24 0 0 1 -22 5ZM-10 -19Q-10 -29 0 -29Q10 -29 10 -19Q0 -23 -10 -19Z",cuts:"M0 -17V29M-14 -15Q0 -21 14 -15",spots:b(-10,-4,4.2,4.2)+b(10,-4,4.2,4.2)+b(-12,9,4.2,4.2)+b(12,9,4.2,4.2)+b(-6,20,3.6,3.6)+b(6,20,3.6,3.6)},pillbug:{...T,limbs:M("M14 -17L25 -22M18 -7L30 -11M19 3L31 3M18 13L29 17M14 22L23 29"),feelers:M("M6 -27Q8 -33 15 -34L20 -40"),body:"M0 -31Q12 -31 17 -19Q21 -8 20 5Q18 23 7 31L0 35L-7 31Q-18 23 -20 5Q-21 -8 -17 -19Q-12 -31 0 -31Z",cuts:"M-19 -13Q0 -22 19 -13M-21 -3Q0 -12 21 -3M-21 7Q0 -2 21 7M-20 17Q0 8 20 17M-14 26Q0 18 14 26"}},Pe=.07,mo=-.03,mt=.515,go=dt(A(6,mt),Pe),ko=dt(A(6,mt+.04),Pe+.05),$o=L(A(6,mt)),bo=L(A(6,mt-.02)),vo=new Set(Object.keys(Oe));function yo(e,t,s){const n=t?.0098:.0108,o=t?e.limb:e.limb+1;return l`<g transform="translate(0 ${t&&s?-.045:0}) scale(${n})">
    ${e.wings===""?f:l`<path class="hive-wings" d=${e.wings} stroke-width="2"/>`}
    <path class="hive-limbs" d=${e.limbs} stroke-width=${o}/>
    ${t?l`<path class="hive-limbs" d=${e.feelers} stroke-width="2.4"/>`:f}
    <path class="hive-bug" d=${e.body}/>
    ${t?l`<path class="hive-cuts" d=${e.cuts} stroke-width="2.3"/>`:f}
    ${e.spots===""?f:l`<path class="hive-spots" d=${e.spots}/>`}
  </g>`}function wo(e){return Array.from({length:e},(t,s)=>{const n=(s-(e-1)/2)*.11;return l`<circle class="hive-bug" cx=${p(n)} cy=".41" r=".033"/>`})}function Mo(e){return l`<g transform="translate(.33 -.3)">
    <circle class="hive-count" r=".15" stroke-width=".025"/>
    <text class="hive-count-text" y=".075" font-size=".21">${e}</text>
  </g>`}function xo(e,t,s){const n=Oe[e.kind],o=s.detail==="full",r=Number(e.label.slice(-1))||0,i=vo.has(e.kind)?`hive-${e.kind}`:"";return l`<g class=${Pt(e.colour)} stroke-linejoin="round">
    ${o&&t.level===0?l`<path class="skin-shadow" d=${ko}/>`:f}
    <g class=${i} transform="translate(0 ${mo})">
      <path class="skin-side" d=${go} stroke-width=".07"/>
      <path class="skin-face" d=${$o}/>
      <path class="skin-rim" d=${bo} stroke-width=${o?.018:.03}/>
      ${n?yo(n,o,r>0):l`<text class="skin-text" y=".12" font-size=".34">${e.label}</text>`}
      ${o?wo(r):f}
      ${o&&t.height>1&&t.level===t.height-1?Mo(t.height):f}
    </g>
  </g>`}const Qe=L(A(6,.54)),Yt={x:.05,y:-.13},_o=.62,So=2.6,Lo=5,Ao=6;function jo(e,t,s){return s?{x:0,y:-e*Math.min(_o,So/Math.max(1,t-1))}:{x:e*Yt.x,y:e*Yt.y}}function Eo(e,t){const s=!t.isTaken&&(t.isTarget||t.isLast);return l`${s?l`<path class="hive-empty" d=${Qe} stroke-width=".03" stroke-linejoin="round"/>`:f}`}function To({port:e}){return Ie("hive-table",e)}function Io(e,{id:t},s){const n=s.scene.tokens.find(a=>a.space===t&&a.kind==="queen"),o=s.scene.counters.find(({key:a,seat:c})=>a==="queen_neighbours"&&c===n?.seat),r=Number(o?.value??0);if(e!=="queen"||!n||r<Lo)return l`${f}`;const i=r>=Ao?"hive-danger":"hive-watch hive-pulse";return l`<path class=${i} part="hive-queen" d=${Qe} transform="translate(0 -.02)"
    stroke-width=".07" stroke-linejoin="round"/>`}const Oo={style:po,margin:.5,aspect:1,ground:To,space:Eo,token:xo,lift:jo,highlight:Io},Jt=.07,st=-.025,Po=9,te=.225,ee=.475,Z=[[-1,-1],[1,1],[1,-1],[-1,1]],At=[...Z,[0,-1],[0,1]],se=[...At,[-1,0],[1,0]],G=[0,0],Qo=[[],[G],Z.slice(0,2),[...Z.slice(0,2),G],Z,[...Z,G],At,[...At,G],se,[...se,G]],Re=e=>Qo.map(t=>t.map(([s,n])=>D(e,s*te,n*te)).join("")),Ro=Re(.08),No=Re(.095);function C(e,t){return`honest_john-seat-${t===void 0?"grey":e.sides[t]?.colour??"grey"}`}function jt(e,t,s,n){const o=Number(e);if(o>Po)return l`<text class="skin-text" transform="translate(${t} 0) rotate(${p(-s)})" y=".165"
      font-size=".46">${e}</text>`;if(o===0)return l`${f}`;const r=(n?Ro:No)[o]??"";return l`<path class="honest_john-pips-${o}" transform="translate(${t} 0)" d=${r}/>`}const X=(e,t,s,n=0)=>l`<rect class=${e} x=${p(t-.955+n)} y=${p(s-.455+n)}
    width=${p(1.91-2*n)} height=${p(.91-2*n)} rx=${p(.13-n/2)}
    stroke-width=".02"/>`;function Do(){return l`${X("honest_john-back",0,0)}
    ${X("honest_john-back-line",0,0,.12)}
    <path class="honest_john-back-line" d="M-.2 0L0-.2L.2 0L0 .2z" stroke-width=".02"/>`}function zo(e,t,s){const[n="",o=""]=e.split("-");return l`${X("skin-face",0,0)}
    <path class="honest_john-bar" d="M0-.29V.29" stroke-width=".03"/>
    ${jt(n,-ee,t,s)}${jt(o,ee,t,s)}`}function Co(e,t,s){const n=s.detail==="full",o=t.turn*Math.PI/180,[r,i]=[Math.sin(o),Math.cos(o)],a=e.faceDown?"honest_john-back-side":"skin-side";return l`<g class="skin-white ${C(s,e.seat)}">
    ${n?X("skin-shadow",r*.085,i*.085):f}
    ${X(a,r*(st+Jt),i*(st+Jt))}
    <g transform="translate(${p(r*st)} ${p(i*st)})">
      ${e.faceDown?Do():zo(e.label,t.turn,n)}
    </g>
  </g>`}const Ne=4.05,De=6.5,qo=.35,Ho=.8,Bo=5,Go=1.2,z=2.9,F=1.24,ze=.7,ne=13,Uo=.42,Zo=4.1,Fo="…";function Y(e,t){const s=e.at(`${t}:0`);if(!s)return;const n=Math.atan2(s.y,s.x)+Math.PI/e.scene.hands.length,[o,r]=Qt(e.scene)?[Ne,qo]:[De,Ho],i=o-r*Math.abs(Math.cos(n));return{x:i*Math.cos(n),y:i*Math.sin(n)}}const Qt=({hands:e})=>e.length<=Bo,Ce=({scene:e})=>Qt(e)?1:Go,Vo=e=>Qt(e)?Ne+z/2:De+z/2;function qe(e){const t=2*Math.PI*e*.8;return l`<circle class="honest_john-chip" r=${p(e)} stroke-width=${p(e*.16)}/>
    <circle class="honest_john-chip-notches" r=${p(e*.8)} stroke-width=${p(e*.3)}
      stroke-dasharray="${p(t/12)} ${p(t/12)}"/>`}function Et(e,t){return e.scene.counters.find(s=>s.seat===t&&(s.key==="chips"||s.key==="pips"))}function Wo(e){const t=[...e];return t.length<=ne?e:t.slice(0,ne-1).join("")+Fo}function Ko(e,t){const s=Y(e,t);if(!s)return l`${f}`;const n=`translate(${p(s.x)} ${p(s.y)}) scale(${Ce(e)})`;if(e.detail==="small")return l`<g class=${C(e,t)} transform=${n}><circle class="honest_john-seat" r=".6"/></g>`;const o=Et(e,t),r=e.scene.prompt?.seat===t,i=Wo(e.names[t]??""),a=Math.min(Uo,Zo/Math.max(1,[...i].length)),c=-z/2;return l`<g class=${C(e,t)} part="honest_john-seat" transform=${n}>
    <rect class="honest_john-plate" x=${c} y=${-F/2} width=${z} height=${F} rx=".2"/>
    <rect class="honest_john-plate-edge" x=${c} y=${-F/2} width=${z} height=${F} rx=".2"
      stroke-width=${r?.1:.045}/>
    <text class="honest_john-plate-text" x="0" y="-.09" font-size=${p(a)} text-anchor="middle">${i}</text>
    <g transform="translate(0 .3)">
      ${o?.key==="chips"?l`<g transform="translate(-.42 0)">${qe(.2)}</g>`:f}
      <text class="honest_john-plate-text" x=${o?.key==="chips"?-.12:0} y=".15" font-size=".43"
        text-anchor=${o?.key==="chips"?"start":"middle"}>${o?.value??""}</text>
    </g>
  </g>`}function Xo(e){return e.scene.hands.map(({seat:t})=>Ko(e,t))}function Yo(e){const{prompt:t}=e.scene,s=t?.forSeat===void 0?void 0:Y(e,t.forSeat),n=t?.seat===void 0?void 0:Y(e,t.seat);if(!t||!s||!n||e.detail==="small")return l`${f}`;const[o,r]=[n.x-s.x,n.y-s.y],i=Math.hypot(o,r),[a,c]=[o/i,r/i],h=Ce(e),d=vt(s,a,c,h,.12),u=vt(n,-a,-c,h,.2),m=`M${p(d.x)} ${p(d.y)}L${p(u.x-a*.3)} ${p(u.y-c*.3)}`,g=Math.atan2(c,a)*180/Math.PI,k=vt(s,a,c,h,ze);return l`<g class=${C(e,t.forSeat)} part="honest_john-question">
    <path class="honest_john-way-under" d=${m} stroke-width=".26"/>
    <path class="honest_john-way" d=${m} stroke-width=".12"/>
    <path class="honest_john-head"
      transform="translate(${p(u.x)} ${p(u.y)}) rotate(${p(g)})" d="M0 0L-.46-.27V.27z"
      stroke-width=".07" stroke-linejoin="round"/>
    <g transform="translate(${p(k.x)} ${p(k.y)})">${Jo(t.value)}</g>
  </g>`}function Jo(e){return l`<circle class="honest_john-balloon" r=${ze} stroke-width=".07"/>
    <g class="skin-white">
      <rect class="skin-side" x="-.44" y="-.37" width=".88" height=".88" rx=".13" stroke-width=".02"/>
      <rect class="skin-face" x="-.44" y="-.44" width=".88" height=".88" rx=".13"/>
      ${jt(e,0,0,!0)}
    </g>`}function vt({x:e,y:t},s,n,o,r){const i=Math.abs(s)<.001?1/0:z/2/Math.abs(s),a=Math.abs(n)<.001?1/0:F/2/Math.abs(n),c=Math.min(i,a)*o+r;return{x:e+s*c,y:t+n*c}}const He=8;function oe(e,t,s){return e.scene.hands.flatMap(({seat:n})=>{const[o,r]=[Et(e,n),Et({scene:t},n)];if(o?.key!=="chips"||r?.key!=="chips")return[];const i=s*(Number(o.value)-Number(r.value));return Array.from({length:Math.min(He,Math.max(0,i))},()=>n)})}function tr(e){const{before:t}=e;if(!t||e.detail==="small")return l`${f}`;const s=oe(e,t,-1),n=oe(e,t,1),o=e.scene.tokens.length%2===1;return l`${s.slice(0,He).map((r,i)=>{const a=Y(e,r),c=Y(e,n[i]??r);if(!a||!c||a===c)return f;const h=Math.hypot(c.x-a.x,c.y-a.y),d=p(Math.atan2(c.y-a.y,c.x-a.x)*180/Math.PI);return l`<g transform="translate(${p(a.x)} ${p(a.y)}) rotate(${d}) scale(${p(h)})">
      <g class="honest_john-flight ${o?"honest_john-flight-a":"honest_john-flight-b"}">
        <g transform="scale(${p(1/h)}) rotate(${-Number(d)})">${qe(.36)}</g>
      </g>
    </g>`})}`}const er=E`
  ${ut}
  :host {
    --honest_john-table: var(--referee-honest_john-table, light-dark(#93a7a3, #47534f));
    --honest_john-plate: var(--referee-honest_john-plate, light-dark(#f2efe6, #2b302e));
    --honest_john-plate-text: var(--referee-honest_john-plate-text, light-dark(#2c2f2e, #ece8dd));
    --honest_john-1: var(--referee-honest_john-1, #2878ad);
    --honest_john-2: var(--referee-honest_john-2, #2a8549);
    --honest_john-3: var(--referee-honest_john-3, #c2392f);
    --honest_john-4: var(--referee-honest_john-4, #85552a);
    --honest_john-5: var(--referee-honest_john-5, #3a50a8);
    --honest_john-6: var(--referee-honest_john-6, #a87a08);
    --honest_john-7: var(--referee-honest_john-7, #7a3f98);
    --honest_john-8: var(--referee-honest_john-8, #107a74);
    --honest_john-9: var(--referee-honest_john-9, #34353b);
    --honest_john-chip: var(--referee-honest_john-chip, #e3b23c);
  }
  .honest_john-seat-red {
    --seat: var(--colour-red);
  }
  .honest_john-seat-blue {
    --seat: var(--colour-blue);
  }
  .honest_john-seat-green {
    --seat: var(--colour-green);
  }
  .honest_john-seat-yellow {
    --seat: var(--colour-yellow);
  }
  .honest_john-seat-purple {
    --seat: var(--colour-purple);
  }
  .honest_john-seat-orange {
    --seat: var(--colour-orange);
  }
  .honest_john-seat-brown {
    --seat: var(--colour-brown);
  }
  .honest_john-seat-grey {
    --seat: var(--colour-grey);
  }
  .honest_john-table {
    fill: var(--honest_john-table);
  }
  .honest_john-track {
    fill: var(--seat);
    opacity: 0.5;
  }
  .honest_john-slot {
    fill: none;
    stroke: color-mix(in oklab, var(--seat), light-dark(#000, #fff) 25%);
    opacity: 0.7;
  }
  .honest_john-turn {
    fill: color-mix(in oklab, var(--seat) 22%, transparent);
    stroke: var(--seat);
  }
  .honest_john-dead {
    fill: var(--honest_john-table);
    opacity: 0.55;
  }
  .honest_john-stop {
    stroke: var(--seat);
    stroke-linecap: round;
  }
  .honest_john-bar {
    stroke: var(--rim);
    stroke-linecap: round;
  }
  .honest_john-back {
    fill: var(--seat);
  }
  .honest_john-back-side {
    fill: color-mix(in oklab, var(--seat), #000 38%);
  }
  .honest_john-back-line {
    fill: none;
    stroke: color-mix(in oklab, var(--seat), #fff 45%);
  }
  .honest_john-pips-1 {
    fill: var(--honest_john-1);
  }
  .honest_john-pips-2 {
    fill: var(--honest_john-2);
  }
  .honest_john-pips-3 {
    fill: var(--honest_john-3);
  }
  .honest_john-pips-4 {
    fill: var(--honest_john-4);
  }
  .honest_john-pips-5 {
    fill: var(--honest_john-5);
  }
  .honest_john-pips-6 {
    fill: var(--honest_john-6);
  }
  .honest_john-pips-7 {
    fill: var(--honest_john-7);
  }
  .honest_john-pips-8 {
    fill: var(--honest_john-8);
  }
  .honest_john-pips-9 {
    fill: var(--honest_john-9);
  }
  .honest_john-plate {
    fill: var(--honest_john-plate);
  }
  .honest_john-plate-edge {
    fill: none;
    stroke: var(--seat);
  }
  .honest_john-seat {
    fill: var(--seat);
  }
  .honest_john-plate-text {
    fill: var(--honest_john-plate-text);
    font-family: var(--font);
    font-weight: 600;
    user-select: none;
  }
  .honest_john-chip {
    fill: var(--honest_john-chip);
    stroke: color-mix(in oklab, var(--honest_john-chip), #2a1a00 55%);
  }
  .honest_john-chip-notches {
    fill: none;
    stroke: color-mix(in oklab, var(--honest_john-chip), #fff 70%);
  }
  .honest_john-way {
    fill: none;
    stroke: var(--seat);
    stroke-linecap: round;
  }
  .honest_john-way-under {
    fill: none;
    stroke: var(--honest_john-plate);
    stroke-linecap: round;
  }
  .honest_john-head {
    fill: var(--seat);
    stroke: var(--honest_john-plate);
  }
  .honest_john-balloon {
    fill: var(--honest_john-plate);
    stroke: var(--seat);
  }
  .honest_john-flight {
    opacity: 0;
  }
  @keyframes honest_john-pulse {
    50% {
      opacity: 0.35;
    }
  }
  @keyframes honest_john-fly-a {
    from {
      transform: translateX(0);
      opacity: 1;
    }
    80% {
      opacity: 1;
    }
    to {
      transform: translateX(1px);
      opacity: 0;
    }
  }
  @keyframes honest_john-fly-b {
    from {
      transform: translateX(0);
      opacity: 1;
    }
    80% {
      opacity: 1;
    }
    to {
      transform: translateX(1px);
      opacity: 0;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .honest_john-turn {
      animation: honest_john-pulse 1.6s ease-in-out infinite;
    }
    .honest_john-flight-a {
      animation: honest_john-fly-a 900ms ease-in-out;
    }
    .honest_john-flight-b {
      animation: honest_john-fly-b 900ms ease-in-out;
    }
  }
`;function sr(e){const t=Vo(e);return{x:-t,y:-t,width:2*t,height:2*t}}function nr(e){return l`${Ie("honest_john-table",e.port)}${Xo(e)}`}function or({id:e,line:t},s,n){if(!t)return l`${f}`;const o=C(n,t.seat);return s.isTaken?l`<rect class="honest_john-track ${o}" x="-1.05" y="-.56" width="2.1" height="1.12" rx=".2"/>`:rr(n,"turn",e)?l`${f}`:l`<rect class="honest_john-slot ${o}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13"
      stroke-width=".05" stroke-dasharray=".14 .1"/>`}const rr=(e,t,s)=>e.scene.highlights.some(n=>n.kind===t&&n.spaces.includes(s));function ir(e,{id:t,line:s},n){const o=C(n,s?.seat),r=(a,c)=>l`<rect class="${a} ${o}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=${c}/>`;return e==="turn"?l`${r("honest_john-turn",.09)}`:e!=="dead"?l`${f}`:n.scene.tokens.some(a=>a.space===t)?l`${r("honest_john-dead",0)}`:l`<path class="honest_john-stop ${o}" d="M-.75-.4V.4" stroke-width=".14"/>`}function ar(e){return l`${Yo(e)}${tr(e)}`}const cr={style:er,margin:.45,aspect:1,room:sr,ground:nr,space:or,token:Co,highlight:ir,above:ar,lift:()=>({x:0,y:0})},hr=A(4,.078).map(({x:e,y:t})=>D(.066,e,t)),Be={orange:D(.145)+D(.07),blue:"M-.15-.05Q-.1-.13-.05-.07Q0-.01.05-.07Q.1-.13.15-.07V-.01Q.1-.07.05-.01Q0 .05-.05-.01Q-.1-.07-.15 .01zM-.15 .08Q-.1 0-.05 .06Q0 .12 .05 .06Q.1 0 .15 .06V.12Q.1 .06 .05 .12Q0 .18-.05 .12Q-.1 .06-.15 .14z",purple:"M.05-.15A.15.15 0 1 0 .135 .075A.115.115 0 0 1 .05-.15z",pink:hr.join("")+D(.03),yellow:Bn(5,.17,.07),red:L(A(3,.165)),green:"M-.135 .135Q-.16-.13 .135-.135Q.16 .13-.135 .135z",brown:L(A(4,.165,1/8))},lr=E`
  ${ut}
  :host {
    --kamisado-orange: var(--referee-kamisado-orange, light-dark(#ea7d2c, #d9702a));
    --kamisado-blue: var(--referee-kamisado-blue, light-dark(#2768b3, #2a62a6));
    --kamisado-purple: var(--referee-kamisado-purple, light-dark(#77499e, #704796));
    --kamisado-pink: var(--referee-kamisado-pink, light-dark(#e281b1, #cf739f));
    --kamisado-yellow: var(--referee-kamisado-yellow, light-dark(#f2cb2e, #dcb82a));
    --kamisado-red: var(--referee-kamisado-red, light-dark(#d33c35, #bf3831));
    --kamisado-green: var(--referee-kamisado-green, light-dark(#218c4e, #217f48));
    --kamisado-brown: var(--referee-kamisado-brown, light-dark(#704527, #673f24));
    --kamisado-frame: var(--referee-kamisado-frame, light-dark(#2f3036, #26282d));
    --kamisado-edge: var(--referee-kamisado-edge, #c9c4b8);
    --kamisado-pulse: var(--referee-kamisado-pulse, #fff);
  }
  .kamisado-orange {
    --hue: var(--kamisado-orange);
    --sign: #401f06;
  }
  .kamisado-blue {
    --hue: var(--kamisado-blue);
    --sign: #fff;
  }
  .kamisado-purple {
    --hue: var(--kamisado-purple);
    --sign: #fff;
  }
  .kamisado-pink {
    --hue: var(--kamisado-pink);
    --sign: #4a1030;
  }
  .kamisado-yellow {
    --hue: var(--kamisado-yellow);
    --sign: #453300;
  }
  .kamisado-red {
    --hue: var(--kamisado-red);
    --sign: #fff;
  }
  .kamisado-green {
    --hue: var(--kamisado-green);
    --sign: #fff;
  }
  .kamisado-brown {
    --hue: var(--kamisado-brown);
    --sign: #fff;
  }
  .kamisado-hue {
    fill: var(--hue);
  }
  .kamisado-sign {
    fill: var(--sign);
    fill-rule: evenodd;
  }
  .kamisado-engraved {
    opacity: 0.2;
  }
  .kamisado-symbol {
    opacity: 0.85;
  }
  /* A tint would change the colour of a square, so that the last move is a frame. */
  .last {
    display: none;
  }
  .kamisado-last {
    fill: none;
    stroke: #fff;
  }
  .kamisado-last-edge {
    fill: none;
    stroke: rgb(0 0 0 / 0.4);
  }
  .target {
    fill: #fff;
    stroke: rgb(0 0 0 / 0.55);
    stroke-width: 0.045;
  }
  .target-ring,
  .source {
    stroke: #fff;
  }
  .kamisado-frame {
    fill: var(--kamisado-frame);
  }
  .kamisado-frame-text {
    fill: var(--kamisado-edge);
  }
  .kamisado-collar {
    fill: none;
    stroke: var(--skin-gold);
  }
  .kamisado-tooth {
    fill: var(--skin-gold);
    stroke: #57400a;
  }
  .kamisado-required {
    fill: none;
    stroke: var(--kamisado-pulse);
  }
  .kamisado-halo {
    fill: none;
    stroke: rgb(0 0 0 / 0.55);
  }
  .kamisado-won {
    fill: none;
    stroke: var(--skin-gold);
  }
  .kamisado-blocked {
    fill: none;
    stroke: #fff;
  }
  .kamisado-push {
    fill: #fff;
    stroke: rgb(0 0 0 / 0.6);
    stroke-linejoin: round;
    opacity: 0.92;
  }
  @keyframes kamisado-pulse {
    50% {
      opacity: 0.25;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .kamisado-required {
      animation: kamisado-pulse 1.6s ease-in-out infinite;
    }
  }
`,dr=.405,ur=.435,re=.08,fr=-.035,pr=.6,nt=e=>A(8,e,1/16);function Ge(e){return{shadow:dt(nt(e+.02),re+.03),side:dt(nt(e),re),face:L(nt(e)),rim:L(nt(e-.035))}}const mr=Ge(dr),gr=Ge(ur);function kr(e){return Array.from({length:e},(t,s)=>{const n=(s-(e-1)/2)*pr,[o,r]=[p(.325*Math.sin(n)),p(.325*Math.cos(n))];return l`<circle class="kamisado-tooth" cx=${o} cy=${r} r=".056" stroke-width=".02"/>`})}function $r(e,t,s){const n=e.marks?.count??0,{shadow:o,side:r,face:i,rim:a}=n>0?gr:mr,c=Pt(s.sides[e.seat??0]?.colour??"white"),h=s.detail==="full",d=Be[e.colour],u=n>0?"kamisado-collar":"skin-rim",m=n===0?.014:h?.03:.07;return l`<g class="${c} kamisado-${e.colour}">
    ${h?l`<path class="skin-shadow" d=${o}/>`:f}
    <g transform="translate(0 ${fr})" stroke-linejoin="round">
      <path class="skin-side" d=${r} stroke-width=".03"/>
      <path class="skin-face" d=${i}/>
      ${h||n>0?l`<path class=${u} d=${a} stroke-width=${m}/>`:f}
      <circle class="kamisado-hue" r=${h?.25:.29}/>
      ${h?l`<circle class="skin-rim" r=".25" stroke-width=".018"/>`:f}
      ${h&&d!==void 0?l`<path class="kamisado-sign" d=${d}/>`:f}
      ${h?kr(n):f}
    </g>
  </g>`}const V=.34,ie=L(A(8,.475,1/16)),ae="M-.44-.44H.44V.44H-.44z",ce="M-.17-.17L.17 .17M.17-.17L-.17 .17",br=-.36;function vr({colour:e},t,s){const n=Be[e],o=s.detail==="full",r=s.symbols?"kamisado-symbol":"kamisado-engraved";return l`<rect class="kamisado-${e} kamisado-hue space-shape" x="-.5" y="-.5" width="1" height="1"/>
    ${n!==void 0&&o&&!t.isTaken?l`<path class="kamisado-${e} kamisado-sign ${r}" d=${n}/>`:f}
    ${t.isLast?l`<path class="kamisado-last-edge" d=${ae} stroke-width=".11"/><path class="kamisado-last" d=${ae} stroke-width=".06"/>`:f}`}function yr(e){const s=e.scene.spaces.map(({id:m})=>({id:m,at:e.at(m)})).filter(m=>m.at!==void 0),n=s.map(({at:m})=>m.x),o=s.map(({at:m})=>m.y),[r,i]=[Math.min(...n)-.5,Math.max(...n)+.5],[a,c]=[Math.min(...o)-.5,Math.max(...o)+.5],h=s.filter(({at:m})=>m.y>c-.75),d=s.filter(({at:m})=>m.x<r+.75),u=(m,g,k)=>l`<text class="skin-edge kamisado-frame-text" x=${p(g)} y=${p(k)} font-size=".2">${m}</text>`;return l`<rect class="kamisado-frame" part="kamisado-frame" x=${r-V} y=${a-V}
      width=${i-r+2*V} height=${c-a+2*V} rx=".16"/>
    ${e.detail==="small"?f:h.map(({id:m,at:g})=>u(m.slice(0,1),g.x,c+.24))}
    ${e.detail==="small"?f:d.map(({id:m,at:g})=>u(m.slice(1),r-.17,g.y+.07))}`}function he(e){return l`<g stroke-linejoin="round">
    <path class="kamisado-halo" d=${ie} stroke-width=".1"/>
    <path class=${e} d=${ie} stroke-width=".055"/>
  </g>`}function wr(e){switch(e){case"required":return he("kamisado-required");case"won":return he("kamisado-won");case"blocked":return l`<g transform="translate(0 -.035)" stroke-linecap="round">
        <path class="kamisado-halo" d=${ce} stroke-width=".17"/>
        <path class="kamisado-blocked" d=${ce} stroke-width=".09"/>
      </g>`;default:return l`${f}`}}function Mr(e){const t=e.scene.highlights.find(({kind:d})=>d==="pushed")?.spaces??[],[s]=e.scene.lastMove,n=s===void 0?void 0:e.at(s),o=t.at(-1),r=o===void 0?void 0:e.at(o);if(!n||!r||e.detail==="small")return l`${f}`;const i=Math.hypot(r.x-n.x,r.y-n.y),a=Math.atan2(r.y-n.y,r.x-n.x)*180/Math.PI,c=p(i-.24),h=`M-.05-.055H${c}V-.15L${p(i+.06)} 0L${c} .15V.055H-.05z`;return l`<g
    transform="translate(${p(n.x)} ${p(n.y)}) rotate(${p(a)}) translate(0 ${br})">
    <path class="kamisado-push" part="kamisado-push" d=${h} stroke-width=".035"/>
  </g>`}const xr={style:lr,margin:V,ground:yr,space:vr,token:$r,highlight:wr,above:Mr,lift:()=>({x:0,y:0})},_r={dvonn:uo,hive:Oo,honest_john:cr,kamisado:xr},Tt=e=>String(Math.round(e*1e3)/1e3);function Ue(e){return`M${e.map(([t,s])=>`${Tt(t)} ${Tt(s)}`).join("L")}Z`}function Sr(e){const t=Tt(e);return`M-${t} 0A${t} ${t} 0 1 1 ${t} 0A${t} ${t} 0 1 1 -${t} 0Z`}function Lr(e){const t=[-90,-30,30,90,150,210].map(n=>n*Math.PI/180),s=e/Math.sqrt(3);return Ue(t.map(n=>[s*Math.cos(n),s*Math.sin(n)]))}function le(e,t){return Ue([[-e,-t],[e,-t],[e,t],[-e,t]])}function j(e,t=1){switch(e){case"square":return le(t/2,t/2);case"hexagon":return Lr(t);case"circle":return Sr(t/2);case"domino":return le(t,t/2)}}const Ar=E`
  .generic-disc,
  .generic-back {
    stroke: var(--line);
    stroke-width: 0.03;
  }
  .generic-back {
    fill: var(--muted);
  }
  .generic-label,
  .generic-mark {
    font: 600 0.34px var(--font);
    text-anchor: middle;
    dominant-baseline: central;
  }
  .generic-number {
    font-size: 0.22px;
  }
`,jr=new Set(["white","yellow","pink","orange"]);function Er(e,t,s){const n=j(e.shape==="domino"?"domino":"circle",.82);if(e.faceDown)return l`<path class="generic-back" d=${n}></path>`;const o=s.colour(e),r=jr.has(o)?"#1b1b1b":"#fff",i=e.label||Or(s.word("token",e.kind));return l`
    <path class="generic-disc" d=${n} fill="var(--colour-${o}, var(--muted))"></path>
    <g transform="rotate(${-t.turn})">
      <text class="generic-label" fill=${r}>${i}${Tr(t)}</text>
      ${Ir(e,r)}
    </g>`}function Tr({level:e,height:t}){return t===1||e<t-1?f:l`<tspan class="generic-number">×${t}</tspan>`}function Ir({marks:e},t){if(!e)return f;const s="•".repeat(e.count);return l`<text class="generic-mark generic-number" y="0.28" fill=${t}>${s}</text>`}const Or=e=>[...e][0]??"";function Pr({shape:e,colour:t}){const s=t===""?"var(--space)":`var(--colour-${t}, var(--space))`;return l`<path class="space-shape" d=${j(e,.98)} fill=${s}></path>`}const Qr={style:Ar,space:Pr,token:Er},Rr=14,Nr=44,de=[8,14],Dr="lost",Ze=640,zr=.25,J=e=>_r[e]??Qr;function Cr(e,t,s){return(t===void 0?0:e[t]?.halfTurns??0)%2===1!==s}function Fe(e){const{game:t,scene:s,seat:n,isFlipped:o=!1,width:r=Ze}=e,i=J(t),a=Ve(e).sides(t),c=Math.min(Math.max(Math.round(r/Nr),de[0]),de[1]),h={seats:Math.max(s.hands.length,2),isTurned:Cr(a,n,o),columns:c,names:e.names??[],...n!==void 0&&{seat:n}};return rn(s,h,{margin:i.margin??zr,...i.aspect!==void 0&&{aspect:i.aspect},...i.room&&{room:i.room.bind(i)},...i.place&&{place:i.place.bind(i)}})}const Ve=({words:e,listed:t})=>e??new It(t?[t]:[]);function qr(e,t=Fe(e)){const{game:s,scene:n,lang:o="en",clicks:r=[],next:i=[],width:a=Ze}=e,c=Ve(e),h=c.sides(s),d=new Map(n.spaces.map($=>[$.id,$])),u=e.port??_e(void 0,t.bounds,t.window),m=r.filter(({kind:$})=>$==="space").map(({key:$})=>$),g=new Set(n.tokens.map(({space:$})=>$)),k=i.filter(({kind:$,key:w})=>$==="space"&&(r.length>0||!g.has(w))).map(({key:$})=>$),y=a/t.width*(t.window.width/u.width),x=new Set(i.map(({kind:$,key:w})=>`${$} ${w}`)),I=new Set((e.starts??[]).map(({kind:$,key:w})=>`${$} ${w}`)),Rt={game:s,scene:n,layout:t,sides:h,names:e.names??[],detail:y<Rr?"small":"full",symbols:e.symbols??!1,chosen:m,port:u,skin:J(s),next:i,targets:k,held:r.find(({kind:$})=>$==="hand")?.key??"",leaving:e.leaving??new Set,focus:e.focus??"",canLose:c.has(s,"counter",Dr),isStill:e.isStill??!1,isZoomed:e.isZoomed??!1,...e.seat!==void 0&&{seat:e.seat},...e.before&&{before:e.before},...e.hovered!==void 0&&{hovered:e.hovered},...e.mover!==void 0&&{mover:e.mover},word:($,w)=>c.text(s,$,w,o),colour:({colour:$,seat:w})=>$||(w===void 0?"":h[w]?.colour??""),at:$=>t.places.get($),space:$=>d.get($),isNext:($,w)=>x.has(`${$} ${w}`),canClick:($,w)=>x.has(`${$} ${w}`)||I.has(`${$} ${w}`)},os=(e.names??[]).join(" – ");return{...Rt,label:[Rt.word("game",s),os].filter(Boolean).join(": ")}}const Hr=({round:e,ply:t})=>`${e}.${t}`;function ot(e){const t=/^(\d+)\.(\d+)$/.exec(e);return t?{round:Number(t[1]),ply:Number(t[2])}:void 0}function Br({steps:e,round:t,ply:s}){const n=new Array(Math.max(t,1)).fill(0);for(const o of e){const r=o.round-1;n[r]=Math.max(n[r]??0,o.ply+1)}return n[t-1]=Math.max(n[t-1]??0,s),n}function Gr(e,t,s){const n=Br(e);let[o,r]=[t.round,t.ply+s];for(;r<0&&o>1;)o-=1,r+=(n[o-1]??0)+1;for(;r>(n[o-1]??0)&&o<n.length;)r-=(n[o-1]??0)+1,o+=1;return{round:o,ply:Math.min(Math.max(r,0),n[o-1]??0)}}const We=(e,{round:t,ply:s})=>t>e.round||t===e.round&&s>=e.ply;function Ur(e){const{view:t,lang:s,state:n}=e,o=n?Zr(t,n,s):[],r=t.seat??0,i=n?.end?Vr(n,t,s):e.prompt;return n&&!n.end&&o.some(({clock:a})=>a?.running)&&e.tick(),{above:Vt(o.filter(({seat:a})=>a!==r).reverse(),s),below:Vt(o.filter(({seat:a})=>a===r),s),foot:v`
      <div class="prompt" part="prompt">${i}</div>
      ${t.isStill?f:zn(Wr(e),s,a=>e.act[a]())}`}}function Zr(e,t,s){const n=performance.now()-t.clocksAtMs;return(t.summary?.players??[]).map((o,r)=>{const i=t.clocks[r];return{seat:r,name:e.names[r]??o,side:e.sides[r],isTurn:t.turnSeat===r,isAway:t.absent.has(r),counters:Fr(r,e,s),elapsedMs:n,...i&&{clock:i}}})}const Fr=(e,{scene:t,word:s},n)=>t.counters.filter(o=>o.seat===e).map(({key:o,value:r})=>`${s("counter",o)} ${U(r,n)}`);function Vr({end:e},t,s){const n=e?.verdict?.places??[];if(n.length===0)return S("aborted",s);const o=n.flatMap((a,c)=>a===1?[t.names[c]??""]:[]);if(o.length===n.length)return S("drawn",s);const[r="",i=""]=S("wins",s).split("{name}");return v`${r}<bdi>${o.join(", ")}</bdi>${i}`}function Wr({view:e,moment:t,state:s,isPosition:n}){const o=!t||s!==void 0&&We(s,t),r=t?.round===1&&t.ply===0,i=s!==void 0||n,a=[{control:"first",isOff:r},{control:"back",isOff:r},{control:"forward",isOff:!n&&o},{control:"present",isOff:!n&&o}],c=J(e.game).aspect!==void 0,h=[{control:"closer",isOff:!1},{control:"farther",isOff:!1},{control:"whole",isOff:!e.isZoomed}];return[...i?a:[],{control:"flip",isOff:!1},...c?h:[]]}const ue=256,Kr=8192;class Xr{#t=new Map;#e=new Map;constructor(t,s){this.link=t,this.matchId=s}async at(t,s){const n=`${t}.${s}`,o=this.#t.get(n);if(o)return o;const r=s-s%ue,i=`${t}.${r}`;let a=this.#e.get(i);return a||(a=this.#s(t,r).finally(()=>this.#e.delete(i)),this.#e.set(i,a)),await a,this.#t.get(n)}known(t,s){return this.#t.get(`${t}.${s}`)}clear(){this.#t.clear()}async#s(t,s){this.#t.size>Kr&&this.clear();const{matchId:n}=this,o={matchId:n,round:t,fromPly:s,plies:ue,withoutPosition:!0,withChanges:!0},r=new Mt;for await(const{frame:i={}}of this.link.stream("MatchService/ListFrames",o)){const a=r.read(i);a&&this.#t.set(`${i.round??1}.${i.ply??0}`,a)}}}const Yr=220,Jr=450,ti=24,ei=48;function si(e){const{scene:t,layout:s,port:n}=e,{window:o}=s,r=o.width/n.width,i=new Map;for(const{id:a,space:c}of t.tokens){const h=e.at(c);if(a===""||!h)continue;const[d,u]=[o.x+(h.x-n.x)*r,o.y+(h.y-n.y)*r];i.set(a,{x:d,y:u,scale:r})}for(const{tokens:a}of s.hands)for(const{token:c,...h}of a)c.id!==""&&i.set(c.id,h);return i}const Ke=()=>!matchMedia("(prefers-reduced-motion: reduce)").matches;function ni(e,t,s){if(!Ke())return;const n=[...s].filter(([r,i])=>{const a=t.get(r);return a&&Math.hypot(a.x-i.x,a.y-i.y)>.05});if(n.length===0||n.length>ti)return;const o=Xe(e);for(const[r,i]of n){const[a,c]=[o.get(r),t.get(r)];a&&c&&ii(a,c,i)}}function Xe(e){const t=e.querySelectorAll("[data-token]");return new Map([...t].map(s=>[s.dataset.token??"",s]))}function oi(e,t,s){const n=[...t.keys()].filter(r=>!s.has(r));if(n.length===0||n.length>ei||s.size===0||!Ke())return[];const o=Xe(e);return n.flatMap(r=>o.get(r)?.cloneNode(!0)??[])}function ri(e,t){const s=e.querySelector(".window");for(const n of s?t:[]){if(!(n instanceof SVGElement))continue;n.removeAttribute("data-token"),s?.append(n);const o=n.animate([{opacity:1},{opacity:0}],{duration:Jr});o.onfinish=o.oncancel=()=>n.remove()}}function ii(e,t,s){const n=e.transform.baseVal.consolidate()?.matrix;if(!n)return;const r=e.closest(".window")!==null?s.scale:1,[i,a]=[(t.x-s.x)/r,(t.y-s.y)/r],c=t.scale/s.scale,h=(d,u,m)=>`matrix(${n.a*m}, ${n.b*m}, ${n.c*m}, ${n.d*m}, ${d}, ${u})`;e.animate([{transform:h(n.e+i,n.f+a,c)},{transform:h(n.e,n.f,1)}],{duration:Yr,easing:"cubic-bezier(0.25, 0.6, 0.3, 1)"})}const ai={fromAttribute:e=>Object.fromEntries((e??"").split(/\s+/).filter(Boolean).map(ci))},ci=e=>{const t=e.indexOf("=");return t<0?[e,"true"]:[e.slice(0,t),e.slice(t+1)]},hi={fromAttribute:e=>(e??"").split(",").map(t=>t.trim()).filter(Boolean)};class fe extends is{constructor(){super(...arguments),this.url="",this.match="",this.token="",this.game="",this.position="",this.moves=[],this.options={},this.ply="",this.bare=!1,this.still=!1,this.flipped=!1,this.symbols=!1,this.confirm=!1,this.legal=[],this.names=[]}static{this.properties={url:{},match:{},seat:{type:Number},token:{},lang:{},game:{},position:{},moves:{converter:hi},options:{converter:ai},ply:{},bare:{type:Boolean},still:{type:Boolean},flipped:{type:Boolean,reflect:!0},symbols:{type:Boolean},confirm:{type:Boolean},link:{attribute:!1},words:{attribute:!1},scene:{attribute:!1},legal:{attribute:!1},mover:{attribute:!1},names:{attribute:!1},state:{attribute:!1}}}static{this.origins=["url","link","match","token","seat","game","position","moves","options"]}}const li=5,di=.004,pe=2;class ui{#t=new Map;#e={x:0,y:0};#s=!1;#n=!1;constructor(t,s){this.element=t,this.target=s,t.addEventListener("pointerdown",this.#o),t.addEventListener("pointermove",this.#i),t.addEventListener("pointerup",this.#l),t.addEventListener("pointercancel",this.#l),t.addEventListener("wheel",this.#d,{passive:!1})}stop(){const{element:t}=this;t.removeEventListener("pointerdown",this.#o),t.removeEventListener("pointermove",this.#i),t.removeEventListener("pointerup",this.#l),t.removeEventListener("pointercancel",this.#l),t.removeEventListener("wheel",this.#d)}takeDrag(){const t=this.#n;return this.#n=!1,t}#o=t=>{this.#n=!1,!(this.#t.size>=pe||!fi(t))&&(this.#t.set(t.pointerId,rt(t)),this.#e=rt(t),this.#s=!1)};#i=t=>{const s=this.#t.get(t.pointerId);if(!s)return;const n=rt(t),o=t.pointerType==="mouse";this.#t.size===pe?this.#h(t.pointerId,s,n):(o||this.target.canDrag())&&this.#r(t,s,n),this.#t.set(t.pointerId,n)};#r(t,s,n){!this.#s&&yt(this.#e,n)<li||(this.#s||this.element.setPointerCapture(t.pointerId),this.#s=!0,this.#n=!0,this.target.pan({x:s.x-n.x,y:s.y-n.y}))}#h(t,s,n){const o=[...this.#t].find(([c])=>c!==t)?.[1];if(!o)return;this.#n=!0;const r={x:(n.x+o.x)/2,y:(n.y+o.y)/2},[i,a]=[yt(n,o),yt(s,o)];a>0&&i>0&&this.target.zoom(i/a,r),this.target.pan({x:(s.x-n.x)/2,y:(s.y-n.y)/2})}#l=t=>{this.#t.delete(t.pointerId)};#d=t=>{t.ctrlKey&&(t.preventDefault(),this.target.zoom(Math.exp(-t.deltaY*di),rt(t)))}}const fi=e=>e.composedPath().some(t=>t instanceof Element&&t.classList.contains("window")),rt=({clientX:e,clientY:t})=>({x:e,y:t}),yt=(e,t)=>Math.hypot(e.x-t.x,e.y-t.y),pi={ArrowUp:"up",ArrowDown:"down",ArrowLeft:"left",ArrowRight:"right"},mi=120;class gi{#t;#e;#s;#n;#o;#i="";#r=new Set;#h;#l="";#d=!1;constructor(t,s){this.host=t,this.target=s,t.addController(this)}get isZoomed(){return this.#e!==void 0}get hovered(){return this.#o}get leaving(){return this.#r}hostConnected(){for(const[t,s]of this.#$())this.#b().addEventListener(t,s);this.host.addEventListener("pointerleave",this.#y),this.#t=new ui(this.host,this.#v())}hostDisconnected(){for(const[t,s]of this.#$())this.#b().removeEventListener(t,s);this.host.removeEventListener("pointerleave",this.#y),this.#t?.stop(),clearTimeout(this.#h)}#b(){return this.host.shadowRoot??this.host}#$(){return[["click",this.#a],["keydown",this.#c],["pointerover",this.#T],["focusin",this.#E],["focusout",this.#y]]}port(t,s){return this.#s=s,this.#n=t,this.#e&&!ki(this.#e,t)&&(this.#e=void 0),this.#e??t}reset(){this.#e=void 0}zoomMiddle(t){const s=this.#f();s&&this.#g(s,t,{x:s.x+s.width/2,y:s.y+s.height/2})}focusIn(t,{hands:s},n){const{spaces:o,lastMove:r}=t,i=s.flatMap(({tokens:h})=>h).map(({token:h})=>Ye(h.id)),a=new Set([...o.map(({id:h})=>ct(h)),...i]);return a.has(this.#i)?this.#i:[...n.map(wt),ct(r.at(-1)??"")].find(h=>a.has(h))??ct(o[0]?.id??"")}async isConfirmed(t,s,n,o){const{notation:r=""}=t,i=this.#l===r;if(this.#l="",i)return!0;const a=o&&this.#S();return!n&&!a||(a&&(this.#r=await this.target.leaving(t).catch(()=>new Set)),!n&&this.#r.size===0)?!0:(this.#l=r,this.#o=s.kind==="space"?s.key:void 0,!1)}updated(t){const s=this.target.view();!s||s.isStill||!this.#d||t.activeElement||this.#_(t,this.#i)}#v(){return{canDrag:()=>this.isZoomed,pan:t=>{const[s,n]=[this.#f(),this.#k()];!s||!n||!this.#s||(this.#e=vn(s,{x:t.x/n,y:t.y/n},this.#s),this.target.redraw())},zoom:(t,s)=>{const[n,o]=[this.#f(),this.#M(s)];n&&o&&this.#g(n,t,o)}}}#g(t,s,n){this.#n&&(this.#e=yn(t,s,n,this.#n),this.target.redraw())}#f(){const t=this.target.view();if(!(!t||J(t.game).aspect===void 0))return this.#e??t.port}#p(){const t=this.host.shadowRoot?.querySelector(".window")?.getScreenCTM(),s=this.target.view()?.port;return t&&s?{matrix:t,port:s}:void 0}#k(){const[t,s]=[this.#p(),this.#f()];return t&&s&&t.matrix.a*t.port.width/s.width}#M({x:t,y:s}){const[n,o]=[this.#p(),this.#f()];if(!n||!o)return;const r=new DOMPoint(t,s).matrixTransform(n.matrix.inverse()),i=o.width/n.port.width;return{x:o.x+(r.x-n.port.x)*i,y:o.y+(r.y-n.port.y)*i}}#a=t=>{if(this.#t?.takeDrag())return;const s=it(t);if(!s)return;const n=t instanceof PointerEvent&&t.pointerType==="touch";this.target.press(s,n)};#c=t=>{if(!(t instanceof KeyboardEvent))return;if(t.key==="Escape")return this.target.clear();const s=it(t);if(!s)return;if(t.key==="Enter"||t.key===" "){t.preventDefault(),this.target.press(s,!1);return}const n=pi[t.key];!n||t.altKey||t.ctrlKey||t.metaKey||(t.preventDefault(),this.#x(s,n))};#x(t,s){const n=this.target.view();if(!n||!this.host.shadowRoot)return;const o=Xs($i(n),wt(t),s);o!==void 0&&this.#_(this.host.shadowRoot,o)}#_(t,s){const n=s.replace(/^(hand|space) /,""),o=s.startsWith("hand ")?"data-hand":"data-space";t.querySelector(`[${o}="${CSS.escape(n)}"]`)?.focus()}#E=t=>{const s=it(t);if(!s)return;this.#d=!0,this.#i=wt(s);const[n]=t.composedPath();n instanceof Element&&n.matches(":focus-visible")&&this.#w(s),this.target.redraw()};#T=t=>this.#w(it(t));#y=t=>{t instanceof FocusEvent&&t.relatedTarget!==null&&(this.#d=!1),this.#w(void 0)};#w(t){const s=t?.kind==="space"?t.key:void 0;if(s===this.#o)return;this.#o=s,clearTimeout(this.#h),this.#r=new Set;const n=t&&this.#S()?this.target.wouldEnd(t):void 0;n&&(this.#h=setTimeout(()=>void this.#I(t,n),mi)),this.target.redraw()}async#I(t,s){if(!t||this.target.wouldEnd(t)!==s)return;const n=await this.target.leaving(s).catch(()=>new Set);this.#o!==t.key||n.size===0||(this.#r=n,this.target.redraw())}#S(){return this.target.view()?.canLose??!1}}const ki=(e,t)=>Math.abs(e.width*t.height/(e.height*t.width)-1)<.01;function it(e){for(const t of e.composedPath()){if(!(t instanceof SVGElement))continue;const{space:s,hand:n}=t.dataset;if(s!==void 0)return{kind:"space",key:s};if(n!==void 0)return{kind:"hand",key:n}}}const ct=e=>`space ${e}`,Ye=e=>`hand ${e}`,wt=({kind:e,key:t})=>`${e} ${t}`;function $i({layout:e,port:t,scene:s}){const{window:n}=e,o=n.width/t.width,r=new Map;for(const{id:i}of s.spaces){const a=e.places.get(i);if(!a)continue;const[c,h]=[n.x+(a.x-t.x)*o,n.y+(a.y-t.y)*o];r.set(ct(i),{x:c,y:h})}for(const{tokens:i}of e.hands)for(const{token:a,x:c,y:h}of i)a.id!==""&&r.set(Ye(a.id),{x:c,y:h});return r}const me=new Map;async function bi(e,t,s){const n=me.get(t)??new It;if(t!==""&&me.set(t,n),n.game(s))return n;const{game:o}=await e.call("GameService/GetGame",{game:s});return o&&n.add(o),n}function vi({seat:e,notation:t},s){const{words:n,game:o,names:r,lang:i}=s;if(e===void 0)return S("chance",i).replace("{move}",t);const a=n.sides(o)[e]?.name??"",c=r[e]||n.text(o,"side",a,i);return S("moved",i).replace("{name}",c).replace("{move}",t)}function yi(e,t){const{words:s,game:n,names:o,lang:r}=t,i=e?s.prompt(n,e,r,o):[];return`${S("yourTurn",r)}. ${i.map(({text:a})=>a).join("")}`}function wi(e,t){const s=e.scene.spaces.map(({id:n,shape:o})=>{const r=e.at(n),i=e.canClick("space",n)||e.chosen.includes(n),a=[n,...(t.get(n)??[]).map(h=>Je(h,e)).reverse()],c=`translate(${r?.x??0} ${r?.y??0}) rotate(${r?.turn??0})`;return l`<path class=${i?"hit can":"hit"} data-space=${n} d=${j(o)}
      transform=${c} role="button" tabindex=${e.focus===`space ${n}`?0:-1}
      aria-label=${a.join(", ")} aria-disabled=${i?"false":"true"}
      aria-pressed=${e.chosen.includes(n)?"true":"false"}></path>`});return l`<g class="hits">${s}</g>`}function Mi(e,t,s){const n=Je(e,s);return l`<path class=${t?"hit can":"hit"} data-hand=${e.id} d=${j(e.shape)}
    role="button" tabindex=${s.focus===`hand ${e.id}`?0:-1} aria-label=${n}
    aria-disabled=${t?"false":"true"}
    aria-pressed=${s.held===e.id?"true":"false"}></path>`}function Je(e,t){if(e.faceDown)return t.word("token",e.kind);const s=e.seat===void 0?"":t.sides[e.seat]?.name??"",n=e.colour!==""&&e.colour!==t.sides[e.seat??-1]?.colour;return[s===""?"":t.word("side",s),t.word("token",e.kind),e.label,n?t.word("colour",e.colour):""].filter(r=>r!=="").join(" ")}const _=e=>Math.round(e*1e3)/1e3,tt=({x:e,y:t},s=0,n=1)=>`translate(${_(e)} ${_(t)})`+(s%360===0?"":` rotate(${_(s)})`)+(n===1?"":` scale(${_(n)})`),ge=(e,t,s,n)=>[e,t,s,n].map(_).join(" ");function xi(e){const{layout:t,skin:s,port:n}=e,{window:o}=t,r=l`
    ${s.defs?.()??f}
    ${t.hands.map(c=>Hi(c,e))}
    <svg class="window" part="board" x=${_(o.x)} y=${_(o.y)}
      width=${_(o.width)} height=${_(o.height)}
      viewBox=${ge(n.x,n.y,n.width,n.height)}
      overflow=${e.isZoomed?"hidden":"visible"}>${_i(e)}</svg>
    ${t.hands.map(c=>Ci(c,e))}`,i=s.aspect===void 0?"picture":"picture grows",a=e.isZoomed?`${i} zoomed`:i;return l`<svg class=${a} viewBox=${ge(0,0,t.width,t.height)}
    role=${e.isStill?"img":"group"} aria-label=${e.label}>${r}</svg>`}function _i(e){const{scene:t,skin:s}=e,n=ji(t.tokens),o=t.lastMove.map(r=>ht(r,e,0,Ei));return l`
    ${s.aspect===void 0?f:Si(e.port)}
    ${s.ground?.(e)??f}
    <g class="spaces">${Lt(t.spaces,({id:r})=>r,r=>Ti(r,n,e))}</g>
    <g class="lasts">${o}</g>
    <g class="tokens">${Lt(Li(n,e),Ai,r=>Qi(r,n,e))}</g>
    <g class="marks">${Ri(e,n)}</g>
    ${s.above?.(e)??f}
    ${e.isStill?f:wi(e,n)}`}const Si=({x:e,y:t,width:s,height:n})=>l`<rect class="backdrop" x=${_(e)} y=${_(t)} width=${_(s)} height=${_(n)}></rect>`;function Li(e,t){const s=n=>t.at(n)?.y??0;return[...e].sort(([n],[o])=>s(n)-s(o)).flatMap(([,n])=>n)}const Ai=(e,t)=>e.id||`${e.space} ${t}`;function ji(e){const t=new Map;for(const s of e){const n=t.get(s.space);n?n.push(s):t.set(s.space,[s])}return t}function ht(e,t,s,n){const[o,r]=[t.space(e),t.at(e)];if(!o||!r)return f;const{x:i,y:a}=s>1?ts(t,s-1,s,e):{x:0,y:0};return l`<g transform=${tt({x:r.x+i,y:r.y+a},r.turn)}>${n(o)}</g>`}const ts=(e,t,s,n)=>(e.skin.lift??Pi)(t,s,e.hovered===n),Ei=({shape:e})=>l`<path class="last" part="last" d=${j(e)}></path>`;function Ti(e,t,s){const n=s.at(e.id);if(!n)return f;const o={isLast:s.scene.lastMove.includes(e.id),isTarget:s.isNext("space",e.id),isTaken:t.has(e.id)},r=s.skin.space?.(e,o,s)??Ii(e);return l`<g class="space" part=${`space ${e.colour}`} transform=${tt(n,n.turn)}>${r}</g>`}const Ii=({shape:e})=>l`<path class="space-shape" fill="var(--space)" d=${j(e,.98)}></path>`,Oi=.12,Pi=(e,t,s)=>({x:0,y:-e*Oi*(s?2:1)});function Qi(e,t,s){const n=s.at(e.space);if(!n)return f;const o=t.get(e.space)??[e],r=o.indexOf(e),i=s.hovered===e.space,a=ts(s,r,o.length,e.space),c=n.turn+90*e.quarterTurns,h={where:"board",level:r,height:o.length,isChosen:s.chosen.includes(e.space),isHovered:i,isLeaving:e.id!==""&&s.leaving.has(e.id),turn:c},d=tt({x:n.x+a.x,y:n.y+a.y},c);return l`<g class="token" part=${`token ${e.kind}`} data-token=${e.id} transform=${d}>
    ${s.skin.token(e,h,s)}</g>`}function Ri(e,t){const{scene:s,skin:n}=e,o=c=>t.get(c)?.length??0,r=s.highlights.flatMap(({kind:c,spaces:h})=>{const d=u=>n.highlight?.(c,u,e)??Ni(u,c);return h.map(u=>ht(u,e,o(u),d))}),i=e.chosen.map(c=>ht(c,e,o(c),Di)),a=e.targets.map(c=>ht(c,e,o(c),h=>zi(h,o(c)>0)));return[...r,...i,...a]}const Ni=({shape:e},t)=>l`<path class="highlight" part=${`highlight ${t}`} d=${j(e,.9)}></path>`,Di=({shape:e})=>l`<path class="source" part="source" d=${j(e,.95)}></path>`;function zi({shape:e},t){return t?l`<path class="target-ring" part="target" d=${j(e,.88)}></path>`:l`<circle class="target" part="target" r="0.13"></circle>`}function Ci(e,t){const s=e.seat===t.mover&&e.tokens.some(({token:o})=>t.canClick("hand",o.id)),n=Lt(e.tokens,({token:o},r)=>o.id||r,o=>qi(o,s,t));return l`<g class="hand" part="hand">${n}</g>`}function qi({token:e,x:t,y:s,scale:n},o,r){const i=e.id!==""&&r.held===e.id,a=o&&r.canClick("hand",e.id),c=90*e.quarterTurns,h={where:"hand",level:0,height:1,isChosen:i,isHovered:!1,isLeaving:!1,turn:c},d=i?l`<path class="source" part="source" d=${j(e.shape,1)}></path>`:f;return l`<g class=${o&&!a&&!i?"token idle":"token"} part=${`token ${e.kind}`}
    data-token=${e.id} transform=${tt({x:t,y:s},c,n)}>
    ${r.skin.token(e,h,r)}${d}
    ${r.isStill||e.id===""?f:Mi(e,a||i,r)}</g>`}function Hi(e,t){if(!e.name||t.detail==="small")return f;const{x:s,y:n}=e.name,o=t.sides[e.seat]?.colour??"grey",i=[...t.names[e.seat]||t.word("side",t.sides[e.seat]?.name??"")].slice(0,we).join("");return l`<g transform=${tt({x:s,y:n})}>
    <circle cx="0.2" r="0.16" fill=${`var(--colour-${o}, var(--muted))`}></circle>
    <text class="name" part="name" x="0.5">${i}</text></g>`}function Bi(e,t,s){const{match:n,seat:o,token:r,game:i,options:a,position:c,moves:h}=e;if(n!==""){const u=o!==void 0&&(e.link!==void 0||r!=="");return new ss(t,n,u,s)}if(i===""||e.scene||e.state)return;const d={game:i,options:{...a},start:c,moves:[...h]};return new W(t,d,s)}function es(e){const{summary:t,scene:s,round:n,ply:o,choices:r,turnSeat:i}=e;if(!t||!s)return;const a=r&&i!==void 0?{mover:i}:{};return{game:t.game??"",scene:s,round:n,ply:o,legal:r?.legal??[],...a}}function ke({players:e=[],displayNames:t=[]}){return e.map((s,n)=>t[n]||s)}class ss{#t;#e=new AbortController;#s=!1;#n={turnId:"",position:""};constructor(t,s,n,o){this.link=t,this.matchId=s,this.listener=o,this.#t=new _s(s),this.#i(n).catch(r=>this.#h(r))}get state(){return this.#t.state}get shown(){return es(this.#t.state)}stop(){this.#e.abort()}async play({notation:t=""}){const s=this.state.choices?.turnId??"0";await be(this.link,{matchId:this.matchId,playMove:{turnId:s,notation:t}})}async leaving({notation:t=""}){const{scene:s,round:n,summary:o,choices:{turnId:r=""}={}}=this.state;if(!s||r==="")return new Set;const i=await this.#o(r,s.board);if(i==="")return new Set;const{game:a="",options:c={},points:h=[]}=o??{},d={game:a,options:c,points:h,round:n,start:i};return ns(this.link,d,[t],s)}async#o(t,s){if(this.#n.turnId===t)return this.#n.position;const n={matchId:this.matchId,knownBoard:s},{position:o="",turnId:r=""}=await this.link.call("MatchService/GetMatch",n);return r!==t?"":(this.#n={turnId:t,position:o},o)}async#i(t){const s={matches:[{matchId:this.matchId}],detail:"DETAIL_PAGE"},n={signal:this.#e.signal,onConnection:r=>this.listener.connection(r)};if(!t){for await(const r of as(this.link,s,n))this.#r(r);return}const o={withoutMoves:!0,withoutLegal:!0,maxMatches:1,agent:"referee-board"};for await(const{watched:r}of cs(this.link,{hello:o,watch:s},n))r&&this.#r(r),r?.gone&&this.stop()}#r(t){if(this.#e.signal.aborted)return;const s=this.#t.apply(t);this.listener.changed(this.#s?s:s.filter(Gi)),this.#s||=t.update?.frame!==void 0;const n=t.gone?.refusal;n&&this.listener.failed(hs(n))}#h(t){this.#e.signal.aborted||this.listener.failed(Q(t))}}const Gi=({kind:e})=>e==="turn"||e==="end"||e==="gone";class W{#t;#e;#s=0;#n=new ls;constructor(t,s,n){this.link=t,this.start=s,this.listener=n,this.#e=s.moves??[],this.#o(this.#e).catch(o=>this.listener.failed(Q(o)))}get shown(){return this.#t}get moves(){return this.#e}stop(){this.#s+=1}async play({notation:t=""}){await this.#o([...this.#e,t])}async go(t){await this.#o(t)}async leaving({notation:t=""}){return this.#t?ns(this.link,this.start,[...this.#e,t],this.#t.scene):new Set}async#o(t){const s=this.#s+=1,n=this.#t?.scene.board??"",o={...this.start,moves:[...t],knownBoard:n},r=await this.link.call("GameService/GetPosition",o);if(s!==this.#s)return;const{scene:i={},round:a=1,legal:c=[],seat:h,steps:d=[]}=r,u=t.length===this.#e.length+1;this.#e=t,this.#t={game:this.start.game??"",scene:this.#n.read(i),round:a,ply:d.filter(g=>(g.round??1)===a).length,legal:c,...h!==void 0&&{mover:h}};const m=u?d.at(-1):void 0;this.listener.changed(m?[Ui(m)]:[]),h!==void 0&&this.listener.changed([{kind:"turn",seat:h}])}}function Ui({round:e=1,ply:t=0,seat:s,notation:n="",forced:o}){return{kind:"step",step:{...{round:e,ply:t,notation:n,isForced:o??!1},...s!==void 0&&{seat:s}}}}async function ns(e,t,s,n){const o={...t,moves:[...s],stopAtRoundEnd:!0,withoutSteps:!0},{scene:r={}}=await e.call("GameService/GetPosition",{...o,knownBoard:n.board}),i=(r.hands??[]).flatMap(({tokens:c=[]})=>c),a=new Set([...r.tokens??[],...i].map(({id:c})=>c));return new Set(n.tokens.map(({id:c})=>c).filter(c=>c!==""&&!a.has(c)))}const Zi=E`
  :host {
    --ink: var(--referee-ink, light-dark(#23262b, #e8e6e1));
    --ground: var(--referee-ground, light-dark(#f6f4ef, #1d1f23));
    --space: var(--referee-space, light-dark(#e6e1d6, #34373d));
    --line: var(--referee-line, light-dark(#0000002e, #ffffff2e));
    --muted: var(--referee-muted, light-dark(#6b6f76, #9a9da3));
    --accent: var(--referee-accent, light-dark(#1f7a4d, #57c08a));
    --last: var(--referee-last, light-dark(#d9b23c8c, #cda53280));
    --highlight: var(--referee-highlight, light-dark(#c2432f, #ef7c66));
    --focus: var(--referee-focus, light-dark(#0b5fd0, #8ab8ff));
    --font: var(--referee-font, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif);
    --colour-white: var(--referee-colour-white, #f4efe3);
    --colour-black: var(--referee-colour-black, #2b2b2e);
    --colour-red: var(--referee-colour-red, #c8402f);
    --colour-blue: var(--referee-colour-blue, #2f6fb8);
    --colour-green: var(--referee-colour-green, #2f8a53);
    --colour-yellow: var(--referee-colour-yellow, #e3b92f);
    --colour-purple: var(--referee-colour-purple, #7d4b9e);
    --colour-orange: var(--referee-colour-orange, #de7f26);
    --colour-brown: var(--referee-colour-brown, #7a5236);
    --colour-grey: var(--referee-colour-grey, #7c8085);
    --colour-pink: var(--referee-colour-pink, #dd7fa6);
  }
  .picture {
    display: block;
    direction: ltr;
    user-select: none;
    -webkit-user-select: none;
    touch-action: manipulation;
  }
  .picture.grows {
    touch-action: pan-x pan-y;
  }
  .picture.zoomed {
    touch-action: none;
  }
  .space-shape {
    stroke: var(--line);
    stroke-width: 0.02;
  }
  .last {
    fill: var(--last);
  }
  .source,
  .highlight {
    fill: none;
    stroke: var(--accent);
    stroke-width: 0.07;
    stroke-linejoin: round;
  }
  .highlight {
    stroke: var(--highlight);
    stroke-width: 0.05;
  }
  .target {
    fill: var(--accent);
    stroke: var(--ground);
    stroke-width: 0.025;
  }
  .target-ring {
    fill: none;
    stroke: var(--accent);
    stroke-width: 0.08;
  }
  .idle {
    opacity: 0.45;
  }
  .backdrop,
  .hit {
    fill: transparent;
    outline: none;
  }
  .hit:focus-visible {
    stroke: var(--focus);
    stroke-width: 0.08;
  }
  .can {
    cursor: pointer;
  }
  .name {
    font: 500 0.42px var(--font);
    fill: var(--ink);
    dominant-baseline: middle;
  }
`,Fi=E`
  :host {
    display: block;
    position: relative;
    color: var(--ink);
    font-family: var(--font);
  }
  :host([hidden]) {
    display: none;
  }
  .picture {
    inline-size: 100%;
    max-block-size: var(--referee-board-height, 80vh);
  }
  .framed {
    /* As wide as the picture: --aspect is its width by its height. */
    max-inline-size: calc(var(--referee-board-height, 80vh) * var(--aspect, 1));
    margin-inline: auto;
  }
`;class Vi extends fe{#t;#e;#s=new It;#n;#o;#i="";#r="";#h;#l=new Map;#d=0;#b=0;#$="";#v=!1;#g;#f;#p=[];#k=0;#M=-1;#a=new Hn;#c=new gi(this,{press:(t,s)=>void this.#D(t,s),redraw:()=>this.#u(),view:()=>this.#n,clear:()=>this.clear(),wouldEnd:t=>this.#a.wouldEnd(t),leaving:t=>this.#t?.leaving(t)??Promise.resolve(new Set)});#x=new ResizeObserver(([t])=>{const s=Math.round(t?.contentRect.width??0);s!==this.#d&&(this.#d=s,requestAnimationFrame(()=>this.#u()))});get shownState(){return this.state?this.state:this.#t instanceof ss?this.#t.state:void 0}show(t){const s=this.shownState,n=!t||!s||We(s,t);this.ply=n?"":Hr(t);const o=n?this.#Q():t;this.#m("scrub",{...o,isPresent:n})}step(t){this.#t instanceof W&&this.#O(this.#t.moves.length+t);const s=this.shownState;s&&this.show(Gr(s,ot(this.ply)??this.#Q(),t))}flip(){this.flipped=!this.flipped}resetView(){this.#c.reset(),this.#o=void 0,this.#u()}zoom(t){this.#c.zoomMiddle(t)}clear(){this.#a.clear(),this.#u()}async submit(t){await be(this.#L(),{...t,matchId:this.match})}connectedCallback(){super.connectedCallback(),this.#x.observe(this),this.hasUpdated&&this.#R()}disconnectedCallback(){super.disconnectedCallback(),this.#x.disconnect(),this.#t?.stop(),this.#t=void 0,clearTimeout(this.#f)}willUpdate(t){fe.origins.some(s=>t.has(s))&&this.#R(),(t.has("legal")||t.has("scene"))&&(this.#b+=1),[...t.keys()].length>0&&(this.#k+=1),this.words&&(this.#s=this.words),this.#_()}render(){const[t,s]=[this.#n,this.#j()],n=this.#g&&S("failed",s).replace("{reason}",this.#g.message),o=this.#v?S("cut",s):n,r=o?v`<div class="notice" part="notice">${o}</div>`:f;if(!t)return r;const i=this.bare?void 0:Ur(this.#U(t)),a=An([this.#k],()=>xi(t)),c=this.bare?f:"framed";return v`<div class=${c} lang=${s} dir=${In(s)}>
      ${i?.above??f}
      <div class="stage" dir="ltr">${a}</div>
      ${i?.below??f}
      ${this.still?f:this.#G(t,s)}
      ${i?.foot??f} ${r}
      <div class="heard" role="status" aria-live="polite">${this.still?"":this.#$}</div>
    </div>`}update(t){const s=this.#n,[n,o]=[this.#l,s?si(s):new Map],r=oi(this.renderRoot,n,o);super.update(t),this.#l=o,s&&(ni(this.renderRoot,n,o),ri(this.renderRoot,r))}updated(){if(!this.#n)return;const{width:t,height:s}=this.#n.layout;this.style.setProperty("--aspect",String(Math.round(1e3*t/s)/1e3)),this.#c.updated(this.renderRoot)}#_(){const t=this.#I();if(!t||this.#M===this.#k)return;this.#M=this.#k;const s=this.#S(t);t.game!==this.#i&&this.#y(t.game),this.#E(`${t.game} ${ot(this.ply)?.round??t.round}`);const n=this.ply===""&&!this.still?t.legal:[];this.#a.begin(this.#z(t),n);const o=this.#T(t,s),r=Fe(o);this.#o=_e(this.#o,r.bounds,r.window);const i=this.#c.port(this.#o,r.bounds);this.#n&&this.#n.scene!==s&&(this.#h=this.#n.scene),this.#n=qr({...o,port:i,isZoomed:this.#c.isZoomed,focus:this.#c.focusIn(s,r,this.#a.next),leaving:this.#c.leaving,...this.#h&&{before:this.#h},...this.#c.hovered!==void 0&&{hovered:this.#c.hovered}},r)}#E(t){t!==this.#r&&(this.#r=t,this.#o=void 0,this.#h=void 0)}#T(t,s){const{summary:n}=this.shownState??{},o=this.names.length>0?this.names:n?ke(n):[];return{game:t.game,scene:s,words:this.#s,lang:this.#j(),names:o,isFlipped:this.flipped,symbols:this.symbols,isStill:this.still,clicks:this.#a.clicks,next:this.#a.next,starts:this.#a.starts,...this.#d>0&&{width:Math.min(this.#d,innerHeight)},...this.seat!==void 0&&{seat:this.seat},...t.mover!==void 0&&{mover:t.mover}}}#y(t){this.#i=t;const{style:s}=J(t),n=[Zi,qn,Fi,...s?[s]:[]];ds(this.renderRoot,n),!this.words&&!this.#s.game(t)&&this.#w(t)}async#w(t){if(this.#P())try{this.#s=await bi(this.#L(),this.url,t),this.#u()}catch(s){this.#A(Q(s))}}#I(){if(this.#t)return this.#t.shown;if(this.state)return es(this.state);const{scene:t,game:s,legal:n,mover:o}=this;if(t)return{game:s,scene:t,round:1,ply:0,legal:n,...o!==void 0&&{mover:o}}}#S(t){const s=ot(this.ply);if(!s||!this.#P())return t.scene;const{matchId:n}=this.shownState??{};if(n===void 0)return t.scene;this.#e??=new Xr(this.#L(),n);const o=this.#e.known(s.round,s.ply);return o||(this.#e.at(s.round,s.ply).then(r=>r&&this.#u(),r=>this.#A(Q(r))),this.#n?.scene??t.scene)}#z({round:t,ply:s,mover:n}){if(this.#t instanceof W)return this.#t.moves.join(" ");const o=this.shownState,r=this.ply===""?`${t}.${s}.${n??""}`:"past";return o?`${r} ${o.choices?.turnId??""}`:`fed ${this.#b}`}#Q(){const{round:t=1,ply:s=0}=this.shownState??this.#t?.shown??{};return{round:t,ply:s}}#O(t){if(!(this.#t instanceof W))return;const{moves:s}=this.#t;(s.length>this.#p.length||!Wi(s,this.#p))&&(this.#p=s);const n=Math.min(Math.max(t,0),this.#p.length);this.#t.go(this.#p.slice(0,n)).catch(o=>this.#A(Q(o)))}#P(){return this.link!==void 0||this.url!==""}#L(){return this.link?this.link:new us(this.url,this.token===""?{}:{token:this.token})}#R(){if(this.#t?.stop(),this.#t=void 0,this.#e=void 0,this.#g=void 0,this.#p=[],this.#r="",this.#l=new Map,this.#c.reset(),!this.isConnected||!this.#P())return;const t={changed:s=>this.#C(s),connection:s=>this.#B(s==="down"),failed:s=>this.#A(s)};this.#t=Bi(this,this.#L(),t)}#C(t){this.#g=void 0;for(const s of t)this.#q(s);this.shownState&&this.#m("update",{state:this.shownState}),this.#u()}#q(t){if((t.kind==="takeback"||t.kind==="round")&&this.#e?.clear(),t.kind==="step"){const{round:s,ply:n,notation:o,seat:r}=t.step,i=r!==void 0&&r===this.seat;this.#$=vi(t.step,this.#N()),this.#m("move",{round:s,ply:n,notation:o,isMine:i,...r!==void 0&&{seat:r}})}if(t.kind==="turn"){const{seat:s,choices:n}=t,o=n!==void 0;o&&(this.#$+=` ${yi(this.shownState?.scene?.prompt,this.#N())}`),this.#m("turn",{seat:s,isMine:o,...o&&{turnId:n.turnId}})}if(t.kind==="end"){const{verdict:s}=t;this.#m("end",{verdict:s,places:s.places??[]})}}#N(){const{summary:t}=this.shownState??{},s=t?ke(t):this.names;return{words:this.#s,game:this.#i,names:s,lang:this.#j()}}async#D(t,s){const n=this.#a.press(t);if(this.#u(),!!n){if(!await this.#c.isConfirmed(n,t,this.confirm,s)){this.#a.back(),this.#u();return}await this.#H(n)}}async#H(t){const s=this.#m("choose",{move:t});if(this.#a.send(t),this.#u(),!(!s||!this.#t))try{await this.#t.play(t)}catch(n){this.#a.clear(),this.#m("error",{error:Q(n)}),this.#u()}}#B(t){t!==this.#v&&(this.#v=t,this.#m("connection",{isDown:t}),this.requestUpdate())}#A(t){this.#g=t,this.#m("error",{error:t}),this.requestUpdate()}#u(){this.#k+=1,this.requestUpdate()}#m(t,s){const n={detail:s,bubbles:t!=="error",composed:!0,cancelable:!0};return this.dispatchEvent(new CustomEvent(t,n))}#j(){return this.lang||this.closest("[lang]")?.getAttribute("lang")||document.documentElement.lang||"en"}#G({game:t},s){const n=({kind:o,key:r})=>o==="done"?S("end",s):this.#s.text(t,"choice",r,s);return Nn(this.#a.next,n,o=>void this.#D(o,!1))}#U(t){const{prompt:s}=t.scene,n=this.#j(),o=this.shownState,r=()=>{clearTimeout(this.#f),this.#f=setTimeout(()=>this.requestUpdate(),100)};return{view:t,lang:n,moment:ot(this.ply),isPosition:this.#t instanceof W,prompt:s?Rn(this.#s.prompt(t.game,s,n,t.names)):[],tick:r,act:{first:()=>o?this.show({round:1,ply:0}):this.#O(0),back:()=>this.step(-1),forward:()=>this.step(1),present:()=>o?this.show():this.#O(1/0),flip:()=>this.flip(),closer:()=>this.zoom(1.3),farther:()=>this.zoom(1/1.3),whole:()=>this.resetView()},...o&&{state:o}}}}const Wi=(e,t)=>e.every((s,n)=>s===t[n]);customElements.get("referee-board")||customElements.define("referee-board",Vi);export{Lt as a,Es as b,Rs as c,Le as e,Ae as i,Yi as r,wn as t};
