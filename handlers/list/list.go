// Package list answers requests about published lists: their entries, errata, systems, charts and trends.
package list

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/templates"
	"green500/templates/chart"
	listpage "green500/templates/list"
	"green500/validation/lists/export"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// List shows one published list, or all of them.
func (h *Handlers) List(c echo.Context) error { return h.list(c, c.Param("edition")) }

const listParameter = "list"

func (h *Handlers) listAsked(c echo.Context, name, parameter string) (lists.PublishedList, error) {
	edition, err := h.Store.Editions.ByName(c.Request().Context(), name)
	if err != nil {
		return lists.PublishedList{}, err
	}
	user, _ := handlers.Viewer(c)
	as, wrong := asOf(edition, parameter, c.QueryParam(parameter))
	list, err := h.Store.Lists.PublishedList(c.Request().Context(), name, user, as)
	if err != nil {
		return list, err
	}
	return list, wrong // of a list that they may not read nobody learns even that
}

const asReleased = "released"

// asOf reads as of when a list is requested. A date is the end of that day in the zone of the edition.
func asOf(edition editions.Edition, parameter, said string) (lists.AsOf, error) {
	switch said {
	case "":
		return lists.AsOf{}, nil
	case asReleased:
		return lists.AsOf{Released: true}, nil
	}
	if day, err := time.ParseInLocation(time.DateOnly, said, edition.Location()); err == nil {
		return lists.AsOf{At: day.AddDate(0, 0, 1).Add(-time.Microsecond)}, nil
	}
	if at, err := time.Parse(time.RFC3339Nano, said); err == nil {
		return lists.AsOf{At: at}, nil
	}
	remedy := "write it as 2026-12-01, or " + asReleased
	if power.NearestName(said, []string{asReleased}) != "" {
		remedy = fmt.Sprintf("did you mean %q?", asReleased)
	}
	return lists.AsOf{},
		&power.InputError{Field: parameter, Problem: fmt.Sprintf("%q is not a date", said), Remedy: remedy}
}

const asOfParameter = "as-of"

// list draws a view of a list. A request in more words than it takes is sent on to its one address.
func (h *Handlers) list(c echo.Context, name string) error {
	if as := c.QueryParam(asOfParameter); as != "" {
		return h.listState(c, name, as)
	}
	view, err := listing.ParsePage(c.QueryParams())
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	asked, ignored := handlers.Known(c)
	if short := view.Query(); wrong == nil && asked.Encode() != short.Encode() {
		maps.Copy(short, ignored) // so that the page names them
		to := url.URL{Path: "/lists/" + name, RawQuery: short.Encode()}
		return c.Redirect(http.StatusSeeOther, to.String())
	}
	if wrong == nil {
		user, _ := handlers.Viewer(c)
		err := h.CheckChoices(c.Request().Context(), name, user, view)
		if wrong = handlers.FieldErrors(err); err != nil && wrong == nil {
			return err
		}
	}
	page, err := h.listView(c, name, view)
	if err != nil {
		return err
	}
	page.Asked, page.Errors = asked, wrong
	return h.RenderChecked(c, wrong, listpage.List(page))
}

// listState draws a list of ours as it stood at another time. A wrong date is told at its field, beside the current
// list.
func (h *Handlers) listState(c echo.Context, name, as string) error {
	list, err := h.listAsked(c, name, asOfParameter)
	if wrong := handlers.FieldErrors(err); wrong != nil {
		view, _ := listing.ParsePage(nil) // of nothing nothing is wrong
		page, err := h.listView(c, name, view)
		if err != nil {
			return err
		}
		page.AsOf, page.AsOfError = as, wrong[asOfParameter]
		return h.Render(c, http.StatusUnprocessableEntity, listpage.List(page))
	}
	if err != nil {
		return err
	}
	page, err := h.listWhole(c, list)
	if err != nil {
		return err
	}
	page.AsOf = as
	return h.Render(c, http.StatusOK, listpage.List(page))
}

// canonicalAsOf names the state of a list for good: what was put right later changes nothing of it.
func canonicalAsOf(list lists.PublishedList) string {
	if len(list.Errata) == 0 {
		return asReleased
	}
	return list.Since.Format(time.RFC3339Nano)
}

func asOfQuery(said string) string { return "?" + url.Values{asOfParameter: {said}}.Encode() }

func downloads(list lists.PublishedList) []templates.Link {
	at := "/lists/" + list.Edition.Name
	links := []templates.Link{{Href: at + "/list.json" + asOfQuery(canonicalAsOf(list)), Text: "JSON"},
		{Href: at + "/list.csv" + asOfQuery(canonicalAsOf(list)), Text: "CSV"}}
	if len(list.Errata)+list.Later > 0 {
		links = append(links, templates.Link{Href: at + "/errata.json", Text: "errata"})
	}
	return links
}

func (h *Handlers) listView(c echo.Context, name string, view listing.View) (listpage.ListPage, error) {
	ctx := c.Request().Context()
	user, _ := handlers.Viewer(c)
	page := listpage.ListPage{View: view, Downloads: sheets(name, view)}
	if err := h.listOf(c, name, user, &page); err != nil {
		return page, err
	}
	browsed, noRows := h.Store.Lists.Browse(ctx, name, user, view)
	choices, noChoices := h.Store.Lists.ListChoices(ctx, name, user)
	if err := cmp.Or(noRows, noChoices); err != nil {
		return page, err
	}
	page.Rows, page.Matching, page.Choices = browsed.Rows, browsed.Matching, listChoices(view, choices)
	return page, nil
}

func (h *Handlers) listOf(c echo.Context, name string, user accounts.User, page *listpage.ListPage) error {
	ctx := c.Request().Context()
	catalogue, err := h.Store.Lists.Catalogue(ctx)
	if err != nil {
		return err
	}
	if name == lists.AllLists {
		page.List = listpage.ListHead{Name: name, Title: "All lists"}
		for _, list := range catalogue {
			page.Total += list.Entries
		}
		return h.listFrame(c, catalogue, user, page)
	}
	list, err := h.Store.Lists.Catalogued(ctx, name, user)
	if err != nil {
		return err
	}
	page.Total = list.Entries
	if list.Kind != listing.Graded {
		page.List = listpage.ListHead{Name: name, Title: listTitle(list), Kind: list.Kind, Hash: list.Digest,
			Source: list.Source}
		noticed, err := h.Store.Lists.ListWarnings(ctx, name)
		if err != nil {
			return err
		}
		page.Contradictions, page.Warnings = noticed.Contradictions, noticed.Warnings
		return h.listFrame(c, catalogue, user, page)
	}
	own, err := h.Store.Lists.PublishedList(ctx, name, user, lists.AsOf{})
	if err != nil {
		return err
	}
	if err := h.listRecord(ctx, own, page); err != nil {
		return err
	}
	return h.listFrame(c, catalogue, user, page)
}

func (h *Handlers) listWhole(c echo.Context, list lists.PublishedList) (listpage.ListPage, error) {
	ctx := c.Request().Context()
	user, _ := handlers.Viewer(c)
	view, _ := listing.ParsePage(nil) // of nothing nothing is wrong
	view.Size = max(1, len(list.Rows))
	page := listpage.ListPage{View: view, Whole: true, Rows: list.Lines(), Matching: len(list.Rows),
		Total: len(list.Rows)}
	if err := h.listRecord(ctx, list, &page); err != nil {
		return page, err
	}
	if err := h.removedLater(c, list, &page); err != nil {
		return page, err
	}
	lists, err := h.Store.Lists.Catalogue(ctx)
	if err != nil {
		return page, err
	}
	return page, h.listFrame(c, lists, user, &page)
}

func (h *Handlers) removedLater(c echo.Context, list lists.PublishedList, page *listpage.ListPage) error {
	if list.Later == 0 {
		return nil
	}
	user, _ := handlers.Viewer(c)
	current, err := h.Store.Lists.PublishedList(c.Request().Context(), list.Edition.Name, user, lists.AsOf{})
	if err != nil {
		return err
	}
	page.Removed = map[int64]*templates.Removal{}
	for _, e := range current.Errata[len(list.Errata):] {
		delete(page.Removed, e.EntryID)
		if e.After == nil {
			page.Removed[e.EntryID] = &templates.Removal{Edition: e.Edition, At: e.MadeAt, Reason: e.Reason,
				Number: e.Number}
		}
	}
	return nil
}

func (h *Handlers) listRecord(ctx context.Context, list lists.PublishedList, page *listpage.ListPage) error {
	edition := list.Edition
	page.List = listpage.ListHead{
		Name: edition.Name, Title: "Green500 " + edition.Name, Kind: listing.Graded, Methodology: string(
			edition.Methodology), Released: edition.ReleasedAt().In(edition.Location()), Hash: list.Hash,
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
	page.Waived, err = h.Store.Lists.ListWaivers(ctx, list.Rows, *edition.PublishedAt)
	return err
}

func (h *Handlers) listFrame(c echo.Context, catalogue []lists.Catalogued, user accounts.User,
	page *listpage.ListPage) error {
	page.Page = h.Page(c, page.List.Title)
	if page.List.Hash != "" && page.Embargo.IsZero() {
		page.Dataset = h.listDataset(page.List, page.Total)
	}
	readable, err := h.Store.Lists.ReadableEditions(c.Request().Context(), user)
	if err != nil {
		return err
	}
	for _, edition := range readable {
		page.Lists = append(page.Lists,
			templates.Option{Value: edition.Name, Label: edition.Name, Group: "Graded here"})
	}
	for _, kind := range []listing.Kind{listing.Green500, listing.Top500} {
		for _, list := range catalogue {
			if list.Kind == kind {
				page.Lists = append(page.Lists,
					templates.Option{Value: list.Name, Label: listTitle(list), Group: chart.KindWords[kind]})
			}
		}
	}
	page.Lists = append(page.Lists, templates.Option{Value: lists.AllLists, Label: "All lists together"})
	return nil
}

func listTitle(list lists.Catalogued) string { return chart.ListName(list.Kind, list.Edition) }

const mostOffered = 60

func listChoices(view listing.View, counted map[string][]lists.Choice) []listpage.ListChoice {
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

func offered(column listing.Column, chosen []string, counted []lists.Choice) listpage.ListChoice {
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

func sheets(name string, view listing.View) []templates.Link {
	view = view.Whole()
	var links []templates.Link
	for _, format := range export.Formats() {
		at := "/lists/" + name + "/view." + format.Name
		if query := view.Query().Encode(); query != "" {
			at += "?" + query
		}
		links = append(links, templates.Link{Href: at, Text: format.Title})
	}
	return links
}

// Handlers answer about published lists.
type Handlers struct {
	*handlers.Base
	Sheets chan struct{} // of MostSheets places, one of which is taken while a sheet is written and sent
}

// PreviewEdition shows what the list of an edition would be, to reviewers.
func (h *Handlers) PreviewEdition(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	preview, err := h.Store.Lists.PreviewEdition(c.Request().Context(), c.Param("name"), user)
	if err != nil {
		return err
	}
	rows := make([]lists.ListRow, len(preview.Rows))
	for i, row := range preview.Rows {
		rows[i] = row.ListRow
	}
	waived, err := h.Store.Lists.ListWaivers(c.Request().Context(), rows, h.Now())
	if err != nil {
		return err
	}
	page := listpage.PreviewPage{
		Page: h.Page(c, "Preview of "+preview.Edition.Name), Edition: preview.Edition.Name, Drafts: preview.Drafts,
		Before:   preview.Before,
		Deadline: h.Deadline(preview.Edition),
	}
	for _, row := range preview.Rows {
		page.Rows = append(page.Rows, listpage.PreviewRow{
			ListRow: listpage.ListRow(row.ListRow), Withheld: row.Conflict.Sentence(), Tie: row.Tie,
			Waived: waived[row.EntryID], Earlier: (*listpage.ListRow)(row.Earlier),
		})
	}
	for _, e := range preview.Missing {
		page.Missing = append(page.Missing, listpage.MissingEntry{ID: handlers.Text(e.ID), System: e.System,
			Site: e.Site, State: e.State, Reviewer: e.Reviewer, Since: e.UpdatedAt})
	}
	for _, row := range preview.Gone {
		page.Gone = append(page.Gone, listpage.ListRow(row))
	}
	return h.Render(c, http.StatusOK, listpage.Preview(page))
}
