package drafts_test

import (
	"strings"
	"testing"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// lastYears is an entry with files of the run and of the machine.
func (r *room) lastYears(owner accounts.User) submissions.Entry {
	r.T.Helper()
	made := &power.Entry{
		Schema: power.Schema, Edition: roomtest.Edition, Methodology: "2.0", ClaimedLevel: 2,
		System: power.System{Name: "Aurora", Top500Rank: 7},
		Run:    power.Run{Workload: "HPL", Output: "hpl.out", RmaxTeraflops: 3},
		Meters: []power.Meter{{ID: "pdu", Measures: power.Power, Specification: "pdu.pdf",
			Calibration: power.Calibration{Certificate: "certificate.pdf"}}},
		Subsystems: []power.Subsystem{{Name: power.Interconnect, Treatment: power.Estimated, Basis: "switch.pdf"}},
		Series: []power.Series{{File: "power.csv", Meter: "pdu", Quantity: power.Power, Unit: "W", Value: "watts",
			Covers: power.Covers{Subsystem: power.Compute}}},
		Attachments: []power.Attachment{{File: "notes.txt"}},
	}
	text, err := document.JSON(made)
	if err != nil {
		r.T.Fatal(err)
	}
	snapshot := roomtest.Graded()
	snapshot.Document, snapshot.Files = text, nil
	for i, name := range []string{"hpl.out", "pdu.pdf", "certificate.pdf", "switch.pdf", "power.csv", "notes.txt",
		"unnamed.bin"} {
		blob, err := r.Blobs().Put(r.T.Context(), strings.NewReader(strings.Repeat("x", i+1)))
		if err != nil {
			r.T.Fatal(err)
		}
		snapshot.Files = append(snapshot.Files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
	}
	return r.Entry(owner, snapshot)
}

func TestTheNextEntryBeginsFromTheLast(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		last := r.lastYears(r.Submitter)
		r.Move(last.ID, review.Submit, r.Submitter)
		r.Edition("2027-06")
		next, err := r.Drafts.CopyEntry(t.Context(), r.Submitter, last.ID, "2027-06")
		if err != nil {
			t.Fatal(err)
		}
		if next.Edition != "2027-06" || next.State != review.Draft || next.ID == last.ID || next.System != "Aurora" {
			t.Errorf("got %+v", next)
		}
		revision, err := r.Submissions.Revision(t.Context(), next.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, file := range revision.Files {
			names = append(names, file.Name)
		}
		if got := strings.Join(names, " "); got != "pdu.pdf certificate.pdf switch.pdf" {
			t.Errorf("it has the files %s", got)
		}
		made, err := submissions.DecodeDocument(revision.Document)
		if err != nil || made.Edition != "2027-06" || made.Run.Output != "" || made.Series[0].File != "" ||
			made.Series[0].Value != "watts" || made.System.Top500Rank != 0 {
			t.Errorf("the document is %+v, %v", made, err)
		}
	})
}

func TestWhoMayBeginFromAnEntry(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		last := r.lastYears(r.Submitter)
		_, err := r.Drafts.CopyEntry(t.Context(), r.Other, last.ID, roomtest.Edition)
		roomtest.WantNotFound(t, err)
		_, err = r.Drafts.CopyEntry(t.Context(), r.Submitter, last.ID+1000, roomtest.Edition)
		roomtest.WantNotFound(t, err)
		_, err = r.Drafts.CopyEntry(t.Context(), r.Submitter, last.ID, "1999-06")
		roomtest.WantField(t, err, "edition")
		site := r.Site("Centre", r.Submitter, r.Other)
		r.Meddle("UPDATE entries SET site_id = %d WHERE id = %d", site, last.ID)
		next, err := r.Drafts.CopyEntry(t.Context(), r.Other, last.ID, roomtest.Edition)
		if err != nil || next.OwnerID != r.Other.ID || next.SiteID != site {
			t.Errorf("a colleague got %+v, %v", next, err)
		}
		r.Clock.Set(roomtest.Closes.AddDate(0, 0, 1))
		_, err = r.Drafts.CopyEntry(t.Context(), r.Submitter, last.ID, roomtest.Edition)
		roomtest.WantRefusal(t, err, "")
	})
}
