package store_test
import ("testing";"time";"green500/store";"io")
func TestZZ(t *testing.T){ inRooms(t, func(t *testing.T, r *room) {
		s0:=time.Now()
		for i := range 520 { s := summary(); s.Efficiency = float64(i); r.accepted(r.submitter, s) }
		t.Log("create+submit+accept each", time.Since(s0)/520); s0=time.Now()
		r.publish(); t.Log("publish 520", time.Since(s0)); s0=time.Now()
		for range 20 { r.list(store.Filter{}) } ; t.Log("list", time.Since(s0)/20); s0=time.Now()
		for range 20 { r.list(store.Filter{Search:"auro"}) } ; t.Log("search", time.Since(s0)/20); s0=time.Now()
		for range 20 { r.Revision(t.Context(),1,0) } ; t.Log("revision", time.Since(s0)/20); s0=time.Now()
		for range 20 { r.Authenticate(t.Context(),r.submitter.Email,password) } ; t.Log("auth", time.Since(s0)/20); s0=time.Now()
		c:=readings(200<<20); s0=time.Now(); b:=put(t,r.blobs,c); t.Log("put 200MB", time.Since(s0)); s0=time.Now()
		f,_:=r.blobs.Open(t.Context(),b.Digest); io.Copy(io.Discard,f); t.Log("read 200MB", time.Since(s0)); s0=time.Now()
		b=put(t,r.blobs,c[:1000]); t.Log("put 1k", time.Since(s0)); s0=time.Now()
		for range 50 { f,_:=r.blobs.Open(t.Context(),b.Digest); io.Copy(io.Discard,f); f.Close() }; t.Log("read 1k", time.Since(s0)/50)
})}
