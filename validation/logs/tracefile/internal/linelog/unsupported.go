// Package linelog reads logs of tools and meters that write lines in a form of their own.
package linelog

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/hpl"
	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// isFiguresOnce recognises the state of a machine, as a tool shows it: figures by their names, from the first line on,
// and no time but one.
func isFiguresOnce(head []byte) bool {
	rows, lines, named, times, powers := capture.FigureRows{}, 0, 0, 0, 0
	for line := range capture.HeadLines(head, 0) {
		if isTitle(line) {
			continue
		}
		l, _ := rows.Read(line)
		signed := slices.ContainsFunc(l.Figures, func(f capture.Figure) bool { return f.Signed })
		signed = signed || l.Time != "" && l.Words == 0
		if lines == 0 && !signed || slices.ContainsFunc(bytes.Fields(line),
			func(word []byte) bool { return table.KindOf(word) == table.CountedTime }) {
			return false // it may name columns, or tell its time at another place
		}
		lines++
		named += celltext.CountIf(signed || capture.EndsName(string(line)))
		times += celltext.CountIf(l.Time != "")
		powers += celltext.CountIf(slices.ContainsFunc(l.Figures, func(f capture.Figure) bool { return f.OfPower() }))
	}
	return times < 2 && powers > 0 && named*4 >= lines*3 && !input.IsJSON(head)
}

func isTitle(line []byte) bool {
	fields := bytes.Fields(line)
	ruler := func(word []byte) bool { return len(word) > 2 && len(bytes.Trim(word, "=-*#_+")) == 0 }
	return ruler(fields[0]) && ruler(fields[len(fields)-1])
}

func isRRDExport(head []byte) bool {
	begins := head[:min(len(head), headOfExport)]
	return bytes.Contains(begins, []byte("'RRDtool xport JSON output'")) || bytes.Contains(begins, []byte("<xport>")) ||
		bytes.Contains(begins, []byte("<rrd>"))
}

const headOfExport = 1 << 10

// rawGraphite begins a line of Graphite's raw answer: a name, the times at which it starts and ends, and its step.
var rawGraphite = regexp.MustCompile(`^[^,|]+,\d{9,},\d{9,},\d+\|`)

// railed is a line of a current or a voltage, as vcgencmd pmic_read_adc of the Raspberry Pi states each rail with two
// of them.
var railed = regexp.MustCompile(`=\s*-?\d+(?:\.\d+)?([AV])$`)

func isRails(head []byte) bool {
	lines, met := 0, map[string]int{}
	for line := range capture.HeadLines(head, 0) {
		lines++
		if last := line[len(line)-1]; last != 'A' && last != 'V' {
			continue // it is looked for in every text
		}
		if parts := railed.FindSubmatch(line); parts != nil {
			met[string(parts[1])]++
		}
	}
	return met["A"] > 0 && met["V"] > 0 && (met["A"]+met["V"])*4 >= lines*3
}

// NvidiaLog is the command that logs nvidia-smi once a second.
const NvidiaLog = "nvidia-smi --query-gpu=timestamp,index,power.draw --format=csv --loop=1"

func isPropertyLists(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, "\x00 \t\r\n"+celltext.Utf8Mark), []byte("<?xml")) &&
		bytes.Contains(head, []byte("<key>elapsed_ns</key>"))
}

// isJobTable recognises the accounting of a batch system, whose jobs have one total of energy each: of Slurm, of EAR,
// or of the jobs of Fugaku (https://doi.org/10.5281/zenodo.11467483).
func isJobTable(head []byte) bool {
	names := strings.FieldsFunc(strings.ToLower(string(celltext.FirstLine(head))),
		func(r rune) bool { return strings.ContainsRune("|,;\t ", r) })
	has := func(name string) bool { return slices.Contains(names, name) }
	jobs := has("consumedenergy") || has("consumedenergyraw") || has("job-step") && has("energy(j)") ||
		has("jid") && has("econ")
	return jobs && !slices.ContainsFunc(names, func(name string) bool { return jobTimes[name] })
}

// jobTimes are the names of columns that no accounting has: a script that asks again and again states when it asked.
var jobTimes = columnname.WordSet("time date timestamp datetime")

var (
	// exposed is a line of what an exporter shows to Prometheus
	// (https://prometheus.io/docs/instrumenting/exposition_formats/).
	exposed      = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? ([0-9.eE+-]+|NaN|[+-]Inf)$`)
	exposedAbout = regexp.MustCompile(`^# (HELP|TYPE) [a-zA-Z_:][a-zA-Z0-9_:]* `)
)

// isExposition demands a line of it everywhere but at the end, which may be cut off, and labels or lines about a
// metric.
func isExposition(head []byte) bool {
	given, lines := false, bytes.Split(bytes.TrimSpace(head), celltext.Newline)
	for i, line := range lines {
		line = bytes.TrimSpace(line)
		switch parts := exposed.FindSubmatch(line); {
		case exposedAbout.Match(line), parts != nil && len(parts[2]) > 0:
			given = true
		case parts == nil && len(line) > 0 && line[0] != '#' && (i == 0 || i < len(lines)-1):
			return false
		}
	}
	return given
}

func isTimelessTegrastats(head []byte) bool {
	for line := range bytes.Lines(head) {
		if words := strings.Fields(
			string(line[:min(len(line), capture.MaxDateLine)])); capture.TegrastatsAt(words) <= 1 && len(words) > 2 {
			return true
		} else if _, dated := capture.LineTime(strings.Join(words, " ")); len(words) > 0 && !dated {
			return false
		}
	}
	return false
}

// TegrastatsLog is the command that logs tegrastats with a time on each line.
const TegrastatsLog = `tegrastats --interval 1000 | while read -r line; ` +
	`do echo "$(date --iso-8601=seconds) $line"; done`

func isBenchmark(head []byte) bool { return hpl.Recognise(head) != "" }

// refuseBenchmark says what the file is for. An archive leaves it out.
func refuseBenchmark(in *input.File) (table.Sheet, error) {
	program := hpl.Recognise(in.Head)
	remedy := "give the log of a meter here, and this file as the output of HPL: green500 trace LOG --hpl FILE"
	if program == "HPL-MxP" || program == "HPCG" {
		remedy = "give the log of a meter during a run of HPL; a result of " + program +
			" does not count for the Green500"
	}
	return nil, &input.NoLog{Err: in.Refuse(0, "", "is the output of "+program+", not the log of a meter", remedy)}
}
