const e=matchMedia("(max-width: 60rem)"),a=()=>e.matches;function n(t){return e.addEventListener("change",t),()=>e.removeEventListener("change",t)}export{a as h,n as o};
