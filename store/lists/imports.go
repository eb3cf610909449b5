// This file owns importing lists that were published elsewhere.

package lists

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/lists/listing"
	"green500/validation/lists/published"
)

// Import is a list that was published elsewhere, and the file it was read from.
type Import struct {
	List   *published.List
	Source string // name of the file
	Digest string // SHA-256 of its bytes, in hexadecimal digits
}

// Imported is what became of an import.
type Imported struct {
	List       Catalogued  // as it is kept now
	Before     *Catalogued // as it was kept before; nil if it is new
	Difference             // from before, if another file replaced what was there, or another reader read the same one
	unchanged  bool
}

// Unchanged reports whether the very file was imported before, by the reader of today.
func (i Imported) Unchanged() bool { return i.unchanged }

// ListWarnings are what was noticed in the file of a list that was published elsewhere.
type ListWarnings struct {
	Reader         int                 // published.Version of the reader of the file; 0 before readers had one
	Warnings       []published.Warning `json:"Warnings"`
	Contradictions []published.Contradiction
}

// Import keeps a list that was published elsewhere. The same file again changes nothing, unless another reader has read
// it since; another file of the same list takes the place of what is there.
func (s *Lists) Import(ctx context.Context, from Import) (Imported, error) {
	list, lines, err := publishedLines(from)
	if err != nil {
		return Imported{}, err
	}
	list.Changed = s.db.Now().UnixMicro()
	var done Imported
	err = s.db.Transact(ctx, func(tx *gorm.DB) error {
		var err error
		done, err = s.keepImport(tx, list, slices.Clone(lines)) // as they were, if the transaction is tried again
		return err
	})
	if err != nil {
		return Imported{}, fmt.Errorf("import %s: %w", list.Name, err)
	}
	return done, nil
}

func (s *Lists) keepImport(tx *gorm.DB, list CatalogueRow, lines []namedLine) (done Imported, err error) {
	var before, after CatalogueRow
	err = tx.Where("name = ?", list.Name).Take(&before).Error
	if err != nil && !database.IsNotFound(err) {
		return done, err
	}
	if err == nil {
		done.Before = new(before.catalogued())
		kept, err := before.noticed()
		if err != nil {
			return done, err
		}
		if done.List = *done.Before; before.Digest == list.Digest && kept.Reader == published.Version {
			done.unchanged = true
			return done, nil
		}
	}
	if done.Difference, err = catalogue(tx, list, lines); err != nil {
		return done, err
	}
	if err := tx.Where("name = ?", list.Name).Take(&after).Error; err != nil {
		return done, err
	}
	done.List = after.catalogued()
	event := recorded.AuditEvent{Name: "import list", Subject: list.Name, Detail: fmt.Sprintf(
		"%s, SHA-256 %s, %d systems, %d with power", list.Source, list.Digest, after.Entries, after.Powered)}
	if done.Before != nil {
		event.Detail += fmt.Sprintf("; in place of %s: %d added, %d removed, %d changed", before.Source, done.Added,
			done.Removed, done.Changed)
	}
	return done, s.db.Record(tx, event)
}

// ListWarnings returns what was noticed in the file of a list; nothing for one that was graded here. It returns
// ErrNotFound if there is no such list.
func (s *Lists) ListWarnings(ctx context.Context, name string) (ListWarnings, error) {
	row, err := database.Take[CatalogueRow](s.db.Query(ctx).Where("name = ?", name))
	if err != nil {
		return ListWarnings{}, fmt.Errorf("read the warnings about %s: %w", name, err)
	}
	return row.noticed()
}

func (r CatalogueRow) noticed() (noticed ListWarnings, err error) {
	if len(r.Warnings) == 0 {
		return noticed, nil
	}
	if err := json.Unmarshal(r.Warnings, &noticed); err != nil {
		return noticed, fmt.Errorf("read the warnings about %s: %w", r.Name, err)
	}
	return noticed, nil
}

func publishedLines(from Import) (CatalogueRow, []namedLine, error) {
	kind := listing.Kind(from.List.Kind)
	list := CatalogueRow{Name: string(kind) + "-" + from.List.Edition, Kind: kind, Edition: from.List.Edition,
		Source: database.Text(from.Source), Digest: from.Digest}
	lines := database.Convert(from.List.Rows, func(r published.Row) namedLine { return publishedLine(list, r) })
	noticed := ListWarnings{Reader: published.Version, Warnings: slices.Clone(from.List.Warnings),
		Contradictions: from.List.Contradictions()}
	noticed.Warnings = append(noticed.Warnings, rankAsListed(from.List.Rows, lines)...)
	var err error
	if list.Warnings, err = json.Marshal(noticed); err != nil {
		return list, nil, fmt.Errorf("write the warnings about %s: %w", list.Name, err)
	}
	return list, lines, nil
}

// publishedLine is a line as the list says it, but for its rank. An efficiency that the list does not say is Rmax over
// power.
func publishedLine(list CatalogueRow, r published.Row) namedLine {
	country, _ := published.CountryCode(r.Country) // the reader warned about others
	row := listing.Row{
		List: list.Name, Kind: list.Kind, Edition: list.Edition, System: cmp.Or(r.Name, r.Computer),
		Computer: r.Computer, Site: r.Site, Country: country, Vendor: r.Manufacturer,
		Year: database.UnlessZero(r.Year), Segment: r.Segment, TotalCores: database.UnlessZero(r.TotalCores),
		AcceleratorCores: database.UnlessZero(r.AcceleratorCores), Accelerator: r.Accelerator,
		Processor: r.Processor, Interconnect: r.Interconnect, OperatingSystem: r.OperatingSystem,
		Rmax: database.UnlessZero(r.Rmax), Rpeak: database.UnlessZero(r.Rpeak),
		Power: r.Power, PowerSource: r.PowerSource, Efficiency: r.Efficiency,
		Level: database.UnlessZero(r.Level), Top500Rank: database.UnlessZero(r.Top500Rank),
		Optimised: r.OptimizedRmax != nil || r.OptimizedPower != nil || strings.EqualFold(r.PowerSource,
			tunedSource), OptimisedRmax: r.OptimizedRmax, OptimisedPower: r.OptimizedPower,
		Top500SystemID: database.UnlessZero(r.SystemID), Top500SiteID: database.UnlessZero(r.SiteID),
	}
	if efficiency, known := r.Recomputed(); known && row.Efficiency == nil {
		row.Efficiency = &efficiency
	}
	return namedLine{Row: row, top500ID: int64(r.SystemID)}
}

// tunedSource is what lists from 2017 on say of a power that is of an optimised run.
const tunedSource = "Optimized" //nolint:misspell // as lists write it

// rankAsListed gives lines the ranks of the file. If two share one, or a row has none, it is the next that is free,
// which gets a warning.
func rankAsListed(rows []published.Row, lines []namedLine) (messages []published.Warning) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(unranked(rows[a]), unranked(rows[b])), cmp.Compare(rows[a].Rank, rows[b].Rank))
	})
	last := 0
	for _, i := range order {
		rank := max(last+1, rows[i].Rank)
		if rows[i].Rank != 0 && rank != rows[i].Rank {
			messages = append(messages, published.Warning{Line: rows[i].Line,
				Problem: fmt.Sprintf("the rank %d is that of another row too; it is shown at %d", rows[i].Rank, rank)})
		}
		lines[i].Rank, last = rank, rank
	}
	return messages
}

// unranked puts rows without a rank behind the others.
func unranked(r published.Row) int {
	if r.Rank > 0 {
		return 0
	}
	return 1
}
