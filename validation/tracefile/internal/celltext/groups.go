package celltext

import "bytes"

// groupMarks stand between thousands beside commas and points, in UTF-8 and in the encodings of Windows: blanks that don't break, narrow
// ones, and apostrophes.
var groupMarks = [...]string{" ", "\u00a0", "\u202f", "\u2009", "\u2007", "'", "\u2019", "\xa0", "\x92"}

const digitsOfGroup = 3

var minusSign = []byte("\u2212")

// groupMark returns how long the mark at a place of text is that stands between thousands: after a digit, and before three digits that
// end there. It is 0 if there is none.
func groupMark(text []byte, at int) int {
	if at == 0 || at+1+digitsOfGroup > len(text) || !IsDigit(text[at-1]) || IsDigit(text[at]) {
		return 0
	}
	for _, mark := range groupMarks {
		if rest, found := bytes.CutPrefix(text[at:], []byte(mark)); found {
			if len(rest) >= digitsOfGroup && OnlyDigits(rest[:digitsOfGroup]) && (len(rest) == digitsOfGroup || !IsDigit(rest[digitsOfGroup])) {
				return len(mark)
			}
			return 0
		}
	}
	return 0
}

// withoutGroups returns a number without the blanks or apostrophes between its thousands, all of one kind, and with a hyphen for its
// sign; grouped is false if it has none or they stand elsewhere.
func withoutGroups(text []byte) (bare []byte, grouped bool) {
	begin := len(text) - len(Unsigned(text))
	if rest, signed := bytes.CutPrefix(text, minusSign); signed {
		text, begin = append([]byte{'-'}, rest...), 1
	}
	at := begin + len(DigitsFrom(text[begin:]))
	size := groupMark(text, at)
	if size == 0 || at-begin > digitsOfGroup {
		return nil, false
	}
	kind := text[at : at+size]
	bare = append(bare, text[:at]...)
	for groupMark(text, at) == size && bytes.HasPrefix(text[at:], kind) {
		group := text[at+size:][:digitsOfGroup]
		bare = append(bare, group...)
		at += size + digitsOfGroup
	}
	decimals := text[at:]
	if len(decimals) > 0 && (decimals[0] != '.' && decimals[0] != ',' || !OnlyDigits(decimals[1:])) {
		return nil, false
	}
	return append(bare, decimals...), true
}

// spaced writes a number whose thousands are parted by blanks or apostrophes with a decimal point; is is false if they are not.
func (n Notation) spaced(text []byte) (bare []byte, f *Error, is bool) {
	bare, is = withoutGroups(text)
	if !is {
		if rest, signed := bytes.CutPrefix(text, minusSign); signed {
			bare, f = n.normal(append([]byte{'-'}, rest...))
			return bare, f, true
		}
		return nil, nil, false
	}
	sign := bytes.IndexAny(bare, ".,")
	if sign >= 0 && n.Known && (bare[sign] == ',') != n.Comma {
		return nil, n.foreign(text), true
	}
	if sign >= 0 {
		bare[sign] = '.'
	}
	return bare, nil, true
}
