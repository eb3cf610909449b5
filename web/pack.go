package web

import (
	"bytes"

	"github.com/klauspost/compress/gzip"
)

// packLevel is how hard texts are packed. Somebody waits for them: the last percents of size would take several times as long.
const packLevel = 4

// pack is a text as gzip. Nil is one that packing does not make smaller.
func pack(text []byte) []byte {
	if len(text) < worthwhile {
		return nil
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, packLevel)
	if err != nil {
		return nil
	}
	if _, err := w.Write(text); err != nil || w.Close() != nil || out.Len() >= len(text) {
		return nil
	}
	return bytes.Clone(out.Bytes()) // with no room left over
}
