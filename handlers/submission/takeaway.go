package submission

import (
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	submissionpage "green500/templates/submission"
)

// takeAway is what the page of a listed entry gives to those who write of it; nil on every other page.
func (h *Handlers) takeAway(c echo.Context, page *submissionpage.EntryPage, entry store.EntryAccess) (*submissionpage.TakeAway, error) {
	if page.Base != "/entries/"+handlers.Text(entry.ID) || page.Listing == nil {
		return nil, nil
	}
	l, err := h.cited(c, entry)
	if err != nil {
		return nil, err
	}
	away := &submissionpage.TakeAway{
		Citation: l.work.Text(), BibTeX: page.Base + "/cite.bib", CSL: page.Base + "/cite.json",
		Badge:   submissionpage.Badge{Image: page.Base + "/badge.svg", Says: l.work.BadgeTitle(), HTML: l.work.EmbedHTML(), Markdown: l.work.EmbedMarkdown()},
		Dataset: l.work.Dataset(l.list),
	}
	if page.Report != nil && page.Report.Numbers.CoreAverage != nil {
		away.Envelope = page.Base + "/envelope"
	}
	away.Downloads = entryDownloads(page.Base, away.Envelope)
	return away, nil
}

// entryDownloads are the files of a listed entry. envelope is where its envelope is, without the ending; empty where
// there is none.
func entryDownloads(base, envelope string) []submissionpage.Download {
	all := []submissionpage.Download{
		{Href: base + "/report.json", Name: "report.json", About: "the verdict: every finding, every number and how it is made"},
		{Href: base + "/row.json", Name: "row.json", About: "the line of the list, as the list stands"},
	}
	if envelope != "" {
		all = append(all, submissionpage.Download{Href: envelope + ".csv", Name: "envelope.csv", About: "power of the whole machine in steps: mean, least, most"},
			submissionpage.Download{Href: envelope + ".json", Name: "envelope.json", About: "the same, with a signed statement of the files it was made from"})
	}
	return append(all,
		submissionpage.Download{Href: base + "/chart.csv", Name: "chart.csv", About: "what the chart shows, by part of the machine"},
		submissionpage.Download{Href: base + "/chart.svg", Name: "chart.svg", About: "the chart as a drawing"},
		submissionpage.Download{Href: base + "/badge.svg", Name: "badge.svg", About: "the badge"},
		submissionpage.Download{Href: base + "/cite.bib", Name: "cite.bib", About: "the citation for LaTeX"},
		submissionpage.Download{Href: base + "/cite.json", Name: "cite.json", About: "the citation as CSL-JSON, for Zotero, Pandoc and others"},
		submissionpage.Download{Href: "/schema/submission.json", Name: "submission.json", About: "JSON Schema of what was submitted"},
		submissionpage.Download{Href: "/receipts/key", Name: "key", About: "the key that the envelope is signed with"},
	)
}
