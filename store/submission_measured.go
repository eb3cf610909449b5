// This file owns the measurement of a revision with its core phase.

package store

import (
	"context"
	"errors"
	"fmt"
)

// Measured returns the measurement of a revision as it is graded, with core phase and Rmax. Unlike
// Measurement it reads the workload's output, which may be lacking or damaged.
func (s *Store) Measured(ctx context.Context, r Revision) (*Readings, error) {
	entry, err := DecodeDocument(r.Document)
	if err != nil {
		return nil, err
	}
	source, on := s.source(ctx, entry, r.Files, r.Series)
	m, _, err := source.Measured() // the shelf closes the readings
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read what entry %d measured: %w", r.EntryID, err), on.Close())
	}
	return &Readings{m, on}, nil
}
