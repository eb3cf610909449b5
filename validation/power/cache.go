package power

import (
	"container/list"
	"sync"
)

// Cache keeps the most recently used values by their inputs. It is safe for concurrent use; so have the values to be.
type Cache[K comparable, V any] struct {
	room   int
	mutex  sync.Mutex
	taken  int
	places map[K]*list.Element
	order  *list.List // of kept, the most recently used in front
}

type kept[K comparable, V any] struct {
	key   K
	value V
	size  int
}

// NewCache makes a cache of at most so many bytes, by the size that is given with each value.
func NewCache[K comparable, V any](room int) *Cache[K, V] {
	return &Cache[K, V]{room: room, places: map[K]*list.Element{}, order: list.New()}
}

// AtLeast raises the room.
func (c *Cache[K, V]) AtLeast(room int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.room = max(c.room, room)
}

// Get returns what is kept; known is false if it has to be made.
func (c *Cache[K, V]) Get(key K) (value V, known bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	place, known := c.places[key]
	if !known {
		return value, false
	}
	c.order.MoveToFront(place)
	return place.Value.(kept[K, V]).value, true
}

// Put keeps a value of some bytes in place of the least recently used ones. One that takes the whole room is not kept.
func (c *Cache[K, V]) Put(key K, value V, size int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if size >= c.room {
		return
	}
	if place, known := c.places[key]; known { // two made it at a time
		c.drop(place)
	}
	for c.taken+size > c.room {
		c.drop(c.order.Back())
	}
	c.places[key] = c.order.PushFront(kept[K, V]{key, value, size})
	c.taken += size
}

func (c *Cache[K, V]) drop(place *list.Element) {
	dropped := c.order.Remove(place).(kept[K, V])
	delete(c.places, dropped.key)
	c.taken -= dropped.size
}
