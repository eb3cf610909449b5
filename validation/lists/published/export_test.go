package published

// ReadStream reads the first sheet of a stream of records, as it lies in an old workbook.
func ReadStream(stream []byte) ([][]string, error) {
	s := &sheet{name: "stream"}
	if err := s.readBiff(stream); err != nil {
		return nil, err
	}
	var cells [][]string
	for _, one := range s.lines {
		cells = append(cells, one.cells)
	}
	return cells, nil
}

// Decimal reads a number and multiplies it by a power of ten.
func Decimal(text string, ten int) (float64, bool) { return decimal(text, ten) }

// MostLines is how many a list may have.
const MostLines = mostLines
