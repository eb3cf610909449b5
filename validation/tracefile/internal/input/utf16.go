package input

import (
	"bufio"
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
	in    *bufio.Reader
	order binary.ByteOrder
	pair  [2]byte
	text  []byte // what was made and not yet given
	err   error  // after that
}

func openUTF16(in io.Reader) (io.Reader, error) {
	u := &utf16Reader{in: bufio.NewReader(in), order: binary.BigEndian}
	mark, err := u.unit()
	if mark != '\ufeff' {
		u.order = binary.LittleEndian
	}
	return u, err
}

func (u *utf16Reader) Read(into []byte) (int, error) {
	for u.text = u.text[:0]; u.err == nil && len(u.text)+utf8.UTFMax <= len(into); {
		var one rune
		if one, u.err = u.character(); u.err == nil {
			u.text = utf8.AppendRune(u.text, one)
		}
	}
	return copy(into, u.text), u.err
}

func (u *utf16Reader) character() (rune, error) {
	one, err := u.unit()
	if err != nil || !utf16.IsSurrogate(one) {
		return one, err
	}
	two, err := u.unit()
	if errors.Is(err, io.EOF) {
		return 0, io.ErrUnexpectedEOF
	}
	if one = utf16.DecodeRune(one, two); err == nil && one == utf8.RuneError {
		err = errUTF16
	}
	return one, err
}

func (u *utf16Reader) unit() (rune, error) {
	_, err := io.ReadFull(u.in, u.pair[:])
	return rune(u.order.Uint16(u.pair[:])), err
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
