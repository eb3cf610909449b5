package tracefile

import (
	"fmt"
	"io"
)

// seriesWalk finds series wherever they lie in a file.
type seriesWalk struct {
	*jsonReader
	begin   func([]label) error
	reading func(at, value []byte) error
	apart   int64       // the byte at which readings begin whose times are a list of their own, 0 where there are none
	beside  *jsonReader // of those readings
}

// value looks for series in a value, which was filed under a name.
func (w *seriesWalk) value(name string) error {
	return w.objects(func() error { return w.series(name) })
}

// series goes through an object, which may be one.
func (w *seriesWalk) series(name string) error {
	begun := false
	w.apart = 0
	err := w.object(func(member string) error {
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
				return w.refuse(0, "", "holds "+member+" of a query, not readings over time", "ask with query_range for numbers, with a start, an end and a step")
			}
		case "resultType":
			return w.resultType()
		case "errorType":
			return w.refuse(0, "", "is an error of Prometheus, not an answer", "ask again")
		}
		return w.value(member)
	})
	if err == nil && w.apart > 0 {
		err = w.refuse(0, "", "has a series without timestamps behind its values", "export it again")
	}
	return err
}

func (w *seriesWalk) resultType() error {
	text, err := w.scalar()
	if err != nil {
		return err
	}
	if kind := string(unquoted(text)); kind != "matrix" {
		return w.refuse(0, "", fmt.Sprintf("is one instant (%s) of Prometheus, not a trace", quoted([]byte(kind))), "ask with query_range, with a start, an end and a step")
	}
	return nil
}

// labels reads the labels of a series; a series without a name takes the one it was filed under.
func (w *seriesWalk) labels(filed string) error {
	var labels []label
	err := w.object(func(name string) error {
		value, err := w.scalar()
		if err != nil {
			return err
		}
		if len(labels) == maxLabels {
			return w.refuse(0, "", fmt.Sprintf("has a series with more than %d labels", maxLabels), "ask for fewer labels")
		}
		labels = append(labels, label{name, string(unquoted(value))})
		return nil
	})
	if err != nil {
		return err
	}
	if nameOf(labels) == "" && filed != "result" {
		labels = append(labels, label{metricName, filed})
	} else if nameOf(labels) == "" {
		labels = append(labels, label{metricName, "value"})
	}
	return w.begin(labels)
}

func (w *seriesWalk) values(begun bool) error {
	if !begun {
		return w.refuse(0, "", "has readings in front of the labels of their series", "write metric before values, as Prometheus does")
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
			_, err = w.scalar()
			return err
		}
		if err != nil {
			return err
		}
		return w.pair()
	})
}

// pair reads a time and a reading.
func (w *seriesWalk) pair() error {
	var pair [2][]byte
	n := 0
	err := w.array(func() error {
		text, err := w.scalar()
		if err == nil && n < len(pair) {
			pair[n] = append(pair[n], unquoted(text)...)
		}
		n++
		return err
	})
	if err != nil {
		return err
	}
	if n != len(pair) {
		return w.trouble(fmt.Sprintf("a reading has %d parts", n))
	}
	return w.reading(pair[0], pair[1])
}

// timestamps reads the times of readings that were passed before, and both lists side by side.
func (w *seriesWalk) timestamps() error {
	from := io.NewSectionReader(w.bytes, w.apart, w.size-w.apart)
	if w.beside == nil {
		w.beside = newJSONReader(w.source, from, w.apart)
	}
	w.beside.in.Reset(from)
	w.beside.at, w.apart = w.apart, 0
	sign, err := w.beside.sign('[', '[')
	if err != nil {
		return err
	}
	uneven := w.refuse(0, "", "has a series with more or fewer timestamps than values", "export it again")
	err = w.array(func() error {
		at, err := w.scalar()
		if err != nil {
			return err
		}
		if sign == ']' {
			return uneven
		}
		value, err := w.beside.scalar()
		if err != nil {
			return err
		}
		if err := w.reading(unquoted(at), unquoted(value)); err != nil {
			return err
		}
		sign, err = w.beside.sign(',', ']')
		return err
	})
	if err == nil && sign != ']' {
		err = uneven
	}
	return err
}
