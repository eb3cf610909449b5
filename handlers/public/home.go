// Package public answers requests for the front page, the index of lists, and the short pages about taking part.
package public

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/docs"
	"green500/handlers"
	"green500/handlers/list"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/lists"
	publicpage "green500/templates/public"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// Handlers answer for the public pages.
type Handlers struct {
	*handlers.Base
	List *list.Handlers
}

const (
	leadingYear  = 2013 // from which on the front page shows the efficiency
	newsLength   = 5
	topLength    = 10
	asOfQuery    = "as-of"
	chosenByForm = "list"
)

// Home shows the front page; views of the newest list, once at this address, are sent to the list.
func (h *Handlers) Home(c echo.Context) error {
	if chosen := c.QueryParam(chosenByForm); chosen != "" {
		return c.Redirect(http.StatusSeeOther, (&url.URL{Path: "/lists/" + chosen}).String())
	}
	ctx := c.Request().Context()
	lists, err := h.Store.Lists.Catalogue(ctx)
	if err != nil {
		return err
	}
	newest := newestOf(lists)
	view, wrong := listing.ParsePage(c.QueryParams())
	if isView := c.QueryParam(asOfQuery) != "" || wrong != nil || len(view.Query()) > 0; isView && newest.Name != "" {
		return c.Redirect(http.StatusSeeOther,
			(&url.URL{Path: "/lists/" + newest.Name, RawQuery: c.Request().URL.RawQuery}).String())
	}
	page := publicpage.HomePage{Page: h.Page(c, "Power measurements of supercomputers"), Server: h.server()}
	if page.Next, err = h.next(ctx); err != nil {
		return err
	}
	if newest.Name != "" {
		if err := h.fillHome(ctx, &page, lists, newest); err != nil {
			return err
		}
	}
	return h.Render(c, http.StatusOK, publicpage.Home(page))
}

func (h *Handlers) fillHome(ctx context.Context, page *publicpage.HomePage, lists []lists.Catalogued,
	newest lists.Catalogued) (err error) {
	if page.Leading, err = h.List.Efficiency(ctx, leadingYear); err != nil {
		return err
	}
	rows, err := h.entries(ctx, newest)
	if err != nil {
		return err
	}
	page.List = publicpage.IndexedList{Name: newest.Name, Kind: newest.Kind, Edition: newest.Edition,
		Entries: newest.Entries}
	page.Top = rows[:min(len(rows), topLength)]
	if before, there := earlier(lists, newest); there {
		old, err := h.entries(ctx, before)
		if err != nil {
			return err
		}
		page.Changes = changesBetween(old, rows)
		page.Changes.Before = before.Name
	}
	inconsistent, _, _, err := h.inconsistencies(ctx)
	if err != nil {
		return err
	}
	page.Inconsistent = len(inconsistent)
	news, err := h.List.News(ctx, newsLength)
	for _, item := range news {
		page.News = append(page.News,
			publicpage.NewsItem{At: item.At, Title: item.Title, Summary: item.Summary, Href: pathOf(item.Link)})
	}
	return err
}

// newestOf is the newest list, of those that were graded here if there is any; its name is empty if there is no list.
func newestOf(catalogue []lists.Catalogued) lists.Catalogued {
	for _, kind := range []listing.Kind{listing.Graded, listing.Green500, listing.Top500} {
		if at := slices.IndexFunc(catalogue, func(l lists.Catalogued) bool { return l.Kind == kind }); at >= 0 {
			return catalogue[at]
		}
	}
	return lists.Catalogued{}
}

func earlier(catalogue []lists.Catalogued, of lists.Catalogued) (lists.Catalogued, bool) {
	at := slices.IndexFunc(catalogue,
		func(l lists.Catalogued) bool { return l.Kind == of.Kind && l.Edition < of.Edition })
	if at < 0 {
		return lists.Catalogued{}, false
	}
	return catalogue[at], true
}

func (h *Handlers) entries(ctx context.Context, of lists.Catalogued) ([]listing.Row, error) {
	browsed, err := h.Store.Lists.Browse(ctx, of.Name, accounts.User{},
		listing.View{Sort: "rank", Page: 1, Size: max(1, of.Entries)})
	return browsed.Rows, err
}

func changesBetween(before, after []listing.Row) publicpage.Changes {
	old := map[int64]listing.Row{}
	for _, row := range before {
		old[row.SystemID] = row
	}
	var changes publicpage.Changes
	for _, row := range after {
		was, listed := old[row.SystemID]
		switch {
		case !listed:
			changes.New = append(changes.New, row)
		case was.Unranked != row.Unranked || !row.Unranked && was.Rank != row.Rank:
			changes.Moved = append(changes.Moved, publicpage.Moved{Row: row, Was: was})
		}
		delete(old, row.SystemID)
	}
	for _, row := range before {
		if _, left := old[row.SystemID]; left {
			changes.Left = append(changes.Left, row)
		}
	}
	return changes
}

func (h *Handlers) server() publicpage.Server {
	return publicpage.Server{Operator: h.Operator, Contact: h.Contact, Licence: h.Licence}
}

func pathOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return address
	}
	return (&url.URL{Path: at.Path, RawQuery: at.RawQuery, Fragment: at.Fragment}).String()
}

// Lists shows the index of lists.
func (h *Handlers) Lists(c echo.Context) error {
	ctx := c.Request().Context()
	lists, err := h.Store.Lists.Catalogue(ctx)
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

func (h *Handlers) indexed(ctx context.Context, list lists.Catalogued) (publicpage.IndexedList, error) {
	indexed := publicpage.IndexedList{
		Name: list.Name, Kind: list.Kind, Edition: list.Edition, Entries: list.Entries, Powered: list.Powered,
		Levels: map[power.Level]int{},
	}
	choices, err := h.Store.Lists.ListChoices(ctx, list.Name, accounts.User{})
	if err != nil {
		return indexed, err
	}
	for _, choice := range choices["level"] {
		if level, err := strconv.Atoi(choice.Value); err == nil {
			indexed.Levels[power.Level(level)] += choice.Count
		}
	}
	if list.Kind == listing.Graded {
		edition, err := h.Store.Editions.ByName(ctx, list.Edition)
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
	all, err := h.Store.Lists.PublishedEditions(ctx)
	if err != nil {
		return err
	}
	if len(all) > 0 {
		newest := slices.MaxFunc(all, func(a, b editions.Edition) int { return strings.Compare(a.Name, b.Name) })
		page.Citation = h.citation(newest)
	}
	return h.Render(c, http.StatusOK, publicpage.About(page))
}

// citation says how a list is cited. Its day is that of the zone of its edition, as on the page of the list.
func (h *Handlers) citation(edition editions.Edition) publicpage.Citation {
	released, at := edition.ReleasedAt().In(edition.Location()), h.Link("lists", edition.Name)
	title := "Green500 list of " + edition.Name
	return publicpage.Citation{
		Text: fmt.Sprintf("%s. Released %s. %s", title, released.Format(time.DateOnly), at),
		BibTeX: fmt.Sprintf("@misc{green500-%s,\n  title = {%s},\n  year = {%d},\n  month = {%d},\n  url = {%s}\n}",
			edition.Name, title, released.Year(),
			int(released.Month()), at),
	}
}

// HowToSubmit says how to take part.
func (h *Handlers) HowToSubmit(c echo.Context) error {
	ctx := c.Request().Context()
	next, noNext := h.next(ctx)
	coming, noneComing := h.coming(ctx)
	if err := cmp.Or(noNext, noneComing); err != nil {
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

// Guide shows a guide of the folder docs.
func (h *Handlers) Guide(c echo.Context) error {
	title, text, ok := docs.Guide(c.Param("name"))
	if !ok {
		return echo.ErrNotFound
	}
	return h.Render(c, http.StatusOK, publicpage.Guide(publicpage.GuidePage{Page: h.Page(c, title), Text: text}))
}

// Example sends a file of the smallest bundle.
func (h *Handlers) Example(c echo.Context) error {
	content, ok := docs.Example(c.Param("name"))
	if !ok {
		return echo.ErrNotFound
	}
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, content)
}

func (h *Handlers) coming(ctx context.Context) ([]editions.Edition, error) {
	all, err := h.Store.Editions.All(ctx)
	if err != nil {
		return nil, err
	}
	now := h.Now()
	all = slices.DeleteFunc(all,
		func(e editions.Edition) bool { return e.PublishedAt != nil || !now.Before(e.ClosesAt) })
	slices.SortStableFunc(all, func(a, b editions.Edition) int { return a.ClosesAt.Compare(b.ClosesAt) })
	return all, nil
}

func (h *Handlers) next(ctx context.Context) (publicpage.Next, error) {
	coming, err := h.coming(ctx)
	if err != nil || len(coming) == 0 {
		return publicpage.Next{}, err
	}
	at := max(0, slices.IndexFunc(coming, func(e editions.Edition) bool { return e.IsOpen(h.Now()) }))
	return publicpage.Next{Deadline: h.Deadline(coming[at]), Open: coming[at].IsOpen(h.Now())}, nil
}

// LegalText shows the privacy policy or the imprint, or redirects to its address.
func (h *Handlers) LegalText(c echo.Context) error {
	title, text := h.Legal.Of(c.Request().URL.Path)
	switch {
	case text == "":
		return database.ErrNotFound
	case handlers.IsAddress(text):
		return c.Redirect(http.StatusSeeOther, text)
	}
	return h.Render(c, http.StatusOK, publicpage.Legal(publicpage.LegalPage{Page: h.Page(c, title),
		Paragraphs: strings.Split(strings.ReplaceAll(text, "\r", ""), "\n\n")}))
}
