package tracefile

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

	"green500/validation/power"
)

// zipMethods are the ways to pack a member that are read; nearly everything is packed in them.
var zipMethods = map[uint16]bool{zip.Store: true, zip.Deflate: true}

const zipEncrypted = 1 // flag of a member

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// openZip reads the logs of a zip archive as one sheet.
func openZip(in *input) (sheet, error) {
	if err := in.jump(); err != nil {
		return nil, err
	}
	z, failed, err := readZip(in.bytes, in.size)
	switch {
	case errors.Is(err, ErrManyMembers):
		return nil, in.refuse(0, "", err.Error(), "give it in parts")
	case failed != nil:
		return nil, in.hard(failed)
	case err != nil:
		return nil, in.refuse(0, "", "is no zip archive that can be read: "+err.Error(), "fetch or pack it again")
	}
	members := make([]member, len(z.File))
	for i, f := range z.File {
		members[i] = zipMember(in, f)
	}
	return openArchive(in, "zip", members)
}

func tooMany(in *input) *power.InputError {
	return in.refuse(0, "", fmt.Sprintf("holds more than %d members", maxMembers), "give it in parts")
}

func zipMember(in *input, f *zip.File) member {
	m := member{name: labelOf(f.Name), modified: f.Modified}
	switch {
	case f.Flags&zipEncrypted != 0:
		m.left = "is encrypted"
	case !zipMethods[f.Method]:
		m.left = "is packed in a way that is not known"
	default:
		m.left = notPlain(f.Mode(), int64(min(f.UncompressedSize64, 1)))
	}
	m.content = func() (content, error) { return openZipped(in, f, m.name) }
	return m
}

// openZipped unpacks a member, in a goroutine of its own where it is large enough for that.
func openZipped(in *input, f *zip.File, name string) (content, error) {
	from, err := f.Open()
	if err != nil {
		return content{}, in.refuse(0, "", "is damaged at "+name+": "+err.Error(), "fetch or pack it again")
	}
	member := source{name: in.name + ": " + name}
	l := &layer{source: member, packing: "zip", from: from, below: &witness{}, spent: in.spent}
	if f.UncompressedSize64 <= aheadBytes {
		return content{stream: l, size: int64(f.UncompressedSize64), close: func() { _ = from.Close() }}, nil // it was only read
	}
	ahead := readAhead(l)
	return content{stream: ahead, close: func() {
		ahead.close()
		_ = from.Close() // it was read as far as it was wanted
	}}, nil
}

// notPlain tells why a member that is no plain file, or has nothing in it, is left out.
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

// labelOf makes a name that can be shown of whatever an archive calls its member.
func labelOf(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return unicode.ReplacementChar
	}, latin1([]byte(name)))
}

// The parts of a tar archive.
const (
	tarMagic   = "ustar"
	tarMagicAt = 257
	tarBlock   = 512           // bytes
	tarSparse  = "GNU.sparse." // begins what is told of a file with holes
)

func isTar(head []byte) bool {
	return len(head) > tarMagicAt && bytes.HasPrefix(head[tarMagicAt:], []byte(tarMagic))
}

// openTar reads the logs of a tar archive as one sheet. It is laid out where it is packed, so that
// its members can be looked at before they are read, and in their order.
func openTar(in *input) (sheet, error) {
	if err := in.jump(); err != nil {
		return nil, err
	}
	whole := io.NewSectionReader(in.bytes, 0, in.size)
	list := tar.NewReader(whole)
	var members []member
	end := int64(0)
	for {
		head, err := list.Next()
		if errors.Is(err, io.EOF) && in.size < end+tarBlock {
			err = io.ErrUnexpectedEOF // the empty block that ends an archive is missing
		}
		if errors.Is(err, io.EOF) {
			return openArchive(in, "tar", members)
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) { // names are labels here
			return nil, brokenTar(in, whole, err)
		}
		if len(members) == maxMembers {
			return nil, tooMany(in)
		}
		at, err := whole.Seek(0, io.SeekCurrent)
		if err != nil {
			return nil, in.hard(err)
		}
		if head.Size > in.size-at {
			return nil, brokenTar(in, whole, io.ErrUnexpectedEOF)
		}
		end = at + (head.Size+tarBlock-1)/tarBlock*tarBlock
		members = append(members, tarMember(in, head, at))
	}
}

func brokenTar(in *input, whole io.Seeker, err error) *power.InputError {
	at, _ := whole.Seek(0, io.SeekCurrent) // which can't fail
	problem := fmt.Sprintf("is damaged: its tar archive fails at byte %d of %d: %v", at, in.size, err)
	return in.refuse(0, "", problem, "fetch or pack it again")
}

func tarMember(in *input, head *tar.Header, at int64) member {
	m := member{name: labelOf(head.Name), modified: head.ModTime, left: notPlain(head.FileInfo().Mode(), head.Size)}
	for name := range head.PAXRecords {
		if strings.HasPrefix(name, tarSparse) {
			m.left = "has holes"
		}
	}
	if head.Typeflag == tar.TypeGNUSparse {
		m.left = "has holes"
	}
	m.content = func() (content, error) {
		return content{at: io.NewSectionReader(in.bytes, at, head.Size), size: head.Size}, nil
	}
	return m
}

// openFolder reads the logs of a folder as one sheet.
func openFolder(in *input, folder fs.FS) (*opened, error) {
	var members []member
	err := fs.WalkDir(folder, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return nil
		}
		if len(members) == maxMembers {
			return tooMany(in)
		}
		m, err := folderMember(in, folder, path, entry)
		members = append(members, m)
		return err
	})
	if err != nil {
		return nil, in.hard(err)
	}
	a, err := openArchive(in, "folder", members)
	if err != nil {
		return nil, err
	}
	return &opened{a, a.format, in}, nil
}

func folderMember(in *input, folder fs.FS, path string, entry fs.DirEntry) (member, error) {
	info, err := entry.Info()
	if err != nil {
		return member{}, err
	}
	in.spent.packed.Add(info.Size())
	m := member{name: labelOf(path), modified: info.ModTime(), left: notPlain(info.Mode(), info.Size())}
	m.content = func() (content, error) {
		file, err := folder.Open(path)
		if err != nil {
			return content{}, err
		}
		all := content{stream: file, close: func() { _ = file.Close() }} // it was only read
		if at, ok := file.(io.ReaderAt); ok {
			all.at, all.size = at, info.Size()
		}
		return all, nil
	}
	return m, nil
}
