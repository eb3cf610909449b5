// Package submission answers with the evidence page of an entry and with all that stands on it.
package submission

import (
	"green500/handlers"
	reviewhandlers "green500/handlers/review"
	"green500/handlers/upload"
)

// Handlers answer about entries.
type Handlers struct {
	*handlers.Base
	Upload *upload.Handlers
	Review *reviewhandlers.Handlers
}
