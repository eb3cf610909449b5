package table

import (
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// Above the names of columns may stand what several of them are of, as "Socket 0" above some and "Proc Energy (Joules)" above others in
// the logs of Intel's PCM, or the numbers of devices; where cells were merged, it stands above the first of them alone.

// group puts the nearest line above the names that distinguishes any of them in front of those that several columns share, and of all
// where it stands above all of them. It returns the first line of the heading that is used.
func (l *Layout) group(all []Sample, header int) int {
	for at := header - 1; at >= max(0, header-headlines) && !all[at].Comment && all[at].Cells == len(l.Names); at-- {
		cells := CellsIn(all[at], l.Separator)
		if len(cells) != len(l.Names) || holdsDate(cells) { // quotes may stand so that there are none
			break
		}
		if l.grouped(cells) {
			return at
		}
	}
	return header
}

// grouped does so by a line, and reports whether that distinguishes any.
func (l *Layout) grouped(above [][]byte) bool {
	groups, complete := l.groupsOf(above)
	shared := l.sharedAmong(groups)
	if len(shared) == 0 {
		return false
	}
	for i, name := range l.Names {
		if groups[i] != "" && groups[i] != name && (shared[name] || complete && name != "" && !columnname.Timely(name)) {
			l.Names[i] = groups[i] + ": " + name
		}
	}
	return true
}

// sharedAmong returns the names that stand below several groups.
func (l *Layout) sharedAmong(groups []string) map[string]bool {
	shared, first := map[string]bool{}, map[string]string{}
	for i, name := range l.Names {
		if name == "" || groups[i] == "" {
			continue
		}
		group, met := first[name]
		if !met {
			first[name] = groups[i]
		} else if group != groups[i] {
			shared[name] = true
		}
	}
	return shared
}

// groupsOf returns what each column is of by the line above the names, and whether that line names one for each column but those of times.
func (l *Layout) groupsOf(above [][]byte) (groups []string, complete bool) {
	group := ""
	complete = true
	for i, cell := range above {
		if len(cell) > 0 {
			group = celltext.Latin1(cell)
		}
		complete = complete && (len(cell) > 0 || columnname.Timely(l.Names[i]))
		groups = append(groups, group)
	}
	return groups, complete
}
