package fetch

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

// number is how servers write a reading; NaN and Inf are not readings.
var number = regexp.MustCompile(`^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$`)

func isNumber(text string) bool {
	_, ok := valueOf(text)
	return ok
}

func valueOf(text string) (value float64, ok bool) {
	if !number.MatchString(text) {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil
}

type written struct {
	columns          []string // that identify instruments
	same             labels   // what all series have in common
	value            string   // column of the readings
	series           map[string]bool
	samples, leftOut int
}

const maxSeries = 100_000

// writeLog writes the log from the answers, in their order, so that a fetch that was interrupted gives the same file.
func writeLog(src source, kept *folder, name string) (*written, error) {
	w, err := surveyAnswers(src, kept)
	if err != nil || w.samples == 0 {
		return w, err
	}
	return w, replace(name, func(out io.Writer) error {
		buffered := bufio.NewWriterSize(out, 1<<16)
		return errors.Join(w.rows(src, kept, buffered), buffered.Flush())
	})
}

func eachAnswer(src source, kept *folder, each func(sample) error) error {
	newest := newest{}
	for _, one := range kept.state.Pages {
		answer, err := kept.read(one.evidence)
		if err != nil {
			return err
		}
		samples, err := samplesOf(src, answer, one.span)
		if err != nil {
			return err
		}
		for _, s := range samples {
			if kept.state.Followed && !newest.isNew(s) {
				continue
			}
			if err := each(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func surveyAnswers(src source, kept *folder) (*written, error) {
	w := &written{series: map[string]bool{}}
	values := map[string]map[string]bool{}
	having := map[string]int{}
	err := eachAnswer(src, kept, func(s sample) error {
		if !isNumber(s.value) {
			w.leftOut++
			return nil
		}
		w.samples++
		if w.series[s.series.key] {
			return nil
		}
		if w.series[s.series.key] = true; len(w.series) > maxSeries {
			return &power.InputError{Field: "--query", Problem: fmt.Sprintf("selects more than %d series", maxSeries),
				Remedy: "select fewer"}
		}
		for name, value := range s.series.labels {
			if values[name] == nil {
				values[name] = map[string]bool{}
			}
			values[name][value] = true
			having[name]++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	w.same = labels{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if len(values[name]) > 1 || having[name] < len(w.series) {
			w.columns = append(w.columns, name)
			continue
		}
		w.same[name] = slices.Collect(maps.Keys(values[name]))[0]
	}
	w.value = src.column()
	return w, nil
}

// header names the columns; a label that is called as another column has a mark.
func (w *written) header() []string {
	header := []string{timeColumn}
	for _, name := range w.columns {
		header = append(header, w.titled(name))
	}
	return append(header, w.value)
}

const timeColumn = "time"

func (w *written) titled(label string) string {
	if strings.EqualFold(label, timeColumn) || strings.EqualFold(label, w.value) {
		return "label_" + label
	}
	return label
}

func (w *written) rows(src source, kept *folder, out io.Writer) error {
	table := csv.NewWriter(out)
	if err := table.Write(w.header()); err != nil {
		return err
	}
	row := make([]string, len(w.columns)+2)
	err := eachAnswer(src, kept, func(s sample) error {
		if !isNumber(s.value) {
			return nil
		}
		row[0] = time.Unix(0, s.at).UTC().Format(time.RFC3339Nano)
		for i, name := range w.columns {
			row[i+1] = strings.ToValidUTF8(s.series.labels[name], "\uFFFD")
		}
		row[len(row)-1] = s.value
		return table.Write(row)
	})
	table.Flush()
	return errors.Join(err, table.Error())
}
