package example

import (
	"fmt"

	"green500/validation/bundle"
	"green500/validation/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/sample"
)

// bases are the clean measurements that examples start from, each read once; nobody may change them.
type bases map[base]*power.Measurement

type base struct {
	shape   string
	edition methodology.Edition
	level   power.Level
}

func (all bases) of(b base) (*power.Measurement, error) {
	if m, ok := all[b]; ok {
		return m, nil
	}
	clean, ok := sample.CleanShape(b.shape, b.level, string(b.edition))
	if !ok {
		return nil, fmt.Errorf("there is no base %q", b.shape)
	}
	read, err := bundle.Assemble(&clean.Entry, clean.FS(), canonical.Memory)
	if err != nil {
		return nil, fmt.Errorf("clean bundle: %w", err)
	}
	all[b] = read.Measurement
	return read.Measurement, nil
}

// broken applies what a section says to its clean measurement, and returns both.
func (all bases) broken(s section, edition methodology.Edition, level power.Level) (clean, changed *power.Measurement, err error) {
	clean, err = all.of(base{s.shape, edition, level})
	if err != nil {
		return nil, nil, err
	}
	changed, err = sample.Apply(clean, s.changes)
	return clean, changed, err
}
