package list

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/lists"
	"green500/validation/lists/export"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// MostSheets is how many sheets are written or sent at once: each takes a part of the disk and of the processors.
const MostSheets = 8

// sheetRetryAfter is in how many seconds a client that found all places taken may ask again.
const sheetRetryAfter = "10"

// sheetTime is how long a sheet may take to be sent, so that places are not held by lines that stand still.
const sheetTime = 10 * time.Minute

// ListSheet gives all rows of a view, from a temporary file: the database is done before a slow line is, and errors are
// answers.
func (h *Handlers) ListSheet(format export.Format) echo.HandlerFunc {
	return func(c echo.Context) error {
		name := c.Param("edition")
		user, _ := handlers.Viewer(c)
		view, err := listing.Parse(c.QueryParams())
		if err != nil {
			return err
		}
		if err := h.CheckChoices(c.Request().Context(), name, user, view); err != nil {
			return err
		}
		one := view
		one.Page, one.Size = 1, 1
		browsed, err := h.Store.Lists.Browse(c.Request().Context(), name, user, one)
		if err != nil {
			return err
		}
		if browsed.Matching > export.MostRows {
			return &power.InputError{
				Field: "view", Problem: fmt.Sprintf("the view has %d rows, more than the %d that one sheet takes",
					browsed.Matching, export.MostRows), Remedy: "filter it by edition, and download it in parts",
			}
		}
		select {
		case h.Sheets <- struct{}{}:
			defer func() { <-h.Sheets }()
		default:
			c.Response().Header().Set(echo.HeaderRetryAfter, sheetRetryAfter)
			return echo.NewHTTPError(http.StatusServiceUnavailable,
				"Too many downloads are being made at the moment; try again in a few seconds.")
		}
		kept, err := os.CreateTemp("", "sheet-*."+format.Name)
		if err != nil {
			return fmt.Errorf("keep a sheet until it is sent: %w", err)
		}
		defer func() {
			if err := cmp.Or(kept.Close(), os.Remove(kept.Name())); err != nil {
				h.Log.Warn("a temporary file of a download is left", "file", kept.Name(), "error", err)
			}
		}()
		title := "List " + name
		if name == lists.AllLists {
			title = "All lists"
		}
		if err := h.writeSheet(c, kept, format, export.Head{List: name, Title: title, View: view}); err != nil {
			return err
		}
		return h.sendSheet(c, kept, format, name, view)
	}
}

func (h *Handlers) writeSheet(c echo.Context, kept *os.File, format export.Format, head export.Head) error {
	user, _ := handlers.Viewer(c)
	writer, err := format.Begin(kept, head)
	if err != nil {
		return err
	}
	if err := h.Store.Lists.EachLine(c.Request().Context(), head.List, user, head.View, writer.Write); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return fmt.Errorf("end the sheet of %s: %w", head.List, err)
	}
	return nil
}

func (h *Handlers) sendSheet(c echo.Context, kept *os.File, format export.Format, name string,
	view listing.View) error {
	info, err := kept.Stat()
	if err != nil {
		return err
	}
	if _, err := kept.Seek(0, 0); err != nil {
		return err
	}
	state := "whole"
	if view.Filtered() {
		state = "filtered"
	}
	sending := http.NewResponseController(c.Response())
	if err := sending.SetWriteDeadline(h.Now().Add(sheetTime)); err == nil { // what is kept is not sent from here
		defer func() { _ = sending.SetWriteDeadline(time.Time{}) }()
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentDisposition,
		fmt.Sprintf("attachment; filename=%q", "lists-"+name+"-"+state+"."+format.Name))
	header.Set(echo.HeaderCacheControl, "no-cache")
	if c.Request().Header.Get("Range") != "" {
		return sendPart(c, kept, format)
	}
	header.Set(echo.HeaderContentLength, strconv.FormatInt(info.Size(), 10))
	header.Set("Accept-Ranges", "bytes")
	return c.Stream(http.StatusOK, format.Media, kept)
}

// sendPart sends a range. The tag is the digest of the whole, so that parts of two states are not put together.
func sendPart(c echo.Context, kept *os.File, format export.Format) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, kept); err != nil {
		return fmt.Errorf("read a sheet: %w", err)
	}
	header := c.Response().Header()
	header.Set("Etag", `"`+base64.RawURLEncoding.EncodeToString(sum.Sum(nil))+`"`)
	header.Set(echo.HeaderContentType, format.Media)
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, kept)
	return nil
}
