// This file owns the catalogue of lists, graded here or elsewhere, with their lines.

package lists

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

func newLine(list CatalogueRow, r listing.Row) LineRow {
	line := LineRow{ListID: list.ID, Search: searchText(r)}
	if r.EntryID != 0 {
		line.EntryID = new(r.EntryID)
	}
	r.List, r.Kind, r.Edition, r.EntryID, r.SystemKey = "", "", "", 0, ""
	for _, field := range reflect.ValueOf(&r).Elem().Fields() {
		if field.Kind() == reflect.String {
			field.SetString(database.Text(field.String()))
		}
	}
	line.Row = r
	return line
}

// Difference is how lines of a list differ from those that were kept of it before.
type Difference struct {
	Added   int // systems that were not on it
	Removed int // systems that are not on it any more
	Changed int // systems of which it says something else
}

// catalogue keeps a list with its lines in place of what was kept of it before. Lines have ranks; machines and bands
// are entered here.
func catalogue(tx *gorm.DB, list CatalogueRow, lines []namedLine) (Difference, error) {
	slices.SortFunc(lines, func(a, b namedLine) int { return cmp.Compare(a.Rank, b.Rank) })
	list.Entries, list.Powered, list.Warnings = len(lines), countPowered(lines), database.NotNil(list.Warnings)
	if err := keepCatalogued(tx, &list); err != nil {
		return Difference{}, err
	}
	recorded.SealRows(tx, recorded.SealedLines, list.ID)
	if err := matchSystems(tx, list, lines); err != nil {
		return Difference{}, err
	}
	rows := database.Convert(lines, func(l namedLine) listing.Row { return l.Row })
	listing.Band(rows)
	listing.RankByEfficiency(rows)
	fresh := database.Convert(rows, func(r listing.Row) LineRow { return newLine(list, r) })
	difference, err := replaceLines(tx, list, fresh)
	if err != nil {
		return Difference{}, err
	}
	if err := tx.Where("list_id = ?", list.ID).Delete(&choiceRow{}).Error; err != nil {
		return Difference{}, err
	}
	if err := database.Insert(tx, choicesOf(list, rows)); err != nil {
		return Difference{}, err
	}
	return difference, keepFigures(tx, list.ID)
}

func replaceLines(tx *gorm.DB, list CatalogueRow, fresh []LineRow) (Difference, error) {
	before, err := LinesOf(tx, list.ID)
	if err != nil {
		return Difference{}, err
	}
	if err := tx.Where("list_id = ?", list.ID).Delete(&LineRow{}).Error; err != nil {
		return Difference{}, err
	}
	if err := tx.Omit("List", "Kind", "Edition", "SystemKey").CreateInBatches(fresh, linesAtOnce).Error; err != nil {
		return Difference{}, err
	}
	return differenceOf(before, fresh), nil
}

// linesAtOnce are written by one statement: a line has some thirty values, and the time that SQLite's driver takes to
// pass them grows with the square of their number.
const linesAtOnce = 25

func differenceOf(before, after []LineRow) Difference {
	gone := map[int64]LineRow{}
	for _, line := range before {
		gone[line.SystemID] = line
	}
	var d Difference
	for _, line := range after {
		old, listed := gone[line.SystemID]
		switch {
		case !listed:
			d.Added++
		case !reflect.DeepEqual(old, line):
			d.Changed++
		}
		delete(gone, line.SystemID)
	}
	d.Removed = len(gone)
	return d
}

func keepCatalogued(tx *gorm.DB, list *CatalogueRow) error {
	var kept CatalogueRow
	err := tx.Where("name = ?", list.Name).Take(&kept).Error
	switch {
	case err == nil:
		list.ID, list.Version = kept.ID, kept.Version+1
		err = tx.Model(&kept).Select("*").Omit("id").Updates(list).Error
	case database.IsNotFound(err):
		err = tx.Create(list).Error
	}
	if err != nil {
		return fmt.Errorf("keep the list %s: %w", list.Name, err)
	}
	return nil
}

func countPowered(lines []namedLine) int {
	n := 0
	for _, row := range lines {
		if row.Power != nil || row.Efficiency != nil {
			n++
		}
	}
	return n
}

func choicesOf(list CatalogueRow, rows []listing.Row) []choiceRow {
	var choices []choiceRow
	cells := listing.Cells()
	for _, column := range listing.Choices() {
		counts := map[string]int{}
		for _, row := range rows {
			if cell := cells[column.Name](row); cell.Known {
				counts[database.Text(cell.Text)]++
			}
		}
		for value, count := range counts {
			choices = append(choices, choiceRow{ListID: list.ID, Field: column.Name, Value: value, Count: count})
		}
	}
	return choices
}

func (s *Lists) updateCatalogue(tx *gorm.DB, editionID int64) error {
	edition, err := database.Take[editions.EditionRow](tx.Where("id = ?", editionID))
	if err != nil {
		return fmt.Errorf("read edition %d: %w", editionID, err)
	}
	stands, err := listAsOf(tx, edition, AsOf{})
	if err != nil {
		return err
	}
	lines := make([]namedLine, len(stands.Rows))
	for i, row := range stands.Rows {
		if lines[i].Row, err = gradedLine(tx, row, i+1); err != nil {
			return err
		}
	}
	list := CatalogueRow{Name: edition.Name, Kind: listing.Graded, Edition: edition.Name, EditionID: &edition.ID,
		Digest: stands.Hash, Changed: s.db.Now().UnixMicro()}
	_, err = catalogue(tx, list, lines)
	return err
}

func gradedLine(tx *gorm.DB, r ListRow, place int) (listing.Row, error) {
	row := r.line(place)
	kept, err := database.Take[submissions.RevisionRow](tx.Where("entry_id = ? AND number = ?", r.EntryID, r.Revision))
	if err != nil {
		return row, fmt.Errorf("read the document of submission %d: %w", r.EntryID, err)
	}
	document, err := submissions.DecodeDocument(kept.Document)
	if err != nil {
		return row, nil //nolint:nilerr // the list stands; a document that cannot be read adds nothing to it
	}
	system := document.System
	row.Vendor, row.Processor, row.Interconnect, row.OperatingSystem = system.Manufacturer, system.Processor,
		system.Interconnect, system.OperatingSystem
	row.Year, row.AcceleratorCores, row.Optimised = database.UnlessZero(system.Year),
		database.UnlessZero(system.AcceleratorCores), document.Run.PowerOptimised
	if system.RpeakTeraflops > 0 {
		row.Rpeak = new(power.GFlops(system.RpeakTeraflops * gigaPerTera))
	}
	return row, nil
}

// line is what a list of ours itself says of an entry; place is from 1.
func (r ListRow) line(place int) listing.Row {
	return listing.Row{
		List: r.Edition, Kind: listing.Graded, Edition: r.Edition, Rank: place, Unranked: r.Rank == 0,
		EntryID: r.EntryID, System: r.System, Site: r.Site, Country: r.Country,
		TotalCores: database.UnlessZero(r.TotalCores), Accelerator: r.Accelerator, Rmax: &r.Rmax,
		Power: &r.Power, PowerUncertainty: r.PowerUncertainty,
		Efficiency: &r.Efficiency, Uncertainty: r.EfficiencyUncertainty, Level: &r.Level,
		Top500Rank: database.UnlessZero(r.Top500Rank),
	}
}

// Lines are the rows of a list in a state that it stood in, with their bands.
func (l PublishedList) Lines() []listing.Row {
	lines := make([]listing.Row, len(l.Rows))
	for i, row := range l.Rows {
		lines[i] = row.line(i + 1)
	}
	listing.Band(lines)
	return lines
}

const gigaPerTera = 1000
