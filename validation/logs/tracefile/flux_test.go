package tracefile

import (
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

const fluxAnnotations = "#group,false,false,true,true,false,false,true,true\n" +
	"#datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string\n" +
	"#default,_result,,,,,,,\n"

const fluxNames = ",result,table,_start,_stop,_time,_value,_field,host\n"

// Queries name when they begin and end in every row, and their tables stand one after another.
func TestFlux(t *testing.T) {
	row := func(table, second, value, host string) string {
		return ",," + table + ",2026-06-01T09:59:55Z,2026-06-01T10:16:40Z,2026-06-01T10:00:" + second + "Z," + value +
			",power," + host + "\n"
	}
	first := row("0", "00", "400", "n1") + row("0", "10", "410", "n1")
	second := row("1", "00", "500", "n2") + row("1", "10", "510", "n2")
	const n1 = "host=n1 _field=power 2026-06-01T10:00:00Z 400.000000 W\n" +
		"host=n1 _field=power 2026-06-01T10:00:10Z 410.000000 W\n"
	const n2 = "host=n2 _field=power 2026-06-01T10:00:00Z 500.000000 W\n" +
		"host=n2 _field=power 2026-06-01T10:00:10Z 510.000000 W\n"
	for name, c := range map[string]struct{ text, want string }{
		"one table":           {fluxAnnotations + fluxNames + first, n1},
		"without annotations": {fluxNames + first + second, n1 + n2},
		"a table behind a line": {fluxAnnotations + fluxNames + first + "\n" + fluxAnnotations + fluxNames + second,
			n1 + n2},
		"another field": {fluxAnnotations + fluxNames + first + "\n" + fluxAnnotations + fluxNames +
			strings.ReplaceAll(second, "power", "temp"),
			"m.csv, where: column _field contains 2 kinds of readings; choose with where; the file has power, temp."},
		"other columns behind": {fluxAnnotations + fluxNames + first + second +
			"\n,result,table,_time,_value,_field\n,,2,2026-06-01T10:00:00Z,1,power\n",
			"m.csv, line 10: begins another table, with other columns than the first; " +
				"give each table in a file of its own."},
		"other columns before": {",result,table,_time,_value,_field\n,,0,2026-06-01T10:00:00Z,1,power\n\n" +
			fluxAnnotations + fluxNames + first + second,
			"m.csv, line 7: begins another table, with other columns than the first; " +
				"give each table in a file of its own."},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := Read(Input{Name: "m.csv", Stream: strings.NewReader(c.text)}, &power.Series{Unit: "W"},
				time.UTC, canonical.Memory)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = tracetest.Shown(read.Traces)
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
	u := understand(t, fluxAnnotations+fluxNames+first+second, ImportSettings{})
	if s := u.Series[0].Series; s.Value != "_value" || s.Time != "" || u.Columns[5].Role != infer.TimeRole ||
		u.Columns[2].Role != infer.OtherRole {
		t.Errorf("%+v", u)
	}
}
