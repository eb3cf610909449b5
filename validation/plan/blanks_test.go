package plan_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"green500/validation/document"
	"green500/validation/plan"
)

func nowhere(string) bool { return false }

func anywhere(string) bool { return true }

// filled are texts for the fields that a draft leaves open, by the end of their paths.
var filled = map[string]string{
	"edition": "2026-11", "name": "Pelican", "email": "pelican@example.org", "country": "DE", "output": "HPL.out",
	"file": "log.csv", "unit": "",
	"power_w": "1500", "basis": "sheet.pdf", "formula": "3 x 500 W", "aggregation": "read in one sweep",
	"current": "AC", "location": "delivery",
	"sampling_hz": "1000", "make": "Example", "model": "Meter", "cooling": "air", "inlet_c": "20", "outlet_c": "31",
}

// further are fields that stand for a group.
var further = map[string]map[string]string{
	"run.full_run": {".start": "2026-11-05T10:00:00+01:00", ".end": "2026-11-05T11:00:00+01:00"},
	"idle":         {"[0].start": "2026-11-05T09:00:00+01:00", "[0].end": "2026-11-05T09:30:00+01:00"},
	"accuracy":     {".of_reading_percent": "0.5"},
	"loss":         {".found_by": "simultaneous", ".factor": "1.06"},
}

// TestEveryBlankIsNamed: the draft of any plan names every field that has to be filled in, and nothing is open once
// they are.
func TestEveryBlankIsNamed(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 1))
	for range 200 {
		request := randomRequest(random)
		if random.IntN(2) == 0 {
			request.System = ""
		}
		made, err := plan.Of(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := made.YAML()
		if err != nil {
			t.Fatal(err)
		}
		entry, _ := made.Draft()
		if !plan.IsDraft(entry) {
			t.Fatal("the draft of a plan is none")
		}
		fields := document.Fields(entry)
		for _, blank := range plan.Blanks(entry, nowhere) {
			field := blank.Path[strings.LastIndexAny(blank.Path, ".")+1:]
			if !commented(string(text), field) {
				t.Fatalf("%s is not named:\n%s", blank.Path, text)
			}
			group, many := further[blank.Path]
			if !many {
				group, many = further[field]
			}
			for end, value := range group {
				fields[blank.Path+end] = value
			}
			if value, known := filled[field]; !many && !known {
				t.Fatalf("nothing fills in %s", blank.Path)
			} else if value != "" {
				fields[blank.Path] = value
			}
		}
		whole, err := document.FromFields(fields)
		if err != nil {
			t.Fatal(err)
		}
		if left := plan.Blanks(whole, anywhere); len(left) > 0 || plan.IsDraft(whole) {
			t.Fatalf("%v are open:\n%s", left, text)
		}
	}
}

// commented reports whether a line with a comment names a field.
func commented(text, field string) bool {
	for line := range strings.Lines(text) {
		if (strings.Contains(line, "# fill in: ") || strings.HasPrefix(line, "# to add: ")) &&
			strings.Contains(line, field) {
			return true
		}
	}
	return false
}
