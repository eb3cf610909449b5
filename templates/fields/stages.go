package fields

import (
	"slices"
	"strings"
)

// Stage is a page of the way from files to a submission.
type Stage struct {
	ID          string // ends its address
	Step        int    // 1 files, 2 coverage, 3 questions, 4 check and submit
	Title, Lead string
	Asks        []string // what the paths of its fields begin with
	Aside       bool     // reached from the list of stages, not by Continue: no level needs it
}

// The stages that are more than fields.
const (
	FilesStage    = "files"
	CoverageStage = "coverage"
	LossStage     = "loss"
	CheckStage    = "check"
)

// Stages is the way, in order. Each field of the document is asked for on one page.
func Stages() []Stage {
	return []Stage{
		{ID: FilesStage, Step: 1, Title: "Files",
			Lead: "Add everything that proves the measurement: HPL output, meter logs, data sheets, a zip or a folder.",
			Asks: []string{"series[]", "run.output", "run.timezone", "run.result", "left_out[]"}},
		{ID: CoverageStage, Step: 2, Title: "Coverage",
			Lead: "State what the meters saw. Nothing is assumed: each part needs an answer.",
			Asks: []string{"node_sets[]", "subsystems[]", "meters[].location"}},
		{ID: "level", Step: 3, Title: "Level and edition",
			Lead: "The level decides what the next pages ask. You can change it at any time; nothing is lost.",
			Asks: []string{"schema", "edition", "methodology", "claimed_level"}},
		{ID: "system", Step: 3, Title: "System", Lead: "The machine, as the list describes it.",
			Asks: []string{"system."}},
		{ID: "run", Step: 3, Title: "Run", Lead: "What the HPL output does not say about the run.",
			Asks: []string{"run."}},
		{ID: "meters", Step: 3, Title: "Meters", Lead: "What the data sheets say: one entry for each kind of meter, " +
			"not for each device.", Asks: []string{"meters[]"}},
		{ID: LossStage, Step: 3, Title: "Power loss", Lead: "Power that is lost between the meters and the mains.",
			Asks: []string{"meters[].loss."}},
		{ID: "idle", Step: 3, Title: "Idle power", Lead: "The power of the machine when it is ready but has no work.",
			Asks: []string{"idle[]"}},
		{ID: "environment", Step: 3, Title: "Environment", Lead: "How the machine was cooled.",
			Asks: []string{"environment."}},
		{ID: "tunables", Step: 3, Title: "Tunables", Lead: "Settings that were changed for the run, such as clocks, " +
			"power caps or fan speeds.", Asks: []string{"tunables[]"}},
		{ID: "contact", Step: 3, Title: "Site and contact", Lead: "Where the machine is, and who answers questions.",
			Asks: []string{"site.", "contact."}},
		{ID: "more", Step: 3, Title: "Further evidence", Lead: "Explanations, attachments, and the study of settings " +
			"if there was one.", Asks: []string{"explained[]", "attachments[]", "study"}, Aside: true},
		{ID: CheckStage, Step: 4, Title: "Check and submit"},
	}
}

// Steps are the stages by step: the questions are one step of several stages.
func Steps() [][]Stage {
	var steps [][]Stage
	for _, s := range Stages() {
		if s.Step > len(steps) {
			steps = append(steps, nil)
		}
		steps[s.Step-1] = append(steps[s.Step-1], s)
	}
	return steps
}

// StageNamed finds a stage; ok is false if none has the name.
func StageNamed(id string) (stage Stage, ok bool) {
	at := slices.IndexFunc(Stages(), func(s Stage) bool { return s.ID == id })
	if at < 0 {
		return Stage{}, false
	}
	return Stages()[at], true
}

// StageOf is the stage that names a path most closely; a path of nothing is asked for where everything is checked.
func StageOf(path string) Stage {
	path = index.ReplaceAllString(path, "[]")
	var of Stage
	longest := 0
	for _, s := range Stages() {
		for _, asked := range s.Asks {
			whole := strings.TrimRight(asked, ".[]") == path // a whole group or part, such as series
			if (strings.HasPrefix(path, asked) || whole) && len(asked) > longest {
				of, longest = s, len(asked)
			}
		}
	}
	if longest == 0 {
		of, _ = StageNamed(CheckStage)
	}
	return of
}

// Sections are the sections of the form with those of their fields that the stage asks for. How many items there have
// to be is asked on one stage only; subsystems are asked for one by one.
func (s Stage) Sections() []Section {
	var asked []Section
	for _, section := range Sections() {
		section.Fields = slices.DeleteFunc(slices.Clone(section.Fields),
			func(f Field) bool { return StageOf(f.Path).ID != s.ID })
		if StageOf(section.Group).ID != s.ID || section.ID == "subsystems" {
			section.Least = 0
		}
		if len(section.Fields) > 0 {
			asked = append(asked, section)
		}
	}
	return asked
}

// StagePath is the address of a stage of an entry.
func StagePath(id, stage string) string { return "/submissions/" + id + "/steps/" + stage }

// StageHref is where on the stages of an entry a path of the document is filled in.
func StageHref(id, path string) string { return StagePath(id, StageOf(path).ID) + FieldHref(path) }
