// Package draft answers people who write a submission: the form, parts from the equipment library, logs, manifests.
package draft

import (
	"green500/handlers"
	reviewhandlers "green500/handlers/review"
	"green500/handlers/upload"
)

// Handlers answer people who write a submission.
type Handlers struct {
	*handlers.Base
	Upload *upload.Handlers
	Review *reviewhandlers.Handlers
}
