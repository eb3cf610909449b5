package web

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"green500/static"
)

// asset is an embedded file as it is sent.
type asset struct {
	kind   string
	plain  []byte
	packed func() []byte // gzip; nil where packing does not pay
}

// assets are the embedded files. Each is packed once, when it is first asked for: a start need not wait for it.
func assets() (map[string]asset, error) {
	table := map[string]asset{}
	err := fs.WalkDir(static.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(static.FS(), name)
		if err != nil {
			return err
		}
		table[name] = asset{kind: contentType(name), plain: content, packed: sync.OnceValue(func() []byte { return packed(content) })}
		return nil
	})
	return table, err
}

func contentType(name string) string {
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "text/plain; charset=utf-8"
}

func packed(content []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil
	}
	if _, err := w.Write(content); err != nil || w.Close() != nil || out.Len() >= len(content) {
		return nil
	}
	return out.Bytes()
}

// serveStatic sends embedded files. Their addresses carry the digest of their content, so that a
// browser may keep them for good.
func serveStatic(table map[string]asset) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		found, ok := table[strings.TrimPrefix(r.URL.Path, static.Prefix)]
		if !ok {
			http.NotFound(w, r)
			return
		}
		header := w.Header()
		header.Set("Content-Type", found.kind)
		header.Set("Vary", "Accept-Encoding")
		header.Set("Cache-Control", "no-cache")
		if r.URL.Query().Has("v") {
			header.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		content := found.plain
		if acceptsGzip(r) {
			if packed := found.packed(); packed != nil {
				header.Set("Content-Encoding", "gzip")
				content = packed
			}
		}
		if r.Method != http.MethodHead {
			_, _ = w.Write(content) // a browser that went away needs no answer
		}
	}
}
