// This file owns the files of a revision.

package store

import (
	"green500/store/filetree"
	"green500/validation/leftout"
)

// File is a file of a revision: evidence as it was uploaded, kept as a blob.
type File = filetree.File

// SeriesBlob is where the readings of one series are kept in the canonical form.
type SeriesBlob struct {
	Index  int    // in the document's series
	Digest string // SHA-256 in hex, the name of the blob
	Notes  []leftout.Note
}
