package tracefile

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// Some of what people give for a log is none, though tools that measure power wrote it: it is told by its content, so that it is
// said what it is and what to log instead.

// refusing is how a format is opened that is only told to be refused.
func refusing(problem, remedy string) func(in *input) (sheet, error) {
	return func(in *input) (sheet, error) { return nil, in.refuse(0, "", problem, remedy) }
}

// beginsWith tells what begins with a text.
func beginsWith(text string) func(head []byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(text)) }
}

// isFiguresOnce tells the state of a machine, as a tool shows it: figures by their names, from the first line on, and no time but one.
func isFiguresOnce(head []byte) bool {
	rows, lines, named, times, powers := figureRows{}, 0, 0, 0, 0
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 || isTitle(line) {
			continue
		}
		l, _ := rows.read(line)
		signed := slices.ContainsFunc(l.figures, func(f figure) bool { return f.signed })
		signed = signed || l.time != "" && l.words == 0
		if lines == 0 && !signed || slices.ContainsFunc(bytes.Fields(line), isCountOfTime) {
			return false // it may name columns, or tell its time at another place
		}
		lines++
		named += countIf(signed || endsName(string(line)))
		times += countIf(l.time != "")
		powers += countIf(slices.ContainsFunc(l.figures, func(f figure) bool { return f.ofPower() }))
	}
	return times < 2 && powers > 0 && named*4 >= lines*3 && !isJSON(head)
}

// isTitle reports whether a line is one of rulers, or says what follows between two of them.
func isTitle(line []byte) bool {
	fields := bytes.Fields(line)
	ruler := func(word []byte) bool { return len(word) > 2 && len(bytes.Trim(word, "=-*#_+")) == 0 }
	return ruler(fields[0]) && ruler(fields[len(fields)-1])
}

func isCountOfTime(word []byte) bool { return kindOf(word) == countedTime }

func countIf(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// isGEOPMReport tells the totals that GEOPM writes beside its traces, in the manner of version 1 or of later ones.
func isGEOPMReport(head []byte) bool {
	return bytes.HasPrefix(head, []byte("##### geopm ")) || bytes.HasPrefix(head, []byte("GEOPM Version: "))
}

// isRRDExport tells what rrdtool writes for other programs: its XML, and what only looks like JSON.
func isRRDExport(head []byte) bool {
	begins := head[:min(len(head), headOfExport)]
	return bytes.Contains(begins, []byte("'RRDtool xport JSON output'")) || bytes.Contains(begins, []byte("<xport>")) || bytes.Contains(begins, []byte("<rrd>"))
}

// headOfExport is how far the name of such an export stands from the beginning at most, in bytes.
const headOfExport = 1 << 10

// rawGraphite begins a line of Graphite's raw answer: a name, the times at which it starts and ends, and its step.
var rawGraphite = regexp.MustCompile(`^[^,|]+,\d{9,},\d{9,},\d+\|`)

// railed is a line of a current or a voltage, as vcgencmd pmic_read_adc of the Raspberry Pi tells each rail by two of them.
var railed = regexp.MustCompile(`=\s*-?\d+(?:\.\d+)?([AV])$`)

// isRails tells a log of currents and voltages alone.
func isRails(head []byte) bool {
	lines, met := 0, map[string]int{}
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
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

// isNVIDIAScreen tells the table that nvidia-smi prints for people.
func isNVIDIAScreen(head []byte) bool {
	return bytes.Contains(head, []byte("| NVIDIA-SMI ")) && bytes.Contains(head, []byte("Pwr:Usage/Cap"))
}

const nvidiaLog = "nvidia-smi --query-gpu=timestamp,index,power.draw --format=csv --loop=1"

// isPropertyLists tells the property lists that powermetrics of macOS writes, with a NUL between two.
func isPropertyLists(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, "\x00\xef\xbb\xbf \t\r\n"), []byte("<?xml")) && bytes.Contains(head, []byte("<key>elapsed_ns</key>"))
}

// isJobTable tells the accounting of a batch system, whose jobs have one total of energy each: of Slurm, of EAR, or of the jobs of
// Fugaku (https://doi.org/10.5281/zenodo.11467483).
func isJobTable(head []byte) bool {
	names := strings.FieldsFunc(strings.ToLower(string(firstLine(head))), func(r rune) bool { return strings.ContainsRune("|,;\t ", r) })
	has := func(name string) bool { return slices.Contains(names, name) }
	jobs := has("consumedenergy") || has("consumedenergyraw") || has("job-step") && has("energy(j)") || has("jid") && has("econ")
	return jobs && !slices.ContainsFunc(names, func(name string) bool { return jobTimes[name] })
}

// jobTimes are the names of columns that no accounting has: a script that asks again and again tells when it asked.
var jobTimes = wordSet("time date timestamp datetime")

var (
	// exposed is a line of what an exporter shows to Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/).
	exposed      = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? ([0-9.eE+-]+|NaN|[+-]Inf)$`)
	exposedAbout = regexp.MustCompile(`^# (HELP|TYPE) [a-zA-Z_:][a-zA-Z0-9_:]* `)
)

// isExposition tells what an exporter shows to Prometheus by lines that say what a metric is, or by labels. Every line but the last,
// which may be cut off, is one of it.
func isExposition(head []byte) bool {
	told, lines := false, bytes.Split(bytes.TrimSpace(head), newline)
	for i, line := range lines {
		line = bytes.TrimSpace(line)
		parts := exposed.FindSubmatch(line)
		switch {
		case exposedAbout.Match(line), parts != nil && len(parts[2]) > 0:
			told = true
		case parts == nil && len(line) > 0 && line[0] != '#' && (i == 0 || i < len(lines)-1):
			return false
		}
	}
	return told
}
