package document_test

import (
	"reflect"
	"testing"

	"green500/validation/document"
	"green500/validation/power"
)

func TestPartsOfTheExampleSurvive(t *testing.T) {
	entry, _, err := document.Decode("submission.yaml", readExample(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range document.Kinds() {
		part, ok := document.PartOf(entry, kind, 0)
		if !ok || part.Name() == "" {
			t.Fatalf("%s: the example has none, or it has no name", kind)
		}
		text, err := part.JSON()
		if err != nil {
			t.Fatal(err)
		}
		read, err := document.ReadPart(kind, text)
		if err != nil || !reflect.DeepEqual(read.Fields(), part.Fields()) {
			t.Errorf("%s: JSON loses something: %v\n%v\n%v", kind, err, read.Fields(), part.Fields())
		}
		typed, err := document.PartFromFields(kind, part.Fields())
		if err != nil || !reflect.DeepEqual(typed.Fields(), part.Fields()) {
			t.Errorf("%s: fields lose something: %v", kind, err)
		}
	}
}

func TestAPartIsOneOfItsKind(t *testing.T) {
	entry := &power.Entry{Meters: []power.Meter{{ID: "a"},
		{ID: "b", Calibration: power.Calibration{ValidUntil: power.Date{Year: 2027, Month: 3, Day: 31}}}}}
	part, ok := document.PartOf(entry, document.Meter, 1)
	if !ok || part.Name() != "b" || part.CalibratedUntil().String() != "2027-03-31" {
		t.Errorf("got %v, %v", part, ok)
	}
	if _, ok := document.PartOf(entry, document.Meter, 2); ok {
		t.Error("a third of two meters is found")
	}
	if _, ok := document.PartOf(entry, document.NodeSet, 0); ok {
		t.Error("a node set is found where there is none")
	}
}

func TestAPartThatLacksItsNameIsRefused(t *testing.T) {
	missing := map[document.Kind]string{document.Meter: "meters[0].id", document.NodeSet: "node_sets[0].name",
		document.Subsystem: "subsystems[0].name", document.System: "system.name"}
	for kind, field := range missing {
		_, err := document.PartFromFields(kind, map[string]string{"contact.name": "of no part"})
		wantProblem(t, string(kind), err, field)
	}
}
