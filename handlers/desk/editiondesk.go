package desk

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	deskpage "green500/templates/desk"
)

// localLayout is a time as an input of a page has it.
const localLayout = "2006-01-02T15:04"

// EditionDesk shows one edition to editors: its way to publication, and its dates.
func (h *Handlers) EditionDesk(c echo.Context) error {
	edition, err := h.Store.Edition(c.Request().Context(), c.Param("name"))
	if err != nil {
		return err
	}
	return h.editionDesk(c, http.StatusOK, edition, deskpage.EditionWalk{}, datesOf(edition))
}

// datesOf are the dates of an edition as its form has them.
func datesOf(edition store.Edition) deskpage.EditionForm {
	local := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return t.In(edition.Location()).Format(localLayout)
	}
	return deskpage.EditionForm{
		Name: edition.Name, Methodology: string(edition.Methodology), Opens: local(&edition.OpensAt), Closes: local(&edition.ClosesAt), Zone: edition.Zone,
		Grace: strconv.Itoa(int(edition.Grace.Hours())), ReviewBy: local(edition.ReviewBy), Embargo: local(edition.Embargo),
	}
}

// editionDesk draws an edition with what was typed of a step and of the dates.
func (h *Handlers) editionDesk(c echo.Context, status int, edition store.Edition, walk deskpage.EditionWalk, form deskpage.EditionForm) error {
	ctx := c.Request().Context()
	counts, err := h.Store.CountStates(ctx)
	if err != nil {
		return err
	}
	if walk.Outstanding, err = h.Store.Outstanding(ctx, edition.Name); err != nil {
		return err
	}
	walk.Row = h.editionRow(edition, counts[edition.Name])
	page := deskpage.EditionDeskPage{Page: h.Page(c, "Edition "+edition.Name), Walk: walk, Form: form}
	return h.Render(c, status, deskpage.EditionDesk(page))
}

// refusedStep draws an edition after a step of it was refused, with what was typed.
func (h *Handlers) refusedStep(c echo.Context, status int, walk deskpage.EditionWalk) error {
	edition, err := h.Store.Edition(c.Request().Context(), c.Param("name"))
	if err != nil {
		return err
	}
	return h.editionDesk(c, status, edition, walk, datesOf(edition))
}

// ChangeEdition changes the dates of an edition.
func (h *Handlers) ChangeEdition(c echo.Context) error {
	edition, err := h.Store.Edition(c.Request().Context(), c.Param("name"))
	if err != nil {
		return err
	}
	form := editionForm(c)
	form.Name, form.Methodology = edition.Name, string(edition.Methodology)
	typed := typedEdition(form)
	if len(form.Errors) > 0 {
		return h.editionDesk(c, http.StatusUnprocessableEntity, edition, deskpage.EditionWalk{}, form)
	}
	actor, _ := handlers.Viewer(c)
	_, err = h.Store.ChangeEdition(c.Request().Context(), unlessTyped(edition, typed), actor)
	if wrong, status, ok := handlers.FormErrors(err); ok {
		form.Errors = atFields(wrong, editionFields())
		return h.editionDesk(c, status, edition, deskpage.EditionWalk{}, form)
	}
	if err != nil {
		return err
	}
	return h.Done(c, "/editions/"+edition.Name, "The dates of "+edition.Name+" are changed.")
}

// CloseEdition closes an edition before its deadline.
func (h *Handlers) CloseEdition(c echo.Context) error {
	actor, _ := handlers.Viewer(c)
	edition, err := h.Store.CloseEdition(c.Request().Context(), c.Param("name"), actor)
	if wrong, status, ok := handlers.FormErrors(err); ok && !handlers.WantsJSON(c.Request()) {
		return h.refusedStep(c, status, deskpage.EditionWalk{Errors: wrong})
	}
	if err != nil {
		return err
	}
	return h.Done(c, "/editions/"+edition.Name, "The edition "+edition.Name+" is closed.")
}

// editionForm is what was typed of an edition.
func editionForm(c echo.Context) deskpage.EditionForm {
	typed := func(name string) string { return strings.TrimSpace(c.FormValue(name)) }
	return deskpage.EditionForm{
		Name: c.FormValue("name"), Methodology: c.FormValue("methodology"), Opens: typed("opens"), Closes: typed("closes"), Zone: typed("zone"),
		Grace: typed("grace"), ReviewBy: typed("review_by"), Embargo: typed("embargo"), Errors: templates.FieldErrors{},
	}
}

// editionFields are the names of the fields that the store calls otherwise.
func editionFields() map[string]string {
	return map[string]string{"opens_at": "opens", "closes_at": "closes", "embargo_until": "embargo"}
}

// unlessTyped keeps to the microsecond what a form shows to the minute, where it was left as it is.
func unlessTyped(was, typed store.Edition) store.Edition {
	keep := func(is *time.Time, was time.Time) {
		if is.Equal(was.Truncate(time.Minute)) {
			*is = was
		}
	}
	keep(&typed.OpensAt, was.OpensAt)
	keep(&typed.ClosesAt, was.ClosesAt)
	for _, one := range []struct{ is, was *time.Time }{{typed.ReviewBy, was.ReviewBy}, {typed.Embargo, was.Embargo}} {
		if one.is != nil && one.was != nil {
			keep(one.is, *one.was)
		}
	}
	return typed
}
