package calibrationfile

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"green500/validation/power"
)

// AttachmentKind is the kind of an attachment that holds the calibration of nodes, as WriteJSON writes it.
const AttachmentKind = "node calibration"

const mostAttachedBytes = 4 << 20

// AttachedFile is a calibration that is attached to a submission, by the name of its file. Err says why it cannot be used: a
// power.InputError, power.InputErrors, or an error of the files.
type AttachedFile struct {
	Name        string
	Calibration Calibration
	Err         error
}

// Attached reads the calibrations that are attached to a submission from its files, in the order of the attachments.
func Attached(attachments []power.Attachment, files fs.FS) (all []AttachedFile) {
	for _, attachment := range attachments {
		if !strings.EqualFold(strings.TrimSpace(attachment.Kind), AttachmentKind) {
			continue
		}
		one := AttachedFile{Name: attachment.File}
		one.Calibration, one.Err = readAttached(one.Name, files)
		all = append(all, one)
	}
	return all
}

func readAttached(name string, files fs.FS) (c Calibration, err error) {
	file, err := files.Open(path.Clean(name))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return c, &power.InputError{File: name, Problem: "the file is not in the submission", Remedy: "add it"}
	}
	if err != nil {
		return c, err
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, mostAttachedBytes+1))
	if err != nil {
		return c, err
	}
	if len(text) > mostAttachedBytes {
		return c, &power.InputError{File: name, Problem: "the calibration is larger than 4 MB", Remedy: "leave out its outliers"}
	}
	return ReadCalibration(name, text)
}
