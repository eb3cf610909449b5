package main

import (
	"cmp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"green500/cmd/green500/demodata"
	"green500/handlers/account"
	"green500/validation/review"
)

// headerLine is the height of a header of one line, in pixels.
const headerLine = 48

// headerHeight is what the header of a page measures.
const headerHeight = `Math.round(document.querySelector("header.site").getBoundingClientRect().height)`

// TestTheMenuFitsOneLine signs every role in, without and with an address to go to, and measures the header at 1,280 px
// where it is fullest: with a long name and more unread notices than are counted.
func TestTheMenuFitsOneLine(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	for _, role := range append([]review.Role{review.Public}, review.Roles()...) {
		if role != review.Public {
			b.signIn(role)
			if got, want := evaluate[string](b, "location.pathname"), account.Landings()[role]; got != want {
				b.Errorf("signing in as %s leads to %s, want %s", role, got, want)
			}
		}
		// whose styles differ
		for _, page := range []string{"/", "/submissions", "/submissions/new", "/submissions|Osprey",
			"/plan", "/rules"} {
			if role == review.Public && strings.HasPrefix(page, "/submissions") ||
				role != review.Submitter && strings.Contains(page, "|") {
				continue
			}
			address, link, _ := strings.Cut(page, "|")
			b.screen(1280, 900)
			if b.visit(address); link != "" {
				b.press(link)
			}
			if got := evaluate[int](b, headerHeight); got > headerLine {
				b.Errorf("the header of %s at %s is %d px high; one line is %d", role, page, got, headerLine)
			}
		}
		for _, width := range []int64{1280, 1920} {
			b.screen(width, 900)
			b.visit(cmp.Or(account.Landings()[role], "/"))
			b.do(chromedp.Evaluate[chromedp.Void](`(() => {
				const name = document.querySelector(".who-name"), notices = document.querySelector(".who > a");
				if (!name) return;
				name.textContent = "Maximiliane Featherstonehaugh-Wolfeschlegelstein";
				notices.innerHTML = 'Notices <span class="unread-count">99+</span>'; })()`))
			if got := evaluate[int](b, headerHeight); got > headerLine {
				b.Errorf("the header of %s at %d px is %d px high; one line is %d", role, width, got, headerLine)
			}
			b.axe("header of " + string(role))
			b.axeOfMenus("header of " + string(role))
		}
		b.screen(390, 844)
		b.narrow("header of "+string(role), look{name: "phone", width: 390})
		if got := evaluate[int](b, headerHeight); got > headerLine {
			b.Errorf("the folded header of %s on a phone is %d px high; one line is %d", role, got, headerLine)
		}
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".menu").open = true`))
		b.axe("header of " + string(role) + " on a phone")
		b.axeOfMenus("header of " + string(role) + " on a phone")
		b.screen(1280, 900)
	}
}

// TestTheMenuIsUsedByKeyboard unfolds the menus with the Enter key and follows links in them; of two menus one is open.
func TestTheMenuIsUsedByKeyboard(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.screen(1280, 900)
	b.signIn(review.Admin)
	enter := func(element string) {
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("`+element+`").focus()`),
			chromedp.KeyEvent(kb.Enter))
	}
	enter(".account-menu > summary")
	b.waitFor(`document.querySelector(".account-menu").open &&
		document.querySelector(".account-menu button").checkVisibility()`)
	enter(".more-menu > summary")
	b.waitFor(`document.querySelector(".more-menu").open && !document.querySelector(".account-menu").open`)
	b.do(chromedp.KeyEvent(kb.Tab))
	if got := evaluate[string](b, "document.activeElement.textContent"); got != "Outbox" {
		t.Errorf("behind the menu the focus is on %q", got)
	}
	b.do(chromedp.Evaluate[chromedp.Void]("window.left = true"), chromedp.KeyEvent(kb.Enter))
	b.arrive()
	if got := evaluate[string](b, "location.pathname"); got != "/outbox" {
		t.Errorf("the link leads to %s", got)
	}
}

// TestSigningInGoesWhereItWasAskedTo keeps the address that a visitor wanted before they signed in.
func TestSigningInGoesWhereItWasAskedTo(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/account/tokens")
	b.fill("input[name=email]", demodata.Address(review.Editor))
	b.fill("input[name=password]", demodata.Password)
	b.press("Sign in")
	if got := evaluate[string](b, "location.pathname"); !strings.HasPrefix(got, "/account/tokens") {
		t.Errorf("signing in leads to %s", got)
	}
}
