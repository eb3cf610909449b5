package list

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates/chart"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

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

// Sitemap tells search engines which public pages there are; in several files where they are many.
func (h *Handlers) Sitemap(c echo.Context) error {
	public, err := h.Store.PublicAddresses(c.Request().Context(), byColumns)
	if err != nil {
		return err
	}
	systems := make([]string, len(public.Systems))
	for i, system := range public.Systems {
		if systems[i], err = h.Store.SystemKey(c.Request().Context(), system); err != nil {
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
			return &power.InputError{Field: "part", Problem: fmt.Sprintf("there is no part %q", part), Remedy: fmt.Sprintf("write a whole number from 1 to %d", len(h.sitemapFiles(len(all)).Files))}
		}
	}
	return xmlAnswer(c, "application/xml; charset=utf-8", sitemap{Addresses: all[first:min(first+mostAddresses, len(all))]})
}

func (h *Handlers) sitemapFiles(count int) sitemapIndex {
	var index sitemapIndex
	for number := range (count + mostAddresses - 1) / mostAddresses {
		index.Files = append(index.Files, siteAddress{h.Link("sitemap.xml") + fmt.Sprintf("?part=%d", number+1)})
	}
	return index
}

func (h *Handlers) publicPages(public store.PublicAddresses, systems []string) []siteAddress {
	all := []siteAddress{{h.Link("/")}, {h.Link("lists")}, {h.Link("inconsistencies")}, {h.Link("about")}, {h.Link("how-to-submit")}, {h.Link("help")}, {h.Link("rules")}, {h.Link("rules", "compare")}, {h.Link("api")}, {h.Link("data")}, {h.Link("trends")}, {h.Link("plan")}}
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
		if slices.ContainsFunc(methodology.Listed(), func(e methodology.Edition) bool { return e.Between(rule.Since, rule.Until) }) {
			all = append(all, siteAddress{h.Link("rules", rule.ID)})
		}
	}
	return all
}

// Robots tells programs that follow links what is of no use to them.
func (h *Handlers) Robots(c echo.Context) error {
	return c.String(http.StatusOK, "User-agent: *\nDisallow: /login\nDisallow: /register\nDisallow: /reset\nDisallow: /submissions\nSitemap: "+h.Link("sitemap.xml")+"\n")
}
