package desk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/lists"
	"green500/store/submissions"
	deskpage "green500/templates/desk"
	"green500/validation/lists/rehearsal"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

const (
	rowsShown   = 500              // of the table of a rehearsal; its CSV has all
	turnTimeout = 2 * time.Second  // a rehearsal that was just stopped needs a moment to end
	sendTimeout = 30 * time.Second // how long a browser may leave a part of an answer unread
	sendEvery   = 100              // rows of a CSV
)

// Rehearsal shows what another methodology would change, and grades while the page is drawn.
func (h *Handlers) Rehearsal(c echo.Context) error {
	page := deskpage.RehearsalPage{Page: h.Page(c, "Rehearsal"), Methodology: c.QueryParam("methodology"),
		Edition: c.QueryParam("edition")}
	editions, err := h.Store.Editions.All(c.Request().Context())
	if err != nil {
		return err
	}
	for _, e := range editions {
		page.Editions = append(page.Editions, e.Name)
	}
	if page.Methodology == "" {
		page.Methodology = string(methodology.InForce)
		return h.Render(c, http.StatusOK, deskpage.Rehearsal(page))
	}
	asked, end, err := h.beginRehearsal(c)
	if err != nil {
		status, sentence := handlers.Outcome(err)
		if sentence == "" {
			return err
		}
		page.Problem = sentence
		return h.Render(c, status, deskpage.Rehearsal(page))
	}
	defer end()
	page.Withheld = len(asked.Without)
	page.Run = func(say func(string, int, int)) (deskpage.RehearsalResult, error) { return h.rehearse(c, asked, say) }
	return h.stream(c, echo.MIMETextHTMLCharsetUTF8, func() error {
		return deskpage.Rehearsal(page).Render(c.Request().Context(), c.Response())
	})
}

// RehearsalCSV is the same for a spreadsheet, with a row for every entry.
func (h *Handlers) RehearsalCSV(c echo.Context) error {
	asked, end, err := h.beginRehearsal(c)
	if err != nil {
		return err
	}
	defer end()
	name := "rehearsal-" + string(asked.Methodology)
	if asked.Edition != "" {
		name += "-" + asked.Edition
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", name+".csv"))
	return h.stream(c, "text/csv; charset=utf-8", func() error { return h.writeCSV(c, asked) })
}

// beginRehearsal reads the request and takes the one turn of the process; end gives it back.
func (h *Handlers) beginRehearsal(c echo.Context) (asked lists.Rehearsal, end func(), err error) {
	ctx := c.Request().Context()
	by, known := methodology.Parse(c.QueryParam("methodology"))
	if !known {
		return asked, nil, &power.InputError{Field: "methodology",
			Problem: fmt.Sprintf("%q is not a version of the methodology", c.QueryParam("methodology")),
			Remedy:  fmt.Sprintf("choose one of %v", methodology.Editions())}
	}
	edition := c.QueryParam("edition")
	if edition != "" {
		if _, err := h.Store.Editions.ByName(ctx, edition); errors.Is(err, database.ErrNotFound) {
			return asked, nil, &power.InputError{Field: "edition", Problem: "there is no edition " + edition,
				Remedy: "choose one of the list"}
		} else if err != nil {
			return asked, nil, err
		}
	}
	withheld, err := h.Store.Submissions.Withheld(ctx, handlers.User(c))
	if err != nil {
		return asked, nil, err
	}
	asked = lists.Rehearsal{
		Without:     submissions.EntryIDs(withheld),
		Methodology: by, Edition: edition, States: review.ReadableStates(handlers.Role(c)), Submitted: true,
		Workers: max(1, runtime.GOMAXPROCS(0)-1), // one core is left to everybody else
	}
	ctx, cancel := context.WithTimeout(ctx, turnTimeout)
	defer cancel()
	select {
	case h.Rehearsing <- struct{}{}:
		return asked, func() { <-h.Rehearsing }, nil
	case <-ctx.Done():
		return asked, nil, &review.Refusal{Sentence: "Another rehearsal is running. " +
			"There is one at a time, so that the server stays quick for everybody; try again when it is done."}
	}
}

func (h *Handlers) rehearse(c echo.Context, asked lists.Rehearsal,
	say func(string, int, int)) (deskpage.RehearsalResult, error) {
	var result deskpage.RehearsalResult
	progress := rehearsal.Begin(h.Now())
	asked.Progress = func(done, total int) {
		if now := h.Now(); progress.Due(now) {
			h.allowTime(c)
			say(progress.Line(now, done, total), done, total)
		}
	}
	err := h.Store.Lists.Regrade(c.Request().Context(), asked, func(e rehearsal.Entry) error {
		result.Tally.Add(e)
		if e.RulesChanged {
			result.Older++
		}
		if e.Changed() && len(result.Rows) < rowsShown {
			result.Rows = append(result.Rows, e)
		}
		return nil
	})
	h.allowTime(c)
	if err != nil {
		h.logStopped(c, err)
	}
	result.Taken = progress.Taken(h.Now()).Round(100 * time.Millisecond)
	return result, err
}

func (h *Handlers) writeCSV(c echo.Context, asked lists.Rehearsal) error {
	table, err := rehearsal.NewCSV(c.Response())
	if err != nil {
		return err
	}
	rows := 0
	send := func() error {
		h.allowTime(c)
		if err := table.Flush(); err != nil {
			return err
		}
		c.Response().Flush()
		return nil
	}
	if err := send(); err != nil {
		return err
	}
	err = h.Store.Lists.Regrade(c.Request().Context(), asked, func(e rehearsal.Entry) error {
		if rows++; rows%sendEvery == 0 {
			if err := send(); err != nil {
				return err
			}
		}
		return table.Write(e)
	})
	if err != nil {
		return err
	}
	return send()
}

// stream answers in parts. A failure breaks the connection off, so that half an answer does not pass for a whole one.
func (h *Handlers) stream(c echo.Context, kind string, write func() error) error {
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, kind)
	header.Set("X-Accel-Buffering", "no") // nginx would hold the parts back
	defer func() { _ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Time{}) }()
	h.allowTime(c)
	c.Response().WriteHeader(http.StatusOK)
	if err := write(); err != nil {
		h.logStopped(c, err)
		panic(http.ErrAbortHandler) // the one way to say so after the first byte
	}
	return nil
}

// allowTime gives the browser time to take the next part; one that never does would hold the turn.
func (h *Handlers) allowTime(c echo.Context) {
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(h.Now().Add(sendTimeout)) // a test's writer has none
}

func (h *Handlers) logStopped(c echo.Context, err error) {
	if ctx := c.Request().Context(); ctx.Err() == nil {
		h.Log.ErrorContext(ctx, "rehearsal stopped", "error", err, "request",
			c.Response().Header().Get(echo.HeaderXRequestID))
	}
}
