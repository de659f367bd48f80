import{A as i,b as e}from"./board-DljLscjI.js";import{P as l,t as s,g,a as c,c as d,b as h,n as f,m as T,d as E}from"./index-B2E5g8XN.js";/* empty css              */import"./early-CyNNN_K1.js";const m=50;class N extends l{static{this.properties={...l.properties,ladders:{state:!0},tournaments:{state:!0},next:{state:!0},isRead:{state:!0}}}arrived(){[this.ladders,this.tournaments,this.next,this.isRead]=[[],[],"",!1],this.entitle(s("nav.contests")),g().then(()=>c(()=>Promise.all([this.#e(),this.#s()]))).then(()=>this.isRead=!0)}async#e(){this.ladders=(await d("ContestService/ListContests",{kind:"CONTEST_KIND_LADDER",pageSize:m})).contests??[]}async#s(){const a={kind:"CONTEST_KIND_TOURNAMENT",pageSize:m,pageToken:this.next},{contests:t=[],nextPageToken:n=""}=await d("ContestService/ListContests",a);this.tournaments=[...this.tournaments,...t],this.next=n}render(){return this.isRead?e`<div class="heading"><h1>${s("nav.contests")}</h1></div>
      <section>
        <h2>${s("contests.ladders")}</h2>
        ${this.#t(this.ladders)}
      </section>
      <section class="section">
        <h2>${s("contests.tournaments")}</h2>
        ${this.#t(this.tournaments)}
        ${this.next?e`<p><button @click=${()=>c(()=>this.#s())}>${s("more")}</button></p>`:i}
      </section>
      <p class="soft section">
        ${s("contests.host")} <a href="/docs/tournaments">${s("contests.how")}</a>
      </p>`:i}#t(a){return a.length===0?e`<p class="empty">${s("contests.none")}</p>`:e`<ul class="entries">
      ${a.map(({contest:t,name:n,state:p,game:o,categories:u,entrants:$,openedUnixMs:r})=>e`<li>
            <span class="grow"
              ><a
                href=${t?.ladderId?`/l/${t.ladderId}`:`/t/${t?.tournamentId}`}
                ><bdi>${n}</bdi></a
              >
              <span class="soft">
                ${o?h(o):(u??[]).map(h).join(", ")}</span
              ></span
            >
            <span class="soft small">${s("entrants",{n:f($??0)})}</span>
            <span class="small state"
              >${T(`state.${(p??"").replace("CONTEST_STATE_","")}`,"")}</span
            >
            <span class="soft small when"
              >${r?E(Number(r)):i}</span
            >
          </li>`)}
    </ul>`}}customElements.define("page-contests",N);
