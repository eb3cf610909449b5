// Package upload receives files, and reports what became of them.
package upload

import "green500/handlers"

// Handlers take files in.
type Handlers struct{ *handlers.Base }
