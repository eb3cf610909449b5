package jsonlog

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// A range query of Prometheus (https://prometheus.io/docs/prometheus/latest/querying/api/#range-queries)
// is answered with series: labels, and pairs of seconds since 1970 and a number in quotes. Programs
// keep the whole answer, or only its series, alone or by the name of what was requested, and one answer
// after another. VictoriaMetrics exports a series a line (https://docs.victoriametrics.com/#json-line-format),
// whose readings and whose milliseconds since 1970 are lists of their own.
//
// The file is looked at twice: which labels there are is only known at its end.

var prometheusHead = regexp.MustCompile(
	`"metric"\s*:\s*\{|"resultType"\s*:\s*"|"status"\s*:\s*"error"\s*,\s*"errorType"`)

func isPrometheus(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	return (bytes.HasPrefix(head, []byte{'{'}) || bytes.HasPrefix(head, []byte{'['})) && prometheusHead.Match(head)
}

// The columns before the labels.
const (
	prometheusTime = iota
	prometheusValue
	prometheusSeries
	prometheusLabels
)

// What is held of labels.
const (
	MaxLabels     = 1000    // of a series
	maxLabelBytes = 8 << 20 // of a value of each label of each metric
	labelCost     = 64      // besides its bytes
)

// prometheusUnits are endings of names (https://prometheus.io/docs/practices/naming/#base-units) without _total, and
// others.
var prometheusUnits = []struct {
	ending string
	unit   power.Unit
}{
	{"_microwatts", "uW"}, {"_milliwatts", "mW"}, {"_kilowatts", "kW"}, {"_watts", "W"}, {"_watt", "W"},
	{"_microjoules", "uJ"}, {"_millijoules", "mJ"}, {"_millijoule", "mJ"}, {"_joules", "J"}, {"_joule", "J"},
	{"_kilowatt_hours", "kWh"}, {"_kwh", "kWh"}, {"_watt_hours", "Wh"}, {"_wh", "Wh"},
	{"DCGM_FI_DEV_POWER_USAGE", "W"}, {"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "mJ"},
}

// MetricMeaning returns quantity and unit that the name of a metric states by the conventions of Prometheus.
func MetricMeaning(name string) columnname.Meaning {
	bare := strings.TrimSuffix(name, "_total")
	for _, one := range prometheusUnits {
		if !strings.HasSuffix(bare, one.ending) {
			continue
		}
		if quantity, known := one.unit.Quantity(); known && quantity == power.Energy {
			return columnname.Meaning{Unit: one.unit, Counts: table.CountsTotal}
		}
		return columnname.Meaning{Unit: one.unit}
	}
	return columnname.Meaning{}
}

type prometheus struct {
	table.LineSheet
	labels  map[string]int // columns
	names   []string
	metrics map[string]*metric
	kinds   []table.ReadingKind
	bytes   int
}

type metric struct {
	labels map[string]*labelled
	series int
}

type labelled struct {
	first  string
	series int // that have it
	varies bool
}

type label struct{ name, value string }

func openPrometheus(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	p := &prometheus{labels: map[string]int{}, metrics: map[string]*metric{}}
	p.Records = &table.Records{Source: in.Source}
	p.LineSheet.Missing =
		func(text []byte) bool { return slices.Contains([]string{"NaN", "+Inf", "-Inf"}, string(text)) }
	readings := 0
	err := p.walk(p.catalogue, func(_, _ []byte) error {
		readings++
		return nil
	})
	if err != nil {
		return nil, err
	}
	const remedy = "ask again for a metric and a time that have readings"
	switch {
	case len(p.kinds) == 0:
		return nil, p.Refuse(0, "", "is an answer of Prometheus that holds no series", remedy)
	case readings == 0:
		return nil, p.Refuse(0, "", "is an answer of Prometheus whose series hold no readings", remedy)
	}
	p.Have(append([]string{"time", "value", "series"}, p.names...)...)
	p.Table.Value, p.Table.Keys = prometheusValue, []int{prometheusSeries}
	p.Table.Numeric[prometheusValue] = true
	p.Table.Mixed = table.Mixture{Column: p.labels[columnname.MetricName], Kinds: p.kinds}
	if len(p.kinds) == 1 {
		p.Table.Means[prometheusValue] = p.kinds[0].Means
	}
	return p, nil
}

func (p *prometheus) catalogue(labels []label) error {
	name := nameOf(labels)
	one := p.metrics[name]
	if one == nil {
		one = &metric{labels: map[string]*labelled{}}
		p.metrics[name] = one
		p.kinds = append(p.kinds, table.ReadingKind{Name: name, Means: MetricMeaning(name)})
	}
	one.series++
	for _, l := range labels {
		if _, met := p.labels[l.name]; !met {
			p.labels[l.name] = prometheusLabels + len(p.names)
			p.names = append(p.names, l.name)
		}
		known := one.labels[l.name]
		if known == nil {
			known = &labelled{first: l.value}
			one.labels[l.name] = known
			p.bytes += labelCost + len(l.name) + len(l.value)
		}
		known.series++
		known.varies = known.varies || known.first != l.value
	}
	if p.bytes > maxLabelBytes || len(p.names) > table.MaxColumns || len(p.kinds) > table.MaxColumns {
		return p.Refuse(0, "", "has too many different labels", "ask for one metric at a time")
	}
	return nil
}

func nameOf(labels []label) string {
	for _, l := range labels {
		if l.name == columnname.MetricName {
			return l.value
		}
	}
	return ""
}

func (p *prometheus) called(labels []label) []byte {
	name := nameOf(labels)
	text := []byte(name)
	one := p.metrics[name]
	begin := byte('{')
	for _, l := range labels {
		if known := one.labels[l.name]; l.name == columnname.MetricName || !known.varies && known.series == one.series {
			continue
		}
		text = append(append(text, begin), l.name...)
		text = strconv.AppendQuote(append(text, '='), l.value)
		begin = ','
	}
	if begin == ',' {
		return append(text, '}')
	}
	if len(text) == 0 {
		return []byte("all") // the sum of a query, which has no labels
	}
	return text
}

func (p *prometheus) Each(_ []int, take func() error) error {
	begin := func(labels []label) error {
		for i := range p.Cells {
			p.Cells[i].There = false
		}
		p.Set(prometheusSeries, p.called(labels))
		for _, l := range labels {
			p.Set(p.labels[l.name], []byte(l.value))
		}
		return nil
	}
	return p.walk(begin, func(at, value []byte) error {
		p.Set(prometheusTime, at)
		p.Set(prometheusValue, value)
		return take()
	})
}

func (p *prometheus) walk(begin func([]label) error, reading func(at, value []byte) error) error {
	w := &seriesWalk{
		JSONReader: NewJSONReader(p.Source, io.NewSectionReader(p.Records.Bytes, 0, p.Length), 0),
		begin:      begin, reading: reading,
	}
	for {
		if err := w.value(""); err != nil {
			return err
		}
		if more, err := w.more(); err != nil || !more {
			return err
		}
	}
}

type seriesWalk struct {
	*JSONReader
	begin   func([]label) error
	reading func(at, value []byte) error
	parts   [2][]byte // of a reading
	// the byte at which readings begin whose times are a list of their own, 0 if there are none
	apart        int64
	besideSeries *JSONReader // of those readings
}

func (w *seriesWalk) value(name string) error {
	return w.objects(func() error { return w.series(name) })
}

func (w *seriesWalk) series(name string) error {
	begun := false
	w.apart = 0
	err := w.Object(func(member string) error {
		switch member {
		case "metric":
			begun = true
			return w.labels(name)
		case "values":
			return w.values(begun)
		case "timestamps":
			if w.apart > 0 {
				return w.timestamps()
			}
		case "value", "histogram", "histograms":
			if begun {
				return w.Refuse(0, "", "holds "+member+" of a query, not readings over time",
					"ask with query_range for numbers, with a start, an end and a step")
			}
		case "resultType":
			return w.resultType()
		case "errorType":
			return w.Refuse(0, "", "is an error of Prometheus, not an answer", "ask again")
		}
		return w.value(member)
	})
	if err == nil && w.apart > 0 {
		err = w.Refuse(0, "", "has a series without timestamps behind its values", "export it again")
	}
	return err
}

func (w *seriesWalk) resultType() error {
	text, err := w.Scalar()
	if err != nil {
		return err
	}
	if kind := string(unquoted(text)); kind != "matrix" {
		return w.Refuse(0, "", fmt.Sprintf("is one instant (%s) of Prometheus, not a trace",
			celltext.Quoted([]byte(kind))), "ask with query_range, with a start, an end and a step")
	}
	return nil
}

// labels reads the labels of a series; a series without a name takes the one it was filed under.
func (w *seriesWalk) labels(filed string) error {
	var labels []label
	err := w.Object(func(name string) error {
		value, err := w.text()
		if err != nil {
			return err
		}
		if len(labels) == MaxLabels {
			return w.Refuse(0, "", fmt.Sprintf("has a series with more than %d labels", MaxLabels),
				"ask for fewer labels")
		}
		labels = append(labels, label{name, value})
		return nil
	})
	if err != nil {
		return err
	}
	if nameOf(labels) == "" && filed != "result" {
		labels = append(labels, label{columnname.MetricName, filed})
	} else if nameOf(labels) == "" {
		labels = append(labels, label{columnname.MetricName, "value"})
	}
	return w.begin(labels)
}

func (w *seriesWalk) values(begun bool) error {
	if !begun {
		return w.Refuse(0, "", "has readings in front of the labels of their series",
			"write metric before values, as Prometheus does")
	}
	if _, err := w.peek(); err != nil {
		return err
	}
	from, first := w.at, true
	return w.array(func() error {
		c, err := w.peek()
		if first && err == nil && c != '[' {
			w.apart = from
		}
		first = false
		if err == nil && w.apart > 0 {
			_, err = w.Scalar()
			return err
		}
		if err != nil {
			return err
		}
		return w.pair()
	})
}

func (w *seriesWalk) pair() error {
	n := 0
	err := w.array(func() error {
		text, err := w.Scalar()
		if err == nil && n < len(w.parts) {
			w.parts[n] = append(w.parts[n][:0], unquoted(text)...)
		}
		n++
		return err
	})
	if err != nil {
		return err
	}
	if n != len(w.parts) {
		return w.refuse(fmt.Sprintf("a reading has %d parts", n))
	}
	return w.reading(w.parts[0], w.parts[1])
}

func (w *seriesWalk) timestamps() error {
	from := io.NewSectionReader(w.Bytes, w.apart, w.Length-w.apart)
	if w.besideSeries == nil {
		w.besideSeries = NewJSONReader(w.Source, from, w.apart)
	}
	w.besideSeries.restart(from, w.apart)
	w.apart = 0
	sign, err := w.besideSeries.sign('[', '[')
	if err != nil {
		return err
	}
	uneven := w.Refuse(0, "", "has a series with more or fewer timestamps than values", "export it again")
	err = w.array(func() error {
		at, err := w.Scalar()
		if err != nil {
			return err
		}
		if sign == ']' {
			return uneven
		}
		value, err := w.besideSeries.Scalar()
		if err != nil {
			return err
		}
		if err := w.reading(unquoted(at), unquoted(value)); err != nil {
			return err
		}
		sign, err = w.besideSeries.sign(',', ']')
		return err
	})
	if err == nil && sign != ']' {
		err = uneven
	}
	return err
}
