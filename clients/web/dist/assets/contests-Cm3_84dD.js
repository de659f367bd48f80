import{A as n,b as a,a as m}from"./board-D1p_NJfW.js";import{P as l,t as e,g as p,c as f,f as $,a as T,b as h,n as g,m as N,d as E,r as R}from"./index-DD4thUuR.js";/* empty css              */import"./early-8lfsaDGx.js";const b=50;class _ extends l{static{this.properties={...l.properties,ladders:{state:!0},tournaments:{state:!0},next:{state:!0},isRead:{state:!0},failure:{state:!0},isRetried:{state:!0}}}arrived(){[this.ladders,this.tournaments,this.next,this.isRead]=[[],[],"",!1],[this.failure,this.isRetried]=["",!1],this.entitle(e("nav.contests"));const t=s=>{this.failure=R(s),this.isRetried=m(s).isRetryable};p().then(()=>this.retry(()=>this.#e(),t)).then(()=>[this.isRead,this.failure]=[!0,""],t)}async#e(){const t=[this.#s("CONTEST_KIND_LADDER"),this.#s("CONTEST_KIND_TOURNAMENT")],[s={},i={}]=await Promise.all(t);this.ladders=s.contests??[],this.tournaments=i.contests??[],this.next=i.nextPageToken??""}#s(t,s=""){return f("ContestService/ListContests",{kind:t,pageSize:b,pageToken:s})}async#a(){const{contests:t=[],nextPageToken:s=""}=await this.#s("CONTEST_KIND_TOURNAMENT",this.next);this.tournaments=[...this.tournaments,...t],this.next=s}render(){return this.failure?$(e("page.unread"),this.failure,this.isRetried):this.isRead?a`<div class="heading"><h1>${e("nav.contests")}</h1></div>
      <section>
        <h2>${e("contests.ladders")}</h2>
        ${this.#t(this.ladders)}
      </section>
      <section class="section">
        <h2>${e("contests.tournaments")}</h2>
        ${this.#t(this.tournaments)}
        ${this.next?a`<p><button @click=${()=>T(()=>this.#a())}>${e("more")}</button></p>`:n}
      </section>
      <p class="soft section">
        ${e("contests.host")} <a href="/docs/tournaments">${e("contests.how")}</a>
      </p>`:n}#t(t){return t.length===0?a`<p class="empty">${e("contests.none")}</p>`:a`<ul class="entries">
      ${t.map(({contest:s,name:i,state:d,game:r,categories:c,entrants:u,openedUnixMs:o})=>a`<li>
            <span class="grow"
              ><a
                href=${s?.ladderId?`/l/${s.ladderId}`:`/t/${s?.tournamentId}`}
                ><bdi>${i}</bdi></a
              >
              <span class="soft">
                ${r?h(r):(c??[]).map(h).join(", ")}</span
              ></span
            >
            <span class="soft small">${e("entrants",{n:g(u??0)})}</span>
            <span class="small state"
              >${N(`state.${(d??"").replace("CONTEST_STATE_","")}`,"")}</span
            >
            <span class="soft small when"
              >${o?E(Number(o)):n}</span
            >
          </li>`)}
    </ul>`}}customElements.define("page-contests",_);
