package tracefile

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"green500/validation/power"
)

// pick is what is proposed to be read of an archive that holds other files beside its logs.
type pick struct {
	column  string
	members []string
	why     string
	sure    Sure
}

// asideWords are of logs that were taken before the run, to set the ranges of a meter or to try it.
// networkWords are of those of switches, which are another subsystem than the nodes.
var (
	asideWords   = wordSet("ranging warmup calibration")
	networkWords = wordSet("sw switch switches network interconnect fabric")
)

// logKind is the logs of an archive that can be read as one.
type logKind struct {
	sameness
	table   *table
	loose   bool // the format takes any text
	members []string
}

// surveyPicked goes on where an archive can't be read as it is: with the logs of the kind that is
// likeliest of power. Where there is none it returns what was wrong.
func (a *archive) surveyPicked(wrong error) error {
	var trouble *power.InputError
	if !errors.As(wrong, &trouble) {
		return wrong
	}
	kinds, unread, err := a.kinds()
	if err != nil {
		return err
	}
	kinds = slices.DeleteFunc(kinds, func(k *logKind) bool { return k.rank() <= 0 })
	if len(kinds) == 0 {
		return wrong
	}
	slices.SortStableFunc(kinds, func(x, y *logKind) int { return y.rank() - x.rank() })
	a.pick = a.pickOf(kinds)
	for _, name := range a.pick.members {
		if slices.ContainsFunc(unread, func(u string) bool { return unnumbered(u) == unnumbered(name) }) {
			return wrong // a log of the same row can't be read: without it the power would be too little
		}
	}
	a.chosen, a.table, a.left = a.pick.members, nil, nil
	a.members = slices.DeleteFunc(a.members, func(m member) bool { return !slices.Contains(a.chosen, m.name) })
	return a.survey()
}

// unnumbered is what the names of logs of one row have in common.
func unnumbered(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

// kinds groups the members by what they are; unread are those that can't be read as any log.
func (a *archive) kinds() (kinds []*logKind, unread []string, err error) {
	for _, m := range a.members {
		a.table = nil
		one, err := a.kindOf(m)
		var trouble *power.InputError
		var none *refusal
		var no *noLog
		if errors.As(err, &no) {
			continue
		}
		if errors.As(err, &trouble) || errors.As(err, &none) {
			unread = append(unread, m.name)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		same := func(k *logKind) bool { return k.format == one.format && slices.Equal(k.columns, one.columns) }
		at := slices.IndexFunc(kinds, same)
		if at < 0 {
			at = len(kinds)
			kinds = append(kinds, &logKind{sameness: one, table: a.table, loose: one.format == a.formats[len(a.formats)-1].name})
		}
		kinds[at].members = append(kinds[at].members, m.name)
	}
	return kinds, unread, nil
}

// rank is how likely the logs are of power: 0 where nothing tells that they are.
func (k *logKind) rank() int {
	most := 0
	for i, name := range k.table.names {
		rank := 0
		if k.table.means[i].unit != "" {
			rank += rankUnit
		}
		if h, foreign := hintOf(name); !foreign && h.quantity != "" {
			rank += rankQuantity + rankReach*reach(name)
		}
		most = max(most, rank)
	}
	if most > 0 && !k.loose {
		most += rankNamed // the format is one of meters
	}
	return most
}

// pickOf takes the first kind, but for its logs that are of something else by their names.
func (a *archive) pickOf(kinds []*logKind) *pick {
	p := &pick{column: a.column, members: kinds[0].members, sure: Likely}
	others := slices.DeleteFunc(slices.Clone(kinds[1:]), func(k *logKind) bool { return k.loose && !kinds[0].loose })
	if len(others) > 0 {
		p.sure = Guess
	}
	for _, other := range []struct {
		words map[string]bool
		why   string
	}{
		{asideWords, "was taken before the run by its name"},
		{networkWords, "is of a switch by its name, which is a series of its own"},
	} {
		of := func(name string) bool { return says(path.Base(name), other.words) }
		aside := slices.DeleteFunc(slices.Clone(p.members), func(name string) bool { return !of(name) })
		if len(aside) > 0 && len(aside) < len(p.members) {
			p.members = slices.DeleteFunc(slices.Clone(p.members), of)
			p.why += fmt.Sprintf(" %s %s.", listed(aside), other.why)
		}
	}
	p.why = fmt.Sprintf("Of %d %ss these are logs of power in one form, %s.", len(a.members), a.column, kinds[0].format) + p.why
	for _, other := range others {
		p.why += fmt.Sprintf(" %s could be of power too, as %s.", listed(other.members), other.format)
	}
	left := slices.DeleteFunc(namesOf(a.members), func(name string) bool { return slices.Contains(p.members, name) })
	p.why += " Left out: " + listed(left) + "."
	return p
}

// says reports whether a name has one of the words.
func says(name string, words map[string]bool) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool { return words[strings.ToLower(w)] })
}

// picked says which logs of an archive are read, where the person did not.
func (p *proposing) picked() {
	if p.pick == nil {
		return
	}
	if p.out.Series.Where == nil {
		p.out.Series.Where = map[string][]string{}
	}
	p.out.Series.Where[p.pick.column] = p.pick.members
	p.say("where", p.pick.column+" = "+listed(p.pick.members), p.pick.sure, "%s", p.pick.why)
}
