package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestTheHeapGrowsFreelyOnce: a long log would take several times its memory otherwise.
func TestTheHeapGrowsFreelyOnce(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(unasked))
	letHeapGrow()
	if got := collectsAt(); got != firstHeap {
		t.Errorf("memory is cleared away at %d%%", got)
	}
	for begun := time.Now(); collectsAt() != unasked; runtime.Gosched() {
		if time.Since(begun) > time.Minute {
			t.Fatalf("memory is still cleared away at %d%%", collectsAt())
		}
		runtime.GC()
	}
}

// TestWhoSaidWhenToCollectIsHeard: who sets GOGC has measured.
func TestWhoSaidWhenToCollectIsHeard(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(70))
	letHeapGrow()
	if got := collectsAt(); got != 70 {
		t.Errorf("memory is cleared away at %d%%, not at 70%%", got)
	}
}

func collectsAt() (percent int) {
	percent = debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	return percent
}
