package main

import (
	"fmt"
	"io"
	"strings"

	"green500/store"
	"green500/validation/power"
	"green500/validation/published"
)

type importReport struct {
	File           string              `json:"file"`
	Kind           published.Kind      `json:"kind"`
	Edition        string              `json:"edition"`
	Systems        int                 `json:"systems"`
	Powered        int                 `json:"with_power"` // a power or an efficiency
	Levels         map[power.Level]int `json:"levels"`     // how many systems the list gives which
	Outcome        outcome             `json:"outcome"`
	Address        string              `json:"address,omitempty"`  // on the server
	Replaces       string              `json:"replaces,omitempty"` // the file that was imported before
	Added          int                 `json:"added"`
	Removed        int                 `json:"removed"`
	Changed        int                 `json:"changed"`
	Warnings       []string            `json:"warnings"`
	Contradictions []contradiction     `json:"contradictions"`
}

type outcome string

const (
	outcomeRead      outcome = "read"
	outcomeNew       outcome = "new"
	outcomeUnchanged outcome = "unchanged"
	outcomeReread    outcome = "read again"
	outcomeReplaced  outcome = "replaced"
)

// contradiction is a row whose listed efficiency is not Rmax over power.
type contradiction struct {
	Line        int     `json:"line"`
	Rank        int     `json:"rank"`
	Listed      float64 `json:"listed_gflops_per_watt"`
	Recomputed  float64 `json:"recomputed_gflops_per_watt"`
	Explanation string  `json:"explanation"` // empty where nothing explains it
	sentence    string
}

func reportOn(path string, list *published.List) importReport {
	report := importReport{
		File: path, Kind: list.Kind, Edition: list.Edition, Systems: len(list.Rows), Levels: map[power.Level]int{}, Outcome: outcomeRead,
		Warnings: []string{}, Contradictions: []contradiction{},
	}
	for _, row := range list.Rows {
		if row.Power != nil || row.Efficiency != nil {
			report.Powered++
		}
		if row.Level > 0 {
			report.Levels[row.Level]++
		}
	}
	for _, remark := range list.Warnings {
		report.Warnings = append(report.Warnings, remark.String())
	}
	for _, c := range list.Contradictions() {
		report.Contradictions = append(report.Contradictions, contradiction{c.Line, c.Rank, c.Listed, c.Recomputed, string(c.Explained), c.String()})
	}
	return report
}

func (r *importReport) done(done store.Imported) {
	r.Address, r.Outcome = "/lists/"+done.List.Name, outcomeNew
	if done.Before == nil {
		return
	}
	r.Outcome = outcomeUnchanged
	if done.Unchanged() {
		return
	}
	r.Added, r.Removed, r.Changed = done.Added, done.Removed, done.Changed
	if r.Outcome = outcomeReread; done.Before.Digest != done.List.Digest {
		r.Outcome, r.Replaces = outcomeReplaced, done.Before.Source
	}
}

func (r importReport) print(out io.Writer) error {
	w := &writer{out: out}
	w.line("%s: %s %s, %d systems, %d with power%s", printable(r.File), r.Kind, r.Edition, r.Systems, r.Powered, r.levels())
	w.line("  %s", r.became())
	for _, remark := range r.Warnings {
		w.line("  warning        %s", printable(remark))
	}
	for _, c := range r.Contradictions {
		w.line("  contradiction  %s", c.sentence)
	}
	return w.err
}

func (r importReport) levels() string {
	var said []string
	for _, level := range power.Levels() {
		if n := r.Levels[level]; n > 0 {
			said = append(said, fmt.Sprintf("%d at %s", n, level))
		}
	}
	if len(said) == 0 {
		return ", no levels"
	}
	return ", " + strings.Join(said, ", ")
}

func (r importReport) became() string {
	switch r.Outcome {
	case outcomeNew:
		return "new at " + r.Address
	case outcomeUnchanged:
		return "unchanged at " + r.Address + ": this file was imported before"
	case outcomeReread:
		return fmt.Sprintf("read again at %s, because this version reads such files differently: %d systems added, %d removed, %d changed", r.Address, r.Added, r.Removed, r.Changed)
	case outcomeReplaced:
		return fmt.Sprintf("replaces %s at %s: %d systems added, %d removed, %d changed", printable(r.Replaces), r.Address, r.Added, r.Removed, r.Changed)
	}
	return "read only, nothing was changed"
}
