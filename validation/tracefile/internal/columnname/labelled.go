package columnname

import (
	"regexp"
	"strings"
)

// What Prometheus answers is called by a metric and its labels, as ipmi_power_watts{instance="n1:9290", job="ipmi"}, and Grafana
// makes such names those of columns, where the metric may be a label as well: {__name__="ipmi_power_watts", instance="n1:9290"}.
var (
	labelledName = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)?\s*\{((\s*[a-zA-Z_]\w*="([^"\\]|\\.)*"\s*,?)+)\}$`)
	oneLabel     = regexp.MustCompile(`([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"`)
)

// metricOf returns the metric of such a name, and what its labels say: what they are called, such as job, says nothing of the
// readings. Any other name is a metric as it is written.
func metricOf(name string) (metric, labels string) {
	if !strings.HasSuffix(name, "}") {
		return name, ""
	}
	parts := labelledName.FindStringSubmatch(name)
	if parts == nil {
		return name, ""
	}
	metric = parts[1]
	var said []string
	for _, label := range oneLabel.FindAllStringSubmatch(parts[2], -1) {
		if label[1] == MetricName {
			metric = label[2]
		} else {
			said = append(said, label[2])
		}
	}
	return metric, strings.Join(said, " ")
}
