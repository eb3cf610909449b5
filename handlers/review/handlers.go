// Package review answers what reviewers work with: the queue, conflicts of interest, questions, appeals.
package review

import "green500/handlers"

// Handlers answer reviewers, and those whom they ask.
type Handlers struct{ *handlers.Base }
