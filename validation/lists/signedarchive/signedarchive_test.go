package signedarchive_test

import (
	"archive/zip"
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"html"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation/lists/signedarchive"
	"green500/validation/review/receipt"
)

var noon = time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC)

var key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

func sign(text []byte) (receipt.Signature, error) { return receipt.SignText(text, key), nil }

// preview is a page that says what the specification wants of one.
func preview(m signedarchive.Metadata) ([]byte, error) {
	text, err := m.JSON()
	page := `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A crate</title>` +
		`<script type="application/ld+json">` + string(text) + `</script></head><body>`
	for _, e := range m.Graph {
		page += "<p>" + html.EscapeString(e.Text("name")+" "+e.Text("description")) + "</p>"
	}
	return []byte(page + "</body></html>"), err
}

// packed are the files of a crate with one file of data.
func packed(t *testing.T) fstest.MapFS {
	t.Helper()
	var out bytes.Buffer
	w := signedarchive.NewWriter(&out, noon)
	if err := w.Add(signedarchive.Part{Path: "data/a list & 50%.csv", Media: "text/csv", Name: "A <list>",
		Content: []byte("a,b\r\n")}); err != nil {
		t.Fatal(err)
	}
	about := signedarchive.About{
		Name: "A crate", Description: "Of one file & no more", Address: "https://example.org/lists/1", Published: noon,
		Version: "1", Citation: "A crate. 2026.",
		License: signedarchive.Entity{"@id": "#licence", "@type": "CreativeWork", "name": "None"},
		Publisher: signedarchive.Entity{
			"@id": "https://example.org", "name": "Example",
			"@type": "Organization", //nolint:misspell // a word of schema.org
		},
	}
	if err := w.Close(about, signedarchive.Statement{Edition: "2026-11"}, preview, sign); err != nil {
		t.Fatal(err)
	}
	return unpacked(t, out.Bytes())
}

func unpacked(t *testing.T, text []byte) fstest.MapFS {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, file := range archive.File {
		opened, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		var content bytes.Buffer
		if _, err := content.ReadFrom(opened); err != nil {
			t.Fatal(err)
		}
		files[file.Name] = &fstest.MapFile{Data: content.Bytes()}
	}
	return files
}

func problems(files fstest.MapFS) []signedarchive.Problem {
	return signedarchive.Check(files, slices.Sorted(maps.Keys(files)))
}

// graph is the metadata of a crate, to be changed.
type graph struct {
	Context any              `json:"@context"`
	Graph   []map[string]any `json:"@graph"`
}

func (g *graph) of(id string) map[string]any {
	for _, e := range g.Graph {
		if e["@id"] == id {
			return e
		}
	}
	return map[string]any{}
}

func (g *graph) add(e map[string]any) { g.Graph = append(g.Graph, e) }

// changed writes other metadata into a crate, in its page as well.
func changed(t *testing.T, files fstest.MapFS, change func(*graph)) {
	t.Helper()
	before := files[signedarchive.MetadataFile].Data
	var g graph
	if err := json.Unmarshal(before, &g); err != nil {
		t.Fatal(err)
	}
	change(&g)
	after, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	files[signedarchive.PreviewFile] = &fstest.MapFile{Data: bytes.Replace(files[signedarchive.PreviewFile].Data,
		before, after, 1)}
	files[signedarchive.MetadataFile] = &fstest.MapFile{Data: after}
}

const (
	root = "./"
	file = "data/a%20list%20&%2050%25.csv"
)

func ref(id string) map[string]any { return map[string]any{"@id": id} }

// violations break one requirement each, by a part of its sentence that no other has.
func violations() map[string]func(*testing.T, fstest.MapFS) {
	in := func(change func(*graph)) func(*testing.T, fstest.MapFS) {
		return func(t *testing.T, files fstest.MapFS) { changed(t, files, change) }
	}
	set := func(id, name string, value any) func(*testing.T, fstest.MapFS) {
		return in(func(g *graph) {
			if value == nil {
				delete(g.of(id), name)
			} else {
				g.of(id)[name] = value
			}
		})
	}
	add := func(e map[string]any) func(*testing.T, fstest.MapFS) { return in(func(g *graph) { g.add(e) }) }
	page := func(from, to string) func(*testing.T, fstest.MapFS) {
		return func(_ *testing.T, files fstest.MapFS) {
			text := files[signedarchive.PreviewFile].Data
			files[signedarchive.PreviewFile] = &fstest.MapFile{Data: bytes.Replace(text, []byte(from), []byte(to), 1)}
		}
	}
	noMetadata := func(_ *testing.T, files fstest.MapFS) { delete(files, signedarchive.MetadataFile) }
	const bioschemas = "https://bioschemas.org/profiles/"
	return map[string]func(*testing.T, fstest.MapFS){
		"File MUST be present": noMetadata,
		"MUST be named ro-crate-metadata.json": func(_ *testing.T, files fstest.MapFS) {
			files["ro-crate-metadata.jsonld"] = files[signedarchive.MetadataFile]
		},
		"MUST be stored in the RO-Crate Root": func(_ *testing.T, files fstest.MapFS) {
			files["inner/"+signedarchive.MetadataFile] = files[signedarchive.MetadataFile]
			delete(files, signedarchive.MetadataFile)
		},
		"flattened and compacted form": set(root, "publisher",
			map[string]any{"@id": "https://example.org", "name": "nested"}),
		"graph MUST describe": set(root, "@id", "./other/"),
		"MUST either be payload": add(map[string]any{"@id": "data/missing.csv", "@type": "File",
			"name": "x"}),
		"valid HTML 5":                 page("<!doctype html>", ""),
		"MUST be useful":               page("<p>A &lt;list&gt;", "<p>"),
		"copy of the RO-Crate JSON-LD": page(`"A crate"`, `"Another"`),
		"MUST use a sameAs URI":        set("https://example.org", "sameAs", "https://example.com/same"),
		"ad-hoc term": in(
			func(g *graph) { g.Context = "https://w3id.org/ro/crate/1.1/context" }),
		"bagit.txt MUST": func(_ *testing.T, files fstest.MapFS) {
			files["bagit.txt"] = &fstest.MapFile{Data: []byte("x")}
		},
		"@type CreativeWork":          set(signedarchive.MetadataFile, "@type", "Thing"),
		"MUST have an about property": set(signedarchive.MetadataFile, "about", nil),
		"@type: MUST be Dataset":      set(root, "@type", "CreativeWork"),
		"@id: MUST end with /": in(
			func(g *graph) { g.of(root)["@id"] = "root"; g.of(signedarchive.MetadataFile)["about"] = ref("root") }),
		"MUST have name":            set(root, "name", nil),
		"MUST have description":     set(root, "description", ""),
		"datePublished: MUST":       set(root, "datePublished", "17 November 2026"),
		"MUST have license":         set(root, "license", nil),
		"using hasPart":             set(root, "hasPart", ref("manifest.json")),
		"MUST have File as a value": set(file, "@type", "CreativeWork"),
		"directories MUST be of @type Dataset": add(map[string]any{"@id": "data/", "@type": "CreativeWork",
			"name": "x"}),
		"@type: MUST be File, or an array": set(file, "@type", []any{"CreativeWork", "Table"}),
		"File @id": in(
			func(g *graph) { g.of(file)["@id"] = "data/a list & 50%.csv" }),
		"@type MUST be Dataset or an array": add(map[string]any{"@id": "data/",
			"@type": []any{"Collection", "CreativeWork"}, "name": "x"}),
		"Dataset @id": add(map[string]any{"@id": "/etc/", "@type": "Dataset",
			"name": "x"}),
		"single JSON object": add(map[string]any{"@id": file, "@type": "ScholarlyArticle",
			"name": "x"}),
		"MUST NOT list multiple": add(map[string]any{"@id": "#licence", "@type": "Thing",
			"name": "x"}),
		"using the citation property": set(root, "citation", ref("#article")),
		"MUST use the about property": set(root, "subject", "energy"),
		"MUST use keywords":           set(root, "tags", "energy"),
		"thumbnail MUST be included":  set(root, "thumbnail", ref("small.png")),
		"at least one object": add(map[string]any{"@id": "#did", "@type": "UpdateAction",
			"name": "x"}),
		"which MUST be in ISO 8601": add(map[string]any{"@id": "#did", "@type": "CreateAction",
			"object": ref(root), "endTime": "yesterday"}),
		"A script is": add(map[string]any{"@id": "#run", "@type": "SoftwareSourceCode",
			"name": "x"}),
		"A workflow is": add(map[string]any{"@id": "#flow",
			"@type": []any{"File", "ComputationalWorkflow"}, "name": "x"}),
		"ComputerLanguage and/or": add(map[string]any{"@id": "#go", "@type": "ComputerLanguage",
			"name": "Go", "url": "https://go.dev"}),
		"complying with the ComputationalWorkflow": add(map[string]any{"@id": "#flow", "@type": "Thing", "name": "x",
			"conformsTo": ref(bioschemas + "ComputationalWorkflow/0.5/")}),
		"complying with the FormalParameter profile": add(map[string]any{"@id": "#in", "@type": "FormalParameter",
			"name": "x", "conformsTo": bioschemas + "FormalParameter/0.1/"}),
	}
}

// TestEveryMust: our crate meets every requirement of RO-Crate 1.1, and each of them finds the crate that violates it.
func TestEveryMust(t *testing.T) {
	for _, problem := range problems(packed(t)) {
		t.Error(problem)
	}
	violations, used := violations(), map[string]bool{}
	for _, must := range signedarchive.Musts() {
		part := ""
		for name := range violations {
			words, section := name, ""
			if before, found := strings.CutSuffix(name, " @id"); found {
				words, section = "@id MUST be either", before
			}
			if strings.Contains(must.Sentence, words) && (section == "" ||
				strings.HasPrefix(must.Section, map[string]string{"File": "File", "Dataset": "Directory"}[section])) {
				part = name
			}
		}
		if part == "" {
			t.Errorf("nothing violates: %s", must.Sentence)
			continue
		}
		used[part] = true
		files := packed(t)
		violations[part](t, files)
		if !slices.ContainsFunc(problems(files),
			func(p signedarchive.Problem) bool { return p.Section == must.Section && p.Sentence == must.Sentence }) {
			t.Errorf("%q is not found: %s", part, must.Sentence)
		}
	}
	for part := range violations {
		if !used[part] {
			t.Errorf("%q violates no requirement of the table", part)
		}
	}
}

// TestHostileArchivesAreNotUnpacked: what is too large, there twice or leads out of the archive is refused before it is
// read.
func TestHostileArchivesAreNotUnpacked(t *testing.T) {
	for name, files := range map[string][]string{
		"too large": {"large"}, "twice": {"a", "a"}, "outside": {"../a"}, "absolute": {"/a"}, "a folder": {"a/"},
		"nothing": nil,
	} {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for _, file := range files {
			into, err := w.Create(file)
			if err == nil && file == "large" {
				_, err = into.Write(make([]byte, 64<<20+1))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil && archive == nil {
			continue // which refuses names that lead outside by itself
		}
		if proof := signedarchive.Verify(archive); len(proof.Problems) == 0 || proof.Key != "" {
			t.Errorf("%s: the proof says %+v", name, proof)
		}
	}
}

// TestTheSameContentGivesTheSameBytes, so that an archive that is made again can be compared.
func TestTheSameContentGivesTheSameBytes(t *testing.T) {
	a, b := packed(t), packed(t)
	for name, file := range a {
		if !bytes.Equal(file.Data, b[name].Data) {
			t.Errorf("%s differs", name)
		}
	}
}
