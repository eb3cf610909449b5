package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
)

// scene is who is there, and what there is to look at.
type scene struct {
	people   []seat
	evidence []int64  // entries with long traces that wait for review
	listed   []int64  // that are published, likewise
	systems  []string // the keys of those that lists name
}

// seat is an account.
type seat struct {
	user  accounts.User
	draft int64 // of typists
}

// page is something to read.
type page struct{ kind, address string }

// page is what somebody reads next.
func (s *scene) page(dice *rand.Rand) page {
	pages := s.pages(dice)
	return pages[dice.IntN(len(pages))]
}

// pages is what somebody may read next, each as likely.
func (s *scene) pages(dice *rand.Rand) []page {
	year, listed := strconv.Itoa(1991+dice.IntN(30)), number(s.listed[dice.IntN(len(s.listed))])
	return []page{
		{"list", "/lists/green500-" + year + "-06"},
		{"list", "/lists/green500-" + year + "-06?country=DE&sort=-power"},
		{"list", "/lists/all?country=JP&sort=-efficiency&rmax_from=" + strconv.Itoa(dice.IntN(1000))},
		{"entry", "/entries/" + listed},
		{"entry", "/entries/" + listed},
		{"page", "/"},
		{"page", "/systems/" + s.systems[dice.IntN(len(s.systems))]},
		{"page", "/trends"},
		{"page", "/rules/meter-accuracy"},
		{"page", "/submissions"},
		{"page", "/notices"},
	}
}

// openEdition is what entries are taken for; those of the other one are published.
const (
	openEdition   = "2026-11"
	listedEdition = "2025-11"
)

// cast is how many people do what. They sit in this order.
type cast struct{ readers, typists, reviewers int }

// scene makes people, a draft for each who types, and entries with long traces.
func (i *installation) scene(b *testing.B, who cast) *scene {
	b.Helper()
	i.editions(b)
	made := &scene{people: i.seats(b, who), systems: i.systems(b)}
	draft := i.takeIn(b, openEdition, nil)
	for k := who.readers; k < who.readers+who.typists; k++ {
		made.people[k].draft = i.enter(b, made.people[k].user, made.people[k].user, openEdition, draft)
	}
	submits, decides := made.people[0].user, i.account(b, "decides@example.com", review.Reviewer)
	for k := range longTraces {
		taken := i.takeIn(b, openEdition, storetest.NewLog(longReadings, uint64(k)))
		made.evidence = append(made.evidence, i.enter(b, submits, decides, openEdition, taken, review.Submit))
	}
	for k := range listedTraces {
		taken := i.takeIn(b, listedEdition, storetest.NewLog(longReadings, uint64(longTraces+k)))
		made.listed = append(made.listed,
			i.enter(b, submits, decides, listedEdition, taken, review.Submit, review.Take, review.Accept))
	}
	if _, err := i.store.Lists.PublishEdition(b.Context(), listedEdition,
		i.account(b, "publishes@example.com", review.Editor), review.Outstanding.Anyway); err != nil {
		b.Fatal(err)
	}
	return made
}

// systems are the keys of those that lists name.
func (i *installation) systems(b *testing.B) (found []string) {
	b.Helper()
	rows, err := storetest.Pool(b, i.database).QueryContext(b.Context(),
		"SELECT DISTINCT system_id FROM listings ORDER BY system_id")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var system int64
		if err := rows.Scan(&system); err != nil {
			b.Fatal(err)
		}
		key, err := i.store.Lists.SystemKey(b.Context(), system)
		if err != nil {
			b.Fatal(err)
		}
		found = append(found, key)
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return found
}

func (i *installation) editions(b *testing.B) {
	b.Helper()
	now := time.Now()
	for _, name := range []string{listedEdition, openEdition} {
		if _, err := i.store.Editions.Create(b.Context(),
			editions.Edition{Name: name, Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour),
				ClosesAt: now.Add(24 * time.Hour)}); err != nil {
			b.Fatal(err)
		}
	}
}

// account makes one; it fails the benchmark if it cannot.
func (i *installation) account(b *testing.B, email string, role review.Role) accounts.User {
	made, err := i.store.Accounts.CreateUser(b.Context(),
		accounts.NewUser{Email: email, Name: email, Role: role, Password: password})
	if err != nil {
		b.Error(err)
	}
	return made
}

// seats makes accounts: submitters, and after them reviewers, whose mail is of another domain. They all have the
// password of one:
// to make it costs as much as all else.
func (i *installation) seats(b *testing.B, who cast) []seat {
	b.Helper()
	model := i.account(b, "model@example.org", review.Submitter)
	seats := make([]seat, who.readers+who.typists+who.reviewers)
	tx, err := storetest.Pool(b, i.database).BeginTx(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	for k := range seats {
		one := &seats[k].user
		one.Email, one.Role = fmt.Sprintf("person%d@example.org", k), review.Submitter
		if k >= who.readers+who.typists {
			one.Email, one.Role = fmt.Sprintf("person%d@example.com", k), review.Reviewer
		}
		const copied = `INSERT INTO users (email, role, name, affiliation, disabled, password_hash, password_at,
			created_at, confirmed_at)
			SELECT $1, $2, $1, affiliation, disabled, password_hash, password_at, created_at, confirmed_at FROM users
			WHERE id = $3`
		if _, err := tx.ExecContext(b.Context(), copied, one.Email, string(one.Role), model.ID); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	for k := range seats {
		if seats[k].user, err = i.store.Accounts.UserByEmail(b.Context(), seats[k].user.Email); err != nil {
			b.Fatal(err)
		}
	}
	return seats
}

// takeIn keeps the clean submission, with another log in place of its first if one is given.
func (i *installation) takeIn(b *testing.B, edition string, log io.Reader) submissions.Snapshot {
	b.Helper()
	clean := sample.Clean(1, string(methodology.InForce))
	clean.Entry.Edition = edition
	var files []submissions.File
	for _, name := range slices.Sorted(maps.Keys(clean.Files)) {
		var from io.Reader = bytes.NewReader(clean.Files[name])
		if log != nil && name == clean.Entry.Series[0].File {
			from = log
		}
		file, err := i.store.Uploads.Receive(b.Context(), name, from, &clean.Entry)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, file)
	}
	snapshot, err := i.store.Submissions.Intake(b.Context(), &clean.Entry, files)
	if err != nil || snapshot.Report == nil {
		b.Fatalf("it is not graded: %v %s", err, snapshot.InputErrors)
	}
	return snapshot
}

// enter makes an entry of a snapshot and moves it on.
func (i *installation) enter(b *testing.B, submits, decides accounts.User, edition string, taken submissions.Snapshot,
	moves ...review.Verb) int64 {
	b.Helper()
	entry, err := i.store.Submissions.CreateEntry(b.Context(), submits, edition, taken)
	if err != nil {
		b.Fatal(err)
	}
	for _, move := range moves {
		actor := decides
		if move == review.Submit {
			actor = submits
		}
		if _, err := i.store.Reviews.Move(b.Context(), entry.ID, move, actor,
			"It is here to be looked at."); err != nil {
			b.Fatal(err)
		}
	}
	return entry.ID
}

// signIn signs everybody in at once.
func signIn(b *testing.B, server string, seats []seat) []*visitor {
	b.Helper()
	people, group := make([]*visitor, len(seats)), sync.WaitGroup{}
	for k, one := range seats {
		group.Go(func() {
			cookie, err := signedIn(b.Context(), server, one.user.Email, fmt.Sprintf("10.0.%d.%d", k/250, k%250))
			if err != nil {
				b.Error(err)
			}
			people[k] = &visitor{cookie: cookie, entry: one.draft, dice: rand.New(rand.NewPCG(uint64(k), 0))}
		})
	}
	group.Wait()
	if b.Failed() {
		b.FailNow()
	}
	return people
}

// signedIn is the cookie of somebody who signed in from an address of the network.
func signedIn(ctx context.Context, server, email, address string) (cookie string, err error) {
	form := url.Values{"email": {email}, "password": {password}}.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, server+"/login", strings.NewReader(form))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("X-Forwarded-For", address)
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	for _, cookie := range answer.Cookies() {
		return cookie.Name + "=" + cookie.Value, nil
	}
	return "", fmt.Errorf("%s is not signed in: %s", email, answer.Status)
}
