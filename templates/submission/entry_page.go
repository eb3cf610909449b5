// Package submission draws the evidence page of a submission, with its revisions and its study: /submissions/{id} for
// its holders and reviewers, and /entries/{id} for the public.
package submission

import (
	"strconv"
	"strings"
	"time"

	"green500/templates"
	"green500/templates/chart"
	listpage "green500/templates/list"
	reviewpage "green500/templates/review"
	uploadpage "green500/templates/upload"
	"green500/validation"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/review/diff"
)

// EntryPage is the evidence on one entry: GET /submissions/{id} and the public GET /entries/{id}. With ?from= and ?to=
// (RFC 3339) the same page draws a part of the curve, which is how the window is chosen without JavaScript.
type EntryPage struct {
	templates.Page
	ID           string
	Base         string // where chart.json, report.json and submission.yaml are: "/submissions/7"
	review.Party        // what the viewer is to the entry
	Submitter    string // name of the owner; empty if the viewer may not know
	State        review.State
	Revision     int
	Saved        time.Time
	Entry        *power.Entry
	Report       *validation.Report // nil if the entry could not be graded
	Problems     power.InputErrors  // why it could not be graded
	Curve        power.Curve        // of Window, some 600 steps, for the drawing without JavaScript
	Step         time.Duration      // of the steps that everybody sees; 0 for people who may see every reading
	Window       power.Span         // the part that is drawn; Whole if the query names none
	Whole        power.Span         // the ends of the chart: Whole(what was measured, Report.Spans)
	View         chart.View         // what the address asks the chart to show
	Files        []templates.File
	Receipts     []uploadpage.Receipt    // for those who hold the entry
	Uploads      *uploadpage.UploadPanel // nil if files cannot be put to the entry
	History      []templates.Event       // oldest first
	Decision     Decision
	Reviewed     *ReviewerLine // nil if the viewer does not review
	Sharing      Sharing
	Timing       templates.Timing  // of the holder
	Correction   review.Correction // what the holder is asked for
	Editions     []string          // open for entries, if the viewer may begin the next from this one
	Questions    reviewpage.Questions
	Appeals      *reviewpage.AppealPanel // nil if the viewer sees none
	Revised      Revised
	Deciding     Deciding
	Listing      *EntryListing // nil if it is on no list
	TakeAway     *TakeAway     // nil if the page is not that of a listed entry
	Plausible    plausibility.Panel
	Shared       []SharedEvidence // for those who review
	OpenTab      string           // the tab that the address names; empty if it names none
}

// Decision is what a reviewer or the owner tried to do on the page: POST /submissions/{id}/moves.
type Decision struct {
	Verb   review.Verb
	Reason string
	Phrase string                // words that are to be put under the reason, by their name; see phrasesOf
	Read   []string              // rules that were ticked as read
	Errors templates.FieldErrors // "reason", "read", or "" for the whole form
	Waiver WaiverTry
}

func (p EntryPage) chart() chart.Chart {
	if p.Report == nil {
		return chart.Chart{Curve: p.Curve, Whole: p.Whole}
	}
	return chart.Of(p.Report, p.Whole, p.Curve, p.View, p.Questions.Marks())
}

// Desk reports whether the page is the review desk: for those who review, of a graded revision that counts.
func (p EntryPage) Desk() bool {
	return p.Reviewed != nil && !p.public() && p.Report != nil && !p.Revised.Old(p.Revision)
}

func (p EntryPage) public() bool { return p.Path == "/entries/"+p.ID }

func (p EntryPage) at(name string) string {
	return templates.Either(p.Revised.Old(p.Revision), p.Base+"/"+name+"?revision="+strconv.Itoa(p.Revision),
		p.Base+"/"+name)
}

// Revised is what the evidence page says of revisions and of other entries.
type Revised struct {
	Current   int              // the last revision that the reader may see; 0 if they see one only
	Submitted time.Time        // of the revision that is shown
	Changes   *diff.Comparison // since an earlier one; nil if there is none
	Seen      bool             // that one is what the reader saw last
	Peers     Peers
}

// Old reports whether a revision is not the one that counts.
func (r Revised) Old(shown int) bool { return r.Current > shown }

// ReviewerLine says on the evidence page who reviews the entry.
type ReviewerLine struct {
	Name string // empty if nobody does
	Mine bool   // the viewer does
}

// EntryListing is where an entry stands on the list it was released with.
type EntryListing struct {
	Edition  string
	Released int                // rank
	Rank     int                // as the list stands; 0 without one
	TakenOut bool               // by an erratum
	Changed  bool               // the list was corrected
	Readable bool               // the viewer may read the list
	Embargo  time.Time          // zero if that is over
	Errata   []listpage.Erratum // of the entry
	SystemID int64              // 0 if it stands on no list any more
}

func systemName(e *power.Entry) string {
	if e == nil || e.System.Name == "" {
		return "System without a name"
	}
	return e.System.Name
}

// problemSentence is an input error as a sentence, without the path that the link beside it names.
func problemSentence(t *power.InputError) string {
	bare := *t
	bare.Field = ""
	return bare.Error() // as it is: it may begin with the name of a file
}

func particulars(e *power.Entry) []templates.Fact {
	all := []templates.Fact{
		{Name: "Site", Value: strings.TrimSpace(e.Site.Name + " " + e.Site.Country)},
		{Name: "Manufacturer", Value: e.System.Manufacturer},
		{Name: "Year", Value: figure(e.System.Year, false)},
		{Name: "Processor", Value: e.System.Processor},
		{Name: "Accelerator", Value: e.System.Accelerator},
		{Name: "Interconnect", Value: e.System.Interconnect},
		{Name: "Operating system", Value: e.System.OperatingSystem},
		{Name: "Total cores", Value: figure(e.System.TotalCores, true)},
		{Name: "Accelerator cores", Value: figure(e.System.AcceleratorCores, true)},
		{Name: "TOP500 rank", Value: figure(e.System.Top500Rank, true)},
		{Name: "Workload", Value: e.Run.Workload},
		{Name: "Compute nodes", Value: nodes(e)},
		{Name: "Cooling", Value: e.Environment.Cooling},
		{Name: "Coolant", Value: coolant(e.Environment)},
	}
	var facts []templates.Fact
	for _, f := range all {
		if f.Value != "" {
			facts = append(facts, f)
		}
	}
	for _, t := range e.Tunables {
		facts = append(facts, templates.Fact{Name: t.Name, Value: t.Value + " (default " + t.Default + ")"})
	}
	return facts
}

func figure(n int, grouped bool) string {
	switch {
	case n == 0:
		return ""
	case grouped:
		return templates.Digits(float64(n), 0)
	}
	return strconv.Itoa(n)
}

func nodes(e *power.Entry) string {
	all, measured := e.Nodes()
	if all == 0 {
		return ""
	}
	if all == measured {
		return templates.Digits(float64(all), 0) + ", all measured"
	}
	return templates.Digits(float64(all), 0) + ", " + templates.Digits(float64(measured), 0) + " measured"
}

func coolant(e power.Environment) string {
	var parts []string
	if e.InletCelsius != nil {
		parts = append(parts, templates.Digits(*e.InletCelsius, 1)+" °C in")
	}
	if e.OutletCelsius != nil {
		parts = append(parts, templates.Digits(*e.OutletCelsius, 1)+" °C out")
	}
	return strings.Join(parts, ", ")
}
