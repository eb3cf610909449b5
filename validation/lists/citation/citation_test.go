package citation

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"green500/validation/power"
)

func work() Work {
	return Work{
		Entry: 7, System: "Example-1", Site: "Example Centre", Country: "DE", Edition: "2026-11", Rank: 3,
		Efficiency: 67.649, Uncertainty: new(0.7123), Rmax: 9.95e6, Power: power.Watts(147_100),
		Level: 3, Methodology: "2.0", ListHash: "9f3c", Address: "https://green500.example/entries/7",
		Released: time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC),
		Since:    time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC),
	}
}

// takenOut is the same after two errata, of which the later one is of another entry.
func takenOut() Work {
	w := work()
	w.Rank, w.Errata, w.TakenOut, w.Since = 0, 2, time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 12, 9, 0, 0, 0, 0, time.UTC)
	return w
}

func TestACitationSaysWhatIsCited(t *testing.T) {
	corrected := work()
	corrected.Errata, corrected.Since, corrected.Waived, corrected.Uncertainty, corrected.Country = 1,
		time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), true, nil, ""
	for _, c := range []struct {
		of         Work
		text, says string
	}{
		{work(), "Example-1 (Example Centre, DE). Green500 list of 2026-11, rank 3: 67.65 ± 0.71 GFlops/W, Level 3 " +
			"under methodology 2.0. Released 2026-11-17. SHA-256 of the list 9f3c. https://green500.example/entries/7",
			"Green500 2026-11 · #3 · 67.6 GFlops/W · L3"},
		{corrected, "Example-1 (Example Centre). Green500 list of 2026-11, rank 3: 67.65 GFlops/W, Level " +
			"3 under methodology 2.0 with a waiver. Released 2026-11-17. SHA-256 of the list 9f3c, as corrected on " +
			"2026-12-01. https://green500.example/entries/7", "Green500 2026-11 · #3 · 67.6 GFlops/W · L3"},
		{takenOut(), "Example-1 (Example Centre, DE). Green500 list of 2026-11, taken out of the list by an erratum " +
			"of 2026-12-01: 67.65 ± 0.71 GFlops/W, Level 3 under methodology 2.0. Released 2026-11-17. " +
			"SHA-256 of the list 9f3c, as corrected on 2026-12-09. https://green500.example/entries/7",
			"Green500 2026-11 · taken out by an erratum"},
	} {
		if got := c.of.Text(); got != c.text {
			t.Errorf("got  %s\nwant %s", got, c.text)
		}
		if got := c.of.BadgeText(); got != c.says {
			t.Errorf("the badge says %q, want %q", got, c.says)
		}
	}
}

func TestWhatTeXReads(t *testing.T) {
	for text, want := range map[string]string{
		"plain Text 1-2, (3); 4/5": "plain Text 1-2, (3); 4/5",
		`100 % of R&D_#1 $5 ~ ^`:   `100 \% of R\&D\_\#1 \$5 \textasciitilde{} \textasciicircum{}`,
		`\input{/etc/passwd}`:      `\textbackslash{}input\textbraceleft{}/etc/passwd\textbraceright{}`,
		`}, author = {x`:           `\textbraceright{}, author = \textbraceleft{}x`,
		"a\nb\tc\x00d\u2028e":      "a b c d e",
		`"it's" <a|b> @x`: `\textquotedbl{}it\textquotesingle{}s\textquotedbl{} ` +
			`\textless{}a\textbar{}b\textgreater{} {@}x`,
		"Jülich, Ørsted, Ångström": `J{\"u}lich, {\O}rsted, {\AA}ngstr{\"o}m`,
		"Besançon, Łódź, Plzeň":    `Besan{\c c}on, {\L}{\'o}d{\'z}, Plze{\v n}`,
		"São Paulo, Győr, Zürich":  `S{\~a}o Paulo, Gy{\H o}r, Z{\"u}rich`,
		"67.6 ± 0.7 – 3 °C":        `67.6 \textpm{} 0.7 \textendash{} 3 \textdegree{}C`,
		"富岳 Київ":                  "富岳 Київ",
	} {
		if got := tex(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
	if got := texURL("https://x.example/a b{c}\\d\n"); got != "https://x.example/a%20b%7Bc%7D%5Cd%0A" {
		t.Errorf("the address is written %q", got)
	}
	for accent, pairs := range accents() {
		if pair := []rune(pairs); len(pair)%2 != 0 {
			t.Errorf("the letters of %q are no pairs", accent)
		}
	}
}

const bibTeX = `@misc{green500-2026-11-entry-7,
  title = {{Example-1 in the Green500 list of 2026-11}},
  author = {{Example Centre}},
  year = {2026},
  month = {11},
  howpublished = {Green500 list of 2026-11},
  note = {rank 3; 67.65 \textpm{} 0.71 GFlops/W; Level 3 under methodology 2.0; SHA-256 of the list 9f3c},
  url = {https://green500.example/entries/7},
}
`

func TestBibTeX(t *testing.T) {
	if got := work().BibTeX(); got != bibTeX {
		t.Errorf("got\n%s", got)
	}
}

// hostile are names that somebody might give a system to break what it is written into.
func hostile() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		`</title><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `}}, url = {javascript:1`,
		`](javascript:alert(1)) [`, "a\x00\x0b\uffffb", `]]>&amp;&#0;`, "x\ny\r\nz", `\write18{rm}`, "\xff\xfe",
	}))
}

// TestNoNameBreaksWhatItIsWrittenInto: BibTeX keeps its braces, a badge its elements, a link its address.
func TestNoNameBreaksWhatItIsWrittenInto(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := work()
		w.System, w.Site = hostile().Draw(t, "system"), hostile().Draw(t, "site")
		if rapid.Bool().Draw(t, "taken out") {
			w.Rank = 0
		}
		depth := 0
		for _, letter := range w.BibTeX() {
			switch letter {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth < 0 {
				t.Fatalf("braces do not fit: %s", w.BibTeX())
			}
		}
		if lines := strings.Count(w.BibTeX(), "\n"); depth != 0 || lines != 9 {
			t.Errorf("%d braces are open after %d lines: %s", depth, lines, w.BibTeX())
		}
		if got := elements(t, w.Badge()); strings.Join(got, " ") != "svg title rect rect g text text" {
			t.Errorf("a badge of %q has %v", w.System, got)
		}
		links, images := embedded(t, w.EmbedHTML())
		if links != w.Address || images != w.Address+"/badge.svg" {
			t.Errorf("%q leads to %q and shows %q", w.EmbedHTML(), links, images)
		}
		if text, err := w.CSL(); err != nil || !json.Valid(text) {
			t.Errorf("%s, %v", text, err)
		}
	})
}

// elements are those of an XML document, in their order; attributes that run or fetch something are told as well.
func elements(t *rapid.T, text []byte) []string {
	var names []string
	decoder := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if element, ok := token.(xml.StartElement); ok {
			names = append(names, element.Name.Local)
			for _, a := range element.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || a.Name.Local == "href" {
					names = append(names, a.Name.Local)
				}
			}
		}
	}
}

// embedded are the link and the picture of a snippet, which holds nothing else.
func embedded(t *rapid.T, snippet string) (link, image string) {
	tokens := html.NewTokenizer(strings.NewReader(snippet))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return link, image
		case html.StartTagToken:
			token := tokens.Token()
			if len(token.Attr) > 2 {
				t.Fatalf("%q has attributes of somebody else", snippet)
			}
			for _, a := range token.Attr {
				switch token.Data + " " + a.Key {
				case "a href":
					link += a.Val
				case "img src":
					image += a.Val
				case "img alt":
				default:
					t.Fatalf("%q holds %s of %s", snippet, a.Key, token.Data)
				}
			}
		case html.TextToken:
			t.Fatalf("%q holds text", snippet)
		}
	}
}

func TestMarkdownKeepsItsLink(t *testing.T) {
	w := work()
	w.System = "a](https://evil.example) [b\n\n# c <i>"
	want := `[![a\](https://evil.example) \[b # c \<i\> in the Green500 list of ` +
		`2026-11](https://green500.example/entries/7/badge.svg)](https://green500.example/entries/7)`
	if got := w.EmbedMarkdown(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestABadgeIsCompleteInItself(t *testing.T) {
	badge := string(work().Badge())
	for _, lacking := range []string{
		`<title id="t">Example-1 in the Green500 list of 2026-11: rank 3, 67.65 ± 0.71 GFlops/W, ` +
			`Level 3 under methodology 2.0</title>`, `role="img" aria-labelledby="t"`, ">Green500 2026-11<",
		">#3 · 67.6 GFlops/W · L3<",
	} {
		if !strings.Contains(badge, lacking) {
			t.Errorf("%q is not in %s", lacking, badge)
		}
	}
	for _, word := range []string{"href", "url(", "<style", "<script", "@import"} {
		if strings.Contains(badge, word) {
			t.Errorf("%q is in %s", word, badge)
		}
	}
	if gone := string(takenOut().Badge()); !strings.Contains(gone, "taken out by an erratum<") ||
		strings.Contains(gone, "GFlops") || strings.Contains(gone, "#3") {
		t.Errorf("%s", gone)
	}
}

func TestCSLHoldsTheRank(t *testing.T) {
	for _, c := range []struct {
		of   Work
		want string
	}{{work(), "3"}, {takenOut(), ""}} {
		text, err := c.of.CSL()
		var items []item
		if err != nil || json.Unmarshal(text, &items) != nil || len(items) != 1 {
			t.Fatalf("%s, %v", text, err)
		}
		if got := items[0]; got.Number != c.want || got.Type != "dataset" || got.URL != c.of.Address ||
			got.Issued["date-parts"][0][1] != 11 {
			t.Errorf("got %+v", got)
		}
	}
}
