package web

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/klauspost/compress/flate"
)

// packLevel is how hard texts are packed. Somebody waits for them: the last percents of size would take several times as long.
const packLevel = 4

// A packed text is as RFC 1952 has it: a header that says no more than that, blocks, and a trailer.
var packedHeader = [...]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}

const packedTrailer = 8 // bytes: the check sum and the length of the text

// pack is a text as gzip, whose part behind a cut is packed by itself, from the place in it that is returned. Nil is one that
// packing does not make smaller.
func pack(text []byte, cut int) (packed []byte, at int) {
	if len(text) < worthwhile {
		return nil, 0
	}
	var out bytes.Buffer
	_, _ = out.Write(packedHeader[:])
	if cut > 0 {
		if err := flate.StatelessDeflate(&out, text[:cut], false, nil); err != nil {
			return nil, 0
		}
	}
	at = out.Len()
	w, err := flate.NewWriter(&out, packLevel)
	if err != nil {
		return nil, 0
	}
	if _, err := w.Write(text[cut:]); err != nil || w.Close() != nil || out.Len() >= len(text) {
		return nil, 0
	}
	return bytes.Clone(trailed(out.Bytes(), text)), at // with no room left over
}

// repack is a packed text with another beginning: what was packed behind the cut is taken as it is.
func repack(beginning, rest, packedRest []byte) ([]byte, error) {
	var out bytes.Buffer
	out.Grow(len(packedHeader) + len(beginning)/2 + len(packedRest))
	_, _ = out.Write(packedHeader[:])
	if err := flate.StatelessDeflate(&out, beginning, false, nil); err != nil {
		return nil, err
	}
	_, _ = out.Write(packedRest[:len(packedRest)-packedTrailer])
	return trailed(out.Bytes(), beginning, rest), nil
}

// trailed adds the trailer of what a text was packed to.
func trailed(packed []byte, text ...[]byte) []byte {
	var sum, length uint32
	for _, part := range text {
		sum, length = crc32.Update(sum, crc32.IEEETable, part), length+uint32(len(part)) //nolint:gosec // the length is told modulo 2^32
	}
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(packed, sum), length)
}
