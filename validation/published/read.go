package published

import "green500/validation/power"

// Read reads one edition of a list: an Excel workbook of either kind, or a text with separators. The file
// is recognised by its content, whatever its name ends with; of a workbook the first sheet is read. A problem of
// the file as a whole is a *power.InputError; a problem of a column or a cell is a warning.
func Read(source Source, data []byte) (*List, error) {
	if err := source.check(); err != nil {
		return nil, err
	}
	s, err := openSheet(source.Name, data)
	if err != nil {
		return nil, err
	}
	header, err := s.header()
	if err != nil {
		return nil, err
	}
	if err := header.alone(source.Name); err != nil {
		return nil, err
	}
	list := &List{Warnings: append(s.remarks, source.shapedOtherwise(header)...)}
	if list.Kind, err = source.kind(header); err != nil {
		return nil, err
	}
	if list.Edition, err = source.edition(); err != nil {
		return nil, err
	}
	columns, err := list.place(source.Name, header, s.below(header))
	if err != nil {
		return nil, err
	}
	list.readRows(columns, len(header.cells), s.below(header))
	if len(list.Rows) == 0 {
		return nil, &power.InputError{File: source.Name, Line: header.number, Problem: "there are no systems below the column names", Remedy: "save the sheet again with its rows"}
	}
	return list, nil
}
