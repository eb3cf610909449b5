package lists_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"green500/store/database"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/lists/powersteps"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/review/receipt"
)

// TestTheEnvelopeOfAListedRun: of every level, the energy is the graded one, the digests are those of what was
// reviewed, and neither an erratum nor a later revision changes a byte.
func TestTheEnvelopeOfAListedRun(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		var entries []submissions.Entry
		for _, level := range power.Levels() {
			entries = append(entries,
				r.Take(roomtest.Edition, sample.Clean(level, "2.0"), review.Submit, review.Accept))
		}
		waiting := r.Take(roomtest.Edition, sample.Clean(1, "2.0"), review.Submit)
		published := r.Publish()
		key, err := r.PublicKey(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			text := r.envelope(entry.ID)
			said, _, by, err := powersteps.Read("e.json", text)
			if err != nil || by != key || said.List != published.ListHash || said.Entry != entry.ID ||
				said.Revision != 1 || said.System != entry.System || said.Step < 10 {
				t.Errorf("got %+v by %s, %v", said, by, err)
			}
			r.wantSources(entry.ID, said)
			wantEnergy(t, said)
		}
		if _, err := r.Lists.Envelope(t.Context(), waiting.ID, ""); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("an entry on no list has an envelope: %v", err)
		}
		first := r.envelope(entries[0].ID)
		r.Correct(lists.Correction{EntryID: entries[0].ID, TakeOut: true, Reason: "withdrawn by its site"})
		if again := r.envelope(entries[0].ID); !bytes.Equal(again, first) {
			t.Errorf("an erratum changed the envelope:\n%s\n%s", first, again)
		}
	})
}

func (r *room) envelope(entry int64) []byte {
	r.T.Helper()
	text, err := r.Lists.Envelope(r.T.Context(), entry, "https://green500.example")
	if err != nil {
		r.T.Fatal(err)
	}
	return text
}

// wantSources demands the digests of the files that were graded, and no others.
func (r *room) wantSources(entry int64, said powersteps.Statement) {
	r.T.Helper()
	revision, err := r.Submissions.Revision(r.T.Context(), entry, said.Revision)
	if err != nil {
		r.T.Fatal(err)
	}
	document, err := submissions.DecodeDocument(revision.Document)
	if err != nil {
		r.T.Fatal(err)
	}
	for _, file := range revision.Files {
		named := file.Name == document.Run.Output || slices.ContainsFunc(document.Series,
			func(s power.Series) bool { return slices.Contains(s.Files(), file.Name) })
		if named != slices.Contains(said.Files, receipt.File{Name: file.Name, Size: file.Size, SHA256: file.Digest}) {
			r.T.Errorf("%s is named: %t; the statement has %+v", file.Name, named, said.Files)
		}
	}
	if len(said.Files) == 0 || len(said.Readings) != len(revision.Series) || said.Readings[0].SHA256 !=
		revision.Series[0].Digest || said.Input != revision.InputDigest || said.Report != revision.ReportDigest {
		r.T.Errorf("made from %+v", said)
	}
}

// wantEnergy demands the energy of the readings weighted by time, but for half a milliwatt over the time and a
// microwatt of the graded figure. The graded energy is the same if readings of power are equally spaced; if counters
// are read, it leaves out what lies between the ends of the core phase and the nearest reading.
func wantEnergy(t *testing.T, said powersteps.Statement) {
	t.Helper()
	rounding := 0.000502*said.Averaged.Duration().Seconds() + 0.001
	if off := math.Abs(float64(said.Energy) -
		float64(*said.Weighted)*said.Averaged.Duration().Seconds()); off > rounding {
		t.Errorf("%v J of the rows, %v W over %v: off by %v J", said.Energy, *said.Weighted,
			said.Averaged.Duration(), off)
	}
	if *said.Weighted != said.GradedPower {
		rounding = float64(said.GradedEnergy) / 200
	}
	if off := math.Abs(float64(said.Energy - said.GradedEnergy)); said.Averaged != said.Core || off > rounding {
		t.Errorf("%v J of the rows, %v J graded: off by %v J", said.Energy, said.GradedEnergy, off)
	}
}

// TestAnEntryOnAListWithoutReadingsHasNoEnvelope.
func TestAnEntryOnAListWithoutReadingsHasNoEnvelope(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		row := r.released(50)[0]
		if _, err := r.Lists.Envelope(t.Context(), row.EntryID, ""); err == nil {
			t.Error("it has")
		}
		listing, err := r.Lists.EntryListing(t.Context(), row.EntryID)
		if err != nil || listing.Row.Rank != 1 || listing.First.Rank != 1 || listing.First.EntryID != row.EntryID ||
			listing.Hash != listing.Edition.ListHash {
			t.Errorf("got %+v, %v", listing, err)
		}
	})
}
