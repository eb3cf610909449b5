package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"green500/validation/review"
)

// addresses are those that every visit begins with, in their order.
func (d *goldenDemo) addresses() []string {
	d.Helper()
	text, err := os.ReadFile(filepath.Join(goldenFolder, "addresses"))
	must(d.T, err)
	var all []string
	for _, address := range strings.Fields(string(text)) {
		if !strings.Contains(address, "ENTRY") {
			all = append(all, address)
			continue
		}
		for _, id := range d.entries {
			all = append(all, strings.ReplaceAll(address, "ENTRY", id))
		}
	}
	return append(all, d.begin...)
}

// visitAs visits what a role can reach: the addresses of testdata/golden/addresses, and from each page on what it links
// to. Of links that are alike, the first are followed; and what is the same for everybody is for the public alone.
func (d *goldenDemo) visitAs(role review.Role, g *golden) {
	d.Helper()
	const fewLinks = 2
	cookie := d.signIn(role)
	known, alike := map[string]bool{}, map[string]int{}
	var queue []string
	for _, address := range d.addresses() {
		if role == review.Public || !isDownload(address) {
			queue = append(queue, address)
			known[address] = true
		}
	}
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		answer := d.ask(cookie, address)
		g.put(string(role)+"/"+strings.ReplaceAll(d.named(address), "/", "~"), d.answered(answer))
		for _, link := range linksOf(answer) {
			kind := kindOf(link)
			if known[link] || alike[kind] >= fewLinks || (role != review.Public && isPublic(link)) ||
				(isDownload(link) && strings.Contains(link, "?")) {
				continue
			}
			known[link] = true
			alike[kind]++
			queue = append(queue, link)
		}
	}
}

// isPublic reports whether an address shows everybody the same, but for the head of the page.
func isPublic(address string) bool {
	return publicPlaces.MatchString(address)
}

// isDownload reports whether an address is that of a file that is the same for everybody.
func isDownload(address string) bool {
	file, _, _ := strings.Cut(address, "?")
	return isPublic(address) && (path.Ext(file) != "" || strings.HasPrefix(address, "/api/v1/"))
}

var publicPlaces = regexp.MustCompile(
	`^/(lists|by|systems|models|trends|compare|rules|plan|api/v1/(lists|systems|columns)|api/openapi|schema|feed|sitemap|robots)\b`)

var linked = regexp.MustCompile(`(?:href|src|data-[a-z-]+)="(/[^"#]*)`)

// linksOf are the addresses of this server that a page names, without files that never change.
func linksOf(answer *httptest.ResponseRecorder) []string {
	if !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
		return nil
	}
	var links []string
	for _, found := range linked.FindAllStringSubmatch(answer.Body.String(), -1) {
		if link := html.UnescapeString(found[1]); !strings.HasPrefix(link, "/static/") &&
			!strings.HasPrefix(link, "//") {
			links = append(links, link)
		}
	}
	return links
}

var ofOneKind = regexp.MustCompile(`[0-9a-f]{32,}|[A-Z2-7]{26}|\d+(-\d+)?`)

// kindOf is what an address has in common with those alike.
func kindOf(link string) string {
	at, err := url.Parse(link)
	if err != nil {
		return link
	}
	var keys []string
	for key := range at.Query() {
		keys = append(keys, ofOneKind.ReplaceAllString(key, "N"))
	}
	slices.Sort(keys)
	steps := strings.Split(at.Path, "/")
	if len(steps) > 2 && slices.Contains([]string{"by", "rules", "models"}, steps[1]) {
		steps[len(steps)-1] = "NAME"
	}
	if len(keys) > 1 {
		keys = []string{"several"}
	}
	return ofOneKind.ReplaceAllString(strings.Join(steps, "/"), "N") + "?" + strings.Join(keys, "&")
}

// answered is an answer without what differs from run to run.
func (d *goldenDemo) answered(answer *httptest.ResponseRecorder) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d\n", answer.Code)
	header := answer.Header()
	for _, name := range slices.Sorted(maps.Keys(header)) {
		if !slices.Contains([]string{"X-Request-Id", "Set-Cookie", "Content-Length", "Date"}, name) {
			fmt.Fprintf(&text, "%s: %s\n", name, strings.Join(header[name], ", "))
		}
	}
	text.WriteString("\n")
	text.WriteString(bodyText(header.Get("Content-Type"), answer.Body.Bytes()))
	return d.named(text.String())
}

// bodyText is a body as text: a page without needless blanks and a tag a line, an archive as a list, and of other bytes
// their digest.
func bodyText(kind string, body []byte) string {
	switch {
	case strings.HasPrefix(kind, "text/html"):
		return strings.ReplaceAll(strings.Join(strings.Fields(string(body)), " "), "<", "\n<")
	case bytes.HasPrefix(body, []byte("PK\x03\x04")):
		return archived(body)
	case utf8.Valid(body):
		return string(body)
	}
	return fmt.Sprintf("%d bytes, %s", len(body), shortSum(string(body)))
}

func archived(body []byte) string {
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return err.Error()
	}
	var text strings.Builder
	for _, file := range archive.File {
		opened, err := file.Open()
		if err != nil {
			return err.Error()
		}
		content, err := io.ReadAll(opened)
		if err != nil {
			return err.Error()
		}
		fmt.Fprintf(&text, "== %s %s\n", file.Name, file.Modified.UTC().Format(time.RFC3339))
		if path.Ext(file.Name) == ".csv" || !utf8.Valid(content) {
			fmt.Fprintf(&text, "%d bytes, %s\n", len(content), shortSum(string(content)))
			continue
		}
		text.Write(content)
	}
	return text.String()
}

// unsteady is what differs from run to run, and what stands in its place. What a line has to hold is looked for first:
// to match every line takes longer than to make the page.
var unsteady = []struct {
	hint string
	what *regexp.Regexp
	by   string
}{
	{"", regexp.MustCompile(`\b[A-Z2-7]{26}\b`), "SECRET"},
	{"", regexp.MustCompile(`[A-Za-z0-9+/]{86}==`), "SIGNATURE"},
	{"", regexp.MustCompile(`[A-Za-z0-9+/]{43}=`), "KEY"},
	{"$argon2id$", regexp.MustCompile(`\$argon2id\$[^\s"|]+`), "PASSWORD"},
	{"g5_", regexp.MustCompile(`\bg5_[A-Z2-7]{4}\b`), "HINT"},
	{`DIGEST">`, regexp.MustCompile(`(DIGEST">)[0-9a-f]+`), "${1}SHORT"},
	{"?v=", regexp.MustCompile(`(/static/[^"?]+)\?v=[0-9a-f]+`), "$1?v=HASH"},
	{"Etag: ", regexp.MustCompile(`^Etag: .*`), "Etag: HASH"},
	// the clock of the demonstration goes on with each look at it
	{"Z", regexp.MustCompile(`(T\d\d:\d\d:\d\d)\.\d+Z`), "${1}Z"},
	{"B free", regexp.MustCompile(`[0-9.]+ [kMGT]?B free`), "SOME free"}, // on the disk of this machine
}

var hexWord = regexp.MustCompile(`[0-9a-f]{32,}`)

// named puts names in the place of digests that depend on how the rules are written, of keys and of secrets.
func (d *goldenDemo) named(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		long := hasLongWord(line)
		if long {
			line = hexWord.ReplaceAllStringFunc(withoutDigests(line), d.nameOf)
		}
		for _, one := range unsteady {
			if (one.hint == "" && long) || (one.hint != "" && strings.Contains(line, one.hint)) {
				line = one.what.ReplaceAllString(line, one.by)
			}
		}
		out.WriteString(line)
	}
	return out.String()
}

// nameOf is what stands in the place of a long number: the id of an upload, or a digest that is not the same in every
// run.
func (d *goldenDemo) nameOf(digits string) string {
	const ofUpload, ofDigest = 32, 64
	switch {
	case len(digits) == ofUpload:
		return "UPLOAD"
	case len(digits) == ofDigest && !d.steady[digits]:
		return "DIGEST"
	}
	return digits
}

// hasLongWord reports whether a text holds a word as long as a secret.
func hasLongWord(text string) bool {
	const shortest = 26
	run := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c == '+', c == '/':
			if run++; run >= shortest {
				return true
			}
		default:
			run = 0
		}
	}
	return false
}
