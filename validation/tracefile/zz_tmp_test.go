package tracefile
import ("testing";"bytes";"time";"runtime";"green500/validation/power")
func TestZZ(t *testing.T){ n:=0; var slow time.Duration; var most uint64
 var a,b runtime.MemStats
 for i,file := range parquetSamples(t) { for at:=4; at<len(file); at++ { for v:=1; v<256; v++ {
  c:=bytes.Clone(file); c[at]^=byte(v); n++
  if n%7==0 {runtime.ReadMemStats(&a)}
  s:=time.Now()
  _,err:=readFile(c,power.Series{Unit:"J"},time.UTC); if err!=nil {demandInput(t,err)}
  if n%7==0 {runtime.ReadMemStats(&b); if d:=b.TotalAlloc-a.TotalAlloc; d>most {most=d; t.Logf("alloc %d MB sample %d at %d ^ %x: %v",d>>20,i,at,v,err)}}
  if d:=time.Since(s); d>slow {slow=d; t.Logf("slow %v sample %d at %d ^ %x: %v",d,i,at,v,err)}
 }}}
 t.Log(n)}
