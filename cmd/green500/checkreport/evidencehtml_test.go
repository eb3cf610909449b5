package checkreport

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	parser "golang.org/x/net/html"

	"green500/validation"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// written is the page of a sample once something was done to it, and its report.
func written(t *testing.T, do func(*sample.Bundle)) (string, *validation.Report) {
	t.Helper()
	b := sample.Clean(2, "2.0")
	do(&b)
	read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close() })
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := WriteHTML(&out, read, report, "Graded offline by a test."); err != nil {
		t.Fatal(err)
	}
	return out.String(), report
}

func pages() map[string]func(*sample.Bundle) {
	return map[string]func(*sample.Bundle){
		"clean": func(*sample.Bundle) {},
		"a short run": func(b *sample.Bundle) {
			core := &b.Entry.Run.CorePhase
			b.Entry.Run.FullRun, b.Entry.Run.Output, b.Entry.Run.RmaxTeraflops = power.Span{}, "", 600
			*core = power.NewSpan(sample.Clean(2, "2.0").Entry.Run.FullRun.Start.Add(time.Minute),
				sample.Clean(2, "2.0").Entry.Run.FullRun.Start.Add(2*time.Minute))
		},
		"with failures and warnings": func(b *sample.Bundle) {
			b.Entry.ClaimedLevel = 3
			b.Entry.Meters[0].Make, b.Entry.Environment.Cooling = "", ""
			b.Entry.System.Name = `<script>alert("x")</script> & https://example.org`
		},
	}
}

// elements visits every element of a page.
func elements(t *testing.T, page string, visit func(*parser.Node)) {
	t.Helper()
	root, err := parser.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == parser.ElementNode {
			visit(n)
		}
	}
}

var loads = regexp.MustCompile(`(?i)url\(\s*["']?[^#"')\s]|@import|expression\(`)

// TestNothingIsLoaded: the page needs no server, no script and no other file.
func TestNothingIsLoaded(t *testing.T) {
	t.Parallel()
	for name, do := range pages() {
		page, _ := written(t, do)
		elements(t, page, func(n *parser.Node) {
			switch n.Data {
			case "script", "link", "img", "iframe", "object", "embed", "form", "button", "input", "base", "image",
				"use", "video", "audio", "source":
				t.Errorf("%s: there is <%s>", name, n.Data)
			}
			for _, a := range n.Attr {
				reference := a.Key == "href" || a.Key == "src" || a.Key == "srcset" || a.Key == "data" ||
					a.Key == "action" || strings.HasPrefix(a.Key, "hx-") || strings.HasPrefix(a.Key, "on")
				if reference && !strings.HasPrefix(a.Val, "#") {
					t.Errorf("%s: <%s %s=%q>", name, n.Data, a.Key, a.Val)
				}
			}
		})
		if found := loads.FindString(page); found != "" {
			t.Errorf("%s: a style loads something: %s", name, found)
		}
	}
}

// TestEveryLinkHasItsPlace: links lead to places of the page, each of which is there once.
func TestEveryLinkHasItsPlace(t *testing.T) {
	t.Parallel()
	for name, do := range pages() {
		page, _ := written(t, do)
		places, links := map[string]int{}, []string{}
		elements(t, page, func(n *parser.Node) {
			for _, a := range n.Attr {
				if a.Key == "id" {
					places[a.Val]++
				}
				if to, inside := strings.CutPrefix(a.Val, "#"); a.Key == "href" && inside {
					links = append(links, to)
				}
			}
		})
		if len(links) == 0 {
			t.Errorf("%s: there are no links", name)
		}
		for _, to := range links {
			if places[to] != 1 {
				t.Errorf("%s: %d places are called %s", name, places[to], to)
			}
		}
		for place, count := range places {
			if count != 1 {
				t.Errorf("%s: %d places are called %s", name, count, place)
			}
		}
	}
}

// TestThePageSaysWhatTheReportSays: the verdict, the counts, every failure and warning, the chart and the numbers.
func TestThePageSaysWhatTheReportSays(t *testing.T) {
	t.Parallel()
	for name, do := range pages() {
		page, report := written(t, do)
		want := []string{
			"granted under 2.0", report.Sentence(), validation.Tally(report.Findings, report.ClaimedLevel),
			report.Digests.Report, "Graded offline by a test.",
			`<svg class="curve"`, `class="band-core"`, `class="line series-1"`, "<table class=\"numbers\">",
			"Uncertainty by source", "prefers-color-scheme: dark", "@media print",
		}
		for _, p := range report.Points() {
			want = append(want, html.EscapeString(p.Message), html.EscapeString(p.Title))
		}
		if curves := strings.Count(page, `<svg class="curve"`); curves != 1 && name != "a short run" ||
			curves != 2 && name == "a short run" {
			t.Errorf("%s: there are %d charts", name, curves)
		}
		if name == "with failures and warnings" && len(report.Points()) < 3 {
			t.Errorf("%s: there are only %d points", name, len(report.Points()))
		}
		for _, words := range want {
			if !strings.Contains(page, words) {
				t.Errorf("%s: the page does not say %q", name, words)
			}
		}
		if strings.Contains(page, `<script>alert`) {
			t.Errorf("%s: what was typed is not escaped", name)
		}
	}
}

// TestAnAttachedCalibrationIsRead: the page has the power that the calibration of a bundle predicts, and why it cannot.
func TestAnAttachedCalibrationIsRead(t *testing.T) {
	for text, says := range map[string]string{
		`{"cores": 8, "nodes": [{"name": "n1", "states": [{"idle_w": 200, "one_core_w": 260, ` +
			`"all_cores_w": 650}]}]}`: "power of 1 node in calibration.json under full load",
		`{"cores": 8, "nodes": [}`: "Calibration calibration.json:",
	} {
		page, _ := written(t, func(b *sample.Bundle) {
			b.Entry.Attachments = append(b.Entry.Attachments,
				power.Attachment{File: "calibration.json", Kind: "node calibration"})
			b.Files["calibration.json"] = []byte(text)
		})
		if !strings.Contains(page, says) {
			t.Errorf("the page does not say %q", says)
		}
	}
}
