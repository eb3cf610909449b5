package lists_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"green500/store"
	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/storetest"
	"green500/validation/lists/listing"
	foreign "green500/validation/lists/published"
	"green500/validation/power"
)

const realData = "../../../shared/data"

// realLists reads the lists that were published, as files of their folders; the twins of one list that were written by
// others are among them.
func realLists(t testing.TB) []lists.Import {
	t.Helper()
	var lists []lists.Import
	for _, pattern := range []string{"lists-green500/green500_top_*", "lists-top500/TOP500_*"} {
		paths, err := filepath.Glob(filepath.Join(realData, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			lists = append(lists, readList(t, path))
		}
	}
	if len(lists) == 0 {
		t.Skip("the published lists of ../shared/data are not here")
	}
	return lists
}

func readList(t testing.TB, path string) lists.Import {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(path)
	list, err := foreign.Read(foreign.Source{Name: name}, data)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	return lists.Import{List: list, Source: name, Digest: hex.EncodeToString(sum[:])}
}

func BenchmarkImport(b *testing.B) {
	lists := realLists(b)
	for b.Loop() {
		s := storetest.Open(b, store.Config{})
		for _, list := range lists {
			if _, err := s.Lists.Import(b.Context(), list); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// place is a line of a list.
type place struct {
	list string
	rank int
}

// everyLine reads the lines of all lists.
func everyLine(t *testing.T, s *store.Store) map[place]listing.Row {
	t.Helper()
	lines := map[place]listing.Row{}
	view := listing.View{Sort: "rank", Size: listing.MostSize}
	for view.Page = 1; ; view.Page++ {
		browsed, err := s.Lists.Browse(t.Context(), lists.AllLists, accounts.User{}, view)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range browsed.Rows {
			lines[place{row.List, row.Rank}] = row
		}
		if len(browsed.Rows) < view.Size {
			return lines
		}
	}
}

func importAll(t *testing.T, s *store.Store, lists []lists.Import) {
	t.Helper()
	for _, list := range lists {
		if _, err := s.Lists.Import(t.Context(), list); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPublishedListsAreImported holds what is browsed against what another program read of the same files.
func TestPublishedListsAreImported(t *testing.T) {
	lists := realLists(t)
	storetest.Each(t, func(t *testing.T, database string) {
		s := storetest.Open(t, store.Config{Database: database})
		importAll(t, s, lists)
		lines := everyLine(t, s)
		catalogue, err := s.Lists.Catalogue(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range catalogue {
			compareWithTwin(t, list, lines)
		}
		wantOneMachineAnID(t, lists, lines)
		importAll(t, s, lists)
		if again := everyLine(t, s); !reflect.DeepEqual(lines, again) {
			t.Errorf("importing everything again changed the lines: %d, %d before", len(again), len(lines))
		}
	})
}

// compareWithTwin compares the entries, those with power, the levels of a list, and of every row the computer, the
// ranks, Rmax, power and efficiency.
func compareWithTwin(t *testing.T, list lists.Catalogued, lines map[place]listing.Row) {
	t.Helper()
	twin := readTwin(t, list)
	powered, levels := 0, map[power.Level]int{}
	for at, row := range lines {
		if at.list == list.Name && (row.Power != nil || row.Efficiency != nil) {
			powered++
		}
		if at.list == list.Name && row.Level != nil {
			levels[*row.Level]++
		}
	}
	if list.Entries != len(twin) || list.Powered != powered {
		t.Errorf("%s: %d entries, %d with power; %d and %d are read", list.Name, list.Entries, list.Powered,
			len(twin), powered)
	}
	wantPowered, wantLevels := 0, map[power.Level]int{}
	for _, row := range twin {
		if row.efficiency > 0 {
			wantPowered++
		}
		if row.level > 0 {
			wantLevels[row.level]++
		}
	}
	if powered != wantPowered || !reflect.DeepEqual(levels, wantLevels) {
		t.Errorf("%s: %d with power and levels %v; the file says %d and %v", list.Name, powered, levels,
			wantPowered, wantLevels)
	}
	for i, want := range twin {
		row, there := lines[place{list.Name, i + 1}]
		if !there || row.Computer != want.computer || differ(row.Rmax, want.rmax) || differ(row.Power, want.watts) ||
			differ(row.Efficiency, want.efficiency) || differ(row.Top500Rank, float64(want.top500)) {
			t.Errorf("%s, line %d: got %+v, want %+v", list.Name, i+1, row, want)
		}
		if row.Rank != want.rank {
			t.Errorf("%s: %s has rank %d, in the file %d", list.Name, want.computer, row.Rank, want.rank)
		}
	}
	if first := lines[place{list.Name, 1}]; list.Kind == listing.Top500 &&
		(first.Rank != 1 || first.Top500Rank == nil || *first.Top500Rank != 1) {
		t.Errorf("%s begins with %+v", list.Name, first)
	}
}

// differ reports whether a stored number is not that of a file; 0 is not stated.
func differ[N ~int | ~float64](stored *N, want float64) bool {
	if stored == nil {
		return want != 0
	}
	return math.Abs(float64(*stored)-want) > 1e-9*math.Abs(want)
}

// twinRow is what another program read of a line, as far as it is compared.
type twinRow struct {
	rank             int
	computer         string
	top500           int     // rank there; 0 if it has none
	rmax, efficiency float64 // GFlops, GFlops/W
	watts            float64
	level            power.Level
}

// readTwin reads what another program made of a file, in the order of its ranks. It knows columns by
// words of their own, and not by the tables of the reader.
func readTwin(t *testing.T, list lists.Catalogued) []twinRow {
	t.Helper()
	name := strings.TrimSuffix(list.Source, filepath.Ext(list.Source)) + ".csv"
	file, err := os.Open(filepath.Join(realData, "lists-"+string(list.Kind), "derived", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	cells, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(names ...string) int {
		return slices.IndexFunc(cells[0],
			func(title string) bool { return slices.Contains(names, strings.ToLower(strings.TrimSpace(title))) })
	}
	number := func(line []string, at int) float64 {
		if at < 0 {
			return 0
		}
		n, _ := strconv.ParseFloat(line[at], 64) // empty is nothing
		return n
	}
	if column("computer") < 0 {
		cells[0][column("name")] = "computer" // as the list of 2013-11 calls it
	}
	rank, computer, rate := column("rank", "green500_rank"), column("computer"), column("rmax", "rmax [tflop/s]")
	watts, grade := column("power", "power (kw)", "total_power"), column("power quality level")
	inMega := column("mflops/watt", "mflops_per_watt")
	//nolint:misspell // as lists write it
	efficiency := column("energy efficiency [gflops/watts]", "power efficiency [gflops/watts]",
		"power effeciency [gflops/watts]")
	elsewhere := column("top500 rank", "top500_rank")
	if list.Kind == listing.Top500 {
		elsewhere = rank
	}
	var rows []twinRow
	for _, line := range cells[1:] {
		row := twinRow{rank: int(number(line, rank)), computer: strings.TrimSpace(line[computer]),
			rmax: number(line, rate), level: power.Level(number(line, grade)), top500: int(number(line, elsewhere)),
			watts: 1000 * number(line, watts)}
		if strings.Contains(strings.ToLower(cells[0][rate]), "tflop") {
			row.rmax *= 1000
		}
		switch {
		case number(line, efficiency) > 0:
			row.efficiency = number(line, efficiency)
		case number(line, inMega) > 0:
			row.efficiency = number(line, inMega) / 1000
		case number(line, watts) > 0:
			row.efficiency = row.rmax / number(line, watts) / 1000
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b twinRow) int { return cmp.Compare(a.rank, b.rank) })
	return rows
}

// wantOneMachineAnID wants lines with one TOP500 id to be of one machine, with others of others, and no list to have
// two lines of one machine.
func wantOneMachineAnID(t *testing.T, lists []lists.Import, lines map[place]listing.Row) {
	t.Helper()
	type position struct {
		list       string
		top500Rank int
	}
	at := map[position]int64{}
	named := map[string]map[int64]bool{}
	for where, row := range lines {
		if row.Top500Rank != nil {
			at[position{where.list, *row.Top500Rank}] = row.SystemID
		}
		if named[where.list] == nil {
			named[where.list] = map[int64]bool{}
		}
		if named[where.list][row.SystemID] {
			t.Errorf("%s names the system %d twice: %s, %s", where.list, row.SystemID, row.System, row.Site)
		}
		named[where.list][row.SystemID] = true
	}
	systems, ids := map[int]int64{}, map[int64]int{}
	for _, list := range lists {
		for _, row := range list.List.Rows {
			system := at[position{string(list.List.Kind) + "-" + list.List.Edition, row.Top500Rank}]
			if row.SystemID == 0 || system == 0 {
				continue
			}
			if known := systems[row.SystemID]; known != 0 && known != system {
				t.Errorf("%s: the id %d is of the systems %d and %d", list.Source, row.SystemID, known, system)
			}
			if known := ids[system]; known != 0 && known != row.SystemID {
				t.Errorf("%s: the system %d has the ids %d and %d", list.Source, system, known, row.SystemID)
			}
			systems[row.SystemID], ids[system] = system, row.SystemID
		}
	}
	if len(systems) < 1000 {
		t.Errorf("only %d systems have an id", len(systems))
	}
}

// TestPublishedListsAreImportedInAnyOrder: machines are the same ones, but for what no id tells.
func TestPublishedListsAreImportedInAnyOrder(t *testing.T) {
	storetest.Long(t)
	imports := realLists(t)
	forwards := storetest.Open(t, store.Config{})
	importAll(t, forwards, imports)
	want := everyLine(t, forwards)
	for name, order := range map[string]func([]lists.Import){
		"backwards": slices.Reverse[[]lists.Import],
		"by edition": func(l []lists.Import) {
			slices.SortStableFunc(l, func(a, b lists.Import) int { return cmp.Compare(a.List.Edition, b.List.Edition) })
		},
	} {
		again := slices.Clone(imports)
		order(again)
		s := storetest.Open(t, store.Config{})
		importAll(t, s, again)
		got := everyLine(t, s)
		apart := linesApart(want, got)
		wantOneMachineAnID(t, imports, got)
		if apart > len(got)/mostApart || countSystems(got) != countSystems(want) {
			t.Errorf("%s: %d of %d lines are of other machines; %d machines, %d forwards", name, apart, len(got),
				countSystems(got), countSystems(want))
		}
	}
}

// mostApart is one line of so many that may be of another machine: if old lists have several machines that they say the
// same of, nothing tells which is which of another list.
const mostApart = 500

// linesApart counts the lines whose machine is not that of most lines that have been of one machine.
func linesApart(before, after map[place]listing.Row) int {
	pairs, most := map[[2]int64]int{}, map[int64]int{}
	for at, row := range after {
		pairs[[2]int64{before[at].SystemID, row.SystemID}]++
	}
	for pair, n := range pairs {
		most[pair[0]] = max(most[pair[0]], n)
	}
	apart := 0
	for pair, n := range pairs {
		if n < most[pair[0]] {
			apart += n
		}
	}
	return apart
}

func countSystems(lines map[place]listing.Row) int {
	systems := map[int64]bool{}
	for _, row := range lines {
		systems[row.SystemID] = true
	}
	return len(systems)
}
