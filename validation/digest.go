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

// ReportDigest is the digest that a report has to have, from its text as JSON writes it: that of all else in it.
// It fails for what is no such text, to the byte.
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
const EngineVersion = 5

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
