package checkreport

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"green500/static"
	"green500/templates/chart"
	submissionpage "green500/templates/submission"
	"green500/validation"
	"green500/validation/document/bundle"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
)

// drawnSteps is how many steps of the curve are drawn, as on the page of a server without JavaScript.
const drawnSteps = 600

// WriteHTML writes the page of a graded bundle. foot says what made it, as a sentence.
func WriteHTML(out io.Writer, b *bundle.Bundle, report *validation.Report, foot string) error {
	m := b.Measurement
	page := submissionpage.EvidencePage{EntryPage: submissionpage.EntryPage{Entry: b.Entry, Report: report}, Foot: foot}
	page.Whole = chart.Whole(m.Whole(), report.Spans)
	page.Window = page.Whole
	page.Curve = m.Curve(page.Window, drawnSteps)
	page.Near = near(m, page.Whole, report.Spans)
	calibrations, err := plausibility.Attached(b.Entry, b.Folder, nil)
	if err != nil {
		return err
	}
	page.Plausible = plausibility.Of(m, report, plausibility.Sources{Calibrations: calibrations})
	if err := m.Err(); err != nil {
		return err
	}
	style, err := styles()
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := submissionpage.Evidence(page).Render(context.Background(), &body); err != nil {
		return fmt.Errorf("draw the evidence: %w", err)
	}
	title := html.EscapeString(b.Entry.System.Name + " · evidence · green500")
	_, err = fmt.Fprintf(out, head, title, style, serverLink.ReplaceAll(body.Bytes(), []byte("<span>$1</span>")))
	return err
}

func near(m *power.Measurement, whole power.Span, spans validation.Spans) power.Curve {
	const small, margin = 4, 4 // parts of the recording, and of the run
	run := spans.FullRun
	if run.IsZero() {
		run = spans.Core
	}
	if run.IsZero() || whole.Duration() < small*run.Duration() {
		return power.Curve{}
	}
	around, ok := run.Trim(-run.Duration()/margin, -run.Duration()/margin).Intersect(whole)
	if !ok {
		return power.Curve{}
	}
	curve := m.Curve(around, drawnSteps)
	if len(curve.Lines) > 0 {
		curve.Lines[0].Name += " near" // the patterns of a drawing are called after it
	}
	return curve
}

const head = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
%s</style>
</head>
<body>
%s
</body>
</html>
`

// alone is what the style sheets of a server leave to the rest of the page.
const alone = `
main > section { margin-bottom: 28px; }
.digest { font-family: var(--mono); }
`

func styles() (string, error) {
	var all strings.Builder
	for _, name := range submissionpage.EvidenceAssets() {
		text, err := fs.ReadFile(static.FS(), name)
		if err != nil {
			return "", fmt.Errorf("read the style sheet %s: %w", name, err)
		}
		all.Write(text)
	}
	all.WriteString(alone)
	return all.String(), nil
}

// serverLink is a link that leads somewhere on a server; those within the page begin with #.
var serverLink = regexp.MustCompile(`(?s)<a\b[^>]*\bhref="[^#"][^"]*"[^>]*>(.*?)</a>`)
