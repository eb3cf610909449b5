package jsonlog

import (
	"fmt"
	"io"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

type seriesWalk struct {
	*JSONReader
	begin        func([]label) error
	reading      func(at, value []byte) error
	parts        [2][]byte   // of a reading
	apart        int64       // the byte at which readings begin whose times are a list of their own, 0 if there are none
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
				return w.Refuse(0, "", "holds "+member+" of a query, not readings over time", "ask with query_range for numbers, with a start, an end and a step")
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
		return w.Refuse(0, "", fmt.Sprintf("is one instant (%s) of Prometheus, not a trace", celltext.Quoted([]byte(kind))), "ask with query_range, with a start, an end and a step")
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
			return w.Refuse(0, "", fmt.Sprintf("has a series with more than %d labels", MaxLabels), "ask for fewer labels")
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
		return w.Refuse(0, "", "has readings in front of the labels of their series", "write metric before values, as Prometheus does")
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

// timestamps reads the times of readings that were passed before, and both lists side by side.
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
