package static

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestAnAddressChangesWithTheContent(t *testing.T) {
	if got := URL("app.css"); !regexp.MustCompile(`^/static/app\.css\?v=[0-9a-f]{8}$`).MatchString(got) {
		t.Errorf("got %s", got)
	}
}

func TestVendoredFilesAreWhatTheirNoteSays(t *testing.T) {
	note, err := files.ReadFile("vendor/README.md")
	if err != nil {
		t.Fatal(err)
	}
	libraries, err := fs.Glob(files, "vendor/*.js")
	if err != nil || len(libraries) == 0 {
		t.Fatal("nothing is vendored", err)
	}
	for _, name := range libraries {
		library, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(path.Base(name)) +
			` \| ([0-9.]+) \| ([0-9a-f]{64}) \|$`).FindSubmatch(note)
		if sum := sha256.Sum256(library); row == nil || string(row[2]) != hex.EncodeToString(sum[:]) {
			t.Errorf("vendor/README.md does not name %s with %x", name, sum)
		}
	}
}

var tokenLine = regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6});`)

// tokens are the colours of the light and of the dark look.
func tokens(t *testing.T) (light, dark map[string]string) {
	t.Helper()
	css, err := files.ReadFile("app.css")
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(css), "@media screen and (prefers-color-scheme: dark)")
	second, _, _ := strings.Cut(rest, "\n}\n")
	read := func(text string) map[string]string {
		found := map[string]string{}
		for _, match := range tokenLine.FindAllStringSubmatch(text, -1) {
			found[match[1]] = match[2]
		}
		return found
	}
	return read(first), read(second)
}

// luminance is the relative luminance of a colour (WCAG 2.2).
func luminance(colour string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		value, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		c := float64(value) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(a, b string) float64 {
	high, low := max(luminance(a), luminance(b)), min(luminance(a), luminance(b))
	return (high + 0.05) / (low + 0.05)
}

func TestEveryColourCanBeRead(t *testing.T) {
	const text, graphics = 4.5, 3
	pairs := []struct {
		front, back string
		least       float64
	}{
		{"ink", "paper", text}, {"ink", "surface", text}, {"ink", "sunken", text},
		{"muted", "paper", text}, {"muted", "surface", text}, {"muted", "sunken", text}, {"muted", "accent-pale", text},
		{"accent", "paper", text}, {"accent", "surface", text}, {"accent", "sunken", text},
		{"accent", "accent-pale", text},
		{"on-accent", "accent", text}, {"on-accent", "accent-strong", text},
		{"fail", "paper", text}, {"fail", "surface", text}, {"fail", "fail-pale", text}, {"fail", "sunken", text},
		{"unknown", "paper", text}, {"unknown", "surface", text}, {"unknown", "unknown-pale", text},
		{"unknown", "sunken", text},
		{"ink", "band", text}, {"edge", "surface", graphics}, {"edge", "paper", graphics}, {"focus", "paper", graphics},
		{"focus", "surface", graphics},
		{"series-1", "surface", graphics}, {"series-2", "surface", graphics}, {"series-3", "surface", graphics},
		{"series-4", "surface", graphics}, {"series-5", "surface", graphics}, {"series-6", "surface", graphics},
	}
	light, dark := tokens(t)
	for name, look := range map[string]map[string]string{"light": light, "dark": dark} {
		for _, p := range pairs {
			if look[p.front] == "" || look[p.back] == "" {
				t.Errorf("%s: no token %s or %s", name, p.front, p.back)
			} else if got := contrast(look[p.front], look[p.back]); got < p.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", name, p.front, p.back, got, p.least)
			}
		}
	}
}
