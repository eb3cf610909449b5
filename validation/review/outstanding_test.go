package review_test

import (
	"errors"
	"testing"

	"green500/validation/power"
	"green500/validation/review"
)

func TestOutstandingNeedsItsNumber(t *testing.T) {
	for _, c := range []struct {
		name    string
		of      review.Outstanding
		label   string
		refused []string
		taken   []string
	}{
		{"nothing", review.Outstanding{}, "", nil, []string{"", "7"}},
		{"undecided", review.Outstanding{Undecided: 3}, "Type 3 to publish with 3 submissions undecided",
			[]string{"", "2", "03", "3.0", "all"}, []string{"3", " 3 "}},
		{"early alone", review.Outstanding{Early: true}, "Type 0 to publish before the deadline", []string{"", "1"},
			[]string{"0"}},
		{"one of each", review.Outstanding{Early: true, Drafts: 1, Undecided: 1, Returned: 1, Questions: 1},
			"Type 4 to publish before the deadline, with 1 draft not submitted, 1 submission undecided, " +
				"1 submission returned and 1 question open", []string{"1"}, []string{"4"}},
		{"questions", review.Outstanding{Questions: 2}, "Type 2 to publish with 2 questions open", []string{"0"},
			[]string{"2"}},
	} {
		if c.of.Any() && c.of.Label() != c.label {
			t.Errorf("%s: the field is %q, want %q", c.name, c.of.Label(), c.label)
		}
		for _, typed := range c.refused {
			var wrong *power.InputError
			if err := c.of.Confirm(typed); !errors.As(err, &wrong) || wrong.Field != review.NumberField {
				t.Errorf("%s: %q is answered with %v", c.name, typed, err)
			}
		}
		for _, typed := range c.taken {
			if err := c.of.Confirm(typed); err != nil {
				t.Errorf("%s: %q is answered with %v", c.name, typed, err)
			}
		}
	}
}
