package web_test

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"testing"
	"time"

	"green500/store/storetest"
	"green500/validation/document/sample"
	"green500/validation/methodology"
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
		b.Logf("%d people are signed in after %s, with %.0f MiB", len(people),
			time.Since(begun).Round(time.Millisecond), server.spent(b).most)
		for b.Loop() {
			there := newCrowd(server.address, len(people))
			before := server.spent(b)
			visit(b, there, scene, people)
			after := server.spent(b)
			there.report(b, peopleStay.Seconds())
			b.ReportMetric(after.most, "MiB")
			b.ReportMetric(float64((after.worked-before.worked).Microseconds())/float64(there.requests()),
				"cpu-µs/request")
		}
	})
}

// BenchmarkOneOfFiveHundred asks for one kind of thing at a time, so that it is known what each takes of the
// processors.
func BenchmarkOneOfFiveHundred(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, database string) {
		made := install(b, database)
		storetest.Lists{Editions: 30, Entries: 500, Systems: 2000}.Fill(b, database)
		scene := made.scene(b, cast{1, 1, 1})
		server := made.serve(b)
		people := signIn(b, server.address, scene.people)
		reader, typist, reviewer := people[0], people[1], people[2]
		there := newCrowd(server.address, len(people))
		measure := func(name string, ask func(i int)) {
			b.Run(name, func(b *testing.B) {
				before, count := server.spent(b).worked, 0
				for ; b.Loop(); count++ {
					ask(count)
				}
				b.ReportMetric(float64((server.spent(b).worked-before).Microseconds())/float64(count), "cpu-µs/request")
			})
		}
		for i, page := range scene.pages(reader.dice) {
			measure(fmt.Sprintf("%s-%d", page.kind, i),
				func(int) { there.ask(b.Context(), page.kind, reader, scene.pages(reader.dice)[i].address, nil) })
		}
		measure("form", func(int) { there.ask(b.Context(), "form", typist, typist.draft()+"/edit", nil) })
		measure("save", func(i int) { there.save(b.Context(), typist, i) })
		measure("verdict", func(i int) {
			there.save(b.Context(), typist, -i-1)
			there.ask(b.Context(), "verdict", typist, typist.draft()+"/verdict", nil)
		})
		looked := closer(scene, reviewer)
		measure("evidence",
			func(int) { there.ask(b.Context(), "evidence", reviewer, closer(scene, reviewer).entry, nil) })
		for _, kind := range []string{"zoom", "window"} {
			measure(kind, func(i int) {
				if i%zoomsDeep == 0 {
					looked = closer(scene, reviewer)
				}
				there.ask(b.Context(), kind, reviewer, looked.address(kind), nil)
				looked.zoom(reviewer)
			})
		}
		if len(there.wrong) > 0 {
			b.Fatalf("%d requests went wrong: %.2000v", len(there.wrong), there.wrong)
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
			if !one.think(ctx, 0, arrive) {
				return
			}
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
	for stays := true; stays; stays = one.think(ctx, 2*time.Second, 6*time.Second) {
		page := scene.page(one.dice)
		there.ask(ctx, page.kind, one, page.address, nil)
	}
}

// write changes a field of a draft again and again.
func write(ctx context.Context, there *crowd, one *visitor) {
	there.ask(ctx, "form", one, one.draft()+"/edit", nil)
	for i := 0; ctx.Err() == nil; i++ {
		there.save(ctx, one, i)
		const beforeVerdict = 300 * time.Millisecond
		if !one.think(ctx, beforeVerdict, beforeVerdict+1) {
			return
		}
		there.ask(ctx, "verdict", one, one.draft()+"/verdict", nil)
		one.think(ctx, time.Second, 3*time.Second)
	}
}

// save gives the machine of a draft another name.
func (c *crowd) save(ctx context.Context, one *visitor, i int) {
	if one.typed == "" {
		one.typed = sample.Clean(1, string(methodology.InForce)).Entry.System.Name
	}
	value := fmt.Sprintf("Machine %d", i)
	c.ask(ctx, "save", one, one.draft()+"/fields",
		url.Values{"path": {"system.name"}, "value": {value}, "was": {one.typed}, "revision": {"1"}})
	one.typed = value
}

// zoomsDeep is how often somebody looks closer before they turn to another entry.
const zoomsDeep = 10

// zoom opens the evidence of an entry and looks closer and closer at it, then at another's. How far somebody goes with
// the first is anybody's guess: else they would all turn to the next at once, again and again.
func zoom(ctx context.Context, there *crowd, scene *scene, one *visitor) {
	for depth := 1 + one.dice.IntN(zoomsDeep); ctx.Err() == nil; depth = zoomsDeep {
		look := closer(scene, one)
		there.ask(ctx, "evidence", one, look.entry, nil)
		for range depth {
			if !one.think(ctx, 500*time.Millisecond, 1500*time.Millisecond) {
				return
			}
			look.zoom(one)
			there.ask(ctx, "zoom", one, look.address("zoom"), nil)
			if one.dice.IntN(3) == 0 {
				there.ask(ctx, "window", one, look.address("window"), nil)
			}
		}
	}
}

// look is what somebody looks at.
type look struct {
	entry  string
	at     time.Time
	window time.Duration
}

// closer begins with the whole of some entry.
func closer(scene *scene, one *visitor) *look {
	entry := "/submissions/" + number(scene.evidence[one.dice.IntN(len(scene.evidence))])
	return &look{entry, storetest.LogBegins(), longReadings / 10 * time.Second}
}

func (l *look) zoom(one *visitor) {
	l.window = l.window * 2 / 3
	l.at = l.at.Add(time.Duration(one.dice.Int64N(int64(l.window / 2))))
}

func (l *look) address(kind string) string {
	of := map[string]string{"zoom": "/chart.json?", "window": "/window.json?"}[kind]
	return l.entry + of +
		url.Values{"from": {l.at.Format(time.RFC3339)}, "to": {l.at.Add(l.window).Format(time.RFC3339)}}.Encode()
}
