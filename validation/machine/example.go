package machine

import (
	_ "embed"
	"slices"
)

var (
	//go:embed spmd.yaml
	spmdExample []byte
	//go:embed dac.yaml
	dacExample []byte
)

// Example is a machine with runs of the publication, as a file.
type Example struct {
	Name  string // in addresses
	Title string
	Text  []byte
}

// Examples are those of the tables of Czarnul et al.
func Examples() []Example {
	return []Example{
		{"spmd", "Tables I and III: SPMD", spmdExample},
		{"dac", "Tables II and IV: divide and conquer", dacExample},
	}
}

// ExampleNamed returns the example of a name, or else the first.
func ExampleNamed(name string) Example {
	all := Examples()
	return all[max(0, slices.IndexFunc(all, func(e Example) bool { return e.Name == name }))]
}
