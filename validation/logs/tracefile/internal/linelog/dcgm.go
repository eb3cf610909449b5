package linelog

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// dcgmi dmon of NVIDIA's data centre manager prints a line a GPU, and its names again from time to time. It states no
// time: people put one before each of its lines, those of the names as well.
//
//	2026-06-01T10:00:00.5+0200 #Entity   POWER      TOTEC    TMPTR
//	2026-06-01T10:00:00.5+0200 ID        W          mJ       C
//	2026-06-01T10:00:00.5+0200 GPU 0     300.5      2561000  42
//
// Names and units are cut short to fit, and some columns have no unit: what the names stand for is known
// (https://docs.nvidia.com/datacenter/dcgm/latest/dcgm-api/dcgm-api-field-ids.html).
var dcgmMeans = map[string]columnname.Meaning{
	"POWER": {Unit: "W", Certain: true},
	"PINST": {Unit: "W", Certain: true, Stated: "instant"},
	"TOTEC": {Unit: "mJ", Certain: true},
}

// DcgmLog is the command that logs dcgmi dmon with a time on each line.
const DcgmLog = `dcgmi dmon -e 155 -d 1000 | while read -r line; do echo "$(date --iso-8601=seconds) $line"; done`

// dcgmNames is the line of names, dcgmUnits that of units below it, and dcgmEntity what a reading is of.
var (
	dcgmNames  = regexp.MustCompile(`^([^#]*?)[ \t]*# ?Entity((?:[ \t]+[A-Z0-9_#%]+)+)[ \t]*$`)
	dcgmUnits  = regexp.MustCompile(`(^|[ \t])(ID|Id)([ \t]|$)`)
	dcgmEntity = regexp.MustCompile(`^(?:(.*?)[ \t]+)?((?:GPU|GPU-I|GPU-CI|CPU|CORE|Switch|Link)[ \t]+\d+)[ \t]+(.*)$`)
)

const dcgmHead = 20

func dcgmHeader(head []byte) (before []byte, names []string) {
	for line := range capture.HeadLines(head, dcgmHead) {
		if !bytes.Contains(line, []byte("Entity")) {
			continue // it is looked for in every text
		}
		if m := dcgmNames.FindSubmatch(line); m != nil {
			return m[1], table.TextsOf(bytes.Fields(m[2]))
		}
	}
	return nil, nil
}

func isDCGM(head []byte) bool {
	before, names := dcgmHeader(head)
	return names != nil && len(before) > 0
}

func isTimelessDCGM(head []byte) bool {
	before, names := dcgmHeader(head)
	return names != nil && len(before) == 0
}

// Where its columns are.
const (
	dcgmTime = iota
	dcgmOf
	dcgmFirst
)

type dcgm struct{ table.LineSheet }

func openDCGM(in *input.File) (table.Sheet, error) {
	_, names := dcgmHeader(in.Head)
	d := &dcgm{table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)}}
	d.Missing = func(text []byte) bool { return celltext.Absent(text) != nil }
	d.Have(append([]string{"time", "Entity"}, names...)...)
	d.Table.Time, d.Table.Timed, d.Table.Keys = dcgmTime, true, []int{dcgmOf}
	for i, name := range names {
		if means, known := dcgmMeans[name]; known {
			d.Measures(dcgmFirst+i, means)
		} else {
			d.Table.Aside = append(d.Table.Aside, dcgmFirst+i)
		}
	}
	if !slices.Contains(d.Table.Numeric, true) {
		return nil, d.Refuse(0, "", "contains no power of its GPUs", "log it as: "+DcgmLog)
	}
	return openLines(d, &d.LineSheet, d.line)
}

func (d *dcgm) line(line []byte) (row bool, err error) {
	if m := dcgmNames.FindSubmatch(line); m != nil {
		if !slices.Equal(table.TextsOf(bytes.Fields(m[2])), d.Table.Raw[dcgmFirst:]) {
			return false,
				d.Refuse(d.At, "", "has other columns than the table before", "give a file with one of them only")
		}
		return false, nil
	}
	m := dcgmEntity.FindSubmatch(line)
	if m == nil {
		if !dcgmUnits.Match(line) {
			d.Table.Notes.Add(d.Refuse(d.At, "", "is no reading", ""))
		}
		return false, nil
	}
	cells := bytes.Fields(m[3])
	if names := len(d.Cells) - dcgmFirst; len(cells) != names {
		return false, d.Refuse(d.At, "", fmt.Sprintf("has %d numbers, but there are %d names", len(cells), names),
			"leave fields out whose texts have blanks")
	}
	d.Set(dcgmTime, bytes.Trim(m[1], "[](),: \t"))
	d.Set(dcgmOf, bytes.Join(bytes.Fields(m[2]), []byte{' '}))
	for i, cell := range cells {
		d.Set(dcgmFirst+i, cell)
	}
	return true, nil
}
