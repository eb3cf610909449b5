package canonical

import "syscall"

// onDisk is a file of the system, which can fetch a part of it.
type onDisk interface {
	SyscallConn() (syscall.RawConn, error)
}

// advised is how many bytes are requested of the system at a time: of more it may fetch the beginning only.
const advised = 128 << 10

// FetchAhead has the system fetch the pages that hold readings, where they lie in a file of its own. A read takes a core as long as
// the disk needs, which has something else to do in that time.
func (s *source) FetchAhead(from, count int, times bool) {
	file, ok := s.file.(onDisk)
	if !ok || from < 0 || count <= 0 || from > s.count-count {
		return
	}
	row := s.first + int64(from)
	first := s.stripeOf(row)
	heads, err := s.headsFrom(first, s.stripeOf(row+int64(count)-1)-first+1)
	if err != nil {
		return // the reader gets the error
	}
	_ = s.eachStripe(from, count, func(stripe, from, to int) error {
		for column, pages := range heads[stripe-first].columns {
			if column == 0 && !times {
				continue
			}
			pages = pages[from/s.pageRows : (to-1)/s.pageRows+1]
			for at, end := pages[0].at, endOf(pages); at < end; at += advised {
				advise(file, at, min(advised, end-at))
			}
		}
		return nil
	})
}
