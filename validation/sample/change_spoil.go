package sample

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

// spoilingChanges are the keys that make readings look broken, copied or misread.
func spoilingChanges() map[string]change[*power.Measurement] {
	return map[string]change[*power.Measurement]{
		"repeat":   {each(repeat), eachWords("every value is repeated until %s readings hold it", "")},
		"fill":     {each(fill), eachWords("one of %s values is left, and straight lines are drawn between these", "")},
		"hold":     {each(hold), holdWords},
		"replay":   {each(replay), replayWords},
		"value":    {each(setValue), pairWords(" = ", "the reading at %s is %s")},
		"spike":    {each(spike), pairWords(" by ", "the reading at %s is %s times what it was")},
		"lower":    {each(lower), lowerWords},
		"scale":    {each(scale), eachWords("every reading is %s times what it was", "")},
		"round":    {each(roundValues), eachWords("readings are rounded to whole numbers of %s", "")},
		"double":   {each(double), eachWords("the reading at %s has the timestamp of the one before", "point")},
		"swap":     {each(swap), eachWords("the reading at %s stands after the next one in the file", "point")},
		"shift":    {each(shift), eachWords("all readings are stamped %s later", "")},
		"again":    {each(again), eachWords("the whole recording is there once more, %s later", "")},
		"reset":    {each(reset), eachWords("the energy totals begin again at 0 at %s", "point")},
		"overflow": {each(overflow), pairWords(" at ", "the energy totals begin again at 0 at %s, where they reach %s")},
		"even":     {each(even), eachWords("the energy totals rise by %s with every reading", "")},
		"copy":     {copySeries, copyWords},
	}
}

// readings are those of one instrument.
type readings struct {
	of     *power.Measurement
	series *power.Series
	at     []int64
	value  []int64
}

// each puts the readings of every instrument through a change; "in series[1]" at the end of the value
// spares the others.
func each(change func(c *readings, value string) error) func(m *power.Measurement, value string) error {
	return func(m *power.Measurement, value string) error {
		value, only, some := strings.Cut(value, " in ")
		for p := range m.Parts {
			if some && only != "series["+strconv.Itoa(p)+"]" {
				continue
			}
			if err := changePart(m, p, func(c *readings) error { return change(c, value) }); err != nil {
				return err
			}
		}
		return nil
	}
}

func changePart(m *power.Measurement, p int, change func(c *readings) error) error {
	part := &m.Parts[p]
	part.Traces = slices.Clone(part.Traces)
	for j, trace := range part.Traces {
		c := &readings{of: m, series: part.Series}
		for i := range trace.Len() {
			r := trace.Reading(i)
			c.at, c.value = append(c.at, r.At.UnixNano()), append(c.value, r.Value)
		}
		if err := change(c); err != nil {
			return err
		}
		part.Traces[j] = power.NewTrace(trace.Instrument, trace.Quantity, c.at, c.value)
	}
	return nil
}

// index finds the first reading at or after a point of time.
func (c *readings) index(text string) (int, error) {
	at, err := point(c.of, text)
	if err != nil {
		return 0, err
	}
	i, _ := slices.BinarySearch(c.at, at.UnixNano())
	if i == 0 || i+1 >= len(c.at) {
		return 0, fmt.Errorf("there is no reading inside the recording at %s", text)
	}
	return i, nil
}

// fixed reads a value in the unit of the file.
func (c *readings) fixed(text string) (int64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, err
	}
	return c.series.Unit.Fixed(v)
}

func repeat(c *readings, value string) error {
	every, err := strconv.Atoi(value)
	if err != nil || every < 1 {
		return fmt.Errorf("%q is no number of readings: %w", value, err)
	}
	for i := range c.value {
		c.value[i] = c.value[i/every*every]
	}
	return nil
}

// fill leaves one of so many values and draws straight lines between these, rounded to 0.1 W.
func fill(c *readings, value string) error {
	every, err := strconv.Atoi(value)
	if err != nil || every < 1 {
		return fmt.Errorf("%q is no number of readings: %w", value, err)
	}
	const step = 100_000 // microwatts
	for i := range c.value {
		from, to := i/every*every, min(i/every*every+every, len(c.value)-1)
		if from < i && i < to {
			c.value[i] = (c.value[from] + (c.value[to]-c.value[from])*int64(i-from)/int64(to-from)) / step * step
		}
	}
	return nil
}

func hold(c *readings, value string) error {
	from, to, _ := strings.Cut(value, " to ")
	first, err := c.index(from)
	if err != nil {
		return err
	}
	last, err := c.index(to)
	for i := first; i < last; i++ {
		c.value[i] = c.value[first]
	}
	return err
}

// replay puts readings once more in the place of others; an energy total rises there as it did before.
func replay(c *readings, value string) error {
	between, by, _ := strings.Cut(value, " by ")
	from, to, _ := strings.Cut(between, " to ")
	first, err := c.index(from)
	if err != nil {
		return err
	}
	last, err := c.index(to)
	if err != nil {
		return err
	}
	later, err := time.ParseDuration(by)
	if err != nil {
		return err
	}
	at, _ := slices.BinarySearch(c.at, c.at[first]+int64(later))
	was := slices.Clone(c.value)
	if c.series.Quantity != power.Energy {
		copy(c.value[min(at, len(c.value)):], was[first:last])
		return nil
	}
	for i := at; i < len(was); i++ {
		from := i
		if k := first + i - at; k < last {
			from = k
		}
		c.value[i] = c.value[i-1] + was[from] - was[from-1]
	}
	return nil
}

func setValue(c *readings, value string) error {
	at, text, _ := strings.Cut(value, " = ")
	i, err := c.index(at)
	if err != nil {
		return err
	}
	c.value[i], err = c.fixed(text)
	return err
}

func spike(c *readings, value string) error {
	at, by, _ := strings.Cut(value, " by ")
	i, err := c.index(at)
	if err != nil {
		return err
	}
	factor, err := strconv.ParseFloat(by, 64)
	c.value[i] = int64(float64(c.value[i]) * factor)
	return err
}

// lower makes the power of a stretch smaller by a factor; an energy total rises by less there.
func lower(c *readings, value string) error {
	between, by, _ := strings.Cut(value, " by ")
	from, to, _ := strings.Cut(between, " to ")
	first, err := c.index(from)
	if err != nil {
		return err
	}
	last, err := c.index(to)
	if err != nil {
		return err
	}
	factor, err := strconv.ParseFloat(by, 64)
	if c.series.Quantity == power.Energy {
		was := slices.Clone(c.value)
		for i := first; i < len(was); i++ {
			rise := was[i] - was[i-1]
			if i < last {
				rise = int64(float64(rise) * factor)
			}
			c.value[i] = c.value[i-1] + rise
		}
		return err
	}
	for i := first; i < last; i++ {
		c.value[i] = int64(float64(c.value[i]) * factor)
	}
	return err
}

func scale(c *readings, value string) error {
	factor, err := strconv.ParseFloat(value, 64)
	for i, v := range c.value {
		c.value[i] = int64(float64(v) * factor)
	}
	return err
}

func roundValues(c *readings, value string) error {
	step, err := c.fixed(value)
	if err != nil || step < 1 {
		return fmt.Errorf("%q is no step: %w", value, err)
	}
	for i, v := range c.value {
		c.value[i] = (v + step/2) / step * step
	}
	return nil
}

func double(c *readings, value string) error {
	i, err := c.index(value)
	if err == nil {
		c.at[i] = c.at[i-1]
	}
	return err
}

func swap(c *readings, value string) error {
	i, err := c.index(value)
	if err == nil {
		c.at[i], c.at[i+1] = c.at[i+1], c.at[i]
		c.value[i], c.value[i+1] = c.value[i+1], c.value[i]
	}
	return err
}

func shift(c *readings, value string) error {
	by, err := time.ParseDuration(value)
	for i := range c.at {
		c.at[i] += int64(by)
	}
	return err
}

func again(c *readings, value string) error {
	apart, louder, changed := strings.Cut(value, " by ")
	by, err := time.ParseDuration(apart)
	factor, rise := 1.0, int64(0)
	if changed && err == nil {
		factor, err = strconv.ParseFloat(louder, 64)
	}
	if c.series.Quantity == power.Energy {
		rise = c.value[len(c.value)-1] - c.value[0]
	}
	start := int64(0)
	if c.series.Quantity == power.Energy {
		start = c.value[0]
	}
	for i := range c.at {
		c.at, c.value = append(c.at, c.at[i]+int64(by)), append(c.value, start+rise+int64(factor*float64(c.value[i]-start)))
	}
	return err
}

func reset(c *readings, value string) error {
	first, err := c.index(value)
	if err != nil {
		return err
	}
	base := c.value[first]
	for i := first; i < len(c.value); i++ {
		c.value[i] -= base
	}
	return nil
}

func overflow(c *readings, value string) error {
	at, text, _ := strings.Cut(value, " at ")
	first, err := c.index(at)
	if err != nil {
		return err
	}
	end, err := c.fixed(text)
	base := c.value[first]
	for i := range c.value {
		if c.value[i] -= base; c.value[i] < 0 {
			c.value[i] += end
		}
	}
	return err
}

func even(c *readings, value string) error {
	rise, err := c.fixed(value)
	for i := range c.value {
		c.value[i] = int64(i) * rise
	}
	return err
}

func copySeries(m *power.Measurement, value string) error {
	var from, to int
	var by string
	if _, err := fmt.Sscanf(value, "series[%d] to series[%d] by %s", &from, &to, &by); err != nil {
		return err
	}
	if max(from, to) >= len(m.Parts) {
		return fmt.Errorf("there are %d series", len(m.Parts))
	}
	m.Parts[to].Traces = m.Parts[from].Traces
	return each(shift)(m, fmt.Sprintf("%s in series[%d]", by, to))
}
