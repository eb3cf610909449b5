package web_test

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/templates/pagetest"
)

// leastModelRows is how many numbers of the publications the table holds at least.
const leastModelRows = 60

// TestNumbersOfThePublications reads each number of testdata/models.csv from the page of its model, as a reader would,
// and holds it to the publication's within the deviation that the row allows and explains.
func TestNumbersOfThePublications(t *testing.T) {
	h := open(t)
	file, err := os.Open("testdata/models.csv")
	must(t, err)
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	must(t, err)
	if len(rows) <= leastModelRows {
		t.Errorf("%d rows", len(rows)-1)
	}
	pages := map[string]string{}
	for _, row := range rows[1:] {
		source, where, address, part, result, reason := row[0], row[1], row[2], row[3], row[4], row[7]
		if reason == "" {
			t.Errorf("%s, %s: no reason for the deviation", source, where)
		}
		if pages[address] == "" {
			pages[address] = h.read(t, "public", address)
		}
		want, err := strconv.ParseFloat(row[5], 64)
		must(t, err)
		within, err := strconv.ParseFloat(row[6], 64)
		must(t, err)
		got := modelResult(t, pages[address], part, result)
		if row, column, ofTable := strings.Cut(result, " | "); ofTable {
			got = cellOf(t, pages[address], part, row, column)
		}
		if !(math.Abs(got-want) <= within+1e-9) {
			t.Errorf("%s, %s: %v, the publication has %v ± %v", source, where, got, want, within)
		}
	}
}

// modelResult is a number of the results of a part of a model, as the page prints it; not a number if there is none.
func modelResult(t *testing.T, page, part, result string) float64 {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	for _, section := range pagetest.Elements(root, "section") {
		if pagetest.Attribute(section, "aria-labelledby") != "part-"+part {
			continue
		}
		for _, row := range pagetest.Elements(section, "tr") {
			heads, cells := pagetest.Elements(row, "th"), pagetest.Elements(row, "td")
			if len(heads) != 1 || len(cells) != 2 || strings.TrimSpace(pagetest.TextOf(heads[0])) != result {
				continue
			}
			number, _, _ := strings.Cut(strings.TrimSpace(pagetest.TextOf(cells[0])), " ")
			value, err := strconv.ParseFloat(strings.NewReplacer(",", "", "−", "-").Replace(strings.TrimSpace(number)),
				64)
			must(t, err)
			return value
		}
	}
	return math.NaN()
}

// cellOf is the number in a row and a column of the table of a section, by their heads; not a number if there is none.
func cellOf(t *testing.T, page, section, row, column string) float64 {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	text := func(n *html.Node) string { return strings.Join(strings.Fields(pagetest.TextOf(n)), " ") }
	for _, part := range pagetest.Elements(root, "section") {
		if pagetest.Attribute(part, "aria-labelledby") != section {
			continue
		}
		at := -1
		for _, line := range pagetest.Elements(part, "tr") {
			cells := pagetest.Elements(line, "th", "td")
			if at < 0 {
				at = slices.IndexFunc(cells, func(n *html.Node) bool { return text(n) == column })
			}
			if at >= 0 && text(cells[0]) == row {
				value, err := strconv.ParseFloat(text(cells[at]), 64)
				must(t, err)
				return value
			}
		}
	}
	return math.NaN()
}

// TestModelsAreLinked: the pages of entries, systems and plans lead to the models with their numbers, and the models
// lead back.
func TestModelsAreLinked(t *testing.T) {
	h := open(t)
	const planned = "/plan?node_sets%5B0%5D.nodes=100&node_sets%5B0%5D.power_per_node_w=500&node_sets%5B0%5D.idle_per_node_w=200&run.core_phase_s=3600"
	for _, c := range []struct{ visitor, page, link, marked, back string }{
		{"public", "/entries/LISTED", "/models/algorithmic?entry=LISTED#part-clock", "from the entry",
			"/entries/LISTED"},
		{"submitter", "/submissions/WAITING", "/models/merpsys?entry=WAITING#part-run", "from the entry",
			"/submissions/WAITING"},
		{"public", "/systems/MACHINE", "/models?entry=", "", "/entries/"},
		{"public", planned, "/models/algorithmic?plan=", "from the plan", "/plan?"},
	} {
		text := h.read(t, c.visitor, h.address(c.page))
		_, after, found := strings.Cut(text, `href="`+h.address(c.link))
		if !found {
			t.Errorf("%s does not lead to %s", c.page, c.link)
			continue
		}
		rest, _, _ := strings.Cut(after, `"`)
		model := h.read(t, c.visitor, html.UnescapeString(h.address(c.link)+rest))
		if !strings.Contains(model, `href="`+h.address(c.back)) || !strings.Contains(model, c.marked) {
			t.Errorf("%s%s does not lead back to %s, or marks nothing %q", c.link, rest, c.back, c.marked)
		}
	}
	if page := h.read(t, "public", h.address("/models/merpsys?system=MACHINEID")); !strings.Contains(page,
		h.address(`href="/systems/MACHINEID"`)) || !strings.Contains(page, "from the publication") {
		t.Error("a model that starts from a system does not lead back to it")
	}
}

// textOfRows is the text of the rows of all tables of a page.
func textOfRows(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	var text strings.Builder
	for _, row := range pagetest.Elements(root, "tr") {
		for _, cell := range pagetest.Elements(row, "th", "td") {
			text.WriteString(pagetest.TextOf(cell) + " ")
		}
		text.WriteString("\n")
	}
	return text.String()
}
