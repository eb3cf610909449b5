package published_test

import (
	"reflect"
	"testing"

	"green500/validation/lists/published"
)

func TestRecordsOfOldWorkbooks(t *testing.T) {
	got, err := published.ReadStream(eight())
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"Rank", "Rmax", "Höchst"},
		{"1", "123.45", "-3", "0.5", "4503.18089796019", "Gaï", "ok"},
		{"2.25", "gave", "TRUE", "#DIV/0!", "#N/A", "FALSE"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestOldWorkbooksThatAreRefused(t *testing.T) {
	none := func(*stream) {}
	whole := compound("Book", five())
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"password of its own": {compound("EncryptedPackage", nil), "password"},
		"password of a stream": {compound("Workbook", book(0x0600, func(s *stream) { s.record(0x002f) }, none)),
			"password"},
		"no sheet":          {compound("Letter", nil), "no sheet"},
		"version":           {compound("Workbook", book(0x0400, none, none)), "version"},
		"cut in the file":   {whole[:1500], "not a readable workbook"},
		"cut in the header": {whole[:300], "not a readable workbook"},
		"more sectors than it is long": {append(append(append([]byte{}, whole[:44]...), 0xff, 0xff, 0xff, 0x7f),
			whole[48:]...), "sectors"},
		"texts end early": {compound("Workbook", book(0x0600,
			func(s *stream) { s.record(0x00fc, []uint32{1, 1}, uint16(9), uint8(0), []byte("Rank")) }, none)),
			"too early"},
		"a cell far out": {compound("Workbook",
			book(0x0600, none, func(s *stream) { s.record(0x0203, cell(60000, 0), 1.0) })), "beyond"},
		"nothing in it": {compound("Workbook", book(0x0600, none, none)), "names the columns"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, published.Source{Name: "TOP500_200911.xls"}, c.data, c.want) })
	}
}

// TestStreamsCutAnywhere: what is cut off is refused, and never read as less.
func TestStreamsCutAnywhere(t *testing.T) {
	for name, whole := range map[string][]byte{"97": eight(), "95": five()} {
		for length := range whole {
			if _, err := published.ReadStream(whole[:length]); err == nil {
				t.Errorf("Excel %s: %d of %d bytes were read", name, length, len(whole))
			}
		}
	}
}
