package parquet

import (
	"errors"
	"math"
	"sync"

	"github.com/parquet-go/parquet-go"

	"green500/validation/power"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// maxLaneRows is how long a row group may be to be read column by column: the times and the
// meters of a group are held, 12 bytes a row. Writers make groups of 100,000 to a million.
const maxLaneRows = 2 << 20

// TakeAll reads the row groups column by column, on all cores. What that can't read, and every
// an error in a time or a key, goes row by row.
func (p *parquetTable) TakeAll(selections []*table.Selection) error {
	b := &parquetBulk{parquetTable: p, spent: make(chan []uint64, maxSpent)}
	for _, s := range selections {
		if inputErr := p.need(s.Columns()); inputErr != nil {
			return inputErr
		}
		b.selections = append(b.selections, newParquetSelection(p, s))
	}
	for i, group := range p.file.RowGroups() {
		b.group, b.rows, b.chunks = i, group.NumRows(), group.ColumnChunks()
		if err := b.takeGroup(selections); err != nil {
			return err
		}
		p.row += b.rows
	}
	return nil
}

// parquetBulk reads a file column by column.
type parquetBulk struct {
	*parquetTable
	selections []*parquetSelection
	group      int // the row group that is read
	rows       int64
	chunks     []parquet.ColumnChunk
	times      []*timeLane
	spent      chan []uint64 // pages of values that were handed on
}

// maxSpent is how many pages of values are kept for others, mostly of 128 KiB.
const maxSpent = 16

// errRowByRow says that a row group has to be read row by row.
var errRowByRow = errors.New("to be read row by row")

func (b *parquetBulk) takeGroup(selections []*table.Selection) error {
	err := b.lanes()
	if errors.Is(err, errRowByRow) {
		return b.rowByRow(selections)
	}
	if err != nil {
		return err
	}
	for _, taker := range b.selections {
		if taker.unclear {
			return b.rowByRow(selections)
		}
	}
	for _, taker := range b.selections {
		taker.selection.Rows += int(b.rows)
		if err := b.takeValues(taker); err != nil {
			return err
		}
	}
	return nil
}

// rowByRow reads the group as every other sheet is read. Groups that follow may go past what a selection
// has gathered, so that is handed on.
func (b *parquetBulk) rowByRow(selections []*table.Selection) error {
	start := b.row
	err := b.readOne(b.file, b.group, func() error { return table.TakeRow(selections, b.parquetTable) })
	b.row = start
	if err != nil {
		return err
	}
	for _, s := range selections {
		if err := s.PassAll(); err != nil {
			return err
		}
	}
	return nil
}

// lanes reads the times and the meters of every row of the group.
func (b *parquetBulk) lanes() error {
	if b.rows > maxLaneRows {
		return errRowByRow
	}
	var tasks []func() error
	for _, taker := range b.selections {
		if !taker.plain {
			return errRowByRow
		}
		lane, fresh := b.timeLane(taker)
		taker.time = lane
		if fresh {
			tasks = append(tasks, func() error { return b.readTimes(lane) })
		}
		if len(taker.keyed) > 0 {
			tasks = append(tasks, func() error { return taker.readKeys(b) })
		}
	}
	if err := together(tasks); err != nil {
		return err
	}
	for _, taker := range b.selections {
		if err := taker.resolveRows(int(b.rows)); err != nil {
			return err
		}
	}
	return nil
}

// together runs tasks at the same time and returns the first of their errors.
func together(tasks []func() error) error {
	failed := make([]error, len(tasks))
	var running sync.WaitGroup
	for i, task := range tasks {
		running.Go(func() { failed[i] = task() })
	}
	running.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

// takeValues hands on the readings of every value column of a series, column after column as in the file.
func (b *parquetBulk) takeValues(taker *parquetSelection) error {
	next, stop := b.decodeAhead(taker.selection.ValuesAt)
	defer stop()
	for lane, column := range taker.selection.ValuesAt {
		row := 0
		for run := range <-next {
			if run.err != nil {
				return b.errorAt(column, run.err)
			}
			if err := taker.takeRun(b, lane, column, row, run); err != nil {
				return err
			}
			row += len(run.bits)
			b.spend(run.page)
		}
		if row != int(b.rows) {
			return b.damagedColumn(column, input.ErrEndsEarly)
		}
	}
	return nil
}

// spend leaves a page that nobody needs any more to the next.
func (b *parquetBulk) spend(page []uint64) {
	if page == nil {
		return
	}
	select {
	case b.spent <- page:
	default:
	}
}

func (b *parquetBulk) errorAt(column int, err error) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return err
	}
	return b.damagedColumn(column, err)
}

// fixer turns readings into the integers that a trace holds, faster than asking the unit each time.
type fixer struct {
	unit  power.Unit
	scale float64 // the integer of one of the unit; 0 if it is less than one
}

func newFixer(unit power.Unit) fixer {
	one, err := unit.Fixed(1)
	if err != nil {
		one = 0
	}
	return fixer{unit, float64(one)}
}

func (f fixer) fixed(value float64) (int64, error) {
	if scaled := value * f.scale; f.scale > 0 && math.Abs(scaled) < mostRounded {
		return rounded(scaled), nil
	}
	return f.unit.Fixed(value)
}

// fixAll turns the bits of readings into integers; ok is false if one has to be looked at, or the unit be asked.
func (f fixer) fixAll(into []int64, readings []uint64) (ok bool) {
	if f.scale <= 0 {
		return false
	}
	for i, bits := range readings {
		scaled := math.Float64frombits(bits) * f.scale
		if !(math.Abs(scaled) < mostRounded) { // as it is not of what is no number
			return false
		}
		into[i] = rounded(scaled)
	}
	return true
}

// mostRounded is above what can be rounded.
const mostRounded = 1 << 62

// rounded is math.Round, without a question whose answer a processor can't foresee: it rounds half of what is twice as
// much.
func rounded(value float64) int64 {
	twice := int64(2 * value)
	sign := twice >> 63 // -1 below zero
	half := ((twice ^ sign) - sign + 1) >> 1
	return (half ^ sign) - sign
}
