package validation

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

func seal(report *Report, asked []rules.Rule, in Input) error {
	report.Digests = Digests{Rules: RulesDigest(in.Edition, asked), Input: in.Digest}
	text, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("write report to seal it: %w", err)
	}
	report.Digests.Report = digest(text)
	return nil
}

// ReportDigest is the digest that a report has to have, from its text as JSON writes it; it fails for any other text.
func ReportDigest(text []byte) (string, error) {
	var held struct {
		Digests Digests `json:"digests"`
	}
	var compact, again bytes.Buffer
	if err := json.Unmarshal(text, &held); err != nil {
		return "", fmt.Errorf("read report: %w", err)
	}
	if err := errors.Join(json.Compact(&compact, text), json.Indent(&again, compact.Bytes(), "", "  ")); err != nil {
		return "", fmt.Errorf("read report: %w", err)
	}
	said := []byte(`"` + held.Digests.Report + `"`)
	at := bytes.LastIndex(compact.Bytes(), said)
	if at < 0 || held.Digests.Report == "" || !bytes.Equal(append(again.Bytes(), '\n'), text) {
		return "", errors.New("read report: its content was changed")
	}
	of := digest(slices.Concat(compact.Bytes()[:at], []byte(`""`), compact.Bytes()[at+len(said):]))
	if of != held.Digests.Report {
		return "", errors.New("read report: its digest is not the one that it states")
	}
	return of, nil
}

// EngineVersion is raised by hand when the same bundle gets another outcome or number than before, other than by the
// catalogue, its limits or its constants. A test of package rules fails if it was forgotten.
const EngineVersion = 8

// RulesDigest identifies what decides by an edition: the rules that the edition has, its limits, the constants, and
// the version of the engine that checks them. Names in the source, comments and wording do not change it.
func RulesDigest(edition methodology.Edition, asked []rules.Rule) string {
	hash := sha256.New()
	_, _ = fmt.Fprintln(hash, EngineVersion, edition) // a hash takes everything
	for _, rule := range asked {
		section, _ := edition.Section(rule.Section)
		_, _ = fmt.Fprintf(hash, "%s %s %s %d %s\n", rule.ID, rule.Aspect, section, rule.Levels, rule.Severity)
	}
	for _, level := range power.Levels() {
		_, _ = fmt.Fprintln(hash, edition.Limits(level))
	}
	for _, constant := range methodology.Constants() {
		_, _ = fmt.Fprintln(hash, constant)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}

// InputDigest names an input: the canonical document and each file by name and SHA-256, in order.
func InputDigest(document []byte, files []FileDigest) string {
	hash := sha256.New()
	_, _ = hash.Write(document)
	for _, file := range files {
		_, _ = io.WriteString(hash, "\n"+file.Name+" "+file.Digest)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}

// FileDigest is one file of an input.
type FileDigest struct{ Name, Digest string }

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Difference is what two verdicts on a submission differ in.
type Difference string

// The differences, each of which explains those after it.
const (
	Alike       Difference = "nothing"
	OtherRules  Difference = "rules"  // the rule set
	OtherInput  Difference = "input"  // the document, or the bytes of a file
	OtherReport Difference = "report" // by the same rules on the same bytes: the program
)

// Compare returns the first thing that explains why two verdicts differ.
func (d Digests) Compare(other Digests) Difference {
	switch {
	case d == other:
		return Alike
	case d.Rules != other.Rules:
		return OtherRules
	case d.Input != other.Input:
		return OtherInput
	}
	return OtherReport
}

// Explain says how the verdict here compares with another, whose author is a noun such as "the server".
func (d Digests) Explain(other Digests, author string) string {
	switch d.Compare(other) {
	case OtherRules:
		return fmt.Sprintf("The report of %s uses another rule set (%s) than this program (%s).", author,
			other.Rules, d.Rules)
	case OtherInput:
		return fmt.Sprintf("The report of %s is of other input (%s) than this one (%s): "+
			"the document or a file differs.", author, other.Input, d.Input)
	case OtherReport:
		return fmt.Sprintf("With the same rules and input, the report of %s (%s) differs from that of this program "+
			"(%s): their versions differ.", author, other.Report, d.Report)
	}
	return fmt.Sprintf("The report of %s is identical to this one, byte for byte (%s).", author, d.Report)
}

// Judged is what of an entry its verdict rests on: the entry without what only names and describes machine, site and
// people. Grade sees no more, so that entries of which this is the same have the same report, but for the digest of
// their input.
func Judged(entry *power.Entry) *power.Entry {
	judged := *entry
	judged.Contact, judged.Study = power.Contact{}, nil
	judged.Site = power.Site{MainsHz: entry.Site.MainsHz, Country: entry.Site.Country}
	judged.System = power.System{
		Top500Teraflops: entry.System.Top500Teraflops, RpeakTeraflops: entry.System.RpeakTeraflops,
		TotalCores: entry.System.TotalCores, AcceleratorCores: entry.System.AcceleratorCores,
		Accelerator: entry.System.Accelerator,
	}
	return &judged
}

// Stencil is a report with gaps where the digests of its input and of itself stand.
type Stencil struct {
	// JSON without spaces, around the first gap: of this the digest is taken, with nothing in the second
	compact [2][]byte
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
	digests := Digests{Rules: s.rules, Input: input,
		Report: digest(slices.Concat(s.compact[0], []byte(input), s.compact[1]))}
	return slices.Concat(s.text[0], []byte(input), s.text[1], []byte(digests.Report), s.text[2]), digests
}

// Size is the bytes it takes.
func (s Stencil) Size() int {
	return len(s.compact[0]) + len(s.compact[1]) + len(s.text[0]) + len(s.text[1]) + len(s.text[2])
}
