package list

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/lists"
	"green500/templates"
	"green500/templates/chart"
	listpage "green500/templates/list"
	"green500/validation/lists/citation"
	"green500/validation/lists/export"
	"green500/validation/lists/listing"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
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
	return xmlAnswer(c, "application/atom+xml; charset=utf-8", feed{
		ID: h.Link("feed.atom"), Title: "green500: lists and errata", Updated: updated.Format(time.RFC3339Nano),
		Author: "green500", Entries: entries,
		Links: []feedLink{{"self", "application/atom+xml", h.Link("feed.atom")},
			{"alternate", "text/html", h.Link("/")}},
	})
}

func (h *Handlers) feedEntries(ctx context.Context) ([]feedEntry, error) {
	editions, err := h.Store.Lists.PublishedEditions(ctx)
	if err != nil {
		return nil, err
	}
	var entries []feedEntry
	for _, edition := range editions {
		list, err := h.Store.Lists.PublishedList(ctx, edition.Name, accounts.User{}, lists.AsOf{})
		if err != nil {
			return nil, err
		}
		entries = append(entries, h.listEntries(list)...)
	}
	slices.SortStableFunc(entries, func(a, b feedEntry) int { return b.at.Compare(a.at) })
	return entries, nil
}

func (h *Handlers) listEntries(list lists.PublishedList) []feedEntry {
	name, released := list.Edition.Name, list.Edition.ReleasedAt()
	page := feedLink{"alternate", "text/html", h.Link("lists", name)}
	entries := []feedEntry{{
		ID: h.Link("lists", name), Title: "The list of " + name, Updated: released.Format(time.RFC3339Nano), Link: page,
		at:      released.In(list.Edition.Location()),
		Summary: fmt.Sprintf("The list of %s is published.", name),
	}}
	for _, e := range list.Errata {
		at := e.MadeAt
		if at.Before(released) {
			at = released
		}
		entries = append(entries, feedEntry{
			ID: h.Link("lists", name) + fmt.Sprintf("#erratum-%d", e.Number), Title: fmt.Sprintf(
				"Erratum %d to the list of %s", e.Number, name), Updated: at.Format(time.RFC3339Nano),
			Link:    feedLink{"alternate", "text/html", h.Link("lists", name, "changes")},
			Summary: e.Before.System + ": " + e.Reason, at: at.In(list.Edition.Location()),
		})
	}
	return entries
}

func xmlAnswer(c echo.Context, kind string, told any) error {
	written, err := xml.Marshal(told)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, kind, append([]byte(xml.Header), written...))
}

// mostAddresses is how many addresses one file of a sitemap may hold, by its definition.
const mostAddresses = 50_000

type sitemap struct {
	XMLName   xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	Addresses []siteAddress `xml:"url"`
}

type sitemapIndex struct {
	XMLName xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Files   []siteAddress `xml:"sitemap"`
}

type siteAddress struct {
	Location string `xml:"loc"`
}

// Sitemap tells search engines which public pages there are; in several files if they are many.
func (h *Handlers) Sitemap(c echo.Context) error {
	public, err := h.Store.Lists.PublicAddresses(c.Request().Context(), byColumns)
	if err != nil {
		return err
	}
	systems := make([]string, len(public.Systems))
	for i, system := range public.Systems {
		if systems[i], err = h.Store.Lists.SystemKey(c.Request().Context(), system); err != nil {
			return err
		}
	}
	all, part := h.publicPages(public, systems), c.QueryParam("part")
	if part == "" && len(all) > mostAddresses {
		return xmlAnswer(c, "application/xml; charset=utf-8", h.sitemapFiles(len(all)))
	}
	first := 0
	if part != "" {
		number, err := strconv.Atoi(part)
		if first = (number - 1) * mostAddresses; err != nil || number < 1 || number > len(all) || first >= len(all) {
			return &power.InputError{Field: "part", Problem: fmt.Sprintf("there is no part %q", part),
				Remedy: fmt.Sprintf("write a whole number from 1 to %d", len(h.sitemapFiles(len(all)).Files))}
		}
	}
	return xmlAnswer(c, "application/xml; charset=utf-8",
		sitemap{Addresses: all[first:min(first+mostAddresses, len(all))]})
}

func (h *Handlers) sitemapFiles(count int) sitemapIndex {
	var index sitemapIndex
	for number := range (count + mostAddresses - 1) / mostAddresses {
		index.Files = append(index.Files, siteAddress{h.Link("sitemap.xml") + fmt.Sprintf("?part=%d", number+1)})
	}
	return index
}

func (h *Handlers) publicPages(public lists.PublicAddresses, systems []string) []siteAddress {
	all := []siteAddress{{h.Link("/")}, {h.Link("lists")}, {h.Link("inconsistencies")}, {h.Link("about")},
		{h.Link("how-to-submit")}, {h.Link("help")}, {h.Link("rules")}, {h.Link("rules", "compare")}, {h.Link("api")},
		{h.Link("data")}, {h.Link("trends")}, {h.Link("plan")}}
	for _, name := range public.Lists {
		all = append(all, siteAddress{h.Link("lists", name)})
	}
	for _, entry := range public.Entries {
		all = append(all, siteAddress{h.Link("entries", handlers.Text(entry))})
	}
	for _, system := range systems {
		all = append(all, siteAddress{h.Link("systems", system)})
	}
	for _, column := range byColumns {
		for _, value := range public.Values[column] {
			all = append(all, siteAddress{strings.TrimSuffix(h.Link("/"), "/") + chart.ByHref(column, value)})
		}
	}
	for _, rule := range rules.All() {
		if slices.ContainsFunc(methodology.Listed(),
			func(e methodology.Edition) bool { return e.Between(rule.Since, rule.Until) }) {
			all = append(all, siteAddress{h.Link("rules", rule.ID)})
		}
	}
	return all
}

// Robots tells programs that follow links what is of no use to them.
func (h *Handlers) Robots(c echo.Context) error {
	return c.String(http.StatusOK, "User-agent: *\nDisallow: /login\nDisallow: /register\nDisallow: /reset\n"+
		"Disallow: /submissions\nSitemap: "+h.Link("sitemap.xml")+"\n")
}

func (h *Handlers) listDataset(list listpage.ListHead, systems int) citation.Dataset {
	description := fmt.Sprintf("%d supercomputers ranked by energy efficiency in GFlops/W. ", systems)
	if list.Kind == listing.Graded {
		description += "Every measurement was graded against the EE HPC WG methodology and reviewed."
	} else {
		description += "Published elsewhere and imported as it was; not graded here."
	}
	d := citation.NewDataset(h.Link("lists", list.Name), list.Title, description, list.Hash, list.Methodology,
		list.Released)
	for _, format := range export.Formats() {
		d.Offer(h.Link("lists", list.Name, "view."+format.Name), format.Media)
	}
	return d
}

func (h *Handlers) systemDataset(system lists.System, name string) citation.Dataset {
	newest, first := system.Lines[0], system.Lines[len(system.Lines)-1]
	address := h.Link("systems", cmp.Or(system.Key, handlers.Text(system.ID)))
	description := fmt.Sprintf("Rank, Rmax, power and energy efficiency of the supercomputer %s in %s, from %s to %s.",
		name, templates.Plural(len(system.Lines), "list entry", "list entries"), first.Edition, newest.Edition)
	d := citation.NewDataset(address, name+" in the Green500 and the TOP500", description, newest.List, "", time.Time{})
	d.Measure("energy efficiency", newest.Efficiency, handlers.PerWatt)
	d.Measure("Rmax", (*float64)(newest.Rmax), "GFlops")
	d.Measure("average power", (*float64)(newest.Power), "W")
	for _, figure := range []string{"efficiency", "rank", "rmax", "power"} {
		d.Offer(address+"/figures.csv?figure="+figure, "text/csv")
	}
	d.Offer(h.Link("api", "v1", "systems", handlers.Text(system.ID)), "application/json")
	return d
}
