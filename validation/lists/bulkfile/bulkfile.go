// Package bulkfile writes all lists as one ZIP file: rows as CSV and Parquet, the data dictionary, a description as
// text and JSON-LD, and the SHA-256 of each part. The same lists give the same bytes.
package bulkfile

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"

	"green500/validation/lists/export"
	"green500/validation/lists/listing"
)

// Name is what the file is called.
const Name = "green500-lists.zip"

// Head says what the file is of.
type Head struct {
	Address string // where the file is found
	Page    string // where the file is described
	Licence string // of the data, as an address; may be empty
	Lists   []List // the newest first
}

// List is a list of the file.
type List struct {
	Name    string
	Kind    listing.Kind
	Edition string
	Entries int
	SHA256  string // of the list, or of the file that it was imported from
	Changed time.Time
}

// Facts are what is known of a file that was written.
type Facts struct {
	Head
	Version  string // day of the newest change, and the beginning of Content
	Content  string // SHA-256 of lists.csv, in hexadecimal digits
	Modified time.Time
	Rows     int
	Size     int64  // bytes
	SHA256   string // of the file, in hexadecimal digits
}

// Each gives all rows in batches.
type Each func(give func([]listing.Row) error) error

// Write writes the file. It fails as the writer or each does.
func Write(w io.Writer, head Head, each Each) (Facts, error) {
	facts := Facts{Head: head, Modified: newest(head.Lists)}
	whole := &summed{w: w, hash: sha256.New()}
	packed := &packing{zip: zip.NewWriter(whole), at: facts.Modified}
	if err := packed.rows(&facts, each); err != nil {
		return facts, fmt.Errorf("write the rows of all lists: %w", err)
	}
	for _, part := range []struct {
		name string
		text func(Facts) ([]byte, error)
	}{{"columns.csv", columns}, {"sources.csv", sources}, {"dataset.jsonld", datasetText}, {"README.txt", readme}} {
		text, err := part.text(facts)
		if err == nil {
			err = packed.add(part.name, text)
		}
		if err != nil {
			return facts, fmt.Errorf("write %s: %w", part.name, err)
		}
	}
	if err := packed.add("SHA256SUMS", []byte(packed.sums.String())); err != nil {
		return facts, fmt.Errorf("write the sums: %w", err)
	}
	if err := packed.zip.Close(); err != nil {
		return facts, fmt.Errorf("end the file: %w", err)
	}
	facts.Size, facts.SHA256 = whole.size, hex.EncodeToString(whole.hash.Sum(nil))
	return facts, nil
}

func newest(lists []List) time.Time {
	at := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC) // the earliest that a ZIP knows
	for _, list := range lists {
		if list.Changed.After(at) {
			at = list.Changed.UTC()
		}
	}
	return at
}

// packing is a ZIP whose parts all have the time of the newest change.
type packing struct {
	zip  *zip.Writer
	at   time.Time
	sums strings.Builder
}

func (p *packing) begin(name string) (io.Writer, error) {
	return p.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: p.at})
}

func (p *packing) add(name string, text []byte) error {
	into, err := p.begin(name)
	if err != nil {
		return err
	}
	fmt.Fprintf(&p.sums, "%x  %s\n", sha256.Sum256(text), name)
	_, err = into.Write(text)
	return err
}

// rows writes all rows as CSV and as Parquet, in one pass: both hold the same.
func (p *packing) rows(facts *Facts, each Each) error {
	head := export.Head{List: "all", Title: "All lists",
		View: listing.View{Columns: listing.Columns(), Sort: "rank", Page: 1, Size: listing.UsualSize}}
	into, err := p.begin("lists.csv")
	if err != nil {
		return err
	}
	text := &summed{w: into, hash: sha256.New()}
	var columnar bytes.Buffer
	var writers []export.Writer
	for _, format := range export.Formats() {
		to := map[string]io.Writer{"csv": text, "parquet": &columnar}[format.Name]
		if to == nil {
			continue
		}
		writer, err := format.Begin(to, head)
		if err != nil {
			return err
		}
		writers = append(writers, writer)
	}
	err = each(func(rows []listing.Row) error {
		facts.Rows += len(rows)
		for _, writer := range writers {
			if err := writer.Write(rows); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, writer := range writers {
		if err := writer.Close(); err != nil {
			return err
		}
	}
	facts.Content = hex.EncodeToString(text.hash.Sum(nil))
	const short = 8
	facts.Version = facts.Modified.Format(time.DateOnly) + "-" + facts.Content[:short]
	fmt.Fprintf(&p.sums, "%s  lists.csv\n", facts.Content)
	return p.add("lists.parquet", columnar.Bytes())
}

type summed struct {
	w    io.Writer
	hash hash.Hash
	size int64
}

func (s *summed) Write(part []byte) (int, error) {
	n, err := s.w.Write(part)
	_, _ = s.hash.Write(part[:n]) // a hash never fails
	s.size += int64(n)
	return n, err
}

func columns(Facts) ([]byte, error) {
	table := [][]string{{"name", "type", "unit", "about"}}
	seen := map[string]bool{}
	for _, term := range listing.Dictionary() {
		if term.InFiles != "" && term.InFiles == term.Name && !seen[term.Name] {
			seen[term.Name] = true
			table = append(table, []string{term.Name, term.Type, term.Unit, term.About})
		}
	}
	return written(table)
}

func sources(facts Facts) ([]byte, error) {
	table := [][]string{{"list", "kind", "edition", "entries", "sha256", "changed_at"}}
	for _, list := range facts.Lists {
		table = append(table, []string{list.Name, string(list.Kind), list.Edition, fmt.Sprint(list.Entries),
			list.SHA256, list.Changed.UTC().Format(time.RFC3339)})
	}
	return written(table)
}

func written(table [][]string) ([]byte, error) {
	var out bytes.Buffer
	writer := csv.NewWriter(&out)
	writer.UseCRLF = true
	err := writer.WriteAll(table)
	return out.Bytes(), err
}

func readme(facts Facts) ([]byte, error) {
	licence := facts.Licence
	if licence == "" {
		licence = "not stated by the operator; ask before you publish the data again"
	}
	return fmt.Appendf(nil, `Lists of the energy efficiency of supercomputers

Version   %s
Content   SHA-256 %s (of lists.csv)
Licence   %s
Source    %s
Rows      %d of %d lists

lists.csv       every row of every list, UTF-8, RFC 4180
lists.parquet   the same rows with types; units are in the metadata
columns.csv     what each column holds, with its unit
sources.csv     the lists, with the SHA-256 of each
dataset.jsonld  this description for programs, https://schema.org/Dataset
SHA256SUMS      check with: sha256sum -c SHA256SUMS

Lists of the kind "graded" were graded and published by this server. `+
		`Others were published elsewhere and imported unchanged.
Please cite the version and the source above.
`, facts.Version, facts.Content, licence, facts.Page, facts.Rows, len(facts.Lists)), nil
}

func datasetText(facts Facts) ([]byte, error) {
	facts.Size, facts.SHA256 = 0, "" // which are not known inside of the file
	return json.MarshalIndent(facts.Dataset(), "", "  ")
}

// Dataset is what search engines for data are told of the file: https://schema.org/Dataset as JSON-LD.
type Dataset struct {
	Context     string         `json:"@context"`
	Type        string         `json:"@type"`
	ID          string         `json:"@id"`
	Identifier  []string       `json:"identifier"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
	URL         string         `json:"url"`
	Version     string         `json:"version"`
	Licence     string         `json:"license,omitempty"`
	Modified    string         `json:"dateModified"`
	Free        bool           `json:"isAccessibleForFree"`
	Downloads   []distribution `json:"distribution"`
}

type distribution struct {
	Type   string `json:"@type"`
	Format string `json:"encodingFormat"`
	URL    string `json:"contentUrl"`
	Size   string `json:"contentSize,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
}

// Dataset describes the file.
func (f Facts) Dataset() Dataset {
	file := distribution{Type: "DataDownload", Format: "application/zip", URL: f.Address, SHA256: f.SHA256}
	if f.Size > 0 {
		file.Size = fmt.Sprintf("%d B", f.Size)
	}
	return Dataset{
		Context: "https://schema.org/", Type: "Dataset", ID: f.Page,
		Identifier: []string{f.Page + "#" + f.Version, "sha256:" + f.Content},
		Name:       "Lists of the energy efficiency of supercomputers",
		Description: fmt.Sprintf("%d rows of %d published lists of supercomputers, with Rmax, power and GFlops/W. "+
			"Lists of the kind graded were graded against the EE HPC WG methodology and reviewed; "+
			"others were published elsewhere and imported unchanged.", f.Rows, len(f.Lists)),
		URL: f.Page, Version: f.Version, Licence: f.Licence, Modified: f.Modified.Format(time.DateOnly), Free: true,
		Downloads: []distribution{file},
	}
}
