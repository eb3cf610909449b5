package templates

import (
	"bytes"
	"context"
	"io"
)

// The texts by which the frame of a page is found. A page is cut behind the second; the flash follows there.
const (
	headerBegins = `<header class="site">`
	headerEnds   = `</header>`
	mainBegins   = `<main id="main" tabindex="-1">`
)

// CutPage returns where the part of a page begins that does not depend on who reads it: everything in its main element. It is 0
// where the text is no page of ours.
func CutPage(page []byte) int {
	_, _, end := cutFrame(page)
	return end
}

// cutFrame returns where the header begins and ends, and where the main element has begun; zeros where it is not so.
func cutFrame(page []byte) (header, after, main int) {
	header = bytes.Index(page, []byte(headerBegins))
	after = bytes.Index(page, []byte(headerEnds)) + len(headerEnds)
	main = bytes.Index(page, []byte(mainBegins)) + len(mainBegins)
	if header < 0 || after < header || main < after {
		return 0, 0, 0
	}
	return header, after, main
}

// Reframe writes what stands before the cut of a page, for another viewer.
func Reframe(ctx context.Context, to io.Writer, p Page, page []byte) error {
	header, after, main := cutFrame(page)
	if _, err := to.Write(page[:header]); err != nil {
		return err
	}
	if err := siteHeader(p).Render(ctx, to); err != nil {
		return err
	}
	if _, err := to.Write(page[after:main]); err != nil {
		return err
	}
	return flash(p).Render(ctx, to)
}
