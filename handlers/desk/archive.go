package desk

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/archive"
)

const (
	archiveRetryAfter = "30"             // in how many seconds to ask again while another archive is made
	archiveTime       = 10 * time.Minute // how long an archive may take to be sent
)

// Archive gives the archive of a published list, by a temporary file, so that a failure is no half file; one at a time.
func (h *Handlers) Archive(c echo.Context) error {
	select {
	case h.Archiving <- struct{}{}:
		defer func() { <-h.Archiving }()
	default:
		c.Response().Header().Set(echo.HeaderRetryAfter, archiveRetryAfter)
		return echo.NewHTTPError(http.StatusServiceUnavailable,
			"Another archive is being made at the moment; try again in a minute.")
	}
	kept, err := os.CreateTemp("", "archive-*.zip")
	if err != nil {
		return fmt.Errorf("keep an archive until it is sent: %w", err)
	}
	defer func() {
		if err := cmp.Or(kept.Close(), os.Remove(kept.Name())); err != nil {
			h.Log.Warn("a temporary file of a download is left", "file", kept.Name(), "error", err)
		}
	}()
	name := c.Param("name")
	maker := archive.Maker{Store: h.Store, Address: h.Address, Licence: h.Licence, Version: h.Version}
	if err := maker.Write(c.Request().Context(), kept, name, handlers.User(c)); err != nil {
		return err
	}
	return h.sendArchive(c, kept, "green500-"+name+"-archive.zip")
}

func (h *Handlers) sendArchive(c echo.Context, kept *os.File, name string) error {
	size, err := kept.Seek(0, 1)
	if err != nil {
		return err
	}
	if _, err := kept.Seek(0, 0); err != nil {
		return err
	}
	sending := http.NewResponseController(c.Response())
	if err := sending.SetWriteDeadline(h.Now().Add(archiveTime)); err == nil { // what is kept is not sent from here
		defer func() { _ = sending.SetWriteDeadline(time.Time{}) }()
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentLength, strconv.FormatInt(size, 10))
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", name))
	header.Set(echo.HeaderCacheControl, "no-cache")
	return c.Stream(http.StatusOK, "application/zip", kept)
}
