package list

import (
	"cmp"
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	listpage "green500/templates/list"
	"green500/validation/listing"
	"green500/validation/sheet"
)

// listView fills the page of a view of a list, or of all of them.
func (h *Handlers) listView(c echo.Context, name string, view listing.View) (listpage.ListPage, error) {
	ctx := c.Request().Context()
	user, _ := handlers.Viewer(c)
	page := listpage.ListPage{View: view, Downloads: sheets(name, view)}
	if err := h.listOf(c, name, user, &page); err != nil {
		return page, err
	}
	browsed, err := h.Store.Browse(ctx, name, user, view)
	if err != nil {
		return page, err
	}
	choices, err := h.Store.ListChoices(ctx, name, user)
	if err != nil {
		return page, err
	}
	page.Rows, page.Matching, page.Choices = browsed.Rows, browsed.Matching, listChoices(view, choices)
	return page, nil
}

// listOf fills what the page says of the list itself. The gate is that of the store.
func (h *Handlers) listOf(c echo.Context, name string, user store.User, page *listpage.ListPage) error {
	ctx := c.Request().Context()
	lists, err := h.Store.Catalogue(ctx)
	if err != nil {
		return err
	}
	if name == store.AllLists {
		page.List = listpage.ListHead{Name: name, Title: "All lists"}
		for _, list := range lists {
			page.Total += list.Entries
		}
		return h.listFrame(c, lists, user, page)
	}
	list, err := h.Store.Catalogued(ctx, name, user)
	if err != nil {
		return err
	}
	page.Total = list.Entries
	if list.Kind != listing.Graded {
		page.List = listpage.ListHead{Name: name, Title: listTitle(list), Kind: list.Kind, Hash: list.Digest, Source: list.Source}
		noticed, err := h.Store.ListWarnings(ctx, name)
		if err != nil {
			return err
		}
		page.Contradictions, page.Warnings = noticed.Contradictions, noticed.Warnings
		return h.listFrame(c, lists, user, page)
	}
	own, err := h.Store.PublishedList(ctx, name, user, store.AsOf{})
	if err != nil {
		return err
	}
	if err := h.listRecord(ctx, own, page); err != nil {
		return err
	}
	return h.listFrame(c, lists, user, page)
}

// listWhole fills the page of a list of ours in a state that it stood in.
func (h *Handlers) listWhole(c echo.Context, list store.PublishedList) (listpage.ListPage, error) {
	ctx := c.Request().Context()
	user, _ := handlers.Viewer(c)
	view, _ := listing.ParsePage(nil) // of nothing nothing is wrong
	view.Size = max(1, len(list.Rows))
	page := listpage.ListPage{View: view, Whole: true, Rows: list.Lines(), Matching: len(list.Rows), Total: len(list.Rows)}
	if err := h.listRecord(ctx, list, &page); err != nil {
		return page, err
	}
	if err := h.removedLater(c, list, &page); err != nil {
		return page, err
	}
	lists, err := h.Store.Catalogue(ctx)
	if err != nil {
		return page, err
	}
	return page, h.listFrame(c, lists, user, &page)
}

// removedLater notes the entries of an earlier state of a list that errata took out since.
func (h *Handlers) removedLater(c echo.Context, list store.PublishedList, page *listpage.ListPage) error {
	if list.Later == 0 {
		return nil
	}
	user, _ := handlers.Viewer(c)
	current, err := h.Store.PublishedList(c.Request().Context(), list.Edition.Name, user, store.AsOf{})
	if err != nil {
		return err
	}
	page.Removed = map[int64]*templates.Removal{}
	for _, e := range current.Errata[len(list.Errata):] {
		delete(page.Removed, e.EntryID)
		if e.After == nil {
			page.Removed[e.EntryID] = &templates.Removal{Edition: e.Edition, At: e.MadeAt, Reason: e.Reason, Number: e.Number}
		}
	}
	return nil
}

// listRecord fills how a list of ours came to stand as it does.
func (h *Handlers) listRecord(ctx context.Context, list store.PublishedList, page *listpage.ListPage) error {
	edition := list.Edition
	page.List = listpage.ListHead{
		Name: edition.Name, Title: "Green500 " + edition.Name, Kind: listing.Graded, Methodology: string(edition.Methodology), Released: edition.ReleasedAt().In(edition.Location()), Hash: list.Hash,
	}
	page.Published = downloads(list)
	page.ListRecord = listpage.ListRecord{
		Later: list.Later, Since: handlers.StandsSince(edition, list.Since), Today: h.Now().In(edition.Location()),
		Check: h.Link("lists", edition.Name, "list.json") + asOfQuery(canonicalAsOf(list)),
	}
	if edition.Embargoed(h.Now()) {
		page.Embargo = edition.Embargo.In(edition.Location())
	}
	for _, e := range list.Errata {
		page.Errata = append(page.Errata, ShownErratum(e, edition.Location()))
	}
	var err error
	page.Waived, err = h.Store.ListWaivers(ctx, list.Rows, *edition.PublishedAt)
	return err
}

// listFrame fills what every page of a list has: those among which one may choose.
func (h *Handlers) listFrame(c echo.Context, lists []store.Catalogued, user store.User, page *listpage.ListPage) error {
	page.Page = h.Page(c, page.List.Title)
	if page.List.Hash != "" && page.Embargo.IsZero() {
		page.Dataset = h.listDataset(page.List, page.Total)
	}
	readable, err := h.Store.ReadableEditions(c.Request().Context(), user)
	if err != nil {
		return err
	}
	own := listpage.ListGroup{Title: "Graded here"}
	for _, edition := range readable {
		own.Lists = append(own.Lists, listpage.ListOption{Name: edition.Name, Title: edition.Name})
	}
	page.Groups = []listpage.ListGroup{own}
	for _, elsewhere := range []struct {
		kind  listing.Kind
		title string
	}{{listing.Green500, "Green500, published elsewhere"}, {listing.Top500, "TOP500, published elsewhere"}} {
		group := listpage.ListGroup{Title: elsewhere.title}
		for _, list := range lists {
			if list.Kind == elsewhere.kind {
				group.Lists = append(group.Lists, listpage.ListOption{Name: list.Name, Title: listTitle(list)})
			}
		}
		page.Groups = append(page.Groups, group)
	}
	page.Groups = slices.DeleteFunc(page.Groups, func(group listpage.ListGroup) bool { return len(group.Lists) == 0 })
	return nil
}

// listTitle names a list for people.
func listTitle(list store.Catalogued) string {
	return map[listing.Kind]string{listing.Graded: "Green500 ", listing.Green500: "Green500 ", listing.Top500: "TOP500 "}[list.Kind] + list.Edition
}

// mostOffered bounds the values of a column that the form offers; rarer ones are searched for.
const mostOffered = 60

// listChoices are the columns that the form filters by their values: those that have more than one, or are filtered.
func listChoices(view listing.View, counted map[string][]store.Choice) []listpage.ListChoice {
	var choices []listpage.ListChoice
	for _, column := range listing.Choices() {
		chosen := view.Filter(column.Name).Values
		choice := offered(column, chosen, counted[column.Name])
		if column.Sort == listing.Grade {
			slices.SortFunc(choice.Values, func(a, b listpage.ListValue) int { return cmp.Compare(a.Value, b.Value) })
		}
		if len(choice.Values) > 1 || len(chosen) > 0 {
			choices = append(choices, choice)
		}
	}
	return choices
}

// offered are the values of a column that the form offers: the most frequent, and whichever are chosen.
func offered(column listing.Column, chosen []string, counted []store.Choice) listpage.ListChoice {
	choice := listpage.ListChoice{Column: column}
	for i, value := range counted {
		is := slices.Contains(chosen, value.Value)
		if i >= mostOffered && !is {
			choice.More++
			continue
		}
		choice.Values = append(choice.Values, listpage.ListValue{Value: value.Value, Count: value.Count, Chosen: is})
	}
	for _, value := range chosen {
		if !slices.ContainsFunc(choice.Values, func(v listpage.ListValue) bool { return v.Value == value }) {
			choice.Values = append(choice.Values, listpage.ListValue{Value: value, Chosen: true})
		}
	}
	return choice
}

// sheets are the other forms of a view.
func sheets(name string, view listing.View) []templates.Link {
	view = view.Whole()
	var links []templates.Link
	for _, format := range sheet.Formats() {
		at := "/lists/" + name + "/view." + format.Name
		if query := view.Query().Encode(); query != "" {
			at += "?" + query
		}
		links = append(links, templates.Link{Href: at, Text: format.Title})
	}
	return links
}
