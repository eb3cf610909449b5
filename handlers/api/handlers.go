// Package api answers programs: what they submit, and what they read of lists. What it answers with is described by /api/openapi.json.
package api

import (
	"green500/handlers"
	"green500/handlers/draft"
)

// Handlers answer programs.
type Handlers struct {
	*handlers.Base
	Draft *draft.Handlers
}
