package store

import (
	"container/list"
	"sync"
)

// remembered holds what was made lately, within a room of bytes: what nobody asked for longest goes first. It is safe for
// concurrent use. Those who ask share what they get, and change nothing of it.
type remembered[Key comparable, Value any] struct {
	room   int
	mutex  sync.Mutex
	taken  int
	places map[Key]*list.Element
	latest *list.List // of held, the latest first
}

type heldValue[Key comparable, Value any] struct {
	key   Key
	value Value
	bytes int
}

func remember[Key comparable, Value any](room int) *remembered[Key, Value] {
	return &remembered[Key, Value]{room: room, places: map[Key]*list.Element{}, latest: list.New()}
}

func (r *remembered[Key, Value]) get(key Key) (value Value, known bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	at, known := r.places[key]
	if !known {
		return value, false
	}
	r.latest.MoveToFront(at)
	return at.Value.(heldValue[Key, Value]).value, true //nolint:forcetypeassert // nothing else is kept
}

// put keeps a value that takes so many bytes, unless there is one.
func (r *remembered[Key, Value]) put(key Key, value Value, bytes int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if _, known := r.places[key]; known || bytes > r.room {
		return
	}
	r.places[key] = r.latest.PushFront(heldValue[Key, Value]{key, value, bytes})
	for r.taken += bytes; r.taken > r.room; {
		oldest := r.latest.Remove(r.latest.Back()).(heldValue[Key, Value]) //nolint:forcetypeassert // nothing else is kept
		delete(r.places, oldest.key)
		r.taken -= oldest.bytes
	}
}
