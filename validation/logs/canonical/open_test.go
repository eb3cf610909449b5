package canonical

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"green500/validation/power"
)

// demandInput fails if an error is not one a person can act on.
func demandInput(t *testing.T, err error) {
	t.Helper()
	var inputError *power.InputError
	if !errors.As(err, &inputError) || inputError.Problem == "" || inputError.Remedy == "" {
		t.Fatalf("%T says not what to do: %v", err, err)
	}
}

// answers asks traces for all that needs readings, and drawings of grains and of blocks.
func answers(traces []*power.Trace) (told string, err error) {
	for _, one := range traces {
		inner := one.Span().Trim(1, 1)
		count, first := one.CountOf(inner, 0, 5e6)
		at, value := one.Columns()
		told += fmt.Sprintf("%q %+v %d %v %v %v\n", one.Instrument, one.Inspect(inner), count, first, at, value)
		for _, width := range []int{3, 12, 60, 700} {
			told += fmt.Sprintln(one.Envelope(inner, width, "middle"))
		}
		if one.Err() != nil {
			return told, one.Err()
		}
	}
	return told, nil
}

// shuffled is a small log in no order, of three instruments.
func shuffled() log {
	l := steady(3, 40)
	l.at[70] = l.at[1] + 500_000_000
	l.value[33] = -7
	return l
}

func TestWhatIsNotTheCanonicalFormIsRefused(t *testing.T) {
	var other bytes.Buffer
	w := parquet.NewGenericWriter[struct{ A int }](&other)
	if _, err := w.Write(make([]struct{ A int }, 9)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	whole := content(t, shuffled().write(t, small()))
	for name, file := range map[string][]byte{
		"nothing": nil, "text": []byte(
			"time,power\n2026-06-01T00:00:00Z,5\n2026-06-01T00:00:01Z,5\n"), "other Parquet": other.Bytes(),
		"half": whole[:len(whole)/2], "without its end": whole[:len(whole)-1], "end only": whole[len(whole)-60:],
	} {
		_, err := Open(bytes.NewReader(file), int64(len(file)))
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		demandInput(t, err)
	}
}

// TestDamageIsTold: a file with one byte changed is refused, or answers as before. Without GREEN500_TEST_LONG it is
// every third byte.
func TestDamageIsTold(t *testing.T) {
	file := content(t, shuffled().write(t, small()))
	traces, err := Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	want, err := answers(traces)
	if err != nil {
		t.Fatal(err)
	}
	refused, stride := 0, 3
	if os.Getenv("GREEN500_TEST_LONG") != "" {
		stride = 1
	}
	for at := 0; at < len(file); at += stride {
		changed := bytes.Clone(file)
		changed[at] ^= 0xff
		var got string
		traces, err := Open(bytes.NewReader(changed), int64(len(file)))
		if err == nil {
			got, err = answers(traces)
		}
		switch {
		case err != nil:
			demandInput(t, err)
			refused++
		case got != want:
			t.Errorf("byte %d: got\n%swant\n%s", at, got, want)
		}
	}
	if refused < len(file)/stride/3 {
		t.Errorf("only %d of %d bytes matter", refused, len(file))
	}
}

// TestTracesAreReadFromAllSides: a file is safe for concurrent use.
func TestTracesAreReadFromAllSides(t *testing.T) {
	r := steady(4, 30_000).write(t, usual())
	want, err := answers(r.Traces)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got, err := answers(r.Traces); got != want || err != nil {
				t.Errorf("other answers at the same time: %v", err)
			}
		})
	}
	all.Wait()
}

// gone is a disk that fails.
type gone struct{ io.ReaderAt }

var errGone = errors.New("the disk is gone")

func (gone) ReadAt([]byte, int64) (int, error) { return 0, errGone }

func TestAFailingDiskIsNoInputError(t *testing.T) {
	_, err := Open(gone{}, 1000)
	if !errors.Is(err, errGone) {
		t.Errorf("got %v", err)
	}
}

// FuzzOpen: whatever the bytes, they are refused or answer; and so are an index and a head behind their checksums.
func FuzzOpen(f *testing.F) {
	for _, l := range []log{shuffled(), steady(1, 3), steady(2, 2000), steady(1, 9*power.BlockReadings+5)} {
		s := small()
		if len(l.at) > 5000 {
			s = usual() // of a whole chunk
		}
		file := content(f, l.write(f, s))
		f.Add(file, 0, byte(0))
		f.Add(file, len(file)/2, byte(0x80))
		f.Add(file[:len(file)/2], 0, byte(0))
	}
	f.Fuzz(func(t *testing.T, file []byte, at int, flip byte) {
		file = mended(file, at, flip)
		traces, err := Open(bytes.NewReader(file), int64(len(file)))
		if err == nil {
			_, err = answers(traces)
			for _, one := range traces {
				one.Window(power.NewSpan(time.Unix(0, -1<<62), time.Unix(0, 1<<62)))
			}
		}
		if err != nil {
			demandInput(t, err)
		}
	})
}

// mended changes a byte of a file and makes the checksums right again, so that what lies behind them is reached.
func mended(file []byte, at int, flip byte) []byte {
	x, err := readIndex(bytes.NewReader(file), int64(len(file)))
	if err != nil || at < 0 || at >= len(file) {
		return file
	}
	file = bytes.Clone(file)
	text := file[x.limit : x.limit+int64(lengthOf(file, x))]
	file[at] ^= flip
	for i, place := range x.places {
		mendHead(file, x, i, place, text)
	}
	copy(file[x.limit+int64(len(text)):], trailerOf(text))
	return file
}

// TestColumnsOfTheFormAreKnown: files that were converted are read as any log, without a question.
func TestColumnsOfTheFormAreKnown(t *testing.T) {
	for kept, want := range map[string]bool{form: true, "trace/1": false, "": false} {
		said := map[string]string{formKey: kept, unitKey: "W"}
		m, ours := MeaningOf(func(key string) (string, bool) { value, known := said[key]; return value, known })
		if ours != want || ours && m != (Meaning{instrumentName, valueName, "W"}) {
			t.Errorf("%q: %v, %+v", kept, ours, m)
		}
	}
}

// TestAHeadDoesNotTellOfHugePages: they are read with their headers, of which a file that is long enough may tell
// anything.
func TestAHeadDoesNotTellOfHugePages(t *testing.T) {
	const at = 1 << 40
	place := stripePlace{rows: 5, head: extent{at: at}}
	head := func(header int) []byte {
		x := binary.AppendUvarint(binary.AppendUvarint(nil, at), at)
		for range 2 {
			x = binary.AppendUvarint(binary.AppendUvarint(x, uint64(header+10)), uint64(header))
			x = append(x, 1, 2, 3, 4)
		}
		return x
	}
	for header, want := range map[int]bool{50: true, 1 << 30: false} {
		if h := (&stripeHead{}); h.decode(head(header), place, 10) != want {
			t.Errorf("a page behind a header of %d bytes is taken: %v", header, !want)
		}
	}
}
