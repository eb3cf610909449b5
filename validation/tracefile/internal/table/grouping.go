package table

// Grouping is cells that rows of some machines have together.
type Grouping struct {
	Cells map[int]string // by column
	Hosts map[string]bool
}
