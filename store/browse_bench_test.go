package store_test

import (
	"fmt"
	"net/url"
	"os"
	"strconv"
	"testing"

	"green500/store"
	"green500/store/storetest"
	"green500/validation/listing"
)

// BenchmarkBrowse tells how long filtered views take of GREEN500_BENCH_ENTRIES lines (else 15 000) of a tenth as many
// systems, on 30 lists.
func BenchmarkBrowse(b *testing.B) {
	entries, err := strconv.Atoi(os.Getenv("GREEN500_BENCH_ENTRIES"))
	if err != nil {
		entries = 15_000
	}
	const editions = 30
	for _, kind := range storetest.Databases() {
		b.Run(kind.Name, func(b *testing.B) {
			database := kind.New(b)
			s := storetest.Open(b, store.Config{Database: database})
			storetest.Lists{Editions: editions, Entries: entries / editions, Systems: entries / 10}.Fill(b, database)
			for _, query := range []string{
				"", "sort=-efficiency", "sort=-rmax&size=100", "country=DE&sort=-rmax&size=100", "country=DE&country=FR&page=3&size=100", "vendor=Vendor+7&sort=power&size=100",
				"site=centre+12&size=100", "q=system+77&size=100", "q=nothing+like+it", "efficiency_from=79.5&size=100", "efficiency_from=20&sort=-power&size=100",
				"level=3&optimised=yes&size=100", "year_from=2020&power_to=900&size=100", "edition=2005-06&country=JP&size=100",
			} {
				for _, list := range []string{"green500-2005-06", store.AllLists} {
					b.Run(fmt.Sprintf("%s/%s", list, query), func(b *testing.B) { browseView(b, s, list, query) })
				}
			}
		})
	}
}

func browseView(b *testing.B, s *store.Store, list, query string) {
	values, err := url.ParseQuery(query)
	if err != nil {
		b.Fatal(err)
	}
	view, err := listing.Parse(values)
	if err != nil {
		b.Fatal(err)
	}
	matching := 0
	for b.Loop() {
		browsed, err := s.Browse(b.Context(), list, store.User{}, view)
		if err != nil {
			b.Fatal(err)
		}
		matching = browsed.Matching
	}
	b.ReportMetric(float64(matching), "matching")
}
