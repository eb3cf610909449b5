// Package export writes a view of a list as CSV, JSON, XLSX and Parquet. All have the same values, each in full and in
// the unit that the name of its column ends with. Rows are written as they come, so memory use does not depend on the
// length of the list.
package export

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"green500/validation/lists/listing"
)

// MostRows of a sheet: a sheet of XLSX holds 1,048,576 with its head, and the others keep to the same.
const MostRows = 1_000_000

// Head says of what a sheet is.
type Head struct {
	List  string       // its name; see store.AllLists for all of them
	Title string       // for people
	View  listing.View // its columns are those of the sheet
}

// Writer writes the rows of one sheet in their order.
type Writer interface {
	// Write adds rows. It fails if the writer beneath does.
	Write(rows []listing.Row) error
	// Close ends the sheet; without it there is none. It does not close the writer beneath.
	Close() error
}

// Format is a way to write a sheet.
type Format struct {
	Name  string // of the end of a file
	Title string // for people
	Media string
	begin func(w io.Writer, head Head, fields []field) (Writer, error)
}

// Formats are all of them.
func Formats() []Format {
	return []Format{
		{"csv", "CSV", "text/csv; charset=utf-8", beginCSV},
		{"json", "JSON", "application/json", beginJSON},
		{"xlsx", "XLSX", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", beginXLSX},
		{"parquet", "Parquet", "application/vnd.apache.parquet", beginParquet},
	}
}

// Begin begins a sheet. It fails if the writer does.
func (f Format) Begin(w io.Writer, head Head) (Writer, error) {
	writer, err := f.begin(w, head, fieldsOf(head.View))
	if err != nil {
		return nil, fmt.Errorf("begin the sheet of %s as %s: %w", head.List, f.Title, err)
	}
	return writer, nil
}

type kind int

const (
	words  kind = iota // string
	whole              // int64
	figure             // float64
	yes                // bool
)

type field struct {
	name  string // with its unit, if it has one
	title string
	unit  string // in which the values are; empty if there is none
	kind  kind
	value func(listing.Row) any // string, int64, float64 or bool; nil if it is not known
}

// fieldsOf are the columns of a sheet: which list each row is of and whether it was graded here, then what the view
// shows.
func fieldsOf(view listing.View) []field {
	fields := []field{{name: "list", title: "List", value: func(r listing.Row) any { return text(r.List) }}}
	if !view.Shows("kind") {
		column, _ := listing.ColumnOf("kind")
		fields = append(fields, fieldOf(column))
	}
	for _, column := range view.Columns {
		of := fieldOf(column)
		if slices.Contains(names(fields), of.name) { // the view asks for it by two names
			continue
		}
		fields = append(fields, of)
		if column.Name == "rank" && !view.Exact {
			fields = append(fields, band("band_first", "Band from", func(r listing.Row) *int { return r.BandFirst }),
				band("band_last", "Band to", func(r listing.Row) *int { return r.BandLast }))
		}
		if column.Name == "efficiency" {
			fields = append(fields, field{name: "efficiency_of_optimised_run", title: "Efficiency of the optimised run",
				kind: yes, value: func(r listing.Row) any {
					if r.Efficiency == nil {
						return nil
					}
					return r.OfOptimisedRun()
				}})
		}
	}
	return append(fields,
		field{name: "system_key", title: "System key", value: func(r listing.Row) any { return text(r.SystemKey) }})
}

func band(name, title string, of func(listing.Row) *int) field {
	return field{name: name, title: title, kind: whole, value: func(r listing.Row) any {
		if rank := of(r); rank != nil {
			return int64(*rank)
		}
		return nil
	}}
}

var kinds = map[listing.Sort]kind{
	listing.Words: words, listing.Choice: words, listing.Measure: figure, listing.Count: whole, listing.Yes: yes,
	listing.Grade: whole,
}

func fieldOf(column listing.Column) field {
	named := column.InFiles()
	f := field{name: named.Name, title: column.Title, unit: named.Unit, kind: kinds[column.Sort]}
	cellOf := listing.Cells()[column.Name]
	f.value = func(row listing.Row) any {
		cell := cellOf(row)
		if !cell.Known {
			return nil
		}
		if column.Sort == listing.Measure {
			return named.Of(cell.Number)
		}
		return typed(column.Sort, cell)
	}
	return f
}

func typed(sort listing.Sort, cell listing.Cell) any {
	switch sort {
	case listing.Count:
		return int64(cell.Number)
	case listing.Yes:
		return cell.Text == "yes"
	case listing.Grade:
		if level, err := strconv.ParseInt(cell.Text, 10, 64); err == nil {
			return level
		}
		return nil
	}
	return text(cell.Text)
}

func text(said string) any {
	if said == "" {
		return nil
	}
	return said
}

func names(fields []field) []string {
	all := make([]string, len(fields))
	for i, f := range fields {
		all[i] = f.name
	}
	return all
}

func (h Head) address() string {
	at := "/lists/" + h.List
	if query := h.View.Query().Encode(); query != "" {
		return at + "?" + query
	}
	return at
}
