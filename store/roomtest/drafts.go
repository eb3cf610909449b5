package roomtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/drafts"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// MeterPart is a meter for a library.
func MeterPart(t *testing.T, id, until string) document.Part {
	t.Helper()
	part, err := document.PartFromFields(document.Meter, map[string]string{
		"meters[0].id": id, "meters[0].measures": "power", "meters[0].calibration.valid_until": until,
		"meters[0].accuracy.ranges": "1000: 0.5; 22000: 0.2",
	})
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// Site founds a site that people belong to.
func (r *Room) Site(name string, members ...accounts.User) int64 {
	r.T.Helper()
	r.Meddle("INSERT INTO sites (name, country, url, created_at) VALUES ('%s', '', '', 0)", name)
	var site int64
	if err := r.Recorded().Query(r.T.Context()).Table("sites").Select("max(id)").Scan(&site).Error; err != nil {
		r.T.Fatal(err)
	}
	for i, member := range members {
		role := review.Member
		if i == 0 {
			role = review.Keeper
		}
		r.Meddle("INSERT INTO members (site_id, user_id, role, joined_at) VALUES (%d, %d, '%s', 0)", site,
			member.ID, role)
	}
	return site
}

// Keep keeps a part in the library of a person or a site.
func (r *Room) Keep(actor accounts.User, site int64, part document.Part) drafts.KeptPart {
	r.T.Helper()
	kept, err := r.Drafts.KeepPart(r.T.Context(), actor, site, part)
	if err != nil {
		r.T.Fatal(err)
	}
	return kept
}

// WantInputError fails the test unless err has an error of a field first.
func WantInputError(t *testing.T, err error, field string) {
	t.Helper()
	if inputErrors, ok := errors.AsType[power.InputErrors](err); !ok || inputErrors[0].Field != field {
		t.Errorf("got %v, want an error of the field %q", err, field)
	}
}

// LongLog is a log of as many readings as requested, spread over the clean submission's run.
func LongLog(readings int) io.Reader {
	const run = 15 * time.Minute
	begin := storetest.LogBegins()
	from, to := io.Pipe()
	go func() {
		out := bufio.NewWriterSize(to, 1<<20)
		line := []byte("time,compute\n")
		noise := uint64(1)
		for i := range readings {
			_, _ = out.Write(line) // the pipe's end tells
			noise = noise*6364136223846793005 + 1442695040888963407
			at := begin.Add(run * time.Duration(i) / time.Duration(readings))
			line = append(at.AppendFormat(line[:0], "2006-01-02T15:04:05.000000Z"), ',')
			line = append(strconv.AppendUint(line, 850+noise>>40%100, 10), '.', byte('0'+noise>>50%10), '\n')
		}
		_, _ = out.Write(line)
		_ = to.CloseWithError(out.Flush())
	}()
	return from
}

// LongDraft is a store with the draft of a submission whose log is long.
func LongDraft(b *testing.B, database string, readings int) (*store.Store, accounts.User, submissions.Entry) {
	b.Helper()
	s := storetest.Open(b, store.Config{Database: database})
	owner, err := s.Accounts.CreateUser(b.Context(),
		accounts.NewUser{Email: "a@example.org", Name: "A", Role: review.Submitter, Password: Password})
	if err != nil {
		b.Fatal(err)
	}
	now := Opens.AddDate(100, 0, 0)
	if _, err := s.Editions.Create(b.Context(),
		editions.Edition{Name: Edition, Methodology: methodology.V20, OpensAt: Opens, ClosesAt: now}); err != nil {
		b.Fatal(err)
	}
	snapshot, err := IntakeOf(b.Context(), s, LongLog(readings))
	if err != nil {
		b.Fatal(err)
	}
	entry, err := s.Submissions.CreateEntry(b.Context(), owner, Edition, snapshot)
	if err != nil {
		b.Fatal(err)
	}
	return s, owner, entry
}

// Retype types another text into a field.
func Retype(b *testing.B, s *store.Store, owner accounts.User, entry submissions.Entry, times int) {
	b.Helper()
	change := drafts.Change{Path: "system.manufacturer", Value: fmt.Sprint("maker ", times)}
	if _, conflicts, err := s.Drafts.Edit(b.Context(), entry.ID, owner, 1<<40, []drafts.Change{change}); err != nil ||
		len(conflicts) > 0 {
		b.Fatal(conflicts, err)
	}
}
