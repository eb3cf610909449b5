package parquet

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// varints writes numbers as the codings of Parquet do.
func varints(numbers ...uint64) []byte {
	var b []byte
	for _, n := range numbers {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

// A few bytes that stand for billions of values made the library reserve as much memory.
func TestUnfolding(t *testing.T) {
	const claimed = 100
	for name, c := range map[string]struct {
		encoding format.Encoding
		body     []byte
		refused  bool
	}{
		"plain":                {format.Plain, []byte{1, 2}, false},
		"differences":          {format.DeltaBinaryPacked, varints(128, 4, claimed, 0), false},
		"too many differences": {format.DeltaBinaryPacked, varints(128, 4, 1_250_000_000, 0), true},
		"too many lengths":     {format.DeltaLengthByteArray, varints(128, 4, claimed+1, 0), true},
		"no head":              {format.DeltaBinaryPacked, varints(128), true},
		"a run":                {format.RLEDictionary, append([]byte{3}, varints(claimed<<1, 5)...), false},
		"no dictionary":        {format.RLEDictionary, nil, false},
		"groups of eight": {format.RLEDictionary,
			append([]byte{1}, append(varints(13<<1|1), make([]byte, 13)...)...), false},
		"runs upon runs": {format.RLEDictionary,
			append([]byte{0}, bytes.Repeat(varints(maxPageValues<<1), 20)...), true},
		"a run beyond counting":         {format.RLEDictionary, append([]byte{1}, varints(1<<63)...), true},
		"values of 64 bits":             {format.RLEDictionary, []byte{64, 2, 1}, true},
		"truth values":                  {format.RLE, append([]byte{2, 0, 0, 0}, varints(claimed<<1, 1)...), false},
		"truth values that are cut off": {format.RLE, []byte{9, 0, 0, 0, 1}, true},
		"prefixes":                      {format.DeltaByteArray, nil, true},
	} {
		if err := checkValues(c.body, c.encoding, claimed); (err != nil) != c.refused {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestUnpack(t *testing.T) {
	text := bytes.Repeat([]byte("some kilowatts, "), 40_000)
	for _, codec := range []format.CompressionCodec{format.Uncompressed, format.Snappy, format.Gzip, format.Zstd} {
		unpack, err := unpackerOf(codec)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := parquet.LookupCompressionCodec(codec).Encode(nil, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, into := range [][]byte{nil, make([]byte, 100), make([]byte, 2*len(text))} {
			if got, err := unpack(into, packed, int64(len(text))); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%v: %d bytes, %v", codec, len(got), err)
			}
		}
		if codec == format.Uncompressed {
			continue
		}
		if _, err := unpack(nil, packed, int64(len(text))-1); err == nil {
			t.Errorf("%v: a page longer than it claims is unpacked", codec)
		}
		if _, err := unpack(nil, packed[:len(packed)/2], int64(len(text))); err == nil {
			t.Errorf("%v: half a page is unpacked", codec)
		}
	}
}

// A block of zstd that repeats one byte 128 Ki times takes four bytes.
func TestZstdBomb(t *testing.T) {
	bomb := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3} // the magic; no size is stated; a window
	unpack, err := unpackerOf(format.Zstd)
	if err != nil {
		t.Fatal(err)
	}
	block := []byte{1 << 1, 0x00, 0x10, 'x'}
	bomb = append(bomb, bytes.Repeat(block, 10_000)...)
	bomb = append(bomb, 1, 0, 0) // an empty last block
	if _, err := unpack(nil, bomb, 100); err == nil {
		t.Error("more than a gigabyte from 40 kB is unpacked")
	}
}
