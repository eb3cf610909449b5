package celltext

import (
	"slices"

	"green500/validation/leftout"
	"green500/validation/power"
)

// Notes are what was seen in a file, each counted with its first place. What a problem says is one of
// few sentences, never the words of the file, so there are few of them.
type Notes []leftout.Note

// Add adds a note, or counts it if the same problem of the same field was noted before.
func (n *Notes) Add(where *power.InputError) {
	for i := range *n {
		if one := &(*n)[i]; one.Problem == where.Problem && one.Field == where.Field {
			one.Count++
			return
		}
	}
	*n = append(*n, leftout.Note{File: where.File, Line: where.Line, Field: where.Field, Problem: where.Problem, Count: 1})
}

// AddAll adds the notes of a further file.
func (n *Notes) AddAll(more Notes) {
	for _, note := range more {
		at := slices.IndexFunc(*n, func(one leftout.Note) bool { return one.Problem == note.Problem && one.Field == note.Field })
		if at < 0 {
			*n = append(*n, note)
			continue
		}
		(*n)[at].Count += note.Count
	}
}
