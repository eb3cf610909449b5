package delimited

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
	"green500/validation/tracefile/internal/tracetest"
)

// TestWideRows holds rows with a number in each of several columns, which are taken as the one before, to what the general
// and the careful way make of them, whole ones and damaged ones.
func TestWideRows(t *testing.T) {
	taken := false
	rapid.Check(t, func(t *rapid.T) {
		series := []*power.Series{{Unit: "W", Value: "n*"}}
		text := drawnWideText(t)
		way := func(choose func(*fastRow)) string {
			return outcome(t, []byte(text), evenPieces, series, time.UTC, reading(choose))
		}
		even := way(func(f *fastRow) { _, wide := f.follower.(*wideRows); taken = taken || wide })
		general, careful := way(func(f *fastRow) { f.follower = noFollower{} }), way(func(f *fastRow) { f.worthwhile = false })
		if even != general || general != careful {
			t.Fatalf("%s\nas even rows\n%s\nin general\n%s\nwith care\n%s", text, even, general, careful)
		}
	})
	if !taken {
		t.Error("no rows were taken as even ones")
	}
}

// drawnWideText draws rows with several numbers, most of them written alike, and perhaps a note, and damages one.
func drawnWideText(t *rapid.T) string {
	columns := rapid.IntRange(2, 5).Draw(t, "columns")
	noted := rapid.Bool().Draw(t, "noted")
	end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
	text := "time"
	for i := range columns {
		text += fmt.Sprint(",n", i)
	}
	if noted {
		text += ",remark"
	}
	text += end
	rows := rapid.IntRange(10, 40).Draw(t, "rows")
	damaged := rapid.IntRange(0, rows).Draw(t, "damaged") // none if it is rows
	for i := range rows {
		row := time.Date(2026, 6, 1, 23, 59, 50+i, 0, time.UTC).Format(time.RFC3339)
		for range columns {
			row += "," + rapid.SampledFrom([]string{"100.5", "101.25", "99.75", "7", "", "1000000.5", " 3.5"}).Draw(t, "number")
		}
		if noted {
			row += "," + strings.Repeat("x", i%7)
		}
		row += end
		if i == damaged {
			at := rapid.IntRange(0, len(row)-1).Draw(t, "place")
			row = row[:at] + rapid.SampledFrom([]string{"0", "9", ":", "-", ".", ",", ";", " ", "\n", "\"", "Z", "\xff"}).Draw(t, "byte") + row[at+1:]
		}
		text += row
	}
	return text
}

// TestAWideRowWithAnotherCharacter puts each of some characters in every place of a row in the middle, and ends the text
// anywhere after it.
func TestAWideRowWithAnotherCharacter(t *testing.T) {
	for _, remark := range []string{"", ",x"} {
		header, text, from := "time,n0,n1,n2"+strings.ReplaceAll(remark, "x", "remark")+"\n", "", 0
		text = header
		for i := range 24 {
			if i == 3 {
				from = len(text)
			}
			text += fmt.Sprintf("2026-06-01T00:00:%02dZ,10%d.5,20%d.25,30%d%s\n", i, i%10, i%7, i%5, remark)
		}
		series := &power.Series{Unit: "W", Value: "n*"}
		for at := from; at == from || text[at-1] != '\n'; at++ {
			for _, other := range "x07:.,; \n" {
				readAlike(t, text[:at]+string(other)+text[at+1:], series, time.UTC)
			}
		}
		for cut := range 32 { // of the last row, nearly
			readAlike(t, text[:len(text)-cut], series, time.UTC)
		}
	}
}

// TestWideRowsOfAnyLength has rows that are shorter than the first ones, and such that are longer than what is looked at ahead.
func TestWideRowsOfAnyLength(t *testing.T) {
	for _, columns := range []int{2, 60, 3 * evenRoom} {
		text := "time," + tracetest.Numbered("n", columns) + "\n"
		for i := range 40 {
			number := ",7"
			if i < 3 {
				number = ",10000.5"
			}
			text += time.Date(2026, 6, 1, 0, 0, i, 0, time.UTC).Format(time.RFC3339) + strings.Repeat(number, columns) + "\n"
		}
		readAlike(t, text, &power.Series{Unit: "W", Value: "n*"}, time.UTC)
	}
}
