package machine

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"green500/validation/lab"
	"green500/validation/power"
)

// FormKinds is how many kinds of nodes a form takes.
const FormKinds = 3

// FormField is the name of a field of a kind in a form: name, nodes, cores, idle, interval or power.
func FormField(kind int, name string) string { return fmt.Sprintf("kind-%d-%s", kind, name) }

// Fields are the fields of a form for a file whose runs are of one form. Logs have none.
func (f File) Fields() map[string]string {
	fields := map[string]string{"form": string(SPMD), "runs": RunLines(f.Runs), "work": orEmpty(f.Law.Work),
		"each": orEmpty(f.Law.Each)}
	if len(f.Runs) > 0 {
		fields["form"] = string(cmp.Or(f.Runs[0].Form, SPMD))
	}
	for i, k := range f.Kinds[:min(FormKinds, len(f.Kinds))] {
		points := slices.Clone(k.Power)
		for n := range points {
			if points[n].Processes > 0 {
				points[n].Nodes = cmp.Or(points[n].Nodes, k.Nodes)
			}
		}
		if len(points) == 0 && k.MaxWatts > 0 {
			points = []Point{{Threads: float64(k.Cores), Watts: k.MaxWatts}}
		}
		maps.Copy(fields, map[string]string{
			FormField(i, "name"): k.Name, FormField(i, "nodes"): orEmpty(float64(k.Nodes)),
			FormField(i, "cores"): orEmpty(float64(k.Cores)),
			FormField(i, "idle"):  orEmpty(k.IdleWatts), FormField(i, "interval"): orEmpty(k.Interval),
			FormField(i, "power"): PowerLines(points),
		})
	}
	return fields
}

func orEmpty(v float64) string {
	if v == 0 {
		return ""
	}
	return number(v)
}

// FromFields reads the fields of a form, and the logs that are named. Problems are power.InputErrors by the names of
// fields.
func FromFields(field func(string) string, logs []string) (File, error) {
	r := &formReader{field: field}
	var f File
	for i := range FormKinds {
		if kind, stated := r.kind(i); stated {
			f.Kinds = append(f.Kinds, kind)
			r.places = append(r.places, i)
		}
	}
	form := Form(cmp.Or(field("form"), string(SPMD)))
	runs, err := ParseRuns("runs", form, field("runs"))
	_ = r.Note("", err) // every error is one of the input
	f.Runs, f.Law, f.Import = runs, Law{r.number("work", longest), r.number("each", longest)}, r.Import(field)
	f.takeLogs(logs, r)
	if len(r.InputErrors) == 0 {
		r.check(f.Check())
	}
	return f, r.OrNil()
}

type formReader struct {
	lab.Checks
	field  func(string) string
	places []int // of the kinds in the form
}

func (r *formReader) number(name string, most float64) float64 {
	return r.Number(name, r.field(name), most)
}

func (r *formReader) whole(name string, most float64) int {
	v := r.number(name, most)
	if v != math.Trunc(v) {
		r.Say(name, number(v)+" is not whole", "write a whole number")
	}
	return int(v)
}

func (r *formReader) kind(i int) (k Kind, stated bool) {
	for _, name := range []string{"name", "nodes", "cores", "idle", "interval", "power"} {
		stated = stated || strings.TrimSpace(r.field(FormField(i, name))) != ""
	}
	k.Name = strings.TrimSpace(r.field(FormField(i, "name")))
	k.Nodes, k.Cores = r.whole(FormField(i, "nodes"), mostNodes), r.whole(FormField(i, "cores"), 1e6)
	k.IdleWatts, k.Interval = r.number(FormField(i, "idle"), mostWatts), r.number(FormField(i, "interval"), longest)
	points, err := ParsePower(FormField(i, "power"), r.field(FormField(i, "power")))
	_ = r.Note("", err) // every error is one of the input
	k.Power = points
	return k, stated
}

func (r *formReader) check(err error) {
	var wrong power.InputErrors
	if !errors.As(err, &wrong) {
		return
	}
	for _, one := range wrong {
		one.Field = r.place(one.Field)
		if !slices.ContainsFunc(r.InputErrors, func(p *power.InputError) bool { return p.Field == one.Field }) {
			r.InputErrors = append(r.InputErrors, one)
		}
	}
}

var ofKind = regexp.MustCompile(`^kinds\[(\d+)\]\.([a-z]+)`)

func (r *formReader) place(field string) string {
	if parts := ofKind.FindStringSubmatch(field); parts != nil {
		i, err := strconv.Atoi(parts[1])
		if err == nil && i < len(r.places) {
			return FormField(r.places[i],
				cmp.Or(map[string]string{"reading": "interval", "max": "power"}[parts[2]], parts[2]))
		}
	}
	switch {
	case strings.HasPrefix(field, "time.work"):
		return "work"
	case strings.HasPrefix(field, "time.each"):
		return "each"
	case field == "timezone":
		return field
	case strings.HasPrefix(field, "runs"):
		return "runs"
	}
	return FormField(0, "name")
}

// logName takes kind and load of a log's name, such as node_64-processes_2.csv, gpu_4-threads.csv or node_idle.csv.
var logName = regexp.MustCompile(
	`(?i)^(.+?)_(?:(idle)|([0-9]+)-processe?s?|([0-9]+(?:\.[0-9]+)?)-threads?)(?:_[^_]+)?\.[a-z0-9.]+$`)

// takeLogs gives logs to the kind and load that they name, instead of typed power; one load's are repetitions.
func (f *File) takeLogs(names []string, r *formReader) {
	replaced := map[int]bool{}
	for _, name := range slices.Sorted(slices.Values(names)) {
		parts := logName.FindStringSubmatch(path.Base(name))
		at := -1
		if parts != nil {
			at = slices.IndexFunc(f.Kinds, func(k Kind) bool { return strings.EqualFold(k.Name, parts[1]) })
		}
		if at < 0 {
			r.InputErrors = append(r.InputErrors, &power.InputError{File: name, Field: "logs",
				Problem: "the name does not say a kind of the machine and a load",
				Remedy: "name the log like node_64-processes_1.csv, node_4-threads.csv or node_idle.csv, " +
					"beginning with the name of its kind"})
			continue
		}
		k := &f.Kinds[at]
		if parts[2] != "" {
			k.IdleLog = name
			continue
		}
		if !replaced[at] {
			k.Power, replaced[at] = nil, true
		}
		point := Point{}
		point.Processes, _ = strconv.Atoi(parts[3])             // a number, or empty
		point.Threads, _ = strconv.ParseFloat("0"+parts[4], 64) // a number, or empty
		same := slices.IndexFunc(k.Power,
			func(p Point) bool { return p.Processes == point.Processes && p.Threads == point.Threads })
		if same < 0 {
			same, k.Power = len(k.Power), append(k.Power, point)
		}
		k.Power[same].Logs = append(k.Power[same].Logs, name)
	}
	for i := range f.Kinds {
		if replaced[i] {
			slices.SortStableFunc(f.Kinds[i].Power, func(a, b Point) int {
				return cmp.Or(cmp.Compare(a.Processes, b.Processes), cmp.Compare(a.Threads, b.Threads))
			})
		}
	}
}

// Calibrated is the file with what its logs came to instead of the logs, so that it can be computed again without them.
func (f File) Calibrated(m Machine) File {
	f.Kinds = slices.Clone(f.Kinds)
	for i := range f.Kinds {
		k, made := &f.Kinds[i], m.Kinds[i]
		if k.IdleLog != "" {
			k.IdleWatts, k.IdleLog = hundredths(float64(made.Curve.Idle)), ""
		}
		k.Power = slices.Clone(k.Power)
		for n, p := range k.Power {
			if len(p.logs()) > 0 {
				k.Interval = cmp.Or(k.Interval, made.Interval.Seconds())
				measured := made.Points[n]
				k.Power[n] = Point{Threads: p.Threads,
					Processes: p.Processes, Nodes: p.Nodes, Watts: hundredths(float64(measured.Power)),
					Deviation: hundredths(float64(max(0, measured.Deviation))), Readings: measured.Readings}
			}
		}
	}
	return f
}

func hundredths(v float64) float64 { return math.Round(100*v) / 100 }
