package tracefile

import "green500/validation/power"

// notes are what was met in a file, each counted with its first place. What a problem says is one of
// few sentences, never the words of the file, so there are few of them.
type notes []power.Note

func (n *notes) add(where *power.InputError) {
	for i := range *n {
		if one := &(*n)[i]; one.Problem == where.Problem && one.Field == where.Field {
			one.Count++
			return
		}
	}
	*n = append(*n, power.Note{File: where.File, Line: where.Line, Field: where.Field, Problem: where.Problem, Count: 1})
}
