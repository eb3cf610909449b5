package uploads_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/methodology"
	"green500/validation/review"
)

// BenchmarkRoomOfEntries tells how many bytes of a database a submission takes that was submitted, taken and accepted,
// with its document, report, findings, notices and records of the audit log; and how long that takes.
func BenchmarkRoomOfEntries(b *testing.B) {
	for _, kind := range storetest.Databases() {
		b.Run(kind.Name, func(b *testing.B) {
			const entries = 1000
			database := kind.New(b)
			s := storetest.Open(b, store.Config{Database: database})
			submits, decides := accountOf(b, s, "a@example.org", review.Submitter),
				accountOf(b, s, "b@example.com", review.Reviewer)
			now := time.Now()
			if _, err := s.Editions.Create(b.Context(), editions.Edition{Name: roomtest.Edition,
				Methodology: methodology.V20, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour)}); err != nil {
				b.Fatal(err)
			}
			snapshot, err := roomtest.IntakeOf(b.Context(), s, storetest.NewLog(10_000, 0))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				before, begun := bytesOf(b, database), time.Now()
				for range entries {
					entry, err := s.Submissions.CreateEntry(b.Context(), submits, roomtest.Edition, snapshot)
					if err != nil {
						b.Fatal(err)
					}
					for _, step := range []struct {
						move  review.Verb
						actor accounts.User
					}{{review.Submit, submits}, {review.Take, decides}, {review.Accept, decides}} {
						if _, err := s.Reviews.Move(b.Context(), entry.ID, step.move, step.actor,
							"It is here to take room."); err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(float64(time.Since(begun).Microseconds())/entries, "µs/entry")
				b.ReportMetric(float64(bytesOf(b, database)-before)/entries, "bytes/entry")
			}
			b.ReportMetric(float64(len(snapshot.Document)), "bytes-of-document")
			b.ReportMetric(float64(len(snapshot.Report)), "bytes-of-report")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func accountOf(b *testing.B, s *store.Store, email string, role review.Role) accounts.User {
	b.Helper()
	made, err := s.Accounts.CreateUser(b.Context(),
		accounts.NewUser{Email: email, Name: email, Role: role, Password: roomtest.Password})
	if err != nil {
		b.Fatal(err)
	}
	return made
}

// bytesOf is the bytes of a database.
func bytesOf(b *testing.B, database string) (bytes int64) {
	b.Helper()
	query := "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	if strings.HasPrefix(database, "postgres") {
		query = "SELECT pg_database_size(current_database())"
	}
	if err := storetest.Pool(b, database).QueryRowContext(b.Context(), query).Scan(&bytes); err != nil {
		b.Fatal(fmt.Errorf("ask for the size of the database: %w", err))
	}
	return bytes
}
