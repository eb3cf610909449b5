// This file owns the digests of submitted revisions in the audit log.

package submissions

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"green500/store/recorded"
)

// What seals in the audit log: from then on a revision, or a list, must not change.
const (
	EventSubmit  = "submit"
	EventPublish = "publish edition"
)

// Sealing is what a revision holds, part by part: if the seal does not fit any more, it tells which.
type Sealing struct{ parts []string }

func (s *Sealing) add(part string, content any) error {
	text, raw := content.([]byte)
	if !raw {
		var err error
		if text, err = json.Marshal(content); err != nil {
			return fmt.Errorf("seal the %s of a revision: %w", part, err)
		}
	}
	s.parts = append(s.parts, part+":"+recorded.DigestOf(text))
	return nil
}

// Detail states the digest of each part.
func (s *Sealing) Detail() string { return strings.Join(s.parts, " ") }

// Seal is the digest of all parts.
func (s *Sealing) Seal() string {
	sum := sha256.Sum256([]byte(s.Detail()))
	return hex.EncodeToString(sum[:])
}

// Differs names the parts whose digest another detail does not state.
func (s *Sealing) Differs(detail string) []string {
	sealed := strings.Fields(detail)
	var names []string
	for _, part := range s.parts {
		if name, _, _ := strings.Cut(part, ":"); !slices.Contains(sealed, part) {
			names = append(names, name)
		}
	}
	return names
}

// SealingOf returns the digests of the parts of a revision.
func SealingOf(r Revision) (*Sealing, error) {
	var s Sealing
	state := map[string]any{
		"entry": r.EntryID, "number": r.Number, "created": r.CreatedAt, "submitted": r.SubmittedAt,
		"rules": r.RulesDigest, "input": r.InputDigest, "report": r.ReportDigest,
	}
	for _, part := range []struct {
		name    string
		content any
	}{{"document", r.Document}, {"report", r.Report}, {"input_errors", r.InputErrors}, {"files", r.Files},
		{"series", r.Series}, {"digests", state}} {
		if err := s.add(part.name, part.content); err != nil {
			return nil, err
		}
	}
	return &s, nil
}
