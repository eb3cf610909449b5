// Package model answers requests about energy models and plans of measurements.
package model

import "green500/handlers"

// Handlers answer about models and plans.
type Handlers struct{ *handlers.Base }
