package canonical

import (
	"errors"
	"fmt"
	"io"

	"green500/validation/power"
)

// Write writes the traces of one series in the canonical form, in their order and without notes. They
// are of one quantity and of different names, and each has a reading at least. They are read twice, and
// never held.
func Write(w io.Writer, traces []*power.Trace) error {
	if err := check(traces); err != nil {
		return err
	}
	zeros := scalesOf(traces[0].Quantity)
	for _, t := range traces {
		for at, value := range t.Each() {
			zeros.admit(at, value, Multiples{})
		}
	}
	l := newLayout(w, traces[0].Quantity, zeros, usual(), func(i int32) string { return traces[i].Instrument })
	err := lay(l, traces)
	if err != nil {
		return errors.Join(err, l.stop())
	}
	told := untold()
	told.reversed = func(i int32) int { return traces[i].Reversed() }
	_, err = l.finish(told)
	return err
}

func lay(l *layout, traces []*power.Trace) error {
	for i, t := range traces {
		for at, value := range t.Each() {
			if err := l.add(int32(i), at, value); err != nil {
				return err
			}
		}
		if err := t.Err(); err != nil {
			return fmt.Errorf("read the traces to write: %w", err)
		}
	}
	return nil
}

func check(traces []*power.Trace) error {
	if len(traces) == 0 || len(traces) > maxInstruments {
		return fmt.Errorf("%d traces to write", len(traces))
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
