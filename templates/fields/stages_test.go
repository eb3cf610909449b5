package fields_test

import (
	"testing"

	"green500/templates/fields"
)

// TestEachFieldIsAskedOnOneStage: every path of the document is on exactly one page of the way, the one that links lead
// to.
func TestEachFieldIsAskedOnOneStage(t *testing.T) {
	asked := map[string][]string{}
	for _, stage := range fields.Stages() {
		for _, section := range stage.Sections() {
			for _, f := range section.Fields {
				asked[f.Path] = append(asked[f.Path], stage.ID)
			}
		}
	}
	for _, section := range fields.Sections() {
		for _, f := range section.Fields {
			if on := asked[f.Path]; len(on) != 1 || on[0] == fields.CheckStage || fields.StageOf(f.At(3)).ID != on[0] {
				t.Errorf("%s is asked on %v, and links lead to %s", f.Path, on, fields.StageOf(f.At(3)).ID)
			}
		}
	}
}

func TestStageOfGroupsAndParts(t *testing.T) {
	for path, want := range map[string]string{
		"series":                     fields.FilesStage,
		"series[0]":                  fields.FilesStage,
		"series[4].where":            fields.FilesStage,
		"left_out":                   fields.FilesStage,
		"run.output":                 fields.FilesStage,
		"run.timezone":               fields.FilesStage,
		"run.result":                 fields.FilesStage,
		"node_sets":                  fields.CoverageStage,
		"node_sets[1].measured":      fields.CoverageStage,
		"subsystems":                 fields.CoverageStage,
		"meters[2].location":         fields.CoverageStage,
		"edition":                    "level",
		"claimed_level":              "level",
		"system":                     "system",
		"system.name":                "system",
		"run":                        "run",
		"run.full_run":               "run",
		"run.full_run.start":         "run",
		"run.clock.max_error_s":      "run",
		"meters":                     "meters",
		"meters[0].make":             "meters",
		"meters[0].accuracy":         "meters",
		"meters[0].accuracy.range_w": "meters",
		"meters[0].loss":             fields.LossStage,
		"meters[0].loss.factor":      fields.LossStage,
		"idle":                       "idle",
		"idle[0].power_w":            "idle",
		"environment":                "environment",
		"environment.inlet_c":        "environment",
		"tunables":                   "tunables",
		"tunables[3].default":        "tunables",
		"site":                       "contact",
		"site.country":               "contact",
		"contact":                    "contact",
		"contact.email":              "contact",
		"attachments":                "more",
		"attachments[0].file":        "more",
		"study":                      "more",
		"":                           fields.CheckStage,
		"no such path":               fields.CheckStage,
	} {
		if got := fields.StageOf(path).ID; got != want {
			t.Errorf("%q is asked on %s, want %s", path, got, want)
		}
	}
}

// TestStageHrefLeadsToTheField on the page that asks for it.
func TestStageHrefLeadsToTheField(t *testing.T) {
	for path, want := range map[string]string{
		"meters[1].make":     "/submissions/7/steps/meters#f-meters-1-make",
		"meters[1].location": "/submissions/7/steps/coverage#f-meters-1-location",
		"idle":               "/submissions/7/steps/idle#idle",
	} {
		if got := fields.StageHref("7", path); got != want {
			t.Errorf("%s is at %s, want %s", path, got, want)
		}
	}
}
