package tracefile

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// noted writes notes as lines.
func noted(notes []power.Note) string {
	var b strings.Builder
	for _, n := range notes {
		b.WriteString(n.Field + "|" + n.Problem + "|")
		b.WriteString(strings.Repeat("x", n.Count) + "\n")
	}
	return b.String()
}

func TestLayouts(t *testing.T) {
	utc := time.UTC
	watts, named := power.Series{Unit: "W"}, power.Series{Unit: "W", Value: "power"}
	at := func(text string) power.Time { return origin(t, text) }
	const invented = "|has no line with the names of its columns; they are called column 1, column 2 and so on|x\n"
	one := func(name string) string { return name + " 2024-09-27T11:16:15Z 1.500000 W\n" }
	for name, c := range map[string]struct {
		text   string
		series power.Series
		want   string
		notes  string
	}{
		"no header": {"2024-09-27T11:16:15Z;1.5\n", watts, one("column 2"),
			"|has no line with the names of its columns; they are called column 1, column 2 and so on|x\n"},
		"names in a comment": {"# made by x\n# time power\n1727435775 1.5\n", watts, one("power"), ""},
		"preamble of a meter": {"Model: WT310\nSerial: 5\nInterval, 1 s\n" +
			"\ntime,power\n2024-09-27T11:16:15Z,1.5\n2024-09-27T11:16:15Z,1.5\n", watts, one("power") + one("power"),
			"|begins with 3 lines not of the table|x\n"},
		"blank cells under the names": {"\" \",\" \"\n\"time\",\"power\"\n\" \",\" \"\n\" \",\"\"\n" +
			"\"2024-09-27T11:16:15Z\",1.5\n", named, one("power"), "|begins with 1 line not of the table|x\n"},
		"intervals": {"\"Usage\"\ntime,kWh\n\"2024-09-27 11:00:00 to 2024-09-27 11:15:00\",\"0.25\"\n" +
			"\"2024-09-27 11:15:00 to 2024-09-27 11:30:00\",\"0.5\"\n",
			power.Series{Unit: "kWh", Counts: "interval", Stamp: "begin"},
			"kWh 2024-09-27T11:00:00Z 0.000 J\nkWh 2024-09-27T11:15:00Z 900000.000 J\n",
			"|begins with 1 line not of the table|x\n"},
		"units under the names": {"time;power\n;kW\n2024-09-27T11:16:15Z;0,0015\n", power.Series{Unit: "kW"},
			one("power"), ""},
		"marks and a summary": {"time power\n1727435775 1.5\nM 3 \"start\"\n1727435775 1.5\n# x\nAverage Watts=-nan\n",
			watts, one("power") + one("power"), "|is no reading|xxx\n"},
		"empty cells": {"time,power\n1727435775,\n1727435775,1.5\n1727435776,NaN\n1727435776,N/A\n" +
			"1727435777,[Not Supported]\n1727435777,-\n1727435777,nan\n", watts, one("power"),
			"power|is empty|x\npower|\"NaN\" is no reading|x\npower|\"N/A\" is no reading|x\npower|\"[Not " +
				"Supported]\" is no reading|x\npower|\"-\" is no reading|x\npower|\"nan\" is no reading|x\n"},
		"cut off": {"time,power,x\n1727435775,1.5,7\n17274357", named, one("power"),
			"|is cut off at the end of the file|x\n"},
		"blank columns at the end": {"time,power,\n1727435775,1.5,\n1727435775,1.5\n", watts,
			one("power") + one("power"), ""},
		"blank cells below no name": {"time,power\n1727435775,1.5,\n", watts, one("power"), ""},
		"times of day without zeros": {"Date,Time,Power\n27.9.2024,9:5:7.013,1\n27.9.2024,11:16:15.000,1.5\n", watts,
			"Power 2024-09-27T09:05:07.013Z 1.000000 W\n" + one("Power"), ""},
		"times of day without zeros and dates": {"time,power\n9:5:7.013,1\n11:16:15.000,1.5\n0:0:1.000,2\n",
			power.Series{Unit: "W", Origin: at("2024-09-27T00:00:00Z")},
			"power 2024-09-27T09:05:07.013Z 1.000000 W\n" + one("power") + "power 2024-09-28T00:00:01Z 2.000000 W\n",
			""},
		"times of day that count milliseconds": {
			"Date,Time,Power\n2024-09-27,9: 5: 7. 13,1\n2024-09-27,11: 16: 14. 987,1.5\n", watts,
			"Power 2024-09-27T09:05:07.013Z 1.000000 W\nPower 2024-09-27T11:16:14.987Z 1.500000 W\n", ""},
		"milliseconds with an exponent": {"time,power\n1.7274357e+12,1\n1.727435775e+12,1.5\n1.7274e+12,2\n", watts,
			"power 2024-09-27T01:20:00Z 2.000000 W\npower 2024-09-27T11:15:00Z 1.000000 W\n" + one("power"), ""},
		"date and time apart": {"Date;Time;Power\n27.09.2024;11:16:15;1,5\n", watts, one("Power"), ""},
		"time of day": {"time\tpower\n11:16:15\t1.5\n11:16:16\t2\n00:00:01\t3\n",
			power.Series{Unit: "W", Origin: at("2024-09-27T00:00:00Z")},
			one("power") + "power 2024-09-27T11:16:16Z 2.000000 W\npower 2024-09-28T00:00:01Z 3.000000 W\n", ""},
		"time of day, on the day of the origin in the zone of the log": {"time\tpower\n11:16:15\t1.5\n",
			power.Series{Unit: "W", Origin: at("2024-09-27T00:00:00+02:00")},
			"power 2024-09-26T11:16:15Z 1.500000 W\n", ""},
		"twelve hours": {"time,power\n9/27/2024 11:16:15 AM,1.5\n9/27/2024 1:00:00 PM,2\n9/28/2024 12:00:00 AM,3\n",
			watts,
			one("power") + "power 2024-09-27T13:00:00Z 2.000000 W\npower 2024-09-28T00:00:00Z 3.000000 W\n", ""},
		"month settled by a later day": {"time,power\n9/8/2024 00:00:00,2\n9/27/2024 11:16:15,1.5\n", watts,
			"power 2024-09-08T00:00:00Z 2.000000 W\n" + one("power"), ""},
		"day first as told": {"time,power\n03/04/2024 00:00:00,2\n",
			power.Series{Unit: "W", DateOrder: timestamp.DayFirst}, "power 2024-04-03T00:00:00Z 2.000000 W\n", ""},
		"names of months": {"time,power\n27-Sep-2024 11:16:15,1.5\n27-Sep-24 11:16:15 UTC,1.5\n", watts,
			one("power") + one("power"), ""},
		"name of month first": {"time|power\nSep 27, 2024 11:16:15|1.5\nFri Sep 27 2024 11:16:15|1.5\n", watts,
			one("power") + one("power"), ""},
		"compact": {"time,power\n20240927T111615,1.5\n20240927111615,1.5\n20240927T131615+0200,1.5\n", watts,
			one("power") + one("power") + one("power"), ""},
		"counted from a trigger": {"time (ms),power\n-500,1\n0,1.5\n1000.5,2\n",
			power.Series{Unit: "W", Origin: at("2024-09-27T11:16:15Z")},
			"power 2024-09-27T11:16:14.5Z 1.000000 W\n" + one("power") + "power 2024-09-27T11:16:16.0005Z 2.000000 W\n",
			""},
		"units in cells": {"time,power\n1727435775,1.5 W\n1727435776,0.002kW\n1727435777,3W\n",
			watts, one("power") + "power 2024-09-27T11:16:16Z 2.000000 W\npower 2024-09-27T11:16:17Z 3.000000 W\n", ""},
		"thousands": {"time;power\n1727435775;1.234,5\n1727435776;1.234\n", watts,
			"power 2024-09-27T11:16:15Z 1234.500000 W\npower 2024-09-27T11:16:16Z 1234.000000 W\n", ""},
		"thousands of a point": {"time;power\n1727435775;1,234.5\n1727435776;1,234\n" +
			"1727435777;1'234'567.5\n", watts, "power 2024-09-27T11:16:15Z 1234.500000 W\n" +
			"power 2024-09-27T11:16:16Z 1234.000000 W\npower 2024-09-27T11:16:17Z 1234567.500000 W\n", ""},
		"comma as told": {"time;power\n1727435775;1,234\n",
			power.Series{Unit: "kW", Decimal: celltext.DecimalComma}, "power 2024-09-27T11:16:15Z 1234.000000 W\n", ""},
		"index and lists": {
			",timestamp,value,labels\n0,2024-09-27 11:16:15.000000,1.5,\"['a', 'b']\"\n", watts, one("value"), ""},
		"NULs": {"time,power\n1727435775,1.5\n\x00\x00\x00\x00", watts, one("power"),
			"|is no reading, but zero bytes|x\n"},
		"a blank in a name and in the time": {"Time,Node,Power (W)\n2024-09-27 11:16:15,n1,1.5\n" +
			"2024-09-27 11:16:15,n1,1.5\n", watts, one("Power (W)") + one("Power (W)"), ""},
		"many words between semicolons": {"Time;Room;Rack;Node;State;Power [W]\n2024-09-27 11:16:15;r;q;n1;ok;1.5\n",
			watts, one("Power [W]"), ""},
		"a word, and no names":  {"2024-09-27 11:16:15,n1,1.5\n", watts, one("column 3"), invented},
		"a blank behind commas": {"2024/09/27 11:16:15.000, 1.5\n", watts, one("column 2"), invented},
		"three decimals behind a comma": {"2024-09-27 11:16:15;1,500\n2024-09-27 11:16:15;1,500\n",
			power.Series{Unit: "W", Decimal: celltext.DecimalComma}, one("column 2") + one("column 2"), invented},
		"a tab behind a blank": {"Time\tPower (W)\tState\n2024-09-27 11:16:15\t1.5\tok\n", watts, one("Power (W)"), ""},
		"commas of blanks":     {"2024-09-27T11:16:15,000+00:00 1.5\n", watts, one("column 2"), invented},
		"bars among blanks": {"2024-09-27T11:16:15Z | Pwr Consumption | 1.5 | W\n", watts,
			one("column 3"), invented},
		"rules under names": {"name: power\ntime                power_kw\n----                --------\n" +
			"1727435775000000000 0.0015\n", power.Series{Unit: "kW"}, one("power_kw"), ""},
		"rules round a table": {"+---+---+\n| ts | power_kw |\n+====+====+\n| 2024-09-27 11:16:15 | 0.0015 |\n" +
			"+----+----+\n1 row in set (0.00 sec)\n", power.Series{Unit: "kW"}, one("power_kw"), ""},
		"rules and a count": {"  time   | watts\n---------+-------\n 2024-09-27 11:16:15+00 | 1.5\n" +
			" 2024-09-27 11:16:15+00 | 1.5\n(2 rows)\n", watts, one("watts") + one("watts"), ""},
		"words for no reading": {"time,power\n1727435775,1.5\n1727435776,unavailable\n1727435777,unknown\n" +
			"1727435778,\\N\n", watts, one("power"),
			"power|\"unavailable\" is no reading|x\npower|\"unknown\" is no reading|x\n" +
				"power|\"\\\\N\" is no reading|x\n"},
		"an at before the time of day": {"time,power\n\"Sep 27, 2024 @ 11:16:15.000\",1.5\n", watts, one("power"), ""},
		"a colon before milliseconds": {"time,power\n2024-09-27 11:16:14:995,1\n2024-09-27 11:16:15:000,1.5\n", watts,
			"power 2024-09-27T11:16:14.995Z 1.000000 W\n" + one("power"), ""},
		"the year last":               {"time,power\nFri Sep 27 11:16:15 UTC 2024,1.5\n", watts, one("power"), ""},
		"the year last, and no names": {"Fri Sep 27 11:16:15 2024\t1.5\n", watts, one("column 2"), invented},
		"an exponent":                 {"time,power\n1.727435775e+09,1.5\n", watts, one("power"), ""},
		"a colon behind the time": {"                 power\n\n1727435775: 1.5000000000e+00\n", watts,
			one("power"), ""},
		"a reading cut off": {"time, power\n1727435775, 1.5 W\n1727435776, 3", watts, one("power"),
			"power|is cut off at the end of the file|x\n"},
		"a message among readings": {"time,node,power\n1727435775,a,1.5\nUnable to reach 0000:07:00.0: lost\n" +
			"1727435775,a,1.5\n", watts, one("power") + one("power"), "|is no reading|x\n"},
		"the zone in the name of times": {"Time (UTC),power\n2024-09-27 11:16:15,1.5\n",
			power.Series{Unit: "W", Timezone: "Europe/Berlin"}, one("power"), ""},
		"a summary of more lines than readings": {
			"System Time,Power (Watt), Energy (Joules)\n11:16:15:000,   1.500,   0.150\n\nElapsed Time (sec) = 0.1\n" +
				"Frequency (GHz) = 1.8\nPackage Power (Watt) = 1.5\nPackage Energy (Joules) = 0.15\n",
			power.Series{Unit: "W", Value: "Power (Watt)", Origin: at("2024-09-27T00:00:00Z")}, one("Power (Watt)"),
			"|is no reading|xxxx\n"},
		"a line of units below the names of cells with words": {"Time,Name,Power\n,,W\n2024-09-27 11:16:15,a b,1.5\n" +
			"the end of it\nthe end of it\nthe end of it\n", watts, one("Power"), "|is no reading|xxx\n"},
		"commas that cut fewer cells than blanks": {"Date Time Power, mean\n2024-09-27 11:16:15 1.5 0\n" +
			"2024-09-27 11:16:15 1.5 0\n", power.Series{Unit: "W", Value: "Power,"}, one("Power,") + one("Power,"), ""},
		"what a table is of, in two cells": {"\"Title:\",\"PDU 1 - Power\"\n\"Start Date:\",\"2024-09-27 11:16:15\"\n" +
			"\"Total Rows:\",\"5\"\n\"Host ID:\",\"17\"\n\n\"Date\",\"Total\",\"L 1\"\n" +
			strings.Repeat("\"2024-09-27 11:16:15\",\"1.5\",\"0.5\"\n", 5),
			power.Series{Unit: "W", Value: "Total"}, strings.Repeat(one("Total"), 5),
			"|begins with 4 lines not of the table|x\n"},
		"types under names": {"time\tnode\tpower_kw\nDateTime64(3)\tLowCardinality(String)\tNullable(Float64)\n" +
			"2024-09-27 11:16:15.000\ta\t0.0015\n", power.Series{Unit: "kW"}, one("power_kw"), ""},
		"drawn rules": {"time power\n──── ═════\n1727435775 1.5\n", watts, one("power"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := Read(Input{Name: "m.csv", Stream: bytes.NewReader([]byte(c.text))}, &c.series, utc,
				canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			if got := tracetest.Shown(read.Traces); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if got := noted(read.Notes); got != c.notes {
				t.Errorf("notes\n%swant\n%s", got, c.notes)
			}
		})
	}
}

// Times of day that tell their offset need no zone: they begin on the day that the origin shows.
func TestTimesOfDayWithTheirOffset(t *testing.T) {
	series := power.Series{Unit: "W", Origin: origin(t, "2024-09-27T00:00:00+02:00")}
	in := Input{Name: "m.csv", Stream: strings.NewReader("time,power\n11:16:15+02:00,1.5\n")}
	readings, err := Read(in, &series, nil, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	if got := tracetest.Shown(readings.Traces); got != "power 2024-09-27T09:16:15Z 1.500000 W\n" {
		t.Error(got)
	}
}

func TestLayoutsRefused(t *testing.T) {
	watts, named := power.Series{Unit: "W"}, power.Series{Unit: "W", Value: "power"}
	for name, c := range map[string]struct {
		text   string
		series power.Series
		want   string
	}{
		"day or month": {"time,power\n03/04/2024 00:00:00,2\n", watts,
			`m.csv, line 2, time: "03/04/2024 00:00:00" may begin with the day or with the month; ` +
				`set date_order of the series to day-first or month-first.`},
		"comma or thousands": {"time;power\n1727435775;1,234\n", watts, `m.csv, line 2, power: "1,234" may be a ` +
			`number with decimals or one of thousands; set decimal of the series to comma or to point.`},
		"count without a start": {"time,power\n0.5,2\n", watts,
			"m.csv, line 2, origin: the times of the file count from an unknown start; set origin of the series to " +
				"the instant at which its clock was at zero, as 2024-09-27T11:16:15+02:00."},
		"no day": {"time,power\n11:16:15,2\n", watts,
			"m.csv, line 2, origin: the times of the file have no date; " +
				"set origin of the series to the day of its first reading, as 2024-09-27T00:00:00+02:00."},
		"other unit in cells": {"time,power\n1727435775,2 W\n", power.Series{Unit: "kW"},
			"m.csv, unit: power is in W, not in kW; write unit W."},
		"other unit in header": {"time,power (kW)\n1727435775,2\n", watts,
			"m.csv, unit: power (kW) is in kW, not in W; write unit kW."},
		"quantity of another": {"time,power\n1727435775,2 W\n1727435775,2 J\n", watts, `m.csv, line 3, power: ` +
			`"2 J" is in another unit than the readings before; write all readings of a column in one unit.`},
		"no unit of power": {"time,load\n1727435775,2 %\n", watts,
			`m.csv, line 2, load: "2 %" is in no unit of power or energy; name the column of the readings.`},
		"seconds of few digits": {"time,power\n1.7274e+09,1.5\n", watts,
			`m.csv, line 2, time: "1.7274e+09" is not a time that can be read; write 2024-09-27T11:16:15+02:00, ` +
				`2024-09-27 11:16:15 with timezone set, or seconds since 1970.`},
		"milliseconds of few digits": {"time,power\n1.72744e+12,1.5\n", watts,
			`m.csv, line 2, time: "1.72744e+12" is not a time that can be read; write 2024-09-27T11:16:15+02:00, ` +
				`2024-09-27 11:16:15 with timezone set, or seconds since 1970.`},
		"days in lines": {"Date,00:30,01:00\n2024-09-27,1,2\n", power.Series{Unit: "W", Value: "00:30"},
			`m.csv, line 2, Date: "2024-09-27" is a date without a time of day, and the times of day are the names ` +
				`of columns; write a line for each reading, with its date and time of day.`},
		"an hour that is none": {"Date,Time,Power\n2024-09-27,25:16:15,1.5\n", named, `m.csv, line 2, Date: ` +
			`"25:16:15" in Time beside it is not a time of day that can be read; write it as 11:16:15.`},
		"an hour that is none, further down": {"Time,Date,Power\n11:16:15,2024-09-27,1.5\n25:16:15,2024-09-27,1.5\n",
			watts,
			`m.csv, line 3, Time: "25:16:15" is not a time of day that can be read; write it as 11:16:15.`},
		"no time of day beside a date": {"Date,Time,Power\n2024-09-27,11:16:15,1.5\n2024-09-28,,1.5\n", watts,
			`m.csv, line 3, Time: has no time of day beside the date; leave the line out or fill its time in.`},
		"a comma in the time": {"2024-09-27T11:16:15,123456789+02:00,1.5\n", watts,
			"m.csv, line 1: has times with a decimal comma in a table that commas separate; " +
				"write a point before their decimals, or separate the cells by semicolons."},
		"a column inserted midway": {"time,name,power\n2024-09-27 11:16:15,a b c,1.5\n2024-09-27 11:16:16,7,a b " +
			"c,1.5\n2024-09-27 11:16:17,7,a b c,1.5\n2024-09-27 11:16:18,7,a b c,1.5\n", named,
			"m.csv, line 3: has 4 cells, but the header has 3; " +
				"name every column, and give every line a cell a column."},
		"a last column without a name": {"time,power\n2024-09-27 11:16:15,1.5,ok\n2024-09-27 11:16:16,2.5,ok\n",
			power.Series{Value: "power", Unit: "W"},
			"m.csv, line 2: has 3 cells, but the header has 2; " +
				"name every column, and give every line a cell a column."},
		"a decimal comma behind a name with a blank": {
			"time,power (W)\n2024-09-27 11:16:15,1,5\n2024-09-27 11:16:16,2,5\n", watts,
			"m.csv, line 2: has 3 cells, but the header has 2; " +
				"write numbers with a decimal point, or put cells with a comma in quotes."},
		"markup": {"<log>\n\t<!-- 2024-09-27 11:16:15 UTC / 1727435775 --> <row><v>1.5</v></row>\n" +
			"</log>\n", watts, "m.csv: is XML or HTML, which is no table; export the readings as CSV."},
		"nothing but comments": {"# a\n# b\n", watts,
			"m.csv: holds nothing but comments; give the file with the meter's readings."},
		"no reading at all": {"time,power\n1727435775,NaN\n", named, "m.csv, line 2, power: there is no reading; " +
			"the first cell \"NaN\" is no reading; leave the line out if the meter has no reading."},
		"point among commas": {"time;power\n1727435775;1,5\n1727435775;1.5\n",
			power.Series{Unit: "W", Decimal: celltext.DecimalComma}, `m.csv, line 3, power: "1.5" has a decimal ` +
				`point, but the file has decimal commas; write all numbers alike.`},
		"line of a gigabyte": {"time,power\n1727435775,1\n" + strings.Repeat("x", table.MaxRecord+1), watts,
			"m.csv, line 3: is longer than 1048576 bytes; give a text file with a line a reading, " +
				"and close every quote."},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(Input{Name: "m.csv", Stream: strings.NewReader(c.text)}, &c.series, time.UTC,
				canonical.Memory)
			if err == nil || err.Error() != c.want {
				t.Errorf("got\n%v\nwant\n%s", err, c.want)
			}
		})
	}
}

func origin(t testing.TB, text string) power.Time {
	t.Helper()
	var at power.Time
	if err := at.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return at
}
