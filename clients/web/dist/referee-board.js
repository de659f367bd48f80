var Re=globalThis,Le=Re.ShadowRoot&&(Re.ShadyCSS===void 0||Re.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,bt=Symbol(),Xt=new WeakMap,he=class{constructor(e,n,o){if(this._$cssResult$=!0,o!==bt)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=n}get styleSheet(){let e=this.o,n=this.t;if(Le&&e===void 0){let o=n!==void 0&&n.length===1;o&&(e=Xt.get(n)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),o&&Xt.set(n,e))}return e}toString(){return this.cssText}},Yt=t=>new he(typeof t=="string"?t:t+"",void 0,bt),k=(t,...e)=>{let n=t.length===1?t[0]:e.reduce((o,s,r)=>o+(i=>{if(i._$cssResult$===!0)return i.cssText;if(typeof i=="number")return i;throw Error("Value passed to 'css' function must be a 'css' function result: "+i+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(s)+t[r+1],t[0]);return new he(n,t,bt)},Pe=(t,e)=>{if(Le)t.adoptedStyleSheets=e.map(n=>n instanceof CSSStyleSheet?n:n.styleSheet);else for(let n of e){let o=document.createElement("style"),s=Re.litNonce;s!==void 0&&o.setAttribute("nonce",s),o.textContent=n.cssText,t.appendChild(o)}},kt=Le?t=>t:t=>t instanceof CSSStyleSheet?(e=>{let n="";for(let o of e.cssRules)n+=o.cssText;return Yt(n)})(t):t;var{is:Ls,defineProperty:Ps,getOwnPropertyDescriptor:Cs,getOwnPropertyNames:js,getOwnPropertySymbols:Os,getPrototypeOf:Vs}=Object,Ce=globalThis,en=Ce.trustedTypes,Ns=en?en.emptyScript:"",Bs=Ce.reactiveElementPolyfillSupport,ue=(t,e)=>t,vt={toAttribute(t,e){switch(e){case Boolean:t=t?Ns:null;break;case Object:case Array:t=t==null?t:JSON.stringify(t)}return t},fromAttribute(t,e){let n=t;switch(e){case Boolean:n=t!==null;break;case Number:n=t===null?null:Number(t);break;case Object:case Array:try{n=JSON.parse(t)}catch{n=null}}return n}},nn=(t,e)=>!Ls(t,e),tn={attribute:!0,type:String,converter:vt,reflect:!1,useDefault:!1,hasChanged:nn};Symbol.metadata??=Symbol("metadata"),Ce.litPropertyMetadata??=new WeakMap;var j=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,n=tn){if(n.state&&(n.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((n=Object.create(n)).wrapped=!0),this.elementProperties.set(e,n),!n.noAccessor){let o=Symbol(),s=this.getPropertyDescriptor(e,o,n);s!==void 0&&Ps(this.prototype,e,s)}}static getPropertyDescriptor(e,n,o){let{get:s,set:r}=Cs(this.prototype,e)??{get(){return this[n]},set(i){this[n]=i}};return{get:s,set(i){let a=s?.call(this);r?.call(this,i),this.requestUpdate(e,a,o)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??tn}static _$Ei(){if(this.hasOwnProperty(ue("elementProperties")))return;let e=Vs(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(ue("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(ue("properties"))){let n=this.properties,o=[...js(n),...Os(n)];for(let s of o)this.createProperty(s,n[s])}let e=this[Symbol.metadata];if(e!==null){let n=litPropertyMetadata.get(e);if(n!==void 0)for(let[o,s]of n)this.elementProperties.set(o,s)}this._$Eh=new Map;for(let[n,o]of this.elementProperties){let s=this._$Eu(n,o);s!==void 0&&this._$Eh.set(s,n)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let n=[];if(Array.isArray(e)){let o=new Set(e.flat(1/0).reverse());for(let s of o)n.unshift(kt(s))}else e!==void 0&&n.push(kt(e));return n}static _$Eu(e,n){let o=n.attribute;return o===!1?void 0:typeof o=="string"?o:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,n=this.constructor.elementProperties;for(let o of n.keys())this.hasOwnProperty(o)&&(e.set(o,this[o]),delete this[o]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Pe(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,n,o){this._$AK(e,o)}_$ET(e,n){let o=this.constructor.elementProperties.get(e),s=this.constructor._$Eu(e,o);if(s!==void 0&&o.reflect===!0){let r=(o.converter?.toAttribute!==void 0?o.converter:vt).toAttribute(n,o.type);this._$Em=e,r==null?this.removeAttribute(s):this.setAttribute(s,r),this._$Em=null}}_$AK(e,n){let o=this.constructor,s=o._$Eh.get(e);if(s!==void 0&&this._$Em!==s){let r=o.getPropertyOptions(s),i=typeof r.converter=="function"?{fromAttribute:r.converter}:r.converter?.fromAttribute!==void 0?r.converter:vt;this._$Em=s;let a=i.fromAttribute(n,r.type);this[s]=a??this._$Ej?.get(s)??a,this._$Em=null}}requestUpdate(e,n,o,s=!1,r){if(e!==void 0){let i=this.constructor;if(s===!1&&(r=this[e]),o??=i.getPropertyOptions(e),!((o.hasChanged??nn)(r,n)||o.useDefault&&o.reflect&&r===this._$Ej?.get(e)&&!this.hasAttribute(i._$Eu(e,o))))return;this.C(e,n,o)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,n,{useDefault:o,reflect:s,wrapped:r},i){o&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,i??n??this[e]),r!==!0||i!==void 0)||(this._$AL.has(e)||(this.hasUpdated||o||(n=void 0),this._$AL.set(e,n)),s===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(n){Promise.reject(n)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[s,r]of this._$Ep)this[s]=r;this._$Ep=void 0}let o=this.constructor.elementProperties;if(o.size>0)for(let[s,r]of o){let{wrapped:i}=r,a=this[s];i!==!0||this._$AL.has(s)||a===void 0||this.C(s,void 0,r,a)}}let e=!1,n=this._$AL;try{e=this.shouldUpdate(n),e?(this.willUpdate(n),this._$EO?.forEach(o=>o.hostUpdate?.()),this.update(n)):this._$EM()}catch(o){throw e=!1,this._$EM(),o}e&&this._$AE(n)}willUpdate(e){}_$AE(e){this._$EO?.forEach(n=>n.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(n=>this._$ET(n,this[n])),this._$EM()}updated(e){}firstUpdated(e){}};j.elementStyles=[],j.shadowRootOptions={mode:"open"},j[ue("elementProperties")]=new Map,j[ue("finalized")]=new Map,Bs?.({ReactiveElement:j}),(Ce.reactiveElementVersions??=[]).push("2.1.2");var $t=globalThis,on=t=>t,je=$t.trustedTypes,sn=je?je.createPolicy("lit-html",{createHTML:t=>t}):void 0,xt="$lit$",O=`lit$${Math.random().toFixed(9).slice(2)}$`,St="?"+O,Is=`<${St}>`,Z=document,fe=()=>Z.createComment(""),me=t=>t===null||typeof t!="object"&&typeof t!="function",Mt=Array.isArray,hn=t=>Mt(t)||typeof t?.[Symbol.iterator]=="function",wt=`[ 	
\f\r]`,pe=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,rn=/-->/g,an=/>/g,W=RegExp(`>|${wt}(?:([^\\s"'>=/]+)(${wt}*=${wt}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),ln=/'/g,cn=/"/g,un=/^(?:script|style|textarea|title)$/i,_t=t=>(e,...n)=>({_$litType$:t,strings:e,values:n}),v=_t(1),d=_t(2),El=_t(3),C=Symbol.for("lit-noChange"),u=Symbol.for("lit-nothing"),dn=new WeakMap,F=Z.createTreeWalker(Z,129);function pn(t,e){if(!Mt(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return sn!==void 0?sn.createHTML(e):e}var fn=(t,e)=>{let n=t.length-1,o=[],s,r=e===2?"<svg>":e===3?"<math>":"",i=pe;for(let a=0;a<n;a++){let l=t[a],c,p,h=-1,f=0;for(;f<l.length&&(i.lastIndex=f,p=i.exec(l),p!==null);)f=i.lastIndex,i===pe?p[1]==="!--"?i=rn:p[1]!==void 0?i=an:p[2]!==void 0?(un.test(p[2])&&(s=RegExp("</"+p[2],"g")),i=W):p[3]!==void 0&&(i=W):i===W?p[0]===">"?(i=s??pe,h=-1):p[1]===void 0?h=-2:(h=i.lastIndex-p[2].length,c=p[1],i=p[3]===void 0?W:p[3]==='"'?cn:ln):i===cn||i===ln?i=W:i===rn||i===an?i=pe:(i=W,s=void 0);let y=i===W&&t[a+1].startsWith("/>")?" ":"";r+=i===pe?l+Is:h>=0?(o.push(c),l.slice(0,h)+xt+l.slice(h)+O+y):l+O+(h===-2?a:y)}return[pn(t,r+(t[n]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),o]},ye=class t{constructor({strings:e,_$litType$:n},o){let s;this.parts=[];let r=0,i=0,a=e.length-1,l=this.parts,[c,p]=fn(e,n);if(this.el=t.createElement(c,o),F.currentNode=this.el.content,n===2||n===3){let h=this.el.content.firstChild;h.replaceWith(...h.childNodes)}for(;(s=F.nextNode())!==null&&l.length<a;){if(s.nodeType===1){if(s.hasAttributes())for(let h of s.getAttributeNames())if(h.endsWith(xt)){let f=p[i++],y=s.getAttribute(h).split(O),g=/([.?@])?(.*)/.exec(f);l.push({type:1,index:r,name:g[2],strings:y,ctor:g[1]==="."?Ve:g[1]==="?"?Ne:g[1]==="@"?Be:J}),s.removeAttribute(h)}else h.startsWith(O)&&(l.push({type:6,index:r}),s.removeAttribute(h));if(un.test(s.tagName)){let h=s.textContent.split(O),f=h.length-1;if(f>0){s.textContent=je?je.emptyScript:"";for(let y=0;y<f;y++)s.append(h[y],fe()),F.nextNode(),l.push({type:2,index:++r});s.append(h[f],fe())}}}else if(s.nodeType===8)if(s.data===St)l.push({type:2,index:r});else{let h=-1;for(;(h=s.data.indexOf(O,h+1))!==-1;)l.push({type:7,index:r}),h+=O.length-1}r++}}static createElement(e,n){let o=Z.createElement("template");return o.innerHTML=e,o}};function K(t,e,n=t,o){if(e===C)return e;let s=o!==void 0?n._$Co?.[o]:n._$Cl,r=me(e)?void 0:e._$litDirective$;return s?.constructor!==r&&(s?._$AO?.(!1),r===void 0?s=void 0:(s=new r(t),s._$AT(t,n,o)),o!==void 0?(n._$Co??=[])[o]=s:n._$Cl=s),s!==void 0&&(e=K(t,s._$AS(t,e.values),s,o)),e}var Oe=class{constructor(e,n){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:n},parts:o}=this._$AD,s=(e?.creationScope??Z).importNode(n,!0);F.currentNode=s;let r=F.nextNode(),i=0,a=0,l=o[0];for(;l!==void 0;){if(i===l.index){let c;l.type===2?c=new ne(r,r.nextSibling,this,e):l.type===1?c=new l.ctor(r,l.name,l.strings,this,e):l.type===6&&(c=new Ie(r,this,e)),this._$AV.push(c),l=o[++a]}i!==l?.index&&(r=F.nextNode(),i++)}return F.currentNode=Z,s}p(e){let n=0;for(let o of this._$AV)o!==void 0&&(o.strings!==void 0?(o._$AI(e,o,n),n+=o.strings.length-2):o._$AI(e[n])),n++}},ne=class t{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,n,o,s){this.type=2,this._$AH=u,this._$AN=void 0,this._$AA=e,this._$AB=n,this._$AM=o,this.options=s,this._$Cv=s?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,n=this._$AM;return n!==void 0&&e?.nodeType===11&&(e=n.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,n=this){e=K(this,e,n),me(e)?e===u||e==null||e===""?(this._$AH!==u&&this._$AR(),this._$AH=u):e!==this._$AH&&e!==C&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):hn(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==u&&me(this._$AH)?this._$AA.nextSibling.data=e:this.T(Z.createTextNode(e)),this._$AH=e}$(e){let{values:n,_$litType$:o}=e,s=typeof o=="number"?this._$AC(e):(o.el===void 0&&(o.el=ye.createElement(pn(o.h,o.h[0]),this.options)),o);if(this._$AH?._$AD===s)this._$AH.p(n);else{let r=new Oe(s,this),i=r.u(this.options);r.p(n),this.T(i),this._$AH=r}}_$AC(e){let n=dn.get(e.strings);return n===void 0&&dn.set(e.strings,n=new ye(e)),n}k(e){Mt(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,o,s=0;for(let r of e)s===n.length?n.push(o=new t(this.O(fe()),this.O(fe()),this,this.options)):o=n[s],o._$AI(r),s++;s<n.length&&(this._$AR(o&&o._$AB.nextSibling,s),n.length=s)}_$AR(e=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);e!==this._$AB;){let o=on(e).nextSibling;on(e).remove(),e=o}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},J=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,n,o,s,r){this.type=1,this._$AH=u,this._$AN=void 0,this.element=e,this.name=n,this._$AM=s,this.options=r,o.length>2||o[0]!==""||o[1]!==""?(this._$AH=Array(o.length-1).fill(new String),this.strings=o):this._$AH=u}_$AI(e,n=this,o,s){let r=this.strings,i=!1;if(r===void 0)e=K(this,e,n,0),i=!me(e)||e!==this._$AH&&e!==C,i&&(this._$AH=e);else{let a=e,l,c;for(e=r[0],l=0;l<r.length-1;l++)c=K(this,a[o+l],n,l),c===C&&(c=this._$AH[l]),i||=!me(c)||c!==this._$AH[l],c===u?e=u:e!==u&&(e+=(c??"")+r[l+1]),this._$AH[l]=c}i&&!s&&this.j(e)}j(e){e===u?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},Ve=class extends J{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===u?void 0:e}},Ne=class extends J{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==u)}},Be=class extends J{constructor(e,n,o,s,r){super(e,n,o,s,r),this.type=5}_$AI(e,n=this){if((e=K(this,e,n,0)??u)===C)return;let o=this._$AH,s=e===u&&o!==u||e.capture!==o.capture||e.once!==o.once||e.passive!==o.passive,r=e!==u&&(o===u||s);s&&this.element.removeEventListener(this.name,this,o),r&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},Ie=class{constructor(e,n,o){this.element=e,this.type=6,this._$AN=void 0,this._$AM=n,this.options=o}get _$AU(){return this._$AM._$AU}_$AI(e){K(this,e)}},mn={M:xt,P:O,A:St,C:1,L:fn,R:Oe,D:hn,V:K,I:ne,H:J,N:Ne,U:Be,B:Ve,F:Ie},Hs=$t.litHtmlPolyfillSupport;Hs?.(ye,ne),($t.litHtmlVersions??=[]).push("3.3.3");var yn=(t,e,n)=>{let o=n?.renderBefore??e,s=o._$litPart$;if(s===void 0){let r=n?.renderBefore??null;o._$litPart$=s=new ne(e.insertBefore(fe(),r),r,void 0,n??{})}return s._$AI(t),s};var Tt=globalThis,N=class extends j{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let n=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=yn(n,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return C}};N._$litElement$=!0,N.finalized=!0,Tt.litElementHydrateSupport?.({LitElement:N});var Gs=Tt.litElementPolyfillSupport;Gs?.({LitElement:N});(Tt.litElementVersions??=[]).push("4.2.2");var gn={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},He=t=>(...e)=>({_$litDirective$:t,values:e}),oe=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,n,o){this._$Ct=e,this._$AM=n,this._$Ci=o}_$AS(e,n){return this.update(e,n)}update(e,n){return this.render(...n)}};var Ds={},bn=He(class extends oe{constructor(){super(...arguments),this.ot=Ds}render(t,e){return e()}update(t,[e,n]){if(Array.isArray(e)){if(Array.isArray(this.ot)&&this.ot.length===e.length&&e.every((o,s)=>o===this.ot[s]))return C}else if(this.ot===e)return C;return this.ot=Array.isArray(e)?Array.from(e):e,this.render(e,n)}});var Us=new Set(["network","unavailable","deadline_exceeded"]),qs=new Set(["STOPPING","STARTING","STORE_UNAVAILABLE","LAGGED","HOST_FAULT"]),R=class extends Error{constructor(n){super(n.message);this.name="RefereeError";this.code=n.code,this.reason=n.reason??"",this.field=n.field??"",this.value=n.value??"",this.expected=n.expected??"",this.limit=n.limit??"",this.most=n.most,this.retryAfterMs=n.retryAfterMs,this.status=n.status??0}get isRetryable(){return Us.has(this.code)||qs.has(this.reason)||this.retryAfterMs!==void 0}get isSignedOut(){return this.reason==="UNAUTHENTICATED"||this.reason==="TOKEN_EXPIRED"}};function Ge(t,e){let n=(t.details??[]).map(({debug:i})=>i??{}),{reason:o,metadata:s={}}=n.find(i=>i.reason)??{},r=n.find(i=>i.retryDelay)?.retryDelay;return new R({code:t.code??"unknown",message:t.message??`HTTP ${e}`,status:e,...o!==void 0&&{reason:o},...kn(s,["field","value","expected","limit"]),...s.most!==void 0&&{most:Number(s.most)},...r!==void 0&&{retryAfterMs:Number.parseFloat(r)*1e3}})}function De(t){let{text:e="",reason:n="",most:o,retryAfterMs:s}=t;return new R({code:"refused",message:e,reason:n.replace(/^REASON_/,""),...kn(t,["field","value","expected","limit"]),...o!==void 0&&{most:Number(o)},...s!==void 0&&{retryAfterMs:Number(s)}})}function $(t){if(t instanceof R)return t;let e=t instanceof Error?t.message:String(t);return new R({code:"network",message:e})}function kn(t,e){return Object.fromEntries(e.flatMap(n=>t[n]?[[n,t[n]]]:[]))}var X=5,zs=1,Qs=2,Ws=64*1024*1024;function vn(t){let e=new TextEncoder().encode(t),n=new Uint8Array(X+e.length);return new DataView(n.buffer).setUint32(1,e.length),n.set(e,X),n}async function*wn(t){let e=t.getReader(),n=new At,o=new TextDecoder;try{for(;;){let{done:s,value:r}=await e.read();if(s)break;n.push(r);for(let i=n.take();i;i=n.take()){if(i.flags&zs)throw $n("a compressed message");let a=JSON.parse(o.decode(i.message));if((i.flags&Qs)===0)yield a;else return Fs(a)}}}finally{await e.cancel().catch(()=>{})}throw new R({code:"network",message:"the connection was cut"})}function Fs({error:t}){if(t)throw Ge(t,200)}var $n=t=>new R({code:"internal",message:`the stream has ${t}`}),At=class{#e=new Uint8Array(0);push(e){let n=new Uint8Array(this.#e.length+e.length);n.set(this.#e),n.set(e,this.#e.length),this.#e=n}take(){let e=this.#e;if(e.length<X)return;let n=new DataView(e.buffer,e.byteOffset).getUint32(1);if(n>Ws)throw $n(`a message of ${n} bytes`);if(!(e.length<X+n))return this.#e=e.subarray(X+n),{flags:e[0]??0,message:e.subarray(X,X+n)}}};var Zs=15e3,Ks=5e3,Ue=class t{#e;constructor(e,n={}){this.url=e.replace(/\/+$/,""),this.token=n.token,this.#e=n.fetch??((o,s)=>fetch(o,s))}withToken(e){return new t(this.url,{fetch:this.#e,...e!==void 0&&{token:e}})}async call(e,n,{signal:o,timeoutMs:s=Zs}={}){let r=AbortSignal.timeout(s+Ks),i=await this.#t(e,"application/json",JSON.stringify(n),{signal:o?AbortSignal.any([o,r]):r,timeoutMs:s});if(!i.ok)throw await xn(i);return await i.json().catch(a=>{throw $(a)})}async*stream(e,n,{signal:o}={}){let s=new AbortController,r=o?AbortSignal.any([o,s.signal]):s.signal,i=vn(JSON.stringify(n));try{let a=await this.#t(e,"application/connect+json",i,{signal:r});if(!a.ok||!a.body)throw await xn(a);yield*wn(a.body)}catch(a){throw r.aborted?new R({code:"canceled",message:"canceled"}):$(a)}finally{s.abort()}}async#t(e,n,o,{signal:s,timeoutMs:r}){let i=new Headers({"content-type":n,"connect-protocol-version":"1"});this.token!==void 0&&i.set("authorization",`Bearer ${this.token}`),r!==void 0&&i.set("connect-timeout-ms",String(r));let a={method:"POST",headers:i,body:o,...s&&{signal:s}};try{return await this.#e(`${this.url}/referee.v1.${e}`,a)}catch(l){throw l instanceof DOMException&&l.name==="AbortError"?new R({code:"canceled",message:"canceled"}):$(l)}}};async function xn(t){let e=await t.text().catch(()=>"");try{return Ge(JSON.parse(e),t.status)}catch{let n=t.status>=500?"unavailable":"unknown";return new R({code:n,message:`HTTP ${t.status}`,status:t.status})}}var Sn=250,Js=5e3,Xs=1e4,Ys=12e4;async function*Rt(t,e={}){let{signal:n=new AbortController().signal,onConnection:o=()=>{}}=e,s=Sn,r,i=a=>{a!==r&&o(a),r=a};for(;!n.aborted;){let a=new Et(n,e.silenceMs);try{for await(let l of t(a.signal))i("open"),s=Sn,a.beat(),yield l;return}catch(l){if(n.aborted)return;let c=$(l);if(!c.isRetryable&&!a.isDead)throw c;i("down"),await er(Math.max(c.retryAfterMs??0,s*(.75+Math.random()/2)),n),s=Math.min(2*s,Js)}finally{a.stop()}}}var Et=class{#e=new AbortController;#t;#n=Date.now();#o=Date.now();constructor(e,n=1/0){this.signal=AbortSignal.any([e,this.#e.signal]),this.#t=setInterval(()=>{let o=Date.now(),s=o-this.#n>Ys;this.#n=o,(s||o-this.#o>n)&&this.#e.abort()},Xs)}get isDead(){return this.#e.signal.aborted}beat(){this.#o=Date.now()}stop(){clearInterval(this.#t)}};function er(t,e){return new Promise(n=>{let o=()=>{clearTimeout(s),e.removeEventListener("abort",o),globalThis.removeEventListener?.("online",o),n()},s=setTimeout(o,t);e.addEventListener("abort",o),globalThis.addEventListener?.("online",o)})}var tr=100,nr=65e3,qe=class{constructor(e){this.request=e;for(let{matchId:n="",afterSeq:o="0"}of e.matches??[])this.#e.set(n,o)}#e=new Map;note({matchId:e="",followed:n,event:o,update:s,gone:r}){r?this.#e.delete(e):n&&!this.#e.has(e)&&this.#e.set(e,"0");let i=o?.seq??s?.events?.at(-1)?.seq;i!==void 0&&this.#e.set(e,i)}next(){let e=[...this.#e].slice(0,tr),n={...this.request,withChanges:!0};if(!this.request.matches)return{...n,shown:e.map(([o])=>o)};if(!(e.length===0&&!this.request.stayOpen))return{...n,matches:e.map(([o,s])=>({matchId:o,afterSeq:s}))}}};function Mn(t,e,n={}){let o=new qe(e);return Rt(async function*(s){let r=o.next();if(r)for await(let i of t.stream("MatchService/WatchMatches",r,{signal:s}))o.note(i),yield i},n)}function _n(t,e,n={}){let o=e.watch&&new qe(e.watch),s=new Lt(e.hello??{});return Rt(async function*(r){let i=o?.next(),a={hello:s.next(),...i&&{watch:i}};for await(let l of t.stream("MatchService/Attend",a,{signal:r}))l.watched&&o?.note(l.watched),l.response&&s.note(l.response),yield l},{silenceMs:nr,...n})}var Lt=class{constructor(e){this.hello=e}#e=new Map;note({event:e,refused:n}){if(n?.refusal&&!n.matchId)throw De(n.refusal);let{matchId:o,event:{seq:s,matchEnded:r}={}}=e??{};o===void 0||s===void 0||(r?this.#e.delete(o):this.#e.set(o,s))}next(){let e=[...this.#e].map(([n,o])=>({matchId:n,afterSeq:o}));return{...this.hello,...e.length>0&&{resume:e}}}},or=6,sr=200;async function ze(t,e){let n=e.playMove?e:{...e,requestId:rr()};for(let o=1;;o+=1)try{return await t.call("MatchService/SubmitCommand",n)}catch(s){let r=$(s);if(!r.isRetryable||o===or)throw r;let i=r.retryAfterMs??sr*2**o;await new Promise(a=>setTimeout(a,i))}}function rr(){return[...crypto.getRandomValues(new Uint8Array(16))].map(e=>e.toString(16).padStart(2,"0")).join("")}function Qe(t,e,n){let o=n.width/n.height;if(t&&lr(t,e)&&ar(t,o))return t;let s=Math.max(e.width,e.height*o,7),i=t!==void 0&&s>t.width?s*1.12:Math.max(s,t?.width??0);return ir(Tn(e),i,o)}var Tn=({x:t,y:e,width:n,height:o})=>({x:t+n/2,y:e+o/2});function ir({x:t,y:e},n,o){let s=n/o;return{x:t-n/2,y:e-s/2,width:n,height:s}}var ar=({width:t,height:e},n)=>Math.abs(t/e/n-1)<.01;function lr(t,e){return e.x>=t.x-1e-9&&e.y>=t.y-1e-9&&e.x+e.width<=t.x+t.width+1e-9&&e.y+e.height<=t.y+t.height+1e-9}function An(t,e,n){let o=Tn(t),s=Pt(o.x+e.x,n.x,n.x+n.width),r=Pt(o.y+e.y,n.y,n.y+n.height);return{...t,x:s-t.width/2,y:r-t.height/2}}function En(t,e,n,o){let[s,r]=[o.width/5,o.width/.6],i=Pt(t.width/e,s,r),a=i/t.width;return{x:n.x-(n.x-t.x)*a,y:n.y-(n.y-t.y)*a,width:i,height:t.height*a}}var Pt=(t,e,n)=>Math.min(Math.max(t,e),n);var ge=t=>t.toLowerCase().split("-")[0]??"en",B=class{#e=new Map;#t=new Map;constructor(e=[]){for(let n of e)this.add(n)}add(e){let n=e.id??"";this.#e.set(n,e);for(let{kind:o="",key:s="",texts:r={}}of e.words??[])this.#t.set(`${n} ${o.replace("WORD_KIND_","").toLowerCase()} ${s}`,r)}game(e){return this.#e.get(e)}sides(e){return(this.#e.get(e)?.sides??[]).map(({name:n="",colour:o="",halfTurns:s=0})=>({name:n,colour:o,halfTurns:s}))}text(e,n,o,s){let r=this.#t.get(`${e} ${n} ${o}`);return r?.[ge(s)]??r?.["en"]??o.replaceAll("_"," ")}has(e,n,o){return this.#t.has(`${e} ${n} ${o}`)}prompt(e,n,o,s){let r=this.text(e,"prompt",n.key,o),i=n.forSeat===void 0?"":s[n.forSeat]??"";return be(r,{value:n.value,for:i})}};function be(t,e){return t.split(/(\{\w+\})/).filter(o=>o!=="").map(o=>{let s=e[o.slice(1,-1)],r=o.startsWith("{")&&s!==void 0;return{text:r?s:o,isIsolated:r}})}var cr="\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9";function Y(t,e){let n=String(t);return ge(e)!=="fa"?n:n.replace(/\d/g,o=>cr[Number(o)]??o)}function Rn(t,e){let n=t.running??!1,o=n?Math.max(0,e-Number(t.startsInMs??0)):0,s=dr(t.remainingMs),r=o,i=E=>{let Q=Math.min(E,r);return r-=Q,E-Q},a=i(Number(t.delayLeftMs??0)),l=i(s??0),{periods:c,periodMs:p}=ur(t,r),h=E=>E===void 0?void 0:Math.max(0,Number(E)-o),f={moveMs:h(t.moveLeftMs),roundMs:h(t.roundLeftMs),matchMs:h(t.matchLeftMs)},y=s===void 0?void 0:hr(l,c,p),g=[f.moveMs,f.roundMs,f.matchMs].filter(E=>E!==void 0),_=y===void 0?g:[y,...g];return{hasClock:_.length>0,isRunning:n,isFlagged:n&&(y===0&&a===0||g.includes(0)),delayMs:a,periods:c,periodMs:p,...s!==void 0&&{remainingMs:l},...pr(f),..._.length>0&&{shownMs:Math.min(..._)}}}var dr=t=>t===void 0?void 0:Number(t);function hr(t,e,n){return t>0||e===0?t:n}function ur(t,e){let[n,o]=[t.periods??0,Number(t.periodMs??0)];if(n===0)return{periods:0,periodMs:0};let s=Number(t.periodLeftMs??0);if(e<s||o===0)return{periods:n,periodMs:Math.max(0,s-e)};let r=1+Math.floor((e-s)/o);return r>=n?{periods:0,periodMs:0}:{periods:n-r,periodMs:o-(e-s)%o}}function pr({moveMs:t,roundMs:e,matchMs:n}){return{...t!==void 0&&{moveMs:t},...e!==void 0&&{roundMs:e},...n!==void 0&&{matchMs:n}}}var[Ct,We,ke,jt]=[1e3,6e4,36e5,864e5],fr=1e4;function Ln(t,e){let n=s=>String(Math.floor(s)).padStart(2,"0");if(t<fr)return Y(`0:${n(t/Ct)}.${Math.floor(t%Ct/100)}`,e);let o=n(t%We/Ct);return t<ke?Y(`${Math.floor(t/We)}:${o}`,e):t<jt?Y(`${Math.floor(t/ke)}:${n(t%ke/We)}:${o}`,e):Y(`${Math.floor(t/jt)}d ${n(t%jt/ke)}:${n(t%ke/We)}`,e)}var Pn={board:"Board",first:"First position",back:"One move back",forward:"One move forward",present:"To the present",flip:"Turn the board",closer:"Closer",farther:"Farther",whole:"Show everything",cut:"Connection lost. Trying again \u2026",failed:"The board cannot be shown: {reason}",yourTurn:"Your turn",wins:"{name} wins",drawn:"A draw",aborted:"The match was aborted",end:"End this move here",again:"Click again to play",moved:"{name}: {move}",chance:"Chance: {move}",away:"away"},mr={board:"\u0635\u0641\u062D\u0647",first:"\u0648\u0636\u0639\u06CC\u062A \u0646\u062E\u0633\u062A",back:"\u06CC\u06A9 \u062D\u0631\u06A9\u062A \u0628\u0647 \u0639\u0642\u0628",forward:"\u06CC\u06A9 \u062D\u0631\u06A9\u062A \u0628\u0647 \u062C\u0644\u0648",present:"\u0628\u0647 \u0627\u06A9\u0646\u0648\u0646",flip:"\u0686\u0631\u062E\u0627\u0646\u062F\u0646 \u0635\u0641\u062D\u0647",closer:"\u0646\u0632\u062F\u06CC\u06A9\u200C\u062A\u0631",farther:"\u062F\u0648\u0631\u062A\u0631",whole:"\u0646\u0645\u0627\u06CC\u0634 \u0647\u0645\u0647",cut:"\u0627\u0631\u062A\u0628\u0627\u0637 \u0642\u0637\u0639 \u0634\u062F. \u062F\u0631 \u062D\u0627\u0644 \u062A\u0644\u0627\u0634 \u062F\u0648\u0628\u0627\u0631\u0647\u2026",failed:"\u0635\u0641\u062D\u0647 \u0646\u0645\u0627\u06CC\u0634 \u062F\u0627\u062F\u0647 \u0646\u0645\u06CC\u200C\u0634\u0648\u062F: {reason}",yourTurn:"\u0646\u0648\u0628\u062A \u0634\u0645\u0627\u0633\u062A",wins:"{name} \u0628\u0631\u0646\u062F\u0647 \u0634\u062F",drawn:"\u0645\u0633\u0627\u0648\u06CC",aborted:"\u0628\u0627\u0632\u06CC \u0644\u063A\u0648 \u0634\u062F",end:"\u067E\u0627\u06CC\u0627\u0646 \u062D\u0631\u06A9\u062A \u062F\u0631 \u0647\u0645\u06CC\u0646\u200C\u062C\u0627",again:"\u0628\u0631\u0627\u06CC \u0627\u0646\u062C\u0627\u0645 \u062D\u0631\u06A9\u062A \u062F\u0648\u0628\u0627\u0631\u0647 \u0628\u0632\u0646\u06CC\u062F",moved:"{name}: {move}",chance:"\u0634\u0627\u0646\u0633: {move}",away:"\u063A\u0627\u06CC\u0628"},yr={board:"\u0414\u043E\u0441\u043A\u0430",first:"\u041A \u043D\u0430\u0447\u0430\u043B\u0443",back:"\u041D\u0430 \u0445\u043E\u0434 \u043D\u0430\u0437\u0430\u0434",forward:"\u041D\u0430 \u0445\u043E\u0434 \u0432\u043F\u0435\u0440\u0451\u0434",present:"\u041A \u0442\u0435\u043A\u0443\u0449\u0435\u0439 \u043F\u043E\u0437\u0438\u0446\u0438\u0438",flip:"\u041F\u043E\u0432\u0435\u0440\u043D\u0443\u0442\u044C \u0434\u043E\u0441\u043A\u0443",closer:"\u0411\u043B\u0438\u0436\u0435",farther:"\u0414\u0430\u043B\u044C\u0448\u0435",whole:"\u041F\u043E\u043A\u0430\u0437\u0430\u0442\u044C \u0432\u0441\u0451",cut:"\u0421\u0432\u044F\u0437\u044C \u043F\u043E\u0442\u0435\u0440\u044F\u043D\u0430. \u041F\u043E\u0432\u0442\u043E\u0440\u043D\u0430\u044F \u043F\u043E\u043F\u044B\u0442\u043A\u0430\u2026",failed:"\u0414\u043E\u0441\u043A\u0443 \u043D\u0435\u043B\u044C\u0437\u044F \u043F\u043E\u043A\u0430\u0437\u0430\u0442\u044C: {reason}",yourTurn:"\u0412\u0430\u0448 \u0445\u043E\u0434",wins:"\u041F\u043E\u0431\u0435\u0434\u0430: {name}",drawn:"\u041D\u0438\u0447\u044C\u044F",aborted:"\u041C\u0430\u0442\u0447 \u043E\u0442\u043C\u0435\u043D\u0451\u043D",end:"\u0417\u0430\u043A\u043E\u043D\u0447\u0438\u0442\u044C \u0445\u043E\u0434 \u0437\u0434\u0435\u0441\u044C",again:"\u041D\u0430\u0436\u043C\u0438\u0442\u0435 \u0435\u0449\u0451 \u0440\u0430\u0437, \u0447\u0442\u043E\u0431\u044B \u0441\u044B\u0433\u0440\u0430\u0442\u044C",moved:"{name}: {move}",chance:"\u0421\u043B\u0443\u0447\u0430\u0439: {move}",away:"\u043E\u0442\u0441\u0443\u0442\u0441\u0442\u0432\u0443\u0435\u0442"},gr={en:Pn,fa:mr,ru:yr},x=(t,e)=>(gr[ge(e)]??Pn)[t],Cn=t=>["fa","ar","he","ur"].includes(ge(t))?"rtl":"ltr";var br=1e4;function Ot(t,e){return t.length===0?u:v`<div class="bar" part="bar">
    ${t.map(n=>kr(n,e))}
  </div>`}function kr(t,e){let n=t.isAway?v` <small>${x("away",e)}</small>`:u,o=t.side?.colour??"grey",{counters:s}=t;return v`<div class=${t.isTurn?"player turn":"player"} part="player">
    <svg class="side" viewBox="-1 -1 2 2" aria-hidden="true">
      <circle r="0.8" fill=${`var(--colour-${o}, var(--muted))`}></circle>
    </svg>
    <div class="who">
      <bdi class="player-name">${t.name}</bdi>${n}
      ${s.length>0?v`<small part="counter">${s.join(" \xB7 ")}</small>`:u}
    </div>
    ${t.clock?vr(t.clock,t.elapsedMs,e):u}
  </div>`}function vr(t,e,n){let{shownMs:o,isRunning:s,periods:r,remainingMs:i}=Rn(t,e);if(o===void 0)return u;let a=s&&o<br,l=i===0&&r>0?v` <small>×${r}</small>`:u;return v`<bdi
    class=${a?"clock haste":"clock"}
    part="clock"
    role="timer"
    aria-live="off"
    >${Ln(o,n)}${l}</bdi
  >`}var Fe=t=>t.map(({text:e,isIsolated:n})=>n?v`<bdi>${e}</bdi>`:e);function jn(t,e,n){let o=t.filter(({kind:s})=>s==="choice"||s==="done");return o.length===0?u:v`<div class="choices" part="choices">
    ${o.map(s=>v`<button type="button" part="choice" @click=${()=>n(s)}>
          ${e(s)}
        </button>`)}
  </div>`}var wr={first:"M7 5v14M19 5l-9 7 9 7z",back:"M16 5l-9 7 9 7z",forward:"M8 5l9 7-9 7z",present:"M17 5v14M5 5l9 7-9 7z",flip:"M7 4v14M3.5 14.5 7 18l3.500-3.500M17 20V6M13.500 9.500 17 6l3.500 3.500",closer:"M12 5v14M5 12h14",farther:"M5 12h14",whole:"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"};function On(t,e,n){return t.length===0?u:v`<div class="controls" part="controls" dir="ltr">
    ${t.map(({control:o,isOff:s})=>v`<button
          type="button"
          part="control"
          ?disabled=${s}
          aria-label=${x(o,e)}
          title=${x(o,e)}
          @click=${()=>n(o)}
        >
          ${$r(o)}
        </button>`)}
  </div>`}var $r=t=>v`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    ${d`<path d=${wr[t]}></path>`}
  </svg>`,Vn=k`
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
`;var Nn={kind:"done",key:""},Ze=(t,e)=>t.kind===e.kind&&t.key===e.key;function Vt({handToken:t,spaces:e=[],choice:n}){return[...t?[{kind:"hand",key:t}]:[],...e.map(o=>({kind:"space",key:o})),...n?[{kind:"choice",key:n}]:[]]}function se(t,e){let n=e.at(-1)?.kind==="done",o=n?e.slice(0,-1):e,s=t.filter(a=>xr(Vt(a),o)),r=s.find(a=>Vt(a).length===o.length),i=Sr(s.flatMap(a=>Vt(a).slice(o.length,o.length+1)));return r&&(n||i.length===0)?{next:[],move:r}:n?{next:[]}:{next:r?[...i,Nn]:i}}function xr(t,e){return e.every((n,o)=>{let s=t[o];return s!==void 0&&Ze(n,s)})}function Sr(t){return[...new Map(t.map(e=>[`${e.kind} ${e.key}`,e])).values()]}function ee(t,e=[]){let{next:n,move:o}=se(t,e),[s]=n;return o||!s||n.length>1||se(t,[...e,s]).move?[...e]:ee(t,[...e,s])}function Bn(t,e,n){let{next:o}=se(t,e);if(o.some(r=>Ze(r,n)))return ee(t,[...e,n]);let s=e.at(-1);if(s&&Ze(s,n))return o.some(r=>r.kind==="done")?[...e,Nn]:ee(t);for(let r=e.length;r>=0;r-=1){let i=e.slice(0,r);if(se(t,i).next.some(l=>Ze(l,n)))return ee(t,[...i,n])}return[...e]}var Ke=class{#e="";#t=[];#n=[];#o;begin(e,n){e===this.#e&&n.length===this.#t.length||(this.#e=e,this.#t=n,this.clear())}clear(){this.#o=void 0,this.#n=ee(this.#t)}get clicks(){return this.#n}get next(){return this.#o?[]:this.#s(this.#n).next}get starts(){return this.#o?[]:this.#s(ee(this.#t).slice(0,-1)).next}press(e){if(!this.#o)return this.#n=Bn(this.#t,this.#n,e),this.#s(this.#n).move}back(){this.#n=this.#n.slice(0,-1)}wouldEnd(e){return this.#o?void 0:this.#s([...this.#n,e]).move}send(e){this.#o=e}#s(e){return se(this.#t,e)}};var m=t=>String(Math.round(t*1e3)/1e3);function w(t){return`M${t.map(({x:e,y:n})=>`${m(e)} ${m(n)}`).join("L")}z`}function S(t,e,n=0){return Array.from({length:t},(o,s)=>{let r=(s/t+n)*2*Math.PI;return{x:e*Math.sin(r),y:-e*Math.cos(r)}})}function V(t,e=0,n=0){let o=m(t),s=`a${o} ${o} 0 1 1 `;return`M${m(e-t)} ${m(n)}${s}${m(2*t)} 0${s}${m(-2*t)} 0z`}function In(t,e,n){let o=S(t*2,1).map(({x:s,y:r},i)=>{let a=i%2===0?e:n;return{x:s*a,y:r*a}});return w(o)}function re(t,e){return w(t.map(({x:n,y:o})=>({x:n,y:o>0?o+e:o})))}function Nt(t,e){let n=m(t);return`M-${n} 0V${m(e)}A${n} ${n} 0 0 0 ${n} ${m(e)}V0z`}var I=k`
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
`;function ie(t){return Mr[t]??"skin-white"}var Mr={white:"skin-white",black:"skin-black",red:"skin-red"};var Je=.425,ae=.185,Xe=.088,_r=.62,Tr=.34,Ar=2.4,Gn=V(Je),Er=Nt(Je,Xe),Rr=Nt(Je+.015,Xe+.05);function Lr(){let t=Xe/2,e=Math.sqrt(ae*ae-t*t),n=`A${ae} ${ae} 0 0 0`;return`M${m(-e)} ${m(t)}${n} ${m(e)} ${m(t)}${n} ${m(-e)} ${m(t)}z`}var Pr="M-.25-.25L.25 .25M.25-.25L-.25 .25",Cr=Lr();function Dn(t,e,n){let o=(n?Ar:_r)/Math.max(1,e-1);return{x:0,y:-t*Math.min(n?Tr:Xe,o)}}var Hn=new WeakMap;function jr(t){let e=Hn.get(t);if(e)return e;let n=new Set(t.tokens.filter(({colour:s})=>s==="red").map(s=>s.space)),o=new Set(t.highlights.filter(({kind:s})=>s==="enclosed").flatMap(({spaces:s})=>s));return Hn.set(t,{red:n,enclosed:o}),{red:n,enclosed:o}}function Or(t,e,n){let{red:o,enclosed:s}=jr(n.scene),r=n.detail==="full",i=e.height>1,a=e.height>9?.25:.31;return d`
    ${r?d`<circle class="skin-rim" r=${Je-.05} stroke-width=".016"/>`:u}
    <circle class="dvonn-hole" r=${ae}/>
    ${i?u:d`<path class="dvonn-well" d=${Cr}/>`}
    ${i&&o.has(t.space)?d`<circle class="dvonn-band" part="dvonn-band" r=${ae+.045} stroke-width=".08"/>`:u}
    ${i&&r?d`<text class="skin-text" y=${m(a*.36)} font-size=${a}>${e.height}</text>`:u}
    ${r&&s.has(t.space)?d`<path class="dvonn-enclosed" d=${Gn}/>`:u}
    ${r&&!i&&n.symbols?d`<text class="skin-text" y=".09" font-size=".25">${t.symbol}</text>`:u}`}function Un(t,e,n){let o=e.level===e.height-1,s=o&&e.isLeaving;return d`<g class="${ie(t.colour)} ${e.isLeaving?"dvonn-leaving":""}">
    ${e.level===0&&n.detail==="full"?d`<path class="skin-shadow" d=${Rr}/>`:u}
    <path class="skin-side" d=${Er} stroke-width=".01"/>
    <path class="skin-face" d=${Gn}/>
    ${o?Or(t,e,n):u}
  </g>
  ${s?d`<path class="dvonn-cut" part="dvonn-cut" d=${Pr} stroke-width=".1"/>`:u}`}var qn=k`
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
`;var Vr=.46,Nr=["a1","i1","k3","k5","c5","a3"],Br=["a1","b1","c1","d1","e1","f1","g1","h1","i1","j2","k3"],Ir=["a1","a2","a3","b4","c5"],zn=.3;function Hr(t,e,n){return d`<circle class="dvonn-well" r=".43"/>
    ${e.isTaken||n.detail==="small"?u:d`<circle class="dvonn-well-rim" r=".42" stroke-width=".02"/>`}`}function Qn(t,e,n,o,s){let r=t.at(e),i=t.at("k5");if(!r||!i)return u;let a=(t.at("a1")?.y??0)<i.y?-1:1;return d`<text class="skin-edge dvonn-edge" x=${m(r.x+a*o)}
    y=${m(r.y+a*s+zn*.36)} font-size=${zn}>${n}</text>`}function Gr(t){let e=Br.map(o=>Qn(t,o,o.slice(0,1),.38,.66)),n=Ir.map(o=>Qn(t,o,o.slice(1),-.72,0));return[...e,...n]}function Dr(t){let e=Nr.flatMap(o=>t.at(o)??[]),n=w(e);return d`<g stroke-linejoin="round" stroke-width="1.86">
      <path class="dvonn-board-side" d=${n} transform="translate(0 .07)"/>
      <path class="dvonn-board" part="dvonn-board" d=${n}/>
    </g>
    ${t.detail==="small"?u:Gr(t)}`}var Wn={style:qn,margin:Vr,ground:Dr,space:Hr,token:Un,lift:Dn,highlight:()=>d`${u}`};var Ur=.02;function Ye(t,{x:e,y:n,width:o,height:s}){return d`<rect class=${t} part=${t} x=${m(e)} y=${m(n)} width=${m(o)}
    height=${m(s)} rx=${m(o*Ur)}/>`}var Fn=k`
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
`;var M=(t,e,n,o)=>`M${t-n} ${e}A${n} ${o} 0 1 1 ${t+n} ${e}A${n} ${o} 0 1 1 ${t-n} ${e}Z`,A=t=>`${t} ${t.replace(/(-?[\d.]+) (-?[\d.]+)/g,(e,n,o)=>`${-Number(n)} ${o}`)}`,H={limbs:"",limb:3.6,feelers:"",wings:"",cuts:"",spots:""},Bt={ant:{...H,limbs:A("M4 -11L15 -17L21 -30M5 -6L19 -7L33 -1M4 -1L17 7L25 27"),feelers:A("M3 -26L10 -34L18 -37"),body:M(0,-21,8.5,7.5)+M(0,-6,5.8,8.5)+M(0,5,3.4,3.4)+M(0,20,10.5,13.5),cuts:"M-9 15Q0 18.5 9 15M-10 22Q0 26 10 22"},grasshopper:{...H,limbs:"M-14 8L-18 18L-25 25M-5 10L-7 21L-12 29M29 -23L24 18L36 21",feelers:"M-28 -7Q-33 -23 -24 -37M-24 -9Q-24 -22 -11 -31",body:"M-37 2Q-38 -8 -29 -10Q-20 -11 -15 -7Q12 -9 42 4Q22 13 5 13Q-9 15 -20 10Q-34 13 -37 2ZM-1 11Q-3 3 7 -6L27 -26Q32 -30 33 -24Q33 -21 30 -17L14 10Q7 17 -1 11Z",cuts:"M-19 -5Q-15 1 -18 8M1 7Q2 1 9 -5L22 -18M16 6L24 5"},spider:{...H,limbs:A("M5 -12L13 -27L9 -39M7 -9L22 -20L27 -34M7 -5L23 -2L35 11M5 -2L17 10L22 30"),body:M(0,-10,8,9)+M(0,13,12.5,15)+A("M1 -17Q6 -21 3 -25Q2 -21 0 -19Z"),cuts:"M0 4V10M-4 16L0 20L4 16"},beetle:{...H,limbs:A("M12 -10L24 -16L28 -27M15 2L30 2L36 10M13 14L24 20L28 31"),body:A("M0 -4L15 -4Q21 10 14 24Q9 33 0 35ZM0 -5L14 -6Q14 -17 6 -20L0 -20ZM0 -20L6 -21Q8 -26 5 -28L0 -28ZM4 -26Q15 -28 13 -40Q20 -30 11 -22Q7 -20 4 -22Z"),cuts:"M0 -3V34M-15 -4.7H15M-6 6Q-8 14 -6 24M6 6Q8 14 6 24"},queen:{...H,wings:A("M4 -10Q18 -32 34 -27Q42 -18 30 -8Q18 -1 5 -4ZM5 -3Q20 -2 28 6Q31 15 22 16Q12 13 5 2Z"),feelers:A("M3 -25Q5 -34 13 -36"),body:M(0,-21,8,7)+M(0,-7,9,9)+"M-8 -2H8Q16 7 12 21Q8 31 0 39Q-8 31 -12 21Q-16 7 -8 -2Z",cuts:"M-10 2.5Q0 4.5 10 2.5M-14 10.5Q0 13.5 14 10.5M-14 18.5Q0 22 14 18.5M-11 26Q0 29 11 26"},mosquito:{...H,limb:2.8,limbs:A("M3 -13L16 -24L14 -38M4 -9L24 -16L36 -2M3 -5L15 2L20 22L28 34")+"M0 -20V-41",wings:A("M2 -10Q14 -6 24 8Q30 20 24 22Q12 18 2 -4Z"),feelers:A("M1.5 -20Q6 -27 9 -27"),body:M(0,-20,4.6,4.8)+M(0,-9,5.6,7.5)+"M-3.6 -3Q0 -5 3.6 -3Q4.5 18 0 32Q-4.5 18 -3.6 -3Z",cuts:"M-5 6H5M-5 13H5M-5 20H5"},ladybug:{...H,limbs:A("M16 -12L25 -20L27 -28M20 4L32 5L37 12M15 19L24 25L26 33"),feelers:A("M4 -27Q6 -33 12 -35"),body:"M-22 5A22 23 0 1 1 22 5A22 24 0 0 1 -22 5ZM-10 -19Q-10 -29 0 -29Q10 -29 10 -19Q0 -23 -10 -19Z",cuts:"M0 -17V29M-14 -15Q0 -21 14 -15",spots:M(-10,-4,4.2,4.2)+M(10,-4,4.2,4.2)+M(-12,9,4.2,4.2)+M(12,9,4.2,4.2)+M(-6,20,3.6,3.6)+M(6,20,3.6,3.6)},pillbug:{...H,limbs:A("M14 -17L25 -22M18 -7L30 -11M19 3L31 3M18 13L29 17M14 22L23 29"),feelers:A("M6 -27Q8 -33 15 -34L20 -40"),body:"M0 -31Q12 -31 17 -19Q21 -8 20 5Q18 23 7 31L0 35L-7 31Q-18 23 -20 5Q-21 -8 -17 -19Q-12 -31 0 -31Z",cuts:"M-19 -13Q0 -22 19 -13M-21 -3Q0 -12 21 -3M-21 7Q0 -2 21 7M-20 17Q0 8 20 17M-14 26Q0 18 14 26"}};var Zn=.07,qr=-.03,et=.515,zr=re(S(6,et),Zn),Qr=re(S(6,et+.04),Zn+.05),Wr=w(S(6,et)),Fr=w(S(6,et-.02)),Zr=new Set(Object.keys(Bt));function Kr(t,e,n){let o=e?.0098:.0108,s=e?t.limb:t.limb+1;return d`<g transform="translate(0 ${e&&n?-.045:0}) scale(${o})">
    ${t.wings===""?u:d`<path class="hive-wings" d=${t.wings} stroke-width="2"/>`}
    <path class="hive-limbs" d=${t.limbs} stroke-width=${s}/>
    ${e?d`<path class="hive-limbs" d=${t.feelers} stroke-width="2.4"/>`:u}
    <path class="hive-bug" d=${t.body}/>
    ${e?d`<path class="hive-cuts" d=${t.cuts} stroke-width="2.3"/>`:u}
    ${t.spots===""?u:d`<path class="hive-spots" d=${t.spots}/>`}
  </g>`}function Jr(t){return Array.from({length:t},(e,n)=>{let o=(n-(t-1)/2)*.11;return d`<circle class="hive-bug" cx=${m(o)} cy=".41" r=".033"/>`})}function Xr(t){return d`<g transform="translate(.33 -.3)">
    <circle class="hive-count" r=".15" stroke-width=".025"/>
    <text class="hive-count-text" y=".075" font-size=".21">${t}</text>
  </g>`}function Kn(t,e,n){let o=Bt[t.kind],s=n.detail==="full",r=Number(t.label.slice(-1))||0,i=Zr.has(t.kind)?`hive-${t.kind}`:"";return d`<g class=${ie(t.colour)} stroke-linejoin="round">
    ${s&&e.level===0?d`<path class="skin-shadow" d=${Qr}/>`:u}
    <g class=${i} transform="translate(0 ${qr})">
      <path class="skin-side" d=${zr} stroke-width=".07"/>
      <path class="skin-face" d=${Wr}/>
      <path class="skin-rim" d=${Fr} stroke-width=${s?.018:.03}/>
      ${o?Kr(o,s,r>0):d`<text class="skin-text" y=".12" font-size=".34">${t.label}</text>`}
      ${s?Jr(r):u}
      ${s&&e.height>1&&e.level===e.height-1?Xr(e.height):u}
    </g>
  </g>`}var Xn=w(S(6,.54)),Jn={x:.05,y:-.13},Yr=.62,ei=2.6,ti=5,ni=6;function oi(t,e,n){return n?{x:0,y:-t*Math.min(Yr,ei/Math.max(1,e-1))}:{x:t*Jn.x,y:t*Jn.y}}function si(t,e){let n=!e.isTaken&&(e.isTarget||e.isLast);return d`${n?d`<path class="hive-empty" d=${Xn} stroke-width=".03" stroke-linejoin="round"/>`:u}`}function ri({port:t}){return Ye("hive-table",t)}function ii(t,{id:e},n){let o=n.scene.tokens.find(a=>a.space===e&&a.kind==="queen"),s=n.scene.counters.find(({key:a,seat:l})=>a==="queen_neighbours"&&l===o?.seat),r=Number(s?.value??0);if(t!=="queen"||!o||r<ti)return d`${u}`;let i=r>=ni?"hive-danger":"hive-watch hive-pulse";return d`<path class=${i} part="hive-queen" d=${Xn} transform="translate(0 -.02)"
    stroke-width=".07" stroke-linejoin="round"/>`}var Yn={style:Fn,margin:.5,aspect:1,ground:ri,space:si,token:Kn,lift:oi,highlight:ii};var eo=.07,tt=-.025,ai=9,to=.225,no=.475,we=[[-1,-1],[1,1],[1,-1],[-1,1]],It=[...we,[0,-1],[0,1]],oo=[...It,[-1,0],[1,0]],ve=[0,0],li=[[],[ve],we.slice(0,2),[...we.slice(0,2),ve],we,[...we,ve],It,[...It,ve],oo,[...oo,ve]],so=t=>li.map(e=>e.map(([n,o])=>V(t,n*to,o*to)).join("")),ci=so(.08),di=so(.095);function G(t,e){return`honest_john-seat-${e===void 0?"grey":t.sides[e]?.colour??"grey"}`}function nt(t,e,n,o){let s=Number(t);if(s>ai)return d`<text class="skin-text" transform="translate(${e} 0) rotate(${m(-n)})" y=".165"
      font-size=".46">${t}</text>`;if(s===0)return d`${u}`;let r=(o?ci:di)[s]??"";return d`<path class="honest_john-pips-${s}" transform="translate(${e} 0)" d=${r}/>`}var $e=(t,e,n,o=0)=>d`<rect class=${t} x=${m(e-.955+o)} y=${m(n-.455+o)}
    width=${m(1.91-2*o)} height=${m(.91-2*o)} rx=${m(.13-o/2)}
    stroke-width=".02"/>`;function hi(){return d`${$e("honest_john-back",0,0)}
    ${$e("honest_john-back-line",0,0,.12)}
    <path class="honest_john-back-line" d="M-.2 0L0-.2L.2 0L0 .2z" stroke-width=".02"/>`}function ui(t,e,n){let[o="",s=""]=t.split("-");return d`${$e("skin-face",0,0)}
    <path class="honest_john-bar" d="M0-.29V.29" stroke-width=".03"/>
    ${nt(o,-no,e,n)}${nt(s,no,e,n)}`}function ro(t,e,n){let o=n.detail==="full",s=e.turn*Math.PI/180,[r,i]=[Math.sin(s),Math.cos(s)],a=t.faceDown?"honest_john-back-side":"skin-side";return d`<g class="skin-white ${G(n,t.seat)}">
    ${o?$e("skin-shadow",r*.085,i*.085):u}
    ${$e(a,r*(tt+eo),i*(tt+eo))}
    <g transform="translate(${m(r*tt)} ${m(i*tt)})">
      ${t.faceDown?hi():ui(t.label,e.turn,o)}
    </g>
  </g>`}var ao=4.05,lo=6.5,pi=.35,fi=.8,mi=5,yi=1.2,le=2.9,xe=1.24,co=.7,io=13,gi=.42,bi=4.1,ki="\u2026";function ce(t,e){let n=t.at(`${e}:0`);if(!n)return;let o=Math.atan2(n.y,n.x)+Math.PI/t.scene.hands.length,[s,r]=Gt(t.scene)?[ao,pi]:[lo,fi],i=s-r*Math.abs(Math.cos(o));return{x:i*Math.cos(o),y:i*Math.sin(o)}}var Gt=({hands:t})=>t.length<=mi,ho=({scene:t})=>Gt(t)?1:yi,uo=t=>Gt(t)?ao+le/2:lo+le/2;function Dt(t){let e=2*Math.PI*t*.8;return d`<circle class="honest_john-chip" r=${m(t)} stroke-width=${m(t*.16)}/>
    <circle class="honest_john-chip-notches" r=${m(t*.8)} stroke-width=${m(t*.3)}
      stroke-dasharray="${m(e/12)} ${m(e/12)}"/>`}function ot(t,e){return t.scene.counters.find(n=>n.seat===e&&(n.key==="chips"||n.key==="pips"))}function vi(t){let e=[...t];return e.length<=io?t:e.slice(0,io-1).join("")+ki}function wi(t,e){let n=ce(t,e);if(!n)return d`${u}`;let o=`translate(${m(n.x)} ${m(n.y)}) scale(${ho(t)})`;if(t.detail==="small")return d`<g class=${G(t,e)} transform=${o}><circle class="honest_john-seat" r=".6"/></g>`;let s=ot(t,e),r=t.scene.prompt?.seat===e,i=vi(t.names[e]??""),a=Math.min(gi,bi/Math.max(1,[...i].length)),l=-le/2;return d`<g class=${G(t,e)} part="honest_john-seat" transform=${o}>
    <rect class="honest_john-plate" x=${l} y=${-xe/2} width=${le} height=${xe} rx=".2"/>
    <rect class="honest_john-plate-edge" x=${l} y=${-xe/2} width=${le} height=${xe} rx=".2"
      stroke-width=${r?.1:.045}/>
    <text class="honest_john-plate-text" x="0" y="-.09" font-size=${m(a)} text-anchor="middle">${i}</text>
    <g transform="translate(0 .3)">
      ${s?.key==="chips"?d`<g transform="translate(-.42 0)">${Dt(.2)}</g>`:u}
      <text class="honest_john-plate-text" x=${s?.key==="chips"?-.12:0} y=".15" font-size=".43"
        text-anchor=${s?.key==="chips"?"start":"middle"}>${s?.value??""}</text>
    </g>
  </g>`}function po(t){return t.scene.hands.map(({seat:e})=>wi(t,e))}function fo(t){let{prompt:e}=t.scene,n=e?.forSeat===void 0?void 0:ce(t,e.forSeat),o=e?.seat===void 0?void 0:ce(t,e.seat);if(!e||!n||!o||t.detail==="small")return d`${u}`;let[s,r]=[o.x-n.x,o.y-n.y],i=Math.hypot(s,r),[a,l]=[s/i,r/i],c=ho(t),p=Ht(n,a,l,c,.12),h=Ht(o,-a,-l,c,.2),f=`M${m(p.x)} ${m(p.y)}L${m(h.x-a*.3)} ${m(h.y-l*.3)}`,y=Math.atan2(l,a)*180/Math.PI,g=Ht(n,a,l,c,co);return d`<g class=${G(t,e.forSeat)} part="honest_john-question">
    <path class="honest_john-way-under" d=${f} stroke-width=".26"/>
    <path class="honest_john-way" d=${f} stroke-width=".12"/>
    <path class="honest_john-head"
      transform="translate(${m(h.x)} ${m(h.y)}) rotate(${m(y)})" d="M0 0L-.46-.27V.27z"
      stroke-width=".07" stroke-linejoin="round"/>
    <g transform="translate(${m(g.x)} ${m(g.y)})">${$i(e.value)}</g>
  </g>`}function $i(t){return d`<circle class="honest_john-balloon" r=${co} stroke-width=".07"/>
    <g class="skin-white">
      <rect class="skin-side" x="-.44" y="-.37" width=".88" height=".88" rx=".13" stroke-width=".02"/>
      <rect class="skin-face" x="-.44" y="-.44" width=".88" height=".88" rx=".13"/>
      ${nt(t,0,0,!0)}
    </g>`}function Ht({x:t,y:e},n,o,s,r){let i=Math.abs(n)<.001?1/0:le/2/Math.abs(n),a=Math.abs(o)<.001?1/0:xe/2/Math.abs(o),l=Math.min(i,a)*s+r;return{x:t+n*l,y:e+o*l}}var yo=8;function mo(t,e,n){return t.scene.hands.flatMap(({seat:o})=>{let[s,r]=[ot(t,o),ot({scene:e},o)];if(s?.key!=="chips"||r?.key!=="chips")return[];let i=n*(Number(s.value)-Number(r.value));return Array.from({length:Math.min(yo,Math.max(0,i))},()=>o)})}function go(t){let{before:e}=t;if(!e||t.detail==="small")return d`${u}`;let n=mo(t,e,-1),o=mo(t,e,1),s=t.scene.tokens.length%2===1;return d`${n.slice(0,yo).map((r,i)=>{let a=ce(t,r),l=ce(t,o[i]??r);if(!a||!l||a===l)return u;let c=Math.hypot(l.x-a.x,l.y-a.y),p=m(Math.atan2(l.y-a.y,l.x-a.x)*180/Math.PI);return d`<g transform="translate(${m(a.x)} ${m(a.y)}) rotate(${p}) scale(${m(c)})">
      <g class="honest_john-flight ${s?"honest_john-flight-a":"honest_john-flight-b"}">
        <g transform="scale(${m(1/c)}) rotate(${-Number(p)})">${Dt(.36)}</g>
      </g>
    </g>`})}`}var bo=k`
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
`;function xi(t){let e=uo(t);return{x:-e,y:-e,width:2*e,height:2*e}}function Si(t){return d`${Ye("honest_john-table",t.port)}${po(t)}`}function Mi({id:t,line:e},n,o){if(!e)return d`${u}`;let s=G(o,e.seat);return n.isTaken?d`<rect class="honest_john-track ${s}" x="-1.05" y="-.56" width="2.1" height="1.12" rx=".2"/>`:_i(o,"turn",t)?d`${u}`:d`<rect class="honest_john-slot ${s}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13"
      stroke-width=".05" stroke-dasharray=".14 .1"/>`}var _i=(t,e,n)=>t.scene.highlights.some(o=>o.kind===e&&o.spaces.includes(n));function Ti(t,{id:e,line:n},o){let s=G(o,n?.seat),r=(a,l)=>d`<rect class="${a} ${s}" x="-.93" y="-.43" width="1.86" height=".86" rx=".13" stroke-width=${l}/>`;return t==="turn"?d`${r("honest_john-turn",.09)}`:t!=="dead"?d`${u}`:o.scene.tokens.some(a=>a.space===e)?d`${r("honest_john-dead",0)}`:d`<path class="honest_john-stop ${s}" d="M-.75-.4V.4" stroke-width=".14"/>`}function Ai(t){return d`${fo(t)}${go(t)}`}var ko={style:bo,margin:.45,aspect:1,room:xi,ground:Si,space:Mi,token:ro,highlight:Ti,above:Ai,lift:()=>({x:0,y:0})};var Ei=S(4,.078).map(({x:t,y:e})=>V(.066,t,e)),st={orange:V(.145)+V(.07),blue:"M-.15-.05Q-.1-.13-.05-.07Q0-.01.05-.07Q.1-.13.15-.07V-.01Q.1-.07.05-.01Q0 .05-.05-.01Q-.1-.07-.15 .01zM-.15 .08Q-.1 0-.05 .06Q0 .12 .05 .06Q.1 0 .15 .06V.12Q.1 .06 .05 .12Q0 .18-.05 .12Q-.1 .06-.15 .14z",purple:"M.05-.15A.15.15 0 1 0 .135 .075A.115.115 0 0 1 .05-.15z",pink:Ei.join("")+V(.03),yellow:In(5,.17,.07),red:w(S(3,.165)),green:"M-.135 .135Q-.16-.13 .135-.135Q.16 .13-.135 .135z",brown:w(S(4,.165,1/8))};var vo=k`
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
`;var Ri=.405,Li=.435,wo=.08,Pi=-.035,Ci=.6,rt=t=>S(8,t,1/16);function $o(t){return{shadow:re(rt(t+.02),wo+.03),side:re(rt(t),wo),face:w(rt(t)),rim:w(rt(t-.035))}}var ji=$o(Ri),Oi=$o(Li);function Vi(t){return Array.from({length:t},(e,n)=>{let o=(n-(t-1)/2)*Ci,[s,r]=[m(.325*Math.sin(o)),m(.325*Math.cos(o))];return d`<circle class="kamisado-tooth" cx=${s} cy=${r} r=".056" stroke-width=".02"/>`})}function xo(t,e,n){let o=t.marks?.count??0,{shadow:s,side:r,face:i,rim:a}=o>0?Oi:ji,l=ie(n.sides[t.seat??0]?.colour??"white"),c=n.detail==="full",p=st[t.colour],h=o>0?"kamisado-collar":"skin-rim",f=o===0?.014:c?.03:.07;return d`<g class="${l} kamisado-${t.colour}">
    ${c?d`<path class="skin-shadow" d=${s}/>`:u}
    <g transform="translate(0 ${Pi})" stroke-linejoin="round">
      <path class="skin-side" d=${r} stroke-width=".03"/>
      <path class="skin-face" d=${i}/>
      ${c||o>0?d`<path class=${h} d=${a} stroke-width=${f}/>`:u}
      <circle class="kamisado-hue" r=${c?.25:.29}/>
      ${c?d`<circle class="skin-rim" r=".25" stroke-width=".018"/>`:u}
      ${c&&p!==void 0?d`<path class="kamisado-sign" d=${p}/>`:u}
      ${c?Vi(o):u}
    </g>
  </g>`}var Se=.34,So=w(S(8,.475,1/16)),Mo="M-.44-.44H.44V.44H-.44z",_o="M-.17-.17L.17 .17M.17-.17L-.17 .17",Ni=-.36;function Bi({colour:t},e,n){let o=st[t],s=n.detail==="full",r=n.symbols?"kamisado-symbol":"kamisado-engraved";return d`<rect class="kamisado-${t} kamisado-hue space-shape" x="-.5" y="-.5" width="1" height="1"/>
    ${o!==void 0&&s&&!e.isTaken?d`<path class="kamisado-${t} kamisado-sign ${r}" d=${o}/>`:u}
    ${e.isLast?d`<path class="kamisado-last-edge" d=${Mo} stroke-width=".11"/><path class="kamisado-last" d=${Mo} stroke-width=".06"/>`:u}`}function Ii(t){let n=t.scene.spaces.map(({id:f})=>({id:f,at:t.at(f)})).filter(f=>f.at!==void 0),o=n.map(({at:f})=>f.x),s=n.map(({at:f})=>f.y),[r,i]=[Math.min(...o)-.5,Math.max(...o)+.5],[a,l]=[Math.min(...s)-.5,Math.max(...s)+.5],c=n.filter(({at:f})=>f.y>l-.75),p=n.filter(({at:f})=>f.x<r+.75),h=(f,y,g)=>d`<text class="skin-edge kamisado-frame-text" x=${m(y)} y=${m(g)} font-size=".2">${f}</text>`;return d`<rect class="kamisado-frame" part="kamisado-frame" x=${r-Se} y=${a-Se}
      width=${i-r+2*Se} height=${l-a+2*Se} rx=".16"/>
    ${t.detail==="small"?u:c.map(({id:f,at:y})=>h(f.slice(0,1),y.x,l+.24))}
    ${t.detail==="small"?u:p.map(({id:f,at:y})=>h(f.slice(1),r-.17,y.y+.07))}`}function To(t){return d`<g stroke-linejoin="round">
    <path class="kamisado-halo" d=${So} stroke-width=".1"/>
    <path class=${t} d=${So} stroke-width=".055"/>
  </g>`}function Hi(t){switch(t){case"required":return To("kamisado-required");case"won":return To("kamisado-won");case"blocked":return d`<g transform="translate(0 -.035)" stroke-linecap="round">
        <path class="kamisado-halo" d=${_o} stroke-width=".17"/>
        <path class="kamisado-blocked" d=${_o} stroke-width=".09"/>
      </g>`;default:return d`${u}`}}function Gi(t){let e=t.scene.highlights.find(({kind:p})=>p==="pushed")?.spaces??[],[n]=t.scene.lastMove,o=n===void 0?void 0:t.at(n),s=e.at(-1),r=s===void 0?void 0:t.at(s);if(!o||!r||t.detail==="small")return d`${u}`;let i=Math.hypot(r.x-o.x,r.y-o.y),a=Math.atan2(r.y-o.y,r.x-o.x)*180/Math.PI,l=m(i-.24),c=`M-.05-.055H${l}V-.15L${m(i+.06)} 0L${l} .15V.055H-.05z`;return d`<g
    transform="translate(${m(o.x)} ${m(o.y)}) rotate(${m(a)}) translate(0 ${Ni})">
    <path class="kamisado-push" part="kamisado-push" d=${c} stroke-width=".035"/>
  </g>`}var Ao={style:vo,margin:Se,ground:Ii,space:Bi,token:xo,highlight:Hi,above:Gi,lift:()=>({x:0,y:0})};var Eo={dvonn:Wn,hive:Yn,honest_john:ko,kamisado:Ao};var Ro={x:.14,y:-.1},Di=.3,Lo={square:1,hexagon:1,circle:1,domino:2},Ui={square:1,hexagon:1.16,circle:1,domino:1};function Oo(t,{seat:e=0,seats:n,names:o},s){let r=t.hands.some(({tokens:h})=>h.length>0),i=t.hands.filter(({tokens:h})=>h.length>0||r&&n>2),a=h=>n>2?(o[h]??"").slice(0,16):void 0,l=i.filter(h=>h.seat!==e).sort((h,f)=>Po(h.seat,e,n)-Po(f.seat,e,n)).map(h=>Co(h.seat,h.tokens,{width:s,scale:.6,name:a(h.seat)})),c=i.find(h=>h.seat===e),p=c?[Co(e,c.tokens,{width:s,scale:1,name:a(e)})]:[];return{above:jo(l,s),below:jo(p,s)}}var Po=(t,e,n)=>(t-e+n)%n;function Co(t,e,n){let{name:o}=n,s=o===void 0?0:.68,r=Qi(zi(e),n),i=Math.max(0,...r.map(c=>c.width)),a=s,l=r.flatMap(c=>{let p=c.tokens.map(h=>({...h,y:h.y+a}));return a+=c.height+.12,p});return{seat:t,box:{x:0,y:0,width:Math.max(i,o===void 0?0:qi(o)),height:a},tokens:l,...o!==void 0&&{name:{x:0,y:.68*.55}}}}var qi=t=>.5+.25*[...t].length;function zi(t){let e=[];for(let n of t){let o=e.at(-1),s=o?.[0],r=n.faceDown&&s?.faceDown,i=n.shape!=="domino"&&s?.kind===n.kind;o&&(r||i&&n.kind!=="")?o.push(n):e.push([n])}return e}function Qi(t,{width:e,scale:n}){let o=[],s={tokens:[],width:0,height:0};for(let r of t){let i=Wi(r,n,e),a=s.tokens.length>0?.12:0;s.tokens.length>0&&s.width+a+i.width>e&&(o.push(s),s={tokens:[],width:0,height:0});let l=s.tokens.length>0?s.width+.12:0,c=i.tokens.map(p=>({...p,x:p.x+l}));s={tokens:[...s.tokens,...c],width:l+i.width,height:Math.max(s.height,i.height)}}return s.tokens.length>0?[...o,s]:o}function Wi(t,e,n){let[o]=t;if(!o)return{tokens:[],width:0,height:0};let s=o.faceDown?.4:e,r=t.length-1,i=Math.min(Di,(n-Lo[o.shape]*s)/Math.max(1,r)),a=o.faceDown?{x:i,y:0}:{x:Ro.x*s,y:Ro.y*s},l=-a.y*r,[c,p]=[Lo[o.shape]*s,Ui[o.shape]*s],h=t.map((y,g)=>({token:y,scale:s,x:c/2+a.x*g,y:p/2+l+a.y*g}));return{tokens:o.faceDown?h:h.reverse(),width:c+a.x*r,height:p+l}}function jo(t,e){let n=[],o=1/0;for(let i of t)o+.5+i.box.width>e&&(n.push([]),o=-.5),n.at(-1)?.push(i),o+=.5+i.box.width;let s=0;return{hands:n.flatMap(i=>{let a=.5*(i.length-1),l=(e-i.reduce((p,{box:h})=>p+h.width,a))/2,c=i.map(p=>{let h=Fi(p,l,s);return l+=p.box.width+.5,h});return s+=Math.max(...i.map(({box:p})=>p.height))+.12,c}),height:s}}function Fi(t,e,n){return{...t,box:{...t.box,x:t.box.x+e,y:t.box.y+n},tokens:t.tokens.map(o=>({...o,x:o.x+e,y:o.y+n})),...t.name&&{name:{x:t.name.x+e,y:t.name.y+n}}}}function Vo(t,{seat:e=0,seats:n}){let o={seats:n,below:e,straight:Zi(n)},s=t.spaces.filter(({line:r})=>!r);return new Map(t.spaces.map(({id:r,line:i})=>{if(i)return[r,Ji(i.seat,i.place,o)];let a=s.findIndex(l=>l.id===r)-(s.length-1)/2;return[r,{x:0,y:a*1.25,turn:0}]}))}var Zi=t=>t<=5?2:3,Ki=t=>Math.max(2.2,t*1.2/(2*Math.PI)+1.1);function Ji(t,e,n){let o=90+(t-n.below)*360/n.seats,s=Ki(n.seats);return e<n.straight?No(s+e*2.08,o,0):Xi(e-n.straight,s+n.straight*2.08-.3,o,n.seats)}function Xi(t,e,n,o){let[s,r]=[t,e];for(let i=0;;i+=1){let a=2.08/r*(180/Math.PI),l=Math.max(1,Math.floor(360/o/a));if(s<l){let[c,p]=i%2===0?[s,90]:[l-1-s,270];return No(r,n+(c+.5)*(360/o/l),p)}s-=l,r+=1.25}}function No(t,e,n){let o=e*Math.PI/180;return{x:t*Math.cos(o),y:t*Math.sin(o),turn:e+n}}var Bo=.3,Yi={square:{x:.5,y:.5},hexagon:{x:.5,y:1/Math.sqrt(3)},circle:{x:.5,y:.5},domino:{x:1,y:.5}};function Ho(t,e,n){let o=(n.place??na)(t,e),s=oa(t,o,n.margin),r=n.room?sa(s,n.room(t)):s,a=t.hands.some(({tokens:g})=>g.length>0)?Math.max(e.columns,ea(r,n)):r.width,{above:l,below:c}=Oo(t,e,a),p=l.height===0?0:l.height+Bo,h=a/(n.aspect??r.width/r.height),f=p+h+(c.height===0?0:Bo),y=c.hands.map(g=>ta(g,f));return{width:a,height:f+c.height,window:{x:0,y:p,width:a,height:h},places:o,bounds:r,hands:[...l.hands,...y]}}function ea(t,{aspect:e}){return e===void 0?t.width:0}function ta(t,e){return{...t,box:{...t.box,y:t.box.y+e},tokens:t.tokens.map(n=>({...n,y:n.y+e})),...t.name&&{name:{...t.name,y:t.name.y+e}}}}function na(t,e){if(t.spaces.some(({line:r})=>r))return Vo(t,e);if(!e.isTurned)return Io(t,({x:r,y:i})=>({x:r,y:i,turn:0}));let n=t.spaces.map(({x:r})=>r),o=t.spaces.map(({y:r})=>r),s={x:Math.min(...n)+Math.max(...n),y:Math.min(...o)+Math.max(...o)};return Io(t,({x:r,y:i})=>({x:s.x-r,y:s.y-i,turn:0}))}function Io(t,e){return new Map(t.spaces.map(n=>[n.id,e(n)]))}function oa(t,e,n){let o=t.spaces.flatMap(({id:l,shape:c})=>{let p=e.get(l);if(!p)return[];let h=ra(Yi[c],p.turn);return[{x:p.x-h.x,y:p.y-h.y},{x:p.x+h.x,y:p.y+h.y}]});if(o.length===0)return{x:-.5,y:-.5,width:1,height:1};let s=o.map(({x:l})=>l),r=o.map(({y:l})=>l),[i,a]=[Math.min(...s)-n,Math.min(...r)-n];return{x:i,y:a,width:Math.max(...s)+n-i,height:Math.max(...r)+n-a}}function sa(t,e){let[n,o]=[Math.min(t.x,e.x),Math.min(t.y,e.y)],s=Math.max(t.x+t.width,e.x+e.width),r=Math.max(t.y+t.height,e.y+e.height);return{x:n,y:o,width:s-n,height:r-o}}function ra({x:t,y:e},n){let o=n*Math.PI/180,[s,r]=[Math.abs(Math.cos(o)),Math.abs(Math.sin(o))];return{x:t*s+e*r,y:t*r+e*s}}var Ut=t=>String(Math.round(t*1e3)/1e3);function Do(t){return`M${t.map(([e,n])=>`${Ut(e)} ${Ut(n)}`).join("L")}Z`}function ia(t){let e=Ut(t);return`M-${e} 0A${e} ${e} 0 1 1 ${e} 0A${e} ${e} 0 1 1 -${e} 0Z`}function aa(t){let e=[-90,-30,30,90,150,210].map(o=>o*Math.PI/180),n=t/Math.sqrt(3);return Do(e.map(o=>[n*Math.cos(o),n*Math.sin(o)]))}function Go(t,e){return Do([[-t,-e],[t,-e],[t,e],[-t,e]])}function L(t,e=1){switch(t){case"square":return Go(e/2,e/2);case"hexagon":return aa(e);case"circle":return ia(e/2);case"domino":return Go(e,e/2)}}var la=k`
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
`,ca=new Set(["white","yellow","pink","orange"]);function da(t,e,n){let o=L(t.shape==="domino"?"domino":"circle",.82);if(t.faceDown)return d`<path class="generic-back" d=${o}></path>`;let s=n.colour(t),r=ca.has(s)?"#1b1b1b":"#fff",i=t.label||fa(n.word("token",t.kind)),l=i.length>2&&t.shape!=="domino"?"generic-label generic-long":"generic-label";return d`
    <path class="generic-disc" d=${o} fill="var(--colour-${s}, var(--muted))"></path>
    ${ha(t,n)}
    <g transform="rotate(${-e.turn})">
      <text class=${l} fill=${r}>${i}</text>
      ${ua(e,r)}
      ${pa(t,r)}
    </g>`}function ha({seat:t,colour:e,shape:n},o){let s=t===void 0?"":o.sides[t]?.colour??"";return s===""||s===e||e===""||n==="domino"?u:d`<circle class="generic-rim" r="0.37" stroke="var(--colour-${s}, var(--muted))"></circle>`}function ua({level:t,height:e},n){return e===1||t<e-1?u:d`<text class="generic-label generic-number" y="0.26" fill=${n}>×${e}</text>`}function pa({marks:t},e){if(!t)return u;let n="\u2022".repeat(t.count);return d`<text class="generic-mark generic-number" y="0.28" fill=${e}>${n}</text>`}var fa=t=>[...t][0]??"";function ma({shape:t,colour:e}){let n=e===""?"var(--space)":`var(--colour-${e}, var(--space))`;return d`<path class="space-shape" d=${L(t,.98)} fill=${n}></path>`}var Uo={style:la,space:ma,token:da};var ya=14,ga=44,qo=[8,14],ba="lost",zo=640,ka=.25,D=t=>Eo[t]??Uo;function va(t,e,n){return(e===void 0?0:t[e]?.halfTurns??0)%2===1!==n}function qt(t){let{game:e,scene:n,seat:o,isFlipped:s=!1,width:r=zo}=t,i=D(e),a=Qo(t).sides(e),l=Math.min(Math.max(Math.round(r/ga),qo[0]),qo[1]),c={seats:Math.max(n.hands.length,2),isTurned:va(a,o,s),columns:l,names:t.names??[],...o!==void 0&&{seat:o}};return Ho(n,c,{margin:i.margin??ka,...i.aspect!==void 0&&{aspect:i.aspect},...i.room&&{room:i.room.bind(i)},...i.place&&{place:i.place.bind(i)}})}var Qo=({words:t,listed:e})=>t??new B(e?[e]:[]);function Wo(t,e=qt(t)){let{game:n,scene:o,lang:s="en",clicks:r=[],next:i=[],width:a=zo}=t,l=Qo(t),c=l.sides(n),p=new Map(o.spaces.map(b=>[b.id,b])),h=t.port??Qe(void 0,e.bounds,e.window),f=r.filter(({kind:b})=>b==="space").map(({key:b})=>b),y=new Set(o.tokens.map(({space:b})=>b)),g=i.filter(({kind:b,key:T})=>b==="space"&&(r.length>0||!y.has(T))).map(({key:b})=>b),_=a/e.width*(e.window.width/h.width),E=new Set(i.map(({kind:b,key:T})=>`${b} ${T}`)),Q=new Set((t.starts??[]).map(({kind:b,key:T})=>`${b} ${T}`)),Jt={game:n,scene:o,layout:e,sides:c,names:t.names??[],detail:_<ya?"small":"full",symbols:t.symbols??!1,chosen:f,port:h,skin:D(n),next:i,targets:g,held:r.find(({kind:b})=>b==="hand")?.key??"",leaving:t.leaving??new Set,focus:t.focus??"",asked:t.asked??"",canLose:l.has(n,"counter",ba),isStill:t.isStill??!1,isZoomed:t.isZoomed??!1,...t.seat!==void 0&&{seat:t.seat},...t.before&&{before:t.before},...t.hovered!==void 0&&{hovered:t.hovered},...t.mover!==void 0&&{mover:t.mover},word:(b,T)=>l.text(n,b,T,s),colour:({colour:b,seat:T})=>b||(T===void 0?"":c[T]?.colour??""),at:b=>e.places.get(b),space:b=>p.get(b),isNext:(b,T)=>E.has(`${b} ${T}`),canClick:(b,T)=>E.has(`${b} ${T}`)||Q.has(`${b} ${T}`)},Rs=(t.names??[]).join(" \u2013 ");return{...Jt,label:[Jt.word("game",n),Rs].filter(Boolean).join(": ")}}var Fo=({round:t,ply:e})=>`${t}.${e}`;function Me(t){let e=/^(\d+)\.(\d+)$/.exec(t);return e?{round:Number(e[1]),ply:Number(e[2])}:void 0}function wa({steps:t,round:e,ply:n}){let o=new Array(Math.max(e,1)).fill(0);for(let s of t){let r=s.round-1;o[r]=Math.max(o[r]??0,s.ply+1)}return o[e-1]=Math.max(o[e-1]??0,n),o}function Zo(t,e,n){let o=wa(t),[s,r]=[e.round,e.ply+n];for(;r<0&&s>1;)s-=1,r+=(o[s-1]??0)+1;for(;r>(o[s-1]??0)&&s<o.length;)r-=(o[s-1]??0)+1,s+=1;return{round:s,ply:Math.min(Math.max(r,0),o[s-1]??0)}}var it=(t,{round:e,ply:n})=>e>t.round||e===t.round&&n>=t.ply;var Ko=new Map;async function Jo(t,e,n){let o=Ko.get(e)??new B;if(e!==""&&Ko.set(e,o),o.game(n))return o;let{game:s}=await t.call("GameService/GetGame",{game:n});return s&&o.add(s),o}function Xo({seat:t,notation:e},n){let{words:o,game:s,names:r,lang:i}=n;if(t===void 0)return x("chance",i).replace("{move}",e);let a=o.sides(s)[t]?.name??"",l=r[t]||o.text(s,"side",a,i);return x("moved",i).replace("{name}",l).replace("{move}",e)}function Yo(t,e){let{words:n,game:o,names:s,lang:r}=e,i=t?n.prompt(o,t,r,s):[];return`${x("yourTurn",r)}. ${i.map(({text:a})=>a).join("")}`}function zt({verdict:t},e,n){let o=t?.places??[],s=o.flatMap((r,i)=>r===1?[e[i]??""]:[]);return o.length===0?be(x("aborted",n),{}):s.length===o.length?be(x("drawn",n),{}):be(x("wins",n),{name:s.join(", ")})}function es(t,{names:e,lang:n}){return zt(t,e,n).map(({text:o})=>o).join("")}function ts(t){let{view:e,lang:n,state:o}=t,s=o?$a(e,o,n):[],r=e.seat??0,i=o?.end&&Fe(zt(o.end,e.names,n));return o&&!o.end&&s.some(({clock:a})=>a?.running)&&t.tick(),{above:Ot(s.filter(({seat:a})=>a!==r).reverse(),n),below:Ot(s.filter(({seat:a})=>a===r),n),foot:v` <div class="prompt" part="prompt">${i??t.prompt}</div>
      ${e.isStill?u:On(Sa(t),n,a=>t.act[a]())}`}}function $a(t,e,n){let o=performance.now()-e.clocksAtMs;return(e.summary?.players??[]).map((s,r)=>{let i=e.clocks[r];return{seat:r,name:t.names[r]??s,side:t.sides[r],isTurn:e.turnSeat===r,isAway:e.absent.has(r),counters:xa(r,t,n),elapsedMs:o,...i&&{clock:i}}})}var xa=(t,{scene:e,word:n},o)=>e.counters.filter(s=>s.seat===t).map(({key:s,value:r})=>`${n("counter",s)} ${Y(r,o)}`);function Sa({view:t,moment:e,state:n,isPosition:o}){let s=!e||n!==void 0&&it(n,e),r=e?.round===1&&e.ply===0,i=n!==void 0||o,a=[{control:"first",isOff:r},{control:"back",isOff:r},{control:"forward",isOff:!o&&s},{control:"present",isOff:!o&&s}],l=D(t.game).aspect!==void 0,c=[{control:"closer",isOff:!1},{control:"farther",isOff:!1},{control:"whole",isOff:!t.isZoomed}];return[...i?a:[],{control:"flip",isOff:!1},...l?c:[]]}var Ma={SHAPE_SQUARE:"square",SHAPE_HEXAGON:"hexagon",SHAPE_CIRCLE:"circle",SHAPE_DOMINO:"domino"},os=t=>Ma[t??""]??"square";function _a(t){let{id:e="",x:n=0,y:o=0,colour:s="",symbol:r=""}=t,i={id:e,shape:os(t.shape),x:n,y:o,colour:s,symbol:r};return t.line?{...i,line:{seat:t.line.seat??0,place:t.line.place??0}}:i}function ns(t){return{id:t.id??"",space:t.space??"",kind:t.kind??"",label:t.label??"",colour:t.colour??"",symbol:t.symbol??"",faceDown:t.faceDown??!1,quarterTurns:t.quarterTurns??0,shape:os(t.shape),...t.seat!==void 0&&{seat:t.seat},...t.marks&&{marks:{key:t.marks.key??"",count:t.marks.count??0}}}}function Ta(t){return{key:t.key??"",value:t.value??"",...t.seat!==void 0&&{seat:t.seat},...t.forSeat!==void 0&&{forSeat:t.forSeat}}}function ss(t,e=[]){let n=t.spaces??[];return{spaces:n.length>0?n.map(_a):e,tokens:(t.tokens??[]).map(ns),hands:(t.hands??[]).map(({seat:o=0,tokens:s=[]})=>({seat:o,tokens:s.map(ns)})),counters:(t.counters??[]).map(({seat:o,key:s="",value:r=""})=>({key:s,value:r,...o!==void 0&&{seat:o}})),highlights:(t.highlights??[]).map(({kind:o="",spaces:s=[]})=>({kind:o,spaces:s})),lastMove:t.lastMove??[],board:t.board??"",...t.prompt&&{prompt:Ta(t.prompt)}}}function Aa(t,e,n){let o=ss(e),s=new Map(t.spaces.map(a=>[a.id,a]));for(let a of n.removedSpaces??[])s.delete(a);for(let a of o.spaces)s.set(a.id,a);let r=new Set([...n.removedTokens??[],...o.tokens.map(({id:a})=>a)]),i=t.tokens.filter(({id:a})=>a===""||!r.has(a));return{...o,spaces:[...s.values()],tokens:[...i,...o.tokens]}}var te=class{constructor(e=new _e){this.boards=e}#e;read(e){let{scene:n,changes:o}=e;return n?(o?this.#e=this.#e&&Aa(this.#e,n,o):this.#e=this.boards.read(n),this.#e&&this.boards.keep(this.#e),this.#e):this.#e}},Ea=64,_e=class{#e=new Map;keep({board:e,spaces:n}){if(e===""||n.length===0||(this.#e.delete(e),this.#e.set(e,n),this.#e.size<=Ea))return;let[o]=this.#e.keys();o!==void 0&&this.#e.delete(o)}read(e){let n=ss(e,this.#e.get(e.board??""));return this.keep(n),n}};var rs=256,Ra=8192,at=class{constructor(e,n){this.link=e;this.matchId=n}#e=new Map;#t=new Map;async at(e,n){let o=`${e}.${n}`,s=this.#e.get(o);if(s)return s;let r=n-n%rs,i=`${e}.${r}`,a=this.#t.get(i);return a||(a=this.#n(e,r).finally(()=>this.#t.delete(i)),this.#t.set(i,a)),await a,this.#e.get(o)}known(e,n){return this.#e.get(`${e}.${n}`)}clear(){this.#e.clear()}async#n(e,n){this.#e.size>Ra&&this.clear();let{matchId:o}=this,s={matchId:o,round:e,fromPly:n,plies:rs,withoutPosition:!0,withChanges:!0},r=new te;for await(let{frame:i={}}of this.link.stream("MatchService/ListFrames",s)){let a=r.read(i);a&&this.#e.set(`${i.round??1}.${i.ply??0}`,a)}}};function is(t){let{scene:e,layout:n,port:o}=t,{window:s}=n,r=s.width/o.width,i=new Map;for(let{id:a,space:l}of e.tokens){let c=t.at(l);if(a===""||!c)continue;let[p,h]=[s.x+(c.x-o.x)*r,s.y+(c.y-o.y)*r];i.set(a,{x:p,y:h,scale:r})}for(let{tokens:a}of n.hands)for(let{token:l,...c}of a)l.id!==""&&i.set(l.id,c);return i}var as=()=>!matchMedia("(prefers-reduced-motion: reduce)").matches;function ls(t,e,n){if(!as())return;let o=[...n].filter(([r,i])=>{let a=e.get(r);return a&&Math.hypot(a.x-i.x,a.y-i.y)>.05});if(o.length===0||o.length>24)return;let s=cs(t);for(let[r,i]of o){let[a,l]=[s.get(r),e.get(r)];a&&l&&La(a,l,i)}}function cs(t){let e=t.querySelectorAll("[data-token]");return new Map([...e].map(n=>[n.dataset.token??"",n]))}function ds(t,e,n){let o=[...e.keys()].filter(r=>!n.has(r));if(o.length===0||o.length>48||n.size===0||!as())return[];let s=cs(t);return o.flatMap(r=>s.get(r)?.cloneNode(!0)??[])}function hs(t,e){let n=t.querySelector(".window");for(let o of n?e:[]){if(!(o instanceof SVGElement))continue;o.removeAttribute("data-token"),n?.append(o);let s=o.animate([{opacity:1},{opacity:0}],{duration:450});s.onfinish=s.oncancel=()=>o.remove()}}function La(t,e,n){let o=t.transform.baseVal.consolidate()?.matrix;if(!o)return;let r=t.closest(".window")!==null?n.scale:1,[i,a]=[(e.x-n.x)/r,(e.y-n.y)/r],l=e.scale/n.scale,c=(p,h,f)=>`matrix(${o.a*f}, ${o.b*f}, ${o.c*f}, ${o.d*f}, ${p}, ${h})`;t.animate([{transform:c(o.e+i,o.f+a,l)},{transform:c(o.e,o.f,1)}],{duration:220,easing:"cubic-bezier(0.25, 0.6, 0.3, 1)"})}var Pa={fromAttribute:t=>Object.fromEntries((t??"").split(/\s+/).filter(Boolean).map(Ca))},Ca=t=>{let e=t.indexOf("=");return e<0?[t,"true"]:[t.slice(0,e),t.slice(e+1)]},ja={fromAttribute:t=>(t??"").split(",").map(e=>e.trim()).filter(Boolean)},Te=class extends N{constructor(){super(...arguments);this.url="";this.match="";this.token="";this.game="";this.position="";this.moves=[];this.options={};this.ply="";this.bare=!1;this.still=!1;this.flipped=!1;this.symbols=!1;this.confirm=!1;this.legal=[];this.names=[]}static{this.properties={url:{},match:{},seat:{type:Number},token:{},lang:{},game:{},position:{},moves:{converter:ja},options:{converter:Pa},ply:{},bare:{type:Boolean},still:{type:Boolean},flipped:{type:Boolean,reflect:!0},symbols:{type:Boolean},confirm:{type:Boolean},link:{attribute:!1},words:{attribute:!1},scene:{attribute:!1},legal:{attribute:!1},mover:{attribute:!1},names:{attribute:!1},state:{attribute:!1}}}static{this.origins=["url","link","match","token","seat","game","position","moves","options"]}};var Oa={up:{x:0,y:-1},down:{x:0,y:1},left:{x:-1,y:0},right:{x:1,y:0}},Va=2;function us(t,e,n){let o=t.get(e);if(!o)return t.keys().next().value;let{x:s,y:r}=Oa[n],[i,a]=[void 0,1/0];for(let[l,c]of t){let[p,h]=[c.x-o.x,c.y-o.y],f=p*s+h*r,y=Math.abs(p*r-h*s);if(f<.01||y>f*Math.sqrt(3)+.01)continue;let g=f+Va*y;g<a-.001&&([i,a]=[l,g])}return i}var ct=class{constructor(e,n){this.element=e;this.target=n;e.addEventListener("pointerdown",this.#s),e.addEventListener("pointermove",this.#a),e.addEventListener("pointerup",this.#c),e.addEventListener("pointercancel",this.#c),e.addEventListener("wheel",this.#d,{passive:!1})}#e=new Map;#t={x:0,y:0};#n=!1;#o=!1;stop(){let{element:e}=this;e.removeEventListener("pointerdown",this.#s),e.removeEventListener("pointermove",this.#a),e.removeEventListener("pointerup",this.#c),e.removeEventListener("pointercancel",this.#c),e.removeEventListener("wheel",this.#d)}takeDrag(){let e=this.#o;return this.#o=!1,e}#s=e=>{this.#o=!1,!(this.#e.size>=2||!Na(e))&&(this.#e.set(e.pointerId,lt(e)),this.#t=lt(e),this.#n=!1)};#a=e=>{let n=this.#e.get(e.pointerId);if(!n)return;let o=lt(e),s=e.pointerType==="mouse";this.#e.size===2?this.#h(e.pointerId,n,o):(s||this.target.canDrag())&&this.#r(e,n,o),this.#e.set(e.pointerId,o)};#r(e,n,o){!this.#n&&Qt(this.#t,o)<5||(this.#n||this.element.setPointerCapture(e.pointerId),this.#n=!0,this.#o=!0,this.target.pan({x:n.x-o.x,y:n.y-o.y}))}#h(e,n,o){let s=[...this.#e].find(([l])=>l!==e)?.[1];if(!s)return;this.#o=!0;let r={x:(o.x+s.x)/2,y:(o.y+s.y)/2},[i,a]=[Qt(o,s),Qt(n,s)];a>0&&i>0&&this.target.zoom(i/a,r),this.target.pan({x:(n.x-o.x)/2,y:(n.y-o.y)/2})}#c=e=>{this.#e.delete(e.pointerId)};#d=e=>{e.ctrlKey&&(e.preventDefault(),this.target.zoom(Math.exp(-e.deltaY*.004),lt(e)))}},Na=t=>t.composedPath().some(e=>e instanceof Element&&e.classList.contains("window")),lt=({clientX:t,clientY:e})=>({x:t,y:e}),Qt=(t,e)=>Math.hypot(t.x-e.x,t.y-e.y);var Ba={ArrowUp:"up",ArrowDown:"down",ArrowLeft:"left",ArrowRight:"right"},Ia=120,ut=class{constructor(e,n){this.host=e;this.target=n;e.addController(this)}#e;#t;#n;#o;#s;#a="";#r=new Set;#h;#c="";#d="";#b=!1;get isZoomed(){return this.#t!==void 0}get hovered(){return this.#s}get asked(){return this.#d}get leaving(){return this.#r}hostConnected(){for(let[e,n]of this.#k())this.#m().addEventListener(e,n);this.host.addEventListener("pointerleave",this.#w),this.#e=new ct(this.host,this.#g())}hostDisconnected(){for(let[e,n]of this.#k())this.#m().removeEventListener(e,n);this.host.removeEventListener("pointerleave",this.#w),this.#e?.stop(),clearTimeout(this.#h)}#m(){return this.host.shadowRoot??this.host}#k(){return[["click",this.#i],["keydown",this.#M],["pointerover",this.#P],["focusin",this.#L],["focusout",this.#w]]}port(e,n){return this.#n=n,this.#o=e,this.#t&&!Ha(this.#t,e)&&(this.#t=void 0),this.#t??e}reset(){this.#t=void 0}zoomMiddle(e){let n=this.#u();n&&this.#v(n,e,{x:n.x+n.width/2,y:n.y+n.height/2})}focusIn(e,{hands:n},o){let{spaces:s,lastMove:r}=e,i=n.flatMap(({tokens:c})=>c).map(({token:c})=>ps(c.id)),a=new Set([...s.map(({id:c})=>ht(c)),...i]);return a.has(this.#a)?this.#a:[...o.map(Wt),ht(r.at(-1)??"")].find(c=>a.has(c))??ht(s[0]?.id??"")}forget(){this.#c="",this.#d="",this.#r=new Set}async isConfirmed(e,n,o,s){let{notation:r=""}=e,i=this.#c===r;if(this.#c="",this.#d="",i)return!0;let a=s&&this.#T();return!o&&!a||(a&&(this.#r=await this.target.leaving(e).catch(()=>new Set)),!o&&this.#r.size===0)?!0:(this.#c=r,this.#d=n.kind==="space"?n.key:"",this.#s=this.#d,!1)}updated(e){let n=this.target.view();!n||n.isStill||!this.#b||e.activeElement||this.#_(e,this.#a)}#g(){return{canDrag:()=>this.isZoomed,pan:e=>{let[n,o]=[this.#u(),this.#S()];!n||!o||!this.#n||(this.#t=An(n,{x:e.x/o,y:e.y/o},this.#n),this.target.redraw())},zoom:(e,n)=>{let[o,s]=[this.#u(),this.#l(n)];o&&s&&this.#v(o,e,s)}}}#v(e,n,o){this.#o&&(this.#t=En(e,n,o,this.#o),this.target.redraw())}#u(){let e=this.target.view();if(!(!e||D(e.game).aspect===void 0))return this.#t??e.port}#y(){let e=this.host.shadowRoot?.querySelector(".window")?.getScreenCTM(),n=this.target.view()?.port;return e&&n?{matrix:e,port:n}:void 0}#S(){let[e,n]=[this.#y(),this.#u()];return e&&n&&e.matrix.a*e.port.width/n.width}#l({x:e,y:n}){let[o,s]=[this.#y(),this.#u()];if(!o||!s)return;let r=new DOMPoint(e,n).matrixTransform(o.matrix.inverse()),i=s.width/o.port.width;return{x:s.x+(r.x-o.port.x)*i,y:s.y+(r.y-o.port.y)*i}}#i=e=>{if(this.#e?.takeDrag())return;let n=dt(e);if(!n)return;let o=e instanceof PointerEvent&&e.pointerType==="touch";this.target.press(n,o)};#M=e=>{if(!(e instanceof KeyboardEvent))return;if(e.key==="Escape")return this.target.clear();let n=dt(e);if(!n)return;if(e.key==="Enter"||e.key===" "){e.preventDefault(),this.target.press(n,!1);return}let o=Ba[e.key];!o||e.altKey||e.ctrlKey||e.metaKey||(e.preventDefault(),this.#R(n,o))};#R(e,n){let o=this.target.view();if(!o||!this.host.shadowRoot)return;let s=us(Ga(o),Wt(e),n);s!==void 0&&this.#_(this.host.shadowRoot,s)}#_(e,n){let o=n.replace(/^(hand|space) /,""),s=n.startsWith("hand ")?"data-hand":"data-space";e.querySelector(`[${s}="${CSS.escape(o)}"]`)?.focus()}#L=e=>{let n=dt(e);if(!n)return;this.#b=!0,this.#a=Wt(n);let[o]=e.composedPath();o instanceof Element&&o.matches(":focus-visible")&&this.#$(n),this.target.redraw()};#P=e=>this.#$(dt(e));#w=e=>{e instanceof FocusEvent&&e.relatedTarget!==null&&(this.#b=!1),this.#$(void 0)};#$(e){let n=e?.kind==="space"?e.key:void 0;if(n===this.#s)return;this.#s=n,clearTimeout(this.#h),this.#r=new Set;let o=e&&this.#T()?this.target.wouldEnd(e):void 0;o&&(this.#h=setTimeout(()=>{this.#C(e,o)},Ia)),this.target.redraw()}async#C(e,n){if(!e||this.target.wouldEnd(e)!==n)return;let o=await this.target.leaving(n).catch(()=>new Set);this.#s!==e.key||o.size===0||(this.#r=o,this.target.redraw())}#T(){return this.target.view()?.canLose??!1}},Ha=(t,e)=>Math.abs(t.width*e.height/(t.height*e.width)-1)<.01;function dt(t){for(let e of t.composedPath()){if(!(e instanceof SVGElement))continue;let{space:n,hand:o}=e.dataset;if(n!==void 0)return{kind:"space",key:n};if(o!==void 0)return{kind:"hand",key:o}}}var ht=t=>`space ${t}`,ps=t=>`hand ${t}`,Wt=({kind:t,key:e})=>`${t} ${e}`;function Ga({layout:t,port:e,scene:n}){let{window:o}=t,s=o.width/e.width,r=new Map;for(let{id:i}of n.spaces){let a=t.places.get(i);if(!a)continue;let[l,c]=[o.x+(a.x-e.x)*s,o.y+(a.y-e.y)*s];r.set(ht(i),{x:l,y:c})}for(let{tokens:i}of t.hands)for(let{token:a,x:l,y:c}of i)a.id!==""&&r.set(ps(a.id),{x:l,y:c});return r}var{I:Da}=mn,fs=t=>t;var ms=()=>document.createComment(""),de=(t,e,n)=>{let o=t._$AA.parentNode,s=e===void 0?t._$AB:e._$AA;if(n===void 0){let r=o.insertBefore(ms(),s),i=o.insertBefore(ms(),s);n=new Da(r,i,t,t.options)}else{let r=n._$AB.nextSibling,i=n._$AM,a=i!==t;if(a){let l;n._$AQ?.(t),n._$AM=t,n._$AP!==void 0&&(l=t._$AU)!==i._$AU&&n._$AP(l)}if(r!==s||a){let l=n._$AA;for(;l!==r;){let c=fs(l).nextSibling;fs(o).insertBefore(l,s),l=c}}}return n},U=(t,e,n=t)=>(t._$AI(e,n),t),Ua={},ys=(t,e=Ua)=>t._$AH=e,gs=t=>t._$AH,pt=t=>{t._$AR(),t._$AA.remove()};var bs=(t,e,n)=>{let o=new Map;for(let s=e;s<=n;s++)o.set(t[s],s);return o},ft=He(class extends oe{constructor(t){if(super(t),t.type!==gn.CHILD)throw Error("repeat() can only be used in text expressions")}dt(t,e,n){let o;n===void 0?n=e:e!==void 0&&(o=e);let s=[],r=[],i=0;for(let a of t)s[i]=o?o(a,i):i,r[i]=n(a,i),i++;return{values:r,keys:s}}render(t,e,n){return this.dt(t,e,n).values}update(t,[e,n,o]){let s=gs(t),{values:r,keys:i}=this.dt(e,n,o);if(!Array.isArray(s))return this.ut=i,r;let a=this.ut??=[],l=[],c,p,h=0,f=s.length-1,y=0,g=r.length-1;for(;h<=f&&y<=g;)if(s[h]===null)h++;else if(s[f]===null)f--;else if(a[h]===i[y])l[y]=U(s[h],r[y]),h++,y++;else if(a[f]===i[g])l[g]=U(s[f],r[g]),f--,g--;else if(a[h]===i[g])l[g]=U(s[h],r[g]),de(t,l[g+1],s[h]),h++,g--;else if(a[f]===i[y])l[y]=U(s[f],r[y]),de(t,s[h],s[f]),f--,y++;else if(c===void 0&&(c=bs(i,y,g),p=bs(a,h,f)),c.has(a[h]))if(c.has(a[f])){let _=p.get(i[y]),E=_!==void 0?s[_]:null;if(E===null){let Q=de(t,s[h]);U(Q,r[y]),l[y]=Q}else l[y]=U(E,r[y]),de(t,s[h],E),s[_]=null;y++}else pt(s[f]),f--;else pt(s[h]),h++;for(;y<=g;){let _=de(t,l[g+1]);U(_,r[y]),l[y++]=_}for(;h<=f;){let _=s[h++];_!==null&&pt(_)}return this.ut=i,ys(t,l),C}});function ks(t,e){let n=t.scene.spaces.map(({id:o,shape:s})=>{let r=t.at(o),i=t.canClick("space",o)||t.chosen.includes(o),a=[o,...(e.get(o)??[]).map(c=>ws(c,t)).reverse()],l=`translate(${r?.x??0} ${r?.y??0}) rotate(${r?.turn??0})`;return d`<path class=${i?"hit can":"hit"} data-space=${o} d=${L(s)}
      transform=${l} role="button" tabindex=${t.focus===`space ${o}`?0:-1}
      aria-label=${a.join(", ")} aria-disabled=${i?"false":"true"}
      aria-pressed=${t.chosen.includes(o)?"true":"false"}></path>`});return d`<g class="hits">${n}</g>`}function vs(t,e,n){let o=ws(t,n);return d`<path class=${e?"hit can":"hit"} data-hand=${t.id} d=${L(t.shape)}
    role="button" tabindex=${n.focus===`hand ${t.id}`?0:-1} aria-label=${o}
    aria-disabled=${e?"false":"true"}
    aria-pressed=${n.held===t.id?"true":"false"}></path>`}function ws(t,e){if(t.faceDown)return e.word("token",t.kind);let n=t.seat===void 0?"":e.sides[t.seat]?.name??"",o=t.colour!==""&&t.colour!==e.sides[t.seat??-1]?.colour;return[n===""?"":e.word("side",n),e.word("token",t.kind),t.label,o?e.word("colour",t.colour):""].filter(r=>r!=="").join(" ")}var P=t=>Math.round(t*1e3)/1e3,Ae=({x:t,y:e},n=0,o=1)=>`translate(${P(t)} ${P(e)})`+(n%360===0?"":` rotate(${P(n)})`)+(o===1?"":` scale(${P(o)})`),$s=(t,e,n,o)=>[t,e,n,o].map(P).join(" ");function xs(t){let{layout:e,skin:n,port:o}=t,{window:s}=e,r=d`
    ${n.defs?.()??u}
    ${e.hands.map(l=>al(l,t))}
    <svg class="window" part="board" x=${P(s.x)} y=${P(s.y)}
      width=${P(s.width)} height=${P(s.height)}
      viewBox=${$s(o.x,o.y,o.width,o.height)}
      overflow=${t.isZoomed?"hidden":"visible"}>${qa(t)}</svg>
    ${e.hands.map(l=>rl(l,t))}`,i=n.aspect===void 0?"picture":"picture grows",a=t.isZoomed?`${i} zoomed`:i;return d`<svg class=${a} viewBox=${$s(0,0,e.width,e.height)}
    role=${t.isStill?"img":"group"} aria-label=${t.label}>${r}</svg>`}function qa(t){let{scene:e,skin:n}=t,o=Fa(e.tokens),s=e.lastMove.map(r=>mt(r,t,0,Za));return d`
    ${n.aspect===void 0?u:za(t.port)}
    ${n.ground?.(t)??u}
    <g class="spaces">${ft(e.spaces,({id:r})=>r,r=>Ka(r,o,t))}</g>
    <g class="lasts">${s}</g>
    <g class="tokens">${ft(Qa(o,t),Wa,r=>el(r,o,t))}</g>
    <g class="marks">${tl(t,o)}</g>
    ${n.above?.(t)??u}
    ${t.isStill?u:ks(t,o)}`}var za=({x:t,y:e,width:n,height:o})=>d`<rect class="backdrop" x=${P(t)} y=${P(e)} width=${P(n)} height=${P(o)}></rect>`;function Qa(t,e){let n=o=>e.at(o)?.y??0;return[...t].sort(([o],[s])=>n(o)-n(s)).flatMap(([,o])=>o)}var Wa=(t,e)=>t.id||`${t.space} ${e}`;function Fa(t){let e=new Map;for(let n of t){let o=e.get(n.space);o?o.push(n):e.set(n.space,[n])}return e}function mt(t,e,n,o){let[s,r]=[e.space(t),e.at(t)];if(!s||!r)return u;let{x:i,y:a}=n>1?Ss(e,n-1,n,t):{x:0,y:0};return d`<g transform=${Ae({x:r.x+i,y:r.y+a},r.turn)}>${o(s)}</g>`}var Ss=(t,e,n,o)=>(t.skin.lift??Ya)(e,n,t.hovered===o),Za=({shape:t})=>d`<path class="last" part="last" d=${L(t)}></path>`;function Ka(t,e,n){let o=n.at(t.id);if(!o)return u;let s={isLast:n.scene.lastMove.includes(t.id),isTarget:n.isNext("space",t.id),isTaken:e.has(t.id)},r=n.skin.space?.(t,s,n)??Ja(t);return d`<g class="space" part=${`space ${t.colour}`} transform=${Ae(o,o.turn)}>${r}</g>`}var Ja=({shape:t})=>d`<path class="space-shape" fill="var(--space)" d=${L(t,.98)}></path>`,Xa=.12,Ya=(t,e,n)=>({x:0,y:-t*Xa*(n?2:1)});function el(t,e,n){let o=n.at(t.space);if(!o)return u;let s=e.get(t.space)??[t],r=s.indexOf(t),i=n.hovered===t.space,a=Ss(n,r,s.length,t.space),l=o.turn+90*t.quarterTurns,c={where:"board",level:r,height:s.length,isChosen:n.chosen.includes(t.space),isHovered:i,isLeaving:t.id!==""&&n.leaving.has(t.id),turn:l},p=Ae({x:o.x+a.x,y:o.y+a.y},l);return d`<g class="token" part=${`token ${t.kind}`} data-token=${t.id} transform=${p}>
    ${n.skin.token(t,c,n)}</g>`}function tl(t,e){let{scene:n,skin:o}=t,s=l=>e.get(l)?.length??0,r=n.highlights.flatMap(({kind:l,spaces:c})=>{let p=h=>o.highlight?.(l,h,t)??nl(h,l);return c.map(h=>mt(h,t,s(h),p))}),i=t.chosen.map(l=>mt(l,t,s(l),ol)),a=t.targets.map(l=>mt(l,t,s(l),c=>sl(c,s(l)>0,t.asked===l)));return[...r,...i,...a]}var nl=({shape:t},e)=>d`<path class="highlight" part=${`highlight ${e}`} d=${L(t,.9)}></path>`,ol=({shape:t})=>d`<path class="source" part="source" d=${L(t,.95)}></path>`;function sl({shape:t},e,n){let o=n?" asked":"";return e?d`<path class=${`target-ring${o}`} part="target" d=${L(t,.88)}></path>`:d`<circle class=${`target${o}`} part="target" r=${n?.3:.13}></circle>`}function rl(t,e){let n=t.seat===e.mover&&t.tokens.some(({token:s})=>e.canClick("hand",s.id)),o=ft(t.tokens,({token:s},r)=>s.id||r,s=>il(s,n,e));return d`<g class="hand" part="hand">${o}</g>`}function il({token:t,x:e,y:n,scale:o},s,r){let i=t.id!==""&&r.held===t.id,a=s&&r.canClick("hand",t.id),l=90*t.quarterTurns,c={where:"hand",level:0,height:1,isChosen:i,isHovered:!1,isLeaving:!1,turn:l},p=i?d`<path class="source" part="source" d=${L(t.shape,1)}></path>`:u;return d`<g class=${s&&!a&&!i?"token idle":"token"} part=${`token ${t.kind}`}
    data-token=${t.id} transform=${Ae({x:e,y:n},l,o)}>
    ${r.skin.token(t,c,r)}${p}
    ${r.isStill||t.id===""?u:vs(t,a||i,r)}</g>`}function al(t,e){if(!t.name||e.detail==="small")return u;let{x:n,y:o}=t.name,s=e.sides[t.seat]?.colour??"grey",i=[...e.names[t.seat]||e.word("side",e.sides[t.seat]?.name??"")].slice(0,16).join("");return d`<g transform=${Ae({x:n,y:o})}>
    <circle cx="0.2" r="0.16" fill=${`var(--colour-${s}, var(--muted))`}></circle>
    <text class="name" part="name" x="0.5">${i}</text></g>`}var ll=2e4,Ft=t=>({state:t,happenings:[]});function Ms(t,e){let n=cl(e);return n?dl(t,n):e.movesTakenBack?hl(t,e.movesTakenBack):e.roundEnded?ul(t,e.roundEnded,e.revealed):e.proposalMade?pl(t,e.proposalMade):e.proposalAnswered?fl(t,e.proposalAnswered):e.matchPaused||e.matchResumed?ml(t,!!e.matchPaused):e.seatLost?yl(t,e.seatLost):e.matchEnded?gl(t,e.matchEnded,e.revealed):bl(t,e)}function cl(t){let e=t.movePlayed??t.forcedMovePlayed??t.moveSubstituted,n=e??t.chanceResolved;if(n)return{round:n.round??1,ply:n.ply??0,notation:n.notation??"",isForced:!t.movePlayed,...e&&{seat:e.seat??0}}}function dl(t,e){let n=[...t.steps.slice(-ll),e],o={...q(t,"takebackProposer"),steps:n,round:e.round};return{state:{...!(t.drawProposer!==void 0&&t.drawProposer!==e.seat)||e.seat===void 0||t.accepted.includes(e.seat)?o:{...q(o,"drawProposer"),accepted:[]},ply:e.ply+1},happenings:[{kind:"step",step:e}]}}function hl(t,{round:e=1,ply:n=0}){let o=i=>i.round<e||i.round===e&&i.ply<n,s=t.steps.filter(o);return{state:{...q(t,"takebackProposer","drawProposer"),steps:s,round:e,ply:n,accepted:[]},happenings:[{kind:"takeback",round:e,ply:n}]}}function ul(t,e,n){let o={round:e.round??1,result:e.result??{}};return{state:{..._s(t,o.round,n),results:[...t.results,o],points:o.result.totals??[]},happenings:[{kind:"round",end:o}]}}function _s(t,e,n){if(!n?.steps)return t;let o=new Map(n.steps.map(({ply:r=0,notation:i=""})=>[r,i])),s=t.steps.map(r=>{let i=r.round===e?o.get(r.ply):void 0;return i===void 0?r:{...r,notation:i}});return{...t,steps:s}}function pl(t,{seat:e=0,proposal:n}){return n?{state:{...t,...n==="PROPOSAL_DRAW"?{drawProposer:e}:{takebackProposer:e},accepted:[]},happenings:[{kind:"proposal",seat:e,proposal:n}]}:Ft(t)}function fl(t,{seat:e=0,proposal:n,answer:o}){if(!o)return Ft(t);let s=[{kind:"answer",seat:e,answer:o}];return o==="PROPOSAL_ANSWER_ACCEPT"?{state:{...t,accepted:[...t.accepted,e]},happenings:s}:{state:{...q(t,n==="PROPOSAL_DRAW"?"drawProposer":"takebackProposer"),accepted:[]},happenings:s}}function ml(t,e){return{state:{...t,isPaused:e},happenings:[{kind:"pause",isPaused:e}]}}function yl(t,e){let{seat:n=0,cause:o="TERMINATION_UNSPECIFIED"}=e,s=[...t.losses,{seat:n,cause:o}];return{state:{...t,losses:s},happenings:[{kind:"lost",seat:n,cause:o}]}}function gl(t,e,n){let o=q(t,"drawProposer","takebackProposer","turnSeat","choices");return{state:_s({...o,absent:new Map,end:e},t.round,n),happenings:[{kind:"end",verdict:e.verdict??{}}]}}function bl(t,e){let{seatConnected:n,seatDisconnected:o}=e;if(!n&&!o)return Ft(t);let s=(n??o)?.seat??0,r=new Map(t.absent);n?r.delete(s):r.set(s,kl(o?.graceUntilNs));let i=!!o;return{state:{...t,absent:r},happenings:[{kind:"presence",seat:s,isAway:i}]}}function kl(t){return t===void 0?void 0:-Number(t)/1e6}var yt=class{#e;#t;#n;#o;constructor(e,n={}){this.#n=n.boards,this.#t=new te(n.boards),this.#o=n.now??(()=>performance.now()),this.#e={matchId:e,seq:0,round:1,ply:0,steps:[],results:[],points:[],clocks:[],clocksAtMs:0,absent:new Map,accepted:[],isPaused:!1,losses:[],watchers:0,isGone:!1}}get state(){return this.#e}apply({matchId:e,followed:n,frame:o,update:s,gone:r}){if(e!==this.#e.matchId)return[];n&&this.#s(n);let i=(s?.events??[]).flatMap(l=>this.#a(l));s&&(this.#e={...this.#e,watchers:s.watchers??0});let a=s?.frame??o;if(a&&i.push(...this.#r(a)),r){let{refusal:l}=r;this.#e={...this.#e,isGone:!0,...l&&{refusal:l}},i.push({kind:"gone"})}return i}#s(e){this.#t=new te(this.#n),this.#e={...this.#e,isGone:!1},this.#e={...q(this.#e,"drawProposer","takebackProposer","turnSeat","choices"),summary:e,round:e.round??1,ply:e.ply??0,points:e.points??[],clocks:e.clocks??[],clocksAtMs:this.#o(),isPaused:e.paused??!1,losses:e.losses??[],watchers:e.watchers??0,...e.drawProposer!==void 0&&{drawProposer:e.drawProposer},...e.takebackProposer!==void 0&&{takebackProposer:e.takebackProposer},...e.turnSeat!==void 0&&{turnSeat:e.turnSeat},...e.verdict&&{end:{verdict:e.verdict}}}}#a(e){let n=Number(e.seq??0);if(n<=this.#e.seq)return[];let{state:o,happenings:s}=Ms(this.#e,e);return this.#e={...o,seq:n},s}#r(e){let n=this.#e,{round:o=1,ply:s=0,clocks:r=[],points:i=n.points,turnSeat:a,choices:l}=e,c=this.#t.read(e);this.#e={...q(n,"turnSeat","choices"),round:o,ply:s,clocks:r,points:i,clocksAtMs:this.#o(),absent:vl(n.absent,e,this.#o()),...c&&{scene:c},...a!==void 0&&{turnSeat:a},...l&&{choices:l}};let p=n.turnSeat===a&&n.round===o&&n.ply===s,h=l&&l.turnId!==n.choices?.turnId;return a===void 0||p&&!h&&n.scene?[]:[{kind:"turn",seat:a,...l&&{choices:l}}]}};function vl(t,{atNs:e},n){let o=Number(e??0)/1e6,s=r=>r===void 0||r>=0?r:n+(-r-o);return new Map([...t].map(([r,i])=>[r,s(i)]))}function q(t,...e){let n={...t};for(let o of e)delete n[o];return n}function Ts(t,e,n){let{match:o,seat:s,token:r,game:i,options:a,position:l,moves:c}=t;if(o!==""){let h=s!==void 0&&(t.link!==void 0||r!=="");return new Ee(e,o,h,n)}if(i===""||t.scene||t.state)return;let p={game:i,options:{...a},start:l,moves:[...c]};return new z(e,p,n)}function Zt(t){let{summary:e,scene:n,round:o,ply:s,choices:r,turnSeat:i}=t;if(!e||!n)return;let a=r&&i!==void 0?{mover:i}:{};return{game:e.game??"",scene:n,round:o,ply:s,legal:r?.legal??[],...a}}function Kt({players:t=[],displayNames:e=[]}){return t.map((n,o)=>e[o]||n)}var Ee=class{constructor(e,n,o,s){this.link=e;this.matchId=n;this.listener=s;this.#e=new yt(n),this.#a(o).catch(r=>this.#h(r))}#e;#t=new AbortController;#n=!1;#o={turnId:"",position:""};get state(){return this.#e.state}get shown(){return Zt(this.#e.state)}stop(){this.#t.abort()}async play({notation:e=""}){let n=this.state.choices?.turnId??"0";await ze(this.link,{matchId:this.matchId,playMove:{turnId:n,notation:e}})}async leaving({notation:e=""}){let{scene:n,round:o,summary:s,choices:{turnId:r=""}={}}=this.state;if(!n||r==="")return new Set;let i=await this.#s(r,n.board);if(i==="")return new Set;let{game:a="",options:l={},points:c=[]}=s??{},p={game:a,options:l,points:c,round:o,start:i};return As(this.link,p,[e],n)}async#s(e,n){if(this.#o.turnId===e)return this.#o.position;let o={matchId:this.matchId,knownBoard:n},{position:s="",turnId:r=""}=await this.link.call("MatchService/GetMatch",o);return r!==e?"":(this.#o={turnId:e,position:s},s)}async#a(e){let n={matches:[{matchId:this.matchId}],detail:"DETAIL_PAGE"},o={signal:this.#t.signal,onConnection:r=>this.listener.connection(r)};if(!e){for await(let r of Mn(this.link,n,o))this.#r(r);return}let s={withoutMoves:!0,withoutLegal:!0,maxMatches:1,agent:"referee-board"};for await(let{watched:r}of _n(this.link,{hello:s,watch:n},o))r&&this.#r(r),r?.gone&&this.stop()}#r(e){if(this.#t.signal.aborted)return;let n=this.#e.apply(e);this.listener.changed(this.#n?n:n.filter(wl)),this.#n||=e.update?.frame!==void 0;let o=e.gone?.refusal;o&&this.listener.failed(De(o))}#h(e){this.#t.signal.aborted||this.listener.failed($(e))}},wl=({kind:t})=>t==="turn"||t==="end"||t==="gone",z=class{constructor(e,n,o){this.link=e;this.start=n;this.listener=o;this.#t=n.moves??[],this.#s(this.#t).catch(s=>this.listener.failed($(s)))}#e;#t;#n=0;#o=new _e;get shown(){return this.#e}get moves(){return this.#t}stop(){this.#n+=1}async play({notation:e=""}){await this.#s([...this.#t,e])}async go(e){await this.#s(e)}async leaving({notation:e=""}){return this.#e?As(this.link,this.start,[...this.#t,e],this.#e.scene):new Set}async#s(e){let n=this.#n+=1,o=this.#e?.scene.board??"",s={...this.start,moves:[...e],knownBoard:o},r=await this.link.call("GameService/GetPosition",s);if(n!==this.#n)return;let{scene:i={},round:a=1,legal:l=[],seat:c,steps:p=[]}=r,h=e.length===this.#t.length+1;this.#t=e,this.#e={game:this.start.game??"",scene:this.#o.read(i),round:a,ply:p.filter(y=>(y.round??1)===a).length,legal:l,...c!==void 0&&{mover:c}};let f=h?p.at(-1):void 0;this.listener.changed(f?[$l(f)]:[]),c!==void 0&&this.listener.changed([{kind:"turn",seat:c}])}};function $l({round:t=1,ply:e=0,seat:n,notation:o="",forced:s}){return{kind:"step",step:{...{round:t,ply:e,notation:o,isForced:s??!1},...n!==void 0&&{seat:n}}}}async function As(t,e,n,o){let s={...e,moves:[...n],stopAtRoundEnd:!0,withoutSteps:!0},{scene:r={}}=await t.call("GameService/GetPosition",{...s,knownBoard:o.board}),i=(r.hands??[]).flatMap(({tokens:l=[]})=>l),a=new Set([...r.tokens??[],...i].map(({id:l})=>l));return new Set(o.tokens.map(({id:l})=>l).filter(l=>l!==""&&!a.has(l)))}var Es=k`
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
`;var xl=k`
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
`,gt=class extends Te{#e;#t;#n=new B;#o;#s;#a="";#r="";#h;#c=new Map;#d=0;#b=0;#m="";#k=!1;#g;#v;#u=[];#y=0;#S=-1;#l=new Ke;#i=new ut(this,{press:(e,n)=>{this.#I(e,n)},redraw:()=>this.#p(),view:()=>this.#o,clear:()=>this.clear(),wouldEnd:e=>this.#l.wouldEnd(e),leaving:e=>this.#e?.leaving(e)??Promise.resolve(new Set)});#M=new ResizeObserver(([e])=>{let n=Math.round(e?.contentRect.width??0);n!==this.#d&&(this.#d=n,requestAnimationFrame(()=>this.#p()))});get shownState(){return this.state?this.state:this.#e instanceof Ee?this.#e.state:void 0}show(e){let n=this.shownState,o=!e||!n||it(n,e);this.ply=o?"":Fo(e);let s=o?this.#N():e;this.#f("scrub",{...s,isPresent:o})}step(e){this.#e instanceof z&&this.#j(this.#e.moves.length+e);let n=this.shownState;n&&this.show(Zo(n,Me(this.ply)??this.#N(),e))}flip(){this.flipped=!this.flipped}resetView(){this.#i.reset(),this.#s=void 0,this.#p()}zoom(e){this.#i.zoomMiddle(e)}clear(){this.#l.clear(),this.#i.forget(),this.#p()}async submit(e){await ze(this.#A(),{...e,matchId:this.match})}connectedCallback(){super.connectedCallback(),this.#M.observe(this),this.hasUpdated&&this.#B()}disconnectedCallback(){super.disconnectedCallback(),this.#M.disconnect(),this.#e?.stop(),this.#e=void 0,clearTimeout(this.#v)}willUpdate(e){Te.origins.some(n=>e.has(n))&&this.#B(),(e.has("legal")||e.has("scene"))&&(this.#b+=1),[...e.keys()].length>0&&(this.#y+=1),this.words&&(this.#n=this.words),this.#R()}render(){let[e,n]=[this.#o,this.#x()],o=this.#g&&x("failed",n).replace("{reason}",this.#g.message),s=this.#k?x("cut",n):o,r=s?v`<div class="notice" part="notice">${s}</div>`:u;if(!e)return r;let i=this.bare?void 0:ts(this.#z(e)),a=bn([this.#y],()=>xs(e)),l=this.bare?u:"framed";return v`<div class=${l} lang=${n} dir=${Cn(n)}>
      ${i?.above??u}
      <div class="stage" dir="ltr">${a}</div>
      ${i?.below??u} ${this.still?u:this.#q(e,n)}
      ${i?.foot??u} ${r}
      <div class="heard" role="status" aria-live="polite">${this.still?"":this.#m}</div>
    </div>`}update(e){let n=this.#o,[o,s]=[this.#c,n?is(n):new Map],r=ds(this.renderRoot,o,s);super.update(e),this.#c=s,n&&(ls(this.renderRoot,o,s),hs(this.renderRoot,r))}updated(){if(!this.#o)return;let{width:e,height:n}=this.#o.layout;this.style.setProperty("--aspect",String(Math.round(1e3*e/n)/1e3)),this.#i.updated(this.renderRoot)}#R(){let e=this.#$();if(!e||this.#S===this.#y)return;this.#S=this.#y;let n=this.#C(e);e.game!==this.#a&&this.#P(e.game),this.#_(`${e.game} ${Me(this.ply)?.round??e.round}`);let o=this.ply===""&&!this.still?e.legal:[];this.#l.begin(this.#T(e),o);let s=this.#L(e,n),r=qt(s);this.#s=Qe(this.#s,r.bounds,r.window);let i=this.#i.port(this.#s,r.bounds);this.#o&&this.#o.scene!==n&&(this.#h=this.#o.scene),this.#o=Wo({...s,port:i,isZoomed:this.#i.isZoomed,focus:this.#i.focusIn(n,r,this.#l.next),leaving:this.#i.leaving,asked:this.#i.asked,...this.#h&&{before:this.#h},...this.#i.hovered!==void 0&&{hovered:this.#i.hovered}},r)}#_(e){e!==this.#r&&(this.#r=e,this.#s=void 0,this.#h=void 0)}#L(e,n){let{summary:o}=this.shownState??{},s=this.names.length>0?this.names:o?Kt(o):[];return{game:e.game,scene:n,words:this.#n,lang:this.#x(),names:s,isFlipped:this.flipped,symbols:this.symbols,isStill:this.still,clicks:this.#l.clicks,next:this.#l.next,starts:this.#l.starts,...this.#d>0&&{width:Math.min(this.#d,innerHeight)},...this.seat!==void 0&&{seat:this.seat},...e.mover!==void 0&&{mover:e.mover}}}#P(e){this.#a=e;let{style:n}=D(e),o=[Es,Vn,xl,...n?[n]:[]];Pe(this.renderRoot,o),!this.words&&!this.#n.game(e)&&this.#w(e)}async#w(e){if(this.#O())try{this.#n=await Jo(this.#A(),this.url,e),this.#p()}catch(n){this.#E($(n))}}#$(){if(this.#e)return this.#e.shown;if(this.state)return Zt(this.state);let{scene:e,game:n,legal:o,mover:s}=this;if(e)return{game:n,scene:e,round:1,ply:0,legal:o,...s!==void 0&&{mover:s}}}#C(e){let n=Me(this.ply);if(!n||!this.#O())return e.scene;let{matchId:o}=this.shownState??{};if(o===void 0)return e.scene;this.#t??=new at(this.#A(),o);let s=this.#t.known(n.round,n.ply);return s||(this.#t.at(n.round,n.ply).then(r=>r&&this.#p(),r=>this.#E($(r))),this.#o?.scene??e.scene)}#T({round:e,ply:n,mover:o}){if(this.#e instanceof z)return this.#e.moves.join(" ");let s=this.shownState,r=this.ply===""?`${e}.${n}.${o??""}`:"past";return s?`${r} ${s.choices?.turnId??""}`:`fed ${this.#b}`}#N(){let{round:e=1,ply:n=0}=this.shownState??this.#e?.shown??{};return{round:e,ply:n}}#j(e){if(!(this.#e instanceof z))return;let{moves:n}=this.#e;(n.length>this.#u.length||!Sl(n,this.#u))&&(this.#u=n);let o=Math.min(Math.max(e,0),this.#u.length);this.#e.go(this.#u.slice(0,o)).catch(s=>this.#E($(s)))}#O(){return this.link!==void 0||this.url!==""}#A(){return this.link?this.link:new Ue(this.url,this.token===""?{}:{token:this.token})}#B(){if(this.#e?.stop(),this.#e=void 0,this.#t=void 0,this.#g=void 0,this.#u=[],this.#r="",this.#c=new Map,this.#i.reset(),!this.isConnected||!this.#O())return;let e={changed:n=>this.#H(n),connection:n=>this.#U(n==="down"),failed:n=>this.#E(n)};this.#e=Ts(this,this.#A(),e)}#H(e){this.#g=void 0;for(let n of e)this.#G(n);this.shownState&&this.#f("update",{state:this.shownState}),this.#p()}#G(e){if((e.kind==="takeback"||e.kind==="round")&&this.#t?.clear(),e.kind==="step"){let{round:n,ply:o,notation:s,seat:r}=e.step,i=r!==void 0&&r===this.seat;this.#m=Xo(e.step,this.#V()),this.#f("move",{round:n,ply:o,notation:s,isMine:i,...r!==void 0&&{seat:r}})}if(e.kind==="turn"){let{seat:n,choices:o}=e,s=o!==void 0;s&&(this.#m+=` ${Yo(this.shownState?.scene?.prompt,this.#V())}`),this.#f("turn",{seat:n,isMine:s,...s&&{turnId:o.turnId}})}if(e.kind==="end"){let{verdict:n}=e;this.#m+=` ${es({verdict:n},this.#V())}`,this.#f("end",{verdict:n,places:n.places??[]})}}#V(){let{summary:e}=this.shownState??{},n=e?Kt(e):this.names;return{words:this.#n,game:this.#a,names:n,lang:this.#x()}}async#I(e,n){let o=this.#l.press(e);if(o||this.#i.forget(),this.#p(),!!o){if(!await this.#i.isConfirmed(o,e,this.confirm,n)){this.#l.back(),this.#m=x("again",this.#x()),this.#p();return}await this.#D(o)}}async#D(e){let n=this.#f("choose",{move:e});if(this.#l.send(e),this.#i.forget(),this.#p(),!(!n||!this.#e))try{await this.#e.play(e)}catch(o){this.#l.clear(),this.#f("error",{error:$(o)}),this.#p()}}#U(e){e!==this.#k&&(this.#k=e,this.#f("connection",{isDown:e}),this.requestUpdate())}#E(e){this.#g=e,this.#f("error",{error:e}),this.requestUpdate()}#p(){this.#y+=1,this.requestUpdate()}#f(e,n){let o={detail:n,bubbles:e!=="error",composed:!0,cancelable:!0};return this.dispatchEvent(new CustomEvent(e,o))}#x(){return this.lang||this.closest("[lang]")?.getAttribute("lang")||document.documentElement.lang||"en"}#q({game:e},n){let o=({kind:s,key:r})=>s==="done"?x("end",n):this.#n.text(e,"choice",r,n);return jn(this.#l.next,o,s=>{this.#I(s,!1)})}#z(e){let{prompt:n}=e.scene,o=this.#x(),s=this.shownState,r=()=>{clearTimeout(this.#v),this.#v=setTimeout(()=>this.requestUpdate(),100)};return{view:e,lang:o,moment:Me(this.ply),isPosition:this.#e instanceof z,prompt:n?Fe(this.#n.prompt(e.game,n,o,e.names)):[],tick:r,act:{first:()=>s?this.show({round:1,ply:0}):this.#j(0),back:()=>this.step(-1),forward:()=>this.step(1),present:()=>s?this.show():this.#j(1/0),flip:()=>this.flip(),closer:()=>this.zoom(1.3),farther:()=>this.zoom(1/1.3),whole:()=>this.resetView()},...s&&{state:s}}}},Sl=(t,e)=>t.every((n,o)=>n===e[o]);customElements.get("referee-board")||customElements.define("referee-board",gt);export{gt as RefereeBoard};
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
