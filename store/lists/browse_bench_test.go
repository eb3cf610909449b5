package lists_test

import (
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/storetest"
	"green500/validation/lists/listing"
)

// benchedViews are the views that benchmarks ask for, each as the query of an address.
func benchedViews() []string {
	views := []string{
		"", "page=20&size=100", "size=1000&page=900",
		"q=system+7", "q=system+77777", "q=centre+12", "q=nothing+like+it", "q=e",
		"system=77", "site=centre+12", "accelerator=9", "processor=nothing",
		"country=DE", "country=DE&country=FR&page=3&size=100", "country=XX", "vendor=Vendor+7", "level=3",
		"optimised=yes", "efficiency_from=79.5", "efficiency_from=20&efficiency_to=60", "efficiency_to=0.01",
		"year_from=2020&power_to=900", "rmax_from=1&power_to=0.001",
		"edition=2005-06", "edition=2005-06&country=JP", "kind=top500",
		"q=system+7&country=DE&sort=-rmax", "level=3&optimised=yes&sort=power",
		"efficiency_from=1&site=centre&level=2&sort=-system&page=50&size=100",
	}
	for _, column := range listing.Columns() {
		views = append(views, "sort="+column.Name, "sort=-"+column.Name+"&size=100")
	}
	return views
}

// benchedLists is what benchmarks are made on: 30 editions of GREEN500_BENCH_ENTRIES lines together (else 15 000) of
// GREEN500_BENCH_SYSTEMS systems (else a tenth).
func benchedLists() storetest.Lists {
	const editions, usually, listed = 30, 15_000, 10
	number := func(variable string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
			return n
		}
		return otherwise
	}
	entries := number("GREEN500_BENCH_ENTRIES", usually)
	return storetest.Lists{Editions: editions, Entries: entries / editions,
		Systems: number("GREEN500_BENCH_SYSTEMS", entries/listed)}
}

// BenchmarkBrowse tells how long views take, over all lists and over one: in the middle, at the 99th percentile and at
// worst.
func BenchmarkBrowse(b *testing.B) {
	inBenchedLists(b, func(b *testing.B, s *store.Store) {
		for _, list := range []string{lists.AllLists, "green500-2005-06"} {
			var all []time.Duration
			for _, query := range benchedViews() {
				b.Run(list+"/"+strings.ReplaceAll(query, "=", ":"), func(b *testing.B) {
					all = append(all, browseView(b, s, list, query)...)
				})
			}
			b.Run(list+"/together", func(b *testing.B) {
				for b.Loop() {
				}
				reportTimes(b, all)
			})
		}
	})
}

// inBenchedLists runs a benchmark on each kind of database.
func inBenchedLists(b *testing.B, bench func(*testing.B, *store.Store)) {
	b.Helper()
	for _, kind := range storetest.Databases() {
		b.Run(kind.Name, func(b *testing.B) {
			database := kind.New(b)
			s := storetest.Open(b, store.Config{Database: database})
			benchedLists().Fill(b, database)
			bench(b, s)
		})
	}
}

func browseView(b *testing.B, s *store.Store, list, query string) []time.Duration {
	b.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		b.Fatal(err)
	}
	view, err := listing.Parse(values)
	if err != nil {
		b.Fatal(err)
	}
	var times []time.Duration
	matching := 0
	for b.Loop() {
		at := time.Now()
		matching = browseOnce(b, s, list, view)
		times = append(times, time.Since(at))
	}
	reportTimes(b, times)
	b.ReportMetric(float64(matching), "matching")
	return times
}

func browseOnce(b *testing.B, s *store.Store, list string, view listing.View) int {
	b.Helper()
	browsed, err := s.Lists.Browse(b.Context(), list, accounts.User{}, view)
	if err != nil {
		b.Fatal(err)
	}
	return browsed.Matching
}

// reportTimes reports the one in the middle, the 99th of a hundred, and the longest.
func reportTimes(b *testing.B, times []time.Duration) {
	b.Helper()
	if len(times) == 0 {
		return
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1e3, "median-ms")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1e3, "p99-ms")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1e3, "worst-ms")
}
