package store_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"green500/store"
	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// TestMain runs everything far from UTC: nothing that is kept may depend on where a server stands.
func TestMain(m *testing.M) {
	time.Local = time.FixedZone("elsewhere", 9*60*60)
	os.Exit(storetest.Main(m))
}

const (
	edition  = "2026-11"
	password = "correct horse"
)

// clock is a time that tests set.
type clock struct {
	mutex sync.Mutex
	now   time.Time
}

func (c *clock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

func (c *clock) set(now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.now = now
}

func (c *clock) advance(d time.Duration) { c.set(c.Now().Add(d)) }

// room is a store with the people of the story and an edition that is open.
type room struct {
	*store.Store
	t     *testing.T
	clock *clock
	blobs blobs.Blobs
	kept  storetest.Evidence // where the blobs are
	at    string             // of the database

	submitter, other, reviewer, second, editor, admin accounts.User
}

var (
	opens  = time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)
	closes = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	during = time.Date(2026, 10, 5, 14, 30, 0, 123456789, time.FixedZone("CEST", 2*60*60))
)

// inRooms runs a test in a new room on each kind of database.
func inRooms(t *testing.T, test func(t *testing.T, r *room)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, database string) { test(t, newRoom(t, database)) })
}

func newRoom(t *testing.T, database string) *room {
	t.Helper()
	return newRoomOn(t, database, storetest.EvidenceBeside(t, database))
}

func newRoomOn(t *testing.T, database string, kept storetest.Evidence) *room {
	t.Helper()
	c := &clock{now: during}
	blobs := kept.Blobs(t)
	r := &room{
		Store: storetest.Open(t, store.Config{Database: database, Blobs: blobs, Now: c.Now}),
		t:     t, clock: c, blobs: blobs, kept: kept, at: database,
	}
	r.submitter = r.account("sub", review.Submitter, func(ctx context.Context, n accounts.NewUser) (accounts.User, error) {
		hash, err := hashed()
		if err != nil {
			return accounts.User{}, err
		}
		return store.InsertUserWith(ctx, r.Store, n, hash)
	})
	r.other = r.user("other", review.Submitter)
	r.reviewer = r.user("rev", review.Reviewer)
	r.second = r.user("second", review.Reviewer)
	r.editor = r.user("edi", review.Editor)
	r.admin = r.user("adm", review.Admin)
	r.edition(edition)
	return r
}

// hashed is the password as the submitter of each room has it: to hash it for each costs as much as all else in a room.
var hashed = sync.OnceValues(func() (string, error) { return argon2id.CreateHash(password, store.PasswordParams()) })

// user makes an account that takes part without signing in.
func (r *room) user(name string, role review.Role) accounts.User {
	return r.account(name, role, func(ctx context.Context, n accounts.NewUser) (accounts.User, error) {
		return store.InsertUser(ctx, r.Store, n)
	})
}

func (r *room) account(name string, role review.Role, create func(context.Context, accounts.NewUser) (accounts.User, error)) accounts.User {
	r.t.Helper()
	user, err := create(r.t.Context(), accounts.NewUser{
		Email: name + "@example.org", Name: strings.ToUpper(name), Affiliation: "Centre", Role: role, Password: password,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return user
}

func (r *room) edition(name string) editions.Edition {
	r.t.Helper()
	created, err := r.Editions.CreateEdition(r.t.Context(), editions.Edition{
		Name: name, Methodology: methodology.V20, OpensAt: opens, ClosesAt: closes,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return created
}

func (r *room) entry(owner accounts.User, snapshot submissions.Snapshot) submissions.Entry {
	r.t.Helper()
	entry, err := r.Submissions.CreateEntry(r.t.Context(), owner, edition, snapshot)
	if err != nil {
		r.t.Fatal(err)
	}
	return entry
}

// accepted takes an entry of an owner through submission and review.
func (r *room) accepted(owner accounts.User, summary submissions.Summary) submissions.Entry {
	r.t.Helper()
	entry := r.entry(owner, gradedAs(summary))
	r.move(entry.ID, review.Submit, owner)
	r.accept(entry.ID, summary.GrantedLevel)
	return entry
}

// accept has an entry accepted, by as many people as its level takes.
func (r *room) accept(id int64, granted power.Level) {
	r.t.Helper()
	if granted == 3 {
		r.move(id, review.Approve, r.second)
	}
	r.move(id, review.Accept, r.reviewer)
}

// move makes a move that must succeed.
func (r *room) move(id int64, verb review.Verb, actor accounts.User) review.State {
	r.t.Helper()
	state, err := r.Reviews.Move(r.t.Context(), id, verb, actor, "a reason")
	if err != nil {
		r.t.Fatal(err)
	}
	return state
}

func (r *room) reload(id int64) submissions.Entry {
	r.t.Helper()
	entry, err := r.Submissions.Entry(r.t.Context(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	return entry
}

func ptr[T any](v T) *T { return &v }

func summary() submissions.Summary {
	return submissions.Summary{
		System: "Aurora", Site: "Centre", Country: "DE", TotalCores: 1000, Accelerator: "GPU X", Top500Rank: 7,
		Rmax: 1.5e6, Power: 30000.25, PowerUncertainty: ptr(300.5), Efficiency: 49.99958333680553,
		EfficiencyUncertainty: ptr(0.5), ClaimedLevel: 2, GrantedLevel: 2,
	}
}

func graded() submissions.Snapshot { return gradedAs(summary()) }

func gradedAs(summary submissions.Summary) submissions.Snapshot {
	return submissions.Snapshot{
		Summary:     summary,
		Document:    fmt.Appendf(nil, `{"methodology":"2.0","system":{"name":%q}}`, summary.System),
		Report:      reportOf(summary),
		RulesDigest: "rules", InputDigest: "input", ReportDigest: "report",
		Files: []submissions.File{
			{Name: "submission.yaml", Digest: digest('a'), Size: 10, Kind: "document"},
			{Name: "power/rack1.csv", Digest: digest('b'), Size: 20, Kind: "trace"},
		},
		Series: []submissions.SeriesBlob{{Index: 0, Digest: digest('c')}},
	}
}

// reportOf is a report of nothing but the figures of a summary.
func reportOf(s submissions.Summary) []byte {
	text, err := json.Marshal(map[string]any{"granted_level": s.GrantedLevel, "numbers": map[string]any{
		"rmax_gflops":     map[string]any{"value": s.Rmax},
		"core_average_w":  map[string]any{"value": s.Power, "uncertainty": s.PowerUncertainty},
		"gflops_per_watt": map[string]any{"value": s.Efficiency, "uncertainty": s.EfficiencyUncertainty},
	}})
	if err != nil {
		panic(err) // a figure of a test is not finite
	}
	return text
}

func ungraded() submissions.Snapshot {
	s := graded()
	s.Report, s.InputErrors = nil, []byte(`[{"field":"system.name"}]`)
	return s
}

// digest is a digest of one repeated digit.
func digest(digit rune) string { return strings.Repeat(string(digit), 64) }

// wantRefusal fails the test unless err is a refusal whose sentence holds a part.
func wantRefusal(t *testing.T, err error, part string) {
	t.Helper()
	refusal, ok := errors.AsType[*review.Refusal](err)
	if !ok {
		t.Fatalf("got %v, want a refusal", err)
	}
	if !strings.Contains(refusal.Sentence, part) {
		t.Errorf("got the sentence %q, want it to say %q", refusal.Sentence, part)
	}
}

// wantField fails the test unless err is an error of a field.
func wantField(t *testing.T, err error, field string) {
	t.Helper()
	inputError, ok := errors.AsType[*power.InputError](err)
	if !ok || inputError.Field != field {
		t.Errorf("got %v, want an error of the field %q", err, field)
	}
}

func wantNotFound(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, database.ErrNotFound) {
		t.Errorf("got %v, want %v", err, database.ErrNotFound)
	}
}

// readRows returns the rows of a query, as texts by column.
func readRows(t *testing.T, pool *sql.DB, query string) (all []map[string]string) {
	t.Helper()
	rows, err := pool.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		one := map[string]string{}
		for i, column := range columns {
			one[column] = fmt.Sprintf("%v", values[i])
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
