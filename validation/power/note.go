package power

// Note is something that was met while a file was read and that no reading stands for, such as cells
// that say there was none. What is met often is counted, with its first place.
type Note struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // 0 where the file has none
	Field   string `json:"field,omitempty"`
	Problem string `json:"problem"`
	Count   int    `json:"count"`
}
