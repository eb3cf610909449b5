package review

import (
	"fmt"
	"strconv"
	"strings"

	"green500/validation/power"
)

// Outstanding is what an edition still waits for before its list should be published. The zero value is nothing.
type Outstanding struct {
	Early     bool // submissions or committed files are still accepted
	Drafts    int  // that can still be submitted; 0 unless Early
	Undecided int  // submissions that are submitted or in review
	Returned  int  // submissions that wait for the correction of their submitter
	Questions int  // that are not settled
}

// NumberField is the field in which the number of what is outstanding is typed.
const NumberField = "number"

// Any reports whether publishing needs the number to be typed.
func (o Outstanding) Any() bool { return o != Outstanding{} }

// Anyway publishes whatever is outstanding: for demonstrations and tests, if nobody types.
func (o Outstanding) Anyway() error { return nil }

// Number is what has to be typed: how many drafts, submissions and questions are outstanding.
func (o Outstanding) Number() int { return o.Drafts + o.Undecided + o.Returned + o.Questions }

// Words name what is outstanding, such as "3 submissions undecided and 1 question open"; empty if nothing is counted.
func (o Outstanding) Words() string {
	var parts []string
	for _, part := range []struct {
		count     int
		one, many string
	}{
		{o.Drafts, "draft not submitted", "drafts not submitted"},
		{o.Undecided, "submission undecided", "submissions undecided"},
		{o.Returned, "submission returned", "submissions returned"}, {o.Questions, "question open", "questions open"},
	} {
		switch {
		case part.count == 1:
			parts = append(parts, "1 "+part.one)
		case part.count > 1:
			parts = append(parts, strconv.Itoa(part.count)+" "+part.many)
		}
	}
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return strings.Join(parts, "")
}

// Despite says what publishing passes over, such as "before the deadline, with 3 submissions undecided".
func (o Outstanding) Despite() string {
	var parts []string
	if o.Early {
		parts = append(parts, "before the deadline")
	}
	if words := o.Words(); words != "" {
		parts = append(parts, "with "+words)
	}
	return strings.Join(parts, ", ")
}

// Label names the field in which the number is typed.
func (o Outstanding) Label() string {
	return fmt.Sprintf("Type %d to publish %s", o.Number(), o.Despite())
}

// Confirm returns a *power.InputError of NumberField unless what was typed is the number.
func (o Outstanding) Confirm(typed string) error {
	typed = strings.TrimSpace(typed)
	if !o.Any() || typed == strconv.Itoa(o.Number()) {
		return nil
	}
	problem := "The list was not published: the number is missing"
	if typed != "" {
		problem = fmt.Sprintf("The list was not published: %q is not the number", typed)
	}
	return &power.InputError{Field: NumberField, Problem: problem,
		Remedy: fmt.Sprintf("type %d to publish %s", o.Number(), o.Despite())}
}
