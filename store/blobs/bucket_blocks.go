package blobs

import (
	"container/list"
	"sync"
)

// blockSize is how much of an object is read at a time. An answer takes longer to begin than this much to arrive.
const blockSize = 512 << 10

// blockName says which block of which object. What is under a name never changes, so neither does a block.
type blockName struct {
	key   string
	index int64
}

type block struct {
	name  blockName
	done  chan struct{}
	bytes []byte // when done
	err   error  // when done
	place *list.Element
}

// blockCache keeps the blocks that were used last, and has nobody read what another is reading.
type blockCache struct {
	mutex  sync.Mutex
	blocks map[blockName]*block
	recent *list.List // of *block, used last in front
	held   int64      // bytes of those that are done
	most   int64
}

func newBlockCache(most int64) *blockCache {
	return &blockCache{blocks: map[blockName]*block{}, recent: list.New(), most: most}
}

// take returns the blocks of a range of an object; those that mine are of are for the caller to read and to finish.
func (c *blockCache) take(key string, first, last int64) (all, mine []*block) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for index := first; index <= last; index++ {
		name := blockName{key, index}
		one := c.blocks[name]
		if one == nil {
			one = &block{name: name, done: make(chan struct{})}
			one.place = c.recent.PushFront(one)
			c.blocks[name] = one
			mine = append(mine, one)
		} else {
			c.recent.MoveToFront(one.place)
		}
		all = append(all, one)
	}
	return all, mine
}

func (c *blockCache) lacks(key string, index int64) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.blocks[blockName{key, index}] == nil
}

func (c *blockCache) finish(one *block, bytes []byte, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	one.bytes, one.err = bytes, err
	close(one.done)
	if err != nil {
		c.forget(one)
		return
	}
	c.held += int64(len(bytes))
	for at := c.recent.Back(); at != nil && c.held > c.most; {
		oldest, before := at.Value.(*block), at.Prev()
		if oldest.bytes != nil && oldest != one {
			c.forget(oldest)
			c.held -= int64(len(oldest.bytes))
		}
		at = before
	}
}

func (c *blockCache) forget(one *block) {
	c.recent.Remove(one.place)
	delete(c.blocks, one.name)
}
