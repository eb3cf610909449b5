package store

import "sync"

// maxFresh is how many blobs are remembered: more than are sent at a time.
const maxFresh = 64

// fresh remembers the blobs that were written last.
type fresh struct {
	mutex sync.Mutex
	blobs [maxFresh]Blob
	next  int
}

func (f *fresh) add(blob Blob) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.blobs[f.next%maxFresh] = blob
	f.next++
}

func (f *fresh) size(digest string) (size int64, known bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, blob := range f.blobs {
		if blob.Digest == digest {
			return blob.Size, true
		}
	}
	return 0, false
}
