// This file owns the identifiers of machines, kept in memory.

package lists

import (
	"sync"

	"green500/store/recorded"
)

type keyIndex struct {
	reading sync.Mutex
	state   recorded.PublicState
	keys    *SystemKeys
}
