package delimited

import (
	"slices"

	"green500/validation/canonical"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/timestamp"
)

// rowFollower reads rows that are written like the row before them, faster than fastRow does. It may read none: what it does
// not read, fastRow reads. The readings are the same in either case.
type rowFollower interface {
	// follow reads rows from next on, after fastRow read the row text[at:next], and returns where the first row begins that
	// it did not read. plain reports whether text has no quotes.
	follow(text []byte, at, next int, plain bool) (end int)
}

// noFollower leaves every row to fastRow.
type noFollower struct{}

func (noFollower) follow(_ []byte, _, next int, _ bool) int { return next }

// newRowFollower returns the fastest follower that reads the columns of f.
func newRowFollower(f *fastRow) rowFollower {
	r, ok := newFollowedRows(f)
	if !ok {
		return noFollower{}
	}
	if r.lanes > 1 {
		return &wideRows{similarRows{followedRows: r}}
	}
	even := &evenRows{followedRows: r, otherwise: noFollower{}}
	if f.jumps && f.separator != ' ' && len(f.selections[0].keys) == 0 && !f.ofUnits {
		even.otherwise = &passingRows{similarRows{followedRows: r}}
	}
	return even
}

// followedRows is what all followers need: the columns that they read, and where the readings go. There is one selection
// without filters; the time is in the first column.
type followedRows struct {
	fast      *fastRow
	selection *rowSelection
	clock     *timestamp.Clock
	exact     *celltext.Exact
	value     *step
	lanes     int   // columns of readings
	common    int64 // factor of all numbers that were learnt from, of which each is a multiple; 0 before the first
}

// newFollowedRows returns ok = false if no follower reads such columns.
func newFollowedRows(f *fastRow) (r followedRows, ok bool) {
	if len(f.selections) != 1 || len(f.selections[0].filters) > 0 || len(f.values) > 1 && !f.numbersOnly() {
		return r, false
	}
	time := &f.steps[0]
	if time.column != 0 || len(time.clocks) != 1 || time.cell >= 0 || len(time.values) > 0 {
		return r, false
	}
	number := &f.steps[slices.IndexFunc(f.steps, func(s step) bool { return len(s.values) > 0 })]
	if len(number.values) != 1 || number.cell >= 0 {
		return r, false
	}
	return followedRows{
		fast: f, selection: &f.selections[0], clock: time.clocks[0].by, exact: number.values[0].by, value: number, lanes: len(f.values),
	}, true
}

// numbersOnly reports whether the columns of readings follow the column of times, in their order and without others between.
func (f *fastRow) numbersOnly() bool {
	if len(f.steps) != 1+len(f.selections[0].values) || f.separator == ' ' {
		return false
	}
	for _, s := range f.steps[1:] {
		if s.skip > 0 || s.cell >= 0 || len(s.clocks) > 0 || len(s.unit) > 0 || len(s.values) != 1 {
			return false
		}
	}
	return true
}

// columnBuffers is room for what is read of rows. There is none for meters if there is only one.
type columnBuffers struct {
	instruments   []int32
	times, values []int64
}

// flush has rows from next on read into the batch, and returns how many there were. They are about as long as the row at a
// place of text.
func (r *followedRows) flush(text []byte, at, next int, read func(text []byte, at int, into columnBuffers) (rows, next int)) (n, end int) {
	c := r.selection.branch.Batch
	most := ((len(text)-next)/(next-at) + 1) * r.lanes
	c.At, c.Value = slices.Grow(c.At, most), slices.Grow(c.Value, most)
	taken, to := len(c.At), len(c.At)+most
	room := columnBuffers{times: c.At[taken:to:to], values: c.Value[taken:to:to]}
	if c.Keyed {
		c.Instrument = slices.Grow(c.Instrument, most)
		room.instruments = c.Instrument[taken:to:to]
	}
	n, end = read(text, next, room)
	c.NoteMultiples(canonical.Multiples{From: taken, To: taken + n*r.lanes, Factor: r.common})
	taken += n * r.lanes
	c.At, c.Value = c.At[:taken], c.Value[:taken]
	if c.Keyed {
		c.Instrument = c.Instrument[:taken]
	}
	r.selection.branch.Rows += n
	return n, end
}

// writtenNumber is how a number is written, and the factor that makes a reading of it.
type writtenNumber struct {
	factor int64
	celltext.Figures
}

// learn learns the writing of the number that eight characters begin with; ok is false if such numbers need more than their
// digits and a factor.
func (n *writtenNumber) learn(r *followedRows, eight uint64) (ok bool) {
	if n.Figures, ok = celltext.FiguresIn(eight, r.fast.point); !ok {
		return false
	}
	n.factor = r.exact.Factors[n.Places]
	if n.factor <= 0 || n.factor > celltext.Certain/maxEven || r.exact.Most < maxEven {
		return false
	}
	if r.common == 0 || n.factor < r.common {
		r.common = n.factor // of which that for fewer decimals is a multiple
	}
	return true
}
