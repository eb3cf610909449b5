package uploads

import "context"

// WriterTerm is after which a server that died no longer writes, MaximumUploads how many one person may have at a time.
const (
	WriterTerm     = writerTerm
	MaximumUploads = maximumUploads
)

// DieWriting begins to write to an upload as a server does that then dies.
func (s *Uploads) DieWriting(ctx context.Context, id string) error {
	return s.becomeWriter(ctx, id, "dead")
}

// HeirOf is who wants to write to an upload while another does.
func (s *Uploads) HeirOf(ctx context.Context, id string) (string, error) {
	row, err := uploadByID(s.db.Query(ctx), id)
	return row.Heir, err
}
