package web_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"green500/store/storetest"
	"green500/templates/fields"
	"green500/validation/power"
)

// stage is the page of a stage of an entry.
func (h *house) stage(t *testing.T, entry int64, stage string) string {
	t.Helper()
	return h.read(t, "submitter", fields.StagePath(number(entry), stage))
}

// step fills in a stage as it came, with some answers, presses a button, and returns the status with the page that it
// leads to.
func (h *house) step(t *testing.T, entry int64, stage string, answers map[string]string, action string) (int, string) {
	t.Helper()
	form := filled(t, h.stage(t, entry, stage))
	maps.Copy(form, answers)
	answer, text := h.sendFilled(t, fields.StagePath(number(entry), stage), form, action)
	if answer.StatusCode == http.StatusSeeOther {
		text = h.read(t, "submitter", answer.Header.Get("Location"))
	}
	return answer.StatusCode, text
}

// done is step if nothing may be refused.
func (h *house) done(t *testing.T, entry int64, stage string, answers map[string]string, action string) string {
	t.Helper()
	status, page := h.step(t, entry, stage, answers, action)
	if status != http.StatusSeeOther {
		t.Fatalf("%s, %s: got %d:\n%s", stage, action, status, words(t, page))
	}
	return page
}

func words(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	return strings.Join(strings.Fields(content(root)), " ")
}

// buttons are the values of the buttons of a page.
func buttons(t *testing.T, page string) (values []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	for node := range root.Descendants() {
		if node.Data == "button" && attribute(node, "name") == "action" {
			values = append(values, attribute(node, "value"))
		}
	}
	return values
}

// values are what a document says, by path.
func (h *house) values(t *testing.T, entry int64) map[string]string {
	t.Helper()
	draft, err := h.store.Drafts.Draft(t.Context(), entry)
	must(t, err)
	held := maps.Clone(draft.Values)
	maps.DeleteFunc(held, func(_, value string) bool { return value == "" })
	return held
}

// empty starts a submission from nothing.
func (h *house) empty(t *testing.T) int64 {
	t.Helper()
	answer, _ := h.sendFilled(t, "/submissions", map[string]string{"edition": "2026-11"}, "empty")
	return entryAt(t, answer.Header.Get("Location"))
}

func entryAt(t *testing.T, at string) (entry int64) {
	t.Helper()
	if _, err := fmt.Sscanf(at, "/submissions/%d", &entry); err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	return entry
}

// withFiles starts a submission from files without a document.
func (h *house) withFiles(t *testing.T, files map[string]string) int64 {
	t.Helper()
	answer, _ := h.upload(t, files)
	return entryAt(t, answer.Header.Get("Location"))
}

// TestUntouchedStepsSayNothing: who goes through all steps and answers nothing has said nothing; the document holds
// what the server knew of them before, and no level, no meter, no series and no subsystem.
func TestUntouchedStepsSayNothing(t *testing.T) {
	h := open(t)
	for name, entry := range map[string]int64{
		"from nothing": h.empty(t),
		"with files":   h.withFiles(t, map[string]string{"pdu.csv": unknownLog(), "HPL.out": folder(t)["run/HPL.out"]}),
	} {
		t.Run(name, func(t *testing.T) {
			before := h.values(t, entry)
			known := []string{"schema", "edition", "methodology", "contact.name", "contact.email", "run.workload",
				"node_sets[0].name"}
			for path, value := range before {
				if !slices.Contains(known, path) {
					t.Errorf("a new submission says %s: %s", path, value)
				}
			}
			for _, stage := range fields.Stages() {
				if stage.ID == fields.CheckStage {
					break
				}
				h.done(t, entry, stage.ID, nil, "continue")
				if now := h.values(t, entry); !maps.Equal(now, before) {
					t.Fatalf("after %s the document says %v, it said %v", stage.ID, now, before)
				}
			}
			status, page := h.step(t, entry, fields.CheckStage, map[string]string{"declared": "true"}, "submit")
			if status == http.StatusSeeOther {
				t.Errorf("what says nothing is submitted:\n%s", words(t, page))
			}
		})
	}
}

// TestContinueGoesThroughAllStages that are asked, in their order.
func TestContinueGoesThroughAllStages(t *testing.T) {
	h := open(t)
	entry, at, seen := h.empty(t), fields.FilesStage, []string{}
	for at != fields.CheckStage {
		seen = append(seen, at)
		answer, _ := h.sendFilled(t, fields.StagePath(number(entry), at), filled(t, h.stage(t, entry, at)), "continue")
		at = filepath.Base(answer.Header.Get("Location"))
	}
	if want := []string{"files", "coverage", "level", "system", "run", "meters", "idle", "environment", "tunables",
		"contact"}; !slices.Equal(seen, want) {
		t.Errorf("got %v, want %v", seen, want)
	}
}

// TestAStaleTabKeepsWhatAnotherSaid: answers on coverage that a page only shows are no changes.
func TestAStaleTabKeepsWhatAnotherSaid(t *testing.T) {
	h := open(t)
	entry := h.empty(t)
	treat := func(answer string) map[string]string { return map[string]string{"treatment:cooling": answer} }
	h.done(t, entry, fields.CoverageStage, treat("no part"), "save")
	stale := filled(t, h.stage(t, entry, fields.CoverageStage))
	h.done(t, entry, fields.CoverageStage, treat("estimated"), "save")
	answer, page := h.sendFilled(t, fields.StagePath(number(entry), fields.CoverageStage), stale, "continue")
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("got %d:\n%s", answer.StatusCode, words(t, page))
	}
	if got := h.values(t, entry)["subsystems[0].treatment"]; got != string(power.Estimated) {
		t.Errorf("a stale page makes it %s", got)
	}
}

// TestTheLastAnswerDoesNotWinUnseen: if two pages give different answers to the same question, the second hears of the
// first.
func TestTheLastAnswerDoesNotWinUnseen(t *testing.T) {
	h := open(t)
	entry := h.empty(t)
	at := fields.StagePath(number(entry), fields.CoverageStage)
	stale := filled(t, h.stage(t, entry, fields.CoverageStage))
	h.done(t, entry, fields.CoverageStage, map[string]string{"treatment:cooling": "estimated"}, "save")
	stale["treatment:cooling"] = "no part"
	answer, page := h.sendFilled(t, at, stale, "save")
	if said := words(t, page); answer.StatusCode == http.StatusSeeOther ||
		!strings.Contains(said, "Changed on another page in the meantime: cooling") {
		t.Errorf("got %d:\n%s", answer.StatusCode, said)
	}
	if got := h.values(t, entry)["subsystems[0].treatment"]; got != string(power.Estimated) {
		t.Errorf("a stale page makes it %s", got)
	}
	again := filled(t, page)
	again["treatment:cooling"] = "no part"
	if answer, _ = h.sendFilled(t, at, again, "save"); answer.StatusCode != http.StatusSeeOther {
		t.Errorf("chosen again, it is refused: %d", answer.StatusCode)
	}
}

// constantLog is a log of a steady load in the core phase of folder's HPL.out, in some numbers.
func constantLog(head string, idle, load float64) string {
	core := time.Date(2026, 11, 5, 9, 20, 0, 0, time.UTC)
	var log strings.Builder
	log.WriteString("time," + head + "\n")
	for at := core.Add(-10 * time.Minute); at.Before(core.Add(20 * time.Minute)); at = at.Add(time.Second) {
		value := idle
		if !at.Before(core) && at.Before(core.Add(10*time.Minute)) {
			value = load
		}
		fmt.Fprintf(&log, "%s,%.4f\n", at.Format(time.RFC3339), value+float64(at.Second()%7)*idle/1e3)
	}
	return log.String()
}

// TestFilesStageNamesAWrongUnit before anything is submitted, and one press corrects it.
func TestFilesStageNamesAWrongUnit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct { // what the log calls its readings, and what it holds
		head       string
		idle, load float64
		unit, fix  string
	}{
		"kW read as W":           {"power_w", 8, 40, "W", "unit:W:kW"},
		"W read as kW":           {"power_kw", 8000, 40000, "kW", "unit:kW:W"},
		"W read as kW by choice": {"power_w", 8000, 40000, "kW", "unit:kW:W"},
		"as it is":               {"power_w", 8000, 40000, "W", ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			entry := h.withFiles(t,
				map[string]string{"log.csv": constantLog(c.head, c.idle, c.load), "HPL.out": folder(t)["run/HPL.out"]})
			h.done(t, entry, fields.FilesStage,
				map[string]string{"node_sets[0].nodes": "10", "node_sets[0].measured": "10"}, "output:HPL.out")
			h.done(t, entry, fields.FilesStage,
				map[string]string{"run.timezone": "Europe/Berlin", "cover:log.csv:": power.Compute}, "cover:log.csv")
			draft := h.values(t, entry)
			change := url.Values{"path": {"series[0].unit"}, "was": {draft["series[0].unit"]}, "value": {c.unit},
				"revision": {"1"}}
			h.post(t, "/submissions/"+number(entry)+"/fields", change)
			page := h.stage(t, entry, fields.FilesStage)
			offered := slices.DeleteFunc(buttons(t, page),
				func(v string) bool { return !strings.HasPrefix(v, "unit:") })
			if c.fix == "" {
				if len(offered) > 0 {
					t.Errorf("%v is offered for what is right:\n%s", offered, words(t, page))
				}
				return
			}
			if !slices.Contains(offered, c.fix) {
				t.Fatalf("%s is not offered, but %v:\n%s", c.fix, offered, words(t, page))
			}
			if status, page := h.step(t, entry, fields.FilesStage, nil, "continue"); status == http.StatusSeeOther {
				t.Errorf("the page of files is left with it:\n%s", words(t, page))
			}
			page = h.done(t, entry, fields.FilesStage, nil, c.fix)
			if now := h.values(t, entry)["series[0].unit"]; now != strings.Split(c.fix, ":")[2] {
				t.Errorf("the unit is %s after the press", now)
			}
			if slices.Contains(buttons(t, page), c.fix) {
				t.Errorf("it is still offered:\n%s", words(t, page))
			}
			reasons := map[string]string{} // for a column that is not named by what it holds
			if explain := "explain:unit-as-named"; strings.Contains(page, explain) {
				reasons[explain] = "the header of the log is wrong"
			}
			h.done(t, entry, fields.FilesStage, reasons, "continue")
		})
	}
}

// TestAUnitIsCorrectedForItsInstrumentAlone: one press corrects the log of the nodes, and no log of another meter.
func TestAUnitIsCorrectedForItsInstrumentAlone(t *testing.T) {
	t.Parallel()
	h := open(t)
	entry := h.withFiles(t, map[string]string{
		"log.csv": constantLog("power_w", 8, 40), "storage.csv": constantLog("storage_w", 800, 900),
	})
	answers := map[string]string{"cover:log.csv:": power.Compute, "cover:storage.csv:": power.Storage}
	h.done(t, entry, fields.FilesStage, answers, "save")
	h.done(t, entry, fields.FilesStage, nil, "unit:W:kW")
	now := h.values(t, entry)
	for n, want := range []string{"log.csv in kW", "storage.csv in W"} {
		at := fmt.Sprintf("series[%d].", n)
		if got := now[at+"file"] + " in " + now[at+"unit"]; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// realRun is a run of Level 2 that was measured, as its files came.
const realRun = "../../shared/data/green500-submission/claix2023-gpu"

// realRacks are what the racks of the real run supply.
var realRacks = map[string]string{"245": "compute", "246": "compute", "247": "compute", "100": "interconnect",
	"200": "interconnect", "145": "head_nodes", "443": "storage", "444": "storage"}

// realFiles starts a submission from the files of the real run, and says what they are, but for some racks.
func (h *house) realFiles(t *testing.T, without ...string) int64 {
	t.Helper()
	files := map[string]string{}
	for _, name := range []string{"hpl.log", "pdus.parquet"} {
		text, err := os.ReadFile(filepath.Join(realRun, name))
		if err != nil {
			t.Skip("the real run is not here: ", err)
		}
		files[name] = string(text)
	}
	entry := h.withFiles(t, files)
	h.done(t, entry, fields.FilesStage, map[string]string{"node_sets[0].nodes": "36", "node_sets[0].measured": "36"},
		"output:hpl.log")
	answers := map[string]string{"run.timezone": "Europe/Berlin"}
	for rack, covers := range realRacks {
		if !slices.Contains(without, rack) {
			answers["cover:pdus.parquet:"+rack] = covers
		}
	}
	h.done(t, entry, fields.FilesStage, answers, "cover:pdus.parquet")
	return entry
}

// TestFilesStageOfTheRealRun: its mistakes are named on the page of files, with the likely right one as a press.
func TestFilesStageOfTheRealRun(t *testing.T) {
	storetest.Long(t)
	t.Parallel()
	set := func(h *house, entry int64, suffix, value string) {
		for path, was := range h.values(t, entry) {
			if strings.HasSuffix(path, suffix) {
				h.post(t, "/submissions/"+number(entry)+"/fields",
					url.Values{"path": {path}, "was": {was}, "value": {value}, "revision": {"1"}})
			}
		}
	}
	t.Run("as it is", func(t *testing.T) {
		h := open(t)
		entry := h.realFiles(t)
		page := h.stage(t, entry, fields.FilesStage)
		says(t, page, "3,375.6 W per compute node (36 nodes)", "The core phase fits the load.")
		if offered := buttons(t, page); slices.ContainsFunc(offered,
			func(v string) bool { return strings.HasPrefix(v, "unit:") || strings.HasPrefix(v, "zone") }) {
			t.Errorf("%v is offered for what is right", offered)
		}
	})
	t.Run("kWh for Wh", func(t *testing.T) {
		h := open(t)
		entry := h.realFiles(t)
		set(h, entry, "].unit", "kWh")
		page := h.stage(t, entry, fields.FilesStage)
		if !slices.Contains(buttons(t, page), "unit:kWh:Wh") {
			t.Fatalf("Wh is not offered:\n%s", words(t, page))
		}
		page = h.done(t, entry, fields.FilesStage, nil, "unit:kWh:Wh")
		says(t, page, "3,375.6 W per compute node (36 nodes)")
		for path, unit := range h.values(t, entry) {
			if strings.HasSuffix(path, "].unit") && unit != "Wh" {
				t.Errorf("%s is %s after the press", path, unit)
			}
		}
	})
	t.Run("a wrong zone", func(t *testing.T) {
		h := open(t)
		entry := h.realFiles(t)
		set(h, entry, "run.timezone", "America/New_York")
		page := h.stage(t, entry, fields.FilesStage)
		says(t, page, "The core phase does not fit the load.")
		field := "zone-choice:pdus.parquet"
		if !strings.Contains(page, `name="`+field+`"`) || !strings.Contains(page, `value="Europe/Berlin"`) {
			t.Fatalf("the zone is not offered:\n%s", words(t, page))
		}
		page = h.done(t, entry, fields.FilesStage, map[string]string{field: "Europe/Berlin"}, "zone:pdus.parquet")
		says(t, page, "The core phase fits the load.")
	})
	t.Run("a rack left out", func(t *testing.T) {
		h := open(t)
		entry := h.realFiles(t, "247")
		page := h.stage(t, entry, fields.FilesStage)
		if !strings.Contains(words(t, page), "247") || !strings.Contains(page, "to deal with here") {
			t.Errorf("the rack is not named:\n%s", words(t, page))
		}
		t.Log(words(t, page)[strings.Index(words(t, page), "to deal with here"):])
	})
}

// TestChoicesOfALogAreKeptByWhateverButton: who answers what racks measure, and presses another button, finds the
// answers used.
func TestChoicesOfALogAreKeptByWhateverButton(t *testing.T) {
	for _, action := range []string{"continue", "save", "output:HPL.out", "cover:log.csv"} {
		t.Run(action, func(t *testing.T) {
			h := open(t)
			entry := h.withFiles(t,
				map[string]string{"log.csv": constantLog("power_w", 8000, 40000), "HPL.out": folder(t)["run/HPL.out"]})
			h.done(t, entry, fields.FilesStage, map[string]string{"cover:log.csv:": power.Compute}, action)
			held := h.values(t, entry)
			if held["series[0].covers.subsystem"] != power.Compute || held["series[0].file"] != "log.csv" {
				t.Errorf("the document says %v", held)
			}
			if page := h.stage(t, entry, fields.FilesStage); filled(t, page)["cover:log.csv:"] != power.Compute {
				t.Error("the page does not show it")
			}
		})
	}
}

// TestLogsOfTwoInstrumentsGetAMeterEach; those of one instrument share it, be they answered one by one or together.
func TestLogsOfTwoInstrumentsGetAMeterEach(t *testing.T) {
	pdu, cooling := constantLog("power_w", 8000, 40000), constantLog("cooling_w", 800, 4000)
	lines := strings.SplitAfter(pdu, "\n")
	slow := lines[0]
	for i := 1; i < len(lines); i += 5 {
		slow += lines[i]
	}
	files := map[string]string{
		"pdu1.csv": pdu, "pdu2.csv": pdu + "\n", "slow1.csv": slow, "slow2.csv": slow + "\n", "cooling.csv": cooling,
	}
	h := open(t)
	for name, answers := range map[string][]string{
		"one by one": {
			"cover:pdu1.csv:", "cover:slow1.csv:", "cover:pdu2.csv:", "cover:cooling.csv:", "cover:slow2.csv:",
		},
		"together": {"together:pdu1.csv", "together:slow1.csv", "cover:cooling.csv:"},
	} {
		t.Run(name, func(t *testing.T) {
			entry := h.withFiles(t, files)
			for _, answer := range answers {
				action := "save"
				if strings.HasPrefix(answer, "together") {
					action = answer
				}
				h.done(t, entry, fields.FilesStage, map[string]string{answer: power.Compute}, action)
			}
			got, every, of := h.values(t, entry), map[string]string{}, map[string]string{}
			for n := range len(files) {
				meter, series := fmt.Sprintf("meters[%d].", n), fmt.Sprintf("series[%d].", n)
				every[got[meter+"id"]] = got[meter+"reading_interval_s"]
				of[got[series+"file"]] = got[series+"meter"]
			}
			read := every[of["pdu1.csv"]] + every[of["slow1.csv"]] + every[of["cooling.csv"]]
			shared := of["pdu2.csv"] == of["pdu1.csv"] && of["slow2.csv"] == of["slow1.csv"]
			if !shared || len(every) != 4 || read != "151" {
				t.Errorf("the logs are of the meters %v, which are read every %v s", of, every) // "" means none
			}
		})
	}
}

// TestALogIsNotUsedWithoutAnAnswer: the page says what is missing.
func TestALogIsNotUsedWithoutAnAnswer(t *testing.T) {
	h := open(t)
	entry := h.withFiles(t, map[string]string{"log.csv": constantLog("power_w", 8000, 40000)})
	status, page := h.step(t, entry, fields.FilesStage, nil, "cover:log.csv")
	if status != http.StatusUnprocessableEntity {
		t.Errorf("got %d", status)
	}
	says(t, page, "choose what its parts measure")
	if held := h.values(t, entry); held["series[0].file"] != "" {
		t.Errorf("the document says %v", held)
	}
}

// TestTheUnitOfALogThatStatesNone is a question on its card: what is chosen counts, and is not a guess any more.
func TestTheUnitOfALogThatStatesNone(t *testing.T) {
	h := open(t)
	entry := h.withFiles(t, map[string]string{"log.csv": constantLog("reading", 5, 45)})
	const unit = "unit-choice:log.csv"
	if form := filled(t, h.stage(t, entry, fields.FilesStage)); form[unit] != "W" {
		t.Fatalf("the unit is not asked: %v", form)
	}
	h.done(t, entry, fields.FilesStage, map[string]string{"cover:log.csv:": power.Compute, unit: "kW"}, "cover:log.csv")
	if got := h.values(t, entry)["series[0].unit"]; got != "kW" {
		t.Errorf("the unit is %q", got)
	}
	if _, asked := filled(t, h.stage(t, entry, fields.FilesStage))[unit]; asked {
		t.Error("the card has the question again")
	}
}

// TestPartsOfOneKindAreAnsweredAtOnce: one answer for racks with similar power, with which a rack by itself may differ.
func TestPartsOfOneKindAreAnsweredAtOnce(t *testing.T) {
	h := open(t)
	entry := h.realFiles(t, "245", "246", "247")
	h.done(t, entry, fields.FilesStage, map[string]string{"cover-all:pdus.parquet:245": power.Compute,
		"cover:pdus.parquet:246": power.Storage}, "cover:pdus.parquet")
	form := filled(t, h.stage(t, entry, fields.FilesStage))
	for rack, want := range map[string]string{"245": power.Compute, "246": power.Storage, "247": power.Compute} {
		if got := form["cover:pdus.parquet:"+rack]; got != want {
			t.Errorf("rack %s measures %q, want %q", rack, got, want)
		}
	}
}
