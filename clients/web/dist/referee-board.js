var Te=globalThis,Ae=Te.ShadowRoot&&(Te.ShadyCSS===void 0||Te.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,mt=Symbol(),qt=new WeakMap,de=class{constructor(e,n,o){if(this._$cssResult$=!0,o!==mt)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=n}get styleSheet(){let e=this.o,n=this.t;if(Ae&&e===void 0){let o=n!==void 0&&n.length===1;o&&(e=qt.get(n)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),o&&qt.set(n,e))}return e}toString(){return this.cssText}},Qt=t=>new de(typeof t=="string"?t:t+"",void 0,mt),k=(t,...e)=>{let n=t.length===1?t[0]:e.reduce((o,s,r)=>o+(i=>{if(i._$cssResult$===!0)return i.cssText;if(typeof i=="number")return i;throw Error("Value passed to 'css' function must be a 'css' function result: "+i+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(s)+t[r+1],t[0]);return new de(n,t,mt)},Ee=(t,e)=>{if(Ae)t.adoptedStyleSheets=e.map(n=>n instanceof CSSStyleSheet?n:n.styleSheet);else for(let n of e){let o=document.createElement("style"),s=Te.litNonce;s!==void 0&&o.setAttribute("nonce",s),o.textContent=n.cssText,t.appendChild(o)}},yt=Ae?t=>t:t=>t instanceof CSSStyleSheet?(e=>{let n="";for(let o of e.cssRules)n+=o.cssText;return Qt(n)})(t):t;var{is:hs,defineProperty:us,getOwnPropertyDescriptor:ps,getOwnPropertyNames:fs,getOwnPropertySymbols:ms,getPrototypeOf:ys}=Object,Re=globalThis,zt=Re.trustedTypes,gs=zt?zt.emptyScript:"",bs=Re.reactiveElementPolyfillSupport,he=(t,e)=>t,gt={toAttribute(t,e){switch(e){case Boolean:t=t?gs:null;break;case Object:case Array:t=t==null?t:JSON.stringify(t)}return t},fromAttribute(t,e){let n=t;switch(e){case Boolean:n=t!==null;break;case Number:n=t===null?null:Number(t);break;case Object:case Array:try{n=JSON.parse(t)}catch{n=null}}return n}},Ft=(t,e)=>!hs(t,e),Wt={attribute:!0,type:String,converter:gt,reflect:!1,useDefault:!1,hasChanged:Ft};Symbol.metadata??=Symbol("metadata"),Re.litPropertyMetadata??=new WeakMap;var O=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,n=Wt){if(n.state&&(n.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((n=Object.create(n)).wrapped=!0),this.elementProperties.set(e,n),!n.noAccessor){let o=Symbol(),s=this.getPropertyDescriptor(e,o,n);s!==void 0&&us(this.prototype,e,s)}}static getPropertyDescriptor(e,n,o){let{get:s,set:r}=ps(this.prototype,e)??{get(){return this[n]},set(i){this[n]=i}};return{get:s,set(i){let a=s?.call(this);r?.call(this,i),this.requestUpdate(e,a,o)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??Wt}static _$Ei(){if(this.hasOwnProperty(he("elementProperties")))return;let e=ys(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(he("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(he("properties"))){let n=this.properties,o=[...fs(n),...ms(n)];for(let s of o)this.createProperty(s,n[s])}let e=this[Symbol.metadata];if(e!==null){let n=litPropertyMetadata.get(e);if(n!==void 0)for(let[o,s]of n)this.elementProperties.set(o,s)}this._$Eh=new Map;for(let[n,o]of this.elementProperties){let s=this._$Eu(n,o);s!==void 0&&this._$Eh.set(s,n)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let n=[];if(Array.isArray(e)){let o=new Set(e.flat(1/0).reverse());for(let s of o)n.unshift(yt(s))}else e!==void 0&&n.push(yt(e));return n}static _$Eu(e,n){let o=n.attribute;return o===!1?void 0:typeof o=="string"?o:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,n=this.constructor.elementProperties;for(let o of n.keys())this.hasOwnProperty(o)&&(e.set(o,this[o]),delete this[o]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Ee(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,n,o){this._$AK(e,o)}_$ET(e,n){let o=this.constructor.elementProperties.get(e),s=this.constructor._$Eu(e,o);if(s!==void 0&&o.reflect===!0){let r=(o.converter?.toAttribute!==void 0?o.converter:gt).toAttribute(n,o.type);this._$Em=e,r==null?this.removeAttribute(s):this.setAttribute(s,r),this._$Em=null}}_$AK(e,n){let o=this.constructor,s=o._$Eh.get(e);if(s!==void 0&&this._$Em!==s){let r=o.getPropertyOptions(s),i=typeof r.converter=="function"?{fromAttribute:r.converter}:r.converter?.fromAttribute!==void 0?r.converter:gt;this._$Em=s;let a=i.fromAttribute(n,r.type);this[s]=a??this._$Ej?.get(s)??a,this._$Em=null}}requestUpdate(e,n,o,s=!1,r){if(e!==void 0){let i=this.constructor;if(s===!1&&(r=this[e]),o??=i.getPropertyOptions(e),!((o.hasChanged??Ft)(r,n)||o.useDefault&&o.reflect&&r===this._$Ej?.get(e)&&!this.hasAttribute(i._$Eu(e,o))))return;this.C(e,n,o)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,n,{useDefault:o,reflect:s,wrapped:r},i){o&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,i??n??this[e]),r!==!0||i!==void 0)||(this._$AL.has(e)||(this.hasUpdated||o||(n=void 0),this._$AL.set(e,n)),s===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(n){Promise.reject(n)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[s,r]of this._$Ep)this[s]=r;this._$Ep=void 0}let o=this.constructor.elementProperties;if(o.size>0)for(let[s,r]of o){let{wrapped:i}=r,a=this[s];i!==!0||this._$AL.has(s)||a===void 0||this.C(s,void 0,r,a)}}let e=!1,n=this._$AL;try{e=this.shouldUpdate(n),e?(this.willUpdate(n),this._$EO?.forEach(o=>o.hostUpdate?.()),this.update(n)):this._$EM()}catch(o){throw e=!1,this._$EM(),o}e&&this._$AE(n)}willUpdate(e){}_$AE(e){this._$EO?.forEach(n=>n.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(n=>this._$ET(n,this[n])),this._$EM()}updated(e){}firstUpdated(e){}};O.elementStyles=[],O.shadowRootOptions={mode:"open"},O[he("elementProperties")]=new Map,O[he("finalized")]=new Map,bs?.({ReactiveElement:O}),(Re.reactiveElementVersions??=[]).push("2.1.2");var kt=globalThis,Kt=t=>t,Le=kt.trustedTypes,Zt=Le?Le.createPolicy("lit-html",{createHTML:t=>t}):void 0,vt="$lit$",V=`lit$${Math.random().toFixed(9).slice(2)}$`,wt="?"+V,ks=`<${wt}>`,F=document,pe=()=>F.createComment(""),fe=t=>t===null||typeof t!="object"&&typeof t!="function",$t=Array.isArray,nn=t=>$t(t)||typeof t?.[Symbol.iterator]=="function",bt=`[ 	
\f\r]`,ue=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Jt=/-->/g,Xt=/>/g,z=RegExp(`>|${bt}(?:([^\\s"'>=/]+)(${bt}*=${bt}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Yt=/'/g,en=/"/g,on=/^(?:script|style|textarea|title)$/i,xt=t=>(e,...n)=>({_$litType$:t,strings:e,values:n}),v=xt(1),c=xt(2),rl=xt(3),C=Symbol.for("lit-noChange"),h=Symbol.for("lit-nothing"),tn=new WeakMap,W=F.createTreeWalker(F,129);function sn(t,e){if(!$t(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return Zt!==void 0?Zt.createHTML(e):e}var rn=(t,e)=>{let n=t.length-1,o=[],s,r=e===2?"<svg>":e===3?"<math>":"",i=ue;for(let a=0;a<n;a++){let l=t[a],d,p,u=-1,m=0;for(;m<l.length&&(i.lastIndex=m,p=i.exec(l),p!==null);)m=i.lastIndex,i===ue?p[1]==="!--"?i=Jt:p[1]!==void 0?i=Xt:p[2]!==void 0?(on.test(p[2])&&(s=RegExp("</"+p[2],"g")),i=z):p[3]!==void 0&&(i=z):i===z?p[0]===">"?(i=s??ue,u=-1):p[1]===void 0?u=-2:(u=i.lastIndex-p[2].length,d=p[1],i=p[3]===void 0?z:p[3]==='"'?en:Yt):i===en||i===Yt?i=z:i===Jt||i===Xt?i=ue:(i=z,s=void 0);let y=i===z&&t[a+1].startsWith("/>")?" ":"";r+=i===ue?l+ks:u>=0?(o.push(d),l.slice(0,u)+vt+l.slice(u)+V+y):l+V+(u===-2?a:y)}return[sn(t,r+(t[n]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),o]},me=class t{constructor({strings:e,_$litType$:n},o){let s;this.parts=[];let r=0,i=0,a=e.length-1,l=this.parts,[d,p]=rn(e,n);if(this.el=t.createElement(d,o),W.currentNode=this.el.content,n===2||n===3){let u=this.el.content.firstChild;u.replaceWith(...u.childNodes)}for(;(s=W.nextNode())!==null&&l.length<a;){if(s.nodeType===1){if(s.hasAttributes())for(let u of s.getAttributeNames())if(u.endsWith(vt)){let m=p[i++],y=s.getAttribute(u).split(V),g=/([.?@])?(.*)/.exec(m);l.push({type:1,index:r,name:g[2],strings:y,ctor:g[1]==="."?Ce:g[1]==="?"?je:g[1]==="@"?Oe:Z}),s.removeAttribute(u)}else u.startsWith(V)&&(l.push({type:6,index:r}),s.removeAttribute(u));if(on.test(s.tagName)){let u=s.textContent.split(V),m=u.length-1;if(m>0){s.textContent=Le?Le.emptyScript:"";for(let y=0;y<m;y++)s.append(u[y],pe()),W.nextNode(),l.push({type:2,index:++r});s.append(u[m],pe())}}}else if(s.nodeType===8)if(s.data===wt)l.push({type:2,index:r});else{let u=-1;for(;(u=s.data.indexOf(V,u+1))!==-1;)l.push({type:7,index:r}),u+=V.length-1}r++}}static createElement(e,n){let o=F.createElement("template");return o.innerHTML=e,o}};function K(t,e,n=t,o){if(e===C)return e;let s=o!==void 0?n._$Co?.[o]:n._$Cl,r=fe(e)?void 0:e._$litDirective$;return s?.constructor!==r&&(s?._$AO?.(!1),r===void 0?s=void 0:(s=new r(t),s._$AT(t,n,o)),o!==void 0?(n._$Co??=[])[o]=s:n._$Cl=s),s!==void 0&&(e=K(t,s._$AS(t,e.values),s,o)),e}var Pe=class{constructor(e,n){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:n},parts:o}=this._$AD,s=(e?.creationScope??F).importNode(n,!0);W.currentNode=s;let r=W.nextNode(),i=0,a=0,l=o[0];for(;l!==void 0;){if(i===l.index){let d;l.type===2?d=new te(r,r.nextSibling,this,e):l.type===1?d=new l.ctor(r,l.name,l.strings,this,e):l.type===6&&(d=new Ve(r,this,e)),this._$AV.push(d),l=o[++a]}i!==l?.index&&(r=W.nextNode(),i++)}return W.currentNode=F,s}p(e){let n=0;for(let o of this._$AV)o!==void 0&&(o.strings!==void 0?(o._$AI(e,o,n),n+=o.strings.length-2):o._$AI(e[n])),n++}},te=class t{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,n,o,s){this.type=2,this._$AH=h,this._$AN=void 0,this._$AA=e,this._$AB=n,this._$AM=o,this.options=s,this._$Cv=s?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,n=this._$AM;return n!==void 0&&e?.nodeType===11&&(e=n.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,n=this){e=K(this,e,n),fe(e)?e===h||e==null||e===""?(this._$AH!==h&&this._$AR(),this._$AH=h):e!==this._$AH&&e!==C&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):nn(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==h&&fe(this._$AH)?this._$AA.nextSibling.data=e:this.T(F.createTextNode(e)),this._$AH=e}$(e){let{values:n,_$litType$:o}=e,s=typeof o=="number"?this._$AC(e):(o.el===void 0&&(o.el=me.createElement(sn(o.h,o.h[0]),this.options)),o);if(this._$AH?._$AD===s)this._$AH.p(n);else{let r=new Pe(s,this),i=r.u(this.options);r.p(n),this.T(i),this._$AH=r}}_$AC(e){let n=tn.get(e.strings);return n===void 0&&tn.set(e.strings,n=new me(e)),n}k(e){$t(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,o,s=0;for(let r of e)s===n.length?n.push(o=new t(this.O(pe()),this.O(pe()),this,this.options)):o=n[s],o._$AI(r),s++;s<n.length&&(this._$AR(o&&o._$AB.nextSibling,s),n.length=s)}_$AR(e=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);e!==this._$AB;){let o=Kt(e).nextSibling;Kt(e).remove(),e=o}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},Z=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,n,o,s,r){this.type=1,this._$AH=h,this._$AN=void 0,this.element=e,this.name=n,this._$AM=s,this.options=r,o.length>2||o[0]!==""||o[1]!==""?(this._$AH=Array(o.length-1).fill(new String),this.strings=o):this._$AH=h}_$AI(e,n=this,o,s){let r=this.strings,i=!1;if(r===void 0)e=K(this,e,n,0),i=!fe(e)||e!==this._$AH&&e!==C,i&&(this._$AH=e);else{let a=e,l,d;for(e=r[0],l=0;l<r.length-1;l++)d=K(this,a[o+l],n,l),d===C&&(d=this._$AH[l]),i||=!fe(d)||d!==this._$AH[l],d===h?e=h:e!==h&&(e+=(d??"")+r[l+1]),this._$AH[l]=d}i&&!s&&this.j(e)}j(e){e===h?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},Ce=class extends Z{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===h?void 0:e}},je=class extends Z{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==h)}},Oe=class extends Z{constructor(e,n,o,s,r){super(e,n,o,s,r),this.type=5}_$AI(e,n=this){if((e=K(this,e,n,0)??h)===C)return;let o=this._$AH,s=e===h&&o!==h||e.capture!==o.capture||e.once!==o.once||e.passive!==o.passive,r=e!==h&&(o===h||s);s&&this.element.removeEventListener(this.name,this,o),r&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},Ve=class{constructor(e,n,o){this.element=e,this.type=6,this._$AN=void 0,this._$AM=n,this.options=o}get _$AU(){return this._$AM._$AU}_$AI(e){K(this,e)}},an={M:vt,P:V,A:wt,C:1,L:rn,R:Pe,D:nn,V:K,I:te,H:Z,N:je,U:Oe,B:Ce,F:Ve},vs=kt.litHtmlPolyfillSupport;vs?.(me,te),(kt.litHtmlVersions??=[]).push("3.3.3");var ln=(t,e,n)=>{let o=n?.renderBefore??e,s=o._$litPart$;if(s===void 0){let r=n?.renderBefore??null;o._$litPart$=s=new te(e.insertBefore(pe(),r),r,void 0,n??{})}return s._$AI(t),s};var St=globalThis,B=class extends O{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let n=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=ln(n,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return C}};B._$litElement$=!0,B.finalized=!0,St.litElementHydrateSupport?.({LitElement:B});var ws=St.litElementPolyfillSupport;ws?.({LitElement:B});(St.litElementVersions??=[]).push("4.2.2");var cn={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},Ne=t=>(...e)=>({_$litDirective$:t,values:e}),ne=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,n,o){this._$Ct=e,this._$AM=n,this._$Ci=o}_$AS(e,n){return this.update(e,n)}update(e,n){return this.render(...n)}};var $s={},dn=Ne(class extends ne{constructor(){super(...arguments),this.ot=$s}render(t,e){return e()}update(t,[e,n]){if(Array.isArray(e)){if(Array.isArray(this.ot)&&this.ot.length===e.length&&e.every((o,s)=>o===this.ot[s]))return C}else if(this.ot===e)return C;return this.ot=Array.isArray(e)?Array.from(e):e,this.render(e,n)}});var xs=new Set(["network","unavailable","deadline_exceeded"]),Ss=new Set(["STOPPING","STARTING","STORE_UNAVAILABLE","LAGGED","HOST_FAULT"]),E=class extends Error{constructor(n){super(n.message);this.name="RefereeError";this.code=n.code,this.reason=n.reason??"",this.field=n.field??"",this.value=n.value??"",this.expected=n.expected??"",this.limit=n.limit??"",this.most=n.most,this.retryAfterMs=n.retryAfterMs,this.status=n.status??0}get isRetryable(){return xs.has(this.code)||Ss.has(this.reason)||this.retryAfterMs!==void 0}get isSignedOut(){return this.reason==="UNAUTHENTICATED"||this.reason==="TOKEN_EXPIRED"}};function Be(t,e){let n=(t.details??[]).map(({debug:i})=>i??{}),{reason:o,metadata:s={}}=n.find(i=>i.reason)??{},r=n.find(i=>i.retryDelay)?.retryDelay;return new E({code:t.code??"unknown",message:t.message??`HTTP ${e}`,status:e,...o!==void 0&&{reason:o},...hn(s,["field","value","expected","limit"]),...s.most!==void 0&&{most:Number(s.most)},...r!==void 0&&{retryAfterMs:Number.parseFloat(r)*1e3}})}function He(t){let{text:e="",reason:n="",most:o,retryAfterMs:s}=t;return new E({code:"refused",message:e,reason:n.replace(/^REASON_/,""),...hn(t,["field","value","expected","limit"]),...o!==void 0&&{most:Number(o)},...s!==void 0&&{retryAfterMs:Number(s)}})}function $(t){if(t instanceof E)return t;let e=t instanceof Error?t.message:String(t);return new E({code:"network",message:e})}function hn(t,e){return Object.fromEntries(e.flatMap(n=>t[n]?[[n,t[n]]]:[]))}var J=5,Ms=1,_s=2,Ts=64*1024*1024;function un(t){let e=new TextEncoder().encode(t),n=new Uint8Array(J+e.length);return new DataView(n.buffer).setUint32(1,e.length),n.set(e,J),n}async function*pn(t){let e=t.getReader(),n=new Mt,o=new TextDecoder;try{for(;;){let{done:s,value:r}=await e.read();if(s)break;n.push(r);for(let i=n.take();i;i=n.take()){if(i.flags&Ms)throw fn("a compressed message");let a=JSON.parse(o.decode(i.message));if((i.flags&_s)===0)yield a;else return As(a)}}}finally{await e.cancel().catch(()=>{})}throw new E({code:"network",message:"the connection was cut"})}function As({error:t}){if(t)throw Be(t,200)}var fn=t=>new E({code:"internal",message:`the stream has ${t}`}),Mt=class{#e=new Uint8Array(0);push(e){let n=new Uint8Array(this.#e.length+e.length);n.set(this.#e),n.set(e,this.#e.length),this.#e=n}take(){let e=this.#e;if(e.length<J)return;let n=new DataView(e.buffer,e.byteOffset).getUint32(1);if(n>Ts)throw fn(`a message of ${n} bytes`);if(!(e.length<J+n))return this.#e=e.subarray(J+n),{flags:e[0]??0,message:e.subarray(J,J+n)}}};var Es=15e3,Rs=5e3,Ie=class t{#e;constructor(e,n={}){this.url=e.replace(/\/+$/,""),this.token=n.token,this.#e=n.fetch??((o,s)=>fetch(o,s))}withToken(e){return new t(this.url,{fetch:this.#e,...e!==void 0&&{token:e}})}async call(e,n,{signal:o,timeoutMs:s=Es}={}){let r=AbortSignal.timeout(s+Rs),i=await this.#t(e,"application/json",JSON.stringify(n),{signal:o?AbortSignal.any([o,r]):r,timeoutMs:s});if(!i.ok)throw await mn(i);return await i.json().catch(a=>{throw $(a)})}async*stream(e,n,{signal:o}={}){let s=new AbortController,r=o?AbortSignal.any([o,s.signal]):s.signal,i=un(JSON.stringify(n));try{let a=await this.#t(e,"application/connect+json",i,{signal:r});if(!a.ok||!a.body)throw await mn(a);yield*pn(a.body)}catch(a){throw r.aborted?new E({code:"canceled",message:"canceled"}):$(a)}finally{s.abort()}}async#t(e,n,o,{signal:s,timeoutMs:r}){let i=new Headers({"content-type":n,"connect-protocol-version":"1"});this.token!==void 0&&i.set("authorization",`Bearer ${this.token}`),r!==void 0&&i.set("connect-timeout-ms",String(r));let a={method:"POST",headers:i,body:o,...s&&{signal:s}};try{return await this.#e(`${this.url}/referee.v1.${e}`,a)}catch(l){throw l instanceof DOMException&&l.name==="AbortError"?new E({code:"canceled",message:"canceled"}):$(l)}}};async function mn(t){let e=await t.text().catch(()=>"");try{return Be(JSON.parse(e),t.status)}catch{let n=t.status>=500?"unavailable":"unknown";return new E({code:n,message:`HTTP ${t.status}`,status:t.status})}}var yn=250,Ls=5e3;async function*_t(t,{signal:e=new AbortController().signal,onConnection:n=()=>{}}={}){let o=yn,s,r=i=>{i!==s&&n(i),s=i};for(;!e.aborted;)try{for await(let i of t(e))r("open"),o=yn,yield i;return}catch(i){if(e.aborted)return;let a=$(i);if(!a.isRetryable)throw a;r("down"),await Ps(Math.max(a.retryAfterMs??0,o*(.75+Math.random()/2)),e),o=Math.min(2*o,Ls)}}function Ps(t,e){return new Promise(n=>{let o=()=>{clearTimeout(s),e.removeEventListener("abort",o),globalThis.removeEventListener?.("online",o),n()},s=setTimeout(o,t);e.addEventListener("abort",o),globalThis.addEventListener?.("online",o)})}var Cs=100,Ge=class{constructor(e){this.request=e;for(let{matchId:n="",afterSeq:o="0"}of e.matches??[])this.#e.set(n,o)}#e=new Map;note({matchId:e="",followed:n,event:o,update:s,gone:r}){r?this.#e.delete(e):n&&!this.#e.has(e)&&this.#e.set(e,"0");let i=o?.seq??s?.events?.at(-1)?.seq;i!==void 0&&this.#e.set(e,i)}next(){let e=[...this.#e].slice(0,Cs),n={...this.request,withChanges:!0};if(!this.request.matches)return{...n,shown:e.map(([o])=>o)};if(!(e.length===0&&!this.request.stayOpen))return{...n,matches:e.map(([o,s])=>({matchId:o,afterSeq:s}))}}};function gn(t,e,n={}){let o=new Ge(e);return _t(async function*(s){let r=o.next();if(r)for await(let i of t.stream("MatchService/WatchMatches",r,{signal:s}))o.note(i),yield i},n)}function bn(t,e,n={}){let o=e.watch&&new Ge(e.watch),s=new Tt(e.hello??{});return _t(async function*(r){let i=o?.next(),a={hello:s.next(),...i&&{watch:i}};for await(let l of t.stream("MatchService/Attend",a,{signal:r}))l.watched&&o?.note(l.watched),l.response&&s.note(l.response),yield l},n)}var Tt=class{constructor(e){this.hello=e}#e=new Map;note({event:e,refused:n}){if(n?.refusal&&!n.matchId)throw He(n.refusal);let{matchId:o,event:{seq:s,matchEnded:r}={}}=e??{};o===void 0||s===void 0||(r?this.#e.delete(o):this.#e.set(o,s))}next(){let e=[...this.#e].map(([n,o])=>({matchId:n,afterSeq:o}));return{...this.hello,...e.length>0&&{resume:e}}}},js=6,Os=200;async function De(t,e){let n=e.playMove?e:{...e,requestId:Vs()};for(let o=1;;o+=1)try{return await t.call("MatchService/SubmitCommand",n)}catch(s){let r=$(s);if(!r.isRetryable||o===js)throw r;let i=r.retryAfterMs??Os*2**o;await new Promise(a=>setTimeout(a,i))}}function Vs(){return[...crypto.getRandomValues(new Uint8Array(16))].map(e=>e.toString(16).padStart(2,"0")).join("")}function Ue(t,e,n){let o=n.width/n.height;if(t&&Hs(t,e)&&Bs(t,o))return t;let s=Math.max(e.width,e.height*o,7),i=t!==void 0&&s>t.width?s*1.12:Math.max(s,t?.width??0);return Ns(kn(e),i,o)}var kn=({x:t,y:e,width:n,height:o})=>({x:t+n/2,y:e+o/2});function Ns({x:t,y:e},n,o){let s=n/o;return{x:t-n/2,y:e-s/2,width:n,height:s}}var Bs=({width:t,height:e},n)=>Math.abs(t/e/n-1)<.01;function Hs(t,e){return e.x>=t.x-1e-9&&e.y>=t.y-1e-9&&e.x+e.width<=t.x+t.width+1e-9&&e.y+e.height<=t.y+t.height+1e-9}function vn(t,e,n){let o=kn(t),s=At(o.x+e.x,n.x,n.x+n.width),r=At(o.y+e.y,n.y,n.y+n.height);return{...t,x:s-t.width/2,y:r-t.height/2}}function wn(t,e,n,o){let s=At(t.width/e,o.width/6,o.width*1.2),r=s/t.width;return{x:n.x-(n.x-t.x)*r,y:n.y-(n.y-t.y)*r,width:s,height:t.height*r}}var At=(t,e,n)=>Math.min(Math.max(t,e),n);var ye=t=>t.toLowerCase().split("-")[0]??"en",X=class{#e=new Map;#t=new Map;constructor(e=[]){for(let n of e)this.add(n)}add(e){let n=e.id??"";this.#e.set(n,e);for(let{kind:o="",key:s="",texts:r={}}of e.words??[])this.#t.set(`${n} ${o.replace("WORD_KIND_","").toLowerCase()} ${s}`,r)}game(e){return this.#e.get(e)}sides(e){return(this.#e.get(e)?.sides??[]).map(({name:n="",colour:o="",halfTurns:s=0})=>({name:n,colour:o,halfTurns:s}))}text(e,n,o,s){let r=this.#t.get(`${e} ${n} ${o}`);return r?.[ye(s)]??r?.["en"]??o.replaceAll("_"," ")}has(e,n,o){return this.#t.has(`${e} ${n} ${o}`)}prompt(e,n,o,s){let r=this.text(e,"prompt",n.key,o),i=n.forSeat===void 0?"":s[n.forSeat]??"";return Is(r,{value:n.value,for:i})}};function Is(t,e){return t.split(/(\{\w+\})/).filter(o=>o!=="").map(o=>{let s=e[o.slice(1,-1)],r=o.startsWith("{")&&s!==void 0;return{text:r?s:o,isIsolated:r}})}var Gs="\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9";function Y(t,e){let n=String(t);return ye(e)!=="fa"?n:n.replace(/\d/g,o=>Gs[Number(o)]??o)}function $n(t,e){let n=t.running??!1,o=n?Math.max(0,e-Number(t.startsInMs??0)):0,s=Ds(t.remainingMs),r=o,i=A=>{let j=Math.min(A,r);return r-=j,A-j},a=i(Number(t.delayLeftMs??0)),l=i(s??0),{periods:d,periodMs:p}=qs(t,r),u=A=>A===void 0?void 0:Math.max(0,Number(A)-o),m={moveMs:u(t.moveLeftMs),roundMs:u(t.roundLeftMs),matchMs:u(t.matchLeftMs)},y=s===void 0?void 0:Us(l,d,p),g=[m.moveMs,m.roundMs,m.matchMs].filter(A=>A!==void 0),M=y===void 0?g:[y,...g];return{hasClock:M.length>0,isRunning:n,isFlagged:n&&(y===0&&a===0||g.includes(0)),delayMs:a,periods:d,periodMs:p,...s!==void 0&&{remainingMs:l},...Qs(m),...M.length>0&&{shownMs:Math.min(...M)}}}var Ds=t=>t===void 0?void 0:Number(t);function Us(t,e,n){return t>0||e===0?t:n}function qs(t,e){let[n,o]=[t.periods??0,Number(t.periodMs??0)];if(n===0)return{periods:0,periodMs:0};let s=Number(t.periodLeftMs??0);if(e<s||o===0)return{periods:n,periodMs:Math.max(0,s-e)};let r=1+Math.floor((e-s)/o);return r>=n?{periods:0,periodMs:0}:{periods:n-r,periodMs:o-(e-s)%o}}function Qs({moveMs:t,roundMs:e,matchMs:n}){return{...t!==void 0&&{moveMs:t},...e!==void 0&&{roundMs:e},...n!==void 0&&{matchMs:n}}}var[Et,qe,ge,Rt]=[1e3,6e4,36e5,864e5],zs=1e4;function xn(t,e){let n=s=>String(Math.floor(s)).padStart(2,"0");if(t<zs)return Y(`0:${n(t/Et)}.${Math.floor(t%Et/100)}`,e);let o=n(t%qe/Et);return t<ge?Y(`${Math.floor(t/qe)}:${o}`,e):t<Rt?Y(`${Math.floor(t/ge)}:${n(t%ge/qe)}:${o}`,e):Y(`${Math.floor(t/Rt)}d ${n(t%Rt/ge)}:${n(t%ge/qe)}`,e)}var Sn={board:"Board",first:"First position",back:"One move back",forward:"One move forward",present:"To the present",flip:"Turn the board",closer:"Closer",farther:"Farther",whole:"Show everything",cut:"Connection lost. Trying again \u2026",failed:"The board cannot be shown: {reason}",yourTurn:"Your turn",wins:"{name} wins",drawn:"A draw",aborted:"The match was aborted",end:"End this move here",moved:"{name}: {move}",chance:"Chance: {move}",away:"away"},Ws={board:"\u0635\u0641\u062D\u0647",first:"\u0648\u0636\u0639\u06CC\u062A \u0646\u062E\u0633\u062A",back:"\u06CC\u06A9 \u062D\u0631\u06A9\u062A \u0628\u0647 \u0639\u0642\u0628",forward:"\u06CC\u06A9 \u062D\u0631\u06A9\u062A \u0628\u0647 \u062C\u0644\u0648",present:"\u0628\u0647 \u0627\u06A9\u0646\u0648\u0646",flip:"\u0686\u0631\u062E\u0627\u0646\u062F\u0646 \u0635\u0641\u062D\u0647",closer:"\u0646\u0632\u062F\u06CC\u06A9\u200C\u062A\u0631",farther:"\u062F\u0648\u0631\u062A\u0631",whole:"\u0646\u0645\u0627\u06CC\u0634 \u0647\u0645\u0647",cut:"\u0627\u0631\u062A\u0628\u0627\u0637 \u0642\u0637\u0639 \u0634\u062F. \u062F\u0631 \u062D\u0627\u0644 \u062A\u0644\u0627\u0634 \u062F\u0648\u0628\u0627\u0631\u0647\u2026",failed:"\u0635\u0641\u062D\u0647 \u0646\u0645\u0627\u06CC\u0634 \u062F\u0627\u062F\u0647 \u0646\u0645\u06CC\u200C\u0634\u0648\u062F: {reason}",yourTurn:"\u0646\u0648\u0628\u062A \u0634\u0645\u0627\u0633\u062A",wins:"{name} \u0628\u0631\u0646\u062F\u0647 \u0634\u062F",drawn:"\u0645\u0633\u0627\u0648\u06CC",aborted:"\u0628\u0627\u0632\u06CC \u0644\u063A\u0648 \u0634\u062F",end:"\u067E\u0627\u06CC\u0627\u0646 \u062D\u0631\u06A9\u062A \u062F\u0631 \u0647\u0645\u06CC\u0646\u200C\u062C\u0627",moved:"{name}: {move}",chance:"\u0634\u0627\u0646\u0633: {move}",away:"\u063A\u0627\u06CC\u0628"},Fs={board:"\u0414\u043E\u0441\u043A\u0430",first:"\u041A \u043D\u0430\u0447\u0430\u043B\u0443",back:"\u041D\u0430 \u0445\u043E\u0434 \u043D\u0430\u0437\u0430\u0434",forward:"\u041D\u0430 \u0445\u043E\u0434 \u0432\u043F\u0435\u0440\u0451\u0434",present:"\u041A \u0442\u0435\u043A\u0443\u0449\u0435\u0439 \u043F\u043E\u0437\u0438\u0446\u0438\u0438",flip:"\u041F\u043E\u0432\u0435\u0440\u043D\u0443\u0442\u044C \u0434\u043E\u0441\u043A\u0443",closer:"\u0411\u043B\u0438\u0436\u0435",farther:"\u0414\u0430\u043B\u044C\u0448\u0435",whole:"\u041F\u043E\u043A\u0430\u0437\u0430\u0442\u044C \u0432\u0441\u0451",cut:"\u0421\u0432\u044F\u0437\u044C \u043F\u043E\u0442\u0435\u0440\u044F\u043D\u0430. \u041F\u043E\u0432\u0442\u043E\u0440\u043D\u0430\u044F \u043F\u043E\u043F\u044B\u0442\u043A\u0430\u2026",failed:"\u0414\u043E\u0441\u043A\u0443 \u043D\u0435\u043B\u044C\u0437\u044F \u043F\u043E\u043A\u0430\u0437\u0430\u0442\u044C: {reason}",yourTurn:"\u0412\u0430\u0448 \u0445\u043E\u0434",wins:"\u041F\u043E\u0431\u0435\u0434\u0430: {name}",drawn:"\u041D\u0438\u0447\u044C\u044F",aborted:"\u041C\u0430\u0442\u0447 \u043E\u0442\u043C\u0435\u043D\u0451\u043D",end:"\u0417\u0430\u043A\u043E\u043D\u0447\u0438\u0442\u044C \u0445\u043E\u0434 \u0437\u0434\u0435\u0441\u044C",moved:"{name}: {move}",chance:"\u0421\u043B\u0443\u0447\u0430\u0439: {move}",away:"\u043E\u0442\u0441\u0443\u0442\u0441\u0442\u0432\u0443\u0435\u0442"},Ks={en:Sn,fa:Ws,ru:Fs},_=(t,e)=>(Ks[ye(e)]??Sn)[t],Mn=t=>["fa","ar","he","ur"].includes(ye(t))?"rtl":"ltr";var Zs=1e4;function Lt(t,e){return t.length===0?h:v`<div class="bar" part="bar">${t.map(n=>Js(n,e))}</div>`}function Js(t,e){let n=t.isAway?v` <small>${_("away",e)}</small>`:h,o=t.side?.colour??"grey";return v`<div class=${t.isTurn?"player turn":"player"} part="player">
    <svg class="side" viewBox="-1 -1 2 2" aria-hidden="true"><circle r="0.8"
      fill=${`var(--colour-${o}, var(--muted))`}></circle></svg>
    <bdi class="player-name">${t.name}</bdi>${n}
    ${t.counters.map(s=>v`<small class="counter" part="counter">${s}</small>`)}
    ${t.clock?Xs(t.clock,t.elapsedMs,e):h}
  </div>`}function Xs(t,e,n){let{shownMs:o,isRunning:s,periods:r,remainingMs:i}=$n(t,e);if(o===void 0)return h;let a=s&&o<Zs,l=i===0&&r>0?v` <small>×${r}</small>`:h;return v`<bdi class=${a?"clock haste":"clock"} part="clock" role="timer"
    aria-live="off">${xn(o,n)}${l}</bdi>`}var _n=t=>t.map(({text:e,isIsolated:n})=>n?v`<bdi>${e}</bdi>`:e);function Tn(t,e,n){let o=t.filter(({kind:s})=>s==="choice"||s==="done");return o.length===0?h:v`<div class="choices" part="choices">${o.map(s=>v`<button type="button" part="choice" @click=${()=>n(s)}>${e(s)}</button>`)}</div>`}var Ys={first:"M7 5v14M19 5l-9 7 9 7z",back:"M16 5l-9 7 9 7z",forward:"M8 5l9 7-9 7z",present:"M17 5v14M5 5l9 7-9 7z",flip:"M7 4v14M3.5 14.5 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",closer:"M12 5v14M5 12h14",farther:"M5 12h14",whole:"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"};function An(t,e,n){return t.length===0?h:v`<div class="controls" part="controls" dir="ltr">${t.map(({control:o,isOff:s})=>v`<button type="button" part="control" ?disabled=${s}
      aria-label=${_(o,e)}
      title=${_(o,e)} @click=${()=>n(o)}>${er(o)}</button>`)}</div>`}var er=t=>v`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${c`<path d=${Ys[t]}></path>`}</svg>`,En=k`
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
    min-inline-size: 8rem;
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
`;var Rn={kind:"done",key:""},Qe=(t,e)=>t.kind===e.kind&&t.key===e.key;function Pt({handToken:t,spaces:e=[],choice:n}){return[...t?[{kind:"hand",key:t}]:[],...e.map(o=>({kind:"space",key:o})),...n?[{kind:"choice",key:n}]:[]]}function se(t,e){let n=e.at(-1)?.kind==="done",o=n?e.slice(0,-1):e,s=t.filter(a=>tr(Pt(a),o)),r=s.find(a=>Pt(a).length===o.length),i=nr(s.flatMap(a=>Pt(a).slice(o.length,o.length+1)));return r&&(n||i.length===0)?{next:[],move:r}:n?{next:[]}:{next:r?[...i,Rn]:i}}function tr(t,e){return e.every((n,o)=>{let s=t[o];return s!==void 0&&Qe(n,s)})}function nr(t){return[...new Map(t.map(e=>[`${e.kind} ${e.key}`,e])).values()]}function oe(t,e=[]){let{next:n,move:o}=se(t,e),[s]=n;return o||!s||n.length>1||se(t,[...e,s]).move?[...e]:oe(t,[...e,s])}function Ln(t,e,n){let{next:o}=se(t,e);if(o.some(r=>Qe(r,n)))return oe(t,[...e,n]);let s=e.at(-1);if(s&&Qe(s,n))return o.some(r=>r.kind==="done")?[...e,Rn]:oe(t);for(let r=e.length;r>=0;r-=1){let i=e.slice(0,r);if(se(t,i).next.some(l=>Qe(l,n)))return oe(t,[...i,n])}return[...e]}var ze=class{#e="";#t=[];#n=[];#o;begin(e,n){e===this.#e&&n.length===this.#t.length||(this.#e=e,this.#t=n,this.clear())}clear(){this.#o=void 0,this.#n=oe(this.#t)}get clicks(){return this.#n}get next(){return this.#o?[]:this.#s(this.#n).next}press(e){if(!this.#o)return this.#n=Ln(this.#t,this.#n,e),this.#s(this.#n).move}back(){this.#n=this.#n.slice(0,-1)}wouldEnd(e){return this.#o?void 0:this.#s([...this.#n,e]).move}send(e){this.#o=e}#s(e){return se(this.#t,e)}};var f=t=>String(Math.round(t*1e3)/1e3);function w(t){return`M${t.map(({x:e,y:n})=>`${f(e)} ${f(n)}`).join("L")}z`}function x(t,e,n=0){return Array.from({length:t},(o,s)=>{let r=(s/t+n)*2*Math.PI;return{x:e*Math.sin(r),y:-e*Math.cos(r)}})}function N(t,e=0,n=0){let o=f(t),s=`a${o} ${o} 0 1 1 `;return`M${f(e-t)} ${f(n)}${s}${f(2*t)} 0${s}${f(-2*t)} 0z`}function Pn(t,e,n){let o=x(t*2,1).map(({x:s,y:r},i)=>{let a=i%2===0?e:n;return{x:s*a,y:r*a}});return w(o)}function re(t,e){return w(t.map(({x:n,y:o})=>({x:n,y:o>0?o+e:o})))}function Ct(t,e){let n=f(t);return`M-${n} 0V${f(e)}A${n} ${n} 0 0 0 ${n} ${f(e)}V0z`}var H=k`
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
`;function ie(t){return or[t]??"skin-white"}var or={white:"skin-white",black:"skin-black",red:"skin-red"};var We=.425,ae=.185,Fe=.088,sr=.62,rr=.34,ir=2.4,jn=N(We),ar=Ct(We,Fe),lr=Ct(We+.015,Fe+.05);function cr(){let t=Fe/2,e=Math.sqrt(ae*ae-t*t),n=`A${ae} ${ae} 0 0 0`;return`M${f(-e)} ${f(t)}${n} ${f(e)} ${f(t)}${n} ${f(-e)} ${f(t)}z`}var dr="M-.25-.25L.25 .25M.25-.25L-.25 .25",hr=cr();function On(t,e,n){let o=(n?ir:sr)/Math.max(1,e-1);return{x:0,y:-t*Math.min(n?rr:Fe,o)}}var Cn=new WeakMap;function ur(t){let e=Cn.get(t);if(e)return e;let n=new Set(t.tokens.filter(({colour:s})=>s==="red").map(s=>s.space)),o=new Set(t.highlights.filter(({kind:s})=>s==="enclosed").flatMap(({spaces:s})=>s));return Cn.set(t,{red:n,enclosed:o}),{red:n,enclosed:o}}function pr(t,e,n){let{red:o,enclosed:s}=ur(n.scene),r=n.detail==="full",i=e.height>1,a=e.height>9?.25:.31;return c`
    ${r?c`<circle class="skin-rim" r=${We-.05} stroke-width=".016"/>`:h}
    <circle class="dvonn-hole" r=${ae}/>
    ${i?h:c`<path class="dvonn-well" d=${hr}/>`}
    ${i&&o.has(t.space)?c`<circle class="dvonn-band" part="dvonn-band" r=${ae+.045} stroke-width=".08"/>`:h}
    ${i&&r?c`<text class="skin-text" y=${f(a*.36)} font-size=${a}>${e.height}</text>`:h}
    ${r&&s.has(t.space)?c`<path class="dvonn-enclosed" d=${jn}/>`:h}
    ${r&&!i&&n.symbols?c`<text class="skin-text" y=".09" font-size=".25">${t.symbol}</text>`:h}`}function Vn(t,e,n){let o=e.level===e.height-1,s=o&&e.isLeaving;return c`<g class="${ie(t.colour)} ${e.isLeaving?"dvonn-leaving":""}">
    ${e.level===0&&n.detail==="full"?c`<path class="skin-shadow" d=${lr}/>`:h}
    <path class="skin-side" d=${ar} stroke-width=".01"/>
    <path class="skin-face" d=${jn}/>
    ${o?pr(t,e,n):h}
  </g>
  ${s?c`<path class="dvonn-cut" part="dvonn-cut" d=${dr} stroke-width=".1"/>`:h}`}var Nn=k`
  ${H}
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
`;var fr=.46,mr=["a1","i1","k3","k5","c5","a3"],yr=["a1","b1","c1","d1","e1","f1","g1","h1","i1","j2","k3"],gr=["a1","a2","a3","b4","c5"],Bn=.3;function br(t,e,n){return c`<circle class="dvonn-well" r=".43"/>
    ${e.isTaken||n.detail==="small"?h:c`<circle class="dvonn-well-rim" r=".42" stroke-width=".02"/>`}`}function Hn(t,e,n,o,s){let r=t.at(e),i=t.at("k5");if(!r||!i)return h;let a=(t.at("a1")?.y??0)<i.y?-1:1;return c`<text class="skin-edge dvonn-edge" x=${f(r.x+a*o)}
    y=${f(r.y+a*s+Bn*.36)} font-size=${Bn}>${n}</text>`}function kr(t){let e=yr.map(o=>Hn(t,o,o.slice(0,1),.38,.66)),n=gr.map(o=>Hn(t,o,o.slice(1),-.72,0));return[...e,...n]}function vr(t){let e=mr.flatMap(o=>t.at(o)??[]),n=w(e);return c`<g stroke-linejoin="round" stroke-width="1.86">
      <path class="dvonn-board-side" d=${n} transform="translate(0 .07)"/>
      <path class="dvonn-board" part="dvonn-board" d=${n}/>
    </g>
    ${t.detail==="small"?h:kr(t)}`}var In={style:Nn,margin:fr,ground:vr,space:br,token:Vn,lift:On,highlight:()=>c`${h}`};var wr=.02;function Ke(t,{x:e,y:n,width:o,height:s}){return c`<rect class=${t} part=${t} x=${f(e)} y=${f(n)} width=${f(o)} height=${f(s)} rx=${f(o*wr)}/>`}var Gn=k`
  ${H}
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
`;var S=(t,e,n,o)=>`M${t-n} ${e}A${n} ${o} 0 1 1 ${t+n} ${e}A${n} ${o} 0 1 1 ${t-n} ${e}Z`,T=t=>`${t} ${t.replace(/(-?[\d.]+) (-?[\d.]+)/g,(e,n,o)=>`${-Number(n)} ${o}`)}`,I={limbs:"",limb:3.6,feelers:"",wings:"",cuts:"",spots:""},jt={ant:{...I,limbs:T("M4 -11L15 -17L21 -30M5 -6L19 -7L33 -1M4 -1L17 7L25 27"),feelers:T("M3 -26L10 -34L18 -37"),body:S(0,-21,8.5,7.5)+S(0,-6,5.8,8.5)+S(0,5,3.4,3.4)+S(0,20,10.5,13.5),cuts:"M-9 15Q0 18.5 9 15M-10 22Q0 26 10 22"},grasshopper:{...I,limbs:"M-14 8L-18 18L-25 25M-5 10L-7 21L-12 29M29 -23L24 18L36 21",feelers:"M-28 -7Q-33 -23 -24 -37M-24 -9Q-24 -22 -11 -31",body:"M-37 2Q-38 -8 -29 -10Q-20 -11 -15 -7Q12 -9 42 4Q22 13 5 13Q-9 15 -20 10Q-34 13 -37 2ZM-1 11Q-3 3 7 -6L27 -26Q32 -30 33 -24Q33 -21 30 -17L14 10Q7 17 -1 11Z",cuts:"M-19 -5Q-15 1 -18 8M1 7Q2 1 9 -5L22 -18M16 6L24 5"},spider:{...I,limbs:T("M5 -12L13 -27L9 -39M7 -9L22 -20L27 -34M7 -5L23 -2L35 11M5 -2L17 10L22 30"),body:S(0,-10,8,9)+S(0,13,12.5,15)+T("M1 -17Q6 -21 3 -25Q2 -21 0 -19Z"),cuts:"M0 4V10M-4 16L0 20L4 16"},beetle:{...I,limbs:T("M12 -10L24 -16L28 -27M15 2L30 2L36 10M13 14L24 20L28 31"),body:T("M0 -4L15 -4Q21 10 14 24Q9 33 0 35ZM0 -5L14 -6Q14 -17 6 -20L0 -20ZM0 -20L6 -21Q8 -26 5 -28L0 -28ZM4 -26Q15 -28 13 -40Q20 -30 11 -22Q7 -20 4 -22Z"),cuts:"M0 -3V34M-15 -4.7H15M-6 6Q-8 14 -6 24M6 6Q8 14 6 24"},queen:{...I,wings:T("M4 -10Q18 -32 34 -27Q42 -18 30 -8Q18 -1 5 -4ZM5 -3Q20 -2 28 6Q31 15 22 16Q12 13 5 2Z"),feelers:T("M3 -25Q5 -34 13 -36"),body:S(0,-21,8,7)+S(0,-7,9,9)+"M-8 -2H8Q16 7 12 21Q8 31 0 39Q-8 31 -12 21Q-16 7 -8 -2Z",cuts:"M-10 2.5Q0 4.5 10 2.5M-14 10.5Q0 13.5 14 10.5M-14 18.5Q0 22 14 18.5M-11 26Q0 29 11 26"},mosquito:{...I,limb:2.8,limbs:T("M3 -13L16 -24L14 -38M4 -9L24 -16L36 -2M3 -5L15 2L20 22L28 34")+"M0 -20V-41",wings:T("M2 -10Q14 -6 24 8Q30 20 24 22Q12 18 2 -4Z"),feelers:T("M1.5 -20Q6 -27 9 -27"),body:S(0,-20,4.6,4.8)+S(0,-9,5.6,7.5)+"M-3.6 -3Q0 -5 3.6 -3Q4.5 18 0 32Q-4.5 18 -3.6 -3Z",cuts:"M-5 6H5M-5 13H5M-5 20H5"},ladybug:{...I,limbs:T("M16 -12L25 -20L27 -28M20 4L32 5L37 12M15 19L24 25L26 33"),feelers:T("M4 -27Q6 -33 12 -35"),body:"M-22 5A22 23 0 1 1 22 5A22 24 0 0 1 -22 5ZM-10 -19Q-10 -29 0 -29Q10 -29 10 -19Q0 -23 -10 -19Z",cuts:"M0 -17V29M-14 -15Q0 -21 14 -15",spots:S(-10,-4,4.2,4.2)+S(10,-4,4.2,4.2)+S(-12,9,4.2,4.2)+S(12,9,4.2,4.2)+S(-6,20,3.6,3.6)+S(6,20,3.6,3.6)},pillbug:{...I,limbs:T("M14 -17L25 -22M18 -7L30 -11M19 3L31 3M18 13L29 17M14 22L23 29"),feelers:T("M6 -27Q8 -33 15 -34L20 -40"),body:"M0 -31Q12 -31 17 -19Q21 -8 20 5Q18 23 7 31L0 35L-7 31Q-18 23 -20 5Q-21 -8 -17 -19Q-12 -31 0 -31Z",cuts:"M-19 -13Q0 -22 19 -13M-21 -3Q0 -12 21 -3M-21 7Q0 -2 21 7M-20 17Q0 8 20 17M-14 26Q0 18 14 26"}};var Dn=.07,$r=-.03,Ze=.515,xr=re(x(6,Ze),Dn),Sr=re(x(6,Ze+.04),Dn+.05),Mr=w(x(6,Ze)),_r=w(x(6,Ze-.02)),Tr=new Set(Object.keys(jt));function Ar(t,e,n){let o=e?.0098:.0108,s=e?t.limb:t.limb+1;return c`<g transform="translate(0 ${e&&n?-.045:0}) scale(${o})">
    ${t.wings===""?h:c`<path class="hive-wings" d=${t.wings} stroke-width="2"/>`}
    <path class="hive-limbs" d=${t.limbs} stroke-width=${s}/>
    ${e?c`<path class="hive-limbs" d=${t.feelers} stroke-width="2.4"/>`:h}
    <path class="hive-bug" d=${t.body}/>
    ${e?c`<path class="hive-cuts" d=${t.cuts} stroke-width="2.3"/>`:h}
    ${t.spots===""?h:c`<path class="hive-spots" d=${t.spots}/>`}
  </g>`}function Er(t){return Array.from({length:t},(e,n)=>{let o=(n-(t-1)/2)*.11;return c`<circle class="hive-bug" cx=${f(o)} cy=".41" r=".033"/>`})}function Rr(t){return c`<g transform="translate(.33 -.3)">
    <circle class="hive-count" r=".15" stroke-width=".025"/>
    <text class="hive-count-text" y=".075" font-size=".21">${t}</text>
  </g>`}function Un(t,e,n){let o=jt[t.kind],s=n.detail==="full",r=Number(t.label.slice(-1))||0,i=Tr.has(t.kind)?`hive-${t.kind}`:"";return c`<g class=${ie(t.colour)} stroke-linejoin="round">
    ${s&&e.level===0?c`<path class="skin-shadow" d=${Sr}/>`:h}
    <g class=${i} transform="translate(0 ${$r})">
      <path class="skin-side" d=${xr} stroke-width=".07"/>
      <path class="skin-face" d=${Mr}/>
      <path class="skin-rim" d=${_r} stroke-width=${s?.018:.03}/>
      ${o?Ar(o,s,r>0):c`<text class="skin-text" y=".12" font-size=".34">${t.label}</text>`}
      ${s?Er(r):h}
      ${s&&e.height>1&&e.level===e.height-1?Rr(e.height):h}
    </g>
  </g>`}var Qn=w(x(6,.54)),qn={x:.05,y:-.13},Lr=.62,Pr=2.6,Cr=5,jr=6;function Or(t,e,n){return n?{x:0,y:-t*Math.min(Lr,Pr/Math.max(1,e-1))}:{x:t*qn.x,y:t*qn.y}}function Vr(t,e){let n=!e.isTaken&&(e.isTarget||e.isLast);return c`${n?c`<path class="hive-empty" d=${Qn} stroke-width=".03" stroke-linejoin="round"/>`:h}`}function Nr({port:t}){return Ke("hive-table",t)}function Br(t,{id:e},n){let o=n.scene.tokens.find(a=>a.space===e&&a.kind==="queen"),s=n.scene.counters.find(({key:a,seat:l})=>a==="queen_neighbours"&&l===o?.seat),r=Number(s?.value??0);if(t!=="queen"||!o||r<Cr)return c`${h}`;let i=r>=jr?"hive-danger":"hive-watch hive-pulse";return c`<path class=${i} part="hive-queen" d=${Qn} transform="translate(0 -.02)" stroke-width=".07" stroke-linejoin="round"/>`}var zn={style:Gn,margin:.5,aspect:1,ground:Nr,space:Vr,token:Un,lift:Or,highlight:Br};var Wn=.07,Je=-.025,Hr=9,Fn=.225,Kn=.475,ke=[[-1,-1],[1,1],[1,-1],[-1,1]],Ot=[...ke,[0,-1],[0,1]],Zn=[...Ot,[-1,0],[1,0]],be=[0,0],Ir=[[],[be],ke.slice(0,2),[...ke.slice(0,2),be],ke,[...ke,be],Ot,[...Ot,be],Zn,[...Zn,be]],Jn=t=>Ir.map(e=>e.map(([n,o])=>N(t,n*Fn,o*Fn)).join("")),Gr=Jn(.08),Dr=Jn(.095);function G(t,e){return`honest_john-seat-${e===void 0?"grey":t.sides[e]?.colour??"grey"}`}function Xe(t,e,n,o){let s=Number(t);if(s>Hr)return c`<text class="skin-text" transform="translate(${e} 0) rotate(${f(-n)})" y=".165" font-size=".46">${t}</text>`;if(s===0)return c`${h}`;let r=(o?Gr:Dr)[s]??"";return c`<path class="honest_john-pips-${s}" transform="translate(${e} 0)" d=${r}/>`}var ve=(t,e,n,o=0)=>c`<rect class=${t} x=${f(e-.955+o)} y=${f(n-.455+o)} width=${f(1.91-2*o)} height=${f(.91-2*o)} rx=${f(.13-o/2)} stroke-width=".02"/>`;function Ur(){return c`${ve("honest_john-back",0,0)}
    ${ve("honest_john-back-line",0,0,.12)}
    <path class="honest_john-back-line" d="M-.2 0L0-.2L.2 0L0 .2z" stroke-width=".02"/>`}function qr(t,e,n){let[o="",s=""]=t.split("-");return c`${ve("skin-face",0,0)}
    <path class="honest_john-bar" d="M0-.29V.29" stroke-width=".03"/>
    ${Xe(o,-Kn,e,n)}${Xe(s,Kn,e,n)}`}function Xn(t,e,n){let o=n.detail==="full",s=e.turn*Math.PI/180,[r,i]=[Math.sin(s),Math.cos(s)],a=t.faceDown?"honest_john-back-side":"skin-side";return c`<g class="skin-white ${G(n,t.seat)}">
    ${o?ve("skin-shadow",r*.085,i*.085):h}
    ${ve(a,r*(Je+Wn),i*(Je+Wn))}
    <g transform="translate(${f(r*Je)} ${f(i*Je)})">
      ${t.faceDown?Ur():qr(t.label,e.turn,o)}
    </g>
  </g>`}var Qr=4.05,zr=6.5,Wr=.8,Fr=5,Kr=1.2,Ye=2.9,we=1.24,eo=.7,Yn=13,Zr=.42,Jr=4.1,Xr="\u2026";function le(t,e){let n=t.at(`${e}:0`);if(!n)return;let o=Math.atan2(n.y,n.x)+Math.PI/t.scene.hands.length,s=to(t)?Qr:zr-Wr*Math.abs(Math.cos(o));return{x:s*Math.cos(o),y:s*Math.sin(o)}}var to=({scene:t})=>t.hands.length<=Fr,no=t=>to(t)?1:Kr;function Nt(t){let e=2*Math.PI*t*.8;return c`<circle class="honest_john-chip" r=${f(t)} stroke-width=${f(t*.16)}/>
    <circle class="honest_john-chip-notches" r=${f(t*.8)} stroke-width=${f(t*.3)} stroke-dasharray="${f(e/12)} ${f(e/12)}"/>`}function et(t,e){return t.scene.counters.find(n=>n.seat===e&&(n.key==="chips"||n.key==="pips"))}function Yr(t){let e=[...t];return e.length<=Yn?t:e.slice(0,Yn-1).join("")+Xr}function ei(t,e){let n=le(t,e);if(!n)return c`${h}`;let o=`translate(${f(n.x)} ${f(n.y)}) scale(${no(t)})`;if(t.detail==="small")return c`<g class=${G(t,e)} transform=${o}><circle class="honest_john-seat" r=".6"/></g>`;let s=et(t,e),r=t.scene.prompt?.seat===e,i=Yr(t.names[e]??""),a=Math.min(Zr,Jr/Math.max(1,[...i].length)),l=-Ye/2;return c`<g class=${G(t,e)} part="honest_john-seat" transform=${o}>
    <rect class="honest_john-plate" x=${l} y=${-we/2} width=${Ye} height=${we} rx=".2"/>
    <rect class="honest_john-plate-edge" x=${l} y=${-we/2} width=${Ye} height=${we} rx=".2" stroke-width=${r?.1:.045}/>
    <text class="honest_john-plate-text" x="0" y="-.09" font-size=${f(a)} text-anchor="middle">${i}</text>
    <g transform="translate(0 .3)">
      ${s?.key==="chips"?c`<g transform="translate(-.42 0)">${Nt(.2)}</g>`:h}
      <text class="honest_john-plate-text" x=${s?.key==="chips"?-.12:0} y=".15" font-size=".43" text-anchor=${s?.key==="chips"?"start":"middle"}>${s?.value??""}</text>
    </g>
  </g>`}function oo(t){return t.scene.hands.map(({seat:e})=>ei(t,e))}function so(t){let{prompt:e}=t.scene,n=e?.forSeat===void 0?void 0:le(t,e.forSeat),o=e?.seat===void 0?void 0:le(t,e.seat);if(!e||!n||!o||t.detail==="small")return c`${h}`;let[s,r]=[o.x-n.x,o.y-n.y],i=Math.hypot(s,r),[a,l]=[s/i,r/i],d=no(t),p=Vt(n,a,l,d,.12),u=Vt(o,-a,-l,d,.2),m=`M${f(p.x)} ${f(p.y)}L${f(u.x-a*.3)} ${f(u.y-l*.3)}`,y=Math.atan2(l,a)*180/Math.PI,g=Vt(n,a,l,d,eo);return c`<g class=${G(t,e.forSeat)} part="honest_john-question">
    <path class="honest_john-way-under" d=${m} stroke-width=".26"/>
    <path class="honest_john-way" d=${m} stroke-width=".12"/>
    <path class="honest_john-head" transform="translate(${f(u.x)} ${f(u.y)}) rotate(${f(y)})" d="M0 0L-.46-.27V.27z" stroke-width=".07" stroke-linejoin="round"/>
    <g transform="translate(${f(g.x)} ${f(g.y)})">${ti(e.value)}</g>
  </g>`}function ti(t){return c`<circle class="honest_john-balloon" r=${eo} stroke-width=".07"/>
    <g class="skin-white">
      <rect class="skin-side" x="-.44" y="-.37" width=".88" height=".88" rx=".13" stroke-width=".02"/>
      <rect class="skin-face" x="-.44" y="-.44" width=".88" height=".88" rx=".13"/>
      ${Xe(t,0,0,!0)}
    </g>`}function Vt({x:t,y:e},n,o,s,r){let i=Math.abs(n)<.001?1/0:Ye/2/Math.abs(n),a=Math.abs(o)<.001?1/0:we/2/Math.abs(o),l=Math.min(i,a)*s+r;return{x:t+n*l,y:e+o*l}}var io=8;function ro(t,e,n){return t.scene.hands.flatMap(({seat:o})=>{let[s,r]=[et(t,o),et({scene:e},o)];if(s?.key!=="chips"||r?.key!=="chips")return[];let i=n*(Number(s.value)-Number(r.value));return Array.from({length:Math.min(io,Math.max(0,i))},()=>o)})}function ao(t){let{before:e}=t;if(!e||t.detail==="small")return c`${h}`;let n=ro(t,e,-1),o=ro(t,e,1),s=t.scene.tokens.length%2===1;return c`${n.slice(0,io).map((r,i)=>{let a=le(t,r),l=le(t,o[i]??r);if(!a||!l||a===l)return h;let d=Math.hypot(l.x-a.x,l.y-a.y),p=f(Math.atan2(l.y-a.y,l.x-a.x)*180/Math.PI);return c`<g transform="translate(${f(a.x)} ${f(a.y)}) rotate(${p}) scale(${f(d)})">
      <g class="honest_john-flight ${s?"honest_john-flight-a":"honest_john-flight-b"}">
        <g transform="scale(${f(1/d)}) rotate(${-Number(p)})">${Nt(.36)}</g>
      </g>
    </g>`})}`}var lo=k`
  ${H}
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
`;function ni(t){return c`${Ke("honest_john-table",t.port)}${oo(t)}`}function oi({id:t,line:e},n,o){if(!e)return c`${h}`;let s=G(o,e.seat);return n.isTaken?c`<rect class="honest_john-track ${s}" x="-1.05" y="-.56" width="2.1" height="1.12" rx=".2"/>`:si(o,"turn",t)?c`${h}`:c`<rect class="honest_john-slot ${s}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=".05" stroke-dasharray=".14 .1"/>`}var si=(t,e,n)=>t.scene.highlights.some(o=>o.kind===e&&o.spaces.includes(n));function ri(t,{id:e,line:n},o){let s=G(o,n?.seat),r=(a,l)=>c`<rect class="${a} ${s}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=${l}/>`;return t==="turn"?c`${r("honest_john-turn",.09)}`:t!=="dead"?c`${h}`:o.scene.tokens.some(a=>a.space===e)?c`${r("honest_john-dead",0)}`:c`<path class="honest_john-stop ${s}" d="M-.75-.4V.4" stroke-width=".14"/>`}function ii(t){return c`${so(t)}${ao(t)}`}var co={style:lo,margin:.45,aspect:1,ground:ni,space:oi,token:Xn,highlight:ri,above:ii,lift:()=>({x:0,y:0})};var ai=x(4,.078).map(({x:t,y:e})=>N(.066,t,e)),tt={orange:N(.145)+N(.07),blue:"M-.15-.05Q-.1-.13-.05-.07Q0-.01.05-.07Q.1-.13.15-.07V-.01Q.1-.07.05-.01Q0 .05-.05-.01Q-.1-.07-.15 .01zM-.15 .08Q-.1 0-.05 .06Q0 .12 .05 .06Q.1 0 .15 .06V.12Q.1 .06 .05 .12Q0 .18-.05 .12Q-.1 .06-.15 .14z",purple:"M.05-.15A.15.15 0 1 0 .135 .075A.115.115 0 0 1 .05-.15z",pink:ai.join("")+N(.03),yellow:Pn(5,.17,.07),red:w(x(3,.165)),green:"M-.135 .135Q-.16-.13 .135-.135Q.16 .13-.135 .135z",brown:w(x(4,.165,1/8))};var ho=k`
  ${H}
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
`;var li=.405,ci=.435,uo=.08,di=-.035,hi=.6,nt=t=>x(8,t,1/16);function po(t){return{shadow:re(nt(t+.02),uo+.03),side:re(nt(t),uo),face:w(nt(t)),rim:w(nt(t-.035))}}var ui=po(li),pi=po(ci);function fi(t){return Array.from({length:t},(e,n)=>{let o=(n-(t-1)/2)*hi,[s,r]=[f(.325*Math.sin(o)),f(.325*Math.cos(o))];return c`<circle class="kamisado-tooth" cx=${s} cy=${r} r=".056" stroke-width=".02"/>`})}function fo(t,e,n){let o=t.marks?.count??0,{shadow:s,side:r,face:i,rim:a}=o>0?pi:ui,l=ie(n.sides[t.seat??0]?.colour??"white"),d=n.detail==="full",p=tt[t.colour],u=o>0?"kamisado-collar":"skin-rim",m=o===0?.014:d?.03:.07;return c`<g class="${l} kamisado-${t.colour}">
    ${d?c`<path class="skin-shadow" d=${s}/>`:h}
    <g transform="translate(0 ${di})" stroke-linejoin="round">
      <path class="skin-side" d=${r} stroke-width=".03"/>
      <path class="skin-face" d=${i}/>
      ${d||o>0?c`<path class=${u} d=${a} stroke-width=${m}/>`:h}
      <circle class="kamisado-hue" r=${d?.25:.29}/>
      ${d?c`<circle class="skin-rim" r=".25" stroke-width=".018"/>`:h}
      ${d&&p!==void 0?c`<path class="kamisado-sign" d=${p}/>`:h}
      ${d?fi(o):h}
    </g>
  </g>`}var $e=.34,mo=w(x(8,.475,1/16)),yo="M-.44-.44H.44V.44H-.44z",go="M-.17-.17L.17 .17M.17-.17L-.17 .17",mi=-.36;function yi({colour:t},e,n){let o=tt[t],s=n.detail==="full",r=n.symbols?"kamisado-symbol":"kamisado-engraved";return c`<rect class="kamisado-${t} kamisado-hue space-shape" x="-.5" y="-.5" width="1" height="1"/>
    ${o!==void 0&&s&&!e.isTaken?c`<path class="kamisado-${t} kamisado-sign ${r}" d=${o}/>`:h}
    ${e.isLast?c`<path class="kamisado-last-edge" d=${yo} stroke-width=".11"/><path class="kamisado-last" d=${yo} stroke-width=".06"/>`:h}`}function gi(t){let n=t.scene.spaces.map(({id:m})=>({id:m,at:t.at(m)})).filter(m=>m.at!==void 0),o=n.map(({at:m})=>m.x),s=n.map(({at:m})=>m.y),[r,i]=[Math.min(...o)-.5,Math.max(...o)+.5],[a,l]=[Math.min(...s)-.5,Math.max(...s)+.5],d=n.filter(({at:m})=>m.y>l-.75),p=n.filter(({at:m})=>m.x<r+.75),u=(m,y,g)=>c`<text class="skin-edge kamisado-frame-text" x=${f(y)} y=${f(g)} font-size=".2">${m}</text>`;return c`<rect class="kamisado-frame" part="kamisado-frame" x=${r-$e} y=${a-$e}
      width=${i-r+2*$e} height=${l-a+2*$e} rx=".16"/>
    ${t.detail==="small"?h:d.map(({id:m,at:y})=>u(m.slice(0,1),y.x,l+.24))}
    ${t.detail==="small"?h:p.map(({id:m,at:y})=>u(m.slice(1),r-.17,y.y+.07))}`}function bo(t){return c`<g stroke-linejoin="round">
    <path class="kamisado-halo" d=${mo} stroke-width=".1"/>
    <path class=${t} d=${mo} stroke-width=".055"/>
  </g>`}function bi(t){switch(t){case"required":return bo("kamisado-required");case"won":return bo("kamisado-won");case"blocked":return c`<g transform="translate(0 -.035)" stroke-linecap="round">
        <path class="kamisado-halo" d=${go} stroke-width=".17"/>
        <path class="kamisado-blocked" d=${go} stroke-width=".09"/>
      </g>`;default:return c`${h}`}}function ki(t){let e=t.scene.highlights.find(({kind:p})=>p==="pushed")?.spaces??[],[n]=t.scene.lastMove,o=n===void 0?void 0:t.at(n),s=e.at(-1),r=s===void 0?void 0:t.at(s);if(!o||!r||t.detail==="small")return c`${h}`;let i=Math.hypot(r.x-o.x,r.y-o.y),a=Math.atan2(r.y-o.y,r.x-o.x)*180/Math.PI,l=f(i-.24),d=`M-.05-.055H${l}V-.15L${f(i+.06)} 0L${l} .15V.055H-.05z`;return c`<g transform="translate(${f(o.x)} ${f(o.y)}) rotate(${f(a)}) translate(0 ${mi})">
    <path class="kamisado-push" part="kamisado-push" d=${d} stroke-width=".035"/>
  </g>`}var ko={style:ho,margin:$e,ground:gi,space:yi,token:fo,highlight:bi,above:ki,lift:()=>({x:0,y:0})};var vo={dvonn:In,hive:zn,honest_john:co,kamisado:ko};var wo={x:.14,y:-.1},vi=.3,wi={square:1,hexagon:1,circle:1,domino:2},$i={square:1,hexagon:1.16,circle:1,domino:1};function Mo(t,{seat:e=0,seats:n,names:o},s){let r=t.hands.filter(({tokens:p})=>p.length>0||n>2),i=p=>n>2?(o[p]??"").slice(0,16):void 0,a=r.filter(p=>p.seat!==e).sort((p,u)=>$o(p.seat,e,n)-$o(u.seat,e,n)).map(p=>xo(p.seat,p.tokens,{width:s,scale:.6,name:i(p.seat)})),l=r.find(p=>p.seat===e),d=l?[xo(e,l.tokens,{width:s,scale:1,name:i(e)})]:[];return{above:So(a,s),below:So(d,s)}}var $o=(t,e,n)=>(t-e+n)%n;function xo(t,e,n){let{name:o}=n,s=o===void 0?0:.62,r=Mi(Si(e),n),i=Math.max(0,...r.map(d=>d.width)),a=s,l=r.flatMap(d=>{let p=d.tokens.map(u=>({...u,y:u.y+a}));return a+=d.height+.12,p});return{seat:t,box:{x:0,y:0,width:Math.max(i,o===void 0?0:xi(o)),height:a},tokens:l,...o!==void 0&&{name:{x:0,y:.62*.72}}}}var xi=t=>.5+.25*[...t].length;function Si(t){let e=[];for(let n of t){let o=e.at(-1),s=o?.[0],r=n.faceDown&&s?.faceDown,i=n.shape!=="domino"&&s?.kind===n.kind;o&&(r||i&&n.kind!=="")?o.push(n):e.push([n])}return e}function Mi(t,{width:e,scale:n}){let o=[],s={tokens:[],width:0,height:0};for(let r of t){let i=_i(r,n),a=s.tokens.length>0?.12:0;s.tokens.length>0&&s.width+a+i.width>e&&(o.push(s),s={tokens:[],width:0,height:0});let l=s.tokens.length>0?s.width+.12:0,d=i.tokens.map(p=>({...p,x:p.x+l}));s={tokens:[...s.tokens,...d],width:l+i.width,height:Math.max(s.height,i.height)}}return s.tokens.length>0?[...o,s]:o}function _i(t,e){let[n]=t;if(!n)return{tokens:[],width:0,height:0};let o=n.faceDown?.4:e,s=n.faceDown?{x:vi,y:0}:{x:wo.x*o,y:wo.y*o},r=t.length-1,i=-s.y*r,[a,l]=[wi[n.shape]*o,$i[n.shape]*o],d=t.map((u,m)=>({token:u,scale:o,x:a/2+s.x*m,y:l/2+i+s.y*m}));return{tokens:n.faceDown?d:d.reverse(),width:a+s.x*r,height:l+i}}function So(t,e){let n=[],o=1/0;for(let i of t)o+.5+i.box.width>e&&(n.push([]),o=-.5),n.at(-1)?.push(i),o+=.5+i.box.width;let s=0;return{hands:n.flatMap(i=>{let a=.5*(i.length-1),l=(e-i.reduce((p,{box:u})=>p+u.width,a))/2,d=i.map(p=>{let u=Ti(p,l,s);return l+=p.box.width+.5,u});return s+=Math.max(...i.map(({box:p})=>p.height))+.12,d}),height:s}}function Ti(t,e,n){return{...t,box:{...t.box,x:t.box.x+e,y:t.box.y+n},tokens:t.tokens.map(o=>({...o,x:o.x+e,y:o.y+n})),...t.name&&{name:{x:t.name.x+e,y:t.name.y+n}}}}function _o(t,{seat:e=0,seats:n}){let o={seats:n,below:e,straight:Ai(n)},s=t.spaces.filter(({line:r})=>!r);return new Map(t.spaces.map(({id:r,line:i})=>{if(i)return[r,Ri(i.seat,i.place,o)];let a=s.findIndex(l=>l.id===r)-(s.length-1)/2;return[r,{x:0,y:a*1.25,turn:0}]}))}var Ai=t=>t<=5?2:3,Ei=t=>Math.max(2.2,t*1.2/(2*Math.PI)+1.1);function Ri(t,e,n){let o=90+(t-n.below)*360/n.seats,s=Ei(n.seats);return e<n.straight?To(s+e*2.08,o,0):Li(e-n.straight,s+n.straight*2.08-.3,o,n.seats)}function Li(t,e,n,o){let[s,r]=[t,e];for(;;){let i=2.08/r*(180/Math.PI),a=Math.max(1,Math.floor(360/o/i));if(s<a)return To(r,n+(s+.5)*(360/o/a),90);s-=a,r+=1.25}}function To(t,e,n){let o=e*Math.PI/180;return{x:t*Math.cos(o),y:t*Math.sin(o),turn:e+n}}var Ao=.3,Pi={square:{x:.5,y:.5},hexagon:{x:.5,y:1/Math.sqrt(3)},circle:{x:.5,y:.5},domino:{x:1,y:.5}};function Ro(t,e,n){let o=(n.place??Oi)(t,e),s=Vi(t,o,n.margin),i=t.hands.some(({tokens:y})=>y.length>0)?Math.max(e.columns,Ci(s,n)):s.width,{above:a,below:l}=Mo(t,e,i),d=a.height===0?0:a.height+Ao,p=i/(n.aspect??s.width/s.height),u=d+p+(l.height===0?0:Ao),m=l.hands.map(y=>ji(y,u));return{width:i,height:u+l.height,window:{x:0,y:d,width:i,height:p},places:o,bounds:s,hands:[...a.hands,...m]}}function Ci(t,{aspect:e}){return e===void 0?t.width:0}function ji(t,e){return{...t,box:{...t.box,y:t.box.y+e},tokens:t.tokens.map(n=>({...n,y:n.y+e}))}}function Oi(t,e){if(t.spaces.some(({line:r})=>r))return _o(t,e);if(!e.isTurned)return Eo(t,({x:r,y:i})=>({x:r,y:i,turn:0}));let n=t.spaces.map(({x:r})=>r),o=t.spaces.map(({y:r})=>r),s={x:Math.min(...n)+Math.max(...n),y:Math.min(...o)+Math.max(...o)};return Eo(t,({x:r,y:i})=>({x:s.x-r,y:s.y-i,turn:0}))}function Eo(t,e){return new Map(t.spaces.map(n=>[n.id,e(n)]))}function Vi(t,e,n){let o=t.spaces.flatMap(({id:l,shape:d})=>{let p=e.get(l);if(!p)return[];let u=Ni(Pi[d],p.turn);return[{x:p.x-u.x,y:p.y-u.y},{x:p.x+u.x,y:p.y+u.y}]});if(o.length===0)return{x:-.5,y:-.5,width:1,height:1};let s=o.map(({x:l})=>l),r=o.map(({y:l})=>l),[i,a]=[Math.min(...s)-n,Math.min(...r)-n];return{x:i,y:a,width:Math.max(...s)+n-i,height:Math.max(...r)+n-a}}function Ni({x:t,y:e},n){let o=n*Math.PI/180,[s,r]=[Math.abs(Math.cos(o)),Math.abs(Math.sin(o))];return{x:t*s+e*r,y:t*r+e*s}}var Bt=t=>String(Math.round(t*1e3)/1e3);function Po(t){return`M${t.map(([e,n])=>`${Bt(e)} ${Bt(n)}`).join("L")}Z`}function Bi(t){let e=Bt(t);return`M-${e} 0A${e} ${e} 0 1 1 ${e} 0A${e} ${e} 0 1 1 -${e} 0Z`}function Hi(t){let e=[-90,-30,30,90,150,210].map(o=>o*Math.PI/180),n=t/Math.sqrt(3);return Po(e.map(o=>[n*Math.cos(o),n*Math.sin(o)]))}function Lo(t,e){return Po([[-t,-e],[t,-e],[t,e],[-t,e]])}function R(t,e=1){switch(t){case"square":return Lo(e/2,e/2);case"hexagon":return Hi(e);case"circle":return Bi(e/2);case"domino":return Lo(e,e/2)}}var Ii=k`
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
`,Gi=new Set(["white","yellow","pink","orange"]);function Di(t,e,n){let o=R(t.shape==="domino"?"domino":"circle",.82);if(t.faceDown)return c`<path class="generic-back" d=${o}></path>`;let s=n.colour(t),r=Gi.has(s)?"#1b1b1b":"#fff",i=t.label||Ui(n.word("token",t.kind)),l=e.level===e.height-1&&e.height>1?c`<tspan class="generic-number">×${e.height}</tspan>`:h;return c`
    <path class="generic-disc" d=${o} fill="var(--colour-${s}, var(--muted))"></path>
    <g transform="rotate(${-e.turn})">
      <text class="generic-label" fill=${r}>${i}${l}</text>
      ${t.marks?c`<text class="generic-mark generic-number" y="0.28" fill=${r}>${"\u2022".repeat(t.marks.count)}</text>`:h}
    </g>`}var Ui=t=>[...t][0]??"";function qi({shape:t,colour:e}){let n=e===""?"var(--space)":`var(--colour-${e}, var(--space))`;return c`<path class="space-shape" d=${R(t,.98)} fill=${n}></path>`}var Co={style:Ii,space:qi,token:Di};function jo(t,e){let n=t.scene.spaces.map(({id:o,shape:s})=>{let r=t.at(o),i=t.isNext("space",o)||t.chosen.includes(o),a=[o,...(e.get(o)??[]).map(d=>Vo(d,t)).reverse()],l=`translate(${r?.x??0} ${r?.y??0}) rotate(${r?.turn??0})`;return c`<path class=${i?"hit can":"hit"} data-space=${o} d=${R(s)}
      transform=${l} role="button" tabindex=${t.focus===o?0:-1}
      aria-label=${a.join(", ")} aria-disabled=${i?"false":"true"}
      aria-pressed=${t.chosen.includes(o)?"true":"false"}></path>`});return c`<g class="hits">${n}</g>`}function Oo(t,e,n){let o=Vo(t,n);return c`<path class=${e?"hit can":"hit"} data-hand=${t.id} d=${R(t.shape)}
    role="button" tabindex=${e?0:-1} aria-label=${o}
    aria-disabled=${e?"false":"true"}></path>`}function Vo(t,e){if(t.faceDown)return e.word("token",t.kind);let n=t.seat===void 0?"":e.sides[t.seat]?.name??"",o=t.colour!==""&&t.colour!==e.sides[t.seat??-1]?.colour;return[n===""?"":e.word("side",n),e.word("token",t.kind),t.label,o?e.word("colour",t.colour):""].filter(r=>r!=="").join(" ")}function No({word:t,game:e}){return t("game",e)}var Qi=14,zi=44,Bo=[8,14],Ho=640,Wi=.25,D=t=>vo[t]??Co;function Fi(t,e,n){return(e===void 0?0:t[e]?.halfTurns??0)%2===1!==n}function Ht(t){let{game:e,scene:n,seat:o,isFlipped:s=!1,width:r=Ho}=t,i=D(e),a=Io(t).sides(e),l=Math.min(Math.max(Math.round(r/zi),Bo[0]),Bo[1]),d={seats:Math.max(n.hands.length,2),isTurned:Fi(a,o,s),columns:l,names:t.names??[],...o!==void 0&&{seat:o}};return Ro(n,d,{margin:i.margin??Wi,...i.aspect!==void 0&&{aspect:i.aspect},...i.place&&{place:i.place.bind(i)}})}var Io=({words:t,listed:e})=>t??new X(e?[e]:[]);function Go(t,e=Ht(t)){let{game:n,scene:o,lang:s="en",clicks:r=[],next:i=[],width:a=Ho}=t,l=Io(t),d=l.sides(n),p=new Map(o.spaces.map(b=>[b.id,b])),u=t.port??Ue(void 0,e.bounds,e.window),m=r.filter(({kind:b})=>b==="space").map(({key:b})=>b),y=new Set(o.tokens.map(({space:b})=>b)),g=i.filter(({kind:b,key:P})=>b==="space"&&(r.length>0||!y.has(P))).map(({key:b})=>b),M=a/e.width*(e.window.width/u.width),A=new Set(i.map(({kind:b,key:P})=>`${b} ${P}`)),j={game:n,scene:o,layout:e,sides:d,names:t.names??[],detail:M<Qi?"small":"full",symbols:t.symbols??!1,chosen:m,port:u,skin:D(n),next:i,targets:g,held:r.find(({kind:b})=>b==="hand")?.key??"",leaving:t.leaving??new Set,focus:t.focus??"",isStill:t.isStill??!1,isZoomed:t.isZoomed??!1,...t.seat!==void 0&&{seat:t.seat},...t.before&&{before:t.before},...t.hovered!==void 0&&{hovered:t.hovered},...t.mover!==void 0&&{mover:t.mover},word:(b,P)=>l.text(n,b,P,s),colour:({colour:b,seat:P})=>b||(P===void 0?"":d[P]?.colour??""),at:b=>e.places.get(b),space:b=>p.get(b),isNext:(b,P)=>A.has(`${b} ${P}`)};return{...j,label:No(j),handHit:(b,P)=>Oo(b,P,j)}}var Do=({round:t,ply:e})=>`${t}.${e}`;function ot(t){let e=/^(\d+)\.(\d+)$/.exec(t);return e?{round:Number(e[1]),ply:Number(e[2])}:void 0}function Ki({steps:t,round:e,ply:n}){let o=new Array(Math.max(e,1)).fill(0);for(let s of t){let r=s.round-1;o[r]=Math.max(o[r]??0,s.ply+1)}return o[e-1]=Math.max(o[e-1]??0,n),o}function Uo(t,e,n){let o=Ki(t),[s,r]=[e.round,e.ply+n];for(;r<0&&s>1;)s-=1,r+=(o[s-1]??0)+1;for(;r>(o[s-1]??0)&&s<o.length;)r-=(o[s-1]??0)+1,s+=1;return{round:s,ply:Math.min(Math.max(r,0),o[s-1]??0)}}var st=(t,{round:e,ply:n})=>e>t.round||e===t.round&&n>=t.ply;function qo(t){let{view:e,lang:n,state:o}=t,s=o?Zi(e,o,n):[],r=e.seat??0,i=o?.end?Xi(o,e,n):t.prompt;return o&&!o.end&&s.some(({clock:a})=>a?.running)&&t.tick(),{above:Lt(s.filter(({seat:a})=>a!==r).reverse(),n),below:Lt(s.filter(({seat:a})=>a===r),n),foot:v`
      <div class="prompt" part="prompt">${i}</div>
      ${e.isStill?h:An(Yi(t),n,a=>t.act[a]())}`}}function Zi(t,e,n){let o=performance.now()-e.clocksAtMs;return(e.summary?.players??[]).map((s,r)=>{let i=e.clocks[r];return{seat:r,name:t.names[r]??s,side:t.sides[r],isTurn:e.turnSeat===r,isAway:e.absent.has(r),counters:Ji(r,t,n),elapsedMs:o,...i&&{clock:i}}})}var Ji=(t,{scene:e,word:n},o)=>e.counters.filter(s=>s.seat===t).map(({key:s,value:r})=>`${n("counter",s)} ${Y(r,o)}`);function Xi({end:t},e,n){let o=t?.verdict?.places??[];if(o.length===0)return _("aborted",n);let s=o.flatMap((a,l)=>a===1?[e.names[l]??""]:[]);if(s.length===o.length)return _("drawn",n);let[r="",i=""]=_("wins",n).split("{name}");return v`${r}<bdi>${s.join(", ")}</bdi>${i}`}function Yi({view:t,moment:e,state:n,isPosition:o}){let s=!e||n!==void 0&&st(n,e),r=e?.round===1&&e.ply===0,i=n!==void 0||o,a=[{control:"first",isOff:r},{control:"back",isOff:r},{control:"forward",isOff:!o&&s},{control:"present",isOff:!o&&s}],l=D(t.game).aspect!==void 0,d=[{control:"closer",isOff:!1},{control:"farther",isOff:!1},{control:"whole",isOff:!t.isZoomed}];return[...i?a:[],{control:"flip",isOff:!1},...l?d:[]]}var ea={SHAPE_SQUARE:"square",SHAPE_HEXAGON:"hexagon",SHAPE_CIRCLE:"circle",SHAPE_DOMINO:"domino"},zo=t=>ea[t??""]??"square";function ta(t){let{id:e="",x:n=0,y:o=0,colour:s="",symbol:r=""}=t,i={id:e,shape:zo(t.shape),x:n,y:o,colour:s,symbol:r};return t.line?{...i,line:{seat:t.line.seat??0,place:t.line.place??0}}:i}function Qo(t){return{id:t.id??"",space:t.space??"",kind:t.kind??"",label:t.label??"",colour:t.colour??"",symbol:t.symbol??"",faceDown:t.faceDown??!1,quarterTurns:t.quarterTurns??0,shape:zo(t.shape),...t.seat!==void 0&&{seat:t.seat},...t.marks&&{marks:{key:t.marks.key??"",count:t.marks.count??0}}}}function na(t){return{key:t.key??"",value:t.value??"",...t.seat!==void 0&&{seat:t.seat},...t.forSeat!==void 0&&{forSeat:t.forSeat}}}function Wo(t,e=[]){let n=t.spaces??[];return{spaces:n.length>0?n.map(ta):e,tokens:(t.tokens??[]).map(Qo),hands:(t.hands??[]).map(({seat:o=0,tokens:s=[]})=>({seat:o,tokens:s.map(Qo)})),counters:(t.counters??[]).map(({seat:o,key:s="",value:r=""})=>({key:s,value:r,...o!==void 0&&{seat:o}})),highlights:(t.highlights??[]).map(({kind:o="",spaces:s=[]})=>({kind:o,spaces:s})),lastMove:t.lastMove??[],board:t.board??"",...t.prompt&&{prompt:na(t.prompt)}}}function oa(t,e,n){let o=Wo(e),s=new Map(t.spaces.map(a=>[a.id,a]));for(let a of n.removedSpaces??[])s.delete(a);for(let a of o.spaces)s.set(a.id,a);let r=new Set([...n.removedTokens??[],...o.tokens.map(({id:a})=>a)]),i=t.tokens.filter(({id:a})=>a===""||!r.has(a));return{...o,spaces:[...s.values()],tokens:[...i,...o.tokens]}}var ee=class{constructor(e=new xe){this.boards=e}#e;read(e){let{scene:n,changes:o}=e;return n?(o?this.#e=this.#e&&oa(this.#e,n,o):this.#e=this.boards.read(n),this.#e&&this.boards.keep(this.#e),this.#e):this.#e}},sa=64,xe=class{#e=new Map;keep({board:e,spaces:n}){if(e===""||n.length===0||(this.#e.delete(e),this.#e.set(e,n),this.#e.size<=sa))return;let[o]=this.#e.keys();o!==void 0&&this.#e.delete(o)}read(e){let n=Wo(e,this.#e.get(e.board??""));return this.keep(n),n}};var Fo=256,ra=8192,rt=class{constructor(e,n){this.link=e;this.matchId=n}#e=new Map;#t=new Map;async at(e,n){let o=`${e}.${n}`,s=this.#e.get(o);if(s)return s;let r=n-n%Fo,i=`${e}.${r}`,a=this.#t.get(i);return a||(a=this.#n(e,r).finally(()=>this.#t.delete(i)),this.#t.set(i,a)),await a,this.#e.get(o)}known(e,n){return this.#e.get(`${e}.${n}`)}clear(){this.#e.clear()}async#n(e,n){this.#e.size>ra&&this.clear();let{matchId:o}=this,s={matchId:o,round:e,fromPly:n,plies:Fo,withoutPosition:!0,withChanges:!0},r=new ee;for await(let{frame:i={}}of this.link.stream("MatchService/ListFrames",s)){let a=r.read(i);a&&this.#e.set(`${i.round??1}.${i.ply??0}`,a)}}};function Ko(t){let{scene:e,layout:n,port:o}=t,{window:s}=n,r=s.width/o.width,i=new Map;for(let{id:a,space:l}of e.tokens){let d=t.at(l);if(a===""||!d)continue;let[p,u]=[s.x+(d.x-o.x)*r,s.y+(d.y-o.y)*r];i.set(a,{x:p,y:u,scale:r})}for(let{tokens:a}of n.hands)for(let{token:l,...d}of a)l.id!==""&&i.set(l.id,d);return i}var ia=()=>!matchMedia("(prefers-reduced-motion: reduce)").matches;function Zo(t,e,n){if(!ia())return;let o=[...n].filter(([r,i])=>{let a=e.get(r);return a&&Math.hypot(a.x-i.x,a.y-i.y)>.05});if(o.length===0||o.length>24)return;let s=new Map;for(let r of t.querySelectorAll("[data-token]"))s.set(r.dataset.token??"",r);for(let[r,i]of o){let[a,l]=[s.get(r),e.get(r)];a&&l&&aa(a,l,i)}}function aa(t,e,n){let o=t.transform.baseVal.consolidate()?.matrix;if(!o)return;let r=t.closest(".window")!==null?n.scale:1,[i,a]=[(e.x-n.x)/r,(e.y-n.y)/r],l=e.scale/n.scale,d=(p,u,m)=>`matrix(${o.a*m}, ${o.b*m}, ${o.c*m}, ${o.d*m}, ${p}, ${u})`;t.animate([{transform:d(o.e+i,o.f+a,l)},{transform:d(o.e,o.f,1)}],{duration:220,easing:"cubic-bezier(0.25, 0.6, 0.3, 1)"})}var la={fromAttribute:t=>Object.fromEntries((t??"").split(/\s+/).filter(Boolean).map(ca))},ca=t=>{let e=t.indexOf("=");return e<0?[t,"true"]:[t.slice(0,e),t.slice(e+1)]},da={fromAttribute:t=>(t??"").split(",").map(e=>e.trim()).filter(Boolean)},Se=class extends B{constructor(){super(...arguments);this.url="";this.match="";this.token="";this.game="";this.position="";this.moves=[];this.options={};this.ply="";this.bare=!1;this.still=!1;this.flipped=!1;this.symbols=!1;this.confirm=!1;this.legal=[];this.names=[]}static{this.properties={url:{},match:{},seat:{type:Number},token:{},lang:{},game:{},position:{},moves:{converter:da},options:{converter:la},ply:{},bare:{type:Boolean},still:{type:Boolean},flipped:{type:Boolean,reflect:!0},symbols:{type:Boolean},confirm:{type:Boolean},link:{attribute:!1},words:{attribute:!1},scene:{attribute:!1},legal:{attribute:!1},mover:{attribute:!1},names:{attribute:!1},state:{attribute:!1}}}static{this.origins=["url","link","match","token","seat","game","position","moves","options"]}};var ha={up:{x:0,y:-1},down:{x:0,y:1},left:{x:-1,y:0},right:{x:1,y:0}},ua=2;function Jo(t,e,n){let o=t.get(e);if(!o)return t.keys().next().value;let{x:s,y:r}=ha[n],[i,a]=[void 0,1/0];for(let[l,d]of t){let[p,u]=[d.x-o.x,d.y-o.y],m=p*s+u*r,y=Math.abs(p*r-u*s);if(m<.01||y>m*Math.sqrt(3)+.01)continue;let g=m+ua*y;g<a-.001&&([i,a]=[l,g])}return i}var at=class{constructor(e,n){this.element=e;this.target=n;e.addEventListener("pointerdown",this.#s),e.addEventListener("pointermove",this.#r),e.addEventListener("pointerup",this.#c),e.addEventListener("pointercancel",this.#c),e.addEventListener("wheel",this.#u,{passive:!1})}#e=new Map;#t={x:0,y:0};#n=!1;#o=!1;stop(){let{element:e}=this;e.removeEventListener("pointerdown",this.#s),e.removeEventListener("pointermove",this.#r),e.removeEventListener("pointerup",this.#c),e.removeEventListener("pointercancel",this.#c),e.removeEventListener("wheel",this.#u)}takeDrag(){let e=this.#o;return this.#o=!1,e}#s=e=>{this.#o=!1,!(this.#e.size>=2||!pa(e))&&(this.#e.set(e.pointerId,it(e)),this.#t=it(e),this.#n=!1)};#r=e=>{let n=this.#e.get(e.pointerId);if(!n)return;let o=it(e),s=e.pointerType==="mouse";this.#e.size===2?this.#h(e.pointerId,n,o):(s||this.target.canDrag())&&this.#l(e,n,o),this.#e.set(e.pointerId,o)};#l(e,n,o){!this.#n&&It(this.#t,o)<5||(this.#n||this.element.setPointerCapture(e.pointerId),this.#n=!0,this.#o=!0,this.target.pan({x:n.x-o.x,y:n.y-o.y}))}#h(e,n,o){let s=[...this.#e].find(([l])=>l!==e)?.[1];if(!s)return;this.#o=!0;let r={x:(o.x+s.x)/2,y:(o.y+s.y)/2},[i,a]=[It(o,s),It(n,s)];a>0&&i>0&&this.target.zoom(i/a,r),this.target.pan({x:(n.x-o.x)/2,y:(n.y-o.y)/2})}#c=e=>{this.#e.delete(e.pointerId)};#u=e=>{e.ctrlKey&&(e.preventDefault(),this.target.zoom(Math.exp(-e.deltaY*.004),it(e)))}},pa=t=>t.composedPath().some(e=>e instanceof Element&&e.classList.contains("window")),it=({clientX:t,clientY:e})=>({x:t,y:e}),It=(t,e)=>Math.hypot(t.x-e.x,t.y-e.y);var fa={ArrowUp:"up",ArrowDown:"down",ArrowLeft:"left",ArrowRight:"right"},ma=120,ya="lost",ct=class{constructor(e,n){this.host=e;this.target=n;e.addController(this)}#e;#t;#n;#o;#s="";#r=new Set;#l;#h="";#c=!1;get isZoomed(){return this.#t!==void 0}get hovered(){return this.#o}get leaving(){return this.#r}hostConnected(){let{host:e}=this;e.addEventListener("click",this.#i),e.addEventListener("keydown",this.#a),e.addEventListener("pointerover",this.#_),e.addEventListener("pointerleave",this.#b),e.addEventListener("focusin",this.#M),e.addEventListener("focusout",this.#b),this.#e=new at(e,this.#u())}hostDisconnected(){let{host:e}=this;e.removeEventListener("click",this.#i),e.removeEventListener("keydown",this.#a),e.removeEventListener("pointerover",this.#_),e.removeEventListener("pointerleave",this.#b),e.removeEventListener("focusin",this.#M),e.removeEventListener("focusout",this.#b),this.#e?.stop(),clearTimeout(this.#l)}port(e,n){return this.#n=n,this.#t&&!ga(this.#t,e)&&(this.#t=void 0),this.#t??e}reset(){this.#t=void 0}zoomMiddle(e){let n=this.target.view()?.port;n&&this.#y(n,e,{x:n.x+n.width/2,y:n.y+n.height/2})}focusIn({spaces:e,lastMove:n}){return e.some(({id:o})=>o===this.#s)?this.#s:n.at(-1)??e[0]?.id??""}async isConfirmed(e,n,o,s){let{notation:r=""}=e,i=this.#h===r;if(this.#h="",i)return!0;let a=s&&this.#T();return!o&&!a||(a&&(this.#r=await this.target.leaving(e).catch(()=>new Set)),!o&&this.#r.size===0)?!0:(this.#h=r,this.#o=n.kind==="space"?n.key:void 0,!1)}updated(e){let n=this.target.view();!n||n.isStill||!this.#c||e.activeElement||this.#S(e,this.#s)}#u(){return{canDrag:()=>this.isZoomed,pan:e=>{let[n,o]=[this.target.view(),this.#m()];!n||!o||!this.#f(n)||!this.#n||(this.#t=vn(n.port,{x:e.x/o,y:e.y/o},this.#n),this.target.redraw())},zoom:(e,n)=>{let[o,s]=[this.target.view(),this.#k(n)];o&&s&&this.#f(o)&&this.#y(o.port,e,s)}}}#y(e,n,o){this.#n&&(this.#t=wn(e,n,o,this.#n),this.target.redraw())}#f=({game:e})=>D(e).aspect!==void 0;#g(){return this.host.shadowRoot?.querySelector(".window")??null}#m(){return this.#g()?.getScreenCTM()?.a}#k({x:e,y:n}){let o=this.#g()?.getScreenCTM();return o?new DOMPoint(e,n).matrixTransform(o.inverse()):void 0}#i=e=>{if(this.#e?.takeDrag())return;let n=lt(e);if(!n)return;let o=e instanceof PointerEvent&&e.pointerType==="touch";this.target.press(n,o)};#a=e=>{if(e.key==="Escape")return this.target.clear();let n=lt(e);if(!n)return;if(e.key==="Enter"||e.key===" "){e.preventDefault(),this.target.press(n,!1);return}let o=fa[e.key];!o||e.altKey||e.ctrlKey||e.metaKey||(e.preventDefault(),this.#x(n,o))};#x(e,n){let o=this.target.view();if(!o||!this.host.shadowRoot)return;let s=Jo(ba(o),`${e.kind} ${e.key}`,n);s!==void 0&&this.#S(this.host.shadowRoot,s)}#S(e,n){let o=n.startsWith("hand "),s=n.replace(/^(hand|space) /,""),r=o?"data-hand":"data-space";e.querySelector(`[${r}="${CSS.escape(s)}"]`)?.focus()}#M=e=>{let n=lt(e);if(!n)return;this.#c=!0,n.kind==="space"&&(this.#s=n.key);let[o]=e.composedPath();o instanceof Element&&o.matches(":focus-visible")&&this.#v(n),this.target.redraw()};#_=e=>{let n=lt(e);this.#v(n)};#b=e=>{e instanceof FocusEvent&&e.relatedTarget!==null&&(this.#c=!1),this.#v(void 0)};#v(e){let n=e?.kind==="space"?e.key:void 0;if(n===this.#o)return;this.#o=n,clearTimeout(this.#l),this.#r=new Set;let o=e&&this.#T()?this.target.wouldEnd(e):void 0;o&&(this.#l=setTimeout(()=>{this.#E(o,n)},ma)),this.target.redraw()}async#E(e,n){let o=await this.target.leaving(e).catch(()=>new Set);this.#o!==n||o.size===0||(this.#r=o,this.target.redraw())}#T(){return this.target.view()?.scene.counters.some(({key:e})=>e===ya)??!1}},ga=(t,e)=>Math.abs(t.width*e.height/(t.height*e.width)-1)<.01;function lt(t){for(let e of t.composedPath()){if(!(e instanceof SVGElement))continue;let{space:n,hand:o}=e.dataset;if(n!==void 0)return{kind:"space",key:n};if(o!==void 0)return{kind:"hand",key:o}}}function ba({layout:t,port:e,scene:n}){let{window:o}=t,s=o.width/e.width,r=new Map;for(let{id:i}of n.spaces){let a=t.places.get(i);if(!a)continue;let[l,d]=[o.x+(a.x-e.x)*s,o.y+(a.y-e.y)*s];r.set(`space ${i}`,{x:l,y:d})}for(let{tokens:i}of t.hands)for(let{token:a,x:l,y:d}of i)a.id!==""&&r.set(`hand ${a.id}`,{x:l,y:d});return r}var{I:ka}=an,Xo=t=>t;var Yo=()=>document.createComment(""),ce=(t,e,n)=>{let o=t._$AA.parentNode,s=e===void 0?t._$AB:e._$AA;if(n===void 0){let r=o.insertBefore(Yo(),s),i=o.insertBefore(Yo(),s);n=new ka(r,i,t,t.options)}else{let r=n._$AB.nextSibling,i=n._$AM,a=i!==t;if(a){let l;n._$AQ?.(t),n._$AM=t,n._$AP!==void 0&&(l=t._$AU)!==i._$AU&&n._$AP(l)}if(r!==s||a){let l=n._$AA;for(;l!==r;){let d=Xo(l).nextSibling;Xo(o).insertBefore(l,s),l=d}}}return n},U=(t,e,n=t)=>(t._$AI(e,n),t),va={},es=(t,e=va)=>t._$AH=e,ts=t=>t._$AH,dt=t=>{t._$AR(),t._$AA.remove()};var ns=(t,e,n)=>{let o=new Map;for(let s=e;s<=n;s++)o.set(t[s],s);return o},ht=Ne(class extends ne{constructor(t){if(super(t),t.type!==cn.CHILD)throw Error("repeat() can only be used in text expressions")}dt(t,e,n){let o;n===void 0?n=e:e!==void 0&&(o=e);let s=[],r=[],i=0;for(let a of t)s[i]=o?o(a,i):i,r[i]=n(a,i),i++;return{values:r,keys:s}}render(t,e,n){return this.dt(t,e,n).values}update(t,[e,n,o]){let s=ts(t),{values:r,keys:i}=this.dt(e,n,o);if(!Array.isArray(s))return this.ut=i,r;let a=this.ut??=[],l=[],d,p,u=0,m=s.length-1,y=0,g=r.length-1;for(;u<=m&&y<=g;)if(s[u]===null)u++;else if(s[m]===null)m--;else if(a[u]===i[y])l[y]=U(s[u],r[y]),u++,y++;else if(a[m]===i[g])l[g]=U(s[m],r[g]),m--,g--;else if(a[u]===i[g])l[g]=U(s[u],r[g]),ce(t,l[g+1],s[u]),u++,g--;else if(a[m]===i[y])l[y]=U(s[m],r[y]),ce(t,s[u],s[m]),m--,y++;else if(d===void 0&&(d=ns(i,y,g),p=ns(a,u,m)),d.has(a[u]))if(d.has(a[m])){let M=p.get(i[y]),A=M!==void 0?s[M]:null;if(A===null){let j=ce(t,s[u]);U(j,r[y]),l[y]=j}else l[y]=U(A,r[y]),ce(t,s[u],A),s[M]=null;y++}else dt(s[m]),m--;else dt(s[u]),u++;for(;y<=g;){let M=ce(t,l[g+1]);U(M,r[y]),l[y++]=M}for(;u<=m;){let M=s[u++];M!==null&&dt(M)}return this.ut=i,es(t,l),C}});var L=t=>Math.round(t*1e3)/1e3,Me=({x:t,y:e},n=0,o=1)=>`translate(${L(t)} ${L(e)})`+(n%360===0?"":` rotate(${L(n)})`)+(o===1?"":` scale(${L(o)})`),os=(t,e,n,o)=>[t,e,n,o].map(L).join(" ");function ss(t){let{layout:e,skin:n,port:o}=t,{window:s}=e,r=c`
    ${n.defs?.()??h}
    ${e.hands.map(a=>Ba(a,t))}
    <svg class="window" part="board" x=${L(s.x)} y=${L(s.y)}
      width=${L(s.width)} height=${L(s.height)}
      viewBox=${os(o.x,o.y,o.width,o.height)}
      overflow=${t.isZoomed?"hidden":"visible"}>${wa(t)}</svg>
    ${e.hands.map(a=>Va(a,t))}`,i=t.isZoomed?"picture zoomed":"picture";return c`<svg class=${i} viewBox=${os(0,0,e.width,e.height)}
    role=${t.isStill?"img":"group"} aria-label=${t.label}>${r}</svg>`}function wa(t){let{scene:e,skin:n}=t,o=Ma(e.tokens),s=e.lastMove.map(r=>ut(r,t,0,_a));return c`
    ${n.aspect===void 0?h:$a(t.port)}
    ${n.ground?.(t)??h}
    <g class="spaces">${ht(e.spaces,({id:r})=>r,r=>Ta(r,o,t))}</g>
    <g class="lasts">${s}</g>
    <g class="tokens">${ht(xa(o,t),Sa,r=>La(r,o,t))}</g>
    <g class="marks">${Pa(t,o)}</g>
    ${n.above?.(t)??h}
    ${t.isStill?h:jo(t,o)}`}var $a=({x:t,y:e,width:n,height:o})=>c`<rect class="backdrop" x=${L(t)} y=${L(e)} width=${L(n)} height=${L(o)}></rect>`;function xa(t,e){let n=o=>e.at(o)?.y??0;return[...t].sort(([o],[s])=>n(o)-n(s)).flatMap(([,o])=>o)}var Sa=(t,e)=>t.id||`${t.space} ${e}`;function Ma(t){let e=new Map;for(let n of t){let o=e.get(n.space);o?o.push(n):e.set(n.space,[n])}return e}function ut(t,e,n,o){let[s,r]=[e.space(t),e.at(t)];if(!s||!r)return h;let{x:i,y:a}=n>1?rs(e,n-1,n,t):{x:0,y:0};return c`<g transform=${Me({x:r.x+i,y:r.y+a},r.turn)}>${o(s)}</g>`}var rs=(t,e,n,o)=>(t.skin.lift??Ra)(e,n,t.hovered===o),_a=({shape:t})=>c`<path class="last" part="last" d=${R(t)}></path>`;function Ta(t,e,n){let o=n.at(t.id);if(!o)return h;let s={isLast:n.scene.lastMove.includes(t.id),isTarget:n.isNext("space",t.id),isTaken:e.has(t.id)},r=n.skin.space?.(t,s,n)??Aa(t);return c`<g class="space" part=${`space ${t.colour}`} transform=${Me(o,o.turn)}>${r}</g>`}var Aa=({shape:t})=>c`<path class="space-shape" fill="var(--space)" d=${R(t,.98)}></path>`,Ea=.12,Ra=(t,e,n)=>({x:0,y:-t*Ea*(n?2:1)});function La(t,e,n){let o=n.at(t.space);if(!o)return h;let s=e.get(t.space)??[t],r=s.indexOf(t),i=n.hovered===t.space,a=rs(n,r,s.length,t.space),l=o.turn+90*t.quarterTurns,d={where:"board",level:r,height:s.length,isChosen:n.chosen.includes(t.space),isHovered:i,isLeaving:t.id!==""&&n.leaving.has(t.id),turn:l},p=Me({x:o.x+a.x,y:o.y+a.y},l);return c`<g class="token" part=${`token ${t.kind}`} data-token=${t.id} transform=${p}>
    ${n.skin.token(t,d,n)}</g>`}function Pa(t,e){let{scene:n,skin:o}=t,s=l=>e.get(l)?.length??0,r=n.highlights.flatMap(({kind:l,spaces:d})=>{let p=u=>o.highlight?.(l,u,t)??Ca(u,l);return d.map(u=>ut(u,t,s(u),p))}),i=t.chosen.map(l=>ut(l,t,s(l),ja)),a=t.targets.map(l=>ut(l,t,s(l),d=>Oa(d,s(l)>0)));return[...r,...i,...a]}var Ca=({shape:t},e)=>c`<path class="highlight" part=${`highlight ${e}`} d=${R(t,.9)}></path>`,ja=({shape:t})=>c`<path class="source" part="source" d=${R(t,.95)}></path>`;function Oa({shape:t},e){return e?c`<path class="target-ring" part="target" d=${R(t,.88)}></path>`:c`<circle class="target" part="target" r="0.13"></circle>`}function Va(t,e){let n=e.next.some(({kind:s})=>s==="hand")&&t.seat===e.mover,o=ht(t.tokens,({token:s},r)=>s.id||r,s=>Na(s,n,e));return c`<g class="hand" part="hand">${o}</g>`}function Na({token:t,x:e,y:n,scale:o},s,r){let i=t.id!==""&&r.held===t.id,a=s&&r.isNext("hand",t.id),l=90*t.quarterTurns,d={where:"hand",level:0,height:1,isChosen:i,isHovered:!1,isLeaving:!1,turn:l},p=i?c`<path class="source" part="source" d=${R(t.shape,1)}></path>`:h;return c`<g class=${s&&!a&&!i?"token idle":"token"} part=${`token ${t.kind}`}
    data-token=${t.id} transform=${Me({x:e,y:n},l,o)}>
    ${r.skin.token(t,d,r)}${p}
    ${r.isStill||t.id===""?h:r.handHit(t,a||i)}</g>`}function Ba(t,e){if(!t.name||e.detail==="small")return h;let{x:n,y:o}=t.name,s=e.sides[t.seat]?.colour??"grey",i=[...e.names[t.seat]||e.word("side",e.sides[t.seat]?.name??"")].slice(0,16).join("");return c`<g transform=${Me({x:n,y:o})}>
    <circle cx="0.2" r="0.16" fill=${`var(--colour-${s}, var(--muted))`}></circle>
    <text class="name" part="name" x="0.5">${i}</text></g>`}var Ha=2e4,Gt=t=>({state:t,happenings:[]});function is(t,e){let n=Ia(e);return n?Ga(t,n):e.movesTakenBack?Da(t,e.movesTakenBack):e.roundEnded?Ua(t,e.roundEnded,e.revealed):e.proposalMade?qa(t,e.proposalMade):e.proposalAnswered?Qa(t,e.proposalAnswered):e.matchPaused||e.matchResumed?za(t,!!e.matchPaused):e.seatLost?Wa(t,e.seatLost):e.matchEnded?Fa(t,e.matchEnded,e.revealed):Ka(t,e)}function Ia(t){let e=t.movePlayed??t.forcedMovePlayed??t.moveSubstituted,n=e??t.chanceResolved;if(n)return{round:n.round??1,ply:n.ply??0,notation:n.notation??"",isForced:!t.movePlayed,...e&&{seat:e.seat??0}}}function Ga(t,e){let n=[...t.steps.slice(-Ha),e],o={...q(t,"takebackProposer"),steps:n,round:e.round};return{state:{...!(t.drawProposer!==void 0&&t.drawProposer!==e.seat)||e.seat===void 0||t.accepted.includes(e.seat)?o:{...q(o,"drawProposer"),accepted:[]},ply:e.ply+1},happenings:[{kind:"step",step:e}]}}function Da(t,{round:e=1,ply:n=0}){let o=i=>i.round<e||i.round===e&&i.ply<n,s=t.steps.filter(o);return{state:{...q(t,"takebackProposer","drawProposer"),steps:s,round:e,ply:n,accepted:[]},happenings:[{kind:"takeback",round:e,ply:n}]}}function Ua(t,e,n){let o={round:e.round??1,result:e.result??{}};return{state:{...as(t,o.round,n),results:[...t.results,o],points:o.result.totals??[]},happenings:[{kind:"round",end:o}]}}function as(t,e,n){if(!n?.steps)return t;let o=new Map(n.steps.map(({ply:r=0,notation:i=""})=>[r,i])),s=t.steps.map(r=>{let i=r.round===e?o.get(r.ply):void 0;return i===void 0?r:{...r,notation:i}});return{...t,steps:s}}function qa(t,{seat:e=0,proposal:n}){return n?{state:{...t,...n==="PROPOSAL_DRAW"?{drawProposer:e}:{takebackProposer:e},accepted:[]},happenings:[{kind:"proposal",seat:e,proposal:n}]}:Gt(t)}function Qa(t,{seat:e=0,proposal:n,answer:o}){if(!o)return Gt(t);let s=[{kind:"answer",seat:e,answer:o}];return o==="PROPOSAL_ANSWER_ACCEPT"?{state:{...t,accepted:[...t.accepted,e]},happenings:s}:{state:{...q(t,n==="PROPOSAL_DRAW"?"drawProposer":"takebackProposer"),accepted:[]},happenings:s}}function za(t,e){return{state:{...t,isPaused:e},happenings:[{kind:"pause",isPaused:e}]}}function Wa(t,e){let{seat:n=0,cause:o="TERMINATION_UNSPECIFIED"}=e,s=[...t.losses,{seat:n,cause:o}];return{state:{...t,losses:s},happenings:[{kind:"lost",seat:n,cause:o}]}}function Fa(t,e,n){let o=q(t,"drawProposer","takebackProposer","turnSeat","choices");return{state:as({...o,absent:new Map,end:e},t.round,n),happenings:[{kind:"end",verdict:e.verdict??{}}]}}function Ka(t,e){let{seatConnected:n,seatDisconnected:o}=e;if(!n&&!o)return Gt(t);let s=(n??o)?.seat??0,r=new Map(t.absent);n?r.delete(s):r.set(s,Za(o?.graceUntilNs));let i=!!o;return{state:{...t,absent:r},happenings:[{kind:"presence",seat:s,isAway:i}]}}function Za(t){return t===void 0?void 0:-Number(t)/1e6}var pt=class{#e;#t;#n;#o;constructor(e,n={}){this.#n=n.boards,this.#t=new ee(n.boards),this.#o=n.now??(()=>performance.now()),this.#e={matchId:e,seq:0,round:1,ply:0,steps:[],results:[],points:[],clocks:[],clocksAtMs:0,absent:new Map,accepted:[],isPaused:!1,losses:[],watchers:0,isGone:!1}}get state(){return this.#e}apply({matchId:e,followed:n,frame:o,update:s,gone:r}){if(e!==this.#e.matchId)return[];n&&this.#s(n);let i=(s?.events??[]).flatMap(l=>this.#r(l));s&&(this.#e={...this.#e,watchers:s.watchers??0});let a=s?.frame??o;if(a&&i.push(...this.#l(a)),r){let{refusal:l}=r;this.#e={...this.#e,isGone:!0,...l&&{refusal:l}},i.push({kind:"gone"})}return i}#s(e){this.#t=new ee(this.#n),this.#e={...this.#e,isGone:!1},this.#e={...q(this.#e,"drawProposer","takebackProposer","turnSeat","choices"),summary:e,round:e.round??1,ply:e.ply??0,points:e.points??[],clocks:e.clocks??[],clocksAtMs:this.#o(),isPaused:e.paused??!1,losses:e.losses??[],watchers:e.watchers??0,...e.drawProposer!==void 0&&{drawProposer:e.drawProposer},...e.takebackProposer!==void 0&&{takebackProposer:e.takebackProposer},...e.turnSeat!==void 0&&{turnSeat:e.turnSeat},...e.verdict&&{end:{verdict:e.verdict}}}}#r(e){let n=Number(e.seq??0);if(n<=this.#e.seq)return[];let{state:o,happenings:s}=is(this.#e,e);return this.#e={...o,seq:n},s}#l(e){let n=this.#e,{round:o=1,ply:s=0,clocks:r=[],points:i=n.points,turnSeat:a,choices:l}=e,d=this.#t.read(e);this.#e={...q(n,"turnSeat","choices"),round:o,ply:s,clocks:r,points:i,clocksAtMs:this.#o(),absent:Ja(n.absent,e,this.#o()),...d&&{scene:d},...a!==void 0&&{turnSeat:a},...l&&{choices:l}};let p=n.turnSeat===a&&n.round===o&&n.ply===s,u=l&&l.turnId!==n.choices?.turnId;return a===void 0||p&&!u&&n.scene?[]:[{kind:"turn",seat:a,...l&&{choices:l}}]}};function Ja(t,{atNs:e},n){let o=Number(e??0)/1e6,s=r=>r===void 0||r>=0?r:n+(-r-o);return new Map([...t].map(([r,i])=>[r,s(i)]))}function q(t,...e){let n={...t};for(let o of e)delete n[o];return n}function Dt(t){let{summary:e,scene:n,round:o,ply:s,choices:r,turnSeat:i}=t;if(!e||!n)return;let a=r&&i!==void 0?{mover:i}:{};return{game:e.game??"",scene:n,round:o,ply:s,legal:r?.legal??[],...a}}function Ut({players:t=[],displayNames:e=[]}){return t.map((n,o)=>e[o]||n)}var _e=class{constructor(e,n,o,s){this.link=e;this.matchId=n;this.listener=s;this.#e=new pt(n),this.#n(o).catch(r=>this.#s(r))}#e;#t=new AbortController;get state(){return this.#e.state}get shown(){return Dt(this.#e.state)}stop(){this.#t.abort()}async play({notation:e=""}){let n=this.state.choices?.turnId??"0";await De(this.link,{matchId:this.matchId,playMove:{turnId:n,notation:e}})}async leaving({notation:e=""}){let{scene:n,round:o,summary:s}=this.state;if(!n)return new Set;let r={matchId:this.matchId,knownBoard:n.board},{position:i=""}=await this.link.call("MatchService/GetMatch",r),{game:a="",options:l={},points:d=[]}=s??{},p={game:a,options:l,points:d,round:o,start:i};return ls(this.link,p,[e],n)}async#n(e){let n={matches:[{matchId:this.matchId}],detail:"DETAIL_PAGE"},o={signal:this.#t.signal,onConnection:r=>this.listener.connection(r)};if(!e){for await(let r of gn(this.link,n,o))this.#o(r);return}let s={withoutMoves:!0,withoutLegal:!0,maxMatches:1,agent:"referee-board"};for await(let{watched:r}of bn(this.link,{hello:s,watch:n},o))r&&this.#o(r),r?.gone&&this.stop()}#o(e){if(this.#t.signal.aborted)return;let n=this.#e.apply(e);this.listener.changed(n);let o=e.gone?.refusal;o&&this.listener.failed(He(o))}#s(e){this.#t.signal.aborted||this.listener.failed($(e))}},Q=class{constructor(e,n,o){this.link=e;this.start=n;this.listener=o;this.#t=n.moves??[],this.#s(this.#t).catch(s=>this.listener.failed($(s)))}#e;#t;#n=0;#o=new xe;get shown(){return this.#e}get moves(){return this.#t}stop(){this.#n+=1}async play({notation:e=""}){await this.#s([...this.#t,e])}async go(e){await this.#s(e)}async leaving({notation:e=""}){return this.#e?ls(this.link,this.start,[...this.#t,e],this.#e.scene):new Set}async#s(e){let n=this.#n+=1,o=this.#e?.scene.board??"",s={...this.start,moves:[...e],knownBoard:o},r=await this.link.call("GameService/GetPosition",s);if(n!==this.#n)return;let{scene:i={},round:a=1,legal:l=[],seat:d,steps:p=[]}=r,u=e.length===this.#t.length+1;this.#t=e,this.#e={game:this.start.game??"",scene:this.#o.read(i),round:a,ply:p.filter(y=>(y.round??1)===a).length,legal:l,...d!==void 0&&{mover:d}};let m=u?p.at(-1):void 0;this.listener.changed(m?[Xa(m)]:[]),d!==void 0&&this.listener.changed([{kind:"turn",seat:d}])}};function Xa({round:t=1,ply:e=0,seat:n,notation:o="",forced:s}){return{kind:"step",step:{...{round:t,ply:e,notation:o,isForced:s??!1},...n!==void 0&&{seat:n}}}}async function ls(t,e,n,o){let s={...e,moves:[...n],stopAtRoundEnd:!0,withoutSteps:!0},{scene:r={}}=await t.call("GameService/GetPosition",{...s,knownBoard:o.board}),i=(r.hands??[]).flatMap(({tokens:l=[]})=>l),a=new Set([...r.tokens??[],...i].map(({id:l})=>l));return new Set(o.tokens.map(({id:l})=>l).filter(l=>l!==""&&!a.has(l)))}var cs=k`
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
`;var Ya=k`
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
    max-block-size: var(--referee-board-height, none);
    touch-action: manipulation;
  }
  .picture.zoomed {
    touch-action: none;
  }
`,ds=new Map,ft=class extends Se{#e;#t;#n=new X;#o;#s;#r="";#l=new Map;#h=0;#c=0;#u="";#y=!1;#f;#g;#m=[];#k=0;#i=new ze;#a=new ct(this,{press:(e,n)=>{this.#j(e,n)},redraw:()=>this.#d(),view:()=>this.#o,clear:()=>this.clear(),wouldEnd:e=>this.#i.wouldEnd(e),leaving:e=>this.#e?.leaving(e)??Promise.resolve(new Set)});#x=new ResizeObserver(([e])=>{let n=Math.round(e?.contentRect.width??0);n!==this.#h&&(this.#h=n,this.#d())});get shownState(){return this.state?this.state:this.#e instanceof _e?this.#e.state:void 0}show(e){let n=this.shownState,o=!e||!n||st(n,e);this.ply=o?"":Do(e);let s=o?this.#P():e;this.#p("scrub",{...s,isPresent:o})}step(e){this.#e instanceof Q&&this.#R(this.#e.moves.length+e);let n=this.shownState;n&&this.show(Uo(n,ot(this.ply)??this.#P(),e))}flip(){this.flipped=!this.flipped}resetView(){this.#a.reset(),this.#s=void 0,this.#d()}zoom(e){this.#a.zoomMiddle(e)}clear(){this.#i.clear(),this.#d()}async submit(e){await De(this.#w(),{...e,matchId:this.match})}connectedCallback(){super.connectedCallback(),this.#x.observe(this),this.hasUpdated&&this.#C()}disconnectedCallback(){super.disconnectedCallback(),this.#x.disconnect(),this.#e?.stop(),this.#e=void 0,clearTimeout(this.#g)}willUpdate(e){Se.origins.some(n=>e.has(n))&&this.#C(),(e.has("legal")||e.has("scene"))&&(this.#c+=1),[...e.keys()].length>0&&(this.#k+=1),this.words&&(this.#n=this.words),this.#S()}render(){let[e,n]=[this.#o,this.#$()],o=this.#f&&_("failed",n).replace("{reason}",this.#f.message),s=this.#y?_("cut",n):o,r=s?v`<div class="notice" part="notice">${s}</div>`:h;if(!e)return r;let i=this.bare?void 0:qo(this.#G(e)),a=dn([this.#k],()=>ss(e));return v`<div dir=${Mn(n)}>
      ${i?.above??h}
      <div class="stage" dir="ltr">${a}</div>
      ${i?.below??h}
      ${this.still?h:this.#I(e,n)}
      ${i?.foot??h} ${r}
      <div class="heard" role="status" aria-live="polite">${this.still?"":this.#u}</div>
    </div>`}updated(){let e=this.#o;if(!e)return;let n=this.#l;this.#l=Ko(e),Zo(this.renderRoot,n,this.#l),this.#a.updated(this.renderRoot)}#S(){let e=this.#v();if(!e)return;let n=this.ply==="",[o,s]=[e.game,this.#E(e)];if(!s)return;o!==this.#r&&this.#_(o);let r=n&&!this.still?e.legal:[];this.#i.begin(this.#T(e),r);let i=this.#M(e,s),a=Ht(i);this.#s=Ue(this.#s,a.bounds,a.window);let l=this.#a.port(this.#s,a.bounds),d=this.#o?.scene;this.#o=Go({...i,port:l,isZoomed:this.#a.isZoomed,focus:this.#a.focusIn(s),leaving:this.#a.leaving,...d&&d!==s&&{before:d},...this.#a.hovered!==void 0&&{hovered:this.#a.hovered}},a)}#M(e,n){let{summary:o}=this.shownState??{},s=this.names.length>0?this.names:o?Ut(o):[];return{game:e.game,scene:n,words:this.#n,lang:this.#$(),names:s,isFlipped:this.flipped,symbols:this.symbols,isStill:this.still,clicks:this.#i.clicks,next:this.#i.next,...this.#h>0&&{width:this.#h},...this.seat!==void 0&&{seat:this.seat},...e.mover!==void 0&&{mover:e.mover}}}#_(e){this.#r=e,this.#s=void 0;let{style:n}=D(e),o=[cs,En,Ya,...n?[n]:[]];Ee(this.renderRoot,o),!this.words&&!this.#n.game(e)&&this.#b(e)}async#b(e){let n=this.#L()?this.#w():void 0;if(!n)return;let o=ds.get(this.url)??new X;if(this.url!==""&&ds.set(this.url,o),this.#n=o,!o.game(e))try{let{game:s}=await n.call("GameService/GetGame",{game:e});s&&o.add(s),this.#d()}catch(s){this.#A($(s))}}#v(){if(this.#e)return this.#e.shown;if(this.state)return Dt(this.state);let{scene:e,game:n,legal:o,mover:s}=this;if(e)return{game:n,scene:e,round:1,ply:0,legal:o,...s!==void 0&&{mover:s}}}#E(e){let n=ot(this.ply);if(!n||!this.#L())return e.scene;let{matchId:o}=this.shownState??{};if(o===void 0)return e.scene;this.#t??=new rt(this.#w(),o);let s=this.#t.known(n.round,n.ply);return s||(this.#t.at(n.round,n.ply).then(r=>r&&this.#d(),r=>this.#A($(r))),this.#o?.scene??e.scene)}#T({round:e,ply:n,mover:o}){if(this.#e instanceof Q)return this.#e.moves.join(" ");let s=this.shownState,r=this.ply===""?`${e}.${n}.${o??""}`:"past";return s?`${r} ${s.choices?.turnId??""}`:`fed ${this.#c}`}#P(){let{round:e=1,ply:n=0}=this.shownState??this.#e?.shown??{};return{round:e,ply:n}}#R(e){if(!(this.#e instanceof Q))return;let{moves:n}=this.#e;(n.length>this.#m.length||!el(n,this.#m))&&(this.#m=n);let o=Math.min(Math.max(e,0),this.#m.length);this.#e.go(this.#m.slice(0,o)).catch(s=>this.#A($(s)))}#L(){return this.link!==void 0||this.url!==""}#w(){return this.link?this.link:new Ie(this.url,this.token===""?{}:{token:this.token})}#C(){if(this.#e?.stop(),this.#e=void 0,this.#t=void 0,this.#f=void 0,this.#m=[],!this.isConnected||!this.#L())return;let e={changed:n=>this.#O(n),connection:n=>this.#H(n==="down"),failed:n=>this.#A(n)};if(this.match!==""){let n=this.seat!==void 0&&(this.link!==void 0||this.token!=="");this.#e=new _e(this.#w(),this.match,n,e)}else if(this.game!==""&&!this.scene&&!this.state){let{game:n,options:o,position:s,moves:r}=this,i={game:n,options:{...o},start:s,moves:[...r]};this.#e=new Q(this.#w(),i,e)}}#O(e){this.#f=void 0;for(let n of e)this.#V(n);this.shownState&&this.#p("update",{state:this.shownState}),this.#d()}#V(e){if((e.kind==="takeback"||e.kind==="round")&&this.#t?.clear(),e.kind==="step"){let{round:n,ply:o,notation:s,seat:r}=e.step,i=r!==void 0&&r===this.seat;this.#u=this.#N(r,s),this.#p("move",{round:n,ply:o,notation:s,isMine:i,...r!==void 0&&{seat:r}})}if(e.kind==="turn"){let{seat:n,choices:o}=e,s=o!==void 0;s&&(this.#u=`${this.#u} ${_("yourTurn",this.#$())}`.trim()),this.#p("turn",{seat:n,isMine:s,...s&&{turnId:o.turnId}})}if(e.kind==="end"){let{verdict:n}=e;this.#p("end",{verdict:n,places:n.places??[]})}}#N(e,n){let o=this.#$();if(e===void 0)return _("chance",o).replace("{move}",n);let{summary:s}=this.shownState??{},r=this.#n.sides(this.#r)[e]?.name??"",a=(s&&Ut(s)[e])??this.#n.text(this.#r,"side",r,o);return _("moved",o).replace("{name}",a).replace("{move}",n)}async#j(e,n){let o=this.#i.press(e);if(this.#d(),!!o){if(!await this.#a.isConfirmed(o,e,this.confirm,n)){this.#i.back(),this.#d();return}await this.#B(o)}}async#B(e){let n=this.#p("choose",{move:e});if(this.#i.send(e),this.#d(),!(!n||!this.#e))try{await this.#e.play(e)}catch(o){this.#i.clear(),this.#p("error",{error:$(o)}),this.#d()}}#H(e){e!==this.#y&&(this.#y=e,this.#p("connection",{isDown:e}),this.requestUpdate())}#A(e){this.#f=e,this.#p("error",{error:e}),this.requestUpdate()}#d(){this.#k+=1,this.requestUpdate()}#p(e,n){let o={detail:n,bubbles:!0,composed:!0,cancelable:!0};return this.dispatchEvent(new CustomEvent(e,o))}#$(){return this.lang||this.closest("[lang]")?.getAttribute("lang")||document.documentElement.lang||"en"}#I({game:e},n){let o=({kind:s,key:r})=>s==="done"?_("end",n):this.#n.text(e,"choice",r,n);return Tn(this.#i.next,o,s=>{this.#j(s,!1)})}#G(e){let{prompt:n}=e.scene,o=this.#$(),s=this.shownState,r=()=>{clearTimeout(this.#g),this.#g=setTimeout(()=>this.requestUpdate(),100)};return{view:e,lang:o,moment:ot(this.ply),isPosition:this.#e instanceof Q,prompt:n?_n(this.#n.prompt(e.game,n,o,e.names)):[],tick:r,act:{first:()=>s?this.show({round:1,ply:0}):this.#R(0),back:()=>this.step(-1),forward:()=>this.step(1),present:()=>s?this.show():this.#R(1/0),flip:()=>this.flip(),closer:()=>this.zoom(1.3),farther:()=>this.zoom(1/1.3),whole:()=>this.resetView()},...s&&{state:s}}}},el=(t,e)=>t.every((n,o)=>n===e[o]);customElements.get("referee-board")||customElements.define("referee-board",ft);export{ft as RefereeBoard};
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
