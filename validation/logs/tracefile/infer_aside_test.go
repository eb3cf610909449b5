package tracefile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
)

// What is no reading by its name or by its course is not taken for one, and what is written together is understood.
func TestWhatIsNoReading(t *testing.T) {
	noise := []int{0, 3, 1, 4, 1, 5, 9, 2, 6, 5}
	for name, c := range map[string]struct {
		header string
		cells  func(i int) string
		want   []string // columns that may hold readings, the likeliest first
	}{
		"a battery": {"percentage,charging",
			func(i int) string { return fmt.Sprintf("%d,%d", 70+noise[i%10], i%2) }, nil},
		"a battery's name": {"battery_percentage",
			func(i int) string { return fmt.Sprint(70 + noise[i%10]) }, nil},
		"a state of charge": {"SOC", func(i int) string { return fmt.Sprint(70 + noise[i%10]) }, nil},
		"a level":           {"Battery Level", func(i int) string { return fmt.Sprint(70 + noise[i%10]) }, nil},
		"more than full":    {"soc", func(i int) string { return fmt.Sprint(700 + noise[i%10]) }, []string{"soc"}},
		"power of it": {"soc power", func(i int) string { return fmt.Sprint(70 + noise[i%10]) },
			[]string{"soc power"}},
		"charging as power": {"charging", func(i int) string { return fmt.Sprint(70 + noise[i%10]) },
			[]string{"charging"}},
		"words written together": {"solarvoltage,loadcurrent,loadpower,batterypercentage",
			func(i int) string { return fmt.Sprintf("13.1,1.2,1%d.5,32", noise[i%10]) }, []string{"loadpower"}},
		"no such words": {"concurrent,horsepower,draw",
			func(i int) string { return fmt.Sprintf("3,4,%d", 100+noise[i%10]) }, []string{"draw", "concurrent"}},
		"wattage": {"Avg Wattage,kWh",
			func(i int) string { return fmt.Sprintf("25.%d,0.02%d", noise[i%10], noise[i%10]) },
			[]string{"Avg Wattage", "kWh"}},
		"meters and products": {"meter point,product,unit,amount",
			func(i int) string { return fmt.Sprintf("643007523021086935,8716867000030,kWh,0.01%d", noise[i%10]) },
			[]string{"amount"}},
		"a constant alone": {"amount", func(int) string { return "12345678" }, []string{"amount"}},
		"states of eight things": {"Status,P,D0-D7",
			func(i int) string { return fmt.Sprintf("00000000,10%d,0000001%d", noise[i%10], i%2) }, []string{"P"}},
		"volts without a unit": {"Chan 1 VDC,Chan 2",
			func(i int) string { return fmt.Sprintf("13.1%d,10%d", noise[i%10], noise[i%10]) }, []string{"Chan 2"}},
		"power in Slovak": {"Napätie,Jalový výkon,Činný výkon",
			func(i int) string { return fmt.Sprintf("230.%d,20%d,10%d", noise[i%10], noise[i%10], noise[i%10]) },
			[]string{"Činný výkon"}},
		"parts of the time": {"usage,year,month,week,hour,day_of_week",
			func(i int) string { return fmt.Sprintf("10%d,2026,6,23,%d,%d", noise[i%10], i%24, 1+i%7) },
			[]string{"usage"}},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf("time,"+c.header, 20,
				func(i int) string { return stampOf(i) + "," + c.cells(i) }), ImportSettings{})
			var got []string
			for _, p := range u.Series {
				got = append(got, p.Series.Value)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Names of readings and parts of the time name no meters; devices that are read one after another are recognised by the
// column that says which is read.
func TestWhatTellsInstruments(t *testing.T) {
	noise := []int{0, 3, 1, 4, 1, 5, 9, 2, 6, 5}
	inTurn := func(i int) string { return fmt.Sprintf("2026-06-01T10:00:%02d.00%dZ", i/4, i%4) }
	for name, c := range map[string]struct {
		header string
		rows   int
		cells  func(i int) string
		want   []string
		asks   string
	}{
		"a name for each reading": {"time,metric,entity,uid,value", 20, func(i int) string {
			return fmt.Sprintf("%s,power.average,h1,/host/power.average/%d,%d", stampOf(i), 638129336600+i,
				330+noise[i%10])
		}, nil, ""},
		"days of which one stands behind": {"time,day,power (W)", 20, func(i int) string {
			day := 2 - i/10
			return fmt.Sprintf("2026-06-0%dT10:00:%02dZ,2026-06-0%d,%d", day, i%10, day, 330+noise[i%10])
		}, nil, "the time goes back"},
		"several at a time": {"time,power (W)", 20,
			func(i int) string { return fmt.Sprintf("%s,%d", stampOf(i%10), 330+noise[i%10]) }, nil, "the same time"},
		"two rounds of sockets": {"time,socket,power (W)", 8,
			func(i int) string { return fmt.Sprintf("%s,%d,%d", inTurn(i), i%4, 70+noise[i%10]) },
			[]string{"socket"}, ""},
		"rounds of labels": {"time,label,power (W)", 12,
			func(i int) string { return fmt.Sprintf("%s,c%d,%d", inTurn(i), i%4, 70+noise[i%10]) },
			[]string{"label"}, ""},
		"labels of what goes on": {"time,label,power (W)", 12,
			func(i int) string { return fmt.Sprintf("%s,c%d,%d", stampOf(i), i%4, 70+noise[i%10]) }, nil, ""},
		"rounds that lack one": {"time,socket,power (W)",
			11, func(i int) string { return fmt.Sprintf("%s,%d,%d", inTurn(i), i%4, 70+noise[i%10]) }, nil,
			"come in rounds of 4"},
	} {
		t.Run(name, func(t *testing.T) {
			p := understand(t, tableOf(c.header, c.rows, c.cells), ImportSettings{}).Series[0]
			r, _ := reasonOf(p, "instruments")
			if !slices.Equal(p.Series.Instruments, c.want) || c.asks == "" && r.Confidence == table.Open ||
				!strings.Contains(r.Why, c.asks) {
				t.Errorf("%q, %+v", p.Series.Instruments, r)
			}
		})
	}
}

// Milliseconds that stand beside the times name no meters, even if they can't be joined to them.
func TestMillisecondsAreNoInstruments(t *testing.T) {
	for name, text := range map[string]string{
		"beside the time": tableOf("Date,Time,Time(ms),P1,P2", 60, func(i int) string {
			return fmt.Sprintf("2026/06/01,10:00:%02d,%d,%d,%d", i/5, i%5*200, 1200+i*7%61, 1300+i*3)
		}),
		"away from it": tableOf("Date,Time,Status,Time(ms),P1,P2", 60, func(i int) string {
			return fmt.Sprintf("2026/06/01,10:00:%02d,0,%d,%d,%d", i/5, i%5*200, 1200+i*7%61, 1300+i*3)
		}),
	} {
		t.Run(name, func(t *testing.T) {
			if first := understand(t, text, ImportSettings{}).Series[0]; len(first.Series.Instruments) > 0 {
				t.Errorf("told apart by %v", first.Series.Instruments)
			}
		})
	}
}
