// Package archive reads the logs in a zip or tar archive or in a folder as one table, with a column that names the
// file.
package archive

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// Member is a file in an archive or a folder.
type Member struct {
	Name     string // as a label, never as a path to write to
	modified time.Time
	started  string                        // when its times began, if a file beside it reports that
	Left     string                        // why it is left out, if that shows before it is opened
	Content  func() (input.Content, error) // from its beginning
}

// Archive is several logs of one kind seen as one sheet, with a column that distinguishes the members.
type Archive struct {
	*input.File
	*memberSheet        // the log that is read
	column       string // what the column of the members' names is called
	table        *table.Table
	format       string // of every log
	file         int    // the column of the members' names
	stem         int    // the column of what their names tell beside times; -1 if that is no column
	members      []Member
	Left         []*power.InputError // what was left out, for the notes
	Pick         *Pick               // of members, if nobody chose and not all can be read as one
}

// FileColumn is what the column of the members' names is called.
const FileColumn = "file"

func openArchive(in *input.File, kind string, members []Member) (*Archive, error) {
	if in.Member != "" {
		return nil, in.Refuse(0, "", "is an archive in an archive", "unpack the outer one and give this one")
	}
	in.Packing = append(in.Packing, kind)
	return Gather(in, FileColumn, members)
}

// LogFormat is the format of the logs.
func (a *Archive) LogFormat() string { return a.format }

// Gather makes one sheet of the logs among the members, with a column that names the member.
func Gather(in *input.File, column string, members []Member) (*Archive, error) {
	a := &Archive{File: in, column: column, stem: -1}
	if inputErr := a.choose(members); inputErr != nil {
		return nil, inputErr
	}
	err := a.survey()
	if err != nil && in.Choosing {
		err = a.surveyPicked(err)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// choose keeps the members that may be logs, in the natural order of their names.
func (a *Archive) choose(members []Member) *power.InputError {
	slices.SortStableFunc(members, func(a, b Member) int { return celltext.NaturalOrder(a.Name, b.Name) })
	besides := startJobs(members)
	for i, m := range members {
		if len(m.Name) > input.MaxMemberName {
			return a.Refuse(0, "", fmt.Sprintf("holds a name of more than %d bytes", input.MaxMemberName),
				"give the member a shorter name")
		}
		if i > 0 && members[i-1].Name == m.Name {
			return a.Refuse(0, "", fmt.Sprintf("holds %s twice", celltext.Quoted([]byte(m.Name))),
				"give each member its own name")
		}
		if a.Chosen != nil && !slices.Contains(a.Chosen, m.Name) {
			continue
		}
		if m.Left == "" && a.Chosen == nil {
			m.Left = unwanted(m.Name)
			if besides[m.Name] {
				m.Left = "describes the job, whose start is taken from it"
			}
		}
		if m.Left != "" {
			a.leave(m, m.Left)
			continue
		}
		a.members = append(a.members, m)
	}
	for _, name := range a.Chosen {
		if !slices.ContainsFunc(members, func(m Member) bool { return m.Name == name }) {
			return a.Refuse(0, "where", "holds no member called "+celltext.Quoted([]byte(name)),
				"it holds "+celltext.Listed(namesOf(members)))
		}
	}
	return nil
}

func namesOf(members []Member) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Name
	}
	return names
}

func unwanted(name string) string {
	for part := range strings.SplitSeq(name, "/") {
		if up := part == "." || part == ".."; !up && strings.HasPrefix(part, ".") || part == "__MACOSX" {
			return "is hidden"
		}
	}
	return ""
}

func (a *Archive) leave(m Member, why string) {
	a.Left = append(a.Left, &power.InputError{File: a.nameOf(m), Field: a.column, Problem: "is left out: it " + why})
}

func (a *Archive) nameOf(m Member) string { return a.Name + ": " + m.Name }

type sameness struct {
	format  string
	columns []string
}

func (a *Archive) survey() error {
	var logs []Member
	var first sameness
	var refused []*refusal
	for _, m := range a.members {
		one, err := a.kindOf(m)
		var none *refusal
		var no *input.NoLog
		if errors.As(err, &no) && a.Chosen == nil && len(a.members) > 1 {
			a.leave(m, no.Err.Problem)
			continue
		}
		if errors.As(err, &none) {
			refused = append(refused, none)
			continue
		}
		if err != nil {
			var inputErr *power.InputError
			if errors.As(err, &inputErr) && a.Chosen == nil && len(refused) > 0 {
				inputErr.Remedy += fmt.Sprintf(`; or name the logs alone, in "where": {%q: [...]}; it holds %s`,
					FileColumn, celltext.Listed(namesOf(a.members)))
			}
			return err
		}
		if len(logs) == 0 {
			first = one
		}
		if one.format != first.format || !slices.Equal(one.columns, first.columns) {
			return a.differ(logs[0], first, m, one)
		}
		logs = append(logs, m)
	}
	if inputErr := a.leaveRefused(logs, refused); inputErr != nil {
		return inputErr
	}
	a.members, a.format = logs, first.format
	a.nameMachines()
	return nil
}

func (a *Archive) differ(first Member, is sameness, other Member, isNot sameness) *power.InputError {
	how := fmt.Sprintf("%s is %s, %s is %s", first.Name, is.format, other.Name, isNot.format)
	if is.format == isNot.format {
		how = fmt.Sprintf("%s has the columns %s; %s has %s", first.Name, celltext.Listed(is.columns), other.Name,
			celltext.Listed(isNot.columns))
	}
	return a.Refuse(0, "where", "holds different logs: "+how,
		a.byName(first)+"; it holds "+celltext.Listed(namesOf(a.members)))
}

func (a *Archive) byName(one Member) string {
	return fmt.Sprintf(`name those that belong together, as "where": {%q: [%q]}`, a.column, one.Name)
}

type refusal struct {
	Member
	err *power.InputError
}

func (r *refusal) Error() string { return r.err.Error() }

// leaveRefused leaves out what is no log, but refuses what is called like the logs or was asked for.
func (a *Archive) leaveRefused(logs []Member, refused []*refusal) *power.InputError {
	for _, r := range refused {
		alike := func(m Member) bool { return path.Ext(m.Name) == path.Ext(r.Name) }
		if slices.ContainsFunc(logs, alike) && a.Chosen == nil {
			r.err.Remedy += "; or " + a.byName(logs[0])
		}
		if a.Chosen != nil || slices.ContainsFunc(logs, alike) || len(a.members) == 1 {
			return r.err
		}
		a.leave(r.Member, "is no log")
	}
	if len(logs) == 0 {
		remedy := "give the meter's log"
		if len(a.members) > 0 {
			remedy += "; it holds " + celltext.Listed(namesOf(a.members))
		}
		return a.Refuse(0, "", "holds no log", remedy)
	}
	return nil
}

func (a *Archive) kindOf(m Member) (sameness, error) {
	o, text, err := a.openMember(m)
	var inputErr *power.InputError
	if errors.As(err, &inputErr) && text {
		return sameness{}, &refusal{m, inputErr}
	}
	if err != nil {
		return sameness{}, err
	}
	defer o.Close()
	t := o.Sheet.Columns()
	if text && (len(t.Names) < 2 || !slices.Contains(t.Numeric, true)) {
		return sameness{}, &refusal{m, o.Refuse(0, "", "has no columns of numbers", "give a table with a header line")}
	}
	if a.table == nil {
		whole := *t
		whole.Source = a.Source
		a.table, a.file, a.stem = &whole, len(t.Names), -1
		a.addColumn(a.column)
	}
	return sameness{o.Format, t.Names}, nil
}

func (a *Archive) addColumn(name string) {
	t := a.table
	t.Names = append(slices.Clip(t.Names), name)
	t.Raw = append(slices.Clip(t.Raw), name)
	t.Numeric = append(slices.Clip(t.Numeric), false)
	t.Means = append(slices.Clip(t.Means), columnname.Meaning{})
}

// openMember opens a member. text reports that nothing but its text can say whether it is a log.
func (a *Archive) openMember(m Member) (o *input.Opened, text bool, err error) {
	content, err := m.Content()
	if err != nil {
		return nil, false, a.ReadError(err)
	}
	in := &input.File{Source: celltext.Source{Name: a.nameOf(m)}, Scratch: a.Scratch, Spent: a.Spent, Member: m.Name,
		Modified: m.modified, Started: m.started, Formats: a.Formats}
	if content.Close != nil {
		in.Closing = append(in.Closing, content.Close)
	}
	if content.Opens != nil {
		s, err := content.Opens(in)
		if err != nil {
			in.Close()
			return nil, false, err
		}
		return &input.Opened{Sheet: s, Format: input.SpreadsheetFormat, File: in}, false, nil
	}
	in.Receive(content)
	o, err = in.Open()
	return o, in.Generic, err
}

// ChosenMembers returns the members that series ask for, if all of them say so; nil otherwise.
func ChosenMembers(series []*power.Series) []string { return ChosenBy(series, FileColumn) }

// ChosenBy returns what series request of a column, nil if one does not say.
func ChosenBy(series []*power.Series, by string) []string {
	var chosen []string
	for _, s := range series {
		before := len(chosen)
		for column, names := range s.Where {
			if strings.EqualFold(column, by) {
				chosen = append(chosen, names...)
			}
		}
		if len(chosen) == before {
			return nil
		}
	}
	return chosen
}
