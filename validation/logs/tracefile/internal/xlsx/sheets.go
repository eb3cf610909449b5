package xlsx

import (
	"fmt"

	"green500/validation/logs/tracefile/internal/archive"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

const sheetColumn = "sheet"

type tables struct {
	shown, hidden []bookSheet
	others        []string    // sheets that are shown with numbers that make no table
	first         *xlsx       // the first of them, the shown ones before the hidden ones
	look          *input.File // which that reads
}

func (t *tables) close() {
	if t.look != nil {
		t.look.Close()
	}
}

// openSheets opens the table of a workbook; several visible ones are read as the logs of an archive are.
func openSheets(in *input.File, book *workbook) (table.Sheet, error) {
	found, err := findTables(in, book)
	in.Closing = append(in.Closing, found.close)
	if err != nil {
		return nil, err
	}
	all := append(found.shown[:len(found.shown):len(found.shown)], found.hidden...)
	if len(all) == 0 {
		return nil, in.Refuse(0, "", "has no sheet with a table of times and numbers",
			"put the names of the columns above the readings")
	}
	switch several := len(found.shown) > 1 || len(found.shown) == 0 && len(found.hidden) > 1; {
	case in.Member == "" && (several || in.Sheets != nil):
		return sheetsAsOne(in, book, all, found)
	case several:
		return nil, in.Refuse(0, "", "holds several sheets with a table: "+celltext.Listed(sheetNames(all)),
			"give it by itself, or save each sheet as a file of its own")
	}
	x := found.first
	if len(found.shown) == 0 {
		x.Notes.Add(x.Refuse(0, sheetColumn, all[0].name+" is read, which is hidden; no other sheet holds a table", ""))
	}
	x.noteLeft(all[0], "tables on hidden sheets", sheetNames(all[1:]))
	x.noteLeft(all[0], "sheets of numbers without times", found.others)
	return x, nil
}

func findTables(in *input.File, book *workbook) (*tables, error) {
	found := &tables{}
	for _, one := range book.sheets {
		look := &input.File{Source: in.Source}
		x, err := book.openSheet(look, one)
		if err != nil {
			look.Close()
			return found, err
		}
		if x.layout != nil && (found.first == nil || !one.hidden && len(found.shown) == 0) {
			found.close()
			found.first, found.look = x, look
		} else {
			look.Close()
		}
		switch {
		case x.layout != nil && one.hidden:
			found.hidden = append(found.hidden, one)
		case x.layout != nil:
			found.shown = append(found.shown, one)
		case x.counts && !one.hidden:
			found.others = append(found.others, one.name)
		}
	}
	return found, nil
}

func (x *xlsx) noteLeft(read bookSheet, what string, names []string) {
	if len(names) > 0 {
		x.Notes.Add(x.Refuse(0, sheetColumn,
			fmt.Sprintf("%s is read; %s are left out: %s", read.name, what, celltext.Listed(names)), ""))
	}
}

func sheetNames(sheets []bookSheet) []string {
	names := make([]string, len(sheets))
	for i := range sheets {
		names[i] = sheets[i].name
	}
	return names
}

// sheetsAsOne reads sheets as members of an archive, hidden ones only if asked for or alone.
func sheetsAsOne(in *input.File, book *workbook, sheets []bookSheet, found *tables) (table.Sheet, error) {
	var members []archive.Member
	for _, one := range sheets {
		m := archive.Member{Name: archive.LabelOf(one.name)}
		if one.hidden && len(found.shown) > 0 && in.Sheets == nil {
			m.Left = "is hidden"
		}
		m.Content = func() (input.Content, error) {
			return input.Content{Opens: func(in *input.File) (table.Sheet, error) { return book.openTable(in, one) }},
				nil
		}
		members = append(members, m)
	}
	in.Chosen = in.Sheets
	a, err := archive.Gather(in, sheetColumn, members)
	if err != nil {
		return nil, err
	}
	if len(found.others) > 0 && in.Sheets == nil {
		a.Left = append(a.Left, a.Refuse(0, sheetColumn,
			"sheets of numbers without times are left out: "+celltext.Listed(found.others), ""))
	}
	return a, nil
}

func (b *workbook) openTable(in *input.File, of bookSheet) (table.Sheet, error) {
	x, err := b.openSheet(in, of)
	if err != nil {
		return nil, err
	}
	return x, nil
}

// ChosenSheets returns the sheets that series ask for, if all of them say so.
func ChosenSheets(series []*power.Series) []string { return archive.ChosenBy(series, sheetColumn) }
