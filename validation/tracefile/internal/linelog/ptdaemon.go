package linelog

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// SPEC PTDaemon writes a line a sample, pairs of a name and a value, and states no zone:
// "Time,03-17-2021 14:24:56.694,Watts,1579.0,Volts,-1.0,...,Mark,label,Ch1,Watts,574.4,Volts,...".
// Where it sums up several meters, pairs of each follow those of the sum: ",Analyzer1,Time,...,Watts,8.1,...".
// It is recognised by the word Time, which a value follows, and by Watts. What the meter could not tell it
// writes as a negative number, which is kept: a rule looks for such codes.

// IsPTDaemon recognises the samples of SPEC PTDaemon.
func IsPTDaemon(head []byte) bool {
	line := celltext.FirstLine(head)
	return bytes.HasPrefix(line, []byte("Time,")) && bytes.Contains(line, []byte(",Watts,")) && len(line) > 7 && line[7] == '-'
}

// IsPTDaemonLog recognises what SPEC PTDaemon logs of itself.
func IsPTDaemonLog(head []byte) bool { return bytes.Contains(head, []byte("SPEC PTDaemon Tool")) }

// RefusePTDaemonLog returns the error of the log that SPEC PTDaemon keeps of its own work.
func RefusePTDaemonLog(in *input.File) (table.Sheet, error) {
	return nil, in.Refuse(0, "", "is what SPEC PTDaemon logs of itself, not the readings of the meter", "give spl.txt of the same run")
}

type ptdaemon struct {
	table.LineSheet
	pairs [][]byte
	names []string // of the first line, by which the columns go
	time  []byte
}

// OpenPTDaemon opens the readings that SPEC PTDaemon writes, spl.txt of MLPerf.
func OpenPTDaemon(in *input.File) (table.Sheet, error) {
	p := &ptdaemon{LineSheet: table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)}}
	p.LineSheet.Fill = p.sample
	return p.Begin()
}

func (p *ptdaemon) sample() error {
	line, err := p.SolidLine()
	if err != nil {
		return err
	}
	var f *celltext.Error
	if p.pairs, f = table.CellsOf(p.pairs[:0], line, ','); f != nil {
		return p.Refuse(p.At, f.Field, f.Problem, f.Remedy)
	}
	names, values := ptdaemonPairs(p.pairs)
	if p.names == nil {
		p.resolveDateOrder(names)
	}
	if !slices.Equal(names, p.names) {
		return p.Refuse(p.At, "", "has other columns than the first line", "give a line a sample, each as PTDaemon wrote it")
	}
	for i, value := range values {
		p.Set(i, value)
	}
	return p.yearFirst(values[0])
}

func ptdaemonPairs(pairs [][]byte) (names []string, values [][]byte) {
	channel := ""
	for i := 0; i < len(pairs); i++ {
		name := celltext.Latin1(pairs[i])
		if strings.HasPrefix(name, "Ch") || strings.HasPrefix(name, "Analyzer") {
			channel = name + " "
			continue
		}
		i++
		if i < len(pairs) {
			names, values = append(names, channel+name), append(values, pairs[i])
		}
	}
	return names, values
}

func (p *ptdaemon) resolveDateOrder(names []string) {
	p.names = names
	p.Have(names...)
	p.Table.Stamp = "unknown"
	for i, name := range names {
		if strings.HasSuffix(name, "Watts") {
			p.Measures(i, columnname.Meaning{Unit: "W", Certain: true})
		}
		if name == "Watts" {
			p.Table.Value = i
		}
	}
}

// yearFirst puts the year of 03-17-2021 14:24:56.694 first.
func (p *ptdaemon) yearFirst(text []byte) error {
	if len(text) < 11 || text[2] != '-' || text[5] != '-' || text[10] != ' ' {
		return p.Refuse(p.At, "Time", fmt.Sprintf("%s is not a time of PTDaemon", celltext.Quoted(text)), "write it as 03-17-2021 14:24:56.694")
	}
	p.time = append(p.time[:0], text[6:10]...)
	p.time = append(p.time, '-')
	p.time = append(p.time, text[:5]...)
	p.time = append(p.time, text[10:]...)
	p.Set(0, p.time)
	return nil
}
