package table

import (
	"errors"
	"fmt"

	"green500/validation/canonical"
	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
)

// Finish returns the readings of every selection. A selection without a reading is an error in the input.
func Finish(selections []*Selection) ([]*canonical.Readings, error) {
	all := make([]*canonical.Readings, len(selections))
	var inputErrs power.InputErrors
	for i, s := range selections {
		if inputErr := s.incomplete(); inputErr != nil {
			inputErrs = append(inputErrs, inputErr)
			continue
		}
		var err error
		if all[i], err = s.finish(); err != nil {
			return nil, Closing(selections, err)
		}
	}
	if len(inputErrs) > 0 {
		return nil, Closing(selections, celltext.JoinErrors(inputErrs))
	}
	return all, nil
}

// Closing closes what selections read, after an error, and returns the error.
func Closing(selections []*Selection, err error) error {
	for _, s := range selections {
		err = errors.Join(err, s.Writer.Close())
	}
	return err
}

// A log with few rows that cannot be read is read without them: at most fewDamaged, or one in rareDamage.
const (
	fewDamaged = 10
	rareDamage = 100
	// surelyDamaged is how many end the reading at once if they are more than one in rareDamage so far.
	surelyDamaged = 10_000
)

// FewDamaged reports whether so many rows that cannot be read are few among all.
func FewDamaged(damaged, rows int) bool {
	return damaged <= fewDamaged || damaged*rareDamage <= rows
}

// damage is what of a sheet cannot be read.
type damage struct {
	count    int
	first    *power.InputError
	before   int               // rows that were taken of other sheets
	readings int               // likewise
	refusal  *power.InputError // why the log is not read, nil if it is
}

// begin goes on to another sheet.
func (d *damage) begin(s *Selection) {
	*d = damage{before: s.Rows, readings: s.Taken, refusal: d.refusal}
}

// settle refuses the log if too much of the sheet cannot be read.
func (d *damage) settle(s *Selection) {
	rows, taken := s.Rows-d.before, s.Taken-d.readings
	if d.refusal != nil || d.count == 0 || FewDamaged(d.count, d.count+taken) && d.count < taken {
		return
	}
	inputErr := *d.first
	if d.count > fewDamaged {
		inputErr.Problem += fmt.Sprintf(", and %d more of %d rows cannot be read", d.count-1, rows)
	}
	d.refusal = &inputErr
}

// leaveOut leaves out a row that cannot be read, or a cell of it. The first ones are noted one by one.
func (s *Selection) leaveOut(where *power.InputError) error {
	if s.Batch != nil {
		s.Batch.missing = append(s.Batch.missing, leftOut{where, true})
		return nil
	}
	d := &s.damage
	if d.count++; d.first == nil {
		d.first = where
	}
	if d.count > surelyDamaged {
		if d.settle(s); d.refusal != nil {
			return d.refusal
		}
	}
	noted := *where
	if noted.Problem += "; it is left out"; d.count > fewDamaged {
		noted.Field, noted.Problem = "", "cannot be read, like other rows, and is left out"
	}
	if s.interval {
		noted.Problem += lacksEnergy
	}
	s.Writer.CountMissing(&noted)
	return nil
}

// leave leaves out a cell that says there was no reading, and fails on all other errors.
func (s *Selection) leave(r Row, column int, f *celltext.Error) error {
	where := r.Place(column, f)
	switch {
	case f.Unreadable:
		return s.leaveOut(where)
	case !f.Missing:
		return where
	}
	if s.interval {
		where.Problem += lacksEnergy
	}
	s.Miss(where)
	return nil
}

const lacksEnergy = ", and the total lacks its energy"

// Miss counts a place without a reading.
func (s *Selection) Miss(where *power.InputError) {
	if s.stray == nil {
		s.stray = where
	}
	if s.Batch != nil {
		s.Batch.missing = append(s.Batch.missing, leftOut{where, false})
		return
	}
	s.Writer.CountMissing(where)
}
