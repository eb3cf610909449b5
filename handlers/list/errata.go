package list

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/lists"
	"green500/templates"
	listpage "green500/templates/list"
	"green500/validation/power"
	"green500/validation/review"
)

// ChooseErratum leads from the form that chooses a row to the form that corrects it.
func (h *Handlers) ChooseErratum(c echo.Context) error {
	entry, err := strconv.ParseInt(c.QueryParam("entry"), 10, 64)
	if err != nil {
		return database.ErrNotFound
	}
	return c.Redirect(http.StatusSeeOther, "/lists/"+url.PathEscape(c.Param("edition"))+"/errata/"+handlers.Text(entry))
}

// ErratumForm shows the current row of an entry, to be corrected.
func (h *Handlers) ErratumForm(c echo.Context) error {
	return h.erratumPage(c, func(page *listpage.ErratumPage, list lists.PublishedList, row lists.ListRow) {
		page.Form = map[string]string{
			"system": row.System, "site": row.Site, "country": row.Country, "accelerator": row.Accelerator,
			"total_cores": strconv.Itoa(row.TotalCores), "top500_rank": handlers.RankCell(row.Top500Rank),
			"rmax_gflops": handlers.ListFigure(float64(row.Rmax)), "power_w": handlers.ListFigure(float64(row.Power)),
			"power_uncertainty_w": handlers.ListFigureOrNone(row.PowerUncertainty),
			"level":               strconv.Itoa(int(row.Level)), "seen": strconv.Itoa(len(list.Errata)),
		}
	})
}

func (h *Handlers) erratumPage(c echo.Context,
	fill func(*listpage.ErratumPage, lists.PublishedList, lists.ListRow)) error {
	entry, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	list, err := h.Store.Lists.PublishedList(c.Request().Context(), c.Param("edition"), user, lists.AsOf{})
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list.Rows, func(row lists.ListRow) bool { return row.EntryID == entry })
	if at < 0 {
		return database.ErrNotFound
	}
	row := list.Rows[at]
	page := listpage.ErratumPage{Page: h.Page(c, "Correct "+row.System), Edition: list.Edition.Name,
		ID: handlers.Text(entry), Row: listpage.ListRow(row)}
	fill(&page, list, row)
	return h.RenderChecked(c, page.Errors, listpage.ErratumPageOf(page))
}

// What the buttons of the form of an erratum do.
const (
	erratumEdit    = "edit"
	erratumPublish = "publish"
)

// PutErratum shows what an erratum would do, and publishes it once that was seen.
func (h *Handlers) PutErratum(c echo.Context) error {
	entry, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	form, wrong := map[string]string{}, templates.FieldErrors{}
	for _, field := range listpage.ErratumFields {
		form[field] = strings.TrimSpace(c.FormValue(field))
	}
	correction := readErratum(form, wrong)
	correction.EntryID = entry
	if len(wrong) > 0 || c.FormValue("do") == erratumEdit {
		return h.erratumAgain(c, form, wrong, nil)
	}
	actor, _ := handlers.Viewer(c)
	apply := h.Store.Lists.PreviewCorrection
	if c.FormValue("do") == erratumPublish {
		apply = h.Store.Lists.Correct
	}
	effect, err := apply(c.Request().Context(), c.Param("edition"), correction, actor)
	var refusal *review.Refusal
	switch wrong := handlers.FieldErrors(err); {
	case wrong != nil:
		return h.erratumAgain(c, form, wrong, nil)
	case errors.As(err, &refusal):
		return h.erratumAgain(c, form, templates.FieldErrors{"": refusal.Sentence}, nil)
	case err != nil:
		return err
	case c.FormValue("do") == erratumPublish:
		return h.Done(c, "/lists/"+c.Param("edition")+"/changes", fmt.Sprintf(
			"Erratum %d is published; the holders of entries whose rank changed get a notice.", effect.Erratum.Number))
	}
	return h.erratumAgain(c, form, nil, &effect)
}

func (h *Handlers) erratumAgain(c echo.Context, form map[string]string, wrong templates.FieldErrors,
	effect *lists.Effect) error {
	return h.erratumPage(c, func(page *listpage.ErratumPage, _ lists.PublishedList, _ lists.ListRow) {
		page.Form, page.Errors = form, wrong
		if effect != nil {
			page.Tried, page.Number, page.Changes = true, effect.Erratum.Number, listChanges(effect.Changes)
		}
	})
}

const notChosen = "-1"

func readErratum(form map[string]string, wrong templates.FieldErrors) lists.Correction {
	correction := lists.Correction{TakeOut: form["take_out"] != "", Reason: form["reason"]}
	var err error
	if correction.Seen, err = strconv.Atoi(form["seen"]); err != nil {
		wrong[""] = "The form is incomplete. Reload the page and correct the row again."
	}
	if correction.TakeOut {
		return correction
	}
	number := func(field string) float64 {
		v, err := strconv.ParseFloat(form[field], 64)
		if err != nil {
			wrong[field] = fmt.Sprintf("%q is not a number; write it without a unit, as 1234.5.", form[field])
		}
		return v
	}
	count := func(field, otherwise string) int {
		text := cmp.Or(form[field], otherwise)
		n, err := strconv.Atoi(text)
		if err != nil {
			wrong[field] = fmt.Sprintf("%q is not a whole number; write it without a unit, as 1234.", text)
		}
		return n
	}
	correction.Row = lists.ListRow{
		System: form["system"], Site: form["site"],
		Country: strings.ToUpper(form["country"]), Accelerator: form["accelerator"],
		TotalCores: count("total_cores", "0"), Top500Rank: count("top500_rank", "0"),
		Level: power.Level(count("level", notChosen)),
		Rmax:  power.GFlops(number("rmax_gflops")), Power: power.Watts(number("power_w")),
	}
	if form["power_uncertainty_w"] != "" {
		correction.Row.PowerUncertainty = new(number("power_uncertainty_w"))
	}
	return correction
}

const fromParameter = "from"

// ListChanges shows what differs between two states of a list: at first between its release and now.
func (h *Handlers) ListChanges(c echo.Context) error {
	name := c.Param("edition")
	if c.QueryParam(fromParameter) == "" {
		query := c.QueryParams() // of this request alone
		query.Set(fromParameter, asReleased)
	}
	user, _ := handlers.Viewer(c)
	before, noBefore := h.listAsked(c, name, fromParameter)
	after, noAfter := h.listAsked(c, name, asOfParameter)
	stands, unread := h.Store.Lists.PublishedList(c.Request().Context(), name, user, lists.AsOf{})
	if err := cmp.Or(noBefore, noAfter, unread); err != nil {
		return err
	}
	page := listpage.ListChangesPage{
		Page: h.Page(c, "Changes to the list of "+name), Edition: name, From: listState(before), To: listState(after),
		States:  listStates(stands),
		Changes: listChanges(lists.Differences(before.Rows, after.Rows)),
	}
	for _, e := range stands.Errata {
		if (e.Number <= len(before.Errata)) != (e.Number <= len(after.Errata)) { // it is in one of the two only
			page.Errata = append(page.Errata, ShownErratum(e, stands.Edition.Location()))
		}
	}
	return h.Render(c, http.StatusOK, listpage.ListChanges(page))
}

func listState(list lists.PublishedList) listpage.ListState {
	return listpage.ListState{AsOf: canonicalAsOf(list), Since: handlers.StandsSince(list.Edition, list.Since),
		Errata: len(list.Errata), Hash: list.Hash}
}

func listStates(stands lists.PublishedList) []listpage.ListState {
	states := []listpage.ListState{{AsOf: asReleased, Since: stands.Edition.ReleasedAt().In(stands.Edition.Location()),
		Hash: stands.Edition.ListHash}}
	for _, e := range stands.Errata {
		states = append(states, listpage.ListState{AsOf: e.MadeAt.Format(time.RFC3339Nano),
			Since: e.MadeAt.In(stands.Edition.Location()), Errata: e.Number, Hash: e.ListHash})
	}
	return states
}

func listChanges(changes []lists.RankChange) []listpage.ListChange {
	shown := make([]listpage.ListChange, len(changes))
	for i, change := range changes {
		shown[i] = listpage.ListChange{Before: (*listpage.ListRow)(change.Before),
			After: (*listpage.ListRow)(change.After)}
	}
	return shown
}

// ShownErratum is an erratum as pages show it, in the zone of its edition.
func ShownErratum(e lists.Erratum, zone *time.Location) listpage.Erratum {
	return listpage.Erratum{
		Number: e.Number, MadeAt: e.MadeAt.In(zone), Reason: e.Reason, Digest: e.Digest,
		ListChange: listpage.ListChange{Before: (*listpage.ListRow)(&e.Before), After: (*listpage.ListRow)(e.After)},
	}
}

// ListJSON gives the very bytes whose SHA-256 is the hash of a list.
func (h *Handlers) ListJSON(c echo.Context) error {
	list, err := h.listAsked(c, c.Param("edition"), asOfParameter)
	if err != nil {
		return err
	}
	canonical, err := json.Marshal(list.Rows)
	if err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, stateOf(list)+".json", "application/json", canonical)
}

// ListCSV gives a list as a table for spreadsheets.
func (h *Handlers) ListCSV(c echo.Context) error {
	list, err := h.listAsked(c, c.Param("edition"), asOfParameter)
	if err != nil {
		return err
	}
	waived, err := h.Store.Lists.ListWaivers(c.Request().Context(), list.Rows, *list.Edition.PublishedAt)
	if err != nil {
		return err
	}
	var table bytes.Buffer
	if err := handlers.WriteListCSV(&table, list, waived); err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, stateOf(list)+".csv", "text/csv; charset=utf-8", table.Bytes())
}

// ErrataJSON gives all errata of a list, each with the digest that ties it to the one before.
func (h *Handlers) ErrataJSON(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	list, err := h.Store.Lists.PublishedList(c.Request().Context(), c.Param("edition"), user, lists.AsOf{})
	if err != nil {
		return err
	}
	written, err := json.Marshal(append([]lists.Erratum{}, list.Errata...))
	if err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, "errata.json", "application/json", written)
}

func stateOf(list lists.PublishedList) string {
	if len(list.Errata) == 0 {
		return "as-released"
	}
	return fmt.Sprintf("erratum-%d-of-%s", len(list.Errata),
		handlers.StandsSince(list.Edition, list.Since).Format(time.DateOnly))
}
