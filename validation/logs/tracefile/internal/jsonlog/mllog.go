package jsonlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// MLPerf logs events as ":::MLLOG {...}", with whatever before it in a line. Power logs hold the key
// power_reading in watts, one file a node, and those of a switch perhaps a single estimate. The kind of
// the first one is read, the other kind is noted, lines of other keys are passed over.

const (
	mllogMark     = ":::MLLOG "
	mllogReading  = "power_reading"
	mllogEstimate = "interconnect_power_est"
)

func isMLLog(head []byte) bool { return bytes.Contains(head, []byte(mllogMark+"{")) }

type mllog struct {
	table.LineSheet
	kind string // of the readings
}

// The columns of the table made of it.
const (
	mllogTime = iota
	mllogValue
	mllogHost
)

func openMLLog(in *input.File) (table.Sheet, error) {
	m := &mllog{LineSheet: table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)}}
	m.LineSheet.Fill, m.Missing = m.reading, func(text []byte) bool { return string(text) == "null" }
	m.Have("time_ms", "power", "host")
	m.Table.Value = mllogValue
	m.Table.Stamp = "unknown"
	m.Measures(mllogValue, columnname.Meaning{Unit: "W", Certain: true})
	return m.Begin()
}

type mllogEvent struct {
	Time     json.RawMessage `json:"time_ms"`
	Key      string          `json:"key"`
	Value    json.RawMessage `json:"value"`
	Metadata json.RawMessage `json:"metadata"` // an object, or an empty text if there is nothing to tell
}

func (m *mllog) reading() error {
	for {
		line, err := m.SolidLine()
		if errors.Is(err, io.EOF) && m.kind == "" {
			return m.Refuse(0, "", "holds events of MLPerf, but no power_reading",
				"give the power log of a node, as power/result_0/node_0.txt")
		}
		if err != nil {
			return err
		}
		_, event, found := bytes.Cut(line, []byte(mllogMark))
		if !found || !bytes.Contains(event, []byte("power")) && !bytes.Contains(event, []byte("conversion_eff")) {
			continue
		}
		if is, err := m.take(event); is || err != nil {
			return err
		}
	}
}

func (m *mllog) take(text []byte) (is bool, err error) {
	var event mllogEvent
	if json.Unmarshal(text, &event) != nil {
		return false, m.Refuse(m.At, "", "is no event as MLPerf writes it",
			"give the log as it was written, a whole line an event")
	}
	var given mllogMetadata
	if json.Unmarshal(event.Metadata, &given) != nil {
		given = mllogMetadata{} // other kinds of metadata hold nothing of interest
	}
	switch {
	case event.Key == "conversion_eff":
		of := given.MeasurementType
		if of != "AC" && of != "DC" {
			of = "unknown kind"
		}
		m.note(event.Key, "states an efficiency of conversion ("+of+"), which is not applied to the readings")
		return false, nil
	case event.Key != mllogReading && event.Key != mllogEstimate:
		return false, nil
	case m.kind == "":
		m.resolve(event.Key, given.name() != "")
	case m.kind != event.Key:
		m.note(event.Key, "is left out, because the file holds "+m.kind)
		return false, nil
	}
	m.Set(mllogTime, event.Time)
	m.Set(mllogValue, event.Value)
	m.Set(mllogHost, []byte(given.name()))
	return true, nil
}

func (m *mllog) resolve(kind string, named bool) {
	m.kind = kind
	if named {
		m.Table.Keys = []int{mllogHost}
	}
	if kind == mllogEstimate {
		m.note(kind, "is an estimate, not a reading of a meter")
	}
}

func (m *mllog) note(key, problem string) { m.Table.Notes.Add(m.Refuse(m.At, key, problem, "")) }

type mllogMetadata struct {
	Host            json.RawMessage `json:"host"`
	Switch          json.RawMessage `json:"switch_id"`
	MeasurementType string          `json:"measurement_type"`
}

func (m mllogMetadata) name() string {
	for _, raw := range []json.RawMessage{m.Host, m.Switch} {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			text = string(raw) // a number, if it is stated at all
		}
		if text != "" {
			return text
		}
	}
	return ""
}
