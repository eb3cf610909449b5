package rules_test
import ("testing";"maps";"slices";"fmt";"path/filepath";"green500/validation/document";"green500/validation/rules";"green500/validation/power")
func TestZZMono(t *testing.T){
 good:=func(o rules.Outcome)bool{return o==rules.Pass||o==rules.NotApplicable}
 n:=0
 for _,file:=range caseFiles(t,"*"){
  c:=readCase(t,file); id:=filepath.Base(filepath.Dir(file))
  rule:=rules.All()[slices.IndexFunc(rules.All(),func(r rules.Rule)bool{return r.ID==id})]
  m:=c.measurement(t)
  if document.Check(m.Entry)!=nil {continue}
  was:=c.check(t,rule,m)
  if good(was.Outcome){continue}
  fields:=document.Fields(m.Entry)
  for path:=range fields{
   f:=maps.Clone(fields); delete(f,path)
   e,err:=document.FromFields(f); if err!=nil||document.Check(e)!=nil||len(e.Series)!=len(m.Parts){continue}
   m2:=*m; relate(t,&m2,f); 
   n++
   got:=c.check(t,rule,&m2)
   if good(got.Outcome){fmt.Println("RAISED",file,path,was.Outcome,got.Outcome,got.Message)}
  }
 }
 fmt.Println(n); _=power.Power
}
