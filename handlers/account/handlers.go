// Package account answers people about themselves: who signs in and how, what an account and a site hold, what somebody is told.
package account

import "green500/handlers"

// Handlers answer people about themselves.
type Handlers struct {
	*handlers.Base
	Registration bool        // whether people may make accounts for themselves
	Providers    []*Provider // through which people may sign in
}
