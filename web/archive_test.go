package web_test

import (
	"archive/zip"
	"bytes"
	"crypto/ed25519"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"green500/store/editions"
	"green500/store/lists"
	"green500/validation/lists/signedarchive"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/validation/review/receipt"
)

// listOfTwo is an edition whose list has two entries; it returns the first.
func (h *house) listOfTwo(t *testing.T) (entry int64) {
	t.Helper()
	now := time.Now()
	_, err := h.store.Editions.Create(t.Context(), editions.Edition{Name: editionOfTwo,
		Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour)})
	must(t, err)
	entry = h.enter(t, editionOfTwo, review.Submit, review.Take, review.Accept)
	h.enter(t, editionOfTwo, review.Submit, review.Take, review.Accept)
	_, err = h.store.Lists.PublishEdition(t.Context(), editionOfTwo, h.people["editor"], review.Outstanding.Anyway)
	must(t, err)
	return entry
}

const editionOfTwo = "2024-06"

// packedFile is a file of an archive.
type packedFile struct {
	name string
	text []byte
}

// archived is what the archive of a list holds, in its order.
func (h *house) archived(t *testing.T, visitor, edition string) []packedFile {
	t.Helper()
	answer := h.send(t, visitor, h.request(t, http.MethodGet, "/editions/"+edition+"/archive.zip"))
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "application/zip" {
		t.Fatalf("the archive is answered %d: %s", answer.StatusCode, text)
	}
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	must(t, err)
	var files []packedFile
	for _, file := range archive.File {
		opened, err := file.Open()
		must(t, err)
		content, err := io.ReadAll(opened)
		must(t, err)
		files = append(files, packedFile{file.Name, content})
	}
	return files
}

// proven packs files and proves the archive.
func proven(t *testing.T, files []packedFile) signedarchive.Proof {
	t.Helper()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, file := range files {
		into, err := w.Create(file.name)
		must(t, err)
		_, err = into.Write(file.text)
		must(t, err)
	}
	must(t, w.Close())
	archive, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	must(t, err)
	return signedarchive.Verify(archive)
}

// changedAt is files of which one has another byte.
func changedAt(files []packedFile, which, at int) []packedFile {
	changed := slices.Clone(files)
	changed[which].text = slices.Clone(changed[which].text)
	changed[which].text[at] ^= 1
	return changed
}

// TestAnArchiveIsProvenWithoutTheServer, before an erratum and after one that takes an entry out, and no longer once
// one byte of any of its files is another.
func TestAnArchiveIsProvenWithoutTheServer(t *testing.T) {
	h := open(t)
	entry := h.listOfTwo(t)
	key, err := h.store.PublicKey(t.Context())
	must(t, err)
	for _, errata := range []int{0, 1} {
		files := h.archived(t, "editor", editionOfTwo)
		proof := proven(t, files)
		if len(proof.Problems) > 0 || proof.Key != key || proof.Edition != editionOfTwo ||
			proof.Server != "https://green500.example" || proof.Errata != errata || proof.Envelopes != 2 {
			t.Fatalf("%d errata: the proof says %+v", errata, proof)
		}
		for which, file := range files {
			for _, at := range []int{0, len(file.text) / 2, len(file.text) - 1} {
				if proof := proven(t, changedAt(files, which, at)); len(proof.Problems) == 0 {
					t.Errorf("%d errata: %s is proven with another byte at %d", errata, file.name, at)
				}
			}
			if proof := proven(t, slices.Delete(slices.Clone(files), which, which+1)); len(proof.Problems) == 0 {
				t.Errorf("an archive without %s is proven", file.name)
			}
		}
		if proof := proven(t,
			append(slices.Clone(files), packedFile{"list/more.txt", []byte("more")})); len(proof.Problems) == 0 {
			t.Error("a file that nobody signed is proven")
		}
		if proof := proven(t, append(slices.Clone(files), files[0])); len(proof.Problems) == 0 {
			t.Error("a file that is there twice is proven")
		}
		_, err = h.store.Lists.Correct(t.Context(), editionOfTwo,
			lists.Correction{EntryID: entry, TakeOut: true, Reason: "It was <measured> wrongly."}, h.people["editor"])
		if errata == 0 {
			must(t, err)
		}
	}
}

// TestAnArchiveOfAnotherKeyNamesIt: who signs all of it again with a key of their own is named by that key, and the
// envelopes do not follow.
func TestAnArchiveOfAnotherKeyNamesIt(t *testing.T) {
	h := open(t)
	h.listOfTwo(t)
	files := h.archived(t, "editor", editionOfTwo)
	other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, ed25519.SeedSize))
	at := slices.IndexFunc(files, func(f packedFile) bool { return f.name == signedarchive.ManifestFile })
	said, _, _ := strings.Cut(strings.TrimPrefix(string(files[at].text), `{"archive":`), `,"public_key"`)
	signed := receipt.SignText([]byte(said), other)
	files[at].text = []byte(`{"archive":` + said + `,"public_key":"` + signed.PublicKey + `","signature":"` +
		signed.Signed + "\"}\n")
	proof := proven(t, files)
	if problems := strings.Join(proof.Problems, "\n"); proof.Key != signed.PublicKey || !strings.Contains(problems,
		"does not name the key") || !strings.Contains(problems, "was signed with another key") {
		t.Errorf("the proof says %+v", proof)
	}
}

// TestThePagesOfAnArchiveStandAlone: they load nothing, every link leads to a file of the archive or to the web, and an
// entry that was taken out says so first.
func TestThePagesOfAnArchiveStandAlone(t *testing.T) {
	h := open(t)
	_, err := h.store.Lists.Correct(t.Context(), editionOfTwo, lists.Correction{EntryID: h.listOfTwo(t), TakeOut: true,
		Reason: "It was <measured> wrongly."}, h.people["editor"])
	must(t, err)
	files := h.archived(t, "editor", editionOfTwo)
	names := map[string]bool{}
	for _, file := range files {
		names[file.name] = true
	}
	for _, file := range files {
		folder, isPage := strings.CutSuffix(file.name, "list.html")
		if !isPage && file.name != signedarchive.PreviewFile {
			continue
		}
		if !isPage {
			folder = ""
		}
		root, err := html.Parse(bytes.NewReader(file.text))
		must(t, err)
		for n := range root.Descendants() {
			for _, a := range n.Attr {
				local := !strings.HasPrefix(a.Val, "http")
				to := strings.TrimPrefix(folder+a.Val, "list/../")
				if a.Key == "src" || a.Key == "href" && (n.Data != "a" || local && !names[to]) {
					t.Errorf("%s: <%s %s=%q> leads out of the archive", file.name, n.Data, a.Key, a.Val)
				}
			}
		}
		if isPage && !strings.Contains(string(file.text), "Taken out on ") {
			t.Errorf("%s does not say that the entry was taken out:\n%s", file.name, file.text)
		}
	}
}
