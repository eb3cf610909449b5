package validation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"green500/validation/power"
)

// Judged is what of an entry its verdict rests on: the entry without what only names and describes machine, site and people.
// Grade sees no more, so that entries of which this is the same have the same report, but for the digest of their input.
func Judged(entry *power.Entry) *power.Entry {
	judged := *entry
	judged.Edition, judged.Contact, judged.Study = "", power.Contact{}, nil
	judged.Site = power.Site{MainsHz: entry.Site.MainsHz}
	judged.System = power.System{Top500Teraflops: entry.System.Top500Teraflops}
	return &judged
}

// judged is a measurement of what a verdict rests on.
func judged(m *power.Measurement) *power.Measurement {
	seen := *m
	seen.Entry = Judged(m.Entry)
	return &seen
}

// Stencil is a report with a gap where the digest of its input stands.
type Stencil struct {
	before, after []byte // the report as JSON without spaces, and without its own digest, which is the last in it
	digests       Digests
}

// NewStencil makes a stencil of a report.
func NewStencil(report *Report) (Stencil, error) {
	blank := *report
	blank.Digests.Report = ""
	text, err := json.Marshal(&blank)
	if err != nil {
		return Stencil{}, fmt.Errorf("write report as a stencil: %w", err)
	}
	at := bytes.LastIndex(text, []byte(report.Digests.Input))
	if at < 0 || report.Digests.Input == "" {
		return Stencil{}, errors.New("write report as a stencil: it does not tell its input")
	}
	return Stencil{text[:at], text[at+len(report.Digests.Input):], report.Digests}, nil
}

// Of is the text of the report on another input, as JSON of Report has it, and its digests.
func (s Stencil) Of(input string) ([]byte, Digests, error) {
	compact := make([]byte, 0, len(s.before)+len(input)+len(s.after)+len(s.digests.Report))
	compact = append(append(append(compact, s.before...), input...), s.after...)
	digests := Digests{Rules: s.digests.Rules, Input: input, Report: digest(compact)}
	const end = `""}}`
	compact = append(compact[:len(compact)-len(end)], `"`+digests.Report+`"}}`...)
	text := bytes.NewBuffer(make([]byte, 0, 2*len(compact)))
	if err := json.Indent(text, compact, "", indentation); err != nil {
		return nil, digests, fmt.Errorf("write report by a stencil: %w", err)
	}
	text.WriteByte('\n')
	return text.Bytes(), digests, nil
}

// Size is the bytes it takes.
func (s Stencil) Size() int { return len(s.before) + len(s.after) }
