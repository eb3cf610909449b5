package review

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/validation/review"
)

// QueueView is the view in the address of the queue; its words are those of the form. The zero value is what
// waits for a decision.
type QueueView struct {
	Edition   string
	State     string // empty for what waits for a decision, QueueAll, or a state
	Level     string // claimed
	Reviewer  string // QueueMine, QueueNobodys, the number of an account, or empty for anybody
	Conflict  string // QueueWith, QueueWithout, or empty for both
	Questions string // QueueOpen, or empty with or without questions
	Search    string
	Sort      string // a column, the other way round after a "-"; empty for the longest waiting first
	Page      int    // from 1
}

// The words of a view besides those of states, columns and accounts.
const (
	QueueAll     = "all"
	QueueMine    = "me"
	QueueNobodys = "nobody"
	QueueWith    = "with"
	QueueWithout = "without"
	QueueOpen    = "open"
	defaultSort  = "age"
)

// QueueOnPage is how many entries one page of the queue shows.
const QueueOnPage = 50

// address leads to the view; what is as usual is left out of it.
func (v QueueView) address() templ.SafeURL { return v.addressAt("/review") }

// addressAt is the view at another page over the queue.
func (v QueueView) addressAt(path string) templ.SafeURL {
	query := url.Values{}
	for name, value := range map[string]string{
		"edition": v.Edition, "state": v.State, "level": v.Level, "reviewer": v.Reviewer, "conflict": v.Conflict, "questions": v.Questions, "q": v.Search, "sort": v.Sort,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if v.Page > 1 {
		query.Set("page", strconv.Itoa(v.Page))
	}
	if len(query) == 0 {
		return templ.SafeURL(path)
	}
	return templ.SafeURL(path + "?" + query.Encode())
}

func (v QueueView) onPage(n int) QueueView {
	v.Page = n
	return v
}

// narrowed reports whether the view leaves out anything but what is decided.
func (v QueueView) narrowed() bool {
	v.Sort, v.Page = "", 0
	return v != QueueView{}
}

func (v QueueView) column() (key string, reverse bool) {
	key, reverse = strings.CutPrefix(v.Sort, "-")
	if key == "" {
		key = defaultSort
	}
	return key, reverse
}

// sortedBy is the view by a column, or the other way round where it is by that already.
func (v QueueView) sortedBy(column string) QueueView {
	by, reverse := v.column()
	v.Page = 0
	switch {
	case by == column && !reverse:
		v.Sort = "-" + column
	case column == defaultSort:
		v.Sort = ""
	default:
		v.Sort = column
	}
	return v
}

// sorted is the value of aria-sort.
func (v QueueView) sorted(column string) string {
	by, reverse := v.column()
	return map[bool]string{true: map[bool]string{false: "ascending", true: "descending"}[reverse], false: "none"}[by == column]
}

func (v QueueView) sortSign(column string) string {
	return map[string]string{"ascending": "▲", "descending": "▼"}[v.sorted(column)]
}

// sortWords say what following the heading does.
func (v QueueView) sortWords(column string) string {
	if v.sorted(column) == "ascending" {
		return ", reverse the order"
	}
	return ", sort by this column"
}

// queueColumn is a column with the key by which it is sorted.
type queueColumn struct{ Key, Text string }

func queueColumns() []queueColumn {
	return []queueColumn{
		{"system", "System, site"}, {"state", "State"}, {"edition", "Edition"}, {"level", "Level"}, {"worst", "Failures"}, {"warnings", "Warnings"},
		{"change", "Changes"}, {"age", "Waiting for"}, {"deadline", "Deadline"}, {"reviewer", "Reviewer"},
	}
}

// queueTab is a view that is one click away.
type queueTab struct {
	Text string
	View QueueView
}

func queueTabs() []queueTab {
	return []queueTab{
		{"Undecided", QueueView{}},
		{"Mine", QueueView{Reviewer: QueueMine}},
		{"Unassigned", QueueView{Reviewer: QueueNobodys}},
		{"Worst first", QueueView{Sort: "worst"}},
		{"Recently changed", QueueView{State: QueueAll, Sort: "change"}},
		{"All", QueueView{State: QueueAll}},
	}
}

// currentView is the value of aria-current for a link to a view.
func currentView(now, of QueueView) string {
	now.Page = 0
	if now == of {
		return "page"
	}
	return "false"
}

func (p QueuePage) editionOptions() []templates.Option {
	options := []templates.Option{{Label: "all"}}
	for _, name := range p.Editions {
		options = append(options, templates.Option{Value: name, Label: name})
	}
	return options
}

func (p QueuePage) reviewerOptions() []templates.Option {
	options := []templates.Option{{Label: "anybody"}, {Value: QueueMine, Label: "me"}, {Value: QueueNobodys, Label: "nobody"}}
	for _, reviewer := range p.Reviewers {
		options = append(options, templates.Option{Value: reviewer.ID, Label: reviewer.Name})
	}
	return options
}

func stateOptions() []templates.Option {
	options := []templates.Option{{Label: "undecided"}, {Value: QueueAll, Label: "all"}}
	for _, state := range review.States() {
		if state != review.Draft {
			options = append(options, templates.Option{Value: string(state), Label: state.Word()})
		}
	}
	return options
}

func conflictOptions() []templates.Option {
	return []templates.Option{{Label: "with or without"}, {Value: QueueWithout, Label: "without"}, {Value: QueueWith, Label: "with"}}
}

func questionOptions() []templates.Option {
	return []templates.Option{{Label: "any"}, {Value: QueueOpen, Label: "open"}}
}

func (p QueuePage) pages() int { return (p.Total + QueueOnPage - 1) / QueueOnPage }

// caption says how much there is, and in which order.
func (p QueuePage) caption() string {
	what := templates.Plural(p.Total, "entry", "entries")
	if !p.View.narrowed() {
		what = templates.Plural(p.Total, "submission waits", "submissions wait") + " for a decision"
	}
	column, reverse := p.View.column()
	order := "by " + column
	switch {
	case column == defaultSort && !reverse:
		order = "longest waiting first"
	case column == defaultSort:
		order = "newest first"
	case reverse:
		order += ", reversed"
	}
	return what + ", " + order + ". To share this view, copy the address of this page."
}

// allWarnings counts warnings, that evidence is in an unrelated submission among them.
func (r QueueRow) allWarnings() int {
	if r.sharedAlarm() {
		return r.Warnings + 1
	}
	return r.Warnings
}

// warns reports whether the worst finding is a warning.
func (r QueueRow) warns() bool { return r.Failed == 0 && r.Unknown == 0 && r.Warnings > 0 }

// passes reports whether no finding stands against the submission.
func (r QueueRow) passes() bool { return r.Failed == 0 && r.Unknown == 0 && r.allWarnings() == 0 }

// sharedAlarm reports whether a submission that is not of the same system or submitter contains its evidence.
func (r QueueRow) sharedAlarm() bool { return r.Shared == review.Unrelated }

// becameWords state the new state of a submission.
func becameWords(now review.State) string {
	if now.Decidable() {
		return "moved: " + now.Word()
	}
	return "decided: " + now.Word()
}

// Assigns reports whether somebody says who reviews.
func Assigns(v templates.Viewer) bool {
	return review.TryAssigning(review.Assign, review.Submitted, review.Party{Role: v.Role}) == nil
}
