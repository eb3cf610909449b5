package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/validation/document"
	"green500/validation/document/sample"
)

// newcomer is somebody who has never seen the methodology, with a machine, what was measured of it, and
// a way to work a browser.
type newcomer struct {
	*tab
	hand   hand
	name   string // of the way, for the pictures
	width  int64
	fields map[string]string // what the person knows of the machine, by path
	files  []string
	shot   int
}

// TestFirstSubmission goes from registering to a submitted Level 2 entry.
func TestFirstSubmission(t *testing.T) {
	t.Parallel()
	ways := []struct {
		name          string
		hand          hand
		width, height int64
		scheme        string
	}{
		{"pointer", pointer{}, 1280, 900, "light"},
		{"keyboard", keys{}, 1280, 900, "light"},
		{"phone", pointer{}, 390, 844, "dark"},
	}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			b := demonstration(t)
			b.do(chromedp.EmulateViewport(way.width, way.height))
			b.scheme(way.scheme)
			b.answerChoices()
			clean := sample.Clean(2, "2.0")
			n := &newcomer{tab: b, hand: way.hand, name: way.name, width: way.width,
				fields: document.Fields(&clean.Entry), files: measured(t, clean.Files)}
			n.register()
			n.foundSite()
			n.begin()
			n.upload()
			n.mapLog()
			n.fillIn()
			n.mend()
			n.submit()
		})
	}
}

// measured is what came of the run, in a folder: a log whose times name no zone and whose columns no
// unit, as many devices write them, what HPL printed, and data sheets.
func measured(t *testing.T, files map[string][]byte) []string {
	t.Helper()
	folder := t.TempDir()
	var names []string
	for name, content := range files {
		if name == "meter.csv" {
			content = bytes.ReplaceAll(content, []byte("+01:00"), nil)
			content = bytes.Replace(content, []byte("time,compute,head_nodes,storage"),
				[]byte("Zeit,rack row A,login,disks"), 1)
		}
		const readable = 0o644
		names = append(names, filepath.Join(folder, name))
		must(t, os.WriteFile(names[len(names)-1], content, readable))
	}
	return names
}

// keep looks at what is seen now, and demands that nothing has to be moved sideways.
func (n *newcomer) keep(name string) {
	n.Helper()
	n.settle()
	n.narrow(name, look{name: n.name, width: n.width})
	n.shot++
	n.keepPicture(fmt.Sprintf("first-%s-%02d-%s", n.name, n.shot, name))
}

func (n *newcomer) follow(words string) { n.Helper(); n.tab.follow(n.hand, named(words)) }

func (n *newcomer) write(by, text string) { n.Helper(); n.tab.write(n.hand, selected(by), text) }

func (n *newcomer) register() {
	n.Helper()
	const email = "robin@centre.example.org"
	n.visit("/")
	n.keep("home")
	n.follow("Sign in")
	n.keep("login")
	n.follow("Register")
	n.write("#name", "Robin Example")
	n.write("#email", email)
	n.write("#affiliation", "Example Computing Centre")
	n.keep("register")
	n.tab.follow(n.hand, selected("main form button"))
	n.must("Look into your mail")
	n.keep("register-sent")
	n.visit(n.mailed(email))
	n.write("#password", "seven green lamps")
	n.keep("confirm")
	n.tab.follow(n.hand, selected("main form button"))
	n.must("Your address is confirmed")
	n.keep("confirmed")
}

func (n *newcomer) foundSite() {
	n.Helper()
	n.follow("Sites")
	n.keep("sites")
	n.write("#name", "Example Computing Centre")
	n.write("#country", "DE")
	n.write("#url", "https://centre.example.org")
	n.follow("Create site")
	n.must("you are a keeper")
	n.keep("site")
}

func (n *newcomer) begin() {
	n.Helper()
	n.follow("New submission")
	n.must("2026-11")
	n.keep("new")
	n.follow("Start with an empty form")
	n.follow("Expert view")
	n.must("Not graded yet")
	n.wrongLinks()
	n.keep("form-empty")
	n.set(n.hand, "claimed_level", "2")
	n.follow("Save")
	n.keep("form-level-2")
}

func (n *newcomer) upload() {
	n.Helper()
	n.give(n.hand, selected("#upload-files"), n.files...)
	n.waitFor(fmt.Sprintf(`document.querySelectorAll("[data-upload][data-state=kept]").length === %d`, len(n.files)))
	n.waitFor(`document.querySelector("#form-held a[href*='log?']")`)
	n.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#form-files").scrollIntoView()`))
	n.keep("uploaded")
}

// mapLog says how the log is read, once for each of its columns.
func (n *newcomer) mapLog() {
	n.Helper()
	columns := []struct{ name, of string }{{"rack row A", "compute"}, {"login", "head_nodes"}, {"disks", "storage"}}
	form := evaluate[string](n.tab, "location.pathname")
	for i, column := range columns {
		if i > 0 {
			n.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#form-files").scrollIntoView()`))
		}
		n.tab.follow(n.hand, selected("#form-held a[href*='meter.csv']"))
		if i == 0 {
			n.keep("log")
		}
		n.readColumn(column.name)
		n.keep("log-" + column.of)
		if i == 0 {
			n.follow("Use these settings")
		} else {
			n.follow("Add as new series")
		}
		if at := evaluate[string](n.tab, "location.pathname"); at != form {
			n.Fatalf("the reading is not taken: %s\n%s", at,
				evaluate[string](n.tab, "document.body.innerText.slice(0, 2000)"))
		}
		n.keep("log-" + column.of + "-taken")
		n.fields[fmt.Sprintf("series[%d].value", i)] = column.name
		n.fields[fmt.Sprintf("series[%d].time", i)] = "Zeit"
		n.fields[fmt.Sprintf("series[%d].timezone", i)] = "Europe/Berlin"
	}
}

// readColumn says on the page of the log which column is meant, its unit and the zone of its times.
func (n *newcomer) readColumn(name string) {
	n.Helper()
	reading := func(path string) string { return fmt.Sprintf(`document.querySelector("[name='series[0].%s']")`, path) }
	set := func(path, value string) {
		n.Helper()
		now := evaluate[string](n.tab, reading(path)+".value")
		if now == value {
			return
		}
		n.Logf("%s: %s is %q and has to be %q", name, path, now, value)
		n.unfold(n.hand, reading(path))
		if evaluate[bool](n.tab, reading(path)+`.matches("select")`) {
			n.hand.pick(n.tab, reading(path), value)
		} else {
			n.tab.write(n.hand, reading(path), value)
		}
	}
	set("value", name)
	set("quantity", "power")
	set("unit", "W")
	set("timezone", "Europe/Berlin")
	set("stamp", "end")
	n.follow("Update preview")
}

// leftOut are fields that the newcomer passes over, until the verdict names them.
func leftOut() []string {
	return []string{"meters[0].sampling_hz", "environment.inlet_c"}
}

// fillIn types what is known of each field: first of those that stand alone, then group by group.
func (n *newcomer) fillIn() {
	n.Helper()
	known := maps.Clone(n.fields)
	for _, path := range leftOut() {
		delete(known, path)
	}
	n.fillPart(known, "")
	n.keep("filled-general")
	for _, group := range []string{"node_sets", "subsystems", "meters", "series", "idle", "attachments"} {
		for item := 0; holds(known, fmt.Sprintf("%s[%d].", group, item)); item++ {
			prefix := fmt.Sprintf("%s[%d].", group, item)
			if !evaluate[bool](n.tab, fmt.Sprintf(`document.querySelector("[data-field^='%s']")`, prefix)+" !== null") {
				n.tab.follow(n.hand, selected("button[value='add:"+group+"']"))
			}
			n.fillPart(known, prefix)
			n.wrongLinks()
		}
		n.keep("filled-" + group)
	}
}

// fillPart types what is known of the fields whose path begins with a prefix; of those that are of no group
// if there is none.
func (n *newcomer) fillPart(known map[string]string, prefix string) {
	n.Helper()
	for _, path := range evaluate[[]string](n.tab,
		`[...document.querySelectorAll("[data-field]")].map(e => e.dataset.field)`) {
		value, told := known[path]
		if told && (prefix != "" || !strings.Contains(path, "[")) && strings.HasPrefix(path, prefix) &&
			evaluate[string](n.tab, valueOf(path)) != value {
			n.set(n.hand, path, value)
		}
	}
}

// valueOf is a script for what a field holds.
func valueOf(path string) string {
	return `(e => e.type === "checkbox" ? String(e.checked) : e.value)(` + field(path) + ")"
}

func holds(known map[string]string, prefix string) bool {
	for path := range known {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}

// mend does what the verdict says is next, until Level 2 is granted.
func (n *newcomer) mend() {
	n.Helper()
	const graded = `document.querySelector("#verdict .level-now") &&
		!document.querySelector("#verdict").innerText.includes("are being graded")`
	n.waitFor(graded)
	for round := range len(leftOut()) + 3 {
		n.waitFor(`document.querySelector("#verdict").innerText.match(/Nothing more for Level 2/) ||
			document.querySelector("#verdict > .steps a")`)
		if evaluate[bool](n.tab, `document.querySelector("#verdict").innerText.includes("Nothing more for Level 2")`) {
			break
		}
		const first = `(document.querySelector("#verdict > .steps li") || {}).innerText`
		next := evaluate[string](n.tab, first)
		n.Log("next: ", next)
		n.keep("next-" + strconv.Itoa(round+1))
		href := evaluate[string](n.tab, `document.querySelector("#verdict > .steps a").hash`)
		n.touch(n.hand, selected("#verdict > .steps a"))
		n.waitFor(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, href))
		n.keep("next-" + strconv.Itoa(round+1) + "-field")
		path := evaluate[string](n.tab, fmt.Sprintf(`document.querySelector(%q).dataset.field || ""`, href))
		if n.fields[path] == "" {
			n.Fatalf("the verdict leads to %s (%s), of which nothing is known:\n%s", href, path,
				evaluate[string](n.tab, `document.querySelector("#verdict").innerText`))
		}
		n.set(n.hand, path, n.fields[path])
		n.waitFor(fmt.Sprintf("%s !== %q", first, next))
	}
	n.waitFor(`document.querySelector("#verdict .level-now").innerText.includes("2") &&
		document.querySelector("#verdict").innerText.includes("Nothing more for Level 2")`)
	n.wrongLinks()
	n.keep("level-2")
}

func (n *newcomer) submit() {
	n.Helper()
	n.follow("Check the findings and submit")
	n.must("Level 2 granted under 2.0")
	n.keep("entry")
	n.follow("Submit for review")
	n.must("submitted")
	n.keep("submitted")
	n.follow("Sign out")
	n.must("Sign in")
	n.keep("signed-out")
}
