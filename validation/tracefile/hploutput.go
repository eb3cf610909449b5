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

	"green500/validation/hpl"
	"green500/validation/power"
	"green500/validation/tracefile/internal/archive"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/input"
)

// What is read of an archive that holds an output of HPL, which is text of some kilobytes.
const (
	maxPackedOutput   = 64 << 20
	maxUnpackedOutput = 1 << 30
	maxOutputs        = 1000 // members
)

// ReadHPL reads an output of HPL as it is, or packed or encoded as a log may be, or as the only output in an archive. name is the
// file as the person called it. An error in the file is a *power.InputError.
func ReadHPL(r io.Reader, name string) (*hpl.Output, error) {
	in := input.NewInput(name, nil, nil)
	defer in.Close()
	in.Receive(input.Content{Stream: r})
	if err := in.Unpack(); err != nil {
		return nil, err
	}
	switch {
	case archive.IsZip(in.Head):
		return readZippedHPL(in)
	case archive.IsTar(in.Head):
		return readTarredHPL(in)
	}
	output, err := hpl.Parse(in, name)
	return output, inputErrorOf(err)
}

// inputErrorOf returns the error in the input that an error was caused by, or the error itself.
func inputErrorOf(err error) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return inputErr
	}
	return err
}

func readZippedHPL(in *input.File) (*hpl.Output, error) {
	packed, err := io.ReadAll(io.LimitReader(in, maxPackedOutput+1))
	if err != nil {
		return nil, inputErrorOf(err)
	}
	if len(packed) > maxPackedOutput {
		return nil, in.Refuse(0, "", fmt.Sprintf("is an archive of more than %d MiB", maxPackedOutput>>20), "give the output of HPL itself")
	}
	files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, damagedArchive(in, "zip", err)
	}
	found := outputs{in: in, left: maxUnpackedOutput}
	for _, f := range files.File {
		if f.FileInfo().IsDir() {
			continue
		}
		member, err := f.Open()
		if err != nil {
			return nil, damagedArchive(in, "zip", err)
		}
		err = errors.Join(found.take(member, f.Name), member.Close())
		if err != nil {
			return nil, inputErrorOf(err)
		}
	}
	return found.only()
}

func readTarredHPL(in *input.File) (*hpl.Output, error) {
	files, found := tar.NewReader(in), outputs{in: in, left: maxUnpackedOutput}
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return found.only()
		}
		if err != nil {
			return nil, damagedArchive(in, "tar", err)
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		if err := found.take(files, header.Name); err != nil {
			return nil, inputErrorOf(err)
		}
	}
}

func damagedArchive(in *input.File, kind string, err error) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return inputErr
	}
	return in.Refuse(0, "", fmt.Sprintf("is damaged: its %s archive cannot be read: %v", kind, err), "pack the file again, or give the output of HPL itself")
}

// outputs are what an archive holds.
type outputs struct {
	in      *input.File
	left    int64 // bytes that may yet be unpacked
	members int
	found   []*hpl.Output
	names   []string
	failed  *power.InputError // of the first member that is an output of HPL without a result, or of the only one
}

// take reads a member.
func (o *outputs) take(member io.Reader, name string) error {
	if strings.HasPrefix(path.Base(name), ".") || strings.HasPrefix(name, "__MACOSX/") {
		return nil
	}
	if o.members++; o.members > maxOutputs {
		return o.in.Refuse(0, "", fmt.Sprintf("is an archive of more than %d files", maxOutputs), "give the output of HPL itself")
	}
	limited := &io.LimitedReader{R: member, N: o.left + 1}
	output, err := readMember(limited, o.in.Name+": "+celltext.OneLine(name))
	if o.left = limited.N - 1; o.left < 0 {
		return o.in.Refuse(0, "", fmt.Sprintf("unpacks to more than %d GiB", maxUnpackedOutput>>30), "give the output of HPL itself")
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

func readMember(r io.Reader, name string) (*hpl.Output, error) {
	in := input.NewInput(name, nil, nil)
	defer in.Close()
	in.Receive(input.Content{Stream: r})
	if err := in.Unpack(); err != nil {
		return nil, err
	}
	return hpl.Parse(in, name)
}

// only returns the one output of the archive.
func (o *outputs) only() (*hpl.Output, error) {
	switch {
	case len(o.found) == 1:
		return o.found[0], nil
	case len(o.found) > 1:
		return nil, o.in.Refuse(0, "", fmt.Sprintf("is an archive with %d outputs of HPL", len(o.found)), "give one of them: "+celltext.Listed(o.names))
	case o.failed != nil && (o.members == 1 || o.failed.Problem != hpl.NoResult):
		return nil, o.failed
	}
	return nil, o.in.Refuse(0, "", fmt.Sprintf("is an archive of %d files, and none contains an HPL result", o.members), "give the output of HPL itself")
}
