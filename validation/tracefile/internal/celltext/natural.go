package celltext

import (
	"cmp"
	"strings"
)

// NaturalOrder orders names as people do: numbers in them by their value, so that node 9 stands before
// node 10.
func NaturalOrder(a, b string) int {
	whole := cmp.Compare(a, b)
	for a != "" && b != "" {
		x, y := leadingDigits(a), leadingDigits(b)
		if x == 0 || y == 0 {
			if a[0] != b[0] {
				return cmp.Compare(a, b)
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
		if order := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); order != 0 {
			return order
		}
		a, b = a[x:], b[y:]
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), whole)
}

func leadingDigits(text string) int {
	return len(text) - len(strings.TrimLeft(text, "0123456789"))
}
