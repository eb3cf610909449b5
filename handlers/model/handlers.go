// Package model answers what the energy models, and plans of measurements, are asked.
package model

import "green500/handlers"

// Handlers answer about models and plans.
type Handlers struct{ *handlers.Base }
