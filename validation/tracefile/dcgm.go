package tracefile

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"green500/validation/power"
)

// dcgmi dmon of NVIDIA's data centre manager prints a line a GPU, and its names again from time to time. It tells no time: people put
// one before each of its lines, those of the names as well.
//
//	2026-06-01T10:00:00.5+0200 #Entity   POWER      TOTEC    TMPTR
//	2026-06-01T10:00:00.5+0200 ID        W          mJ       C
//	2026-06-01T10:00:00.5+0200 GPU 0     300.5      2561000  42
//
// Names and units are cut short to fit, and some columns have no unit: what the names stand for is known
// (https://docs.nvidia.com/datacenter/dcgm/latest/dcgm-api/dcgm-api-field-ids.html).
var dcgmMeans = map[string]meaning{
	"POWER": {unit: "W", certain: true},
	"PINST": {unit: "W", certain: true, stated: "instant"},
	"TOTEC": {unit: "mJ", certain: true},
}

const dcgmLog = `dcgmi dmon -e 155 -d 1000 | while read -r line; do echo "$(date --iso-8601=seconds) $line"; done`

// dcgmNames is the line of names, dcgmUnits that of units below it, and dcgmEntity what a reading is of.
var (
	dcgmNames  = regexp.MustCompile(`^([^#]*?)[ \t]*# ?Entity((?:[ \t]+[A-Z0-9_#%]+)+)[ \t]*$`)
	dcgmUnits  = regexp.MustCompile(`(^|[ \t])(ID|Id)([ \t]|$)`)
	dcgmEntity = regexp.MustCompile(`^(?:(.*?)[ \t]+)?((?:GPU|GPU-I|GPU-CI|CPU|CORE|Switch|Link)[ \t]+\d+)[ \t]+(.*)$`)
)

// dcgmHead is how many lines may come before the names.
const dcgmHead = 20

// dcgmHeader returns what stands before the names, and these.
func dcgmHeader(head []byte) (before []byte, names []string) {
	count := 0
	for line := range bytes.Lines(head) {
		if count++; count > dcgmHead {
			break
		}
		if !bytes.Contains(line, []byte("Entity")) {
			continue // it is looked for in every text
		}
		if m := dcgmNames.FindSubmatch(bytes.TrimSpace(line)); m != nil {
			return m[1], textsOf(bytes.Fields(m[2]))
		}
	}
	return nil, nil
}

func isDCGM(head []byte) bool {
	before, names := dcgmHeader(head)
	return names != nil && len(before) > 0
}

// isTimelessDCGM tells lines of dcgmi dmon that nothing puts a time before.
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

// dcgm stands on a line of a GPU.
type dcgm struct{ lineSheet }

func openDCGM(in *input) (sheet, error) {
	_, names := dcgmHeader(in.head)
	d := &dcgm{lineSheet{records: newRecords(in.source, in.Reader)}}
	d.missing = func(text []byte) bool { return absent(text) != nil }
	d.have(append([]string{"time", "Entity"}, names...)...)
	d.table.time, d.table.timed, d.table.keys = dcgmTime, true, []int{dcgmOf}
	for i, name := range names {
		if means, known := dcgmMeans[name]; known {
			d.measures(dcgmFirst+i, means)
		} else {
			d.table.aside = append(d.table.aside, dcgmFirst+i)
		}
	}
	if !slices.Contains(d.table.numeric, true) {
		return nil, d.refuse(0, "", "tells no power of its GPUs", "log it as: "+dcgmLog)
	}
	d.fill = d.next
	_, err := d.begin()
	return d, err
}

// next stands on the next line of a GPU.
func (d *dcgm) next() error {
	for {
		line, err := d.solidLine()
		if err != nil {
			return err
		}
		line = bytes.TrimSpace(line)
		if m := dcgmNames.FindSubmatch(line); m != nil {
			if !slices.Equal(textsOf(bytes.Fields(m[2])), d.table.raw[dcgmFirst:]) {
				return d.refuse(d.at, "", "has other columns than the table before", "give a file with one of them only")
			}
			continue
		}
		m := dcgmEntity.FindSubmatch(line)
		if m == nil {
			if !dcgmUnits.Match(line) {
				d.table.notes.add(d.refuse(d.at, "", "is no reading", ""))
			}
			continue
		}
		cells := bytes.Fields(m[3])
		switch {
		case len(cells) == len(d.cells)-dcgmFirst:
			d.take(m[1], m[2], cells)
			return nil
		case len(cells) < len(d.cells)-dcgmFirst && d.cut:
			d.table.notes.add(d.refuse(d.at, "", cutOff().problem, ""))
		default:
			return d.uneven(len(cells))
		}
	}
}

func (d *dcgm) take(time, entity []byte, cells [][]byte) {
	d.set(dcgmTime, bytes.Trim(time, "[](),: \t"))
	d.set(dcgmOf, bytes.Join(bytes.Fields(entity), []byte{' '}))
	for i, cell := range cells {
		d.set(dcgmFirst+i, cell)
	}
}

func (d *dcgm) uneven(cells int) *power.InputError {
	return d.refuse(d.at, "", fmt.Sprintf("has %d numbers where the names are %d", cells, len(d.cells)-dcgmFirst), "leave fields out whose texts have blanks")
}
