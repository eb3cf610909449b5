package delimited

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// waysOfReading are all that a table may be read by.
func waysOfReading() map[string]func(*Delimited, []*table.Selection) error {
	return map[string]func(*Delimited, []*table.Selection) error{
		"row by row": byRow, "in bulk": inBulk,
		"in turn": func(d *Delimited, s []*table.Selection) error {
			d.resolveNotation()
			return d.takePieces(s, 1)
		},
	}
}

// TestRepeatedHourInPieces: whichever piece the hour that happens twice begins in, local times are read as those with
// an offset.
func TestRepeatedHourInPieces(t *testing.T) {
	zone := tracetest.Berlin(t)
	series := []*power.Series{{Unit: "W", Value: "power", Instruments: []string{"rack"}},
		{Unit: "W", Value: "power", Where: map[string][]string{"rack": {"a"}}}}
	local, offset := "time,rack,power\n", "time,rack,power\n"
	start := time.Date(2023, 10, 28, 23, 40, 0, 0, time.UTC)
	for i := range 40 {
		at := start.Add(time.Duration(i) * 5 * time.Minute).In(zone)
		for _, rack := range []string{"a", "b"} {
			rest := fmt.Sprintf(",%s,%d.5\n", rack, 100+i%7)
			local, offset = local+at.Format(time.DateTime)+rest, offset+at.Format(time.RFC3339)+rest
		}
	}
	for way, take := range waysOfReading() {
		want := outcome(t, []byte(offset), evenPieces, series, zone, take)
		for _, size := range []int{evenPieces / 4, evenPieces / 2, evenPieces, 1 << 16} {
			if got := outcome(t, []byte(local), size, series, zone, take); got != want ||
				!strings.Contains(want, "2023-10-29T01:30:00Z") {
				t.Errorf("%s, in pieces of %d:\n%s\nwant\n%s", way, size, got, want)
			}
		}
	}
}

// TestValuesOfFilters: a value of a filter that no row has is an error, in whatever pieces a table is read.
func TestValuesOfFilters(t *testing.T) {
	text := "time,rack,num,power\n"
	for i := range 60 {
		for rack := 301; rack <= 304; rack++ {
			text += fmt.Sprintf("%d,%d.0,%d,%d.5\n", 1622125875+i, rack, 1+rack%2, 100+i%3)
		}
	}
	for name, c := range map[string]struct {
		where map[string][]string
		want  string // of the error; none if the rows are read
	}{
		"all there":     {map[string][]string{"rack": {"301", "302"}}, ""},
		"as they stand": {map[string][]string{"rack": {"301.0"}, "num": {"2"}}, ""},
		"mistyped": {map[string][]string{"rack": {"301", "330"}},
			"where: no row has rack = 330; correct the value or leave it out; the log also has 303.0, 302.0, 304.0"},
		"two mistyped":     {map[string][]string{"rack": {"301", "9", "x"}}, "no row has rack = 9, x"},
		"none of the rack": {map[string][]string{"num": {"1", "7"}, "rack": {"302"}}, "no row has num = 7"},
	} {
		series := []*power.Series{{Unit: "W", Value: "power", Where: c.where, Instruments: []string{"rack"}}}
		for way, take := range waysOfReading() {
			for _, size := range []int{evenPieces / 4, 1 << 16} {
				said := outcome(t, []byte(text), size, series, nil, take)
				if refused := strings.Contains(said, "no row has"); !strings.Contains(said, c.want) ||
					refused != (c.want != "") {
					t.Errorf("%s, %s, in pieces of %d: %.300s; want %s", name, way, size, said, c.want)
				}
			}
		}
	}
}

// TestChoices: readings tell what else of the same kind stands in their log.
func TestChoices(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		series power.Series
		want   string
	}{
		"columns of nodes": {"time,node1,node2,node10,head,node3_temp\n1622125875,1,2,3,4,5\n1622125876,1,2,3,4,5\n",
			power.Series{Unit: "W", Value: "node2"}, "[node2] [node1 node10] 3"},
		"a pattern": {"time,node1,node2,node10\n1622125875,1,2,3\n1622125876,1,2,3\n",
			power.Series{Unit: "W", Value: "node*"}, "[node1 node2 node10] [] 3"},
		"one column": {"time,power\n1622125875,1\n1622125876,1\n", power.Series{Unit: "W", Value: "power"}, ""},
		"racks": {"time,rack,power\n1622125875,301,1\n1622125875,302,1\n1622125875,9a,1\n",
			power.Series{Unit: "W", Value: "power", Where: map[string][]string{"rack": {"301"}}},
			"rack[301] [302] 2"},
		"kinds of readings": {"time,kind,power\n1622125875,power,1\n1622125875,temp,1\n",
			power.Series{Unit: "W", Value: "power", Where: map[string][]string{"kind": {"power"}}}, ""},
	} {
		d, _, err := inPieces([]byte(c.text), 1<<16)
		all, err := readingsOf(d, err, []*power.Series{&c.series}, nil, inBulk)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := ""
		for _, one := range all[0].Choices {
			got += fmt.Sprintf("%s%v %v %d", one.Column, one.Taken, one.Left, one.Count)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
