package tracefile

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// SPEC PTDaemon writes a line a sample, pairs of a name and a value, and tells no zone:
// "Time,03-17-2021 14:24:56.694,Watts,1579.0,Volts,-1.0,...,Mark,label,Ch1,Watts,574.4,Volts,...".
// Where it sums up several meters, pairs of each follow those of the sum: ",Analyzer1,Time,...,Watts,8.1,...".
// It is told by the word Time, which a value follows, and by Watts. What the meter could not tell it
// writes as a negative number, which is kept: a rule looks for such codes.

// isPTDaemon tells the samples of SPEC PTDaemon.
func isPTDaemon(head []byte) bool {
	line := firstLine(head)
	return bytes.HasPrefix(line, []byte("Time,")) && bytes.Contains(line, []byte(",Watts,")) && len(line) > 7 && line[7] == '-'
}

// isPTDaemonLog tells what SPEC PTDaemon logs of itself.
func isPTDaemonLog(head []byte) bool { return bytes.Contains(head, []byte("SPEC PTDaemon Tool")) }

func refusePTDaemonLog(in *input) (sheet, error) {
	return nil, in.refuse(0, "", "is what SPEC PTDaemon logs of itself, not the readings of the meter", "give spl.txt of the same run")
}

// firstLine returns the first line that is not blank, without white space around it.
func firstLine(head []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n"), []byte{'\n'})
	return bytes.TrimSpace(line)
}

type ptdaemon struct {
	lineSheet
	pairs [][]byte
	names []string // of the first line, by which the columns go
	time  []byte
}

func openPTDaemon(in *input) (sheet, error) {
	p := &ptdaemon{lineSheet: lineSheet{records: newRecords(in.source, in.Reader)}}
	p.lineSheet.fill = p.sample
	return p.begin()
}

// sample takes the values of a line.
func (p *ptdaemon) sample() error {
	line, err := p.solidLine()
	if err != nil {
		return err
	}
	var f *fault
	if p.pairs, f = cellsOf(p.pairs[:0], line, ','); f != nil {
		return p.refuse(p.at, f.field, f.problem, f.remedy)
	}
	names, values := ptdaemonPairs(p.pairs)
	if p.names == nil {
		p.settle(names)
	}
	if p.cut && len(names) < len(p.names) && slices.Equal(names, p.names[:len(names)]) {
		f := cutOff()
		p.table.notes.add(p.refuse(p.at, "", f.problem, ""))
		return io.EOF
	}
	if !slices.Equal(names, p.names) {
		return p.refuse(p.at, "", "has other columns than the first line", "give a line a sample, each as PTDaemon wrote it")
	}
	for i, value := range values {
		p.set(i, value)
	}
	return p.yearFirst(values[0])
}

// ptdaemonPairs splits a line into the names of its values, those of a channel or of one of several meters after its own, and the
// values.
func ptdaemonPairs(pairs [][]byte) (names []string, values [][]byte) {
	channel := ""
	for i := 0; i < len(pairs); i++ {
		name := latin1(pairs[i])
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

// settle makes the columns of the first line.
func (p *ptdaemon) settle(names []string) {
	p.names = names
	p.have(names...)
	p.table.stamp = "unknown"
	for i, name := range names {
		if strings.HasSuffix(name, "Watts") {
			p.measures(i, meaning{unit: "W", certain: true})
		}
		if name == "Watts" {
			p.table.value = i
		}
	}
}

// yearFirst puts the year of 03-17-2021 14:24:56.694 first.
func (p *ptdaemon) yearFirst(text []byte) error {
	if len(text) < 11 || text[2] != '-' || text[5] != '-' || text[10] != ' ' {
		return p.refuse(p.at, "Time", fmt.Sprintf("%s is not a time of PTDaemon", quoted(text)), "write it as 03-17-2021 14:24:56.694")
	}
	p.time = append(p.time[:0], text[6:10]...)
	p.time = append(p.time, '-')
	p.time = append(p.time, text[:5]...)
	p.time = append(p.time, text[10:]...)
	p.set(0, p.time)
	return nil
}
