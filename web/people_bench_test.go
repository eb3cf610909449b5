package web_test

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"testing"
	"time"

	"green500/store/storetest"
	"green500/validation/methodology"
	"green500/validation/sample"
)

// Who is there at once, all of them signed in.
const (
	readersThere   = 200 // read lists, systems, rules and published evidence; a page each 4 s
	typistsThere   = 200 // change a field of their draft each 2.3 s, with the verdict after it, as the form asks for it
	reviewersThere = 100 // look at the evidence of others and zoom into it; a window each second

	peopleStay   = time.Minute
	longTraces   = 8         // that reviewers look at
	listedTraces = 2         // that everybody looks at
	longReadings = 1_000_000 // of each, ten a second
)

// BenchmarkFiveHundredPeople lets 500 people who are signed in browse, type and zoom at once. Server and people share
// the machine. Nothing is left out: the first page of everybody counts as well.
func BenchmarkFiveHundredPeople(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, database string) {
		made := install(b, database)
		storetest.Lists{Editions: 30, Entries: 500, Systems: 2000}.Fill(b, database)
		scene := made.scene(b, cast{readersThere, typistsThere, reviewersThere})
		server := made.serve(b)
		begun := time.Now()
		people := signIn(b, server.address, scene.people)
		b.Logf("%d people are signed in after %s, with %.0f MiB", len(people), time.Since(begun).Round(time.Millisecond), server.spent(b).most)
		for b.Loop() {
			there := newCrowd(server.address, len(people))
			before := server.spent(b)
			visit(b, there, scene, people)
			after := server.spent(b)
			there.report(b, peopleStay.Seconds())
			b.ReportMetric(after.most, "MiB")
			b.ReportMetric(float64((after.worked-before.worked).Microseconds())/float64(there.requests()), "cpu-µs/request")
		}
	})
}

// visit lets everybody do what they came for.
func visit(b *testing.B, there *crowd, scene *scene, people []*visitor) {
	ctx, leave := context.WithTimeout(b.Context(), peopleStay)
	defer leave()
	var group sync.WaitGroup
	for i, one := range people {
		group.Go(func() {
			const arrive = 5 * time.Second
			one.think(ctx, 0, arrive)
			switch {
			case i < readersThere:
				read(ctx, there, scene, one)
			case i < readersThere+typistsThere:
				write(ctx, there, one)
			default:
				zoom(ctx, there, scene, one)
			}
		})
	}
	group.Wait()
}

// read goes from page to page.
func read(ctx context.Context, there *crowd, scene *scene, one *visitor) {
	for ctx.Err() == nil {
		kind, address := scene.page(one.dice)
		there.ask(ctx, kind, one, address, nil)
		one.think(ctx, 2*time.Second, 6*time.Second)
	}
}

// write changes a field of a draft again and again.
func write(ctx context.Context, there *crowd, one *visitor) {
	entry := "/submissions/" + number(one.entry)
	there.ask(ctx, "form", one, entry+"/edit", nil)
	was := sample.Clean(1, string(methodology.InForce)).Entry.System.Name
	for i := 0; ctx.Err() == nil; i++ {
		value := fmt.Sprintf("Machine %d", i)
		there.ask(ctx, "save", one, entry+"/fields", url.Values{"path": {"system.name"}, "value": {value}, "was": {was}, "revision": {"1"}})
		was = value
		const beforeVerdict = 300 * time.Millisecond
		one.think(ctx, beforeVerdict, beforeVerdict+1)
		there.ask(ctx, "verdict", one, entry+"/verdict", nil)
		one.think(ctx, time.Second, 3*time.Second)
	}
}

// zoom opens the evidence of an entry and looks closer and closer at it, then at another's.
func zoom(ctx context.Context, there *crowd, scene *scene, one *visitor) {
	for ctx.Err() == nil {
		entry := "/submissions/" + number(scene.evidence[one.dice.IntN(len(scene.evidence))])
		there.ask(ctx, "evidence", one, entry, nil)
		window := longReadings / 10 * time.Second
		at := storetest.LogBegins()
		for range 10 {
			one.think(ctx, 500*time.Millisecond, 1500*time.Millisecond)
			window = window * 2 / 3
			at = at.Add(time.Duration(one.dice.Int64N(int64(window / 2))))
			query := "?" + url.Values{"from": {at.Format(time.RFC3339)}, "to": {at.Add(window).Format(time.RFC3339)}}.Encode()
			there.ask(ctx, "zoom", one, entry+"/chart.json"+query, nil)
			if one.dice.IntN(3) == 0 {
				there.ask(ctx, "window", one, entry+"/window.json"+query, nil)
			}
		}
	}
}
