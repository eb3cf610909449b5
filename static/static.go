// Package static has what a browser loads beside the pages: styles, scripts and the chart library. All of it is in the
// program, and nothing comes from another host.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"sync"
)

//go:embed *.css *.js *.svg vendor
var files embed.FS

// Prefix is the path the files are served under.
const Prefix = "/static/"

// digestLength is how many hexadecimal digits tell one version of a file from the next.
const digestLength = 8

// FS returns the files by the names that URL takes.
func FS() fs.FS { return files }

// URL returns the address of a file with the digest of its content, so that a browser may keep it
// for good. A name that is not embedded is a mistake of ours and stops the program.
func URL(name string) string {
	digest, ok := digests()[name]
	if !ok {
		panic(fmt.Sprintf("static: no file %q is embedded", name))
	}
	return path.Join(Prefix, name) + "?v=" + digest
}

// digests holds the short SHA-256 of every file by its name.
var digests = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := files.ReadFile(name)
		sum := sha256.Sum256(content)
		table[name] = hex.EncodeToString(sum[:])[:digestLength]
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return table
})
