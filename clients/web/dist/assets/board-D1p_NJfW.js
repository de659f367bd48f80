const Nn=new Set(["network","unavailable","deadline_exceeded"]),Cn=new Set(["STOPPING","STARTING","STORE_UNAVAILABLE","LAGGED","HOST_FAULT"]);class O extends Error{constructor(t){super(t.message),this.name="RefereeError",this.code=t.code,this.reason=t.reason??"",this.field=t.field??"",this.value=t.value??"",this.expected=t.expected??"",this.limit=t.limit??"",this.most=t.most,this.retryAfterMs=t.retryAfterMs,this.status=t.status??0}get isRetryable(){return Nn.has(this.code)||Cn.has(this.reason)||this.retryAfterMs!==void 0}get isSignedOut(){return this.reason==="UNAUTHENTICATED"||this.reason==="TOKEN_EXPIRED"}}function ws(e,t){const s=(e.details??[]).map(({debug:r})=>r??{}),{reason:n,metadata:o={}}=s.find(r=>r.reason)??{},i=s.find(r=>r.retryDelay)?.retryDelay;return new O({code:e.code??"unknown",message:e.message??`HTTP ${t}`,status:t,...n!==void 0&&{reason:n},...Ms(o,["field","value","expected","limit"]),...o.most!==void 0&&{most:Number(o.most)},...i!==void 0&&{retryAfterMs:Number.parseFloat(i)*1e3}})}function _s(e){const{text:t="",reason:s="",most:n,retryAfterMs:o}=e;return new O({code:"refused",message:t,reason:s.replace(/^REASON_/,""),...Ms(e,["field","value","expected","limit"]),...n!==void 0&&{most:Number(n)},...o!==void 0&&{retryAfterMs:Number(o)}})}function S(e){if(e instanceof O)return e;const t=e instanceof Error?e.message:String(e);return new O({code:"network",message:t})}function Ms(e,t){return Object.fromEntries(t.flatMap(s=>e[s]?[[s,e[s]]]:[]))}const U=5,Rn=1,Dn=2,Hn=64*1024*1024;function Un(e){const t=new TextEncoder().encode(e),s=new Uint8Array(U+t.length);return new DataView(s.buffer).setUint32(1,t.length),s.set(t,U),s}async function*zn(e){const t=e.getReader(),s=new qn,n=new TextDecoder;try{for(;;){const{done:o,value:i}=await t.read();if(o)break;s.push(i);for(let r=s.take();r;r=s.take()){if(r.flags&Rn)throw xs("a compressed message");const a=JSON.parse(n.decode(r.message));if((r.flags&Dn)===0)yield a;else return Qn(a)}}}finally{await t.cancel().catch(()=>{})}throw new O({code:"network",message:"the connection was cut"})}function Qn({error:e}){if(e)throw ws(e,200)}const xs=e=>new O({code:"internal",message:`the stream has ${e}`});class qn{#t=new Uint8Array(0);push(t){const s=new Uint8Array(this.#t.length+t.length);s.set(this.#t),s.set(t,this.#t.length),this.#t=s}take(){const t=this.#t;if(t.length<U)return;const s=new DataView(t.buffer,t.byteOffset).getUint32(1);if(s>Hn)throw xs(`a message of ${s} bytes`);if(!(t.length<U+s))return this.#t=t.subarray(U+s),{flags:t[0]??0,message:t.subarray(U,U+s)}}}const Bn=15e3,Gn=5e3;class de{#t;constructor(t,s={}){this.url=t.replace(/\/+$/,""),this.token=s.token,this.#t=s.fetch??((n,o)=>fetch(n,o))}withToken(t){return new de(this.url,{fetch:this.#t,...t!==void 0&&{token:t}})}async call(t,s,{signal:n,timeoutMs:o=Bn}={}){const i=AbortSignal.timeout(o+Gn),r=await this.#e(t,"application/json",JSON.stringify(s),{signal:n?AbortSignal.any([n,i]):i,timeoutMs:o});if(!r.ok)throw await xe(r);return await r.json().catch(a=>{throw S(a)})}async*stream(t,s,{signal:n}={}){const o=new AbortController,i=n?AbortSignal.any([n,o.signal]):o.signal,r=Un(JSON.stringify(s));try{const a=await this.#e(t,"application/connect+json",r,{signal:i});if(!a.ok||!a.body)throw await xe(a);yield*zn(a.body)}catch(a){throw i.aborted?new O({code:"canceled",message:"canceled"}):S(a)}finally{o.abort()}}async#e(t,s,n,{signal:o,timeoutMs:i}){const r=new Headers({"content-type":s,"connect-protocol-version":"1"});this.token!==void 0&&r.set("authorization",`Bearer ${this.token}`),i!==void 0&&r.set("connect-timeout-ms",String(i));const a={method:"POST",headers:r,body:n,...o&&{signal:o}};try{return await this.#t(`${this.url}/referee.v1.${t}`,a)}catch(c){throw c instanceof DOMException&&c.name==="AbortError"?new O({code:"canceled",message:"canceled"}):S(c)}}}async function xe(e){const t=await e.text().catch(()=>"");try{return ws(JSON.parse(t),e.status)}catch{const s=e.status>=500?"unavailable":"unknown";return new O({code:s,message:`HTTP ${e.status}`,status:e.status})}}const Ae=250,Wn=5e3,Vn=1e4,Fn=12e4;async function*As(e,t={}){const{signal:s=new AbortController().signal,onConnection:n=()=>{}}=t;let o=Ae,i;const r=a=>{a!==i&&n(a),i=a};for(;!s.aborted;){const a=new Zn(s,t.silenceMs);try{for await(const c of e(a.signal))r("open"),o=Ae,a.beat(),yield c;return}catch(c){if(s.aborted)return;const h=S(c);if(!h.isRetryable&&!a.isDead)throw h;r("down"),await Kn(Math.max(h.retryAfterMs??0,o*(.75+Math.random()/2)),s),o=Math.min(2*o,Wn)}finally{a.stop()}}}class Zn{#t=new AbortController;#e;#n=Date.now();#s=Date.now();constructor(t,s=1/0){this.signal=AbortSignal.any([t,this.#t.signal]),this.#e=setInterval(()=>{const n=Date.now(),o=n-this.#n>Fn;this.#n=n,(o||n-this.#s>s)&&this.#t.abort()},Vn)}get isDead(){return this.#t.signal.aborted}beat(){this.#s=Date.now()}stop(){clearInterval(this.#e)}}function Kn(e,t){return new Promise(s=>{const n=()=>{clearTimeout(o),t.removeEventListener("abort",n),globalThis.removeEventListener?.("online",n),s()},o=setTimeout(n,e);t.addEventListener("abort",n),globalThis.addEventListener?.("online",n)})}const Yn=100,Xn=65e3;class Ss{#t=new Map;constructor(t){this.request=t;for(const{matchId:s="",afterSeq:n="0"}of t.matches??[])this.#t.set(s,n)}note({matchId:t="",followed:s,event:n,update:o,gone:i}){i?this.#t.delete(t):s&&!this.#t.has(t)&&this.#t.set(t,"0");const r=n?.seq??o?.events?.at(-1)?.seq;r!==void 0&&this.#t.set(t,r)}next(){const t=[...this.#t].slice(0,Yn),s={...this.request,withChanges:!0};if(!this.request.matches)return{...s,shown:t.map(([n])=>n)};if(!(t.length===0&&!this.request.stayOpen))return{...s,matches:t.map(([n,o])=>({matchId:n,afterSeq:o}))}}}function Jn(e,t,s={}){const n=new Ss(t);return As(async function*(o){const i=n.next();if(i)for await(const r of e.stream("MatchService/WatchMatches",i,{signal:o}))n.note(r),yield r},s)}function to(e,t,s={}){const n=t.watch&&new Ss(t.watch),o=new eo(t.hello??{});return As(async function*(i){const r=n?.next(),a={hello:o.next(),...r&&{watch:r}};for await(const c of e.stream("MatchService/Attend",a,{signal:i}))c.watched&&n?.note(c.watched),c.response&&o.note(c.response),yield c},{...!e.isKept&&{silenceMs:Xn},...s})}class eo{#t=new Map;constructor(t){this.hello=t}note({event:t,refused:s}){if(s?.refusal&&!s.matchId)throw _s(s.refusal);const{matchId:n,event:{seq:o,matchEnded:i}={}}=t??{};n===void 0||o===void 0||(i?this.#t.delete(n):this.#t.set(n,o))}next(){const t=[...this.#t].map(([s,n])=>({matchId:s,afterSeq:n}));return{...this.hello,...t.length>0&&{resume:t}}}}const so=6,no=200;async function Es(e,t){const s=t.playMove?t:{...t,requestId:oo()};for(let n=1;;n+=1)try{return await e.call("MatchService/SubmitCommand",s)}catch(o){const i=S(o);if(!i.isRetryable||n===so)throw i;const r=i.retryAfterMs??no*2**n;await new Promise(a=>setTimeout(a,r))}}function oo(){return[...crypto.getRandomValues(new Uint8Array(16))].map(t=>t.toString(16).padStart(2,"0")).join("")}const io={SHAPE_SQUARE:"square",SHAPE_HEXAGON:"hexagon",SHAPE_CIRCLE:"circle",SHAPE_DOMINO:"domino"},Ts=e=>io[e??""]??"square";function ro(e){const{id:t="",x:s=0,y:n=0,colour:o="",symbol:i=""}=e,r={id:t,shape:Ts(e.shape),x:s,y:n,colour:o,symbol:i};return e.line?{...r,line:{seat:e.line.seat??0,place:e.line.place??0}}:r}function Se(e){return{id:e.id??"",space:e.space??"",kind:e.kind??"",label:e.label??"",colour:e.colour??"",symbol:e.symbol??"",faceDown:e.faceDown??!1,quarterTurns:e.quarterTurns??0,shape:Ts(e.shape),...e.seat!==void 0&&{seat:e.seat},...e.marks&&{marks:{key:e.marks.key??"",count:e.marks.count??0}}}}function ao(e){return{key:e.key??"",value:e.value??"",...e.seat!==void 0&&{seat:e.seat},...e.forSeat!==void 0&&{forSeat:e.forSeat}}}function Ls(e,t=[]){const s=e.spaces??[];return{spaces:s.length>0?s.map(ro):t,tokens:(e.tokens??[]).map(Se),hands:(e.hands??[]).map(({seat:n=0,tokens:o=[]})=>({seat:n,tokens:o.map(Se)})),counters:(e.counters??[]).map(({seat:n,key:o="",value:i=""})=>({key:o,value:i,...n!==void 0&&{seat:n}})),highlights:(e.highlights??[]).map(({kind:n="",spaces:o=[]})=>({kind:n,spaces:o})),lastMove:e.lastMove??[],board:e.board??"",...e.prompt&&{prompt:ao(e.prompt)}}}function co(e,t,s){const n=Ls(t),o=new Map(e.spaces.map(a=>[a.id,a]));for(const a of s.removedSpaces??[])o.delete(a);for(const a of n.spaces)o.set(a.id,a);const i=new Set([...s.removedTokens??[],...n.tokens.map(({id:a})=>a)]),r=e.tokens.filter(({id:a})=>a===""||!i.has(a));return{...n,spaces:[...o.values()],tokens:[...r,...n.tokens]}}class ee{#t;constructor(t=new Ps){this.boards=t}read(t){const{scene:s,changes:n}=t;return s?(n?this.#t=this.#t&&co(this.#t,s,n):this.#t=this.boards.read(s),this.#t&&this.boards.keep(this.#t),this.#t):this.#t}}const ho=64;class Ps{#t=new Map;keep({board:t,spaces:s}){if(t===""||s.length===0||(this.#t.delete(t),this.#t.set(t,s),this.#t.size<=ho))return;const[n]=this.#t.keys();n!==void 0&&this.#t.delete(n)}read(t){const s=Ls(t,this.#t.get(t.board??""));return this.keep(s),s}}function Q(e,...t){const s={...e};for(const n of t)delete s[n];return s}const ue=e=>({state:e,happenings:[]});function lo(e,t){const s=uo(t);return s?fo(e,s):t.movesTakenBack?po(e,t.movesTakenBack):t.roundEnded?mo(e,t.roundEnded,t.revealed):t.proposalMade?go(e,t.proposalMade):t.proposalAnswered?$o(e,t.proposalAnswered):t.matchPaused||t.matchResumed?yo(e,!!t.matchPaused):t.seatLost?ko(e,t.seatLost):t.matchEnded?bo(e,t.matchEnded,t.revealed):vo(e,t)}function uo(e){const t=e.movePlayed??e.forcedMovePlayed??e.moveSubstituted,s=t??e.chanceResolved;if(s)return{round:s.round??1,ply:s.ply??0,notation:s.notation??"",isForced:!e.movePlayed,...t&&{seat:t.seat??0}}}function fo(e,t){const s=[...e.steps.slice(-2e4),t],n={...Q(e,"takebackProposer"),steps:s,round:t.round};return{state:{...!(e.drawProposer!==void 0&&e.drawProposer!==t.seat)||t.seat===void 0||e.accepted.includes(t.seat)?n:{...Q(n,"drawProposer"),accepted:[]},ply:t.ply+1},happenings:[{kind:"step",step:t}]}}function po(e,{round:t=1,ply:s=0}){const n=r=>r.round<t||r.round===t&&r.ply<s,o=e.steps.filter(n);return{state:{...Q(e,"takebackProposer","drawProposer"),steps:o,round:t,ply:s,accepted:[]},happenings:[{kind:"takeback",round:t,ply:s}]}}function mo(e,t,s){const n={round:t.round??1,result:t.result??{}};return{state:{...Os(e,n.round,s),results:[...e.results,n],points:n.result.totals??[]},happenings:[{kind:"round",end:n}]}}function Os(e,t,s){if(!s?.steps)return e;const n=new Map(s.steps.map(({ply:i=0,notation:r=""})=>[i,r])),o=e.steps.map(i=>{const r=i.round===t?n.get(i.ply):void 0;return r===void 0?i:{...i,notation:r}});return{...e,steps:o}}function go(e,{seat:t=0,proposal:s}){return s?{state:{...e,...s==="PROPOSAL_DRAW"?{drawProposer:t}:{takebackProposer:t},accepted:[]},happenings:[{kind:"proposal",seat:t,proposal:s}]}:ue(e)}function $o(e,{seat:t=0,proposal:s,answer:n}){if(!n)return ue(e);const o=[{kind:"answer",seat:t,answer:n}];return n==="PROPOSAL_ANSWER_ACCEPT"?{state:{...e,accepted:[...e.accepted,t]},happenings:o}:{state:{...Q(e,s==="PROPOSAL_DRAW"?"drawProposer":"takebackProposer"),accepted:[]},happenings:o}}function yo(e,t){return{state:{...e,isPaused:t},happenings:[{kind:"pause",isPaused:t}]}}function ko(e,t){const{seat:s=0,cause:n="TERMINATION_UNSPECIFIED"}=t,i=[...e.losses.filter(r=>(r.seat??0)!==s),{seat:s,cause:n}];return{state:{...e,losses:i},happenings:[{kind:"lost",seat:s,cause:n}]}}function bo(e,t,s){const n=Q(e,"drawProposer","takebackProposer","turnSeat","choices");return{state:Os({...n,absent:new Map,end:t},e.round,s),happenings:[{kind:"end",verdict:t.verdict??{}}]}}function vo(e,t){const{seatConnected:s,seatDisconnected:n}=t;if(!s&&!n)return ue(e);const o=(s??n)?.seat??0,i=new Map(e.absent);s?i.delete(o):i.set(o,wo(n?.graceUntilNs));const r=!!n;return{state:{...e,absent:i},happenings:[{kind:"presence",seat:o,isAway:r}]}}function wo(e){return e===void 0?void 0:-Number(e)/1e6}class _o{#t;#e;#n={turnId:"",place:""};#s;#o;constructor(t,s={}){this.#s=s.boards,this.#e=new ee(s.boards),this.#o=s.now??(()=>performance.now()),this.#t={matchId:t,seq:0,round:1,ply:0,steps:[],results:[],points:[],clocks:[],clocksAtMs:0,absent:new Map,accepted:[],isPaused:!1,losses:[],watchers:0,isGone:!1}}get state(){return this.#t}apply({matchId:t,followed:s,frame:n,update:o,gone:i}){if(t!==this.#t.matchId)return[];s&&this.#l(s);const r=(o?.events??[]).flatMap(c=>this.#i(c));o&&(this.#t={...this.#t,watchers:o.watchers??0});const a=o?.frame??n;if(a&&r.push(...this.#c(a)),i){const{refusal:c}=i;this.#t={...this.#t,isGone:!0,...c&&{refusal:c}},r.push({kind:"gone"})}return r}#l(t){this.#e=new ee(this.#s),this.#t={...this.#t,isGone:!1},this.#t={...Q(this.#t,"drawProposer","takebackProposer","turnSeat","choices"),summary:t,round:t.round??1,ply:t.ply??0,points:t.points??[],clocks:t.clocks??[],clocksAtMs:this.#o(),isPaused:t.paused??!1,losses:t.losses??[],watchers:t.watchers??0,...t.drawProposer!==void 0&&{drawProposer:t.drawProposer},...t.takebackProposer!==void 0&&{takebackProposer:t.takebackProposer},...t.turnSeat!==void 0&&{turnSeat:t.turnSeat},...t.verdict&&{end:{verdict:t.verdict}}}}#i(t){const s=Number(t.seq??0);if(s<=this.#t.seq)return[];const{state:n,happenings:o}=lo(this.#t,t);return this.#t={...n,seq:s},t.movesTakenBack&&(this.#n={...this.#n,place:""}),o}#c(t){const s=this.#t,{round:n=1,ply:o=0,clocks:i=[],points:r=s.points,turnSeat:a,choices:c}=t,h=this.#e.read(t);return this.#t={...Q(s,"turnSeat","choices"),round:n,ply:o,clocks:i,points:r,clocksAtMs:this.#o(),absent:Mo(s.absent,t,this.#o()),...h&&{scene:h},...a!==void 0&&{turnSeat:a},...c&&{choices:c}},a===void 0?[]:this.#r(a,`${n}.${o}.${a}`,c)}#r(t,s,n){const o=this.#n,i=n?n.turnId===o.turnId:s===o.place;return this.#n={turnId:n?.turnId??o.turnId,place:s},i?[]:[{kind:"turn",seat:t,...n&&{choices:n}}]}}function Mo(e,{atNs:t},s){const n=Number(t??0)/1e6,o=i=>i===void 0||i>=0?i:s+(-i-n);return new Map([...e].map(([i,r])=>[i,o(r)]))}const js={kind:"done",key:""},St=(e,t)=>e.kind===t.kind&&e.key===t.key;function Gt({handToken:e,spaces:t=[],choice:s}){return[...e?[{kind:"hand",key:e}]:[],...t.map(n=>({kind:"space",key:n})),...s?[{kind:"choice",key:s}]:[]]}function ut(e,t){const s=t.at(-1)?.kind==="done",n=s?t.slice(0,-1):t,o=e.filter(a=>xo(Gt(a),n)),i=o.find(a=>Gt(a).length===n.length),r=Ao(o.flatMap(a=>Gt(a).slice(n.length,n.length+1)));return i&&(s||r.length===0)?{next:[],move:i}:s?{next:[]}:{next:i?[...r,js]:r}}function xo(e,t){return t.every((s,n)=>{const o=e[n];return o!==void 0&&St(s,o)})}function Ao(e){return[...new Map(e.map(t=>[`${t.kind} ${t.key}`,t])).values()]}function V(e,t=[]){const{next:s,move:n}=ut(e,t),[o]=s;return n||!o||s.length>1||ut(e,[...t,o]).move?[...t]:V(e,[...t,o])}function So(e,t,s){const{next:n}=ut(e,t);if(n.some(i=>St(i,s)))return V(e,[...t,s]);const o=t.at(-1);if(o&&St(o,s))return n.some(i=>i.kind==="done")?[...t,js]:V(e);for(let i=t.length;i>=0;i-=1){const r=t.slice(0,i);if(ut(e,r).next.some(c=>St(c,s)))return V(e,[...r,s])}return[...t]}const Is="en",yt=e=>e.toLowerCase().split("-")[0]??Is;class fe{#t=new Map;#e=new Map;constructor(t=[]){for(const s of t)this.add(s)}add(t){const s=t.id??"";this.#t.set(s,t);for(const{kind:n="",key:o="",texts:i={}}of t.words??[])this.#e.set(`${s} ${n.replace("WORD_KIND_","").toLowerCase()} ${o}`,i)}game(t){return this.#t.get(t)}sides(t){return(this.#t.get(t)?.sides??[]).map(({name:s="",colour:n="",halfTurns:o=0})=>({name:s,colour:n,halfTurns:o}))}text(t,s,n,o){const i=this.#e.get(`${t} ${s} ${n}`);return i?.[yt(o)]??i?.[Is]??n.replaceAll("_"," ")}has(t,s,n){return this.#e.has(`${t} ${s} ${n}`)}prompt(t,s,n,o){const i=this.text(t,"prompt",s.key,n),r=s.forSeat===void 0?"":o[s.forSeat]??"";return ct(i,{value:s.value,for:r})}}function ct(e,t){return e.split(/(\{\w+\})/).filter(n=>n!=="").map(n=>{const o=t[n.slice(1,-1)],i=n.startsWith("{")&&o!==void 0;return{text:i?o:n,isIsolated:i}})}const pe=e=>e.map(({text:t})=>t).join(""),Eo="۰۱۲۳۴۵۶۷۸۹";function nt(e,t){const s=String(e);return yt(t)!=="fa"?s:s.replace(/\d/g,n=>Eo[Number(n)]??n)}function To(e,t){const s=e.running??!1,n=s?Math.max(0,t-Number(e.startsInMs??0)):0,o=Lo(e.remainingMs);let i=n;const r=y=>{const P=Math.min(y,i);return i-=P,y-P},a=r(Number(e.delayLeftMs??0)),c=r(o??0),{periods:h,periodMs:f}=Oo(e,i),l=y=>y===void 0?void 0:Math.max(0,Number(y)-n),p={moveMs:l(e.moveLeftMs),roundMs:l(e.roundLeftMs),matchMs:l(e.matchLeftMs)},g=o===void 0?void 0:Po(c,h,f),$=[p.moveMs,p.roundMs,p.matchMs].filter(y=>y!==void 0),b=g===void 0?$:[g,...$];return{hasClock:b.length>0,isRunning:s,isFlagged:s&&(g===0&&a===0||$.includes(0)),delayMs:a,periods:h,periodMs:f,...o!==void 0&&{remainingMs:c},...jo(p),...b.length>0&&{shownMs:Math.min(...b)}}}const Lo=e=>e===void 0?void 0:Number(e);function Po(e,t,s){return e>0||t===0?e:s}function Oo(e,t){const[s,n]=[e.periods??0,Number(e.periodMs??0)];if(s===0)return{periods:0,periodMs:0};const o=Number(e.periodLeftMs??0);if(t<o||n===0)return{periods:s,periodMs:Math.max(0,o-t)};const i=1+Math.floor((t-o)/n);return i>=s?{periods:0,periodMs:0}:{periods:s-i,periodMs:n-(t-o)%n}}function jo({moveMs:e,roundMs:t,matchMs:s}){return{...e!==void 0&&{moveMs:e},...t!==void 0&&{roundMs:t},...s!==void 0&&{matchMs:s}}}const[Wt,vt,J,Vt]=[1e3,6e4,36e5,864e5],Io=1e4,Ee={en:(e,t)=>`${e}d ${t}`,fa:(e,t)=>`⁧${e} روز ${t}⁩`,ru:(e,t)=>`${e} д ${t}`};function No(e,t){const s=r=>String(Math.floor(r)).padStart(2,"0");if(e<Io)return nt(`0:${s(e/Wt)}.${Math.floor(e%Wt/100)}`,t);const n=s(e%vt/Wt);if(e<J)return nt(`${Math.floor(e/vt)}:${n}`,t);if(e<Vt)return nt(`${Math.floor(e/J)}:${s(e%J/vt)}:${n}`,t);const o=Ee[yt(t)]??Ee.en,i=`${s(e%Vt/J)}:${s(e%J/vt)}`;return nt(o?.(Math.floor(e/Vt),i)??i,t)}const Co="…",Ro=/[MW@ЖМФШЩЮ\p{Script=Han}\p{Script=Hangul}\p{Extended_Pictographic}]/u,Do=1.6,Ho=/[^\x20-\x7e\u0410-\u044f\u0401\u0451]/;let Te;function Ns(e){return Ho.test(e)?(Te??=new Intl.Segmenter,Array.from(Te.segment(e),({segment:t})=>t)):[...e]}const Cs=e=>(e<""?"MW@".includes(e.charAt(0)):Ro.test(e))?Do:1;function me(e){return Ns(e).reduce((t,s)=>t+Cs(s),0)}function ge(e,t){if(me(e)<=t)return e;let[s,n]=["",1];for(const o of Ns(e)){if(n+=Cs(o),n>t)break;s+=o}return s.trimEnd()+Co}const Le=1,Uo=[1,.8,.66,.56],zo=3.2,Qo=.6,qo=.4,Pt=.12,Pe=.68,Bo=.25,Rs=16,B=.5,Oe={x:.14,y:-.1},Go=.3,je={square:1,hexagon:1,circle:1,domino:2},Wo={square:1,hexagon:1.16,circle:1,domino:1};function Vo(e,{seat:t=0,seats:s,names:n,hasTray:o=!1},i){const r=e.hands.some(({tokens:y})=>y.length>0),a=e.hands.filter(({tokens:y})=>y.length>0||r&&s>2),c=y=>s>2?ge(n[y]??"",Rs):void 0,h=s>2?(i-B)/2:i,f=a.filter(y=>y.seat!==t).sort((y,P)=>Ie(y.seat,t,s)-Ie(P.seat,t,s)).map(y=>Ne(y.seat,y.tokens,{width:i,fan:h,scale:Qo,name:c(y.seat)})),l=a.find(y=>y.seat===t),p=o?void 0:c(t),g=y=>Ce(l?[Ne(t,l.tokens,{width:i,fan:h,scale:y,name:p})]:[],i),$=(o?Uo:[Le]).map(g),b=$.find(({height:y})=>y<=zo)??$.at(-1)??g(Le);return{above:Ce(f,i),below:b}}const Ie=(e,t,s)=>(e-t+s)%s;function Ne(e,t,s){const{name:n}=s,o=n===void 0?0:Pe,i=Ko(Zo(t),s),r=Math.max(0,...i.map(h=>h.width));let a=o;const c=i.flatMap(h=>{const f=h.tokens.map(l=>({...l,y:l.y+a}));return a+=h.height+Pt,f});return{seat:e,box:{x:0,y:0,width:Math.max(r,n===void 0?0:Fo(n)),height:a},tokens:c,...n!==void 0&&{name:{x:0,y:Pe*.55}}}}const Fo=e=>.5+Bo*me(e);function Zo(e){const t=[];for(const s of e){const n=t.at(-1),o=n?.[0],i=s.faceDown&&o?.faceDown,r=s.shape!=="domino"&&o?.kind===s.kind;n&&(i||r&&s.kind!=="")?n.push(s):t.push([s])}return t}function Ko(e,{width:t,fan:s,scale:n}){const o=[];let i={tokens:[],width:0,height:0};for(const r of e){const a=Yo(r,n,s),c=i.tokens.length>0?Pt:0;i.tokens.length>0&&i.width+c+a.width>t&&(o.push(i),i={tokens:[],width:0,height:0});const h=i.tokens.length>0?i.width+Pt:0,f=a.tokens.map(l=>({...l,x:l.x+h}));i={tokens:[...i.tokens,...f],width:h+a.width,height:Math.max(i.height,a.height)}}return i.tokens.length>0?[...o,i]:o}function Yo(e,t,s){const[n]=e;if(!n)return{tokens:[],width:0,height:0};const o=n.faceDown?qo:t,i=e.length-1,r=Math.min(Go,(s-je[n.shape]*o)/Math.max(1,i)),a=n.faceDown?{x:r,y:0}:{x:Oe.x*o,y:Oe.y*o},c=-a.y*i,[h,f]=[je[n.shape]*o,Wo[n.shape]*o],l=e.map((g,$)=>({token:g,scale:o,x:h/2+a.x*$,y:f/2+c+a.y*$}));return{tokens:n.faceDown?l:l.reverse(),width:h+a.x*i,height:f+c}}function Ce(e,t){const s=[];let n=1/0;for(const r of e)n+B+r.box.width>t&&(s.push([]),n=-B),s.at(-1)?.push(r),n+=B+r.box.width;let o=0;return{hands:s.flatMap(r=>{const a=B*(r.length-1);let c=(t-r.reduce((f,{box:l})=>f+l.width,a))/2;const h=r.map(f=>{const l=Xo(f,c,o);return c+=f.box.width+B,l});return o+=Math.max(...r.map(({box:f})=>f.height))+Pt,h}),height:o}}function Xo(e,t,s){return{...e,box:{...e.box,x:e.box.x+t,y:e.box.y+s},tokens:e.tokens.map(n=>({...n,x:n.x+t,y:n.y+s})),...e.name&&{name:{x:e.name.x+t,y:e.name.y+s}}}}const Jo={up:{x:0,y:-1},down:{x:0,y:1},left:{x:-1,y:0},right:{x:1,y:0}},ti=2;function ei(e,t,s){const n=e.get(t);if(!n)return e.keys().next().value;const{x:o,y:i}=Jo[s];let[r,a]=[void 0,1/0];for(const[c,h]of e){const[f,l]=[h.x-n.x,h.y-n.y],p=f*o+l*i,g=Math.abs(f*i-l*o);if(p<.01||g>p*Math.sqrt(3)+.01)continue;const $=p+ti*g;$<a-.001&&([r,a]=[c,$])}return r}const se=2.08,Ds=1.25,si=2.2;function ni(e,{seat:t=0,seats:s}){const n={seats:s,below:t,straight:oi(s)},o=e.spaces.filter(({line:i})=>!i);return new Map(e.spaces.map(({id:i,line:r})=>{if(r)return[i,ri(r.seat,r.place,n)];const a=o.findIndex(c=>c.id===i)-(o.length-1)/2;return[i,{x:0,y:a*Ds,turn:0}]}))}const oi=e=>e<=5?2:3,ii=e=>Math.max(si,e*1.2/(2*Math.PI)+1.1);function ri(e,t,s){const n=90+(e-s.below)*360/s.seats,o=ii(s.seats);return t<s.straight?Hs(o+t*se,n,0):ai(t-s.straight,o+s.straight*se-.3,n,s.seats)}function ai(e,t,s,n){let[o,i]=[e,t];for(let r=0;;r+=1){const a=se/i*(180/Math.PI),c=Math.max(1,Math.floor(360/n/a));if(o<c){const[h,f]=r%2===0?[o,90]:[c-1-o,270];return Hs(i,s+(h+.5)*(360/n/c),f)}o-=c,i+=Ds}}function Hs(e,t,s){const n=t*Math.PI/180;return{x:e*Math.cos(n),y:e*Math.sin(n),turn:t+s}}const Re=.3,ci={square:{x:.5,y:.5},hexagon:{x:.5,y:1/Math.sqrt(3)},circle:{x:.5,y:.5},domino:{x:1,y:.5}};function hi(e,t,s){const n=(s.place??ui)(e,t),o=fi(e,n,s.margin),i=s.room?pi(o,s.room(e)):o,a=e.hands.some(({tokens:$})=>$.length>0)?Math.max(t.columns,li(i,s)):i.width,{above:c,below:h}=Vo(e,t,a),f=c.height===0?0:c.height+Re,l=a/(s.aspect??i.width/i.height),p=f+l+(h.height===0?0:Re),g=h.hands.map($=>di($,p));return{width:a,height:p+h.height,window:{x:0,y:f,width:a,height:l},places:n,bounds:i,hands:[...c.hands,...g],...h.height>0&&{tray:{x:0,y:p,width:a,height:h.height}}}}function li(e,{aspect:t}){return t===void 0?e.width:0}function di(e,t){return{...e,box:{...e.box,y:e.box.y+t},tokens:e.tokens.map(s=>({...s,y:s.y+t})),...e.name&&{name:{...e.name,y:e.name.y+t}}}}function ui(e,t){if(e.spaces.some(({line:i})=>i))return ni(e,t);if(!t.isTurned)return De(e,({x:i,y:r})=>({x:i,y:r,turn:0}));const s=e.spaces.map(({x:i})=>i),n=e.spaces.map(({y:i})=>i),o={x:Math.min(...s)+Math.max(...s),y:Math.min(...n)+Math.max(...n)};return De(e,({x:i,y:r})=>({x:o.x-i,y:o.y-r,turn:0}))}function De(e,t){return new Map(e.spaces.map(s=>[s.id,t(s)]))}function fi(e,t,s){const n=e.spaces.flatMap(({id:c,shape:h})=>{const f=t.get(c);if(!f)return[];const l=mi(ci[h],f.turn);return[{x:f.x-l.x,y:f.y-l.y},{x:f.x+l.x,y:f.y+l.y}]});if(n.length===0)return{x:-.5,y:-.5,width:1,height:1};const o=n.map(({x:c})=>c),i=n.map(({y:c})=>c),[r,a]=[Math.min(...o)-s,Math.min(...i)-s];return{x:r,y:a,width:Math.max(...o)+s-r,height:Math.max(...i)+s-a}}function pi(e,t){const[s,n]=[Math.min(e.x,t.x),Math.min(e.y,t.y)],o=Math.max(e.x+e.width,t.x+t.width),i=Math.max(e.y+e.height,t.y+t.height);return{x:s,y:n,width:o-s,height:i-n}}function mi({x:e,y:t},s){const n=s*Math.PI/180,[o,i]=[Math.abs(Math.cos(n)),Math.abs(Math.sin(n))];return{x:e*o+t*i,y:e*i+t*o}}const gi=7,$i=1.12,yi=5,ki=.6;function Us(e,t,s){const n=s.width/s.height;if(e&&wi(e,t)&&vi(e,n))return e;const o=Math.max(t.width,t.height*n,gi),r=e!==void 0&&o>e.width?o*$i:Math.max(o,e?.width??0);return bi(zs(t),r,n)}const zs=({x:e,y:t,width:s,height:n})=>({x:e+s/2,y:t+n/2});function bi({x:e,y:t},s,n){const o=s/n;return{x:e-s/2,y:t-o/2,width:s,height:o}}const vi=({width:e,height:t},s)=>Math.abs(e/t/s-1)<.01;function wi(e,t){return t.x>=e.x-1e-9&&t.y>=e.y-1e-9&&t.x+t.width<=e.x+e.width+1e-9&&t.y+t.height<=e.y+e.height+1e-9}function _i(e,t,s){const n=zs(e),o=ne(n.x+t.x,s.x,s.x+s.width),i=ne(n.y+t.y,s.y,s.y+s.height);return{...e,x:o-e.width/2,y:i-e.height/2}}function Mi(e,t,s,n){const[o,i]=[n.width/yi,n.width/ki],r=ne(e.width/t,o,i),a=r/e.width;return{x:s.x-(s.x-e.x)*a,y:s.y-(s.y-e.y)*a,width:r,height:e.height*a}}const ne=(e,t,s)=>Math.min(Math.max(e,t),s);const Et=globalThis,$e=Et.ShadowRoot&&(Et.ShadyCSS===void 0||Et.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,ye=Symbol(),He=new WeakMap;let Qs=class{constructor(t,s,n){if(this._$cssResult$=!0,n!==ye)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=t,this.t=s}get styleSheet(){let t=this.o;const s=this.t;if($e&&t===void 0){const n=s!==void 0&&s.length===1;n&&(t=He.get(s)),t===void 0&&((this.o=t=new CSSStyleSheet).replaceSync(this.cssText),n&&He.set(s,t))}return t}toString(){return this.cssText}};const xi=e=>new Qs(typeof e=="string"?e:e+"",void 0,ye),I=(e,...t)=>{const s=e.length===1?e[0]:t.reduce((n,o,i)=>n+(r=>{if(r._$cssResult$===!0)return r.cssText;if(typeof r=="number")return r;throw Error("Value passed to 'css' function must be a 'css' function result: "+r+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(o)+e[i+1],e[0]);return new Qs(s,e,ye)},qs=(e,t)=>{if($e)e.adoptedStyleSheets=t.map(s=>s instanceof CSSStyleSheet?s:s.styleSheet);else for(const s of t){const n=document.createElement("style"),o=Et.litNonce;o!==void 0&&n.setAttribute("nonce",o),n.textContent=s.cssText,e.appendChild(n)}},Ue=$e?e=>e:e=>e instanceof CSSStyleSheet?(t=>{let s="";for(const n of t.cssRules)s+=n.cssText;return xi(s)})(e):e;const{is:Ai,defineProperty:Si,getOwnPropertyDescriptor:Ei,getOwnPropertyNames:Ti,getOwnPropertySymbols:Li,getPrototypeOf:Pi}=Object,Ct=globalThis,ze=Ct.trustedTypes,Oi=ze?ze.emptyScript:"",ji=Ct.reactiveElementPolyfillSupport,ht=(e,t)=>e,oe={toAttribute(e,t){switch(t){case Boolean:e=e?Oi:null;break;case Object:case Array:e=e==null?e:JSON.stringify(e)}return e},fromAttribute(e,t){let s=e;switch(t){case Boolean:s=e!==null;break;case Number:s=e===null?null:Number(e);break;case Object:case Array:try{s=JSON.parse(e)}catch{s=null}}return s}},Bs=(e,t)=>!Ai(e,t),Qe={attribute:!0,type:String,converter:oe,reflect:!1,useDefault:!1,hasChanged:Bs};Symbol.metadata??=Symbol("metadata"),Ct.litPropertyMetadata??=new WeakMap;let G=class extends HTMLElement{static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(t,s=Qe){if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),!s.noAccessor){const n=Symbol(),o=this.getPropertyDescriptor(t,n,s);o!==void 0&&Si(this.prototype,t,o)}}static getPropertyDescriptor(t,s,n){const{get:o,set:i}=Ei(this.prototype,t)??{get(){return this[s]},set(r){this[s]=r}};return{get:o,set(r){const a=o?.call(this);i?.call(this,r),this.requestUpdate(t,a,n)},configurable:!0,enumerable:!0}}static getPropertyOptions(t){return this.elementProperties.get(t)??Qe}static _$Ei(){if(this.hasOwnProperty(ht("elementProperties")))return;const t=Pi(this);t.finalize(),t.l!==void 0&&(this.l=[...t.l]),this.elementProperties=new Map(t.elementProperties)}static finalize(){if(this.hasOwnProperty(ht("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(ht("properties"))){const s=this.properties,n=[...Ti(s),...Li(s)];for(const o of n)this.createProperty(o,s[o])}const t=this[Symbol.metadata];if(t!==null){const s=litPropertyMetadata.get(t);if(s!==void 0)for(const[n,o]of s)this.elementProperties.set(n,o)}this._$Eh=new Map;for(const[s,n]of this.elementProperties){const o=this._$Eu(s,n);o!==void 0&&this._$Eh.set(o,s)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(t){const s=[];if(Array.isArray(t)){const n=new Set(t.flat(1/0).reverse());for(const o of n)s.unshift(Ue(o))}else t!==void 0&&s.push(Ue(t));return s}static _$Eu(t,s){const n=s.attribute;return n===!1?void 0:typeof n=="string"?n:typeof t=="string"?t.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(t=>this.enableUpdating=t),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(t=>t(this))}addController(t){(this._$EO??=new Set).add(t),this.renderRoot!==void 0&&this.isConnected&&t.hostConnected?.()}removeController(t){this._$EO?.delete(t)}_$E_(){const t=new Map,s=this.constructor.elementProperties;for(const n of s.keys())this.hasOwnProperty(n)&&(t.set(n,this[n]),delete this[n]);t.size>0&&(this._$Ep=t)}createRenderRoot(){const t=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return qs(t,this.constructor.elementStyles),t}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(t=>t.hostConnected?.())}enableUpdating(t){}disconnectedCallback(){this._$EO?.forEach(t=>t.hostDisconnected?.())}attributeChangedCallback(t,s,n){this._$AK(t,n)}_$ET(t,s){const n=this.constructor.elementProperties.get(t),o=this.constructor._$Eu(t,n);if(o!==void 0&&n.reflect===!0){const i=(n.converter?.toAttribute!==void 0?n.converter:oe).toAttribute(s,n.type);this._$Em=t,i==null?this.removeAttribute(o):this.setAttribute(o,i),this._$Em=null}}_$AK(t,s){const n=this.constructor,o=n._$Eh.get(t);if(o!==void 0&&this._$Em!==o){const i=n.getPropertyOptions(o),r=typeof i.converter=="function"?{fromAttribute:i.converter}:i.converter?.fromAttribute!==void 0?i.converter:oe;this._$Em=o;const a=r.fromAttribute(s,i.type);this[o]=a??this._$Ej?.get(o)??a,this._$Em=null}}requestUpdate(t,s,n,o=!1,i){if(t!==void 0){const r=this.constructor;if(o===!1&&(i=this[t]),n??=r.getPropertyOptions(t),!((n.hasChanged??Bs)(i,s)||n.useDefault&&n.reflect&&i===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,n))))return;this.C(t,s,n)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(t,s,{useDefault:n,reflect:o,wrapped:i},r){n&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),i!==!0||r!==void 0)||(this._$AL.has(t)||(this.hasUpdated||n||(s=void 0),this._$AL.set(t,s)),o===!0&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(s){Promise.reject(s)}const t=this.scheduleUpdate();return t!=null&&await t,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(const[o,i]of this._$Ep)this[o]=i;this._$Ep=void 0}const n=this.constructor.elementProperties;if(n.size>0)for(const[o,i]of n){const{wrapped:r}=i,a=this[o];r!==!0||this._$AL.has(o)||a===void 0||this.C(o,void 0,i,a)}}let t=!1;const s=this._$AL;try{t=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(n=>n.hostUpdate?.()),this.update(s)):this._$EM()}catch(n){throw t=!1,this._$EM(),n}t&&this._$AE(s)}willUpdate(t){}_$AE(t){this._$EO?.forEach(s=>s.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),this.updated(t)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(t){return!0}update(t){this._$Eq&&=this._$Eq.forEach(s=>this._$ET(s,this[s])),this._$EM()}updated(t){}firstUpdated(t){}};G.elementStyles=[],G.shadowRootOptions={mode:"open"},G[ht("elementProperties")]=new Map,G[ht("finalized")]=new Map,ji?.({ReactiveElement:G}),(Ct.reactiveElementVersions??=[]).push("2.1.2");const ke=globalThis,qe=e=>e,Ot=ke.trustedTypes,Be=Ot?Ot.createPolicy("lit-html",{createHTML:e=>e}):void 0,Gs="$lit$",C=`lit$${Math.random().toFixed(9).slice(2)}$`,Ws="?"+C,Ii=`<${Ws}>`,q=document,ft=()=>q.createComment(""),pt=e=>e===null||typeof e!="object"&&typeof e!="function",be=Array.isArray,Ni=e=>be(e)||typeof e?.[Symbol.iterator]=="function",Ft=`[ 	
\f\r]`,tt=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Ge=/-->/g,We=/>/g,R=RegExp(`>|${Ft}(?:([^\\s"'>=/]+)(${Ft}*=${Ft}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Ve=/'/g,Fe=/"/g,Vs=/^(?:script|style|textarea|title)$/i,Fs=e=>(t,...s)=>({_$litType$:e,strings:t,values:s}),w=Fs(1),d=Fs(2),j=Symbol.for("lit-noChange"),u=Symbol.for("lit-nothing"),Ze=new WeakMap,z=q.createTreeWalker(q,129);function Zs(e,t){if(!be(e)||!e.hasOwnProperty("raw"))throw Error("invalid template strings array");return Be!==void 0?Be.createHTML(t):t}const Ci=(e,t)=>{const s=e.length-1,n=[];let o,i=t===2?"<svg>":t===3?"<math>":"",r=tt;for(let a=0;a<s;a++){const c=e[a];let h,f,l=-1,p=0;for(;p<c.length&&(r.lastIndex=p,f=r.exec(c),f!==null);)p=r.lastIndex,r===tt?f[1]==="!--"?r=Ge:f[1]!==void 0?r=We:f[2]!==void 0?(Vs.test(f[2])&&(o=RegExp("</"+f[2],"g")),r=R):f[3]!==void 0&&(r=R):r===R?f[0]===">"?(r=o??tt,l=-1):f[1]===void 0?l=-2:(l=r.lastIndex-f[2].length,h=f[1],r=f[3]===void 0?R:f[3]==='"'?Fe:Ve):r===Fe||r===Ve?r=R:r===Ge||r===We?r=tt:(r=R,o=void 0);const g=r===R&&e[a+1].startsWith("/>")?" ":"";i+=r===tt?c+Ii:l>=0?(n.push(h),c.slice(0,l)+Gs+c.slice(l)+C+g):c+C+(l===-2?a:g)}return[Zs(e,i+(e[s]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),n]};class mt{constructor({strings:t,_$litType$:s},n){let o;this.parts=[];let i=0,r=0;const a=t.length-1,c=this.parts,[h,f]=Ci(t,s);if(this.el=mt.createElement(h,n),z.currentNode=this.el.content,s===2||s===3){const l=this.el.content.firstChild;l.replaceWith(...l.childNodes)}for(;(o=z.nextNode())!==null&&c.length<a;){if(o.nodeType===1){if(o.hasAttributes())for(const l of o.getAttributeNames())if(l.endsWith(Gs)){const p=f[r++],g=o.getAttribute(l).split(C),$=/([.?@])?(.*)/.exec(p);c.push({type:1,index:i,name:$[2],strings:g,ctor:$[1]==="."?Di:$[1]==="?"?Hi:$[1]==="@"?Ui:Rt}),o.removeAttribute(l)}else l.startsWith(C)&&(c.push({type:6,index:i}),o.removeAttribute(l));if(Vs.test(o.tagName)){const l=o.textContent.split(C),p=l.length-1;if(p>0){o.textContent=Ot?Ot.emptyScript:"";for(let g=0;g<p;g++)o.append(l[g],ft()),z.nextNode(),c.push({type:2,index:++i});o.append(l[p],ft())}}}else if(o.nodeType===8)if(o.data===Ws)c.push({type:2,index:i});else{let l=-1;for(;(l=o.data.indexOf(C,l+1))!==-1;)c.push({type:7,index:i}),l+=C.length-1}i++}}static createElement(t,s){const n=q.createElement("template");return n.innerHTML=t,n}}function K(e,t,s=e,n){if(t===j)return t;let o=n!==void 0?s._$Co?.[n]:s._$Cl;const i=pt(t)?void 0:t._$litDirective$;return o?.constructor!==i&&(o?._$AO?.(!1),i===void 0?o=void 0:(o=new i(e),o._$AT(e,s,n)),n!==void 0?(s._$Co??=[])[n]=o:s._$Cl=o),o!==void 0&&(t=K(e,o._$AS(e,t.values),o,n)),t}class Ri{constructor(t,s){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=s}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){const{el:{content:s},parts:n}=this._$AD,o=(t?.creationScope??q).importNode(s,!0);z.currentNode=o;let i=z.nextNode(),r=0,a=0,c=n[0];for(;c!==void 0;){if(r===c.index){let h;c.type===2?h=new X(i,i.nextSibling,this,t):c.type===1?h=new c.ctor(i,c.name,c.strings,this,t):c.type===6&&(h=new zi(i,this,t)),this._$AV.push(h),c=n[++a]}r!==c?.index&&(i=z.nextNode(),r++)}return z.currentNode=q,o}p(t){let s=0;for(const n of this._$AV)n!==void 0&&(n.strings!==void 0?(n._$AI(t,n,s),s+=n.strings.length-2):n._$AI(t[s])),s++}}class X{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,s,n,o){this.type=2,this._$AH=u,this._$AN=void 0,this._$AA=t,this._$AB=s,this._$AM=n,this.options=o,this._$Cv=o?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode;const s=this._$AM;return s!==void 0&&t?.nodeType===11&&(t=s.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,s=this){t=K(this,t,s),pt(t)?t===u||t==null||t===""?(this._$AH!==u&&this._$AR(),this._$AH=u):t!==this._$AH&&t!==j&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):Ni(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==u&&pt(this._$AH)?this._$AA.nextSibling.data=t:this.T(q.createTextNode(t)),this._$AH=t}$(t){const{values:s,_$litType$:n}=t,o=typeof n=="number"?this._$AC(t):(n.el===void 0&&(n.el=mt.createElement(Zs(n.h,n.h[0]),this.options)),n);if(this._$AH?._$AD===o)this._$AH.p(s);else{const i=new Ri(o,this),r=i.u(this.options);i.p(s),this.T(r),this._$AH=i}}_$AC(t){let s=Ze.get(t.strings);return s===void 0&&Ze.set(t.strings,s=new mt(t)),s}k(t){be(this._$AH)||(this._$AH=[],this._$AR());const s=this._$AH;let n,o=0;for(const i of t)o===s.length?s.push(n=new X(this.O(ft()),this.O(ft()),this,this.options)):n=s[o],n._$AI(i),o++;o<s.length&&(this._$AR(n&&n._$AB.nextSibling,o),s.length=o)}_$AR(t=this._$AA.nextSibling,s){for(this._$AP?.(!1,!0,s);t!==this._$AB;){const n=qe(t).nextSibling;qe(t).remove(),t=n}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}}class Rt{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,s,n,o,i){this.type=1,this._$AH=u,this._$AN=void 0,this.element=t,this.name=s,this._$AM=o,this.options=i,n.length>2||n[0]!==""||n[1]!==""?(this._$AH=Array(n.length-1).fill(new String),this.strings=n):this._$AH=u}_$AI(t,s=this,n,o){const i=this.strings;let r=!1;if(i===void 0)t=K(this,t,s,0),r=!pt(t)||t!==this._$AH&&t!==j,r&&(this._$AH=t);else{const a=t;let c,h;for(t=i[0],c=0;c<i.length-1;c++)h=K(this,a[n+c],s,c),h===j&&(h=this._$AH[c]),r||=!pt(h)||h!==this._$AH[c],h===u?t=u:t!==u&&(t+=(h??"")+i[c+1]),this._$AH[c]=h}r&&!o&&this.j(t)}j(t){t===u?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}}class Di extends Rt{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===u?void 0:t}}class Hi extends Rt{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==u)}}class Ui extends Rt{constructor(t,s,n,o,i){super(t,s,n,o,i),this.type=5}_$AI(t,s=this){if((t=K(this,t,s,0)??u)===j)return;const n=this._$AH,o=t===u&&n!==u||t.capture!==n.capture||t.once!==n.once||t.passive!==n.passive,i=t!==u&&(n===u||o);o&&this.element.removeEventListener(this.name,this,n),i&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}}class zi{constructor(t,s,n){this.element=t,this.type=6,this._$AN=void 0,this._$AM=s,this.options=n}get _$AU(){return this._$AM._$AU}_$AI(t){K(this,t)}}const Qi={I:X},qi=ke.litHtmlPolyfillSupport;qi?.(mt,X),(ke.litHtmlVersions??=[]).push("3.3.3");const Bi=(e,t,s)=>{const n=s?.renderBefore??t;let o=n._$litPart$;if(o===void 0){const i=s?.renderBefore??null;n._$litPart$=o=new X(t.insertBefore(ft(),i),i,void 0,s??{})}return o._$AI(e),o};const ve=globalThis;let lt=class extends G{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}update(t){const s=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(t),this._$Do=Bi(s,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return j}};lt._$litElement$=!0,lt.finalized=!0,ve.litElementHydrateSupport?.({LitElement:lt});const Gi=ve.litElementPolyfillSupport;Gi?.({LitElement:lt});(ve.litElementVersions??=[]).push("4.2.2");const Ks={CHILD:2},Dt=e=>(...t)=>({_$litDirective$:e,values:t});let Ht=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,s,n){this._$Ct=t,this._$AM=s,this._$Ci=n}_$AS(t,s){return this.update(t,s)}update(t,s){return this.render(...s)}};const{I:Wi}=Qi,Ke=e=>e,Vi=e=>e.strings===void 0,Ye=()=>document.createComment(""),et=(e,t,s)=>{const n=e._$AA.parentNode,o=t===void 0?e._$AB:t._$AA;if(s===void 0){const i=n.insertBefore(Ye(),o),r=n.insertBefore(Ye(),o);s=new Wi(i,r,e,e.options)}else{const i=s._$AB.nextSibling,r=s._$AM,a=r!==e;if(a){let c;s._$AQ?.(e),s._$AM=e,s._$AP!==void 0&&(c=e._$AU)!==r._$AU&&s._$AP(c)}if(i!==o||a){let c=s._$AA;for(;c!==i;){const h=Ke(c).nextSibling;Ke(n).insertBefore(c,o),c=h}}}return s},D=(e,t,s=e)=>(e._$AI(t,s),e),Fi={},Ys=(e,t=Fi)=>e._$AH=t,Zi=e=>e._$AH,Zt=e=>{e._$AR(),e._$AA.remove()};const Xe=(e,t,s)=>{const n=new Map;for(let o=t;o<=s;o++)n.set(e[o],o);return n},ie=Dt(class extends Ht{constructor(e){if(super(e),e.type!==Ks.CHILD)throw Error("repeat() can only be used in text expressions")}dt(e,t,s){let n;s===void 0?s=t:t!==void 0&&(n=t);const o=[],i=[];let r=0;for(const a of e)o[r]=n?n(a,r):r,i[r]=s(a,r),r++;return{values:i,keys:o}}render(e,t,s){return this.dt(e,t,s).values}update(e,[t,s,n]){const o=Zi(e),{values:i,keys:r}=this.dt(t,s,n);if(!Array.isArray(o))return this.ut=r,i;const a=this.ut??=[],c=[];let h,f,l=0,p=o.length-1,g=0,$=i.length-1;for(;l<=p&&g<=$;)if(o[l]===null)l++;else if(o[p]===null)p--;else if(a[l]===r[g])c[g]=D(o[l],i[g]),l++,g++;else if(a[p]===r[$])c[$]=D(o[p],i[$]),p--,$--;else if(a[l]===r[$])c[$]=D(o[l],i[$]),et(e,c[$+1],o[l]),l++,$--;else if(a[p]===r[g])c[g]=D(o[p],i[g]),et(e,o[l],o[p]),p--,g++;else if(h===void 0&&(h=Xe(r,g,$),f=Xe(a,l,p)),h.has(a[l]))if(h.has(a[p])){const b=f.get(r[g]),y=b!==void 0?o[b]:null;if(y===null){const P=et(e,o[l]);D(P,i[g]),c[g]=P}else c[g]=D(y,i[g]),et(e,o[l],y),o[b]=null;g++}else Zt(o[p]),p--;else Zt(o[l]),l++;for(;g<=$;){const b=et(e,c[$+1]);D(b,i[g]),c[g++]=b}for(;l<=p;){const b=o[l++];b!==null&&Zt(b)}return this.ut=r,Ys(e,c),j}});const Ki={},Je=Dt(class extends Ht{constructor(){super(...arguments),this.ot=Ki}render(e,t){return t()}update(e,[t,s]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((n,o)=>n===this.ot[o]))return j}else if(this.ot===t)return j;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,s)}}),Xs={board:"Board",first:"First position",back:"One move back",forward:"One move forward",present:"To the present",flip:"Turn the board",closer:"Closer",farther:"Farther",whole:"Show everything",cut:"Connection lost. Trying again …",failed:"The board cannot be shown: {reason}",refused:"The move was not played: {reason}",yourTurn:"Your turn",wins:"{name} wins",drawn:"A draw",aborted:"The match was aborted",end:"End this move here",again:"Click again to play",sending:"Sending the move …",hand:"Your hand",moved:"{name}: {move}",chance:"Chance: {move}",away:"away"},Yi={board:"صفحه",first:"وضعیت نخست",back:"یک حرکت به عقب",forward:"یک حرکت به جلو",present:"به اکنون",flip:"چرخاندن صفحه",closer:"نزدیک‌تر",farther:"دورتر",whole:"نمایش همه",cut:"ارتباط قطع شد. در حال تلاش دوباره…",failed:"صفحه نمایش داده نمی‌شود: {reason}",refused:"حرکت انجام نشد: {reason}",yourTurn:"نوبت شماست",wins:"{name} برنده شد",drawn:"مساوی",aborted:"بازی لغو شد",end:"پایان حرکت در همین‌جا",again:"برای انجام حرکت دوباره بزنید",sending:"در حال فرستادن حرکت…",hand:"دست شما",moved:"{name}: {move}",chance:"شانس: {move}",away:"غایب"},Xi={board:"Доска",first:"К началу",back:"На ход назад",forward:"На ход вперёд",present:"К текущей позиции",flip:"Повернуть доску",closer:"Ближе",farther:"Дальше",whole:"Показать всё",cut:"Связь потеряна. Повторная попытка…",failed:"Доску нельзя показать: {reason}",refused:"Ход не сделан: {reason}",yourTurn:"Ваш ход",wins:"Победа: {name}",drawn:"Ничья",aborted:"Матч отменён",end:"Закончить ход здесь",again:"Нажмите ещё раз, чтобы сыграть",sending:"Ход отправляется…",hand:"Ваша рука",moved:"{name}: {move}",chance:"Случай: {move}",away:"отсутствует"},Ji={en:Xs,fa:Yi,ru:Xi},x=(e,t)=>(Ji[yt(t)]??Xs)[e],jt=(e,t,s)=>pe(ct(x(e,t),s)),tr=e=>["fa","ar","he","ur"].includes(yt(e))?"rtl":"ltr",er=1e4;function ts(e,t){return e.length===0?u:w`<div class="bar" part="bar">
    ${e.map(s=>sr(s,t))}
  </div>`}function sr(e,t){const s=e.isAway?w` <small>${x("away",t)}</small>`:u,n=e.side?.colour??"grey",{counters:o}=e;return w`<div class=${e.isTurn?"player turn":"player"} part="player">
    <svg class="side" viewBox="-1 -1 2 2" aria-hidden="true">
      <circle r="0.8" fill=${`var(--colour-${n}, var(--muted))`}></circle>
    </svg>
    <div class="who">
      <bdi class="player-name">${e.name}</bdi>${s}
      ${o.length>0?w`<small part="counter">${o.join(" · ")}</small>`:u}
    </div>
    ${e.clock?nr(e.clock,e.elapsedMs,t):u}
  </div>`}function nr(e,t,s){const{shownMs:n,isRunning:o,periods:i,remainingMs:r}=To(e,t);if(n===void 0)return u;const a=o&&n<er,c=r===0&&i>0?w` <small>×${i}</small>`:u;return w`<bdi
    class=${a?"clock haste":"clock"}
    part="clock"
    role="timer"
    aria-live="off"
    >${No(n,s)}${c}</bdi
  >`}const Js=e=>e.map(({text:t,isIsolated:s})=>s?w`<bdi>${t}</bdi>`:t);function or(e,t){return e===""?u:w`<div class=${t?"notice slow":"notice"} part="notice">${e}</div>`}function ir(e,t,s){const n=e.filter(({kind:o})=>o==="choice"||o==="done");return n.length===0?u:w`<div class="choices" part="choices">
    ${n.map(o=>w`<button type="button" part="choice" @click=${()=>s(o)}>
          ${t(o)}
        </button>`)}
  </div>`}const rr={first:"M7 5v14M19 5l-9 7 9 7z",back:"M16 5l-9 7 9 7z",forward:"M8 5l9 7-9 7z",present:"M17 5v14M5 5l9 7-9 7z",flip:"M7 4v14M3.5 14.5 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",closer:"M12 5v14M5 12h14",farther:"M5 12h14",whole:"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"};function ar(e,t,s){return e.length===0?u:w`<div class="controls" part="controls" dir="ltr">
    ${e.map(({control:n,isOff:o})=>w`<button
          type="button"
          part="control"
          ?disabled=${o}
          aria-label=${x(n,t)}
          title=${x(n,t)}
          @click=${()=>s(n)}
        >
          ${cr(n)}
        </button>`)}
  </div>`}const cr=e=>w`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    ${d`<path d=${rr[e]}></path>`}
  </svg>`,hr=I`
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
  .notice.slow {
    color: var(--muted);
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
`;class lr{#t="";#e=[];#n=[];#s;begin(t,s){t===this.#t&&s.length===this.#e.length||(this.#t=t,this.#e=s,this.clear())}isAt(t){return this.#o(this.#n).move===t}clear(){this.#s=void 0,this.#n=V(this.#e)}get sent(){return this.#s}get clicks(){return this.#n}get next(){return this.#s?[]:this.#o(this.#n).next}get starts(){return this.#s?[]:this.#o(V(this.#e).slice(0,-1)).next}press(t){if(!this.#s)return this.#n=So(this.#e,this.#n,t),this.#o(this.#n).move}back(){this.#n=this.#n.slice(0,-1)}wouldEnd(t){return this.#s?void 0:this.#o([...this.#n,t]).move}send(t){this.#s=t}#o(t){return ut(this.#e,t)}}function Ut(e){let t;return()=>t??=e()}const m=e=>String(Math.round(e*1e3)/1e3);function E(e){return`M${e.map(({x:t,y:s})=>`${m(t)} ${m(s)}`).join("L")}z`}function T(e,t,s=0){return Array.from({length:e},(n,o)=>{const i=(o/e+s)*2*Math.PI;return{x:t*Math.sin(i),y:-t*Math.cos(i)}})}function F(e,t=0,s=0){const n=m(e),o=`a${n} ${n} 0 1 1 `;return`M${m(t-e)} ${m(s)}${o}${m(2*e)} 0${o}${m(-2*e)} 0z`}function dr(e,t,s){const n=T(e*2,1).map(({x:o,y:i},r)=>{const a=r%2===0?t:s;return{x:o*a,y:i*a}});return E(n)}function It(e,t){return E(e.map(({x:s,y:n})=>({x:s,y:n>0?n+t:n})))}function tn(e,t){const s=m(e);return`M-${s} 0V${m(t)}A${s} ${s} 0 0 0 ${s} ${m(t)}V0z`}const zt=I`
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
`;function we(e){return ur[e]??"skin-white"}const ur={white:"skin-white",black:"skin-black",red:"skin-red"},Qt=.425,W=.185,qt=.088,fr=.62,pr=.34,mr=2.4,en=F(Qt),gr=tn(Qt,qt),$r=tn(Qt+.015,qt+.05);function yr(){const e=qt/2,t=Math.sqrt(W*W-e*e),s=`A${W} ${W} 0 0 0`;return`M${m(-t)} ${m(e)}${s} ${m(t)} ${m(e)}${s} ${m(-t)} ${m(e)}z`}const kr="M-.25-.25L.25 .25M.25-.25L-.25 .25",br=yr();function vr(e,t,s){const n=(s?mr:fr)/Math.max(1,t-1);return{x:0,y:-e*Math.min(s?pr:qt,n)}}const es=new WeakMap;function wr(e){const t=es.get(e);if(t)return t;const s=new Set(e.tokens.filter(({colour:o})=>o==="red").map(o=>o.space)),n=new Set(e.highlights.filter(({kind:o})=>o==="enclosed").flatMap(({spaces:o})=>o));return es.set(e,{red:s,enclosed:n}),{red:s,enclosed:n}}function _r(e,t,s){const{red:n,enclosed:o}=wr(s.scene),i=s.detail==="full",r=t.height>1,a=t.height>9?.25:.31;return d`
    ${i?d`<circle class="skin-rim" r=${Qt-.05} stroke-width=".016"/>`:u}
    <circle class="dvonn-hole" r=${W}/>
    ${r?u:d`<path class="dvonn-well" d=${br}/>`}
    ${r&&n.has(e.space)?d`<circle class="dvonn-band" part="dvonn-band" r=${W+.045} stroke-width=".08"/>`:u}
    ${r&&i?d`<text class="skin-text" y=${m(a*.36)} font-size=${a}>${t.height}</text>`:u}
    ${i&&o.has(e.space)?d`<path class="dvonn-enclosed" d=${en}/>`:u}
    ${i&&!r&&s.symbols?d`<text class="skin-text" y=".09" font-size=".25">${e.symbol}</text>`:u}`}function Mr(e,t,s){const n=t.level===t.height-1,o=n&&t.isLeaving;return d`<g class="${we(e.colour)} ${t.isLeaving?"dvonn-leaving":""}">
    ${t.level===0&&s.detail==="full"?d`<path class="skin-shadow" d=${$r}/>`:u}
    <path class="skin-side" d=${gr} stroke-width=".01"/>
    <path class="skin-face" d=${en}/>
    ${n?_r(e,t,s):u}
  </g>
  ${o?d`<path class="dvonn-cut" part="dvonn-cut" d=${kr} stroke-width=".1"/>`:u}`}const xr=I`
  ${zt}
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
`,Ar=.46,Sr=["a1","i1","k3","k5","c5","a3"],Er=["a1","b1","c1","d1","e1","f1","g1","h1","i1","j2","k3"],Tr=["a1","a2","a3","b4","c5"],ss=.3;function Lr(e,t,s){return d`<circle class="dvonn-well" r=".43"/>
    ${t.isTaken||s.detail==="small"?u:d`<circle class="dvonn-well-rim" r=".42" stroke-width=".02"/>`}`}function ns(e,t,s,n,o){const i=e.at(t),r=e.at("k5");if(!i||!r)return u;const a=(e.at("a1")?.y??0)<r.y?-1:1;return d`<text class="skin-edge dvonn-edge" x=${m(i.x+a*n)}
    y=${m(i.y+a*o+ss*.36)} font-size=${ss}>${s}</text>`}function Pr(e){const t=Er.map(n=>ns(e,n,n.slice(0,1),.38,.66)),s=Tr.map(n=>ns(e,n,n.slice(1),-.72,0));return[...t,...s]}function Or(e){const t=Sr.flatMap(n=>e.at(n)??[]),s=E(t);return d`<g stroke-linejoin="round" stroke-width="1.86">
      <path class="dvonn-board-side" d=${s} transform="translate(0 .07)"/>
      <path class="dvonn-board" part="dvonn-board" d=${s}/>
    </g>
    ${e.detail==="small"?u:Pr(e)}`}const jr={style:xr,margin:Ar,ground:Or,space:Lr,token:Mr,lift:vr,highlight:()=>d`${u}`},Ir=.02;function sn(e,{x:t,y:s,width:n,height:o}){return d`<rect class=${e} part=${e} x=${m(t)} y=${m(s)} width=${m(n)}
    height=${m(o)} rx=${m(n*Ir)}/>`}const Nr=I`
  ${zt}
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
`,v=(e,t,s,n)=>`M${e-s} ${t}A${s} ${n} 0 1 1 ${e+s} ${t}A${s} ${n} 0 1 1 ${e-s} ${t}Z`,M=e=>`${e} ${e.replace(/(-?[\d.]+) (-?[\d.]+)/g,(t,s,n)=>`${-Number(s)} ${n}`)}`,N={limbs:"",limb:3.6,feelers:"",wings:"",cuts:"",spots:""},Cr=Ut(()=>({ant:{...N,limbs:M("M4 -11L15 -17L21 -30M5 -6L19 -7L33 -1M4 -1L17 7L25 27"),feelers:M("M3 -26L10 -34L18 -37"),body:v(0,-21,8.5,7.5)+v(0,-6,5.8,8.5)+v(0,5,3.4,3.4)+v(0,20,10.5,13.5),cuts:"M-9 15Q0 18.5 9 15M-10 22Q0 26 10 22"},grasshopper:{...N,limbs:"M-14 8L-18 18L-25 25M-5 10L-7 21L-12 29M29 -23L24 18L36 21",feelers:"M-28 -7Q-33 -23 -24 -37M-24 -9Q-24 -22 -11 -31",body:"M-37 2Q-38 -8 -29 -10Q-20 -11 -15 -7Q12 -9 42 4Q22 13 5 13Q-9 15 -20 10Q-34 13 -37 2ZM-1 11Q-3 3 7 -6L27 -26Q32 -30 33 -24Q33 -21 30 -17L14 10Q7 17 -1 11Z",cuts:"M-19 -5Q-15 1 -18 8M1 7Q2 1 9 -5L22 -18M16 6L24 5"},spider:{...N,limbs:M("M5 -12L13 -27L9 -39M7 -9L22 -20L27 -34M7 -5L23 -2L35 11M5 -2L17 10L22 30"),body:v(0,-10,8,9)+v(0,13,12.5,15)+M("M1 -17Q6 -21 3 -25Q2 -21 0 -19Z"),cuts:"M0 4V10M-4 16L0 20L4 16"},beetle:{...N,limbs:M("M12 -10L24 -16L28 -27M15 2L30 2L36 10M13 14L24 20L28 31"),body:M("M0 -4L15 -4Q21 10 14 24Q9 33 0 35ZM0 -5L14 -6Q14 -17 6 -20L0 -20ZM0 -20L6 -21Q8 -26 5 -28L0 -28ZM4 -26Q15 -28 13 -40Q20 -30 11 -22Q7 -20 4 -22Z"),cuts:"M0 -3V34M-15 -4.7H15M-6 6Q-8 14 -6 24M6 6Q8 14 6 24"},queen:{...N,wings:M("M4 -10Q18 -32 34 -27Q42 -18 30 -8Q18 -1 5 -4ZM5 -3Q20 -2 28 6Q31 15 22 16Q12 13 5 2Z"),feelers:M("M3 -25Q5 -34 13 -36"),body:v(0,-21,8,7)+v(0,-7,9,9)+"M-8 -2H8Q16 7 12 21Q8 31 0 39Q-8 31 -12 21Q-16 7 -8 -2Z",cuts:"M-10 2.5Q0 4.5 10 2.5M-14 10.5Q0 13.5 14 10.5M-14 18.5Q0 22 14 18.5M-11 26Q0 29 11 26"},mosquito:{...N,limb:2.8,limbs:M("M3 -13L16 -24L14 -38M4 -9L24 -16L36 -2M3 -5L15 2L20 22L28 34")+"M0 -20V-41",wings:M("M2 -10Q14 -6 24 8Q30 20 24 22Q12 18 2 -4Z"),feelers:M("M1.5 -20Q6 -27 9 -27"),body:v(0,-20,4.6,4.8)+v(0,-9,5.6,7.5)+"M-3.6 -3Q0 -5 3.6 -3Q4.5 18 0 32Q-4.5 18 -3.6 -3Z",cuts:"M-5 6H5M-5 13H5M-5 20H5"},ladybug:{...N,limbs:M("M16 -12L25 -20L27 -28M20 4L32 5L37 12M15 19L24 25L26 33"),feelers:M("M4 -27Q6 -33 12 -35"),body:"M-22 5A22 23 0 1 1 22 5A22 24 0 0 1 -22 5ZM-10 -19Q-10 -29 0 -29Q10 -29 10 -19Q0 -23 -10 -19Z",cuts:"M0 -17V29M-14 -15Q0 -21 14 -15",spots:v(-10,-4,4.2,4.2)+v(10,-4,4.2,4.2)+v(-12,9,4.2,4.2)+v(12,9,4.2,4.2)+v(-6,20,3.6,3.6)+v(6,20,3.6,3.6)},pillbug:{...N,limbs:M("M14 -17L25 -22M18 -7L30 -11M19 3L31 3M18 13L29 17M14 22L23 29"),feelers:M("M6 -27Q8 -33 15 -34L20 -40"),body:"M0 -31Q12 -31 17 -19Q21 -8 20 5Q18 23 7 31L0 35L-7 31Q-18 23 -20 5Q-21 -8 -17 -19Q-12 -31 0 -31Z",cuts:"M-19 -13Q0 -22 19 -13M-21 -3Q0 -12 21 -3M-21 7Q0 -2 21 7M-20 17Q0 8 20 17M-14 26Q0 18 14 26"}})),nn=.07,Rr=-.03,Bt=.515,Dr=It(T(6,Bt),nn),Hr=It(T(6,Bt+.04),nn+.05),Ur=E(T(6,Bt)),zr=E(T(6,Bt-.02));function Qr(e,t,s){const n=t?.0098:.0108,o=t?e.limb:e.limb+1;return d`<g transform="translate(0 ${t&&s?-.045:0}) scale(${n})">
    ${e.wings===""?u:d`<path class="hive-wings" d=${e.wings} stroke-width="2"/>`}
    <path class="hive-limbs" d=${e.limbs} stroke-width=${o}/>
    ${t?d`<path class="hive-limbs" d=${e.feelers} stroke-width="2.4"/>`:u}
    <path class="hive-bug" d=${e.body}/>
    ${t?d`<path class="hive-cuts" d=${e.cuts} stroke-width="2.3"/>`:u}
    ${e.spots===""?u:d`<path class="hive-spots" d=${e.spots}/>`}
  </g>`}function qr(e){return Array.from({length:e},(t,s)=>{const n=(s-(e-1)/2)*.11;return d`<circle class="hive-bug" cx=${m(n)} cy=".41" r=".033"/>`})}function Br(e){return d`<g transform="translate(.33 -.3)">
    <circle class="hive-count" r=".15" stroke-width=".025"/>
    <text class="hive-count-text" y=".075" font-size=".21">${e}</text>
  </g>`}function Gr(e,t,s){const n=Cr()[e.kind],o=s.detail==="full",i=Number(e.label.slice(-1))||0,r=n?`hive-${e.kind}`:"";return d`<g class=${we(e.colour)} stroke-linejoin="round">
    ${o&&t.level===0?d`<path class="skin-shadow" d=${Hr}/>`:u}
    <g class=${r} transform="translate(0 ${Rr})">
      <path class="skin-side" d=${Dr} stroke-width=".07"/>
      <path class="skin-face" d=${Ur}/>
      <path class="skin-rim" d=${zr} stroke-width=${o?.018:.03}/>
      ${n?Qr(n,o,i>0):d`<text class="skin-text" y=".12" font-size=".34">${e.label}</text>`}
      ${o?qr(i):u}
      ${o&&t.height>1&&t.level===t.height-1?Br(t.height):u}
    </g>
  </g>`}const on=E(T(6,.54)),os={x:.05,y:-.13},Wr=.62,Vr=2.6,Fr=5,Zr=6;function Kr(e,t,s){return s?{x:0,y:-e*Math.min(Wr,Vr/Math.max(1,t-1))}:{x:e*os.x,y:e*os.y}}function Yr(e,t){const s=!t.isTaken&&(t.isTarget||t.isLast);return d`${s?d`<path class="hive-empty" d=${on} stroke-width=".03" stroke-linejoin="round"/>`:u}`}function Xr({port:e}){return sn("hive-table",e)}function Jr(e,{id:t},s){const n=s.scene.tokens.find(a=>a.space===t&&a.kind==="queen"),o=s.scene.counters.find(({key:a,seat:c})=>a==="queen_neighbours"&&c===n?.seat),i=Number(o?.value??0);if(e!=="queen"||!n||i<Fr)return d`${u}`;const r=i>=Zr?"hive-danger":"hive-watch hive-pulse";return d`<path class=${r} part="hive-queen" d=${on} transform="translate(0 -.02)"
    stroke-width=".07" stroke-linejoin="round"/>`}const ta={style:Nr,margin:.5,aspect:1,ground:Xr,space:Yr,token:Gr,lift:Kr,highlight:Jr},is=.07,wt=-.025,ea=9,rs=.225,as=.475,ot=[[-1,-1],[1,1],[1,-1],[-1,1]],re=[...ot,[0,-1],[0,1]],cs=[...re,[-1,0],[1,0]],st=[0,0],sa=[[],[st],ot.slice(0,2),[...ot.slice(0,2),st],ot,[...ot,st],re,[...re,st],cs,[...cs,st]],rn=e=>Ut(()=>sa.map(t=>t.map(([s,n])=>F(e,s*rs,n*rs)).join(""))),na=rn(.08),oa=rn(.095);function Y(e,t){return`honest_john-seat-${t===void 0?"grey":e.sides[t]?.colour??"grey"}`}function ae(e,t,s,n){const o=Number(e);if(o>ea)return d`<text class="skin-text" transform="translate(${t} 0) rotate(${m(-s)})" y=".165"
      font-size=".46">${e}</text>`;if(o===0)return d`${u}`;const i=(n?na:oa)()[o]??"";return d`<path class="honest_john-pips-${o}" transform="translate(${t} 0)" d=${i}/>`}const gt=(e,t,s,n=0)=>d`<rect class=${e} x=${m(t-.955+n)} y=${m(s-.455+n)}
    width=${m(1.91-2*n)} height=${m(.91-2*n)} rx=${m(.13-n/2)}
    stroke-width=".02"/>`;function ia(){return d`${gt("honest_john-back",0,0)}
    ${gt("honest_john-back-line",0,0,.12)}
    <path class="honest_john-back-line" d="M-.2 0L0-.2L.2 0L0 .2z" stroke-width=".02"/>`}function ra(e,t,s){const[n="",o=""]=e.split("-");return d`${gt("skin-face",0,0)}
    <path class="honest_john-bar" d="M0-.29V.29" stroke-width=".03"/>
    ${ae(n,-as,t,s)}${ae(o,as,t,s)}`}function aa(e,t,s){const n=s.detail==="full",o=t.turn*Math.PI/180,[i,r]=[Math.sin(o),Math.cos(o)],a=e.faceDown?"honest_john-back-side":"skin-side";return d`<g class="skin-white ${Y(s,e.seat)}">
    ${n?gt("skin-shadow",i*.085,r*.085):u}
    ${gt(a,i*(wt+is),r*(wt+is))}
    <g transform="translate(${m(i*wt)} ${m(r*wt)})">
      ${e.faceDown?ia():ra(e.label,t.turn,n)}
    </g>
  </g>`}const an=4.05,cn=6.5,ca=.35,ha=.8,la=5,da=1.2,Z=2.9,it=1.24,hn=.7,ua=13,fa=.42,pa=4.1;function $t(e,t){const s=e.at(`${t}:0`);if(!s)return;const n=Math.atan2(s.y,s.x)+Math.PI/e.scene.hands.length,[o,i]=_e(e.scene)?[an,ca]:[cn,ha],r=o-i*Math.abs(Math.cos(n));return{x:r*Math.cos(n),y:r*Math.sin(n)}}const _e=({hands:e})=>e.length<=la,ln=({scene:e})=>_e(e)?1:da,ma=e=>_e(e)?an+Z/2:cn+Z/2;function dn(e){const t=2*Math.PI*e*.8;return d`<circle class="honest_john-chip" r=${m(e)} stroke-width=${m(e*.16)}/>
    <circle class="honest_john-chip-notches" r=${m(e*.8)} stroke-width=${m(e*.3)}
      stroke-dasharray="${m(t/12)} ${m(t/12)}"/>`}function ce(e,t){return e.scene.counters.find(s=>s.seat===t&&(s.key==="chips"||s.key==="pips"))}function ga(e,t){const s=$t(e,t);if(!s)return d`${u}`;const n=`translate(${m(s.x)} ${m(s.y)}) scale(${ln(e)})`;if(e.detail==="small")return d`<g class=${Y(e,t)} transform=${n}><circle class="honest_john-seat" r=".6"/></g>`;const o=ce(e,t),i=e.scene.prompt?.seat===t,r=ge(e.names[t]??"",ua),a=Math.min(fa,pa/Math.max(1,me(r))),c=-Z/2,h=r===""?"0":".3";return d`<g class=${Y(e,t)} part="honest_john-seat" transform=${n}>
    <rect class="honest_john-plate" x=${c} y=${-it/2} width=${Z} height=${it} rx=".2"/>
    <rect class="honest_john-plate-edge" x=${c} y=${-it/2} width=${Z} height=${it} rx=".2"
      stroke-width=${i?.1:.045}/>
    <text class="honest_john-plate-text" x="0" y="-.09" font-size=${m(a)} text-anchor="middle">${r}</text>
    <g transform="translate(0 ${h})">
      ${o?.key==="chips"?d`<g transform="translate(-.42 0)">${dn(.2)}</g>`:u}
      <text class="honest_john-plate-text" x=${o?.key==="chips"?-.12:0} y=".15" font-size=".43"
        text-anchor=${o?.key==="chips"?"start":"middle"}>${o?.value??""}</text>
    </g>
  </g>`}function $a(e){return e.scene.hands.map(({seat:t})=>ga(e,t))}function ya(e){const{prompt:t}=e.scene,s=t?.forSeat===void 0?void 0:$t(e,t.forSeat),n=t?.seat===void 0?void 0:$t(e,t.seat);if(!t||!s||!n||e.detail==="small")return d`${u}`;const[o,i]=[n.x-s.x,n.y-s.y],r=Math.hypot(o,i),[a,c]=[o/r,i/r],h=ln(e),f=Kt(s,a,c,h,.12),l=Kt(n,-a,-c,h,.2),p=`M${m(f.x)} ${m(f.y)}L${m(l.x-a*.3)} ${m(l.y-c*.3)}`,g=Math.atan2(c,a)*180/Math.PI,$=Kt(s,a,c,h,hn);return d`<g class=${Y(e,t.forSeat)} part="honest_john-question">
    <path class="honest_john-way-under" d=${p} stroke-width=".26"/>
    <path class="honest_john-way" d=${p} stroke-width=".12"/>
    <path class="honest_john-head"
      transform="translate(${m(l.x)} ${m(l.y)}) rotate(${m(g)})" d="M0 0L-.46-.27V.27z"
      stroke-width=".07" stroke-linejoin="round"/>
    <g transform="translate(${m($.x)} ${m($.y)})">${ka(t.value)}</g>
  </g>`}function ka(e){return d`<circle class="honest_john-balloon" r=${hn} stroke-width=".07"/>
    <g class="skin-white">
      <rect class="skin-side" x="-.44" y="-.37" width=".88" height=".88" rx=".13" stroke-width=".02"/>
      <rect class="skin-face" x="-.44" y="-.44" width=".88" height=".88" rx=".13"/>
      ${ae(e,0,0,!0)}
    </g>`}function Kt({x:e,y:t},s,n,o,i){const r=Math.abs(s)<.001?1/0:Z/2/Math.abs(s),a=Math.abs(n)<.001?1/0:it/2/Math.abs(n),c=Math.min(r,a)*o+i;return{x:e+s*c,y:t+n*c}}const un=8;function hs(e,t,s){return e.scene.hands.flatMap(({seat:n})=>{const[o,i]=[ce(e,n),ce({scene:t},n)];if(o?.key!=="chips"||i?.key!=="chips")return[];const r=s*(Number(o.value)-Number(i.value));return Array.from({length:Math.min(un,Math.max(0,r))},()=>n)})}function ba(e){const{before:t}=e;if(!t||e.detail==="small")return d`${u}`;const s=hs(e,t,-1),n=hs(e,t,1),o=e.scene.tokens.length%2===1;return d`${s.slice(0,un).map((i,r)=>{const a=$t(e,i),c=$t(e,n[r]??i);if(!a||!c||a===c)return u;const h=Math.hypot(c.x-a.x,c.y-a.y),f=m(Math.atan2(c.y-a.y,c.x-a.x)*180/Math.PI);return d`<g transform="translate(${m(a.x)} ${m(a.y)}) rotate(${f}) scale(${m(h)})">
      <g class="honest_john-flight ${o?"honest_john-flight-a":"honest_john-flight-b"}">
        <g transform="scale(${m(1/h)}) rotate(${-Number(f)})">${dn(.36)}</g>
      </g>
    </g>`})}`}const va=I`
  ${zt}
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
`;function wa(e){const t=ma(e);return{x:-t,y:-t,width:2*t,height:2*t}}function _a(e){return d`${sn("honest_john-table",e.port)}${$a(e)}`}function Ma({id:e,line:t},s,n){if(!t)return d`${u}`;const o=Y(n,t.seat);return s.isTaken?d`<rect class="honest_john-track ${o}" x="-1.05" y="-.56" width="2.1" height="1.12" rx=".2"/>`:xa(n,"turn",e)?d`${u}`:d`<rect class="honest_john-slot ${o}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13"
      stroke-width=".05" stroke-dasharray=".14 .1"/>`}const xa=(e,t,s)=>e.scene.highlights.some(n=>n.kind===t&&n.spaces.includes(s));function Aa(e,{id:t,line:s},n){const o=Y(n,s?.seat),i=(a,c)=>d`<rect class="${a} ${o}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=${c}/>`;return e==="turn"?d`${i("honest_john-turn",.09)}`:e!=="dead"?d`${u}`:n.scene.tokens.some(a=>a.space===t)?d`${i("honest_john-dead",0)}`:d`<path class="honest_john-stop ${o}" d="M-.75-.4V.4" stroke-width=".14"/>`}function Sa(e){return d`${ya(e)}${ba(e)}`}const Ea={style:va,margin:.45,aspect:1,room:wa,ground:_a,space:Ma,token:aa,highlight:Aa,above:Sa,lift:()=>({x:0,y:0})},Ta=()=>T(4,.078).map(({x:e,y:t})=>F(.066,e,t)),fn=Ut(()=>({orange:F(.145)+F(.07),blue:"M-.15-.05Q-.1-.13-.05-.07Q0-.01.05-.07Q.1-.13.15-.07V-.01Q.1-.07.05-.01Q0 .05-.05-.01Q-.1-.07-.15 .01zM-.15 .08Q-.1 0-.05 .06Q0 .12 .05 .06Q.1 0 .15 .06V.12Q.1 .06 .05 .12Q0 .18-.05 .12Q-.1 .06-.15 .14z",purple:"M.05-.15A.15.15 0 1 0 .135 .075A.115.115 0 0 1 .05-.15z",pink:Ta().join("")+F(.03),yellow:dr(5,.17,.07),red:E(T(3,.165)),green:"M-.135 .135Q-.16-.13 .135-.135Q.16 .13-.135 .135z",brown:E(T(4,.165,1/8))})),La=I`
  ${zt}
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
`,Pa=.405,Oa=.435,ls=.08,ja=-.035,Ia=.6,_t=e=>T(8,e,1/16),pn=e=>Ut(()=>({shadow:It(_t(e+.02),ls+.03),side:It(_t(e),ls),face:E(_t(e)),rim:E(_t(e-.035))})),Na=pn(Pa),Ca=pn(Oa);function Ra(e){return Array.from({length:e},(t,s)=>{const n=(s-(e-1)/2)*Ia,[o,i]=[m(.325*Math.sin(n)),m(.325*Math.cos(n))];return d`<circle class="kamisado-tooth" cx=${o} cy=${i} r=".056" stroke-width=".02"/>`})}function Da(e,t,s){const n=e.marks?.count??0,{shadow:o,side:i,face:r,rim:a}=(n>0?Ca:Na)(),c=we(s.sides[e.seat??0]?.colour??"white"),h=s.detail==="full",f=fn()[e.colour],l=n>0?"kamisado-collar":"skin-rim",p=n===0?.014:h?.03:.07;return d`<g class="${c} kamisado-${e.colour}">
    ${h?d`<path class="skin-shadow" d=${o}/>`:u}
    <g transform="translate(0 ${ja})" stroke-linejoin="round">
      <path class="skin-side" d=${i} stroke-width=".03"/>
      <path class="skin-face" d=${r}/>
      ${h||n>0?d`<path class=${l} d=${a} stroke-width=${p}/>`:u}
      <circle class="kamisado-hue" r=${h?.25:.29}/>
      ${h?d`<circle class="skin-rim" r=".25" stroke-width=".018"/>`:u}
      ${h&&f!==void 0?d`<path class="kamisado-sign" d=${f}/>`:u}
      ${h?Ra(n):u}
    </g>
  </g>`}const rt=.34,ds=E(T(8,.475,1/16)),us="M-.44-.44H.44V.44H-.44z",fs="M-.17-.17L.17 .17M.17-.17L-.17 .17",Ha=-.36;function Ua({colour:e},t,s){const n=fn()[e],o=s.detail==="full",i=s.symbols?"kamisado-symbol":"kamisado-engraved";return d`<rect class="kamisado-${e} kamisado-hue space-shape" x="-.5" y="-.5" width="1" height="1"/>
    ${n!==void 0&&o&&!t.isTaken?d`<path class="kamisado-${e} kamisado-sign ${i}" d=${n}/>`:u}
    ${t.isLast?d`<path class="kamisado-last-edge" d=${us} stroke-width=".11"/><path class="kamisado-last" d=${us} stroke-width=".06"/>`:u}`}function za(e){const s=e.scene.spaces.map(({id:p})=>({id:p,at:e.at(p)})).filter(p=>p.at!==void 0),n=s.map(({at:p})=>p.x),o=s.map(({at:p})=>p.y),[i,r]=[Math.min(...n)-.5,Math.max(...n)+.5],[a,c]=[Math.min(...o)-.5,Math.max(...o)+.5],h=s.filter(({at:p})=>p.y>c-.75),f=s.filter(({at:p})=>p.x<i+.75),l=(p,g,$)=>d`<text class="skin-edge kamisado-frame-text" x=${m(g)} y=${m($)} font-size=".2">${p}</text>`;return d`<rect class="kamisado-frame" part="kamisado-frame" x=${i-rt} y=${a-rt}
      width=${r-i+2*rt} height=${c-a+2*rt} rx=".16"/>
    ${e.detail==="small"?u:h.map(({id:p,at:g})=>l(p.slice(0,1),g.x,c+.24))}
    ${e.detail==="small"?u:f.map(({id:p,at:g})=>l(p.slice(1),i-.17,g.y+.07))}`}function ps(e){return d`<g stroke-linejoin="round">
    <path class="kamisado-halo" d=${ds} stroke-width=".1"/>
    <path class=${e} d=${ds} stroke-width=".055"/>
  </g>`}function Qa(e){switch(e){case"required":return ps("kamisado-required");case"won":return ps("kamisado-won");case"blocked":return d`<g transform="translate(0 -.035)" stroke-linecap="round">
        <path class="kamisado-halo" d=${fs} stroke-width=".17"/>
        <path class="kamisado-blocked" d=${fs} stroke-width=".09"/>
      </g>`;default:return d`${u}`}}function qa(e){const t=e.scene.highlights.find(({kind:f})=>f==="pushed")?.spaces??[],[s]=e.scene.lastMove,n=s===void 0?void 0:e.at(s),o=t.at(-1),i=o===void 0?void 0:e.at(o);if(!n||!i||e.detail==="small")return d`${u}`;const r=Math.hypot(i.x-n.x,i.y-n.y),a=Math.atan2(i.y-n.y,i.x-n.x)*180/Math.PI,c=m(r-.24),h=`M-.05-.055H${c}V-.15L${m(r+.06)} 0L${c} .15V.055H-.05z`;return d`<g
    transform="translate(${m(n.x)} ${m(n.y)}) rotate(${m(a)}) translate(0 ${Ha})">
    <path class="kamisado-push" part="kamisado-push" d=${h} stroke-width=".035"/>
  </g>`}const Ba={style:La,margin:rt,ground:za,space:Ua,token:Da,highlight:Qa,above:qa,lift:()=>({x:0,y:0})},Ga={dvonn:jr,hive:ta,honest_john:Ea,kamisado:Ba},he=e=>String(Math.round(e*1e3)/1e3);function mn(e){return`M${e.map(([t,s])=>`${he(t)} ${he(s)}`).join("L")}Z`}function Wa(e){const t=he(e);return`M-${t} 0A${t} ${t} 0 1 1 ${t} 0A${t} ${t} 0 1 1 -${t} 0Z`}function Va(e){const t=[-90,-30,30,90,150,210].map(n=>n*Math.PI/180),s=e/Math.sqrt(3);return mn(t.map(n=>[s*Math.cos(n),s*Math.sin(n)]))}function ms(e,t){return mn([[-e,-t],[e,-t],[e,t],[-e,t]])}function L(e,t=1){switch(e){case"square":return ms(t/2,t/2);case"hexagon":return Va(t);case"circle":return Wa(t/2);case"domino":return ms(t,t/2)}}const Fa=I`
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
`,Za=new Set(["white","yellow","pink","orange"]);function Ka(e,t,s){const n=L(e.shape==="domino"?"domino":"circle",.82);if(e.faceDown)return d`<path class="generic-back" d=${n}></path>`;const o=s.colour(e),i=Za.has(o)?"#1b1b1b":"#fff",r=e.label||tc(s.word("token",e.kind)),c=r.length>2&&e.shape!=="domino"?"generic-label generic-long":"generic-label";return d`
    <path class="generic-disc" d=${n} fill="var(--colour-${o}, var(--muted))"></path>
    ${Ya(e,s)}
    <g transform="rotate(${-t.turn})">
      <text class=${c} fill=${i}>${r}</text>
      ${Xa(t,i)}
      ${Ja(e,i)}
    </g>`}function Ya({seat:e,colour:t,shape:s},n){const o=e===void 0?"":n.sides[e]?.colour??"";return o===""||o===t||t===""||s==="domino"?u:d`<circle class="generic-rim" r="0.37" stroke="var(--colour-${o}, var(--muted))"></circle>`}function Xa({level:e,height:t},s){return t===1||e<t-1?u:d`<text class="generic-label generic-number" y="0.26" fill=${s}>×${t}</text>`}function Ja({marks:e},t){if(!e)return u;const s="•".repeat(e.count);return d`<text class="generic-mark generic-number" y="0.28" fill=${t}>${s}</text>`}const tc=e=>[...e][0]??"";function ec({shape:e,colour:t}){const s=t===""?"var(--space)":`var(--colour-${t}, var(--space))`;return d`<path class="space-shape" d=${L(e,.98)} fill=${s}></path>`}const sc={style:Fa,space:ec,token:Ka},nc=14,oc=44,gs=[8,14],ic="lost",gn=640,rc=.25,kt=e=>Ga[e]??sc;function ac(e,t,s){return(t===void 0?0:e[t]?.halfTurns??0)%2===1!==s}function $n(e){const{game:t,scene:s,seat:n,isFlipped:o=!1,width:i=gn}=e,r=kt(t),a=yn(e).sides(t),c=Math.min(Math.max(Math.round(i/oc),gs[0]),gs[1]),h={seats:Math.max(s.hands.length,2),isTurned:ac(a,n,o),columns:c,hasTray:e.hasTray??!1,names:e.names??[],...n!==void 0&&{seat:n}};return hi(s,h,{margin:r.margin??rc,...r.aspect!==void 0&&{aspect:r.aspect},...r.room&&{room:r.room.bind(r)},...r.place&&{place:r.place.bind(r)}})}const yn=({words:e,listed:t})=>e??new fe(t?[t]:[]);function cc(e,t=$n(e)){const{game:s,scene:n,lang:o="en",clicks:i=[],next:r=[],width:a=gn}=e,c=yn(e),h=c.sides(s),f=new Map(n.spaces.map(k=>[k.id,k])),l=e.port??Us(void 0,t.bounds,t.window),p=i.filter(({kind:k})=>k==="space").map(({key:k})=>k),g=new Set(n.tokens.map(({space:k})=>k)),$=r.filter(({kind:k,key:_})=>k==="space"&&(i.length>0||!g.has(_))).map(({key:k})=>k),b=a/t.width*(t.window.width/l.width),y=new Set(r.map(({kind:k,key:_})=>`${k} ${_}`)),P=new Set((e.starts??[]).map(({kind:k,key:_})=>`${k} ${_}`)),Me={game:s,scene:n,layout:t,sides:h,names:e.names??[],detail:b<nc?"small":"full",symbols:e.symbols??!1,chosen:p,port:l,skin:kt(s),next:r,targets:$,held:i.find(({kind:k})=>k==="hand")?.key??"",leaving:e.leaving??new Set,focus:e.focus??"",asked:e.asked??"",canLose:c.has(s,"counter",ic),isStill:e.isStill??!1,isZoomed:e.isZoomed??!1,isSent:e.isSent??!1,...e.hasTray&&t.tray&&{tray:t.tray},...e.seat!==void 0&&{seat:e.seat},...e.before&&{before:e.before},...e.hovered!==void 0&&{hovered:e.hovered},...e.mover!==void 0&&{mover:e.mover},word:(k,_)=>c.text(s,k,_,o),colour:({colour:k,seat:_})=>k||(_===void 0?"":h[_]?.colour??""),at:k=>t.places.get(k),space:k=>f.get(k),isNext:(k,_)=>y.has(`${k} ${_}`),canClick:(k,_)=>y.has(`${k} ${_}`)||P.has(`${k} ${_}`)},In=(e.names??[]).join(" – ");return{...Me,label:[Me.word("game",s),In].filter(Boolean).join(": ")}}const hc=({round:e,ply:t})=>`${e}.${t}`;function Mt(e){const t=/^(\d+)\.(\d+)$/.exec(e);return t?{round:Number(t[1]),ply:Number(t[2])}:void 0}function lc({steps:e,round:t,ply:s}){const n=new Array(Math.max(t,1)).fill(0);for(const o of e){const i=o.round-1;n[i]=Math.max(n[i]??0,o.ply+1)}return n[t-1]=Math.max(n[t-1]??0,s),n}function dc(e,t,s){const n=lc(e);let[o,i]=[t.round,t.ply+s];for(;i<0&&o>1;)o-=1,i+=(n[o-1]??0)+1;for(;i>(n[o-1]??0)&&o<n.length;)i-=(n[o-1]??0)+1,o+=1;return{round:o,ply:Math.min(Math.max(i,0),n[o-1]??0)}}const kn=(e,{round:t,ply:s})=>t>e.round||t===e.round&&s>=e.ply,$s=new Map;async function uc(e,t,s){const n=$s.get(t)??new fe;if(t!==""&&$s.set(t,n),n.game(s))return n;const{game:o}=await e.call("GameService/GetGame",{game:s});return o&&n.add(o),n}function fc({seat:e,notation:t},s){const{lang:n}=s;return e===void 0?jt("chance",n,{move:t}):jt("moved",n,{name:bn(s)[e]??"",move:t})}function bn({words:e,game:t,names:s,lang:n}){return e.sides(t).map(({name:o},i)=>s[i]||e.text(t,"side",o,n))}function pc(e,t){const{words:s,game:n,names:o,lang:i}=t,r=e?s.prompt(n,e,i,o):[];return`${x("yourTurn",i)}. ${pe(r)}`}function vn({verdict:e},t,s){const n=e?.places??[],o=n.flatMap((i,r)=>i===1?[t[r]??""]:[]);return n.length===0?ct(x("aborted",s),{}):o.length===n.length?ct(x("drawn",s),{}):ct(x("wins",s),{name:o.join(", ")})}function mc(e,t){return pe(vn(e,bn(t),t.lang))}function gc(e){const{view:t,lang:s,state:n}=e,o=n?$c(t,n,s):[],i=t.seat??0,r=t.sides.map(({name:c},h)=>t.names[h]||t.word("side",c)),a=e.end&&Js(vn(e.end,r,s));return n&&!n.end&&o.some(({clock:c})=>c?.running)&&e.tick(),{above:ts(o.filter(({seat:c})=>c!==i).reverse(),s),below:ts(o.filter(({seat:c})=>c===i),s),foot:w` <div class="prompt" part="prompt">${a??e.prompt}</div>
      ${t.isStill?u:ar(kc(e),s,c=>e.act[c]())}`}}function $c(e,t,s){const n=performance.now()-t.clocksAtMs;return(t.summary?.players??[]).map((o,i)=>{const r=t.clocks[i];return{seat:i,name:e.names[i]??o,side:e.sides[i],isTurn:t.turnSeat===i,isAway:t.absent.has(i),counters:yc(i,e,s),elapsedMs:n,...r&&{clock:r}}})}const yc=(e,{scene:t,word:s},n)=>t.counters.filter(o=>o.seat===e).map(({key:o,value:i})=>`${s("counter",o)} ${nt(i,n)}`);function kc({view:e,moment:t,state:s,isPosition:n}){const o=!t||s!==void 0&&kn(s,t),i=t?.round===1&&t.ply===0,r=s!==void 0||n,a=[{control:"first",isOff:i},{control:"back",isOff:i},{control:"forward",isOff:!n&&o},{control:"present",isOff:!n&&o}],c=kt(e.game).aspect!==void 0,h=[{control:"closer",isOff:!1},{control:"farther",isOff:!1},{control:"whole",isOff:!e.isZoomed}];return[...r?a:[],{control:"flip",isOff:!1},...c?h:[]]}const ys=256,bc=8192;class vc{#t=new Map;#e=new Map;constructor(t,s){this.link=t,this.matchId=s}async at(t,s){const n=`${t}.${s}`,o=this.#t.get(n);if(o)return o;const i=s-s%ys,r=`${t}.${i}`,a=this.#e;return a.has(r)||a.set(r,this.#n(t,i).finally(()=>a.delete(r))),await a.get(r),this.#t.get(n)}known(t,s){return this.#t.get(`${t}.${s}`)}clear(){this.#t=new Map,this.#e=new Map}async#n(t,s){this.#t.size>bc&&this.#t.clear();const{matchId:n}=this,o=this.#t,i={matchId:n,round:t,fromPly:s,plies:ys,withoutPosition:!0,withChanges:!0},r=new ee;for await(const{frame:a={}}of this.link.stream("MatchService/ListFrames",i)){const c=r.read(a);c&&o.set(`${a.round??1}.${a.ply??0}`,c)}}}const wc=220,_c=450,Mc=24,xc=48;function Ac(e){const{scene:t,layout:s,port:n}=e,{window:o}=s,i=o.width/n.width,r=new Map;for(const{id:a,space:c}of t.tokens){const h=e.at(c);if(a===""||!h)continue;const[f,l]=[o.x+(h.x-n.x)*i,o.y+(h.y-n.y)*i];r.set(a,{x:f,y:l,scale:i})}for(const{tokens:a}of s.hands)for(const{token:c,...h}of a)c.id!==""&&r.set(c.id,h);return r}const wn=()=>!matchMedia("(prefers-reduced-motion: reduce)").matches;function Sc(e,t,s){if(!wn())return;const n=[...s].filter(([i,r])=>{const a=t.get(i);return a&&Math.hypot(a.x-r.x,a.y-r.y)>.05});if(n.length===0||n.length>Mc)return;const o=_n(e);for(const[i,r]of n){const[a,c]=[o.get(i),t.get(i)];a&&c&&Lc(a,c,r)}}function _n(e){const t=e.querySelectorAll("[data-token]");return new Map([...t].map(s=>[s.dataset.token??"",s]))}function Ec(e,t,s){const n=[...t.keys()].filter(i=>!s.has(i));if(n.length===0||n.length>xc||s.size===0||!wn())return[];const o=_n(e);return n.flatMap(i=>o.get(i)?.cloneNode(!0)??[])}function Tc(e,t){const s=e.querySelector(".window");for(const n of s?t:[]){if(!(n instanceof SVGElement))continue;n.removeAttribute("data-token"),s?.append(n);const o=n.animate([{opacity:1},{opacity:0}],{duration:_c});o.onfinish=o.oncancel=()=>n.remove()}}function Lc(e,t,s){const n=e.transform.baseVal.consolidate()?.matrix;if(!n)return;const i=e.closest(".window")!==null?s.scale:1,[r,a]=[(t.x-s.x)/i,(t.y-s.y)/i],c=t.scale/s.scale,h=(f,l,p)=>`matrix(${n.a*p}, ${n.b*p}, ${n.c*p}, ${n.d*p}, ${f}, ${l})`;e.animate([{transform:h(n.e+r,n.f+a,c)},{transform:h(n.e,n.f,1)}],{duration:wc,easing:"cubic-bezier(0.25, 0.6, 0.3, 1)"})}const H={fromAttribute:e=>e??""},Pc={fromAttribute:e=>/^\d+$/.test(e??"")?Number(e):void 0},Oc={fromAttribute:e=>Object.fromEntries((e??"").split(/\s+/).filter(Boolean).map(jc))},jc=e=>{const t=e.indexOf("=");return t<0?[e,"true"]:[e.slice(0,t),e.slice(t+1)]},Ic={fromAttribute:e=>(e??"").split(",").map(t=>t.trim()).filter(Boolean)},Nc={fromAttribute:e=>(e?.match(/\d+/g)??[]).map(Number)};class ks extends lt{constructor(){super(...arguments),this.url="",this.match="",this.token="",this.game="",this.position="",this.moves=[],this.options={},this.rules=!1,this.house=[],this.ply="",this.bare=!1,this.tray=!1,this.still=!1,this.flipped=!1,this.symbols=!1,this.confirm=!1,this.legal=[],this.names=[]}static{this.properties={url:{converter:H},match:{converter:H},seat:{converter:Pc},token:{converter:H},lang:{converter:H},game:{converter:H},position:{converter:H},moves:{converter:Ic},options:{converter:Oc},seats:{type:Number},rules:{type:Boolean},house:{converter:Nc},nodes:{type:Number},ply:{converter:H},bare:{type:Boolean},tray:{type:Boolean},still:{type:Boolean},flipped:{type:Boolean,reflect:!0},symbols:{type:Boolean},confirm:{type:Boolean},link:{attribute:!1},words:{attribute:!1},scene:{attribute:!1},legal:{attribute:!1},mover:{attribute:!1},names:{attribute:!1},state:{attribute:!1}}}static{this.origins=["url","link","match","token","seat","game","position","moves","options","seats","rules","house","nodes"]}}const Cc=5,Rc=.004,bs=2;class Dc{#t=new Map;#e={x:0,y:0};#n=!1;#s=!1;constructor(t,s){this.element=t,this.target=s,t.addEventListener("pointerdown",this.#o),t.addEventListener("pointermove",this.#l),t.addEventListener("pointerup",this.#r),t.addEventListener("pointercancel",this.#r),t.addEventListener("wheel",this.#d,{passive:!1})}stop(){const{element:t}=this;t.removeEventListener("pointerdown",this.#o),t.removeEventListener("pointermove",this.#l),t.removeEventListener("pointerup",this.#r),t.removeEventListener("pointercancel",this.#r),t.removeEventListener("wheel",this.#d)}takeDrag(){const t=this.#s;return this.#s=!1,t}#o=t=>{this.#s=!1,t.isPrimary&&this.#t.clear(),!(this.#t.size>=bs||!Hc(t))&&(this.#t.set(t.pointerId,xt(t)),this.#e=xt(t),this.#n=!1)};#l=t=>{t.buttons===0&&this.#t.delete(t.pointerId);const s=this.#t.get(t.pointerId);if(!s)return;const n=xt(t),o=t.pointerType==="mouse";this.#t.size===bs?this.#c(t.pointerId,s,n):(o||this.target.canDrag())&&this.#i(t,s,n),this.#t.set(t.pointerId,n)};#i(t,s,n){!this.#n&&Yt(this.#e,n)<Cc||(this.#n||this.element.setPointerCapture(t.pointerId),this.#n=!0,this.#s=!0,this.target.pan({x:s.x-n.x,y:s.y-n.y}))}#c(t,s,n){const o=[...this.#t].find(([c])=>c!==t)?.[1];if(!o)return;this.#s=!0;const i={x:(n.x+o.x)/2,y:(n.y+o.y)/2},[r,a]=[Yt(n,o),Yt(s,o)];a>0&&r>0&&this.target.zoom(r/a,i),this.target.pan({x:(s.x-n.x)/2,y:(s.y-n.y)/2})}#r=t=>{this.#t.delete(t.pointerId)};#d=t=>{t.ctrlKey&&(t.preventDefault(),this.target.zoom(Math.exp(-t.deltaY*Rc),xt(t)))}}const Hc=e=>e.composedPath().some(t=>t instanceof Element&&t.classList.contains("window")),xt=({clientX:e,clientY:t})=>({x:e,y:t}),Yt=(e,t)=>Math.hypot(e.x-t.x,e.y-t.y),Uc={ArrowUp:"up",ArrowDown:"down",ArrowLeft:"left",ArrowRight:"right"},zc=120,Qc=400,qc=24;class Bc{#t;#e;#n;#s;#o;#l="";#i=new Set;#c;#r="";#d="";#g=!1;#p;constructor(t,s){this.host=t,this.target=s,t.addController(this)}get isZoomed(){return this.#e!==void 0}get hovered(){return this.#o}get asked(){return this.#d}get leaving(){return this.#i}hostConnected(){for(const[t,s]of this.#$())this.#v().addEventListener(t,s);this.host.addEventListener("pointerleave",this.#_),this.#t=new Dc(this.host,this.#y())}hostDisconnected(){for(const[t,s]of this.#$())this.#v().removeEventListener(t,s);this.host.removeEventListener("pointerleave",this.#_),this.#t?.stop(),clearTimeout(this.#c)}#v(){return this.host.shadowRoot??this.host}#$(){return[["click",this.#h],["keydown",this.#P],["pointerover",this.#I],["focusin",this.#j],["focusout",this.#_]]}port(t,s){return this.#n=s,this.#s=t,this.#e&&!Gc(this.#e,t)&&(this.#e=void 0),this.#e??t}reset(){this.#e=void 0}zoomMiddle(t){const s=this.#u();s&&this.#w(s,t,{x:s.x+s.width/2,y:s.y+s.height/2})}focusIn(t,{hands:s},n){const{spaces:o,lastMove:i}=t,r=s.flatMap(({tokens:h})=>h).map(({token:h})=>Mn(h.id)),a=new Set([...o.map(({id:h})=>Tt(h)),...r]);return a.has(this.#l)?this.#l:[...n.map(Xt),Tt(i.at(-1)??"")].find(h=>a.has(h))??Tt(o[0]?.id??"")}forget(){this.#r="",this.#d="",this.#i=new Set}async isConfirmed(t,s,n,o){const{notation:i=""}=t,r=this.#r===i;if(this.#r="",this.#d="",r)return!0;const a=o&&this.#E();return!n&&!a||(a&&(this.#i=await this.target.leaving(t).catch(()=>new Set)),!n&&this.#i.size===0)?!0:(this.#r=i,this.#d=s.kind==="space"?s.key:"",this.#o=this.#d,!1)}updated(t){const s=this.target.view();!s||s.isStill||!this.#g||t.activeElement||this.#S(t,this.#l)}#y(){return{canDrag:()=>this.isZoomed,pan:t=>{const[s,n]=[this.#u(),this.#x()];!s||!n||!this.#n||(this.#e=_i(s,{x:t.x/n,y:t.y/n},this.#n),this.target.redraw())},zoom:(t,s)=>{const[n,o]=[this.#u(),this.#a(s)];n&&o&&this.#w(n,t,o)}}}#w(t,s,n){this.#s&&(this.#e=Mi(t,s,n,this.#s),this.target.redraw())}#u(){const t=this.target.view();if(!(!t||kt(t.game).aspect===void 0))return this.#e??t.port}#m(){const t=this.host.shadowRoot?.querySelector(".window")?.getScreenCTM(),s=this.target.view()?.port;return t&&s?{matrix:t,port:s}:void 0}#x(){const[t,s]=[this.#m(),this.#u()];return t&&s&&t.matrix.a*t.port.width/s.width}#a({x:t,y:s}){const[n,o]=[this.#m(),this.#u()];if(!n||!o)return;const i=new DOMPoint(t,s).matrixTransform(n.matrix.inverse()),r=o.width/n.port.width;return{x:o.x+(i.x-n.port.x)*r,y:o.y+(i.y-n.port.y)*r}}#h=t=>{if(this.#t?.takeDrag())return;const s=At(t),n=t instanceof MouseEvent&&this.#A(t),o=s&&this.target.view()?.canClick(s.kind,s.key);if(n&&this.isZoomed&&!o)return this.target.showAll();if(!s)return;const i=t instanceof PointerEvent&&t.pointerType==="touch";this.target.press(s,i)};#A({clientX:t,clientY:s,timeStamp:n}){const o=this.#p;return this.#p={x:t,y:s,atMs:n},o!==void 0&&n-o.atMs<=Qc&&Math.hypot(t-o.x,s-o.y)<=qc}#P=t=>{if(!(t instanceof KeyboardEvent))return;if(t.key==="Escape")return this.target.clear();const s=!t.altKey&&!t.ctrlKey&&!t.metaKey;if(t.key==="0"&&s)return this.target.showAll();const n=At(t);if(!n)return;if(t.key==="Enter"||t.key===" "){t.preventDefault(),this.target.press(n,!1);return}const o=Uc[t.key];!o||!s||(t.preventDefault(),this.#O(n,o))};#O(t,s){const n=this.target.view();if(!n||!this.host.shadowRoot)return;const o=ei(Wc(n),Xt(t),s);o!==void 0&&this.#S(this.host.shadowRoot,o)}#S(t,s){const n=s.replace(/^(hand|space) /,""),o=s.startsWith("hand ")?"data-hand":"data-space";t.querySelector(`[${o}="${CSS.escape(n)}"]`)?.focus()}#j=t=>{const s=At(t);if(!s)return;this.#g=!0,this.#l=Xt(s);const[n]=t.composedPath();n instanceof Element&&n.matches(":focus-visible")&&this.#M(s),this.target.redraw()};#I=t=>this.#M(At(t));#_=t=>{t instanceof FocusEvent&&t.relatedTarget!==null&&(this.#g=!1),this.#M(void 0)};#M(t){const s=t?.kind==="space"?t.key:void 0;if(s===this.#o)return;this.#o=s,clearTimeout(this.#c),this.#i=new Set;const n=t&&this.#E()?this.target.wouldEnd(t):void 0;n&&(this.#c=setTimeout(()=>void this.#N(t,n),zc)),this.target.redraw()}async#N(t,s){if(!t||this.target.wouldEnd(t)!==s)return;const n=await this.target.leaving(s).catch(()=>new Set);this.#o!==t.key||n.size===0||(this.#i=n,this.target.redraw())}#E(){return this.target.view()?.canLose??!1}}const Gc=(e,t)=>Math.abs(e.width*t.height/(e.height*t.width)-1)<.01;function At(e){for(const t of e.composedPath()){if(!(t instanceof SVGElement))continue;const{space:s,hand:n}=t.dataset;if(s!==void 0)return{kind:"space",key:s};if(n!==void 0)return{kind:"hand",key:n}}}const Tt=e=>`space ${e}`,Mn=e=>`hand ${e}`,Xt=({kind:e,key:t})=>`${e} ${t}`;function Wc({layout:e,port:t,scene:s}){const{window:n}=e,o=n.width/t.width,i=new Map;for(const{id:r}of s.spaces){const a=e.places.get(r);if(!a)continue;const[c,h]=[n.x+(a.x-t.x)*o,n.y+(a.y-t.y)*o];i.set(Tt(r),{x:c,y:h})}for(const{tokens:r}of e.hands)for(const{token:a,x:c,y:h}of r)a.id!==""&&i.set(Mn(a.id),{x:c,y:h});return i}const Vc=I`
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
`;function Fc(e,t,s){const{seat:n,speaker:o,prompt:i}=s;if(e.kind==="step"){const{round:r,ply:a,notation:c,seat:h}=e.step,f=h!==void 0&&h===n;return s.emit("move",{round:r,ply:a,notation:c,isMine:f,...h!==void 0&&{seat:h}}),fc(e.step,o)}if(e.kind==="turn"){const{seat:r,choices:a}=e,c=a!==void 0;return s.emit("turn",{seat:r,isMine:c,...c&&{turnId:a.turnId}}),c?`${t} ${pc(i,o)}`:t}if(e.kind==="end"){const{verdict:r}=e;return s.emit("end",{verdict:r,places:r.places??[]}),`${t} ${mc({verdict:r},o)}`}return t}function Zc(e,t){const s=e.scene.spaces.map(({id:n,shape:o})=>{const i=e.at(n),r=e.canClick("space",n)||e.chosen.includes(n),a=[n,...(t.get(n)??[]).map(h=>xn(h,e)).reverse()],c=`translate(${i?.x??0} ${i?.y??0}) rotate(${i?.turn??0})`;return d`<path class=${r?"hit can":"hit"} data-space=${n} d=${L(o)}
      transform=${c} role="button" tabindex=${e.focus===`space ${n}`?0:-1}
      aria-label=${a.join(", ")} aria-disabled=${r?"false":"true"}
      aria-pressed=${e.chosen.includes(n)?"true":"false"}></path>`});return d`<g class="hits">${s}</g>`}function Kc(e,t,s){const n=xn(e,s);return d`<path class=${t?"hit can":"hit"} data-hand=${e.id} d=${L(e.shape)}
    role="button" tabindex=${s.focus===`hand ${e.id}`?0:-1} aria-label=${n}
    aria-disabled=${t?"false":"true"}
    aria-pressed=${s.held===e.id?"true":"false"}></path>`}function xn(e,t){if(e.faceDown)return t.word("token",e.kind);const s=e.seat===void 0?"":t.sides[e.seat]?.name??"",n=e.colour!==""&&e.colour!==t.sides[e.seat??-1]?.colour;return[s===""?"":t.word("side",s),t.word("token",e.kind),e.label,n?t.word("colour",e.colour):""].filter(i=>i!=="").join(" ")}const A=e=>Math.round(e*1e3)/1e3,bt=({x:e,y:t},s=0,n=1)=>`translate(${A(e)} ${A(t)})`+(s%360===0?"":` rotate(${A(s)})`)+(n===1?"":` scale(${A(n)})`),le=(e,t,s,n)=>[e,t,s,n].map(A).join(" ");function Yc(e){const{layout:t,skin:s,port:n,tray:o}=e,{window:i}=t,r=t.hands.filter(f=>!An(f,e)),a=d`
    ${s.defs?.()??u}
    ${r.map(f=>Tn(f,e))}
    <svg class="window" part="board" x=${A(i.x)} y=${A(i.y)}
      width=${A(i.width)} height=${A(i.height)}
      viewBox=${le(n.x,n.y,n.width,n.height)}
      overflow=${e.isZoomed?"hidden":"visible"}>${Jc(e)}</svg>
    ${r.map(f=>En(f,e))}`,c=s.aspect===void 0?"picture":"picture grows",h=e.isZoomed?`${c} zoomed`:c;return d`<svg class=${h} viewBox=${le(0,0,t.width,o?.y??t.height)}
    role=${e.isStill?"img":"group"} aria-label=${e.label}>${a}</svg>`}function Xc(e,t){const{layout:s,tray:n}=e;if(!n)return u;const o=s.hands.filter(i=>An(i,e));return d`<svg class="picture held" viewBox=${le(n.x,n.y,n.width,n.height)}
    role="group" aria-label=${t}>${o.map(i=>[Tn(i,e),En(i,e)])}</svg>`}const An=({box:{y:e}},{tray:t})=>t!==void 0&&e>=t.y;function Jc(e){const{scene:t,skin:s}=e,n=nh(t.tokens),o=t.lastMove.map(i=>Lt(i,e,0,oh));return d`
    ${s.aspect===void 0?u:th(e.port)}
    ${s.ground?.(e)??u}
    <g class="spaces">${ie(t.spaces,({id:i})=>i,i=>ih(i,n,e))}</g>
    <g class="lasts">${o}</g>
    <g class="tokens">${ie(eh(n,e),sh,i=>hh(i,n,e))}</g>
    <g class="marks">${lh(e,n)}</g>
    ${s.above?.(e)??u}
    ${e.isStill?u:Zc(e,n)}`}const th=({x:e,y:t,width:s,height:n})=>d`<rect class="backdrop" x=${A(e)} y=${A(t)} width=${A(s)} height=${A(n)}></rect>`;function eh(e,t){const s=n=>t.at(n)?.y??0;return[...e].sort(([n],[o])=>s(n)-s(o)).flatMap(([,n])=>n)}const sh=(e,t)=>e.id||`${e.space} ${t}`;function nh(e){const t=new Map;for(const s of e){const n=t.get(s.space);n?n.push(s):t.set(s.space,[s])}return t}function Lt(e,t,s,n){const[o,i]=[t.space(e),t.at(e)];if(!o||!i)return u;const{x:r,y:a}=s>1?Sn(t,s-1,s,e):{x:0,y:0};return d`<g transform=${bt({x:i.x+r,y:i.y+a},i.turn)}>${n(o)}</g>`}const Sn=(e,t,s,n)=>(e.skin.lift??ch)(t,s,e.hovered===n),oh=({shape:e})=>d`<path class="last" part="last" d=${L(e)}></path>`;function ih(e,t,s){const n=s.at(e.id);if(!n)return u;const o={isLast:s.scene.lastMove.includes(e.id),isTarget:s.isNext("space",e.id),isTaken:t.has(e.id)},i=s.skin.space?.(e,o,s)??rh(e);return d`<g class="space" part=${`space ${e.colour}`} transform=${bt(n,n.turn)}>${i}</g>`}const rh=({shape:e})=>d`<path class="space-shape" fill="var(--space)" d=${L(e,.98)}></path>`,ah=.12,ch=(e,t,s)=>({x:0,y:-e*ah*(s?2:1)});function hh(e,t,s){const n=s.at(e.space);if(!n)return u;const o=t.get(e.space)??[e],i=o.indexOf(e),r=s.hovered===e.space,a=Sn(s,i,o.length,e.space),c=n.turn+90*e.quarterTurns,h={where:"board",level:i,height:o.length,isChosen:s.chosen.includes(e.space),isHovered:r,isLeaving:e.id!==""&&s.leaving.has(e.id),turn:c},f=bt({x:n.x+a.x,y:n.y+a.y},c),l=s.isSent&&s.held===""&&s.chosen[0]===e.space;return d`<g class=${l?"token sent":"token"} part=${`token ${e.kind}`} data-token=${e.id} transform=${f}>
    ${s.skin.token(e,h,s)}</g>`}function lh(e,t){const{scene:s,skin:n}=e,o=c=>t.get(c)?.length??0,i=s.highlights.flatMap(({kind:c,spaces:h})=>{const f=l=>n.highlight?.(c,l,e)??dh(l,c);return h.map(l=>Lt(l,e,o(l),f))}),r=e.chosen.map(c=>Lt(c,e,o(c),uh)),a=e.targets.map(c=>Lt(c,e,o(c),h=>fh(h,o(c)>0,e.asked===c)));return[...i,...r,...a]}const dh=({shape:e},t)=>d`<path class="highlight" part=${`highlight ${t}`} d=${L(e,.9)}></path>`,uh=({shape:e})=>d`<path class="source" part="source" d=${L(e,.95)}></path>`;function fh({shape:e},t,s){const n=s?" asked":"";return t?d`<path class=${`target-ring${n}`} part="target" d=${L(e,.88)}></path>`:d`<circle class=${`target${n}`} part="target" r=${s?.3:.13}></circle>`}function En(e,t){const s=e.seat===t.mover&&e.tokens.some(({token:o})=>t.canClick("hand",o.id)),n=ie(e.tokens,({token:o},i)=>o.id||i,o=>ph(o,s,t));return d`<g class="hand" part="hand">${n}</g>`}function ph({token:e,x:t,y:s,scale:n},o,i){const r=e.id!==""&&i.held===e.id,a=o&&i.canClick("hand",e.id),c=90*e.quarterTurns,h={where:"hand",level:0,height:1,isChosen:r,isHovered:!1,isLeaving:!1,turn:c},f=r?d`<path class="source" part="source" d=${L(e.shape,1)}></path>`:u,l=o&&!a&&!r,p=i.isSent&&r?" sent":l?" idle":"";return d`<g class=${`token${p}`} part=${`token ${e.kind}`}
    data-token=${e.id} transform=${bt({x:t,y:s},c,n)}>
    ${i.skin.token(e,h,i)}${f}
    ${i.isStill||e.id===""?u:Kc(e,a||r,i)}</g>`}function Tn(e,t){if(!e.name||t.detail==="small")return u;const{x:s,y:n}=e.name,o=t.sides[e.seat]?.colour??"grey",i=t.names[e.seat]||t.word("side",t.sides[e.seat]?.name??"");return d`<g transform=${bt({x:s,y:n})}>
    <circle cx="0.2" r="0.16" fill=${`var(--colour-${o}, var(--muted))`}></circle>
    <text class="name" part="name" x="0.5">${ge(i,Rs)}</text></g>`}const mh=300;class gh{constructor(t,s,n){this.link=t,this.house=s,this.nodes=n}has({turn:t,seat:s}){return t==="TURN_KIND_CHANCE"?!0:t==="TURN_KIND_SEAT"&&s!==void 0&&this.house.includes(s)}async choose(t){const s=String(crypto.getRandomValues(new Uint32Array(1))[0]),n=this.nodes===void 0?{}:{nodes:this.nodes},[{move:o}]=await Promise.all([this.link.call("GameService/SuggestMove",{position:t,seed:s,...n}),new Promise(i=>setTimeout(i,mh))]);return o?.notation??""}}function $h(e,t,s){const{match:n,seat:o,seats:i,token:r,game:a,options:c,position:h,moves:f}=e;if(n!==""){const g=o!==void 0&&(e.link!==void 0||r!=="");return new Pn(t,n,g,s)}if(a===""||e.scene||e.state)return;const l={game:a,options:{...c},start:h,moves:[...f],...i!==void 0&&{seats:i},...o!==void 0&&{viewerSeat:o}},p=e.still?void 0:new gh(t,e.house,e.nodes);return new at(t,l,s,p)}function Ln(e){const{summary:t,scene:s,round:n,ply:o,choices:i,turnSeat:r}=e;if(!t||!s)return;const a=i&&r!==void 0?{mover:r}:{};return{game:t.game??"",scene:s,round:n,ply:o,legal:i?.legal??[],...a}}function vs({players:e=[],displayNames:t=[]}){return e.map((s,n)=>t[n]||s)}class Pn{#t;#e=new AbortController;#n=!1;#s={turnId:"",position:""};constructor(t,s,n,o){this.link=t,this.matchId=s,this.listener=o,this.#t=new _o(s),this.#l(n).catch(i=>this.#c(i))}get state(){return this.#t.state}get shown(){return Ln(this.#t.state)}stop(){this.#e.abort()}async play({notation:t=""}){const s=this.state.choices?.turnId??"0";await Es(this.link,{matchId:this.matchId,playMove:{turnId:s,notation:t}})}async leaving({notation:t=""}){const{scene:s,round:n,summary:o,choices:{turnId:i=""}={}}=this.state;if(!s||i==="")return new Set;const r=await this.#o(i,s.board);if(r==="")return new Set;const{game:a="",options:c={},points:h=[]}=o??{},f={game:a,options:c,points:h,round:n,start:r};return On(this.link,f,[t],s)}async#o(t,s){if(this.#s.turnId===t)return this.#s.position;const n={matchId:this.matchId,knownBoard:s},{position:o="",turnId:i=""}=await this.link.call("MatchService/GetMatch",n);return i!==t?"":(this.#s={turnId:t,position:o},o)}async#l(t){const s={matches:[{matchId:this.matchId}],detail:"DETAIL_PAGE"},n={signal:this.#e.signal,onConnection:i=>this.listener.connection(i)};if(!t){for await(const i of Jn(this.link,s,n))this.#i(i);return}const o={withoutMoves:!0,withoutLegal:!0,maxMatches:1,agent:"referee-board"};for await(const{watched:i}of to(this.link,{hello:o,watch:s},n))i&&this.#i(i),i?.gone&&this.stop()}#i(t){if(this.#e.signal.aborted)return;const s=this.#t.apply(t);this.listener.changed(this.#n?s:s.filter(yh)),this.#n||=t.update?.frame!==void 0;const n=t.gone?.refusal;n&&this.listener.failed(_s(n))}#c(t){this.#e.signal.aborted||this.listener.failed(S(t))}}const yh=({kind:e})=>e==="turn"||e==="end"||e==="gone";class at{#t;#e;#n={};#s;#o=0;#l=new Ps;constructor(t,s,n,o){this.link=t,this.start=s,this.listener=n,this.partner=o,this.#e=s.moves??[],this.#s=s.viewerSeat,this.#c(this.#r(this.#e))}get shown(){return this.#t}get moves(){return this.#e}stop(){this.#o+=1}async play({notation:t=""}){await this.#r([...this.#e,t]),this.#c()}async go(t,s){await this.#r(t),s&&this.#c()}async leaving({notation:t=""}){if(!this.#t)return new Set;const{scene:s}=this.#t;return On(this.link,this.#i([]),[...this.#e,t],s)}#i(t){const s=this.#s===void 0?{}:{viewerSeat:this.#s};return{...this.start,moves:[...t],...s}}async#c(t){let s=this.#o;try{for(await t;s===this.#o&&this.partner?.has(this.#n);){const n=await this.partner.choose(this.#i(this.#e));if(s!==this.#o)return;const o=this.#r([...this.#e,n]);s=this.#o,await o}}catch(n){s===this.#o&&this.listener.failed(S(n))}}async#r(t){const s=this.#o+=1,n=await this.#g(t);if(s!==this.#o)return;const{seat:o,steps:i=[],turn:r,points:a=[],places:c=[]}=n,h=t.length===this.#e.length+1,f=h?i.slice(this.#n.steps?.length??0):[],l={termination:"TERMINATION_NORMAL",points:a,places:c},p=r==="TURN_KIND_OVER";[this.#e,this.#n]=[t,n],this.#t={...this.#d(n),...p&&{end:{verdict:l}}},this.listener.changed(f.map(kh)),o!==void 0&&this.listener.changed([{kind:"turn",seat:o}]),p&&h&&this.listener.changed([{kind:"end",verdict:l}])}#d(t){const{scene:s={},round:n=1,legal:o=[],seat:i,steps:r=[]}=t,a=this.partner?.has(t)??!1;return{game:this.start.game??"",scene:this.#l.read(s),round:n,ply:r.filter(c=>(c.round??1)===n).length,legal:a?[]:o,...i!==void 0&&!a&&{mover:i}}}async#g(t){const s=()=>{const c=this.#t?.scene.board??"";return this.link.call("GameService/GetPosition",{...this.#i(t),knownBoard:c})},n=await s(),{turn:o,seat:i,legal:r=[]}=n;return r.length>0||o!=="TURN_KIND_SEAT"||i===this.#s||this.start.viewerSeat!==void 0||!this.partner||this.partner.has(n)?n:(this.#s=i,s())}}function kh({round:e=1,ply:t=0,seat:s,notation:n="",forced:o}){return{kind:"step",step:{...{round:e,ply:t,notation:n,isForced:o??!1},...s!==void 0&&{seat:s}}}}async function On(e,t,s,n){const o={...t,moves:[...s],stopAtRoundEnd:!0,withoutSteps:!0},{scene:i={}}=await e.call("GameService/GetPosition",{...o,knownBoard:n.board}),r=(i.hands??[]).flatMap(({tokens:c=[]})=>c),a=new Set([...i.tokens??[],...r].map(({id:c})=>c));return new Set(n.tokens.map(({id:c})=>c).filter(c=>c!==""&&!a.has(c)))}const bh=I`
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
  /* An answer that comes at once makes nothing pale. */
  .sent {
    opacity: 0.45;
    transition: opacity 0.2s 0.15s;
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
`,vh=()=>Promise.reject(Error("this server has no rules for pages: copy the files of the package referee-client")),wh=()=>({call:vh}),Jt=({link:e,rules:t,url:s})=>e!==void 0||t||s!=="";function _h({link:e,rules:t,url:s,token:n}){return e||(t?wh():new de(s,n===""?{}:{token:n}))}const Mh=1500;class xh extends ks{#t;#e;#n=new fe;#s;#o;#l="";#i="";#c;#r=new Map;#d=0;#g=0;#p="";#v=!1;#$;#y="";#w;#u=[];#m=0;#x=-1;#a=new lr;#h=new Bc(this,{press:(t,s)=>void this.#H(t,s),redraw:()=>this.#f(),view:()=>this.#s,clear:()=>this.clear(),showAll:()=>this.resetView(),wouldEnd:t=>this.#a.wouldEnd(t),leaving:t=>this.#t?.leaving(t)??Promise.resolve(new Set)});#A=new ResizeObserver(([t])=>{const s=Math.round(t?.contentRect.width??0);s!==this.#d&&(this.#d=s,requestAnimationFrame(()=>this.#f()))});get shownState(){return this.state?this.state:this.#t instanceof Pn?this.#t.state:void 0}show(t){const s=this.shownState,n=!t||!s||kn(s,t);this.ply=n?"":hc(t);const o=n?this.#R():t;this.#k("scrub",{...o,isPresent:n})}step(t){this.#t instanceof at&&this.#C(this.#t.moves.length+t);const s=this.shownState;s&&this.show(dc(s,Mt(this.ply)??this.#R(),t))}flip(){this.flipped=!this.flipped}resetView(){this.#h.reset(),this.#o=void 0,this.#f()}zoom(t){this.#h.zoomMiddle(t)}clear(){this.#a.clear(),this.#h.forget(),this.#f()}async submit(t){await Es(this.#T(),{...t,matchId:this.match})}connectedCallback(){super.connectedCallback(),this.#A.observe(this),this.hasUpdated&&this.#D()}disconnectedCallback(){super.disconnectedCallback(),this.#A.disconnect(),this.#t?.stop(),this.#t=void 0,clearTimeout(this.#w)}willUpdate(t){(t.has("url")||t.has("match"))&&this.#P(t.has("ply")),ks.origins.some(s=>t.has(s))&&this.#D(),(t.has("legal")||t.has("scene"))&&(this.#g+=1),[...t.keys()].length>0&&(this.#m+=1),this.words&&(this.#n=this.words),this.#O()}render(){const[t,s]=[this.#s,this.#b()],n=this.#$&&jt("failed",s,{reason:this.#$.message}),o=this.#v?x("cut",s):n||this.#y,i=or(o,this.#a.sent!==void 0);if(!t)return i;const r=this.bare?void 0:gc(this.#F(t)),a=Je([this.#m],()=>Yc(t)),c=this.still?u:this.#V(t,s),h=Je([this.#m],()=>Xc(t,x("hand",s))),f=t.tray!==void 0||this.tray&&c!==u,l=this.bare?u:"framed";return w`<div class=${l} lang=${s} dir=${tr(s)}>
      ${r?.above??u}
      <div class="stage" dir="ltr" aria-busy=${this.#a.sent!==void 0}>${a}</div>
      ${f?w`<div class="tray" part="tray" dir="ltr">${c}${h}</div>`:u}
      ${r?.below??u} ${f?u:c} ${r?.foot??u} ${i}
      <div class="heard" role="status" aria-live="polite">${this.still?"":this.#p}</div>
    </div>`}update(t){const s=this.#s,[n,o]=[this.#r,s?Ac(s):new Map],i=Ec(this.renderRoot,n,o);super.update(t),this.#r=o,s&&(Sc(this.renderRoot,n,o),Tc(this.renderRoot,i))}updated(){if(!this.#s)return;const{width:t,height:s}=this.#s.layout;this.style.setProperty("--aspect",String(Math.round(1e3*t/s)/1e3)),this.#h.updated(this.renderRoot)}#P(t){this.#s=void 0,this.#p="",t||(this.ply="")}#O(){const t=this.#M();if(!t||this.#x===this.#m)return;this.#x=this.#m;const s=this.#N(t);t.game!==this.#l&&this.#I(t.game),this.#S(`${t.game} ${Mt(this.ply)?.round??t.round}`);const n=this.ply===""&&!this.still?t.legal:[];this.#a.begin(this.#E(t),n);const o=this.#j(t,s),i=$n(o);this.#o=Us(this.#o,i.bounds,i.window);const r=this.#h.port(this.#o,i.bounds);this.#s&&this.#s.scene!==s&&(this.#c=this.#s.scene),this.#s=cc({...o,port:r,isZoomed:this.#h.isZoomed,focus:this.#h.focusIn(s,i,this.#a.next),leaving:this.#h.leaving,asked:this.#h.asked,...this.#c&&{before:this.#c},...this.#h.hovered!==void 0&&{hovered:this.#h.hovered}},i)}#S(t){t!==this.#i&&(this.#i=t,this.#o=void 0,this.#c=void 0)}#j(t,s){const{summary:n}=this.shownState??{},o=this.names.length>0?this.names:n?vs(n):[];return{game:t.game,scene:s,words:this.#n,lang:this.#b(),names:o,isFlipped:this.flipped,symbols:this.symbols,isStill:this.still,isSent:this.#a.sent!==void 0,hasTray:this.tray,clicks:this.#a.clicks,next:this.#a.next,starts:this.#a.starts,...this.#d>0&&{width:Math.min(this.#d,innerHeight)},...this.seat!==void 0&&{seat:this.seat},...t.mover!==void 0&&{mover:t.mover}}}#I(t){this.#l=t;const{style:s}=kt(t),n=[bh,hr,Vc,...s?[s]:[]];qs(this.renderRoot,n),!this.words&&!this.#n.game(t)&&this.#_(t)}async#_(t){if(Jt(this))try{this.#n=await uc(this.#T(),this.url,t),this.#f()}catch(s){this.#L(S(s))}}#M(){if(this.#t)return this.#t.shown;if(this.state)return Ln(this.state);const{scene:t,game:s,legal:n,mover:o}=this;if(t)return{game:s,scene:t,round:1,ply:0,legal:n,...o!==void 0&&{mover:o}}}#N(t){const s=Mt(this.ply);if(!s||!Jt(this))return t.scene;const{matchId:n}=this.shownState??{};if(n===void 0)return t.scene;this.#e??=new vc(this.#T(),n);const o=this.#e.known(s.round,s.ply);return o||(this.#e.at(s.round,s.ply).then(i=>i&&this.#f(),i=>this.#L(S(i))),this.#s?.scene??t.scene)}#E({round:t,ply:s,mover:n}){if(this.#t instanceof at)return this.#t.moves.join(" ");const o=this.shownState,i=this.ply===""?`${t}.${s}.${n??""}`:"past";return o?`${i} ${o.choices?.turnId??""}`:`fed ${this.#g}`}#R(){const{round:t=1,ply:s=0}=this.shownState??this.#t?.shown??{};return{round:t,ply:s}}#C(t){if(!(this.#t instanceof at))return;const{moves:s}=this.#t;(s.length>this.#u.length||!Ah(s,this.#u))&&(this.#u=s);const n=Math.min(Math.max(t,0),this.#u.length);this.#t.go(this.#u.slice(0,n),n===this.#u.length).catch(i=>this.#L(S(i)))}#T(){return _h(this)}#D(){if(this.#t?.stop(),this.#t=void 0,this.#e=void 0,this.#$=void 0,this.#y="",this.#u=[],this.#i="",this.#r=new Map,this.#h.reset(),this.#a.begin("",[]),!this.isConnected||!Jt(this))return;const t={changed:s=>this.#z(s),connection:s=>this.#W(s==="down"),failed:s=>this.#L(s)};this.#t=$h(this,this.#T(),t)}#z(t){this.#$=void 0,t.length>0&&(this.#y="");for(const s of t)this.#Q(s);this.shownState&&this.#k("update",{state:this.shownState}),this.#f()}#Q(t){(t.kind==="takeback"||t.kind==="round")&&this.#e?.clear(),this.#p=Fc(t,this.#p,{seat:this.seat,speaker:this.#q(),prompt:this.shownState?.scene?.prompt,emit:(s,n)=>this.#k(s,n)})}#q(){const{summary:t}=this.shownState??{},s=t?vs(t):this.names;return{words:this.#n,game:this.#l,names:s,lang:this.#b()}}async#H(t,s){this.#y="";const n=this.#a.press(t);if(n||this.#h.forget(),this.#f(),!n)return;const o=await this.#h.isConfirmed(n,t,this.confirm,s);if(!this.#a.isAt(n))return this.#h.forget();if(!o){this.#a.back(),this.#p=x("again",this.#b()),this.#f();return}await this.#B(n)}async#B(t){const s=this.#k("choose",{move:t});if(this.#a.send(t),this.#h.forget(),this.#f(),!s||!this.#t)return;const n=()=>this.#a.sent===t;setTimeout(()=>n()&&this.#U(x("sending",this.#b())),Mh);try{await this.#t.play(t)}catch(o){this.#a.clear(),this.#G(t,S(o))}}#G(t,s){const n=jt("refused",this.#b(),{reason:s.message});this.#U(this.#k("refused",{move:t,error:s})?n:"")}#U(t){this.#y=t,t!==""&&(this.#p=t),this.#f()}#W(t){t!==this.#v&&(this.#v=t,this.#k("connection",{isDown:t}),this.requestUpdate())}#L(t){this.#$=t,this.#k("error",{error:t}),this.requestUpdate()}#f(){this.#m+=1,this.requestUpdate()}#k(t,s){const n={detail:s,bubbles:t!=="error",composed:!0,cancelable:!0};return this.dispatchEvent(new CustomEvent(t,n))}#b(){return this.lang||this.closest("[lang]")?.getAttribute("lang")||document.documentElement.lang||"en"}#V({game:t},s){const n=({kind:o,key:i})=>o==="done"?x("end",s):this.#n.text(t,"choice",i,s);return ir(this.#a.next,n,o=>void this.#H(o,!1))}#F(t){const{prompt:s}=t.scene,n=this.#b(),o=this.shownState,i=()=>{clearTimeout(this.#w),this.#w=setTimeout(()=>this.requestUpdate(),100)};return{view:t,lang:n,moment:Mt(this.ply),isPosition:this.#t instanceof at,prompt:s?Js(this.#n.prompt(t.game,s,n,t.names)):[],tick:i,act:{first:()=>o?this.show({round:1,ply:0}):this.#C(0),back:()=>this.step(-1),forward:()=>this.step(1),present:()=>o?this.show():this.#C(1/0),flip:()=>this.flip(),closer:()=>this.zoom(1.3),farther:()=>this.zoom(1/1.3),whole:()=>this.resetView()},end:o?.end??this.#t?.shown?.end,...o&&{state:o}}}}const Ah=(e,t)=>e.every((s,n)=>s===t[n]);customElements.get("referee-board")||customElements.define("referee-board",xh);const Ch=Dt(class extends Ht{constructor(){super(...arguments),this.key=u}render(e,t){return this.key=e,t}update(e,[t,s]){return t!==this.key&&(Ys(e),this.key=t),s}});const dt=(e,t)=>{const s=e._$AN;if(s===void 0)return!1;for(const n of s)n._$AO?.(t,!1),dt(n,t);return!0},Nt=e=>{let t,s;do{if((t=e._$AM)===void 0)break;s=t._$AN,s.delete(e),e=t}while(s?.size===0)},jn=e=>{for(let t;t=e._$AM;e=t){let s=t._$AN;if(s===void 0)t._$AN=s=new Set;else if(s.has(e))break;s.add(e),Th(t)}};function Sh(e){this._$AN!==void 0?(Nt(this),this._$AM=e,jn(this)):this._$AM=e}function Eh(e,t=!1,s=0){const n=this._$AH,o=this._$AN;if(o!==void 0&&o.size!==0)if(t)if(Array.isArray(n))for(let i=s;i<n.length;i++)dt(n[i],!1),Nt(n[i]);else n!=null&&(dt(n,!1),Nt(n));else dt(this,e)}const Th=e=>{e.type==Ks.CHILD&&(e._$AP??=Eh,e._$AQ??=Sh)};class Lh extends Ht{constructor(){super(...arguments),this._$AN=void 0}_$AT(t,s,n){super._$AT(t,s,n),jn(this),this.isConnected=t._$AU}_$AO(t,s=!0){t!==this.isConnected&&(this.isConnected=t,t?this.reconnected?.():this.disconnected?.()),s&&(dt(this,t),Nt(this))}setValue(t){if(Vi(this._$Ct))this._$Ct._$AI(t,this);else{const s=[...this._$Ct._$AH];s[this._$Ci]=t,this._$Ct._$AI(s,this,0)}}disconnected(){}reconnected(){}}const Rh=()=>new Ph;class Ph{}const te=new WeakMap,Dh=Dt(class extends Lh{render(e){return u}update(e,[t]){const s=t!==this.G;return s&&this.rt(void 0),(s||this.lt!==this.ct)&&(this.G=t,this.ht=e.options?.host,this.rt(this.ct=e.element)),u}rt(e){if(this.G!==void 0)if(this.isConnected||(e=void 0),typeof this.G=="function"){const t=this.ht??globalThis;let s=te.get(t);s===void 0&&(s=new WeakMap,te.set(t,s)),s.get(this.G)!==void 0&&this.G.call(this.ht,void 0),s.set(this.G,e),e!==void 0&&this.G.call(this.ht,e)}else this.G.value=e}get lt(){return typeof this.G=="function"?te.get(this.ht??globalThis)?.get(this.G):this.G?.value}disconnected(){this.lt===this.ct&&this.rt(void 0)}reconnected(){this.rt(this.ct)}});export{u as A,Ps as B,de as C,Bi as D,Xn as P,xh as R,ee as S,fe as W,S as a,w as b,oo as c,O as d,nt as e,No as f,Rh as g,As as h,Ch as i,_s as j,Q as k,lt as l,To as m,Dh as n,ie as o,Ls as r,Es as s,d as w};
