package tracefile

import (
	"green500/validation/tracefile/internal/archive"
	"green500/validation/tracefile/internal/capture"
	"green500/validation/tracefile/internal/delimited"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/jsonlog"
	"green500/validation/tracefile/internal/linelog"
	"green500/validation/tracefile/internal/parquet"
	"green500/validation/tracefile/internal/xlsx"
)

// formats are tried in this order; the last one takes any text.
func formats() []input.LogFormat {
	return []input.LogFormat{
		{Name: "Parquet", Is: parquet.IsParquet, Open: parquet.OpenParquetSheet},
		{Name: input.SpreadsheetFormat, Is: input.IsXLSX, Open: xlsx.OpenXLSX},
		{Name: "zip archive", Is: archive.IsZip, Open: archive.OpenZip}, // after the formats that are a zip archive inside
		{Name: "tar archive", Is: archive.IsTar, Open: archive.OpenTar},
		{Name: "SPEC PTDaemon", Is: linelog.IsPTDaemon, Open: linelog.OpenPTDaemon},
		{Name: "log of SPEC PTDaemon itself", Is: linelog.IsPTDaemonLog, Open: linelog.RefusePTDaemonLog},
		{Name: "MLPerf MLLOG", Is: jsonlog.IsMLLog, Open: jsonlog.OpenMLLog},
		{Name: "ipmitool sdr", Is: linelog.IsSDR, Open: linelog.OpenSDR},
		{Name: "ipmitool dcmi", Is: linelog.IsDCMI, Open: linelog.OpenDCMI},
		{Name: "rocm-smi", Is: linelog.IsROCm, Open: linelog.OpenROCm},
		{Name: "dcgmi dmon", Is: linelog.IsDCGM, Open: linelog.OpenDCGM},
		{Name: "perf stat", Is: linelog.IsPerfStat, Open: linelog.OpenPerfStat},
		{Name: "perf stat -j", Is: linelog.IsPerfJSON, Open: linelog.OpenPerfJSON},
		{Name: "total of perf stat", Is: linelog.IsPerfTotal, Open: linelog.Refusing("is what perf stat counted over a whole run, without times", "have it tell each second, as: "+linelog.PerfLog)},
		{Name: "Redfish Power", Is: jsonlog.IsRedfish, Open: jsonlog.OpenRedfish},
		{Name: "Redfish metrics", Is: jsonlog.IsRedfishMetrics, Open: jsonlog.OpenRedfishMetrics},
		{Name: "Cray pm_counters", Is: linelog.IsPMCounters, Open: linelog.OpenPMCounters},
		{Name: "answer of Prometheus", Is: jsonlog.IsPrometheus, Open: jsonlog.OpenPrometheus},
		{Name: "job archive of ClusterCockpit", Is: jsonlog.IsClusterCockpit, Open: jsonlog.OpenClusterCockpit},
		{Name: "screen of nvidia-smi", Is: linelog.IsNVIDIAScreen, Open: linelog.Refusing("is what nvidia-smi shows on a screen, not a table of readings", "log it as: "+linelog.NvidiaLog)},
		{Name: "powermetrics -f plist", Is: linelog.IsPropertyLists, Open: linelog.Refusing("is in property lists, which are XML and no table", "have powermetrics write text, without --format plist")},
		{Name: "pointer of Git LFS", Is: linelog.BeginsWith("version https://git-lfs.github.com/spec/"), Open: linelog.Refusing("stands for a file that Git LFS keeps elsewhere, and holds none of it", "get it with: git lfs pull")},
		{Name: "pointer of git-annex", Is: linelog.BeginsWith("/annex/objects/"), Open: linelog.Refusing("stands for a file that git-annex keeps elsewhere, and holds none of it", "get it with: git annex get")},
		{Name: "report of GEOPM", Is: linelog.IsGEOPMReport, Open: linelog.Refusing("is a report of GEOPM, which has totals and no times", "give the trace that --geopm-trace writes")},
		{Name: "export of rrdtool", Is: linelog.IsRRDExport, Open: linelog.Refusing("is what rrdtool exports for other programs, not a table", "write it as: rrdtool fetch FILE AVERAGE --start TIME --end TIME")},
		{Name: "raw answer of Graphite", Is: linelog.RawGraphite.Match, Open: linelog.Refusing("is the raw answer of Graphite, whose readings have no times", "ask with format=csv or format=json")},
		{Name: "accounting of jobs", Is: linelog.IsJobTable, Open: linelog.Refusing("is a table of jobs with one total of energy each, not a trace", "give the log of a meter over the run")},
		{Name: "answer of promtool", Is: jsonlog.IsPromtool, Open: jsonlog.OpenPromtool},
		{Name: "answer of promtool for one time", Is: jsonlog.IsPromtoolOnce, Open: linelog.Refusing("is the answer for one instant, not a trace", "ask with promtool query range, with a start, an end and a step")},
		{Name: "output of HPL", Is: linelog.IsBenchmark, Open: linelog.RefuseBenchmark},
		{Name: "rows of psql", Is: linelog.IsExpanded, Open: linelog.OpenExpanded},
		{Name: "table drawn in lines", Is: linelog.IsBoxed, Open: linelog.OpenBoxed},
		{Name: "table under a rule", Is: linelog.IsRuled, Open: linelog.OpenRuled},
		{Name: "syslog", Is: linelog.IsSyslog, Open: linelog.OpenSyslog},
		{Name: "pcm-power", Is: linelog.IsPCMPower, Open: linelog.OpenPCMPower},
		{Name: "pcm-power without times", Is: linelog.IsTimelessPCMPower, Open: linelog.Refusing("is what pcm-power prints, without the times of its readings", "have a script print the time before each, as: while sleep 1; do date --iso-8601=ns; pcm-power 1 -i=1; done")},
		{Name: "answers of SNMP", Is: linelog.IsSNMP, Open: linelog.OpenSNMP},
		{Name: "key=value pairs", Is: linelog.IsPairs, Open: linelog.OpenPairs},
		{Name: "tables under their times", Is: linelog.IsTimedTables, Open: linelog.OpenTimedTables}, // before named figures, which take one of a name at a time
		{Name: "named figures", Is: capture.IsFigures, Open: capture.OpenFigures},                    // before the line protocol, whose measurement may be a time
		{Name: "syslog", Is: linelog.IsDatedSyslog, Open: linelog.OpenSyslog},
		{Name: "tegrastats", Is: linelog.IsTimelessTegrastats, Open: linelog.Refusing("is of tegrastats, whose lines have no time here", "have each told its time, as: "+linelog.TegrastatsLog)},
		{Name: "dcgmi dmon without times", Is: linelog.IsTimelessDCGM, Open: linelog.Refusing("is of dcgmi dmon, whose lines have no time here", "have each told its time, as: "+linelog.DcgmLog)},
		{Name: "exposition of Prometheus", Is: linelog.IsExposition, Open: linelog.Refusing("is what an exporter shows to Prometheus, without times", "ask Prometheus with query_range, with a start, an end and a step")},
		{Name: "line protocol of InfluxDB", Is: linelog.IsInflux, Open: linelog.OpenInflux},
		{Name: "log of lmgtools", Is: linelog.IsZES, Open: linelog.OpenZES},
		{Name: "table of Yokogawa", Is: linelog.IsYokogawa, Open: linelog.OpenYokogawa},
		{Name: "LPM01A", Is: linelog.IsLPM01A, Open: linelog.OpenLPM01A},
		{Name: "MSI Afterburner", Is: linelog.IsAfterburner, Open: linelog.OpenAfterburner},
		{Name: "turbostat", Is: linelog.IsTurbostat, Open: linelog.OpenTurbostat},
		{Name: "LabVIEW measurement file", Is: linelog.IsLVM, Open: linelog.OpenLVM},
		{Name: "answer of InfluxDB", Is: jsonlog.IsInfluxQL, Open: jsonlog.OpenInfluxQL},
		{Name: "answer of Graphite", Is: jsonlog.IsGraphite, Open: jsonlog.OpenGraphite},
		{Name: "answer of OpenTSDB", Is: jsonlog.IsOpenTSDB, Open: jsonlog.OpenOpenTSDB},
		{Name: "JSON lists of pairs", Is: jsonlog.IsJSONPairs, Open: jsonlog.OpenJSONPairs},
		{Name: "JSON lists side by side", Is: jsonlog.IsParallelLists, Open: jsonlog.OpenParallelLists},
		{Name: "JSON records", Is: input.IsJSON, Open: jsonlog.OpenJSONRecords},
		{Name: "table with units in its cells", Is: linelog.IsSpacedUnits, Open: linelog.OpenSpacedUnits},
		{Name: "figures without times", Is: linelog.IsFiguresOnce, Open: linelog.Refusing("names its figures, but not the times of several captures", "log a line of the time before each, as: while sleep 1; do date --iso-8601=seconds; COMMAND; done")},
		{Name: "currents and voltages", Is: linelog.IsRails, Open: linelog.Refusing("tells currents and voltages, and no power", "log the power beside them: the sum of each current times its voltage")},
		{Name: "delimited text", Is: delimited.IsText, Open: delimited.OpenDelimited},
	}
}
