package celltext

import "bytes"

// groupMarks stand between thousands beside commas and points, in UTF-8 and in the encodings of Windows: blanks that don't break, narrow
// ones, and apostrophes.
var groupMarks = [...]string{" ", "\u00a0", "\u202f", "\u2009", "\u2007", "'", "\u2019", "\xa0", "\x92"}

// minusSign is the sign of negative numbers that some languages write.
var minusSign = []byte("\u2212")

// groupMark returns how long the mark at a place of text is that stands between thousands: after a digit, and before three digits that
// end there. It is 0 if there is none.
func groupMark(text []byte, at int) int {
	if at == 0 || at+4 > len(text) || !IsDigit(text[at-1]) || IsDigit(text[at]) {
		return 0
	}
	for _, mark := range groupMarks {
		if rest, found := bytes.CutPrefix(text[at:], []byte(mark)); found {
			if len(rest) >= 3 && OnlyDigits(rest[:3]) && (len(rest) == 3 || !IsDigit(rest[3])) {
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
	var kind []byte
	begin := len(text) - len(Unsigned(text))
	if rest, signed := bytes.CutPrefix(text, minusSign); signed {
		text, begin = append([]byte{'-'}, rest...), 1
	}
	digits := 0 // since the sign or the mark before
	for at := begin; at < len(text); {
		mark := groupMark(text, at)
		switch {
		case mark > 0 && (kind == nil && digits > 3 || kind != nil && (digits != 3 || !bytes.Equal(kind, text[at:at+mark]))):
			return nil, false
		case mark > 0:
			if kind == nil {
				bare = append(bare, text[:at]...)
			}
			kind, digits = text[at:at+mark], 0
			at += mark
		case IsDigit(text[at]):
			digits++
			bare = appendIf(bare, kind != nil, text[at])
			at++
		case kind == nil:
			return nil, false
		default: // decimals
			rest := text[at:]
			return append(bare, rest...), digits == 3 && (rest[0] == '.' || rest[0] == ',') && OnlyDigits(rest[1:])
		}
	}
	return bare, kind != nil && digits == 3
}

func appendIf(to []byte, holds bool, c byte) []byte {
	if holds {
		return append(to, c)
	}
	return to
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
