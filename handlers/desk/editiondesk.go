package desk

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/editions"
	"green500/templates"
	deskpage "green500/templates/desk"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

const localLayout = "2006-01-02T15:04"

// EditionDesk shows one edition to editors: its way to publication, and its dates.
func (h *Handlers) EditionDesk(c echo.Context) error {
	edition, err := h.Store.Editions.ByName(c.Request().Context(), c.Param("name"))
	if err != nil {
		return err
	}
	return h.editionDesk(c, http.StatusOK, edition, deskpage.EditionWalk{}, datesOf(edition))
}

func datesOf(edition editions.Edition) deskpage.EditionForm {
	local := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return t.In(edition.Location()).Format(localLayout)
	}
	return deskpage.EditionForm{
		Name: edition.Name, Methodology: string(edition.Methodology), Opens: local(&edition.OpensAt),
		Closes: local(&edition.ClosesAt), Zone: edition.Zone,
		Grace: strconv.Itoa(int(edition.Grace.Hours())), ReviewBy: local(edition.ReviewBy),
		Embargo: local(edition.Embargo),
	}
}

func (h *Handlers) editionDesk(c echo.Context, status int, edition editions.Edition, walk deskpage.EditionWalk,
	form deskpage.EditionForm) error {
	ctx := c.Request().Context()
	counts, err := h.Store.Submissions.CountStates(ctx)
	if err != nil {
		return err
	}
	if walk.Outstanding, err = h.Store.Lists.Outstanding(ctx, edition.Name); err != nil {
		return err
	}
	walk.Row = h.editionRow(edition, counts[edition.Name])
	page := deskpage.EditionDeskPage{Page: h.Page(c, "Edition "+edition.Name), Walk: walk, Form: form}
	return h.Render(c, status, deskpage.EditionDesk(page))
}

func (h *Handlers) refusedStep(c echo.Context, status int, walk deskpage.EditionWalk) error {
	edition, err := h.Store.Editions.ByName(c.Request().Context(), c.Param("name"))
	if err != nil {
		return err
	}
	return h.editionDesk(c, status, edition, walk, datesOf(edition))
}

// ChangeEdition changes the dates of an edition.
func (h *Handlers) ChangeEdition(c echo.Context) error {
	edition, err := h.Store.Editions.ByName(c.Request().Context(), c.Param("name"))
	if err != nil {
		return err
	}
	form := editionForm(c)
	form.Name, form.Methodology = edition.Name, string(edition.Methodology)
	typed := typedEdition(form)
	if len(form.Errors) > 0 {
		return h.editionDesk(c, http.StatusUnprocessableEntity, edition, deskpage.EditionWalk{}, form)
	}
	_, err = h.Store.Editions.Change(c.Request().Context(), unlessTyped(edition, typed), handlers.User(c))
	if wrong, status, ok := handlers.FormErrors(err); ok {
		form.Errors = atFields(wrong, editionFields())
		return h.editionDesk(c, status, edition, deskpage.EditionWalk{}, form)
	}
	return h.Finish(c, err, "/editions/"+edition.Name, "The dates of "+edition.Name+" are changed.")
}

// CloseEdition closes an edition before its deadline.
func (h *Handlers) CloseEdition(c echo.Context) error {
	edition, err := h.Store.Editions.Close(c.Request().Context(), c.Param("name"), handlers.User(c))
	if wrong, status, ok := handlers.FormErrors(err); ok && !handlers.WantsJSON(c.Request()) {
		return h.refusedStep(c, status, deskpage.EditionWalk{Errors: wrong})
	}
	return h.Finish(c, err, "/editions/"+edition.Name, "The edition "+edition.Name+" is closed.")
}

func editionForm(c echo.Context) deskpage.EditionForm {
	typed := func(name string) string { return strings.TrimSpace(c.FormValue(name)) }
	return deskpage.EditionForm{
		Name: c.FormValue("name"), Methodology: c.FormValue("methodology"), Opens: typed("opens"),
		Closes: typed("closes"), Zone: typed("zone"),
		Grace: typed("grace"), ReviewBy: typed("review_by"), Embargo: typed("embargo"), Errors: templates.FieldErrors{},
	}
}

func editionFields() map[string]string {
	return map[string]string{"opens_at": "opens", "closes_at": "closes", "embargo_until": "embargo"}
}

// unlessTyped keeps to the microsecond what a form shows to the minute, if it was left as it is.
func unlessTyped(was, typed editions.Edition) editions.Edition {
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

// Editions shows the editor's desk.
func (h *Handlers) Editions(c echo.Context) error {
	if name := c.QueryParam("publish"); name != "" { // which asked whether to publish an edition before
		to := url.URL{Path: "/editions/" + name, Fragment: "publish"}
		return c.Redirect(http.StatusSeeOther, to.String())
	}
	return h.editions(c, http.StatusOK,
		deskpage.EditionForm{Methodology: string(methodology.InForce), Zone: time.UTC.String(), Grace: "0"})
}

func (h *Handlers) editions(c echo.Context, status int, form deskpage.EditionForm) error {
	ctx := c.Request().Context()
	editions, err := h.Store.Editions.All(ctx)
	if err != nil {
		return err
	}
	counts, err := h.Store.Submissions.CountStates(ctx)
	if err != nil {
		return err
	}
	page := deskpage.EditionsPage{Page: h.Page(c, "Editions"), Form: form}
	for _, e := range editions {
		row := h.editionRow(e, counts[e.Name])
		page.Rows = append(page.Rows, row)
		if e.PublishedAt == nil && !h.Now().Before(e.OpensAt) { // the oldest is published next
			page.Current = &deskpage.EditionWalk{Row: row}
		}
	}
	if page.Current != nil {
		if page.Current.Outstanding, err = h.Store.Lists.Outstanding(ctx, page.Current.Row.Name); err != nil {
			return err
		}
	}
	return h.Render(c, status, deskpage.Editions(page))
}

func (h *Handlers) editionRow(e editions.Edition, counts map[review.State]int) deskpage.EditionRow {
	row := deskpage.EditionRow{Name: e.Name, Methodology: string(e.Methodology), Deadline: h.Deadline(e),
		Hash: e.ListHash, Counts: counts}
	for _, one := range []struct {
		is   *time.Time
		into *time.Time
	}{{e.PublishedAt, &row.Published}, {e.ReviewBy, &row.ReviewBy}, {e.Embargo, &row.Embargo}} {
		if one.is != nil {
			*one.into = one.is.In(e.Location())
		}
	}
	return row
}

// OpenEdition creates an edition.
func (h *Handlers) OpenEdition(c echo.Context) error {
	form := editionForm(c)
	typed := typedEdition(form)
	if len(form.Errors) > 0 {
		return h.editions(c, http.StatusUnprocessableEntity, form)
	}
	edition, err := h.Store.Editions.Create(c.Request().Context(), typed)
	if wrong := handlers.FieldErrors(err); wrong != nil {
		form.Errors = atFields(wrong, editionFields())
		return h.editions(c, http.StatusUnprocessableEntity, form)
	}
	return h.Finish(c, err, "/editions", "The edition "+edition.Name+" was created.")
}

func typedEdition(form deskpage.EditionForm) editions.Edition {
	typed := editions.Edition{Name: form.Name, Methodology: methodology.Edition(form.Methodology), Zone: form.Zone}
	zone, err := document.Zone(form.Zone)
	if err != nil || zone == nil {
		form.Errors["zone"] = fmt.Sprintf("%q is not a time zone; write its IANA name, such as Europe/Berlin or UTC.",
			form.Zone)
		zone = time.UTC
	}
	for field, into := range map[string]struct {
		text string
		at   *time.Time
	}{"opens": {form.Opens, &typed.OpensAt}, "closes": {form.Closes, &typed.ClosesAt}} {
		if *into.at, err = power.LocalTime(into.text, zone); err != nil {
			form.Errors[field] = err.Error() + "."
		}
	}
	for field, into := range map[string]struct {
		text string
		at   **time.Time
	}{"review_by": {form.ReviewBy, &typed.ReviewBy}, "embargo": {form.Embargo, &typed.Embargo}} {
		if into.text == "" {
			continue
		}
		at, err := power.LocalTime(into.text, zone)
		if err != nil {
			form.Errors[field] = err.Error() + "."
		}
		*into.at = &at
	}
	hours, err := strconv.Atoi(form.Grace)
	if err != nil || hours < 0 || hours > int(editions.MaximumGrace.Hours()) {
		form.Errors["grace"] = fmt.Sprintf("%q is not a number of hours that can be given; write one from 0 to %d.",
			form.Grace, int(editions.MaximumGrace.Hours()))
	}
	typed.Grace = time.Duration(hours) * time.Hour
	return typed
}

func atFields(errors templates.FieldErrors, names map[string]string) templates.FieldErrors {
	named := templates.FieldErrors{}
	for field, sentence := range errors {
		named[cmp.Or(names[field], field)] = sentence
	}
	return named
}

// PublishEdition freezes the list of an edition. If something is outstanding, its number has to be typed.
func (h *Handlers) PublishEdition(c echo.Context) error {
	typed := c.FormValue(review.NumberField)
	edition, err := h.Store.Lists.PublishEdition(c.Request().Context(), c.Param("name"), handlers.User(c),
		func(open review.Outstanding) error { return open.Confirm(typed) })
	if wrong, status, ok := handlers.FormErrors(err); ok && !handlers.WantsJSON(c.Request()) {
		return h.refusedStep(c, status, deskpage.EditionWalk{Typed: typed, Errors: wrong})
	}
	if err != nil {
		return err
	}
	said := "The list of " + edition.Name + " is published."
	if edition.Embargoed(h.Now()) {
		said = "The list of " + edition.Name +
			" is published under embargo: it is frozen, and everybody reads it from the embargo's end on."
	}
	return h.Done(c, "/lists/"+edition.Name, said)
}
