package store_test

import (
	"testing"

	"pgregory.net/rapid"

	"green500/store"
)

// TestWhatIsRememberedHasItsRoom: it is never more than that, and it is what was asked for last.
func TestWhatIsRememberedHasItsRoom(t *testing.T) {
	const room = 100
	rapid.Check(t, func(t *rapid.T) {
		get, put := store.Remembering(room)
		type kept struct{ key, bytes int }
		var model []kept // the latest first
		find := func(key int) int {
			for i, one := range model {
				if one.key == key {
					return i
				}
			}
			return -1
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := rapid.IntRange(0, 9).Draw(t, "key")
			at := find(key)
			if rapid.Bool().Draw(t, "asks") {
				value, known := get(key)
				if known != (at >= 0) || known && value != -key {
					t.Fatalf("of %d got %d, %v; there are %v", key, value, known, model)
				}
				if known {
					one := model[at]
					model = append([]kept{one}, append(model[:at:at], model[at+1:]...)...)
				}
				continue
			}
			bytes := rapid.IntRange(1, room+10).Draw(t, "bytes")
			put(key, -key, bytes)
			if at >= 0 || bytes > room {
				continue
			}
			model = append([]kept{{key, bytes}}, model...)
			sum := 0
			for i, one := range model {
				if sum += one.bytes; sum > room {
					model = model[:i]
					break
				}
			}
		}
	})
}
