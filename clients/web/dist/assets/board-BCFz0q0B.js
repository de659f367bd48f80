const En=new Set(["network","unavailable","deadline_exceeded"]),Tn=new Set(["STOPPING","STARTING","STORE_UNAVAILABLE","LAGGED","HOST_FAULT"]);class P extends Error{constructor(t){super(t.message),this.name="RefereeError",this.code=t.code,this.reason=t.reason??"",this.field=t.field??"",this.value=t.value??"",this.expected=t.expected??"",this.limit=t.limit??"",this.most=t.most,this.retryAfterMs=t.retryAfterMs,this.status=t.status??0}get isRetryable(){return En.has(this.code)||Tn.has(this.reason)||this.retryAfterMs!==void 0}get isSignedOut(){return this.reason==="UNAUTHENTICATED"||this.reason==="TOKEN_EXPIRED"}}function $s(e,t){const s=(e.details??[]).map(({debug:r})=>r??{}),{reason:n,metadata:o={}}=s.find(r=>r.reason)??{},i=s.find(r=>r.retryDelay)?.retryDelay;return new P({code:e.code??"unknown",message:e.message??`HTTP ${t}`,status:t,...n!==void 0&&{reason:n},...ks(o,["field","value","expected","limit"]),...o.most!==void 0&&{most:Number(o.most)},...i!==void 0&&{retryAfterMs:Number.parseFloat(i)*1e3}})}function ys(e){const{text:t="",reason:s="",most:n,retryAfterMs:o}=e;return new P({code:"refused",message:t,reason:s.replace(/^REASON_/,""),...ks(e,["field","value","expected","limit"]),...n!==void 0&&{most:Number(n)},...o!==void 0&&{retryAfterMs:Number(o)}})}function S(e){if(e instanceof P)return e;const t=e instanceof Error?e.message:String(e);return new P({code:"network",message:t})}function ks(e,t){return Object.fromEntries(t.flatMap(s=>e[s]?[[s,e[s]]]:[]))}const H=5,Ln=1,jn=2,Pn=64*1024*1024;function On(e){const t=new TextEncoder().encode(e),s=new Uint8Array(H+t.length);return new DataView(s.buffer).setUint32(1,t.length),s.set(t,H),s}async function*In(e){const t=e.getReader(),s=new Nn,n=new TextDecoder;try{for(;;){const{done:o,value:i}=await t.read();if(o)break;s.push(i);for(let r=s.take();r;r=s.take()){if(r.flags&Ln)throw bs("a compressed message");const a=JSON.parse(n.decode(r.message));if((r.flags&jn)===0)yield a;else return Cn(a)}}}finally{await t.cancel().catch(()=>{})}throw new P({code:"network",message:"the connection was cut"})}function Cn({error:e}){if(e)throw $s(e,200)}const bs=e=>new P({code:"internal",message:`the stream has ${e}`});class Nn{#t=new Uint8Array(0);push(t){const s=new Uint8Array(this.#t.length+t.length);s.set(this.#t),s.set(t,this.#t.length),this.#t=s}take(){const t=this.#t;if(t.length<H)return;const s=new DataView(t.buffer,t.byteOffset).getUint32(1);if(s>Pn)throw bs(`a message of ${s} bytes`);if(!(t.length<H+s))return this.#t=t.subarray(H+s),{flags:t[0]??0,message:t.subarray(H,H+s)}}}const Rn=15e3,Dn=5e3;class ce{#t;constructor(t,s={}){this.url=t.replace(/\/+$/,""),this.token=s.token,this.#t=s.fetch??((n,o)=>fetch(n,o))}withToken(t){return new ce(this.url,{fetch:this.#t,...t!==void 0&&{token:t}})}async call(t,s,{signal:n,timeoutMs:o=Rn}={}){const i=AbortSignal.timeout(o+Dn),r=await this.#e(t,"application/json",JSON.stringify(s),{signal:n?AbortSignal.any([n,i]):i,timeoutMs:o});if(!r.ok)throw await be(r);return await r.json().catch(a=>{throw S(a)})}async*stream(t,s,{signal:n}={}){const o=new AbortController,i=n?AbortSignal.any([n,o.signal]):o.signal,r=On(JSON.stringify(s));try{const a=await this.#e(t,"application/connect+json",r,{signal:i});if(!a.ok||!a.body)throw await be(a);yield*In(a.body)}catch(a){throw i.aborted?new P({code:"canceled",message:"canceled"}):S(a)}finally{o.abort()}}async#e(t,s,n,{signal:o,timeoutMs:i}){const r=new Headers({"content-type":s,"connect-protocol-version":"1"});this.token!==void 0&&r.set("authorization",`Bearer ${this.token}`),i!==void 0&&r.set("connect-timeout-ms",String(i));const a={method:"POST",headers:r,body:n,...o&&{signal:o}};try{return await this.#t(`${this.url}/referee.v1.${t}`,a)}catch(c){throw c instanceof DOMException&&c.name==="AbortError"?new P({code:"canceled",message:"canceled"}):S(c)}}}async function be(e){const t=await e.text().catch(()=>"");try{return $s(JSON.parse(t),e.status)}catch{const s=e.status>=500?"unavailable":"unknown";return new P({code:s,message:`HTTP ${e.status}`,status:e.status})}}const ve=250,Hn=5e3,Un=1e4,zn=12e4;async function*vs(e,t={}){const{signal:s=new AbortController().signal,onConnection:n=()=>{}}=t;let o=ve,i;const r=a=>{a!==i&&n(a),i=a};for(;!s.aborted;){const a=new Qn(s,t.silenceMs);try{for await(const c of e(a.signal))r("open"),o=ve,a.beat(),yield c;return}catch(c){if(s.aborted)return;const h=S(c);if(!h.isRetryable&&!a.isDead)throw h;r("down"),await qn(Math.max(h.retryAfterMs??0,o*(.75+Math.random()/2)),s),o=Math.min(2*o,Hn)}finally{a.stop()}}}class Qn{#t=new AbortController;#e;#s=Date.now();#n=Date.now();constructor(t,s=1/0){this.signal=AbortSignal.any([t,this.#t.signal]),this.#e=setInterval(()=>{const n=Date.now(),o=n-this.#s>zn;this.#s=n,(o||n-this.#n>s)&&this.#t.abort()},Un)}get isDead(){return this.#t.signal.aborted}beat(){this.#n=Date.now()}stop(){clearInterval(this.#e)}}function qn(e,t){return new Promise(s=>{const n=()=>{clearTimeout(o),t.removeEventListener("abort",n),globalThis.removeEventListener?.("online",n),s()},o=setTimeout(n,e);t.addEventListener("abort",n),globalThis.addEventListener?.("online",n)})}const Bn=100,Gn=65e3;class ws{#t=new Map;constructor(t){this.request=t;for(const{matchId:s="",afterSeq:n="0"}of t.matches??[])this.#t.set(s,n)}note({matchId:t="",followed:s,event:n,update:o,gone:i}){i?this.#t.delete(t):s&&!this.#t.has(t)&&this.#t.set(t,"0");const r=n?.seq??o?.events?.at(-1)?.seq;r!==void 0&&this.#t.set(t,r)}next(){const t=[...this.#t].slice(0,Bn),s={...this.request,withChanges:!0};if(!this.request.matches)return{...s,shown:t.map(([n])=>n)};if(!(t.length===0&&!this.request.stayOpen))return{...s,matches:t.map(([n,o])=>({matchId:n,afterSeq:o}))}}}function Wn(e,t,s={}){const n=new ws(t);return vs(async function*(o){const i=n.next();if(i)for await(const r of e.stream("MatchService/WatchMatches",i,{signal:o}))n.note(r),yield r},s)}function Vn(e,t,s={}){const n=t.watch&&new ws(t.watch),o=new Fn(t.hello??{});return vs(async function*(i){const r=n?.next(),a={hello:o.next(),...r&&{watch:r}};for await(const c of e.stream("MatchService/Attend",a,{signal:i}))c.watched&&n?.note(c.watched),c.response&&o.note(c.response),yield c},{...!e.isKept&&{silenceMs:Gn},...s})}class Fn{#t=new Map;constructor(t){this.hello=t}note({event:t,refused:s}){if(s?.refusal&&!s.matchId)throw ys(s.refusal);const{matchId:n,event:{seq:o,matchEnded:i}={}}=t??{};n===void 0||o===void 0||(i?this.#t.delete(n):this.#t.set(n,o))}next(){const t=[...this.#t].map(([s,n])=>({matchId:s,afterSeq:n}));return{...this.hello,...t.length>0&&{resume:t}}}}const Zn=6,Kn=200;async function _s(e,t){const s=t.playMove?t:{...t,requestId:Yn()};for(let n=1;;n+=1)try{return await e.call("MatchService/SubmitCommand",s)}catch(o){const i=S(o);if(!i.isRetryable||n===Zn)throw i;const r=i.retryAfterMs??Kn*2**n;await new Promise(a=>setTimeout(a,r))}}function Yn(){return[...crypto.getRandomValues(new Uint8Array(16))].map(t=>t.toString(16).padStart(2,"0")).join("")}const Xn={SHAPE_SQUARE:"square",SHAPE_HEXAGON:"hexagon",SHAPE_CIRCLE:"circle",SHAPE_DOMINO:"domino"},xs=e=>Xn[e??""]??"square";function Jn(e){const{id:t="",x:s=0,y:n=0,colour:o="",symbol:i=""}=e,r={id:t,shape:xs(e.shape),x:s,y:n,colour:o,symbol:i};return e.line?{...r,line:{seat:e.line.seat??0,place:e.line.place??0}}:r}function we(e){return{id:e.id??"",space:e.space??"",kind:e.kind??"",label:e.label??"",colour:e.colour??"",symbol:e.symbol??"",faceDown:e.faceDown??!1,quarterTurns:e.quarterTurns??0,shape:xs(e.shape),...e.seat!==void 0&&{seat:e.seat},...e.marks&&{marks:{key:e.marks.key??"",count:e.marks.count??0}}}}function to(e){return{key:e.key??"",value:e.value??"",...e.seat!==void 0&&{seat:e.seat},...e.forSeat!==void 0&&{forSeat:e.forSeat}}}function Ms(e,t=[]){const s=e.spaces??[];return{spaces:s.length>0?s.map(Jn):t,tokens:(e.tokens??[]).map(we),hands:(e.hands??[]).map(({seat:n=0,tokens:o=[]})=>({seat:n,tokens:o.map(we)})),counters:(e.counters??[]).map(({seat:n,key:o="",value:i=""})=>({key:o,value:i,...n!==void 0&&{seat:n}})),highlights:(e.highlights??[]).map(({kind:n="",spaces:o=[]})=>({kind:n,spaces:o})),lastMove:e.lastMove??[],board:e.board??"",...e.prompt&&{prompt:to(e.prompt)}}}function eo(e,t,s){const n=Ms(t),o=new Map(e.spaces.map(a=>[a.id,a]));for(const a of s.removedSpaces??[])o.delete(a);for(const a of n.spaces)o.set(a.id,a);const i=new Set([...s.removedTokens??[],...n.tokens.map(({id:a})=>a)]),r=e.tokens.filter(({id:a})=>a===""||!i.has(a));return{...n,spaces:[...o.values()],tokens:[...r,...n.tokens]}}class Xt{#t;constructor(t=new As){this.boards=t}read(t){const{scene:s,changes:n}=t;return s?(n?this.#t=this.#t&&eo(this.#t,s,n):this.#t=this.boards.read(s),this.#t&&this.boards.keep(this.#t),this.#t):this.#t}}const so=64;class As{#t=new Map;keep({board:t,spaces:s}){if(t===""||s.length===0||(this.#t.delete(t),this.#t.set(t,s),this.#t.size<=so))return;const[n]=this.#t.keys();n!==void 0&&this.#t.delete(n)}read(t){const s=Ms(t,this.#t.get(t.board??""));return this.keep(s),s}}const he=e=>({state:e,happenings:[]});function no(e,t){const s=oo(t);return s?io(e,s):t.movesTakenBack?ro(e,t.movesTakenBack):t.roundEnded?ao(e,t.roundEnded,t.revealed):t.proposalMade?co(e,t.proposalMade):t.proposalAnswered?ho(e,t.proposalAnswered):t.matchPaused||t.matchResumed?lo(e,!!t.matchPaused):t.seatLost?uo(e,t.seatLost):t.matchEnded?fo(e,t.matchEnded,t.revealed):po(e,t)}function oo(e){const t=e.movePlayed??e.forcedMovePlayed??e.moveSubstituted,s=t??e.chanceResolved;if(s)return{round:s.round??1,ply:s.ply??0,notation:s.notation??"",isForced:!e.movePlayed,...t&&{seat:t.seat??0}}}function io(e,t){const s=[...e.steps.slice(-2e4),t],n={...z(e,"takebackProposer"),steps:s,round:t.round};return{state:{...!(e.drawProposer!==void 0&&e.drawProposer!==t.seat)||t.seat===void 0||e.accepted.includes(t.seat)?n:{...z(n,"drawProposer"),accepted:[]},ply:t.ply+1},happenings:[{kind:"step",step:t}]}}function ro(e,{round:t=1,ply:s=0}){const n=r=>r.round<t||r.round===t&&r.ply<s,o=e.steps.filter(n);return{state:{...z(e,"takebackProposer","drawProposer"),steps:o,round:t,ply:s,accepted:[]},happenings:[{kind:"takeback",round:t,ply:s}]}}function ao(e,t,s){const n={round:t.round??1,result:t.result??{}};return{state:{...Ss(e,n.round,s),results:[...e.results,n],points:n.result.totals??[]},happenings:[{kind:"round",end:n}]}}function Ss(e,t,s){if(!s?.steps)return e;const n=new Map(s.steps.map(({ply:i=0,notation:r=""})=>[i,r])),o=e.steps.map(i=>{const r=i.round===t?n.get(i.ply):void 0;return r===void 0?i:{...i,notation:r}});return{...e,steps:o}}function co(e,{seat:t=0,proposal:s}){return s?{state:{...e,...s==="PROPOSAL_DRAW"?{drawProposer:t}:{takebackProposer:t},accepted:[]},happenings:[{kind:"proposal",seat:t,proposal:s}]}:he(e)}function ho(e,{seat:t=0,proposal:s,answer:n}){if(!n)return he(e);const o=[{kind:"answer",seat:t,answer:n}];return n==="PROPOSAL_ANSWER_ACCEPT"?{state:{...e,accepted:[...e.accepted,t]},happenings:o}:{state:{...z(e,s==="PROPOSAL_DRAW"?"drawProposer":"takebackProposer"),accepted:[]},happenings:o}}function lo(e,t){return{state:{...e,isPaused:t},happenings:[{kind:"pause",isPaused:t}]}}function uo(e,t){const{seat:s=0,cause:n="TERMINATION_UNSPECIFIED"}=t,i=[...e.losses.filter(r=>(r.seat??0)!==s),{seat:s,cause:n}];return{state:{...e,losses:i},happenings:[{kind:"lost",seat:s,cause:n}]}}function fo(e,t,s){const n=z(e,"drawProposer","takebackProposer","turnSeat","choices");return{state:Ss({...n,absent:new Map,end:t},e.round,s),happenings:[{kind:"end",verdict:t.verdict??{}}]}}function po(e,t){const{seatConnected:s,seatDisconnected:n}=t;if(!s&&!n)return he(e);const o=(s??n)?.seat??0,i=new Map(e.absent);s?i.delete(o):i.set(o,mo(n?.graceUntilNs));const r=!!n;return{state:{...e,absent:i},happenings:[{kind:"presence",seat:o,isAway:r}]}}function mo(e){return e===void 0?void 0:-Number(e)/1e6}class go{#t;#e;#s={turnId:"",place:""};#n;#o;constructor(t,s={}){this.#n=s.boards,this.#e=new Xt(s.boards),this.#o=s.now??(()=>performance.now()),this.#t={matchId:t,seq:0,round:1,ply:0,steps:[],results:[],points:[],clocks:[],clocksAtMs:0,absent:new Map,accepted:[],isPaused:!1,losses:[],watchers:0,isGone:!1}}get state(){return this.#t}apply({matchId:t,followed:s,frame:n,update:o,gone:i}){if(t!==this.#t.matchId)return[];s&&this.#c(s);const r=(o?.events??[]).flatMap(c=>this.#r(c));o&&(this.#t={...this.#t,watchers:o.watchers??0});const a=o?.frame??n;if(a&&r.push(...this.#l(a)),i){const{refusal:c}=i;this.#t={...this.#t,isGone:!0,...c&&{refusal:c}},r.push({kind:"gone"})}return r}#c(t){this.#e=new Xt(this.#n),this.#t={...this.#t,isGone:!1},this.#t={...z(this.#t,"drawProposer","takebackProposer","turnSeat","choices"),summary:t,round:t.round??1,ply:t.ply??0,points:t.points??[],clocks:t.clocks??[],clocksAtMs:this.#o(),isPaused:t.paused??!1,losses:t.losses??[],watchers:t.watchers??0,...t.drawProposer!==void 0&&{drawProposer:t.drawProposer},...t.takebackProposer!==void 0&&{takebackProposer:t.takebackProposer},...t.turnSeat!==void 0&&{turnSeat:t.turnSeat},...t.verdict&&{end:{verdict:t.verdict}}}}#r(t){const s=Number(t.seq??0);if(s<=this.#t.seq)return[];const{state:n,happenings:o}=no(this.#t,t);return this.#t={...n,seq:s},t.movesTakenBack&&(this.#s={...this.#s,place:""}),o}#l(t){const s=this.#t,{round:n=1,ply:o=0,clocks:i=[],points:r=s.points,turnSeat:a,choices:c}=t,h=this.#e.read(t);return this.#t={...z(s,"turnSeat","choices"),round:n,ply:o,clocks:i,points:r,clocksAtMs:this.#o(),absent:$o(s.absent,t,this.#o()),...h&&{scene:h},...a!==void 0&&{turnSeat:a},...c&&{choices:c}},a===void 0?[]:this.#h(a,`${n}.${o}.${a}`,c)}#h(t,s,n){const o=this.#s,i=n?n.turnId===o.turnId:s===o.place;return this.#s={turnId:n?.turnId??o.turnId,place:s},i?[]:[{kind:"turn",seat:t,...n&&{choices:n}}]}}function $o(e,{atNs:t},s){const n=Number(t??0)/1e6,o=i=>i===void 0||i>=0?i:s+(-i-n);return new Map([...e].map(([i,r])=>[i,o(r)]))}function z(e,...t){const s={...e};for(const n of t)delete s[n];return s}const Es={kind:"done",key:""},At=(e,t)=>e.kind===t.kind&&e.key===t.key;function qt({handToken:e,spaces:t=[],choice:s}){return[...e?[{kind:"hand",key:e}]:[],...t.map(n=>({kind:"space",key:n})),...s?[{kind:"choice",key:s}]:[]]}function dt(e,t){const s=t.at(-1)?.kind==="done",n=s?t.slice(0,-1):t,o=e.filter(a=>yo(qt(a),n)),i=o.find(a=>qt(a).length===n.length),r=ko(o.flatMap(a=>qt(a).slice(n.length,n.length+1)));return i&&(s||r.length===0)?{next:[],move:i}:s?{next:[]}:{next:i?[...r,Es]:r}}function yo(e,t){return t.every((s,n)=>{const o=e[n];return o!==void 0&&At(s,o)})}function ko(e){return[...new Map(e.map(t=>[`${t.kind} ${t.key}`,t])).values()]}function W(e,t=[]){const{next:s,move:n}=dt(e,t),[o]=s;return n||!o||s.length>1||dt(e,[...t,o]).move?[...t]:W(e,[...t,o])}function bo(e,t,s){const{next:n}=dt(e,t);if(n.some(i=>At(i,s)))return W(e,[...t,s]);const o=t.at(-1);if(o&&At(o,s))return n.some(i=>i.kind==="done")?[...t,Es]:W(e);for(let i=t.length;i>=0;i-=1){const r=t.slice(0,i);if(dt(e,r).next.some(c=>At(c,s)))return W(e,[...r,s])}return[...t]}const Ts="en",$t=e=>e.toLowerCase().split("-")[0]??Ts;class le{#t=new Map;#e=new Map;constructor(t=[]){for(const s of t)this.add(s)}add(t){const s=t.id??"";this.#t.set(s,t);for(const{kind:n="",key:o="",texts:i={}}of t.words??[])this.#e.set(`${s} ${n.replace("WORD_KIND_","").toLowerCase()} ${o}`,i)}game(t){return this.#t.get(t)}sides(t){return(this.#t.get(t)?.sides??[]).map(({name:s="",colour:n="",halfTurns:o=0})=>({name:s,colour:n,halfTurns:o}))}text(t,s,n,o){const i=this.#e.get(`${t} ${s} ${n}`);return i?.[$t(o)]??i?.[Ts]??n.replaceAll("_"," ")}has(t,s,n){return this.#e.has(`${t} ${s} ${n}`)}prompt(t,s,n,o){const i=this.text(t,"prompt",s.key,n),r=s.forSeat===void 0?"":o[s.forSeat]??"";return at(i,{value:s.value,for:r})}}function at(e,t){return e.split(/(\{\w+\})/).filter(n=>n!=="").map(n=>{const o=t[n.slice(1,-1)],i=n.startsWith("{")&&o!==void 0;return{text:i?o:n,isIsolated:i}})}const de=e=>e.map(({text:t})=>t).join(""),vo="۰۱۲۳۴۵۶۷۸۹";function st(e,t){const s=String(e);return $t(t)!=="fa"?s:s.replace(/\d/g,n=>vo[Number(n)]??n)}function wo(e,t){const s=e.running??!1,n=s?Math.max(0,t-Number(e.startsInMs??0)):0,o=_o(e.remainingMs);let i=n;const r=y=>{const j=Math.min(y,i);return i-=j,y-j},a=r(Number(e.delayLeftMs??0)),c=r(o??0),{periods:h,periodMs:f}=Mo(e,i),l=y=>y===void 0?void 0:Math.max(0,Number(y)-n),p={moveMs:l(e.moveLeftMs),roundMs:l(e.roundLeftMs),matchMs:l(e.matchLeftMs)},g=o===void 0?void 0:xo(c,h,f),$=[p.moveMs,p.roundMs,p.matchMs].filter(y=>y!==void 0),b=g===void 0?$:[g,...$];return{hasClock:b.length>0,isRunning:s,isFlagged:s&&(g===0&&a===0||$.includes(0)),delayMs:a,periods:h,periodMs:f,...o!==void 0&&{remainingMs:c},...Ao(p),...b.length>0&&{shownMs:Math.min(...b)}}}const _o=e=>e===void 0?void 0:Number(e);function xo(e,t,s){return e>0||t===0?e:s}function Mo(e,t){const[s,n]=[e.periods??0,Number(e.periodMs??0)];if(s===0)return{periods:0,periodMs:0};const o=Number(e.periodLeftMs??0);if(t<o||n===0)return{periods:s,periodMs:Math.max(0,o-t)};const i=1+Math.floor((t-o)/n);return i>=s?{periods:0,periodMs:0}:{periods:s-i,periodMs:n-(t-o)%n}}function Ao({moveMs:e,roundMs:t,matchMs:s}){return{...e!==void 0&&{moveMs:e},...t!==void 0&&{roundMs:t},...s!==void 0&&{matchMs:s}}}const[Bt,bt,X,Gt]=[1e3,6e4,36e5,864e5],So=1e4,_e={en:(e,t)=>`${e}d ${t}`,fa:(e,t)=>`⁧${e} روز ${t}⁩`,ru:(e,t)=>`${e} д ${t}`};function Eo(e,t){const s=r=>String(Math.floor(r)).padStart(2,"0");if(e<So)return st(`0:${s(e/Bt)}.${Math.floor(e%Bt/100)}`,t);const n=s(e%bt/Bt);if(e<X)return st(`${Math.floor(e/bt)}:${n}`,t);if(e<Gt)return st(`${Math.floor(e/X)}:${s(e%X/bt)}:${n}`,t);const o=_e[$t(t)]??_e.en,i=`${s(e%Gt/X)}:${s(e%X/bt)}`;return st(o?.(Math.floor(e/Gt),i)??i,t)}const xe=1,To=[1,.8,.66,.56],Lo=3.2,jo=.6,Po=.4,Lt=.12,Me=.68,Oo=.25,Ls=16,q=.5,Ae={x:.14,y:-.1},Io=.3,Se={square:1,hexagon:1,circle:1,domino:2},Co={square:1,hexagon:1.16,circle:1,domino:1};function No(e,{seat:t=0,seats:s,names:n,hasTray:o=!1},i){const r=e.hands.some(({tokens:y})=>y.length>0),a=e.hands.filter(({tokens:y})=>y.length>0||r&&s>2),c=y=>s>2?(n[y]??"").slice(0,Ls):void 0,h=s>2?(i-q)/2:i,f=a.filter(y=>y.seat!==t).sort((y,j)=>Ee(y.seat,t,s)-Ee(j.seat,t,s)).map(y=>Te(y.seat,y.tokens,{width:i,fan:h,scale:jo,name:c(y.seat)})),l=a.find(y=>y.seat===t),p=o?void 0:c(t),g=y=>Le(l?[Te(t,l.tokens,{width:i,fan:h,scale:y,name:p})]:[],i),$=(o?To:[xe]).map(g),b=$.find(({height:y})=>y<=Lo)??$.at(-1)??g(xe);return{above:Le(f,i),below:b}}const Ee=(e,t,s)=>(e-t+s)%s;function Te(e,t,s){const{name:n}=s,o=n===void 0?0:Me,i=Ho(Do(t),s),r=Math.max(0,...i.map(h=>h.width));let a=o;const c=i.flatMap(h=>{const f=h.tokens.map(l=>({...l,y:l.y+a}));return a+=h.height+Lt,f});return{seat:e,box:{x:0,y:0,width:Math.max(r,n===void 0?0:Ro(n)),height:a},tokens:c,...n!==void 0&&{name:{x:0,y:Me*.55}}}}const Ro=e=>.5+Oo*[...e].length;function Do(e){const t=[];for(const s of e){const n=t.at(-1),o=n?.[0],i=s.faceDown&&o?.faceDown,r=s.shape!=="domino"&&o?.kind===s.kind;n&&(i||r&&s.kind!=="")?n.push(s):t.push([s])}return t}function Ho(e,{width:t,fan:s,scale:n}){const o=[];let i={tokens:[],width:0,height:0};for(const r of e){const a=Uo(r,n,s),c=i.tokens.length>0?Lt:0;i.tokens.length>0&&i.width+c+a.width>t&&(o.push(i),i={tokens:[],width:0,height:0});const h=i.tokens.length>0?i.width+Lt:0,f=a.tokens.map(l=>({...l,x:l.x+h}));i={tokens:[...i.tokens,...f],width:h+a.width,height:Math.max(i.height,a.height)}}return i.tokens.length>0?[...o,i]:o}function Uo(e,t,s){const[n]=e;if(!n)return{tokens:[],width:0,height:0};const o=n.faceDown?Po:t,i=e.length-1,r=Math.min(Io,(s-Se[n.shape]*o)/Math.max(1,i)),a=n.faceDown?{x:r,y:0}:{x:Ae.x*o,y:Ae.y*o},c=-a.y*i,[h,f]=[Se[n.shape]*o,Co[n.shape]*o],l=e.map((g,$)=>({token:g,scale:o,x:h/2+a.x*$,y:f/2+c+a.y*$}));return{tokens:n.faceDown?l:l.reverse(),width:h+a.x*i,height:f+c}}function Le(e,t){const s=[];let n=1/0;for(const r of e)n+q+r.box.width>t&&(s.push([]),n=-q),s.at(-1)?.push(r),n+=q+r.box.width;let o=0;return{hands:s.flatMap(r=>{const a=q*(r.length-1);let c=(t-r.reduce((f,{box:l})=>f+l.width,a))/2;const h=r.map(f=>{const l=zo(f,c,o);return c+=f.box.width+q,l});return o+=Math.max(...r.map(({box:f})=>f.height))+Lt,h}),height:o}}function zo(e,t,s){return{...e,box:{...e.box,x:e.box.x+t,y:e.box.y+s},tokens:e.tokens.map(n=>({...n,x:n.x+t,y:n.y+s})),...e.name&&{name:{x:e.name.x+t,y:e.name.y+s}}}}const Qo={up:{x:0,y:-1},down:{x:0,y:1},left:{x:-1,y:0},right:{x:1,y:0}},qo=2;function Bo(e,t,s){const n=e.get(t);if(!n)return e.keys().next().value;const{x:o,y:i}=Qo[s];let[r,a]=[void 0,1/0];for(const[c,h]of e){const[f,l]=[h.x-n.x,h.y-n.y],p=f*o+l*i,g=Math.abs(f*i-l*o);if(p<.01||g>p*Math.sqrt(3)+.01)continue;const $=p+qo*g;$<a-.001&&([r,a]=[c,$])}return r}const Jt=2.08,js=1.25,Go=2.2;function Wo(e,{seat:t=0,seats:s}){const n={seats:s,below:t,straight:Vo(s)},o=e.spaces.filter(({line:i})=>!i);return new Map(e.spaces.map(({id:i,line:r})=>{if(r)return[i,Zo(r.seat,r.place,n)];const a=o.findIndex(c=>c.id===i)-(o.length-1)/2;return[i,{x:0,y:a*js,turn:0}]}))}const Vo=e=>e<=5?2:3,Fo=e=>Math.max(Go,e*1.2/(2*Math.PI)+1.1);function Zo(e,t,s){const n=90+(e-s.below)*360/s.seats,o=Fo(s.seats);return t<s.straight?Ps(o+t*Jt,n,0):Ko(t-s.straight,o+s.straight*Jt-.3,n,s.seats)}function Ko(e,t,s,n){let[o,i]=[e,t];for(let r=0;;r+=1){const a=Jt/i*(180/Math.PI),c=Math.max(1,Math.floor(360/n/a));if(o<c){const[h,f]=r%2===0?[o,90]:[c-1-o,270];return Ps(i,s+(h+.5)*(360/n/c),f)}o-=c,i+=js}}function Ps(e,t,s){const n=t*Math.PI/180;return{x:e*Math.cos(n),y:e*Math.sin(n),turn:t+s}}const je=.3,Yo={square:{x:.5,y:.5},hexagon:{x:.5,y:1/Math.sqrt(3)},circle:{x:.5,y:.5},domino:{x:1,y:.5}};function Xo(e,t,s){const n=(s.place??ei)(e,t),o=si(e,n,s.margin),i=s.room?ni(o,s.room(e)):o,a=e.hands.some(({tokens:$})=>$.length>0)?Math.max(t.columns,Jo(i,s)):i.width,{above:c,below:h}=No(e,t,a),f=c.height===0?0:c.height+je,l=a/(s.aspect??i.width/i.height),p=f+l+(h.height===0?0:je),g=h.hands.map($=>ti($,p));return{width:a,height:p+h.height,window:{x:0,y:f,width:a,height:l},places:n,bounds:i,hands:[...c.hands,...g],...h.height>0&&{tray:{x:0,y:p,width:a,height:h.height}}}}function Jo(e,{aspect:t}){return t===void 0?e.width:0}function ti(e,t){return{...e,box:{...e.box,y:e.box.y+t},tokens:e.tokens.map(s=>({...s,y:s.y+t})),...e.name&&{name:{...e.name,y:e.name.y+t}}}}function ei(e,t){if(e.spaces.some(({line:i})=>i))return Wo(e,t);if(!t.isTurned)return Pe(e,({x:i,y:r})=>({x:i,y:r,turn:0}));const s=e.spaces.map(({x:i})=>i),n=e.spaces.map(({y:i})=>i),o={x:Math.min(...s)+Math.max(...s),y:Math.min(...n)+Math.max(...n)};return Pe(e,({x:i,y:r})=>({x:o.x-i,y:o.y-r,turn:0}))}function Pe(e,t){return new Map(e.spaces.map(s=>[s.id,t(s)]))}function si(e,t,s){const n=e.spaces.flatMap(({id:c,shape:h})=>{const f=t.get(c);if(!f)return[];const l=oi(Yo[h],f.turn);return[{x:f.x-l.x,y:f.y-l.y},{x:f.x+l.x,y:f.y+l.y}]});if(n.length===0)return{x:-.5,y:-.5,width:1,height:1};const o=n.map(({x:c})=>c),i=n.map(({y:c})=>c),[r,a]=[Math.min(...o)-s,Math.min(...i)-s];return{x:r,y:a,width:Math.max(...o)+s-r,height:Math.max(...i)+s-a}}function ni(e,t){const[s,n]=[Math.min(e.x,t.x),Math.min(e.y,t.y)],o=Math.max(e.x+e.width,t.x+t.width),i=Math.max(e.y+e.height,t.y+t.height);return{x:s,y:n,width:o-s,height:i-n}}function oi({x:e,y:t},s){const n=s*Math.PI/180,[o,i]=[Math.abs(Math.cos(n)),Math.abs(Math.sin(n))];return{x:e*o+t*i,y:e*i+t*o}}const ii=7,ri=1.12,ai=5,ci=.6;function Os(e,t,s){const n=s.width/s.height;if(e&&di(e,t)&&li(e,n))return e;const o=Math.max(t.width,t.height*n,ii),r=e!==void 0&&o>e.width?o*ri:Math.max(o,e?.width??0);return hi(Is(t),r,n)}const Is=({x:e,y:t,width:s,height:n})=>({x:e+s/2,y:t+n/2});function hi({x:e,y:t},s,n){const o=s/n;return{x:e-s/2,y:t-o/2,width:s,height:o}}const li=({width:e,height:t},s)=>Math.abs(e/t/s-1)<.01;function di(e,t){return t.x>=e.x-1e-9&&t.y>=e.y-1e-9&&t.x+t.width<=e.x+e.width+1e-9&&t.y+t.height<=e.y+e.height+1e-9}function ui(e,t,s){const n=Is(e),o=te(n.x+t.x,s.x,s.x+s.width),i=te(n.y+t.y,s.y,s.y+s.height);return{...e,x:o-e.width/2,y:i-e.height/2}}function fi(e,t,s,n){const[o,i]=[n.width/ai,n.width/ci],r=te(e.width/t,o,i),a=r/e.width;return{x:s.x-(s.x-e.x)*a,y:s.y-(s.y-e.y)*a,width:r,height:e.height*a}}const te=(e,t,s)=>Math.min(Math.max(e,t),s);const St=globalThis,ue=St.ShadowRoot&&(St.ShadyCSS===void 0||St.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,fe=Symbol(),Oe=new WeakMap;let Cs=class{constructor(t,s,n){if(this._$cssResult$=!0,n!==fe)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=t,this.t=s}get styleSheet(){let t=this.o;const s=this.t;if(ue&&t===void 0){const n=s!==void 0&&s.length===1;n&&(t=Oe.get(s)),t===void 0&&((this.o=t=new CSSStyleSheet).replaceSync(this.cssText),n&&Oe.set(s,t))}return t}toString(){return this.cssText}};const pi=e=>new Cs(typeof e=="string"?e:e+"",void 0,fe),I=(e,...t)=>{const s=e.length===1?e[0]:t.reduce((n,o,i)=>n+(r=>{if(r._$cssResult$===!0)return r.cssText;if(typeof r=="number")return r;throw Error("Value passed to 'css' function must be a 'css' function result: "+r+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(o)+e[i+1],e[0]);return new Cs(s,e,fe)},Ns=(e,t)=>{if(ue)e.adoptedStyleSheets=t.map(s=>s instanceof CSSStyleSheet?s:s.styleSheet);else for(const s of t){const n=document.createElement("style"),o=St.litNonce;o!==void 0&&n.setAttribute("nonce",o),n.textContent=s.cssText,e.appendChild(n)}},Ie=ue?e=>e:e=>e instanceof CSSStyleSheet?(t=>{let s="";for(const n of t.cssRules)s+=n.cssText;return pi(s)})(e):e;const{is:mi,defineProperty:gi,getOwnPropertyDescriptor:$i,getOwnPropertyNames:yi,getOwnPropertySymbols:ki,getPrototypeOf:bi}=Object,Ct=globalThis,Ce=Ct.trustedTypes,vi=Ce?Ce.emptyScript:"",wi=Ct.reactiveElementPolyfillSupport,ct=(e,t)=>e,ee={toAttribute(e,t){switch(t){case Boolean:e=e?vi:null;break;case Object:case Array:e=e==null?e:JSON.stringify(e)}return e},fromAttribute(e,t){let s=e;switch(t){case Boolean:s=e!==null;break;case Number:s=e===null?null:Number(e);break;case Object:case Array:try{s=JSON.parse(e)}catch{s=null}}return s}},Rs=(e,t)=>!mi(e,t),Ne={attribute:!0,type:String,converter:ee,reflect:!1,useDefault:!1,hasChanged:Rs};Symbol.metadata??=Symbol("metadata"),Ct.litPropertyMetadata??=new WeakMap;let B=class extends HTMLElement{static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(t,s=Ne){if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),!s.noAccessor){const n=Symbol(),o=this.getPropertyDescriptor(t,n,s);o!==void 0&&gi(this.prototype,t,o)}}static getPropertyDescriptor(t,s,n){const{get:o,set:i}=$i(this.prototype,t)??{get(){return this[s]},set(r){this[s]=r}};return{get:o,set(r){const a=o?.call(this);i?.call(this,r),this.requestUpdate(t,a,n)},configurable:!0,enumerable:!0}}static getPropertyOptions(t){return this.elementProperties.get(t)??Ne}static _$Ei(){if(this.hasOwnProperty(ct("elementProperties")))return;const t=bi(this);t.finalize(),t.l!==void 0&&(this.l=[...t.l]),this.elementProperties=new Map(t.elementProperties)}static finalize(){if(this.hasOwnProperty(ct("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(ct("properties"))){const s=this.properties,n=[...yi(s),...ki(s)];for(const o of n)this.createProperty(o,s[o])}const t=this[Symbol.metadata];if(t!==null){const s=litPropertyMetadata.get(t);if(s!==void 0)for(const[n,o]of s)this.elementProperties.set(n,o)}this._$Eh=new Map;for(const[s,n]of this.elementProperties){const o=this._$Eu(s,n);o!==void 0&&this._$Eh.set(o,s)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(t){const s=[];if(Array.isArray(t)){const n=new Set(t.flat(1/0).reverse());for(const o of n)s.unshift(Ie(o))}else t!==void 0&&s.push(Ie(t));return s}static _$Eu(t,s){const n=s.attribute;return n===!1?void 0:typeof n=="string"?n:typeof t=="string"?t.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(t=>this.enableUpdating=t),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(t=>t(this))}addController(t){(this._$EO??=new Set).add(t),this.renderRoot!==void 0&&this.isConnected&&t.hostConnected?.()}removeController(t){this._$EO?.delete(t)}_$E_(){const t=new Map,s=this.constructor.elementProperties;for(const n of s.keys())this.hasOwnProperty(n)&&(t.set(n,this[n]),delete this[n]);t.size>0&&(this._$Ep=t)}createRenderRoot(){const t=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Ns(t,this.constructor.elementStyles),t}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(t=>t.hostConnected?.())}enableUpdating(t){}disconnectedCallback(){this._$EO?.forEach(t=>t.hostDisconnected?.())}attributeChangedCallback(t,s,n){this._$AK(t,n)}_$ET(t,s){const n=this.constructor.elementProperties.get(t),o=this.constructor._$Eu(t,n);if(o!==void 0&&n.reflect===!0){const i=(n.converter?.toAttribute!==void 0?n.converter:ee).toAttribute(s,n.type);this._$Em=t,i==null?this.removeAttribute(o):this.setAttribute(o,i),this._$Em=null}}_$AK(t,s){const n=this.constructor,o=n._$Eh.get(t);if(o!==void 0&&this._$Em!==o){const i=n.getPropertyOptions(o),r=typeof i.converter=="function"?{fromAttribute:i.converter}:i.converter?.fromAttribute!==void 0?i.converter:ee;this._$Em=o;const a=r.fromAttribute(s,i.type);this[o]=a??this._$Ej?.get(o)??a,this._$Em=null}}requestUpdate(t,s,n,o=!1,i){if(t!==void 0){const r=this.constructor;if(o===!1&&(i=this[t]),n??=r.getPropertyOptions(t),!((n.hasChanged??Rs)(i,s)||n.useDefault&&n.reflect&&i===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,n))))return;this.C(t,s,n)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(t,s,{useDefault:n,reflect:o,wrapped:i},r){n&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),i!==!0||r!==void 0)||(this._$AL.has(t)||(this.hasUpdated||n||(s=void 0),this._$AL.set(t,s)),o===!0&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(s){Promise.reject(s)}const t=this.scheduleUpdate();return t!=null&&await t,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(const[o,i]of this._$Ep)this[o]=i;this._$Ep=void 0}const n=this.constructor.elementProperties;if(n.size>0)for(const[o,i]of n){const{wrapped:r}=i,a=this[o];r!==!0||this._$AL.has(o)||a===void 0||this.C(o,void 0,i,a)}}let t=!1;const s=this._$AL;try{t=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(n=>n.hostUpdate?.()),this.update(s)):this._$EM()}catch(n){throw t=!1,this._$EM(),n}t&&this._$AE(s)}willUpdate(t){}_$AE(t){this._$EO?.forEach(s=>s.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),this.updated(t)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(t){return!0}update(t){this._$Eq&&=this._$Eq.forEach(s=>this._$ET(s,this[s])),this._$EM()}updated(t){}firstUpdated(t){}};B.elementStyles=[],B.shadowRootOptions={mode:"open"},B[ct("elementProperties")]=new Map,B[ct("finalized")]=new Map,wi?.({ReactiveElement:B}),(Ct.reactiveElementVersions??=[]).push("2.1.2");const pe=globalThis,Re=e=>e,jt=pe.trustedTypes,De=jt?jt.createPolicy("lit-html",{createHTML:e=>e}):void 0,Ds="$lit$",N=`lit$${Math.random().toFixed(9).slice(2)}$`,Hs="?"+N,_i=`<${Hs}>`,Q=document,ut=()=>Q.createComment(""),ft=e=>e===null||typeof e!="object"&&typeof e!="function",me=Array.isArray,xi=e=>me(e)||typeof e?.[Symbol.iterator]=="function",Wt=`[ 	
\f\r]`,J=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,He=/-->/g,Ue=/>/g,R=RegExp(`>|${Wt}(?:([^\\s"'>=/]+)(${Wt}*=${Wt}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),ze=/'/g,Qe=/"/g,Us=/^(?:script|style|textarea|title)$/i,zs=e=>(t,...s)=>({_$litType$:e,strings:t,values:s}),w=zs(1),d=zs(2),O=Symbol.for("lit-noChange"),u=Symbol.for("lit-nothing"),qe=new WeakMap,U=Q.createTreeWalker(Q,129);function Qs(e,t){if(!me(e)||!e.hasOwnProperty("raw"))throw Error("invalid template strings array");return De!==void 0?De.createHTML(t):t}const Mi=(e,t)=>{const s=e.length-1,n=[];let o,i=t===2?"<svg>":t===3?"<math>":"",r=J;for(let a=0;a<s;a++){const c=e[a];let h,f,l=-1,p=0;for(;p<c.length&&(r.lastIndex=p,f=r.exec(c),f!==null);)p=r.lastIndex,r===J?f[1]==="!--"?r=He:f[1]!==void 0?r=Ue:f[2]!==void 0?(Us.test(f[2])&&(o=RegExp("</"+f[2],"g")),r=R):f[3]!==void 0&&(r=R):r===R?f[0]===">"?(r=o??J,l=-1):f[1]===void 0?l=-2:(l=r.lastIndex-f[2].length,h=f[1],r=f[3]===void 0?R:f[3]==='"'?Qe:ze):r===Qe||r===ze?r=R:r===He||r===Ue?r=J:(r=R,o=void 0);const g=r===R&&e[a+1].startsWith("/>")?" ":"";i+=r===J?c+_i:l>=0?(n.push(h),c.slice(0,l)+Ds+c.slice(l)+N+g):c+N+(l===-2?a:g)}return[Qs(e,i+(e[s]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),n]};class pt{constructor({strings:t,_$litType$:s},n){let o;this.parts=[];let i=0,r=0;const a=t.length-1,c=this.parts,[h,f]=Mi(t,s);if(this.el=pt.createElement(h,n),U.currentNode=this.el.content,s===2||s===3){const l=this.el.content.firstChild;l.replaceWith(...l.childNodes)}for(;(o=U.nextNode())!==null&&c.length<a;){if(o.nodeType===1){if(o.hasAttributes())for(const l of o.getAttributeNames())if(l.endsWith(Ds)){const p=f[r++],g=o.getAttribute(l).split(N),$=/([.?@])?(.*)/.exec(p);c.push({type:1,index:i,name:$[2],strings:g,ctor:$[1]==="."?Si:$[1]==="?"?Ei:$[1]==="@"?Ti:Nt}),o.removeAttribute(l)}else l.startsWith(N)&&(c.push({type:6,index:i}),o.removeAttribute(l));if(Us.test(o.tagName)){const l=o.textContent.split(N),p=l.length-1;if(p>0){o.textContent=jt?jt.emptyScript:"";for(let g=0;g<p;g++)o.append(l[g],ut()),U.nextNode(),c.push({type:2,index:++i});o.append(l[p],ut())}}}else if(o.nodeType===8)if(o.data===Hs)c.push({type:2,index:i});else{let l=-1;for(;(l=o.data.indexOf(N,l+1))!==-1;)c.push({type:7,index:i}),l+=N.length-1}i++}}static createElement(t,s){const n=Q.createElement("template");return n.innerHTML=t,n}}function Z(e,t,s=e,n){if(t===O)return t;let o=n!==void 0?s._$Co?.[n]:s._$Cl;const i=ft(t)?void 0:t._$litDirective$;return o?.constructor!==i&&(o?._$AO?.(!1),i===void 0?o=void 0:(o=new i(e),o._$AT(e,s,n)),n!==void 0?(s._$Co??=[])[n]=o:s._$Cl=o),o!==void 0&&(t=Z(e,o._$AS(e,t.values),o,n)),t}class Ai{constructor(t,s){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=s}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){const{el:{content:s},parts:n}=this._$AD,o=(t?.creationScope??Q).importNode(s,!0);U.currentNode=o;let i=U.nextNode(),r=0,a=0,c=n[0];for(;c!==void 0;){if(r===c.index){let h;c.type===2?h=new Y(i,i.nextSibling,this,t):c.type===1?h=new c.ctor(i,c.name,c.strings,this,t):c.type===6&&(h=new Li(i,this,t)),this._$AV.push(h),c=n[++a]}r!==c?.index&&(i=U.nextNode(),r++)}return U.currentNode=Q,o}p(t){let s=0;for(const n of this._$AV)n!==void 0&&(n.strings!==void 0?(n._$AI(t,n,s),s+=n.strings.length-2):n._$AI(t[s])),s++}}class Y{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,s,n,o){this.type=2,this._$AH=u,this._$AN=void 0,this._$AA=t,this._$AB=s,this._$AM=n,this.options=o,this._$Cv=o?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode;const s=this._$AM;return s!==void 0&&t?.nodeType===11&&(t=s.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,s=this){t=Z(this,t,s),ft(t)?t===u||t==null||t===""?(this._$AH!==u&&this._$AR(),this._$AH=u):t!==this._$AH&&t!==O&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):xi(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==u&&ft(this._$AH)?this._$AA.nextSibling.data=t:this.T(Q.createTextNode(t)),this._$AH=t}$(t){const{values:s,_$litType$:n}=t,o=typeof n=="number"?this._$AC(t):(n.el===void 0&&(n.el=pt.createElement(Qs(n.h,n.h[0]),this.options)),n);if(this._$AH?._$AD===o)this._$AH.p(s);else{const i=new Ai(o,this),r=i.u(this.options);i.p(s),this.T(r),this._$AH=i}}_$AC(t){let s=qe.get(t.strings);return s===void 0&&qe.set(t.strings,s=new pt(t)),s}k(t){me(this._$AH)||(this._$AH=[],this._$AR());const s=this._$AH;let n,o=0;for(const i of t)o===s.length?s.push(n=new Y(this.O(ut()),this.O(ut()),this,this.options)):n=s[o],n._$AI(i),o++;o<s.length&&(this._$AR(n&&n._$AB.nextSibling,o),s.length=o)}_$AR(t=this._$AA.nextSibling,s){for(this._$AP?.(!1,!0,s);t!==this._$AB;){const n=Re(t).nextSibling;Re(t).remove(),t=n}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}}class Nt{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,s,n,o,i){this.type=1,this._$AH=u,this._$AN=void 0,this.element=t,this.name=s,this._$AM=o,this.options=i,n.length>2||n[0]!==""||n[1]!==""?(this._$AH=Array(n.length-1).fill(new String),this.strings=n):this._$AH=u}_$AI(t,s=this,n,o){const i=this.strings;let r=!1;if(i===void 0)t=Z(this,t,s,0),r=!ft(t)||t!==this._$AH&&t!==O,r&&(this._$AH=t);else{const a=t;let c,h;for(t=i[0],c=0;c<i.length-1;c++)h=Z(this,a[n+c],s,c),h===O&&(h=this._$AH[c]),r||=!ft(h)||h!==this._$AH[c],h===u?t=u:t!==u&&(t+=(h??"")+i[c+1]),this._$AH[c]=h}r&&!o&&this.j(t)}j(t){t===u?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}}class Si extends Nt{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===u?void 0:t}}class Ei extends Nt{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==u)}}class Ti extends Nt{constructor(t,s,n,o,i){super(t,s,n,o,i),this.type=5}_$AI(t,s=this){if((t=Z(this,t,s,0)??u)===O)return;const n=this._$AH,o=t===u&&n!==u||t.capture!==n.capture||t.once!==n.once||t.passive!==n.passive,i=t!==u&&(n===u||o);o&&this.element.removeEventListener(this.name,this,n),i&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}}class Li{constructor(t,s,n){this.element=t,this.type=6,this._$AN=void 0,this._$AM=s,this.options=n}get _$AU(){return this._$AM._$AU}_$AI(t){Z(this,t)}}const ji={I:Y},Pi=pe.litHtmlPolyfillSupport;Pi?.(pt,Y),(pe.litHtmlVersions??=[]).push("3.3.3");const Oi=(e,t,s)=>{const n=s?.renderBefore??t;let o=n._$litPart$;if(o===void 0){const i=s?.renderBefore??null;n._$litPart$=o=new Y(t.insertBefore(ut(),i),i,void 0,s??{})}return o._$AI(e),o};const ge=globalThis;let ht=class extends B{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}update(t){const s=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(t),this._$Do=Oi(s,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return O}};ht._$litElement$=!0,ht.finalized=!0,ge.litElementHydrateSupport?.({LitElement:ht});const Ii=ge.litElementPolyfillSupport;Ii?.({LitElement:ht});(ge.litElementVersions??=[]).push("4.2.2");const qs={CHILD:2},Rt=e=>(...t)=>({_$litDirective$:e,values:t});let Dt=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,s,n){this._$Ct=t,this._$AM=s,this._$Ci=n}_$AS(t,s){return this.update(t,s)}update(t,s){return this.render(...s)}};const{I:Ci}=ji,Be=e=>e,Ni=e=>e.strings===void 0,Ge=()=>document.createComment(""),tt=(e,t,s)=>{const n=e._$AA.parentNode,o=t===void 0?e._$AB:t._$AA;if(s===void 0){const i=n.insertBefore(Ge(),o),r=n.insertBefore(Ge(),o);s=new Ci(i,r,e,e.options)}else{const i=s._$AB.nextSibling,r=s._$AM,a=r!==e;if(a){let c;s._$AQ?.(e),s._$AM=e,s._$AP!==void 0&&(c=e._$AU)!==r._$AU&&s._$AP(c)}if(i!==o||a){let c=s._$AA;for(;c!==i;){const h=Be(c).nextSibling;Be(n).insertBefore(c,o),c=h}}}return s},D=(e,t,s=e)=>(e._$AI(t,s),e),Ri={},Bs=(e,t=Ri)=>e._$AH=t,Di=e=>e._$AH,Vt=e=>{e._$AR(),e._$AA.remove()};const We=(e,t,s)=>{const n=new Map;for(let o=t;o<=s;o++)n.set(e[o],o);return n},se=Rt(class extends Dt{constructor(e){if(super(e),e.type!==qs.CHILD)throw Error("repeat() can only be used in text expressions")}dt(e,t,s){let n;s===void 0?s=t:t!==void 0&&(n=t);const o=[],i=[];let r=0;for(const a of e)o[r]=n?n(a,r):r,i[r]=s(a,r),r++;return{values:i,keys:o}}render(e,t,s){return this.dt(e,t,s).values}update(e,[t,s,n]){const o=Di(e),{values:i,keys:r}=this.dt(t,s,n);if(!Array.isArray(o))return this.ut=r,i;const a=this.ut??=[],c=[];let h,f,l=0,p=o.length-1,g=0,$=i.length-1;for(;l<=p&&g<=$;)if(o[l]===null)l++;else if(o[p]===null)p--;else if(a[l]===r[g])c[g]=D(o[l],i[g]),l++,g++;else if(a[p]===r[$])c[$]=D(o[p],i[$]),p--,$--;else if(a[l]===r[$])c[$]=D(o[l],i[$]),tt(e,c[$+1],o[l]),l++,$--;else if(a[p]===r[g])c[g]=D(o[p],i[g]),tt(e,o[l],o[p]),p--,g++;else if(h===void 0&&(h=We(r,g,$),f=We(a,l,p)),h.has(a[l]))if(h.has(a[p])){const b=f.get(r[g]),y=b!==void 0?o[b]:null;if(y===null){const j=tt(e,o[l]);D(j,i[g]),c[g]=j}else c[g]=D(y,i[g]),tt(e,o[l],y),o[b]=null;g++}else Vt(o[p]),p--;else Vt(o[l]),l++;for(;g<=$;){const b=tt(e,c[$+1]);D(b,i[g]),c[g++]=b}for(;l<=p;){const b=o[l++];b!==null&&Vt(b)}return this.ut=r,Bs(e,c),O}});const Hi={},Ve=Rt(class extends Dt{constructor(){super(...arguments),this.ot=Hi}render(e,t){return t()}update(e,[t,s]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((n,o)=>n===this.ot[o]))return O}else if(this.ot===t)return O;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,s)}}),Gs={board:"Board",first:"First position",back:"One move back",forward:"One move forward",present:"To the present",flip:"Turn the board",closer:"Closer",farther:"Farther",whole:"Show everything",cut:"Connection lost. Trying again …",failed:"The board cannot be shown: {reason}",refused:"The move was not played: {reason}",yourTurn:"Your turn",wins:"{name} wins",drawn:"A draw",aborted:"The match was aborted",end:"End this move here",again:"Click again to play",hand:"Your hand",moved:"{name}: {move}",chance:"Chance: {move}",away:"away"},Ui={board:"صفحه",first:"وضعیت نخست",back:"یک حرکت به عقب",forward:"یک حرکت به جلو",present:"به اکنون",flip:"چرخاندن صفحه",closer:"نزدیک‌تر",farther:"دورتر",whole:"نمایش همه",cut:"ارتباط قطع شد. در حال تلاش دوباره…",failed:"صفحه نمایش داده نمی‌شود: {reason}",refused:"حرکت انجام نشد: {reason}",yourTurn:"نوبت شماست",wins:"{name} برنده شد",drawn:"مساوی",aborted:"بازی لغو شد",end:"پایان حرکت در همین‌جا",again:"برای انجام حرکت دوباره بزنید",hand:"دست شما",moved:"{name}: {move}",chance:"شانس: {move}",away:"غایب"},zi={board:"Доска",first:"К началу",back:"На ход назад",forward:"На ход вперёд",present:"К текущей позиции",flip:"Повернуть доску",closer:"Ближе",farther:"Дальше",whole:"Показать всё",cut:"Связь потеряна. Повторная попытка…",failed:"Доску нельзя показать: {reason}",refused:"Ход не сделан: {reason}",yourTurn:"Ваш ход",wins:"Победа: {name}",drawn:"Ничья",aborted:"Матч отменён",end:"Закончить ход здесь",again:"Нажмите ещё раз, чтобы сыграть",hand:"Ваша рука",moved:"{name}: {move}",chance:"Случай: {move}",away:"отсутствует"},Qi={en:Gs,fa:Ui,ru:zi},A=(e,t)=>(Qi[$t(t)]??Gs)[e],Pt=(e,t,s)=>de(at(A(e,t),s)),qi=e=>["fa","ar","he","ur"].includes($t(e))?"rtl":"ltr",Bi=1e4;function Fe(e,t){return e.length===0?u:w`<div class="bar" part="bar">
    ${e.map(s=>Gi(s,t))}
  </div>`}function Gi(e,t){const s=e.isAway?w` <small>${A("away",t)}</small>`:u,n=e.side?.colour??"grey",{counters:o}=e;return w`<div class=${e.isTurn?"player turn":"player"} part="player">
    <svg class="side" viewBox="-1 -1 2 2" aria-hidden="true">
      <circle r="0.8" fill=${`var(--colour-${n}, var(--muted))`}></circle>
    </svg>
    <div class="who">
      <bdi class="player-name">${e.name}</bdi>${s}
      ${o.length>0?w`<small part="counter">${o.join(" · ")}</small>`:u}
    </div>
    ${e.clock?Wi(e.clock,e.elapsedMs,t):u}
  </div>`}function Wi(e,t,s){const{shownMs:n,isRunning:o,periods:i,remainingMs:r}=wo(e,t);if(n===void 0)return u;const a=o&&n<Bi,c=r===0&&i>0?w` <small>×${i}</small>`:u;return w`<bdi
    class=${a?"clock haste":"clock"}
    part="clock"
    role="timer"
    aria-live="off"
    >${Eo(n,s)}${c}</bdi
  >`}const Ws=e=>e.map(({text:t,isIsolated:s})=>s?w`<bdi>${t}</bdi>`:t);function Vi(e,t,s){const n=e.filter(({kind:o})=>o==="choice"||o==="done");return n.length===0?u:w`<div class="choices" part="choices">
    ${n.map(o=>w`<button type="button" part="choice" @click=${()=>s(o)}>
          ${t(o)}
        </button>`)}
  </div>`}const Fi={first:"M7 5v14M19 5l-9 7 9 7z",back:"M16 5l-9 7 9 7z",forward:"M8 5l9 7-9 7z",present:"M17 5v14M5 5l9 7-9 7z",flip:"M7 4v14M3.5 14.5 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",closer:"M12 5v14M5 12h14",farther:"M5 12h14",whole:"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"};function Zi(e,t,s){return e.length===0?u:w`<div class="controls" part="controls" dir="ltr">
    ${e.map(({control:n,isOff:o})=>w`<button
          type="button"
          part="control"
          ?disabled=${o}
          aria-label=${A(n,t)}
          title=${A(n,t)}
          @click=${()=>s(n)}
        >
          ${Ki(n)}
        </button>`)}
  </div>`}const Ki=e=>w`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    ${d`<path d=${Fi[e]}></path>`}
  </svg>`,Yi=I`
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
`;class Xi{#t="";#e=[];#s=[];#n;begin(t,s){t===this.#t&&s.length===this.#e.length||(this.#t=t,this.#e=s,this.clear())}isAt(t){return this.#o(this.#s).move===t}clear(){this.#n=void 0,this.#s=W(this.#e)}get clicks(){return this.#s}get next(){return this.#n?[]:this.#o(this.#s).next}get starts(){return this.#n?[]:this.#o(W(this.#e).slice(0,-1)).next}press(t){if(!this.#n)return this.#s=bo(this.#e,this.#s,t),this.#o(this.#s).move}back(){this.#s=this.#s.slice(0,-1)}wouldEnd(t){return this.#n?void 0:this.#o([...this.#s,t]).move}send(t){this.#n=t}#o(t){return dt(this.#e,t)}}const m=e=>String(Math.round(e*1e3)/1e3);function E(e){return`M${e.map(({x:t,y:s})=>`${m(t)} ${m(s)}`).join("L")}z`}function T(e,t,s=0){return Array.from({length:e},(n,o)=>{const i=(o/e+s)*2*Math.PI;return{x:t*Math.sin(i),y:-t*Math.cos(i)}})}function V(e,t=0,s=0){const n=m(e),o=`a${n} ${n} 0 1 1 `;return`M${m(t-e)} ${m(s)}${o}${m(2*e)} 0${o}${m(-2*e)} 0z`}function Ji(e,t,s){const n=T(e*2,1).map(({x:o,y:i},r)=>{const a=r%2===0?t:s;return{x:o*a,y:i*a}});return E(n)}function Ot(e,t){return E(e.map(({x:s,y:n})=>({x:s,y:n>0?n+t:n})))}function Vs(e,t){const s=m(e);return`M-${s} 0V${m(t)}A${s} ${s} 0 0 0 ${s} ${m(t)}V0z`}const Ht=I`
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
`;function $e(e){return tr[e]??"skin-white"}const tr={white:"skin-white",black:"skin-black",red:"skin-red"},Ut=.425,G=.185,zt=.088,er=.62,sr=.34,nr=2.4,Fs=V(Ut),or=Vs(Ut,zt),ir=Vs(Ut+.015,zt+.05);function rr(){const e=zt/2,t=Math.sqrt(G*G-e*e),s=`A${G} ${G} 0 0 0`;return`M${m(-t)} ${m(e)}${s} ${m(t)} ${m(e)}${s} ${m(-t)} ${m(e)}z`}const ar="M-.25-.25L.25 .25M.25-.25L-.25 .25",cr=rr();function hr(e,t,s){const n=(s?nr:er)/Math.max(1,t-1);return{x:0,y:-e*Math.min(s?sr:zt,n)}}const Ze=new WeakMap;function lr(e){const t=Ze.get(e);if(t)return t;const s=new Set(e.tokens.filter(({colour:o})=>o==="red").map(o=>o.space)),n=new Set(e.highlights.filter(({kind:o})=>o==="enclosed").flatMap(({spaces:o})=>o));return Ze.set(e,{red:s,enclosed:n}),{red:s,enclosed:n}}function dr(e,t,s){const{red:n,enclosed:o}=lr(s.scene),i=s.detail==="full",r=t.height>1,a=t.height>9?.25:.31;return d`
    ${i?d`<circle class="skin-rim" r=${Ut-.05} stroke-width=".016"/>`:u}
    <circle class="dvonn-hole" r=${G}/>
    ${r?u:d`<path class="dvonn-well" d=${cr}/>`}
    ${r&&n.has(e.space)?d`<circle class="dvonn-band" part="dvonn-band" r=${G+.045} stroke-width=".08"/>`:u}
    ${r&&i?d`<text class="skin-text" y=${m(a*.36)} font-size=${a}>${t.height}</text>`:u}
    ${i&&o.has(e.space)?d`<path class="dvonn-enclosed" d=${Fs}/>`:u}
    ${i&&!r&&s.symbols?d`<text class="skin-text" y=".09" font-size=".25">${e.symbol}</text>`:u}`}function ur(e,t,s){const n=t.level===t.height-1,o=n&&t.isLeaving;return d`<g class="${$e(e.colour)} ${t.isLeaving?"dvonn-leaving":""}">
    ${t.level===0&&s.detail==="full"?d`<path class="skin-shadow" d=${ir}/>`:u}
    <path class="skin-side" d=${or} stroke-width=".01"/>
    <path class="skin-face" d=${Fs}/>
    ${n?dr(e,t,s):u}
  </g>
  ${o?d`<path class="dvonn-cut" part="dvonn-cut" d=${ar} stroke-width=".1"/>`:u}`}const fr=I`
  ${Ht}
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
`,pr=.46,mr=["a1","i1","k3","k5","c5","a3"],gr=["a1","b1","c1","d1","e1","f1","g1","h1","i1","j2","k3"],$r=["a1","a2","a3","b4","c5"],Ke=.3;function yr(e,t,s){return d`<circle class="dvonn-well" r=".43"/>
    ${t.isTaken||s.detail==="small"?u:d`<circle class="dvonn-well-rim" r=".42" stroke-width=".02"/>`}`}function Ye(e,t,s,n,o){const i=e.at(t),r=e.at("k5");if(!i||!r)return u;const a=(e.at("a1")?.y??0)<r.y?-1:1;return d`<text class="skin-edge dvonn-edge" x=${m(i.x+a*n)}
    y=${m(i.y+a*o+Ke*.36)} font-size=${Ke}>${s}</text>`}function kr(e){const t=gr.map(n=>Ye(e,n,n.slice(0,1),.38,.66)),s=$r.map(n=>Ye(e,n,n.slice(1),-.72,0));return[...t,...s]}function br(e){const t=mr.flatMap(n=>e.at(n)??[]),s=E(t);return d`<g stroke-linejoin="round" stroke-width="1.86">
      <path class="dvonn-board-side" d=${s} transform="translate(0 .07)"/>
      <path class="dvonn-board" part="dvonn-board" d=${s}/>
    </g>
    ${e.detail==="small"?u:kr(e)}`}const vr={style:fr,margin:pr,ground:br,space:yr,token:ur,lift:hr,highlight:()=>d`${u}`},wr=.02;function Zs(e,{x:t,y:s,width:n,height:o}){return d`<rect class=${e} part=${e} x=${m(t)} y=${m(s)} width=${m(n)}
    height=${m(o)} rx=${m(n*wr)}/>`}const _r=I`
  ${Ht}
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
`,v=(e,t,s,n)=>`M${e-s} ${t}A${s} ${n} 0 1 1 ${e+s} ${t}A${s} ${n} 0 1 1 ${e-s} ${t}Z`,x=e=>`${e} ${e.replace(/(-?[\d.]+) (-?[\d.]+)/g,(t,s,n)=>`${-Number(s)} ${n}`)}`,C={limbs:"",limb:3.6,feelers:"",wings:"",cuts:"",spots:""},Ks={ant:{...C,limbs:x("M4 -11L15 -17L21 -30M5 -6L19 -7L33 -1M4 -1L17 7L25 27"),feelers:x("M3 -26L10 -34L18 -37"),body:v(0,-21,8.5,7.5)+v(0,-6,5.8,8.5)+v(0,5,3.4,3.4)+v(0,20,10.5,13.5),cuts:"M-9 15Q0 18.5 9 15M-10 22Q0 26 10 22"},grasshopper:{...C,limbs:"M-14 8L-18 18L-25 25M-5 10L-7 21L-12 29M29 -23L24 18L36 21",feelers:"M-28 -7Q-33 -23 -24 -37M-24 -9Q-24 -22 -11 -31",body:"M-37 2Q-38 -8 -29 -10Q-20 -11 -15 -7Q12 -9 42 4Q22 13 5 13Q-9 15 -20 10Q-34 13 -37 2ZM-1 11Q-3 3 7 -6L27 -26Q32 -30 33 -24Q33 -21 30 -17L14 10Q7 17 -1 11Z",cuts:"M-19 -5Q-15 1 -18 8M1 7Q2 1 9 -5L22 -18M16 6L24 5"},spider:{...C,limbs:x("M5 -12L13 -27L9 -39M7 -9L22 -20L27 -34M7 -5L23 -2L35 11M5 -2L17 10L22 30"),body:v(0,-10,8,9)+v(0,13,12.5,15)+x("M1 -17Q6 -21 3 -25Q2 -21 0 -19Z"),cuts:"M0 4V10M-4 16L0 20L4 16"},beetle:{...C,limbs:x("M12 -10L24 -16L28 -27M15 2L30 2L36 10M13 14L24 20L28 31"),body:x("M0 -4L15 -4Q21 10 14 24Q9 33 0 35ZM0 -5L14 -6Q14 -17 6 -20L0 -20ZM0 -20L6 -21Q8 -26 5 -28L0 -28ZM4 -26Q15 -28 13 -40Q20 -30 11 -22Q7 -20 4 -22Z"),cuts:"M0 -3V34M-15 -4.7H15M-6 6Q-8 14 -6 24M6 6Q8 14 6 24"},queen:{...C,wings:x("M4 -10Q18 -32 34 -27Q42 -18 30 -8Q18 -1 5 -4ZM5 -3Q20 -2 28 6Q31 15 22 16Q12 13 5 2Z"),feelers:x("M3 -25Q5 -34 13 -36"),body:v(0,-21,8,7)+v(0,-7,9,9)+"M-8 -2H8Q16 7 12 21Q8 31 0 39Q-8 31 -12 21Q-16 7 -8 -2Z",cuts:"M-10 2.5Q0 4.5 10 2.5M-14 10.5Q0 13.5 14 10.5M-14 18.5Q0 22 14 18.5M-11 26Q0 29 11 26"},mosquito:{...C,limb:2.8,limbs:x("M3 -13L16 -24L14 -38M4 -9L24 -16L36 -2M3 -5L15 2L20 22L28 34")+"M0 -20V-41",wings:x("M2 -10Q14 -6 24 8Q30 20 24 22Q12 18 2 -4Z"),feelers:x("M1.5 -20Q6 -27 9 -27"),body:v(0,-20,4.6,4.8)+v(0,-9,5.6,7.5)+"M-3.6 -3Q0 -5 3.6 -3Q4.5 18 0 32Q-4.5 18 -3.6 -3Z",cuts:"M-5 6H5M-5 13H5M-5 20H5"},ladybug:{...C,limbs:x("M16 -12L25 -20L27 -28M20 4L32 5L37 12M15 19L24 25L26 33"),feelers:x("M4 -27Q6 -33 12 -35"),body:"M-22 5A22 23 0 1 1 22 5A22 24 0 0 1 -22 5ZM-10 -19Q-10 -29 0 -29Q10 -29 10 -19Q0 -23 -10 -19Z",cuts:"M0 -17V29M-14 -15Q0 -21 14 -15",spots:v(-10,-4,4.2,4.2)+v(10,-4,4.2,4.2)+v(-12,9,4.2,4.2)+v(12,9,4.2,4.2)+v(-6,20,3.6,3.6)+v(6,20,3.6,3.6)},pillbug:{...C,limbs:x("M14 -17L25 -22M18 -7L30 -11M19 3L31 3M18 13L29 17M14 22L23 29"),feelers:x("M6 -27Q8 -33 15 -34L20 -40"),body:"M0 -31Q12 -31 17 -19Q21 -8 20 5Q18 23 7 31L0 35L-7 31Q-18 23 -20 5Q-21 -8 -17 -19Q-12 -31 0 -31Z",cuts:"M-19 -13Q0 -22 19 -13M-21 -3Q0 -12 21 -3M-21 7Q0 -2 21 7M-20 17Q0 8 20 17M-14 26Q0 18 14 26"}},Ys=.07,xr=-.03,Qt=.515,Mr=Ot(T(6,Qt),Ys),Ar=Ot(T(6,Qt+.04),Ys+.05),Sr=E(T(6,Qt)),Er=E(T(6,Qt-.02)),Tr=new Set(Object.keys(Ks));function Lr(e,t,s){const n=t?.0098:.0108,o=t?e.limb:e.limb+1;return d`<g transform="translate(0 ${t&&s?-.045:0}) scale(${n})">
    ${e.wings===""?u:d`<path class="hive-wings" d=${e.wings} stroke-width="2"/>`}
    <path class="hive-limbs" d=${e.limbs} stroke-width=${o}/>
    ${t?d`<path class="hive-limbs" d=${e.feelers} stroke-width="2.4"/>`:u}
    <path class="hive-bug" d=${e.body}/>
    ${t?d`<path class="hive-cuts" d=${e.cuts} stroke-width="2.3"/>`:u}
    ${e.spots===""?u:d`<path class="hive-spots" d=${e.spots}/>`}
  </g>`}function jr(e){return Array.from({length:e},(t,s)=>{const n=(s-(e-1)/2)*.11;return d`<circle class="hive-bug" cx=${m(n)} cy=".41" r=".033"/>`})}function Pr(e){return d`<g transform="translate(.33 -.3)">
    <circle class="hive-count" r=".15" stroke-width=".025"/>
    <text class="hive-count-text" y=".075" font-size=".21">${e}</text>
  </g>`}function Or(e,t,s){const n=Ks[e.kind],o=s.detail==="full",i=Number(e.label.slice(-1))||0,r=Tr.has(e.kind)?`hive-${e.kind}`:"";return d`<g class=${$e(e.colour)} stroke-linejoin="round">
    ${o&&t.level===0?d`<path class="skin-shadow" d=${Ar}/>`:u}
    <g class=${r} transform="translate(0 ${xr})">
      <path class="skin-side" d=${Mr} stroke-width=".07"/>
      <path class="skin-face" d=${Sr}/>
      <path class="skin-rim" d=${Er} stroke-width=${o?.018:.03}/>
      ${n?Lr(n,o,i>0):d`<text class="skin-text" y=".12" font-size=".34">${e.label}</text>`}
      ${o?jr(i):u}
      ${o&&t.height>1&&t.level===t.height-1?Pr(t.height):u}
    </g>
  </g>`}const Xs=E(T(6,.54)),Xe={x:.05,y:-.13},Ir=.62,Cr=2.6,Nr=5,Rr=6;function Dr(e,t,s){return s?{x:0,y:-e*Math.min(Ir,Cr/Math.max(1,t-1))}:{x:e*Xe.x,y:e*Xe.y}}function Hr(e,t){const s=!t.isTaken&&(t.isTarget||t.isLast);return d`${s?d`<path class="hive-empty" d=${Xs} stroke-width=".03" stroke-linejoin="round"/>`:u}`}function Ur({port:e}){return Zs("hive-table",e)}function zr(e,{id:t},s){const n=s.scene.tokens.find(a=>a.space===t&&a.kind==="queen"),o=s.scene.counters.find(({key:a,seat:c})=>a==="queen_neighbours"&&c===n?.seat),i=Number(o?.value??0);if(e!=="queen"||!n||i<Nr)return d`${u}`;const r=i>=Rr?"hive-danger":"hive-watch hive-pulse";return d`<path class=${r} part="hive-queen" d=${Xs} transform="translate(0 -.02)"
    stroke-width=".07" stroke-linejoin="round"/>`}const Qr={style:_r,margin:.5,aspect:1,ground:Ur,space:Hr,token:Or,lift:Dr,highlight:zr},Je=.07,vt=-.025,qr=9,ts=.225,es=.475,nt=[[-1,-1],[1,1],[1,-1],[-1,1]],ne=[...nt,[0,-1],[0,1]],ss=[...ne,[-1,0],[1,0]],et=[0,0],Br=[[],[et],nt.slice(0,2),[...nt.slice(0,2),et],nt,[...nt,et],ne,[...ne,et],ss,[...ss,et]],Js=e=>Br.map(t=>t.map(([s,n])=>V(e,s*ts,n*ts)).join("")),Gr=Js(.08),Wr=Js(.095);function K(e,t){return`honest_john-seat-${t===void 0?"grey":e.sides[t]?.colour??"grey"}`}function oe(e,t,s,n){const o=Number(e);if(o>qr)return d`<text class="skin-text" transform="translate(${t} 0) rotate(${m(-s)})" y=".165"
      font-size=".46">${e}</text>`;if(o===0)return d`${u}`;const i=(n?Gr:Wr)[o]??"";return d`<path class="honest_john-pips-${o}" transform="translate(${t} 0)" d=${i}/>`}const mt=(e,t,s,n=0)=>d`<rect class=${e} x=${m(t-.955+n)} y=${m(s-.455+n)}
    width=${m(1.91-2*n)} height=${m(.91-2*n)} rx=${m(.13-n/2)}
    stroke-width=".02"/>`;function Vr(){return d`${mt("honest_john-back",0,0)}
    ${mt("honest_john-back-line",0,0,.12)}
    <path class="honest_john-back-line" d="M-.2 0L0-.2L.2 0L0 .2z" stroke-width=".02"/>`}function Fr(e,t,s){const[n="",o=""]=e.split("-");return d`${mt("skin-face",0,0)}
    <path class="honest_john-bar" d="M0-.29V.29" stroke-width=".03"/>
    ${oe(n,-es,t,s)}${oe(o,es,t,s)}`}function Zr(e,t,s){const n=s.detail==="full",o=t.turn*Math.PI/180,[i,r]=[Math.sin(o),Math.cos(o)],a=e.faceDown?"honest_john-back-side":"skin-side";return d`<g class="skin-white ${K(s,e.seat)}">
    ${n?mt("skin-shadow",i*.085,r*.085):u}
    ${mt(a,i*(vt+Je),r*(vt+Je))}
    <g transform="translate(${m(i*vt)} ${m(r*vt)})">
      ${e.faceDown?Vr():Fr(e.label,t.turn,n)}
    </g>
  </g>`}const tn=4.05,en=6.5,Kr=.35,Yr=.8,Xr=5,Jr=1.2,F=2.9,ot=1.24,sn=.7,ns=13,ta=.42,ea=4.1,sa="…";function gt(e,t){const s=e.at(`${t}:0`);if(!s)return;const n=Math.atan2(s.y,s.x)+Math.PI/e.scene.hands.length,[o,i]=ye(e.scene)?[tn,Kr]:[en,Yr],r=o-i*Math.abs(Math.cos(n));return{x:r*Math.cos(n),y:r*Math.sin(n)}}const ye=({hands:e})=>e.length<=Xr,nn=({scene:e})=>ye(e)?1:Jr,na=e=>ye(e)?tn+F/2:en+F/2;function on(e){const t=2*Math.PI*e*.8;return d`<circle class="honest_john-chip" r=${m(e)} stroke-width=${m(e*.16)}/>
    <circle class="honest_john-chip-notches" r=${m(e*.8)} stroke-width=${m(e*.3)}
      stroke-dasharray="${m(t/12)} ${m(t/12)}"/>`}function ie(e,t){return e.scene.counters.find(s=>s.seat===t&&(s.key==="chips"||s.key==="pips"))}function oa(e){const t=[...e];return t.length<=ns?e:t.slice(0,ns-1).join("")+sa}function ia(e,t){const s=gt(e,t);if(!s)return d`${u}`;const n=`translate(${m(s.x)} ${m(s.y)}) scale(${nn(e)})`;if(e.detail==="small")return d`<g class=${K(e,t)} transform=${n}><circle class="honest_john-seat" r=".6"/></g>`;const o=ie(e,t),i=e.scene.prompt?.seat===t,r=oa(e.names[t]??""),a=Math.min(ta,ea/Math.max(1,[...r].length)),c=-F/2,h=r===""?"0":".3";return d`<g class=${K(e,t)} part="honest_john-seat" transform=${n}>
    <rect class="honest_john-plate" x=${c} y=${-ot/2} width=${F} height=${ot} rx=".2"/>
    <rect class="honest_john-plate-edge" x=${c} y=${-ot/2} width=${F} height=${ot} rx=".2"
      stroke-width=${i?.1:.045}/>
    <text class="honest_john-plate-text" x="0" y="-.09" font-size=${m(a)} text-anchor="middle">${r}</text>
    <g transform="translate(0 ${h})">
      ${o?.key==="chips"?d`<g transform="translate(-.42 0)">${on(.2)}</g>`:u}
      <text class="honest_john-plate-text" x=${o?.key==="chips"?-.12:0} y=".15" font-size=".43"
        text-anchor=${o?.key==="chips"?"start":"middle"}>${o?.value??""}</text>
    </g>
  </g>`}function ra(e){return e.scene.hands.map(({seat:t})=>ia(e,t))}function aa(e){const{prompt:t}=e.scene,s=t?.forSeat===void 0?void 0:gt(e,t.forSeat),n=t?.seat===void 0?void 0:gt(e,t.seat);if(!t||!s||!n||e.detail==="small")return d`${u}`;const[o,i]=[n.x-s.x,n.y-s.y],r=Math.hypot(o,i),[a,c]=[o/r,i/r],h=nn(e),f=Ft(s,a,c,h,.12),l=Ft(n,-a,-c,h,.2),p=`M${m(f.x)} ${m(f.y)}L${m(l.x-a*.3)} ${m(l.y-c*.3)}`,g=Math.atan2(c,a)*180/Math.PI,$=Ft(s,a,c,h,sn);return d`<g class=${K(e,t.forSeat)} part="honest_john-question">
    <path class="honest_john-way-under" d=${p} stroke-width=".26"/>
    <path class="honest_john-way" d=${p} stroke-width=".12"/>
    <path class="honest_john-head"
      transform="translate(${m(l.x)} ${m(l.y)}) rotate(${m(g)})" d="M0 0L-.46-.27V.27z"
      stroke-width=".07" stroke-linejoin="round"/>
    <g transform="translate(${m($.x)} ${m($.y)})">${ca(t.value)}</g>
  </g>`}function ca(e){return d`<circle class="honest_john-balloon" r=${sn} stroke-width=".07"/>
    <g class="skin-white">
      <rect class="skin-side" x="-.44" y="-.37" width=".88" height=".88" rx=".13" stroke-width=".02"/>
      <rect class="skin-face" x="-.44" y="-.44" width=".88" height=".88" rx=".13"/>
      ${oe(e,0,0,!0)}
    </g>`}function Ft({x:e,y:t},s,n,o,i){const r=Math.abs(s)<.001?1/0:F/2/Math.abs(s),a=Math.abs(n)<.001?1/0:ot/2/Math.abs(n),c=Math.min(r,a)*o+i;return{x:e+s*c,y:t+n*c}}const rn=8;function os(e,t,s){return e.scene.hands.flatMap(({seat:n})=>{const[o,i]=[ie(e,n),ie({scene:t},n)];if(o?.key!=="chips"||i?.key!=="chips")return[];const r=s*(Number(o.value)-Number(i.value));return Array.from({length:Math.min(rn,Math.max(0,r))},()=>n)})}function ha(e){const{before:t}=e;if(!t||e.detail==="small")return d`${u}`;const s=os(e,t,-1),n=os(e,t,1),o=e.scene.tokens.length%2===1;return d`${s.slice(0,rn).map((i,r)=>{const a=gt(e,i),c=gt(e,n[r]??i);if(!a||!c||a===c)return u;const h=Math.hypot(c.x-a.x,c.y-a.y),f=m(Math.atan2(c.y-a.y,c.x-a.x)*180/Math.PI);return d`<g transform="translate(${m(a.x)} ${m(a.y)}) rotate(${f}) scale(${m(h)})">
      <g class="honest_john-flight ${o?"honest_john-flight-a":"honest_john-flight-b"}">
        <g transform="scale(${m(1/h)}) rotate(${-Number(f)})">${on(.36)}</g>
      </g>
    </g>`})}`}const la=I`
  ${Ht}
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
`;function da(e){const t=na(e);return{x:-t,y:-t,width:2*t,height:2*t}}function ua(e){return d`${Zs("honest_john-table",e.port)}${ra(e)}`}function fa({id:e,line:t},s,n){if(!t)return d`${u}`;const o=K(n,t.seat);return s.isTaken?d`<rect class="honest_john-track ${o}" x="-1.05" y="-.56" width="2.1" height="1.12" rx=".2"/>`:pa(n,"turn",e)?d`${u}`:d`<rect class="honest_john-slot ${o}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13"
      stroke-width=".05" stroke-dasharray=".14 .1"/>`}const pa=(e,t,s)=>e.scene.highlights.some(n=>n.kind===t&&n.spaces.includes(s));function ma(e,{id:t,line:s},n){const o=K(n,s?.seat),i=(a,c)=>d`<rect class="${a} ${o}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=${c}/>`;return e==="turn"?d`${i("honest_john-turn",.09)}`:e!=="dead"?d`${u}`:n.scene.tokens.some(a=>a.space===t)?d`${i("honest_john-dead",0)}`:d`<path class="honest_john-stop ${o}" d="M-.75-.4V.4" stroke-width=".14"/>`}function ga(e){return d`${aa(e)}${ha(e)}`}const $a={style:la,margin:.45,aspect:1,room:da,ground:ua,space:fa,token:Zr,highlight:ma,above:ga,lift:()=>({x:0,y:0})},ya=T(4,.078).map(({x:e,y:t})=>V(.066,e,t)),an={orange:V(.145)+V(.07),blue:"M-.15-.05Q-.1-.13-.05-.07Q0-.01.05-.07Q.1-.13.15-.07V-.01Q.1-.07.05-.01Q0 .05-.05-.01Q-.1-.07-.15 .01zM-.15 .08Q-.1 0-.05 .06Q0 .12 .05 .06Q.1 0 .15 .06V.12Q.1 .06 .05 .12Q0 .18-.05 .12Q-.1 .06-.15 .14z",purple:"M.05-.15A.15.15 0 1 0 .135 .075A.115.115 0 0 1 .05-.15z",pink:ya.join("")+V(.03),yellow:Ji(5,.17,.07),red:E(T(3,.165)),green:"M-.135 .135Q-.16-.13 .135-.135Q.16 .13-.135 .135z",brown:E(T(4,.165,1/8))},ka=I`
  ${Ht}
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
`,ba=.405,va=.435,is=.08,wa=-.035,_a=.6,wt=e=>T(8,e,1/16);function cn(e){return{shadow:Ot(wt(e+.02),is+.03),side:Ot(wt(e),is),face:E(wt(e)),rim:E(wt(e-.035))}}const xa=cn(ba),Ma=cn(va);function Aa(e){return Array.from({length:e},(t,s)=>{const n=(s-(e-1)/2)*_a,[o,i]=[m(.325*Math.sin(n)),m(.325*Math.cos(n))];return d`<circle class="kamisado-tooth" cx=${o} cy=${i} r=".056" stroke-width=".02"/>`})}function Sa(e,t,s){const n=e.marks?.count??0,{shadow:o,side:i,face:r,rim:a}=n>0?Ma:xa,c=$e(s.sides[e.seat??0]?.colour??"white"),h=s.detail==="full",f=an[e.colour],l=n>0?"kamisado-collar":"skin-rim",p=n===0?.014:h?.03:.07;return d`<g class="${c} kamisado-${e.colour}">
    ${h?d`<path class="skin-shadow" d=${o}/>`:u}
    <g transform="translate(0 ${wa})" stroke-linejoin="round">
      <path class="skin-side" d=${i} stroke-width=".03"/>
      <path class="skin-face" d=${r}/>
      ${h||n>0?d`<path class=${l} d=${a} stroke-width=${p}/>`:u}
      <circle class="kamisado-hue" r=${h?.25:.29}/>
      ${h?d`<circle class="skin-rim" r=".25" stroke-width=".018"/>`:u}
      ${h&&f!==void 0?d`<path class="kamisado-sign" d=${f}/>`:u}
      ${h?Aa(n):u}
    </g>
  </g>`}const it=.34,rs=E(T(8,.475,1/16)),as="M-.44-.44H.44V.44H-.44z",cs="M-.17-.17L.17 .17M.17-.17L-.17 .17",Ea=-.36;function Ta({colour:e},t,s){const n=an[e],o=s.detail==="full",i=s.symbols?"kamisado-symbol":"kamisado-engraved";return d`<rect class="kamisado-${e} kamisado-hue space-shape" x="-.5" y="-.5" width="1" height="1"/>
    ${n!==void 0&&o&&!t.isTaken?d`<path class="kamisado-${e} kamisado-sign ${i}" d=${n}/>`:u}
    ${t.isLast?d`<path class="kamisado-last-edge" d=${as} stroke-width=".11"/><path class="kamisado-last" d=${as} stroke-width=".06"/>`:u}`}function La(e){const s=e.scene.spaces.map(({id:p})=>({id:p,at:e.at(p)})).filter(p=>p.at!==void 0),n=s.map(({at:p})=>p.x),o=s.map(({at:p})=>p.y),[i,r]=[Math.min(...n)-.5,Math.max(...n)+.5],[a,c]=[Math.min(...o)-.5,Math.max(...o)+.5],h=s.filter(({at:p})=>p.y>c-.75),f=s.filter(({at:p})=>p.x<i+.75),l=(p,g,$)=>d`<text class="skin-edge kamisado-frame-text" x=${m(g)} y=${m($)} font-size=".2">${p}</text>`;return d`<rect class="kamisado-frame" part="kamisado-frame" x=${i-it} y=${a-it}
      width=${r-i+2*it} height=${c-a+2*it} rx=".16"/>
    ${e.detail==="small"?u:h.map(({id:p,at:g})=>l(p.slice(0,1),g.x,c+.24))}
    ${e.detail==="small"?u:f.map(({id:p,at:g})=>l(p.slice(1),i-.17,g.y+.07))}`}function hs(e){return d`<g stroke-linejoin="round">
    <path class="kamisado-halo" d=${rs} stroke-width=".1"/>
    <path class=${e} d=${rs} stroke-width=".055"/>
  </g>`}function ja(e){switch(e){case"required":return hs("kamisado-required");case"won":return hs("kamisado-won");case"blocked":return d`<g transform="translate(0 -.035)" stroke-linecap="round">
        <path class="kamisado-halo" d=${cs} stroke-width=".17"/>
        <path class="kamisado-blocked" d=${cs} stroke-width=".09"/>
      </g>`;default:return d`${u}`}}function Pa(e){const t=e.scene.highlights.find(({kind:f})=>f==="pushed")?.spaces??[],[s]=e.scene.lastMove,n=s===void 0?void 0:e.at(s),o=t.at(-1),i=o===void 0?void 0:e.at(o);if(!n||!i||e.detail==="small")return d`${u}`;const r=Math.hypot(i.x-n.x,i.y-n.y),a=Math.atan2(i.y-n.y,i.x-n.x)*180/Math.PI,c=m(r-.24),h=`M-.05-.055H${c}V-.15L${m(r+.06)} 0L${c} .15V.055H-.05z`;return d`<g
    transform="translate(${m(n.x)} ${m(n.y)}) rotate(${m(a)}) translate(0 ${Ea})">
    <path class="kamisado-push" part="kamisado-push" d=${h} stroke-width=".035"/>
  </g>`}const Oa={style:ka,margin:it,ground:La,space:Ta,token:Sa,highlight:ja,above:Pa,lift:()=>({x:0,y:0})},Ia={dvonn:vr,hive:Qr,honest_john:$a,kamisado:Oa},re=e=>String(Math.round(e*1e3)/1e3);function hn(e){return`M${e.map(([t,s])=>`${re(t)} ${re(s)}`).join("L")}Z`}function Ca(e){const t=re(e);return`M-${t} 0A${t} ${t} 0 1 1 ${t} 0A${t} ${t} 0 1 1 -${t} 0Z`}function Na(e){const t=[-90,-30,30,90,150,210].map(n=>n*Math.PI/180),s=e/Math.sqrt(3);return hn(t.map(n=>[s*Math.cos(n),s*Math.sin(n)]))}function ls(e,t){return hn([[-e,-t],[e,-t],[e,t],[-e,t]])}function L(e,t=1){switch(e){case"square":return ls(t/2,t/2);case"hexagon":return Na(t);case"circle":return Ca(t/2);case"domino":return ls(t,t/2)}}const Ra=I`
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
`,Da=new Set(["white","yellow","pink","orange"]);function Ha(e,t,s){const n=L(e.shape==="domino"?"domino":"circle",.82);if(e.faceDown)return d`<path class="generic-back" d=${n}></path>`;const o=s.colour(e),i=Da.has(o)?"#1b1b1b":"#fff",r=e.label||qa(s.word("token",e.kind)),c=r.length>2&&e.shape!=="domino"?"generic-label generic-long":"generic-label";return d`
    <path class="generic-disc" d=${n} fill="var(--colour-${o}, var(--muted))"></path>
    ${Ua(e,s)}
    <g transform="rotate(${-t.turn})">
      <text class=${c} fill=${i}>${r}</text>
      ${za(t,i)}
      ${Qa(e,i)}
    </g>`}function Ua({seat:e,colour:t,shape:s},n){const o=e===void 0?"":n.sides[e]?.colour??"";return o===""||o===t||t===""||s==="domino"?u:d`<circle class="generic-rim" r="0.37" stroke="var(--colour-${o}, var(--muted))"></circle>`}function za({level:e,height:t},s){return t===1||e<t-1?u:d`<text class="generic-label generic-number" y="0.26" fill=${s}>×${t}</text>`}function Qa({marks:e},t){if(!e)return u;const s="•".repeat(e.count);return d`<text class="generic-mark generic-number" y="0.28" fill=${t}>${s}</text>`}const qa=e=>[...e][0]??"";function Ba({shape:e,colour:t}){const s=t===""?"var(--space)":`var(--colour-${t}, var(--space))`;return d`<path class="space-shape" d=${L(e,.98)} fill=${s}></path>`}const Ga={style:Ra,space:Ba,token:Ha},Wa=14,Va=44,ds=[8,14],Fa="lost",ln=640,Za=.25,yt=e=>Ia[e]??Ga;function Ka(e,t,s){return(t===void 0?0:e[t]?.halfTurns??0)%2===1!==s}function dn(e){const{game:t,scene:s,seat:n,isFlipped:o=!1,width:i=ln}=e,r=yt(t),a=un(e).sides(t),c=Math.min(Math.max(Math.round(i/Va),ds[0]),ds[1]),h={seats:Math.max(s.hands.length,2),isTurned:Ka(a,n,o),columns:c,hasTray:e.hasTray??!1,names:e.names??[],...n!==void 0&&{seat:n}};return Xo(s,h,{margin:r.margin??Za,...r.aspect!==void 0&&{aspect:r.aspect},...r.room&&{room:r.room.bind(r)},...r.place&&{place:r.place.bind(r)}})}const un=({words:e,listed:t})=>e??new le(t?[t]:[]);function Ya(e,t=dn(e)){const{game:s,scene:n,lang:o="en",clicks:i=[],next:r=[],width:a=ln}=e,c=un(e),h=c.sides(s),f=new Map(n.spaces.map(k=>[k.id,k])),l=e.port??Os(void 0,t.bounds,t.window),p=i.filter(({kind:k})=>k==="space").map(({key:k})=>k),g=new Set(n.tokens.map(({space:k})=>k)),$=r.filter(({kind:k,key:_})=>k==="space"&&(i.length>0||!g.has(_))).map(({key:k})=>k),b=a/t.width*(t.window.width/l.width),y=new Set(r.map(({kind:k,key:_})=>`${k} ${_}`)),j=new Set((e.starts??[]).map(({kind:k,key:_})=>`${k} ${_}`)),ke={game:s,scene:n,layout:t,sides:h,names:e.names??[],detail:b<Wa?"small":"full",symbols:e.symbols??!1,chosen:p,port:l,skin:yt(s),next:r,targets:$,held:i.find(({kind:k})=>k==="hand")?.key??"",leaving:e.leaving??new Set,focus:e.focus??"",asked:e.asked??"",canLose:c.has(s,"counter",Fa),isStill:e.isStill??!1,isZoomed:e.isZoomed??!1,...e.hasTray&&t.tray&&{tray:t.tray},...e.seat!==void 0&&{seat:e.seat},...e.before&&{before:e.before},...e.hovered!==void 0&&{hovered:e.hovered},...e.mover!==void 0&&{mover:e.mover},word:(k,_)=>c.text(s,k,_,o),colour:({colour:k,seat:_})=>k||(_===void 0?"":h[_]?.colour??""),at:k=>t.places.get(k),space:k=>f.get(k),isNext:(k,_)=>y.has(`${k} ${_}`),canClick:(k,_)=>y.has(`${k} ${_}`)||j.has(`${k} ${_}`)},Sn=(e.names??[]).join(" – ");return{...ke,label:[ke.word("game",s),Sn].filter(Boolean).join(": ")}}const Xa=({round:e,ply:t})=>`${e}.${t}`;function _t(e){const t=/^(\d+)\.(\d+)$/.exec(e);return t?{round:Number(t[1]),ply:Number(t[2])}:void 0}function Ja({steps:e,round:t,ply:s}){const n=new Array(Math.max(t,1)).fill(0);for(const o of e){const i=o.round-1;n[i]=Math.max(n[i]??0,o.ply+1)}return n[t-1]=Math.max(n[t-1]??0,s),n}function tc(e,t,s){const n=Ja(e);let[o,i]=[t.round,t.ply+s];for(;i<0&&o>1;)o-=1,i+=(n[o-1]??0)+1;for(;i>(n[o-1]??0)&&o<n.length;)i-=(n[o-1]??0)+1,o+=1;return{round:o,ply:Math.min(Math.max(i,0),n[o-1]??0)}}const fn=(e,{round:t,ply:s})=>t>e.round||t===e.round&&s>=e.ply,us=new Map;async function ec(e,t,s){const n=us.get(t)??new le;if(t!==""&&us.set(t,n),n.game(s))return n;const{game:o}=await e.call("GameService/GetGame",{game:s});return o&&n.add(o),n}function sc({seat:e,notation:t},s){const{words:n,game:o,names:i,lang:r}=s;if(e===void 0)return Pt("chance",r,{move:t});const a=n.sides(o)[e]?.name??"",c=i[e]||n.text(o,"side",a,r);return Pt("moved",r,{name:c,move:t})}function nc(e,t){const{words:s,game:n,names:o,lang:i}=t,r=e?s.prompt(n,e,i,o):[];return`${A("yourTurn",i)}. ${de(r)}`}function pn({verdict:e},t,s){const n=e?.places??[],o=n.flatMap((i,r)=>i===1?[t[r]??""]:[]);return n.length===0?at(A("aborted",s),{}):o.length===n.length?at(A("drawn",s),{}):at(A("wins",s),{name:o.join(", ")})}function oc(e,{names:t,lang:s}){return de(pn(e,t,s))}function ic(e){const{view:t,lang:s,state:n}=e,o=n?rc(t,n,s):[],i=t.seat??0,r=n?.end&&Ws(pn(n.end,t.names,s));return n&&!n.end&&o.some(({clock:a})=>a?.running)&&e.tick(),{above:Fe(o.filter(({seat:a})=>a!==i).reverse(),s),below:Fe(o.filter(({seat:a})=>a===i),s),foot:w` <div class="prompt" part="prompt">${r??e.prompt}</div>
      ${t.isStill?u:Zi(cc(e),s,a=>e.act[a]())}`}}function rc(e,t,s){const n=performance.now()-t.clocksAtMs;return(t.summary?.players??[]).map((o,i)=>{const r=t.clocks[i];return{seat:i,name:e.names[i]??o,side:e.sides[i],isTurn:t.turnSeat===i,isAway:t.absent.has(i),counters:ac(i,e,s),elapsedMs:n,...r&&{clock:r}}})}const ac=(e,{scene:t,word:s},n)=>t.counters.filter(o=>o.seat===e).map(({key:o,value:i})=>`${s("counter",o)} ${st(i,n)}`);function cc({view:e,moment:t,state:s,isPosition:n}){const o=!t||s!==void 0&&fn(s,t),i=t?.round===1&&t.ply===0,r=s!==void 0||n,a=[{control:"first",isOff:i},{control:"back",isOff:i},{control:"forward",isOff:!n&&o},{control:"present",isOff:!n&&o}],c=yt(e.game).aspect!==void 0,h=[{control:"closer",isOff:!1},{control:"farther",isOff:!1},{control:"whole",isOff:!e.isZoomed}];return[...r?a:[],{control:"flip",isOff:!1},...c?h:[]]}const fs=256,hc=8192;class lc{#t=new Map;#e=new Map;constructor(t,s){this.link=t,this.matchId=s}async at(t,s){const n=`${t}.${s}`,o=this.#t.get(n);if(o)return o;const i=s-s%fs,r=`${t}.${i}`,a=this.#e;return a.has(r)||a.set(r,this.#s(t,i).finally(()=>a.delete(r))),await a.get(r),this.#t.get(n)}known(t,s){return this.#t.get(`${t}.${s}`)}clear(){this.#t=new Map,this.#e=new Map}async#s(t,s){this.#t.size>hc&&this.#t.clear();const{matchId:n}=this,o=this.#t,i={matchId:n,round:t,fromPly:s,plies:fs,withoutPosition:!0,withChanges:!0},r=new Xt;for await(const{frame:a={}}of this.link.stream("MatchService/ListFrames",i)){const c=r.read(a);c&&o.set(`${a.round??1}.${a.ply??0}`,c)}}}const dc=220,uc=450,fc=24,pc=48;function mc(e){const{scene:t,layout:s,port:n}=e,{window:o}=s,i=o.width/n.width,r=new Map;for(const{id:a,space:c}of t.tokens){const h=e.at(c);if(a===""||!h)continue;const[f,l]=[o.x+(h.x-n.x)*i,o.y+(h.y-n.y)*i];r.set(a,{x:f,y:l,scale:i})}for(const{tokens:a}of s.hands)for(const{token:c,...h}of a)c.id!==""&&r.set(c.id,h);return r}const mn=()=>!matchMedia("(prefers-reduced-motion: reduce)").matches;function gc(e,t,s){if(!mn())return;const n=[...s].filter(([i,r])=>{const a=t.get(i);return a&&Math.hypot(a.x-r.x,a.y-r.y)>.05});if(n.length===0||n.length>fc)return;const o=gn(e);for(const[i,r]of n){const[a,c]=[o.get(i),t.get(i)];a&&c&&kc(a,c,r)}}function gn(e){const t=e.querySelectorAll("[data-token]");return new Map([...t].map(s=>[s.dataset.token??"",s]))}function $c(e,t,s){const n=[...t.keys()].filter(i=>!s.has(i));if(n.length===0||n.length>pc||s.size===0||!mn())return[];const o=gn(e);return n.flatMap(i=>o.get(i)?.cloneNode(!0)??[])}function yc(e,t){const s=e.querySelector(".window");for(const n of s?t:[]){if(!(n instanceof SVGElement))continue;n.removeAttribute("data-token"),s?.append(n);const o=n.animate([{opacity:1},{opacity:0}],{duration:uc});o.onfinish=o.oncancel=()=>n.remove()}}function kc(e,t,s){const n=e.transform.baseVal.consolidate()?.matrix;if(!n)return;const i=e.closest(".window")!==null?s.scale:1,[r,a]=[(t.x-s.x)/i,(t.y-s.y)/i],c=t.scale/s.scale,h=(f,l,p)=>`matrix(${n.a*p}, ${n.b*p}, ${n.c*p}, ${n.d*p}, ${f}, ${l})`;e.animate([{transform:h(n.e+r,n.f+a,c)},{transform:h(n.e,n.f,1)}],{duration:dc,easing:"cubic-bezier(0.25, 0.6, 0.3, 1)"})}const bc={fromAttribute:e=>Object.fromEntries((e??"").split(/\s+/).filter(Boolean).map(vc))},vc=e=>{const t=e.indexOf("=");return t<0?[e,"true"]:[e.slice(0,t),e.slice(t+1)]},wc={fromAttribute:e=>(e??"").split(",").map(t=>t.trim()).filter(Boolean)};class ps extends ht{constructor(){super(...arguments),this.url="",this.match="",this.token="",this.game="",this.position="",this.moves=[],this.options={},this.ply="",this.bare=!1,this.tray=!1,this.still=!1,this.flipped=!1,this.symbols=!1,this.confirm=!1,this.legal=[],this.names=[]}static{this.properties={url:{},match:{},seat:{type:Number},token:{},lang:{},game:{},position:{},moves:{converter:wc},options:{converter:bc},ply:{},bare:{type:Boolean},tray:{type:Boolean},still:{type:Boolean},flipped:{type:Boolean,reflect:!0},symbols:{type:Boolean},confirm:{type:Boolean},link:{attribute:!1},words:{attribute:!1},scene:{attribute:!1},legal:{attribute:!1},mover:{attribute:!1},names:{attribute:!1},state:{attribute:!1}}}static{this.origins=["url","link","match","token","seat","game","position","moves","options"]}}const _c=5,xc=.004,ms=2;class Mc{#t=new Map;#e={x:0,y:0};#s=!1;#n=!1;constructor(t,s){this.element=t,this.target=s,t.addEventListener("pointerdown",this.#o),t.addEventListener("pointermove",this.#c),t.addEventListener("pointerup",this.#h),t.addEventListener("pointercancel",this.#h),t.addEventListener("wheel",this.#d,{passive:!1})}stop(){const{element:t}=this;t.removeEventListener("pointerdown",this.#o),t.removeEventListener("pointermove",this.#c),t.removeEventListener("pointerup",this.#h),t.removeEventListener("pointercancel",this.#h),t.removeEventListener("wheel",this.#d)}takeDrag(){const t=this.#n;return this.#n=!1,t}#o=t=>{this.#n=!1,!(this.#t.size>=ms||!Ac(t))&&(this.#t.set(t.pointerId,xt(t)),this.#e=xt(t),this.#s=!1)};#c=t=>{t.buttons===0&&this.#t.delete(t.pointerId);const s=this.#t.get(t.pointerId);if(!s)return;const n=xt(t),o=t.pointerType==="mouse";this.#t.size===ms?this.#l(t.pointerId,s,n):(o||this.target.canDrag())&&this.#r(t,s,n),this.#t.set(t.pointerId,n)};#r(t,s,n){!this.#s&&Zt(this.#e,n)<_c||(this.#s||this.element.setPointerCapture(t.pointerId),this.#s=!0,this.#n=!0,this.target.pan({x:s.x-n.x,y:s.y-n.y}))}#l(t,s,n){const o=[...this.#t].find(([c])=>c!==t)?.[1];if(!o)return;this.#n=!0;const i={x:(n.x+o.x)/2,y:(n.y+o.y)/2},[r,a]=[Zt(n,o),Zt(s,o)];a>0&&r>0&&this.target.zoom(r/a,i),this.target.pan({x:(s.x-n.x)/2,y:(s.y-n.y)/2})}#h=t=>{this.#t.delete(t.pointerId)};#d=t=>{t.ctrlKey&&(t.preventDefault(),this.target.zoom(Math.exp(-t.deltaY*xc),xt(t)))}}const Ac=e=>e.composedPath().some(t=>t instanceof Element&&t.classList.contains("window")),xt=({clientX:e,clientY:t})=>({x:e,y:t}),Zt=(e,t)=>Math.hypot(e.x-t.x,e.y-t.y),Sc={ArrowUp:"up",ArrowDown:"down",ArrowLeft:"left",ArrowRight:"right"},Ec=120;class Tc{#t;#e;#s;#n;#o;#c="";#r=new Set;#l;#h="";#d="";#b=!1;constructor(t,s){this.host=t,this.target=s,t.addController(this)}get isZoomed(){return this.#e!==void 0}get hovered(){return this.#o}get asked(){return this.#d}get leaving(){return this.#r}hostConnected(){for(const[t,s]of this.#v())this.#g().addEventListener(t,s);this.host.addEventListener("pointerleave",this.#_),this.#t=new Mc(this.host,this.#y())}hostDisconnected(){for(const[t,s]of this.#v())this.#g().removeEventListener(t,s);this.host.removeEventListener("pointerleave",this.#_),this.#t?.stop(),clearTimeout(this.#l)}#g(){return this.host.shadowRoot??this.host}#v(){return[["click",this.#a],["keydown",this.#i],["pointerover",this.#P],["focusin",this.#j],["focusout",this.#_]]}port(t,s){return this.#s=s,this.#n=t,this.#e&&!Lc(this.#e,t)&&(this.#e=void 0),this.#e??t}reset(){this.#e=void 0}zoomMiddle(t){const s=this.#p();s&&this.#f(s,t,{x:s.x+s.width/2,y:s.y+s.height/2})}focusIn(t,{hands:s},n){const{spaces:o,lastMove:i}=t,r=s.flatMap(({tokens:h})=>h).map(({token:h})=>$n(h.id)),a=new Set([...o.map(({id:h})=>Et(h)),...r]);return a.has(this.#c)?this.#c:[...n.map(Kt),Et(i.at(-1)??"")].find(h=>a.has(h))??Et(o[0]?.id??"")}forget(){this.#h="",this.#d="",this.#r=new Set}async isConfirmed(t,s,n,o){const{notation:i=""}=t,r=this.#h===i;if(this.#h="",this.#d="",r)return!0;const a=o&&this.#E();return!n&&!a||(a&&(this.#r=await this.target.leaving(t).catch(()=>new Set)),!n&&this.#r.size===0)?!0:(this.#h=i,this.#d=s.kind==="space"?s.key:"",this.#o=this.#d,!1)}updated(t){const s=this.target.view();!s||s.isStill||!this.#b||t.activeElement||this.#S(t,this.#c)}#y(){return{canDrag:()=>this.isZoomed,pan:t=>{const[s,n]=[this.#p(),this.#$()];!s||!n||!this.#s||(this.#e=ui(s,{x:t.x/n,y:t.y/n},this.#s),this.target.redraw())},zoom:(t,s)=>{const[n,o]=[this.#p(),this.#M(s)];n&&o&&this.#f(n,t,o)}}}#f(t,s,n){this.#n&&(this.#e=fi(t,s,n,this.#n),this.target.redraw())}#p(){const t=this.target.view();if(!(!t||yt(t.game).aspect===void 0))return this.#e??t.port}#m(){const t=this.host.shadowRoot?.querySelector(".window")?.getScreenCTM(),s=this.target.view()?.port;return t&&s?{matrix:t,port:s}:void 0}#$(){const[t,s]=[this.#m(),this.#p()];return t&&s&&t.matrix.a*t.port.width/s.width}#M({x:t,y:s}){const[n,o]=[this.#m(),this.#p()];if(!n||!o)return;const i=new DOMPoint(t,s).matrixTransform(n.matrix.inverse()),r=o.width/n.port.width;return{x:o.x+(i.x-n.port.x)*r,y:o.y+(i.y-n.port.y)*r}}#a=t=>{if(this.#t?.takeDrag())return;const s=Mt(t);if(!s)return;const n=t instanceof PointerEvent&&t.pointerType==="touch";this.target.press(s,n)};#i=t=>{if(!(t instanceof KeyboardEvent))return;if(t.key==="Escape")return this.target.clear();const s=Mt(t);if(!s)return;if(t.key==="Enter"||t.key===" "){t.preventDefault(),this.target.press(s,!1);return}const n=Sc[t.key];!n||t.altKey||t.ctrlKey||t.metaKey||(t.preventDefault(),this.#A(s,n))};#A(t,s){const n=this.target.view();if(!n||!this.host.shadowRoot)return;const o=Bo(jc(n),Kt(t),s);o!==void 0&&this.#S(this.host.shadowRoot,o)}#S(t,s){const n=s.replace(/^(hand|space) /,""),o=s.startsWith("hand ")?"data-hand":"data-space";t.querySelector(`[${o}="${CSS.escape(n)}"]`)?.focus()}#j=t=>{const s=Mt(t);if(!s)return;this.#b=!0,this.#c=Kt(s);const[n]=t.composedPath();n instanceof Element&&n.matches(":focus-visible")&&this.#x(s),this.target.redraw()};#P=t=>this.#x(Mt(t));#_=t=>{t instanceof FocusEvent&&t.relatedTarget!==null&&(this.#b=!1),this.#x(void 0)};#x(t){const s=t?.kind==="space"?t.key:void 0;if(s===this.#o)return;this.#o=s,clearTimeout(this.#l),this.#r=new Set;const n=t&&this.#E()?this.target.wouldEnd(t):void 0;n&&(this.#l=setTimeout(()=>void this.#O(t,n),Ec)),this.target.redraw()}async#O(t,s){if(!t||this.target.wouldEnd(t)!==s)return;const n=await this.target.leaving(s).catch(()=>new Set);this.#o!==t.key||n.size===0||(this.#r=n,this.target.redraw())}#E(){return this.target.view()?.canLose??!1}}const Lc=(e,t)=>Math.abs(e.width*t.height/(e.height*t.width)-1)<.01;function Mt(e){for(const t of e.composedPath()){if(!(t instanceof SVGElement))continue;const{space:s,hand:n}=t.dataset;if(s!==void 0)return{kind:"space",key:s};if(n!==void 0)return{kind:"hand",key:n}}}const Et=e=>`space ${e}`,$n=e=>`hand ${e}`,Kt=({kind:e,key:t})=>`${e} ${t}`;function jc({layout:e,port:t,scene:s}){const{window:n}=e,o=n.width/t.width,i=new Map;for(const{id:r}of s.spaces){const a=e.places.get(r);if(!a)continue;const[c,h]=[n.x+(a.x-t.x)*o,n.y+(a.y-t.y)*o];i.set(Et(r),{x:c,y:h})}for(const{tokens:r}of e.hands)for(const{token:a,x:c,y:h}of r)a.id!==""&&i.set($n(a.id),{x:c,y:h});return i}const Pc=I`
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
  .tray {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    max-block-size: 40vh;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    padding-block: 0.375rem calc(0.375rem + env(safe-area-inset-bottom));
    background: var(--ground);
    border-block-start: 1px solid var(--line);
  }
  .held {
    max-inline-size: 30rem;
    max-block-size: none;
    margin-inline: auto;
  }
`;function Oc(e,t,s){const{seat:n,speaker:o,prompt:i}=s;if(e.kind==="step"){const{round:r,ply:a,notation:c,seat:h}=e.step,f=h!==void 0&&h===n;return s.emit("move",{round:r,ply:a,notation:c,isMine:f,...h!==void 0&&{seat:h}}),sc(e.step,o)}if(e.kind==="turn"){const{seat:r,choices:a}=e,c=a!==void 0;return s.emit("turn",{seat:r,isMine:c,...c&&{turnId:a.turnId}}),c?`${t} ${nc(i,o)}`:t}if(e.kind==="end"){const{verdict:r}=e;return s.emit("end",{verdict:r,places:r.places??[]}),`${t} ${oc({verdict:r},o)}`}return t}function Ic(e,t){const s=e.scene.spaces.map(({id:n,shape:o})=>{const i=e.at(n),r=e.canClick("space",n)||e.chosen.includes(n),a=[n,...(t.get(n)??[]).map(h=>yn(h,e)).reverse()],c=`translate(${i?.x??0} ${i?.y??0}) rotate(${i?.turn??0})`;return d`<path class=${r?"hit can":"hit"} data-space=${n} d=${L(o)}
      transform=${c} role="button" tabindex=${e.focus===`space ${n}`?0:-1}
      aria-label=${a.join(", ")} aria-disabled=${r?"false":"true"}
      aria-pressed=${e.chosen.includes(n)?"true":"false"}></path>`});return d`<g class="hits">${s}</g>`}function Cc(e,t,s){const n=yn(e,s);return d`<path class=${t?"hit can":"hit"} data-hand=${e.id} d=${L(e.shape)}
    role="button" tabindex=${s.focus===`hand ${e.id}`?0:-1} aria-label=${n}
    aria-disabled=${t?"false":"true"}
    aria-pressed=${s.held===e.id?"true":"false"}></path>`}function yn(e,t){if(e.faceDown)return t.word("token",e.kind);const s=e.seat===void 0?"":t.sides[e.seat]?.name??"",n=e.colour!==""&&e.colour!==t.sides[e.seat??-1]?.colour;return[s===""?"":t.word("side",s),t.word("token",e.kind),e.label,n?t.word("colour",e.colour):""].filter(i=>i!=="").join(" ")}const M=e=>Math.round(e*1e3)/1e3,kt=({x:e,y:t},s=0,n=1)=>`translate(${M(e)} ${M(t)})`+(s%360===0?"":` rotate(${M(s)})`)+(n===1?"":` scale(${M(n)})`),ae=(e,t,s,n)=>[e,t,s,n].map(M).join(" ");function Nc(e){const{layout:t,skin:s,port:n,tray:o}=e,{window:i}=t,r=t.hands.filter(f=>!kn(f,e)),a=d`
    ${s.defs?.()??u}
    ${r.map(f=>wn(f,e))}
    <svg class="window" part="board" x=${M(i.x)} y=${M(i.y)}
      width=${M(i.width)} height=${M(i.height)}
      viewBox=${ae(n.x,n.y,n.width,n.height)}
      overflow=${e.isZoomed?"hidden":"visible"}>${Dc(e)}</svg>
    ${r.map(f=>vn(f,e))}`,c=s.aspect===void 0?"picture":"picture grows",h=e.isZoomed?`${c} zoomed`:c;return d`<svg class=${h} viewBox=${ae(0,0,t.width,o?.y??t.height)}
    role=${e.isStill?"img":"group"} aria-label=${e.label}>${a}</svg>`}function Rc(e,t){const{layout:s,tray:n}=e;if(!n)return u;const o=s.hands.filter(i=>kn(i,e));return d`<svg class="picture held" viewBox=${ae(n.x,n.y,n.width,n.height)}
    role="group" aria-label=${t}>${o.map(i=>[wn(i,e),vn(i,e)])}</svg>`}const kn=({box:{y:e}},{tray:t})=>t!==void 0&&e>=t.y;function Dc(e){const{scene:t,skin:s}=e,n=Qc(t.tokens),o=t.lastMove.map(i=>Tt(i,e,0,qc));return d`
    ${s.aspect===void 0?u:Hc(e.port)}
    ${s.ground?.(e)??u}
    <g class="spaces">${se(t.spaces,({id:i})=>i,i=>Bc(i,n,e))}</g>
    <g class="lasts">${o}</g>
    <g class="tokens">${se(Uc(n,e),zc,i=>Fc(i,n,e))}</g>
    <g class="marks">${Zc(e,n)}</g>
    ${s.above?.(e)??u}
    ${e.isStill?u:Ic(e,n)}`}const Hc=({x:e,y:t,width:s,height:n})=>d`<rect class="backdrop" x=${M(e)} y=${M(t)} width=${M(s)} height=${M(n)}></rect>`;function Uc(e,t){const s=n=>t.at(n)?.y??0;return[...e].sort(([n],[o])=>s(n)-s(o)).flatMap(([,n])=>n)}const zc=(e,t)=>e.id||`${e.space} ${t}`;function Qc(e){const t=new Map;for(const s of e){const n=t.get(s.space);n?n.push(s):t.set(s.space,[s])}return t}function Tt(e,t,s,n){const[o,i]=[t.space(e),t.at(e)];if(!o||!i)return u;const{x:r,y:a}=s>1?bn(t,s-1,s,e):{x:0,y:0};return d`<g transform=${kt({x:i.x+r,y:i.y+a},i.turn)}>${n(o)}</g>`}const bn=(e,t,s,n)=>(e.skin.lift??Vc)(t,s,e.hovered===n),qc=({shape:e})=>d`<path class="last" part="last" d=${L(e)}></path>`;function Bc(e,t,s){const n=s.at(e.id);if(!n)return u;const o={isLast:s.scene.lastMove.includes(e.id),isTarget:s.isNext("space",e.id),isTaken:t.has(e.id)},i=s.skin.space?.(e,o,s)??Gc(e);return d`<g class="space" part=${`space ${e.colour}`} transform=${kt(n,n.turn)}>${i}</g>`}const Gc=({shape:e})=>d`<path class="space-shape" fill="var(--space)" d=${L(e,.98)}></path>`,Wc=.12,Vc=(e,t,s)=>({x:0,y:-e*Wc*(s?2:1)});function Fc(e,t,s){const n=s.at(e.space);if(!n)return u;const o=t.get(e.space)??[e],i=o.indexOf(e),r=s.hovered===e.space,a=bn(s,i,o.length,e.space),c=n.turn+90*e.quarterTurns,h={where:"board",level:i,height:o.length,isChosen:s.chosen.includes(e.space),isHovered:r,isLeaving:e.id!==""&&s.leaving.has(e.id),turn:c},f=kt({x:n.x+a.x,y:n.y+a.y},c);return d`<g class="token" part=${`token ${e.kind}`} data-token=${e.id} transform=${f}>
    ${s.skin.token(e,h,s)}</g>`}function Zc(e,t){const{scene:s,skin:n}=e,o=c=>t.get(c)?.length??0,i=s.highlights.flatMap(({kind:c,spaces:h})=>{const f=l=>n.highlight?.(c,l,e)??Kc(l,c);return h.map(l=>Tt(l,e,o(l),f))}),r=e.chosen.map(c=>Tt(c,e,o(c),Yc)),a=e.targets.map(c=>Tt(c,e,o(c),h=>Xc(h,o(c)>0,e.asked===c)));return[...i,...r,...a]}const Kc=({shape:e},t)=>d`<path class="highlight" part=${`highlight ${t}`} d=${L(e,.9)}></path>`,Yc=({shape:e})=>d`<path class="source" part="source" d=${L(e,.95)}></path>`;function Xc({shape:e},t,s){const n=s?" asked":"";return t?d`<path class=${`target-ring${n}`} part="target" d=${L(e,.88)}></path>`:d`<circle class=${`target${n}`} part="target" r=${s?.3:.13}></circle>`}function vn(e,t){const s=e.seat===t.mover&&e.tokens.some(({token:o})=>t.canClick("hand",o.id)),n=se(e.tokens,({token:o},i)=>o.id||i,o=>Jc(o,s,t));return d`<g class="hand" part="hand">${n}</g>`}function Jc({token:e,x:t,y:s,scale:n},o,i){const r=e.id!==""&&i.held===e.id,a=o&&i.canClick("hand",e.id),c=90*e.quarterTurns,h={where:"hand",level:0,height:1,isChosen:r,isHovered:!1,isLeaving:!1,turn:c},f=r?d`<path class="source" part="source" d=${L(e.shape,1)}></path>`:u;return d`<g class=${o&&!a&&!r?"token idle":"token"} part=${`token ${e.kind}`}
    data-token=${e.id} transform=${kt({x:t,y:s},c,n)}>
    ${i.skin.token(e,h,i)}${f}
    ${i.isStill||e.id===""?u:Cc(e,a||r,i)}</g>`}function wn(e,t){if(!e.name||t.detail==="small")return u;const{x:s,y:n}=e.name,o=t.sides[e.seat]?.colour??"grey",r=[...t.names[e.seat]||t.word("side",t.sides[e.seat]?.name??"")].slice(0,Ls).join("");return d`<g transform=${kt({x:s,y:n})}>
    <circle cx="0.2" r="0.16" fill=${`var(--colour-${o}, var(--muted))`}></circle>
    <text class="name" part="name" x="0.5">${r}</text></g>`}function th(e,t,s){const{match:n,seat:o,token:i,game:r,options:a,position:c,moves:h}=e;if(n!==""){const l=o!==void 0&&(e.link!==void 0||i!=="");return new xn(t,n,l,s)}if(r===""||e.scene||e.state)return;const f={game:r,options:{...a},start:c,moves:[...h]};return new rt(t,f,s)}function _n(e){const{summary:t,scene:s,round:n,ply:o,choices:i,turnSeat:r}=e;if(!t||!s)return;const a=i&&r!==void 0?{mover:r}:{};return{game:t.game??"",scene:s,round:n,ply:o,legal:i?.legal??[],...a}}function gs({players:e=[],displayNames:t=[]}){return e.map((s,n)=>t[n]||s)}class xn{#t;#e=new AbortController;#s=!1;#n={turnId:"",position:""};constructor(t,s,n,o){this.link=t,this.matchId=s,this.listener=o,this.#t=new go(s),this.#c(n).catch(i=>this.#l(i))}get state(){return this.#t.state}get shown(){return _n(this.#t.state)}stop(){this.#e.abort()}async play({notation:t=""}){const s=this.state.choices?.turnId??"0";await _s(this.link,{matchId:this.matchId,playMove:{turnId:s,notation:t}})}async leaving({notation:t=""}){const{scene:s,round:n,summary:o,choices:{turnId:i=""}={}}=this.state;if(!s||i==="")return new Set;const r=await this.#o(i,s.board);if(r==="")return new Set;const{game:a="",options:c={},points:h=[]}=o??{},f={game:a,options:c,points:h,round:n,start:r};return Mn(this.link,f,[t],s)}async#o(t,s){if(this.#n.turnId===t)return this.#n.position;const n={matchId:this.matchId,knownBoard:s},{position:o="",turnId:i=""}=await this.link.call("MatchService/GetMatch",n);return i!==t?"":(this.#n={turnId:t,position:o},o)}async#c(t){const s={matches:[{matchId:this.matchId}],detail:"DETAIL_PAGE"},n={signal:this.#e.signal,onConnection:i=>this.listener.connection(i)};if(!t){for await(const i of Wn(this.link,s,n))this.#r(i);return}const o={withoutMoves:!0,withoutLegal:!0,maxMatches:1,agent:"referee-board"};for await(const{watched:i}of Vn(this.link,{hello:o,watch:s},n))i&&this.#r(i),i?.gone&&this.stop()}#r(t){if(this.#e.signal.aborted)return;const s=this.#t.apply(t);this.listener.changed(this.#s?s:s.filter(eh)),this.#s||=t.update?.frame!==void 0;const n=t.gone?.refusal;n&&this.listener.failed(ys(n))}#l(t){this.#e.signal.aborted||this.listener.failed(S(t))}}const eh=({kind:e})=>e==="turn"||e==="end"||e==="gone";class rt{#t;#e;#s=0;#n=new As;constructor(t,s,n){this.link=t,this.start=s,this.listener=n,this.#e=s.moves??[];const o=this.#s+1;this.#o(this.#e).catch(i=>{o===this.#s&&this.listener.failed(S(i))})}get shown(){return this.#t}get moves(){return this.#e}stop(){this.#s+=1}async play({notation:t=""}){await this.#o([...this.#e,t])}async go(t){await this.#o(t)}async leaving({notation:t=""}){return this.#t?Mn(this.link,this.start,[...this.#e,t],this.#t.scene):new Set}async#o(t){const s=this.#s+=1,n=this.#t?.scene.board??"",o={...this.start,moves:[...t],knownBoard:n},i=await this.link.call("GameService/GetPosition",o);if(s!==this.#s)return;const{scene:r={},round:a=1,legal:c=[],seat:h,steps:f=[]}=i,l=t.length===this.#e.length+1;this.#e=t,this.#t={game:this.start.game??"",scene:this.#n.read(r),round:a,ply:f.filter(g=>(g.round??1)===a).length,legal:c,...h!==void 0&&{mover:h}};const p=l?f.at(-1):void 0;this.listener.changed(p?[sh(p)]:[]),h!==void 0&&this.listener.changed([{kind:"turn",seat:h}])}}function sh({round:e=1,ply:t=0,seat:s,notation:n="",forced:o}){return{kind:"step",step:{...{round:e,ply:t,notation:n,isForced:o??!1},...s!==void 0&&{seat:s}}}}async function Mn(e,t,s,n){const o={...t,moves:[...s],stopAtRoundEnd:!0,withoutSteps:!0},{scene:i={}}=await e.call("GameService/GetPosition",{...o,knownBoard:n.board}),r=(i.hands??[]).flatMap(({tokens:c=[]})=>c),a=new Set([...i.tokens??[],...r].map(({id:c})=>c));return new Set(n.tokens.map(({id:c})=>c).filter(c=>c!==""&&!a.has(c)))}const nh=I`
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
    font: 500 0.36px var(--font);
    fill: var(--ink);
    dominant-baseline: middle;
  }
`;class oh extends ps{#t;#e;#s=new le;#n;#o;#c="";#r="";#l;#h=new Map;#d=0;#b=0;#g="";#v=!1;#y;#f="";#p;#m=[];#$=0;#M=-1;#a=new Xi;#i=new Tc(this,{press:(t,s)=>void this.#D(t,s),redraw:()=>this.#u(),view:()=>this.#n,clear:()=>this.clear(),wouldEnd:t=>this.#a.wouldEnd(t),leaving:t=>this.#t?.leaving(t)??Promise.resolve(new Set)});#A=new ResizeObserver(([t])=>{const s=Math.round(t?.contentRect.width??0);s!==this.#d&&(this.#d=s,requestAnimationFrame(()=>this.#u()))});get shownState(){return this.state?this.state:this.#t instanceof xn?this.#t.state:void 0}show(t){const s=this.shownState,n=!t||!s||fn(s,t);this.ply=n?"":Xa(t);const o=n?this.#N():t;this.#k("scrub",{...o,isPresent:n})}step(t){this.#t instanceof rt&&this.#I(this.#t.moves.length+t);const s=this.shownState;s&&this.show(tc(s,_t(this.ply)??this.#N(),t))}flip(){this.flipped=!this.flipped}resetView(){this.#i.reset(),this.#o=void 0,this.#u()}zoom(t){this.#i.zoomMiddle(t)}clear(){this.#a.clear(),this.#i.forget(),this.#u()}async submit(t){await _s(this.#T(),{...t,matchId:this.match})}connectedCallback(){super.connectedCallback(),this.#A.observe(this),this.hasUpdated&&this.#R()}disconnectedCallback(){super.disconnectedCallback(),this.#A.disconnect(),this.#t?.stop(),this.#t=void 0,clearTimeout(this.#p)}willUpdate(t){ps.origins.some(s=>t.has(s))&&this.#R(),(t.has("legal")||t.has("scene"))&&(this.#b+=1),[...t.keys()].length>0&&(this.#$+=1),this.words&&(this.#s=this.words),this.#S()}render(){const[t,s]=[this.#n,this.#w()],n=this.#y&&Pt("failed",s,{reason:this.#y.message}),o=this.#v?A("cut",s):n||this.#f,i=o?w`<div class="notice" part="notice">${o}</div>`:u;if(!t)return i;const r=this.bare?void 0:ic(this.#V(t)),a=Ve([this.#$],()=>Nc(t)),c=this.still?u:this.#W(t,s),h=Ve([this.#$],()=>Rc(t,A("hand",s))),f=t.tray!==void 0||this.tray&&c!==u,l=this.bare?u:"framed";return w`<div class=${l} lang=${s} dir=${qi(s)}>
      ${r?.above??u}
      <div class="stage" dir="ltr">${a}</div>
      ${f?w`<div class="tray" part="tray" dir="ltr">${c}${h}</div>`:u}
      ${r?.below??u} ${f?u:c} ${r?.foot??u} ${i}
      <div class="heard" role="status" aria-live="polite">${this.still?"":this.#g}</div>
    </div>`}update(t){const s=this.#n,[n,o]=[this.#h,s?mc(s):new Map],i=$c(this.renderRoot,n,o);super.update(t),this.#h=o,s&&(gc(this.renderRoot,n,o),yc(this.renderRoot,i))}updated(){if(!this.#n)return;const{width:t,height:s}=this.#n.layout;this.style.setProperty("--aspect",String(Math.round(1e3*t/s)/1e3)),this.#i.updated(this.renderRoot)}#S(){const t=this.#O();if(!t||this.#M===this.#$)return;this.#M=this.#$;const s=this.#E(t);t.game!==this.#c&&this.#_(t.game),this.#j(`${t.game} ${_t(this.ply)?.round??t.round}`);const n=this.ply===""&&!this.still?t.legal:[];this.#a.begin(this.#H(t),n);const o=this.#P(t,s),i=dn(o);this.#o=Os(this.#o,i.bounds,i.window);const r=this.#i.port(this.#o,i.bounds);this.#n&&this.#n.scene!==s&&(this.#l=this.#n.scene),this.#n=Ya({...o,port:r,isZoomed:this.#i.isZoomed,focus:this.#i.focusIn(s,i,this.#a.next),leaving:this.#i.leaving,asked:this.#i.asked,...this.#l&&{before:this.#l},...this.#i.hovered!==void 0&&{hovered:this.#i.hovered}},i)}#j(t){t!==this.#r&&(this.#r=t,this.#o=void 0,this.#l=void 0)}#P(t,s){const{summary:n}=this.shownState??{},o=this.names.length>0?this.names:n?gs(n):[];return{game:t.game,scene:s,words:this.#s,lang:this.#w(),names:o,isFlipped:this.flipped,symbols:this.symbols,isStill:this.still,hasTray:this.tray,clicks:this.#a.clicks,next:this.#a.next,starts:this.#a.starts,...this.#d>0&&{width:Math.min(this.#d,innerHeight)},...this.seat!==void 0&&{seat:this.seat},...t.mover!==void 0&&{mover:t.mover}}}#_(t){this.#c=t;const{style:s}=yt(t),n=[nh,Yi,Pc,...s?[s]:[]];Ns(this.renderRoot,n),!this.words&&!this.#s.game(t)&&this.#x(t)}async#x(t){if(this.#C())try{this.#s=await ec(this.#T(),this.url,t),this.#u()}catch(s){this.#L(S(s))}}#O(){if(this.#t)return this.#t.shown;if(this.state)return _n(this.state);const{scene:t,game:s,legal:n,mover:o}=this;if(t)return{game:s,scene:t,round:1,ply:0,legal:n,...o!==void 0&&{mover:o}}}#E(t){const s=_t(this.ply);if(!s||!this.#C())return t.scene;const{matchId:n}=this.shownState??{};if(n===void 0)return t.scene;this.#e??=new lc(this.#T(),n);const o=this.#e.known(s.round,s.ply);return o||(this.#e.at(s.round,s.ply).then(i=>i&&this.#u(),i=>this.#L(S(i))),this.#n?.scene??t.scene)}#H({round:t,ply:s,mover:n}){if(this.#t instanceof rt)return this.#t.moves.join(" ");const o=this.shownState,i=this.ply===""?`${t}.${s}.${n??""}`:"past";return o?`${i} ${o.choices?.turnId??""}`:`fed ${this.#b}`}#N(){const{round:t=1,ply:s=0}=this.shownState??this.#t?.shown??{};return{round:t,ply:s}}#I(t){if(!(this.#t instanceof rt))return;const{moves:s}=this.#t;(s.length>this.#m.length||!ih(s,this.#m))&&(this.#m=s);const n=Math.min(Math.max(t,0),this.#m.length);this.#t.go(this.#m.slice(0,n)).catch(o=>this.#L(S(o)))}#C(){return this.link!==void 0||this.url!==""}#T(){return this.link?this.link:new ce(this.url,this.token===""?{}:{token:this.token})}#R(){if(this.#t?.stop(),this.#t=void 0,this.#e=void 0,this.#y=void 0,this.#f="",this.#m=[],this.#r="",this.#h=new Map,this.#i.reset(),this.#a.begin("",[]),!this.isConnected||!this.#C())return;const t={changed:s=>this.#U(s),connection:s=>this.#G(s==="down"),failed:s=>this.#L(s)};this.#t=th(this,this.#T(),t)}#U(t){this.#y=void 0,t.length>0&&(this.#f="");for(const s of t)this.#z(s);this.shownState&&this.#k("update",{state:this.shownState}),this.#u()}#z(t){(t.kind==="takeback"||t.kind==="round")&&this.#e?.clear(),this.#g=Oc(t,this.#g,{seat:this.seat,speaker:this.#Q(),prompt:this.shownState?.scene?.prompt,emit:(s,n)=>this.#k(s,n)})}#Q(){const{summary:t}=this.shownState??{},s=t?gs(t):this.names;return{words:this.#s,game:this.#c,names:s,lang:this.#w()}}async#D(t,s){this.#f="";const n=this.#a.press(t);if(n||this.#i.forget(),this.#u(),!n)return;const o=await this.#i.isConfirmed(n,t,this.confirm,s);if(!this.#a.isAt(n))return this.#i.forget();if(!o){this.#a.back(),this.#g=A("again",this.#w()),this.#u();return}await this.#q(n)}async#q(t){const s=this.#k("choose",{move:t});if(this.#a.send(t),this.#i.forget(),this.#u(),!(!s||!this.#t))try{await this.#t.play(t)}catch(n){this.#a.clear(),this.#B(t,S(n))}}#B(t,s){this.#k("refused",{move:t,error:s})&&(this.#f=Pt("refused",this.#w(),{reason:s.message}),this.#g=this.#f),this.#u()}#G(t){t!==this.#v&&(this.#v=t,this.#k("connection",{isDown:t}),this.requestUpdate())}#L(t){this.#y=t,this.#k("error",{error:t}),this.requestUpdate()}#u(){this.#$+=1,this.requestUpdate()}#k(t,s){const n={detail:s,bubbles:t!=="error",composed:!0,cancelable:!0};return this.dispatchEvent(new CustomEvent(t,n))}#w(){return this.lang||this.closest("[lang]")?.getAttribute("lang")||document.documentElement.lang||"en"}#W({game:t},s){const n=({kind:o,key:i})=>o==="done"?A("end",s):this.#s.text(t,"choice",i,s);return Vi(this.#a.next,n,o=>void this.#D(o,!1))}#V(t){const{prompt:s}=t.scene,n=this.#w(),o=this.shownState,i=()=>{clearTimeout(this.#p),this.#p=setTimeout(()=>this.requestUpdate(),100)};return{view:t,lang:n,moment:_t(this.ply),isPosition:this.#t instanceof rt,prompt:s?Ws(this.#s.prompt(t.game,s,n,t.names)):[],tick:i,act:{first:()=>o?this.show({round:1,ply:0}):this.#I(0),back:()=>this.step(-1),forward:()=>this.step(1),present:()=>o?this.show():this.#I(1/0),flip:()=>this.flip(),closer:()=>this.zoom(1.3),farther:()=>this.zoom(1/1.3),whole:()=>this.resetView()},...o&&{state:o}}}}const ih=(e,t)=>e.every((s,n)=>s===t[n]);customElements.get("referee-board")||customElements.define("referee-board",oh);const mh=Rt(class extends Dt{constructor(){super(...arguments),this.key=u}render(e,t){return this.key=e,t}update(e,[t,s]){return t!==this.key&&(Bs(e),this.key=t),s}});const lt=(e,t)=>{const s=e._$AN;if(s===void 0)return!1;for(const n of s)n._$AO?.(t,!1),lt(n,t);return!0},It=e=>{let t,s;do{if((t=e._$AM)===void 0)break;s=t._$AN,s.delete(e),e=t}while(s?.size===0)},An=e=>{for(let t;t=e._$AM;e=t){let s=t._$AN;if(s===void 0)t._$AN=s=new Set;else if(s.has(e))break;s.add(e),ch(t)}};function rh(e){this._$AN!==void 0?(It(this),this._$AM=e,An(this)):this._$AM=e}function ah(e,t=!1,s=0){const n=this._$AH,o=this._$AN;if(o!==void 0&&o.size!==0)if(t)if(Array.isArray(n))for(let i=s;i<n.length;i++)lt(n[i],!1),It(n[i]);else n!=null&&(lt(n,!1),It(n));else lt(this,e)}const ch=e=>{e.type==qs.CHILD&&(e._$AP??=ah,e._$AQ??=rh)};class hh extends Dt{constructor(){super(...arguments),this._$AN=void 0}_$AT(t,s,n){super._$AT(t,s,n),An(this),this.isConnected=t._$AU}_$AO(t,s=!0){t!==this.isConnected&&(this.isConnected=t,t?this.reconnected?.():this.disconnected?.()),s&&(lt(this,t),It(this))}setValue(t){if(Ni(this._$Ct))this._$Ct._$AI(t,this);else{const s=[...this._$Ct._$AH];s[this._$Ci]=t,this._$Ct._$AI(s,this,0)}}disconnected(){}reconnected(){}}const gh=()=>new lh;class lh{}const Yt=new WeakMap,$h=Rt(class extends hh{render(e){return u}update(e,[t]){const s=t!==this.G;return s&&this.rt(void 0),(s||this.lt!==this.ct)&&(this.G=t,this.ht=e.options?.host,this.rt(this.ct=e.element)),u}rt(e){if(this.G!==void 0)if(this.isConnected||(e=void 0),typeof this.G=="function"){const t=this.ht??globalThis;let s=Yt.get(t);s===void 0&&(s=new WeakMap,Yt.set(t,s)),s.get(this.G)!==void 0&&this.G.call(this.ht,void 0),s.set(this.G,e),e!==void 0&&this.G.call(this.ht,e)}else this.G.value=e}get lt(){return typeof this.G=="function"?Yt.get(this.ht??globalThis)?.get(this.G):this.G?.value}disconnected(){this.lt===this.ct&&this.rt(void 0)}reconnected(){this.rt(this.ct)}});export{u as A,As as B,ce as C,Oi as D,Gn as P,oh as R,Xt as S,le as W,Yn as a,w as b,P as c,st as d,Eo as e,gh as f,z as g,vs as h,mh as i,ys as j,ht as k,wo as l,se as m,$h as n,Ms as r,_s as s,d as w};
