package public

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	publicpage "green500/templates/public"
	"green500/validation/listing"
	"green500/validation/power"
)

// Lists shows the index of lists.
func (h *Handlers) Lists(c echo.Context) error {
	ctx := c.Request().Context()
	lists, err := h.Store.Catalogue(ctx)
	if err != nil {
		return err
	}
	page := publicpage.ListsPage{Page: h.Page(c, "Lists"), Lists: len(lists)}
	for _, list := range lists {
		indexed, err := h.indexed(ctx, list)
		if err != nil {
			return err
		}
		page.Entries += list.Entries
		year, _, _ := strings.Cut(list.Edition, "-")
		if last := len(page.Years) - 1; last < 0 || page.Years[last].Year != year {
			page.Years = append(page.Years, publicpage.YearOfLists{Year: year})
		}
		last := len(page.Years) - 1
		page.Years[last].Lists = append(page.Years[last].Lists, indexed)
	}
	return h.Render(c, http.StatusOK, publicpage.Lists(page))
}

func (h *Handlers) indexed(ctx context.Context, list store.Catalogued) (publicpage.IndexedList, error) {
	indexed := publicpage.IndexedList{
		Name: list.Name, Kind: list.Kind, Edition: list.Edition, Entries: list.Entries, Powered: list.Powered, Levels: map[power.Level]int{},
	}
	choices, err := h.Store.ListChoices(ctx, list.Name, store.User{})
	if err != nil {
		return indexed, err
	}
	for _, choice := range choices["level"] {
		if level, err := strconv.Atoi(choice.Value); err == nil {
			indexed.Levels[power.Level(level)] += choice.Count
		}
	}
	if list.Kind == listing.Graded {
		edition, err := h.Store.Edition(ctx, list.Edition)
		if err != nil {
			return indexed, err
		}
		indexed.Released = edition.ReleasedAt().In(edition.Location())
	}
	return indexed, nil
}

// About says what the server is.
func (h *Handlers) About(c echo.Context) error {
	ctx := c.Request().Context()
	next, err := h.next(ctx)
	if err != nil {
		return err
	}
	page := publicpage.AboutPage{Page: h.Page(c, "About"), Server: h.server(), Next: next}
	editions, err := h.Store.PublishedEditions(ctx)
	if err != nil {
		return err
	}
	if len(editions) > 0 {
		newest := slices.MaxFunc(editions, func(a, b store.Edition) int { return strings.Compare(a.Name, b.Name) })
		page.Citation = h.citation(newest)
	}
	return h.Render(c, http.StatusOK, publicpage.About(page))
}

// citation says how a list is cited. Its day is that of the zone of its edition, as on the page of the list.
func (h *Handlers) citation(edition store.Edition) publicpage.Citation {
	released, at := edition.ReleasedAt().In(edition.Location()), h.Link("lists", edition.Name)
	title := "Green500 list of " + edition.Name
	return publicpage.Citation{
		Text: fmt.Sprintf("%s. Released %s. %s", title, released.Format(time.DateOnly), at),
		BibTeX: fmt.Sprintf("@misc{green500-%s,\n  title = {%s},\n  year = {%d},\n  month = {%d},\n  url = {%s}\n}", edition.Name, title, released.Year(),
			int(released.Month()), at),
	}
}

// HowToSubmit says how to take part.
func (h *Handlers) HowToSubmit(c echo.Context) error {
	ctx := c.Request().Context()
	next, err := h.next(ctx)
	if err != nil {
		return err
	}
	coming, err := h.coming(ctx)
	if err != nil {
		return err
	}
	page := publicpage.HowToSubmitPage{Page: h.Page(c, "How to submit"), Server: h.server(), Next: next}
	for _, edition := range coming {
		calendar := publicpage.Calendar{Deadline: h.Deadline(edition), Methodology: string(edition.Methodology)}
		if edition.ReviewBy != nil {
			calendar.ReviewBy = edition.ReviewBy.In(edition.Location()).Format(time.DateOnly)
		}
		page.Editions = append(page.Editions, calendar)
	}
	return h.Render(c, http.StatusOK, publicpage.HowToSubmit(page))
}

// Help answers common questions.
func (h *Handlers) Help(c echo.Context) error {
	return h.Render(c, http.StatusOK, publicpage.Help(publicpage.HelpPage{Page: h.Page(c, "Help"), Server: h.server()}))
}

func (h *Handlers) coming(ctx context.Context) ([]store.Edition, error) {
	editions, err := h.Store.Editions(ctx)
	if err != nil {
		return nil, err
	}
	now := h.Now()
	editions = slices.DeleteFunc(editions, func(e store.Edition) bool { return e.PublishedAt != nil || !now.Before(e.ClosesAt) })
	slices.SortStableFunc(editions, func(a, b store.Edition) int { return a.ClosesAt.Compare(b.ClosesAt) })
	return editions, nil
}

func (h *Handlers) next(ctx context.Context) (publicpage.Next, error) {
	coming, err := h.coming(ctx)
	if err != nil || len(coming) == 0 {
		return publicpage.Next{}, err
	}
	at := max(0, slices.IndexFunc(coming, func(e store.Edition) bool { return e.IsOpen(h.Now()) }))
	return publicpage.Next{Deadline: h.Deadline(coming[at]), Open: coming[at].IsOpen(h.Now())}, nil
}

// LegalText shows what the operator has to say by law, or leads to where it stands.
func (h *Handlers) LegalText(c echo.Context) error {
	title, text := h.Legal.Of(c.Request().URL.Path)
	switch {
	case text == "":
		return store.ErrNotFound
	case handlers.IsAddress(text):
		return c.Redirect(http.StatusSeeOther, text)
	}
	return h.Render(c, http.StatusOK, publicpage.Legal(publicpage.LegalPage{Page: h.Page(c, title), Paragraphs: strings.Split(strings.ReplaceAll(text, "\r", ""), "\n\n")}))
}
