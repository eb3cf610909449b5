package watch

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"time"

	"green500/validation/document"
	"green500/validation/plan"
	"green500/validation/power"
)

type planned struct {
	entry *power.Entry
	notes map[string]string // on fields that are to be filled in
	plan  *plan.Plan        // nil if there is a document
	idle  time.Duration     // of idle power that the plan records; 0 if none is planned
}

func readPlanned(name string) (*planned, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	if bytes.Contains(text, []byte(power.Schema)) {
		entry, _, err := document.Decode(name, text)
		if err != nil {
			return nil, err
		}
		return &planned{entry: entry, notes: map[string]string{}}, nil
	}
	request, err := plan.Read(name, text)
	if err != nil {
		return nil, err
	}
	made, err := plan.Of(request)
	if err != nil {
		return nil, err
	}
	p := &planned{plan: made}
	p.entry, p.notes = made.Draft()
	for _, item := range made.Timeline {
		if item.ID == plan.Idle {
			p.idle = time.Duration((item.To - item.From) * float64(time.Second))
		}
	}
	p.entry.Run.FullRun, p.entry.Idle = power.Span{}, nil // as planned: what is recorded counts
	return p, nil
}

// assign ties sources to series of the document or new ones, and returns what no source fetches.
func (p *planned) assign(sources []Source) (series []power.Series, missing []string, err error) {
	var problems power.InputErrors
	used := map[int]bool{}
	for i, source := range sources {
		one := power.Series{Meter: source.Meter, Covers: source.covers()}
		at := slices.IndexFunc(p.entry.Series, func(s power.Series) bool {
			sameNodes := s.Covers.NodeSet == source.NodeSet || source.NodeSet == "" && len(p.entry.NodeSets) == 1
			return s.Covers.Subsystem == source.Subsystem && sameNodes &&
				(source.Meter == "" || s.Meter == source.Meter)
		})
		if at >= 0 {
			one, used[at] = p.entry.Series[at], true
		}
		if p.entry.MeterOf(&one) == nil {
			problems = append(problems,
				&power.InputError{Field: fmt.Sprintf("sources[%d].meter", i), Problem: fmt.Sprintf(
					"no series of the document covers %s, so that its meter is not known", source.Subsystem),
					Remedy: "write the id of one of its meters"})
		}
		if source.NodeSet != "" && p.entry.NodeSet(source.NodeSet) == nil {
			problems = append(problems, &power.InputError{Field: fmt.Sprintf("sources[%d].node_set", i),
				Problem: fmt.Sprintf("the document has no set %q", source.NodeSet),
				Remedy:  "write the name of one of its sets"})
		}
		series = append(series, one)
	}
	for i, one := range p.entry.Series {
		if what := one.Covers.Subsystem; !used[i] && !slices.Contains(missing, what) {
			missing = append(missing, what)
		}
	}
	return series, missing, problems.OrNil()
}
