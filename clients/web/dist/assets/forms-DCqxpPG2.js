function n(t){t.preventDefault();const r=new FormData(t.target,t.submitter).entries();return Object.fromEntries([...r].map(([e,i])=>[e,String(i).trim()]))}export{n as t};
