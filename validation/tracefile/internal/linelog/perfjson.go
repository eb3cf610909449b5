package linelog

import (
	"regexp"

	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// perf stat -I -j prints an object a line. In locales with a decimal comma it writes that into numbers
// without quotes, which is no JSON; so only the members that are needed are looked for.
var (
	perfJSONTime   = regexp.MustCompile(`^\{"interval" ?: ?(\d+\.\d{9})\b`)
	perfJSONTotal  = regexp.MustCompile(`^\{"counter-value" ?: ?"[^"]*", "unit" ?: ?"` + perfUnit + `"`)
	perfJSONPlace  = regexp.MustCompile(`"(?:cpu|core|cluster|cache|die|socket|node)" ?: ?"([^"]*)"`)
	perfJSONValue  = regexp.MustCompile(`"counter-value" ?: ?"([^"]*)"`)
	perfJSONEvent  = regexp.MustCompile(`"event" ?: ?"([^"]*)"`)
	perfJSONJoules = regexp.MustCompile(`"unit" ?: ?"` + perfUnit + `"`)
)

// IsPerfJSON recognises it by the first line that is no comment.
func IsPerfJSON(head []byte) bool {
	first := firstEvent(head)
	return perfJSONTime.Match(first) && perfJSONValue.Match(first)
}

// OpenPerfJSON opens a log of perf stat -j -I.
func OpenPerfJSON(in *input.File) (table.Sheet, error) {
	return openPerf(in, (*perfStat).object)
}

func (p *perfStat) object(line []byte) (row bool, err error) {
	at := perfJSONTime.FindSubmatch(line)
	if at == nil {
		return false, p.Refuse(p.At, "", "does not begin with the interval of perf stat -I", "give the log as perf wrote it")
	}
	value, event := perfJSONValue.FindSubmatch(line), perfJSONEvent.FindSubmatch(line)
	joules := perfJSONJoules.Match(line)
	if line[len(line)-1] != '}' || joules && (value == nil || event == nil) {
		return false, p.Refuse(p.At, "", "is no whole object of perf stat -j", "give the log as perf wrote it; the last line may be cut off")
	}
	if !joules {
		return false, nil
	}
	var place []byte
	if given := perfJSONPlace.FindSubmatch(line); given != nil {
		place = given[1]
	}
	return true, p.keep(at[1], place, event[1], value[1])
}
