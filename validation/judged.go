package validation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"green500/validation/power"
)

// Judged is what of an entry its verdict rests on: the entry without what only names and describes machine, site and people.
// Grade sees no more, so that entries of which this is the same have the same report, but for the digest of their input.
func Judged(entry *power.Entry) *power.Entry {
	judged := *entry
	judged.Contact, judged.Study = power.Contact{}, nil
	judged.Site = power.Site{MainsHz: entry.Site.MainsHz, Country: entry.Site.Country}
	judged.System = power.System{
		Top500Teraflops: entry.System.Top500Teraflops, RpeakTeraflops: entry.System.RpeakTeraflops,
		TotalCores: entry.System.TotalCores, AcceleratorCores: entry.System.AcceleratorCores, Accelerator: entry.System.Accelerator,
	}
	return &judged
}

// Stencil is a report with gaps where the digests of its input and of itself stand.
type Stencil struct {
	compact [2][]byte // JSON without spaces, around the first gap: of this the digest is taken, with nothing in the second
	text    [3][]byte // as JSON of Report has it
	rules   string
}

// NewStencil makes a stencil of a report.
func NewStencil(report *Report) (Stencil, error) {
	text, err := report.JSON()
	if err != nil {
		return Stencil{}, fmt.Errorf("write report as a stencil: %w", err)
	}
	blank := *report
	blank.Digests.Report = ""
	compact, err := json.Marshal(&blank)
	if err != nil {
		return Stencil{}, fmt.Errorf("write report as a stencil: %w", err)
	}
	digests := report.Digests
	first, second := bytes.LastIndex(text, []byte(digests.Input)), bytes.LastIndex(text, []byte(digests.Report))
	within := bytes.LastIndex(compact, []byte(digests.Input))
	if digests.Input == "" || digests.Report == "" || min(first, within) < 0 || second < first+len(digests.Input) {
		return Stencil{}, errors.New("write report as a stencil: it is not sealed")
	}
	return Stencil{
		compact: [2][]byte{compact[:within], compact[within+len(digests.Input):]},
		text:    [3][]byte{text[:first], text[first+len(digests.Input) : second], text[second+len(digests.Report):]},
		rules:   digests.Rules,
	}, nil
}

// Of is the text of the report on another input, as JSON of Report has it, and its digests.
func (s Stencil) Of(input string) ([]byte, Digests) {
	digests := Digests{Rules: s.rules, Input: input, Report: digest(slices.Concat(s.compact[0], []byte(input), s.compact[1]))}
	return slices.Concat(s.text[0], []byte(input), s.text[1], []byte(digests.Report), s.text[2]), digests
}

// Size is the bytes it takes.
func (s Stencil) Size() int {
	return len(s.compact[0]) + len(s.compact[1]) + len(s.text[0]) + len(s.text[1]) + len(s.text[2])
}
