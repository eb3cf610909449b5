package tracefile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
)

// What is taken for the time, and how sure that is. secondsAssumed is the reason for a unit that nothing states.
const secondsAssumed = "; nothing states its unit, so seconds are assumed: if it counts something else, " +
	"set time_unit, or put the unit into its name, as in time_ms"

func TestTimeThatIsUnderstood(t *testing.T) {
	watts := []int{300, 290, 310, 305}
	for _, c := range []struct {
		name, text string
		told       ImportSettings
		time       string // empty if the log is refused
		sure       table.Confidence
		why        string // or words of the refusal
	}{
		{"dates", tableOf("i,time,watts",
			20, func(i int) string { return fmt.Sprintf("%d,%s,%d", i, stampOf(i), watts[i%4]) }), ImportSettings{},
			"time", table.Likely,
			"It has a time in all 20 rows, such as 2026-06-01T10:00:00Z."},
		{"a name", tableOf("time_s,watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", i, watts[i%4]) }),
			ImportSettings{}, "time_s", table.Likely,
			"Its name says so, and it goes forward in all 20 rows."},
		{"a row that comes late", tableOf("time_s,watts", 20,
			func(i int) string { return fmt.Sprintf("%d,%d", []int{i, 5}[i/19], watts[i%4]) }), ImportSettings{},
			"time_s", table.Likely,
			"Its name says so, but it goes back in 1 of 20 rows."},
		{"newest first",
			tableOf("time_s,watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", 20-i, watts[i%4]) }),
			ImportSettings{}, "time_s", table.Likely,
			"Its name says so, and the newest row is first."},
		{"the first column by its course",
			tableOf("0,250", 20, func(i int) string { return fmt.Sprintf("%d,%d", 2*i+2, watts[i%4]) }),
			ImportSettings{}, "column 1", table.Guess,
			"Nothing but its course says that it is the time, and it goes forward in all 21 rows" +
				secondsAssumed + "."},
		{"the last column by its course", tableOf("250,0.5", 20,
			func(i int) string { return fmt.Sprintf("%d,%d.5", watts[i%4], i+1) }), ImportSettings{}, "", "",
			`no column is called so, though column 2 goes forward as times do; ` +
				`set time of the series to "column 2" if it holds them`},
		{"a total that rises evenly",
			tableOf(",E1,E2", 20, func(i int) string { return fmt.Sprintf("%d,%d,%d", i, 10000+3*i, 127+i*i) }),
			ImportSettings{}, "", "", "though E1 goes forward"},
		{"instruments one behind another", tableOf("seconds,node,watts", 20,
			func(i int) string { return fmt.Sprintf("%d,%c,%d", i%5, 'a'+i/5, watts[i%4]) }), ImportSettings{},
			"seconds", table.Likely,
			"Its name says so, and it goes forward in all 20 rows."},
		{"short blocks that begin anywhere", tableOf("time,rank,watts",
			12, func(i int) string { return fmt.Sprintf("%d,%c,%d", 100*(i/3*7%4)+i%3, 'a'+i/3, watts[i%4]) }),
			ImportSettings{}, "time", table.Likely,
			"Its name says so, and it goes forward in all 12 rows" + secondsAssumed + "."},
		{"a count, newest first",
			tableOf("sec,watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", 20-i, watts[i%4]) }),
			ImportSettings{}, "sec", table.Likely,
			"Its name says so, and the newest row is first."},
		{"a unit of time behind a word for rows",
			tableOf("Sample [ms],watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", 1000*i, watts[i%4]) }),
			ImportSettings{}, "Sample [ms]", table.Likely,
			"Its name says so, and it goes forward in all 20 rows."},
		{"the least of something",
			tableOf("watts,link_min", 20, func(i int) string { return fmt.Sprintf("%d,%d", watts[i%4], i) }),
			ImportSettings{}, "", "", "no column is called so"},
		{"minutes", tableOf("min,watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", i, watts[i%4]) }),
			ImportSettings{}, "min", table.Likely,
			"Its name says so, and it goes forward in all 20 rows."},
		{"how long each took",
			tableOf("watts,took_s", 20, func(i int) string { return fmt.Sprintf("%d,%d", watts[i%4], 7+i*7%5) }),
			ImportSettings{}, "", "", "no column is called so"},
		{"the same number always",
			tableOf("watts,window_s", 20, func(i int) string { return fmt.Sprintf("%d,5", watts[i%4]) }),
			ImportSettings{}, "", "", "no column is called so"},
		{"fractions without a name",
			tableOf(",watts", 20, func(i int) string { return fmt.Sprintf("%d.1%d,%d", i, i%10, watts[i%4]) }),
			ImportSettings{}, "column 1", table.Guess,
			"Nothing but its course says that it is the time, and it goes forward in all 20 rows" +
				secondsAssumed + "."},
		{"times of day under another name", tableOf("no,hh:mm:ss,watts", 20,
			func(i int) string { return fmt.Sprintf("%d,10:00:%02d,%d", i, i, watts[i%4]) }), ImportSettings{},
			"hh:mm:ss", table.Guess,
			"Nothing but its course says that it is the time, and it goes forward in all 20 rows."},
		{"how long jobs took", tableOf("job,Elapsed,power_w", 6,
			func(i int) string { return fmt.Sprintf("%d,02:%02d:48,%d", 2658300+i/4, 19-i, watts[i%4]) }),
			ImportSettings{}, "", "",
			"Elapsed would count from an unknown start, but does not go forward"},
		{"rounds of a training beside the time", tableOf("epoch,time_s,watts", 20,
			func(i int) string { return fmt.Sprintf("%d,%d.5,%d", i, 31*i, watts[i%4]) }), ImportSettings{},
			"time_s", table.Likely,
			"Its name says so, and it goes forward in all 20 rows."},
		{"rounds of a training alone", tableOf("epoch,watts", 20,
			func(i int) string { return fmt.Sprintf("%d,%d", i, watts[i%4]) }), ImportSettings{}, "", "",
			"epoch numbers the rounds of a training, and no column is called time"},
		{"rounds of a training in records", strings.Repeat("{\"epoch\": 0.5, \"watts\": 300}\n", 20), ImportSettings{},
			"", "", "its records have no time"},
		{"seconds since 1970 under that name",
			tableOf("epoch,watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", 1780308000+i, watts[i%4]) }),
			ImportSettings{}, "epoch", table.Likely,
			"It has a time in all 20 rows, such as 1780308000."},
		{"seconds of an epoch",
			tableOf("epoch_s,watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", i, watts[i%4]) }),
			ImportSettings{}, "epoch_s", table.Likely,
			"Its name says so, and it goes forward in all 20 rows."},
		{"a row a run", tableOf("model,run,avg_power_w", 20,
			func(i int) string { return fmt.Sprintf("x,%d,%d", i, watts[i%4]) }), ImportSettings{}, "", "",
			"no column is called so, and none that could be it goes forward"},
		{"how long a processor worked", tableOf("cpu_time,watts", 20,
			func(i int) string { return fmt.Sprintf("0.%02d,%d", i, watts[i%4]) }), ImportSettings{}, "", "",
			"cpu_time is a duration by its name, and no other column is called so"},
		{"how long a processor worked, in records", strings.Repeat("{\"curr_cpu_time\": 0, \"watts\": 300}\n", 20),
			ImportSettings{}, "", "", "its records have no time"},
		{"what went by since a start", tableOf("round,Elapsed,power_w",
			20, func(i int) string { return fmt.Sprintf("x,00:00:%02d,%d", i, watts[i%4]) }), ImportSettings{},
			"Elapsed", table.Likely,
			"Its name says so, and it goes forward in all 20 rows."},
		{"two rows a second",
			tableOf("time_s,watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", i/2, watts[i%4]) }),
			ImportSettings{}, "time_s", table.Likely,
			"Its name says so, and it never goes back in all 20 rows."},
		{"a line below the readings",
			tableOf("time,watts", 20, func(i int) string { return fmt.Sprintf("%s,%d", stampOf(i), watts[i%4]) }) +
				"Average,301\n", ImportSettings{}, "time", table.Likely,
			"It has a time in all 20 rows, such as 2026-06-01T10:00:00Z."},
		{"seconds before a date of each", tableOf("seconds,boot_date_code,watts",
			20, func(i int) string { return fmt.Sprintf("%d,7,%d", i, watts[i%4]) }), ImportSettings{},
			"seconds", table.Likely,
			"Its name says so, and it goes forward in all 20 rows."},
		{"temperatures",
			tableOf("CoreTmp,watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", 58+i%3, watts[i%4]) }),
			ImportSettings{}, "", "", "no column is called so"},
		{"volts that rise",
			tableOf("BUS_V,watts", 20, func(i int) string { return fmt.Sprintf("7.%02d,%d", i, watts[i%4]) }),
			ImportSettings{}, "", "", "no column is called so"},
		{"an index of rows without a name",
			tableOf(",watts", 20, func(i int) string { return fmt.Sprintf("%d,%d", i, watts[i%4]) }), ImportSettings{},
			"", "", "no column is called so"},
		{"words that begin with letters",
			tableOf("model,watts", 4, func(i int) string { return fmt.Sprintf("net%d,%d", i, watts[i]) }),
			ImportSettings{}, "", "", table.NoTimeProblem},
		{"what was tested, and its energy",
			tableOf("test,energy", 4, func(i int) string { return fmt.Sprintf("%c loop,%d.5", 'a'+i, watts[i]) }),
			ImportSettings{}, "", "", table.NoTimeProblem},
		{"what was tested, and numbers of no known kind",
			tableOf("drive,idle 5v", 4, func(i int) string { return fmt.Sprintf("disk %c,0.%d", 'a'+i, watts[i]) }),
			ImportSettings{}, "", "", table.NoTimeProblem},
		{"fractions of seconds beside what was done", tableOf("load,1780308000.25,0.5", 9, func(i int) string {
			return fmt.Sprintf("%s,178030800%d.%d5,0.%d", []string{"load", "rest"}[i/5], i, i*7%10, watts[i%4])
		}), ImportSettings{}, "", "",
			`no column is called so, though column 2 goes forward as times do; ` +
				`set time of the series to "column 2" if it holds them`},
		{"times that nobody can read",
			tableOf("when,watts", 4, func(i int) string { return fmt.Sprintf("Mon 10h%02d,%d", i, watts[i]) }),
			ImportSettings{}, "when", table.Open,
			`"Mon 10h00" is not a time that can be read; write 2024-09-27T11:16:15+02:00, ` +
				`2024-09-27 11:16:15 with timezone set, or seconds since 1970.`},
		{"execution that takes longer",
			tableOf("watts,execution_time", 20, func(i int) string { return fmt.Sprintf("%d,%d", watts[i%4], i) }),
			ImportSettings{}, "", "", "execution_time is a duration by its name"},
		{"the person names it", tableOf("watts,execution_time", 20,
			func(i int) string { return fmt.Sprintf("%d,%d", watts[i%4], i) }), ImportSettings{Time: "execution_time"},
			"execution_time", table.Certain, "You stated this" + secondsAssumed + "."},
		{"the person names one with its unit",
			tableOf("watts,run_ms", 20, func(i int) string { return fmt.Sprintf("%d,%d", watts[i%4], 500*i) }),
			ImportSettings{Time: "run_ms"}, "run_ms", table.Certain, "You stated this."},
		{"what nvidia-smi was not asked for", tableOf("power.draw [W], utilization.gpu [%]", 4,
			func(i int) string { return fmt.Sprintf("%d.5 W, %d %%", 60+i, i) }), ImportSettings{}, "", "",
			"have nvidia-smi write it, as: nvidia-smi --query-gpu=timestamp"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := Understand(Input{Name: "log.csv", At: strings.NewReader(c.text), Size: int64(len(c.text))},
				c.told, nil, canonical.Memory)
			if c.time == "" {
				if tracetest.DemandInput(t, err); !strings.Contains(err.Error(), c.why) {
					t.Errorf("got %v, want %s", err, c.why)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			reason, _ := reasonOf(u.Series[0], "time")
			if want := (infer.Reason{Field: "time", Value: c.time, Confidence: c.sure, Why: c.why}); reason != want {
				t.Errorf("got %+v, want %+v", reason, want)
			}
		})
	}
}

// A file of columns states no time either by the place of one.
func TestNoTimeInParquet(t *testing.T) {
	type row struct {
		Power float64 `parquet:"power"`
		State float64 `parquet:"state"`
	}
	type counted struct {
		At    float64 `parquet:"at"`
		Power float64 `parquet:"power"`
	}
	var rows []row
	var times []counted
	for i, watts := range []float64{300, 310, 290, 305, 299} {
		rows, times = append(rows, row{watts, 400}), append(times, counted{float64(i), watts})
	}
	understood := func(file []byte) (*infer.Understanding, error) {
		return Understand(Input{Name: "log.parquet", At: bytes.NewReader(file), Size: int64(len(file))},
			ImportSettings{}, nil, canonical.Memory)
	}
	_, err := understood(tracetest.Parquet(t, rows))
	if tracetest.DemandInput(t, err); err.Error() != "log.parquet, time: "+table.NoTimeProblem+"; "+
		table.NoTimeRemedy+"." {
		t.Error(err)
	}
	u, err := understood(tracetest.Parquet(t, times))
	if err != nil {
		t.Fatal(err)
	}
	if reason, _ := reasonOf(u.Series[0], "time"); reason.Confidence != table.Guess || reason.Value != "at" {
		t.Errorf("got %+v", reason)
	}
}
