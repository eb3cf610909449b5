package list

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
)

// feed is an Atom feed (RFC 4287).
type feed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []feedLink  `xml:"link"`
	Entries []feedEntry `xml:"entry"`
}

type feedLink struct {
	Relation string `xml:"rel,attr"`
	Type     string `xml:"type,attr"`
	Href     string `xml:"href,attr"`
}

type feedEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    feedLink `xml:"link"`
	Summary string   `xml:"summary"`

	at time.Time
}

// feedLength is how many entries a feed holds, the newest.
const feedLength = 50

// News returns the newest lists and errata, the newest first; Link is the path of each.
func (h *Handlers) News(ctx context.Context, most int) ([]News, error) {
	entries, err := h.feedEntries(ctx)
	var news []News
	for _, entry := range entries[:min(len(entries), most)] {
		news = append(news, News{At: entry.at, Title: entry.Title, Summary: entry.Summary, Link: entry.Link.Href})
	}
	return news, err
}

// News is one thing that happened to published lists.
type News struct {
	At                   time.Time
	Title, Summary, Link string
}

// Feed announces new lists and errata, the newest first.
func (h *Handlers) Feed(c echo.Context) error {
	entries, err := h.feedEntries(c.Request().Context())
	if err != nil {
		return err
	}
	entries = entries[:min(len(entries), feedLength)]
	updated := time.Unix(0, 0).UTC() // of a server that published nothing yet
	if len(entries) > 0 {
		updated = entries[0].at.UTC()
	}
	return atomAnswer(c, feed{
		ID: h.Link("feed.atom"), Title: "green500: lists and errata", Updated: updated.Format(time.RFC3339Nano), Author: "green500", Entries: entries,
		Links: []feedLink{{"self", "application/atom+xml", h.Link("feed.atom")}, {"alternate", "text/html", h.Link("/")}},
	})
}

// feedEntries are all entries of the feed, the newest first.
func (h *Handlers) feedEntries(ctx context.Context) ([]feedEntry, error) {
	editions, err := h.Store.PublishedEditions(ctx)
	if err != nil {
		return nil, err
	}
	var entries []feedEntry
	for _, edition := range editions {
		list, err := h.Store.PublishedList(ctx, edition.Name, store.User{}, store.AsOf{})
		if err != nil {
			return nil, err
		}
		entries = append(entries, h.listEntries(list)...)
	}
	slices.SortStableFunc(entries, func(a, b feedEntry) int { return b.at.Compare(a.at) })
	return entries, nil
}

// listEntries are the entries of a feed about a list. What is named once keeps its name.
func (h *Handlers) listEntries(list store.PublishedList) []feedEntry {
	name, released := list.Edition.Name, list.Edition.ReleasedAt()
	page := feedLink{"alternate", "text/html", h.Link("lists", name)}
	entries := []feedEntry{{
		ID: h.Link("lists", name), Title: "The list of " + name, Updated: released.Format(time.RFC3339Nano), Link: page, at: released.In(list.Edition.Location()),
		Summary: fmt.Sprintf("The list of %s is published.", name),
	}}
	for _, e := range list.Errata {
		at := e.MadeAt
		if at.Before(released) {
			at = released
		}
		entries = append(entries, feedEntry{
			ID: h.Link("lists", name) + fmt.Sprintf("#erratum-%d", e.Number), Title: fmt.Sprintf("Erratum %d to the list of %s", e.Number, name), Updated: at.Format(time.RFC3339Nano),
			Link: feedLink{"alternate", "text/html", h.Link("lists", name, "changes")}, Summary: e.Before.System + ": " + e.Reason, at: at.In(list.Edition.Location()),
		})
	}
	return entries
}

func atomAnswer(c echo.Context, told any) error {
	return xmlAnswer(c, "application/atom+xml; charset=utf-8", told)
}

func xmlAnswer(c echo.Context, kind string, told any) error {
	written, err := xml.Marshal(told)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, kind, append([]byte(xml.Header), written...))
}
