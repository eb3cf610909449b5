package document_test

import (
	"errors"
	"os"
	"reflect"
	"testing"

	"green500/validation/document"
	"green500/validation/power"
)

const example = "../../../shared/example/submission.yaml"

func readExample(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(example)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the example submission is not beside this checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestExampleSurvivesEveryForm(t *testing.T) {
	entry, _, err := document.Decode("submission.yaml", readExample(t))
	if err != nil {
		t.Fatal(err)
	}
	if entry.System.TotalCores != 24384 || entry.Series[3].Where["rack"][1] != "444" ||
		entry.Meters[0].Accuracy.OfReadingPercent != 1 {
		t.Fatalf("read wrongly: %+v", entry)
	}
	forms := map[string]func() (*power.Entry, error){
		"YAML": func() (*power.Entry, error) {
			text, err := document.YAML(entry)
			if err != nil {
				return nil, err
			}
			again, _, err := document.Decode("again.yaml", text)
			return again, err
		},
		"JSON": func() (*power.Entry, error) {
			text, err := document.JSON(entry)
			if err != nil {
				return nil, err
			}
			again, _, err := document.Decode("again.json", text)
			return again, err
		},
		"fields": func() (*power.Entry, error) { return document.FromFields(document.Fields(entry)) },
	}
	for name, form := range forms {
		again, err := form()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !reflect.DeepEqual(document.Fields(entry), document.Fields(again)) {
			t.Errorf("%s loses something:\n%v\n%v", name, document.Fields(entry), document.Fields(again))
		}
	}
}
