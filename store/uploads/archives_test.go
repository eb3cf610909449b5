package uploads_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"green500/store"
	"green500/store/blobs"
	"green500/store/storetest"
	"green500/store/uploads"
	"green500/validation/power"
)

// packed is a zip archive of members by the names that stand in it.
func packed(t *testing.T, change func(*zip.FileHeader), names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, name := range names {
		header := &zip.FileHeader{Name: name}
		if change != nil {
			change(header)
		}
		member, err := archive.CreateHeader(header)
		fine(t, err)
		if !strings.HasSuffix(name, "/") {
			_, err = member.Write([]byte("../../../etc/passwd"))
			fine(t, err)
		}
	}
	fine(t, archive.Close())
	return out.Bytes()
}

// TestArchivesLeadNowhere: names within an archive are names of evidence and nothing else; what is a link in it is a
// file that holds where it would lead.
func TestArchivesLeadNowhere(t *testing.T) {
	folder := t.TempDir()
	blobs, err := blobs.OpenFolder(filepath.Join(folder, "blobs"))
	fine(t, err)
	s := storetest.Open(t, store.Config{Blobs: blobs})
	link := func(h *zip.FileHeader) { h.SetMode(fs.ModeSymlink | 0o777) }
	for name, change := range map[string]func(*zip.FileHeader){
		"a.csv": nil, "../../a.csv": nil, "/a.csv": nil, `..\..\a.csv`: nil, "./x/../a.csv": nil,
		"/../../../../../../../../a.csv": link,
	} {
		d := &uploads.Delivery{}
		fine(t, s.Uploads.Take(t.Context(), d, "all.zip", bytes.NewReader(packed(t, change, name))))
		if files := d.Files(); len(files) != 1 || files[0].Name != "a.csv" ||
			files[0].Size != int64(len("../../../etc/passwd")) {
			t.Errorf("%q became %+v", name, files)
		}
	}
	left, err := os.ReadDir(folder)
	fine(t, err)
	if names := slices.Collect(func(yield func(string) bool) {
		for _, one := range left {
			if !yield(one.Name()) {
				return
			}
		}
	}); !slices.Equal(names, []string{"blobs"}) {
		t.Errorf("beside the blobs there is %q", names)
	}
}

// TestAnArchiveOfCountlessMembersIsRefused before room is made for all of them, also if none of them would be kept.
func TestAnArchiveOfCountlessMembersIsRefused(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	names := make([]string, 120_000)
	for i := range names {
		names[i] = fmt.Sprintf("%d/", i)
	}
	many := packed(t, nil, names...)
	claimed := packed(t, nil, "a.csv")
	claimed = append(claimed,
		"PK\x06\x06"+strings.Repeat("\x00", 28)+"\xff\xff\xff\x7f\x00\x00\x00\x00"+strings.Repeat("\x00", 40)...)
	for name, archive := range map[string][]byte{"many": many, "claimed": claimed} {
		err := s.Uploads.Take(t.Context(), &uploads.Delivery{}, "all.zip", bytes.NewReader(archive))
		var inputError *power.InputError
		if !errors.As(err, &inputError) || !strings.Contains(err.Error(), "holds more than 100000 members") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// fine ends the test if something failed that has nothing to do with it.
func fine(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
