package signedarchive

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"green500/validation/lists/powersteps"
	"green500/validation/review/receipt"
)

// Files of an archive that proving it looks into.
const (
	ListFile      = "list/list.json"
	ReleasedFile  = "list/list-as-released.json"
	ErrataFile    = "list/errata.json"
	KeysFile      = "keys/keys.txt"
	ReportFolder  = "reports"
	PowerFolder   = "envelopes"
	CitingFolder  = "citations"
	envelopeRows  = ".csv"
	jsonExtension = ".json"
)

// Archives hold less: what says more is not looked into.
const (
	mostUnpacked = 64 << 20 // bytes of one file
	mostFiles    = 20_000
)

// Proof is what proving an archive found.
type Proof struct {
	Statement
	Key       string // that signed the manifest and every envelope
	Envelopes int
	Problems  []string // empty if nothing was altered
}

// Is reports whether a file is an archive: a zip with a signed manifest of ours.
func Is(files *zip.Reader) bool {
	return slices.ContainsFunc(files.File,
		func(f *zip.File) bool { return f.Name == ManifestFile || f.Name == MetadataFile })
}

type proving struct {
	Proof
	files fs.FS
	names []string
}

// Verify proves an archive without anything else: every file against the signed manifest, the list against its digests
// and errata, every envelope against its signature and report, all with one key that the archive names, and the form of
// RO-Crate 1.1. Whether the key is that of the server is for the caller to compare.
func Verify(archive *zip.Reader) Proof {
	p := proving{files: archive}
	p.list(archive)
	if len(p.Problems) == 0 {
		p.manifest()
	}
	if p.Key == "" {
		return p.Proof // nothing else can be trusted
	}
	p.everyFile()
	p.theKey()
	p.theList()
	p.everyEnvelope()
	for _, problem := range Check(p.files, p.names) {
		p.wrong("%s", problem.Error())
	}
	return p.Proof
}

func (p *proving) wrong(format string, args ...any) {
	p.Problems = append(p.Problems, fmt.Sprintf(format, args...))
}

// list notes the files. A name that is there twice, or leads out of the archive, could show another content to another
// program.
func (p *proving) list(archive *zip.Reader) {
	if len(archive.File) > mostFiles {
		p.wrong("it has %d files, more than the %d that an archive can have", len(archive.File), mostFiles)
		return
	}
	seen := map[string]bool{}
	for _, file := range archive.File {
		switch {
		case file.UncompressedSize64 > mostUnpacked:
			p.wrong("%s: it has %d bytes, more than the %d that a file of an archive can have", file.Name,
				file.UncompressedSize64, mostUnpacked)
		case !fs.ValidPath(file.Name) || seen[file.Name]:
			p.wrong("%s: the name is there twice, or leads out of the archive", file.Name)
		}
		seen[file.Name] = true
		p.names = append(p.names, file.Name)
	}
}

func (p *proving) read(name string) []byte {
	file, err := p.files.Open(name)
	if err != nil {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(file, mostUnpacked))
	_ = file.Close() // it was only read
	if err != nil {
		return nil
	}
	return text
}

func (p *proving) manifest() {
	said, key, problem := readManifest(p.read(ManifestFile))
	if problem != "" {
		p.wrong("%s: %s", ManifestFile, problem)
		return
	}
	p.Statement, p.Key = said, key
}

func (p *proving) everyFile() {
	named := map[string]bool{ManifestFile: true}
	for _, file := range p.Files {
		named[file.Name] = true
		if !slices.Contains(p.names, file.Name) {
			p.wrong("%s: missing", file.Name)
			continue
		}
		if text := p.read(file.Name); int64(len(text)) != file.Size || receipt.Digest(text) != file.SHA256 {
			p.wrong("%s: changed since the manifest was signed", file.Name)
		}
	}
	for _, name := range p.names {
		if !named[name] {
			p.wrong("%s: not in the signed manifest", name)
		}
	}
}

func (p *proving) theKey() {
	if !slices.Contains(strings.Fields(string(p.read(KeysFile))), p.Key) {
		p.wrong("%s: does not name the key of the manifest, %s", KeysFile, p.Key)
	}
}

func (p *proving) theList() {
	for name, want := range map[string]string{ListFile: p.List, ReleasedFile: p.Released} {
		if got := receipt.Digest(p.read(name)); got != want {
			p.wrong("%s: has the SHA-256 %s, but %s was signed", name, got, want)
		}
	}
	var errata []json.RawMessage
	if err := json.Unmarshal(p.read(ErrataFile), &errata); err != nil || len(errata) != p.Errata {
		p.wrong("%s: does not have the %d errata that were signed", ErrataFile, p.Errata)
		return
	}
	before, list := p.Released, p.Released
	for i, text := range errata {
		var said struct {
			Previous string `json:"previous"`
			List     string `json:"list_sha256"`
			Digest   string `json:"digest"`
		}
		_ = json.Unmarshal(text, &said) // what is no erratum has no digest
		undigested, ends := bytes.CutSuffix(text, []byte(`"digest":"`+said.Digest+`"}`))
		if !ends || said.Previous != before || receipt.Digest(append(undigested, `"digest":""}`...)) != said.Digest {
			p.wrong("%s: erratum %d does not continue the one before, or was changed", ErrataFile, i+1)
		}
		before, list = said.Digest, said.List
	}
	if list != p.List {
		p.wrong("%s: leads to another list than the one that was signed", ErrataFile)
	}
}

func (p *proving) everyEnvelope() {
	for _, name := range p.names {
		if path.Dir(name) != PowerFolder || path.Ext(name) != jsonExtension {
			continue
		}
		p.Envelopes++
		said, rows, key, err := powersteps.Read(name, p.read(name))
		base := strings.TrimSuffix(path.Base(name), jsonExtension)
		switch {
		case err != nil:
			p.wrong("%s", err.Error())
		case key != p.Key:
			p.wrong("%s: was signed with another key, %s", name, key)
		case said.List != p.Released || said.Edition != p.Edition || base != EntryName(said.Entry):
			p.wrong("%s: is of another list or entry", name)
		case !bytes.Equal(powersteps.CSV(rows), p.read(path.Join(PowerFolder, base+envelopeRows))):
			p.wrong("%s: its rows are not those of %s", name, base+envelopeRows)
		case p.reportDigest(base) != said.Report:
			p.wrong("%s: the report of %s is not the one that the envelope was made with", name, base)
		}
	}
}

func (p *proving) reportDigest(base string) string {
	var report struct {
		Digests struct {
			Report string `json:"report"`
		} `json:"digests"`
	}
	_ = json.Unmarshal(p.read(path.Join(ReportFolder, base+jsonExtension)), &report) // what is no report has no digest
	return report.Digests.Report
}

// EntryName is what the files of an entry are called, without their ending.
func EntryName(entry int64) string { return fmt.Sprintf("entry-%d", entry) }

// Words say what was proven, one sentence a line.
func (p Proof) Words() []string {
	files := fmt.Sprintf("%d files, each with the SHA-256 of the signed manifest.", len(p.Files)+1)
	list := fmt.Sprintf("The list of %s has the SHA-256 %s", p.Edition, p.List)
	if p.Errata > 0 {
		list += fmt.Sprintf(", with %d errata since it was released with %s", p.Errata, p.Released)
	}
	return []string{
		list + ".", files, fmt.Sprintf("%d envelopes, each signed with the same key and made with its report.",
			p.Envelopes), fmt.Sprintf("RO-Crate 1.1: all of its %d requirements are met.", len(Musts())),
	}
}
