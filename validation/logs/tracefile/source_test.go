package tracefile

import (
	"strings"
	"testing"

	"green500/validation/logs/canonical"
)

// Of files of laboratory programs that are no text it is said what they are, rather than of what there would be none in
// a text.
func TestFilesThatAreNoText(t *testing.T) {
	for name, c := range map[string]struct{ log, want string }{
		"LabVIEW": {"TDSm\x0e\x00\x00\x00\x69\x12\x00\x00power",
			"run: is a TDMS file of LabVIEW; export its channels as CSV, as DIAdem and npTDMS do."},
		"MATLAB": {"MATLAB 5.0 MAT-file, Platform: GLNXA64" + strings.Repeat(" ", 80) + "\x00\x01IM",
			"run: is a MAT-file of MATLAB; write its table as CSV, with writetable or writetimetable."},
		"HDF5": {"\x89HDF\r\n\x1a\n\x00\x00",
			"run: is an HDF5 file, as those of MATLAB 7.3 are, too; write its table as CSV or Parquet."},
		"SQLite": {"SQLite format 3\x00\x10\x00", "run: is a database of SQLite; " +
			"export the table of the readings, as: sqlite3 -header -csv FILE \"SELECT * FROM TABLE\"."},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Understand(Input{Name: "run", At: strings.NewReader(c.log), Size: int64(len(c.log))},
				ImportSettings{}, nil, canonical.Memory)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
