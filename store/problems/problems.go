// Package problems lists what an administrator should look at, with severity.
package problems

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"green500/store/administration"
	"green500/store/jobs"
	"green500/store/uploads"
)

// Severity is how urgent a problem is.
type Severity string

// The severities.
const (
	Fine  Severity = "fine"
	Watch Severity = "watch" // nothing is lost; it will not get better by itself
	Act   Severity = "act"   // somebody is kept from their work, or will be soon

	NotKnown Severity = "not known" // it was not looked at
)

// Problem is one thing that somebody who runs a server has to look at, and how it is.
type Problem struct {
	Subject  string
	Severity Severity
	Figure   string // what was found, in words
	Remedy   string // a sentence: what to do; empty if all is fine
	Page     string // address where it is done; may be empty
}

// Bounds are what an installation was started with, which problems are judged by.
type Bounds struct {
	Quota    int64 // bytes of one person; 0 is no limit
	MailSent bool
}

// From when on what waits is a problem. The alerts of the command monitoring have the same bounds.
const (
	mailLate    = time.Hour
	uploadLate  = 10 * time.Minute
	jobLate     = 10 * time.Minute
	verifyLate  = 10 * 24 * time.Hour
	nearReserve = 2    // times the reserve
	nearQuota   = 0.9  // part of a quota
	poolFull    = 0.9  // part of the connections
	unsigned    = 5000 // records of the audit log after its last signed head
)

// BackupLate is the age of the last backup from which on it is a problem. The alerts have the same bound.
const BackupLate = 2 * 24 * time.Hour

// What is said of an installation whose mail is held, and what to do. The alerts say the same.
const (
	MailHeld       = "this is a restored copy, and it sends no mail"
	MailHeldRemedy = "If it replaces the installation that the backup was made of, " +
		"release the mail on the page /outbox or with green500 mail release."
)

// problemCheck is a row of the one table of what is looked at.
type problemCheck struct {
	subject string
	page    string
	judge   func(administration.ServerState, Bounds) (severity Severity, figure, remedy string)
}

func problemChecks() []problemCheck {
	return []problemCheck{
		{"Mail", "/outbox", judgeMail},
		{"Uploads", "", judgeUploads},
		{"Jobs", "/server/jobs", judgeJobs},
		{"Room", "", judgeRoom},
		{"Quotas", "", judgeQuotas},
		{"Database", "", judgeDatabase},
		{"Audit log", "/audit", judgeLog},
		{"Backups", "", judgeBackups},
	}
}

// Of holds the state of a server against its bounds: what keeps people from their work first, then what does not get
// better by itself, each in the order of the table.
func Of(s administration.ServerState, bounds Bounds) []Problem {
	all := problemChecks()
	found := make([]Problem, len(all))
	for i, one := range all {
		found[i] = Problem{Subject: one.subject, Page: one.page}
		found[i].Severity, found[i].Figure, found[i].Remedy = one.judge(s, bounds)
	}
	order := []Severity{Act, Watch, NotKnown, Fine}
	slices.SortStableFunc(found,
		func(a, b Problem) int { return slices.Index(order, a.Severity) - slices.Index(order, b.Severity) })
	return found
}

func judgeMail(s administration.ServerState, bounds Bounds) (Severity, string, string) {
	waits := counted(s.Waiting.Mails, "message") + " to be sent"
	switch late := s.Waiting.Mails > 0 && s.At.Sub(s.Waiting.Mail) > mailLate; {
	case s.Installation.MailHeldAt != nil:
		return Act, waits + "; " + MailHeld, MailHeldRemedy
	case s.Waiting.GivenUp > 0:
		return Act, counted(s.Waiting.GivenUp, "message") + " given up, " + waits,
			"Read the reason in the outbox, fix the cause, and send them again."
	case s.Waiting.Mails > 0 && !bounds.MailSent:
		return Watch, waits + ", and no mail server is set",
			"Start the server with --smtp, or pass on by hand what the outbox says."
	case late:
		return Act, waits + ", the oldest since " + since(s.At, s.Waiting.Mail),
			"Look whether the mail server answers; the outbox says what it answered."
	}
	return Fine, waits, ""
}

func judgeUploads(s administration.ServerState, _ Bounds) (Severity, string, string) {
	waiting := s.Waiting.Uploads[uploads.Arrived]
	figure := fmt.Sprintf("%d arriving, %d waiting to be read", s.Waiting.Uploads[uploads.Arriving], waiting)
	if waiting > 0 && s.At.Sub(s.Waiting.Arrived) > uploadLate {
		return Act, figure + ", the oldest since " + since(s.At, s.Waiting.Arrived), `Search the log of the server ` +
			`for "receive upload": it says what keeps them from being read. The server tries again automatically.`
	}
	return Fine, figure, ""
}

func judgeJobs(s administration.ServerState, _ Bounds) (Severity, string, string) {
	states := map[jobs.JobState]int{}
	late := false
	for _, one := range s.Jobs {
		states[one.State] += one.Count
		late = late || one.State == jobs.JobWaits && s.At.Sub(one.Due) > jobLate
	}
	figure := fmt.Sprintf("%d waiting, %d running, %d given up", states[jobs.JobWaits], states[jobs.JobRuns],
		states[jobs.JobGivenUp])
	switch {
	case states[jobs.JobGivenUp] > 0:
		return Act, figure, "Read the reason in the list of jobs, fix the cause, and start them again."
	case late:
		return Act, figure + ", some due long since",
			"Look whether a server runs that does them, and what its log says."
	}
	return Fine, figure, ""
}

func judgeRoom(s administration.ServerState, _ Bounds) (Severity, string, string) {
	if s.Room == nil {
		return NotKnown, "the object store does not say", ""
	}
	figure := byteCount(*s.Room) + " free"
	switch {
	case *s.Room < s.Reserve:
		return Act, figure + ", and no upload is begun below " + byteCount(s.Reserve),
			"Make room where the evidence lies, or give it a larger disk."
	case *s.Room < nearReserve*s.Reserve:
		return Watch, figure + "; below " + byteCount(s.Reserve) + " no upload is begun",
			"Make room where the evidence lies before it is needed."
	}
	return Fine, figure, ""
}

func judgeQuotas(s administration.ServerState, bounds Bounds) (Severity, string, string) {
	if bounds.Quota == 0 {
		return Fine, "none is set", ""
	}
	near := 0
	for _, holder := range s.Holders {
		if float64(holder.Bytes) > nearQuota*float64(bounds.Quota) {
			near++
		}
	}
	figure := fmt.Sprintf("%s a person, of which %d have nearly all", byteCount(bounds.Quota), near)
	if near > 0 {
		return Watch, figure, "Ask them to submit or remove drafts, or start the server with a larger --quota."
	}
	return Fine, figure, ""
}

func judgeDatabase(s administration.ServerState, _ Bounds) (Severity, string, string) {
	figure := fmt.Sprintf("%s, %d of %d connections in use", byteCount(s.Database.Bytes), s.Database.InUse,
		s.Database.Most)
	if float64(s.Database.InUse) > poolFull*float64(s.Database.Most) {
		return Watch, figure,
			"Look for slow statements in the log of the server; another replica brings connections of its own."
	}
	return Fine, figure, ""
}

func judgeLog(s administration.ServerState, _ Bounds) (Severity, string, string) {
	after := s.Log.Records - s.Log.Signed
	figure := fmt.Sprintf("%d records, signed up to %d", s.Log.Records, s.Log.Signed)
	if after > unsigned {
		return Watch, figure, "Export the log, which signs it, and keep the export elsewhere; " +
			"green500 verify proves the installation against it."
	}
	return Fine, figure, ""
}

func judgeBackups(s administration.ServerState, _ Bounds) (Severity, string, string) {
	made, verified := s.Installation.BackupAt, s.Installation.BackupVerifiedAt
	if made.IsZero() {
		return Watch, "none yet", "Run green500 backup every day; the handbook has a timer for it."
	}
	figure := "the last " + since(s.At, made) + " ago, "
	if verified.IsZero() {
		figure += "never verified"
	} else {
		figure += "verified " + since(s.At, verified) + " ago"
	}
	switch {
	case s.Installation.BackupFailure != "":
		return Act, figure + ": " + s.Installation.BackupFailure,
			"Correct the cause, and run green500 backup --verify again."
	case s.At.Sub(made) > BackupLate:
		return Act, figure, "Look why green500 backup does not run every day."
	case s.At.Sub(verified) > verifyLate:
		return Watch, figure, "Run green500 backup --verify every week: it reads every file of the backup again."
	}
	return Fine, figure, ""
}

func since(now, begun time.Time) string {
	const day = 24 * time.Hour
	switch age := now.Sub(begun); {
	case age >= 2*day:
		return counted(int(age/day), "day")
	case age >= 2*time.Hour:
		return counted(int(age/time.Hour), "hour")
	default:
		return counted(int(age/time.Minute), "minute")
	}
}

func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// byteCount formats a number of bytes.
func byteCount(bytes int64) string {
	const kilo, mega, giga = 1e3, 1e6, 1e9
	switch x := float64(bytes); {
	case x < mega:
		return fmt.Sprintf("%.1f kB", x/kilo)
	case x < giga:
		return fmt.Sprintf("%.1f MB", x/mega)
	default:
		return fmt.Sprintf("%.2f GB", x/giga)
	}
}
