package blobs

import (
	"errors"
	"syscall"
)

// ErrReserve says that taking something in would leave less room than has to stay free. It is NoRoom.
var ErrReserve = errors.New("less room would be left than has to stay free")

// Limited are blobs that know how much more they can keep.
type Limited interface {
	// Room is how many bytes are free; known is false if the system has no word for it.
	Room() (free int64, known bool)
}

// NoRoom reports whether something failed because a disk or a quota is full, of the blobs or of the database, or would
// have become so.
func NoRoom(err error) bool {
	const sqliteFull, primary, postgresFull = 13, 0xff, "53100"
	var code interface{ Code() int }
	var state interface{ SQLState() string }
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, ErrReserve), full(err):
		return true
	case errors.As(err, &code) && code.Code()&primary == sqliteFull:
		return true
	}
	return errors.As(err, &state) && state.SQLState() == postgresFull
}
