package submission

import (
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/list"
	"green500/store/editions"
	"green500/store/submissions"
	"green500/templates"
	submissionpage "green500/templates/submission"
	"green500/validation/review"
)

func (h *Handlers) takeAway(c echo.Context, page *submissionpage.EntryPage, entry submissions.EntryAccess) (
	*submissionpage.TakeAway, error) {
	if page.Base != "/entries/"+handlers.Text(entry.ID) || page.Listing == nil {
		return nil, nil
	}
	l, err := h.cited(c, entry)
	if err != nil {
		return nil, err
	}
	away := &submissionpage.TakeAway{
		Citation: l.work.Text(), BibTeX: page.Base + "/cite.bib", CSL: page.Base + "/cite.json",
		Badge: submissionpage.Badge{Image: page.Base + "/badge.svg", Says: l.work.BadgeTitle(),
			HTML: l.work.EmbedHTML(), Markdown: l.work.EmbedMarkdown()},
		Dataset: l.work.Dataset(l.list),
	}
	if page.Report != nil && page.Report.Numbers.CoreAverage != nil {
		away.Envelope = page.Base + "/envelope"
	}
	away.Downloads = entryDownloads(page.Base, away.Envelope)
	return away, nil
}

func entryDownloads(base, envelope string) []submissionpage.Download {
	all := []submissionpage.Download{
		{Href: base + "/report.json", Name: "report.json",
			About: "the verdict: every finding, every number and how it is made"},
		{Href: base + "/row.json", Name: "row.json", About: "the entry in the current state of the list"},
	}
	if envelope != "" {
		all = append(all, submissionpage.Download{Href: envelope + ".csv", Name: "envelope.csv",
			About: "power of the whole machine in steps: mean, least, most"},
			submissionpage.Download{Href: envelope + ".json", Name: "envelope.json",
				About: "the same, with a signed statement of the files it was made from"})
	}
	return append(all,
		submissionpage.Download{Href: base + "/chart.csv", Name: "chart.csv",
			About: "what the chart shows, by part of the machine"},
		submissionpage.Download{Href: base + "/chart.svg", Name: "chart.svg", About: "the chart as a drawing"},
		submissionpage.Download{Href: base + "/badge.svg", Name: "badge.svg", About: "the badge"},
		submissionpage.Download{Href: base + "/cite.bib", Name: "cite.bib", About: "the citation for LaTeX"},
		submissionpage.Download{Href: base + "/cite.json", Name: "cite.json",
			About: "the citation as CSL-JSON, for Zotero, Pandoc and others"},
		submissionpage.Download{Href: "/schema/submission.json", Name: "submission.json",
			About: "JSON Schema of what was submitted"},
		submissionpage.Download{Href: "/receipts/key", Name: "key", About: "the key that the envelope is signed with"},
	)
}

// ShareSubmission shares an entry with the members of a site, or with nobody.
func (h *Handlers) ShareSubmission(c echo.Context, entry submissions.EntryAccess) error {
	site, err := handlers.SiteField(c.FormValue("site"))
	if err == nil {
		err = h.Store.Submissions.ShareEntry(c.Request().Context(), entry.ID, handlers.User(c), site)
	}
	if err != nil {
		return err
	}
	sentence := templates.Either(site != submissions.Unshared, "The members of the site may change the submission now.",
		"Only you can see this submission.")
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID), sentence)
}

func (h *Handlers) sharing(c echo.Context, entry submissions.EntryAccess) (submissionpage.Sharing, error) {
	open := !entry.State.Decidable() && entry.State != review.Accepted
	shared := submissionpage.Sharing{With: entry.SharedWith, May: entry.OwnerID == handlers.User(c).ID && open}
	if !shared.May {
		return shared, nil
	}
	if entry.SiteID != submissions.Unshared {
		shared.Chosen = handlers.Text(entry.SiteID)
	}
	var err error
	shared.Sites, err = h.SiteOptions(c)
	return shared, err
}

// sharedEvidence adds the other submissions that contain evidence of the revision, for those who review it. Public
// pages never state them.
func (h *Handlers) sharedEvidence(c echo.Context, page *submissionpage.EntryPage, entry submissions.EntryAccess) error {
	if page.Base != "/submissions/"+page.ID {
		return nil
	}
	all, err := h.Store.Reviews.SharedEvidence(c.Request().Context(), entry, page.Revision, handlers.User(c))
	if err != nil {
		return err
	}
	for _, one := range all {
		line := submissionpage.SharedEvidence{System: one.System, Site: one.Site, Edition: one.Edition,
			Kinship: one.Kinship, Conflict: one.Conflict}
		if one.EntryID != 0 {
			line.ID = handlers.Text(one.EntryID)
		}
		for _, f := range one.Files {
			line.Files = append(line.Files, submissionpage.SharedFile(f))
		}
		page.Shared = append(page.Shared, line)
	}
	return nil
}

func (h *Handlers) listing(c echo.Context, entry submissions.EntryAccess) (*submissionpage.EntryListing, error) {
	if !entry.State.Public() {
		return nil, nil
	}
	on, err := h.Store.Lists.EntryListing(c.Request().Context(), entry.ID)
	if err != nil {
		return nil, err
	}
	readable, err := h.Store.Lists.ReadableEditions(c.Request().Context(), handlers.User(c))
	if err != nil {
		return nil, err
	}
	shown := &submissionpage.EntryListing{Edition: on.Edition.Name, Released: on.Released, Rank: on.Rank,
		TakenOut: on.TakenOut, Changed: on.Moved > 0, SystemID: on.SystemID}
	shown.Readable = slices.ContainsFunc(readable, func(e editions.Edition) bool { return e.Name == on.Edition.Name })
	if on.Edition.Embargoed(h.Now()) {
		shown.Embargo = on.Edition.Embargo.In(on.Edition.Location())
	}
	for _, e := range on.Errata {
		shown.Errata = append(shown.Errata, list.ShownErratum(e, on.Edition.Location()))
	}
	return shown, nil
}
