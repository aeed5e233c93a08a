(()=>{'use strict';
// The page is complete without this: it only reads out values of a step.
const runs=JSON.parse(document.getElementById('values').textContent);
const thin='\u202f';
const share=v=>{const p=100*v;return(p&&(p<.95||(p>=99.5&&p<100))?p.toFixed(1):p.toFixed(0))+thin+'%'};
const short=(v,s)=>s.u==='%'?share(v):v.toFixed(s.p).replace('-','\u2212');
const full=(v,s)=>short(v,s)+(s.u&&s.u!=='%'?' '+s.u:'');
const mark=(root,x)=>root.querySelectorAll('.cur').forEach(c=>c.setAttribute('d',x===null?'M-9,0V100':`M${x},0V100`));
const nearest=(run,svg,event)=>{const box=svg.getBoundingClientRect(),at=(event.clientX-box.left)/box.width*run.w;
 let best=0;run.x.forEach((x,i)=>{if(Math.abs(x-at)<Math.abs(run.x[best]-at))best=i});return best};
const inside=(svg,event)=>{const box=svg.getBoundingClientRect();return event.clientX>=box.left&&event.clientX<=box.right};
const has=(list,i)=>list&&list[i]!==null&&list[i]!==undefined;

const chart=(run,figure)=>{
 const key=figure.dataset.k,values=run.s[key],out=figure.querySelector('.read'),svg=figure.querySelector('.main'),hint=out.textContent,last=run.x.length-1;
 let now=-1;
 const clamp=i=>Math.max(0,Math.min(last,i));
 const show=i=>{now=i;mark(figure,run.x[i]);
  let text=(run.l[i].includes('\u2013')?'Steps ':'Step ')+run.l[i]+': '+(has(values.m,i)?full(values.m[i],values):'no value');
  if(has(values.b,i))text+=' \u00b1 '+full(values.b[i],values)+' (2 se)';
  if(values.e){values.e.forEach(([name,other])=>{if(has(run.s[other].m,i))text+='; '+name+' '+full(run.s[other].m[i],run.s[other])});
   if(has(values.P,i))text+=`; ${values.P[i]} prompts`;out.textContent=text;return}
  if(key!=='t'&&run.s.t&&has(run.s.t.m,i))text+='; reward '+full(run.s.t.m[i],run.s.t);
  if(key==='t'&&run.s.p0&&!run.s.p1&&has(run.s.p0.m,i))text+='; '+figure.dataset.part+' '+full(run.s.p0.m[i],run.s.p0);
  if(has(run.P,i))text+=`; ${run.P[i]} prompts, ${run.N[i]} completions`;
  out.textContent=text};
 const hide=()=>{now=-1;mark(figure,null);const span=document.createElement('span');span.className='hint';span.textContent=hint;out.replaceChildren(span)};
 const point=event=>{if(inside(svg,event))show(nearest(run,svg,event))};
 figure.addEventListener('pointermove',point);
 figure.addEventListener('pointerdown',point);
 figure.addEventListener('pointerleave',hide);
 figure.addEventListener('blur',hide);
 figure.addEventListener('keydown',event=>{
  const by={ArrowLeft:-1,ArrowRight:1,PageUp:-10,PageDown:10}[event.key];
  if(by)show(now<0?(by>0?0:last):clamp(now+by));
  else if(event.key==='Home')show(0);
  else if(event.key==='End')show(last);
  else if(event.key==='Escape')hide();
  else return;
  event.preventDefault()});
};

const overview=(run,root)=>{
 const rows=[...root.querySelectorAll('tr[data-k]')],cells=rows.map(row=>row.querySelector('.at')),was=cells.map(cell=>cell.textContent),heads=root.querySelectorAll('.ath');
 if(!rows.length)return;
 const label=document.createElement('label'),slider=document.createElement('input'),out=document.createElement('output');
 label.className='sl';slider.type='range';slider.min=0;slider.max=run.x.length-1;
 const at=i=>{mark(root,run.x[i]);slider.value=i;slider.setAttribute('aria-valuetext','step '+run.l[i]);out.textContent=run.l[i];
  heads.forEach(head=>{head.textContent='Step '+run.l[i]});
  rows.forEach((row,r)=>{const s=run.s[row.dataset.k];cells[r].textContent=has(s.m,i)?short(s.m[i],s):'\u2013'})};
 const reset=()=>{mark(root,null);slider.value=slider.max;slider.setAttribute('aria-valuetext','now');out.textContent='now';
  heads.forEach(head=>{head.textContent='Now'});cells.forEach((cell,r)=>{cell.textContent=was[r]})};
 label.append('Read all rows at step ',slider,out);root.prepend(label);reset();
 slider.addEventListener('input',()=>at(+slider.value));
 slider.addEventListener('blur',reset);
 const plot=root.querySelector('.sp');
 const point=event=>{if(event.target===slider)return;
  if(inside(plot,event))at(nearest(run,plot,event));else if(document.activeElement!==slider)reset()};
 root.addEventListener('pointermove',point);
 root.addEventListener('pointerdown',point);
 root.addEventListener('pointerleave',()=>{if(document.activeElement!==slider)reset()});
};

// On paper nothing stays folded but what paper leaves out.
let opened=[];
addEventListener('beforeprint',()=>{opened=[...document.querySelectorAll('details:not([open]):not(.np)')];opened.forEach(d=>{d.open=true})});
addEventListener('afterprint',()=>{opened.forEach(d=>{d.open=false})});

document.querySelectorAll('[data-run]').forEach(part=>{
 const run=runs[part.dataset.run];
 part.querySelectorAll('figure[data-k]').forEach(figure=>chart(run,figure));
 part.querySelectorAll('.ovs').forEach(root=>overview(run,root));
});
})();
