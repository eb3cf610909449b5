package main

import (
	"sync"
	"time"
)

// setClock is a time that a test sets.
type setClock struct {
	mutex sync.Mutex
	at    time.Time
}

func (c *setClock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.at
}

func (c *setClock) set(at time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = at
}
