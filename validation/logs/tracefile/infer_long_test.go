package tracefile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// longCase is a log that is taken for something else at first sight.
type longCase struct {
	name string
	text string
	told ImportSettings
	want string // value, where, meters, unit and counts of the likeliest
	// fields that a person has to determine, beside whether a reading is an average and where a timestamp lies
	sure string
}

// stampAfter is so many milliseconds after the first stamp.
func stampAfter(ms int) string {
	return time.Date(2026, 6, 1, 10, 0, 0, ms*1_000_000, time.UTC).Format("2006-01-02T15:04:05.000Z07:00")
}

var uneven = []int{0, 3, 1, 4, 1, 5, 9, 2, 6, 5}

func longCases() []longCase {
	return []longCase{
		{
			name: "cards that are read some milliseconds after each other",
			text: tableOf("index,timestamp,power.draw [W]", 60, func(i int) string {
				return fmt.Sprintf("%d,%s,%d", i%4, stampAfter(i/4*1000+i%4*3), 300+uneven[i%10])
			}),
			want: "power.draw [W] by index in W",
		},
		{
			name: "cards by their numbers, and no names of columns",
			text: tableOf("0, pwrDraw , 1780480799000137, 299", 60, func(i int) string {
				return fmt.Sprintf("%d, pwrDraw , %d, %d", i%2, 1780480800000137+i/2*1000000, 300+uneven[i%10])
			}),
			want: "column 4 by column 1 in W",
		},
		{
			name: "a thousand nodes that take turns, as in the first rows of a large system",
			text: tableOf("time,node,power", 4500, func(i int) string {
				return fmt.Sprintf("%s,nid%06d,%d", stampAfter(i/1000*1000), 1000+i%1000, 300+uneven[i%10])
			}),
			want: "power by node in W",
		},
		{
			name: "more nodes than rows are looked at of other logs, in another order each time, and newest first",
			text: tableOf("time,node,power", 9000, func(i int) string {
				return fmt.Sprintf("%s,x%04d,%d", stampAfter(60_000-i/2200*1000), 1000+(i*7+i/2200)%2200,
					300+uneven[i%10])
			}),
			want: "power by node in W",
		},
		{
			name: "columns that share a name",
			text: tableOf("time,Power [W],Power [W]", 60, func(i int) string {
				return fmt.Sprintf("%s,%d,%d", stampAfter(i*1000), 300+uneven[i%10], 400+uneven[i%10])
			}),
			want: "column 2: Power [W] in W",
		},
		{
			name: "what a card does beside its power",
			text: tableOf("timestamp,index,power.draw [W],utilization.gpu [%],temperature.gpu", 80, func(i int) string {
				return fmt.Sprintf("%s,%d,%d,%d %%,%d", stampAfter(i/4*1000), i%4, 300+uneven[i%10], 98+uneven[i%10]%2,
					60+uneven[(i+2)%10])
			}),
			want: "power.draw [W] by index in W",
		},
		{
			name: "what a node does beside its power",
			text: tableOf("time,power_w,cpu,num_jobs,phase", 60, func(i int) string {
				return fmt.Sprintf("%s,%d,%d,%d,%s", stampAfter(i*1000), 300+uneven[i%10], 98+uneven[i%10]%2,
					3+uneven[(i+1)%10]%2, []string{"compute", "comm"}[i%2])
			}),
			want: "power_w in W",
		},
		{
			name: "nodes whose times are told in seconds, four readings in each",
			text: tableOf("time,node,power_w", 80, func(i int) string {
				return fmt.Sprintf("%s,n%d,%d", stampAfter(i%40/4*1000), i/40, 300+uneven[i%10])
			}),
			want: "power_w by node in W",
		},
		{
			name: "quantities of which one holds another",
			text: tableOf("time,metric,value", 80, func(i int) string {
				return fmt.Sprintf("%s,%s,%d", stampAfter(i/4*1000),
					[]string{"power", "power_l1", "power_l2", "power_l3"}[i%4], 300+uneven[i%10])
			}),
			want: "value where metric is power in W",
		},
		{
			name: "nodes one behind another",
			text: tableOf("node,time,watts", 60, func(i int) string {
				return fmt.Sprintf("n%d,%s,%d", i/20, stampAfter(i%20*1000), 300+uneven[i%10])
			}),
			want: "watts by node in W",
		},
		{
			name: "a log that stands newest first, and a state that changes at times",
			text: tableOf("time,state,watts", 60, func(i int) string {
				return fmt.Sprintf("%s,%s,%d", stampAfter(100_000-i*1000), []string{"idle", "busy"}[i/7%2],
					300+uneven[i%10])
			}),
			want: "watts in W",
		},
		{
			name: "cards without a number",
			text: tableOf("time,watts", 60,
				func(i int) string { return fmt.Sprintf("%s,%d", stampAfter(i/4*1000), 300+uneven[i%10]) }),
			want: "watts in W", sure: "instruments",
		},
		{
			name: "cards in columns without names",
			text: strings.TrimPrefix(tableOf("", 60, func(i int) string {
				return fmt.Sprintf("%s,%d,%d.5,%d", stampAfter(i/4*1000), i%4, 300+uneven[i%10], 60+uneven[(i+3)%10])
			}), "\n"),
			want: "column 3 by column 2 in W", sure: "value",
		},
		{
			name: "one quantity among many",
			text: tableOf("time,host,metric,value", 60, func(i int) string {
				return fmt.Sprintf("%s,n%d,%s,%d", stampAfter(i/6*1000), i%2,
					[]string{"temp", "load1", "node_power_watts"}[i/2%3], 300+uneven[i%10])
			}),
			want: "value where metric is node_power_watts by host in W",
		},
		{
			name: "the same quantity of several nodes by its path",
			text: tableOf("Sensor,Time,Value", 60, func(i int) string {
				return fmt.Sprintf("%s,%s,%d", []string{"/rack1/node1/power", "/rack1/node2/power",
					"/rack1/node1/temp"}[i%3], stampAfter(i/3*1000), 300+uneven[i%10])
			}),
			want: "Value where Sensor is /rack1/node1/power, /rack1/node2/power by Sensor in W",
		},
		{
			name: "sensors of a processor by their numbers, beside their names",
			text: tableOf("time,Sensor_Name,Sensor_ID,Watts", 80, func(i int) string {
				name := []string{"CPU Package", "CPU Cores", "CPU Platform", "GPU Power"}[i%4]
				return fmt.Sprintf("%s,%s,%s,%d", stampAfter(i/4*1000), name,
					[]string{"/cpu/0/power/0", "/cpu/0/power/1", "/cpu/0/power/4", "/gpu/power/0"}[i%4],
					[]int{30, 20, 0, 5}[i%4]*(1+uneven[i/4%10]))
			}),
			want: "Watts where Sensor_Name is CPU Package in W", sure: "where",
		},
		{
			name: "hosts that are called after what they do",
			text: tableOf("time,host,watts", 60, func(i int) string {
				return fmt.Sprintf("%s,%s,%d", stampAfter(i/2*1000), []string{"power-1", "power-2"}[i%2],
					300+uneven[i%10])
			}),
			want: "watts by host in W",
		},
		{
			name: "the sum of outlets among them",
			text: tableOf("time,outlet,watts", 60, func(i int) string {
				return fmt.Sprintf("%s,%s,%d", stampAfter(i/3*1000), []string{"1", "2", "Total"}[i%3],
					[]int{300, 250, 550}[i%3])
			}),
			want: "watts where outlet is Total in W",
		},
		{
			name: "supplies before what they give and a part that is called total",
			text: tableOf("time,sensor,watts", 50, func(i int) string {
				return fmt.Sprintf("%s,%s,%d", stampAfter(i/5*1000), []string{"CPU_Total_Power", "PSU1_PIN", "PSU2_PIN",
					"PSU1_POUT", "PSU2_POUT"}[i%5], 300+uneven[i%10])
			}),
			want: "watts where sensor is PSU1_PIN, PSU2_PIN by sensor in W",
		},
		{
			name: "a column of units",
			text: tableOf("time,value,unit", 30,
				func(i int) string { return fmt.Sprintf("%s,%d,kW", stampAfter(i*1000), 300+uneven[i%10]) }),
			want: "value in kW",
		},
		{
			name: "units that change from row to row",
			text: tableOf("time,value,unit", 40, func(i int) string {
				return fmt.Sprintf("%s,%d,%s", stampAfter(i*1000), 300+uneven[i%10], []string{"W", "W", "W", "kW"}[i%4])
			}),
			want: "value in W",
		},
		{
			name: "a unit in the only name of what is read",
			text: tableOf("time,metric,value", 30,
				func(i int) string { return fmt.Sprintf("%s,rack_power_kw,%d", stampAfter(i*1000), 30+uneven[i%10]) }),
			want: "value in kW",
		},
		{
			name: "the sum of phases",
			text: tableOf("time,P1[W],P2[W],P0[W]", 30, func(i int) string {
				return fmt.Sprintf("%s,%d,%d,%d", stampAfter(i*1000), 300+uneven[i%10], 200+uneven[(i+3)%10],
					500+uneven[i%10]+uneven[(i+3)%10])
			}),
			want: "P0[W] in W",
		},
		{
			name: "a counter of energy that is reset",
			text: tableOf("time,energy_uj", 40, func(i int) string {
				return fmt.Sprintf("%s,%d", stampAfter(i*1000),
					(250_000_000_000+400_000_000*i+uneven[i%10])%262_143_328_850)
			}),
			want: "energy_uj in uJ total", sure: "wraps_at",
		},
		{
			name: "energy of equal intervals",
			text: tableOf("time,Verbrauch [kWh]", 30,
				func(i int) string { return fmt.Sprintf("%s,250.5", stampAfter(i*900_000)) }),
			want: "Verbrauch [kWh] in kWh interval",
		},
		{
			name: "milliwatts in letters of one case",
			text: tableOf("time,gpu_power_mw", 30,
				func(i int) string { return fmt.Sprintf("%s,%d", stampAfter(i*1000), 286_000+uneven[i%10]) }),
			want: "gpu_power_mw in mW",
		},
	}
}

func TestLongTablesAreUnderstood(t *testing.T) {
	for _, c := range longCases() {
		t.Run(c.name, func(t *testing.T) {
			u := understand(t, c.text, c.told)
			if len(u.Series) == 0 {
				t.Fatalf("no series; columns %+v", u.Columns)
			}
			if got := briefly(u.Series[0].Series); got != c.want {
				t.Errorf("got  %s\nwant %s\n%+v", got, c.want, u.Series[0].Reasons)
			}
			var open []string
			for _, r := range u.Series[0].Reasons {
				if r.Confidence == table.Open && r.Field != "reading" && r.Field != "stamp" {
					open = append(open, r.Field)
				}
			}
			if got := strings.Join(open, " "); got != c.sure {
				t.Errorf("open is %q, want %q", got, c.sure)
			}
		})
	}
}

func briefly(s power.Series) string {
	text := s.Value
	for column, words := range s.Where {
		text += " where " + column + " is " + strings.Join(slices.Sorted(slices.Values(words)), ", ")
	}
	if len(s.Instruments) > 0 {
		text += " by " + strings.Join(s.Instruments, ", ")
	}
	return strings.TrimSpace(text + " in " + string(s.Unit) + " " + s.Counts)
}

// TestAUnitThatIsToldAgainstItsName: the unit that a person states is taken, with a note if the log states another.
func TestAUnitThatIsToldAgainstItsName(t *testing.T) {
	text := tableOf("time,power_w", 20,
		func(i int) string { return fmt.Sprintf("%s,%d", stampAfter(i*1000), 300+uneven[i%10]) })
	for unit, want := range map[power.Unit]string{"W": "You stated this.",
		"kW": `You stated this, although "power_w" states W.`} {
		u := understand(t, text, ImportSettings{Unit: unit})
		if r, _ := reasonOf(u.Series[0], "unit"); r.Value != string(unit) || r.Why != want {
			t.Errorf("%s: %+v", unit, r)
		}
	}
}
