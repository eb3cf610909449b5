// Package desk draws the pages of editors and administrators: /editions, rehearsals, /accounts, /audit, /outbox,
// /server and /retention.
package desk

import (
	"cmp"
	"net/url"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/validation/review"
)

// EditionWalk is the way of an edition from its deadline to the announcement of its list: close, decide, preview,
// publish, announce.
type EditionWalk struct {
	Row         EditionRow
	Outstanding review.Outstanding
	Typed       string                // of the number to publish despite what is outstanding
	Errors      templates.FieldErrors // of what was refused; the empty name is the step as a whole

}

type walkState string

// The states of a step.
const (
	stepDone  walkState = "done"
	stepNow   walkState = "now"   // to be done
	stepWaits walkState = "waits" // for a date or an earlier step
	stepLater walkState = "later" // cannot start yet
	stepFree  walkState = "free"  // can be done at any time
)

func (s walkState) word() string {
	return map[walkState]string{stepDone: "✓ Done", stepNow: "● To do", stepWaits: "◔ Waiting",
		stepLater: "○ Cannot start yet", stepFree: "○ Any time"}[s]
}

func (w EditionWalk) published() bool { return !w.Row.Published.IsZero() }
func (w EditionWalk) embargoed() bool { return w.published() && w.now().Before(w.Row.Embargo) }
func (w EditionWalk) now() time.Time  { return w.Row.Deadline.Now }
func (w EditionWalk) past() bool      { return !w.now().Before(w.Row.Deadline.Closes) }

func (w EditionWalk) accepted() int {
	return w.Row.Counts[review.Accepted] + w.Row.Counts[review.Published] + w.Row.Counts[review.Corrected]
}

func (w EditionWalk) undecided() int {
	return w.Outstanding.Undecided + w.Outstanding.Returned + w.Outstanding.Questions
}

func (w EditionWalk) closing() walkState {
	switch {
	case w.published() || !w.Outstanding.Early:
		return stepDone
	case w.now().Before(w.Row.Deadline.Opens):
		return stepLater
	}
	return stepWaits
}

func (w EditionWalk) deciding() walkState {
	switch {
	case w.published() || w.past() && w.undecided() == 0 && w.accepted() > 0:
		return stepDone
	case w.undecided() > 0:
		return stepNow
	case w.past():
		return stepLater // nothing was submitted
	}
	return stepWaits
}

func (w EditionWalk) previewing() walkState {
	switch {
	case w.published():
		return stepDone
	case w.accepted() == 0:
		return stepLater
	}
	return stepFree
}

func (w EditionWalk) publishing() walkState {
	switch {
	case w.published():
		return stepDone
	case w.accepted() == 0:
		return stepLater
	case w.Outstanding.Any():
		return stepWaits
	}
	return stepNow
}

func (w EditionWalk) announcing() walkState {
	switch {
	case !w.published():
		return stepLater
	case w.embargoed():
		return stepWaits
	}
	return stepFree
}

type walkNext struct {
	Text   string
	Action templates.Link
}

func (w EditionWalk) next() walkNext {
	at := w.address()
	switch {
	case w.embargoed():
		return walkNext{"Next: the embargo ends on " + templates.Stamp(w.Row.Embargo),
			templates.Link{Href: at + "#announce", Text: "Prepare the announcement"}}
	case w.published():
		return walkNext{"Next: announce the list", templates.Link{Href: at + "#announce", Text: "Announce"}}
	case w.deciding() == stepNow && w.Outstanding.Undecided > 0:
		return walkNext{"Next: decide on " + templates.Plural(w.Outstanding.Undecided, "submission", "submissions"),
			templates.Link{Href: string(w.queue(undecidedRows)), Text: "Open the review queue"}}
	case w.deciding() == stepNow && w.Outstanding.Questions > 0:
		return walkNext{"Next: settle " + templates.Plural(w.Outstanding.Questions, "question", "questions"),
			templates.Link{Href: string(w.queue(questionRows)), Text: "Show the submissions"}}
	case w.deciding() == stepNow:
		return walkNext{"Next: " + templates.Plural(w.Outstanding.Returned, "submission waits", "submissions wait") +
			" for correction",
			templates.Link{Href: string(w.queue(string(review.Returned))), Text: "Show the submissions"}}
	case w.publishing() == stepNow:
		return walkNext{"Next: publish the list", templates.Link{Href: at + "#publish", Text: "Publish"}}
	case w.accepted() > 0:
		return walkNext{"Next: wait for the deadline", templates.Link{Href: at + "/preview", Text: "Preview the list"}}
	}
	return walkNext{"Next: wait for submissions", templates.Link{Href: at + "#dates", Text: "Change the dates"}}
}

func (w EditionWalk) address() string { return "/editions/" + w.Row.Name }

// Views of the review queue besides states.
const (
	undecidedRows = ""
	questionRows  = "questions"
)

func (w EditionWalk) queue(rows string) templ.SafeURL {
	query := url.Values{"edition": {w.Row.Name}}
	switch rows {
	case undecidedRows:
	case questionRows:
		query.Set("state", "all")
		query.Set("questions", "open")
	default:
		query.Set("state", rows)
	}
	return templ.SafeURL("/review?" + query.Encode())
}

func (p EditionDeskPage) refused() []templates.Link {
	var all []templates.Link
	for _, field := range []struct{ name, label string }{
		{"", ""}, {review.NumberField, ""}, {"zone", "Time zone"}, {"opens", "Opens"}, {"closes", "Closes"},
		{"grace", "Grace time"}, {"review_by", "Review deadline"}, {"embargo", "Embargo until"},
	} {
		sentence := cmp.Or(p.Walk.Errors[field.name], p.Form.Errors[field.name])
		if sentence == "" {
			continue
		}
		if field.label != "" {
			sentence = field.label + ": " + sentence
		}
		link := templates.Link{Text: sentence}
		if field.name != "" && !p.Walk.published() { // which has no forms
			link.Href = "#" + field.name
		}
		all = append(all, link)
	}
	return all
}

func (w EditionWalk) numberInput() templates.Input {
	return templates.Input{
		Name: review.NumberField, Label: w.Outstanding.Label(), Value: w.Typed, Error: w.Errors[review.NumberField],
		Required: true, Autocomplete: "off",
		Hint: "Published lists cannot be changed. Example: " + strconv.Itoa(w.Outstanding.Number()),
	}
}
