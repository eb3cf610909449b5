package list

import "green500/validation/listing"

// listFrame is what all lines of a list have in common, found once: a list has thousands of cells.
type listFrame struct {
	page          *ListPage
	ofAll, banded bool
	columns       []listColumn
}

// listColumn is a column as its cells are drawn.
type listColumn struct {
	listing.Column
	cell          func(listing.Row) listing.Cell
	known, absent string // classes of a cell that holds something, and of one that does not
}

func newListFrame(p *ListPage) *listFrame {
	cells := listing.Cells()
	f := &listFrame{page: p, ofAll: p.ofAll(), banded: p.banded()}
	for _, column := range p.View.Columns {
		class := "said"
		if column.Numeric() {
			class = "n"
		}
		if column.Name == "efficiency" {
			class += " strong"
		}
		f.columns = append(f.columns, listColumn{column, cells[column.Name], class, class + " absent"})
	}
	return f
}

func (c *listColumn) classOf(cell listing.Cell) string {
	if cell.Known {
		return c.known
	}
	return c.absent
}
