package tracefile

import (
	"encoding/base64"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"green500/validation/power"
)

// The canonical form is a Parquet file with a row a reading, instrument after instrument, each in
// the order of time:
//
//	instrument  string, dictionary
//	time        int64, nanoseconds since 1970 UTC
//	value       decimal in an int64: watts with six places, or joules with three
//
// Which of the two the values are is told by the file's metadata. Time and value are coded as
// differences, which takes some two bytes a reading.
//
// An overview of each instrument stands in the metadata too, so that a few pages answer most questions.
const (
	instrumentName = "instrument"
	timeName       = "time"
	valueName      = "value"

	quantityKey = "green500.quantity"
	formKey     = "green500.form"
	form        = "trace/1"

	timeColumn  = 1 // as Parquet sorts them
	valueColumn = 2
)

// pageBytes is the length of a page before it is coded, some two thousand readings: whoever needs a
// few of them decodes the page.
const pageBytes = 16 << 10

// precision is the most digits that Parquet lets a decimal in an int64 have.
const precision = 18

// maxCanonical is the largest value of that many digits.
const maxCanonical = 1_000_000_000_000_000_000 - 1

// placesOf relates a quantity to the decimal places of its values: microwatts, millijoules.
var placesOf = map[power.Quantity]int{power.Power: 6, power.Energy: 3}

func canonicalSchema(quantity power.Quantity) *parquet.Schema {
	return parquet.NewSchema("trace", parquet.Group{
		instrumentName: parquet.Encoded(parquet.String(), &parquet.RLEDictionary),
		timeName:       parquet.Encoded(parquet.Timestamp(parquet.Nanosecond), &parquet.DeltaBinaryPacked),
		valueName:      parquet.Encoded(parquet.Decimal(placesOf[quantity], precision, parquet.Int64Type), &parquet.DeltaBinaryPacked),
	})
}

// WriteCanonical writes the traces of one series in the canonical form. They are of one quantity
// and of different names, and each has a reading at least; the names come back in their order.
// A value of more than 18 digits (1,000 GW, 277 GWh) can't be written.
func WriteCanonical(w io.Writer, traces []*power.Trace) error {
	if err := checkCanonical(traces); err != nil {
		return err
	}
	quantity := traces[0].Quantity
	out := parquet.NewGenericWriter[any](w, canonicalSchema(quantity), parquet.PageBufferSize(pageBytes), parquet.DataPageStatistics(true),
		parquet.KeyValueMetadata(formKey, form), parquet.KeyValueMetadata(quantityKey, string(quantity)))
	group := newCanonicalGroup(quantity)
	for _, t := range traces {
		if err := group.write(out, t); err != nil {
			return err
		}
	}
	if err := group.flush(out); err != nil {
		return err
	}
	if overview := packOverview(traces); len(overview) <= maxOverview {
		out.SetKeyValueMetadata(overviewKey, base64.StdEncoding.EncodeToString(overview))
	}
	return writing(out.Close())
}

func writing(err error) error {
	if err != nil {
		return fmt.Errorf("writing the canonical form: %w", err)
	}
	return nil
}

func checkCanonical(traces []*power.Trace) error {
	if len(traces) == 0 {
		return fmt.Errorf("no trace to write")
	}
	names := map[string]bool{}
	for _, t := range traces {
		switch {
		case placesOf[t.Quantity] == 0:
			return fmt.Errorf("trace %q is of quantity %q", t.Instrument, t.Quantity)
		case t.Quantity != traces[0].Quantity:
			return fmt.Errorf("trace %q is of %s among traces of %s", t.Instrument, t.Quantity, traces[0].Quantity)
		case names[t.Instrument]:
			return fmt.Errorf("two traces are called %q", t.Instrument)
		case t.Len() == 0:
			return fmt.Errorf("trace %q has no readings", t.Instrument)
		}
		names[t.Instrument] = true
	}
	return nil
}

func tooLarge(t *power.Trace, i int) *power.InputError {
	return &power.InputError{
		Problem: fmt.Sprintf("instrument %s at %s reads more than can be kept (1,000 GW, 277 GWh)", t.Instrument, t.Reading(i).At.Format("2006-01-02 15:04:05Z")),
		Remedy:  "check the unit, or subtract the same amount from every reading of the counter",
	}
}

// OpenCanonical returns what WriteCanonical wrote, exactly and in its order. The traces hold an
// overview and read from f what more they need, so f has to stay open while they are used; what goes
// wrong then is told by their Err. A file that was written without an overview is read whole. A file
// in any other form is a *power.InputError, which names no file: the caller knows what it was.
func OpenCanonical(f io.ReaderAt, size int64) ([]*power.Trace, error) {
	s := source{bytes: f, size: size}
	file, err := openParquet(s)
	if err != nil {
		return nil, err
	}
	p, err := newParquetTable(s, file)
	if err != nil {
		return nil, err
	}
	c, err := openCanonical(p, file)
	if err != nil {
		return nil, err
	}
	if overview, kept := file.Lookup(overviewKey); kept {
		traces, err := c.readOverview(overview, newCanonicalPages(p, file))
		if err != nil {
			return nil, damaged(s, err)
		}
		return traces, nil
	}
	return c.readWhole(file)
}

// canonical is a file in the canonical form while it is read.
type oldForm struct {
	quantity                power.Quantity
	instrument, time, value *parquetColumn
	table                   *parquetTable
	all                     []*instrument
}

// openCanonical refuses all that differs from what WriteCanonical writes.
func openCanonical(p *parquetTable, file *parquet.File) (*oldForm, error) {
	told, _ := file.Lookup(quantityKey)
	kept, _ := file.Lookup(formKey)
	quantity := power.Quantity(told)
	if kept != form || placesOf[quantity] == 0 || !slices.Equal(p.raw, []string{instrumentName, timeName, valueName}) {
		return nil, p.refuse(0, "", "is not in the canonical form of a trace", "give the file that green500 wrote")
	}
	c := &oldForm{quantity: quantity, instrument: p.leaves[0], time: p.leaves[timeColumn], value: p.leaves[valueColumn], table: p}
	if !c.typed() {
		return nil, p.refuse(0, "", "has other types than the canonical form of a trace", "give the file that green500 wrote")
	}
	return c, nil
}

func (c *oldForm) readWhole(file *parquet.File) ([]*power.Trace, error) {
	for _, column := range c.table.leaves {
		column.batch = make([]parquet.Value, batchRows)
		column.needed = true
	}
	if err := c.table.read(file, c.take); err != nil {
		return nil, err
	}
	return c.traces(), nil
}

func (c *oldForm) typed() bool {
	required := func(column *parquetColumn, kind parquet.Kind) bool {
		return column.kind == kind && column.leaf.MaxDefinitionLevel == 0 && column.leaf.MaxRepetitionLevel == 0
	}
	return required(c.instrument, parquet.ByteArray) && required(c.time, parquet.Int64) && required(c.value, parquet.Int64) &&
		c.time.stamp != nil && c.time.stamp.IsAdjustedToUTC && isNanosecond(c.time.stamp.Unit) &&
		c.value.decimal != nil && int(c.value.decimal.Scale) == placesOf[c.quantity]
}

func isNanosecond(unit format.TimeUnit) bool {
	_, is := unit.Value.(*format.NanoSeconds)
	return is
}

// take adds the row the table stands on.
func (c *oldForm) take() error {
	name := c.instrument.batch[c.table.at].ByteArray()
	last := len(c.all) - 1
	if last < 0 || c.all[last].key[0] != string(name) {
		c.all = append(c.all, &instrument{key: []string{string(name)}})
		last++
	}
	if last == maxInstruments {
		return c.table.refuse(0, instrumentName, fmt.Sprintf("tells more than %d instruments apart", maxInstruments), "give the file that green500 wrote")
	}
	c.all[last].add(c.time.batch[c.table.at].Int64(), c.value.batch[c.table.at].Int64())
	return nil
}

func (c *oldForm) traces() []*power.Trace {
	traces := make([]*power.Trace, len(c.all))
	for i, one := range c.all {
		traces[i] = power.NewTrace(one.key[0], c.quantity, one.at, one.value)
	}
	return traces
}
