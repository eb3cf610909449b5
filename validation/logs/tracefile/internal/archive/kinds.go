package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// zipMethods are the ways to pack a member that are read; nearly everything is packed in them.
var zipMethods = map[uint16]bool{zip.Store: true, zip.Deflate: true}

const zipEncrypted = 1 // flag of a member

// IsZip reports whether head, the beginning of a file, is that of a zip archive.
func IsZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// OpenZip reads the logs of a zip archive as one sheet.
func OpenZip(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	z, failed, err := input.ListZip(in.Bytes, in.Length)
	switch {
	case errors.Is(err, input.ErrManyMembers):
		return nil, in.Refuse(0, "", err.Error(), "give it in parts")
	case failed != nil:
		return nil, in.ReadError(failed)
	case err != nil:
		return nil, in.Refuse(0, "", "is no zip archive that can be read: "+err.Error(), "fetch or pack it again")
	}
	members := make([]Member, len(z.File))
	for i, f := range z.File {
		members[i] = zipMember(in, f)
	}
	return openArchive(in, "zip", members)
}

func tooMany(in *input.File) *power.InputError {
	return in.Refuse(0, "", fmt.Sprintf("holds more than %d members", input.MaxMembers), "give it in parts")
}

func zipMember(in *input.File, f *zip.File) Member {
	m := Member{Name: LabelOf(f.Name), modified: f.Modified}
	switch {
	case f.Flags&zipEncrypted != 0:
		m.Left = "is encrypted"
	case !zipMethods[f.Method]:
		m.Left = "is packed in a way that is not known"
	default:
		m.Left = notPlain(f.Mode(), int64(min(f.UncompressedSize64, 1)))
	}
	m.Content = func() (input.Content, error) { return openZipped(in, f, m.Name) }
	return m
}

// openZipped unpacks a member, in a goroutine of its own if it is large enough for that.
func openZipped(in *input.File, f *zip.File, name string) (input.Content, error) {
	from, err := f.Open()
	if err != nil {
		return input.Content{}, in.Refuse(0, "", "is damaged at "+name+": "+err.Error(), "fetch or pack it again")
	}
	member := celltext.Source{Name: in.Name + ": " + name}
	l := &input.Layer{Source: member, Packing: "zip", From: from, Below: &input.Witness{}, Spent: in.Spent}
	if f.UncompressedSize64 <= input.AheadBytes {
		// it was only read
		return input.Content{Stream: l, Size: int64(f.UncompressedSize64), Close: func() { _ = from.Close() }}, nil
	}
	ahead := input.NewReadAhead(l)
	return input.Content{Stream: ahead, Close: func() {
		ahead.Close()
		_ = from.Close() // it was read as far as it was wanted
	}}, nil
}

// notPlain returns why a member that is no plain file, or has nothing in it, is left out.
func notPlain(mode fs.FileMode, size int64) string {
	switch {
	case mode.IsDir():
		return "is a folder"
	case !mode.IsRegular():
		return "is no plain file"
	case size == 0:
		return "is empty"
	}
	return ""
}

// LabelOf makes a name that can be shown of whatever an archive calls its member.
func LabelOf(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return unicode.ReplacementChar
	}, celltext.Latin1([]byte(name)))
}

// The parts of a tar archive.
const (
	tarMagic   = "ustar"
	tarMagicAt = 257
	tarBlock   = 512           // bytes
	tarSparse  = "GNU.sparse." // begins what is stated about a file with holes
)

// IsTar reports whether head, the beginning of a file, is that of a tar archive.
func IsTar(head []byte) bool {
	return len(head) > tarMagicAt && bytes.HasPrefix(head[tarMagicAt:], []byte(tarMagic))
}

// OpenTar reads the logs of a tar archive, which is laid out first, so that members can be looked at before they are
// read.
func OpenTar(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	whole := io.NewSectionReader(in.Bytes, 0, in.Length)
	list := tar.NewReader(whole)
	var members []Member
	end := int64(0)
	for {
		head, err := list.Next()
		if errors.Is(err, io.EOF) && in.Length < end+tarBlock {
			err = io.ErrUnexpectedEOF // the empty block that ends an archive is missing
		}
		if errors.Is(err, io.EOF) {
			return openArchive(in, "tar", members)
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) { // names are labels here
			return nil, brokenTar(in, whole, err)
		}
		if len(members) == input.MaxMembers {
			return nil, tooMany(in)
		}
		at, err := whole.Seek(0, io.SeekCurrent)
		if err != nil {
			return nil, in.ReadError(err)
		}
		if head.Size > in.Length-at {
			return nil, brokenTar(in, whole, io.ErrUnexpectedEOF)
		}
		end = at + (head.Size+tarBlock-1)/tarBlock*tarBlock
		members = append(members, tarMember(in, head, at))
	}
}

func brokenTar(in *input.File, whole io.Seeker, err error) *power.InputError {
	at, _ := whole.Seek(0, io.SeekCurrent) // which can't fail
	problem := fmt.Sprintf("is damaged: its tar archive fails at byte %d of %d: %v", at, in.Length, err)
	return in.Refuse(0, "", problem, "fetch or pack it again")
}

func tarMember(in *input.File, head *tar.Header, at int64) Member {
	m := Member{Name: LabelOf(head.Name), modified: head.ModTime, Left: notPlain(head.FileInfo().Mode(), head.Size)}
	for name := range head.PAXRecords {
		if strings.HasPrefix(name, tarSparse) {
			m.Left = "has holes"
		}
	}
	if head.Typeflag == tar.TypeGNUSparse {
		m.Left = "has holes"
	}
	m.Content = func() (input.Content, error) {
		return input.Content{At: io.NewSectionReader(in.Bytes, at, head.Size), Size: head.Size}, nil
	}
	return m
}

// OpenFolder reads the logs of a folder as one sheet.
func OpenFolder(in *input.File, folder fs.FS) (*input.Opened, error) {
	var members []Member
	err := fs.WalkDir(folder, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return nil
		}
		if len(members) == input.MaxMembers {
			return tooMany(in)
		}
		m, err := folderMember(in, folder, path, entry)
		members = append(members, m)
		return err
	})
	if err != nil {
		return nil, in.ReadError(err)
	}
	a, err := openArchive(in, "folder", members)
	if err != nil {
		return nil, err
	}
	return &input.Opened{Sheet: a, Format: a.format, File: in}, nil
}

func folderMember(in *input.File, folder fs.FS, path string, entry fs.DirEntry) (Member, error) {
	info, err := entry.Info()
	if err != nil {
		return Member{}, err
	}
	in.Spent.Packed.Add(info.Size())
	m := Member{Name: LabelOf(path), modified: info.ModTime(), Left: notPlain(info.Mode(), info.Size())}
	m.Content = func() (input.Content, error) {
		file, err := folder.Open(path)
		if err != nil {
			return input.Content{}, err
		}
		all := input.Content{Stream: file, Close: func() { _ = file.Close() }} // it was only read
		if at, ok := file.(io.ReaderAt); ok {
			all.At, all.Size = at, info.Size()
		}
		return all, nil
	}
	return m, nil
}
