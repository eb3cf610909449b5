package power

import (
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// TestTheRoomIsKeptTo whatever is put and asked for; what was asked for last stays, and is what was put.
func TestTheRoomIsKeptTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const room = 100
		c, put := NewCache[int, int](room), map[int]int{}
		var order []int // the last one last
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				key, size := rapid.IntRange(0, 9).Draw(t, "key"), rapid.IntRange(1, 120).Draw(t, "size")
				c.Put(key, size, size)
				if size < room {
					put[key], order = size, append(withoutKey(order, key), key)
				}
			},
			"get": func(t *rapid.T) {
				key := rapid.IntRange(0, 9).Draw(t, "key")
				value, known := c.Get(key)
				if want := stays(order, put, room)[key]; known != want || known && value != put[key] {
					t.Fatalf("%d is %d, %v; want %d, %v", key, value, known, put[key], want)
				}
				if known {
					order = append(withoutKey(order, key), key)
				}
			},
			"": func(t *rapid.T) {
				fit := stays(order, put, room)
				for key := range put { // what had to go is gone for good
					if !fit[key] {
						order = withoutKey(order, key)
						delete(put, key)
					}
				}
				if c.taken > room || c.order.Len() != len(c.places) || len(c.places) != len(put) {
					t.Fatalf("%d bytes of %d values, %d places; %d were put", c.taken, c.order.Len(),
						len(c.places), len(put))
				}
			},
		})
	})
}

func withoutKey(order []int, key int) []int {
	var rest []int
	for _, one := range order {
		if one != key {
			rest = append(rest, one)
		}
	}
	return rest
}

// stays tells which of the values fit, the last ones first.
func stays(order []int, put map[int]int, room int) map[int]bool {
	fit, taken := map[int]bool{}, 0
	for i := len(order) - 1; i >= 0; i-- {
		if taken += put[order[i]]; taken > room {
			break
		}
		fit[order[i]] = true
	}
	return fit
}

// TestManyAtATime is for the race detector, and holds that nobody gets another's.
func TestManyAtATime(t *testing.T) {
	c := NewCache[int, int](50)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range 2000 {
				if value, known := c.Get(i % 20); known && value != i%20 {
					t.Errorf("%d is %d", i%20, value)
				}
				c.Put(i%20, i%20, 5)
			}
		})
	}
	group.Wait()
}
