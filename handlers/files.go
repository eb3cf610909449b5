package handlers

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/bundle"
	"green500/validation/power"
)

// FileLinks lists the files of a revision with what the document uses them for.
func FileLinks(base string, document *power.Entry, files []store.File) []templates.File {
	links := make([]templates.File, len(files))
	for i, f := range files {
		address := url.URL{Path: base + "/files/" + f.Name}
		links[i] = templates.File{Name: f.Name, Bytes: f.Size, SHA256: f.Digest, URL: address.EscapedPath(), Use: Use(document, f.Name)}
	}
	return links
}

// Use says what a document uses a file for; nothing where it does not name it.
func Use(document *power.Entry, name string) string {
	for _, named := range bundle.Named(document) {
		if named.Name != name {
			continue
		}
		switch {
		case named.Field == "run.output":
			return "HPL output"
		case len(named.Field) > len("series") && named.Field[:len("series")] == "series":
			return "readings"
		}
		return "attachment"
	}
	return ""
}

// ExportList sends a file with its digest (RFC 9530), so that what arrives can be held against it.
func ExportList(c echo.Context, edition, name, kind string, written []byte) error {
	sum := sha256.Sum256(written)
	header := c.Response().Header()
	header.Set("Repr-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum[:])+":")
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", "green500-"+edition+"-"+name))
	header.Set(echo.HeaderCacheControl, "no-cache")
	return c.Blob(http.StatusOK, kind, written)
}
