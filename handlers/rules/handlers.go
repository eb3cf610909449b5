// Package rules answers with the catalogue of rules and the schema of submissions.
package rules

import (
	"green500/handlers"
	"green500/validation/example"
)

// Handlers answer about rules.
type Handlers struct {
	*handlers.Base
	Examples *example.Examples // of the catalogue
}
