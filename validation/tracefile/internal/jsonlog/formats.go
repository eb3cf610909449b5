package jsonlog

import (
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// The formats in JSON.
var (
	MLLog          = input.LogFormat{Name: "MLPerf MLLOG", Is: isMLLog, Open: openMLLog}
	Redfish        = input.LogFormat{Name: "Redfish Power", Is: isRedfish, Open: openRedfish}
	RedfishMetrics = input.LogFormat{Name: "Redfish metrics", Is: isRedfishMetrics, Open: openRedfishMetrics}
	Prometheus     = input.LogFormat{Name: "answer of Prometheus", Is: isPrometheus, Open: openPrometheus}
	ClusterCockpit = input.LogFormat{Name: "job archive of ClusterCockpit", Is: clusterCockpitHead.Match, Open: openClusterCockpit}
	InfluxQL       = input.LogFormat{Name: "answer of InfluxDB", Is: influxQLHead.Match, Open: func(in *input.File) (table.Sheet, error) { return openJSONSeries(in, "name") }}
	Graphite       = input.LogFormat{Name: "answer of Graphite", Is: isGraphite, Open: func(in *input.File) (table.Sheet, error) { return openJSONSeries(in, "target") }}
	OpenTSDB       = input.LogFormat{Name: "answer of OpenTSDB", Is: isOpenTSDB, Open: func(in *input.File) (table.Sheet, error) { return openJSONSeries(in, "metric") }}
	JSONPairs      = input.LogFormat{Name: "JSON lists of pairs", Is: isJSONPairs, Open: openJSONPairs}
	ParallelLists  = input.LogFormat{Name: "JSON lists side by side", Is: isParallelLists, Open: openParallelLists}
)
