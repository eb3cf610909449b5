package receipt_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"green500/validation/power"
	"green500/validation/review/receipt"
)

func sum(digit string) string { return strings.Repeat(digit, 64) }

func TestSumsAsProgramsWriteThem(t *testing.T) {
	const written = "\ufeffAAAA  run.out\r\n\n" +
		"BBBB *./power/rack 1.csv  \nSHA256 (power/rack2.csv) = CCCC\nSHA2-256(x.csv)= DDDD\nEEEE  win\\power.csv\n"
	text := written
	for _, digit := range []string{"A", "B", "C", "D", "E"} {
		text = strings.ReplaceAll(text, strings.Repeat(digit, 4), sum(digit))
	}
	files, err := receipt.ParseSums([]byte(text))
	want := []receipt.File{
		{Name: "run.out", SHA256: sum("a")}, {Name: "power/rack 1.csv", SHA256: sum("b")},
		{Name: "power/rack2.csv", SHA256: sum("c")},
		{Name: "x.csv", SHA256: sum("d")}, {Name: "win/power.csv", SHA256: sum("e")},
	}
	if err != nil || !slices.Equal(files, want) {
		t.Errorf("got %+v, %v", files, err)
	}
}

func TestSumsThatAreWrongAreToldByLine(t *testing.T) {
	text := sum("a") + "  good.csv\nnonsense\n" + sum("a")[1:] + "  short.csv\n" + sum("g") + "  x\n" + sum("a") +
		"  ../escape\n" + sum("a") + "  /etc/passwd\n" + sum("a") + "  \n"
	_, err := receipt.ParseSums([]byte(text))
	problems, ok := errors.AsType[power.InputErrors](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	var lines []int
	for _, failure := range problems {
		lines = append(lines, failure.Line)
	}
	if want := []int{2, 3, 4, 5, 6, 7}; !slices.Equal(lines, want) {
		t.Errorf("complained about the lines %v, want %v: %v", lines, want, err)
	}
	_, err = receipt.ParseSums([]byte(strings.Repeat("x\n", 100_000)))
	if problems, _ := errors.AsType[power.InputErrors](err); len(problems) != 20 {
		t.Errorf("complained %d times", len(problems))
	}
	if _, err := receipt.ParseSums([]byte(strings.Repeat("x", 1<<20))); err == nil {
		t.Error("took a line of a million letters")
	}
}

func TestAManifestIsWrittenInOneWay(t *testing.T) {
	files := []receipt.File{{Name: "b", SHA256: sum("b"), Size: 2}, {Name: "a", SHA256: sum("a")}}
	first, digest, err := receipt.Manifest{Submission: 3, Edition: "2026-11", Number: 1, Document: sum("d"),
		Files: files}.JSON()
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(files)
	second, again, _ := receipt.Manifest{Submission: 3, Edition: "2026-11", Number: 1, Document: sum("d"),
		Files: files}.JSON()
	if string(first) != string(second) || digest != again {
		t.Errorf("%s\n%s", first, second)
	}
	read, err := receipt.ReadManifest(first)
	if err != nil || read.Number != 1 || len(read.Files) != 2 || read.Files[0].Name != "a" {
		t.Errorf("got %+v, %v", read, err)
	}
	for _, bad := range []string{"", "{}", "[]", string(first) + "x",
		strings.Replace(string(first), "manifest/1", "manifest/9", 1)} {
		if _, err := receipt.ReadManifest([]byte(bad)); err == nil {
			t.Errorf("took %q", bad)
		}
	}
}

func TestWhatAManifestHolds(t *testing.T) {
	m := receipt.Manifest{Files: []receipt.File{{Name: "a", SHA256: sum("a")}, {Name: "b", SHA256: sum("b")}}}
	for _, c := range []struct {
		name, digest string
		says         string
	}{
		{"a", sum("a"), ""}, {"elsewhere/a", sum("a"), ""}, {"a", sum("b"), "under this name"},
		{"c", sum("c"), "was not committed"}, {"a", sum("c"), "under this name"},
	} {
		err := m.Holds(c.name, c.digest)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v", c.name, c.digest[:4], err)
		}
	}
	if err := m.Add(receipt.File{Name: "a", SHA256: sum("a")}, receipt.File{Name: "c", SHA256: sum("c")}); err != nil ||
		len(m.Files) != 3 {
		t.Errorf("%+v, %v", m.Files, err)
	}
	if err := m.Add(receipt.File{Name: "c", SHA256: sum("d")}); err == nil {
		t.Error("one name stands for two files")
	}
	many := make([]receipt.File, receipt.MaximumManifest)
	for i := range many {
		many[i] = receipt.File{Name: strings.Repeat("x", i+1), SHA256: sum("a")}
	}
	if err := m.Add(many...); err == nil {
		t.Error("took more than it may")
	}
}

func FuzzParseSums(f *testing.F) {
	f.Add([]byte(sum("a") + "  name\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		files, err := receipt.ParseSums(text)
		for _, file := range files {
			if err == nil && (len(file.SHA256) != 64 || file.Name == "") {
				t.Errorf("made %+v of %q", file, text)
			}
		}
	})
}
