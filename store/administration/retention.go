// This file owns how long each kind of data is kept.

package administration

import (
	"time"

	"green500/store/accounts"
	"green500/store/outbox"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/store/webhooks"
)

const keepAddresses = 365 * 24 * time.Hour

// Retention is for how long one kind of thing is kept.
type Retention struct {
	What string
	For  time.Duration // 0 is for good
	From string        // what the time runs from; empty if it is for good
	Why  string
}

// Retentions is the one table of what is kept how long; what is not for good is cleared away by the program itself, by
// these same durations.
func Retentions() []Retention {
	return []Retention{
		{"Published lists, their errata and the evidence of their entries", 0, "",
			"so that every number that was ever published can be checked"},
		{"Submitted revisions and decisions on them", 0, "",
			"so that each decision can be checked with the revision it is about"},
		{"The audit log", 0, "", "nothing can be taken out of a chain of records without breaking its proof"},
		{"Network addresses in the audit log", keepAddresses, "since the event",
			"long enough to follow up an attack that is noticed late"},
		{"Receipts and manifests", 0, "", "they prove what was acknowledged, and when"},
		{"Accounts, and drafts with their files", 0, "",
			"they are their owner's, who removes files and withdraws submissions"},
		{"Files and readings that nothing refers to any more", submissions.LooseGrace, "since that was found",
			"so that you can restore a file removed by mistake, and running uploads are not lost"},
		{"Unfinished uploads, and the record of finished uploads", uploads.UploadLife, "since the last byte",
			"long enough to restore a broken connection"},
		{"Mail that was sent", outbox.KeepSent, "since it was sent", "so that administrators can check delivery"},
		{"Mail that could not be sent", outbox.KeepUnsent, "since it was written", "the links in it have expired"},
		{"Messages to webhooks that were sent or given up", webhooks.Keep, "since they were written",
			"so that somebody can look whether they arrived"},
		{"Webhooks", 0, "", "they are their owner's, who deletes them"},
		{"Fingerprints of readings, by which copies are recognised", 0, "", "as long as a submission has the readings"},
		{"Sessions that are not used", accounts.SessionIdle, "since they were last used",
			"people who forget to sign out are signed out"},
		{"Links to confirm an address", accounts.ConfirmationValid, "since they were sent",
			"whoever has the link can sign in"},
		{"Links to choose a new password", accounts.ResetValid, "since they were sent",
			"whoever has the link can sign in"},
		{"Invitations to a site", accounts.InvitationValid, "since they were made",
			"people who have left must not join with them"},
	}
}
