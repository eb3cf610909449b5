// Package canonical keeps readings in the one form that everything is answered from: a Parquet file
// a series, with an overview of every trace inside it. It is written while a log is read, in bounded
// memory, and opened without reading it.
//
// The file has a row a reading, instrument after instrument, each in the order of time:
//
//	instrument  string, dictionary
//	time        timestamp UTC in an int64, of milliseconds, microseconds or nanoseconds
//	value       decimal in an int64: watts or joules
//
// Time and value have as many decimal places as the readings need, and are coded as differences,
// which takes some two bytes a reading. The same readings in the same order of instruments give the
// same bytes, however they were mixed and on however many cores.
//
// Rows are coded in stripes. After some row groups stand the heads of all their stripes,
// which state where pages lie and hold the overview of the readings, so that a drawing reads many together; before the footer of Parquet stands an index of
// the stripes and traces, and a trailer that states where the index begins. So opening a file takes
// one read of its end, and a question takes a head and a page at each end of a span.
package canonical

import "green500/validation/power"

const (
	instrumentName = "instrument"
	timeName       = "time"
	valueName      = "value"

	quantityKey = "green500.quantity"
	unitKey     = "green500.unit"
	formKey     = "green500.form"
	form        = "trace/4" // another layout, or another meaning of what is kept, is another form
)

// stripeRows is the most rows of a stripe: a whole chunk of one trace, or several shorter ones.
const stripeRows = power.BlockReadings * power.ChunkBlocks

// sizes are how much is dealt with at a time. They are chosen so that a writer takes some 30 MiB.
type sizes struct {
	batch int // readings that are put in order together while they come
	late  int // of them, the last that wait for the next: so late may a reading be at no cost
	page  int // rows of a page, decoded when a few of them are needed
	group int // stripes of a row group
	heads int // bytes of heads that are written together
}

// usual are the sizes outside of tests.
func usual() sizes {
	return sizes{batch: 1 << 18, late: 1 << 12, page: 1 << 13, group: 4, heads: 512 << 10}
}

// Meaning is what a Parquet file in the canonical form says of its columns, for those who read it as any
// other: which identify instruments and hold the readings, and the unit of these.
type Meaning struct {
	Instrument, Value string
	Unit              power.Unit
}

// MeaningOf returns the meaning of a file with such metadata; ours is false for files of others, and for
// readings of so many digits that no unit is left to say.
func MeaningOf(lookup func(key string) (value string, known bool)) (m Meaning, ours bool) {
	if kept, _ := lookup(formKey); kept != form {
		return m, false
	}
	told, _ := lookup(unitKey)
	m = Meaning{instrumentName, valueName, power.Unit(told)}
	_, ours = m.Unit.Quantity()
	return m, ours
}
