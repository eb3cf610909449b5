package receipt

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
)

// ManifestSchema names the form of a manifest.
const ManifestSchema = "green500.manifest/1"

// Manifest says which bytes an entry will rest on, before all of them are there.
type Manifest struct {
	Schema     string `json:"schema"`
	Submission int64  `json:"submission"`
	Edition    string `json:"edition"`
	Number     int    `json:"number"`          // of the manifests of the submission, from 1
	Document   string `json:"document_sha256"` // of its canonical JSON
	Files      []File `json:"files"`           // by name; of one that is still to come the size is 0
}

// MaximumManifest is how many files a manifest may name.
const MaximumManifest = 10_000

// JSON writes the canonical form: the same bytes for the same manifest, and their SHA-256.
func (m Manifest) JSON() (text []byte, digest string, err error) {
	m.Schema = ManifestSchema
	m.Files = slices.SortedFunc(slices.Values(m.Files), func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	if text, err = json.Marshal(m); err != nil {
		return nil, "", fmt.Errorf("write a manifest: %w", err)
	}
	return text, Digest(text), nil
}

// ReadManifest reads the canonical form. It returns a *power.InputError.
func ReadManifest(text []byte) (Manifest, error) {
	var m Manifest
	if err := Strict(text, &m); err != nil || m.Schema != ManifestSchema {
		return Manifest{}, damaged("manifest.json", "has an unknown form")
	}
	return m, nil
}

// Holds returns a *power.InputError that says what was committed instead of a file of this name and digest.
func (m Manifest) Holds(name, digest string) error {
	known := slices.ContainsFunc(m.Files, func(f File) bool { return f.SHA256 == digest })
	for _, file := range m.Files {
		if file.Name == name && file.SHA256 != digest {
			return &power.InputError{File: name,
				Problem: "is not the file that was committed under this name before the deadline (SHA-256 " +
					digest[:12] + "… instead of " + file.SHA256[:12] + "…)", Remedy: "give the file that was committed"}
		}
	}
	if !known {
		return &power.InputError{File: name, Problem: "was not committed before the deadline (its SHA-256 is " +
			digest[:12] + "…)", Remedy: "give files of the manifest only"}
	}
	return nil
}

// Add puts files to those of a manifest.
func (m *Manifest) Add(files ...File) error {
	var errs power.InputErrors
	named := map[string]string{}
	for _, file := range m.Files {
		named[file.Name] = file.SHA256
	}
	for _, file := range files {
		digest, known := named[file.Name]
		switch {
		case known && digest != file.SHA256:
			errs.Add(&power.InputError{Field: "sums", Problem: file.Name + " is named twice, with different bytes",
				Remedy: "remove one of them"})
		case !known:
			m.Files = append(m.Files, file)
			named[file.Name] = file.SHA256
		}
	}
	if len(m.Files) > MaximumManifest {
		errs.Add(&power.InputError{Field: "sums", Problem: fmt.Sprintf("more than %d files are named", MaximumManifest),
			Remedy: "name only the files that the submission needs"})
	}
	return errs.OrNil()
}

const mostProblems = 20

// sumLine is a line of sha256sum: the sum, a blank, and the name after a blank or an asterisk.
var sumLine = regexp.MustCompile(`^([0-9a-fA-F]{64}) [ *](.+)$`)

// taggedLine is a line of sha256sum --tag, and of shasum and openssl.
var taggedLine = regexp.MustCompile(`^SHA(?:2-)?256 ?\((.+)\) ?= ([0-9a-fA-F]{64})$`)

// ParseSums reads what sha256sum writes: a sum and a name a line, also of the kind that names the algorithm. Names are
// taken as paths with slashes from where the document stands. It returns power.InputErrors that name the lines.
func ParseSums(text []byte) ([]File, error) {
	var files []File
	var errs power.InputErrors
	scanner := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	for line := 1; scanner.Scan(); line++ {
		written := strings.TrimRight(scanner.Text(), " \t\r")
		if written == "" {
			continue
		}
		file, problem := parseSum(written)
		if problem != "" {
			errs.Add(&power.InputError{Field: "sums", Line: line, Problem: problem,
				Remedy: "write a line as sha256sum does: 64 hexadecimal digits, two blanks, the name"})
			if len(errs) == mostProblems {
				return nil, errs
			}
			continue
		}
		files = append(files, file)
	}
	if err := scanner.Err(); err != nil {
		errs.Add(&power.InputError{Field: "sums", Problem: "contains a line that is too long (" + err.Error() + ")",
			Remedy: "give what sha256sum wrote"})
	}
	return files, errs.OrNil()
}

func parseSum(line string) (file File, problem string) {
	parts := sumLine.FindStringSubmatch(line)
	if parts == nil {
		if parts = taggedLine.FindStringSubmatch(line); parts == nil {
			return File{}, fmt.Sprintf("%.60q is not a SHA-256 and a name", line)
		}
		parts[1], parts[2] = parts[2], parts[1]
	}
	name := path.Clean(strings.ReplaceAll(parts[2], `\`, "/"))
	if name == "." || name == ".." || strings.HasPrefix(name, "../") || path.IsAbs(name) {
		return File{}, fmt.Sprintf("%.60q does not lie in the folder of the submission", parts[2])
	}
	return File{Name: name, SHA256: strings.ToLower(parts[1])}, ""
}
