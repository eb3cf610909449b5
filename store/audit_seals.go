// This file owns the digests of submitted revisions in the audit log.

package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// What seals in the audit log: from then on a revision, or a list, must not change.
const (
	eventSubmit  = "submit"
	eventPublish = "publish edition"
)

// sealing is what a revision holds, part by part: where the seal does not fit any more, it tells which.
type sealing struct{ parts []string }

func (s *sealing) add(part string, content any) error {
	text, raw := content.([]byte)
	if !raw {
		var err error
		if text, err = json.Marshal(content); err != nil {
			return fmt.Errorf("seal the %s of a revision: %w", part, err)
		}
	}
	s.parts = append(s.parts, part+":"+digestOf(text))
	return nil
}

func (s *sealing) detail() string { return strings.Join(s.parts, " ") }

func (s *sealing) seal() string {
	sum := sha256.Sum256([]byte(s.detail()))
	return hex.EncodeToString(sum[:])
}

func (s *sealing) differs(detail string) []string {
	sealed := strings.Fields(detail)
	var names []string
	for _, part := range s.parts {
		if name, _, _ := strings.Cut(part, ":"); !slices.Contains(sealed, part) {
			names = append(names, name)
		}
	}
	return names
}

func sealingOf(r Revision) (*sealing, error) {
	var s sealing
	state := map[string]any{
		"entry": r.EntryID, "number": r.Number, "created": r.CreatedAt, "submitted": r.SubmittedAt,
		"rules": r.RulesDigest, "input": r.InputDigest, "report": r.ReportDigest,
	}
	for _, part := range []struct {
		name    string
		content any
	}{{"document", r.Document}, {"report", r.Report}, {"input_errors", r.InputErrors}, {"files", r.Files}, {"series", r.Series}, {"digests", state}} {
		if err := s.add(part.name, part.content); err != nil {
			return nil, err
		}
	}
	return &s, nil
}
