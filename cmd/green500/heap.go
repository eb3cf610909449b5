package main

import (
	"runtime"
	"runtime/debug"
)

// firstHeap is how much may be allocated before memory is cleared away for the first time, in percent of the 4 MiB that the
// runtime begins with. To look at a log takes more than those, so that the cores were held up several times before most of it was
// read: a check of a small submission took a fifth longer. From the second time on it is as usual, which bounds what a long log
// takes.
const firstHeap = 400

// unasked is the percentage where the environment sets none.
const unasked = 100

// letHeapGrow lets a command begin before memory is cleared away, unless somebody has said when.
func letHeapGrow() {
	said := debug.SetGCPercent(firstHeap)
	if said != unasked {
		debug.SetGCPercent(said)
		return
	}
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, unasked)
}
