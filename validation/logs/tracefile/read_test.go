package tracefile

import (
	"bytes"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// readOne reads a series of a file that is held in memory.
func readOne(name string, file []byte, series *power.Series, zone *time.Location) ([]*power.Trace, error) {
	all, err := readSeveral(name, file, []*power.Series{series}, []*time.Location{zone})
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

func readSeveral(name string, file []byte, series []*power.Series, zones []*time.Location) ([][]*power.Trace, error) {
	all, err := ReadAll(Input{Name: name, At: bytes.NewReader(file), Size: int64(len(file))}, series, zones,
		canonical.Memory)
	if err != nil {
		return nil, err
	}
	traces := make([][]*power.Trace, len(all))
	for i, one := range all {
		traces[i] = one.Traces
	}
	return traces, nil
}

// readInput reads a series of a file.
func readInput(in Input, series *power.Series, zone *time.Location) ([]*power.Trace, error) {
	read, err := Read(in, series, zone, canonical.Memory)
	if err != nil {
		return nil, err
	}
	return read.Traces, nil
}
