package tracefile

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"green500/validation/power"
)

// packedHPL returns an output of HPL in each form that people give.
func packedHPL(t *testing.T) (plain string, forms map[string]string) {
	t.Helper()
	text, err := os.ReadFile("../hpl/testdata/netlib.out")
	if err != nil {
		t.Fatal(err)
	}
	plain = string(text)
	wide := func(mark string, order binary.AppendByteOrder) string {
		units := []byte(mark)
		for _, one := range utf16.Encode([]rune(plain)) {
			units = order.AppendUint16(units, one)
		}
		return string(units)
	}
	return plain, map[string]string{
		"as it is":             plain,
		"with a mark of UTF-8": "\xef\xbb\xbf" + plain,
		"gzip":                 gzippedHPL(t, plain),
		"gzip twice":           gzippedHPL(t, gzippedHPL(t, plain)),
		"UTF-16":               wide("\xff\xfe", binary.LittleEndian),
		"UTF-16 of old":        wide("\xfe\xff", binary.BigEndian),
		"UTF-16 unmarked":      wide("", binary.LittleEndian),
		"UTF-16 in gzip":       gzippedHPL(t, wide("\xff\xfe", binary.LittleEndian)),
		"zip":                  zippedHPL(t, "run/hpl.out", plain),
		"zip beside others": zippedHPL(t, "HPL.dat", "HPLinpack benchmark input file\n", "hpl.out", plain,
			"__MACOSX/._hpl.out", "x"),
		"gzip in zip": zippedHPL(t, "hpl.out.gz", gzippedHPL(t, plain)),
		"tar in gzip": gzippedHPL(t, tarredHPL(t, plain)),
	}
}

func gzippedHPL(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.WriteString(w, text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return out.String()
}

func zippedHPL(t *testing.T, members ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(members); i += 2 {
		one, err := w.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(one, members[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func tarredHPL(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	if err := w.WriteHeader(&tar.Header{Name: "hpl.out", Typeflag: tar.TypeReg, Size: int64(len(text)),
		Mode: 0o600}); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestPackedHPL: an output of HPL is read packed and encoded as a log is.
func TestPackedHPL(t *testing.T) {
	_, forms := packedHPL(t)
	for name, text := range forms {
		output, err := ReadHPL(strings.NewReader(text), "o")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r, err := output.Pick(0); err != nil || r.N != 200_000 || r.Start != "2025-06-08T09:05:00" ||
			output.Variant != "HPLinpack 2.3" {
			t.Errorf("%s: %s %+v, %v", name, output.Variant, r, err)
		}
	}
}

// TestPackedHPLRefused: what is wrong with a packed output is said of it.
func TestPackedHPLRefused(t *testing.T) {
	plain, forms := packedHPL(t)
	for name, c := range map[string]struct{ text, want string }{
		"two outputs": {zippedHPL(t, "a.out", plain, "b.out", plain),
			"o: is an archive with 2 outputs of HPL; give one of them: a.out, b.out."},
		"none": {zippedHPL(t, "a.txt", "x", "b.txt", "y"),
			"o: is an archive of 2 files, and none contains an HPL result; give the output of HPL itself."},
		"cut off in zip":  {zippedHPL(t, "a.txt", "x", "hpl.out", plain[:600]), "o: hpl.out: the run did not finish"},
		"cut gzip":        {forms["gzip"][:200], "o: is cut off: its gzip ends after"},
		"damaged zip":     {forms["zip"][:100], "o: is damaged: its zip archive cannot be read"},
		"another archive": {"7z\xbc\xaf\x27\x1c\x00\x04", "o: is "},
	} {
		_, err := ReadHPL(strings.NewReader(c.text), "o")
		var inputErr *power.InputError
		if !errors.As(err, &inputErr) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v; want %s", name, err, c.want)
		}
	}
}

// TestHPLIsNoLog: an output of HPL in place of a log is named, and an archive leaves it out beside a log.
func TestHPLIsNoLog(t *testing.T) {
	plain, forms := packedHPL(t)
	for _, name := range []string{"as it is", "gzip", "UTF-16", "zip"} {
		_, err := Understand(Input{Name: "o", At: strings.NewReader(forms[name]), Size: int64(len(forms[name]))},
			ImportSettings{}, nil, nil)
		if err == nil || !strings.Contains(err.Error(), "is the output of HPLinpack 2.3, not the log of a meter; "+
			"give the log of a meter here, and this file as the output of HPL: green500 trace LOG --hpl FILE") {
			t.Errorf("%s: %v", name, err)
		}
	}
	const log = "time,power_w\n2026-06-01T10:00:00Z,1\n2026-06-01T10:00:01Z,2\n"
	both := zippedHPL(t, "hpl.out", plain, "power.csv", log)
	if _, err := Understand(Input{Name: "o", At: strings.NewReader(both), Size: int64(len(both))}, ImportSettings{},
		nil, nil); err != nil {
		t.Error(err)
	}
}

// FuzzReadHPL: no bytes make the reader of packed outputs fail otherwise than by an error in the input.
func FuzzReadHPL(f *testing.F) {
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Add([]byte("\xff\xfeH\x00P\x00"))
	f.Add([]byte("HPLinpack 2.3\nN : 1 2\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		output, err := ReadHPL(bytes.NewReader(text), "o")
		var inputErr *power.InputError
		if err != nil && !errors.As(err, &inputErr) {
			t.Fatal(err)
		}
		if err == nil && len(output.Results) == 0 {
			t.Fatal("neither a result nor an error")
		}
	})
}
