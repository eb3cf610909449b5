package handlers

import (
	"time"

	"green500/validation/example"
)

// API answers programs.
type API struct {
	*Base
	Draft *Drafts
}

// Submissions answers with the evidence page of an entry and with all that stands on it.
type Submissions struct {
	*Base
	Upload *Uploads
	Review *Reviews
}

// Drafts answers whoever writes a submission.
type Drafts struct {
	*Base
	Upload *Uploads
	Review *Reviews
}

// Lists answers what is asked of published lists and of their figures.
type Lists struct {
	*Base
	Sheets chan struct{} // of MostSheets places, one of which is taken while a sheet is written and sent
}

// Models answers what the energy models, and plans of measurements, are asked.
type Models struct{ *Base }

// Reviews answers what reviewers work with: the queue, conflicts of interest, questions, appeals.
type Reviews struct{ *Base }

// Rules answers with the catalogue of rules.
type Rules struct {
	*Base
	Examples *example.Examples // of the catalogue
}

// Desk answers editors and administrators.
type Desk struct {
	*Base
	MailSent   bool // by a mail server; else the outbox shows the texts
	Started    time.Time
	Rehearsing chan struct{} // of one place, which is taken while a rehearsal runs
}

// Accounts answers people about themselves: signing in, their account, their sites, what they are told.
type Accounts struct {
	*Base
	Registration bool        // whether people may make accounts for themselves
	Providers    []*Provider // through which people may sign in
}

// Uploads takes files in, and tells what became of them.
type Uploads struct{ *Base }
