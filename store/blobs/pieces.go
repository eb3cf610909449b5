package blobs

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// Pieces stores the received bytes of unfinished uploads, each under its own id. A
// piece that nothing was added to yet is empty, and there.
type Pieces interface {
	// Append adds what it reads to the end of a piece, which has to be at offset, and returns its size after that. All
	// of this is kept for good when Append returns, also if reading broke off and an error is returned beside the
	// size. It returns ErrOffset, or ErrBusy if another process adds to it, and then has added nothing.
	Append(ctx context.Context, id string, offset int64, r io.Reader) (size int64, err error)
	// Size returns the bytes received so far. It fails only if the storage fails.
	Size(ctx context.Context, id string) (int64, error)
	// Open reads what has arrived.
	Open(ctx context.Context, id string) (Plain, error)
	// Remove forgets a piece; one that is not there is no error.
	Remove(ctx context.Context, id string) error
	// Each visits every piece that something was added to, until visit fails.
	Each(ctx context.Context, visit func(id string) error) error
}

// ErrOffset says that bytes were sent for another place than the end of what has arrived.
var ErrOffset = errors.New("not where the piece ends")

// ErrBusy says that somebody else writes to an upload.
var ErrBusy = errors.New("busy")

// PieceFolder is where a Folder keeps pieces, beside its blobs.
const PieceFolder = "pieces"

// PieceNumber is how many bytes the number of a piece has; it is written in hex.
const PieceNumber = 16

// CheckPiece returns an error unless id is 16 bytes in lower-case hex, so that user input never becomes part of a path.
func CheckPiece(id string) error {
	if number, err := hex.DecodeString(id); err != nil || hex.EncodeToString(number) != id ||
		len(number) != PieceNumber {
		return fmt.Errorf("%.80q is not the number of a piece", id)
	}
	return nil
}
