package published

import (
	"encoding/binary"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// Code pages: that of Windows if none is said, and that of the Macintosh.
const (
	pageWestern = 1252
	pageMac     = 10000
)

// pages are the code pages that Excel 5 and 95 wrote lists in, or may have.
var pages = map[int]*charmap.Charmap{
	437:         charmap.CodePage437,
	850:         charmap.CodePage850,
	852:         charmap.CodePage852,
	1250:        charmap.Windows1250,
	1251:        charmap.Windows1251,
	pageWestern: charmap.Windows1252,
	1254:        charmap.Windows1254,
	1257:        charmap.Windows1257,
	pageMac:     charmap.Macintosh,
	0x8000:      charmap.Macintosh,
	0x8001:      charmap.Windows1252,
}

func inPage(text []byte, page int) string {
	known, ok := pages[page]
	if !ok {
		known = pages[pageWestern]
	}
	letters := make([]rune, len(text))
	for i, one := range text {
		letters[i] = known.DecodeByte(one)
	}
	return string(letters)
}

// text reads a text: its length in two bytes, in Excel 97 what its letters are like, and the letters.
func (b *workbook) text(body []byte) string {
	if len(body) < 2 {
		return ""
	}
	length, rest := int(binary.LittleEndian.Uint16(body)), body[2:]
	if !b.eight {
		return inPage(rest[:min(length, len(rest))], b.page)
	}
	in := pieces{bodies: [][]byte{rest}}
	style, _ := in.byte()
	text, _ := in.letters(length, style&styleWide != 0)
	return text
}

// Bits of the byte before the letters of a text.
const (
	styleWide = 1 << 0 // two bytes a letter
	styleMore = 1 << 2 // Asian data follow
	styleRuns = 1 << 3 // changes of font follow
)

type pieces struct {
	bodies [][]byte
}

func (p *pieces) rest() (left []byte, turned bool) {
	for len(p.bodies) > 1 && len(p.bodies[0]) == 0 {
		p.bodies, turned = p.bodies[1:], true
	}
	if len(p.bodies) == 0 {
		return nil, turned
	}
	return p.bodies[0], turned
}

func (p *pieces) byte() (one byte, ok bool) {
	left, _ := p.rest()
	if len(left) == 0 {
		return 0, false
	}
	p.bodies[0] = left[1:]
	return left[0], true
}

func (p *pieces) count(bytes int) (n int, ok bool) {
	for i := range bytes {
		one, ok := p.byte()
		if !ok {
			return 0, false
		}
		n |= int(one) << (8 * i)
	}
	return n, true
}

func (p *pieces) skip(bytes int) bool {
	for bytes > 0 {
		left, _ := p.rest()
		if len(left) == 0 {
			return false
		}
		step := min(bytes, len(left))
		p.bodies[0], bytes = left[step:], bytes-step
	}
	return true
}

// letters reads a text of a length. If it goes on in the next body, a byte there states again how wide
// its letters are. What is cut off is returned as far as it goes, and ok is false.
func (p *pieces) letters(length int, wide bool) (text string, ok bool) {
	var units []uint16
	for len(units) < length {
		left, turned := p.rest()
		if turned {
			style, ok := p.byte()
			if !ok {
				break
			}
			wide = style&styleWide != 0
			continue
		}
		size := 1
		if wide {
			size = 2
		}
		step := min(length-len(units), len(left)/size)
		if step == 0 {
			break
		}
		for i := range step {
			if wide {
				units = append(units, binary.LittleEndian.Uint16(left[2*i:]))
			} else {
				units = append(units, uint16(left[i]))
			}
		}
		p.bodies[0] = left[step*size:]
	}
	return string(utf16.Decode(units)), len(units) == length
}

func sharedTexts(bodies [][]byte) (texts []string, ok bool) {
	in := pieces{bodies: bodies}
	in.skip(4) // how often they are referred to
	many, ok := in.count(4)
	for ok && len(texts) < many {
		var text string
		if text, ok = in.shared(); ok {
			texts = append(texts, text)
		}
	}
	return texts, ok
}

func (p *pieces) shared() (text string, ok bool) {
	length, _ := p.count(2)
	style, ok := p.byte()
	runs, more := 0, 0
	if ok && style&styleRuns != 0 {
		runs, ok = p.count(2)
	}
	if ok && style&styleMore != 0 {
		more, ok = p.count(4)
	}
	if !ok {
		return "", false
	}
	if text, ok = p.letters(length, style&styleWide != 0); !ok {
		return "", false
	}
	return text, p.skip(4*runs) && p.skip(more)
}
