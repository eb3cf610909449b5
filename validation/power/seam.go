package power

import "time"

const seamless = 1 << 16

// Seam returns where a trace can be cut near an instant without looking at single readings: the instant itself, or in
// a long trace the first reading of the next block.
func (t *Trace) Seam(at time.Time) time.Time {
	if t.count <= seamless {
		return at
	}
	o := t.overview()
	next := o.beginning(at.UnixNano())
	if next == o.blocks() {
		return t.Reading(t.count - 1).At.Add(time.Nanosecond)
	}
	return instant(o.first(next).at)
}

// Grain returns how far apart the seams of a trace usually lie where readings come at a step.
func (t *Trace) Grain(step time.Duration) time.Duration {
	if t.count <= seamless {
		return step
	}
	return time.Duration(t.size) * step
}
