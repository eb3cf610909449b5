package tracefile

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// logOf is a log of some seconds at so many watts.
func logOf(start, rows, watts int) []byte {
	var text strings.Builder
	text.WriteString("time,power\n")
	for i := range rows {
		fmt.Fprintf(&text, "%d,%d\n", 1_600_000_000+start+i, watts+i)
	}
	return []byte(text.String())
}

func gzipped(t testing.TB, content []byte) []byte {
	return packed(t, content, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
}

func zstandard(t testing.TB, content []byte, options ...zstd.EOption) []byte {
	return packed(t, content, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w, options...) })
}

func xzed(t testing.TB, content []byte, config xz.WriterConfig) []byte {
	return packed(t, content, func(w io.Writer) (io.WriteCloser, error) { return config.NewWriter(w) })
}

func packed(t testing.TB, content []byte, packer func(io.Writer) (io.WriteCloser, error)) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := packer(&file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func utf16Of(text []byte, order binary.AppendByteOrder) []byte {
	file := order.AppendUint16(nil, 0xfeff)
	for _, unit := range utf16.Encode([]rune(string(text))) {
		file = order.AppendUint16(file, unit)
	}
	return file
}

// smallDict keeps tests from asking for memory they do not need, in bytes.
const smallDict = 4096

// file is a member of an archive that is made here.
type file struct {
	name    string
	content []byte
}

func zipOf(t testing.TB, files ...file) []byte {
	t.Helper()
	var whole bytes.Buffer
	w := zip.NewWriter(&whole)
	for _, f := range files {
		into, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate,
			Modified: time.Unix(1_600_000_000, 0)})
		if err == nil {
			_, err = into.Write(f.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return whole.Bytes()
}

func tarOf(t testing.TB, files ...file) []byte {
	t.Helper()
	var whole bytes.Buffer
	w := tar.NewWriter(&whole)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.name, Size: int64(len(f.content)), Mode: 0o600,
			ModTime: time.Unix(1_600_000_000, 0)})
		if err == nil {
			_, err = w.Write(f.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return whole.Bytes()
}

// Four readings as bzip2 and xz write them, the last one as xz -9.
const (
	bzip2Log = "425a68393141592653593412a5bd00001e59800c10000479000222d480200031434d3000251329ea69faa627a92c755ccd4cc2a609704186c65020887790d5df2fcf55fe2ee48a70a12068254b7a"
	xzLog    = "fd377a585a000004e6d6b4460200210100000000372797d6e0004600265d003a1a49fae09dc28f8dd851befc420fb419034944a61b9a6f545d95f1e1f6609f27ed095400000000007e47eed3f479896b000142479f4c710a1fb6f37d010000000004595a"
	xzBest   = "fd377a585a000004e6d6b446020021011c00000010cf58cce0004600265d003a1a49fae09dc28f8dd851befc420fb419034944a61b9a6f545d95f1e1f6609f27ed095400000000007e47eed3f479896b000142479f4c710a1fb6f37d010000000004595a"
)

func fromHex(t testing.TB, text string) []byte {
	t.Helper()
	content, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// packedSamples is a log of four readings in every packing.
func packedSamples(t testing.TB) map[string][]byte {
	plain := logOf(0, 4, 100)
	halves := append(gzipped(t, plain[:20]), gzipped(t, plain[20:])...)
	return map[string][]byte{
		"plain":               plain,
		"gzip":                gzipped(t, plain),
		"gzip in two members": halves,
		"gzip in gzip":        gzipped(t, gzipped(t, plain)),
		"zstd":                zstandard(t, plain),
		"zstd in two frames":  append(zstandard(t, plain[:20]), zstandard(t, plain[20:])...),
		"zstd of pzstd": append([]byte("\x50\x2a\x4d\x18\x04\x00\x00\x00\x10\x00\x00\x00"),
			zstandard(t, plain)...),
		"xz":                  fromHex(t, xzLog),
		"xz in blocks":        xzed(t, plain, xz.WriterConfig{DictCap: smallDict, BlockSize: 10, CheckSum: xz.SHA256}),
		"xz with crc32":       xzed(t, plain, xz.WriterConfig{DictCap: smallDict, CheckSum: xz.CRC32}),
		"xz without checksum": xzed(t, plain, xz.WriterConfig{DictCap: smallDict, NoCheckSum: true}),
		"xz in two streams": append(append(xzed(t, plain[:20], xz.WriterConfig{DictCap: smallDict}), 0, 0, 0, 0),
			xzed(t, plain[20:], xz.WriterConfig{DictCap: smallDict})...),
		"bzip2":             fromHex(t, bzip2Log),
		"UTF-8 with mark":   append([]byte(celltext.Utf8Mark), plain...),
		"UTF-16 of Windows": utf16Of(plain, binary.LittleEndian),
		"UTF-16":            utf16Of(plain, binary.BigEndian),
		"zip":               zipOf(t, file{"power.csv", plain}),
		"zip of gzip":       zipOf(t, file{"power.csv.gz", gzipped(t, plain)}),
		"tar":               tarOf(t, file{"power.csv", plain}),
		"tar in gzip":       gzipped(t, tarOf(t, file{"power.csv", plain})),
	}
}

func TestPackings(t *testing.T) {
	want := "power 2020-09-13T12:26:40Z 100.000000 W\npower 2020-09-13T12:26:41Z 101.000000 W\n" +
		"power 2020-09-13T12:26:42Z 102.000000 W\npower 2020-09-13T12:26:43Z 103.000000 W\n"
	samples := packedSamples(t)
	samples["xz -9"] = fromHex(t, xzBest)
	samples["UTF-16 unmarked"] = samples["UTF-16 of Windows"][2:]
	samples["carriage returns"] = bytes.ReplaceAll(logOf(0, 4, 100), celltext.Newline, []byte("\r"))
	for name, content := range samples {
		t.Run(name, func(t *testing.T) {
			for way, in := range map[string]Input{
				"a file":   {At: bytes.NewReader(content), Size: int64(len(content))},
				"a stream": {Stream: iotest.OneByteReader(bytes.NewReader(content))},
			} {
				in.Name = "power"
				traces, err := readInput(in, &power.Series{Unit: "W"}, nil)
				if err != nil {
					t.Fatalf("%s: %v", way, err)
				}
				if got := tracetest.Shown(traces); got != want {
					t.Errorf("%s: got\n%swant\n%s", way, got, want)
				}
			}
		})
	}
}

// The content of a packed file that ends early or was changed is never taken for the whole.
func TestCutOffAnywhere(t *testing.T) {
	plain := map[string]bool{"plain": true, "UTF-8 with mark": true, "UTF-16": true, "UTF-16 of Windows": true}
	for name, content := range packedSamples(t) {
		for end := range content {
			traces, err := readOne("power", content[:end], &power.Series{Unit: "W"}, nil)
			if err != nil {
				tracetest.DemandInput(t, err)
				continue
			}
			whole := plain[name] || name == "tar" && end >= 3*512 || // one empty block ends an archive
				strings.Contains(name, "two") // which end after the first
			if !whole {
				t.Errorf("%s: cut off after %d of %d bytes, read as if whole: %d readings", name, end, len(content),
					traces[0].Len())
			}
		}
	}
}

func TestDamagedAnywhere(t *testing.T) {
	for _, content := range packedSamples(t) {
		for at := range content {
			damaged := bytes.Clone(content)
			damaged[at] ^= 0x55
			if _, err := readOne("power", damaged, &power.Series{Unit: "W"}, nil); err != nil {
				tracetest.DemandInput(t, err)
			}
		}
	}
}

func TestPackingErrors(t *testing.T) {
	many := logOf(0, 2, 1)
	for range 5 {
		many = gzipped(t, many)
	}
	deep := logOf(0, 2, 1)
	for range 20 {
		deep = gzipped(t, deep)
	}
	whole := gzipped(t, logOf(0, 400, 1))
	wrong := bytes.Clone(whole)
	wrong[len(wrong)-5] ^= 1
	half := utf16Of([]byte("time,power\n1,2\n"), binary.LittleEndian)
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"five times":   {many, "power.csv: is packed more than 4 times over; give the log itself."},
		"twenty times": {deep, "power.csv: is packed more than 4 times over; give the log itself."},
		"cut off": {whole[:len(whole)-9], "power.csv: is cut off: " +
			"its gzip ends after 5903 bytes of content; fetch or pack the file again, or give the log itself."},
		"wrong checksum": {wrong, "power.csv: is damaged: its gzip fails after 5903 bytes of content: gzip: " +
			"invalid checksum; fetch or pack the file again, or give the log itself."},
		"window of zstd": {zstdClaiming(40), "power.csv: needs more than 64 MiB to unpack its zstd; " +
			"pack it again without long windows, or give the log itself."},
		"window of xz": {xzClaiming(t, 38), "power.csv: needs more than 64 MiB to unpack its xz; " +
			"pack it again without long windows, or give the log itself."},
		"half a character": {half[:len(half)-1], "power.csv: is cut off: " +
			"its UTF-16 text ends after 14 bytes of content; fetch or pack the file again, or give the log itself."},
		"lonely surrogate": {[]byte("\xff\xfea\x00\x00\xd8a\x00\n\x00"),
			"power.csv: is damaged: its UTF-16 text fails after 1 bytes of content: " +
				"half of a character stands alone; fetch or pack the file again, or give the log itself."},
		"UTF-32":            {[]byte("\xff\xfe\x00\x00a\x00\x00\x00"), "power.csv: is UTF-32 text; save it as UTF-8."},
		"nothing in a gzip": {gzipped(t, nil), "power.csv: is empty; give the file with the meter's readings."},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readOne("power.csv", c.content, &power.Series{Unit: "W"}, nil)
			if err == nil || err.Error() != c.want {
				t.Errorf("got\n%v\nwant\n%s", err, c.want)
			}
		})
	}
}

// zstdClaiming is the head of a frame that looks back by two to the power of bits.
func zstdClaiming(bits byte) []byte {
	return append([]byte("\x28\xb5\x2f\xfd\x00"), (bits-10)<<3, 1, 0, 0)
}

// xzClaiming is a file of xz with another code of the dictionary in its second block.
func xzClaiming(t testing.TB, code byte) []byte {
	content := xzed(t, logOf(0, 4, 100), xz.WriterConfig{DictCap: smallDict, BlockSize: 20, CheckSum: xz.CRC32})
	head := []byte{2, 0, 0x21, 1, 0x16, 0, 0, 0}
	second := bytes.LastIndex(content, head[:4])
	if second < 20 {
		t.Fatal("the file has no second block")
	}
	block := content[second:]
	block[4] = code
	binary.LittleEndian.PutUint32(block[8:], crc32.ChecksumIEEE(block[:8]))
	return content
}
