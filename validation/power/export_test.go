package power

// NewTraceOfBlocks is NewTrace with blocks of another size, so that a few readings make many.
func NewTraceOfBlocks(size int, quantity Quantity, at, value []int64) *Trace {
	return newTrace("", quantity, at, value, size)
}
