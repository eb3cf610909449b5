package tracefile

import "green500/validation/power"

// logFormat is a kind of log. Each lies in a file of its own.
type logFormat struct {
	name string                 // as people call it
	is   func(head []byte) bool // told by the beginning of the content, never by a name
	open func(in *input) (sheet, error)
}

// formats are tried in this order; the last one takes any text.
func formats() []logFormat {
	return []logFormat{
		{"Parquet", isParquet, openParquetSheet},
		{spreadsheetFormat, isXLSX, openXLSX},
		{"zip archive", isZip, openZip}, // after the formats that are a zip archive inside
		{"tar archive", isTar, openTar},
		{"SPEC PTDaemon", isPTDaemon, openPTDaemon},
		{"log of SPEC PTDaemon itself", isPTDaemonLog, refusePTDaemonLog},
		{"MLPerf MLLOG", isMLLog, openMLLog},
		{"ipmitool sdr", isSDR, openSDR},
		{"ipmitool dcmi", isDCMI, openDCMI},
		{"rocm-smi", isROCm, openROCm},
		{"dcgmi dmon", isDCGM, openDCGM},
		{"perf stat", isPerfStat, openPerfStat},
		{"perf stat -j", isPerfJSON, openPerfJSON},
		{"total of perf stat", isPerfTotal, refusing("is what perf stat counted over a whole run, without times", "have it tell each second, as: "+perfLog)},
		{"Redfish Power", isRedfish, openRedfish},
		{"Redfish metrics", isRedfishMetrics, openRedfishMetrics},
		{"Cray pm_counters", isPMCounters, openPMCounters},
		{"answer of Prometheus", isPrometheus, openPrometheus},
		{"job archive of ClusterCockpit", isClusterCockpit, openClusterCockpit},
		{"screen of nvidia-smi", isNVIDIAScreen, refusing("is what nvidia-smi shows on a screen, not a table of readings", "log it as: "+nvidiaLog)},
		{"powermetrics -f plist", isPropertyLists, refusing("is in property lists, which are XML and no table", "have powermetrics write text, without --format plist")},
		{"pointer of Git LFS", beginsWith("version https://git-lfs.github.com/spec/"), refusing("stands for a file that Git LFS keeps elsewhere, and holds none of it", "get it with: git lfs pull")},
		{"pointer of git-annex", beginsWith("/annex/objects/"), refusing("stands for a file that git-annex keeps elsewhere, and holds none of it", "get it with: git annex get")},
		{"report of GEOPM", isGEOPMReport, refusing("is a report of GEOPM, which has totals and no times", "give the trace that --geopm-trace writes")},
		{"export of rrdtool", isRRDExport, refusing("is what rrdtool exports for other programs, not a table", "write it as: rrdtool fetch FILE AVERAGE --start TIME --end TIME")},
		{"raw answer of Graphite", rawGraphite.Match, refusing("is the raw answer of Graphite, whose readings have no times", "ask with format=csv or format=json")},
		{"accounting of jobs", isJobTable, refusing("is a table of jobs with one total of energy each, not a trace", "give the log of a meter over the run")},
		{"answer of promtool", isPromtool, openPromtool},
		{"answer of promtool for one time", isPromtoolOnce, refusing("is the answer for one instant, not a trace", "ask with promtool query range, with a start, an end and a step")},
		{"rows of psql", isExpanded, openExpanded},
		{"table drawn in lines", isBoxed, openBoxed},
		{"table under a rule", isRuled, openRuled},
		{"tables under their times", isTimedTables, openTimedTables}, // before named figures, which take one of a name at a time
		{"named figures", isFigures, openFigures},                    // before the line protocol, whose measurement may be a time
		{"tegrastats", isTimelessTegrastats, refusing("is of tegrastats, whose lines have no time here", "have each told its time, as: "+tegrastatsLog)},
		{"dcgmi dmon without times", isTimelessDCGM, refusing("is of dcgmi dmon, whose lines have no time here", "have each told its time, as: "+dcgmLog)},
		{"exposition of Prometheus", isExposition, refusing("is what an exporter shows to Prometheus, without times", "ask Prometheus with query_range, with a start, an end and a step")},
		{"line protocol of InfluxDB", isInflux, openInflux},
		{"log of lmgtools", isZES, openZES},
		{"table of Yokogawa", isYokogawa, openYokogawa},
		{"LPM01A", isLPM01A, openLPM01A},
		{"MSI Afterburner", isAfterburner, openAfterburner},
		{"turbostat", isTurbostat, openTurbostat},
		{"LabVIEW measurement file", isLVM, openLVM},
		{"answer of InfluxDB", isInfluxQL, openInfluxQL},
		{"answer of Graphite", isGraphite, openGraphite},
		{"answer of OpenTSDB", isOpenTSDB, openOpenTSDB},
		{"JSON lists of pairs", isJSONPairs, openJSONPairs},
		{"JSON lists side by side", isJSONBeside, openJSONBeside},
		{"JSON records", isJSON, openJSONRecords},
		{"table with units in its cells", isSpacedUnits, openSpacedUnits},
		{"figures without times", isFiguresOnce, refusing("names its figures, but not the times of several captures", "log a line of the time before each, as: while sleep 1; do date --iso-8601=seconds; COMMAND; done")},
		{"currents and voltages", isRails, refusing("tells currents and voltages, and no power", "log the power beside them: the sum of each current times its voltage")},
		{"delimited text", isText, openDelimited},
	}
}

// row is the row a sheet stands on, seen cell by cell. Texts are only good until the next row.
type row interface {
	text(column int) ([]byte, *fault)
	number(column int) (float64, *fault)
	instant(column int, as timing) (int64, *fault) // nanoseconds since 1970 UTC
	place(column int, f *fault) *power.InputError
}

// sheet is a log seen as a table: columns with names, and a row a reading.
type sheet interface {
	row
	columns() *table
	// each stands on every row in turn and calls take there, until it fails. Only cells of the
	// needed columns will be asked for.
	each(needed []int, take func() error) error
}

// bulk is a sheet that knows a faster way than row by row.
type bulk interface {
	takeAll(selections []*selection) error
}
