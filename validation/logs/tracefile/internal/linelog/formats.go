package linelog

import (
	"bytes"
	"slices"

	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// The formats of lines.
var (
	PTDaemon    = input.LogFormat{Name: "SPEC PTDaemon", Is: isPTDaemon, Open: openPTDaemon}
	PTDaemonLog = refused("log of SPEC PTDaemon itself", holding("SPEC PTDaemon Tool"),
		"is what SPEC PTDaemon logs of itself, not the readings of the meter", "give spl.txt of the same run")
	SDR       = input.LogFormat{Name: "ipmitool sdr", Is: isSDR, Open: openSDR}
	DCMI      = input.LogFormat{Name: "ipmitool dcmi", Is: isDCMI, Open: openDCMI}
	ROCm      = input.LogFormat{Name: "rocm-smi", Is: isROCm, Open: openROCm}
	DCGM      = input.LogFormat{Name: "dcgmi dmon", Is: isDCGM, Open: openDCGM}
	PerfStat  = input.LogFormat{Name: "perf stat", Is: isPerfStat, Open: openPerf((*perfStat).interval)}
	PerfJSON  = input.LogFormat{Name: "perf stat -j", Is: isPerfJSON, Open: openPerf((*perfStat).object)}
	PerfTotal = refused("total of perf stat", isPerfTotal,
		"is what perf stat counted over a whole run, without times", "have it print each second, as: "+PerfLog)
	PMCounters   = input.LogFormat{Name: "Cray pm_counters", Is: isPMCounters, Open: openPMCounters}
	NVIDIAScreen = refused("screen of nvidia-smi", holding("| NVIDIA-SMI ", "Pwr:Usage/Cap"),
		"is what nvidia-smi shows on a screen, not a table of readings", "log it as: "+NvidiaLog)
	PropertyLists = refused("powermetrics -f plist", isPropertyLists,
		"is in property lists, which are XML and no table", "have powermetrics write text, without --format plist")
	GitLFS = refused("pointer of Git LFS", beginningWith("version https://git-lfs.github.com/spec/"),
		"stands for a file that Git LFS keeps elsewhere, and holds none of it", "get it with: git lfs pull")
	GitAnnex = refused("pointer of git-annex", beginningWith("/annex/objects/"),
		"stands for a file that git-annex keeps elsewhere, and holds none of it", "get it with: git annex get")
	GEOPMReport = refused("report of GEOPM", beginningWith("##### geopm ", "GEOPM Version: "),
		"is a report of GEOPM, which has totals and no times", "give the trace that --geopm-trace writes")
	RRDExport = refused("export of rrdtool", isRRDExport, "is what rrdtool exports for other programs, "+
		"not a table", "write it as: rrdtool fetch FILE AVERAGE --start TIME --end TIME")
	RawGraphite = refused("raw answer of Graphite", rawGraphite.Match,
		"is the raw answer of Graphite, whose readings have no times", "ask with format=csv or format=json")
	JobTable = refused("accounting of jobs", isJobTable,
		"is a table of jobs with one total of energy each, not a trace", "give the log of a meter over the run")
	Promtool     = input.LogFormat{Name: "answer of promtool", Is: isPromtool, Open: openPromtool}
	PromtoolOnce = refused("answer of promtool for one time", isPromtoolOnce,
		"is the answer for one instant, not a trace", "ask with promtool query range, with a start, an end and a step")
	Benchmark        = input.LogFormat{Name: "output of HPL", Is: isBenchmark, Open: refuseBenchmark}
	Expanded         = input.LogFormat{Name: "rows of psql", Is: isExpanded, Open: openExpanded}
	Boxed            = input.LogFormat{Name: "table drawn in lines", Is: isBoxed, Open: openBoxed}
	Ruled            = input.LogFormat{Name: "table under a rule", Is: isRuled, Open: openRuled}
	Syslog           = input.LogFormat{Name: "syslog", Is: isSyslog, Open: openSyslog}
	PCMPower         = input.LogFormat{Name: "pcm-power", Is: isPCMPower, Open: openPCMPower}
	TimelessPCMPower = refused("pcm-power without times", isTimelessPCMPower,
		"is what pcm-power prints, without the times of its readings",
		"have a script print the time before each, as: while sleep 1; do date --iso-8601=ns; pcm-power 1 -i=1; done")
	SNMP               = input.LogFormat{Name: "answers of SNMP", Is: isSNMP, Open: openSNMP}
	Pairs              = input.LogFormat{Name: "key=value pairs", Is: isPairs, Open: openPairs}
	TimedTables        = input.LogFormat{Name: "tables under their times", Is: isTimedTables, Open: openTimedTables}
	DatedSyslog        = input.LogFormat{Name: "syslog", Is: isDatedSyslog, Open: openSyslog}
	TimelessTegrastats = refused("tegrastats", isTimelessTegrastats, "is of tegrastats, whose lines have no time here",
		"have the time printed with each, as: "+TegrastatsLog)
	TimelessDCGM = refused("dcgmi dmon without times", isTimelessDCGM,
		"is of dcgmi dmon, whose lines have no time here", "have the time printed with each, as: "+DcgmLog)
	Exposition = refused("exposition of Prometheus", isExposition, "is what an exporter shows to Prometheus, "+
		"without times", "ask Prometheus with query_range, with a start, an end and a step")
	Influx      = input.LogFormat{Name: "line protocol of InfluxDB", Is: isInflux, Open: openInflux}
	ZES         = input.LogFormat{Name: "log of lmgtools", Is: zesHead.Match, Open: openZES}
	Yokogawa    = input.LogFormat{Name: "table of Yokogawa", Is: isYokogawa, Open: openYokogawa}
	LPM01A      = input.LogFormat{Name: "LPM01A", Is: isLPM01A, Open: openLPM01A}
	Afterburner = input.LogFormat{Name: "MSI Afterburner", Is: isAfterburner, Open: openAfterburner}
	Turbostat   = input.LogFormat{Name: "turbostat", Is: isTurbostat, Open: openTurbostat}
	LVM         = input.LogFormat{Name: "LabVIEW measurement file", Is: isLVM, Open: openLVM}
	SpacedUnits = input.LogFormat{Name: "table with units in its cells", Is: isSpacedUnits, Open: openSpacedUnits}
	FiguresOnce = refused("figures without times", isFiguresOnce, "names its figures, but not the times of several "+
		"captures", "log a line of the time before each, as: while sleep 1; do date --iso-8601=seconds; COMMAND; done")
	Rails = refused("currents and voltages", isRails, "states currents and voltages, but no power",
		"log the power beside them: the sum of each current times its voltage")
)

// refused is a format that is only recognised in order to refuse it: some of what people give for a log is none, though
// tools that measure power wrote it.
func refused(name string, is func(head []byte) bool, problem, remedy string) input.LogFormat {
	return input.LogFormat{Name: name, Is: is,
		Open: func(in *input.File) (table.Sheet, error) { return nil, in.Refuse(0, "", problem, remedy) }}
}

func beginningWith(texts ...string) func(head []byte) bool {
	return func(head []byte) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return bytes.HasPrefix(head, []byte(text)) })
	}
}

func holding(texts ...string) func(head []byte) bool {
	return func(head []byte) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !bytes.Contains(head, []byte(text)) })
	}
}
