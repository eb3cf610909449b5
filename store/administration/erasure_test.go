package administration_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/administration"
	"green500/store/auditlog"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/lists"
	"green500/store/outbox"
	"green500/store/person"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/document/sample"
	"green500/validation/review"
	"green500/validation/review/audit"
)

// eraseAddress is from where the people of these tests act.
const eraseAddress = "203.0.113.77"

// calledNow gives a person another name, as the person does it.
func (r *room) calledNow(user accounts.User, name string) accounts.User {
	r.T.Helper()
	ctx := r.from(user)
	if err := r.Accounts.UpdateProfile(ctx, user.ID, name, "Institute of "+name); err != nil {
		r.T.Fatal(err)
	}
	user, err := r.Accounts.User(ctx, user.ID)
	if err != nil {
		r.T.Fatal(err)
	}
	return user
}

func (r *room) from(user accounts.User) context.Context {
	return recorded.WithOrigin(r.T.Context(),
		recorded.Origin{Actor: user.Actor(), Address: eraseAddress, Request: rand.Text()})
}

// busy is a history in which the submitter and the reviewers do everything of which something is kept with their name,
// and nothing is left open. It returns the drafts of the submitter.
func (r *room) busy() (draft, typed submissions.Entry) {
	r.T.Helper()
	r.Submitter, r.Reviewer = r.calledNow(r.Submitter, "Zaphira Quell"), r.calledNow(r.Reviewer, "Ortrud Vahl")
	r.Second, r.Editor = r.calledNow(r.Second, "Ignaz Bürvenich"), r.calledNow(r.Editor, "Tamsin Okoro")
	must := func(err error) {
		r.T.Helper()
		if err != nil {
			r.T.Fatal(err)
		}
	}
	must(r.Reviews.ActOnAppeal(r.from(r.Editor), r.Appeal(r.Rejected().ID, r.Submitter).Entry, 1, review.DismissAppeal,
		r.Editor, "It stays so."))
	unmet := r.UnmetEntry()
	r.Assign(unmet.ID, r.Editor, r.Second) // who is told with the name of the editor
	r.Assign(unmet.ID, r.Editor, r.Reviewer)
	asked := r.Inquire(unmet.ID, r.Reviewer, true, 0)
	_, err := r.Reviews.Reply(r.from(r.Submitter), unmet.ID, asked.ID, r.Submitter, review.AnswerStep,
		asked.Messages[0].ID, "It is so.")
	must(err)
	waiver := r.Propose(unmet.ID, r.Proposal())
	r.Keep(r.Submitter, 0, roomtest.MeterPart(r.T, "mine", ""))
	r.MoveWaiver(unmet.ID, waiver.ID, review.Approve, r.Second)
	_, err = r.Reviews.MoveWaiver(r.from(r.Editor), unmet.ID, waiver.ID, review.End, r.Editor, "It was a mistake.")
	must(err)
	r.Move(unmet.ID, review.Reject, r.Reviewer)
	r.Declare(r.Reviewer, reviews.NewConflict{Domain: "elsewhere.example.org"})
	r.Founded(r.Submitter, "A centre")
	r.Accepted(r.Submitter, roomtest.Summary())
	published, draft := r.History()
	r.Correct(lists.Correction{EntryID: published.ID, TakeOut: true, Reason: "withdrawn by its site"})
	typed = r.Take("2027-06", sample.Clean(1, "2.0"))
	_, _, err = r.Drafts.Edit(r.from(r.Submitter), typed.ID, r.Submitter, typed.Version,
		[]drafts.Change{{Path: "contact.name", Value: r.Submitter.Name}})
	must(err)
	for _, one := range []accounts.User{r.Submitter, r.Reviewer} {
		r.Token(one, "laptop", review.ReadScope)
		r.Passkey(r.T, one, "credential of "+one.Name)
		r.Webhook(one, review.Events()...)
		must(r.SignIns.LinkIdentity(r.from(one), one,
			accounts.Identity{Issuer: "https://orcid.example", Subject: one.Name}, roomtest.Letter("added")))
		must(r.Notices.Choose(r.from(one), one.ID, map[review.Kind]bool{review.OfWork: false}))
		must(r.Outbox.Post(r.from(one), outbox.Mail{To: one.Email, Subject: "A subject", Text: "A text"}))
		must(r.SignIns.Sessions().CommitCtx(r.from(one), "token of "+one.Name, []byte("a session"),
			r.Clock.Now().Add(time.Hour)))
	}
	_, err = r.Uploads.Begin(r.from(r.Submitter), r.Submitter,
		uploads.NewUpload{EntryID: typed.ID, Name: "power.csv", Size: 1000}, 0)
	must(err)
	return draft, typed
}

// traces are where texts are found, by table and column, or as "blob".
func (r *room) traces(texts ...string) (found []string) {
	r.T.Helper()
	hold := func(where string, content []byte) {
		held := func(text string) bool { return bytes.Contains(content, []byte(text)) }
		if slices.ContainsFunc(texts, held) && !slices.Contains(found, where) {
			found = append(found, where)
		}
	}
	pool := storetest.Pool(r.T, r.At)
	for _, table := range r.Tables() {
		eachValue(r.T, pool, table, func(column string, value []byte) { hold(table+"."+column, value) })
	}
	for _, table := range []string{"revision_files", "revision_series"} {
		for _, row := range roomtest.ReadRows(r.T, pool, "SELECT DISTINCT digest FROM "+table) {
			content, err := r.Blobs().Open(r.T.Context(), row["digest"])
			if errors.Is(err, database.ErrNotFound) {
				continue // made up for tests
			}
			if err != nil {
				r.T.Fatal(err)
			}
			text, err := io.ReadAll(content)
			if err := errors.Join(err, content.Close()); err != nil {
				r.T.Fatal(err)
			}
			hold("blob", text)
		}
	}
	slices.Sort(found)
	return found
}

func eachValue(t *testing.T, pool *sql.DB, table string, visit func(column string, value []byte)) {
	t.Helper()
	rows, err := pool.QueryContext(t.Context(), "SELECT * FROM "+table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, column := range columns {
			visit(column, []byte(values[i].String))
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// exportOf is an export of the audit log, which has to prove itself.
func (r *room) exportOf() []byte {
	r.T.Helper()
	var text []byte
	if err := r.AuditLog.Export(r.T.Context(),
		func(line []byte) error { text = append(text, line...); return nil }); err != nil {
		r.T.Fatal(err)
	}
	r.wantExport(text)
	return text
}

func (r *room) wantExport(text []byte) {
	r.T.Helper()
	read, err := audit.ReadExport("audit.jsonl", bytes.NewReader(text), func(audit.Record) {})
	if err != nil || len(read.Problems) > 0 || read.Records < 10 {
		r.T.Errorf("the export of %d records: %q, %v", read.Records, read.Problems, err)
	}
}

// TestAPersonIsErased: what stays proves itself, and holds nothing of the person but what docs/operating.md lists.
func TestAPersonIsErased(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		draft, typed := r.busy()
		sound, before := r.Inspect(nil), r.exportOf() // some evidence is made up for tests
		admin := recorded.WithOrigin(t.Context(), recorded.Origin{Actor: r.Admin.Actor()})
		people := []accounts.User{r.Submitter, r.Reviewer, r.Second, r.Editor}
		for _, one := range people {
			if there := r.traces(one.Name, one.Email, eraseAddress); len(there) < 5 {
				t.Fatalf("%s stands in %q only", one.Name, there)
			}
			if err := r.Administration.EraseAccount(admin, one.ID); err != nil {
				t.Fatal(err)
			}
			// of a request that was on its way
			if err := r.Recorded().Change(r.from(one), recorded.AuditEvent{Name: "write", EntryID: 1, Revision: 1},
				func(*gorm.DB) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if err := r.Administration.EraseAccount(admin, one.ID); err != nil {
				t.Fatal(err)
			}
		}
		after := r.exportOf()
		r.wantExport(before)
		for _, problem := range r.Inspect(func(visit func(audit.Record)) error {
			_, err := audit.ReadExport("audit.jsonl", bytes.NewReader(before), visit)
			return err
		}) {
			if !slices.Contains(sound, problem) {
				t.Errorf("after the erasure: %s", problem)
			}
		}
		for _, one := range people {
			got := r.traces(one.Name, one.Email, "Institute of", eraseAddress)
			want := []string{}
			if one.ID == r.Submitter.ID { // typed into a document
				want = []string{"draft_changes.after", "draft_fields.value"}
			}
			if !slices.Equal(got, want) && len(got)+len(want) > 0 {
				t.Errorf("%s is in %q, want %q", one.Name, got, want)
			}
			if bytes.Contains(after, []byte(one.Name)) {
				t.Errorf("%s is in the export", one.Name)
			}
			if err := r.Accounts.SetRole(admin, one.ID, review.Reviewer); !errors.Is(err, database.ErrNotFound) {
				t.Errorf("an erased account gets a role: %v", err)
			}
		}
		for _, id := range []int64{draft.ID, typed.ID} {
			if got := r.Reload(id); got.State != review.Withdrawn {
				t.Errorf("draft %d is %s", id, got.State)
			}
		}
		history, err := r.Reviews.History(t.Context(), 1)
		if err != nil || len(history) == 0 || history[0].ActorName != fmt.Sprint("account ", r.Submitter.ID) {
			t.Errorf("the decisions are %+v, %v", history, err)
		}
		for _, statement := range []string{
			fmt.Sprintf("UPDATE users SET name = 'Zaphira Quell' WHERE id = %d", r.Submitter.ID),
			"UPDATE decisions SET actor_name = 'Somebody' WHERE id = 1",
			fmt.Sprintf("UPDATE audit SET name_salt = '', actor_name = 'account %d', address = '', address_salt = '' "+
				"WHERE actor_id = %d", r.Admin.ID, r.Admin.ID),
			fmt.Sprintf("UPDATE audit SET actor_name = 'Somebody' WHERE actor_id = %d AND name_salt = ''",
				r.Reviewer.ID),
		} {
			found := r.Inspect(nil)
			r.Meddle("%s", statement)
			if now := r.Inspect(nil); len(now) <= len(found) {
				t.Errorf("%s: nothing more is wrong", statement)
			}
		}
	})
}

// TestWhoDeclinedAWaiverIsKnownByNumber: of two people of one name, the erasure of one renamed the other.
func TestWhoDeclinedAWaiverIsKnownByNumber(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.UnmetEntry()
		waiver := r.Propose(entry.ID, r.Proposal())
		r.Second = r.calledNow(r.Second, "Robin Doe")
		r.Reviewer = r.calledNow(r.Reviewer, "Robin Doe")
		if _, err := r.Reviews.MoveWaiver(r.from(r.Second), entry.ID, waiver.ID, review.Decline, r.Second,
			"a reason"); err != nil {
			t.Fatal(err)
		}
		r.calledNow(r.Second, "Robin Roe")
		for _, c := range []struct {
			erased accounts.User
			want   string
		}{{r.Reviewer, "Robin Doe"}, {r.Second, fmt.Sprint("account ", r.Second.ID)}} {
			if err := r.Administration.EraseAccount(r.from(r.Admin), c.erased.ID); err != nil {
				t.Fatal(err)
			}
			if got := r.Deliberate(entry.ID, r.Admin).Waivers[0]; got.EndedBy != c.want ||
				got.EndedByID != r.Second.ID {
				t.Errorf("after %s was erased it was declined by %s, account %d", c.erased.Email, got.EndedBy,
					got.EndedByID)
			}
		}
		r.wantSealed()
	})
}

// TestOpenWorkIsSettledFirst: nobody is erased whose work others wait for, and the sentence says what to do.
func TestOpenWorkIsSettledFirst(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		roomtest.WantRefusal(t, r.Administration.EraseAccount(t.Context(), r.Admin.ID), "only administrator")
		if err := r.Administration.EraseAccount(t.Context(), 4711); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("nobody: got %v", err)
		}
		unmet := r.UnmetEntry()
		roomtest.WantRefusal(t, r.Administration.EraseAccount(t.Context(), r.Submitter.ID),
			fmt.Sprintf("submissions wait for a decision (%d)", unmet.ID))
		waiver := r.Propose(unmet.ID, r.Proposal())
		roomtest.WantRefusal(t, r.Administration.EraseAccount(t.Context(), r.Reviewer.ID),
			"Waivers wait for this person's approval")
		roomtest.WantRefusal(t, r.Administration.EraseAccount(t.Context(), r.Second.ID),
			"Waivers wait for this person's approval")
		r.MoveWaiver(unmet.ID, waiver.ID, review.TakeBack, r.Reviewer)
		rejected := r.Rejected()
		r.Move(unmet.ID, review.Reject, r.Reviewer)
		r.Appeal(rejected.ID, r.Submitter)
		roomtest.WantRefusal(t, r.Administration.EraseAccount(t.Context(), r.Submitter.ID), "appeals are open")
		site := r.Founded(r.Other, "A centre")
		r.Joins(site, r.Other, r.Second, review.Member)
		roomtest.WantRefusal(t, r.Administration.EraseAccount(t.Context(), r.Other.ID), "the only keeper of a site")
		roomtest.WantRefusal(t, r.Administration.MayErase(t.Context(), r.Other.ID), "the only keeper of a site")
		if err := r.Administration.MayErase(t.Context(), r.Second.ID); err != nil {
			t.Errorf("somebody without open work: %v", err)
		}
		if user, err := r.Accounts.User(t.Context(), r.Submitter.ID); err != nil || user.Name != r.Submitter.Name {
			t.Errorf("it was erased all the same: %+v, %v", user, err)
		}
	})
}

// wantSealed demands that all rows are as the audit log has them.
func (r *room) wantSealed() {
	r.T.Helper()
	for _, problem := range r.Inspect(nil) {
		if strings.Contains(problem, "not as recorded") || strings.HasPrefix(problem, "record ") ||
			strings.HasPrefix(problem, "account ") {
			r.T.Errorf("found %s", problem)
		}
	}
}

// TestAReviewerWhoIsErasedReviewsNothing: what was given to them goes back to the queue, and what is returned to a
// submitter who is erased is withdrawn.
func TestAReviewerWhoIsErasedReviewsNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.UnmetEntry()
		if err := r.Administration.EraseAccount(t.Context(), r.Reviewer.ID); err != nil {
			t.Fatal(err)
		}
		r.WantReviewer(entry.ID, accounts.User{})
		r.Move(entry.ID, review.Return, r.Second)
		if err := r.Administration.EraseAccount(t.Context(), r.Submitter.ID); err != nil {
			t.Fatal(err)
		}
		if got := r.Reload(entry.ID); got.State != review.Withdrawn {
			t.Errorf("what was returned to an erased person is %s", got.State)
		}
		r.wantSealed()
	})
}

// TestWhatWasAlteredIsNotSealedAgain: an erasure would hide it from verify.
func TestWhatWasAlteredIsNotSealedAgain(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Rejected()
		r.Meddle("UPDATE decisions SET reason = 'another' WHERE id = 1")
		roomtest.WantRefusal(t, r.Administration.EraseAccount(t.Context(), r.Submitter.ID),
			"not as the audit log has them")
	})
}

// TestAddressesAreForgottenAfterAYear, by a job, and nothing else of the log is.
func TestAddressesAreForgottenAfterAYear(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Jobs.EnterPeriodic(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.Submitter = r.calledNow(r.Submitter, "Zaphira Quell")
		r.Clock.Advance(300 * 24 * time.Hour)
		r.Reviewer = r.calledNow(r.Reviewer, "Ortrud Vahl")
		for _, c := range []struct {
			later     time.Duration
			addresses int // that are left
			events    int
		}{{64 * 24 * time.Hour, 2, 0}, {2 * 24 * time.Hour, 1, 1}, {24 * time.Hour, 1, 1},
			{365 * 24 * time.Hour, 0, 2}} {
			r.Clock.Advance(c.later)
			r.DoAll()
			left, names := 0, 0
			for _, record := range r.Records(auditlog.AuditFilter{}) {
				if record.Address == eraseAddress {
					left++
				}
				if record.ActorName == "Zaphira Quell" || record.ActorName == "SUB" {
					names++
				}
			}
			if events := len(r.Records(auditlog.AuditFilter{Event: audit.EventForget})); left != c.addresses ||
				events != c.events || names == 0 {
				t.Errorf("after %v there are %d addresses and %d events, want %+v", c.later, left, events, c)
			}
			r.WantSound()
		}
		r.exportOf()
		r.Meddle("UPDATE audit SET address = '192.0.2.1' WHERE address_commitment <> ''")
		if len(r.Inspect(nil)) == 0 {
			t.Error("an address that was put in is not found")
		}
	})
}

// TestNobodyHasTheAddressOfAnErasedAccount: it cannot be registered, and one from before it was refused keeps nobody
// from being erased.
func TestNobodyHasTheAddressOfAnErasedAccount(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		of := fmt.Sprintf("account-%d@erased.invalid", r.Other.ID)
		n := accounts.NewUser{Email: "early@example.org", Name: "Early", Role: review.Submitter}
		roomtest.WantField(t,
			r.Accounts.UpdateProfile(t.Context(), r.Submitter.ID, fmt.Sprintf("Account  %d", r.Other.ID), ""), "name")
		if err := r.Accounts.Register(t.Context(), n, roomtest.Letter("confirm"),
			roomtest.Letter("taken")); err != nil {
			t.Fatal(err)
		}
		r.Meddle("UPDATE users SET email = '%s' WHERE email = 'early@example.org'", of)
		n.Email = strings.ToUpper(of)
		roomtest.WantField(t, r.Accounts.Register(t.Context(), n, roomtest.Letter("confirm"), roomtest.Letter("taken")),
			"email")
		if err := r.Administration.EraseAccount(t.Context(), r.Other.ID); err != nil {
			t.Fatal(err)
		}
		if user, err := r.Accounts.User(t.Context(), r.Other.ID); err != nil || !user.Erased() {
			t.Errorf("the account is %+v, %v", user, err)
		}
	})
}

// TestOnlyNamesAreReplacedInNotices: a notice about something else may begin with a word that is somebody's name.
func TestOnlyNamesAreReplacedInNotices(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		others := []string{"A waiver awaits your approval.", "The row of X on the list of 2026-11 was corrected: " +
			"it was wrong", "Frontier, submission 1 to 2026-11, was submitted."}
		for i, name := range []string{"A", "The", "Frontier", "Zoë"} {
			user := r.calledNow(r.User(fmt.Sprint("called", i), review.Reviewer), name)
			var want []string
			r.Meddle("DELETE FROM notices")
			write := func(by int64, text, becomes string) {
				r.Meddle("INSERT INTO notices (user_id, actor_id, kind, text, link, created_at) "+
					"VALUES (%d, NULLIF(%d, 0), 'work', '%s', '/', 1)", r.Editor.ID, by, text)
				want = append(want, becomes)
			}
			for _, other := range others {
				write(0, other, other)
			}
			for _, act := range []person.Act{
				person.AsksToReview, person.GaveUp, person.Approved, person.Asked, person.Wrote, person.Answered,
				person.Settled, person.Reopened,
			} {
				write(r.Other.ID, act.By(name)+"it.", act.By(name)+"it.") // by somebody else of this name
				write(user.ID, act.By(name)+"it.", act.By(fmt.Sprint("account ", user.ID))+"it.")
			}
			if err := r.Administration.EraseAccount(t.Context(), user.ID); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, row := range roomtest.ReadRows(t, storetest.Pool(t, r.At), "SELECT text FROM notices ORDER BY id") {
				got = append(got, row["text"])
			}
			if !slices.Equal(got, want) {
				t.Errorf("after %s was erased: got %q, want %q", name, got, want)
			}
		}
	})
}

// TestAnErasureStatesThatTheFileStillHoldsIt: somebody who reads for long keeps SQLite from emptying its journal.
func TestAnErasureStatesThatTheFileStillHoldsIt(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	pool := r.Administration.Database().Connection.Pool
	pool.SetMaxOpenConns(1)
	if _, err := pool.ExecContext(t.Context(), "PRAGMA busy_timeout = 100"); err != nil {
		t.Fatal(err)
	}
	reader, err := storetest.Pool(t, r.At).QueryContext(t.Context(), "SELECT id FROM users")
	if err != nil || !reader.Next() {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	held := func() bool {
		journal, err := os.ReadFile(r.At + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(journal, []byte(r.Other.Email))
	}
	if err := r.Administration.EraseAccount(t.Context(), r.Other.ID); !errors.Is(err, administration.ErrNotScrubbed) ||
		!held() {
		t.Errorf("with a reader: got %v", err)
	}
	if user, err := r.Accounts.User(t.Context(), r.Other.ID); err != nil || !user.Erased() {
		t.Errorf("the account is %+v, %v", user, err)
	}
	if err := errors.Join(reader.Err(), reader.Close()); err != nil {
		t.Fatal(err)
	}
	if err := r.Administration.EraseAccount(t.Context(), r.Other.ID); err != nil || held() {
		t.Errorf("without a reader: got %v", err)
	}
}

// TestAnAdministratorIsLeft: of two who act against each other at once, one stays.
func TestAnAdministratorIsLeft(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i := range 5 {
			two := r.User(fmt.Sprint("two", i), review.Admin)
			by := func(user accounts.User) context.Context {
				return recorded.WithOrigin(t.Context(), recorded.Origin{Actor: user.Actor()})
			}
			won, errs := storetest.AtOnce(2, func(i int) error {
				if i == 0 {
					return r.Administration.EraseAccount(by(two), r.Admin.ID)
				}
				return r.Accounts.SetRole(by(r.Admin), two.ID, review.Submitter)
			})
			if won != 1 {
				t.Fatalf("%d of two were done: %v", won, errs)
			}
			roomtest.WantRefusal(t, errs[0], "administrator")
			if user, err := r.Accounts.User(t.Context(), r.Admin.ID); err != nil || user.Erased() {
				r.Admin = two
			}
		}
	})
}

// TestMailToAnAddressThatWasAskedForIsDeleted with the person.
func TestMailToAnAddressThatWasAskedForIsDeleted(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.AskAddress(t.Context(), r.Submitter.ID, roomtest.Password, "asked@example.org",
			roomtest.Letter("confirm"), roomtest.Letter("taken")); err != nil {
			t.Fatal(err)
		}
		if err := r.Outbox.Post(t.Context(),
			outbox.Mail{To: r.Other.Email, Subject: "A subject", Text: "A text"}); err != nil {
			t.Fatal(err)
		}
		if err := r.Administration.EraseAccount(t.Context(), r.Submitter.ID); err != nil {
			t.Fatal(err)
		}
		if left := roomtest.ReadRows(t, storetest.Pool(t, r.At), "SELECT recipient FROM outbox"); len(left) != 1 ||
			left[0]["recipient"] != r.Other.Email {
			t.Errorf("the mail is to %q", left)
		}
	})
}
