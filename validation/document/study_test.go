package document_test

import (
	"bytes"
	"reflect"
	"testing"

	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/power"
)

// A document without a study is written as it was before there were studies, so that its digest stays.
func TestADocumentWithoutAStudySaysNothingOfIt(t *testing.T) {
	entry := sample.Clean(2, "2.0").Entry
	for name, write := range map[string]func(*power.Entry) ([]byte, error){"JSON": document.JSON,
		"YAML": document.YAML} {
		if text, err := write(&entry); err != nil || bytes.Contains(text, []byte("study")) {
			t.Errorf("%s, %v:\n%s", name, err, text)
		}
	}
}

func TestAStudySurvivesEveryForm(t *testing.T) {
	entry := sample.Clean(2, "2.0").Entry
	entry.Study = []power.StudyRun{
		{Settings: "usual: 3 GHz", Role: power.StudyBaseline, Order: 98304, DurationSeconds: 312.4, PowerWatts: 2140,
			Readings: 312, ClockMegahertz: 3000},
		{Settings: "interrupts", WorkTeraflop: 1.5, MessageKilobytes: 32, MovedMegabytes: 5120, DurationSeconds: 1e-6,
			PowerWatts: 1},
	}
	written, err := document.YAML(&entry)
	if err != nil {
		t.Fatal(err)
	}
	fromText, _, err := document.Decode("a.yaml", written)
	if err != nil {
		t.Fatal(err)
	}
	fromForm, err := document.FromFields(document.Fields(&entry))
	if err != nil {
		t.Fatal(err)
	}
	for name, again := range map[string]*power.Entry{"YAML": fromText, "the form": fromForm} {
		if !reflect.DeepEqual(again.Study, entry.Study) {
			t.Errorf("%s loses something: %+v", name, again.Study)
		}
	}
}
