package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// partsCase is a long table of what some words of columns have, at each time.
type partsCase struct {
	name    string
	columns string
	rows    []string // words of the columns, and which reading they have: a letter for each part, several for a sum
	times   int      // 40 if it is 0
	made    func(part byte, time int) float64
	change  func(row, time int, reading float64) (cell string) // empty for no row
	want    string
	sure    table.Confidence // of where; empty if all rows are taken
}

// parted is a reading that goes its own way for each letter.
func parted(part byte, time int) float64 {
	return 400 + 30*float64(part-'a') +
		float64(uneven[(3*time+int(part)*(1+time/10))%10]*7+uneven[(time*time+int(part))%10])
}

// steadyParts is a reading that does not vary, and inStep one that varies as all others do.
func steadyParts(part byte, _ int) float64 { return 100 * float64(1+part-'a') }

func inStep(_ byte, time int) float64 { return 400 + 40*float64(uneven[time%10]) }

// metered is a counter of what was drawn.
func metered(part byte, time int) (sum float64) {
	for t := range time + 1 {
		sum += parted(part, t)
	}
	return sum
}

func (c partsCase) text() string {
	times := c.times
	if times == 0 {
		times = 40
	}
	var out strings.Builder
	out.WriteString("time," + c.columns + "\n")
	for time := range times {
		for i, row := range c.rows {
			words, parts, _ := strings.Cut(row, " = ")
			reading := 0.0
			for _, part := range []byte(parts) {
				reading += c.made(part, time)
			}
			cell := fmt.Sprint(reading)
			if c.change != nil {
				cell = c.change(i, time, reading)
			}
			if cell != "" {
				fmt.Fprintf(&out, "%s,%s,%s\n", stampAfter(time*10_000), words, cell)
			}
		}
	}
	return out.String()
}

// but changes the readings of one row.
func but(row int, change func(time int, reading float64) string) func(int, int, float64) string {
	return func(i, time int, reading float64) string {
		if i != row {
			return fmt.Sprint(reading)
		}
		return change(time, reading)
	}
}

func partsCases() []partsCase {
	phases := []string{"L1 = a", "L2 = b", "L3 = c"}
	nodes := []string{"n1 = a", "n2 = b", "n3 = c"}
	with := func(rows []string, more ...string) []string { return append(append([]string{}, rows...), more...) }
	var all []partsCase
	for _, name := range []string{"L1-L3", "ABC", "3-phase", "Σ", "Sum of phases", "All phases", "1.7.0", "Inlet"} {
		all = append(all, partsCase{name: "a sum called " + name, columns: "phase,watts", rows: with(phases,
			name+" = abc"), made: parted, want: "watts where phase is " + name + " in W", sure: table.Likely})
	}
	return append(all, []partsCase{
		{
			name: "totals of feeds", columns: "feed,phase,watts", made: parted,
			rows: []string{"A,L1 = a", "A,L2 = b", "A,total = ab", "B,L1 = c", "B,L2 = d", "B,total = cd"},
			want: "watts where phase is total by feed in W", sure: table.Likely,
		},
		{
			name: "totals of feeds and of both", columns: "feed,phase,watts", made: parted,
			rows: []string{"A,L1 = a", "A,L2 = b", "A,total = ab", "B,L1 = c", "B,L2 = d", "B,total = cd",
				"total,L1 = ac", "total,L2 = bd", "total,total = abcd"},
			want: "map[feed:[total] phase:[total]]", sure: table.Likely,
		},
		{
			name: "supplies and both, without a word for it", columns: "host,channel,watts", made: parted,
			rows: []string{"n1,A = a", "n1,B = b", "n1,A+B = ab", "n2,A = c", "n2,B = d", "n2,A+B = cd"},
			want: "watts where channel is A+B by host in W", sure: table.Likely,
		},
		{
			name: "racks that are each called otherwise", columns: "rack,node,watts", made: parted,
			rows: []string{"A,n1 = a", "A,n2 = b", "A,row-A = ab", "B,n3 = c", "B,n4 = d", "B,row-B = cd"},
			want: "watts where node is row-A, row-B by node in W", sure: table.Likely,
		},
		{
			name: "a total that stands beside one supply only", columns: "host,sensor,watts", made: parted,
			rows: []string{"n1,PSU1 = a", "n1,PSU2 = b", "n1,PSU Total = ab", "n2,PSU1 = c", "n2,PSU2 = d"},
			want: "watts where sensor is PSU1, PSU2 by host, sensor in W", sure: table.Likely,
		},
		{
			name: "a sum that is rounded", columns: "channel,watts",
			rows: []string{"A = a", "B = b", "both = ab"}, made: parted,
			change: but(2, func(time int, reading float64) string { return fmt.Sprint(reading + float64(time%3-1)) }),
			want:   "watts where channel is both in W", sure: table.Likely,
		},
		{
			name: "parts that are missing at times", columns: "phase,watts",
			rows: with(phases, "L1-L3 = abc"), made: parted,
			change: but(1,
				func(time int, reading float64) string { return strings.Repeat(fmt.Sprint(reading), min(1, time%4)) }),
			want: "watts where phase is L1-L3 in W", sure: table.Likely,
		},
		{
			name: "a sum of counters", columns: "register,joules",
			rows: []string{"1.8.0 = ab", "1.8.1 = a", "1.8.2 = b"}, made: metered,
			want: "joules where register is 1.8.0 in J total", sure: table.Likely,
		},
		{
			name: "constant readings and a name", columns: "outlet,watts",
			rows: []string{"1 = a", "2 = b", "Total = ab"}, made: steadyParts,
			want: "watts where outlet is Total in W", sure: table.Likely,
		},
		{
			name: "a sum by its name that sees losses", columns: "phase,watts",
			rows: with(phases, "Total = abc"), made: parted,
			change: but(3, func(_ int, reading float64) string { return fmt.Sprint(reading * 1.04) }),
			want:   "watts where phase is Total in W", sure: table.Open,
		},
		{
			name: "an inlet that sees losses of a hundredth", columns: "outlet,watts",
			rows: []string{"x = a", "y = b", "z = c", "in = abc"}, made: parted,
			change: but(3, func(_ int, reading float64) string { return fmt.Sprint(reading * 1.01) }),
			want:   "watts where outlet is in in W", sure: table.Open,
		},

		{name: "nodes that draw what they like", columns: "node,watts", rows: nodes, made: parted,
			want: "watts by node in W"},
		{name: "constant readings", columns: "node,watts", rows: []string{"n1 = a", "n2 = a", "n3 = aa"},
			made: steadyParts, want: "watts by node in W"},
		{name: "nodes in step, one of twice the size", columns: "node,watts",
			rows: []string{"n1 = a", "n2 = b", "n3 = ab"}, made: inStep, want: "watts by node in W"},
		{
			name: "a node that draws about as much as two others", columns: "node,watts",
			rows: []string{"n1 = a", "n2 = b", "n3 = c"},
			made: func(part byte, time int) float64 {
				return []float64{1000, 1000, 2000}[part-'a'] +
					float64(uneven[(time*int(part-'`')+time/10*int(part))%10])
			},
			want: "watts by node in W",
		},
		{
			name: "nodes that do the same job, one of twice the size", columns: "node,watts",
			rows: []string{"n1 = a", "n2 = b", "n3 = c"},
			made: func(part byte, time int) float64 {
				return []float64{1, 1, 2}[part-'a'] *
					(inStep(part, time) + float64(uneven[(time*int(part-'`')+time/10*int(part))%10])/2)
			},
			want: "watts by node in W",
		},
		{
			name: "a quiet switch that draws about as much as twelve nodes", columns: "device,watts",
			made: func(part byte, time int) float64 {
				if part == 's' {
					return 12043 + float64(time%2)
				}
				return 1000 + float64(uneven[(time*int(part-'`')+time/10*int(part))%10])
			},
			rows: []string{"n1 = a", "n2 = b", "n3 = c", "n4 = d", "n5 = e", "n6 = f", "n7 = g", "n8 = h", "n9 = i",
				"n10 = j", "n11 = k", "n12 = l", "s1 = s"},
			want: "watts by device in W",
		},
		{name: "too few times", columns: "phase,watts", rows: with(phases, "L1-L3 = abc"), times: 8, made: parted,
			want: "watts by phase in W"},
		{name: "counters that began together and count steadily", columns: "node,joules",
			rows: []string{"n1 = a", "n2 = b", "n3 = c"}, made: func(part byte, time int) float64 {
				return steadyParts(part, time) * float64(time+1)
			}, want: "joules by node in J total"},
		{
			name: "a total of some parts only", columns: "part,watts",
			rows: []string{"GPU 1 = a", "GPU 2 = b", "GPU total = ab", "fans = e", "disks = f"}, made: parted,
			want: "watts where part is GPU 1, GPU 2, disks, fans by part in W", sure: table.Open,
		},
		{
			name: "a row called a sum that is more than some and less than all", columns: "part,watts",
			rows: []string{"n1 = a", "n2 = b", "Total = ab", "cooling = c"}, made: parted,
			want: "watts where part is cooling, n1, n2 by part in W", sure: table.Open,
		},
		{
			name:    "a total that stands alone in one rack, and not at all in another",
			columns: "rack,sensor,watts", made: parted,
			rows: []string{"r1,x = a", "r1,y = b", "r1,total = ab", "r2,total = c", "r3,x = d"},
			want: "watts where sensor is x, y by rack, sensor in W", sure: table.Open,
		},
		{
			name:    "a total in one rack of two that holds more than that rack",
			columns: "rack,sensor,watts", made: parted,
			rows: []string{"r1,x = a", "r1,y = b", "r1,total = abcde", "r2,x = c", "r2,y = d"},
			want: "watts where sensor is x, y by rack, sensor in W", sure: table.Open,
		},
		{
			name: "a sum that is there every other time", columns: "sensor,watts",
			rows: []string{"x = a", "y = b", "total = ab"}, made: parted,
			change: but(2,
				func(time int, reading float64) string { return strings.Repeat(fmt.Sprint(reading), time%2) }),
			want: "watts where sensor is x, y by sensor in W", sure: table.Likely,
		},
		{
			name: "a sum of counters of which one stands still", columns: "register,joules",
			rows: []string{"1.8.0 = xa", "1.8.1 = x", "1.8.2 = a"}, made: func(part byte, time int) float64 {
				if part == 'x' {
					return 500_000
				}
				return metered(part, time)
			},
			want: "joules where register is 1.8.0 in J total", sure: table.Likely,
		},
		{name: "one node and its replica", columns: "node,watts", rows: []string{"n1 = a", "n2 = a"}, made: parted,
			want: "watts by node in W"},
		{
			name: "a node that is off beside two alike", columns: "node,watts",
			rows: []string{"n1 = a", "n2 = a", "n3 = "}, made: parted,
			want: "watts by node in W",
		},
	}...)
}

func TestSumsAmongRowsAreCountedOnce(t *testing.T) {
	for _, c := range partsCases() {
		t.Run(c.name, func(t *testing.T) {
			u := understand(t, c.text(), ImportSettings{})
			if len(u.Series) == 0 {
				t.Fatalf("no series; columns %+v", u.Columns)
			}
			reason, _ := reasonOf(u.Series[0], "where")
			if got := brieflyOf(u.Series[0].Series); got != c.want || reason.Confidence != c.sure {
				t.Errorf("got  %s, %q\nwant %s, %q\n%+v", got, reason.Confidence, c.want, c.sure, u.Series[0].Reasons)
			}
		})
	}
}

// brieflyOf returns a series as briefly does, and only its rows if several columns choose these.
func brieflyOf(s power.Series) string {
	if len(s.Where) > 1 {
		return fmt.Sprint(s.Where)
	}
	return briefly(s)
}

// If a person names the meters or the rows, these are taken.
func TestSumsThatAPersonAsksFor(t *testing.T) {
	text := partsCase{columns: "phase,watts", rows: []string{"L1 = a", "L2 = b", "Total = ab"}, made: parted}.text()
	for want, given := range map[string]ImportSettings{
		"watts by phase in W": {Instruments: []string{"phase"}},
		"watts where phase is L1, L2, Total by phase in W": {
			Where: map[string][]string{"phase": {"L1", "L2", "Total"}}},
	} {
		if got := briefly(understand(t, text, given).Series[0].Series); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// If a format identifies meters by itself, the rows of the sum are chosen by the label that has them.
func TestASumAmongSeriesOfPrometheus(t *testing.T) {
	var series []string
	for label, parts := range map[string]string{"L1": "a", "L2": "b", "L3": "c", "three": "abc"} {
		var values []string
		for time := range 40 {
			reading := 0.0
			for _, part := range []byte(parts) {
				reading += parted(part, time)
			}
			values = append(values, fmt.Sprintf(`[%d,"%g"]`, 1763900000+15*time, reading))
		}
		series = append(series, fmt.Sprintf(`{"metric":{"__name__":"pdu_power_watts","instance":"pdu1","phase":%q},`+
			`"values":[%s]}`, label, strings.Join(values, ",")))
	}
	u := understand(t, `{"status":"success","data":{"resultType":"matrix","result":[`+strings.Join(series, ",")+`]}}`,
		ImportSettings{})
	reason, _ := reasonOf(u.Series[0], "where")
	if got := fmt.Sprint(u.Series[0].Series.Where); got != "map[phase:[three]]" || reason.Confidence != table.Likely {
		t.Errorf("got %s, %+v", got, reason)
	}
}
