package problems_test

import (
	"strings"
	"testing"
	"time"

	"green500/store/administration"
	"green500/store/jobs"
	"green500/store/problems"
	"green500/store/uploads"
)

// TestWhatAnAdministratorShouldLookAt: one thing wrong at a time, with its severity and figure; the worst comes first.
func TestWhatAnAdministratorShouldLookAt(t *testing.T) {
	now := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	const gigabyte = 1_000_000_000
	for name, c := range map[string]struct {
		change  func(*administration.ServerState)
		subject string
		want    problems.Severity
		figure  string
	}{
		"mail is held": {func(s *administration.ServerState) { s.Installation.MailHeldAt = &now }, "Mail",
			problems.Act, "restored copy"},
		"mail was given up": {func(s *administration.ServerState) { s.Waiting.GivenUp = 2 }, "Mail", problems.Act,
			"2 messages given up, 0 messages to be sent"},
		"mail waits an hour": {
			func(s *administration.ServerState) { s.Waiting.Mails, s.Waiting.Mail = 1, now.Add(-time.Hour) }, "Mail",
			problems.Fine, "1 message to be sent"},
		"mail waits longer": {
			func(s *administration.ServerState) { s.Waiting.Mails, s.Waiting.Mail = 1, now.Add(-61*time.Minute) },
			"Mail", problems.Act, "since 61 minutes"},
		"uploads wait": {func(s *administration.ServerState) {
			s.Waiting.Uploads, s.Waiting.Arrived = map[uploads.UploadState]int{uploads.Arrived: 3, uploads.Arriving: 2},
				now.Add(-11*time.Minute)
		}, "Uploads", problems.Act, "2 arriving, 3 waiting to be read, the oldest since 11 minutes"},
		"uploads wait a while": {func(s *administration.ServerState) {
			s.Waiting.Uploads, s.Waiting.Arrived = map[uploads.UploadState]int{uploads.Arrived: 3},
				now.Add(-10*time.Minute)
		}, "Uploads", problems.Fine, "3 waiting"},
		"a job was given up": {
			func(s *administration.ServerState) { s.Jobs = []jobs.JobCount{{State: jobs.JobGivenUp, Count: 2}} },
			"Jobs", problems.Act, "0 waiting, 0 running, 2 given up"},
		"a job is due": {func(s *administration.ServerState) {
			s.Jobs = []jobs.JobCount{{State: jobs.JobWaits, Count: 2, Due: now.Add(-11 * time.Minute)}}
		}, "Jobs", problems.Act, "2 waiting, 0 running, 0 given up, some due"},
		"less than the reserve": {func(s *administration.ServerState) { s.Room = new(int64(9 * gigabyte)) }, "Room",
			problems.Act, "9.00 GB free, and no upload is begun below 10.00 GB"},
		"less than twice of it": {func(s *administration.ServerState) { s.Room = new(int64(19 * gigabyte)) }, "Room",
			problems.Watch, "19.00 GB free"},
		"twice of it": {func(s *administration.ServerState) { s.Room = new(int64(20 * gigabyte)) }, "Room",
			problems.Fine, "20.00 GB free"},
		"room that nobody says": {func(s *administration.ServerState) { s.Room = nil }, "Room", problems.NotKnown,
			"does not say"},
		"nearly all of a quota": {func(s *administration.ServerState) {
			s.Holders = []administration.Holder{{Bytes: 4_500_001}, {Bytes: 4_500_000}}
		}, "Quotas", problems.Watch, "5.0 MB a person, of which 1 have nearly all"},
		"busy connections": {func(s *administration.ServerState) { s.Database.InUse = 15 }, "Database",
			problems.Watch, "1.0 kB, 15 of 16 connections"},
		"many are busy": {func(s *administration.ServerState) { s.Database.InUse = 14 }, "Database",
			problems.Fine, "14 of 16 connections"},
		"an unsigned log": {func(s *administration.ServerState) { s.Log.Records = 5_101 }, "Audit log",
			problems.Watch, "5101 records, signed up to 100"},
		"some unsigned records": {func(s *administration.ServerState) { s.Log.Records = 5_100 }, "Audit log",
			problems.Fine, "signed up to 100"},
		"no backup": {func(s *administration.ServerState) { s.Installation.BackupAt = time.Time{} }, "Backups",
			problems.Watch, "none yet"},
		"an old backup": {
			func(s *administration.ServerState) { s.Installation.BackupAt = now.Add(-49 * time.Hour) }, "Backups",
			problems.Act, "the last 2 days ago, verified 24 hours ago"},
		"a failed backup": {
			func(s *administration.ServerState) { s.Installation.BackupFailure = "a file is missing" }, "Backups",
			problems.Act, "a file is missing"},
		"never verified": {func(s *administration.ServerState) { s.Installation.BackupVerifiedAt = time.Time{} },
			"Backups", problems.Watch, "never verified"},
		"verified long ago": {
			func(s *administration.ServerState) { s.Installation.BackupVerifiedAt = now.Add(-11 * 24 * time.Hour) },
			"Backups", problems.Watch, "verified 11 days ago"},
	} {
		state := administration.ServerState{At: now, Room: new(int64(100 * gigabyte)), Reserve: 10 * gigabyte}
		state.Database.Bytes, state.Database.Most, state.Log.Records, state.Log.Signed = 1_000, 16, 100, 100
		state.Installation.BackupAt, state.Installation.BackupVerifiedAt = now.Add(-24*time.Hour),
			now.Add(-24*time.Hour)
		for _, one := range problems.Of(state, problems.Bounds{Quota: 5_000_000, MailSent: true}) {
			if one.Severity != problems.Fine {
				t.Errorf("where all is well: %+v", one)
			}
		}
		c.change(&state)
		for i, one := range problems.Of(state, problems.Bounds{Quota: 5_000_000, MailSent: true}) {
			if one.Subject != c.subject {
				continue
			}
			if one.Severity != c.want || !strings.Contains(one.Figure, c.figure) || c.want != problems.Fine && i != 0 ||
				(c.want == problems.Act || c.want == problems.Watch) != (one.Remedy != "") {
				t.Errorf("%s: %+v at place %d, want %s with %q", name, one, i, c.want, c.figure)
			}
		}
	}
	unset := problems.Of(administration.ServerState{At: now}, problems.Bounds{})
	for _, one := range unset {
		if one.Subject == "Quotas" && one.Figure != "none is set" {
			t.Errorf("without a quota: %+v", one)
		}
	}
}
