package bulkfile_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"green500/validation/lists/bulkfile"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func someLists(t *testing.T) ([]byte, bulkfile.Facts) {
	t.Helper()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	head := bulkfile.Head{
		Address: "https://green500.example/data/" + bulkfile.Name,
		Page:    "https://green500.example/data", Licence: "https://creativecommons.org/licenses/by/4.0/",
		Lists: []bulkfile.List{{Name: "2026-11", Kind: listing.Graded, Edition: "2026-11", Entries: 3, SHA256: "ab",
			Changed: at}, {Name: "green500-2026-06", Kind: listing.Green500, Changed: at.AddDate(0, -5, 0)}},
	}
	var out bytes.Buffer
	facts, err := bulkfile.Write(&out, head, func(give func([]listing.Row) error) error {
		for rank := range 3 {
			watts := power.Watts(1000 * (rank + 1))
			if err := give([]listing.Row{{List: "2026-11", Kind: listing.Graded, Edition: "2026-11", Rank: rank + 1,
				System: fmt.Sprint("System ", rank), Power: &watts}}); err != nil {
				return err
			}
		}
		return nil
	})
	must(t, err)
	return out.Bytes(), facts
}

func partsOf(t *testing.T, file []byte) map[string][]byte {
	t.Helper()
	opened, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	must(t, err)
	parts := map[string][]byte{}
	for _, part := range opened.File {
		from, err := part.Open()
		must(t, err)
		parts[part.Name], err = io.ReadAll(from)
		must(t, err)
	}
	return parts
}

// TestTheFileHoldsAllRows: the same rows in both forms, the sum of each part, and licence and version in words and as
// JSON-LD.
func TestTheFileHoldsAllRows(t *testing.T) {
	file, facts := someLists(t)
	parts := partsOf(t, file)
	table, err := csv.NewReader(bytes.NewReader(parts["lists.csv"])).ReadAll()
	must(t, err)
	columnar, err := parquet.OpenFile(bytes.NewReader(parts["lists.parquet"]), int64(len(parts["lists.parquet"])))
	must(t, err)
	if len(table) != 4 || columnar.NumRows() != 3 || facts.Rows != 3 || facts.Size != int64(len(file)) ||
		facts.SHA256 != fmt.Sprintf("%x", sha256.Sum256(file)) {
		t.Errorf("%d lines, %d rows, %+v", len(table), columnar.NumRows(), facts)
	}
	lines := strings.Split(strings.TrimSpace(string(parts["SHA256SUMS"])), "\n")
	if len(lines) != len(parts)-1 {
		t.Errorf("%d sums of %d parts", len(lines), len(parts))
	}
	for _, line := range lines {
		sum, name, _ := strings.Cut(line, "  ")
		if sum != fmt.Sprintf("%x", sha256.Sum256(parts[name])) {
			t.Errorf("the sum of %s is wrong", name)
		}
	}
	columns, err := csv.NewReader(bytes.NewReader(parts["columns.csv"])).ReadAll()
	must(t, err)
	described := map[string]bool{}
	for _, column := range columns {
		described[column[0]] = true
	}
	for _, name := range table[0] {
		if !described[name] {
			t.Errorf("columns.csv does not describe %s", name)
		}
	}
	if !strings.HasPrefix(facts.Version, "2026-11-20-") || !strings.Contains(string(parts["README.txt"]),
		facts.Version) || !strings.Contains(string(parts["README.txt"]), facts.Licence) {
		t.Errorf("version %s: %s", facts.Version, parts["README.txt"])
	}
	var said map[string]any
	must(t, json.Unmarshal(parts["dataset.jsonld"], &said))
	if said["license"] != facts.Licence || said["version"] != facts.Version || len(said["identifier"].([]any)) != 2 ||
		said["dateModified"] != "2026-11-20" {
		t.Errorf("got %v", said)
	}
}

// TestTheSameListsGiveTheSameBytes, so that the hash names a state of the data and parts of the file can be read one by
// one.
func TestTheSameListsGiveTheSameBytes(t *testing.T) {
	first, _ := someLists(t)
	second, _ := someLists(t)
	if !bytes.Equal(first, second) {
		t.Error("the files differ")
	}
}
