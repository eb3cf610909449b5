package main

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/oauth2-proxy/mockoidc"

	"green500/cmd/green500/demodata"
	"green500/handlers/account"
	"green500/templates/fields"
	"green500/validation/review"
	"green500/web"
)

// shown is a page as somebody gets to see it.
type shown struct {
	route  string // the path of its row in web.Routes; empty if none has it
	name   string // of the pictures
	where  string // an address, then words of links on the page before, after bars
	reach  func(b *tab)
	status int64 // 200 if it is 0
}

// TestEveryRouteIsShown: a page that nobody looks at is not there.
func TestEveryRouteIsShown(t *testing.T) {
	seen := map[string]bool{}
	for _, page := range slices.Concat(pagesOf(&furnished{})...) {
		seen[page.route] = true
	}
	delete(seen, "")
	for _, route := range web.Routes(&web.Answering{}) {
		if route.Method != http.MethodGet {
			continue
		}
		reason, isNone := noPages[route.Path]
		switch {
		case isNone == seen[route.Path]:
			t.Errorf("%s has to be among the pages, or among what is none", route.Path)
		case isNone && reason == "":
			t.Errorf("why is %s no page?", route.Path)
		}
		delete(seen, route.Path)
	}
	for path := range seen {
		t.Errorf("there is no route %s", path)
	}
}

// TestEveryPageIsWorthShowing photographs every page in every look, has axe look at it, and looks at its
// fields and where the focus is.
func TestEveryPageIsWorthShowing(t *testing.T) {
	provider, err := mockoidc.Run()
	must(t, err)
	t.Cleanup(func() { must(t, provider.Shutdown()) })
	b := demonstration(t,
		account.NewProvider("Mock Keycloak", provider.Issuer(), provider.ClientID, provider.ClientSecret))
	roles := map[review.Role][]shown{}
	for i, pages := range pagesOf(furnish(b)) {
		roles[slices.Concat([]review.Role{review.Public}, review.Roles())[i]] = pages
	}
	const atOnce = 6 // pages that one tab goes through
	for role, all := range roles {
		for pages := range slices.Chunk(all, atOnce) {
			t.Run(string(role)+" "+pages[0].name, func(t *testing.T) {
				t.Parallel()
				b := b.beside(t)
				if role != review.Public {
					b.signIn(role)
				}
				for _, page := range pages {
					b.show(page)
				}
			})
		}
	}
}

// show goes to a page and looks at it.
func (b *tab) show(page shown) {
	b.Helper()
	steps := strings.Split(page.where, "|")
	if steps[0] != "" {
		b.visit(steps[0])
	}
	for _, words := range steps[1:] {
		b.press(words)
	}
	if page.reach != nil {
		page.reach(b)
	}
	b.isAt(page)
	b.photograph(page.name)
	b.fitsPaper(page.name)
	b.unfolded(func() {
		b.fieldsExplained(page.name)
		b.focusSeen(page.name)
	})
}

// fitsPaper demands that nothing is cut off if the page is printed on A4. A browser prints smaller what is wider, down
// to half.
func (b *tab) fitsPaper(name string) {
	b.Helper()
	const width, height, smaller = 688, 1000, 1.3 // what is left of A4 between the margins; letters stay readable
	b.onPaper(func() {
		b.do(chromedp.EmulateViewport(width, height)) // measuring waits for no frame
		for _, wide := range evaluate[[]string](b,
			fmt.Sprintf(`[...document.querySelectorAll("main *")].filter(e => e.checkVisibility() &&
			e.getBoundingClientRect().right > %g && !e.closest("svg, .hidden")).map(e => e.tagName + "." +
			e.className + " " + Math.round(e.getBoundingClientRect().right)).slice(0, 3)`, width*smaller)) {
			b.Errorf("%s is too wide for paper: %s", name, wide)
		}
	})
	b.do(chromedp.EmulateViewport(1280, 900))
}

var parameter = regexp.MustCompile(`:[a-z]+`)

// isAt demands that the page is the one it should be.
func (b *tab) isAt(page shown) {
	b.Helper()
	path := evaluate[string](b, "location.pathname")
	pattern := regexp.MustCompile("^" + parameter.ReplaceAllString(page.route, "[^/]+") + "$")
	if page.route != "" && !pattern.MatchString(path) {
		b.Errorf("%s is at %s, not at %s", page.name, path, page.route)
	}
	if got, want := evaluate[int64](b, `performance.getEntriesByType("navigation")[0].responseStatus`),
		cmp.Or(page.status, http.StatusOK); got != want {
		b.Errorf("%s answers %d, not %d", page.name, got, want)
	}
	if first := evaluate[string](b,
		`[...document.querySelectorAll("h1")].map(h => h.textContent.trim()).join()`); first == "" {
		b.Errorf("%s has no heading", page.name)
	} else if title := evaluate[string](b, "document.title"); !strings.HasSuffix(title, " · green500") {
		b.Errorf("%s has the title %q", page.name, title)
	}
}

// noPages are the addresses that no person looks at, each with the reason.
var noPages = map[string]string{
	"/models/simgrid/platform.xml":                     "a download",
	"/models/simgrid/platform":                         "takes a file and leads on",
	"/models/:name/figures.json":                       "data of charts",
	"/models/:name/figures.csv":                        "a download",
	"/plan.yaml":                                       "a download",
	"/trends.json":                                     "data of charts",
	"/trends.csv":                                      "a download",
	"/trends.svg":                                      "a picture",
	"/trends.png":                                      "a picture",
	"/lists/:edition/figures.json":                     "data of charts",
	"/lists/:edition/figures.csv":                      "a download",
	"/lists/:edition/figures.svg":                      "a picture",
	"/lists/:edition/figures.png":                      "a picture",
	"/systems/:id/figures.svg":                         "a picture",
	"/systems/:id/figures.png":                         "a picture",
	"/by/:column/:value/figures.svg":                   "a picture",
	"/by/:column/:value/figures.png":                   "a picture",
	"/inconsistencies.csv":                             "a download",
	"/systems/:id/figures.json":                        "data of charts",
	"/systems/:id/figures.csv":                         "a download",
	"/by/:column/:value/figures.json":                  "data of charts",
	"/by/:column/:value/figures.csv":                   "a download",
	"/compare.json":                                    "data of charts",
	"/compare.csv":                                     "a download",
	"/compare.svg":                                     "a picture",
	"/compare.png":                                     "a picture",
	"/entries/:id/chart.json":                          "data of a chart",
	"/entries/:id/window.json":                         "figures of a window of a chart",
	"/entries/:id/chart.svg":                           "a download",
	"/entries/:id/chart.csv":                           "a download",
	"/entries/:id/cite.bib":                            "a download",
	"/entries/:id/cite.json":                           "a download",
	"/entries/:id/badge.svg":                           "a drawing of the page of an entry",
	"/entries/:id/study.json":                          "data of charts",
	"/entries/:id/study.csv":                           "a download",
	"/submissions/:id/study.json":                      "data of charts",
	"/submissions/:id/study.csv":                       "a download",
	"/entries/:id/row.json":                            "a download",
	"/entries/:id/envelope.csv":                        "a download",
	"/entries/:id/envelope.json":                       "a download",
	"/submissions/:id/window.json":                     "figures of a window of a chart",
	"/submissions/:id/chart.svg":                       "a download",
	"/submissions/:id/chart.csv":                       "a download",
	"/entries/:id/report.json":                         "a download",
	"/entries/:id/platform.xml":                        "a download",
	"/submissions/:id/chart.json":                      "data of a chart",
	"/submissions/:id/report.json":                     "a download",
	"/submissions/:id/platform.xml":                    "a download",
	"/submissions/:id/compare.json":                    "for programs",
	"/submissions/:id/submission.yaml":                 "a download",
	"/submissions/:id/bundle.zip":                      "a download",
	"/submissions/:id/files/*":                         "a download",
	"/submissions/:id/manifests/:number/manifest.json": "a download",
	"/submissions/:id/manifests/:number/receipt.json":  "a download",
	"/submissions/:id/receipts/:receipt":               "a download",
	"/receipts/key":                                    "a download",
	"/audit.jsonl":                                     "a download",
	"/schema/submission.json":                          "for programs",
	"/lists/:edition/list.json":                        "a download",
	"/lists/:edition/list.csv":                         "a download",
	"/lists/:edition/errata.json":                      "a download",
	"/lists/:edition/view.csv":                         "a download",
	"/lists/:edition/view.json":                        "a download",
	"/lists/:edition/view.xlsx":                        "a download",
	"/lists/:edition/view.parquet":                     "a download",
	"/lists/:edition/errata":                           "leads on to a page",
	"/editions/:name/archive.zip":                      "a download",
	"/editions/rehearsal.csv":                          "a download",
	"/submissions/:id/verdict":                         "a part of the form",
	"/uploads/:id":                                     "a line of the page of uploads",
	"/login/openid/:provider/callback":                 "leads on to a page",
	"/robots.txt":                                      "for programs",
	"/sitemap.xml":                                     "for programs",
	"/feed.atom":                                       "for programs",
	"/account/data.json":                               "a file",
	"/guides/examples/smallest/:name":                  "a file",
	"/data/green500-lists.zip":                         "a download",
	"/data/green500-lists.zip.sha256":                  "a download",
	"/api/v1/columns":                                  "for programs",
	"/api/v1/systems/:id":                              "for programs",
	"/api/v1/lists/:name/rows":                         "for programs",
	"/api/v1/lists/:name":                              "for programs",
	"/api/v1/lists":                                    "for programs",
	"/api/openapi.json":                                "for programs",
	"/api/openapi-3.0.json":                            "for programs",
	"/api/v1/server":                                   "for programs",
	"/api/v1/submissions":                              "for programs",
	"/api/v1/submissions/:id":                          "for programs",
}

// pagesOf are the pages of a furnished demonstration: of the public, then of each role.
// The last page of a submitter is one that asks before it is left.
func pagesOf(f *furnished) [][]shown {
	return [][]shown{slices.Concat(trendPages(), publicPages(f)), slices.Concat(submitterPages(f), noticePages(),
		stepPages(f), draftPages(f)), reviewerPages(f), editorPages(), adminPages()}
}

func publicPages(f *furnished) []shown {
	return []shown{
		{route: "/", name: "front", where: "/"},
		{route: "/lists", name: "lists", where: "/lists"},
		{route: "/inconsistencies", name: "inconsistencies", where: "/inconsistencies"},
		{route: "/inconsistencies", name: "inconsistencies-wrong", where: "/inconsistencies?least=much",
			status: http.StatusUnprocessableEntity},
		{route: "/about", name: "about", where: "/about"},
		{route: "/how-to-submit", name: "how-to-submit", where: "/how-to-submit"},
		{route: "/help", name: "help", where: "/help"},
		{route: "/guides/:name", name: "guide", where: "/guides/reviewing"},
		{route: "/privacy", name: "privacy-none", where: "/privacy", status: http.StatusNotFound},
		{route: "/imprint", name: "imprint-none", where: "/imprint", status: http.StatusNotFound},
		{route: "/lists/:edition", name: "list", where: "/lists/2026-06"},
		{route: "/lists/:edition", name: "list-filtered", where: "/lists/2026-06?level=3"},
		{route: "/lists/:edition", name: "list-empty", where: "/lists/2026-06?q=nothing-like-it"},
		{route: "/lists/:edition", name: "list-all", where: "/lists/all"},
		{route: "/lists/:edition",
			name:  "list-columns",
			where: "/lists/2026-06?columns=rank,system,vendor,year,accelerator,efficiency,uncertainty,level&sort=-efficiency&efficiency_from=1"},
		{route: "/lists/:edition", name: "list-wrong", where: "/lists/2026-06?rmax_from=fast&sort=colour",
			status: http.StatusUnprocessableEntity},
		{route: "/lists/:edition", name: "list-as-released", where: "/lists/2026-06?as-of=released"},
		{route: "/lists/:edition/changes", name: "list-unchanged", where: "/lists/2026-06/changes"},
		{route: "/entries/:id", name: "entry", where: "/|Aurelia"},
		{route: "/entries/:id/study", name: "study", where: "/lists/2026-06|Pebble|Tunables study"},
		{route: "/entries/:id/study", name: "study-none", where: "/entries/1/study"},
		{route: "/rules", name: "rules", where: "/rules"},
		{route: "/rules", name: "rules-1.2", where: "/rules?edition=1.2"},
		{route: "/rules", name: "rules-none", where: "/rules?edition=1.2&severity=may"},
		{route: "/rules/:id", name: "rule", where: "/rules/machine-fraction"},
		{route: "/rules/:id", name: "rule-without-figures", where: "/rules/idle-power"},
		{route: "/retention", name: "retention", where: "/retention"},
		{route: "/rules/compare", name: "compare", where: "/rules/compare"},
		{route: "/rules/compare", name: "compare-differences", where: "/rules/compare?differences=1"},
		{route: "/api", name: "for-programs", where: "/api"},
		{route: "/data", name: "data", where: "/data"},
		{route: "/login", name: "login", where: "/login"},
		{route: "/register", name: "register", where: "/register"},
		{route: "/register/sent", name: "register-sent", where: "/register/sent"},
		{route: "/register/again", name: "register-again", where: "/register/again"},
		{route: "/confirm/:secret", name: "confirm", where: f.confirm},
		{route: "/confirm/:secret", name: "dead-link", where: "/confirm/no-such-secret", status: http.StatusGone},
		{route: "/reset", name: "reset", where: "/reset"},
		{route: "/reset/sent", name: "reset-sent", where: "/reset/sent"},
		{route: "/reset/:secret", name: "reset-password", where: f.reset},
		{route: "/first/:secret", name: "first-dead", where: "/first/no-such-secret", status: http.StatusGone},
		{route: "/address/:secret", name: "address", where: f.address},
		{route: "/join/:secret", name: "join-public", where: f.join},
		{name: "not-found", where: "/nowhere", status: http.StatusNotFound},
		{route: "/register/openid", name: "register-provider", where: "/login", reach: proveAtProvider},
		{route: "/account/openid", name: "account-provider-tie", where: "/login", reach: func(b *tab) {
			proveAtProvider(b)
			b.visit("/login?next=/account/openid")
			b.fill("#email", demodata.Address(review.Editor))
			b.fill("#password", demodata.Password)
			b.press("Sign in")
			b.visit("/account/openid")
		}},
	}
}

// trendPages are those of what lists come to.
func trendPages() []shown {
	return []shown{
		{route: "/models", name: "models", where: "/models"},
		{route: "/models/:name", name: "model-algorithmic", where: "/models/algorithmic"},
		{route: "/models/:name", name: "model-pascol", where: "/models/pascol"},
		{route: "/models/pascol/study", name: "model-study", where: "/models/pascol/study"},
		{route: "/models/merpsys/machine", name: "model-machine", where: "/models/merpsys/machine"},
		{route: "/models/simgrid/calibrate", name: "model-calibrate", where: "/models/simgrid/calibrate"},
		{route: "/models/:name", name: "model-merpsys", where: "/models/merpsys"},
		{route: "/models/:name", name: "model-simgrid", where: "/models/simgrid"},
		{route: "/models/:name", name: "model-of-entry", where: "/models/algorithmic?entry=1"},
		{route: "/models/:name", name: "model-errors", where: "/models/simgrid?entry=x&cores=none",
			status: http.StatusUnprocessableEntity},
		{route: "/trends", name: "trends", where: "/trends"},
		{route: "/trends", name: "trends-none", where: "/trends?kind=top500"},
		{route: "/trends", name: "trends-errors", where: "/trends?kind=top10&from=1999-11&to=x&edition=y",
			status: http.StatusUnprocessableEntity},
		{route: "/plan", name: "plan-empty", where: "/plan"},
		{route: "/plan", name: "plan", where: "/plan|open an example"},
		{route: "/plan", name: "plan-errors", where: "/plan?node_sets[0].nodes=many&run.core_phase_s=-1&nothing=1",
			status: http.StatusUnprocessableEntity},
		{route: "/lists/:edition/figures", name: "list-figures", where: "/lists/2026-06/figures"},
		{route: "/lists/:edition/figures", name: "list-figures-accelerator",
			where: "/lists/2026-06/figures?colour=accelerator"},
		{route: "/systems/:id", name: "system", where: "/systems/1"},
		{route: "/by/:column/:value", name: "by-country", where: "/by/country/DE"},
		{route: "/by/:column/:value", name: "by-other-series", where: "/by/country/DE?kind=top500"},
		{route: "/compare", name: "side-by-side", where: "/compare?row=2026-06:1&row=2026-06:2&row=2025-11:1"},
		{route: "/compare", name: "side-by-side-none", where: "/compare"},
		{route: "/compare", name: "side-by-side-errors",
			where:  "/compare?row=2026-06:1&row=2026-06:999&list=2026-06&rank=x",
			status: http.StatusUnprocessableEntity},
	}
}

// proveAtProvider goes from the page to sign in to a provider and comes back as somebody of whom nobody has heard.
func proveAtProvider(b *tab) {
	b.click("Sign in with Mock Keycloak")
	b.waitFor(`location.pathname === "/register/openid" && document.readyState === "complete"`)
	b.settle()
}

func submitterPages(f *furnished) []shown {
	return []shown{
		{route: "/submissions", name: "submissions", where: "/submissions"},
		{route: "/submissions/new", name: "new", where: "/submissions/new"},
		{route: "/account", name: "account", where: "/account"},
		{route: "/account/tokens", name: "tokens", where: "/account/tokens"},
		{route: "/account/webhooks", name: "webhooks", where: "/account/webhooks"},
		{route: "/sites", name: "sites", where: "/sites"},
		{route: "/sites/:id", name: "site", where: f.site},
		{route: "/equipment", name: "equipment", where: "/equipment"},
		{route: "/equipment/new", name: "equipment-new-meter", where: "/equipment/new?kind=meter"},
		{route: "/equipment/new", name: "equipment-new-system", where: "/equipment/new?kind=system"},
		{route: "/equipment/:id", name: "equipment-meter", where: f.part},
		{route: "/accounts", name: "forbidden", where: "/accounts", status: http.StatusForbidden},
	}
}

// stepPages are the steps of a submission: from nothing, and of one that is nearly whole.
func stepPages(f *furnished) []shown {
	pages := []shown{
		{route: "/submissions/:id/steps/files", name: "steps-empty-files",
			where: "/submissions/new|Start with an empty form"},
		{route: "/submissions/:id/steps/files", name: "steps-files", where: f.draft + "/steps/files"},
	}
	for _, stage := range fields.Stages()[1:] {
		const route = "/submissions/:id/steps/:stage"
		pages = append(pages, shown{route: route, name: "steps-" + stage.ID, where: f.draft + "/steps/" + stage.ID},
			shown{route: route, name: "steps-empty-" + stage.ID, where: "/submissions/new|Start with an empty form",
				reach: func(b *tab) {
					b.visit(strings.Replace(evaluate[string](b, "location.pathname"), fields.FilesStage, stage.ID, 1))
				}})
	}
	return pages
}

func draftPages(f *furnished) []shown {
	return []shown{
		{route: "/submissions/:id", name: "submission-returned", where: "/submissions|Fathom"},
		{route: "/submissions/:id/submitted", name: "submission-submitted", where: "/submissions|Larkspur",
			reach: func(b *tab) {
				b.visit(evaluate[string](b, "location.pathname") + "/submitted")
			}},
		{route: "/submissions/:id/withdraw", name: "submission-withdraw", where: "/submissions|Larkspur|Withdraw…"},
		{route: "/submissions/:id", name: "submission-withdrawn", where: "/submissions|Thistle"},
		{route: "/submissions/:id", name: "submission-ungraded", where: "/submissions|Cinnabar"},
		{route: "/submissions/:id/study", name: "study-submission", where: "/lists/2026-06|Pebble|Tunables study",
			reach: func(b *tab) {
				b.visit(strings.Replace(evaluate[string](b, "location.pathname"), "/entries/", "/submissions/", 1))
			}},
		{route: "/submissions/:id/edit", name: "form", where: "/submissions|Cinnabar|Edit|Expert view"},
		{route: "/submissions/:id/edit", name: "form-graded", where: "/submissions|Kestrel-2|Edit|Expert view"},
		{route: "/submissions/:id/log", name: "log-draft",
			where: "/submissions|Cinnabar|Edit|Expert view|Import settings"},
		{route: "/submissions/:id/uploads", name: "uploads", where: "/submissions|Cinnabar|Edit|Files"},
		{route: "/submissions/:id/uploads", name: "uploads-under-way", where: f.draft + "/uploads"},
		{route: "/submissions/:id/yaml", name: "yaml", where: "/submissions|Cinnabar|Edit|YAML"},
		{route: "/submissions/:id/parts", name: "parts",
			where: "/submissions|Cinnabar|Edit|Expert view|Insert or save equipment"},
		{route: "/submissions/:id/manifest", name: "manifest", where: "/submissions|Cinnabar|Commit to these files"},
		{route: "/submissions/:id/manifest", name: "manifest-committed", where: f.draft + "/manifest"},
		{route: "/submissions/:id/edit", name: "form-questions", where: "/submissions|Fathom|Edit|Expert view"},
		{route: "/submissions/:id/questions/:thread", name: "question-submitter",
			where: "/submissions|Fathom|All questions|Name"},
		{route: "/submissions/:id/audit", name: "entry-audit", where: f.draft + "/audit"},
		{route: "/submissions/:id/edit", name: "form-empty",
			where: "/submissions/new|Start with an empty form|Expert view"},
		{route: "/submissions/:id/edit", name: "form-errors", where: f.draft + "/edit", reach: func(b *tab) {
			b.fill(`[name="run.full_run.start"]`, "2026-05-01 10:00")
			b.fill(`[name="system.total_cores"]`, "many")
			b.press("Save")
			b.must("has no zone")
		}},
		{route: "/submissions/:id/edit", name: "form-conflict", where: f.draft + "/edit", reach: func(b *tab) {
			b.do(chromedp.Evaluate[chromedp.Void](`fetch(location.pathname.replace("edit", "fields"),
				{method: "POST", body: new URLSearchParams({path: "site.name",
				was: document.getElementsByName("site.name")[0].value, value: "Theirs", revision:
					document.getElementsByName("revision")[0].value})}).then(() => { window.elsewhere = true; })`))
			b.waitFor("window.elsewhere")
			b.enter("site.name", "Mine")
			b.waitForState("site.name", "conflict")
		}},
	}
}

func reviewerPages(f *furnished) []shown {
	return []shown{
		{route: "/review", name: "queue", where: "/review"},
		{route: "/review", name: "queue-all", where: "/review?state=all&sort=worst"},
		{route: "/review", name: "queue-empty", where: "/review?q=nothing-like-it"},
		{route: "/review/conflicts", name: "conflicts", where: "/review/conflicts"},
		{route: "/submissions/:id", name: "review", where: "/review|Sandpiper"},
		{route: "/submissions/:id/compare", name: "revisions", where: f.revised + "/compare"},
		{route: "/submissions/:id", name: "revised", where: f.revised},
		{route: "/submissions/:id", name: "revision-old", where: f.revised + "?revision=1"},
		{route: "/submissions/:id/questions", name: "questions", where: "/review|Sandpiper|All questions"},
		{route: "/submissions/:id/questions", name: "questions-none", where: "/review|Sandpiper|All questions|Settled"},
		{route: "/submissions/:id/questions/new", name: "question-form", where: "/review|Sandpiper|Ask a question"},
		{route: "/submissions/:id/questions/:thread", name: "question",
			where: "/review|Sandpiper|All questions|Finding machine-fraction"},
		{route: "/join/:secret", name: "join", where: f.join},
	}
}

func editorPages() []shown {
	return []shown{
		{route: "/submissions/:id/reviewer", name: "reviewer", where: "/review|Sandpiper|Assign"},
		{route: "/review/assign", name: "assign", where: "/review/assign"},
		{route: "/editions", name: "editions", where: "/editions"},
		{route: "/editions/:name", name: "edition-desk", where: "/editions/2026-11"},
		{route: "/editions/:name", name: "edition-desk-published", where: "/editions/2026-06"},
		{route: "/editions/:name/preview", name: "edition-preview", where: "/editions/2026-11/preview"},
		{route: "/lists/:edition/errata/:id", name: "erratum-form", where: "/lists/2026-06|Correct entry"},
		{route: "/editions/rehearsal", name: "rehearsal-form", where: "/editions/rehearsal"},
		{route: "/editions/rehearsal", name: "rehearsal", where: "/editions/rehearsal?methodology=1.2"},
	}
}

func adminPages() []shown {
	return []shown{
		{route: "/accounts", name: "accounts", where: "/accounts"},
		{route: "/accounts/:id/erase", name: "account-erase", where: "/accounts|Erase"},
		{route: "/outbox", name: "outbox", where: "/outbox"},
		{route: "/server", name: "server", where: "/server"},
		{route: "/server/jobs", name: "server-jobs", where: "/server/jobs"},
		{route: "/audit", name: "audit", where: "/audit"},
		{route: "/audit", name: "audit-none", where: "/audit?person=nobody-of-that-name"},
		{route: "/audit", name: "audit-errors", where: "/audit?entry=x&from=yesterday",
			status: http.StatusUnprocessableEntity},
		{route: "/lists/:edition", name: "list-admin", where: "/lists/2026-06"},
	}
}
