var Ee=globalThis,Re=Ee.ShadowRoot&&(Ee.ShadyCSS===void 0||Ee.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,yt=Symbol(),Ft=new WeakMap,he=class{constructor(e,n,o){if(this._$cssResult$=!0,o!==yt)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=n}get styleSheet(){let e=this.o,n=this.t;if(Re&&e===void 0){let o=n!==void 0&&n.length===1;o&&(e=Ft.get(n)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),o&&Ft.set(n,e))}return e}toString(){return this.cssText}},Zt=t=>new he(typeof t=="string"?t:t+"",void 0,yt),k=(t,...e)=>{let n=t.length===1?t[0]:e.reduce((o,s,r)=>o+(i=>{if(i._$cssResult$===!0)return i.cssText;if(typeof i=="number")return i;throw Error("Value passed to 'css' function must be a 'css' function result: "+i+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(s)+t[r+1],t[0]);return new he(n,t,yt)},Le=(t,e)=>{if(Re)t.adoptedStyleSheets=e.map(n=>n instanceof CSSStyleSheet?n:n.styleSheet);else for(let n of e){let o=document.createElement("style"),s=Ee.litNonce;s!==void 0&&o.setAttribute("nonce",s),o.textContent=n.cssText,t.appendChild(o)}},gt=Re?t=>t:t=>t instanceof CSSStyleSheet?(e=>{let n="";for(let o of e.cssRules)n+=o.cssText;return Zt(n)})(t):t;var{is:Ts,defineProperty:As,getOwnPropertyDescriptor:Es,getOwnPropertyNames:Rs,getOwnPropertySymbols:Ls,getPrototypeOf:Ps}=Object,Pe=globalThis,Kt=Pe.trustedTypes,Cs=Kt?Kt.emptyScript:"",js=Pe.reactiveElementPolyfillSupport,ue=(t,e)=>t,bt={toAttribute(t,e){switch(e){case Boolean:t=t?Cs:null;break;case Object:case Array:t=t==null?t:JSON.stringify(t)}return t},fromAttribute(t,e){let n=t;switch(e){case Boolean:n=t!==null;break;case Number:n=t===null?null:Number(t);break;case Object:case Array:try{n=JSON.parse(t)}catch{n=null}}return n}},Xt=(t,e)=>!Ts(t,e),Jt={attribute:!0,type:String,converter:bt,reflect:!1,useDefault:!1,hasChanged:Xt};Symbol.metadata??=Symbol("metadata"),Pe.litPropertyMetadata??=new WeakMap;var j=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,n=Jt){if(n.state&&(n.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((n=Object.create(n)).wrapped=!0),this.elementProperties.set(e,n),!n.noAccessor){let o=Symbol(),s=this.getPropertyDescriptor(e,o,n);s!==void 0&&As(this.prototype,e,s)}}static getPropertyDescriptor(e,n,o){let{get:s,set:r}=Es(this.prototype,e)??{get(){return this[n]},set(i){this[n]=i}};return{get:s,set(i){let a=s?.call(this);r?.call(this,i),this.requestUpdate(e,a,o)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??Jt}static _$Ei(){if(this.hasOwnProperty(ue("elementProperties")))return;let e=Ps(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(ue("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(ue("properties"))){let n=this.properties,o=[...Rs(n),...Ls(n)];for(let s of o)this.createProperty(s,n[s])}let e=this[Symbol.metadata];if(e!==null){let n=litPropertyMetadata.get(e);if(n!==void 0)for(let[o,s]of n)this.elementProperties.set(o,s)}this._$Eh=new Map;for(let[n,o]of this.elementProperties){let s=this._$Eu(n,o);s!==void 0&&this._$Eh.set(s,n)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let n=[];if(Array.isArray(e)){let o=new Set(e.flat(1/0).reverse());for(let s of o)n.unshift(gt(s))}else e!==void 0&&n.push(gt(e));return n}static _$Eu(e,n){let o=n.attribute;return o===!1?void 0:typeof o=="string"?o:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,n=this.constructor.elementProperties;for(let o of n.keys())this.hasOwnProperty(o)&&(e.set(o,this[o]),delete this[o]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Le(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,n,o){this._$AK(e,o)}_$ET(e,n){let o=this.constructor.elementProperties.get(e),s=this.constructor._$Eu(e,o);if(s!==void 0&&o.reflect===!0){let r=(o.converter?.toAttribute!==void 0?o.converter:bt).toAttribute(n,o.type);this._$Em=e,r==null?this.removeAttribute(s):this.setAttribute(s,r),this._$Em=null}}_$AK(e,n){let o=this.constructor,s=o._$Eh.get(e);if(s!==void 0&&this._$Em!==s){let r=o.getPropertyOptions(s),i=typeof r.converter=="function"?{fromAttribute:r.converter}:r.converter?.fromAttribute!==void 0?r.converter:bt;this._$Em=s;let a=i.fromAttribute(n,r.type);this[s]=a??this._$Ej?.get(s)??a,this._$Em=null}}requestUpdate(e,n,o,s=!1,r){if(e!==void 0){let i=this.constructor;if(s===!1&&(r=this[e]),o??=i.getPropertyOptions(e),!((o.hasChanged??Xt)(r,n)||o.useDefault&&o.reflect&&r===this._$Ej?.get(e)&&!this.hasAttribute(i._$Eu(e,o))))return;this.C(e,n,o)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,n,{useDefault:o,reflect:s,wrapped:r},i){o&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,i??n??this[e]),r!==!0||i!==void 0)||(this._$AL.has(e)||(this.hasUpdated||o||(n=void 0),this._$AL.set(e,n)),s===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(n){Promise.reject(n)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[s,r]of this._$Ep)this[s]=r;this._$Ep=void 0}let o=this.constructor.elementProperties;if(o.size>0)for(let[s,r]of o){let{wrapped:i}=r,a=this[s];i!==!0||this._$AL.has(s)||a===void 0||this.C(s,void 0,r,a)}}let e=!1,n=this._$AL;try{e=this.shouldUpdate(n),e?(this.willUpdate(n),this._$EO?.forEach(o=>o.hostUpdate?.()),this.update(n)):this._$EM()}catch(o){throw e=!1,this._$EM(),o}e&&this._$AE(n)}willUpdate(e){}_$AE(e){this._$EO?.forEach(n=>n.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(n=>this._$ET(n,this[n])),this._$EM()}updated(e){}firstUpdated(e){}};j.elementStyles=[],j.shadowRootOptions={mode:"open"},j[ue("elementProperties")]=new Map,j[ue("finalized")]=new Map,js?.({ReactiveElement:j}),(Pe.reactiveElementVersions??=[]).push("2.1.2");var vt=globalThis,Yt=t=>t,Ce=vt.trustedTypes,en=Ce?Ce.createPolicy("lit-html",{createHTML:t=>t}):void 0,wt="$lit$",O=`lit$${Math.random().toFixed(9).slice(2)}$`,$t="?"+O,Os=`<${$t}>`,Z=document,fe=()=>Z.createComment(""),me=t=>t===null||typeof t!="object"&&typeof t!="function",xt=Array.isArray,an=t=>xt(t)||typeof t?.[Symbol.iterator]=="function",kt=`[ 	
\f\r]`,pe=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,tn=/-->/g,nn=/>/g,W=RegExp(`>|${kt}(?:([^\\s"'>=/]+)(${kt}*=${kt}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),on=/'/g,sn=/"/g,ln=/^(?:script|style|textarea|title)$/i,St=t=>(e,...n)=>({_$litType$:t,strings:e,values:n}),v=St(1),d=St(2),xl=St(3),C=Symbol.for("lit-noChange"),h=Symbol.for("lit-nothing"),rn=new WeakMap,F=Z.createTreeWalker(Z,129);function cn(t,e){if(!xt(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return en!==void 0?en.createHTML(e):e}var dn=(t,e)=>{let n=t.length-1,o=[],s,r=e===2?"<svg>":e===3?"<math>":"",i=pe;for(let a=0;a<n;a++){let l=t[a],c,p,u=-1,m=0;for(;m<l.length&&(i.lastIndex=m,p=i.exec(l),p!==null);)m=i.lastIndex,i===pe?p[1]==="!--"?i=tn:p[1]!==void 0?i=nn:p[2]!==void 0?(ln.test(p[2])&&(s=RegExp("</"+p[2],"g")),i=W):p[3]!==void 0&&(i=W):i===W?p[0]===">"?(i=s??pe,u=-1):p[1]===void 0?u=-2:(u=i.lastIndex-p[2].length,c=p[1],i=p[3]===void 0?W:p[3]==='"'?sn:on):i===sn||i===on?i=W:i===tn||i===nn?i=pe:(i=W,s=void 0);let y=i===W&&t[a+1].startsWith("/>")?" ":"";r+=i===pe?l+Os:u>=0?(o.push(c),l.slice(0,u)+wt+l.slice(u)+O+y):l+O+(u===-2?a:y)}return[cn(t,r+(t[n]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),o]},ye=class t{constructor({strings:e,_$litType$:n},o){let s;this.parts=[];let r=0,i=0,a=e.length-1,l=this.parts,[c,p]=dn(e,n);if(this.el=t.createElement(c,o),F.currentNode=this.el.content,n===2||n===3){let u=this.el.content.firstChild;u.replaceWith(...u.childNodes)}for(;(s=F.nextNode())!==null&&l.length<a;){if(s.nodeType===1){if(s.hasAttributes())for(let u of s.getAttributeNames())if(u.endsWith(wt)){let m=p[i++],y=s.getAttribute(u).split(O),g=/([.?@])?(.*)/.exec(m);l.push({type:1,index:r,name:g[2],strings:y,ctor:g[1]==="."?Oe:g[1]==="?"?Ve:g[1]==="@"?Ne:J}),s.removeAttribute(u)}else u.startsWith(O)&&(l.push({type:6,index:r}),s.removeAttribute(u));if(ln.test(s.tagName)){let u=s.textContent.split(O),m=u.length-1;if(m>0){s.textContent=Ce?Ce.emptyScript:"";for(let y=0;y<m;y++)s.append(u[y],fe()),F.nextNode(),l.push({type:2,index:++r});s.append(u[m],fe())}}}else if(s.nodeType===8)if(s.data===$t)l.push({type:2,index:r});else{let u=-1;for(;(u=s.data.indexOf(O,u+1))!==-1;)l.push({type:7,index:r}),u+=O.length-1}r++}}static createElement(e,n){let o=Z.createElement("template");return o.innerHTML=e,o}};function K(t,e,n=t,o){if(e===C)return e;let s=o!==void 0?n._$Co?.[o]:n._$Cl,r=me(e)?void 0:e._$litDirective$;return s?.constructor!==r&&(s?._$AO?.(!1),r===void 0?s=void 0:(s=new r(t),s._$AT(t,n,o)),o!==void 0?(n._$Co??=[])[o]=s:n._$Cl=s),s!==void 0&&(e=K(t,s._$AS(t,e.values),s,o)),e}var je=class{constructor(e,n){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:n},parts:o}=this._$AD,s=(e?.creationScope??Z).importNode(n,!0);F.currentNode=s;let r=F.nextNode(),i=0,a=0,l=o[0];for(;l!==void 0;){if(i===l.index){let c;l.type===2?c=new ne(r,r.nextSibling,this,e):l.type===1?c=new l.ctor(r,l.name,l.strings,this,e):l.type===6&&(c=new Be(r,this,e)),this._$AV.push(c),l=o[++a]}i!==l?.index&&(r=F.nextNode(),i++)}return F.currentNode=Z,s}p(e){let n=0;for(let o of this._$AV)o!==void 0&&(o.strings!==void 0?(o._$AI(e,o,n),n+=o.strings.length-2):o._$AI(e[n])),n++}},ne=class t{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,n,o,s){this.type=2,this._$AH=h,this._$AN=void 0,this._$AA=e,this._$AB=n,this._$AM=o,this.options=s,this._$Cv=s?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,n=this._$AM;return n!==void 0&&e?.nodeType===11&&(e=n.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,n=this){e=K(this,e,n),me(e)?e===h||e==null||e===""?(this._$AH!==h&&this._$AR(),this._$AH=h):e!==this._$AH&&e!==C&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):an(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==h&&me(this._$AH)?this._$AA.nextSibling.data=e:this.T(Z.createTextNode(e)),this._$AH=e}$(e){let{values:n,_$litType$:o}=e,s=typeof o=="number"?this._$AC(e):(o.el===void 0&&(o.el=ye.createElement(cn(o.h,o.h[0]),this.options)),o);if(this._$AH?._$AD===s)this._$AH.p(n);else{let r=new je(s,this),i=r.u(this.options);r.p(n),this.T(i),this._$AH=r}}_$AC(e){let n=rn.get(e.strings);return n===void 0&&rn.set(e.strings,n=new ye(e)),n}k(e){xt(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,o,s=0;for(let r of e)s===n.length?n.push(o=new t(this.O(fe()),this.O(fe()),this,this.options)):o=n[s],o._$AI(r),s++;s<n.length&&(this._$AR(o&&o._$AB.nextSibling,s),n.length=s)}_$AR(e=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);e!==this._$AB;){let o=Yt(e).nextSibling;Yt(e).remove(),e=o}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},J=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,n,o,s,r){this.type=1,this._$AH=h,this._$AN=void 0,this.element=e,this.name=n,this._$AM=s,this.options=r,o.length>2||o[0]!==""||o[1]!==""?(this._$AH=Array(o.length-1).fill(new String),this.strings=o):this._$AH=h}_$AI(e,n=this,o,s){let r=this.strings,i=!1;if(r===void 0)e=K(this,e,n,0),i=!me(e)||e!==this._$AH&&e!==C,i&&(this._$AH=e);else{let a=e,l,c;for(e=r[0],l=0;l<r.length-1;l++)c=K(this,a[o+l],n,l),c===C&&(c=this._$AH[l]),i||=!me(c)||c!==this._$AH[l],c===h?e=h:e!==h&&(e+=(c??"")+r[l+1]),this._$AH[l]=c}i&&!s&&this.j(e)}j(e){e===h?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},Oe=class extends J{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===h?void 0:e}},Ve=class extends J{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==h)}},Ne=class extends J{constructor(e,n,o,s,r){super(e,n,o,s,r),this.type=5}_$AI(e,n=this){if((e=K(this,e,n,0)??h)===C)return;let o=this._$AH,s=e===h&&o!==h||e.capture!==o.capture||e.once!==o.once||e.passive!==o.passive,r=e!==h&&(o===h||s);s&&this.element.removeEventListener(this.name,this,o),r&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},Be=class{constructor(e,n,o){this.element=e,this.type=6,this._$AN=void 0,this._$AM=n,this.options=o}get _$AU(){return this._$AM._$AU}_$AI(e){K(this,e)}},hn={M:wt,P:O,A:$t,C:1,L:dn,R:je,D:an,V:K,I:ne,H:J,N:Ve,U:Ne,B:Oe,F:Be},Vs=vt.litHtmlPolyfillSupport;Vs?.(ye,ne),(vt.litHtmlVersions??=[]).push("3.3.3");var un=(t,e,n)=>{let o=n?.renderBefore??e,s=o._$litPart$;if(s===void 0){let r=n?.renderBefore??null;o._$litPart$=s=new ne(e.insertBefore(fe(),r),r,void 0,n??{})}return s._$AI(t),s};var Mt=globalThis,N=class extends j{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let n=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=un(n,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return C}};N._$litElement$=!0,N.finalized=!0,Mt.litElementHydrateSupport?.({LitElement:N});var Ns=Mt.litElementPolyfillSupport;Ns?.({LitElement:N});(Mt.litElementVersions??=[]).push("4.2.2");var pn={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},Ie=t=>(...e)=>({_$litDirective$:t,values:e}),oe=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,n,o){this._$Ct=e,this._$AM=n,this._$Ci=o}_$AS(e,n){return this.update(e,n)}update(e,n){return this.render(...n)}};var Bs={},fn=Ie(class extends oe{constructor(){super(...arguments),this.ot=Bs}render(t,e){return e()}update(t,[e,n]){if(Array.isArray(e)){if(Array.isArray(this.ot)&&this.ot.length===e.length&&e.every((o,s)=>o===this.ot[s]))return C}else if(this.ot===e)return C;return this.ot=Array.isArray(e)?Array.from(e):e,this.render(e,n)}});var Is=new Set(["network","unavailable","deadline_exceeded"]),Hs=new Set(["STOPPING","STARTING","STORE_UNAVAILABLE","LAGGED","HOST_FAULT"]),R=class extends Error{constructor(n){super(n.message);this.name="RefereeError";this.code=n.code,this.reason=n.reason??"",this.field=n.field??"",this.value=n.value??"",this.expected=n.expected??"",this.limit=n.limit??"",this.most=n.most,this.retryAfterMs=n.retryAfterMs,this.status=n.status??0}get isRetryable(){return Is.has(this.code)||Hs.has(this.reason)||this.retryAfterMs!==void 0}get isSignedOut(){return this.reason==="UNAUTHENTICATED"||this.reason==="TOKEN_EXPIRED"}};function He(t,e){let n=(t.details??[]).map(({debug:i})=>i??{}),{reason:o,metadata:s={}}=n.find(i=>i.reason)??{},r=n.find(i=>i.retryDelay)?.retryDelay;return new R({code:t.code??"unknown",message:t.message??`HTTP ${e}`,status:e,...o!==void 0&&{reason:o},...mn(s,["field","value","expected","limit"]),...s.most!==void 0&&{most:Number(s.most)},...r!==void 0&&{retryAfterMs:Number.parseFloat(r)*1e3}})}function Ge(t){let{text:e="",reason:n="",most:o,retryAfterMs:s}=t;return new R({code:"refused",message:e,reason:n.replace(/^REASON_/,""),...mn(t,["field","value","expected","limit"]),...o!==void 0&&{most:Number(o)},...s!==void 0&&{retryAfterMs:Number(s)}})}function $(t){if(t instanceof R)return t;let e=t instanceof Error?t.message:String(t);return new R({code:"network",message:e})}function mn(t,e){return Object.fromEntries(e.flatMap(n=>t[n]?[[n,t[n]]]:[]))}var X=5,Gs=1,Ds=2,Us=64*1024*1024;function yn(t){let e=new TextEncoder().encode(t),n=new Uint8Array(X+e.length);return new DataView(n.buffer).setUint32(1,e.length),n.set(e,X),n}async function*gn(t){let e=t.getReader(),n=new _t,o=new TextDecoder;try{for(;;){let{done:s,value:r}=await e.read();if(s)break;n.push(r);for(let i=n.take();i;i=n.take()){if(i.flags&Gs)throw bn("a compressed message");let a=JSON.parse(o.decode(i.message));if((i.flags&Ds)===0)yield a;else return qs(a)}}}finally{await e.cancel().catch(()=>{})}throw new R({code:"network",message:"the connection was cut"})}function qs({error:t}){if(t)throw He(t,200)}var bn=t=>new R({code:"internal",message:`the stream has ${t}`}),_t=class{#e=new Uint8Array(0);push(e){let n=new Uint8Array(this.#e.length+e.length);n.set(this.#e),n.set(e,this.#e.length),this.#e=n}take(){let e=this.#e;if(e.length<X)return;let n=new DataView(e.buffer,e.byteOffset).getUint32(1);if(n>Us)throw bn(`a message of ${n} bytes`);if(!(e.length<X+n))return this.#e=e.subarray(X+n),{flags:e[0]??0,message:e.subarray(X,X+n)}}};var zs=15e3,Qs=5e3,De=class t{#e;constructor(e,n={}){this.url=e.replace(/\/+$/,""),this.token=n.token,this.#e=n.fetch??((o,s)=>fetch(o,s))}withToken(e){return new t(this.url,{fetch:this.#e,...e!==void 0&&{token:e}})}async call(e,n,{signal:o,timeoutMs:s=zs}={}){let r=AbortSignal.timeout(s+Qs),i=await this.#t(e,"application/json",JSON.stringify(n),{signal:o?AbortSignal.any([o,r]):r,timeoutMs:s});if(!i.ok)throw await kn(i);return await i.json().catch(a=>{throw $(a)})}async*stream(e,n,{signal:o}={}){let s=new AbortController,r=o?AbortSignal.any([o,s.signal]):s.signal,i=yn(JSON.stringify(n));try{let a=await this.#t(e,"application/connect+json",i,{signal:r});if(!a.ok||!a.body)throw await kn(a);yield*gn(a.body)}catch(a){throw r.aborted?new R({code:"canceled",message:"canceled"}):$(a)}finally{s.abort()}}async#t(e,n,o,{signal:s,timeoutMs:r}){let i=new Headers({"content-type":n,"connect-protocol-version":"1"});this.token!==void 0&&i.set("authorization",`Bearer ${this.token}`),r!==void 0&&i.set("connect-timeout-ms",String(r));let a={method:"POST",headers:i,body:o,...s&&{signal:s}};try{return await this.#e(`${this.url}/referee.v1.${e}`,a)}catch(l){throw l instanceof DOMException&&l.name==="AbortError"?new R({code:"canceled",message:"canceled"}):$(l)}}};async function kn(t){let e=await t.text().catch(()=>"");try{return He(JSON.parse(e),t.status)}catch{let n=t.status>=500?"unavailable":"unknown";return new R({code:n,message:`HTTP ${t.status}`,status:t.status})}}var vn=250,Ws=5e3;async function*Tt(t,{signal:e=new AbortController().signal,onConnection:n=()=>{}}={}){let o=vn,s,r=i=>{i!==s&&n(i),s=i};for(;!e.aborted;)try{for await(let i of t(e))r("open"),o=vn,yield i;return}catch(i){if(e.aborted)return;let a=$(i);if(!a.isRetryable)throw a;r("down"),await Fs(Math.max(a.retryAfterMs??0,o*(.75+Math.random()/2)),e),o=Math.min(2*o,Ws)}}function Fs(t,e){return new Promise(n=>{let o=()=>{clearTimeout(s),e.removeEventListener("abort",o),globalThis.removeEventListener?.("online",o),n()},s=setTimeout(o,t);e.addEventListener("abort",o),globalThis.addEventListener?.("online",o)})}var Zs=100,Ue=class{constructor(e){this.request=e;for(let{matchId:n="",afterSeq:o="0"}of e.matches??[])this.#e.set(n,o)}#e=new Map;note({matchId:e="",followed:n,event:o,update:s,gone:r}){r?this.#e.delete(e):n&&!this.#e.has(e)&&this.#e.set(e,"0");let i=o?.seq??s?.events?.at(-1)?.seq;i!==void 0&&this.#e.set(e,i)}next(){let e=[...this.#e].slice(0,Zs),n={...this.request,withChanges:!0};if(!this.request.matches)return{...n,shown:e.map(([o])=>o)};if(!(e.length===0&&!this.request.stayOpen))return{...n,matches:e.map(([o,s])=>({matchId:o,afterSeq:s}))}}};function wn(t,e,n={}){let o=new Ue(e);return Tt(async function*(s){let r=o.next();if(r)for await(let i of t.stream("MatchService/WatchMatches",r,{signal:s}))o.note(i),yield i},n)}function $n(t,e,n={}){let o=e.watch&&new Ue(e.watch),s=new At(e.hello??{});return Tt(async function*(r){let i=o?.next(),a={hello:s.next(),...i&&{watch:i}};for await(let l of t.stream("MatchService/Attend",a,{signal:r}))l.watched&&o?.note(l.watched),l.response&&s.note(l.response),yield l},n)}var At=class{constructor(e){this.hello=e}#e=new Map;note({event:e,refused:n}){if(n?.refusal&&!n.matchId)throw Ge(n.refusal);let{matchId:o,event:{seq:s,matchEnded:r}={}}=e??{};o===void 0||s===void 0||(r?this.#e.delete(o):this.#e.set(o,s))}next(){let e=[...this.#e].map(([n,o])=>({matchId:n,afterSeq:o}));return{...this.hello,...e.length>0&&{resume:e}}}},Ks=6,Js=200;async function qe(t,e){let n=e.playMove?e:{...e,requestId:Xs()};for(let o=1;;o+=1)try{return await t.call("MatchService/SubmitCommand",n)}catch(s){let r=$(s);if(!r.isRetryable||o===Ks)throw r;let i=r.retryAfterMs??Js*2**o;await new Promise(a=>setTimeout(a,i))}}function Xs(){return[...crypto.getRandomValues(new Uint8Array(16))].map(e=>e.toString(16).padStart(2,"0")).join("")}function ze(t,e,n){let o=n.width/n.height;if(t&&tr(t,e)&&er(t,o))return t;let s=Math.max(e.width,e.height*o,7),i=t!==void 0&&s>t.width?s*1.12:Math.max(s,t?.width??0);return Ys(xn(e),i,o)}var xn=({x:t,y:e,width:n,height:o})=>({x:t+n/2,y:e+o/2});function Ys({x:t,y:e},n,o){let s=n/o;return{x:t-n/2,y:e-s/2,width:n,height:s}}var er=({width:t,height:e},n)=>Math.abs(t/e/n-1)<.01;function tr(t,e){return e.x>=t.x-1e-9&&e.y>=t.y-1e-9&&e.x+e.width<=t.x+t.width+1e-9&&e.y+e.height<=t.y+t.height+1e-9}function Sn(t,e,n){let o=xn(t),s=Et(o.x+e.x,n.x,n.x+n.width),r=Et(o.y+e.y,n.y,n.y+n.height);return{...t,x:s-t.width/2,y:r-t.height/2}}function Mn(t,e,n,o){let[s,r]=[o.width/5,o.width/.6],i=Et(t.width/e,s,r),a=i/t.width;return{x:n.x-(n.x-t.x)*a,y:n.y-(n.y-t.y)*a,width:i,height:t.height*a}}var Et=(t,e,n)=>Math.min(Math.max(t,e),n);var ge=t=>t.toLowerCase().split("-")[0]??"en",B=class{#e=new Map;#t=new Map;constructor(e=[]){for(let n of e)this.add(n)}add(e){let n=e.id??"";this.#e.set(n,e);for(let{kind:o="",key:s="",texts:r={}}of e.words??[])this.#t.set(`${n} ${o.replace("WORD_KIND_","").toLowerCase()} ${s}`,r)}game(e){return this.#e.get(e)}sides(e){return(this.#e.get(e)?.sides??[]).map(({name:n="",colour:o="",halfTurns:s=0})=>({name:n,colour:o,halfTurns:s}))}text(e,n,o,s){let r=this.#t.get(`${e} ${n} ${o}`);return r?.[ge(s)]??r?.["en"]??o.replaceAll("_"," ")}has(e,n,o){return this.#t.has(`${e} ${n} ${o}`)}prompt(e,n,o,s){let r=this.text(e,"prompt",n.key,o),i=n.forSeat===void 0?"":s[n.forSeat]??"";return nr(r,{value:n.value,for:i})}};function nr(t,e){return t.split(/(\{\w+\})/).filter(o=>o!=="").map(o=>{let s=e[o.slice(1,-1)],r=o.startsWith("{")&&s!==void 0;return{text:r?s:o,isIsolated:r}})}var or="\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9";function Y(t,e){let n=String(t);return ge(e)!=="fa"?n:n.replace(/\d/g,o=>or[Number(o)]??o)}function _n(t,e){let n=t.running??!1,o=n?Math.max(0,e-Number(t.startsInMs??0)):0,s=sr(t.remainingMs),r=o,i=E=>{let Q=Math.min(E,r);return r-=Q,E-Q},a=i(Number(t.delayLeftMs??0)),l=i(s??0),{periods:c,periodMs:p}=ir(t,r),u=E=>E===void 0?void 0:Math.max(0,Number(E)-o),m={moveMs:u(t.moveLeftMs),roundMs:u(t.roundLeftMs),matchMs:u(t.matchLeftMs)},y=s===void 0?void 0:rr(l,c,p),g=[m.moveMs,m.roundMs,m.matchMs].filter(E=>E!==void 0),_=y===void 0?g:[y,...g];return{hasClock:_.length>0,isRunning:n,isFlagged:n&&(y===0&&a===0||g.includes(0)),delayMs:a,periods:c,periodMs:p,...s!==void 0&&{remainingMs:l},...ar(m),..._.length>0&&{shownMs:Math.min(..._)}}}var sr=t=>t===void 0?void 0:Number(t);function rr(t,e,n){return t>0||e===0?t:n}function ir(t,e){let[n,o]=[t.periods??0,Number(t.periodMs??0)];if(n===0)return{periods:0,periodMs:0};let s=Number(t.periodLeftMs??0);if(e<s||o===0)return{periods:n,periodMs:Math.max(0,s-e)};let r=1+Math.floor((e-s)/o);return r>=n?{periods:0,periodMs:0}:{periods:n-r,periodMs:o-(e-s)%o}}function ar({moveMs:t,roundMs:e,matchMs:n}){return{...t!==void 0&&{moveMs:t},...e!==void 0&&{roundMs:e},...n!==void 0&&{matchMs:n}}}var[Rt,Qe,be,Lt]=[1e3,6e4,36e5,864e5],lr=1e4;function Tn(t,e){let n=s=>String(Math.floor(s)).padStart(2,"0");if(t<lr)return Y(`0:${n(t/Rt)}.${Math.floor(t%Rt/100)}`,e);let o=n(t%Qe/Rt);return t<be?Y(`${Math.floor(t/Qe)}:${o}`,e):t<Lt?Y(`${Math.floor(t/be)}:${n(t%be/Qe)}:${o}`,e):Y(`${Math.floor(t/Lt)}d ${n(t%Lt/be)}:${n(t%be/Qe)}`,e)}var An={board:"Board",first:"First position",back:"One move back",forward:"One move forward",present:"To the present",flip:"Turn the board",closer:"Closer",farther:"Farther",whole:"Show everything",cut:"Connection lost. Trying again \u2026",failed:"The board cannot be shown: {reason}",yourTurn:"Your turn",wins:"{name} wins",drawn:"A draw",aborted:"The match was aborted",end:"End this move here",moved:"{name}: {move}",chance:"Chance: {move}",away:"away"},cr={board:"\u0635\u0641\u062D\u0647",first:"\u0648\u0636\u0639\u06CC\u062A \u0646\u062E\u0633\u062A",back:"\u06CC\u06A9 \u062D\u0631\u06A9\u062A \u0628\u0647 \u0639\u0642\u0628",forward:"\u06CC\u06A9 \u062D\u0631\u06A9\u062A \u0628\u0647 \u062C\u0644\u0648",present:"\u0628\u0647 \u0627\u06A9\u0646\u0648\u0646",flip:"\u0686\u0631\u062E\u0627\u0646\u062F\u0646 \u0635\u0641\u062D\u0647",closer:"\u0646\u0632\u062F\u06CC\u06A9\u200C\u062A\u0631",farther:"\u062F\u0648\u0631\u062A\u0631",whole:"\u0646\u0645\u0627\u06CC\u0634 \u0647\u0645\u0647",cut:"\u0627\u0631\u062A\u0628\u0627\u0637 \u0642\u0637\u0639 \u0634\u062F. \u062F\u0631 \u062D\u0627\u0644 \u062A\u0644\u0627\u0634 \u062F\u0648\u0628\u0627\u0631\u0647\u2026",failed:"\u0635\u0641\u062D\u0647 \u0646\u0645\u0627\u06CC\u0634 \u062F\u0627\u062F\u0647 \u0646\u0645\u06CC\u200C\u0634\u0648\u062F: {reason}",yourTurn:"\u0646\u0648\u0628\u062A \u0634\u0645\u0627\u0633\u062A",wins:"{name} \u0628\u0631\u0646\u062F\u0647 \u0634\u062F",drawn:"\u0645\u0633\u0627\u0648\u06CC",aborted:"\u0628\u0627\u0632\u06CC \u0644\u063A\u0648 \u0634\u062F",end:"\u067E\u0627\u06CC\u0627\u0646 \u062D\u0631\u06A9\u062A \u062F\u0631 \u0647\u0645\u06CC\u0646\u200C\u062C\u0627",moved:"{name}: {move}",chance:"\u0634\u0627\u0646\u0633: {move}",away:"\u063A\u0627\u06CC\u0628"},dr={board:"\u0414\u043E\u0441\u043A\u0430",first:"\u041A \u043D\u0430\u0447\u0430\u043B\u0443",back:"\u041D\u0430 \u0445\u043E\u0434 \u043D\u0430\u0437\u0430\u0434",forward:"\u041D\u0430 \u0445\u043E\u0434 \u0432\u043F\u0435\u0440\u0451\u0434",present:"\u041A \u0442\u0435\u043A\u0443\u0449\u0435\u0439 \u043F\u043E\u0437\u0438\u0446\u0438\u0438",flip:"\u041F\u043E\u0432\u0435\u0440\u043D\u0443\u0442\u044C \u0434\u043E\u0441\u043A\u0443",closer:"\u0411\u043B\u0438\u0436\u0435",farther:"\u0414\u0430\u043B\u044C\u0448\u0435",whole:"\u041F\u043E\u043A\u0430\u0437\u0430\u0442\u044C \u0432\u0441\u0451",cut:"\u0421\u0432\u044F\u0437\u044C \u043F\u043E\u0442\u0435\u0440\u044F\u043D\u0430. \u041F\u043E\u0432\u0442\u043E\u0440\u043D\u0430\u044F \u043F\u043E\u043F\u044B\u0442\u043A\u0430\u2026",failed:"\u0414\u043E\u0441\u043A\u0443 \u043D\u0435\u043B\u044C\u0437\u044F \u043F\u043E\u043A\u0430\u0437\u0430\u0442\u044C: {reason}",yourTurn:"\u0412\u0430\u0448 \u0445\u043E\u0434",wins:"\u041F\u043E\u0431\u0435\u0434\u0430: {name}",drawn:"\u041D\u0438\u0447\u044C\u044F",aborted:"\u041C\u0430\u0442\u0447 \u043E\u0442\u043C\u0435\u043D\u0451\u043D",end:"\u0417\u0430\u043A\u043E\u043D\u0447\u0438\u0442\u044C \u0445\u043E\u0434 \u0437\u0434\u0435\u0441\u044C",moved:"{name}: {move}",chance:"\u0421\u043B\u0443\u0447\u0430\u0439: {move}",away:"\u043E\u0442\u0441\u0443\u0442\u0441\u0442\u0432\u0443\u0435\u0442"},hr={en:An,fa:cr,ru:dr},x=(t,e)=>(hr[ge(e)]??An)[t],En=t=>["fa","ar","he","ur"].includes(ge(t))?"rtl":"ltr";var ur=1e4;function Pt(t,e){return t.length===0?h:v`<div class="bar" part="bar">${t.map(n=>pr(n,e))}</div>`}function pr(t,e){let n=t.isAway?v` <small>${x("away",e)}</small>`:h,o=t.side?.colour??"grey",{counters:s}=t;return v`<div class=${t.isTurn?"player turn":"player"} part="player">
    <svg class="side" viewBox="-1 -1 2 2" aria-hidden="true"><circle r="0.8"
      fill=${`var(--colour-${o}, var(--muted))`}></circle></svg>
    <div class="who">
      <bdi class="player-name">${t.name}</bdi>${n}
      ${s.length>0?v`<small part="counter">${s.join(" \xB7 ")}</small>`:h}
    </div>
    ${t.clock?fr(t.clock,t.elapsedMs,e):h}
  </div>`}function fr(t,e,n){let{shownMs:o,isRunning:s,periods:r,remainingMs:i}=_n(t,e);if(o===void 0)return h;let a=s&&o<ur,l=i===0&&r>0?v` <small>×${r}</small>`:h;return v`<bdi class=${a?"clock haste":"clock"} part="clock" role="timer"
    aria-live="off">${Tn(o,n)}${l}</bdi>`}var Rn=t=>t.map(({text:e,isIsolated:n})=>n?v`<bdi>${e}</bdi>`:e);function Ln(t,e,n){let o=t.filter(({kind:s})=>s==="choice"||s==="done");return o.length===0?h:v`<div class="choices" part="choices">${o.map(s=>v`<button type="button" part="choice" @click=${()=>n(s)}>${e(s)}</button>`)}</div>`}var mr={first:"M7 5v14M19 5l-9 7 9 7z",back:"M16 5l-9 7 9 7z",forward:"M8 5l9 7-9 7z",present:"M17 5v14M5 5l9 7-9 7z",flip:"M7 4v14M3.5 14.5 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",closer:"M12 5v14M5 12h14",farther:"M5 12h14",whole:"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"};function Pn(t,e,n){return t.length===0?h:v`<div class="controls" part="controls" dir="ltr">${t.map(({control:o,isOff:s})=>v`<button type="button" part="control" ?disabled=${s}
      aria-label=${x(o,e)}
      title=${x(o,e)} @click=${()=>n(o)}>${yr(o)}</button>`)}</div>`}var yr=t=>v`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${d`<path d=${mr[t]}></path>`}</svg>`,Cn=k`
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
`;var jn={kind:"done",key:""},We=(t,e)=>t.kind===e.kind&&t.key===e.key;function Ct({handToken:t,spaces:e=[],choice:n}){return[...t?[{kind:"hand",key:t}]:[],...e.map(o=>({kind:"space",key:o})),...n?[{kind:"choice",key:n}]:[]]}function se(t,e){let n=e.at(-1)?.kind==="done",o=n?e.slice(0,-1):e,s=t.filter(a=>gr(Ct(a),o)),r=s.find(a=>Ct(a).length===o.length),i=br(s.flatMap(a=>Ct(a).slice(o.length,o.length+1)));return r&&(n||i.length===0)?{next:[],move:r}:n?{next:[]}:{next:r?[...i,jn]:i}}function gr(t,e){return e.every((n,o)=>{let s=t[o];return s!==void 0&&We(n,s)})}function br(t){return[...new Map(t.map(e=>[`${e.kind} ${e.key}`,e])).values()]}function ee(t,e=[]){let{next:n,move:o}=se(t,e),[s]=n;return o||!s||n.length>1||se(t,[...e,s]).move?[...e]:ee(t,[...e,s])}function On(t,e,n){let{next:o}=se(t,e);if(o.some(r=>We(r,n)))return ee(t,[...e,n]);let s=e.at(-1);if(s&&We(s,n))return o.some(r=>r.kind==="done")?[...e,jn]:ee(t);for(let r=e.length;r>=0;r-=1){let i=e.slice(0,r);if(se(t,i).next.some(l=>We(l,n)))return ee(t,[...i,n])}return[...e]}var Fe=class{#e="";#t=[];#n=[];#o;begin(e,n){e===this.#e&&n.length===this.#t.length||(this.#e=e,this.#t=n,this.clear())}clear(){this.#o=void 0,this.#n=ee(this.#t)}get clicks(){return this.#n}get next(){return this.#o?[]:this.#s(this.#n).next}get starts(){return this.#o?[]:this.#s(ee(this.#t).slice(0,-1)).next}press(e){if(!this.#o)return this.#n=On(this.#t,this.#n,e),this.#s(this.#n).move}back(){this.#n=this.#n.slice(0,-1)}wouldEnd(e){return this.#o?void 0:this.#s([...this.#n,e]).move}send(e){this.#o=e}#s(e){return se(this.#t,e)}};var f=t=>String(Math.round(t*1e3)/1e3);function w(t){return`M${t.map(({x:e,y:n})=>`${f(e)} ${f(n)}`).join("L")}z`}function S(t,e,n=0){return Array.from({length:t},(o,s)=>{let r=(s/t+n)*2*Math.PI;return{x:e*Math.sin(r),y:-e*Math.cos(r)}})}function V(t,e=0,n=0){let o=f(t),s=`a${o} ${o} 0 1 1 `;return`M${f(e-t)} ${f(n)}${s}${f(2*t)} 0${s}${f(-2*t)} 0z`}function Vn(t,e,n){let o=S(t*2,1).map(({x:s,y:r},i)=>{let a=i%2===0?e:n;return{x:s*a,y:r*a}});return w(o)}function re(t,e){return w(t.map(({x:n,y:o})=>({x:n,y:o>0?o+e:o})))}function jt(t,e){let n=f(t);return`M-${n} 0V${f(e)}A${n} ${n} 0 0 0 ${n} ${f(e)}V0z`}var I=k`
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
`;function ie(t){return kr[t]??"skin-white"}var kr={white:"skin-white",black:"skin-black",red:"skin-red"};var Ze=.425,ae=.185,Ke=.088,vr=.62,wr=.34,$r=2.4,Bn=V(Ze),xr=jt(Ze,Ke),Sr=jt(Ze+.015,Ke+.05);function Mr(){let t=Ke/2,e=Math.sqrt(ae*ae-t*t),n=`A${ae} ${ae} 0 0 0`;return`M${f(-e)} ${f(t)}${n} ${f(e)} ${f(t)}${n} ${f(-e)} ${f(t)}z`}var _r="M-.25-.25L.25 .25M.25-.25L-.25 .25",Tr=Mr();function In(t,e,n){let o=(n?$r:vr)/Math.max(1,e-1);return{x:0,y:-t*Math.min(n?wr:Ke,o)}}var Nn=new WeakMap;function Ar(t){let e=Nn.get(t);if(e)return e;let n=new Set(t.tokens.filter(({colour:s})=>s==="red").map(s=>s.space)),o=new Set(t.highlights.filter(({kind:s})=>s==="enclosed").flatMap(({spaces:s})=>s));return Nn.set(t,{red:n,enclosed:o}),{red:n,enclosed:o}}function Er(t,e,n){let{red:o,enclosed:s}=Ar(n.scene),r=n.detail==="full",i=e.height>1,a=e.height>9?.25:.31;return d`
    ${r?d`<circle class="skin-rim" r=${Ze-.05} stroke-width=".016"/>`:h}
    <circle class="dvonn-hole" r=${ae}/>
    ${i?h:d`<path class="dvonn-well" d=${Tr}/>`}
    ${i&&o.has(t.space)?d`<circle class="dvonn-band" part="dvonn-band" r=${ae+.045} stroke-width=".08"/>`:h}
    ${i&&r?d`<text class="skin-text" y=${f(a*.36)} font-size=${a}>${e.height}</text>`:h}
    ${r&&s.has(t.space)?d`<path class="dvonn-enclosed" d=${Bn}/>`:h}
    ${r&&!i&&n.symbols?d`<text class="skin-text" y=".09" font-size=".25">${t.symbol}</text>`:h}`}function Hn(t,e,n){let o=e.level===e.height-1,s=o&&e.isLeaving;return d`<g class="${ie(t.colour)} ${e.isLeaving?"dvonn-leaving":""}">
    ${e.level===0&&n.detail==="full"?d`<path class="skin-shadow" d=${Sr}/>`:h}
    <path class="skin-side" d=${xr} stroke-width=".01"/>
    <path class="skin-face" d=${Bn}/>
    ${o?Er(t,e,n):h}
  </g>
  ${s?d`<path class="dvonn-cut" part="dvonn-cut" d=${_r} stroke-width=".1"/>`:h}`}var Gn=k`
  ${I}
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
`;var Rr=.46,Lr=["a1","i1","k3","k5","c5","a3"],Pr=["a1","b1","c1","d1","e1","f1","g1","h1","i1","j2","k3"],Cr=["a1","a2","a3","b4","c5"],Dn=.3;function jr(t,e,n){return d`<circle class="dvonn-well" r=".43"/>
    ${e.isTaken||n.detail==="small"?h:d`<circle class="dvonn-well-rim" r=".42" stroke-width=".02"/>`}`}function Un(t,e,n,o,s){let r=t.at(e),i=t.at("k5");if(!r||!i)return h;let a=(t.at("a1")?.y??0)<i.y?-1:1;return d`<text class="skin-edge dvonn-edge" x=${f(r.x+a*o)}
    y=${f(r.y+a*s+Dn*.36)} font-size=${Dn}>${n}</text>`}function Or(t){let e=Pr.map(o=>Un(t,o,o.slice(0,1),.38,.66)),n=Cr.map(o=>Un(t,o,o.slice(1),-.72,0));return[...e,...n]}function Vr(t){let e=Lr.flatMap(o=>t.at(o)??[]),n=w(e);return d`<g stroke-linejoin="round" stroke-width="1.86">
      <path class="dvonn-board-side" d=${n} transform="translate(0 .07)"/>
      <path class="dvonn-board" part="dvonn-board" d=${n}/>
    </g>
    ${t.detail==="small"?h:Or(t)}`}var qn={style:Gn,margin:Rr,ground:Vr,space:jr,token:Hn,lift:In,highlight:()=>d`${h}`};var Nr=.02;function Je(t,{x:e,y:n,width:o,height:s}){return d`<rect class=${t} part=${t} x=${f(e)} y=${f(n)} width=${f(o)}
    height=${f(s)} rx=${f(o*Nr)}/>`}var zn=k`
  ${I}
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
`;var M=(t,e,n,o)=>`M${t-n} ${e}A${n} ${o} 0 1 1 ${t+n} ${e}A${n} ${o} 0 1 1 ${t-n} ${e}Z`,A=t=>`${t} ${t.replace(/(-?[\d.]+) (-?[\d.]+)/g,(e,n,o)=>`${-Number(n)} ${o}`)}`,H={limbs:"",limb:3.6,feelers:"",wings:"",cuts:"",spots:""},Ot={ant:{...H,limbs:A("M4 -11L15 -17L21 -30M5 -6L19 -7L33 -1M4 -1L17 7L25 27"),feelers:A("M3 -26L10 -34L18 -37"),body:M(0,-21,8.5,7.5)+M(0,-6,5.8,8.5)+M(0,5,3.4,3.4)+M(0,20,10.5,13.5),cuts:"M-9 15Q0 18.5 9 15M-10 22Q0 26 10 22"},grasshopper:{...H,limbs:"M-14 8L-18 18L-25 25M-5 10L-7 21L-12 29M29 -23L24 18L36 21",feelers:"M-28 -7Q-33 -23 -24 -37M-24 -9Q-24 -22 -11 -31",body:"M-37 2Q-38 -8 -29 -10Q-20 -11 -15 -7Q12 -9 42 4Q22 13 5 13Q-9 15 -20 10Q-34 13 -37 2ZM-1 11Q-3 3 7 -6L27 -26Q32 -30 33 -24Q33 -21 30 -17L14 10Q7 17 -1 11Z",cuts:"M-19 -5Q-15 1 -18 8M1 7Q2 1 9 -5L22 -18M16 6L24 5"},spider:{...H,limbs:A("M5 -12L13 -27L9 -39M7 -9L22 -20L27 -34M7 -5L23 -2L35 11M5 -2L17 10L22 30"),body:M(0,-10,8,9)+M(0,13,12.5,15)+A("M1 -17Q6 -21 3 -25Q2 -21 0 -19Z"),cuts:"M0 4V10M-4 16L0 20L4 16"},beetle:{...H,limbs:A("M12 -10L24 -16L28 -27M15 2L30 2L36 10M13 14L24 20L28 31"),body:A("M0 -4L15 -4Q21 10 14 24Q9 33 0 35ZM0 -5L14 -6Q14 -17 6 -20L0 -20ZM0 -20L6 -21Q8 -26 5 -28L0 -28ZM4 -26Q15 -28 13 -40Q20 -30 11 -22Q7 -20 4 -22Z"),cuts:"M0 -3V34M-15 -4.7H15M-6 6Q-8 14 -6 24M6 6Q8 14 6 24"},queen:{...H,wings:A("M4 -10Q18 -32 34 -27Q42 -18 30 -8Q18 -1 5 -4ZM5 -3Q20 -2 28 6Q31 15 22 16Q12 13 5 2Z"),feelers:A("M3 -25Q5 -34 13 -36"),body:M(0,-21,8,7)+M(0,-7,9,9)+"M-8 -2H8Q16 7 12 21Q8 31 0 39Q-8 31 -12 21Q-16 7 -8 -2Z",cuts:"M-10 2.5Q0 4.5 10 2.5M-14 10.5Q0 13.5 14 10.5M-14 18.5Q0 22 14 18.5M-11 26Q0 29 11 26"},mosquito:{...H,limb:2.8,limbs:A("M3 -13L16 -24L14 -38M4 -9L24 -16L36 -2M3 -5L15 2L20 22L28 34")+"M0 -20V-41",wings:A("M2 -10Q14 -6 24 8Q30 20 24 22Q12 18 2 -4Z"),feelers:A("M1.5 -20Q6 -27 9 -27"),body:M(0,-20,4.6,4.8)+M(0,-9,5.6,7.5)+"M-3.6 -3Q0 -5 3.6 -3Q4.5 18 0 32Q-4.5 18 -3.6 -3Z",cuts:"M-5 6H5M-5 13H5M-5 20H5"},ladybug:{...H,limbs:A("M16 -12L25 -20L27 -28M20 4L32 5L37 12M15 19L24 25L26 33"),feelers:A("M4 -27Q6 -33 12 -35"),body:"M-22 5A22 23 0 1 1 22 5A22 24 0 0 1 -22 5ZM-10 -19Q-10 -29 0 -29Q10 -29 10 -19Q0 -23 -10 -19Z",cuts:"M0 -17V29M-14 -15Q0 -21 14 -15",spots:M(-10,-4,4.2,4.2)+M(10,-4,4.2,4.2)+M(-12,9,4.2,4.2)+M(12,9,4.2,4.2)+M(-6,20,3.6,3.6)+M(6,20,3.6,3.6)},pillbug:{...H,limbs:A("M14 -17L25 -22M18 -7L30 -11M19 3L31 3M18 13L29 17M14 22L23 29"),feelers:A("M6 -27Q8 -33 15 -34L20 -40"),body:"M0 -31Q12 -31 17 -19Q21 -8 20 5Q18 23 7 31L0 35L-7 31Q-18 23 -20 5Q-21 -8 -17 -19Q-12 -31 0 -31Z",cuts:"M-19 -13Q0 -22 19 -13M-21 -3Q0 -12 21 -3M-21 7Q0 -2 21 7M-20 17Q0 8 20 17M-14 26Q0 18 14 26"}};var Qn=.07,Br=-.03,Xe=.515,Ir=re(S(6,Xe),Qn),Hr=re(S(6,Xe+.04),Qn+.05),Gr=w(S(6,Xe)),Dr=w(S(6,Xe-.02)),Ur=new Set(Object.keys(Ot));function qr(t,e,n){let o=e?.0098:.0108,s=e?t.limb:t.limb+1;return d`<g transform="translate(0 ${e&&n?-.045:0}) scale(${o})">
    ${t.wings===""?h:d`<path class="hive-wings" d=${t.wings} stroke-width="2"/>`}
    <path class="hive-limbs" d=${t.limbs} stroke-width=${s}/>
    ${e?d`<path class="hive-limbs" d=${t.feelers} stroke-width="2.4"/>`:h}
    <path class="hive-bug" d=${t.body}/>
    ${e?d`<path class="hive-cuts" d=${t.cuts} stroke-width="2.3"/>`:h}
    ${t.spots===""?h:d`<path class="hive-spots" d=${t.spots}/>`}
  </g>`}function zr(t){return Array.from({length:t},(e,n)=>{let o=(n-(t-1)/2)*.11;return d`<circle class="hive-bug" cx=${f(o)} cy=".41" r=".033"/>`})}function Qr(t){return d`<g transform="translate(.33 -.3)">
    <circle class="hive-count" r=".15" stroke-width=".025"/>
    <text class="hive-count-text" y=".075" font-size=".21">${t}</text>
  </g>`}function Wn(t,e,n){let o=Ot[t.kind],s=n.detail==="full",r=Number(t.label.slice(-1))||0,i=Ur.has(t.kind)?`hive-${t.kind}`:"";return d`<g class=${ie(t.colour)} stroke-linejoin="round">
    ${s&&e.level===0?d`<path class="skin-shadow" d=${Hr}/>`:h}
    <g class=${i} transform="translate(0 ${Br})">
      <path class="skin-side" d=${Ir} stroke-width=".07"/>
      <path class="skin-face" d=${Gr}/>
      <path class="skin-rim" d=${Dr} stroke-width=${s?.018:.03}/>
      ${o?qr(o,s,r>0):d`<text class="skin-text" y=".12" font-size=".34">${t.label}</text>`}
      ${s?zr(r):h}
      ${s&&e.height>1&&e.level===e.height-1?Qr(e.height):h}
    </g>
  </g>`}var Zn=w(S(6,.54)),Fn={x:.05,y:-.13},Wr=.62,Fr=2.6,Zr=5,Kr=6;function Jr(t,e,n){return n?{x:0,y:-t*Math.min(Wr,Fr/Math.max(1,e-1))}:{x:t*Fn.x,y:t*Fn.y}}function Xr(t,e){let n=!e.isTaken&&(e.isTarget||e.isLast);return d`${n?d`<path class="hive-empty" d=${Zn} stroke-width=".03" stroke-linejoin="round"/>`:h}`}function Yr({port:t}){return Je("hive-table",t)}function ei(t,{id:e},n){let o=n.scene.tokens.find(a=>a.space===e&&a.kind==="queen"),s=n.scene.counters.find(({key:a,seat:l})=>a==="queen_neighbours"&&l===o?.seat),r=Number(s?.value??0);if(t!=="queen"||!o||r<Zr)return d`${h}`;let i=r>=Kr?"hive-danger":"hive-watch hive-pulse";return d`<path class=${i} part="hive-queen" d=${Zn} transform="translate(0 -.02)"
    stroke-width=".07" stroke-linejoin="round"/>`}var Kn={style:zn,margin:.5,aspect:1,ground:Yr,space:Xr,token:Wn,lift:Jr,highlight:ei};var Jn=.07,Ye=-.025,ti=9,Xn=.225,Yn=.475,ve=[[-1,-1],[1,1],[1,-1],[-1,1]],Vt=[...ve,[0,-1],[0,1]],eo=[...Vt,[-1,0],[1,0]],ke=[0,0],ni=[[],[ke],ve.slice(0,2),[...ve.slice(0,2),ke],ve,[...ve,ke],Vt,[...Vt,ke],eo,[...eo,ke]],to=t=>ni.map(e=>e.map(([n,o])=>V(t,n*Xn,o*Xn)).join("")),oi=to(.08),si=to(.095);function G(t,e){return`honest_john-seat-${e===void 0?"grey":t.sides[e]?.colour??"grey"}`}function et(t,e,n,o){let s=Number(t);if(s>ti)return d`<text class="skin-text" transform="translate(${e} 0) rotate(${f(-n)})" y=".165"
      font-size=".46">${t}</text>`;if(s===0)return d`${h}`;let r=(o?oi:si)[s]??"";return d`<path class="honest_john-pips-${s}" transform="translate(${e} 0)" d=${r}/>`}var we=(t,e,n,o=0)=>d`<rect class=${t} x=${f(e-.955+o)} y=${f(n-.455+o)}
    width=${f(1.91-2*o)} height=${f(.91-2*o)} rx=${f(.13-o/2)}
    stroke-width=".02"/>`;function ri(){return d`${we("honest_john-back",0,0)}
    ${we("honest_john-back-line",0,0,.12)}
    <path class="honest_john-back-line" d="M-.2 0L0-.2L.2 0L0 .2z" stroke-width=".02"/>`}function ii(t,e,n){let[o="",s=""]=t.split("-");return d`${we("skin-face",0,0)}
    <path class="honest_john-bar" d="M0-.29V.29" stroke-width=".03"/>
    ${et(o,-Yn,e,n)}${et(s,Yn,e,n)}`}function no(t,e,n){let o=n.detail==="full",s=e.turn*Math.PI/180,[r,i]=[Math.sin(s),Math.cos(s)],a=t.faceDown?"honest_john-back-side":"skin-side";return d`<g class="skin-white ${G(n,t.seat)}">
    ${o?we("skin-shadow",r*.085,i*.085):h}
    ${we(a,r*(Ye+Jn),i*(Ye+Jn))}
    <g transform="translate(${f(r*Ye)} ${f(i*Ye)})">
      ${t.faceDown?ri():ii(t.label,e.turn,o)}
    </g>
  </g>`}var so=4.05,ro=6.5,ai=.35,li=.8,ci=5,di=1.2,le=2.9,$e=1.24,io=.7,oo=13,hi=.42,ui=4.1,pi="\u2026";function ce(t,e){let n=t.at(`${e}:0`);if(!n)return;let o=Math.atan2(n.y,n.x)+Math.PI/t.scene.hands.length,[s,r]=Bt(t.scene)?[so,ai]:[ro,li],i=s-r*Math.abs(Math.cos(o));return{x:i*Math.cos(o),y:i*Math.sin(o)}}var Bt=({hands:t})=>t.length<=ci,ao=({scene:t})=>Bt(t)?1:di,lo=t=>Bt(t)?so+le/2:ro+le/2;function It(t){let e=2*Math.PI*t*.8;return d`<circle class="honest_john-chip" r=${f(t)} stroke-width=${f(t*.16)}/>
    <circle class="honest_john-chip-notches" r=${f(t*.8)} stroke-width=${f(t*.3)}
      stroke-dasharray="${f(e/12)} ${f(e/12)}"/>`}function tt(t,e){return t.scene.counters.find(n=>n.seat===e&&(n.key==="chips"||n.key==="pips"))}function fi(t){let e=[...t];return e.length<=oo?t:e.slice(0,oo-1).join("")+pi}function mi(t,e){let n=ce(t,e);if(!n)return d`${h}`;let o=`translate(${f(n.x)} ${f(n.y)}) scale(${ao(t)})`;if(t.detail==="small")return d`<g class=${G(t,e)} transform=${o}><circle class="honest_john-seat" r=".6"/></g>`;let s=tt(t,e),r=t.scene.prompt?.seat===e,i=fi(t.names[e]??""),a=Math.min(hi,ui/Math.max(1,[...i].length)),l=-le/2;return d`<g class=${G(t,e)} part="honest_john-seat" transform=${o}>
    <rect class="honest_john-plate" x=${l} y=${-$e/2} width=${le} height=${$e} rx=".2"/>
    <rect class="honest_john-plate-edge" x=${l} y=${-$e/2} width=${le} height=${$e} rx=".2"
      stroke-width=${r?.1:.045}/>
    <text class="honest_john-plate-text" x="0" y="-.09" font-size=${f(a)} text-anchor="middle">${i}</text>
    <g transform="translate(0 .3)">
      ${s?.key==="chips"?d`<g transform="translate(-.42 0)">${It(.2)}</g>`:h}
      <text class="honest_john-plate-text" x=${s?.key==="chips"?-.12:0} y=".15" font-size=".43"
        text-anchor=${s?.key==="chips"?"start":"middle"}>${s?.value??""}</text>
    </g>
  </g>`}function co(t){return t.scene.hands.map(({seat:e})=>mi(t,e))}function ho(t){let{prompt:e}=t.scene,n=e?.forSeat===void 0?void 0:ce(t,e.forSeat),o=e?.seat===void 0?void 0:ce(t,e.seat);if(!e||!n||!o||t.detail==="small")return d`${h}`;let[s,r]=[o.x-n.x,o.y-n.y],i=Math.hypot(s,r),[a,l]=[s/i,r/i],c=ao(t),p=Nt(n,a,l,c,.12),u=Nt(o,-a,-l,c,.2),m=`M${f(p.x)} ${f(p.y)}L${f(u.x-a*.3)} ${f(u.y-l*.3)}`,y=Math.atan2(l,a)*180/Math.PI,g=Nt(n,a,l,c,io);return d`<g class=${G(t,e.forSeat)} part="honest_john-question">
    <path class="honest_john-way-under" d=${m} stroke-width=".26"/>
    <path class="honest_john-way" d=${m} stroke-width=".12"/>
    <path class="honest_john-head"
      transform="translate(${f(u.x)} ${f(u.y)}) rotate(${f(y)})" d="M0 0L-.46-.27V.27z"
      stroke-width=".07" stroke-linejoin="round"/>
    <g transform="translate(${f(g.x)} ${f(g.y)})">${yi(e.value)}</g>
  </g>`}function yi(t){return d`<circle class="honest_john-balloon" r=${io} stroke-width=".07"/>
    <g class="skin-white">
      <rect class="skin-side" x="-.44" y="-.37" width=".88" height=".88" rx=".13" stroke-width=".02"/>
      <rect class="skin-face" x="-.44" y="-.44" width=".88" height=".88" rx=".13"/>
      ${et(t,0,0,!0)}
    </g>`}function Nt({x:t,y:e},n,o,s,r){let i=Math.abs(n)<.001?1/0:le/2/Math.abs(n),a=Math.abs(o)<.001?1/0:$e/2/Math.abs(o),l=Math.min(i,a)*s+r;return{x:t+n*l,y:e+o*l}}var po=8;function uo(t,e,n){return t.scene.hands.flatMap(({seat:o})=>{let[s,r]=[tt(t,o),tt({scene:e},o)];if(s?.key!=="chips"||r?.key!=="chips")return[];let i=n*(Number(s.value)-Number(r.value));return Array.from({length:Math.min(po,Math.max(0,i))},()=>o)})}function fo(t){let{before:e}=t;if(!e||t.detail==="small")return d`${h}`;let n=uo(t,e,-1),o=uo(t,e,1),s=t.scene.tokens.length%2===1;return d`${n.slice(0,po).map((r,i)=>{let a=ce(t,r),l=ce(t,o[i]??r);if(!a||!l||a===l)return h;let c=Math.hypot(l.x-a.x,l.y-a.y),p=f(Math.atan2(l.y-a.y,l.x-a.x)*180/Math.PI);return d`<g transform="translate(${f(a.x)} ${f(a.y)}) rotate(${p}) scale(${f(c)})">
      <g class="honest_john-flight ${s?"honest_john-flight-a":"honest_john-flight-b"}">
        <g transform="scale(${f(1/c)}) rotate(${-Number(p)})">${It(.36)}</g>
      </g>
    </g>`})}`}var mo=k`
  ${I}
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
`;function gi(t){let e=lo(t);return{x:-e,y:-e,width:2*e,height:2*e}}function bi(t){return d`${Je("honest_john-table",t.port)}${co(t)}`}function ki({id:t,line:e},n,o){if(!e)return d`${h}`;let s=G(o,e.seat);return n.isTaken?d`<rect class="honest_john-track ${s}" x="-1.05" y="-.56" width="2.1" height="1.12" rx=".2"/>`:vi(o,"turn",t)?d`${h}`:d`<rect class="honest_john-slot ${s}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13"
      stroke-width=".05" stroke-dasharray=".14 .1"/>`}var vi=(t,e,n)=>t.scene.highlights.some(o=>o.kind===e&&o.spaces.includes(n));function wi(t,{id:e,line:n},o){let s=G(o,n?.seat),r=(a,l)=>d`<rect class="${a} ${s}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=${l}/>`;return t==="turn"?d`${r("honest_john-turn",.09)}`:t!=="dead"?d`${h}`:o.scene.tokens.some(a=>a.space===e)?d`${r("honest_john-dead",0)}`:d`<path class="honest_john-stop ${s}" d="M-.75-.4V.4" stroke-width=".14"/>`}function $i(t){return d`${ho(t)}${fo(t)}`}var yo={style:mo,margin:.45,aspect:1,room:gi,ground:bi,space:ki,token:no,highlight:wi,above:$i,lift:()=>({x:0,y:0})};var xi=S(4,.078).map(({x:t,y:e})=>V(.066,t,e)),nt={orange:V(.145)+V(.07),blue:"M-.15-.05Q-.1-.13-.05-.07Q0-.01.05-.07Q.1-.13.15-.07V-.01Q.1-.07.05-.01Q0 .05-.05-.01Q-.1-.07-.15 .01zM-.15 .08Q-.1 0-.05 .06Q0 .12 .05 .06Q.1 0 .15 .06V.12Q.1 .06 .05 .12Q0 .18-.05 .12Q-.1 .06-.15 .14z",purple:"M.05-.15A.15.15 0 1 0 .135 .075A.115.115 0 0 1 .05-.15z",pink:xi.join("")+V(.03),yellow:Vn(5,.17,.07),red:w(S(3,.165)),green:"M-.135 .135Q-.16-.13 .135-.135Q.16 .13-.135 .135z",brown:w(S(4,.165,1/8))};var go=k`
  ${I}
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
`;var Si=.405,Mi=.435,bo=.08,_i=-.035,Ti=.6,ot=t=>S(8,t,1/16);function ko(t){return{shadow:re(ot(t+.02),bo+.03),side:re(ot(t),bo),face:w(ot(t)),rim:w(ot(t-.035))}}var Ai=ko(Si),Ei=ko(Mi);function Ri(t){return Array.from({length:t},(e,n)=>{let o=(n-(t-1)/2)*Ti,[s,r]=[f(.325*Math.sin(o)),f(.325*Math.cos(o))];return d`<circle class="kamisado-tooth" cx=${s} cy=${r} r=".056" stroke-width=".02"/>`})}function vo(t,e,n){let o=t.marks?.count??0,{shadow:s,side:r,face:i,rim:a}=o>0?Ei:Ai,l=ie(n.sides[t.seat??0]?.colour??"white"),c=n.detail==="full",p=nt[t.colour],u=o>0?"kamisado-collar":"skin-rim",m=o===0?.014:c?.03:.07;return d`<g class="${l} kamisado-${t.colour}">
    ${c?d`<path class="skin-shadow" d=${s}/>`:h}
    <g transform="translate(0 ${_i})" stroke-linejoin="round">
      <path class="skin-side" d=${r} stroke-width=".03"/>
      <path class="skin-face" d=${i}/>
      ${c||o>0?d`<path class=${u} d=${a} stroke-width=${m}/>`:h}
      <circle class="kamisado-hue" r=${c?.25:.29}/>
      ${c?d`<circle class="skin-rim" r=".25" stroke-width=".018"/>`:h}
      ${c&&p!==void 0?d`<path class="kamisado-sign" d=${p}/>`:h}
      ${c?Ri(o):h}
    </g>
  </g>`}var xe=.34,wo=w(S(8,.475,1/16)),$o="M-.44-.44H.44V.44H-.44z",xo="M-.17-.17L.17 .17M.17-.17L-.17 .17",Li=-.36;function Pi({colour:t},e,n){let o=nt[t],s=n.detail==="full",r=n.symbols?"kamisado-symbol":"kamisado-engraved";return d`<rect class="kamisado-${t} kamisado-hue space-shape" x="-.5" y="-.5" width="1" height="1"/>
    ${o!==void 0&&s&&!e.isTaken?d`<path class="kamisado-${t} kamisado-sign ${r}" d=${o}/>`:h}
    ${e.isLast?d`<path class="kamisado-last-edge" d=${$o} stroke-width=".11"/><path class="kamisado-last" d=${$o} stroke-width=".06"/>`:h}`}function Ci(t){let n=t.scene.spaces.map(({id:m})=>({id:m,at:t.at(m)})).filter(m=>m.at!==void 0),o=n.map(({at:m})=>m.x),s=n.map(({at:m})=>m.y),[r,i]=[Math.min(...o)-.5,Math.max(...o)+.5],[a,l]=[Math.min(...s)-.5,Math.max(...s)+.5],c=n.filter(({at:m})=>m.y>l-.75),p=n.filter(({at:m})=>m.x<r+.75),u=(m,y,g)=>d`<text class="skin-edge kamisado-frame-text" x=${f(y)} y=${f(g)} font-size=".2">${m}</text>`;return d`<rect class="kamisado-frame" part="kamisado-frame" x=${r-xe} y=${a-xe}
      width=${i-r+2*xe} height=${l-a+2*xe} rx=".16"/>
    ${t.detail==="small"?h:c.map(({id:m,at:y})=>u(m.slice(0,1),y.x,l+.24))}
    ${t.detail==="small"?h:p.map(({id:m,at:y})=>u(m.slice(1),r-.17,y.y+.07))}`}function So(t){return d`<g stroke-linejoin="round">
    <path class="kamisado-halo" d=${wo} stroke-width=".1"/>
    <path class=${t} d=${wo} stroke-width=".055"/>
  </g>`}function ji(t){switch(t){case"required":return So("kamisado-required");case"won":return So("kamisado-won");case"blocked":return d`<g transform="translate(0 -.035)" stroke-linecap="round">
        <path class="kamisado-halo" d=${xo} stroke-width=".17"/>
        <path class="kamisado-blocked" d=${xo} stroke-width=".09"/>
      </g>`;default:return d`${h}`}}function Oi(t){let e=t.scene.highlights.find(({kind:p})=>p==="pushed")?.spaces??[],[n]=t.scene.lastMove,o=n===void 0?void 0:t.at(n),s=e.at(-1),r=s===void 0?void 0:t.at(s);if(!o||!r||t.detail==="small")return d`${h}`;let i=Math.hypot(r.x-o.x,r.y-o.y),a=Math.atan2(r.y-o.y,r.x-o.x)*180/Math.PI,l=f(i-.24),c=`M-.05-.055H${l}V-.15L${f(i+.06)} 0L${l} .15V.055H-.05z`;return d`<g
    transform="translate(${f(o.x)} ${f(o.y)}) rotate(${f(a)}) translate(0 ${Li})">
    <path class="kamisado-push" part="kamisado-push" d=${c} stroke-width=".035"/>
  </g>`}var Mo={style:go,margin:xe,ground:Ci,space:Pi,token:vo,highlight:ji,above:Oi,lift:()=>({x:0,y:0})};var _o={dvonn:qn,hive:Kn,honest_john:yo,kamisado:Mo};var To={x:.14,y:-.1},Vi=.3,Ao={square:1,hexagon:1,circle:1,domino:2},Ni={square:1,hexagon:1.16,circle:1,domino:1};function Po(t,{seat:e=0,seats:n,names:o},s){let r=t.hands.filter(({tokens:p})=>p.length>0||n>2),i=p=>n>2?(o[p]??"").slice(0,16):void 0,a=r.filter(p=>p.seat!==e).sort((p,u)=>Eo(p.seat,e,n)-Eo(u.seat,e,n)).map(p=>Ro(p.seat,p.tokens,{width:s,scale:.6,name:i(p.seat)})),l=r.find(p=>p.seat===e),c=l?[Ro(e,l.tokens,{width:s,scale:1,name:i(e)})]:[];return{above:Lo(a,s),below:Lo(c,s)}}var Eo=(t,e,n)=>(t-e+n)%n;function Ro(t,e,n){let{name:o}=n,s=o===void 0?0:.68,r=Hi(Ii(e),n),i=Math.max(0,...r.map(c=>c.width)),a=s,l=r.flatMap(c=>{let p=c.tokens.map(u=>({...u,y:u.y+a}));return a+=c.height+.12,p});return{seat:t,box:{x:0,y:0,width:Math.max(i,o===void 0?0:Bi(o)),height:a},tokens:l,...o!==void 0&&{name:{x:0,y:.68*.55}}}}var Bi=t=>.5+.25*[...t].length;function Ii(t){let e=[];for(let n of t){let o=e.at(-1),s=o?.[0],r=n.faceDown&&s?.faceDown,i=n.shape!=="domino"&&s?.kind===n.kind;o&&(r||i&&n.kind!=="")?o.push(n):e.push([n])}return e}function Hi(t,{width:e,scale:n}){let o=[],s={tokens:[],width:0,height:0};for(let r of t){let i=Gi(r,n,e),a=s.tokens.length>0?.12:0;s.tokens.length>0&&s.width+a+i.width>e&&(o.push(s),s={tokens:[],width:0,height:0});let l=s.tokens.length>0?s.width+.12:0,c=i.tokens.map(p=>({...p,x:p.x+l}));s={tokens:[...s.tokens,...c],width:l+i.width,height:Math.max(s.height,i.height)}}return s.tokens.length>0?[...o,s]:o}function Gi(t,e,n){let[o]=t;if(!o)return{tokens:[],width:0,height:0};let s=o.faceDown?.4:e,r=t.length-1,i=Math.min(Vi,(n-Ao[o.shape]*s)/Math.max(1,r)),a=o.faceDown?{x:i,y:0}:{x:To.x*s,y:To.y*s},l=-a.y*r,[c,p]=[Ao[o.shape]*s,Ni[o.shape]*s],u=t.map((y,g)=>({token:y,scale:s,x:c/2+a.x*g,y:p/2+l+a.y*g}));return{tokens:o.faceDown?u:u.reverse(),width:c+a.x*r,height:p+l}}function Lo(t,e){let n=[],o=1/0;for(let i of t)o+.5+i.box.width>e&&(n.push([]),o=-.5),n.at(-1)?.push(i),o+=.5+i.box.width;let s=0;return{hands:n.flatMap(i=>{let a=.5*(i.length-1),l=(e-i.reduce((p,{box:u})=>p+u.width,a))/2,c=i.map(p=>{let u=Di(p,l,s);return l+=p.box.width+.5,u});return s+=Math.max(...i.map(({box:p})=>p.height))+.12,c}),height:s}}function Di(t,e,n){return{...t,box:{...t.box,x:t.box.x+e,y:t.box.y+n},tokens:t.tokens.map(o=>({...o,x:o.x+e,y:o.y+n})),...t.name&&{name:{x:t.name.x+e,y:t.name.y+n}}}}function Co(t,{seat:e=0,seats:n}){let o={seats:n,below:e,straight:Ui(n)},s=t.spaces.filter(({line:r})=>!r);return new Map(t.spaces.map(({id:r,line:i})=>{if(i)return[r,zi(i.seat,i.place,o)];let a=s.findIndex(l=>l.id===r)-(s.length-1)/2;return[r,{x:0,y:a*1.25,turn:0}]}))}var Ui=t=>t<=5?2:3,qi=t=>Math.max(2.2,t*1.2/(2*Math.PI)+1.1);function zi(t,e,n){let o=90+(t-n.below)*360/n.seats,s=qi(n.seats);return e<n.straight?jo(s+e*2.08,o,0):Qi(e-n.straight,s+n.straight*2.08-.3,o,n.seats)}function Qi(t,e,n,o){let[s,r]=[t,e];for(let i=0;;i+=1){let a=2.08/r*(180/Math.PI),l=Math.max(1,Math.floor(360/o/a));if(s<l){let[c,p]=i%2===0?[s,90]:[l-1-s,270];return jo(r,n+(c+.5)*(360/o/l),p)}s-=l,r+=1.25}}function jo(t,e,n){let o=e*Math.PI/180;return{x:t*Math.cos(o),y:t*Math.sin(o),turn:e+n}}var Oo=.3,Wi={square:{x:.5,y:.5},hexagon:{x:.5,y:1/Math.sqrt(3)},circle:{x:.5,y:.5},domino:{x:1,y:.5}};function No(t,e,n){let o=(n.place??Ki)(t,e),s=Ji(t,o,n.margin),r=n.room?Xi(s,n.room(t)):s,a=t.hands.some(({tokens:g})=>g.length>0)?Math.max(e.columns,Fi(r,n)):r.width,{above:l,below:c}=Po(t,e,a),p=l.height===0?0:l.height+Oo,u=a/(n.aspect??r.width/r.height),m=p+u+(c.height===0?0:Oo),y=c.hands.map(g=>Zi(g,m));return{width:a,height:m+c.height,window:{x:0,y:p,width:a,height:u},places:o,bounds:r,hands:[...l.hands,...y]}}function Fi(t,{aspect:e}){return e===void 0?t.width:0}function Zi(t,e){return{...t,box:{...t.box,y:t.box.y+e},tokens:t.tokens.map(n=>({...n,y:n.y+e})),...t.name&&{name:{...t.name,y:t.name.y+e}}}}function Ki(t,e){if(t.spaces.some(({line:r})=>r))return Co(t,e);if(!e.isTurned)return Vo(t,({x:r,y:i})=>({x:r,y:i,turn:0}));let n=t.spaces.map(({x:r})=>r),o=t.spaces.map(({y:r})=>r),s={x:Math.min(...n)+Math.max(...n),y:Math.min(...o)+Math.max(...o)};return Vo(t,({x:r,y:i})=>({x:s.x-r,y:s.y-i,turn:0}))}function Vo(t,e){return new Map(t.spaces.map(n=>[n.id,e(n)]))}function Ji(t,e,n){let o=t.spaces.flatMap(({id:l,shape:c})=>{let p=e.get(l);if(!p)return[];let u=Yi(Wi[c],p.turn);return[{x:p.x-u.x,y:p.y-u.y},{x:p.x+u.x,y:p.y+u.y}]});if(o.length===0)return{x:-.5,y:-.5,width:1,height:1};let s=o.map(({x:l})=>l),r=o.map(({y:l})=>l),[i,a]=[Math.min(...s)-n,Math.min(...r)-n];return{x:i,y:a,width:Math.max(...s)+n-i,height:Math.max(...r)+n-a}}function Xi(t,e){let[n,o]=[Math.min(t.x,e.x),Math.min(t.y,e.y)],s=Math.max(t.x+t.width,e.x+e.width),r=Math.max(t.y+t.height,e.y+e.height);return{x:n,y:o,width:s-n,height:r-o}}function Yi({x:t,y:e},n){let o=n*Math.PI/180,[s,r]=[Math.abs(Math.cos(o)),Math.abs(Math.sin(o))];return{x:t*s+e*r,y:t*r+e*s}}var Ht=t=>String(Math.round(t*1e3)/1e3);function Io(t){return`M${t.map(([e,n])=>`${Ht(e)} ${Ht(n)}`).join("L")}Z`}function ea(t){let e=Ht(t);return`M-${e} 0A${e} ${e} 0 1 1 ${e} 0A${e} ${e} 0 1 1 -${e} 0Z`}function ta(t){let e=[-90,-30,30,90,150,210].map(o=>o*Math.PI/180),n=t/Math.sqrt(3);return Io(e.map(o=>[n*Math.cos(o),n*Math.sin(o)]))}function Bo(t,e){return Io([[-t,-e],[t,-e],[t,e],[-t,e]])}function L(t,e=1){switch(t){case"square":return Bo(e/2,e/2);case"hexagon":return ta(e);case"circle":return ea(e/2);case"domino":return Bo(e,e/2)}}var na=k`
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
`,oa=new Set(["white","yellow","pink","orange"]);function sa(t,e,n){let o=L(t.shape==="domino"?"domino":"circle",.82);if(t.faceDown)return d`<path class="generic-back" d=${o}></path>`;let s=n.colour(t),r=oa.has(s)?"#1b1b1b":"#fff",i=t.label||aa(n.word("token",t.kind));return d`
    <path class="generic-disc" d=${o} fill="var(--colour-${s}, var(--muted))"></path>
    <g transform="rotate(${-e.turn})">
      <text class="generic-label" fill=${r}>${i}${ra(e)}</text>
      ${ia(t,r)}
    </g>`}function ra({level:t,height:e}){return e===1||t<e-1?h:d`<tspan class="generic-number">×${e}</tspan>`}function ia({marks:t},e){if(!t)return h;let n="\u2022".repeat(t.count);return d`<text class="generic-mark generic-number" y="0.28" fill=${e}>${n}</text>`}var aa=t=>[...t][0]??"";function la({shape:t,colour:e}){let n=e===""?"var(--space)":`var(--colour-${e}, var(--space))`;return d`<path class="space-shape" d=${L(t,.98)} fill=${n}></path>`}var Ho={style:na,space:la,token:sa};var ca=14,da=44,Go=[8,14],ha="lost",Do=640,ua=.25,D=t=>_o[t]??Ho;function pa(t,e,n){return(e===void 0?0:t[e]?.halfTurns??0)%2===1!==n}function Gt(t){let{game:e,scene:n,seat:o,isFlipped:s=!1,width:r=Do}=t,i=D(e),a=Uo(t).sides(e),l=Math.min(Math.max(Math.round(r/da),Go[0]),Go[1]),c={seats:Math.max(n.hands.length,2),isTurned:pa(a,o,s),columns:l,names:t.names??[],...o!==void 0&&{seat:o}};return No(n,c,{margin:i.margin??ua,...i.aspect!==void 0&&{aspect:i.aspect},...i.room&&{room:i.room.bind(i)},...i.place&&{place:i.place.bind(i)}})}var Uo=({words:t,listed:e})=>t??new B(e?[e]:[]);function qo(t,e=Gt(t)){let{game:n,scene:o,lang:s="en",clicks:r=[],next:i=[],width:a=Do}=t,l=Uo(t),c=l.sides(n),p=new Map(o.spaces.map(b=>[b.id,b])),u=t.port??ze(void 0,e.bounds,e.window),m=r.filter(({kind:b})=>b==="space").map(({key:b})=>b),y=new Set(o.tokens.map(({space:b})=>b)),g=i.filter(({kind:b,key:T})=>b==="space"&&(r.length>0||!y.has(T))).map(({key:b})=>b),_=a/e.width*(e.window.width/u.width),E=new Set(i.map(({kind:b,key:T})=>`${b} ${T}`)),Q=new Set((t.starts??[]).map(({kind:b,key:T})=>`${b} ${T}`)),Wt={game:n,scene:o,layout:e,sides:c,names:t.names??[],detail:_<ca?"small":"full",symbols:t.symbols??!1,chosen:m,port:u,skin:D(n),next:i,targets:g,held:r.find(({kind:b})=>b==="hand")?.key??"",leaving:t.leaving??new Set,focus:t.focus??"",canLose:l.has(n,"counter",ha),isStill:t.isStill??!1,isZoomed:t.isZoomed??!1,...t.seat!==void 0&&{seat:t.seat},...t.before&&{before:t.before},...t.hovered!==void 0&&{hovered:t.hovered},...t.mover!==void 0&&{mover:t.mover},word:(b,T)=>l.text(n,b,T,s),colour:({colour:b,seat:T})=>b||(T===void 0?"":c[T]?.colour??""),at:b=>e.places.get(b),space:b=>p.get(b),isNext:(b,T)=>E.has(`${b} ${T}`),canClick:(b,T)=>E.has(`${b} ${T}`)||Q.has(`${b} ${T}`)},_s=(t.names??[]).join(" \u2013 ");return{...Wt,label:[Wt.word("game",n),_s].filter(Boolean).join(": ")}}var zo=({round:t,ply:e})=>`${t}.${e}`;function Se(t){let e=/^(\d+)\.(\d+)$/.exec(t);return e?{round:Number(e[1]),ply:Number(e[2])}:void 0}function fa({steps:t,round:e,ply:n}){let o=new Array(Math.max(e,1)).fill(0);for(let s of t){let r=s.round-1;o[r]=Math.max(o[r]??0,s.ply+1)}return o[e-1]=Math.max(o[e-1]??0,n),o}function Qo(t,e,n){let o=fa(t),[s,r]=[e.round,e.ply+n];for(;r<0&&s>1;)s-=1,r+=(o[s-1]??0)+1;for(;r>(o[s-1]??0)&&s<o.length;)r-=(o[s-1]??0)+1,s+=1;return{round:s,ply:Math.min(Math.max(r,0),o[s-1]??0)}}var st=(t,{round:e,ply:n})=>e>t.round||e===t.round&&n>=t.ply;function Wo(t){let{view:e,lang:n,state:o}=t,s=o?ma(e,o,n):[],r=e.seat??0,i=o?.end?ga(o,e,n):t.prompt;return o&&!o.end&&s.some(({clock:a})=>a?.running)&&t.tick(),{above:Pt(s.filter(({seat:a})=>a!==r).reverse(),n),below:Pt(s.filter(({seat:a})=>a===r),n),foot:v`
      <div class="prompt" part="prompt">${i}</div>
      ${e.isStill?h:Pn(ba(t),n,a=>t.act[a]())}`}}function ma(t,e,n){let o=performance.now()-e.clocksAtMs;return(e.summary?.players??[]).map((s,r)=>{let i=e.clocks[r];return{seat:r,name:t.names[r]??s,side:t.sides[r],isTurn:e.turnSeat===r,isAway:e.absent.has(r),counters:ya(r,t,n),elapsedMs:o,...i&&{clock:i}}})}var ya=(t,{scene:e,word:n},o)=>e.counters.filter(s=>s.seat===t).map(({key:s,value:r})=>`${n("counter",s)} ${Y(r,o)}`);function ga({end:t},e,n){let o=t?.verdict?.places??[];if(o.length===0)return x("aborted",n);let s=o.flatMap((a,l)=>a===1?[e.names[l]??""]:[]);if(s.length===o.length)return x("drawn",n);let[r="",i=""]=x("wins",n).split("{name}");return v`${r}<bdi>${s.join(", ")}</bdi>${i}`}function ba({view:t,moment:e,state:n,isPosition:o}){let s=!e||n!==void 0&&st(n,e),r=e?.round===1&&e.ply===0,i=n!==void 0||o,a=[{control:"first",isOff:r},{control:"back",isOff:r},{control:"forward",isOff:!o&&s},{control:"present",isOff:!o&&s}],l=D(t.game).aspect!==void 0,c=[{control:"closer",isOff:!1},{control:"farther",isOff:!1},{control:"whole",isOff:!t.isZoomed}];return[...i?a:[],{control:"flip",isOff:!1},...l?c:[]]}var ka={SHAPE_SQUARE:"square",SHAPE_HEXAGON:"hexagon",SHAPE_CIRCLE:"circle",SHAPE_DOMINO:"domino"},Zo=t=>ka[t??""]??"square";function va(t){let{id:e="",x:n=0,y:o=0,colour:s="",symbol:r=""}=t,i={id:e,shape:Zo(t.shape),x:n,y:o,colour:s,symbol:r};return t.line?{...i,line:{seat:t.line.seat??0,place:t.line.place??0}}:i}function Fo(t){return{id:t.id??"",space:t.space??"",kind:t.kind??"",label:t.label??"",colour:t.colour??"",symbol:t.symbol??"",faceDown:t.faceDown??!1,quarterTurns:t.quarterTurns??0,shape:Zo(t.shape),...t.seat!==void 0&&{seat:t.seat},...t.marks&&{marks:{key:t.marks.key??"",count:t.marks.count??0}}}}function wa(t){return{key:t.key??"",value:t.value??"",...t.seat!==void 0&&{seat:t.seat},...t.forSeat!==void 0&&{forSeat:t.forSeat}}}function Ko(t,e=[]){let n=t.spaces??[];return{spaces:n.length>0?n.map(va):e,tokens:(t.tokens??[]).map(Fo),hands:(t.hands??[]).map(({seat:o=0,tokens:s=[]})=>({seat:o,tokens:s.map(Fo)})),counters:(t.counters??[]).map(({seat:o,key:s="",value:r=""})=>({key:s,value:r,...o!==void 0&&{seat:o}})),highlights:(t.highlights??[]).map(({kind:o="",spaces:s=[]})=>({kind:o,spaces:s})),lastMove:t.lastMove??[],board:t.board??"",...t.prompt&&{prompt:wa(t.prompt)}}}function $a(t,e,n){let o=Ko(e),s=new Map(t.spaces.map(a=>[a.id,a]));for(let a of n.removedSpaces??[])s.delete(a);for(let a of o.spaces)s.set(a.id,a);let r=new Set([...n.removedTokens??[],...o.tokens.map(({id:a})=>a)]),i=t.tokens.filter(({id:a})=>a===""||!r.has(a));return{...o,spaces:[...s.values()],tokens:[...i,...o.tokens]}}var te=class{constructor(e=new Me){this.boards=e}#e;read(e){let{scene:n,changes:o}=e;return n?(o?this.#e=this.#e&&$a(this.#e,n,o):this.#e=this.boards.read(n),this.#e&&this.boards.keep(this.#e),this.#e):this.#e}},xa=64,Me=class{#e=new Map;keep({board:e,spaces:n}){if(e===""||n.length===0||(this.#e.delete(e),this.#e.set(e,n),this.#e.size<=xa))return;let[o]=this.#e.keys();o!==void 0&&this.#e.delete(o)}read(e){let n=Ko(e,this.#e.get(e.board??""));return this.keep(n),n}};var Jo=256,Sa=8192,rt=class{constructor(e,n){this.link=e;this.matchId=n}#e=new Map;#t=new Map;async at(e,n){let o=`${e}.${n}`,s=this.#e.get(o);if(s)return s;let r=n-n%Jo,i=`${e}.${r}`,a=this.#t.get(i);return a||(a=this.#n(e,r).finally(()=>this.#t.delete(i)),this.#t.set(i,a)),await a,this.#e.get(o)}known(e,n){return this.#e.get(`${e}.${n}`)}clear(){this.#e.clear()}async#n(e,n){this.#e.size>Sa&&this.clear();let{matchId:o}=this,s={matchId:o,round:e,fromPly:n,plies:Jo,withoutPosition:!0,withChanges:!0},r=new te;for await(let{frame:i={}}of this.link.stream("MatchService/ListFrames",s)){let a=r.read(i);a&&this.#e.set(`${i.round??1}.${i.ply??0}`,a)}}};function Xo(t){let{scene:e,layout:n,port:o}=t,{window:s}=n,r=s.width/o.width,i=new Map;for(let{id:a,space:l}of e.tokens){let c=t.at(l);if(a===""||!c)continue;let[p,u]=[s.x+(c.x-o.x)*r,s.y+(c.y-o.y)*r];i.set(a,{x:p,y:u,scale:r})}for(let{tokens:a}of n.hands)for(let{token:l,...c}of a)l.id!==""&&i.set(l.id,c);return i}var Yo=()=>!matchMedia("(prefers-reduced-motion: reduce)").matches;function es(t,e,n){if(!Yo())return;let o=[...n].filter(([r,i])=>{let a=e.get(r);return a&&Math.hypot(a.x-i.x,a.y-i.y)>.05});if(o.length===0||o.length>24)return;let s=ts(t);for(let[r,i]of o){let[a,l]=[s.get(r),e.get(r)];a&&l&&Ma(a,l,i)}}function ts(t){let e=t.querySelectorAll("[data-token]");return new Map([...e].map(n=>[n.dataset.token??"",n]))}function ns(t,e,n){let o=[...e.keys()].filter(r=>!n.has(r));if(o.length===0||o.length>48||n.size===0||!Yo())return[];let s=ts(t);return o.flatMap(r=>s.get(r)?.cloneNode(!0)??[])}function os(t,e){let n=t.querySelector(".window");for(let o of n?e:[]){if(!(o instanceof SVGElement))continue;o.removeAttribute("data-token"),n?.append(o);let s=o.animate([{opacity:1},{opacity:0}],{duration:450});s.onfinish=s.oncancel=()=>o.remove()}}function Ma(t,e,n){let o=t.transform.baseVal.consolidate()?.matrix;if(!o)return;let r=t.closest(".window")!==null?n.scale:1,[i,a]=[(e.x-n.x)/r,(e.y-n.y)/r],l=e.scale/n.scale,c=(p,u,m)=>`matrix(${o.a*m}, ${o.b*m}, ${o.c*m}, ${o.d*m}, ${p}, ${u})`;t.animate([{transform:c(o.e+i,o.f+a,l)},{transform:c(o.e,o.f,1)}],{duration:220,easing:"cubic-bezier(0.25, 0.6, 0.3, 1)"})}var _a={fromAttribute:t=>Object.fromEntries((t??"").split(/\s+/).filter(Boolean).map(Ta))},Ta=t=>{let e=t.indexOf("=");return e<0?[t,"true"]:[t.slice(0,e),t.slice(e+1)]},Aa={fromAttribute:t=>(t??"").split(",").map(e=>e.trim()).filter(Boolean)},_e=class extends N{constructor(){super(...arguments);this.url="";this.match="";this.token="";this.game="";this.position="";this.moves=[];this.options={};this.ply="";this.bare=!1;this.still=!1;this.flipped=!1;this.symbols=!1;this.confirm=!1;this.legal=[];this.names=[]}static{this.properties={url:{},match:{},seat:{type:Number},token:{},lang:{},game:{},position:{},moves:{converter:Aa},options:{converter:_a},ply:{},bare:{type:Boolean},still:{type:Boolean},flipped:{type:Boolean,reflect:!0},symbols:{type:Boolean},confirm:{type:Boolean},link:{attribute:!1},words:{attribute:!1},scene:{attribute:!1},legal:{attribute:!1},mover:{attribute:!1},names:{attribute:!1},state:{attribute:!1}}}static{this.origins=["url","link","match","token","seat","game","position","moves","options"]}};var Ea={up:{x:0,y:-1},down:{x:0,y:1},left:{x:-1,y:0},right:{x:1,y:0}},Ra=2;function ss(t,e,n){let o=t.get(e);if(!o)return t.keys().next().value;let{x:s,y:r}=Ea[n],[i,a]=[void 0,1/0];for(let[l,c]of t){let[p,u]=[c.x-o.x,c.y-o.y],m=p*s+u*r,y=Math.abs(p*r-u*s);if(m<.01||y>m*Math.sqrt(3)+.01)continue;let g=m+Ra*y;g<a-.001&&([i,a]=[l,g])}return i}var at=class{constructor(e,n){this.element=e;this.target=n;e.addEventListener("pointerdown",this.#s),e.addEventListener("pointermove",this.#i),e.addEventListener("pointerup",this.#d),e.addEventListener("pointercancel",this.#d),e.addEventListener("wheel",this.#h,{passive:!1})}#e=new Map;#t={x:0,y:0};#n=!1;#o=!1;stop(){let{element:e}=this;e.removeEventListener("pointerdown",this.#s),e.removeEventListener("pointermove",this.#i),e.removeEventListener("pointerup",this.#d),e.removeEventListener("pointercancel",this.#d),e.removeEventListener("wheel",this.#h)}takeDrag(){let e=this.#o;return this.#o=!1,e}#s=e=>{this.#o=!1,!(this.#e.size>=2||!La(e))&&(this.#e.set(e.pointerId,it(e)),this.#t=it(e),this.#n=!1)};#i=e=>{let n=this.#e.get(e.pointerId);if(!n)return;let o=it(e),s=e.pointerType==="mouse";this.#e.size===2?this.#c(e.pointerId,n,o):(s||this.target.canDrag())&&this.#r(e,n,o),this.#e.set(e.pointerId,o)};#r(e,n,o){!this.#n&&Dt(this.#t,o)<5||(this.#n||this.element.setPointerCapture(e.pointerId),this.#n=!0,this.#o=!0,this.target.pan({x:n.x-o.x,y:n.y-o.y}))}#c(e,n,o){let s=[...this.#e].find(([l])=>l!==e)?.[1];if(!s)return;this.#o=!0;let r={x:(o.x+s.x)/2,y:(o.y+s.y)/2},[i,a]=[Dt(o,s),Dt(n,s)];a>0&&i>0&&this.target.zoom(i/a,r),this.target.pan({x:(n.x-o.x)/2,y:(n.y-o.y)/2})}#d=e=>{this.#e.delete(e.pointerId)};#h=e=>{e.ctrlKey&&(e.preventDefault(),this.target.zoom(Math.exp(-e.deltaY*.004),it(e)))}},La=t=>t.composedPath().some(e=>e instanceof Element&&e.classList.contains("window")),it=({clientX:t,clientY:e})=>({x:t,y:e}),Dt=(t,e)=>Math.hypot(t.x-e.x,t.y-e.y);var Pa={ArrowUp:"up",ArrowDown:"down",ArrowLeft:"left",ArrowRight:"right"},Ca=120,dt=class{constructor(e,n){this.host=e;this.target=n;e.addController(this)}#e;#t;#n;#o;#s;#i="";#r=new Set;#c;#d="";#h=!1;get isZoomed(){return this.#t!==void 0}get hovered(){return this.#s}get leaving(){return this.#r}hostConnected(){for(let[e,n]of this.#b())this.#k().addEventListener(e,n);this.host.addEventListener("pointerleave",this.#w),this.#e=new at(this.host,this.#v())}hostDisconnected(){for(let[e,n]of this.#b())this.#k().removeEventListener(e,n);this.host.removeEventListener("pointerleave",this.#w),this.#e?.stop(),clearTimeout(this.#c)}#k(){return this.host.shadowRoot??this.host}#b(){return[["click",this.#a],["keydown",this.#l],["pointerover",this.#L],["focusin",this.#R],["focusout",this.#w]]}port(e,n){return this.#n=n,this.#o=e,this.#t&&!ja(this.#t,e)&&(this.#t=void 0),this.#t??e}reset(){this.#t=void 0}zoomMiddle(e){let n=this.#p();n&&this.#y(n,e,{x:n.x+n.width/2,y:n.y+n.height/2})}focusIn(e,{hands:n},o){let{spaces:s,lastMove:r}=e,i=n.flatMap(({tokens:c})=>c).map(({token:c})=>rs(c.id)),a=new Set([...s.map(({id:c})=>ct(c)),...i]);return a.has(this.#i)?this.#i:[...o.map(Ut),ct(r.at(-1)??"")].find(c=>a.has(c))??ct(s[0]?.id??"")}async isConfirmed(e,n,o,s){let{notation:r=""}=e,i=this.#d===r;if(this.#d="",i)return!0;let a=s&&this.#_();return!o&&!a||(a&&(this.#r=await this.target.leaving(e).catch(()=>new Set)),!o&&this.#r.size===0)?!0:(this.#d=r,this.#s=n.kind==="space"?n.key:void 0,!1)}updated(e){let n=this.target.view();!n||n.isStill||!this.#h||e.activeElement||this.#M(e,this.#i)}#v(){return{canDrag:()=>this.isZoomed,pan:e=>{let[n,o]=[this.#p(),this.#g()];!n||!o||!this.#n||(this.#t=Sn(n,{x:e.x/o,y:e.y/o},this.#n),this.target.redraw())},zoom:(e,n)=>{let[o,s]=[this.#p(),this.#x(n)];o&&s&&this.#y(o,e,s)}}}#y(e,n,o){this.#o&&(this.#t=Mn(e,n,o,this.#o),this.target.redraw())}#p(){let e=this.target.view();if(!(!e||D(e.game).aspect===void 0))return this.#t??e.port}#f(){let e=this.host.shadowRoot?.querySelector(".window")?.getScreenCTM(),n=this.target.view()?.port;return e&&n?{matrix:e,port:n}:void 0}#g(){let[e,n]=[this.#f(),this.#p()];return e&&n&&e.matrix.a*e.port.width/n.width}#x({x:e,y:n}){let[o,s]=[this.#f(),this.#p()];if(!o||!s)return;let r=new DOMPoint(e,n).matrixTransform(o.matrix.inverse()),i=s.width/o.port.width;return{x:s.x+(r.x-o.port.x)*i,y:s.y+(r.y-o.port.y)*i}}#a=e=>{if(this.#e?.takeDrag())return;let n=lt(e);if(!n)return;let o=e instanceof PointerEvent&&e.pointerType==="touch";this.target.press(n,o)};#l=e=>{if(!(e instanceof KeyboardEvent))return;if(e.key==="Escape")return this.target.clear();let n=lt(e);if(!n)return;if(e.key==="Enter"||e.key===" "){e.preventDefault(),this.target.press(n,!1);return}let o=Pa[e.key];!o||e.altKey||e.ctrlKey||e.metaKey||(e.preventDefault(),this.#S(n,o))};#S(e,n){let o=this.target.view();if(!o||!this.host.shadowRoot)return;let s=ss(Oa(o),Ut(e),n);s!==void 0&&this.#M(this.host.shadowRoot,s)}#M(e,n){let o=n.replace(/^(hand|space) /,""),s=n.startsWith("hand ")?"data-hand":"data-space";e.querySelector(`[${s}="${CSS.escape(o)}"]`)?.focus()}#R=e=>{let n=lt(e);if(!n)return;this.#h=!0,this.#i=Ut(n);let[o]=e.composedPath();o instanceof Element&&o.matches(":focus-visible")&&this.#$(n),this.target.redraw()};#L=e=>this.#$(lt(e));#w=e=>{e instanceof FocusEvent&&e.relatedTarget!==null&&(this.#h=!1),this.#$(void 0)};#$(e){let n=e?.kind==="space"?e.key:void 0;if(n===this.#s)return;this.#s=n,clearTimeout(this.#c),this.#r=new Set;let o=e&&this.#_()?this.target.wouldEnd(e):void 0;o&&(this.#c=setTimeout(()=>{this.#P(e,o)},Ca)),this.target.redraw()}async#P(e,n){if(!e||this.target.wouldEnd(e)!==n)return;let o=await this.target.leaving(n).catch(()=>new Set);this.#s!==e.key||o.size===0||(this.#r=o,this.target.redraw())}#_(){return this.target.view()?.canLose??!1}},ja=(t,e)=>Math.abs(t.width*e.height/(t.height*e.width)-1)<.01;function lt(t){for(let e of t.composedPath()){if(!(e instanceof SVGElement))continue;let{space:n,hand:o}=e.dataset;if(n!==void 0)return{kind:"space",key:n};if(o!==void 0)return{kind:"hand",key:o}}}var ct=t=>`space ${t}`,rs=t=>`hand ${t}`,Ut=({kind:t,key:e})=>`${t} ${e}`;function Oa({layout:t,port:e,scene:n}){let{window:o}=t,s=o.width/e.width,r=new Map;for(let{id:i}of n.spaces){let a=t.places.get(i);if(!a)continue;let[l,c]=[o.x+(a.x-e.x)*s,o.y+(a.y-e.y)*s];r.set(ct(i),{x:l,y:c})}for(let{tokens:i}of t.hands)for(let{token:a,x:l,y:c}of i)a.id!==""&&r.set(rs(a.id),{x:l,y:c});return r}var is=new Map;async function as(t,e,n){let o=is.get(e)??new B;if(e!==""&&is.set(e,o),o.game(n))return o;let{game:s}=await t.call("GameService/GetGame",{game:n});return s&&o.add(s),o}function ls({seat:t,notation:e},n){let{words:o,game:s,names:r,lang:i}=n;if(t===void 0)return x("chance",i).replace("{move}",e);let a=o.sides(s)[t]?.name??"",l=r[t]||o.text(s,"side",a,i);return x("moved",i).replace("{name}",l).replace("{move}",e)}function cs(t,e){let{words:n,game:o,names:s,lang:r}=e,i=t?n.prompt(o,t,r,s):[];return`${x("yourTurn",r)}. ${i.map(({text:a})=>a).join("")}`}var{I:Va}=hn,ds=t=>t;var hs=()=>document.createComment(""),de=(t,e,n)=>{let o=t._$AA.parentNode,s=e===void 0?t._$AB:e._$AA;if(n===void 0){let r=o.insertBefore(hs(),s),i=o.insertBefore(hs(),s);n=new Va(r,i,t,t.options)}else{let r=n._$AB.nextSibling,i=n._$AM,a=i!==t;if(a){let l;n._$AQ?.(t),n._$AM=t,n._$AP!==void 0&&(l=t._$AU)!==i._$AU&&n._$AP(l)}if(r!==s||a){let l=n._$AA;for(;l!==r;){let c=ds(l).nextSibling;ds(o).insertBefore(l,s),l=c}}}return n},U=(t,e,n=t)=>(t._$AI(e,n),t),Na={},us=(t,e=Na)=>t._$AH=e,ps=t=>t._$AH,ht=t=>{t._$AR(),t._$AA.remove()};var fs=(t,e,n)=>{let o=new Map;for(let s=e;s<=n;s++)o.set(t[s],s);return o},ut=Ie(class extends oe{constructor(t){if(super(t),t.type!==pn.CHILD)throw Error("repeat() can only be used in text expressions")}dt(t,e,n){let o;n===void 0?n=e:e!==void 0&&(o=e);let s=[],r=[],i=0;for(let a of t)s[i]=o?o(a,i):i,r[i]=n(a,i),i++;return{values:r,keys:s}}render(t,e,n){return this.dt(t,e,n).values}update(t,[e,n,o]){let s=ps(t),{values:r,keys:i}=this.dt(e,n,o);if(!Array.isArray(s))return this.ut=i,r;let a=this.ut??=[],l=[],c,p,u=0,m=s.length-1,y=0,g=r.length-1;for(;u<=m&&y<=g;)if(s[u]===null)u++;else if(s[m]===null)m--;else if(a[u]===i[y])l[y]=U(s[u],r[y]),u++,y++;else if(a[m]===i[g])l[g]=U(s[m],r[g]),m--,g--;else if(a[u]===i[g])l[g]=U(s[u],r[g]),de(t,l[g+1],s[u]),u++,g--;else if(a[m]===i[y])l[y]=U(s[m],r[y]),de(t,s[u],s[m]),m--,y++;else if(c===void 0&&(c=fs(i,y,g),p=fs(a,u,m)),c.has(a[u]))if(c.has(a[m])){let _=p.get(i[y]),E=_!==void 0?s[_]:null;if(E===null){let Q=de(t,s[u]);U(Q,r[y]),l[y]=Q}else l[y]=U(E,r[y]),de(t,s[u],E),s[_]=null;y++}else ht(s[m]),m--;else ht(s[u]),u++;for(;y<=g;){let _=de(t,l[g+1]);U(_,r[y]),l[y++]=_}for(;u<=m;){let _=s[u++];_!==null&&ht(_)}return this.ut=i,us(t,l),C}});function ms(t,e){let n=t.scene.spaces.map(({id:o,shape:s})=>{let r=t.at(o),i=t.canClick("space",o)||t.chosen.includes(o),a=[o,...(e.get(o)??[]).map(c=>gs(c,t)).reverse()],l=`translate(${r?.x??0} ${r?.y??0}) rotate(${r?.turn??0})`;return d`<path class=${i?"hit can":"hit"} data-space=${o} d=${L(s)}
      transform=${l} role="button" tabindex=${t.focus===`space ${o}`?0:-1}
      aria-label=${a.join(", ")} aria-disabled=${i?"false":"true"}
      aria-pressed=${t.chosen.includes(o)?"true":"false"}></path>`});return d`<g class="hits">${n}</g>`}function ys(t,e,n){let o=gs(t,n);return d`<path class=${e?"hit can":"hit"} data-hand=${t.id} d=${L(t.shape)}
    role="button" tabindex=${n.focus===`hand ${t.id}`?0:-1} aria-label=${o}
    aria-disabled=${e?"false":"true"}
    aria-pressed=${n.held===t.id?"true":"false"}></path>`}function gs(t,e){if(t.faceDown)return e.word("token",t.kind);let n=t.seat===void 0?"":e.sides[t.seat]?.name??"",o=t.colour!==""&&t.colour!==e.sides[t.seat??-1]?.colour;return[n===""?"":e.word("side",n),e.word("token",t.kind),t.label,o?e.word("colour",t.colour):""].filter(r=>r!=="").join(" ")}var P=t=>Math.round(t*1e3)/1e3,Te=({x:t,y:e},n=0,o=1)=>`translate(${P(t)} ${P(e)})`+(n%360===0?"":` rotate(${P(n)})`)+(o===1?"":` scale(${P(o)})`),bs=(t,e,n,o)=>[t,e,n,o].map(P).join(" ");function ks(t){let{layout:e,skin:n,port:o}=t,{window:s}=e,r=d`
    ${n.defs?.()??h}
    ${e.hands.map(l=>tl(l,t))}
    <svg class="window" part="board" x=${P(s.x)} y=${P(s.y)}
      width=${P(s.width)} height=${P(s.height)}
      viewBox=${bs(o.x,o.y,o.width,o.height)}
      overflow=${t.isZoomed?"hidden":"visible"}>${Ba(t)}</svg>
    ${e.hands.map(l=>Ya(l,t))}`,i=n.aspect===void 0?"picture":"picture grows",a=t.isZoomed?`${i} zoomed`:i;return d`<svg class=${a} viewBox=${bs(0,0,e.width,e.height)}
    role=${t.isStill?"img":"group"} aria-label=${t.label}>${r}</svg>`}function Ba(t){let{scene:e,skin:n}=t,o=Da(e.tokens),s=e.lastMove.map(r=>pt(r,t,0,Ua));return d`
    ${n.aspect===void 0?h:Ia(t.port)}
    ${n.ground?.(t)??h}
    <g class="spaces">${ut(e.spaces,({id:r})=>r,r=>qa(r,o,t))}</g>
    <g class="lasts">${s}</g>
    <g class="tokens">${ut(Ha(o,t),Ga,r=>Fa(r,o,t))}</g>
    <g class="marks">${Za(t,o)}</g>
    ${n.above?.(t)??h}
    ${t.isStill?h:ms(t,o)}`}var Ia=({x:t,y:e,width:n,height:o})=>d`<rect class="backdrop" x=${P(t)} y=${P(e)} width=${P(n)} height=${P(o)}></rect>`;function Ha(t,e){let n=o=>e.at(o)?.y??0;return[...t].sort(([o],[s])=>n(o)-n(s)).flatMap(([,o])=>o)}var Ga=(t,e)=>t.id||`${t.space} ${e}`;function Da(t){let e=new Map;for(let n of t){let o=e.get(n.space);o?o.push(n):e.set(n.space,[n])}return e}function pt(t,e,n,o){let[s,r]=[e.space(t),e.at(t)];if(!s||!r)return h;let{x:i,y:a}=n>1?vs(e,n-1,n,t):{x:0,y:0};return d`<g transform=${Te({x:r.x+i,y:r.y+a},r.turn)}>${o(s)}</g>`}var vs=(t,e,n,o)=>(t.skin.lift??Wa)(e,n,t.hovered===o),Ua=({shape:t})=>d`<path class="last" part="last" d=${L(t)}></path>`;function qa(t,e,n){let o=n.at(t.id);if(!o)return h;let s={isLast:n.scene.lastMove.includes(t.id),isTarget:n.isNext("space",t.id),isTaken:e.has(t.id)},r=n.skin.space?.(t,s,n)??za(t);return d`<g class="space" part=${`space ${t.colour}`} transform=${Te(o,o.turn)}>${r}</g>`}var za=({shape:t})=>d`<path class="space-shape" fill="var(--space)" d=${L(t,.98)}></path>`,Qa=.12,Wa=(t,e,n)=>({x:0,y:-t*Qa*(n?2:1)});function Fa(t,e,n){let o=n.at(t.space);if(!o)return h;let s=e.get(t.space)??[t],r=s.indexOf(t),i=n.hovered===t.space,a=vs(n,r,s.length,t.space),l=o.turn+90*t.quarterTurns,c={where:"board",level:r,height:s.length,isChosen:n.chosen.includes(t.space),isHovered:i,isLeaving:t.id!==""&&n.leaving.has(t.id),turn:l},p=Te({x:o.x+a.x,y:o.y+a.y},l);return d`<g class="token" part=${`token ${t.kind}`} data-token=${t.id} transform=${p}>
    ${n.skin.token(t,c,n)}</g>`}function Za(t,e){let{scene:n,skin:o}=t,s=l=>e.get(l)?.length??0,r=n.highlights.flatMap(({kind:l,spaces:c})=>{let p=u=>o.highlight?.(l,u,t)??Ka(u,l);return c.map(u=>pt(u,t,s(u),p))}),i=t.chosen.map(l=>pt(l,t,s(l),Ja)),a=t.targets.map(l=>pt(l,t,s(l),c=>Xa(c,s(l)>0)));return[...r,...i,...a]}var Ka=({shape:t},e)=>d`<path class="highlight" part=${`highlight ${e}`} d=${L(t,.9)}></path>`,Ja=({shape:t})=>d`<path class="source" part="source" d=${L(t,.95)}></path>`;function Xa({shape:t},e){return e?d`<path class="target-ring" part="target" d=${L(t,.88)}></path>`:d`<circle class="target" part="target" r="0.13"></circle>`}function Ya(t,e){let n=t.seat===e.mover&&t.tokens.some(({token:s})=>e.canClick("hand",s.id)),o=ut(t.tokens,({token:s},r)=>s.id||r,s=>el(s,n,e));return d`<g class="hand" part="hand">${o}</g>`}function el({token:t,x:e,y:n,scale:o},s,r){let i=t.id!==""&&r.held===t.id,a=s&&r.canClick("hand",t.id),l=90*t.quarterTurns,c={where:"hand",level:0,height:1,isChosen:i,isHovered:!1,isLeaving:!1,turn:l},p=i?d`<path class="source" part="source" d=${L(t.shape,1)}></path>`:h;return d`<g class=${s&&!a&&!i?"token idle":"token"} part=${`token ${t.kind}`}
    data-token=${t.id} transform=${Te({x:e,y:n},l,o)}>
    ${r.skin.token(t,c,r)}${p}
    ${r.isStill||t.id===""?h:ys(t,a||i,r)}</g>`}function tl(t,e){if(!t.name||e.detail==="small")return h;let{x:n,y:o}=t.name,s=e.sides[t.seat]?.colour??"grey",i=[...e.names[t.seat]||e.word("side",e.sides[t.seat]?.name??"")].slice(0,16).join("");return d`<g transform=${Te({x:n,y:o})}>
    <circle cx="0.2" r="0.16" fill=${`var(--colour-${s}, var(--muted))`}></circle>
    <text class="name" part="name" x="0.5">${i}</text></g>`}var nl=2e4,qt=t=>({state:t,happenings:[]});function ws(t,e){let n=ol(e);return n?sl(t,n):e.movesTakenBack?rl(t,e.movesTakenBack):e.roundEnded?il(t,e.roundEnded,e.revealed):e.proposalMade?al(t,e.proposalMade):e.proposalAnswered?ll(t,e.proposalAnswered):e.matchPaused||e.matchResumed?cl(t,!!e.matchPaused):e.seatLost?dl(t,e.seatLost):e.matchEnded?hl(t,e.matchEnded,e.revealed):ul(t,e)}function ol(t){let e=t.movePlayed??t.forcedMovePlayed??t.moveSubstituted,n=e??t.chanceResolved;if(n)return{round:n.round??1,ply:n.ply??0,notation:n.notation??"",isForced:!t.movePlayed,...e&&{seat:e.seat??0}}}function sl(t,e){let n=[...t.steps.slice(-nl),e],o={...q(t,"takebackProposer"),steps:n,round:e.round};return{state:{...!(t.drawProposer!==void 0&&t.drawProposer!==e.seat)||e.seat===void 0||t.accepted.includes(e.seat)?o:{...q(o,"drawProposer"),accepted:[]},ply:e.ply+1},happenings:[{kind:"step",step:e}]}}function rl(t,{round:e=1,ply:n=0}){let o=i=>i.round<e||i.round===e&&i.ply<n,s=t.steps.filter(o);return{state:{...q(t,"takebackProposer","drawProposer"),steps:s,round:e,ply:n,accepted:[]},happenings:[{kind:"takeback",round:e,ply:n}]}}function il(t,e,n){let o={round:e.round??1,result:e.result??{}};return{state:{...$s(t,o.round,n),results:[...t.results,o],points:o.result.totals??[]},happenings:[{kind:"round",end:o}]}}function $s(t,e,n){if(!n?.steps)return t;let o=new Map(n.steps.map(({ply:r=0,notation:i=""})=>[r,i])),s=t.steps.map(r=>{let i=r.round===e?o.get(r.ply):void 0;return i===void 0?r:{...r,notation:i}});return{...t,steps:s}}function al(t,{seat:e=0,proposal:n}){return n?{state:{...t,...n==="PROPOSAL_DRAW"?{drawProposer:e}:{takebackProposer:e},accepted:[]},happenings:[{kind:"proposal",seat:e,proposal:n}]}:qt(t)}function ll(t,{seat:e=0,proposal:n,answer:o}){if(!o)return qt(t);let s=[{kind:"answer",seat:e,answer:o}];return o==="PROPOSAL_ANSWER_ACCEPT"?{state:{...t,accepted:[...t.accepted,e]},happenings:s}:{state:{...q(t,n==="PROPOSAL_DRAW"?"drawProposer":"takebackProposer"),accepted:[]},happenings:s}}function cl(t,e){return{state:{...t,isPaused:e},happenings:[{kind:"pause",isPaused:e}]}}function dl(t,e){let{seat:n=0,cause:o="TERMINATION_UNSPECIFIED"}=e,s=[...t.losses,{seat:n,cause:o}];return{state:{...t,losses:s},happenings:[{kind:"lost",seat:n,cause:o}]}}function hl(t,e,n){let o=q(t,"drawProposer","takebackProposer","turnSeat","choices");return{state:$s({...o,absent:new Map,end:e},t.round,n),happenings:[{kind:"end",verdict:e.verdict??{}}]}}function ul(t,e){let{seatConnected:n,seatDisconnected:o}=e;if(!n&&!o)return qt(t);let s=(n??o)?.seat??0,r=new Map(t.absent);n?r.delete(s):r.set(s,pl(o?.graceUntilNs));let i=!!o;return{state:{...t,absent:r},happenings:[{kind:"presence",seat:s,isAway:i}]}}function pl(t){return t===void 0?void 0:-Number(t)/1e6}var ft=class{#e;#t;#n;#o;constructor(e,n={}){this.#n=n.boards,this.#t=new te(n.boards),this.#o=n.now??(()=>performance.now()),this.#e={matchId:e,seq:0,round:1,ply:0,steps:[],results:[],points:[],clocks:[],clocksAtMs:0,absent:new Map,accepted:[],isPaused:!1,losses:[],watchers:0,isGone:!1}}get state(){return this.#e}apply({matchId:e,followed:n,frame:o,update:s,gone:r}){if(e!==this.#e.matchId)return[];n&&this.#s(n);let i=(s?.events??[]).flatMap(l=>this.#i(l));s&&(this.#e={...this.#e,watchers:s.watchers??0});let a=s?.frame??o;if(a&&i.push(...this.#r(a)),r){let{refusal:l}=r;this.#e={...this.#e,isGone:!0,...l&&{refusal:l}},i.push({kind:"gone"})}return i}#s(e){this.#t=new te(this.#n),this.#e={...this.#e,isGone:!1},this.#e={...q(this.#e,"drawProposer","takebackProposer","turnSeat","choices"),summary:e,round:e.round??1,ply:e.ply??0,points:e.points??[],clocks:e.clocks??[],clocksAtMs:this.#o(),isPaused:e.paused??!1,losses:e.losses??[],watchers:e.watchers??0,...e.drawProposer!==void 0&&{drawProposer:e.drawProposer},...e.takebackProposer!==void 0&&{takebackProposer:e.takebackProposer},...e.turnSeat!==void 0&&{turnSeat:e.turnSeat},...e.verdict&&{end:{verdict:e.verdict}}}}#i(e){let n=Number(e.seq??0);if(n<=this.#e.seq)return[];let{state:o,happenings:s}=ws(this.#e,e);return this.#e={...o,seq:n},s}#r(e){let n=this.#e,{round:o=1,ply:s=0,clocks:r=[],points:i=n.points,turnSeat:a,choices:l}=e,c=this.#t.read(e);this.#e={...q(n,"turnSeat","choices"),round:o,ply:s,clocks:r,points:i,clocksAtMs:this.#o(),absent:fl(n.absent,e,this.#o()),...c&&{scene:c},...a!==void 0&&{turnSeat:a},...l&&{choices:l}};let p=n.turnSeat===a&&n.round===o&&n.ply===s,u=l&&l.turnId!==n.choices?.turnId;return a===void 0||p&&!u&&n.scene?[]:[{kind:"turn",seat:a,...l&&{choices:l}}]}};function fl(t,{atNs:e},n){let o=Number(e??0)/1e6,s=r=>r===void 0||r>=0?r:n+(-r-o);return new Map([...t].map(([r,i])=>[r,s(i)]))}function q(t,...e){let n={...t};for(let o of e)delete n[o];return n}function xs(t,e,n){let{match:o,seat:s,token:r,game:i,options:a,position:l,moves:c}=t;if(o!==""){let u=s!==void 0&&(t.link!==void 0||r!=="");return new Ae(e,o,u,n)}if(i===""||t.scene||t.state)return;let p={game:i,options:{...a},start:l,moves:[...c]};return new z(e,p,n)}function zt(t){let{summary:e,scene:n,round:o,ply:s,choices:r,turnSeat:i}=t;if(!e||!n)return;let a=r&&i!==void 0?{mover:i}:{};return{game:e.game??"",scene:n,round:o,ply:s,legal:r?.legal??[],...a}}function Qt({players:t=[],displayNames:e=[]}){return t.map((n,o)=>e[o]||n)}var Ae=class{constructor(e,n,o,s){this.link=e;this.matchId=n;this.listener=s;this.#e=new ft(n),this.#i(o).catch(r=>this.#c(r))}#e;#t=new AbortController;#n=!1;#o={turnId:"",position:""};get state(){return this.#e.state}get shown(){return zt(this.#e.state)}stop(){this.#t.abort()}async play({notation:e=""}){let n=this.state.choices?.turnId??"0";await qe(this.link,{matchId:this.matchId,playMove:{turnId:n,notation:e}})}async leaving({notation:e=""}){let{scene:n,round:o,summary:s,choices:{turnId:r=""}={}}=this.state;if(!n||r==="")return new Set;let i=await this.#s(r,n.board);if(i==="")return new Set;let{game:a="",options:l={},points:c=[]}=s??{},p={game:a,options:l,points:c,round:o,start:i};return Ss(this.link,p,[e],n)}async#s(e,n){if(this.#o.turnId===e)return this.#o.position;let o={matchId:this.matchId,knownBoard:n},{position:s="",turnId:r=""}=await this.link.call("MatchService/GetMatch",o);return r!==e?"":(this.#o={turnId:e,position:s},s)}async#i(e){let n={matches:[{matchId:this.matchId}],detail:"DETAIL_PAGE"},o={signal:this.#t.signal,onConnection:r=>this.listener.connection(r)};if(!e){for await(let r of wn(this.link,n,o))this.#r(r);return}let s={withoutMoves:!0,withoutLegal:!0,maxMatches:1,agent:"referee-board"};for await(let{watched:r}of $n(this.link,{hello:s,watch:n},o))r&&this.#r(r),r?.gone&&this.stop()}#r(e){if(this.#t.signal.aborted)return;let n=this.#e.apply(e);this.listener.changed(this.#n?n:n.filter(ml)),this.#n||=e.update?.frame!==void 0;let o=e.gone?.refusal;o&&this.listener.failed(Ge(o))}#c(e){this.#t.signal.aborted||this.listener.failed($(e))}},ml=({kind:t})=>t==="turn"||t==="end"||t==="gone",z=class{constructor(e,n,o){this.link=e;this.start=n;this.listener=o;this.#t=n.moves??[],this.#s(this.#t).catch(s=>this.listener.failed($(s)))}#e;#t;#n=0;#o=new Me;get shown(){return this.#e}get moves(){return this.#t}stop(){this.#n+=1}async play({notation:e=""}){await this.#s([...this.#t,e])}async go(e){await this.#s(e)}async leaving({notation:e=""}){return this.#e?Ss(this.link,this.start,[...this.#t,e],this.#e.scene):new Set}async#s(e){let n=this.#n+=1,o=this.#e?.scene.board??"",s={...this.start,moves:[...e],knownBoard:o},r=await this.link.call("GameService/GetPosition",s);if(n!==this.#n)return;let{scene:i={},round:a=1,legal:l=[],seat:c,steps:p=[]}=r,u=e.length===this.#t.length+1;this.#t=e,this.#e={game:this.start.game??"",scene:this.#o.read(i),round:a,ply:p.filter(y=>(y.round??1)===a).length,legal:l,...c!==void 0&&{mover:c}};let m=u?p.at(-1):void 0;this.listener.changed(m?[yl(m)]:[]),c!==void 0&&this.listener.changed([{kind:"turn",seat:c}])}};function yl({round:t=1,ply:e=0,seat:n,notation:o="",forced:s}){return{kind:"step",step:{...{round:t,ply:e,notation:o,isForced:s??!1},...n!==void 0&&{seat:n}}}}async function Ss(t,e,n,o){let s={...e,moves:[...n],stopAtRoundEnd:!0,withoutSteps:!0},{scene:r={}}=await t.call("GameService/GetPosition",{...s,knownBoard:o.board}),i=(r.hands??[]).flatMap(({tokens:l=[]})=>l),a=new Set([...r.tokens??[],...i].map(({id:l})=>l));return new Set(o.tokens.map(({id:l})=>l).filter(l=>l!==""&&!a.has(l)))}var Ms=k`
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
`;var gl=k`
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
`,mt=class extends _e{#e;#t;#n=new B;#o;#s;#i="";#r="";#c;#d=new Map;#h=0;#k=0;#b="";#v=!1;#y;#p;#f=[];#g=0;#x=-1;#a=new Fe;#l=new dt(this,{press:(e,n)=>{this.#B(e,n)},redraw:()=>this.#u(),view:()=>this.#o,clear:()=>this.clear(),wouldEnd:e=>this.#a.wouldEnd(e),leaving:e=>this.#e?.leaving(e)??Promise.resolve(new Set)});#S=new ResizeObserver(([e])=>{let n=Math.round(e?.contentRect.width??0);n!==this.#h&&(this.#h=n,requestAnimationFrame(()=>this.#u()))});get shownState(){return this.state?this.state:this.#e instanceof Ae?this.#e.state:void 0}show(e){let n=this.shownState,o=!e||!n||st(n,e);this.ply=o?"":zo(e);let s=o?this.#O():e;this.#m("scrub",{...s,isPresent:o})}step(e){this.#e instanceof z&&this.#C(this.#e.moves.length+e);let n=this.shownState;n&&this.show(Qo(n,Se(this.ply)??this.#O(),e))}flip(){this.flipped=!this.flipped}resetView(){this.#l.reset(),this.#s=void 0,this.#u()}zoom(e){this.#l.zoomMiddle(e)}clear(){this.#a.clear(),this.#u()}async submit(e){await qe(this.#T(),{...e,matchId:this.match})}connectedCallback(){super.connectedCallback(),this.#S.observe(this),this.hasUpdated&&this.#V()}disconnectedCallback(){super.disconnectedCallback(),this.#S.disconnect(),this.#e?.stop(),this.#e=void 0,clearTimeout(this.#p)}willUpdate(e){_e.origins.some(n=>e.has(n))&&this.#V(),(e.has("legal")||e.has("scene"))&&(this.#k+=1),[...e.keys()].length>0&&(this.#g+=1),this.words&&(this.#n=this.words),this.#M()}render(){let[e,n]=[this.#o,this.#E()],o=this.#y&&x("failed",n).replace("{reason}",this.#y.message),s=this.#v?x("cut",n):o,r=s?v`<div class="notice" part="notice">${s}</div>`:h;if(!e)return r;let i=this.bare?void 0:Wo(this.#z(e)),a=fn([this.#g],()=>ks(e)),l=this.bare?h:"framed";return v`<div class=${l} lang=${n} dir=${En(n)}>
      ${i?.above??h}
      <div class="stage" dir="ltr">${a}</div>
      ${i?.below??h}
      ${this.still?h:this.#q(e,n)}
      ${i?.foot??h} ${r}
      <div class="heard" role="status" aria-live="polite">${this.still?"":this.#b}</div>
    </div>`}update(e){let n=this.#o,[o,s]=[this.#d,n?Xo(n):new Map],r=ns(this.renderRoot,o,s);super.update(e),this.#d=s,n&&(es(this.renderRoot,o,s),os(this.renderRoot,r))}updated(){if(!this.#o)return;let{width:e,height:n}=this.#o.layout;this.style.setProperty("--aspect",String(Math.round(1e3*e/n)/1e3)),this.#l.updated(this.renderRoot)}#M(){let e=this.#P();if(!e||this.#x===this.#g)return;this.#x=this.#g;let n=this.#_(e);e.game!==this.#i&&this.#w(e.game),this.#R(`${e.game} ${Se(this.ply)?.round??e.round}`);let o=this.ply===""&&!this.still?e.legal:[];this.#a.begin(this.#I(e),o);let s=this.#L(e,n),r=Gt(s);this.#s=ze(this.#s,r.bounds,r.window);let i=this.#l.port(this.#s,r.bounds);this.#o&&this.#o.scene!==n&&(this.#c=this.#o.scene),this.#o=qo({...s,port:i,isZoomed:this.#l.isZoomed,focus:this.#l.focusIn(n,r,this.#a.next),leaving:this.#l.leaving,...this.#c&&{before:this.#c},...this.#l.hovered!==void 0&&{hovered:this.#l.hovered}},r)}#R(e){e!==this.#r&&(this.#r=e,this.#s=void 0,this.#c=void 0)}#L(e,n){let{summary:o}=this.shownState??{},s=this.names.length>0?this.names:o?Qt(o):[];return{game:e.game,scene:n,words:this.#n,lang:this.#E(),names:s,isFlipped:this.flipped,symbols:this.symbols,isStill:this.still,clicks:this.#a.clicks,next:this.#a.next,starts:this.#a.starts,...this.#h>0&&{width:Math.min(this.#h,innerHeight)},...this.seat!==void 0&&{seat:this.seat},...e.mover!==void 0&&{mover:e.mover}}}#w(e){this.#i=e;let{style:n}=D(e),o=[Ms,Cn,gl,...n?[n]:[]];Le(this.renderRoot,o),!this.words&&!this.#n.game(e)&&this.#$(e)}async#$(e){if(this.#j())try{this.#n=await as(this.#T(),this.url,e),this.#u()}catch(n){this.#A($(n))}}#P(){if(this.#e)return this.#e.shown;if(this.state)return zt(this.state);let{scene:e,game:n,legal:o,mover:s}=this;if(e)return{game:n,scene:e,round:1,ply:0,legal:o,...s!==void 0&&{mover:s}}}#_(e){let n=Se(this.ply);if(!n||!this.#j())return e.scene;let{matchId:o}=this.shownState??{};if(o===void 0)return e.scene;this.#t??=new rt(this.#T(),o);let s=this.#t.known(n.round,n.ply);return s||(this.#t.at(n.round,n.ply).then(r=>r&&this.#u(),r=>this.#A($(r))),this.#o?.scene??e.scene)}#I({round:e,ply:n,mover:o}){if(this.#e instanceof z)return this.#e.moves.join(" ");let s=this.shownState,r=this.ply===""?`${e}.${n}.${o??""}`:"past";return s?`${r} ${s.choices?.turnId??""}`:`fed ${this.#k}`}#O(){let{round:e=1,ply:n=0}=this.shownState??this.#e?.shown??{};return{round:e,ply:n}}#C(e){if(!(this.#e instanceof z))return;let{moves:n}=this.#e;(n.length>this.#f.length||!bl(n,this.#f))&&(this.#f=n);let o=Math.min(Math.max(e,0),this.#f.length);this.#e.go(this.#f.slice(0,o)).catch(s=>this.#A($(s)))}#j(){return this.link!==void 0||this.url!==""}#T(){return this.link?this.link:new De(this.url,this.token===""?{}:{token:this.token})}#V(){if(this.#e?.stop(),this.#e=void 0,this.#t=void 0,this.#y=void 0,this.#f=[],this.#r="",this.#d=new Map,this.#l.reset(),!this.isConnected||!this.#j())return;let e={changed:n=>this.#H(n),connection:n=>this.#U(n==="down"),failed:n=>this.#A(n)};this.#e=xs(this,this.#T(),e)}#H(e){this.#y=void 0;for(let n of e)this.#G(n);this.shownState&&this.#m("update",{state:this.shownState}),this.#u()}#G(e){if((e.kind==="takeback"||e.kind==="round")&&this.#t?.clear(),e.kind==="step"){let{round:n,ply:o,notation:s,seat:r}=e.step,i=r!==void 0&&r===this.seat;this.#b=ls(e.step,this.#N()),this.#m("move",{round:n,ply:o,notation:s,isMine:i,...r!==void 0&&{seat:r}})}if(e.kind==="turn"){let{seat:n,choices:o}=e,s=o!==void 0;s&&(this.#b+=` ${cs(this.shownState?.scene?.prompt,this.#N())}`),this.#m("turn",{seat:n,isMine:s,...s&&{turnId:o.turnId}})}if(e.kind==="end"){let{verdict:n}=e;this.#m("end",{verdict:n,places:n.places??[]})}}#N(){let{summary:e}=this.shownState??{},n=e?Qt(e):this.names;return{words:this.#n,game:this.#i,names:n,lang:this.#E()}}async#B(e,n){let o=this.#a.press(e);if(this.#u(),!!o){if(!await this.#l.isConfirmed(o,e,this.confirm,n)){this.#a.back(),this.#u();return}await this.#D(o)}}async#D(e){let n=this.#m("choose",{move:e});if(this.#a.send(e),this.#u(),!(!n||!this.#e))try{await this.#e.play(e)}catch(o){this.#a.clear(),this.#m("error",{error:$(o)}),this.#u()}}#U(e){e!==this.#v&&(this.#v=e,this.#m("connection",{isDown:e}),this.requestUpdate())}#A(e){this.#y=e,this.#m("error",{error:e}),this.requestUpdate()}#u(){this.#g+=1,this.requestUpdate()}#m(e,n){let o={detail:n,bubbles:e!=="error",composed:!0,cancelable:!0};return this.dispatchEvent(new CustomEvent(e,o))}#E(){return this.lang||this.closest("[lang]")?.getAttribute("lang")||document.documentElement.lang||"en"}#q({game:e},n){let o=({kind:s,key:r})=>s==="done"?x("end",n):this.#n.text(e,"choice",r,n);return Ln(this.#a.next,o,s=>{this.#B(s,!1)})}#z(e){let{prompt:n}=e.scene,o=this.#E(),s=this.shownState,r=()=>{clearTimeout(this.#p),this.#p=setTimeout(()=>this.requestUpdate(),100)};return{view:e,lang:o,moment:Se(this.ply),isPosition:this.#e instanceof z,prompt:n?Rn(this.#n.prompt(e.game,n,o,e.names)):[],tick:r,act:{first:()=>s?this.show({round:1,ply:0}):this.#C(0),back:()=>this.step(-1),forward:()=>this.step(1),present:()=>s?this.show():this.#C(1/0),flip:()=>this.flip(),closer:()=>this.zoom(1.3),farther:()=>this.zoom(1/1.3),whole:()=>this.resetView()},...s&&{state:s}}}},bl=(t,e)=>t.every((n,o)=>n===e[o]);customElements.get("referee-board")||customElements.define("referee-board",mt);export{mt as RefereeBoard};
/*! Bundled license information:

@lit/reactive-element/css-tag.js:
  (**
   * @license
   * Copyright 2019 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

@lit/reactive-element/reactive-element.js:
lit-html/lit-html.js:
lit-element/lit-element.js:
lit-html/directive.js:
lit-html/directives/repeat.js:
  (**
   * @license
   * Copyright 2017 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

lit-html/is-server.js:
  (**
   * @license
   * Copyright 2022 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

lit-html/directives/guard.js:
  (**
   * @license
   * Copyright 2018 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

lit-html/directive-helpers.js:
  (**
   * @license
   * Copyright 2020 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)
*/
