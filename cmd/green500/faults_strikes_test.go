package main

import (
	"cmp"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// fault is something that happens to an installation, and how it is mended: by starting again what ended, and by no
// other hand.
type fault struct {
	name   string
	strike func(t *trial, chance *rand.Rand, hangUp func()) (heal func())
}

// processFaults are those of a server, and of people.
func processFaults() []fault {
	return []fault{
		{"the server is killed", func(t *trial, _ *rand.Rand, _ func()) func() {
			t.kill()
			return t.begin
		}},
		{"the server is killed, and again while it starts", func(t *trial, chance *rand.Rand, _ func()) func() {
			const starting = 300 * time.Millisecond
			t.kill()
			t.begin()
			pause(chance, starting)
			t.kill()
			return t.begin
		}},
		{"people hang up", func(_ *trial, _ *rand.Rand, hangUp func()) func() {
			hangUp()
			return func() {}
		}},
	}
}

// clockFaults are those of a clock.
func clockFaults() []fault {
	return []fault{{"the clock jumps", func(t *trial, chance *rand.Rand, _ func()) func() {
		const widest = 40 * time.Hour
		t.setClock(upTo(chance, 2*widest) - widest)
		return func() {}
	}}}
}

// machineFaults are those of a database and an object store on other machines, and of the network to them.
func machineFaults() []fault {
	faults := []fault{
		{"the database is killed", func(t *trial, _ *rand.Rand, _ func()) func() {
			t.cluster.Kill()
			return t.cluster.Start
		}},
		{"the object store is killed", func(t *trial, _ *rand.Rand, _ func()) func() {
			t.warehouse.Kill()
			return t.warehouse.Start
		}},
		{"all are killed", func(t *trial, _ *rand.Rand, _ func()) func() {
			t.kill()
			t.cluster.Kill()
			t.warehouse.Kill()
			return func() {
				t.warehouse.Start()
				t.cluster.Start()
				t.begin()
			}
		}},
	}
	for to, network := range map[string]func(t *trial) *wire{
		"database":     func(t *trial) *wire { return t.toDatabase },
		"object store": func(t *trial) *wire { return t.toWarehouse },
	} {
		for name := range (&wire{}).cuts() {
			faults = append(faults,
				fault{"the network to the " + to + ": " + name, func(t *trial, chance *rand.Rand, _ func()) func() {
					network(t).cuts()[name](chance)
					return network(t).heal
				}})
		}
	}
	// a seed names the same one again
	slices.SortFunc(faults, func(a, b fault) int { return cmp.Compare(a.name, b.name) })
	return faults
}

// diskFaults are those of a disk that holds little.
func diskFaults(folder string) []fault {
	ballast := filepath.Join(folder, "ballast")
	return []fault{
		{"the disk is full", func(t *trial, chance *rand.Rand, _ func()) func() {
			t.fill(ballast, chance)
			return func() { must(t.T, os.Remove(ballast)) }
		}},
		{"the disk is full and the server is killed", func(t *trial, chance *rand.Rand, _ func()) func() {
			t.fill(ballast, chance)
			pause(chance, longestFault)
			t.kill()
			return func() {
				must(t.T, os.Remove(ballast))
				t.begin()
			}
		}},
		{"the server is killed", processFaults()[0].strike},
	}
}

// fill leaves at most some pages of room on a disk.
func (t *trial) fill(ballast string, chance *rand.Rand) {
	t.Helper()
	const mostLeft, page = 64, 4096
	file, err := os.Create(ballast)
	must(t.T, err)
	size, _ := io.Copy(file, zeros{}) // ends where there is no room
	must(t.T, file.Truncate(max(0, size-chance.Int64N(mostLeft)*page)))
	must(t.T, file.Close())
}

// zeros have no end.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}
