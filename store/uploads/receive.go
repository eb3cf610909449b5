// This file owns receiving one file while its readings are taken.

package uploads

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Receive keeps a file that comes in. Readings that series of a document take from it alone are taken
// on the way, so that nobody has to unpack and read it again; what keeps them from being taken is told
// where the document is graded. entry may be nil.
func (s *Uploads) Receive(ctx context.Context, name string, content io.Reader,
	entry *power.Entry) (submissions.File, error) {
	reading := s.readAlong(name, entry)
	if reading != nil {
		content = io.TeeReader(content, reading)
	}
	blob, err := s.db.Evidence.Put(ctx, content)
	file := submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size}
	if reading != nil {
		err = errors.Join(err, reading.keep(ctx, file, err))
	}
	return file, err
}

type readAlong struct {
	store    *Uploads
	entry    *power.Entry
	series   []int
	to       *io.PipeWriter
	stopped  bool // nothing more is read
	done     chan struct{}
	readings []*canonical.Readings // nil if they could not be taken
}

// readAlong returns nil if no series reads the file.
func (s *Uploads) readAlong(name string, entry *power.Entry) *readAlong {
	if entry == nil {
		return nil
	}
	r := &readAlong{store: s, entry: entry, done: make(chan struct{})}
	var series []*power.Series
	var zones []*time.Location
	for i := range entry.Series {
		one := &entry.Series[i]
		zone, err := document.Zone(entry.ZoneOf(one))
		if err != nil || len(one.Continued) > 0 || one.File == "" ||
			one.File != name && !strings.HasSuffix(name, "/"+one.File) {
			continue
		}
		r.series, series, zones = append(r.series, i), append(series, one), append(zones, zone)
	}
	if len(series) == 0 {
		return nil
	}
	from, to := io.Pipe()
	r.to = to
	go func() {
		defer close(r.done)
		read, err := tracefile.ReadAll(tracefile.Input{Name: series[0].File, Stream: from}, series, zones,
			s.db.Evidence.Scratch)
		if err == nil {
			r.readings = read
		}
		_ = from.CloseWithError(io.ErrClosedPipe) // which never fails
	}()
	return r
}

// Write gives bytes to the reader, as long as there is one. It never fails.
func (r *readAlong) Write(b []byte) (int, error) {
	if !r.stopped {
		_, err := r.to.Write(b)
		r.stopped = err != nil
	}
	return len(b), nil
}

// keep remembers what was taken from a file that was kept, or forgets it if keeping failed.
func (r *readAlong) keep(ctx context.Context, file submissions.File, failed error) error {
	_ = r.to.CloseWithError(failed) // which never fails; nil is the end of the file
	<-r.done
	on := &submissions.ReadingsCache{Ctx: ctx, Store: r.store.submissions, Entry: r.entry}
	var err error
	for k, readings := range r.readings {
		file.Name = r.entry.Series[r.series[k]].File
		on.Files = []submissions.File{file}
		if failed != nil || err != nil {
			err = errors.Join(err, readings.Close())
			continue
		}
		err = on.Keep(r.series[k], readings)
	}
	return errors.Join(err, on.Close())
}
