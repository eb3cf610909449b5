package tracefile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// sdrOf is a log of ipmitool sdr that begins so many seconds after 1600000000.
func sdrOf(name string, start, readings int) file {
	var log strings.Builder
	for i := range readings {
		fmt.Fprintf(&log, "%d\nPwr Consumption | %d Watts | ok\n", 1_600_000_000+start+i, 300+i)
	}
	return file{name, []byte(log.String())}
}

// Captures and logs of several machines are a meter each; those of one machine over time stay one.
func TestMachinesOfCaptures(t *testing.T) {
	stamped := func(pattern string, at int) file {
		name := strings.Replace(pattern, "T",
			time.Unix(int64(1_600_000_000+at), 0).UTC().Format("2006-01-02T15:04:05Z"), 1)
		return file{name, fmt.Appendf(nil, `{"PowerControl": [{"PowerConsumedWatts": %d}]}`, 300+at)}
	}
	given := func(name string, at int) file {
		when := time.Unix(int64(1_600_000_000+at), 0).UTC().Format(time.RFC3339)
		return file{name, fmt.Appendf(nil, `{"Date": %q, "PowerControl": [{"PowerConsumedWatts": 300}]}`, when)}
	}
	const note = "; logs: %s is the name of the file (%d)"
	for name, c := range map[string]struct {
		files []file
		want  string
	}{
		"logs of sdr, one a node": {[]file{sdrOf("node1.log", 0, 5), sdrOf("node2.log", 2, 5)},
			"file=node1.log sensor=Pwr Consumption 5 from 0; file=node2.log sensor=Pwr Consumption 5 from 2"},
		"logs of sdr, one after another": {
			[]file{sdrOf("sdr.log", 10, 5), sdrOf("sdr.log.1", 5, 5), sdrOf("sdr.log.2", 0, 5)},
			"sensor=Pwr Consumption 15 from 0"},
		"logs of two nodes, one a day": {
			[]file{sdrOf("n1-20200913.log", 0, 5), sdrOf("n1-20200914.log", 5, 5), sdrOf("n2-20200913.log", 0, 5),
				sdrOf("n2-20200914.log", 5, 5)},
			"name=n1 sensor=Pwr Consumption 10 from 0; name=n2 sensor=Pwr Consumption 10 from 0"},
		"captures of nodes at the same times": {
			[]file{stamped("node1_T.json", 0), stamped("node1_T.json", 5), stamped("node2_T.json", 0),
				stamped("node2_T.json", 5)},
			"name=node1 2 from 0; name=node2 2 from 0" + fmt.Sprintf(note, "node1_2020-09-13T12:26:40Z.json", 4)},
		"captures of nodes, each a second later": {
			[]file{stamped("node1/T.json", 0), stamped("node1/T.json", 5), stamped("node2/T.json", 1),
				stamped("node2/T.json", 6)},
			"name=node1 2 from 0; name=node2 2 from 1" + fmt.Sprintf(note, "node1/2020-09-13T12:26:40Z.json", 4)},
		"captures of a node at rest and under load": {
			[]file{stamped("idle_T.json", 0), stamped("idle_T.json", 5), stamped("load_T.json", 10),
				stamped("load_T.json", 15)},
			"PowerControl[0].PowerConsumedWatts 4 from 0" + fmt.Sprintf(note, "idle_2020-09-13T12:26:40Z.json", 4)},
		"captures that are numbered": {
			[]file{stamped("1_T.json", 0), stamped("2_T.json", 5), stamped("3_T.json", 10)},
			"PowerControl[0].PowerConsumedWatts 3 from 0" + fmt.Sprintf(note, "1_2020-09-13T12:26:40Z.json", 3)},
		"several machines at one instant": {
			[]file{stamped("node1_T.json", 0), stamped("node2_T.json", 0)},
			"file=node1_2020-09-13T12:26:40Z.json 1 from 0; file=node2_2020-09-13T12:26:40Z.json 1 from 0" +
				fmt.Sprintf(note, "node1_2020-09-13T12:26:40Z.json", 2)},
		"names that do not tell the machine": {
			[]file{given("a.json", 0), given("b.json", 0), given("c.json", 5), given("d.json", 5)},
			"logs, file: holds captures of one time, and their names do not show which machine each is of; " +
				"name each by its machine and its time, as node1_2026-06-01T00:00:10Z.json, " +
				"or set instruments of the series."},
		"an error among the captures": {
			[]file{stamped("T.json", 0), {"2020-09-13T12:26:45Z.json",
				[]byte(`{"error": {"code": "Base.1.0.GeneralError"}}`)}, stamped("T.json", 10)},
			"PowerControl[0].PowerConsumedWatts 2 from 0; logs: 2020-09-13T12:26:45Z.json is left out: it is the " +
				"error that a management controller answered (1)" + fmt.Sprintf(note, "2020-09-13T12:26:40Z.json", 2)},
		"nothing but an error": {
			[]file{{"a.json", []byte(`{"error": {"code": "Base.1.0.GeneralError"}}`)}},
			"logs: a.json: is the error that a management controller answered; ask it again; " +
				"give the Redfish Power resource."},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := membersRead(zipOf(t, c.files...), power.Series{})
			if err != nil {
				tracetest.DemandInput(t, err)
				got = err.Error()
			}
			got = strings.ReplaceAll(got, "logs: logs: ", "logs: ")
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// What is proposed of captures: no file is taken for a quantity because of its name, and no other column for
// the times because theirs ask for something.
func TestCapturesAreUnderstood(t *testing.T) {
	capture := func(name string, controls string) file { return file{name, []byte(`{` + controls + `}`)} }
	const parts = `"PowerControl": [{"Name": "CPU Sub-system Power", "PowerConsumedWatts": 40}, {"Name": ` +
		`"Server Power Control", "PowerConsumedWatts": 90}]`
	const supplies = `"PowerControl": [{"PowerCapacityWatts": 1600}], "PowerSupplies": [{"PowerInputWatts": 40}, ` +
		`{"PowerInputWatts": 41}]`
	const part = `"PowerControl": [{"Name": "CPU 1 100% Power", "PowerConsumedWatts": 40}]`
	for name, c := range map[string]struct {
		files []file
		want  power.Series
		value table.Confidence
		time  table.Confidence
	}{
		"names of power": {
			[]file{sdrOf("power-node1.log", 0, 3), sdrOf("power-node2.log", 0, 3)},
			power.Series{Value: "value"}, table.Certain, table.Likely},
		"the control of the machine by its name": {
			[]file{capture("power-1600000000.json", parts), capture("power-1600000001.json", parts)},
			power.Series{Value: "PowerControl[1].PowerConsumedWatts (Server Power Control)"}, table.Guess,
			table.Likely},
		"no power of a control": {
			[]file{capture("1600000000.json", supplies), capture("1600000001.json", supplies)},
			power.Series{Value: "PowerSupplies[0].PowerInputWatts"}, table.Guess, table.Likely},
		"a control of a part": {
			[]file{capture("1600000000.json", part), capture("1600000001.json", part)},
			power.Series{Value: "PowerControl[0].PowerConsumedWatts (CPU 1 100% Power)"}, table.Likely, table.Likely},
		"dates of an order that is not told": {
			[]file{{"a.log", []byte("03/06/2026 10:00:00\nInstantaneous power reading: 5 Watts\nIPMI timestamp: " +
				"06/03/2026 10:00:00 UTC\n")}}, power.Series{Value: "instantaneous"}, table.Certain, table.Open},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := understandFiles(t, ImportSettings{}, c.files...)
			if err != nil || len(u.Series) == 0 {
				t.Fatal(u, err)
			}
			got := u.Series[0].Series
			if got.Value != c.want.Value || got.Time != c.want.Time || got.Where != nil {
				t.Errorf("proposed %+v", got)
			}
			value, _ := reasonOf(u.Series[0], "value")
			when, _ := reasonOf(u.Series[0], "time")
			if value.Confidence != c.value || when.Confidence != c.time {
				t.Errorf("is as sure as %v, %v", value, when)
			}
		})
	}
}
