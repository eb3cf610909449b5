package main

import (
	"green500/cmd/green500/demodata"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/store/storetest"
	"green500/validation/review"
)

// TestColleaguesShareASubmission goes from founding a site to an entry that two people write.
func TestColleaguesShareASubmission(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.visit("/sites")
	b.must("You are not a member of a site yet")
	b.fill("#name", "Aurora Computing Centre of the Northern Universities")
	b.fill("#country", "Germany")
	b.press("Create site")
	b.must("this is not the code of a country")
	b.photograph("sites-wrong")
	b.fill("#country", "DE")
	b.fill("#url", "https://www.example.org/a-page-of-the-centre")
	b.press("Create site")
	b.must("you are a keeper")
	site := evaluate[string](b, "location.pathname")
	for _, address := range []string{"reviewer@example.org", "a.colleague.with.a.long.address@hpc.example.org"} {
		b.fill("#email", address)
		b.press("Send invitation")
		b.must("The invitation is on its way")
	}
	join := b.invited("reviewer@example.org")
	b.visit("/submissions/new")
	b.must("Shared with")
	b.photograph("site-new-submission")
	b.press("Start with an empty form")
	b.press("Expert view")
	entry := strings.TrimSuffix(evaluate[string](b, "location.pathname"), "/edit")

	b.signOut()
	b.visit(join)
	b.must("Sign in with the address reviewer@example.org")
	b.photograph("site-join-public")
	b.signIn(review.Editor)
	b.visit(join)
	b.must("you are signed in as editor@example.org")
	b.photograph("site-join-other")
	b.signIn(review.Reviewer)
	b.visit(join)
	b.photograph("site-join")
	b.press("Join")
	b.must("You are a member of Aurora")
	b.photograph("site-member")
	b.visit("/submissions")
	b.must("Aurora Computing Centre")
	b.photograph("site-submissions")
	b.visit(entry + "/edit")
	b.must("System")

	b.signIn(review.Submitter)
	b.visit(site)
	b.press("Leave")
	b.must("Make another member a keeper first")
	b.photograph("site-keeper")
	b.visit("/sites")
	b.photograph("sites")
	b.visit(entry)
	b.must("while the edition is open, the members of")
	b.photograph("site-entry")
}

// TestATokenIsMadeAndCopied in a browser, which may copy it.
func TestATokenIsMadeAndCopied(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.visit("/account/tokens")
	b.must("You have no tokens")
	b.photograph("tokens-none")
	b.fill("#token", "laptop")
	b.fill("#current-password", demodata.Password)
	b.press("Create token")
	b.must("Copy the token now")
	b.photograph("tokens-made")
	if secret := evaluate[string](b, `(() => { const e = document.querySelector("#secret");
		e.dispatchEvent(new Event("focus")); return e.value.slice(e.selectionStart, e.selectionEnd);
		})()`); !regexp.MustCompile(`^g5_[A-Z2-7]{52}$`).MatchString(secret) {
		t.Errorf("focusing the token selects %q", secret)
	}
	if evaluate[bool](b, `document.querySelector("[data-copy]").hidden`) {
		t.Error("there is no button to copy it")
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-copy]").click()`))
	b.waitFor(`document.querySelector("[data-copy-said]").textContent !== ""`)
	b.fill("#token", "laptop")
	b.fill("#current-password", demodata.Password)
	b.press("Create token")
	b.must("you have a token called laptop already")
	b.photograph("tokens-wrong")
}

// invited is the way into the site that somebody was invited to.
func (b *tab) invited(to string) string {
	b.Helper()
	way := regexp.MustCompile(`/join/\S+`)
	for _, mail := range storetest.Mails(b.T, b.database, to) {
		if found := way.FindString(mail.Text); found != "" {
			return found
		}
	}
	b.Fatalf("nobody invited %s", to)
	return ""
}
