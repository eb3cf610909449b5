package signedarchive

import (
	"archive/zip"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"green500/validation/review/receipt"
)

// Writer packs the files of a crate one after the other, so that no more than one is held.
type Writer struct {
	zip   *zip.Writer
	at    time.Time // of every file
	parts []packed
	files []receipt.File
}

// NewWriter begins a crate as a zip. All files in it get one time, so that the same content gives the same bytes.
func NewWriter(out io.Writer, at time.Time) *Writer {
	return &Writer{zip: zip.NewWriter(out), at: at.UTC().Truncate(time.Second)}
}

// Add packs a file. Its content is not kept.
func (w *Writer) Add(part Part) error {
	file, err := w.write(part.Path, part.Content)
	part.Content = nil
	w.parts = append(w.parts, packed{Part: part, size: file.Size, sha256: file.SHA256})
	return err
}

func (w *Writer) write(name string, content []byte) (receipt.File, error) {
	file := receipt.File{Name: name, Size: int64(len(content)), SHA256: receipt.Digest(content)}
	w.files = append(w.files, file)
	into, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: w.at})
	if err == nil {
		_, err = into.Write(content)
	}
	if err != nil {
		return file, fmt.Errorf("pack %s: %w", name, err)
	}
	return file, nil
}

// Close packs metadata, their preview as a page, and the manifest that sign signs; said is its statement.
func (w *Writer) Close(about About, said Statement, preview func(Metadata) ([]byte, error),
	sign func([]byte) (receipt.Signature, error)) error {
	described := metadata(about, w.parts)
	text, err := described.JSON()
	if err != nil {
		return err
	}
	if _, err := w.write(MetadataFile, text); err != nil {
		return err
	}
	page, err := preview(described)
	if err != nil {
		return err
	}
	if _, err := w.write(PreviewFile, page); err != nil {
		return err
	}
	said.Schema, said.Files = Schema,
		slices.SortedFunc(slices.Values(w.files), func(a, b receipt.File) int { return cmp.Compare(a.Name, b.Name) })
	var signed manifest
	if signed.Archive, err = json.Marshal(said); err != nil {
		return fmt.Errorf("write the statement of an archive: %w", err)
	}
	if signed.Signature, err = sign(signed.Archive); err != nil {
		return err
	}
	if text, err = signed.text(); err != nil {
		return err
	}
	if _, err := w.write(ManifestFile, text); err != nil {
		return err
	}
	if err := w.zip.Close(); err != nil {
		return fmt.Errorf("end an archive: %w", err)
	}
	return nil
}
