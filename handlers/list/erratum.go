package list

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	listpage "green500/templates/list"
	"green500/validation/power"
	"green500/validation/review"
)

// ChooseErratum leads from the form that chooses a row to the form that corrects it.
func (h *Handlers) ChooseErratum(c echo.Context) error {
	entry, err := strconv.ParseInt(c.QueryParam("entry"), 10, 64)
	if err != nil {
		return store.ErrNotFound
	}
	return c.Redirect(http.StatusSeeOther, "/lists/"+url.PathEscape(c.Param("edition"))+"/errata/"+handlers.Text(entry))
}

// ErratumForm shows the current row of an entry, to be corrected.
func (h *Handlers) ErratumForm(c echo.Context) error {
	return h.erratumPage(c, http.StatusOK, func(page *listpage.ErratumPage, list store.PublishedList, row store.ListRow) {
		page.Form = listpage.ErratumForm{
			System: row.System, Site: row.Site, Country: row.Country, Accelerator: row.Accelerator, Cores: strconv.Itoa(row.TotalCores), Top500: handlers.RankCell(row.Top500Rank),
			Rmax: handlers.ListFigure(float64(row.Rmax)), Power: handlers.ListFigure(float64(row.Power)), PowerUncertainty: handlers.ListFigureOrNone(row.PowerUncertainty),
			Level: strconv.Itoa(int(row.Level)), Seen: strconv.Itoa(len(list.Errata)),
		}
	})
}

// erratumPage draws the page of a row that stands on a list.
func (h *Handlers) erratumPage(c echo.Context, status int, fill func(*listpage.ErratumPage, store.PublishedList, store.ListRow)) error {
	entry, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	list, err := h.Store.PublishedList(c.Request().Context(), c.Param("edition"), user, store.AsOf{})
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list.Rows, func(row store.ListRow) bool { return row.EntryID == entry })
	if at < 0 {
		return store.ErrNotFound
	}
	row := list.Rows[at]
	page := listpage.ErratumPage{Page: h.Page(c, "Correct "+row.System), Edition: list.Edition.Name, ID: handlers.Text(entry), Row: listRow(row)}
	fill(&page, list, row)
	return h.Render(c, status, listpage.ErratumPageOf(page))
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
	form := typedErratum(c)
	correction := readErratum(form)
	correction.EntryID = entry
	if len(form.Errors) > 0 || c.FormValue("do") == erratumEdit {
		return h.erratumAgain(c, form, nil)
	}
	actor, _ := handlers.Viewer(c)
	apply := h.Store.PreviewCorrection
	if c.FormValue("do") == erratumPublish {
		apply = h.Store.Correct
	}
	effect, err := apply(c.Request().Context(), c.Param("edition"), correction, actor)
	var refusal *review.Refusal
	switch wrong := handlers.FieldErrors(err); {
	case wrong != nil:
		form.Errors = wrong
		return h.erratumAgain(c, form, nil)
	case errors.As(err, &refusal):
		form.Errors[""] = refusal.Sentence
		return h.erratumAgain(c, form, nil)
	case err != nil:
		return err
	case c.FormValue("do") == erratumPublish:
		return h.Done(c, "/lists/"+c.Param("edition")+"/changes", fmt.Sprintf("Erratum %d is published; those whose rank moved are told.", effect.Erratum.Number))
	}
	return h.erratumAgain(c, form, &effect)
}

// erratumAgain shows the form with what was typed, and what that would do where it can be done.
func (h *Handlers) erratumAgain(c echo.Context, form listpage.ErratumForm, effect *store.Effect) error {
	status := http.StatusOK
	if len(form.Errors) > 0 {
		status = http.StatusUnprocessableEntity
	}
	return h.erratumPage(c, status, func(page *listpage.ErratumPage, _ store.PublishedList, _ store.ListRow) {
		page.Form = form
		if effect != nil {
			page.Tried, page.Number, page.Changes = true, effect.Erratum.Number, listChanges(effect.Changes)
		}
	})
}

func typedErratum(c echo.Context) listpage.ErratumForm {
	typed := func(name string) string { return strings.TrimSpace(c.FormValue(name)) }
	return listpage.ErratumForm{
		System: typed("system"), Site: typed("site"), Country: typed("country"), Accelerator: typed("accelerator"), Cores: typed("total_cores"), Top500: typed("top500_rank"),
		Rmax: typed("rmax_gflops"), Power: typed("power_w"), PowerUncertainty: typed("power_uncertainty_w"), Level: typed("level"),
		TakeOut: typed("take_out") != "", Reason: typed("reason"), Seen: typed("seen"), Errors: templates.FieldErrors{},
	}
}

// notChosen is no level, and not the choice of none.
const notChosen = "-1"

// readErratum reads what was typed; what cannot be read is told in the form.
func readErratum(form listpage.ErratumForm) store.Correction {
	correction := store.Correction{TakeOut: form.TakeOut, Reason: form.Reason}
	var err error
	if correction.Seen, err = strconv.Atoi(form.Seen); err != nil {
		form.Errors[""] = "The form is not whole; reload the page and correct the row again."
	}
	if form.TakeOut {
		return correction
	}
	number := func(field, text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			form.Errors[field] = fmt.Sprintf("%q is not a number; write it without a unit, as 1234.5.", text)
		}
		return v
	}
	count := func(field, text string) int {
		n, err := strconv.Atoi(cmp.Or(text, "0"))
		if err != nil {
			form.Errors[field] = fmt.Sprintf("%q is not a whole number; write it without a unit, as 1234.", text)
		}
		return n
	}
	correction.Row = store.ListRow{
		System: form.System, Site: form.Site, Country: strings.ToUpper(form.Country), Accelerator: form.Accelerator,
		TotalCores: count("total_cores", form.Cores), Top500Rank: count("top500_rank", form.Top500), Level: power.Level(count("level", cmp.Or(form.Level, notChosen))),
		Rmax: power.GFlops(number("rmax_gflops", form.Rmax)), Power: power.Watts(number("power_w", form.Power)),
	}
	if form.PowerUncertainty != "" {
		half := number("power_uncertainty_w", form.PowerUncertainty)
		correction.Row.PowerUncertainty = &half
	}
	return correction
}
