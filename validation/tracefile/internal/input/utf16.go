package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// isUTF32 distinguishes the mark of UTF-32 from that of UTF-16, which it begins with.
func isUTF32(head []byte) bool { return bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")) }

// Utf8Mark begins what some editors save as UTF-8.
const Utf8Mark = "\xef\xbb\xbf"

var errUTF16 = errors.New("half of a character stands alone")

// utf16Reader makes UTF-8 of UTF-16, which loggers on Windows write.
type utf16Reader struct {
	in    io.Reader
	order binary.ByteOrder
	read  [8 << 10]byte
	kept  int    // bytes at the beginning of read that are half a character
	text  []byte // what was made and not yet given
	err   error
}

func openUTF16(in io.Reader) (io.Reader, error) {
	var mark [2]byte
	if _, err := io.ReadFull(in, mark[:]); err != nil {
		return nil, err
	}
	if mark[0] == 0xff {
		return &utf16Reader{in: in, order: binary.LittleEndian}, nil
	}
	return &utf16Reader{in: in, order: binary.BigEndian}, nil
}

func (u *utf16Reader) Read(into []byte) (int, error) {
	for len(u.text) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(into, u.text)
	u.text = u.text[n:]
	return n, nil
}

// fill makes text of the next bytes.
func (u *utf16Reader) fill() {
	n, err := u.in.Read(u.read[u.kept:])
	n += u.kept
	text, used, half := u.transcode(u.text[:0], u.read[:n])
	u.text, u.err = text, err
	u.kept = copy(u.read[:], u.read[used:n])
	switch {
	case half:
		u.err = errUTF16
	case errors.Is(err, io.EOF) && u.kept > 0:
		u.err = io.ErrUnexpectedEOF
	}
}

// transcode appends the characters of units to text. It leaves half a character at the end, and
// reports one elsewhere.
func (u *utf16Reader) transcode(text, units []byte) (made []byte, used int, half bool) {
	for used+2 <= len(units) {
		one, width := rune(u.order.Uint16(units[used:])), 2
		if utf16.IsSurrogate(one) {
			if used+4 > len(units) {
				break
			}
			one, width = utf16.DecodeRune(one, rune(u.order.Uint16(units[used+2:]))), 4
			if one == utf8.RuneError {
				return text, used, true
			}
		}
		text, used = utf8.AppendRune(text, one), used+width
	}
	return text, used, false
}

// unmarkedUTF16 returns the mark that is missing before ASCII in UTF-16; empty where the text is no such.
func unmarkedUTF16(head []byte) string {
	const enough = 8
	if len(head) < enough {
		return ""
	}
	little, big := true, true
	for i := 0; i < enough; i += 2 {
		little = little && head[i] != 0 && head[i+1] == 0
		big = big && head[i] == 0 && head[i+1] != 0
	}
	switch {
	case little:
		return "\xff\xfe"
	case big:
		return "\xfe\xff"
	}
	return ""
}
