package published

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"green500/validation/power"
)

// editions are published in June and November.
var (
	editionForm   = regexp.MustCompile(`^(?:19|20)\d\d-(?:06|11)$`)
	editionInName = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)[-_.]?(06|11)(?:\D|$)`)
)

func (s Source) check() error {
	if s.Edition != "" && !editionForm.MatchString(s.Edition) {
		return &power.InputError{File: s.Name, Field: "edition", Problem: fmt.Sprintf("%q is not an edition", s.Edition), Remedy: `write year and month, such as "2024-06" or "2024-11"`}
	}
	if s.Kind != "" && s.Kind != Green500 && s.Kind != Top500 {
		return &power.InputError{File: s.Name, Field: "kind", Problem: fmt.Sprintf("%q is not a supported list", s.Kind), Remedy: fmt.Sprintf("write %q or %q", Green500, Top500)}
	}
	return nil
}

// kind is what the caller says, or else what the name and the columns agree on.
func (s Source) kind(header line) (Kind, error) {
	if s.Kind != "" {
		return s.Kind, nil
	}
	named, shaped := kindOfName(s.Name), kindOfColumns(header)
	switch {
	case named == "" && shaped == "":
		return "", &power.InputError{File: s.Name, Problem: "neither the file name nor the columns show which list this is", Remedy: "state whether it is a Green500 or a TOP500 list"}
	case named != "" && shaped != "" && named != shaped:
		return "", &power.InputError{File: s.Name, Problem: fmt.Sprintf("the file name says %s, but the columns are those of a %s list", named, shaped), Remedy: "state which of them it is"}
	case named != "":
		return named, nil
	}
	return shaped, nil
}

func kindOfName(name string) Kind {
	base := strings.ToLower(path.Base(name))
	green, top := strings.Contains(base, "green500"), strings.Contains(base, "top500")
	switch {
	case green && !top:
		return Green500
	case top && !green:
		return Top500
	}
	return ""
}

// kindOfColumns recognises a list by columns that only one of the two has in any edition.
func kindOfColumns(header line) Kind {
	for _, cell := range header.cells {
		if kind := onlyIn[normal(cell)]; kind != "" {
			return kind
		}
	}
	return ""
}

func (s Source) shapedOtherwise(header line) []Warning {
	shaped := kindOfColumns(header)
	if s.Kind == "" || shaped == "" || shaped == s.Kind {
		return nil
	}
	return []Warning{{Line: header.number, Problem: fmt.Sprintf("the columns are those of a %s list, but it is read as %s", shaped, s.Kind)}}
}

func (s Source) edition() (string, error) {
	if s.Edition != "" {
		return s.Edition, nil
	}
	if m := editionInName.FindStringSubmatch(path.Base(s.Name)); m != nil {
		return m[1] + "-" + m[2], nil
	}
	return "", &power.InputError{File: s.Name, Problem: "the file name does not state the edition", Remedy: `state its year and month, such as "2024-06"`}
}
