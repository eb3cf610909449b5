package canonical

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// lengthOf is the length of the index of a file.
func lengthOf(file []byte, x *index) int {
	at := bytes.LastIndex(file[x.limit:], []byte(trailerMagic))
	return at
}

// mendHead puts the checksums of pages into a head, and that of the head into the index.
func mendHead(file []byte, x *index, i int, place stripePlace, text []byte) {
	h := &stripeHead{}
	head := file[place.head.at:place.head.end()]
	if h.decode(head, place, x.pageRows) {
		for _, column := range h.columns {
			for _, p := range column {
				old := binary.LittleEndian.AppendUint32(nil, p.checksum)
				body := file[p.at+p.header : p.at+p.size]
				if k := bytes.Index(head, old); k >= 0 {
					binary.LittleEndian.PutUint32(head[k:], crc32.ChecksumIEEE(body))
				}
			}
		}
	}
	mendSum(text, place.head.checksum, head)
}

// mendSum puts the checksum of a part into an index in place of that before.
func mendSum(text []byte, before uint32, part []byte) {
	if k := bytes.Index(text, binary.LittleEndian.AppendUint32(nil, before)); k >= 0 {
		binary.LittleEndian.PutUint32(text[k:], crc32.ChecksumIEEE(part))
	}
}
