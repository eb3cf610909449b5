package power

import "slices"

type readings interface {
	// block returns the readings of a block; there are none where it cannot be read.
	block(i int) (at, value []int64)
	// search returns how many readings stand before an instant.
	search(at int64) int
	// point returns a reading, and all all of them.
	point(i int) point
	all() (at, value []int64)
	// err returns why a block could not be read.
	err() error
}

type held struct {
	at    []int64 // nanoseconds since 1970 UTC
	value []int64 // microwatts or millijoules
	size  int     // of a block
}

func (h *held) block(i int) (at, value []int64) {
	from, to := i*h.size, min(len(h.at), (i+1)*h.size)
	return h.at[from:to], h.value[from:to]
}

func (h *held) search(at int64) int {
	found, _ := slices.BinarySearch(h.at, at)
	return found
}

func (h *held) point(i int) point { return point{h.at[i], h.value[i]} }

func (h *held) all() (at, value []int64) { return h.at, h.value }

func (h *held) err() error { return nil }

func (h *held) overview() *overview {
	blocks := make([]block, (len(h.at)+h.size-1)/h.size)
	for i := range blocks {
		at, value := h.block(i)
		blocks[i] = blockOf(at, value, 1)
	}
	return overviewOf(h.size, len(h.at), blocks)
}
