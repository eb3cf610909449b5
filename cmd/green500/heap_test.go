package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestTheHeapGrowsFreelyOnce: a long log would take several times its memory otherwise.
func TestTheHeapGrowsFreelyOnce(t *testing.T) {
	t.Setenv("GOGC", "")
	usual := debug.SetGCPercent(70)
	defer debug.SetGCPercent(usual)
	letHeapGrow()
	if got := collectsAt(); got != firstHeap {
		t.Errorf("memory is cleared away at %d%%", got)
	}
	for begun := time.Now(); collectsAt() != 70; runtime.Gosched() {
		if time.Since(begun) > time.Minute {
			t.Fatalf("memory is still cleared away at %d%%", collectsAt())
		}
		runtime.GC()
	}
}

// TestTheEnvironmentSaysWhenToCollect: who sets GOGC has measured.
func TestTheEnvironmentSaysWhenToCollect(t *testing.T) {
	t.Setenv("GOGC", "70")
	before := collectsAt()
	letHeapGrow()
	if got := collectsAt(); got != before {
		t.Errorf("memory is cleared away at %d%%, not at %d%%", got, before)
	}
}

func collectsAt() (percent int) {
	percent = debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	return percent
}
