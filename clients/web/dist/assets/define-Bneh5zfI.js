import{T as Mt,U,V as cs,W as _t,X as be,Y as E,A as u,c as x,Q as l,Z as Ot,$ as gt,i as hs,C as ve,a0 as ls,a1 as ds,a2 as us,a3 as Q,a4 as fs,a5 as ps,a6 as ms}from"./page-B6ctHM5d.js";const Pt=e=>({state:e,happenings:[]});function gs(e,t){const s=ks(t);return s?$s(e,s):t.movesTakenBack?bs(e,t.movesTakenBack):t.roundEnded?vs(e,t.roundEnded,t.revealed):t.proposalMade?ys(e,t.proposalMade):t.proposalAnswered?ws(e,t.proposalAnswered):t.matchPaused||t.matchResumed?xs(e,!!t.matchPaused):t.seatLost?Ms(e,t.seatLost):t.matchEnded?_s(e,t.matchEnded,t.revealed):Ss(e,t)}function ks(e){const t=e.movePlayed??e.forcedMovePlayed??e.moveSubstituted,s=t??e.chanceResolved;if(s)return{round:s.round??1,ply:s.ply??0,notation:s.notation??"",isForced:!e.movePlayed,...t&&{seat:t.seat??0}}}function $s(e,t){const s=[...e.steps.slice(-2e4),t],n={...P(e,"takebackProposer"),steps:s,round:t.round};return{state:{...!(e.drawProposer!==void 0&&e.drawProposer!==t.seat)||t.seat===void 0||e.accepted.includes(t.seat)?n:{...P(n,"drawProposer"),accepted:[]},ply:t.ply+1},happenings:[{kind:"step",step:t}]}}function bs(e,{round:t=1,ply:s=0}){const n=i=>i.round<t||i.round===t&&i.ply<s,o=e.steps.filter(n);return{state:{...P(e,"takebackProposer","drawProposer"),steps:o,round:t,ply:s,accepted:[]},happenings:[{kind:"takeback",round:t,ply:s}]}}function vs(e,t,s){const n={round:t.round??1,result:t.result??{}};return{state:{...ye(e,n.round,s),results:[...e.results,n],points:n.result.totals??[]},happenings:[{kind:"round",end:n}]}}function ye(e,t,s){if(!s?.steps)return e;const n=new Map(s.steps.map(({ply:r=0,notation:i=""})=>[r,i])),o=e.steps.map(r=>{const i=r.round===t?n.get(r.ply):void 0;return i===void 0?r:{...r,notation:i}});return{...e,steps:o}}function ys(e,{seat:t=0,proposal:s}){return s?{state:{...e,...s==="PROPOSAL_DRAW"?{drawProposer:t}:{takebackProposer:t},accepted:[]},happenings:[{kind:"proposal",seat:t,proposal:s}]}:Pt(e)}function ws(e,{seat:t=0,proposal:s,answer:n}){if(!n)return Pt(e);const o=[{kind:"answer",seat:t,answer:n}];return n==="PROPOSAL_ANSWER_ACCEPT"?{state:{...e,accepted:[...e.accepted,t]},happenings:o}:{state:{...P(e,s==="PROPOSAL_DRAW"?"drawProposer":"takebackProposer"),accepted:[]},happenings:o}}function xs(e,t){return{state:{...e,isPaused:t},happenings:[{kind:"pause",isPaused:t}]}}function Ms(e,t){const{seat:s=0,cause:n="TERMINATION_UNSPECIFIED"}=t,o=[...e.losses,{seat:s,cause:n}];return{state:{...e,losses:o},happenings:[{kind:"lost",seat:s,cause:n}]}}function _s(e,t,s){const n=P(e,"drawProposer","takebackProposer","turnSeat","choices");return{state:ye({...n,absent:new Map,end:t},e.round,s),happenings:[{kind:"end",verdict:t.verdict??{}}]}}function Ss(e,t){const{seatConnected:s,seatDisconnected:n}=t;if(!s&&!n)return Pt(e);const o=(s??n)?.seat??0,r=new Map(e.absent);s?r.delete(o):r.set(o,Ls(n?.graceUntilNs));const i=!!n;return{state:{...e,absent:r},happenings:[{kind:"presence",seat:o,isAway:i}]}}function Ls(e){return e===void 0?void 0:-Number(e)/1e6}class As{#t;#e;#s;#n;constructor(t,s={}){this.#s=s.boards,this.#e=new Mt(s.boards),this.#n=s.now??(()=>performance.now()),this.#t={matchId:t,seq:0,round:1,ply:0,steps:[],results:[],points:[],clocks:[],clocksAtMs:0,absent:new Map,accepted:[],isPaused:!1,losses:[],watchers:0,isGone:!1}}get state(){return this.#t}apply({matchId:t,followed:s,frame:n,update:o,gone:r}){if(t!==this.#t.matchId)return[];s&&this.#o(s);const i=(o?.events??[]).flatMap(c=>this.#a(c));o&&(this.#t={...this.#t,watchers:o.watchers??0});const a=o?.frame??n;if(a&&i.push(...this.#r(a)),r){const{refusal:c}=r;this.#t={...this.#t,isGone:!0,...c&&{refusal:c}},i.push({kind:"gone"})}return i}#o(t){this.#e=new Mt(this.#s),this.#t={...this.#t,isGone:!1},this.#t={...P(this.#t,"drawProposer","takebackProposer","turnSeat","choices"),summary:t,round:t.round??1,ply:t.ply??0,points:t.points??[],clocks:t.clocks??[],clocksAtMs:this.#n(),isPaused:t.paused??!1,losses:t.losses??[],watchers:t.watchers??0,...t.drawProposer!==void 0&&{drawProposer:t.drawProposer},...t.takebackProposer!==void 0&&{takebackProposer:t.takebackProposer},...t.turnSeat!==void 0&&{turnSeat:t.turnSeat},...t.verdict&&{end:{verdict:t.verdict}}}}#a(t){const s=Number(t.seq??0);if(s<=this.#t.seq)return[];const{state:n,happenings:o}=gs(this.#t,t);return this.#t={...n,seq:s},o}#r(t){const s=this.#t,{round:n=1,ply:o=0,clocks:r=[],points:i=s.points,turnSeat:a,choices:c}=t,h=this.#e.read(t);this.#t={...P(s,"turnSeat","choices"),round:n,ply:o,clocks:r,points:i,clocksAtMs:this.#n(),absent:js(s.absent,t,this.#n()),...h&&{scene:h},...a!==void 0&&{turnSeat:a},...c&&{choices:c}};const f=s.turnSeat===a&&s.round===n&&s.ply===o,d=c&&c.turnId!==s.choices?.turnId;return a===void 0||f&&!d&&s.scene?[]:[{kind:"turn",seat:a,...c&&{choices:c}}]}}function js(e,{atNs:t},s){const n=Number(t??0)/1e6,o=r=>r===void 0||r>=0?r:s+(-r-n);return new Map([...e].map(([r,i])=>[r,o(i)]))}function P(e,...t){const s={...e};for(const n of t)delete s[n];return s}const we={kind:"done",key:""},at=(e,t)=>e.kind===t.kind&&e.key===t.key;function kt({handToken:e,spaces:t=[],choice:s}){return[...e?[{kind:"hand",key:e}]:[],...t.map(n=>({kind:"space",key:n})),...s?[{kind:"choice",key:s}]:[]]}function K(e,t){const s=t.at(-1)?.kind==="done",n=s?t.slice(0,-1):t,o=e.filter(a=>Es(kt(a),n)),r=o.find(a=>kt(a).length===n.length),i=Ts(o.flatMap(a=>kt(a).slice(n.length,n.length+1)));return r&&(s||i.length===0)?{next:[],move:r}:s?{next:[]}:{next:r?[...i,we]:i}}function Es(e,t){return t.every((s,n)=>{const o=e[n];return o!==void 0&&at(s,o)})}function Ts(e){return[...new Map(e.map(t=>[`${t.kind} ${t.key}`,t])).values()]}function N(e,t=[]){const{next:s,move:n}=K(e,t),[o]=s;return n||!o||s.length>1||K(e,[...t,o]).move?[...t]:N(e,[...t,o])}function Is(e,t,s){const{next:n}=K(e,t);if(n.some(r=>at(r,s)))return N(e,[...t,s]);const o=t.at(-1);if(o&&at(o,s))return n.some(r=>r.kind==="done")?[...t,we]:N(e);for(let r=t.length;r>=0;r-=1){const i=t.slice(0,r);if(K(e,i).next.some(c=>at(c,s)))return N(e,[...i,s])}return[...t]}function Os(e,t){const s=e.running??!1,n=s?Math.max(0,t-Number(e.startsInMs??0)):0,o=Ps(e.remainingMs);let r=n;const i=M=>{const I=Math.min(M,r);return r-=I,M-I},a=i(Number(e.delayLeftMs??0)),c=i(o??0),{periods:h,periodMs:f}=Rs(e,r),d=M=>M===void 0?void 0:Math.max(0,Number(M)-n),m={moveMs:d(e.moveLeftMs),roundMs:d(e.roundLeftMs),matchMs:d(e.matchLeftMs)},g=o===void 0?void 0:Qs(c,h,f),k=[m.moveMs,m.roundMs,m.matchMs].filter(M=>M!==void 0),v=g===void 0?k:[g,...k];return{hasClock:v.length>0,isRunning:s,isFlagged:s&&(g===0&&a===0||k.includes(0)),delayMs:a,periods:h,periodMs:f,...o!==void 0&&{remainingMs:c},...Ns(m),...v.length>0&&{shownMs:Math.min(...v)}}}const Ps=e=>e===void 0?void 0:Number(e);function Qs(e,t,s){return e>0||t===0?e:s}function Rs(e,t){const[s,n]=[e.periods??0,Number(e.periodMs??0)];if(s===0)return{periods:0,periodMs:0};const o=Number(e.periodLeftMs??0);if(t<o||n===0)return{periods:s,periodMs:Math.max(0,o-t)};const r=1+Math.floor((t-o)/n);return r>=s?{periods:0,periodMs:0}:{periods:s-r,periodMs:n-(t-o)%n}}function Ns({moveMs:e,roundMs:t,matchMs:s}){return{...e!==void 0&&{moveMs:e},...t!==void 0&&{roundMs:t},...s!==void 0&&{matchMs:s}}}const[$t,et,q,bt]=[1e3,6e4,36e5,864e5],Ds=1e4;function zs(e,t){const s=o=>String(Math.floor(o)).padStart(2,"0");if(e<Ds)return U(`0:${s(e/$t)}.${Math.floor(e%$t/100)}`,t);const n=s(e%et/$t);return e<q?U(`${Math.floor(e/et)}:${n}`,t):e<bt?U(`${Math.floor(e/q)}:${s(e%q/et)}:${n}`,t):U(`${Math.floor(e/bt)}d ${s(e%bt/q)}:${s(e%q/et)}`,t)}const Cs=1,qs=.6,Hs=.4,lt=.12,Dt=.68,Bs=.25,xe=16,H=.5,zt={x:.14,y:-.1},Gs=.3,Ct={square:1,hexagon:1,circle:1,domino:2},Us={square:1,hexagon:1.16,circle:1,domino:1};function Zs(e,{seat:t=0,seats:s,names:n},o){const r=e.hands.some(({tokens:d})=>d.length>0),i=e.hands.filter(({tokens:d})=>d.length>0||r&&s>2),a=d=>s>2?(n[d]??"").slice(0,xe):void 0,c=i.filter(d=>d.seat!==t).sort((d,m)=>qt(d.seat,t,s)-qt(m.seat,t,s)).map(d=>Ht(d.seat,d.tokens,{width:o,scale:qs,name:a(d.seat)})),h=i.find(d=>d.seat===t),f=h?[Ht(t,h.tokens,{width:o,scale:Cs,name:a(t)})]:[];return{above:Bt(c,o),below:Bt(f,o)}}const qt=(e,t,s)=>(e-t+s)%s;function Ht(e,t,s){const{name:n}=s,o=n===void 0?0:Dt,r=Ws(Vs(t),s),i=Math.max(0,...r.map(h=>h.width));let a=o;const c=r.flatMap(h=>{const f=h.tokens.map(d=>({...d,y:d.y+a}));return a+=h.height+lt,f});return{seat:e,box:{x:0,y:0,width:Math.max(i,n===void 0?0:Fs(n)),height:a},tokens:c,...n!==void 0&&{name:{x:0,y:Dt*.55}}}}const Fs=e=>.5+Bs*[...e].length;function Vs(e){const t=[];for(const s of e){const n=t.at(-1),o=n?.[0],r=s.faceDown&&o?.faceDown,i=s.shape!=="domino"&&o?.kind===s.kind;n&&(r||i&&s.kind!=="")?n.push(s):t.push([s])}return t}function Ws(e,{width:t,scale:s}){const n=[];let o={tokens:[],width:0,height:0};for(const r of e){const i=Ks(r,s,t),a=o.tokens.length>0?lt:0;o.tokens.length>0&&o.width+a+i.width>t&&(n.push(o),o={tokens:[],width:0,height:0});const c=o.tokens.length>0?o.width+lt:0,h=i.tokens.map(f=>({...f,x:f.x+c}));o={tokens:[...o.tokens,...h],width:c+i.width,height:Math.max(o.height,i.height)}}return o.tokens.length>0?[...n,o]:n}function Ks(e,t,s){const[n]=e;if(!n)return{tokens:[],width:0,height:0};const o=n.faceDown?Hs:t,r=e.length-1,i=Math.min(Gs,(s-Ct[n.shape]*o)/Math.max(1,r)),a=n.faceDown?{x:i,y:0}:{x:zt.x*o,y:zt.y*o},c=-a.y*r,[h,f]=[Ct[n.shape]*o,Us[n.shape]*o],d=e.map((g,k)=>({token:g,scale:o,x:h/2+a.x*k,y:f/2+c+a.y*k}));return{tokens:n.faceDown?d:d.reverse(),width:h+a.x*r,height:f+c}}function Bt(e,t){const s=[];let n=1/0;for(const i of e)n+H+i.box.width>t&&(s.push([]),n=-H),s.at(-1)?.push(i),n+=H+i.box.width;let o=0;return{hands:s.flatMap(i=>{const a=H*(i.length-1);let c=(t-i.reduce((f,{box:d})=>f+d.width,a))/2;const h=i.map(f=>{const d=Xs(f,c,o);return c+=f.box.width+H,d});return o+=Math.max(...i.map(({box:f})=>f.height))+lt,h}),height:o}}function Xs(e,t,s){return{...e,box:{...e.box,x:e.box.x+t,y:e.box.y+s},tokens:e.tokens.map(n=>({...n,x:n.x+t,y:n.y+s})),...e.name&&{name:{x:e.name.x+t,y:e.name.y+s}}}}const Ys={up:{x:0,y:-1},down:{x:0,y:1},left:{x:-1,y:0},right:{x:1,y:0}},Js=2;function tn(e,t,s){const n=e.get(t);if(!n)return e.keys().next().value;const{x:o,y:r}=Ys[s];let[i,a]=[void 0,1/0];for(const[c,h]of e){const[f,d]=[h.x-n.x,h.y-n.y],m=f*o+d*r,g=Math.abs(f*r-d*o);if(m<.01||g>m*Math.sqrt(3)+.01)continue;const k=m+Js*g;k<a-.001&&([i,a]=[c,k])}return i}const St=2.08,Me=1.25,en=2.2;function sn(e,{seat:t=0,seats:s}){const n={seats:s,below:t,straight:nn(s)},o=e.spaces.filter(({line:r})=>!r);return new Map(e.spaces.map(({id:r,line:i})=>{if(i)return[r,rn(i.seat,i.place,n)];const a=o.findIndex(c=>c.id===r)-(o.length-1)/2;return[r,{x:0,y:a*Me,turn:0}]}))}const nn=e=>e<=5?2:3,on=e=>Math.max(en,e*1.2/(2*Math.PI)+1.1);function rn(e,t,s){const n=90+(e-s.below)*360/s.seats,o=on(s.seats);return t<s.straight?_e(o+t*St,n,0):an(t-s.straight,o+s.straight*St-.3,n,s.seats)}function an(e,t,s,n){let[o,r]=[e,t];for(let i=0;;i+=1){const a=St/r*(180/Math.PI),c=Math.max(1,Math.floor(360/n/a));if(o<c){const[h,f]=i%2===0?[o,90]:[c-1-o,270];return _e(r,s+(h+.5)*(360/n/c),f)}o-=c,r+=Me}}function _e(e,t,s){const n=t*Math.PI/180;return{x:e*Math.cos(n),y:e*Math.sin(n),turn:t+s}}const Gt=.3,cn={square:{x:.5,y:.5},hexagon:{x:.5,y:1/Math.sqrt(3)},circle:{x:.5,y:.5},domino:{x:1,y:.5}};function hn(e,t,s){const n=(s.place??un)(e,t),o=fn(e,n,s.margin),r=s.room?pn(o,s.room(e)):o,a=e.hands.some(({tokens:k})=>k.length>0)?Math.max(t.columns,ln(r,s)):r.width,{above:c,below:h}=Zs(e,t,a),f=c.height===0?0:c.height+Gt,d=a/(s.aspect??r.width/r.height),m=f+d+(h.height===0?0:Gt),g=h.hands.map(k=>dn(k,m));return{width:a,height:m+h.height,window:{x:0,y:f,width:a,height:d},places:n,bounds:r,hands:[...c.hands,...g]}}function ln(e,{aspect:t}){return t===void 0?e.width:0}function dn(e,t){return{...e,box:{...e.box,y:e.box.y+t},tokens:e.tokens.map(s=>({...s,y:s.y+t})),...e.name&&{name:{...e.name,y:e.name.y+t}}}}function un(e,t){if(e.spaces.some(({line:r})=>r))return sn(e,t);if(!t.isTurned)return Ut(e,({x:r,y:i})=>({x:r,y:i,turn:0}));const s=e.spaces.map(({x:r})=>r),n=e.spaces.map(({y:r})=>r),o={x:Math.min(...s)+Math.max(...s),y:Math.min(...n)+Math.max(...n)};return Ut(e,({x:r,y:i})=>({x:o.x-r,y:o.y-i,turn:0}))}function Ut(e,t){return new Map(e.spaces.map(s=>[s.id,t(s)]))}function fn(e,t,s){const n=e.spaces.flatMap(({id:c,shape:h})=>{const f=t.get(c);if(!f)return[];const d=mn(cn[h],f.turn);return[{x:f.x-d.x,y:f.y-d.y},{x:f.x+d.x,y:f.y+d.y}]});if(n.length===0)return{x:-.5,y:-.5,width:1,height:1};const o=n.map(({x:c})=>c),r=n.map(({y:c})=>c),[i,a]=[Math.min(...o)-s,Math.min(...r)-s];return{x:i,y:a,width:Math.max(...o)+s-i,height:Math.max(...r)+s-a}}function pn(e,t){const[s,n]=[Math.min(e.x,t.x),Math.min(e.y,t.y)],o=Math.max(e.x+e.width,t.x+t.width),r=Math.max(e.y+e.height,t.y+t.height);return{x:s,y:n,width:o-s,height:r-n}}function mn({x:e,y:t},s){const n=s*Math.PI/180,[o,r]=[Math.abs(Math.cos(n)),Math.abs(Math.sin(n))];return{x:e*o+t*r,y:e*r+t*o}}const gn=7,kn=1.12,$n=5,bn=.6;function Se(e,t,s){const n=s.width/s.height;if(e&&wn(e,t)&&yn(e,n))return e;const o=Math.max(t.width,t.height*n,gn),i=e!==void 0&&o>e.width?o*kn:Math.max(o,e?.width??0);return vn(Le(t),i,n)}const Le=({x:e,y:t,width:s,height:n})=>({x:e+s/2,y:t+n/2});function vn({x:e,y:t},s,n){const o=s/n;return{x:e-s/2,y:t-o/2,width:s,height:o}}const yn=({width:e,height:t},s)=>Math.abs(e/t/s-1)<.01;function wn(e,t){return t.x>=e.x-1e-9&&t.y>=e.y-1e-9&&t.x+t.width<=e.x+e.width+1e-9&&t.y+t.height<=e.y+e.height+1e-9}function xn(e,t,s){const n=Le(e),o=Lt(n.x+t.x,s.x,s.x+s.width),r=Lt(n.y+t.y,s.y,s.y+s.height);return{...e,x:o-e.width/2,y:r-e.height/2}}function Mn(e,t,s,n){const[o,r]=[n.width/$n,n.width/bn],i=Lt(e.width/t,o,r),a=i/e.width;return{x:s.x-(s.x-e.x)*a,y:s.y-(s.y-e.y)*a,width:i,height:e.height*a}}const Lt=(e,t,s)=>Math.min(Math.max(e,t),s);const _n={CHILD:2},Ae=e=>(...t)=>({_$litDirective$:e,values:t});let je=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,s,n){this._$Ct=t,this._$AM=s,this._$Ci=n}_$AS(t,s){return this.update(t,s)}update(t,s){return this.render(...s)}};const{I:Sn}=cs,Zt=e=>e,ea=e=>e.strings===void 0,Ft=()=>document.createComment(""),B=(e,t,s)=>{const n=e._$AA.parentNode,o=t===void 0?e._$AB:t._$AA;if(s===void 0){const r=n.insertBefore(Ft(),o),i=n.insertBefore(Ft(),o);s=new Sn(r,i,e,e.options)}else{const r=s._$AB.nextSibling,i=s._$AM,a=i!==e;if(a){let c;s._$AQ?.(e),s._$AM=e,s._$AP!==void 0&&(c=e._$AU)!==i._$AU&&s._$AP(c)}if(r!==o||a){let c=s._$AA;for(;c!==r;){const h=Zt(c).nextSibling;Zt(n).insertBefore(c,o),c=h}}}return s},O=(e,t,s=e)=>(e._$AI(t,s),e),Ln={},An=(e,t=Ln)=>e._$AH=t,jn=e=>e._$AH,vt=e=>{e._$AR(),e._$AA.remove()};const Vt=(e,t,s)=>{const n=new Map;for(let o=t;o<=s;o++)n.set(e[o],o);return n},At=Ae(class extends je{constructor(e){if(super(e),e.type!==_n.CHILD)throw Error("repeat() can only be used in text expressions")}dt(e,t,s){let n;s===void 0?s=t:t!==void 0&&(n=t);const o=[],r=[];let i=0;for(const a of e)o[i]=n?n(a,i):i,r[i]=s(a,i),i++;return{values:r,keys:o}}render(e,t,s){return this.dt(e,t,s).values}update(e,[t,s,n]){const o=jn(e),{values:r,keys:i}=this.dt(t,s,n);if(!Array.isArray(o))return this.ut=i,r;const a=this.ut??=[],c=[];let h,f,d=0,m=o.length-1,g=0,k=r.length-1;for(;d<=m&&g<=k;)if(o[d]===null)d++;else if(o[m]===null)m--;else if(a[d]===i[g])c[g]=O(o[d],r[g]),d++,g++;else if(a[m]===i[k])c[k]=O(o[m],r[k]),m--,k--;else if(a[d]===i[k])c[k]=O(o[d],r[k]),B(e,c[k+1],o[d]),d++,k--;else if(a[m]===i[g])c[g]=O(o[m],r[g]),B(e,o[d],o[m]),m--,g++;else if(h===void 0&&(h=Vt(i,g,k),f=Vt(a,d,m)),h.has(a[d]))if(h.has(a[m])){const v=f.get(i[g]),M=v!==void 0?o[v]:null;if(M===null){const I=B(e,o[d]);O(I,r[g]),c[g]=I}else c[g]=O(M,r[g]),B(e,o[d],M),o[v]=null;g++}else vt(o[m]),m--;else vt(o[d]),d++;for(;g<=k;){const v=B(e,c[k+1]);O(v,r[g]),c[g++]=v}for(;d<=m;){const v=o[d++];v!==null&&vt(v)}return this.ut=i,An(e,c),_t}});const En={},Tn=Ae(class extends je{constructor(){super(...arguments),this.ot=En}render(e,t){return t()}update(e,[t,s]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((n,o)=>n===this.ot[o]))return _t}else if(this.ot===t)return _t;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,s)}}),Ee={board:"Board",first:"First position",back:"One move back",forward:"One move forward",present:"To the present",flip:"Turn the board",closer:"Closer",farther:"Farther",whole:"Show everything",cut:"Connection lost. Trying again …",failed:"The board cannot be shown: {reason}",yourTurn:"Your turn",wins:"{name} wins",drawn:"A draw",aborted:"The match was aborted",end:"End this move here",again:"Click again to play",moved:"{name}: {move}",chance:"Chance: {move}",away:"away"},In={board:"صفحه",first:"وضعیت نخست",back:"یک حرکت به عقب",forward:"یک حرکت به جلو",present:"به اکنون",flip:"چرخاندن صفحه",closer:"نزدیک‌تر",farther:"دورتر",whole:"نمایش همه",cut:"ارتباط قطع شد. در حال تلاش دوباره…",failed:"صفحه نمایش داده نمی‌شود: {reason}",yourTurn:"نوبت شماست",wins:"{name} برنده شد",drawn:"مساوی",aborted:"بازی لغو شد",end:"پایان حرکت در همین‌جا",again:"برای انجام حرکت دوباره بزنید",moved:"{name}: {move}",chance:"شانس: {move}",away:"غایب"},On={board:"Доска",first:"К началу",back:"На ход назад",forward:"На ход вперёд",present:"К текущей позиции",flip:"Повернуть доску",closer:"Ближе",farther:"Дальше",whole:"Показать всё",cut:"Связь потеряна. Повторная попытка…",failed:"Доску нельзя показать: {reason}",yourTurn:"Ваш ход",wins:"Победа: {name}",drawn:"Ничья",aborted:"Матч отменён",end:"Закончить ход здесь",again:"Нажмите ещё раз, чтобы сыграть",moved:"{name}: {move}",chance:"Случай: {move}",away:"отсутствует"},Pn={en:Ee,fa:In,ru:On},_=(e,t)=>(Pn[be(t)]??Ee)[e],Qn=e=>["fa","ar","he","ur"].includes(be(e))?"rtl":"ltr",Rn=1e4;function Wt(e,t){return e.length===0?u:x`<div class="bar" part="bar">
    ${e.map(s=>Nn(s,t))}
  </div>`}function Nn(e,t){const s=e.isAway?x` <small>${_("away",t)}</small>`:u,n=e.side?.colour??"grey",{counters:o}=e;return x`<div class=${e.isTurn?"player turn":"player"} part="player">
    <svg class="side" viewBox="-1 -1 2 2" aria-hidden="true">
      <circle r="0.8" fill=${`var(--colour-${n}, var(--muted))`}></circle>
    </svg>
    <div class="who">
      <bdi class="player-name">${e.name}</bdi>${s}
      ${o.length>0?x`<small part="counter">${o.join(" · ")}</small>`:u}
    </div>
    ${e.clock?Dn(e.clock,e.elapsedMs,t):u}
  </div>`}function Dn(e,t,s){const{shownMs:n,isRunning:o,periods:r,remainingMs:i}=Os(e,t);if(n===void 0)return u;const a=o&&n<Rn,c=i===0&&r>0?x` <small>×${r}</small>`:u;return x`<bdi
    class=${a?"clock haste":"clock"}
    part="clock"
    role="timer"
    aria-live="off"
    >${zs(n,s)}${c}</bdi
  >`}const Te=e=>e.map(({text:t,isIsolated:s})=>s?x`<bdi>${t}</bdi>`:t);function zn(e,t,s){const n=e.filter(({kind:o})=>o==="choice"||o==="done");return n.length===0?u:x`<div class="choices" part="choices">
    ${n.map(o=>x`<button type="button" part="choice" @click=${()=>s(o)}>
          ${t(o)}
        </button>`)}
  </div>`}const Cn={first:"M7 5v14M19 5l-9 7 9 7z",back:"M16 5l-9 7 9 7z",forward:"M8 5l9 7-9 7z",present:"M17 5v14M5 5l9 7-9 7z",flip:"M7 4v14M3.5 14.5 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",closer:"M12 5v14M5 12h14",farther:"M5 12h14",whole:"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"};function qn(e,t,s){return e.length===0?u:x`<div class="controls" part="controls" dir="ltr">
    ${e.map(({control:n,isOff:o})=>x`<button
          type="button"
          part="control"
          ?disabled=${o}
          aria-label=${_(n,t)}
          title=${_(n,t)}
          @click=${()=>s(n)}
        >
          ${Hn(n)}
        </button>`)}
  </div>`}const Hn=e=>x`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    ${l`<path d=${Cn[e]}></path>`}
  </svg>`,Bn=E`
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
`;class Gn{#t="";#e=[];#s=[];#n;begin(t,s){t===this.#t&&s.length===this.#e.length||(this.#t=t,this.#e=s,this.clear())}clear(){this.#n=void 0,this.#s=N(this.#e)}get clicks(){return this.#s}get next(){return this.#n?[]:this.#o(this.#s).next}get starts(){return this.#n?[]:this.#o(N(this.#e).slice(0,-1)).next}press(t){if(!this.#n)return this.#s=Is(this.#e,this.#s,t),this.#o(this.#s).move}back(){this.#s=this.#s.slice(0,-1)}wouldEnd(t){return this.#n?void 0:this.#o([...this.#s,t]).move}send(t){this.#n=t}#o(t){return K(this.#e,t)}}const p=e=>String(Math.round(e*1e3)/1e3);function L(e){return`M${e.map(({x:t,y:s})=>`${p(t)} ${p(s)}`).join("L")}z`}function A(e,t,s=0){return Array.from({length:e},(n,o)=>{const r=(o/e+s)*2*Math.PI;return{x:t*Math.sin(r),y:-t*Math.cos(r)}})}function D(e,t=0,s=0){const n=p(e),o=`a${n} ${n} 0 1 1 `;return`M${p(t-e)} ${p(s)}${o}${p(2*e)} 0${o}${p(-2*e)} 0z`}function Un(e,t,s){const n=A(e*2,1).map(({x:o,y:r},i)=>{const a=i%2===0?t:s;return{x:o*a,y:r*a}});return L(n)}function dt(e,t){return L(e.map(({x:s,y:n})=>({x:s,y:n>0?n+t:n})))}function Ie(e,t){const s=p(e);return`M-${s} 0V${p(t)}A${s} ${s} 0 0 0 ${s} ${p(t)}V0z`}const ut=E`
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
`;function Qt(e){return Zn[e]??"skin-white"}const Zn={white:"skin-white",black:"skin-black",red:"skin-red"},ft=.425,R=.185,pt=.088,Fn=.62,Vn=.34,Wn=2.4,Oe=D(ft),Kn=Ie(ft,pt),Xn=Ie(ft+.015,pt+.05);function Yn(){const e=pt/2,t=Math.sqrt(R*R-e*e),s=`A${R} ${R} 0 0 0`;return`M${p(-t)} ${p(e)}${s} ${p(t)} ${p(e)}${s} ${p(-t)} ${p(e)}z`}const Jn="M-.25-.25L.25 .25M.25-.25L-.25 .25",to=Yn();function eo(e,t,s){const n=(s?Wn:Fn)/Math.max(1,t-1);return{x:0,y:-e*Math.min(s?Vn:pt,n)}}const Kt=new WeakMap;function so(e){const t=Kt.get(e);if(t)return t;const s=new Set(e.tokens.filter(({colour:o})=>o==="red").map(o=>o.space)),n=new Set(e.highlights.filter(({kind:o})=>o==="enclosed").flatMap(({spaces:o})=>o));return Kt.set(e,{red:s,enclosed:n}),{red:s,enclosed:n}}function no(e,t,s){const{red:n,enclosed:o}=so(s.scene),r=s.detail==="full",i=t.height>1,a=t.height>9?.25:.31;return l`
    ${r?l`<circle class="skin-rim" r=${ft-.05} stroke-width=".016"/>`:u}
    <circle class="dvonn-hole" r=${R}/>
    ${i?u:l`<path class="dvonn-well" d=${to}/>`}
    ${i&&n.has(e.space)?l`<circle class="dvonn-band" part="dvonn-band" r=${R+.045} stroke-width=".08"/>`:u}
    ${i&&r?l`<text class="skin-text" y=${p(a*.36)} font-size=${a}>${t.height}</text>`:u}
    ${r&&o.has(e.space)?l`<path class="dvonn-enclosed" d=${Oe}/>`:u}
    ${r&&!i&&s.symbols?l`<text class="skin-text" y=".09" font-size=".25">${e.symbol}</text>`:u}`}function oo(e,t,s){const n=t.level===t.height-1,o=n&&t.isLeaving;return l`<g class="${Qt(e.colour)} ${t.isLeaving?"dvonn-leaving":""}">
    ${t.level===0&&s.detail==="full"?l`<path class="skin-shadow" d=${Xn}/>`:u}
    <path class="skin-side" d=${Kn} stroke-width=".01"/>
    <path class="skin-face" d=${Oe}/>
    ${n?no(e,t,s):u}
  </g>
  ${o?l`<path class="dvonn-cut" part="dvonn-cut" d=${Jn} stroke-width=".1"/>`:u}`}const ro=E`
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
`,io=.46,ao=["a1","i1","k3","k5","c5","a3"],co=["a1","b1","c1","d1","e1","f1","g1","h1","i1","j2","k3"],ho=["a1","a2","a3","b4","c5"],Xt=.3;function lo(e,t,s){return l`<circle class="dvonn-well" r=".43"/>
    ${t.isTaken||s.detail==="small"?u:l`<circle class="dvonn-well-rim" r=".42" stroke-width=".02"/>`}`}function Yt(e,t,s,n,o){const r=e.at(t),i=e.at("k5");if(!r||!i)return u;const a=(e.at("a1")?.y??0)<i.y?-1:1;return l`<text class="skin-edge dvonn-edge" x=${p(r.x+a*n)}
    y=${p(r.y+a*o+Xt*.36)} font-size=${Xt}>${s}</text>`}function uo(e){const t=co.map(n=>Yt(e,n,n.slice(0,1),.38,.66)),s=ho.map(n=>Yt(e,n,n.slice(1),-.72,0));return[...t,...s]}function fo(e){const t=ao.flatMap(n=>e.at(n)??[]),s=L(t);return l`<g stroke-linejoin="round" stroke-width="1.86">
      <path class="dvonn-board-side" d=${s} transform="translate(0 .07)"/>
      <path class="dvonn-board" part="dvonn-board" d=${s}/>
    </g>
    ${e.detail==="small"?u:uo(e)}`}const po={style:ro,margin:io,ground:fo,space:lo,token:oo,lift:eo,highlight:()=>l`${u}`},mo=.02;function Pe(e,{x:t,y:s,width:n,height:o}){return l`<rect class=${e} part=${e} x=${p(t)} y=${p(s)} width=${p(n)}
    height=${p(o)} rx=${p(n*mo)}/>`}const go=E`
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
`,b=(e,t,s,n)=>`M${e-s} ${t}A${s} ${n} 0 1 1 ${e+s} ${t}A${s} ${n} 0 1 1 ${e-s} ${t}Z`,w=e=>`${e} ${e.replace(/(-?[\d.]+) (-?[\d.]+)/g,(t,s,n)=>`${-Number(s)} ${n}`)}`,T={limbs:"",limb:3.6,feelers:"",wings:"",cuts:"",spots:""},Qe={ant:{...T,limbs:w("M4 -11L15 -17L21 -30M5 -6L19 -7L33 -1M4 -1L17 7L25 27"),feelers:w("M3 -26L10 -34L18 -37"),body:b(0,-21,8.5,7.5)+b(0,-6,5.8,8.5)+b(0,5,3.4,3.4)+b(0,20,10.5,13.5),cuts:"M-9 15Q0 18.5 9 15M-10 22Q0 26 10 22"},grasshopper:{...T,limbs:"M-14 8L-18 18L-25 25M-5 10L-7 21L-12 29M29 -23L24 18L36 21",feelers:"M-28 -7Q-33 -23 -24 -37M-24 -9Q-24 -22 -11 -31",body:"M-37 2Q-38 -8 -29 -10Q-20 -11 -15 -7Q12 -9 42 4Q22 13 5 13Q-9 15 -20 10Q-34 13 -37 2ZM-1 11Q-3 3 7 -6L27 -26Q32 -30 33 -24Q33 -21 30 -17L14 10Q7 17 -1 11Z",cuts:"M-19 -5Q-15 1 -18 8M1 7Q2 1 9 -5L22 -18M16 6L24 5"},spider:{...T,limbs:w("M5 -12L13 -27L9 -39M7 -9L22 -20L27 -34M7 -5L23 -2L35 11M5 -2L17 10L22 30"),body:b(0,-10,8,9)+b(0,13,12.5,15)+w("M1 -17Q6 -21 3 -25Q2 -21 0 -19Z"),cuts:"M0 4V10M-4 16L0 20L4 16"},beetle:{...T,limbs:w("M12 -10L24 -16L28 -27M15 2L30 2L36 10M13 14L24 20L28 31"),body:w("M0 -4L15 -4Q21 10 14 24Q9 33 0 35ZM0 -5L14 -6Q14 -17 6 -20L0 -20ZM0 -20L6 -21Q8 -26 5 -28L0 -28ZM4 -26Q15 -28 13 -40Q20 -30 11 -22Q7 -20 4 -22Z"),cuts:"M0 -3V34M-15 -4.7H15M-6 6Q-8 14 -6 24M6 6Q8 14 6 24"},queen:{...T,wings:w("M4 -10Q18 -32 34 -27Q42 -18 30 -8Q18 -1 5 -4ZM5 -3Q20 -2 28 6Q31 15 22 16Q12 13 5 2Z"),feelers:w("M3 -25Q5 -34 13 -36"),body:b(0,-21,8,7)+b(0,-7,9,9)+"M-8 -2H8Q16 7 12 21Q8 31 0 39Q-8 31 -12 21Q-16 7 -8 -2Z",cuts:"M-10 2.5Q0 4.5 10 2.5M-14 10.5Q0 13.5 14 10.5M-14 18.5Q0 22 14 18.5M-11 26Q0 29 11 26"},mosquito:{...T,limb:2.8,limbs:w("M3 -13L16 -24L14 -38M4 -9L24 -16L36 -2M3 -5L15 2L20 22L28 34")+"M0 -20V-41",wings:w("M2 -10Q14 -6 24 8Q30 20 24 22Q12 18 2 -4Z"),feelers:w("M1.5 -20Q6 -27 9 -27"),body:b(0,-20,4.6,4.8)+b(0,-9,5.6,7.5)+"M-3.6 -3Q0 -5 3.6 -3Q4.5 18 0 32Q-4.5 18 -3.6 -3Z",cuts:"M-5 6H5M-5 13H5M-5 20H5"},ladybug:{...T,limbs:w("M16 -12L25 -20L27 -28M20 4L32 5L37 12M15 19L24 25L26 33"),feelers:w("M4 -27Q6 -33 12 -35"),body:"M-22 5A22 23 0 1 1 22 5A22 24 0 0 1 -22 5ZM-10 -19Q-10 -29 0 -29Q10 -29 10 -19Q0 -23 -10 -19Z",cuts:"M0 -17V29M-14 -15Q0 -21 14 -15",spots:b(-10,-4,4.2,4.2)+b(10,-4,4.2,4.2)+b(-12,9,4.2,4.2)+b(12,9,4.2,4.2)+b(-6,20,3.6,3.6)+b(6,20,3.6,3.6)},pillbug:{...T,limbs:w("M14 -17L25 -22M18 -7L30 -11M19 3L31 3M18 13L29 17M14 22L23 29"),feelers:w("M6 -27Q8 -33 15 -34L20 -40"),body:"M0 -31Q12 -31 17 -19Q21 -8 20 5Q18 23 7 31L0 35L-7 31Q-18 23 -20 5Q-21 -8 -17 -19Q-12 -31 0 -31Z",cuts:"M-19 -13Q0 -22 19 -13M-21 -3Q0 -12 21 -3M-21 7Q0 -2 21 7M-20 17Q0 8 20 17M-14 26Q0 18 14 26"}},Re=.07,ko=-.03,mt=.515,$o=dt(A(6,mt),Re),bo=dt(A(6,mt+.04),Re+.05),vo=L(A(6,mt)),yo=L(A(6,mt-.02)),wo=new Set(Object.keys(Qe));function xo(e,t,s){const n=t?.0098:.0108,o=t?e.limb:e.limb+1;return l`<g transform="translate(0 ${t&&s?-.045:0}) scale(${n})">
    ${e.wings===""?u:l`<path class="hive-wings" d=${e.wings} stroke-width="2"/>`}
    <path class="hive-limbs" d=${e.limbs} stroke-width=${o}/>
    ${t?l`<path class="hive-limbs" d=${e.feelers} stroke-width="2.4"/>`:u}
    <path class="hive-bug" d=${e.body}/>
    ${t?l`<path class="hive-cuts" d=${e.cuts} stroke-width="2.3"/>`:u}
    ${e.spots===""?u:l`<path class="hive-spots" d=${e.spots}/>`}
  </g>`}function Mo(e){return Array.from({length:e},(t,s)=>{const n=(s-(e-1)/2)*.11;return l`<circle class="hive-bug" cx=${p(n)} cy=".41" r=".033"/>`})}function _o(e){return l`<g transform="translate(.33 -.3)">
    <circle class="hive-count" r=".15" stroke-width=".025"/>
    <text class="hive-count-text" y=".075" font-size=".21">${e}</text>
  </g>`}function So(e,t,s){const n=Qe[e.kind],o=s.detail==="full",r=Number(e.label.slice(-1))||0,i=wo.has(e.kind)?`hive-${e.kind}`:"";return l`<g class=${Qt(e.colour)} stroke-linejoin="round">
    ${o&&t.level===0?l`<path class="skin-shadow" d=${bo}/>`:u}
    <g class=${i} transform="translate(0 ${ko})">
      <path class="skin-side" d=${$o} stroke-width=".07"/>
      <path class="skin-face" d=${vo}/>
      <path class="skin-rim" d=${yo} stroke-width=${o?.018:.03}/>
      ${n?xo(n,o,r>0):l`<text class="skin-text" y=".12" font-size=".34">${e.label}</text>`}
      ${o?Mo(r):u}
      ${o&&t.height>1&&t.level===t.height-1?_o(t.height):u}
    </g>
  </g>`}const Ne=L(A(6,.54)),Jt={x:.05,y:-.13},Lo=.62,Ao=2.6,jo=5,Eo=6;function To(e,t,s){return s?{x:0,y:-e*Math.min(Lo,Ao/Math.max(1,t-1))}:{x:e*Jt.x,y:e*Jt.y}}function Io(e,t){const s=!t.isTaken&&(t.isTarget||t.isLast);return l`${s?l`<path class="hive-empty" d=${Ne} stroke-width=".03" stroke-linejoin="round"/>`:u}`}function Oo({port:e}){return Pe("hive-table",e)}function Po(e,{id:t},s){const n=s.scene.tokens.find(a=>a.space===t&&a.kind==="queen"),o=s.scene.counters.find(({key:a,seat:c})=>a==="queen_neighbours"&&c===n?.seat),r=Number(o?.value??0);if(e!=="queen"||!n||r<jo)return l`${u}`;const i=r>=Eo?"hive-danger":"hive-watch hive-pulse";return l`<path class=${i} part="hive-queen" d=${Ne} transform="translate(0 -.02)"
    stroke-width=".07" stroke-linejoin="round"/>`}const Qo={style:go,margin:.5,aspect:1,ground:Oo,space:Io,token:So,lift:To,highlight:Po},te=.07,st=-.025,Ro=9,ee=.225,se=.475,Z=[[-1,-1],[1,1],[1,-1],[-1,1]],jt=[...Z,[0,-1],[0,1]],ne=[...jt,[-1,0],[1,0]],G=[0,0],No=[[],[G],Z.slice(0,2),[...Z.slice(0,2),G],Z,[...Z,G],jt,[...jt,G],ne,[...ne,G]],De=e=>No.map(t=>t.map(([s,n])=>D(e,s*ee,n*ee)).join("")),Do=De(.08),zo=De(.095);function C(e,t){return`honest_john-seat-${t===void 0?"grey":e.sides[t]?.colour??"grey"}`}function Et(e,t,s,n){const o=Number(e);if(o>Ro)return l`<text class="skin-text" transform="translate(${t} 0) rotate(${p(-s)})" y=".165"
      font-size=".46">${e}</text>`;if(o===0)return l`${u}`;const r=(n?Do:zo)[o]??"";return l`<path class="honest_john-pips-${o}" transform="translate(${t} 0)" d=${r}/>`}const X=(e,t,s,n=0)=>l`<rect class=${e} x=${p(t-.955+n)} y=${p(s-.455+n)}
    width=${p(1.91-2*n)} height=${p(.91-2*n)} rx=${p(.13-n/2)}
    stroke-width=".02"/>`;function Co(){return l`${X("honest_john-back",0,0)}
    ${X("honest_john-back-line",0,0,.12)}
    <path class="honest_john-back-line" d="M-.2 0L0-.2L.2 0L0 .2z" stroke-width=".02"/>`}function qo(e,t,s){const[n="",o=""]=e.split("-");return l`${X("skin-face",0,0)}
    <path class="honest_john-bar" d="M0-.29V.29" stroke-width=".03"/>
    ${Et(n,-se,t,s)}${Et(o,se,t,s)}`}function Ho(e,t,s){const n=s.detail==="full",o=t.turn*Math.PI/180,[r,i]=[Math.sin(o),Math.cos(o)],a=e.faceDown?"honest_john-back-side":"skin-side";return l`<g class="skin-white ${C(s,e.seat)}">
    ${n?X("skin-shadow",r*.085,i*.085):u}
    ${X(a,r*(st+te),i*(st+te))}
    <g transform="translate(${p(r*st)} ${p(i*st)})">
      ${e.faceDown?Co():qo(e.label,t.turn,n)}
    </g>
  </g>`}const ze=4.05,Ce=6.5,Bo=.35,Go=.8,Uo=5,Zo=1.2,z=2.9,F=1.24,qe=.7,oe=13,Fo=.42,Vo=4.1,Wo="…";function Y(e,t){const s=e.at(`${t}:0`);if(!s)return;const n=Math.atan2(s.y,s.x)+Math.PI/e.scene.hands.length,[o,r]=Rt(e.scene)?[ze,Bo]:[Ce,Go],i=o-r*Math.abs(Math.cos(n));return{x:i*Math.cos(n),y:i*Math.sin(n)}}const Rt=({hands:e})=>e.length<=Uo,He=({scene:e})=>Rt(e)?1:Zo,Ko=e=>Rt(e)?ze+z/2:Ce+z/2;function Be(e){const t=2*Math.PI*e*.8;return l`<circle class="honest_john-chip" r=${p(e)} stroke-width=${p(e*.16)}/>
    <circle class="honest_john-chip-notches" r=${p(e*.8)} stroke-width=${p(e*.3)}
      stroke-dasharray="${p(t/12)} ${p(t/12)}"/>`}function Tt(e,t){return e.scene.counters.find(s=>s.seat===t&&(s.key==="chips"||s.key==="pips"))}function Xo(e){const t=[...e];return t.length<=oe?e:t.slice(0,oe-1).join("")+Wo}function Yo(e,t){const s=Y(e,t);if(!s)return l`${u}`;const n=`translate(${p(s.x)} ${p(s.y)}) scale(${He(e)})`;if(e.detail==="small")return l`<g class=${C(e,t)} transform=${n}><circle class="honest_john-seat" r=".6"/></g>`;const o=Tt(e,t),r=e.scene.prompt?.seat===t,i=Xo(e.names[t]??""),a=Math.min(Fo,Vo/Math.max(1,[...i].length)),c=-z/2;return l`<g class=${C(e,t)} part="honest_john-seat" transform=${n}>
    <rect class="honest_john-plate" x=${c} y=${-F/2} width=${z} height=${F} rx=".2"/>
    <rect class="honest_john-plate-edge" x=${c} y=${-F/2} width=${z} height=${F} rx=".2"
      stroke-width=${r?.1:.045}/>
    <text class="honest_john-plate-text" x="0" y="-.09" font-size=${p(a)} text-anchor="middle">${i}</text>
    <g transform="translate(0 .3)">
      ${o?.key==="chips"?l`<g transform="translate(-.42 0)">${Be(.2)}</g>`:u}
      <text class="honest_john-plate-text" x=${o?.key==="chips"?-.12:0} y=".15" font-size=".43"
        text-anchor=${o?.key==="chips"?"start":"middle"}>${o?.value??""}</text>
    </g>
  </g>`}function Jo(e){return e.scene.hands.map(({seat:t})=>Yo(e,t))}function tr(e){const{prompt:t}=e.scene,s=t?.forSeat===void 0?void 0:Y(e,t.forSeat),n=t?.seat===void 0?void 0:Y(e,t.seat);if(!t||!s||!n||e.detail==="small")return l`${u}`;const[o,r]=[n.x-s.x,n.y-s.y],i=Math.hypot(o,r),[a,c]=[o/i,r/i],h=He(e),f=yt(s,a,c,h,.12),d=yt(n,-a,-c,h,.2),m=`M${p(f.x)} ${p(f.y)}L${p(d.x-a*.3)} ${p(d.y-c*.3)}`,g=Math.atan2(c,a)*180/Math.PI,k=yt(s,a,c,h,qe);return l`<g class=${C(e,t.forSeat)} part="honest_john-question">
    <path class="honest_john-way-under" d=${m} stroke-width=".26"/>
    <path class="honest_john-way" d=${m} stroke-width=".12"/>
    <path class="honest_john-head"
      transform="translate(${p(d.x)} ${p(d.y)}) rotate(${p(g)})" d="M0 0L-.46-.27V.27z"
      stroke-width=".07" stroke-linejoin="round"/>
    <g transform="translate(${p(k.x)} ${p(k.y)})">${er(t.value)}</g>
  </g>`}function er(e){return l`<circle class="honest_john-balloon" r=${qe} stroke-width=".07"/>
    <g class="skin-white">
      <rect class="skin-side" x="-.44" y="-.37" width=".88" height=".88" rx=".13" stroke-width=".02"/>
      <rect class="skin-face" x="-.44" y="-.44" width=".88" height=".88" rx=".13"/>
      ${Et(e,0,0,!0)}
    </g>`}function yt({x:e,y:t},s,n,o,r){const i=Math.abs(s)<.001?1/0:z/2/Math.abs(s),a=Math.abs(n)<.001?1/0:F/2/Math.abs(n),c=Math.min(i,a)*o+r;return{x:e+s*c,y:t+n*c}}const Ge=8;function re(e,t,s){return e.scene.hands.flatMap(({seat:n})=>{const[o,r]=[Tt(e,n),Tt({scene:t},n)];if(o?.key!=="chips"||r?.key!=="chips")return[];const i=s*(Number(o.value)-Number(r.value));return Array.from({length:Math.min(Ge,Math.max(0,i))},()=>n)})}function sr(e){const{before:t}=e;if(!t||e.detail==="small")return l`${u}`;const s=re(e,t,-1),n=re(e,t,1),o=e.scene.tokens.length%2===1;return l`${s.slice(0,Ge).map((r,i)=>{const a=Y(e,r),c=Y(e,n[i]??r);if(!a||!c||a===c)return u;const h=Math.hypot(c.x-a.x,c.y-a.y),f=p(Math.atan2(c.y-a.y,c.x-a.x)*180/Math.PI);return l`<g transform="translate(${p(a.x)} ${p(a.y)}) rotate(${f}) scale(${p(h)})">
      <g class="honest_john-flight ${o?"honest_john-flight-a":"honest_john-flight-b"}">
        <g transform="scale(${p(1/h)}) rotate(${-Number(f)})">${Be(.36)}</g>
      </g>
    </g>`})}`}const nr=E`
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
`;function or(e){const t=Ko(e);return{x:-t,y:-t,width:2*t,height:2*t}}function rr(e){return l`${Pe("honest_john-table",e.port)}${Jo(e)}`}function ir({id:e,line:t},s,n){if(!t)return l`${u}`;const o=C(n,t.seat);return s.isTaken?l`<rect class="honest_john-track ${o}" x="-1.05" y="-.56" width="2.1" height="1.12" rx=".2"/>`:ar(n,"turn",e)?l`${u}`:l`<rect class="honest_john-slot ${o}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13"
      stroke-width=".05" stroke-dasharray=".14 .1"/>`}const ar=(e,t,s)=>e.scene.highlights.some(n=>n.kind===t&&n.spaces.includes(s));function cr(e,{id:t,line:s},n){const o=C(n,s?.seat),r=(a,c)=>l`<rect class="${a} ${o}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=${c}/>`;return e==="turn"?l`${r("honest_john-turn",.09)}`:e!=="dead"?l`${u}`:n.scene.tokens.some(a=>a.space===t)?l`${r("honest_john-dead",0)}`:l`<path class="honest_john-stop ${o}" d="M-.75-.4V.4" stroke-width=".14"/>`}function hr(e){return l`${tr(e)}${sr(e)}`}const lr={style:nr,margin:.45,aspect:1,room:or,ground:rr,space:ir,token:Ho,highlight:cr,above:hr,lift:()=>({x:0,y:0})},dr=A(4,.078).map(({x:e,y:t})=>D(.066,e,t)),Ue={orange:D(.145)+D(.07),blue:"M-.15-.05Q-.1-.13-.05-.07Q0-.01.05-.07Q.1-.13.15-.07V-.01Q.1-.07.05-.01Q0 .05-.05-.01Q-.1-.07-.15 .01zM-.15 .08Q-.1 0-.05 .06Q0 .12 .05 .06Q.1 0 .15 .06V.12Q.1 .06 .05 .12Q0 .18-.05 .12Q-.1 .06-.15 .14z",purple:"M.05-.15A.15.15 0 1 0 .135 .075A.115.115 0 0 1 .05-.15z",pink:dr.join("")+D(.03),yellow:Un(5,.17,.07),red:L(A(3,.165)),green:"M-.135 .135Q-.16-.13 .135-.135Q.16 .13-.135 .135z",brown:L(A(4,.165,1/8))},ur=E`
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
`,fr=.405,pr=.435,ie=.08,mr=-.035,gr=.6,nt=e=>A(8,e,1/16);function Ze(e){return{shadow:dt(nt(e+.02),ie+.03),side:dt(nt(e),ie),face:L(nt(e)),rim:L(nt(e-.035))}}const kr=Ze(fr),$r=Ze(pr);function br(e){return Array.from({length:e},(t,s)=>{const n=(s-(e-1)/2)*gr,[o,r]=[p(.325*Math.sin(n)),p(.325*Math.cos(n))];return l`<circle class="kamisado-tooth" cx=${o} cy=${r} r=".056" stroke-width=".02"/>`})}function vr(e,t,s){const n=e.marks?.count??0,{shadow:o,side:r,face:i,rim:a}=n>0?$r:kr,c=Qt(s.sides[e.seat??0]?.colour??"white"),h=s.detail==="full",f=Ue[e.colour],d=n>0?"kamisado-collar":"skin-rim",m=n===0?.014:h?.03:.07;return l`<g class="${c} kamisado-${e.colour}">
    ${h?l`<path class="skin-shadow" d=${o}/>`:u}
    <g transform="translate(0 ${mr})" stroke-linejoin="round">
      <path class="skin-side" d=${r} stroke-width=".03"/>
      <path class="skin-face" d=${i}/>
      ${h||n>0?l`<path class=${d} d=${a} stroke-width=${m}/>`:u}
      <circle class="kamisado-hue" r=${h?.25:.29}/>
      ${h?l`<circle class="skin-rim" r=".25" stroke-width=".018"/>`:u}
      ${h&&f!==void 0?l`<path class="kamisado-sign" d=${f}/>`:u}
      ${h?br(n):u}
    </g>
  </g>`}const V=.34,ae=L(A(8,.475,1/16)),ce="M-.44-.44H.44V.44H-.44z",he="M-.17-.17L.17 .17M.17-.17L-.17 .17",yr=-.36;function wr({colour:e},t,s){const n=Ue[e],o=s.detail==="full",r=s.symbols?"kamisado-symbol":"kamisado-engraved";return l`<rect class="kamisado-${e} kamisado-hue space-shape" x="-.5" y="-.5" width="1" height="1"/>
    ${n!==void 0&&o&&!t.isTaken?l`<path class="kamisado-${e} kamisado-sign ${r}" d=${n}/>`:u}
    ${t.isLast?l`<path class="kamisado-last-edge" d=${ce} stroke-width=".11"/><path class="kamisado-last" d=${ce} stroke-width=".06"/>`:u}`}function xr(e){const s=e.scene.spaces.map(({id:m})=>({id:m,at:e.at(m)})).filter(m=>m.at!==void 0),n=s.map(({at:m})=>m.x),o=s.map(({at:m})=>m.y),[r,i]=[Math.min(...n)-.5,Math.max(...n)+.5],[a,c]=[Math.min(...o)-.5,Math.max(...o)+.5],h=s.filter(({at:m})=>m.y>c-.75),f=s.filter(({at:m})=>m.x<r+.75),d=(m,g,k)=>l`<text class="skin-edge kamisado-frame-text" x=${p(g)} y=${p(k)} font-size=".2">${m}</text>`;return l`<rect class="kamisado-frame" part="kamisado-frame" x=${r-V} y=${a-V}
      width=${i-r+2*V} height=${c-a+2*V} rx=".16"/>
    ${e.detail==="small"?u:h.map(({id:m,at:g})=>d(m.slice(0,1),g.x,c+.24))}
    ${e.detail==="small"?u:f.map(({id:m,at:g})=>d(m.slice(1),r-.17,g.y+.07))}`}function le(e){return l`<g stroke-linejoin="round">
    <path class="kamisado-halo" d=${ae} stroke-width=".1"/>
    <path class=${e} d=${ae} stroke-width=".055"/>
  </g>`}function Mr(e){switch(e){case"required":return le("kamisado-required");case"won":return le("kamisado-won");case"blocked":return l`<g transform="translate(0 -.035)" stroke-linecap="round">
        <path class="kamisado-halo" d=${he} stroke-width=".17"/>
        <path class="kamisado-blocked" d=${he} stroke-width=".09"/>
      </g>`;default:return l`${u}`}}function _r(e){const t=e.scene.highlights.find(({kind:f})=>f==="pushed")?.spaces??[],[s]=e.scene.lastMove,n=s===void 0?void 0:e.at(s),o=t.at(-1),r=o===void 0?void 0:e.at(o);if(!n||!r||e.detail==="small")return l`${u}`;const i=Math.hypot(r.x-n.x,r.y-n.y),a=Math.atan2(r.y-n.y,r.x-n.x)*180/Math.PI,c=p(i-.24),h=`M-.05-.055H${c}V-.15L${p(i+.06)} 0L${c} .15V.055H-.05z`;return l`<g
    transform="translate(${p(n.x)} ${p(n.y)}) rotate(${p(a)}) translate(0 ${yr})">
    <path class="kamisado-push" part="kamisado-push" d=${h} stroke-width=".035"/>
  </g>`}const Sr={style:ur,margin:V,ground:xr,space:wr,token:vr,highlight:Mr,above:_r,lift:()=>({x:0,y:0})},Lr={dvonn:po,hive:Qo,honest_john:lr,kamisado:Sr},It=e=>String(Math.round(e*1e3)/1e3);function Fe(e){return`M${e.map(([t,s])=>`${It(t)} ${It(s)}`).join("L")}Z`}function Ar(e){const t=It(e);return`M-${t} 0A${t} ${t} 0 1 1 ${t} 0A${t} ${t} 0 1 1 -${t} 0Z`}function jr(e){const t=[-90,-30,30,90,150,210].map(n=>n*Math.PI/180),s=e/Math.sqrt(3);return Fe(t.map(n=>[s*Math.cos(n),s*Math.sin(n)]))}function de(e,t){return Fe([[-e,-t],[e,-t],[e,t],[-e,t]])}function j(e,t=1){switch(e){case"square":return de(t/2,t/2);case"hexagon":return jr(t);case"circle":return Ar(t/2);case"domino":return de(t,t/2)}}const Er=E`
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
  .generic-long {
    font-size: 0.25px;
  }
  .generic-number {
    font-size: 0.2px;
  }
  .generic-rim {
    fill: none;
    stroke-width: 0.08;
  }
`,Tr=new Set(["white","yellow","pink","orange"]);function Ir(e,t,s){const n=j(e.shape==="domino"?"domino":"circle",.82);if(e.faceDown)return l`<path class="generic-back" d=${n}></path>`;const o=s.colour(e),r=Tr.has(o)?"#1b1b1b":"#fff",i=e.label||Rr(s.word("token",e.kind)),c=i.length>2&&e.shape!=="domino"?"generic-label generic-long":"generic-label";return l`
    <path class="generic-disc" d=${n} fill="var(--colour-${o}, var(--muted))"></path>
    ${Or(e,s)}
    <g transform="rotate(${-t.turn})">
      <text class=${c} fill=${r}>${i}</text>
      ${Pr(t,r)}
      ${Qr(e,r)}
    </g>`}function Or({seat:e,colour:t,shape:s},n){const o=e===void 0?"":n.sides[e]?.colour??"";return o===""||o===t||t===""||s==="domino"?u:l`<circle class="generic-rim" r="0.37" stroke="var(--colour-${o}, var(--muted))"></circle>`}function Pr({level:e,height:t},s){return t===1||e<t-1?u:l`<text class="generic-label generic-number" y="0.26" fill=${s}>×${t}</text>`}function Qr({marks:e},t){if(!e)return u;const s="•".repeat(e.count);return l`<text class="generic-mark generic-number" y="0.28" fill=${t}>${s}</text>`}const Rr=e=>[...e][0]??"";function Nr({shape:e,colour:t}){const s=t===""?"var(--space)":`var(--colour-${t}, var(--space))`;return l`<path class="space-shape" d=${j(e,.98)} fill=${s}></path>`}const Dr={style:Er,space:Nr,token:Ir},zr=14,Cr=44,ue=[8,14],qr="lost",Ve=640,Hr=.25,J=e=>Lr[e]??Dr;function Br(e,t,s){return(t===void 0?0:e[t]?.halfTurns??0)%2===1!==s}function We(e){const{game:t,scene:s,seat:n,isFlipped:o=!1,width:r=Ve}=e,i=J(t),a=Ke(e).sides(t),c=Math.min(Math.max(Math.round(r/Cr),ue[0]),ue[1]),h={seats:Math.max(s.hands.length,2),isTurned:Br(a,n,o),columns:c,names:e.names??[],...n!==void 0&&{seat:n}};return hn(s,h,{margin:i.margin??Hr,...i.aspect!==void 0&&{aspect:i.aspect},...i.room&&{room:i.room.bind(i)},...i.place&&{place:i.place.bind(i)}})}const Ke=({words:e,listed:t})=>e??new Ot(t?[t]:[]);function Gr(e,t=We(e)){const{game:s,scene:n,lang:o="en",clicks:r=[],next:i=[],width:a=Ve}=e,c=Ke(e),h=c.sides(s),f=new Map(n.spaces.map($=>[$.id,$])),d=e.port??Se(void 0,t.bounds,t.window),m=r.filter(({kind:$})=>$==="space").map(({key:$})=>$),g=new Set(n.tokens.map(({space:$})=>$)),k=i.filter(({kind:$,key:y})=>$==="space"&&(r.length>0||!g.has(y))).map(({key:$})=>$),v=a/t.width*(t.window.width/d.width),M=new Set(i.map(({kind:$,key:y})=>`${$} ${y}`)),I=new Set((e.starts??[]).map(({kind:$,key:y})=>`${$} ${y}`)),Nt={game:s,scene:n,layout:t,sides:h,names:e.names??[],detail:v<zr?"small":"full",symbols:e.symbols??!1,chosen:m,port:d,skin:J(s),next:i,targets:k,held:r.find(({kind:$})=>$==="hand")?.key??"",leaving:e.leaving??new Set,focus:e.focus??"",asked:e.asked??"",canLose:c.has(s,"counter",qr),isStill:e.isStill??!1,isZoomed:e.isZoomed??!1,...e.seat!==void 0&&{seat:e.seat},...e.before&&{before:e.before},...e.hovered!==void 0&&{hovered:e.hovered},...e.mover!==void 0&&{mover:e.mover},word:($,y)=>c.text(s,$,y,o),colour:({colour:$,seat:y})=>$||(y===void 0?"":h[y]?.colour??""),at:$=>t.places.get($),space:$=>f.get($),isNext:($,y)=>M.has(`${$} ${y}`),canClick:($,y)=>M.has(`${$} ${y}`)||I.has(`${$} ${y}`)},as=(e.names??[]).join(" – ");return{...Nt,label:[Nt.word("game",s),as].filter(Boolean).join(": ")}}const Ur=({round:e,ply:t})=>`${e}.${t}`;function ot(e){const t=/^(\d+)\.(\d+)$/.exec(e);return t?{round:Number(t[1]),ply:Number(t[2])}:void 0}function Zr({steps:e,round:t,ply:s}){const n=new Array(Math.max(t,1)).fill(0);for(const o of e){const r=o.round-1;n[r]=Math.max(n[r]??0,o.ply+1)}return n[t-1]=Math.max(n[t-1]??0,s),n}function Fr(e,t,s){const n=Zr(e);let[o,r]=[t.round,t.ply+s];for(;r<0&&o>1;)o-=1,r+=(n[o-1]??0)+1;for(;r>(n[o-1]??0)&&o<n.length;)r-=(n[o-1]??0)+1,o+=1;return{round:o,ply:Math.min(Math.max(r,0),n[o-1]??0)}}const Xe=(e,{round:t,ply:s})=>t>e.round||t===e.round&&s>=e.ply,fe=new Map;async function Vr(e,t,s){const n=fe.get(t)??new Ot;if(t!==""&&fe.set(t,n),n.game(s))return n;const{game:o}=await e.call("GameService/GetGame",{game:s});return o&&n.add(o),n}function Wr({seat:e,notation:t},s){const{words:n,game:o,names:r,lang:i}=s;if(e===void 0)return _("chance",i).replace("{move}",t);const a=n.sides(o)[e]?.name??"",c=r[e]||n.text(o,"side",a,i);return _("moved",i).replace("{name}",c).replace("{move}",t)}function Kr(e,t){const{words:s,game:n,names:o,lang:r}=t,i=e?s.prompt(n,e,r,o):[];return`${_("yourTurn",r)}. ${i.map(({text:a})=>a).join("")}`}function Ye({verdict:e},t,s){const n=e?.places??[],o=n.flatMap((r,i)=>r===1?[t[i]??""]:[]);return n.length===0?gt(_("aborted",s),{}):o.length===n.length?gt(_("drawn",s),{}):gt(_("wins",s),{name:o.join(", ")})}function Xr(e,{names:t,lang:s}){return Ye(e,t,s).map(({text:n})=>n).join("")}function Yr(e){const{view:t,lang:s,state:n}=e,o=n?Jr(t,n,s):[],r=t.seat??0,i=n?.end&&Te(Ye(n.end,t.names,s));return n&&!n.end&&o.some(({clock:a})=>a?.running)&&e.tick(),{above:Wt(o.filter(({seat:a})=>a!==r).reverse(),s),below:Wt(o.filter(({seat:a})=>a===r),s),foot:x` <div class="prompt" part="prompt">${i??e.prompt}</div>
      ${t.isStill?u:qn(ei(e),s,a=>e.act[a]())}`}}function Jr(e,t,s){const n=performance.now()-t.clocksAtMs;return(t.summary?.players??[]).map((o,r)=>{const i=t.clocks[r];return{seat:r,name:e.names[r]??o,side:e.sides[r],isTurn:t.turnSeat===r,isAway:t.absent.has(r),counters:ti(r,e,s),elapsedMs:n,...i&&{clock:i}}})}const ti=(e,{scene:t,word:s},n)=>t.counters.filter(o=>o.seat===e).map(({key:o,value:r})=>`${s("counter",o)} ${U(r,n)}`);function ei({view:e,moment:t,state:s,isPosition:n}){const o=!t||s!==void 0&&Xe(s,t),r=t?.round===1&&t.ply===0,i=s!==void 0||n,a=[{control:"first",isOff:r},{control:"back",isOff:r},{control:"forward",isOff:!n&&o},{control:"present",isOff:!n&&o}],c=J(e.game).aspect!==void 0,h=[{control:"closer",isOff:!1},{control:"farther",isOff:!1},{control:"whole",isOff:!e.isZoomed}];return[...i?a:[],{control:"flip",isOff:!1},...c?h:[]]}const pe=256,si=8192;class ni{#t=new Map;#e=new Map;constructor(t,s){this.link=t,this.matchId=s}async at(t,s){const n=`${t}.${s}`,o=this.#t.get(n);if(o)return o;const r=s-s%pe,i=`${t}.${r}`;let a=this.#e.get(i);return a||(a=this.#s(t,r).finally(()=>this.#e.delete(i)),this.#e.set(i,a)),await a,this.#t.get(n)}known(t,s){return this.#t.get(`${t}.${s}`)}clear(){this.#t.clear()}async#s(t,s){this.#t.size>si&&this.clear();const{matchId:n}=this,o={matchId:n,round:t,fromPly:s,plies:pe,withoutPosition:!0,withChanges:!0},r=new Mt;for await(const{frame:i={}}of this.link.stream("MatchService/ListFrames",o)){const a=r.read(i);a&&this.#t.set(`${i.round??1}.${i.ply??0}`,a)}}}const oi=220,ri=450,ii=24,ai=48;function ci(e){const{scene:t,layout:s,port:n}=e,{window:o}=s,r=o.width/n.width,i=new Map;for(const{id:a,space:c}of t.tokens){const h=e.at(c);if(a===""||!h)continue;const[f,d]=[o.x+(h.x-n.x)*r,o.y+(h.y-n.y)*r];i.set(a,{x:f,y:d,scale:r})}for(const{tokens:a}of s.hands)for(const{token:c,...h}of a)c.id!==""&&i.set(c.id,h);return i}const Je=()=>!matchMedia("(prefers-reduced-motion: reduce)").matches;function hi(e,t,s){if(!Je())return;const n=[...s].filter(([r,i])=>{const a=t.get(r);return a&&Math.hypot(a.x-i.x,a.y-i.y)>.05});if(n.length===0||n.length>ii)return;const o=ts(e);for(const[r,i]of n){const[a,c]=[o.get(r),t.get(r)];a&&c&&ui(a,c,i)}}function ts(e){const t=e.querySelectorAll("[data-token]");return new Map([...t].map(s=>[s.dataset.token??"",s]))}function li(e,t,s){const n=[...t.keys()].filter(r=>!s.has(r));if(n.length===0||n.length>ai||s.size===0||!Je())return[];const o=ts(e);return n.flatMap(r=>o.get(r)?.cloneNode(!0)??[])}function di(e,t){const s=e.querySelector(".window");for(const n of s?t:[]){if(!(n instanceof SVGElement))continue;n.removeAttribute("data-token"),s?.append(n);const o=n.animate([{opacity:1},{opacity:0}],{duration:ri});o.onfinish=o.oncancel=()=>n.remove()}}function ui(e,t,s){const n=e.transform.baseVal.consolidate()?.matrix;if(!n)return;const r=e.closest(".window")!==null?s.scale:1,[i,a]=[(t.x-s.x)/r,(t.y-s.y)/r],c=t.scale/s.scale,h=(f,d,m)=>`matrix(${n.a*m}, ${n.b*m}, ${n.c*m}, ${n.d*m}, ${f}, ${d})`;e.animate([{transform:h(n.e+i,n.f+a,c)},{transform:h(n.e,n.f,1)}],{duration:oi,easing:"cubic-bezier(0.25, 0.6, 0.3, 1)"})}const fi={fromAttribute:e=>Object.fromEntries((e??"").split(/\s+/).filter(Boolean).map(pi))},pi=e=>{const t=e.indexOf("=");return t<0?[e,"true"]:[e.slice(0,t),e.slice(t+1)]},mi={fromAttribute:e=>(e??"").split(",").map(t=>t.trim()).filter(Boolean)};class me extends hs{constructor(){super(...arguments),this.url="",this.match="",this.token="",this.game="",this.position="",this.moves=[],this.options={},this.ply="",this.bare=!1,this.still=!1,this.flipped=!1,this.symbols=!1,this.confirm=!1,this.legal=[],this.names=[]}static{this.properties={url:{},match:{},seat:{type:Number},token:{},lang:{},game:{},position:{},moves:{converter:mi},options:{converter:fi},ply:{},bare:{type:Boolean},still:{type:Boolean},flipped:{type:Boolean,reflect:!0},symbols:{type:Boolean},confirm:{type:Boolean},link:{attribute:!1},words:{attribute:!1},scene:{attribute:!1},legal:{attribute:!1},mover:{attribute:!1},names:{attribute:!1},state:{attribute:!1}}}static{this.origins=["url","link","match","token","seat","game","position","moves","options"]}}const gi=5,ki=.004,ge=2;class $i{#t=new Map;#e={x:0,y:0};#s=!1;#n=!1;constructor(t,s){this.element=t,this.target=s,t.addEventListener("pointerdown",this.#o),t.addEventListener("pointermove",this.#a),t.addEventListener("pointerup",this.#h),t.addEventListener("pointercancel",this.#h),t.addEventListener("wheel",this.#l,{passive:!1})}stop(){const{element:t}=this;t.removeEventListener("pointerdown",this.#o),t.removeEventListener("pointermove",this.#a),t.removeEventListener("pointerup",this.#h),t.removeEventListener("pointercancel",this.#h),t.removeEventListener("wheel",this.#l)}takeDrag(){const t=this.#n;return this.#n=!1,t}#o=t=>{this.#n=!1,!(this.#t.size>=ge||!bi(t))&&(this.#t.set(t.pointerId,rt(t)),this.#e=rt(t),this.#s=!1)};#a=t=>{const s=this.#t.get(t.pointerId);if(!s)return;const n=rt(t),o=t.pointerType==="mouse";this.#t.size===ge?this.#d(t.pointerId,s,n):(o||this.target.canDrag())&&this.#r(t,s,n),this.#t.set(t.pointerId,n)};#r(t,s,n){!this.#s&&wt(this.#e,n)<gi||(this.#s||this.element.setPointerCapture(t.pointerId),this.#s=!0,this.#n=!0,this.target.pan({x:s.x-n.x,y:s.y-n.y}))}#d(t,s,n){const o=[...this.#t].find(([c])=>c!==t)?.[1];if(!o)return;this.#n=!0;const r={x:(n.x+o.x)/2,y:(n.y+o.y)/2},[i,a]=[wt(n,o),wt(s,o)];a>0&&i>0&&this.target.zoom(i/a,r),this.target.pan({x:(s.x-n.x)/2,y:(s.y-n.y)/2})}#h=t=>{this.#t.delete(t.pointerId)};#l=t=>{t.ctrlKey&&(t.preventDefault(),this.target.zoom(Math.exp(-t.deltaY*ki),rt(t)))}}const bi=e=>e.composedPath().some(t=>t instanceof Element&&t.classList.contains("window")),rt=({clientX:e,clientY:t})=>({x:e,y:t}),wt=(e,t)=>Math.hypot(e.x-t.x,e.y-t.y),vi={ArrowUp:"up",ArrowDown:"down",ArrowLeft:"left",ArrowRight:"right"},yi=120;class wi{#t;#e;#s;#n;#o;#a="";#r=new Set;#d;#h="";#l="";#$=!1;constructor(t,s){this.host=t,this.target=s,t.addController(this)}get isZoomed(){return this.#e!==void 0}get hovered(){return this.#o}get asked(){return this.#l}get leaving(){return this.#r}hostConnected(){for(const[t,s]of this.#b())this.#m().addEventListener(t,s);this.host.addEventListener("pointerleave",this.#y),this.#t=new $i(this.host,this.#k())}hostDisconnected(){for(const[t,s]of this.#b())this.#m().removeEventListener(t,s);this.host.removeEventListener("pointerleave",this.#y),this.#t?.stop(),clearTimeout(this.#d)}#m(){return this.host.shadowRoot??this.host}#b(){return[["click",this.#i],["keydown",this.#_],["pointerover",this.#I],["focusin",this.#T],["focusout",this.#y]]}port(t,s){return this.#s=s,this.#n=t,this.#e&&!xi(this.#e,t)&&(this.#e=void 0),this.#e??t}reset(){this.#e=void 0}zoomMiddle(t){const s=this.#u();s&&this.#v(s,t,{x:s.x+s.width/2,y:s.y+s.height/2})}focusIn(t,{hands:s},n){const{spaces:o,lastMove:r}=t,i=s.flatMap(({tokens:h})=>h).map(({token:h})=>es(h.id)),a=new Set([...o.map(({id:h})=>ct(h)),...i]);return a.has(this.#a)?this.#a:[...n.map(xt),ct(r.at(-1)??"")].find(h=>a.has(h))??ct(o[0]?.id??"")}forget(){this.#h="",this.#l="",this.#r=new Set}async isConfirmed(t,s,n,o){const{notation:r=""}=t,i=this.#h===r;if(this.#h="",this.#l="",i)return!0;const a=o&&this.#L();return!n&&!a||(a&&(this.#r=await this.target.leaving(t).catch(()=>new Set)),!n&&this.#r.size===0)?!0:(this.#h=r,this.#l=s.kind==="space"?s.key:"",this.#o=this.#l,!1)}updated(t){const s=this.target.view();!s||s.isStill||!this.#$||t.activeElement||this.#S(t,this.#a)}#k(){return{canDrag:()=>this.isZoomed,pan:t=>{const[s,n]=[this.#u(),this.#M()];!s||!n||!this.#s||(this.#e=xn(s,{x:t.x/n,y:t.y/n},this.#s),this.target.redraw())},zoom:(t,s)=>{const[n,o]=[this.#u(),this.#c(s)];n&&o&&this.#v(n,t,o)}}}#v(t,s,n){this.#n&&(this.#e=Mn(t,s,n,this.#n),this.target.redraw())}#u(){const t=this.target.view();if(!(!t||J(t.game).aspect===void 0))return this.#e??t.port}#g(){const t=this.host.shadowRoot?.querySelector(".window")?.getScreenCTM(),s=this.target.view()?.port;return t&&s?{matrix:t,port:s}:void 0}#M(){const[t,s]=[this.#g(),this.#u()];return t&&s&&t.matrix.a*t.port.width/s.width}#c({x:t,y:s}){const[n,o]=[this.#g(),this.#u()];if(!n||!o)return;const r=new DOMPoint(t,s).matrixTransform(n.matrix.inverse()),i=o.width/n.port.width;return{x:o.x+(r.x-n.port.x)*i,y:o.y+(r.y-n.port.y)*i}}#i=t=>{if(this.#t?.takeDrag())return;const s=it(t);if(!s)return;const n=t instanceof PointerEvent&&t.pointerType==="touch";this.target.press(s,n)};#_=t=>{if(!(t instanceof KeyboardEvent))return;if(t.key==="Escape")return this.target.clear();const s=it(t);if(!s)return;if(t.key==="Enter"||t.key===" "){t.preventDefault(),this.target.press(s,!1);return}const n=vi[t.key];!n||t.altKey||t.ctrlKey||t.metaKey||(t.preventDefault(),this.#E(s,n))};#E(t,s){const n=this.target.view();if(!n||!this.host.shadowRoot)return;const o=tn(Mi(n),xt(t),s);o!==void 0&&this.#S(this.host.shadowRoot,o)}#S(t,s){const n=s.replace(/^(hand|space) /,""),o=s.startsWith("hand ")?"data-hand":"data-space";t.querySelector(`[${o}="${CSS.escape(n)}"]`)?.focus()}#T=t=>{const s=it(t);if(!s)return;this.#$=!0,this.#a=xt(s);const[n]=t.composedPath();n instanceof Element&&n.matches(":focus-visible")&&this.#w(s),this.target.redraw()};#I=t=>this.#w(it(t));#y=t=>{t instanceof FocusEvent&&t.relatedTarget!==null&&(this.#$=!1),this.#w(void 0)};#w(t){const s=t?.kind==="space"?t.key:void 0;if(s===this.#o)return;this.#o=s,clearTimeout(this.#d),this.#r=new Set;const n=t&&this.#L()?this.target.wouldEnd(t):void 0;n&&(this.#d=setTimeout(()=>void this.#O(t,n),yi)),this.target.redraw()}async#O(t,s){if(!t||this.target.wouldEnd(t)!==s)return;const n=await this.target.leaving(s).catch(()=>new Set);this.#o!==t.key||n.size===0||(this.#r=n,this.target.redraw())}#L(){return this.target.view()?.canLose??!1}}const xi=(e,t)=>Math.abs(e.width*t.height/(e.height*t.width)-1)<.01;function it(e){for(const t of e.composedPath()){if(!(t instanceof SVGElement))continue;const{space:s,hand:n}=t.dataset;if(s!==void 0)return{kind:"space",key:s};if(n!==void 0)return{kind:"hand",key:n}}}const ct=e=>`space ${e}`,es=e=>`hand ${e}`,xt=({kind:e,key:t})=>`${e} ${t}`;function Mi({layout:e,port:t,scene:s}){const{window:n}=e,o=n.width/t.width,r=new Map;for(const{id:i}of s.spaces){const a=e.places.get(i);if(!a)continue;const[c,h]=[n.x+(a.x-t.x)*o,n.y+(a.y-t.y)*o];r.set(ct(i),{x:c,y:h})}for(const{tokens:i}of e.hands)for(const{token:a,x:c,y:h}of i)a.id!==""&&r.set(es(a.id),{x:c,y:h});return r}function _i(e,t){const s=e.scene.spaces.map(({id:n,shape:o})=>{const r=e.at(n),i=e.canClick("space",n)||e.chosen.includes(n),a=[n,...(t.get(n)??[]).map(h=>ss(h,e)).reverse()],c=`translate(${r?.x??0} ${r?.y??0}) rotate(${r?.turn??0})`;return l`<path class=${i?"hit can":"hit"} data-space=${n} d=${j(o)}
      transform=${c} role="button" tabindex=${e.focus===`space ${n}`?0:-1}
      aria-label=${a.join(", ")} aria-disabled=${i?"false":"true"}
      aria-pressed=${e.chosen.includes(n)?"true":"false"}></path>`});return l`<g class="hits">${s}</g>`}function Si(e,t,s){const n=ss(e,s);return l`<path class=${t?"hit can":"hit"} data-hand=${e.id} d=${j(e.shape)}
    role="button" tabindex=${s.focus===`hand ${e.id}`?0:-1} aria-label=${n}
    aria-disabled=${t?"false":"true"}
    aria-pressed=${s.held===e.id?"true":"false"}></path>`}function ss(e,t){if(e.faceDown)return t.word("token",e.kind);const s=e.seat===void 0?"":t.sides[e.seat]?.name??"",n=e.colour!==""&&e.colour!==t.sides[e.seat??-1]?.colour;return[s===""?"":t.word("side",s),t.word("token",e.kind),e.label,n?t.word("colour",e.colour):""].filter(r=>r!=="").join(" ")}const S=e=>Math.round(e*1e3)/1e3,tt=({x:e,y:t},s=0,n=1)=>`translate(${S(e)} ${S(t)})`+(s%360===0?"":` rotate(${S(s)})`)+(n===1?"":` scale(${S(n)})`),ke=(e,t,s,n)=>[e,t,s,n].map(S).join(" ");function Li(e){const{layout:t,skin:s,port:n}=e,{window:o}=t,r=l`
    ${s.defs?.()??u}
    ${t.hands.map(c=>Ui(c,e))}
    <svg class="window" part="board" x=${S(o.x)} y=${S(o.y)}
      width=${S(o.width)} height=${S(o.height)}
      viewBox=${ke(n.x,n.y,n.width,n.height)}
      overflow=${e.isZoomed?"hidden":"visible"}>${Ai(e)}</svg>
    ${t.hands.map(c=>Bi(c,e))}`,i=s.aspect===void 0?"picture":"picture grows",a=e.isZoomed?`${i} zoomed`:i;return l`<svg class=${a} viewBox=${ke(0,0,t.width,t.height)}
    role=${e.isStill?"img":"group"} aria-label=${e.label}>${r}</svg>`}function Ai(e){const{scene:t,skin:s}=e,n=Ii(t.tokens),o=t.lastMove.map(r=>ht(r,e,0,Oi));return l`
    ${s.aspect===void 0?u:ji(e.port)}
    ${s.ground?.(e)??u}
    <g class="spaces">${At(t.spaces,({id:r})=>r,r=>Pi(r,n,e))}</g>
    <g class="lasts">${o}</g>
    <g class="tokens">${At(Ei(n,e),Ti,r=>Di(r,n,e))}</g>
    <g class="marks">${zi(e,n)}</g>
    ${s.above?.(e)??u}
    ${e.isStill?u:_i(e,n)}`}const ji=({x:e,y:t,width:s,height:n})=>l`<rect class="backdrop" x=${S(e)} y=${S(t)} width=${S(s)} height=${S(n)}></rect>`;function Ei(e,t){const s=n=>t.at(n)?.y??0;return[...e].sort(([n],[o])=>s(n)-s(o)).flatMap(([,n])=>n)}const Ti=(e,t)=>e.id||`${e.space} ${t}`;function Ii(e){const t=new Map;for(const s of e){const n=t.get(s.space);n?n.push(s):t.set(s.space,[s])}return t}function ht(e,t,s,n){const[o,r]=[t.space(e),t.at(e)];if(!o||!r)return u;const{x:i,y:a}=s>1?ns(t,s-1,s,e):{x:0,y:0};return l`<g transform=${tt({x:r.x+i,y:r.y+a},r.turn)}>${n(o)}</g>`}const ns=(e,t,s,n)=>(e.skin.lift??Ni)(t,s,e.hovered===n),Oi=({shape:e})=>l`<path class="last" part="last" d=${j(e)}></path>`;function Pi(e,t,s){const n=s.at(e.id);if(!n)return u;const o={isLast:s.scene.lastMove.includes(e.id),isTarget:s.isNext("space",e.id),isTaken:t.has(e.id)},r=s.skin.space?.(e,o,s)??Qi(e);return l`<g class="space" part=${`space ${e.colour}`} transform=${tt(n,n.turn)}>${r}</g>`}const Qi=({shape:e})=>l`<path class="space-shape" fill="var(--space)" d=${j(e,.98)}></path>`,Ri=.12,Ni=(e,t,s)=>({x:0,y:-e*Ri*(s?2:1)});function Di(e,t,s){const n=s.at(e.space);if(!n)return u;const o=t.get(e.space)??[e],r=o.indexOf(e),i=s.hovered===e.space,a=ns(s,r,o.length,e.space),c=n.turn+90*e.quarterTurns,h={where:"board",level:r,height:o.length,isChosen:s.chosen.includes(e.space),isHovered:i,isLeaving:e.id!==""&&s.leaving.has(e.id),turn:c},f=tt({x:n.x+a.x,y:n.y+a.y},c);return l`<g class="token" part=${`token ${e.kind}`} data-token=${e.id} transform=${f}>
    ${s.skin.token(e,h,s)}</g>`}function zi(e,t){const{scene:s,skin:n}=e,o=c=>t.get(c)?.length??0,r=s.highlights.flatMap(({kind:c,spaces:h})=>{const f=d=>n.highlight?.(c,d,e)??Ci(d,c);return h.map(d=>ht(d,e,o(d),f))}),i=e.chosen.map(c=>ht(c,e,o(c),qi)),a=e.targets.map(c=>ht(c,e,o(c),h=>Hi(h,o(c)>0,e.asked===c)));return[...r,...i,...a]}const Ci=({shape:e},t)=>l`<path class="highlight" part=${`highlight ${t}`} d=${j(e,.9)}></path>`,qi=({shape:e})=>l`<path class="source" part="source" d=${j(e,.95)}></path>`;function Hi({shape:e},t,s){const n=s?" asked":"";return t?l`<path class=${`target-ring${n}`} part="target" d=${j(e,.88)}></path>`:l`<circle class=${`target${n}`} part="target" r=${s?.3:.13}></circle>`}function Bi(e,t){const s=e.seat===t.mover&&e.tokens.some(({token:o})=>t.canClick("hand",o.id)),n=At(e.tokens,({token:o},r)=>o.id||r,o=>Gi(o,s,t));return l`<g class="hand" part="hand">${n}</g>`}function Gi({token:e,x:t,y:s,scale:n},o,r){const i=e.id!==""&&r.held===e.id,a=o&&r.canClick("hand",e.id),c=90*e.quarterTurns,h={where:"hand",level:0,height:1,isChosen:i,isHovered:!1,isLeaving:!1,turn:c},f=i?l`<path class="source" part="source" d=${j(e.shape,1)}></path>`:u;return l`<g class=${o&&!a&&!i?"token idle":"token"} part=${`token ${e.kind}`}
    data-token=${e.id} transform=${tt({x:t,y:s},c,n)}>
    ${r.skin.token(e,h,r)}${f}
    ${r.isStill||e.id===""?u:Si(e,a||i,r)}</g>`}function Ui(e,t){if(!e.name||t.detail==="small")return u;const{x:s,y:n}=e.name,o=t.sides[e.seat]?.colour??"grey",i=[...t.names[e.seat]||t.word("side",t.sides[e.seat]?.name??"")].slice(0,xe).join("");return l`<g transform=${tt({x:s,y:n})}>
    <circle cx="0.2" r="0.16" fill=${`var(--colour-${o}, var(--muted))`}></circle>
    <text class="name" part="name" x="0.5">${i}</text></g>`}function Zi(e,t,s){const{match:n,seat:o,token:r,game:i,options:a,position:c,moves:h}=e;if(n!==""){const d=o!==void 0&&(e.link!==void 0||r!=="");return new rs(t,n,d,s)}if(i===""||e.scene||e.state)return;const f={game:i,options:{...a},start:c,moves:[...h]};return new W(t,f,s)}function os(e){const{summary:t,scene:s,round:n,ply:o,choices:r,turnSeat:i}=e;if(!t||!s)return;const a=r&&i!==void 0?{mover:i}:{};return{game:t.game??"",scene:s,round:n,ply:o,legal:r?.legal??[],...a}}function $e({players:e=[],displayNames:t=[]}){return e.map((s,n)=>t[n]||s)}class rs{#t;#e=new AbortController;#s=!1;#n={turnId:"",position:""};constructor(t,s,n,o){this.link=t,this.matchId=s,this.listener=o,this.#t=new As(s),this.#a(n).catch(r=>this.#d(r))}get state(){return this.#t.state}get shown(){return os(this.#t.state)}stop(){this.#e.abort()}async play({notation:t=""}){const s=this.state.choices?.turnId??"0";await ve(this.link,{matchId:this.matchId,playMove:{turnId:s,notation:t}})}async leaving({notation:t=""}){const{scene:s,round:n,summary:o,choices:{turnId:r=""}={}}=this.state;if(!s||r==="")return new Set;const i=await this.#o(r,s.board);if(i==="")return new Set;const{game:a="",options:c={},points:h=[]}=o??{},f={game:a,options:c,points:h,round:n,start:i};return is(this.link,f,[t],s)}async#o(t,s){if(this.#n.turnId===t)return this.#n.position;const n={matchId:this.matchId,knownBoard:s},{position:o="",turnId:r=""}=await this.link.call("MatchService/GetMatch",n);return r!==t?"":(this.#n={turnId:t,position:o},o)}async#a(t){const s={matches:[{matchId:this.matchId}],detail:"DETAIL_PAGE"},n={signal:this.#e.signal,onConnection:r=>this.listener.connection(r)};if(!t){for await(const r of ls(this.link,s,n))this.#r(r);return}const o={withoutMoves:!0,withoutLegal:!0,maxMatches:1,agent:"referee-board"};for await(const{watched:r}of ds(this.link,{hello:o,watch:s},n))r&&this.#r(r),r?.gone&&this.stop()}#r(t){if(this.#e.signal.aborted)return;const s=this.#t.apply(t);this.listener.changed(this.#s?s:s.filter(Fi)),this.#s||=t.update?.frame!==void 0;const n=t.gone?.refusal;n&&this.listener.failed(us(n))}#d(t){this.#e.signal.aborted||this.listener.failed(Q(t))}}const Fi=({kind:e})=>e==="turn"||e==="end"||e==="gone";class W{#t;#e;#s=0;#n=new fs;constructor(t,s,n){this.link=t,this.start=s,this.listener=n,this.#e=s.moves??[],this.#o(this.#e).catch(o=>this.listener.failed(Q(o)))}get shown(){return this.#t}get moves(){return this.#e}stop(){this.#s+=1}async play({notation:t=""}){await this.#o([...this.#e,t])}async go(t){await this.#o(t)}async leaving({notation:t=""}){return this.#t?is(this.link,this.start,[...this.#e,t],this.#t.scene):new Set}async#o(t){const s=this.#s+=1,n=this.#t?.scene.board??"",o={...this.start,moves:[...t],knownBoard:n},r=await this.link.call("GameService/GetPosition",o);if(s!==this.#s)return;const{scene:i={},round:a=1,legal:c=[],seat:h,steps:f=[]}=r,d=t.length===this.#e.length+1;this.#e=t,this.#t={game:this.start.game??"",scene:this.#n.read(i),round:a,ply:f.filter(g=>(g.round??1)===a).length,legal:c,...h!==void 0&&{mover:h}};const m=d?f.at(-1):void 0;this.listener.changed(m?[Vi(m)]:[]),h!==void 0&&this.listener.changed([{kind:"turn",seat:h}])}}function Vi({round:e=1,ply:t=0,seat:s,notation:n="",forced:o}){return{kind:"step",step:{...{round:e,ply:t,notation:n,isForced:o??!1},...s!==void 0&&{seat:s}}}}async function is(e,t,s,n){const o={...t,moves:[...s],stopAtRoundEnd:!0,withoutSteps:!0},{scene:r={}}=await e.call("GameService/GetPosition",{...o,knownBoard:n.board}),i=(r.hands??[]).flatMap(({tokens:c=[]})=>c),a=new Set([...r.tokens??[],...i].map(({id:c})=>c));return new Set(n.tokens.map(({id:c})=>c).filter(c=>c!==""&&!a.has(c)))}const Wi=E`
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
  .target-ring.asked {
    stroke-width: 0.16;
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
`,Ki=E`
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
`;class Xi extends me{#t;#e;#s=new Ot;#n;#o;#a="";#r="";#d;#h=new Map;#l=0;#$=0;#m="";#b=!1;#k;#v;#u=[];#g=0;#M=-1;#c=new Gn;#i=new wi(this,{press:(t,s)=>void this.#z(t,s),redraw:()=>this.#f(),view:()=>this.#n,clear:()=>this.clear(),wouldEnd:t=>this.#c.wouldEnd(t),leaving:t=>this.#t?.leaving(t)??Promise.resolve(new Set)});#_=new ResizeObserver(([t])=>{const s=Math.round(t?.contentRect.width??0);s!==this.#l&&(this.#l=s,requestAnimationFrame(()=>this.#f()))});get shownState(){return this.state?this.state:this.#t instanceof rs?this.#t.state:void 0}show(t){const s=this.shownState,n=!t||!s||Xe(s,t);this.ply=n?"":Ur(t);const o=n?this.#N():t;this.#p("scrub",{...o,isPresent:n})}step(t){this.#t instanceof W&&this.#P(this.#t.moves.length+t);const s=this.shownState;s&&this.show(Fr(s,ot(this.ply)??this.#N(),t))}flip(){this.flipped=!this.flipped}resetView(){this.#i.reset(),this.#o=void 0,this.#f()}zoom(t){this.#i.zoomMiddle(t)}clear(){this.#c.clear(),this.#i.forget(),this.#f()}async submit(t){await ve(this.#A(),{...t,matchId:this.match})}connectedCallback(){super.connectedCallback(),this.#_.observe(this),this.hasUpdated&&this.#D()}disconnectedCallback(){super.disconnectedCallback(),this.#_.disconnect(),this.#t?.stop(),this.#t=void 0,clearTimeout(this.#v)}willUpdate(t){me.origins.some(s=>t.has(s))&&this.#D(),(t.has("legal")||t.has("scene"))&&(this.#$+=1),[...t.keys()].length>0&&(this.#g+=1),this.words&&(this.#s=this.words),this.#E()}render(){const[t,s]=[this.#n,this.#x()],n=this.#k&&_("failed",s).replace("{reason}",this.#k.message),o=this.#b?_("cut",s):n,r=o?x`<div class="notice" part="notice">${o}</div>`:u;if(!t)return r;const i=this.bare?void 0:Yr(this.#U(t)),a=Tn([this.#g],()=>Li(t)),c=this.bare?u:"framed";return x`<div class=${c} lang=${s} dir=${Qn(s)}>
      ${i?.above??u}
      <div class="stage" dir="ltr">${a}</div>
      ${i?.below??u} ${this.still?u:this.#G(t,s)}
      ${i?.foot??u} ${r}
      <div class="heard" role="status" aria-live="polite">${this.still?"":this.#m}</div>
    </div>`}update(t){const s=this.#n,[n,o]=[this.#h,s?ci(s):new Map],r=li(this.renderRoot,n,o);super.update(t),this.#h=o,s&&(hi(this.renderRoot,n,o),di(this.renderRoot,r))}updated(){if(!this.#n)return;const{width:t,height:s}=this.#n.layout;this.style.setProperty("--aspect",String(Math.round(1e3*t/s)/1e3)),this.#i.updated(this.renderRoot)}#E(){const t=this.#w();if(!t||this.#M===this.#g)return;this.#M=this.#g;const s=this.#O(t);t.game!==this.#a&&this.#I(t.game),this.#S(`${t.game} ${ot(this.ply)?.round??t.round}`);const n=this.ply===""&&!this.still?t.legal:[];this.#c.begin(this.#L(t),n);const o=this.#T(t,s),r=We(o);this.#o=Se(this.#o,r.bounds,r.window);const i=this.#i.port(this.#o,r.bounds);this.#n&&this.#n.scene!==s&&(this.#d=this.#n.scene),this.#n=Gr({...o,port:i,isZoomed:this.#i.isZoomed,focus:this.#i.focusIn(s,r,this.#c.next),leaving:this.#i.leaving,asked:this.#i.asked,...this.#d&&{before:this.#d},...this.#i.hovered!==void 0&&{hovered:this.#i.hovered}},r)}#S(t){t!==this.#r&&(this.#r=t,this.#o=void 0,this.#d=void 0)}#T(t,s){const{summary:n}=this.shownState??{},o=this.names.length>0?this.names:n?$e(n):[];return{game:t.game,scene:s,words:this.#s,lang:this.#x(),names:o,isFlipped:this.flipped,symbols:this.symbols,isStill:this.still,clicks:this.#c.clicks,next:this.#c.next,starts:this.#c.starts,...this.#l>0&&{width:Math.min(this.#l,innerHeight)},...this.seat!==void 0&&{seat:this.seat},...t.mover!==void 0&&{mover:t.mover}}}#I(t){this.#a=t;const{style:s}=J(t),n=[Wi,Bn,Ki,...s?[s]:[]];ps(this.renderRoot,n),!this.words&&!this.#s.game(t)&&this.#y(t)}async#y(t){if(this.#Q())try{this.#s=await Vr(this.#A(),this.url,t),this.#f()}catch(s){this.#j(Q(s))}}#w(){if(this.#t)return this.#t.shown;if(this.state)return os(this.state);const{scene:t,game:s,legal:n,mover:o}=this;if(t)return{game:s,scene:t,round:1,ply:0,legal:n,...o!==void 0&&{mover:o}}}#O(t){const s=ot(this.ply);if(!s||!this.#Q())return t.scene;const{matchId:n}=this.shownState??{};if(n===void 0)return t.scene;this.#e??=new ni(this.#A(),n);const o=this.#e.known(s.round,s.ply);return o||(this.#e.at(s.round,s.ply).then(r=>r&&this.#f(),r=>this.#j(Q(r))),this.#n?.scene??t.scene)}#L({round:t,ply:s,mover:n}){if(this.#t instanceof W)return this.#t.moves.join(" ");const o=this.shownState,r=this.ply===""?`${t}.${s}.${n??""}`:"past";return o?`${r} ${o.choices?.turnId??""}`:`fed ${this.#$}`}#N(){const{round:t=1,ply:s=0}=this.shownState??this.#t?.shown??{};return{round:t,ply:s}}#P(t){if(!(this.#t instanceof W))return;const{moves:s}=this.#t;(s.length>this.#u.length||!Yi(s,this.#u))&&(this.#u=s);const n=Math.min(Math.max(t,0),this.#u.length);this.#t.go(this.#u.slice(0,n)).catch(o=>this.#j(Q(o)))}#Q(){return this.link!==void 0||this.url!==""}#A(){return this.link?this.link:new ms(this.url,this.token===""?{}:{token:this.token})}#D(){if(this.#t?.stop(),this.#t=void 0,this.#e=void 0,this.#k=void 0,this.#u=[],this.#r="",this.#h=new Map,this.#i.reset(),!this.isConnected||!this.#Q())return;const t={changed:s=>this.#C(s),connection:s=>this.#B(s==="down"),failed:s=>this.#j(s)};this.#t=Zi(this,this.#A(),t)}#C(t){this.#k=void 0;for(const s of t)this.#q(s);this.shownState&&this.#p("update",{state:this.shownState}),this.#f()}#q(t){if((t.kind==="takeback"||t.kind==="round")&&this.#e?.clear(),t.kind==="step"){const{round:s,ply:n,notation:o,seat:r}=t.step,i=r!==void 0&&r===this.seat;this.#m=Wr(t.step,this.#R()),this.#p("move",{round:s,ply:n,notation:o,isMine:i,...r!==void 0&&{seat:r}})}if(t.kind==="turn"){const{seat:s,choices:n}=t,o=n!==void 0;o&&(this.#m+=` ${Kr(this.shownState?.scene?.prompt,this.#R())}`),this.#p("turn",{seat:s,isMine:o,...o&&{turnId:n.turnId}})}if(t.kind==="end"){const{verdict:s}=t;this.#m+=` ${Xr({verdict:s},this.#R())}`,this.#p("end",{verdict:s,places:s.places??[]})}}#R(){const{summary:t}=this.shownState??{},s=t?$e(t):this.names;return{words:this.#s,game:this.#a,names:s,lang:this.#x()}}async#z(t,s){const n=this.#c.press(t);if(n||this.#i.forget(),this.#f(),!!n){if(!await this.#i.isConfirmed(n,t,this.confirm,s)){this.#c.back(),this.#m=_("again",this.#x()),this.#f();return}await this.#H(n)}}async#H(t){const s=this.#p("choose",{move:t});if(this.#c.send(t),this.#i.forget(),this.#f(),!(!s||!this.#t))try{await this.#t.play(t)}catch(n){this.#c.clear(),this.#p("error",{error:Q(n)}),this.#f()}}#B(t){t!==this.#b&&(this.#b=t,this.#p("connection",{isDown:t}),this.requestUpdate())}#j(t){this.#k=t,this.#p("error",{error:t}),this.requestUpdate()}#f(){this.#g+=1,this.requestUpdate()}#p(t,s){const n={detail:s,bubbles:t!=="error",composed:!0,cancelable:!0};return this.dispatchEvent(new CustomEvent(t,n))}#x(){return this.lang||this.closest("[lang]")?.getAttribute("lang")||document.documentElement.lang||"en"}#G({game:t},s){const n=({kind:o,key:r})=>o==="done"?_("end",s):this.#s.text(t,"choice",r,s);return zn(this.#c.next,n,o=>void this.#z(o,!1))}#U(t){const{prompt:s}=t.scene,n=this.#x(),o=this.shownState,r=()=>{clearTimeout(this.#v),this.#v=setTimeout(()=>this.requestUpdate(),100)};return{view:t,lang:n,moment:ot(this.ply),isPosition:this.#t instanceof W,prompt:s?Te(this.#s.prompt(t.game,s,n,t.names)):[],tick:r,act:{first:()=>o?this.show({round:1,ply:0}):this.#P(0),back:()=>this.step(-1),forward:()=>this.step(1),present:()=>o?this.show():this.#P(1/0),flip:()=>this.flip(),closer:()=>this.zoom(1.3),farther:()=>this.zoom(1/1.3),whole:()=>this.resetView()},...o&&{state:o}}}}const Yi=(e,t)=>e.every((s,n)=>s===t[n]);customElements.get("referee-board")||customElements.define("referee-board",Xi);export{Os as a,At as b,zs as c,Ae as e,je as i,ea as r,_n as t};
