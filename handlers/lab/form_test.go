package lab

import (
	"errors"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"green500/validation/lab/study"
	"green500/validation/lab/whatif"
	"green500/validation/power"
)

// TestAStudyIsStatedInTheUnitsOfItsForm: kilowatts, megahertz and percent.
func TestAStudyIsStatedInTheUnitsOfItsForm(t *testing.T) {
	stating := func(form url.Values) (file study.File, err error) {
		request := httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(form.Encode()))
		request.Header.Set(echo.HeaderContentType, echo.MIMEApplicationForm)
		err = stated(echo.New().NewContext(request, httptest.NewRecorder()), &file)
		return file, err
	}
	file, err := stating(url.Values{"idle": {"7.8"}, "slower": {"5"}, "lower": {"1200"}, "higher": {"2300"}})
	if err != nil || file.IdleWatts != 7800 || file.Bound != 5 || file.LowerMHz != 1200 || file.HigherMHz != 2300 {
		t.Errorf("got %+v, %v", file, err)
	}
	for field, form := range map[string]url.Values{"higher": {"lower": {"2300"}, "higher": {"2300"}},
		"idle": {"idle": {"1000001"}}, "slower": {"slower": {"x"}}} {
		var wrong power.InputErrors
		if _, err := stating(form); !errors.As(err, &wrong) || wrong[0].Field != field {
			t.Errorf("%v: %v", form, err)
		}
	}
}

// TestAnErrorOfARunStandsAtItsField: that of its output, of its times or of its log.
func TestAnErrorOfARunStandsAtItsField(t *testing.T) {
	begun := power.Time{Time: time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)}
	file := study.File{Runs: []study.Run{{Output: "a.out", Log: "a.csv"}, {Log: "b.csv", From: begun}}}
	for name, want := range map[string]string{"a.out": "outputs", "a.csv": "logs", "b.csv": "times", "c.csv": "logs"} {
		if got := placeOf(power.InputErrors{{File: name}}, file); got != want {
			t.Errorf("an error of %s stands at %s, want %s", name, got, want)
		}
	}
	broken := errors.New("disk I/O error")
	if got := placeOf(broken, file); got != "logs" || !errors.Is(at("logs", broken), broken) {
		t.Errorf("another error stands at %s", got)
	}
	var wrong power.InputErrors
	if err := at("outputs", &power.InputError{Problem: "x"}); !errors.As(err, &wrong) || wrong[0].Field != "outputs" ||
		wrong[0].Problem != "x" {
		t.Errorf("got %v", err)
	}
}

// TestAMachineOfASubmission has the idle and the average power of each of its nodes.
func TestAMachineOfASubmission(t *testing.T) {
	made := machineOf(whatif.KnownValues{Nodes: 4, Cores: 64, Idle: 1001, CoreAverage: 4003, CoreSeconds: 600})
	if node := made.Kinds[0]; node.Nodes != 4 || node.Cores != 64 || node.IdleWatts != 250.3 ||
		node.MaxWatts != 1000.8 || made.Runs[0].Processes != 256 || made.Runs[0].Seconds != 600 {
		t.Errorf("got %+v", made)
	}
	if made = machineOf(whatif.KnownValues{}); made.Kinds[0].Nodes != 1 || made.Runs[0].Seconds != 3600 {
		t.Errorf("of nothing: %+v", made)
	}
}

// TestWhatAPlanIsAskedWith: the fields of the address that say something, without the submission that it starts from.
func TestWhatAPlanIsAskedWith(t *testing.T) {
	got := askedFields(url.Values{"level": {"2"}, "edition": {""}, plannedParameter: {"7"}})
	if want := map[string]string{"level": "2"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
