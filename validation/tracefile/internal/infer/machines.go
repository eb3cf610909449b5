package infer

import (
	"encoding/binary"
	"math"
	"slices"
)

// Whether two readings are of one machine is recognised by the columns beside the one that distinguishes them.

// machines are the readings of machines, by what distinguishes these.
type machines map[string]*readings

// readings are the rows of a machine.
type readings struct {
	rows        []int
	first, last int64
}

func (m machines) rows() (rows int) {
	for _, of := range m {
		rows += len(of.rows)
	}
	return rows
}

// has reports whether one of the machines is so.
func (m machines) has(is func(machine string) bool) bool {
	for machine := range m {
		if is(machine) {
			return true
		}
	}
	return false
}

// readBy returns the words of a column that have readings of a candidate, with the machines that each is of, which other
// columns tell apart.
func (g *sample) readBy(c *candidate, column int, apart []int) map[string]machines {
	found := map[string]machines{}
	for _, rows := range g.groups(append([]int{column}, apart...), c.where) {
		at := g.cells[column].words[rows[0]]
		rows = slices.DeleteFunc(rows, func(row int) bool { return math.IsNaN(g.cells[c.value].numbers[row]) })
		if at < 0 || len(rows) == 0 {
			continue
		}
		word, machine := g.cells[column].texts[at], make([]byte, 0, 4*len(apart))
		for _, i := range apart {
			machine = binary.LittleEndian.AppendUint32(machine, uint32(g.cells[i].words[rows[0]]))
		}
		of := &readings{rows: rows, first: g.at[rows[0]], last: g.at[rows[0]]}
		for _, row := range rows {
			of.first, of.last = min(of.first, g.at[row]), max(of.last, g.at[row])
		}
		if found[word] == nil {
			found[word] = machines{}
		}
		found[word][string(machine)] = of
	}
	return found
}

// mean is that of the readings of a candidate in some rows; not a number if there are none.
func (g *sample) mean(c *candidate, rows []int) float64 {
	sum := 0.0
	for _, row := range rows {
		sum += g.cells[c.value].numbers[row]
	}
	return sum / float64(len(rows))
}
