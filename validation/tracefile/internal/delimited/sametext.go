package delimited

import (
	"math"

	"green500/validation/tracefile/internal/celltext"
)

type sameText struct {
	characters, mask uint64 // the first eight
	last             uint64 // the last eight, where there are more
	rest             string // between those, where there are more than 16
	count            int
}

// maxSame bounds a text that is the same, in characters.
const maxSame = 48

// sameEnd is up to eight characters that are the same in every row, the last of eight.
type sameEnd struct{ characters, mask uint64 }

func (s *sameEnd) differs(eight uint64) uint64 { return (eight ^ s.characters) & s.mask }

// learn takes the characters from a place of text up to another; ok is false if there are too many.
func (s *sameText) learn(text []byte, from, to int) (ok bool) {
	*s = sameText{count: to - from}
	if s.count < 0 || s.count > maxSame {
		return false
	}
	s.mask = 1<<(8*min(8, s.count)) - 1
	s.characters = celltext.EightAt(text, from) & s.mask
	if s.count > 8 {
		s.last = celltext.EightAt(text, to-8)
	}
	if s.count > 16 {
		s.rest = string(text[from+8 : to-8])
	}
	return true
}

func (s *sameText) end() sameEnd {
	if s.count > 8 {
		return sameEnd{s.last, math.MaxUint64}
	}
	up := 64 - 8*s.count
	return sameEnd{s.characters << up, s.mask << up}
}

func (s *sameText) fits(row *evenRow, at int) bool {
	return row.eight(at)&s.mask == s.characters && (s.count <= 8 || s.goesOn(row, at))
}

func (s *sameText) goesOn(row *evenRow, at int) bool {
	return row.eight(at+s.count-8) == s.last && (s.rest == "" || string(row[at+8:at+8+len(s.rest)]) == s.rest)
}

// writingOf is the writing of a number with what follows it, as far as eight characters go.
func writingOf(f *celltext.Figures, behind *sameText) celltext.Writing {
	at := 8 * f.End
	inside := uint64(1)<<at - 1
	return celltext.Writing{
		Characters: f.Characters&inside | behind.characters<<at,
		Carries:    f.Carries&inside | celltext.OverSame<<at,
		Marks:      f.Marks | behind.mask<<at&celltext.HighBits,
	}
}
