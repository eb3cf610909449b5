package submission

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/lists"
	"green500/store/submissions"
	"green500/validation/lists/citation"
	"green500/validation/lists/powersteps"
)

type listed struct {
	submissions.EntryAccess
	on   lists.EntryListing
	work citation.Work
	list string // address of the list
}

func (h *Handlers) cited(c echo.Context, entry submissions.EntryAccess) (listed, error) {
	work, on, err := handlers.WorkOf(c.Request().Context(), h.Store, h.Address, entry.ID)
	if err != nil {
		return listed{}, err
	}
	return listed{entry, on, work, h.Link("lists", on.Edition.Name)}, nil
}

func (l listed) take(c echo.Context, name, kind string, written []byte) error {
	return handlers.ExportList(c, l.work.Edition, "entry-"+handlers.Text(l.ID)+name, kind, written)
}

// CiteBibTeX serves the citation of an entry for LaTeX.
func (h *Handlers) CiteBibTeX(c echo.Context, entry submissions.EntryAccess) error {
	l, err := h.cited(c, entry)
	if err != nil {
		return err
	}
	return l.take(c, ".bib", "application/x-bibtex; charset=utf-8", []byte(l.work.BibTeX()))
}

// CiteCSL serves the citation of an entry as CSL-JSON.
func (h *Handlers) CiteCSL(c echo.Context, entry submissions.EntryAccess) error {
	l, err := h.cited(c, entry)
	if err != nil {
		return err
	}
	written, err := l.work.CSL()
	if err != nil {
		return err
	}
	return l.take(c, "-citation.json", "application/vnd.citationstyles.csl+json", written)
}

// ListedRow serves the line of an entry as the list stands, with the state of the list that it is of.
func (h *Handlers) ListedRow(c echo.Context, entry submissions.EntryAccess) error {
	l, err := h.cited(c, entry)
	if err != nil {
		return err
	}
	written, err := json.Marshal(struct {
		List     string        `json:"list_sha256"`
		AsOf     string        `json:"as_of"`
		Errata   int           `json:"errata"`
		TakenOut bool          `json:"taken_out"` // the row is the last one it had, without a rank
		Row      lists.ListRow `json:"row"`
	}{l.on.Hash, l.on.Since.Format(time.RFC3339Nano), l.on.Moved, l.on.TakenOut, l.on.Row})
	if err != nil {
		return err
	}
	return l.take(c, ".json", "application/json", written)
}

// EnvelopeJSON serves the power of a listed run in steps, with the signed statement of what it was made from.
func (h *Handlers) EnvelopeJSON(c echo.Context, entry submissions.EntryAccess) error {
	l, written, err := h.envelope(c, entry)
	if err != nil {
		return err
	}
	return l.take(c, "-envelope.json", "application/json", written)
}

// EnvelopeCSV serves the rows of an envelope: the bytes that the signed statement has the digest of.
func (h *Handlers) EnvelopeCSV(c echo.Context, entry submissions.EntryAccess) error {
	l, written, err := h.envelope(c, entry)
	if err != nil {
		return err
	}
	_, rows, _, err := powersteps.Read("envelope.json", written)
	if err != nil {
		return err
	}
	return l.take(c, "-envelope.csv", "text/csv; charset=utf-8", powersteps.CSV(rows))
}

func (h *Handlers) envelope(c echo.Context, entry submissions.EntryAccess) (listed, []byte, error) {
	l, err := h.cited(c, entry)
	if err != nil {
		return l, nil, err
	}
	written, err := h.Store.Lists.Envelope(c.Request().Context(), l.ID, h.Address.String())
	return l, written, err
}

// badgeKept is how long a badge may be shown without asking again: an erratum is seen within the hour.
const badgeKept = "public, max-age=3600"

// Badge serves the badge of an entry. Pages of others may show it.
func (h *Handlers) Badge(c echo.Context, entry submissions.EntryAccess) error {
	l, err := h.cited(c, entry)
	if err != nil {
		return err
	}
	drawn := l.work.Badge()
	sum := sha256.Sum256(drawn)
	tag := `"` + hex.EncodeToString(sum[:]) + `"`
	header := c.Response().Header()
	header.Set("ETag", tag)
	header.Set(echo.HeaderCacheControl, badgeKept)
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if l.Embargoed {
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
	}
	for held := range strings.SplitSeq(c.Request().Header.Get("If-None-Match"), ",") {
		if held = strings.TrimPrefix(strings.TrimSpace(held), "W/"); held == tag || held == "*" {
			return c.NoContent(http.StatusNotModified)
		}
	}
	return c.Blob(http.StatusOK, "image/svg+xml", drawn)
}
