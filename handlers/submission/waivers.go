package submission

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/bundle"
	"green500/validation/review"
)

// Waiver is a waiver that was approved, as programs and bundles have it.
type Waiver struct {
	Rule       string             `json:"rule"`
	Reason     string             `json:"reason"`
	Until      string             `json:"until_edition"`
	State      review.WaiverState `json:"state"`
	Counts     bool               `json:"counts"` // the level that is granted rests on it
	Proposer   string             `json:"proposed_by"`
	ProposedAt time.Time          `json:"proposed_at"`
	Approver   string             `json:"approved_by"`
	ApprovedAt *time.Time         `json:"approved_at"`
	EndedAt    *time.Time         `json:"ended_at,omitempty"`
	EndedBy    string             `json:"ended_by,omitempty"`
	Edition    string             `json:"granted_for_edition"`
}

// Waivers are those of a revision of an entry that were approved.
func Waivers(ctx context.Context, opened *store.Store, entry int64, number int) ([]Waiver, error) {
	known, err := opened.Deliberate(ctx, entry, number, store.User{})
	if err != nil {
		return nil, err
	}
	var all []Waiver
	for _, w := range known.Waivers {
		if w.ApprovedAt != nil {
			all = append(all, Waiver{w.Rule, w.Reason, w.Until, w.State, w.Counts, w.Proposer, w.ProposedAt, w.Approver, w.ApprovedAt, w.EndedAt, w.EndedBy, w.Edition})
		}
	}
	return all, nil
}

// packedWaivers are the waivers of a revision as a file of its bundle, where there are any, and somebody's evidence
// has not that name.
func (h *Handlers) packedWaivers(c echo.Context, revision store.Revision) ([]bundle.PackedFile, error) {
	if slices.ContainsFunc(revision.Files, func(f store.File) bool { return f.Name == bundle.WaiversName }) {
		return nil, nil
	}
	all, err := Waivers(c.Request().Context(), h.Store, revision.EntryID, revision.Number)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the waivers of entry %d: %w", revision.EntryID, err)
	}
	return []bundle.PackedFile{{Name: bundle.WaiversName, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(append(text, '\n'))), nil
	}}}, nil
}
