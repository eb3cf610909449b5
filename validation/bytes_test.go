package validation_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/power"
)

// TestCoresDoNotShowInTheReport: reading and grading on one core and on two give the same bytes.
func TestCoresDoNotShowInTheReport(t *testing.T) {
	var before [][]byte
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cores := range []int{1, 2} {
		runtime.GOMAXPROCS(cores)
		for i, b := range clean() {
			text, err := grade(t, b.Bundle).JSON()
			if err != nil {
				t.Fatal(err)
			}
			if cores == 1 {
				before = append(before, text)
			} else if !bytes.Equal(before[i], text) {
				t.Errorf("%s gives another report on %d cores", b.Name, cores)
			}
		}
	}
}

func TestReportDigestIsThatOfTheRest(t *testing.T) {
	report := *grade(t, clean()[0].Bundle)
	want := report.Digests.Report
	report.Digests.Report = ""
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(text); want != "sha256:"+hex.EncodeToString(sum[:]) {
		t.Errorf("digest %s is not that of the report", want)
	}
}

func TestReportDigestIsFoundFromTheText(t *testing.T) {
	report := grade(t, clean()[0].Bundle)
	text, err := report.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := validation.ReportDigest(text); err != nil || got != report.Digests.Report {
		t.Errorf("got %q, %v; want %s", got, err, report.Digests.Report)
	}
	const stride, all = 101, 150 // of the bytes up to where the digests are, and of the last ones
	for at := 0; at < len(text); at++ {
		if at%stride != 0 && at < len(text)-all {
			continue
		}
		altered := bytes.Clone(text)
		altered[at] ^= 1
		if got, err := validation.ReportDigest(altered); err == nil && got == report.Digests.Report {
			t.Fatalf("byte %d of the report can be altered unseen", at)
		}
	}
}

func TestDigestsChangeWithEveryByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, clean())
		name := rapid.SampledFrom(slices.Sorted(maps.Keys(b.Files))).Draw(t, "file")
		content := slices.Clone(b.Files[name])
		content[rapid.IntRange(0, len(content)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		changed := sample.Bundle{Methodology: b.Methodology, Entry: b.Entry, Files: maps.Clone(b.Files)}
		changed.Files[name] = content
		read, err := read(changed)
		if problems := (power.InputErrors{}); errors.As(err, &problems) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		after, err := read.Grade(b.Methodology)
		if err != nil {
			t.Fatal(err)
		}
		if before := grade(t, b.Bundle); before.Digests.Input == after.Digests.Input ||
			before.Digests.Report == after.Digests.Report {
			t.Errorf("digests are %v, then %v", before.Digests, after.Digests)
		} else if before.Digests.Rules != after.Digests.Rules {
			t.Error("the digest of the rules changes with a file")
		}
	})
}
