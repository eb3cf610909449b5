package draft

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/drafts"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

func (h *Handlers) today() power.Date { return power.DateOf(h.Now().UTC()) }

// EquipmentLibrary shows what a person and their sites keep to be used again.
func (h *Handlers) EquipmentLibrary(c echo.Context) error {
	libraries, err := h.libraries(c)
	if err != nil {
		return err
	}
	page := draftpage.EquipmentPage{Page: h.Page(c, "Equipment library"), Libraries: libraries, Today: h.today()}
	return h.Render(c, http.StatusOK, draftpage.Equipment(page))
}

func (h *Handlers) libraries(c echo.Context) ([]draftpage.EquipmentLibrary, error) {
	user := handlers.User(c)
	parts, err := h.Store.Drafts.Equipment(c.Request().Context(), user.ID)
	if err != nil {
		return nil, err
	}
	owners, err := h.Store.Drafts.EquipmentOwners(c.Request().Context(), user.ID)
	if err != nil {
		return nil, err
	}
	var libraries []draftpage.EquipmentLibrary
	for _, owner := range owners {
		library := draftpage.EquipmentLibrary{SiteID: siteText(owner.SiteID), Name: owner.SiteName}
		for _, part := range parts {
			if part.SiteID == owner.SiteID {
				library.Parts = append(library.Parts, draftpage.EquipmentPart{ID: handlers.Text(part.ID),
					Name: part.Name, Part: part.Part, Changed: part.UpdatedAt, By: part.UpdatedBy})
			}
		}
		libraries = append(libraries, library)
	}
	return libraries, nil
}

func siteText(id int64) string { return templates.Either(id == 0, "", handlers.Text(id)) }

// libraryNamed is the library that a form names; it returns store.ErrNotFound for one of others.
func (h *Handlers) libraryNamed(c echo.Context, site string) (drafts.EquipmentOwner, error) {
	libraries, err := h.Store.Drafts.EquipmentOwners(c.Request().Context(), handlers.User(c).ID)
	if err != nil {
		return drafts.EquipmentOwner{}, err
	}
	for _, library := range libraries {
		if siteText(library.SiteID) == site {
			return library, nil
		}
	}
	return drafts.EquipmentOwner{}, database.ErrNotFound
}

// NewPart shows the form for a part that is not kept yet.
func (h *Handlers) NewPart(c echo.Context) error {
	kind := document.Kind(c.QueryParam("kind"))
	if !kind.Known() {
		return database.ErrNotFound
	}
	library, err := h.libraryNamed(c, c.QueryParam("site"))
	if err != nil {
		return err
	}
	return h.part(c, http.StatusOK, h.newPart(library, kind))
}

func (h *Handlers) newPart(library drafts.EquipmentOwner, kind document.Kind) draftpage.PartPage {
	return draftpage.PartPage{Kind: kind, SiteID: siteText(library.SiteID), Library: libraryTitle(library.SiteName)}
}

func libraryTitle(site string) string { return cmp.Or(site, "mine") }

func (h *Handlers) part(c echo.Context, status int, page draftpage.PartPage) error {
	title := templates.Either(page.Name != "", page.Name, "New part")
	page.Page, page.Today = h.Page(c, title), h.today()
	return h.Render(c, status, draftpage.KeptPart(page))
}

// AddPart keeps a part that was typed.
func (h *Handlers) AddPart(c echo.Context) error {
	kind := document.Kind(c.FormValue("kind"))
	if !kind.Known() {
		return database.ErrNotFound
	}
	library, err := h.libraryNamed(c, c.FormValue("site"))
	if err != nil {
		return err
	}
	page := h.newPart(library, kind)
	if page.Values, err = typedFields(c); err != nil {
		return err
	}
	part, err := document.PartFromFields(kind, page.Values)
	if err == nil {
		_, err = h.Store.Drafts.KeepPart(c.Request().Context(), handlers.User(c), library.SiteID, part)
	}
	if err != nil {
		return h.partNotKept(c, page, err)
	}
	return h.Done(c, "/equipment", part.Name()+" is kept.")
}

func typedFields(c echo.Context) (map[string]string, error) {
	form, err := c.FormParams()
	if err != nil {
		return nil, echo.NewHTTPError(http.StatusBadRequest, "The form could not be read.").SetInternal(err)
	}
	fields := map[string]string{}
	for name := range form {
		fields[name] = form.Get(name)
	}
	return fields, nil
}

func (h *Handlers) partNotKept(c echo.Context, page draftpage.PartPage, err error) error {
	status, sentence := handlers.Outcome(err)
	if status >= http.StatusInternalServerError || status == http.StatusNotFound {
		return err
	}
	if page.Errors = handlers.FieldErrors(err); page.Errors == nil {
		page.Errors = templates.FieldErrors{"": sentence}
	}
	return h.part(c, status, page)
}

func (h *Handlers) kept(c echo.Context) (drafts.KeptPart, error) {
	number, err := handlers.ID(c, "id")
	if err != nil {
		return drafts.KeptPart{}, err
	}
	return h.Store.Drafts.KeptPart(c.Request().Context(), handlers.User(c).ID, number)
}

func keptPage(kept drafts.KeptPart) draftpage.PartPage {
	return draftpage.PartPage{
		ID: handlers.Text(kept.ID), Kind: kept.Part.Kind, Name: kept.Name, SiteID: siteText(kept.SiteID),
		Library: libraryTitle(kept.SiteName),
		Values:  kept.Part.Fields(), Version: kept.Version, Changed: kept.UpdatedAt, By: kept.UpdatedBy,
	}
}

// KeptPart shows a part as a form.
func (h *Handlers) KeptPart(c echo.Context) error {
	kept, err := h.kept(c)
	if err != nil {
		return err
	}
	return h.part(c, http.StatusOK, keptPage(kept))
}

// ChangePart changes or removes a part. If somebody else changed it in the meantime, both are shown.
func (h *Handlers) ChangePart(c echo.Context) error {
	kept, err := h.kept(c)
	if err != nil {
		return err
	}
	page := keptPage(kept)
	seen, err := strconv.ParseInt(c.FormValue("version"), 10, 64)
	if err != nil {
		return &review.Refusal{Sentence: "The form is incomplete. Reload the page and make the change again."}
	}
	user := handlers.User(c)
	if c.FormValue("action") == "remove" {
		if err := h.Store.Drafts.RemovePart(c.Request().Context(), user, kept.ID, seen); err != nil {
			return h.partNotKept(c, page, err)
		}
		return h.Done(c, "/equipment", kept.Name+" is no longer kept.")
	}
	page.Version = seen
	if page.Values, err = typedFields(c); err != nil {
		return err
	}
	part, err := document.PartFromFields(kept.Part.Kind, page.Values)
	if err != nil {
		return h.partNotKept(c, page, err)
	}
	_, err = h.Store.Drafts.ChangePart(c.Request().Context(), user, kept.ID, seen, part)
	if err != nil {
		return h.partChanged(c, page, part, err)
	}
	return h.Done(c, "/equipment", part.Name()+" is kept.")
}

func (h *Handlers) partChanged(c echo.Context, page draftpage.PartPage, mine document.Part, err error) error {
	var refusal *review.Refusal
	if !errors.As(err, &refusal) {
		return h.partNotKept(c, page, err)
	}
	now, found := h.kept(c)
	if found != nil {
		return found
	}
	page.Version, page.By, page.Changed = now.Version, now.UpdatedBy, now.UpdatedAt
	page.Theirs = differing(mine.Fields(), now.Part.Fields())
	return h.partNotKept(c, page, err)
}

func differing(mine, theirs map[string]string) map[string]string {
	differ := map[string]string{}
	both := maps.Clone(mine)
	maps.Copy(both, theirs)
	for path := range both {
		if mine[path] != theirs[path] {
			differ[path] = theirs[path]
		}
	}
	return differ
}
