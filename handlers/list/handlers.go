// Package list answers requests about published lists, their lines and their figures.
package list

import "green500/handlers"

// Handlers answer about published lists.
type Handlers struct {
	*handlers.Base
	Sheets chan struct{} // of MostSheets places, one of which is taken while a sheet is written and sent
}
