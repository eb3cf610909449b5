package lists_test

import (
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/store/storetest"
	foreign "green500/validation/lists/published"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// BenchmarkPublish measures what an entry costs if a list of so many is published, corrected and imported, beside
// GREEN500_BENCH_ENTRIES lines of other lists (else 15 000) and beside none. It grows with neither if the cost is
// linear.
func BenchmarkPublish(b *testing.B) {
	for _, kind := range storetest.Databases() {
		for _, beside := range []storetest.Lists{{}, benchedLists()} {
			for _, entries := range []int{500, 2000, 8000} {
				b.Run(fmt.Sprintf("%s/beside:%d/entries:%d", kind.Name, beside.Editions*beside.Entries, entries),
					func(b *testing.B) {
						for b.Loop() {
							publishMany(b, kind.New(b), beside, entries)
						}
					})
			}
		}
	}
}

func publishMany(b *testing.B, database string, beside storetest.Lists, entries int) {
	b.Helper()
	b.StopTimer()
	s := storetest.Open(b, store.Config{Database: database, Now: func() time.Time { return roomtest.During }})
	if beside.Editions > 0 {
		beside.Fill(b, database)
	}
	editor := acceptedMany(b, s, entries)
	b.StartTimer()
	timed := func(what string, work func() error) {
		began := time.Now()
		if err := work(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(began).Microseconds())/float64(entries), what+"-µs/entry")
	}
	timed("publish", func() error {
		_, err := s.Lists.PublishEdition(b.Context(), roomtest.Edition, editor, review.Outstanding.Anyway)
		return err
	})
	list, err := s.Lists.PublishedList(b.Context(), roomtest.Edition, editor, lists.AsOf{})
	if err != nil {
		b.Fatal(err)
	}
	row := list.Rows[entries-1] // becomes the first, and all others move
	row.Rmax *= 10 * power.GFlops(entries)
	timed("correct", func() error {
		_, err := s.Lists.Correct(b.Context(), roomtest.Edition,
			lists.Correction{EntryID: row.EntryID, Row: row, Reason: "the unit was misread"}, editor)
		return err
	})
	for _, one := range []struct {
		what string
		from *foreign.List
	}{
		{"import", listElsewhere("2031-11", entries, 2020, firstID)},
		{"again", listElsewhere("2031-06", entries, 2020, firstID)},
		{"unknown", listElsewhere("2021-11", entries, 2010, 0)},      // of no machine is known yet which it is
		{"united", listElsewhere("2022-11", entries, 2010, firstID)}, // every one turns out to be one of those before
	} {
		timed(one.what, func() error {
			_, err := s.Lists.Import(b.Context(),
				lists.Import{List: one.from, Source: "a file", Digest: one.from.Edition})
			return err
		})
	}
}

// acceptedMany makes so many accepted entries, and somebody who may publish them.
func acceptedMany(b *testing.B, s *store.Store, entries int) (editor accounts.User) {
	b.Helper()
	people := map[review.Role]accounts.User{}
	for _, role := range []review.Role{review.Submitter, review.Reviewer, review.Editor} {
		var err error
		if people[role], err = s.Accounts.CreateUser(b.Context(), accounts.NewUser{Email: string(role) + "@example.org",
			Name: string(role), Role: role, Password: roomtest.Password}); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := s.Editions.Create(b.Context(), editions.Edition{Name: roomtest.Edition,
		Methodology: methodology.V20, OpensAt: roomtest.Opens, ClosesAt: roomtest.Closes}); err != nil {
		b.Fatal(err)
	}
	for i := range entries {
		of := roomtest.Summary()
		of.System, of.Efficiency, of.Top500Rank = of.System+strconv.Itoa(i), of.Efficiency+float64(i), i
		entry, err := s.Submissions.CreateEntry(b.Context(), people[review.Submitter], roomtest.Edition,
			roomtest.GradedAs(of))
		if err != nil {
			b.Fatal(err)
		}
		_, submitted := s.Reviews.Move(b.Context(), entry.ID, review.Submit, people[review.Submitter], "")
		_, accepted := s.Reviews.Move(b.Context(), entry.ID, review.Accept, people[review.Reviewer], "")
		if err := errors.Join(submitted, accepted); err != nil {
			b.Fatal(err)
		}
	}
	return people[review.Editor]
}

// firstID is the TOP500 id of the first machine of a list.
const firstID = 100_000_000

// listElsewhere is a list whose machines were installed in a year; their ids begin with one, or are not told.
func listElsewhere(edition string, entries, year, first int) *foreign.List {
	list := &foreign.List{Kind: "green500", Edition: edition}
	for i := range entries {
		row := foreign.Row{Rank: i + 1, Name: "Machine " + strconv.Itoa(i), Site: "Site " + strconv.Itoa(i%100),
			Country: "Germany", Year: year, Rmax: power.GFlops(1e6 - i), Power: new(power.Watts(1e5 + i))}
		if first != 0 {
			row.SystemID = first + i
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}
