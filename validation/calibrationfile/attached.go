package calibrationfile

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"green500/validation/power"
)

// AttachmentKind is the kind of an attachment that holds the calibration of nodes, as WriteJSON writes it.
const AttachmentKind = "node calibration"

const mostAttachedBytes = 4 << 20

// Attached reads the calibration that is attached to a submission from its files; found is false where none is. The name is that of its file. A
// file that cannot be used is a power.InputError or power.InputErrors.
func Attached(attachments []power.Attachment, files fs.FS) (c Calibration, name string, found bool, err error) {
	at := slices.IndexFunc(attachments, func(a power.Attachment) bool { return strings.EqualFold(strings.TrimSpace(a.Kind), AttachmentKind) })
	if at < 0 {
		return c, "", false, nil
	}
	name = attachments[at].File
	file, err := files.Open(path.Clean(name))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return c, name, true, &power.InputError{File: name, Problem: "the file is not in the submission", Remedy: "add it"}
	}
	if err != nil {
		return c, name, true, err
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, mostAttachedBytes+1))
	if err != nil {
		return c, name, true, err
	}
	if len(text) > mostAttachedBytes {
		return c, name, true, &power.InputError{File: name, Problem: "the calibration is larger than 4 MB", Remedy: "leave out its outliers"}
	}
	c, err = ReadCalibration(name, text)
	return c, name, true, err
}
