package document_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"green500/validation/document"
	"green500/validation/power"
)

func TestProblemsSayWhereAndWhatToDo(t *testing.T) {
	clean := readFile(t, "testdata/clean.yaml")
	if _, _, err := document.Decode("clean.yaml", []byte(clean)); err != nil {
		t.Fatalf("the clean document is refused: %v", err)
	}
	for _, block := range strings.Split(readFile(t, "testdata/problems.txt"), "\n\n")[1:] {
		fields := map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
			name, value, _ := strings.Cut(line, ": ")
			fields[name] = value
		}
		t.Run(fields["with"], func(t *testing.T) {
			if !strings.Contains(clean, fields["replace"]) {
				t.Fatalf("%q is not in clean.yaml", fields["replace"])
			}
			broken := strings.Replace(clean, fields["replace"], fields["with"], 1)
			_, _, err := document.Decode("clean.yaml", []byte(broken))
			if err == nil || !strings.Contains("\n"+err.Error()+"\n", "\n"+fields["want"]+"\n") {
				t.Errorf("said:\n%v\nwant:\n%s", err, fields["want"])
			}
		})
	}
}

func TestReadingsOfOneOfTwoNodeSetsSayWhich(t *testing.T) {
	two := strings.NewReplacer("selection: random}", "selection: random}\n  - {name: gpu, nodes: 2, measured: 2}",
		", node_set: cpu}", "}").Replace(readFile(t, "testdata/clean.yaml"))
	const want = "series[0].covers.node_set: the machine has several node sets"
	if _, _, err := document.Decode("two.yaml", []byte(two)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("said %v, want %s", err, want)
	}
}

func TestAFormNamesTheFieldThatIsWrong(t *testing.T) {
	fields := map[string]string{"system.name": "Example-1", "node_sets[0].nodes": "many", "nonsense": "1"}
	entry, err := document.FromFields(fields)
	if err == nil || !strings.Contains(err.Error(), `node_sets[0].nodes: "many" is not a whole number`) ||
		!strings.Contains(err.Error(), "nonsense: unknown field") {
		t.Errorf("said %v", err)
	}
	if entry.System.Name != "Example-1" {
		t.Error("what could be read was lost")
	}
}

func FuzzDecode(f *testing.F) {
	text, err := os.ReadFile("testdata/clean.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("a: &x [*x]"))
	f.Add([]byte("series: [{where: {a: {b: c}}}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		entry, _, err := document.Decode("f.yaml", text)
		if err != nil {
			return
		}
		written, err := document.YAML(entry)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := document.Decode("again.yaml", written); err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, written)
		}
	})
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEnergyIsCountedOnlyAsItCanBe(t *testing.T) {
	clean := readFile(t, "testdata/clean.yaml")
	const energy = "quantity: energy\n    unit: J"
	for with, want := range map[string]string{
		energy + "\n    counts: interval":                      "",
		energy + "\n    counts: interval\n    stamp: end":      "",
		energy + "\n    counts: total\n    wraps_at: 262143.3": "",
		energy + "\n    wraps_at: 262143.3":                    "",
		energy + "\n    counts: interval\n" +
			"    wraps_at: 262143.3": "series[0].wraps_at: the energy of an interval never wraps",
		energy + "\n    counts: interval\n    stamp: begin": "",
	} {
		_, _, err := document.Decode("clean.yaml",
			[]byte(strings.Replace(clean, "quantity: power\n    unit: W", with, 1)))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\nsaid %v, want %q", with, err, want)
		}
	}
}

func TestWhatIsLeftOutNamesALogAndAReason(t *testing.T) {
	clean := readFile(t, "testdata/clean.yaml")
	read, _, err := document.Decode("clean.yaml", []byte(clean))
	if err != nil {
		t.Fatal(err)
	}
	log := read.Series[0].File
	for item, want := range map[string]string{
		"{file: " + log + ", instruments: [rack=12], reason: racks of another machine}": "",
		"{file: " + log +
			", instruments: [rack=12]}": "left_out[0].reason: this is missing",
		"{file: " + log + ", instruments: [rack=12], reason: ' '}": "left_out[0].reason: this is missing",
		"{file: " + log +
			", instruments: [' '], reason: of another machine}": "left_out[0].instruments: no instrument is listed",
		"{instruments: [rack=12], reason: of another machine}": "left_out[0].file: this is missing",
		"{file: other.csv, instruments: [rack=12], reason: of another machine}": `left_out[0].file: ` +
			`no series and no attachment has the file "other.csv"`,
	} {
		_, _, err := document.Decode("clean.yaml", []byte(clean+"\nleft_out: ["+item+"]\n"))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\nsaid %v, want %q", item, err, want)
		}
	}
}

func TestMainsAreOfTwoFrequencies(t *testing.T) {
	for hz, right := range map[int]bool{0: true, 50: true, 60: true, 16: false, 400: false} {
		said := fmt.Sprint(document.Check(&power.Entry{Site: power.Site{MainsHz: hz}}))
		refusal := fmt.Sprintf("mains of %d Hz are not supported; write 50 or 60", hz)
		if got := !strings.Contains(said, refusal); got != right {
			t.Errorf("%d Hz: %t, want %t", hz, got, right)
		}
	}
}
