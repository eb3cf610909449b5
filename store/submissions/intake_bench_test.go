package submissions_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/roomtest"
	"green500/store/storetest"
)

// TestUploadsAtOnce: several people send long logs at the same time, and nothing of one gets into
// the report of another.
func TestUploadsAtOnce(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	const length = 20_000
	alone := make([][]byte, 4)
	for i := range alone {
		snapshot, err := roomtest.IntakeOf(t.Context(), storetest.Open(t, store.Config{}),
			storetest.NewLog(length, uint64(i)))
		if err != nil {
			t.Fatal(err)
		}
		alone[i] = snapshot.Report
		if i > 0 && bytes.Equal(alone[i], alone[i-1]) {
			t.Error("two logs give one report")
		}
	}
	together, errs := storetest.AtOnce(len(alone), func(i int) error {
		snapshot, err := roomtest.IntakeOf(t.Context(), s, storetest.NewLog(length, uint64(i)))
		if err == nil && !bytes.Equal(snapshot.Report, alone[i]) {
			err = fmt.Errorf("log %d gives another report", i)
		}
		return err
	})
	if len(errs) > 0 {
		t.Errorf("%d went well: %v", together, errs)
	}
}

// BenchmarkIntake takes a log in until original and readings are on the disk, and the entry is graded.
// Beside it stands what a program of few lines would do, which keeps nothing.
func BenchmarkIntake(b *testing.B) {
	length := roomtest.BenchReadings(b)
	path := filepath.Join(b.TempDir(), "log.csv")
	size := write(b, path, storetest.NewLog(length, 0))
	times := map[string]time.Duration{}
	for _, c := range []struct {
		name string
		work func(s *store.Store, log io.Reader) error
	}{
		{"naive", func(_ *store.Store, log io.Reader) error { return naive(log) }},
		{"both blobs", func(s *store.Store, log io.Reader) error {
			_, err := roomtest.IntakeOf(b.Context(), s, log)
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				b.StopTimer()
				s := storetest.Open(b, store.Config{}) // a store that knows the log would not read it
				b.StartTimer()
				log, err := os.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				if err := errors.Join(c.work(s, log), log.Close()); err != nil {
					b.Fatal(err)
				}
			}
			times[c.name] = b.Elapsed() / time.Duration(b.N)
			b.ReportMetric(float64(length)/1e6/times[c.name].Seconds(), "Mreadings/s")
			b.ReportMetric(times[c.name].Seconds()/times["naive"].Seconds(), "of-naive")
		})
	}
}

// BenchmarkPut keeps an original, the first half of BenchmarkIntake.
func BenchmarkPut(b *testing.B) {
	path := filepath.Join(b.TempDir(), "log.csv")
	b.SetBytes(write(b, path, storetest.NewLog(roomtest.BenchReadings(b), 0)))
	blobs := storetest.Blobs(b)
	for b.Loop() {
		log, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := blobs.Put(b.Context(), log); err != nil {
			b.Fatal(err)
		}
		if err := log.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func write(b *testing.B, path string, log io.Reader) int64 {
	b.Helper()
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	size, err := io.CopyBuffer(struct{ io.Writer }{file}, log, make([]byte, 1<<20))
	if err := errors.Join(err, file.Close()); err != nil {
		b.Fatal(err)
	}
	return size
}

// naive reads a log as most programs do.
func naive(log io.Reader) error {
	table := csv.NewReader(log)
	table.ReuseRecord = true
	if _, err := table.Read(); err != nil {
		return err
	}
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := time.Parse(time.RFC3339Nano, row[0]); err != nil {
			return err
		}
		if _, err := strconv.ParseFloat(row[1], 64); err != nil {
			return err
		}
	}
}

// BenchmarkIntakeMemory takes four logs in at once, and tells how much more memory that took than the
// program had before.
func BenchmarkIntakeMemory(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("only Linux reports what memory a program has")
	}
	length := roomtest.BenchReadings(b)
	most := int64(0)
	for b.Loop() {
		s := storetest.Open(b, store.Config{})
		debug.FreeOSMemory()
		idle := resident(b)
		stop, peak := make(chan struct{}), make(chan int64)
		go func() { peak <- watch(b, stop) }()
		_, errs := storetest.AtOnce(4, func(i int) error {
			_, err := roomtest.IntakeOf(b.Context(), s, storetest.NewLog(length, uint64(i)))
			return err
		})
		close(stop)
		most = max(most, <-peak-idle)
		if len(errs) > 0 {
			b.Fatal(errs)
		}
	}
	b.ReportMetric(float64(most)/(1<<20), "MiB-above-idle")
}

// watch returns the most memory there was until it is stopped.
func watch(b *testing.B, stop chan struct{}) int64 {
	most := int64(0)
	for {
		select {
		case <-stop:
			return most
		case <-time.After(2 * time.Millisecond):
			most = max(most, resident(b))
		}
	}
}

// resident is the memory of the program, in bytes.
func resident(b *testing.B) int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Error(err)
	}
	_, line, _ := strings.Cut(string(status), "VmRSS:")
	line, _, _ = strings.Cut(line, "kB")
	kilobytes, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
	if err != nil {
		b.Error(err)
	}
	return kilobytes << 10
}
