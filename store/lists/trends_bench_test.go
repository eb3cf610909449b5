package lists_test

import (
	"testing"
	"time"

	"green500/store"
	"green500/store/lists"
)

// BenchmarkTrends tells how long what trends are drawn of takes.
func BenchmarkTrends(b *testing.B) {
	one := lists.Scope{From: "2005-06", To: "2005-06"}
	german, accelerated := lists.Scope{Column: "country", Value: "DE"},
		lists.Scope{Column: "accelerator", Value: "Accelerator 7"}
	inBenchedLists(b, func(b *testing.B, s *store.Store) {
		for name, asked := range map[string]func() error{
			"all":             func() error { return trendsOf(b, s, lists.Scope{}) },
			"country":         func() error { return trendsOf(b, s, german) },
			"accelerator":     func() error { return trendsOf(b, s, accelerated) },
			"shares/level":    func() error { return sharesOf(b, s, lists.Scope{}, "level") },
			"shares/country":  func() error { return sharesOf(b, s, lists.Scope{}, "country") },
			"shares/german":   func() error { return sharesOf(b, s, german, "level") },
			"matching/one":    func() error { return matchingOf(b, s, one) },
			"matching/german": func() error { return matchingOf(b, s, german) },
		} {
			b.Run(name, func(b *testing.B) {
				var times []time.Duration
				for b.Loop() {
					began := time.Now()
					if err := asked(); err != nil {
						b.Fatal(err)
					}
					times = append(times, time.Since(began))
				}
				reportTimes(b, times)
			})
		}
	})
}

func trendsOf(b *testing.B, s *store.Store, scope lists.Scope) error {
	b.Helper()
	_, err := s.Lists.Trends(b.Context(), scope)
	return err
}

func sharesOf(b *testing.B, s *store.Store, scope lists.Scope, column string) error {
	b.Helper()
	_, err := s.Lists.Shares(b.Context(), scope, column)
	return err
}

func matchingOf(b *testing.B, s *store.Store, scope lists.Scope) error {
	b.Helper()
	_, _, err := s.Lists.Matching(b.Context(), scope)
	return err
}
