package store_test

import (
	"bufio"
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
	"green500/validation/methodology"
	"green500/validation/review"
)

// dense is a log of as many readings as requested, spread over the clean submission's run.
func dense(readings int) io.Reader {
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

// drafted is a store with the draft of a submission whose log is long.
func drafted(b *testing.B, readings int) (*store.Store, accounts.User, submissions.Entry) {
	b.Helper()
	s := storetest.Open(b, store.Config{})
	owner, err := store.InsertUser(b.Context(), s, accounts.NewUser{Email: "a@example.org", Name: "A", Role: review.Submitter})
	if err != nil {
		b.Fatal(err)
	}
	now := opens.AddDate(100, 0, 0)
	if _, err := s.Editions.CreateEdition(b.Context(), editions.Edition{Name: edition, Methodology: methodology.V20, OpensAt: opens, ClosesAt: now}); err != nil {
		b.Fatal(err)
	}
	snapshot, err := upload(b.Context(), s, dense(readings))
	if err != nil {
		b.Fatal(err)
	}
	entry, err := s.Submissions.CreateEntry(b.Context(), owner, edition, snapshot)
	if err != nil {
		b.Fatal(err)
	}
	return s, owner, entry
}

// retype types another text into a field.
func retype(b *testing.B, s *store.Store, owner accounts.User, entry submissions.Entry, times int) {
	b.Helper()
	change := drafts.Change{Path: "system.manufacturer", Value: fmt.Sprint("maker ", times)}
	if _, conflicts, err := s.Drafts.Edit(b.Context(), entry.ID, owner, 1<<40, []drafts.Change{change}); err != nil || len(conflicts) > 0 {
		b.Fatal(conflicts, err)
	}
}

// BenchmarkEdit keeps one field.
func BenchmarkEdit(b *testing.B) {
	s, owner, entry := drafted(b, 20_000)
	times := 0
	for b.Loop() {
		times++
		retype(b, s, owner, entry, times)
	}
}

// BenchmarkGradeDraft grades a draft again after one text was changed.
func BenchmarkGradeDraft(b *testing.B) {
	s, owner, entry := drafted(b, benchReadings(b))
	times := 0
	for b.Loop() {
		b.StopTimer()
		times++
		retype(b, s, owner, entry, times)
		b.StartTimer()
		draft, err := s.Drafts.GradeDraft(b.Context(), entry.ID)
		if err != nil || draft.Behind() || draft.Revision.Report == nil {
			b.Fatalf("%+v, %v", draft.Entry, err)
		}
	}
}
