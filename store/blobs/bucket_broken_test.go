package blobs_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"green500/store/blobs"
	"green500/store/storetest"
)

// wire leads to an object store and can be cut.
type wire struct {
	listener net.Listener
	to       string
	cut      atomic.Bool
	opened   atomic.Int64
	mutex    sync.Mutex
	open     []net.Conn
}

// throughWire is a depot that is reached by a wire.
func throughWire(t *testing.T) (blobs.Location, *wire) {
	t.Helper()
	at := storetest.ObjectLocation(t)
	said, err := url.Parse(at.At)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{to: strings.TrimPrefix(said.Query().Get("endpoint"), "http://")}
	if w.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.listener.Close(); w.setCut(true) })
	go w.accept()
	at.At = strings.Replace(at.At, w.to, w.listener.Addr().String(), 1)
	return at, w
}

func (w *wire) accept() {
	for {
		near, err := w.listener.Accept()
		if err != nil {
			return
		}
		w.opened.Add(1)
		far, err := net.Dial("tcp", w.to)
		if err != nil || w.cut.Load() {
			_ = near.Close()
			continue
		}
		w.mutex.Lock()
		w.open = append(w.open, near, far)
		w.mutex.Unlock()
		for _, pair := range [][2]net.Conn{{near, far}, {far, near}} {
			go func() { _, _ = io.Copy(pair[0], pair[1]); _ = pair[0].Close(); _ = pair[1].Close() }()
		}
	}
}

func (w *wire) setCut(cut bool) {
	w.cut.Store(cut)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if cut {
		for _, one := range w.open {
			_ = one.Close()
		}
		w.open = nil
	}
}

// TestAnObjectStoreThatIsGoneLosesNothing: what was acknowledged is there when it is back, and until then every answer
// is that it is not available: not that something is lacking or damaged.
func TestAnObjectStoreThatIsGoneLosesNothing(t *testing.T) {
	at, w := throughWire(t)
	evidence := storetest.OpenObjects(t, at)
	const id = "00112233445566778899aabbccddeeff"
	content := storetest.Readings(3 << 20)
	blob := storetest.Put(t, evidence, content)
	plain, err := evidence.PutPlain(t.Context(), io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := evidence.Pieces().Append(t.Context(), id, 0, strings.NewReader("0123456789")); err != nil {
		t.Fatal(err)
	}
	w.setCut(true)
	_, putting := evidence.Put(t.Context(), bytes.NewReader(content))
	_, reading := evidence.Open(t.Context(), blob.Digest)
	_, opening := evidence.OpenPlain(t.Context(), plain.Digest)
	_, adding := evidence.Pieces().Append(t.Context(), id, 10, strings.NewReader("more"))
	_, asking := evidence.Pieces().Size(t.Context(), id)
	for what, err := range map[string]error{"put": putting, "open": reading, "open plain": opening, "append": adding,
		"size": asking} {
		if !errors.Is(err, blobs.ErrUnavailable) || errors.Is(err, blobs.ErrNotFound) ||
			errors.Is(err, blobs.ErrDamaged) || strings.Contains(err.Error(), storetest.ObjectSecretKey) {
			t.Errorf("%s: got %v", what, err)
		}
	}
	w.setCut(false)
	if got, err := read(t, evidence, blob.Digest); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%v: %d bytes came back", err, len(got))
	}
	wantPlain(t, evidence, plain, content)
	if size, err := evidence.Pieces().Append(t.Context(), id, 10, strings.NewReader("more")); err != nil || size != 14 {
		t.Errorf("%v: it ends at %d", err, size)
	}
}

// TestAWireThatIsCutWhileReading is read on where it was cut.
func TestAWireThatIsCutWhileReading(t *testing.T) {
	at, w := throughWire(t)
	evidence := storetest.OpenObjects(t, at)
	content := make([]byte, 24<<20)
	for i := range content {
		content[i] = byte(i * i >> 7)
	}
	blob, err := evidence.PutPlain(t.Context(), io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))))
	if err != nil {
		t.Fatal(err)
	}
	opened, err := evidence.Open(t.Context(), blob.Digest)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = opened.Close() }()
	got := make([]byte, len(content))
	before := w.opened.Load()
	for at := 0; at < len(got); at += 8 << 20 {
		if _, err := io.ReadFull(opened, got[at:at+8<<20]); err != nil {
			t.Fatal(err)
		}
		w.setCut(true)
		w.setCut(false)
	}
	if !bytes.Equal(got, content) || w.opened.Load() == before {
		t.Errorf("other bytes came, or it was not cut")
	}
}
