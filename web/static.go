package web

import (
	"cmp"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"green500/static"
)

// assets are the embedded files. Each is packed once, when it is first asked for: a start need not wait for it.
func assets() (map[string]func() *answer, error) {
	table := map[string]func() *answer{}
	err := fs.WalkDir(static.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(static.FS(), name)
		if err != nil {
			return err
		}
		kind := cmp.Or(mime.TypeByExtension(path.Ext(name)), "text/plain; charset=utf-8")
		table[name] = sync.OnceValue(func() *answer {
			return newAnswer(http.Header{echo.HeaderContentType: {kind}, echo.HeaderVary: {echo.HeaderAcceptEncoding}}, content, gzip.BestCompression)
		})
		return nil
	})
	return table, err
}

func serveStatic(table map[string]func() *answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		found, ok := table[strings.TrimPrefix(r.URL.Path, static.Prefix)]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		if r.URL.Query().Has("v") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		found().send(w, r)
	}
}
