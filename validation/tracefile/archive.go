package tracefile

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"green500/validation/power"
)

// What an archive or a folder may hold.
const (
	maxMembers    = 100_000 // a capture a second for a day
	maxMemberName = 1 << 10 // bytes
)

// member is a file in an archive or a folder.
type member struct {
	name     string // as a label, never as a path to write to
	modified time.Time
	started  string                  // when its times began, where a file beside it tells that
	left     string                  // why it is left out, where that shows before it is opened
	content  func() (content, error) // from its beginning
}

// archive is several logs of one kind seen as one sheet: the columns that they share, and one that
// tells the members apart.
type archive struct {
	*input
	column  string // what the column of the members' names is called
	table   *table
	format  string // of every log
	file    int    // the column of the members' names
	stem    int    // the column of what their names tell beside times; -1 where that is no column
	members []member
	left    []*power.InputError // what was left out, for the notes
	pick    *pick               // of members, where nobody chose and not all can be read as one
	now     *memberSheet        // the log that is read
}

// fileColumn is what the column of the members' names is called.
const fileColumn = "file"

// openArchive makes one sheet of the logs among the members.
func openArchive(in *input, kind string, members []member) (*archive, error) {
	if in.member != "" {
		return nil, in.refuse(0, "", "is an archive in an archive", "unpack the outer one and give this one")
	}
	in.packing = append(in.packing, kind)
	return gather(in, fileColumn, members)
}

// logFormat is the format of the logs.
func (a *archive) logFormat() string { return a.format }

// gather makes one sheet of the logs among what is told apart by a column.
func gather(in *input, column string, members []member) (*archive, error) {
	a := &archive{input: in, column: column, stem: -1}
	if trouble := a.choose(members); trouble != nil {
		return nil, trouble
	}
	err := a.survey()
	if err != nil && in.choosing {
		err = a.surveyPicked(err)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// choose keeps the members that may be logs, in the natural order of their names.
func (a *archive) choose(members []member) *power.InputError {
	slices.SortStableFunc(members, func(a, b member) int { return byParts(a.name, b.name) })
	besides := startJobs(members)
	for i, m := range members {
		if len(m.name) > maxMemberName {
			return a.refuse(0, "", fmt.Sprintf("holds a name of more than %d bytes", maxMemberName), "give the member a shorter name")
		}
		if i > 0 && members[i-1].name == m.name {
			return a.refuse(0, "", fmt.Sprintf("holds %s twice", quoted([]byte(m.name))), "give each member its own name")
		}
		if a.chosen != nil && !slices.Contains(a.chosen, m.name) {
			continue
		}
		if m.left == "" && a.chosen == nil {
			m.left = unwanted(m.name)
			if besides[m.name] {
				m.left = "tells of the job, and its start is taken from it"
			}
		}
		if m.left != "" {
			a.leave(m, m.left)
			continue
		}
		a.members = append(a.members, m)
	}
	for _, name := range a.chosen {
		if !slices.ContainsFunc(members, func(m member) bool { return m.name == name }) {
			return a.refuse(0, "where", "holds no member called "+quoted([]byte(name)), "it holds "+listed(namesOf(members)))
		}
	}
	return nil
}

func namesOf(members []member) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	return names
}

// unwanted tells why a member of a name can't be a log.
func unwanted(name string) string {
	for part := range strings.SplitSeq(name, "/") {
		up := part == "." || part == ".."
		if !up && strings.HasPrefix(part, ".") || part == "__MACOSX" {
			return "is hidden"
		}
	}
	return ""
}

// leave notes that a member is not read.
func (a *archive) leave(m member, why string) {
	a.left = append(a.left, &power.InputError{File: a.nameOf(m), Field: a.column, Problem: "is left out: it " + why})
}

func (a *archive) nameOf(m member) string { return a.name + ": " + m.name }

// sameness is what logs have to have in common to be read as one.
type sameness struct {
	format  string
	columns []string
}

// survey opens every member to find the logs, which have to be of one kind.
func (a *archive) survey() error {
	var logs []member
	var first sameness
	var refused []*refusal
	for _, m := range a.members {
		one, err := a.kindOf(m)
		var none *refusal
		var no *noLog
		if errors.As(err, &no) && a.chosen == nil {
			a.leave(m, no.trouble.Problem)
			continue
		}
		if errors.As(err, &none) {
			refused = append(refused, none)
			continue
		}
		if err != nil {
			return a.orOthers(err, len(refused) > 0)
		}
		if len(logs) == 0 {
			first = one
		}
		if one.format != first.format || !slices.Equal(one.columns, first.columns) {
			return a.differ(logs[0], first, m, one)
		}
		logs = append(logs, m)
	}
	if trouble := a.leaveRefused(logs, refused); trouble != nil {
		return trouble
	}
	a.members, a.format = logs, first.format
	a.nameMachines()
	return nil
}

// orOthers says of trouble with a member that others can be chosen, where some are no logs.
func (a *archive) orOthers(err error, strange bool) error {
	var trouble *power.InputError
	if errors.As(err, &trouble) && a.chosen == nil && strange {
		trouble.Remedy += fmt.Sprintf(`; or name the logs alone, in "where": {%q: [...]}; it holds %s`, fileColumn, listed(namesOf(a.members)))
	}
	return err
}

// differ tells of two logs that can't be read as one.
func (a *archive) differ(first member, is sameness, other member, isNot sameness) *power.InputError {
	how := fmt.Sprintf("%s is %s, %s is %s", first.name, is.format, other.name, isNot.format)
	if is.format == isNot.format {
		how = fmt.Sprintf("%s has the columns %s; %s has %s", first.name, listed(is.columns), other.name, listed(isNot.columns))
	}
	return a.refuse(0, "where", "holds different logs: "+how, a.byName(first)+"; it holds "+listed(namesOf(a.members)))
}

// byName says how members are chosen.
func (a *archive) byName(one member) string {
	return fmt.Sprintf(`name those that belong together, as "where": {%q: [%q]}`, a.column, one.name)
}

// refusal says why a member is no log.
type refusal struct {
	member
	trouble *power.InputError
}

func (r *refusal) Error() string { return r.trouble.Error() }

// leaveRefused leaves out what is no log. A member that is called like the logs, or was asked for,
// is one that can't be read.
func (a *archive) leaveRefused(logs []member, refused []*refusal) *power.InputError {
	for _, r := range refused {
		alike := func(m member) bool { return path.Ext(m.name) == path.Ext(r.name) }
		if slices.ContainsFunc(logs, alike) && a.chosen == nil {
			r.trouble.Remedy += "; or " + a.byName(logs[0])
		}
		if a.chosen != nil || slices.ContainsFunc(logs, alike) || len(a.members) == 1 {
			return r.trouble
		}
		a.leave(r.member, "is no log")
	}
	if len(logs) == 0 {
		remedy := "give the meter's log"
		if len(a.members) > 0 {
			remedy += "; it holds " + listed(namesOf(a.members))
		}
		return a.refuse(0, "", "holds no log", remedy)
	}
	return nil
}

// noLog is the trouble with a file that stands where a log would, and has none for a reason that it tells. An
// archive leaves it out.
type noLog struct{ trouble *power.InputError }

func (n *noLog) Error() string { return n.trouble.Error() }

func (n *noLog) Unwrap() error { return n.trouble }

// kindOf looks at a member. What is no log is a *refusal.
func (a *archive) kindOf(m member) (sameness, error) {
	o, text, err := a.openMember(m)
	var trouble *power.InputError
	if errors.As(err, &trouble) && text {
		return sameness{}, &refusal{m, trouble}
	}
	if err != nil {
		return sameness{}, err
	}
	defer o.close()
	t := o.sheet.columns()
	if text && (len(t.names) < 2 || !slices.Contains(t.numeric, true)) {
		return sameness{}, &refusal{m, o.refuse(0, "", "has no columns of numbers", "give a table with a header line")}
	}
	if a.table == nil {
		a.extend(t)
	}
	return sameness{o.format, t.names}, nil
}

// extend makes the columns of the archive from those of its logs.
func (a *archive) extend(t *table) {
	whole := *t
	whole.source = a.source
	a.table, a.file, a.stem = &whole, len(t.names), -1
	a.addColumn(a.column)
}

func (a *archive) addColumn(name string) {
	t := a.table
	t.names = append(slices.Clip(t.names), name)
	t.raw = append(slices.Clip(t.raw), name)
	t.numeric = append(slices.Clip(t.numeric), false)
	t.means = append(slices.Clip(t.means), meaning{})
}

// openMember opens a member. text tells that nothing but its text can say whether it is a log.
func (a *archive) openMember(m member) (o *opened, text bool, err error) {
	content, err := m.content()
	if err != nil {
		return nil, false, a.hard(err)
	}
	in := &input{source: source{name: a.nameOf(m)}, scratch: a.scratch, spent: a.spent, member: m.name, modified: m.modified, started: m.started, formats: a.formats}
	if content.close != nil {
		in.closing = append(in.closing, content.close)
	}
	if content.opens != nil {
		s, err := content.opens(in)
		if err != nil {
			in.close()
			return nil, false, err
		}
		return &opened{s, spreadsheetFormat, in}, false, nil
	}
	in.receive(content)
	o, err = in.open()
	return o, in.loose, err
}

// chosenMembers returns the members that series ask for, where all of them say so: the others need
// not be readable then.
func chosenMembers(series []*power.Series) []string { return chosenBy(series, fileColumn) }
