// This file owns the free space for uploads.

package store

import (
	"fmt"

	"green500/store/blobs"
)

// Room is how many bytes are free where the blobs lie; known is false where nobody can say, as with an object store.
func (s *Store) Room() (free int64, known bool) {
	if blobs, can := s.blobs.(blobs.Limited); can {
		return blobs.Room()
	}
	return 0, false
}

// RefuseWithoutRoom says why so many bytes cannot be taken in: the error is NoRoom. What can fill up is held to this before the
// first byte, so that the room that is left is for the database and for finishing what was begun.
func (s *Store) RefuseWithoutRoom(size int64) error {
	free, known := s.Room()
	if s.reserve <= 0 || !known || free-size >= s.reserve {
		return nil
	}
	return fmt.Errorf("take in %d bytes with %d free: %w", size, free, blobs.ErrReserve)
}
