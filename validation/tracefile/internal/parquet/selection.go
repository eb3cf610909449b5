package parquet

import (
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"

	"green500/validation/canonical"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
)

// Numbers of rows that belong to no meter.
const (
	noCombination = int32(-1) // the row is not one of the series
	unclear       = int32(-2) // the group has to be read row by row
)

// parquetSelection takes what one series asks for of a file that is read column by column.
type parquetSelection struct {
	selection *table.Selection
	plain     bool // all its columns can be read as runs
	fix       fixer
	keyed     []*keyColumn // of the meters and of the filters
	members   map[uint64]int32
	found     []int32 // of a combination: where it belongs in groups
	alone     alone
	groups    []*table.Instrument
	time      *timeLane
	combined  []int32   // where every row of the group belongs; in the lane of its key where there is one only
	unclear   bool      // a row of the series has an error, or states no meter
	strange   bool      // a row is not one of the series
	numbers   [][]int32 // the writer's, by lane and group
	belong    []int32   // where what is handed on does
	at, value []int64
}

func newParquetSelection(p *parquetTable, s *table.Selection) *parquetSelection {
	t := &parquetSelection{selection: s, plain: p.leaves[s.TimeAt].laned() && !s.Counts(), fix: newFixer(s.Series.Unit), members: map[uint64]int32{}}
	for _, column := range s.KeyAt {
		t.keyed = append(t.keyed, &keyColumn{column: column, texts: newInterned()})
	}
	for _, f := range s.Filters {
		t.keyed = append(t.keyed, &keyColumn{column: f.Column, texts: newInterned()})
	}
	for _, key := range t.keyed {
		t.plain = t.plain && p.leaves[key.column].laned() && p.leaves[key.column].stamp == nil && p.leaves[key.column].decimal == nil
	}
	for _, column := range s.ValuesAt {
		t.plain = t.plain && p.leaves[column].laned() && p.leaves[column].numeric()
	}
	return t
}

func (t *parquetSelection) readKeys(b *parquetBulk) error {
	for _, key := range t.keyed {
		if err := key.read(b); err != nil {
			return b.laneError(key.column, err)
		}
		if err := b.whole(key.column, len(key.lane)); err != nil {
			return err
		}
	}
	return nil
}

// resolveRows finds the combination of cells of every row, and the meter of every combination.
func (t *parquetSelection) resolveRows(rows int) error {
	t.unclear, t.strange = false, false
	switch {
	case len(t.keyed) > 0:
		if err := t.combine(rows); err != nil {
			return err
		}
	case len(t.groups) == 0:
		if err := t.resolve(nil); err != nil {
			return err
		}
	}
	for _, row := range t.time.bad {
		t.unclear = t.unclear || len(t.keyed) == 0 || t.combined[row] != noCombination
	}
	return nil
}

// combine finds where every row belongs.
func (t *parquetSelection) combine(rows int) error {
	combined := t.keyed[0].lane
	if len(t.keyed) > 1 {
		combined = laneOf(t.combined, rows)[:rows]
	}
	lowest := int32(0)
	for i := range rows {
		group, met := t.alone.of(t.keyed, i)
		if !met {
			combination, err := t.combination(i)
			if err != nil {
				return err
			}
			group = t.found[combination]
			t.alone.learn(t.keyed, i, group)
		}
		combined[i] = group
		lowest = min(lowest, group)
	}
	t.combined, t.unclear, t.strange = combined, lowest == unclear, lowest < 0
	return nil
}

// alone is where rows belong that one column distinguishes, by the number of its text: a table is many times
// faster than a map.
type alone []int32

const unknown = int32(-3)

// of returns where a row belongs; met is false if that is not known.
func (a alone) of(keyed []*keyColumn, row int) (group int32, met bool) {
	if len(keyed) != 1 {
		return 0, false
	}
	text := keyed[0].lane[row]
	if uint32(text) >= uint32(len(a)) {
		return 0, false
	}
	return a[text], a[text] != unknown
}

func (a *alone) learn(keyed []*keyColumn, row int, group int32) {
	text := keyed[0].lane[row]
	if len(keyed) != 1 || text == noText {
		return
	}
	for len(*a) <= int(text) {
		*a = append(*a, unknown)
	}
	(*a)[text] = group
}

// combination returns the number of what the keyed columns hold in a row.
func (t *parquetSelection) combination(row int) (int32, error) {
	number := uint64(0)
	for i, key := range t.keyed {
		path := number<<33 | uint64(uint32(key.lane[row]))<<1
		if i+1 < len(t.keyed) {
			path |= 1
		}
		next, met := t.members[path]
		if !met {
			var err error
			if next, err = t.addCombination(path, i, row); err != nil {
				return 0, err
			}
		}
		number = uint64(next)
	}
	return int32(number), nil
}

// maxCombinations bounds what is kept of combinations.
const maxCombinations = 1 << 20

// addCombination gives a number to cells that were not seen together before.
func (t *parquetSelection) addCombination(path uint64, last, row int) (int32, error) {
	if len(t.members) == maxCombinations {
		return 0, errRowByRow
	}
	number := int32(len(t.members) + 1) // 0 stands for no cell yet
	if last+1 == len(t.keyed) {
		number = int32(len(t.found))
		cells := make([]int32, len(t.keyed))
		for i, key := range t.keyed {
			cells[i] = key.lane[row]
		}
		if err := t.resolve(cells); err != nil {
			return 0, err
		}
	}
	t.members[path] = number
	return number, nil
}

// resolve finds the meter of a combination of cells.
func (t *parquetSelection) resolve(cells []int32) error {
	s := t.selection
	for i := range s.Filters {
		key := t.keyed[len(s.KeyAt)+i]
		cell := cells[len(s.KeyAt)+i]
		if cell == noText || !s.Filters[i].Admits([]byte(key.texts.texts[cell])) {
			t.found = append(t.found, noCombination)
			return nil
		}
	}
	s.Instruments.Begin()
	for i := range s.KeyAt {
		if cells[i] == noText || t.keyed[i].texts.texts[cells[i]] == "" {
			t.found = append(t.found, unclear)
			return nil
		}
		s.Instruments.AddKey([]byte(t.keyed[i].texts.texts[cells[i]]))
	}
	into := s.Instruments.Current(s.MostInstruments())
	if into == nil {
		t.found = append(t.found, unclear)
		return nil
	}
	t.found = append(t.found, int32(len(t.groups)))
	t.groups = append(t.groups, into)
	return nil
}

// takeRun hands on the readings of a run of cells that begins at a row of the group.
func (t *parquetSelection) takeRun(b *parquetBulk, lane, column, row int, run cellRun) error {
	if row+len(run.bits) > int(b.rows) {
		return b.damagedColumn(column, b.within(row+len(run.bits)))
	}
	if !t.strange && run.null == nil && t.fixAll(b.leaves[column], run.bits) {
		var belong []int32
		if len(t.keyed) > 0 {
			belong = t.combined[row:][:len(run.bits)]
		}
		return t.write(lane, column, belong, t.time.at[row:][:len(run.bits)])
	}
	return t.takeCells(b, lane, column, row, run)
}

// fixAll makes readings of cells; ok is false if each has to be looked at.
func (t *parquetSelection) fixAll(leaf *parquetColumn, cells []uint64) (ok bool) {
	if !leaf.isFloat() || leaf.decimal != nil {
		return false
	}
	t.value = laneOf(t.value, len(cells))[:len(cells)]
	return t.fix.fixAll(t.value, cells)
}

// takeCells hands on what can be read of cells.
func (t *parquetSelection) takeCells(b *parquetBulk, lane, column, row int, run cellRun) error {
	t.belong, t.at, t.value = t.belong[:0], t.at[:0], t.value[:0]
	leaf := b.leaves[column]
	for i, bits := range run.bits {
		group := int32(0)
		if len(t.keyed) > 0 {
			if group = t.combined[row+i]; group == noCombination {
				continue
			}
		}
		value := leaf.laneNumber(bits)
		fixed, err := t.fix.fixed(value)
		if run.null != nil && run.null[i] || err != nil {
			if err := t.countMissing(b, column, row+i, run.null != nil && run.null[i], value, err); err != nil {
				return err
			}
			continue
		}
		t.belong = append(t.belong, group)
		t.at = append(t.at, t.time.at[row+i])
		t.value = append(t.value, fixed)
	}
	return t.write(lane, column, t.belong, t.at)
}

// write gives the writer the values that were gathered, with the groups that they belong to and their times.
func (t *parquetSelection) write(lane, column int, belong []int32, at []int64) error {
	s := t.selection
	s.Taken += len(at)
	numbers := t.numbersIn(lane, column)
	if len(t.keyed) == 0 {
		return s.Writer.Add(numbers[0], at, t.value, canonical.Multiples{})
	}
	return s.Writer.AddRows(numbers, belong, at, t.value, canonical.Multiples{})
}

// numbersIn returns the writer's numbers for the groups in a lane, which a column is read into.
func (t *parquetSelection) numbersIn(lane, column int) []int32 {
	s := t.selection
	for len(t.numbers) <= lane {
		t.numbers = append(t.numbers, nil)
	}
	known := t.numbers[lane]
	for _, one := range t.groups[len(known):] {
		known = append(known, s.WritersNumber(one.Lane(lane, len(s.ValuesAt)), column))
	}
	t.numbers[lane] = known
	return known
}

// countMissing counts a missing reading, and refuses one that no meter can read.
func (t *parquetSelection) countMissing(b *parquetBulk, column, row int, null bool, value float64, err error) error {
	start := b.row
	b.row += int64(row)
	defer func() { b.row = start }()
	f := notFinite(value)
	if null {
		f = missing()
	}
	if f == nil {
		f = table.UnitMismatch(err)
	}
	if f.Missing {
		t.selection.Miss(b.Place(column, f))
		return nil
	}
	return b.Place(column, f)
}

// laneNumber returns the number that a cell of a numeric column is.
func (c *parquetColumn) laneNumber(bits uint64) float64 {
	switch {
	case c.decimal != nil:
		return float64(int64(bits)) / math.Pow10(int(c.decimal.Scale))
	case c.isFloat():
		return math.Float64frombits(bits)
	}
	return float64(int64(bits))
}

func (c *parquetColumn) isFloat() bool { return c.kind == parquet.Float || c.kind == parquet.Double }

// notFinite is the error of NaN, which pandas writes where there is no reading, and of infinities.
func notFinite(value float64) *celltext.Error {
	if !math.IsNaN(value) && !math.IsInf(value, 0) {
		return nil
	}
	return &celltext.Error{
		Problem: fmt.Sprintf("is %v", value),
		Remedy:  "leave the row out where the meter has no reading",
		Missing: true,
	}
}
