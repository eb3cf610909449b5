// Package draft answers whoever writes a submission: the form, its parts from the cabinet, logs, manifests.
package draft

import (
	"green500/handlers"
	reviewhandlers "green500/handlers/review"
	"green500/handlers/upload"
)

// Handlers answer whoever writes a submission.
type Handlers struct {
	*handlers.Base
	Upload *upload.Handlers
	Review *reviewhandlers.Handlers
}
