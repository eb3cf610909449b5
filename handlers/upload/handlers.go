// Package upload takes files in, and tells what became of them.
package upload

import "green500/handlers"

// Handlers take files in.
type Handlers struct{ *handlers.Base }
