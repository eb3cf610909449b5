package table

import (
	"bytes"
	"cmp"
	"slices"
)

// likeness is how well a separator cuts a file.
type likeness struct {
	separator byte
	agree     int // records cut into the usual number of cells
	cells     int // the usual number
	read, of  int // characters of the last of these records in cells that are a time or a number, and all
}

// tasted is how many records are looked at for times and numbers.
const tasted = 10

// separate chooses the separator and returns the usual number of cells. The one that cuts most lines
// alike wins; counting in the header alone would be misled by a name such as "Power (node, W)",
// counting in the readings by a decimal comma. Of several that do, the one wins whose cells leave least of
// the text unread: a blank cuts a date from its time of day, and joins what commas separate. It never wins over
// one that cuts the names and the first reading below them.
func (l *Layout) separate(all []Sample) (usual int) {
	best := likeness{separator: Separators[0], cells: 1}
	for _, separator := range Separators {
		if !slices.ContainsFunc(all, func(s Sample) bool { return mayCut(s.Text, separator) }) {
			continue
		}
		if separator == ' ' && best.heads(all) {
			continue
		}
		one := like(all, separator)
		if one.cells > 1 && one.compare(&best) > 0 {
			best = one
		}
	}
	l.Separator = best.separator
	for i := range all {
		all[i].Cells = CellCount(all[i].Text, l.Separator)
	}
	return best.cells
}

// mayCut reports whether a separator stands in a record.
func mayCut(record []byte, separator byte) bool {
	return bytes.IndexByte(record, separator) >= 0 || separator == ' ' && bytes.IndexByte(record, '\t') >= 0
}

func (l *likeness) compare(b *likeness) int {
	return cmp.Or(cmp.Compare(l.agree, b.agree), cmp.Compare(l.read*max(b.of, 1), b.read*max(l.of, 1)), cmp.Compare(l.cells, b.cells))
}

func like(all []Sample, separator byte) likeness {
	l := likeness{separator: separator}
	var counts []int // of records, by how many cells they are cut into
	for i := range all {
		if all[i].Comment {
			continue
		}
		n := CellCount(all[i].Text, separator)
		if more := n + 1 - len(counts); more > 0 {
			counts = append(counts, make([]int, more)...)
		}
		counts[n]++
		if n > 1 && (counts[n] > l.agree || counts[n] == l.agree && n > l.cells) {
			l.agree, l.cells = counts[n], n
		}
	}
	for i, left := len(all)-1, tasted; i >= 0 && left > 0; i-- {
		if all[i].Comment || CellCount(all[i].Text, separator) != l.cells {
			continue
		}
		l.taste(all[i])
		left--
	}
	return l
}

// taste looks at a record. A blank that leaves another separator alone in a cell cuts within cells.
func (l *likeness) taste(s Sample) {
	l.of += len(s.Text)
	cells := CellsIn(s, l.separator)
	if l.separator == ' ' && slices.ContainsFunc(cells, func(cell []byte) bool { return len(cell) == 1 && bytes.ContainsAny(cell, ",;|") }) {
		return
	}
	for _, cell := range cells {
		if k := PlainKind(cell); k != Words && k != KindNone {
			l.read += len(cell)
		}
	}
}
