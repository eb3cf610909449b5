package store_test

import (
	"reflect"
	"strings"
	"testing"

	"green500/store"
	"green500/validation/power"
)

func TestFilters(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i, one := range []store.Summary{
			{System: "Alpha 100% green", Site: "ETH Zürich", Country: "CH", Accelerator: "GPU X", GrantedLevel: 3},
			{System: "beta_two", Site: "O'Hara \"Lab\"", Country: "US", GrantedLevel: 1},
			{System: "Gamma", Site: `back\slash`, Country: "US", Accelerator: "gpu y", GrantedLevel: 1},
			{System: "ΔELTA", Site: "Αθήνα", Country: "", GrantedLevel: 2},
		} {
			one.Efficiency = float64(10 - i)
			r.accepted(r.submitter, one)
		}
		r.publish()
		const a, b, c, d = "Alpha 100% green", "beta_two", "Gamma", "ΔELTA"
		for name, one := range map[string]struct {
			filter store.Filter
			want   []string
		}{
			"nothing":           {store.Filter{}, []string{a, b, c, d}},
			"level":             {store.Filter{Levels: []power.Level{1}}, []string{b, c}},
			"country":           {store.Filter{Country: "US"}, []string{b, c}},
			"country injection": {store.Filter{Country: "US' OR ''='"}, nil},
			"accelerated":       {store.Filter{Accelerated: ptr(true)}, []string{a, c}},
			"not accelerated":   {store.Filter{Accelerated: ptr(false)}, []string{b, d}},
			"together":          {store.Filter{Levels: []power.Level{1}, Country: "US", Accelerated: ptr(true), Search: "GPU"}, []string{c}},
			"case":              {store.Filter{Search: "aLPHA"}, []string{a}},
			"case, not ASCII":   {store.Filter{Search: "zÜRICH"}, []string{a}},
			"case, Greek":       {store.Filter{Search: "δelta"}, []string{d}},
			"spaces around":     {store.Filter{Search: "  gamma "}, []string{c}},
			"percent":           {store.Filter{Search: "%"}, []string{a}},
			"percent within":    {store.Filter{Search: "a%a"}, nil},
			"underscore":        {store.Filter{Search: "_"}, []string{b}},
			"apostrophe":        {store.Filter{Search: "o'h"}, []string{b}},
			"quote":             {store.Filter{Search: `"LAB"`}, []string{b}},
			"backslash":         {store.Filter{Search: `\`}, []string{c}},
			"injection":         {store.Filter{Search: "'; DROP TABLE list_rows; --"}, nil},
			"zero byte":         {store.Filter{Search: "gam\x00ma", Country: "U\x00S"}, []string{c}},
			"not UTF-8":         {store.Filter{Search: "\xff"}, nil},
			"too long":          {store.Filter{Search: strings.Repeat("%", 100_000)}, nil},
			"across columns":    {store.Filter{Search: "greeneth"}, nil},
		} {
			if got := systems(r.list(one.filter)); len(got)+len(one.want) > 0 && !reflect.DeepEqual(got, one.want) {
				t.Errorf("%s: got %q, want %q", name, got, one.want)
			}
		}
		countries, err := r.Countries(t.Context(), edition)
		if err != nil || !reflect.DeepEqual(countries, []string{"CH", "US"}) {
			t.Errorf("got %q, %v", countries, err)
		}
	})
}

func TestPublishedEditionsNewestFirst(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.edition("2025-11")
		r.accepted(r.submitter, summary())
		if editions, err := r.PublishedEditions(t.Context()); err != nil || len(editions) != 0 {
			t.Errorf("got %+v, %v", editions, err)
		}
		published := r.publish()
		r.edition("2027-06")
		editions, err := r.PublishedEditions(t.Context())
		if err != nil || len(editions) != 1 || !reflect.DeepEqual(editions[0], published) {
			t.Errorf("got %+v, %v", editions, err)
		}
	})
}
