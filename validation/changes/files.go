package changes

import (
	"cmp"
	"slices"

	"green500/validation/document"
)

// FileChange is a file that is in one revision alone, holds other bytes, or was given another name.
type FileChange struct {
	Kind   document.ChangeKind `json:"kind"`
	Before *File               `json:"before,omitempty"`
	After  *File               `json:"after,omitempty"`
}

// Name is what the file is called now, or was called last.
func (f FileChange) Name() string {
	if f.After == nil {
		return f.Before.Name
	}
	return f.After.Name
}

func files(before, after []File) []FileChange {
	all := []FileChange{}
	var gone, come []File
	for _, was := range before {
		at := slices.IndexFunc(after, func(f File) bool { return f.Name == was.Name })
		switch {
		case at < 0:
			gone = append(gone, was)
		case after[at].Digest != was.Digest:
			all = append(all, FileChange{document.Changed, &was, &after[at]})
		}
	}
	for _, is := range after {
		if !slices.ContainsFunc(before, func(f File) bool { return f.Name == is.Name }) {
			come = append(come, is)
		}
	}
	for _, is := range come {
		at := slices.IndexFunc(gone, func(f File) bool { return f.Digest == is.Digest })
		if at < 0 {
			all = append(all, FileChange{document.Added, nil, &is})
			continue
		}
		was := gone[at]
		all = append(all, FileChange{document.Moved, &was, &is})
		gone = slices.Delete(gone, at, at+1)
	}
	for _, was := range gone {
		all = append(all, FileChange{document.Dropped, &was, nil})
	}
	slices.SortStableFunc(all, func(a, b FileChange) int { return cmp.Compare(a.Name(), b.Name()) })
	return all
}
