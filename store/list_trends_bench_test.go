package store_test

import (
	"testing"
	"time"

	"green500/store"
)

// BenchmarkTrends tells how long what trends are drawn of takes.
func BenchmarkTrends(b *testing.B) {
	one := store.Scope{From: "2005-06", To: "2005-06"}
	german, accelerated := store.Scope{Column: "country", Value: "DE"}, store.Scope{Column: "accelerator", Value: "Accelerator 7"}
	inBenchedLists(b, func(b *testing.B, s *store.Store) {
		for name, asked := range map[string]func() error{
			"all":             func() error { return trendsOf(b, s, store.Scope{}) },
			"country":         func() error { return trendsOf(b, s, german) },
			"accelerator":     func() error { return trendsOf(b, s, accelerated) },
			"shares/level":    func() error { return sharesOf(b, s, store.Scope{}, "level") },
			"shares/country":  func() error { return sharesOf(b, s, store.Scope{}, "country") },
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

func trendsOf(b *testing.B, s *store.Store, scope store.Scope) error {
	b.Helper()
	_, err := s.Trends(b.Context(), scope)
	return err
}

func sharesOf(b *testing.B, s *store.Store, scope store.Scope, column string) error {
	b.Helper()
	_, err := s.Shares(b.Context(), scope, column)
	return err
}

func matchingOf(b *testing.B, s *store.Store, scope store.Scope) error {
	b.Helper()
	_, _, err := s.Matching(b.Context(), scope)
	return err
}
