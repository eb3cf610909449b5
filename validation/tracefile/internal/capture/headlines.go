package capture

import (
	"bytes"
	"iter"
)

// HeadLines goes through lines that are not blank, without white space around them, at most so many of them; 0 stands for all.
func HeadLines(head []byte, most int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for line := range bytes.Lines(head) {
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			if most--; !yield(line) || most == 0 {
				return
			}
		}
	}
}
