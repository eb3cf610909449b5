package web_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/templates/pagetest"
	"green500/validation/document/sample"
	"green500/validation/lab/calibrationfile"
	"green500/validation/lab/model"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// TestOneAnswerForAnEntry: the platform file of an entry has a host for each node, and the model that starts from the
// entry shows their average and links the same file.
func TestOneAnswerForAnEntry(t *testing.T) {
	h := open(t)
	hosts, _, err := model.ReadPlatform(
		strings.NewReader(h.read(t, "public", h.address("/entries/LISTED/platform.xml"))))
	must(t, err)
	nodes := 0
	clean := sample.Clean(2, string(methodology.V20))
	for _, set := range clean.Entry.NodeSets {
		nodes += set.Nodes
	}
	if len(hosts) != nodes {
		t.Errorf("%d hosts of %d nodes", len(hosts), nodes)
	}
	var idle, all float64
	for _, host := range hosts {
		idle, all = idle+float64(host.States[0].Idle)/float64(len(hosts)),
			all+float64(host.States[0].AllCores)/float64(len(hosts))
	}
	page := h.read(t, "public", h.address("/models/simgrid?entry=LISTED"))
	for field, want := range map[string]float64{"state_idle": idle, "all": all, "cores": float64(hosts[0].Cores),
		"speed": float64(hosts[0].States[0].Speed), "machine": float64(nodes)} {
		if got := fieldOf(t, page, field); !(math.Abs(got/want-1) < 1e-6) {
			t.Errorf("%s is %v on the page of the model, %v in the file", field, got, want)
		}
	}
	if !strings.Contains(page, h.address(`href="/entries/LISTED/platform.xml"`)) {
		t.Error("the model does not link the file of all nodes")
	}
}

// fieldOf is the number in a field of a page.
func fieldOf(t *testing.T, page, id string) float64 {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	for _, input := range pagetest.Elements(root, "input") {
		if pagetest.Attribute(input, "id") == id {
			value, err := strconv.ParseFloat(pagetest.Attribute(input, "value"), 64)
			must(t, err)
			return value
		}
	}
	t.Errorf("no field %s", id)
	return math.NaN()
}

// calibratedEntry is a submission that claims so many watts and holds a calibration of its nodes.
func (h *house) calibratedEntry(t *testing.T, watts float64, calibration string) string {
	t.Helper()
	bundle, _ := sample.CleanShape("four meters", 2, "2.0")
	bundle.Entry.Edition, bundle.Entry.Run.Claimed.PowerWatts = "2026-11", watts
	bundle.Entry.Attachments = append(bundle.Entry.Attachments,
		power.Attachment{File: "calibration.json", Kind: calibrationfile.AttachmentKind})
	bundle.Files["calibration.json"] = []byte(calibration)
	snapshot, err := h.store.Submissions.Intake(t.Context(), &bundle.Entry, h.files(t, bundle))
	must(t, err)
	made, err := h.store.Submissions.CreateEntry(t.Context(), h.people["submitter"], "2026-11", snapshot)
	must(t, err)
	_, err = h.store.Reviews.Move(t.Context(), made.ID, review.Submit, h.people["submitter"], "")
	must(t, err)
	return "/submissions/" + number(made.ID)
}

// TestACalibrationOfASubmissionPredicts: reviewers see the power that an attached calibration predicts, a warning if
// the claim lies beyond three times its error, and why a file cannot be used.
func TestACalibrationOfASubmissionPredicts(t *testing.T) {
	h := open(t)
	bundle, _ := sample.CleanShape("four meters", 2, "2.0")
	nodes := float64(bundle.Entry.NodeSets[0].Nodes)
	for name, c := range map[string]struct {
		watts       float64
		calibration string
		says        []string
		never       string
	}{
		"far": {2 * 650 * nodes, `{"cores": 8, "nodes": [{"name": "n1", "states": [{"idle_w": 200, "one_core_w": ` +
			`260, "all_cores_w": 650, "residual_w": 2}]}]}`, []string{"Calibration: the claimed power lies",
			"power of 1 node in calibration.json under full load"}, "calibration.json: "},
		"broken": {0, `{"cores": 8, "nodes": []}`, []string{"Calibration calibration.json:", "there are 0 nodes"},
			"Calibration: the"},
	} {
		page := h.read(t, "reviewer", h.calibratedEntry(t, c.watts, c.calibration))
		for _, words := range c.says {
			if !strings.Contains(page, words) {
				t.Errorf("%s: the page does not say %q", name, words)
			}
		}
		if strings.Contains(page, c.never) {
			t.Errorf("%s: the page says %q", name, c.never)
		}
	}
}
