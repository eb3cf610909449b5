package main

import (
	"bytes"
	"strconv"
	"time"

	"green500/cmd/green500/demodata"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/sites"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// furnished is where the things are that furnish put into a demonstration.
type furnished struct {
	site, part, draft, revised    string
	confirm, reset, address, join string
}

// furnish puts into a demonstration what pages need to have something to show: a site with an invitation,
// a meter whose calibration ends soon, an edition with grace, a draft with uploads under way that is
// committed to files, a token, and links as mails hold them.
func furnish(b *tab) *furnished {
	b.Helper()
	f := &furnished{}
	ctx, submitter := b.Context(), b.user(review.Submitter)
	opens := time.Now().UTC().Truncate(time.Hour)
	_, err := b.store.Editions.Create(ctx, editions.Edition{Name: "2031-06", Methodology: "2.0", OpensAt: opens,
		ClosesAt: opens.AddDate(1, 0, 0), Zone: "Europe/Berlin", Grace: 48 * time.Hour})
	must(b.T, err)
	_, _, err = b.store.SignIns.CreateToken(ctx, submitter, accounts.NewToken{Name: "laptop",
		Scopes: []review.Scope{review.ReadScope}, Lifetime: accounts.TokenLifetimes()[0]})
	must(b.T, err)
	f.site, f.join = b.foundSite(submitter)
	f.part = b.keepMeter(submitter)
	f.draft = b.startDraft(submitter)
	f.revised = b.resubmitted(submitter)
	f.links(b)
	b.raiseQuestions()
	return f
}

func (b *tab) user(role review.Role) accounts.User {
	b.Helper()
	user, err := b.store.Accounts.UserByEmail(b.Context(), demodata.Address(role))
	must(b.T, err)
	return user
}

// foundSite founds a site and invites the reviewer.
func (b *tab) foundSite(keeper accounts.User) (site, join string) {
	b.Helper()
	made, err := b.store.Sites.Create(b.Context(), keeper,
		sites.SiteFacts{Name: "Example Centre", Country: "DE", URL: "https://www.example.org/centre"})
	must(b.T, err)
	must(b.T, b.store.Sites.Invite(b.Context(), made.ID, keeper, demodata.Address(review.Reviewer),
		func(_ sites.Site, secret string) (string, string) {
			join = "/join/" + secret
			return "Invitation to Example Centre", join
		}))
	return "/sites/" + strconv.FormatInt(made.ID, 10), join
}

// keepMeter keeps a meter whose calibration ends soon.
func (b *tab) keepMeter(keeper accounts.User) string {
	b.Helper()
	part, err := document.PartFromFields(document.Meter, map[string]string{
		"meters[0].id": "rack-meter", "meters[0].make": "Example", "meters[0].measures": "power",
		"meters[0].location":                "downstream",
		"meters[0].loss.factor":             "1.06",
		"meters[0].calibration.valid_until": power.DateOf(time.Now().UTC().AddDate(0, 0, 21)).String(),
	})
	must(b.T, err)
	kept, err := b.store.Drafts.KeepPart(b.Context(), keeper, 0, part)
	must(b.T, err)
	return "/equipment/" + strconv.FormatInt(kept.ID, 10)
}

// startDraft starts an entry with a file that is here, one that is under way, and a manifest.
func (b *tab) startDraft(owner accounts.User) string {
	b.Helper()
	ctx := b.Context()
	blob, err := b.store.Blobs().Put(ctx, bytes.NewReader([]byte("A data sheet.\n")))
	must(b.T, err)
	snapshot, err := b.store.Submissions.Intake(ctx,
		&power.Entry{Edition: "2031-06", Methodology: "2.0", System: power.System{Name: "Wren"}},
		[]submissions.File{{Name: "datasheet.txt", Digest: blob.Digest, Size: blob.Size}})
	must(b.T, err)
	entry, err := b.store.Submissions.CreateEntry(ctx, owner, "2031-06", snapshot)
	must(b.T, err)
	for _, name := range []string{"node1.csv", "readings/of a folder with a long name/node2.csv"} {
		_, err = b.store.Uploads.Begin(ctx, owner,
			uploads.NewUpload{EntryID: entry.ID, Name: name, Size: 5_000_000}, 0)
		must(b.T, err)
	}
	must(b.T, b.store.Uploads.Acknowledge(ctx, entry.ID,
		&uploads.Delivery{Sent: []uploads.Sent{{Name: "datasheet.txt", Digest: blob.Digest,
			Files: []submissions.File{{Name: "datasheet.txt", Digest: blob.Digest, Size: blob.Size}}}}}, b.url))
	_, _, err = b.store.Submissions.CommitManifest(ctx, entry.ID, owner, entry.Version, b.url, nil)
	must(b.T, err)
	return "/submissions/" + strconv.FormatInt(entry.ID, 10)
}

// links posts one mail of each kind that holds a link.
func (f *furnished) links(b *tab) {
	b.Helper()
	ctx := b.Context()
	into := func(path *string, before string) accounts.Letter {
		return func(secret string) (string, string) {
			*path = before + secret
			return "A link", "Follow " + *path
		}
	}
	other := func(string) (string, string) { return "No link", "There is none." }
	must(b.T, b.store.Accounts.Register(ctx, accounts.NewUser{Email: "noor@example.org", Name: "Noor New",
		Role: review.Submitter, Password: demodata.Password}, into(&f.confirm, "/confirm/"), other))
	must(b.T, b.store.Accounts.AskReset(ctx, demodata.Address(review.Editor), into(&f.reset, "/reset/"), other))
	must(b.T, b.store.Accounts.AskAddress(ctx, b.user(review.Editor).ID, demodata.Password, "edda@example.org",
		into(&f.address, "/address/"), other))
}
