package main

import (
	"encoding/json"
	"errors"
	"io"

	"green500/handlers/api"
	"green500/validation"
	"green500/validation/power"
)

// submitted is what submit --json prints. Fields that an outcome does not have are left out.
type submitted struct {
	Outcome      string                 `json:"outcome"`              // one of those below
	Submission   *api.Submission        `json:"submission,omitempty"` // on the server, if there is one
	Granted      bool                   `json:"granted"`              // the claimed level is granted
	ClaimedLevel power.Level            `json:"claimed_level,omitempty"`
	GrantedLevel power.Level            `json:"granted_level"`
	Problems     []string               `json:"problems,omitempty"`   // why the server could not grade it
	Differs      *validation.Difference `json:"differs_by,omitempty"` // nothing, rules, input or report: the report of the server from that of this program
	ToSend       *toSend                `json:"to_send,omitempty"`    // of --dry-run
	Manifest     *keptManifest          `json:"manifest,omitempty"`   // of --manifest-only
	Report       json.RawMessage        `json:"report,omitempty"`     // of the server; of this program if nothing was sent
}

// The outcomes of submit.
const (
	outcomeSubmitted = "submitted"         // for review
	outcomeDraft     = "draft"             // it stays a draft
	outcomeCommitted = "committed"         // to its files, by a manifest
	outcomeAlready   = "already_submitted" // before: nothing was sent
	outcomeRehearsed = "rehearsed"         // nothing was sent
)

type toSend struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

type keptManifest struct {
	Number int    `json:"number"`
	Folder string `json:"folder"` // with the manifest and its receipt
}

// entry notes the submission on the server as it is now. Files that it does not list are those noted before.
func (s *submitted) entry(e api.Submission) {
	s.Problems = e.Errors
	if s.Submission != nil && len(e.Files) == 0 {
		e.Files = s.Submission.Files
	}
	e.Report, e.Errors, e.Total, e.Waivers, e.Draft = nil, nil, 0, nil, nil // which are said elsewhere, or not
	s.Submission = &e
}

func (s *submitted) graded(report *validation.Report, text json.RawMessage, by validation.Difference) {
	s.ClaimedLevel, s.GrantedLevel, s.Granted, s.Report = report.ClaimedLevel, report.GrantedLevel, report.GrantedLevel >= report.ClaimedLevel, text
	if by != "" {
		s.Differs = &by
	}
}

func (s *submitted) printed(out io.Writer, err error) error {
	if err != nil && !errors.Is(err, errDenied) {
		return err
	}
	return errors.Join(err, printJSON(out, s))
}
