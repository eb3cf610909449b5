package timestamp

import (
	"green500/validation/tracefile/internal/celltext"
)

func dateAlone(text []byte) *celltext.Error {
	return &celltext.Error{
		Problem: celltext.Quoted(text) + " is a date without a time of day",
		Remedy:  "export the readings with their times of day, since those of whole days are too coarse for a run",
	}
}

// SecondsOfDay reads 15:04:05.
func SecondsOfDay(eight uint64) (seconds int64, ok bool) {
	x := eight ^ digitZeros
	if x&colons != 0 || (x|(x+celltext.OverNine))&celltext.HighBits != 0 {
		return 0, false
	}
	x = x*10 + x>>8
	hour, minute, second := x&0xff, x>>24&0xff, x>>48&0xff
	return int64(hour*SecondsPerHour + minute*60 + second), hour < 24 && minute < 60 && second < 60
}
