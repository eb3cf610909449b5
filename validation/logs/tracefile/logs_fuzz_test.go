package tracefile

import (
	"bufio"
	"bytes"
	"slices"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// fuzzLog reads whatever a format takes for its own, alone and as a member of an archive.
func fuzzLog(f *testing.F, name string) {
	at := slices.IndexFunc(formats(), func(one input.LogFormat) bool { return one.Name == name })
	if at < 0 {
		f.Fatalf("there is no format %q", name)
	}
	format := formats()[at]
	for _, c := range tracetest.LogCases(f, "testdata/logs/*.txt") {
		if format.Is([]byte(c.Log)) {
			f.Add([]byte(c.Log), c.Member, c.Series.Value, c.Series.Unit == "J")
		}
	}
	f.Fuzz(func(t *testing.T, log []byte, member, value string, energy bool) {
		head := bytes.Clone(log[:min(len(log), input.HeadBytes)])
		if !format.Is(head) {
			return
		}
		if !bytes.Equal(head, log[:len(head)]) {
			t.Fatal("looking at a log changed it")
		}
		in := &input.File{
			Source: celltext.Source{Name: "meter.log"},
			Reader: bufio.NewReaderSize(bytes.NewReader(log), input.HeadBytes), Head: head,
			Member: member, Modified: time.Unix(1e9, 0),
		}
		series := power.Series{Value: value, Unit: "W", Origin: power.Time{Time: time.Unix(1e9, 0)}}
		if energy {
			series.Unit, series.WrapsAt = "J", 1e6
		}
		readings, err := readAs(format, in, table.Request{Series: &series, Zone: time.UTC})
		if err != nil {
			tracetest.DemandInput(t, err)
			return
		}
		tracetest.DemandSound(t, readings.Traces)
	})
}

// readAs reads one series of a log that is in a format.
func readAs(format input.LogFormat, in *input.File, r table.Request) (*canonical.Readings, error) {
	s, err := format.Open(in)
	if err != nil {
		return nil, err
	}
	selections, err := table.Plan(s.Columns(), []table.Request{r}, canonical.Memory)
	if err == nil {
		err = table.Take(s, selections)
	}
	if err != nil {
		return nil, err
	}
	all, err := table.Finish(selections)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

func FuzzPTDaemon(f *testing.F) { fuzzLog(f, "SPEC PTDaemon") }

func FuzzMLLog(f *testing.F) { fuzzLog(f, "MLPerf MLLOG") }

func FuzzSDR(f *testing.F) { fuzzLog(f, "ipmitool sdr") }

func FuzzDCMI(f *testing.F) { fuzzLog(f, "ipmitool dcmi") }

func FuzzPerfStat(f *testing.F) { fuzzLog(f, "perf stat") }

func FuzzPerfJSON(f *testing.F) { fuzzLog(f, "perf stat -j") }

func FuzzRedfish(f *testing.F) { fuzzLog(f, "Redfish Power") }

func FuzzPMCounters(f *testing.F) { fuzzLog(f, "Cray pm_counters") }

func FuzzFigures(f *testing.F) { fuzzLog(f, "named figures") }

func FuzzTurbostat(f *testing.F) { fuzzLog(f, "turbostat") }

func FuzzAfterburner(f *testing.F) { fuzzLog(f, "MSI Afterburner") }

func FuzzSpacedUnits(f *testing.F) { fuzzLog(f, "table with units in its cells") }

func FuzzLVM(f *testing.F) { fuzzLog(f, "LabVIEW measurement file") }

func FuzzTimedTables(f *testing.F) { fuzzLog(f, "tables under their times") }

func FuzzROCm(f *testing.F) { fuzzLog(f, "rocm-smi") }

func FuzzDCGM(f *testing.F) { fuzzLog(f, "dcgmi dmon") }

func FuzzRedfishMetrics(f *testing.F) { fuzzLog(f, "Redfish metrics") }

func FuzzPromtool(f *testing.F) { fuzzLog(f, "answer of promtool") }

func FuzzExpanded(f *testing.F) { fuzzLog(f, "rows of psql") }

func FuzzBoxed(f *testing.F) { fuzzLog(f, "table drawn in lines") }

func FuzzRuled(f *testing.F) { fuzzLog(f, "table under a rule") }

func FuzzSyslog(f *testing.F) { fuzzLog(f, "syslog") }

func FuzzPCMPower(f *testing.F) { fuzzLog(f, "pcm-power") }

func FuzzSNMP(f *testing.F) { fuzzLog(f, "answers of SNMP") }

func FuzzPairs(f *testing.F) { fuzzLog(f, "key=value pairs") }
