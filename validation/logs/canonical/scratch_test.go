package canonical

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"

	"green500/validation/power"
)

// TestMemoryMovesWhenItIsFull: what was written reads the same before and after.
func TestMemoryMovesWhenItIsFull(t *testing.T) {
	moved := 0
	f, err := MemoryUpTo(3*part/2, func() (File, error) { moved++; return Memory() })()
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for i := range 40 {
		piece := bytes.Repeat([]byte{byte(i)}, part/17)
		want = append(want, piece...)
		if _, err := f.Write(piece); err != nil {
			t.Fatal(err)
		}
		if full := len(want) > 3*part/2; full != (moved == 1) {
			t.Fatalf("moved %d times after %d bytes", moved, len(want))
		}
		got, err := io.ReadAll(io.NewSectionReader(f, 0, int64(len(want))))
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%d bytes read otherwise: %v", len(want), err)
		}
	}
	if n, err := f.ReadAt(make([]byte, 9), int64(len(want))-4); n != 4 || !errors.Is(err, io.EOF) {
		t.Errorf("the end reads %d bytes, %v", n, err)
	}
}

// watched tells how many files are open.
type watched struct {
	File
	open *int
}

func (w watched) Close() error { *w.open--; return w.File.Close() }

// TestScratchIsGivenBack whatever the order of a log, after Finish and after Close.
func TestScratchIsGivenBack(t *testing.T) {
	open := 0
	scratch := func() (File, error) { open++; f, err := Memory(); return watched{f, &open}, err }
	for name, l := range map[string]log{"in turn": steady(1, 1000), "mixed": steady(7, 100), "shuffled": shuffled()} {
		for _, finish := range []bool{true, false} {
			w := newWriter(l.quantity, scratch, small())
			instruments := enter(w, l.names)
			if err := w.AddRows(instruments, l.instruments, l.at, l.value, Multiples{}); err != nil {
				t.Fatal(err)
			}
			if finish {
				r, err := w.Finish(nil)
				if err != nil || open != 1 {
					t.Fatalf("%s: %d files are open, %v", name, open, err)
				}
				if err := r.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil || open != 0 {
				t.Errorf("%s: %d files are open, %v", name, open, err)
			}
		}
	}
}

// full is a disk that takes no more.
type full struct{ File }

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAFullDiskIsTold(t *testing.T) {
	scratch := func() (File, error) { return full{&memory{}}, nil }
	for name, l := range map[string]log{"in turn": steady(1, 1000), "mixed": steady(7, 100)} {
		w := newWriter(l.quantity, scratch, small())
		instruments := enter(w, l.names)
		err := w.AddRows(instruments, l.instruments, l.at, l.value, Multiples{})
		if err == nil {
			_, err = w.Finish(nil)
		}
		if err = errors.Join(err, w.Close()); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMemoryIsBounded: what a writer holds does not grow with the readings.
func TestMemoryIsBounded(t *testing.T) {
	const bound = 40 << 20
	for name, c := range map[string]struct{ instruments, readings int }{"one instrument": {1, 3 << 20},
		"many in turn": {5000, 3 << 20}} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		w := NewWriter(power.Power, disk(t))
		var instruments []int32
		for i := range c.instruments {
			instruments = append(instruments, w.Instrument(string(rune(0x4e00+i))))
		}
		held := uint64(0)
		rows, at, value := make([]int32, 1<<12), make([]int64, 1<<12), make([]int64, 1<<12)
		for n := 0; n < c.readings; n += len(rows) {
			for i := range rows {
				rows[i], at[i], value[i] = int32((n+i)%c.instruments), int64(n+i)*1e6, int64(i*7919%10007)*1e9
			}
			if err := w.AddRows(instruments, rows, at, value, Multiples{}); err != nil {
				t.Fatal(err)
			}
			if n>>12%64 == 0 {
				runtime.GC()
				runtime.ReadMemStats(&after)
				held = max(held, after.HeapAlloc-min(after.HeapAlloc, before.HeapAlloc))
			}
		}
		r, err := w.Finish(nil)
		if err != nil {
			t.Fatal(err)
		}
		if held > bound {
			t.Errorf("%s: %d MiB are held", name, held>>20)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
