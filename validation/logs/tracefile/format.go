package tracefile

import (
	"green500/validation/logs/tracefile/internal/archive"
	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/delimited"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/jsonlog"
	"green500/validation/logs/tracefile/internal/linelog"
	"green500/validation/logs/tracefile/internal/parquet"
	"green500/validation/logs/tracefile/internal/xlsx"
)

// formats are tried in this order; the last one takes any text.
func formats() []input.LogFormat {
	return []input.LogFormat{
		{Name: "Parquet", Is: parquet.IsParquet, Open: parquet.OpenParquetSheet},
		{Name: input.SpreadsheetFormat, Is: input.IsXLSX, Open: xlsx.OpenXLSX},
		// after the formats that are a zip archive inside
		{Name: "zip archive", Is: archive.IsZip, Open: archive.OpenZip},
		{Name: "tar archive", Is: archive.IsTar, Open: archive.OpenTar},
		linelog.PTDaemon, linelog.PTDaemonLog, jsonlog.MLLog, linelog.SDR, linelog.DCMI, linelog.ROCm, linelog.DCGM,
		linelog.PerfStat, linelog.PerfJSON, linelog.PerfTotal, jsonlog.Redfish, jsonlog.RedfishMetrics,
		linelog.PMCounters,
		jsonlog.Prometheus, jsonlog.ClusterCockpit, linelog.NVIDIAScreen, linelog.PropertyLists, linelog.GitLFS,
		linelog.GitAnnex, linelog.GEOPMReport, linelog.RRDExport, linelog.RawGraphite, linelog.JobTable,
		linelog.Promtool,
		linelog.PromtoolOnce, linelog.Benchmark, linelog.Expanded, linelog.Boxed, linelog.Ruled, linelog.Syslog,
		linelog.PCMPower, linelog.TimelessPCMPower, linelog.SNMP, linelog.Pairs,
		linelog.TimedTables, // before named figures, which take one of a name at a time
		// before the line protocol, whose measurement may be a time
		{Name: "named figures", Is: capture.IsFigures, Open: capture.OpenFigures},
		linelog.DatedSyslog, linelog.TimelessTegrastats, linelog.TimelessDCGM, linelog.Exposition, linelog.Influx,
		linelog.ZES, linelog.Yokogawa, linelog.LPM01A, linelog.Afterburner, linelog.Turbostat, linelog.LVM,
		jsonlog.InfluxQL, jsonlog.Graphite, jsonlog.OpenTSDB, jsonlog.JSONPairs, jsonlog.ParallelLists,
		{Name: "JSON records", Is: input.IsJSON, Open: jsonlog.OpenJSONRecords},
		linelog.SpacedUnits, linelog.FiguresOnce, linelog.Rails,
		{Name: "delimited text", Is: delimited.IsText, Open: delimited.OpenDelimited},
	}
}
