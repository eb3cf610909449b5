// This file owns the identifiers of machines, kept in memory.

package store

import (
	"sync"

	"green500/store/systemkeys"
)

type keyIndex struct {
	reading sync.Mutex
	state   PublicState
	keys    *systemkeys.Keys
}
