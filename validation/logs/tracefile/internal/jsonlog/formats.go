package jsonlog

import (
	"green500/validation/logs/tracefile/internal/input"
)

// The formats in JSON.
var (
	MLLog          = input.LogFormat{Name: "MLPerf MLLOG", Is: isMLLog, Open: openMLLog}
	Redfish        = input.LogFormat{Name: "Redfish Power", Is: isRedfish, Open: openRedfish}
	RedfishMetrics = input.LogFormat{Name: "Redfish metrics", Is: isRedfishMetrics, Open: openRedfishMetrics}
	Prometheus     = input.LogFormat{Name: "answer of Prometheus", Is: isPrometheus, Open: openPrometheus}
	ClusterCockpit = input.LogFormat{Name: "job archive of ClusterCockpit", Is: clusterCockpitHead.Match,
		Open: openClusterCockpit}
	InfluxQL      = input.LogFormat{Name: "answer of InfluxDB", Is: influxQLHead.Match, Open: openJSONSeries("name")}
	Graphite      = input.LogFormat{Name: "answer of Graphite", Is: isGraphite, Open: openJSONSeries("target")}
	OpenTSDB      = input.LogFormat{Name: "answer of OpenTSDB", Is: isOpenTSDB, Open: openJSONSeries("metric")}
	JSONPairs     = input.LogFormat{Name: "JSON lists of pairs", Is: isJSONPairs, Open: openJSONPairs}
	ParallelLists = input.LogFormat{Name: "JSON lists side by side", Is: isParallelLists, Open: openParallelLists}
)
