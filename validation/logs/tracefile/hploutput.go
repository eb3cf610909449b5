package tracefile

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"green500/validation/logs/hpl"
	"green500/validation/logs/tracefile/internal/archive"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/power"
)

// What is read of an archive that holds an output of HPL, which is text of some kilobytes.
const (
	maxPackedOutput   = 64 << 20
	maxUnpackedOutput = 1 << 30
	maxOutputs        = 1000 // members

	theOutput = "give the output of HPL itself"
)

// ReadHPL reads an output of HPL as it is, or packed or encoded as a log may be, or as the only output in an archive.
// name is the file as the person called it. An error in the file is a *power.InputError.
func ReadHPL(r io.Reader, name string) (*hpl.Output, error) {
	output, err := unpacked(r, name, func(in *input.File) (*hpl.Output, error) {
		found := outputs{in: in, left: maxUnpackedOutput}
		switch {
		case archive.IsZip(in.Head):
			return found.only(found.zipped())
		case archive.IsTar(in.Head):
			return found.only(found.tarred())
		}
		return hpl.Parse(in, name)
	})
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return output, inputErr
	}
	return output, err
}

func unpacked(r io.Reader, name string, parse func(in *input.File) (*hpl.Output, error)) (*hpl.Output, error) {
	in := input.NewInput(name, nil, nil)
	defer in.Close()
	in.Receive(input.Content{Stream: r})
	if err := in.Unpack(); err != nil {
		return nil, err
	}
	return parse(in)
}

type outputs struct {
	in      *input.File
	left    int64 // bytes that may yet be unpacked
	members int
	found   []*hpl.Output
	names   []string
	failed  *power.InputError // of the first member that is an output of HPL without a result, or of the only one
}

func (o *outputs) zipped() error {
	packed, err := io.ReadAll(io.LimitReader(o.in, maxPackedOutput+1))
	if err != nil {
		return err
	}
	if len(packed) > maxPackedOutput {
		return o.in.Refuse(0, "", fmt.Sprintf("is an archive of more than %d MiB", maxPackedOutput>>20), theOutput)
	}
	files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return o.damaged("zip", err)
	}
	for _, f := range files.File {
		if f.FileInfo().IsDir() {
			continue
		}
		member, err := f.Open()
		if err != nil {
			return o.damaged("zip", err)
		}
		if err = errors.Join(o.take(member, f.Name), member.Close()); err != nil {
			return err
		}
	}
	return nil
}

func (o *outputs) tarred() error {
	for files := tar.NewReader(o.in); ; {
		header, err := files.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return o.damaged("tar", err)
		case header.Typeflag != tar.TypeReg:
			continue
		}
		if err := o.take(files, header.Name); err != nil {
			return err
		}
	}
}

func (o *outputs) damaged(kind string, err error) error {
	if inputErr := (*power.InputError)(nil); errors.As(err, &inputErr) {
		return inputErr
	}
	return o.in.Refuse(0, "", fmt.Sprintf("is damaged: its %s archive cannot be read: %v", kind, err),
		"pack the file again, or "+theOutput)
}

func (o *outputs) take(member io.Reader, name string) error {
	if strings.HasPrefix(path.Base(name), ".") || strings.HasPrefix(name, "__MACOSX/") {
		return nil
	}
	if o.members++; o.members > maxOutputs {
		return o.in.Refuse(0, "", fmt.Sprintf("is an archive of more than %d files", maxOutputs), theOutput)
	}
	limited, label := &io.LimitedReader{R: member, N: o.left + 1}, o.in.Name+": "+celltext.OneLine(name)
	output, err := unpacked(limited, label, func(in *input.File) (*hpl.Output, error) { return hpl.Parse(in, label) })
	if o.left = limited.N - 1; o.left < 0 {
		return o.in.Refuse(0, "", fmt.Sprintf("unpacks to more than %d GiB", maxUnpackedOutput>>30), theOutput)
	}
	var inputErr *power.InputError
	switch {
	case err == nil:
		o.found, o.names = append(o.found, output), append(o.names, name)
	case !errors.As(err, &inputErr):
		return err
	case o.failed == nil || o.failed.Problem == hpl.NoResult:
		o.failed = inputErr
	}
	return nil
}

// only returns the one output of the archive, unless reading it failed.
func (o *outputs) only(err error) (*hpl.Output, error) {
	switch {
	case err != nil:
		return nil, err
	case len(o.found) == 1:
		return o.found[0], nil
	case len(o.found) > 1:
		return nil, o.in.Refuse(0, "", fmt.Sprintf("is an archive with %d outputs of HPL", len(o.found)),
			"give one of them: "+celltext.Listed(o.names))
	case o.failed != nil && (o.members == 1 || o.failed.Problem != hpl.NoResult):
		return nil, o.failed
	}
	return nil, o.in.Refuse(0, "", fmt.Sprintf("is an archive of %d files, and none contains an HPL result", o.members),
		theOutput)
}
