// Package roomtest gives the tests of the rooms of the store a store with the people of the story, an edition that is
// open, and what such people do. Only tests use it.
package roomtest

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"gorm.io/gorm"

	"green500/store"
	"green500/store/accounts"
	"green500/store/auditlog"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// Edition is the name of the edition of a room; Password is that of everybody in it.
const (
	Edition  = "2026-11"
	Password = "correct horse"
)

// Clock is a time that tests set.
type Clock struct {
	mutex sync.Mutex
	now   time.Time
}

// Now is the time that was set.
func (c *Clock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

// Set sets the time.
func (c *Clock) Set(now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.now = now
}

// Advance goes forward, or back.
func (c *Clock) Advance(d time.Duration) { c.Set(c.Now().Add(d)) }

// Room is a store with the people of the story and an edition that is open.
type Room struct {
	*store.Store
	T     *testing.T
	Clock *Clock
	Kept  storetest.Evidence // where the blobs are
	At    string             // of the database

	recorded *recorded.Database // nil until it is asked for

	Submitter, Other, Reviewer, Second, Editor, Admin accounts.User
}

// Opens and Closes are those of every edition, During is when a room begins.
var (
	Opens  = time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)
	Closes = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	During = time.Date(2026, 10, 5, 14, 30, 0, 123456789, time.FixedZone("CEST", 2*60*60))
)

// Each runs a test in a new room on each kind of database.
func Each(t *testing.T, test func(t *testing.T, r *Room)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, database string) { test(t, New(t, database)) })
}

// New is a room in a database with the schema.
func New(t *testing.T, database string) *Room {
	t.Helper()
	return NewOn(t, database, storetest.EvidenceBeside(t, database))
}

// NewOn is New with blobs in a place of the test.
func NewOn(t *testing.T, database string, kept storetest.Evidence) *Room {
	t.Helper()
	c := &Clock{now: During}
	r := &Room{
		Store: storetest.Open(t, store.Config{Database: database, Blobs: kept.Blobs(t), Now: c.Now}),
		T:     t, Clock: c, Kept: kept, At: database,
	}
	people := r.users(
		newUser{"sub", review.Submitter}, newUser{"other", review.Submitter}, newUser{"rev", review.Reviewer},
		newUser{"second", review.Reviewer}, newUser{"edi", review.Editor}, newUser{"adm", review.Admin},
	)
	r.Submitter, r.Other, r.Reviewer, r.Second, r.Editor, r.Admin = people[0], people[1], people[2], people[3],
		people[4], people[5]
	r.Edition(Edition)
	return r
}

// Twin is a room as this one is, in another database with other blobs.
func (r *Room) Twin(t *testing.T, database string, kept storetest.Evidence) *Room {
	t.Helper()
	twin := *r
	twin.T, twin.At, twin.Kept, twin.recorded = t, database, kept, nil
	twin.Store = storetest.Open(t, store.Config{Database: database, Blobs: kept.Blobs(t), Now: r.Clock.Now})
	return &twin
}

// Tables are the names of all tables.
func (r *Room) Tables() []string {
	r.T.Helper()
	tables, err := r.Recorded().Query(r.T.Context()).Migrator().GetTables()
	if err != nil {
		r.T.Fatal(err)
	}
	return tables
}

// hashed is the Password, in less time than accounts.CreateUser takes for it.
var hashed = sync.OnceValues(func() (string, error) {
	return argon2id.CreateHash(Password,
		&argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
})

// Recorded is the database of the room by connections of its own, for what no method of a store does.
func (r *Room) Recorded() *recorded.Database {
	r.T.Helper()
	if r.recorded == nil {
		r.recorded = Recorded(r.T, r.At, r.Clock.Now)
	}
	return r.recorded
}

// Close closes the store, and what Recorded opened.
func (r *Room) Close() error {
	var err error
	if r.recorded != nil {
		err, r.recorded = r.recorded.Close(), nil
	}
	return errors.Join(err, r.Store.Close())
}

// Recorded connects to a database past the rooms, until the test ends.
func Recorded(t testing.TB, at string, now func() time.Time) *recorded.Database {
	t.Helper()
	connection, err := database.Open(t.Context(), at, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Pool.Close() })
	if err := recorded.Guard(connection); err != nil {
		t.Fatal(err)
	}
	return &recorded.Database{Connection: connection, Clock: now, SealedKinds: auditlog.SealedKinds()}
}

// User makes an account whose password is Password.
func (r *Room) User(name string, role review.Role) accounts.User {
	r.T.Helper()
	return r.users(newUser{name, role})[0]
}

type newUser struct {
	name string
	role review.Role
}

func (r *Room) users(people ...newUser) (made []accounts.User) {
	r.T.Helper()
	hash, err := hashed()
	if err != nil {
		r.T.Fatal(err)
	}
	db, now := r.Recorded(), r.Clock.Now().UnixMicro()
	err = db.Transact(r.T.Context(), func(tx *gorm.DB) error {
		made = nil
		for _, one := range people {
			user := accounts.User{Email: one.name + "@example.org", Name: strings.ToUpper(one.name),
				Affiliation: "Centre", Role: one.role}
			row := accounts.UserRow{User: user, PasswordHash: hash, Password: now, Created: now, Confirmed: &now}
			if err := tx.Create(&row).Error; err != nil {
				return err
			}
			event := recorded.AuditEvent{Name: "create an account", Subject: recorded.AccountWord(row.ID),
				Detail: string(one.role)}
			if err := db.Record(tx, event); err != nil {
				return err
			}
			made = append(made, row.Account())
		}
		return nil
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return made
}

// Main runs the tests of a package far from UTC: nothing that is kept may depend on where a server stands.
func Main(m *testing.M) {
	time.Local = time.FixedZone("elsewhere", 9*60*60)
	os.Exit(storetest.Main(m))
}

// Edition makes an edition.
func (r *Room) Edition(name string) editions.Edition {
	r.T.Helper()
	created, err := r.Editions.Create(r.T.Context(), editions.Edition{
		Name: name, Methodology: methodology.V20, OpensAt: Opens, ClosesAt: Closes,
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return created
}

// Entry makes an entry of the edition.
func (r *Room) Entry(owner accounts.User, snapshot submissions.Snapshot) submissions.Entry {
	r.T.Helper()
	entry, err := r.Submissions.CreateEntry(r.T.Context(), owner, Edition, snapshot)
	if err != nil {
		r.T.Fatal(err)
	}
	return entry
}

// Accepted takes an entry of an owner through submission and review.
func (r *Room) Accepted(owner accounts.User, summary submissions.Summary) submissions.Entry {
	r.T.Helper()
	entry := r.Entry(owner, GradedAs(summary))
	r.Move(entry.ID, review.Submit, owner)
	r.accept(entry.ID, summary.GrantedLevel)
	return entry
}

// accept has an entry accepted, by as many people as its level takes.
func (r *Room) accept(id int64, granted power.Level) {
	r.T.Helper()
	if granted == 3 {
		r.Move(id, review.Approve, r.Second)
	}
	r.Move(id, review.Accept, r.Reviewer)
}

// Move makes a move that must succeed.
func (r *Room) Move(id int64, verb review.Verb, actor accounts.User) review.State {
	r.T.Helper()
	state, err := r.Reviews.Move(r.T.Context(), id, verb, actor, "a reason")
	if err != nil {
		r.T.Fatal(err)
	}
	return state
}

// Reload reads an entry again.
func (r *Room) Reload(id int64) submissions.Entry {
	r.T.Helper()
	entry, err := r.Submissions.Entry(r.T.Context(), id)
	if err != nil {
		r.T.Fatal(err)
	}
	return entry
}

// Summary is what lists show of an entry.
func Summary() submissions.Summary {
	return submissions.Summary{
		System: "Aurora", Site: "Centre", Country: "DE", TotalCores: 1000, Accelerator: "GPU X", Top500Rank: 7,
		Rmax: 1.5e6, Power: 30000.25, PowerUncertainty: new(300.5), Efficiency: 49.99958333680553,
		EfficiencyUncertainty: new(0.5), ClaimedLevel: 2, GrantedLevel: 2,
	}
}

// Graded is a snapshot that was graded.
func Graded() submissions.Snapshot { return GradedAs(Summary()) }

// GradedAs is a snapshot that was graded to what a summary says.
func GradedAs(summary submissions.Summary) submissions.Snapshot {
	return submissions.Snapshot{
		Summary:     summary,
		Document:    fmt.Appendf(nil, `{"methodology":"2.0","system":{"name":%q}}`, summary.System),
		Report:      reportOf(summary),
		RulesDigest: "rules", InputDigest: "input", ReportDigest: "report",
		Files: []submissions.File{
			{Name: "submission.yaml", Digest: Digest('a'), Size: 10, Kind: "document"},
			{Name: "power/rack1.csv", Digest: Digest('b'), Size: 20, Kind: "trace"},
		},
		Series: []submissions.SeriesBlob{{Index: 0, Digest: Digest('c')}},
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

// Ungraded is a snapshot with an error in its document.
func Ungraded() submissions.Snapshot {
	s := Graded()
	s.Report, s.InputErrors = nil, []byte(`[{"field":"system.name"}]`)
	return s
}

// Digest is a digest of one repeated digit.
func Digest(digit rune) string { return strings.Repeat(string(digit), 64) }

// WantRefusal fails the test unless err is a refusal whose sentence holds a part.
func WantRefusal(t *testing.T, err error, part string) {
	t.Helper()
	refusal, ok := errors.AsType[*review.Refusal](err)
	if !ok {
		t.Fatalf("got %v, want a refusal", err)
	}
	if !strings.Contains(refusal.Sentence, part) {
		t.Errorf("got the sentence %q, want it to say %q", refusal.Sentence, part)
	}
}

// WantField fails the test unless err is an error of a field.
func WantField(t *testing.T, err error, field string) {
	t.Helper()
	inputError, ok := errors.AsType[*power.InputError](err)
	if !ok || inputError.Field != field {
		t.Errorf("got %v, want an error of the field %q", err, field)
	}
}

// WantNotFound fails the test unless err says that something is not there.
func WantNotFound(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, database.ErrNotFound) {
		t.Errorf("got %v, want %v", err, database.ErrNotFound)
	}
}

// ReadRows returns the rows of a query, as texts by column.
func ReadRows(t *testing.T, pool *sql.DB, query string) (all []map[string]string) {
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
