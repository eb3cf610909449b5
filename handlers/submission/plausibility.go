package submission

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/filetree"
	"green500/store/lists"
	"green500/store/submissions"
	submissionpage "green500/templates/submission"
	"green500/validation/lab/model"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
	"green500/validation/review"
)

// listedBefore is a system as it was listed before, with its nodes as far as the viewer may read them; nil if it was
// not.
func (h *Handlers) listedBefore(c echo.Context, before []submissionpage.Peer) (*plausibility.Earlier, error) {
	if len(before) == 0 {
		return nil, nil
	}
	last := before[0]
	earlier := &plausibility.Earlier{Edition: last.Edition, Power: last.Power, Efficiency: last.Efficiency}
	number, err := strconv.ParseInt(last.ID, 10, 64)
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	entry, err := h.Store.Submissions.EntryAccess(ctx, number, handlers.User(c))
	if conflict := (*review.ConflictError)(nil); errors.Is(err, database.ErrNotFound) || errors.As(err, &conflict) {
		return earlier, nil
	}
	if err != nil {
		return nil, err
	}
	submitted, err := h.Store.Submissions.LastSubmitted(ctx, entry.ID)
	if err != nil {
		return nil, err
	}
	revision, err := h.Store.Submissions.Revision(ctx, entry.ID, submitted)
	if err != nil {
		return nil, err
	}
	report, _, err := revision.Verdict()
	if err != nil || report == nil {
		return earlier, err
	}
	readings, err := h.Store.Submissions.Measurement(ctx, revision)
	if err != nil {
		return nil, err
	}
	defer func() { _ = readings.Close() }() // nothing was written
	earlier.Sets = plausibility.Of(readings.Measurement, report, plausibility.Sources{}).Sets
	return earlier, readings.Err()
}

func (h *Handlers) calibrations(c echo.Context, entry *power.Entry, revision submissions.Revision) (
	[]plausibility.NodesMeasured, error) {
	return plausibility.Attached(entry, filetree.New(c.Request().Context(), h.Store.Blobs(), revision.Files),
		database.ErrNotFound)
}

// sisters are the systems of the newest published list with the same accelerator and processor, besides the system
// itself.
func (h *Handlers) sisters(c echo.Context, entry *power.Entry) (sisters []plausibility.Sister, err error) {
	if entry.System.Accelerator == "" || entry.System.Processor == "" {
		return nil, nil
	}
	_, rows, err := h.Store.Lists.Matching(c.Request().Context(),
		lists.Scope{Column: "accelerator", Value: entry.System.Accelerator})
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{strings.ToLower(entry.System.Name): true}
	for _, row := range rows {
		name := strings.ToLower(row.System)
		if seen[name] || row.Efficiency == nil || !(*row.Efficiency > 0) ||
			!strings.EqualFold(row.Processor, entry.System.Processor) {
			continue
		}
		seen[name] = true
		sisters = append(sisters, plausibility.Sister{Name: row.System, Efficiency: *row.Efficiency})
	}
	return sisters, nil
}

// CalibratedNodes serves the calibrated nodes of an entry as a platform file of SimGrid.
func (h *Handlers) CalibratedNodes(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	d, err := h.drawn(c, entry, revision)
	if err != nil {
		return err
	}
	defer d.Close()
	hosts := plausibility.Of(d.readings.Measurement, d.report, plausibility.Sources{}).Hosts(d.readings.Entry, d.report)
	if err := d.readings.Err(); err != nil {
		return err
	}
	if len(hosts) == 0 {
		return database.ErrNotFound
	}
	const zone = "machine"
	var text strings.Builder
	if err := model.WritePlatform(&text, zone, hosts); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="platform.xml"`)
	return c.Blob(http.StatusOK, "application/xml; charset=utf-8", []byte(text.String()))
}
