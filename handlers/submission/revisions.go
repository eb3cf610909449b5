package submission

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/reviews"
	"green500/store/submissions"
	submissionpage "green500/templates/submission"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/review/diff"
)

type twoRevisions struct {
	entry         submissions.EntryAccess
	readable      []submissions.Revision
	before, after submissions.Revision
}

func (h *Handlers) compared(c echo.Context, entry submissions.EntryAccess) (two twoRevisions, err error) {
	ctx := c.Request().Context()
	two.entry = entry
	if two.readable, err = h.ReadableRevisions(ctx, entry); err != nil {
		return two, err
	}
	if entry.Owner && entry.State.Open() {
		draft, err := h.Store.Drafts.GradeDraft(ctx, entry.ID)
		if err != nil {
			return two, err
		}
		two.entry.Entry = draft.Entry
	}
	if len(two.readable) == 0 {
		return two, database.ErrNotFound
	}
	last := two.readable[len(two.readable)-1].Number
	previous := two.readable[max(0, len(two.readable)-2)].Number
	if two.before, err = h.named(ctx, two, c.QueryParam("from"), previous); err != nil {
		return two, err
	}
	two.after, err = h.named(ctx, two, c.QueryParam("to"), last)
	return two, err
}

func (h *Handlers) named(ctx context.Context, two twoRevisions, written string,
	otherwise int) (submissions.Revision, error) {
	number, err := strconv.Atoi(written)
	if written == "" {
		number, err = otherwise, nil
	}
	if err != nil ||
		!slices.ContainsFunc(two.readable, func(r submissions.Revision) bool { return r.Number == number }) {
		return submissions.Revision{}, database.ErrNotFound
	}
	return h.Store.Submissions.Revision(ctx, two.entry.ID, number)
}

func side(r submissions.Revision) (diff.Revision, error) {
	document, err := submissions.DecodeDocument(r.Document)
	if err != nil {
		return diff.Revision{}, err
	}
	report, _, err := r.Verdict()
	s := diff.Revision{Number: r.Number, Document: document, Report: report,
		Series: make([]string, len(document.Series))}
	for _, f := range r.Files {
		s.Files = append(s.Files, diff.File{Name: f.Name, Digest: f.Digest, Bytes: f.Size})
	}
	for _, blob := range r.Series {
		if blob.Index < len(s.Series) {
			s.Series[blob.Index] = blob.Digest
		}
	}
	return s, err
}

// Compare shows what became of an entry from one revision to another.
func (h *Handlers) Compare(c echo.Context, entry submissions.EntryAccess) error {
	two, err := h.compared(c, entry)
	if err != nil {
		return err
	}
	page := submissionpage.RevisionsPage{Page: h.Page(c, "What changed: "+two.entry.System),
		ID: handlers.Text(two.entry.ID), System: two.entry.System}
	for _, r := range two.readable {
		page.Choices = append(page.Choices,
			submissionpage.RevisionChoice{Number: r.Number, Submitted: handlers.ZeroIfNil(r.SubmittedAt)})
	}
	page.Drawn, _ = strconv.Atoi(c.QueryParam("draw")) // the first if the query names none
	page.Comparison, err = h.compare(c, two, func(before, after diff.Revision, r *diff.Readings) {
		page.Draw(before, after, r)
	})
	if err != nil {
		return err
	}
	return h.Render(c, http.StatusOK, submissionpage.Revisions(page))
}

// CompareForPrograms is the same as JSON.
func (h *Handlers) CompareForPrograms(c echo.Context, entry submissions.EntryAccess) error {
	two, err := h.compared(c, entry)
	if err != nil {
		return err
	}
	comparison, err := h.compare(c, two, func(diff.Revision, diff.Revision, *diff.Readings) {})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, comparison)
}

func (h *Handlers) compare(c echo.Context, two twoRevisions, draw func(before, after diff.Revision, r *diff.Readings)) (
	diff.Comparison, error) {
	before, err := side(two.before)
	if err != nil {
		return diff.Comparison{}, err
	}
	after, err := side(two.after)
	if err != nil {
		return diff.Comparison{}, err
	}
	comparison := diff.Compare(before, after)
	if comparison.Rank, err = h.ranks(c, two.entry, comparison); err != nil {
		return comparison, err
	}
	if before.Report == nil || after.Report == nil {
		return comparison, nil
	}
	ctx := c.Request().Context()
	was, err := h.Store.Submissions.Measurement(ctx, two.before)
	if err != nil {
		return comparison, err
	}
	defer func() { _ = was.Close() }() // nothing was written
	is, err := h.Store.Submissions.Measurement(ctx, two.after)
	if err != nil {
		return comparison, err
	}
	defer func() { _ = is.Close() }() // nothing was written
	before.Measurement, after.Measurement = was.Measurement, is.Measurement
	if comparison.Readings, err = diff.CompareReadings(before, after); err != nil {
		return comparison, err
	}
	draw(before, after, comparison.Readings)
	return comparison, errors.Join(was.Err(), is.Err())
}

// ranks are for those who review: a place among entries that are not published says something of these.
func (h *Handlers) ranks(c echo.Context, entry submissions.EntryAccess,
	comparison diff.Comparison) (*diff.Rank, error) {
	if entry.Owner || !review.May(handlers.User(c).Role, review.ReadQueue) {
		return nil, nil
	}
	rank := &diff.Rank{}
	for _, one := range []struct {
		into  *int
		level power.Level
		of    func(diff.Figure) *float64
	}{
		{&rank.Before, comparison.Level.Before, func(f diff.Figure) *float64 { return f.Before }},
		{&rank.After, comparison.Level.After, func(f diff.Figure) *float64 { return f.After }},
	} {
		efficiency, rmax := one.of(comparison.Efficiency()), one.of(comparison.Rmax())
		if one.level == 0 || efficiency == nil || rmax == nil {
			continue
		}
		var err error
		if *one.into, rank.Of, err = h.Store.Lists.RankAs(c.Request().Context(), entry.Entry, *efficiency,
			power.GFlops(*rmax)); err != nil {
			return nil, err
		}
	}
	return rank, nil
}

func (h *Handlers) revised(c echo.Context, page *submissionpage.EntryPage, entry submissions.EntryAccess,
	shown submissions.Revision) error {
	ctx := c.Request().Context()
	user := handlers.User(c)
	// What is shown counts, not what the owner may be writing.
	system := page.Entry.System
	entry.System, entry.Site, entry.Processor, entry.Accelerator = system.Name, page.Entry.Site.Name, system.Processor,
		system.Accelerator
	peers, err := h.Store.Reviews.Peers(ctx, entry, user)
	if err != nil {
		return err
	}
	page.Revised.Peers = peersOf(peers)
	if !review.MayCompare(entry.Reader) {
		return nil
	}
	readable, err := h.ReadableRevisions(ctx, entry)
	if err != nil {
		return err
	}
	page.Revised.Current = shown.Number
	if len(readable) > 0 {
		page.Revised.Current = readable[len(readable)-1].Number
	}
	page.Revised.Submitted = handlers.ZeroIfNil(shown.SubmittedAt)
	if page.Revised.Old(shown.Number) {
		page.Party = review.Party{}
		for i := range page.Files {
			page.Files[i].URL += "?revision=" + strconv.Itoa(page.Revision)
		}
		return nil
	}
	since, err := h.since(ctx, user, entry, readable, shown.Number)
	if err != nil || since == 0 {
		return err
	}
	page.Revised.Seen = !entry.Owner && since != previousTo(readable, shown.Number)
	before, err := h.Store.Submissions.Revision(ctx, entry.ID, since)
	if err != nil {
		return err
	}
	was, err := side(before)
	if err != nil {
		return err
	}
	is, err := side(shown)
	if err != nil {
		return err
	}
	page.Revised.Changes = new(diff.Compare(was, is))
	return nil
}

// since is the revision that changes are told from: what a reviewer saw last, else the one submitted before; 0 for
// none.
func (h *Handlers) since(ctx context.Context, user accounts.User, entry submissions.EntryAccess,
	readable []submissions.Revision, shown int) (int, error) {
	if !entry.Owner {
		seen, err := h.Store.Submissions.LastLook(ctx, user.ID, entry.ID)
		readable := slices.ContainsFunc(readable, func(r submissions.Revision) bool { return r.Number == seen })
		if err != nil || readable && seen < shown {
			return seen, err
		}
	}
	return previousTo(readable, shown), nil
}

func previousTo(readable []submissions.Revision, shown int) int {
	last := 0
	for _, r := range readable {
		if r.Number < shown && r.SubmittedAt != nil {
			last = r.Number
		}
	}
	return last
}

func peersOf(peers reviews.Peers) submissionpage.Peers {
	convert := func(all []reviews.Peer) []submissionpage.Peer {
		converted := make([]submissionpage.Peer, len(all))
		for i, p := range all {
			converted[i] = submissionpage.Peer{
				ID: handlers.Text(p.EntryID), Edition: p.Edition, Rank: p.Rank, State: p.State,
				System: p.System, Site: p.Site,
				Power: p.Power, Efficiency: p.Efficiency, Uncertainty: p.EfficiencyUncertainty, Level: p.Level,
			}
		}
		return converted
	}
	return submissionpage.Peers{Earlier: convert(peers.Earlier), Alike: convert(peers.Alike),
		Waiting: convert(peers.Waiting)}
}
