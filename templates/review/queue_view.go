// Package review draws the review queue, conflicts of interest, assignments, questions and appeals.
package review

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/validation/review"
)

// QueueView is the view in the address of the queue. The zero value is what waits for a decision.
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

func (v QueueView) address() templ.SafeURL { return v.addressAt("/review") }

func (v QueueView) addressAt(path string) templ.SafeURL {
	query := url.Values{}
	for name, value := range map[string]string{
		"edition": v.Edition, "state": v.State, "level": v.Level, "reviewer": v.Reviewer, "conflict": v.Conflict,
		"questions": v.Questions, "q": v.Search, "sort": v.Sort,
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

func (v QueueView) sorted(column string) string {
	by, reverse := v.column()
	return map[bool]string{true: map[bool]string{false: "ascending", true: "descending"}[reverse],
		false: "none"}[by == column]
}

func (v QueueView) sortSign(column string) string {
	return map[string]string{"ascending": "▲", "descending": "▼"}[v.sorted(column)]
}

type queueColumn struct{ Key, Text string }

func queueColumns() []queueColumn {
	return []queueColumn{
		{"system", "System, site"}, {"state", "State"}, {"edition", "Edition"}, {"level", "Level"},
		{"worst", "Failures"}, {"warnings", "Warnings"},
		{"change", "Changes"}, {"age", "Waiting for"}, {"deadline", "Deadline"}, {"reviewer", "Reviewer"},
	}
}

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

func currentView(now, of QueueView) string {
	now.Page = 0
	if now == of {
		return "page"
	}
	return "false"
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

func (p QueuePage) pages() int { return (p.Total + QueueOnPage - 1) / QueueOnPage }

func (p QueuePage) caption() string {
	what := templates.Plural(p.Total, "submission", "submissions")
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

func (r QueueRow) allWarnings() int {
	return templates.Either(r.sharedAlarm(), r.Warnings+1, r.Warnings)
}

// sharedAlarm reports whether a submission that is not of the same system or submitter contains its evidence.
func (r QueueRow) sharedAlarm() bool { return r.Shared == review.Unrelated }

// Assigns reports whether somebody says who reviews.
func Assigns(v templates.Viewer) bool {
	return review.TryAssigning(review.Assign, review.Submitted, review.Party{Role: v.Role}) == nil
}
