package plausibility_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
)

// ofSystem is what the data sheet says of a machine that claims so many watts.
func ofSystem(system power.System, watts float64) (plausibility.Prediction, bool) {
	m := &power.Measurement{Entry: &power.Entry{System: system}}
	m.Entry.Run.Claimed.PowerWatts = watts
	return named(plausibility.Of(m, &validation.Report{}, plausibility.Sources{}), "Data sheet")
}

// TestTheDataSheetOfProcessorsPredicts machines without accelerators: a claim of half the power is found, and one that
// is a third off is not. What is not in the table, or no whole number of processors, is not predicted.
func TestTheDataSheetOfProcessorsPredicts(t *testing.T) {
	machine := power.System{Processor: "AMD EPYC 7763 64C 2.45GHz", TotalCores: 2000 * 64}
	expected := 2000 * 280 * 1.52
	for factor, beyond := range map[float64]bool{1: false, 0.67: false, 1.33: false, 0.5: true, 1.5: true,
		0.001: true} {
		one, found := ofSystem(machine, factor*expected)
		if !found || one.Beyond != beyond || math.Abs(float64(one.Power)/expected-1) > 1e-9 ||
			math.Abs(one.Smallest()-0.45) > 0.01 {
			t.Errorf("× %v: %+v", factor, one)
		}
	}
	for name, change := range map[string]func(*power.System){
		"another letter":  func(s *power.System) { s.Processor = "AMD EPYC 7763X 64C" },
		"not listed":      func(s *power.System) { s.Processor = "Vector Engine Type 30A 16C" },
		"no name":         func(s *power.System) { s.Processor = "" },
		"half a one":      func(s *power.System) { s.TotalCores += 32 },
		"no cores":        func(s *power.System) { s.TotalCores = 0 },
		"accelerators":    func(s *power.System) { s.AcceleratorCores = 1000 },
		"unknown boards":  func(s *power.System) { s.Accelerator = "Vector Engine" },
		"a plus too many": func(s *power.System) { s.Processor = "AMD EPYC 7763+" },
	} {
		other := machine
		change(&other)
		if one, found := ofSystem(other, expected); found {
			t.Errorf("%s: %+v", name, one)
		}
	}
	for _, name := range []string{"Xeon Platinum 8480+ 56C 2GHz", "intel xeon platinum  8480+"} {
		if one, found := ofSystem(power.System{Processor: name, Accelerator: "None", TotalCores: 560}, 5000); !found ||
			!strings.HasPrefix(one.How, "10 processors of 350 W") {
			t.Errorf("%s: %+v", name, one)
		}
	}
}

// TestListedMachinesDrawWhatTheSheetSays: of the machines of the lists with measured power, none is a warning but one,
// whose cores are a misprint.
func TestListedMachinesDrawWhatTheSheetSays(t *testing.T) {
	files, err := filepath.Glob("../../../../shared/data/lists-green500/derived/*.csv")
	if err != nil || len(files) == 0 {
		t.Skip("the lists are not here")
	}
	machines, ratios, beyond := map[string]bool{}, []float64{}, []string{}
	for _, file := range files {
		for _, row := range listRows(t, file) {
			watts, errWatts := strconv.ParseFloat(row["Power (kW)"], 64)
			cores, errCores := strconv.ParseFloat(row["Total Cores"], 64)
			key := row["Site"] + row["Computer"] + row["Total Cores"]
			// as the file spells it
			measured := strings.HasPrefix(row["Power Source"], "Submitted") ||
				strings.HasPrefix(row["Power Source"], "Optimi")
			if errWatts != nil || errCores != nil || !measured || machines[key] {
				continue
			}
			machines[key] = true
			system := power.System{Processor: row["Processor"], Accelerator: row["Accelerator/Co-Processor"],
				TotalCores: int(cores)}
			one, found := ofSystem(system, watts*1000)
			if !found || strings.Contains(one.How, "accelerators") {
				continue
			}
			ratios = append(ratios, 1+one.Part())
			if one.Beyond {
				beyond = append(beyond, row["Processor"]+" "+row["Total Cores"]+" "+row["Power (kW)"])
			}
		}
	}
	slices.Sort(ratios)
	mean := 0.0
	for _, ratio := range ratios[1:] { // without the misprint
		mean += ratio / float64(len(ratios)-1)
	}
	t.Logf("%d machines draw %.2f to %.2f times what is expected; beyond three errors are %q", len(ratios), ratios[0],
		ratios[len(ratios)-1], beyond)
	if math.Abs(mean-1) > 0.01 || len(ratios) < 60 || len(beyond) != 1 || !strings.Contains(beyond[0], "520000") {
		t.Errorf("%d machines with a mean of %.3f, of which %q", len(ratios), mean, beyond)
	}
}

// listRows are the rows of a list by the first column of each name.
func listRows(t *testing.T, name string) (rows []map[string]string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			if _, known := row[all[0][i]]; !known {
				row[all[0][i]] = cell
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// TestASampleOfProcessorsHasNoWarning: a clean submission whose machine is of processors in the table.
func TestASampleOfProcessorsHasNoWarning(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	held := float64(plausibility.Of(m, report, plausibility.Sources{}).Held)
	m.Entry.System.Processor, m.Entry.System.Accelerator, m.Entry.System.AcceleratorCores = "AMD EPYC 9654 96C 2.4GHz",
		"", 0
	m.Entry.System.TotalCores = 96 * int(held/360/1.52)
	one, found := named(plausibility.Of(m, report, plausibility.Sources{}), "Data sheet")
	if !found || one.Beyond {
		t.Errorf("%+v", one)
	}
}
