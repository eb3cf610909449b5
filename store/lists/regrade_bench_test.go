package lists_test

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/lists/rehearsal"
	"green500/validation/methodology"
	"green500/validation/review"
)

// BenchmarkRegrade grades stored documents of 1,000 readings each under the other methodology, a
// document an operation, on one core and on all. The whole of it: -benchtime=10000x.
func BenchmarkRegrade(b *testing.B) {
	rates := map[int]float64{}
	for _, cores := range []int{1, runtime.NumCPU()} {
		b.Run(fmt.Sprintf("cores=%d", cores), func(b *testing.B) {
			s := filled(b, b.N)
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the command does
			b.ResetTimer()
			graded := 0
			err := s.Lists.Regrade(b.Context(), lists.Rehearsal{Methodology: methodology.V12},
				func(e rehearsal.Entry) error {
					if e.Now != nil {
						graded++
					}
					return nil
				})
			if err != nil || graded != b.N {
				b.Fatalf("%d of %d were graded: %v", graded, b.N, err)
			}
			rates[cores] = float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rates[cores], "documents/s")
			b.ReportMetric(rates[cores]/rates[1], "times-one-core")
		})
	}
}

// filled is a store with a document many times over.
func filled(b *testing.B, count int) *store.Store {
	b.Helper()
	s := storetest.Open(b, store.Config{Now: func() time.Time { return roomtest.During }})
	owner, err := s.Accounts.CreateUser(b.Context(),
		accounts.NewUser{Email: "a@example.org", Name: "A", Role: review.Submitter, Password: roomtest.Password})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := s.Editions.Create(b.Context(), editions.Edition{Name: roomtest.Edition,
		Methodology: methodology.V20, OpensAt: roomtest.Opens, ClosesAt: roomtest.Closes}); err != nil {
		b.Fatal(err)
	}
	snapshot := thousandReadings(b, s)
	for range count {
		if _, err := s.Submissions.CreateEntry(b.Context(), owner, roomtest.Edition, snapshot); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// thousandReadings is a clean submission whose meter went on until it had 1,000 readings.
func thousandReadings(b *testing.B, s *store.Store) submissions.Snapshot {
	b.Helper()
	const readings = 1000
	clean := sample.Clean(1, "2.0")
	series := clean.Entry.Series[0]
	log := bytes.NewBuffer(bytes.Clone(clean.Files[series.File]))
	lines := bytes.Split(bytes.TrimSpace(log.Bytes()), []byte("\n"))
	last, value, _ := bytes.Cut(lines[len(lines)-1], []byte(","))
	at, err := time.Parse(time.RFC3339, string(last))
	if err != nil {
		b.Fatal(err)
	}
	for i := len(lines) - 1; i < readings; i++ { // the first line is the head
		at = at.Add(time.Second)
		fmt.Fprintf(log, "%s,%s\n", at.Format(time.RFC3339), value)
	}
	clean.Files[series.File] = log.Bytes()
	var files []submissions.File
	for name, content := range clean.Files {
		blob, err := s.Blobs().Put(b.Context(), bytes.NewReader(content))
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
	}
	snapshot, err := s.Submissions.Intake(b.Context(), &clean.Entry, files)
	if err != nil || snapshot.Report == nil {
		b.Fatalf("%s, %v", snapshot.InputErrors, err)
	}
	return snapshot
}
