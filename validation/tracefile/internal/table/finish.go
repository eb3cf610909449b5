package table

import (
	"errors"

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
