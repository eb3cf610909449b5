package draft

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/templates"
	"green500/templates/fields"
	"green500/templates/pagetest"
)

// withID are the words of the element with an id; none if there is no such element.
func withID(root *html.Node, id string) string {
	for n := range root.Descendants() {
		if pagetest.Attribute(n, "id") == id {
			return strings.Join(strings.Fields(pagetest.TextOf(n)), " ")
		}
	}
	return ""
}

// TestAnErrorStandsOnTheStepOfItsFieldOnly, but for what was refused of what was sent from another.
func TestAnErrorStandsOnTheStepOfItsFieldOnly(t *testing.T) {
	errors := templates.FieldErrors{"system.total_cores": "No number.", "run.full_run": "Ends first.",
		"run.output":     "Damaged.",
		"meters[0].loss": "Odd."}
	want := map[string]string{"system.total_cores": "system", "run.full_run": "run", "run.output": fields.FilesStage,
		"meters[0].loss": fields.LossStage}
	for _, stage := range fields.Stages() {
		form := FormPage{ID: "7", Values: map[string]string{"meters[0].id": "pdu"}, Errors: errors}
		for path, sentence := range errors {
			shown := withID(pagetest.Parse(t, StageOfDraft(StagePage{FormPage: form, Stage: stage})), "stage")
			if strings.Contains(shown, sentence) != (want[path] == stage.ID) {
				t.Errorf("%s, %s: %s", stage.ID, path, shown)
			}
			sent := StagePage{FormPage: form, Stage: stage, Refused: templates.FieldErrors{path: sentence}}
			if box := withID(pagetest.Parse(t, StageOfDraft(sent)),
				"stage-problems"); !strings.Contains(box, sentence) {
				t.Errorf("%s does not say what was refused of it: %s", stage.ID, box)
			}
		}
	}
}

// TestWhatIsLeftIsCountedOnce: the steps show what the sum says, whether graded or not, and are numbered without a gap.
func TestWhatIsLeftIsCountedOnce(t *testing.T) {
	counts := regexp.MustCompile(`(\d+) left`)
	next := []Step{{"Name it", "system.name"}, {"Swap them", "run.full_run"}, {"Name a file", "series"},
		{"Measure longer", "system.rpeak_tflops"}, {"It has no field", ""}}
	for name, c := range map[string]struct {
		values  map[string]string
		verdict Verdict
		step    string // what one of the steps shows
		want    string
	}{
		"nothing is known": {map[string]string{}, Verdict{}, "Meters 1 left", "Not graded yet: 19 things left"},
		"the verdict says why": {map[string]string{"system.rpeak_tflops": "7"}, Verdict{Graded: true, Next: next},
			"Check and submit 1 left", "22 things left"},
	} {
		t.Run(name, func(t *testing.T) {
			page := StagePage{FormPage: FormPage{ID: "7", Values: c.values, Verdict: c.verdict},
				Stage: fields.Stages()[0]}
			page.Errors = templates.FieldErrors{"": "Of no field."}
			shown, sum := withID(pagetest.Parse(t, StageOfDraft(page)), "progress"), 0
			for _, count := range counts.FindAllStringSubmatch(shown, -1) {
				n, _ := strconv.Atoi(count[1])
				sum += n
			}
			for _, want := range []string{strconv.Itoa(sum) + " things left", "1 Files", "2 Coverage", "3 Questions",
				"4 Check and submit",
				"Power loss not needed", c.step, c.want} {
				if !strings.Contains(shown, want) {
					t.Errorf("no %q in %s", want, shown)
				}
			}
		})
	}
}
