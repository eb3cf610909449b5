// Package signedarchive packs files as a signed RO-Crate 1.1, and verifies such a package offline. Keys and times are
// arguments. The specification is https://w3id.org/ro/crate/1.1.
package signedarchive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"green500/validation/review/receipt"
)

// Names that the specification reserves, and the one of the signed manifest.
const (
	MetadataFile = "ro-crate-metadata.json"
	PreviewFile  = "ro-crate-preview.html"
	ManifestFile = "manifest.json"
)

const (
	specification = "https://w3id.org/ro/crate/1.1"
	context       = specification + "/context"
	rootID        = "./"
)

// Entity is an object of the graph: its "@id", its "@type" and its properties.
type Entity map[string]any

// Ref refers to an entity of the graph, or to an address.
func Ref(id string) Entity { return Entity{"@id": id} }

// About describes a crate as a whole.
type About struct {
	Name, Description string
	Address           string    // where the same is on the web
	Published         time.Time // the day counts
	Version           string
	Citation          string   // as a sentence
	License           Entity   // of the whole
	Publisher         Entity   // an organisation
	Context           []Entity // further contextual entities
}

// Part is one file of a crate.
type Part struct {
	Path              string // from the root, with slashes
	Media             string // type, such as text/csv
	Name, Description string
	About             string // "@id" of what it is about; may be empty
	Content           []byte
}

// Metadata is what the metadata file of a crate says, in the order of its graph.
type Metadata struct {
	Context any      `json:"@context"`
	Graph   []Entity `json:"@graph"`
}

type packed struct {
	Part
	size   int64
	sha256 string
}

func metadata(about About, parts []packed) Metadata {
	root := Entity{
		"@id": rootID, "@type": "Dataset", "name": about.Name, "description": about.Description,
		"datePublished": about.Published.Format(time.DateOnly),
		"license":       Ref(about.License.ID()), "publisher": Ref(about.Publisher.ID()),
	}
	for name, value := range map[string]string{"identifier": about.Address, "url": about.Address,
		"version": about.Version, "creditText": about.Citation} {
		if value != "" {
			root[name] = value
		}
	}
	graph := []Entity{
		{"@id": MetadataFile, "@type": "CreativeWork", "conformsTo": Ref(specification), "about": Ref(rootID)},
		root,
	}
	var has []Entity
	for _, part := range parts {
		file := part.entity()
		has = append(has, Ref(file.ID()))
		graph = append(graph, file)
	}
	manifest := Entity{
		"@id": ManifestFile, "@type": "File", "name": "Signed manifest", "encodingFormat": "application/json",
		"description": "Size and SHA-256 of every other file, and the digest of the list, with the signature of the " +
			"server. It has no size or digest here, because it contains the digest of this metadata file.",
	}
	graph = append(graph, manifest, about.License, about.Publisher)
	root["hasPart"] = append(has, Ref(ManifestFile))
	return Metadata{Context: []any{context, localTerms()}, Graph: append(graph, about.Context...)}
}

// localTerms are the properties that the context of RO-Crate 1.1 may not have.
func localTerms() Entity {
	return Entity{"sha256": "https://schema.org/sha256", "creditText": "https://schema.org/creditText"}
}

func (p packed) entity() Entity {
	file := Entity{
		"@id": pathID(p.Path), "@type": "File", "name": p.Name, "encodingFormat": p.Media,
		"contentSize": strconv.FormatInt(p.size, 10), "sha256": p.sha256,
	}
	if p.Description != "" {
		file["description"] = p.Description
	}
	if p.About != "" {
		file["about"] = Ref(p.About)
	}
	return file
}

func pathID(path string) string {
	steps := strings.Split(path, "/")
	for i, step := range steps {
		steps[i] = url.PathEscape(step)
	}
	return strings.Join(steps, "/")
}

// ID is the identifier of an entity; empty if it has none.
func (e Entity) ID() string {
	id, _ := e["@id"].(string)
	return id
}

// Text returns a property that is a text, or an empty text.
func (e Entity) Text(name string) string {
	text, _ := e[name].(string)
	return text
}

// Root is the entity of the crate as a whole; nil if the graph has none.
func (m Metadata) Root() Entity {
	return m.entity(reference(m.entity(MetadataFile)["about"]))
}

func (m Metadata) entity(id string) Entity {
	for _, e := range m.Graph {
		if id != "" && e.ID() == id {
			return e
		}
	}
	return nil
}

// JSON writes the metadata. It fails for values that JSON has no form for.
func (m Metadata) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the metadata of a crate: %w", err)
	}
	return append(text, '\n'), nil
}

// Schema names the form of a manifest.
const Schema = "green500.archive/1"

// Statement is what is signed: which state of which list is packed, and every file but the manifest itself.
type Statement struct {
	Schema   string         `json:"schema"`
	Server   string         `json:"server"` // its address
	Edition  string         `json:"edition"`
	Released string         `json:"released_sha256"` // of the list as it was released
	List     string         `json:"list_sha256"`     // of the list with its errata
	Errata   int            `json:"errata"`
	Since    time.Time      `json:"as_of"` // from when on the list stood so
	Files    []receipt.File `json:"files"` // by name
}

// manifest is how a statement is written: what was signed, byte for byte, and by which key.
type manifest struct {
	Archive json.RawMessage `json:"archive"`
	receipt.Signature
}

func (m manifest) text() ([]byte, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("write the manifest of an archive: %w", err)
	}
	return append(text, '\n'), nil
}

// readManifest checks the signature of a manifest. problem is a sentence if it was changed or has another form.
func readManifest(text []byte) (said Statement, key, problem string) {
	var outer manifest
	if err := receipt.Strict(text, &outer); err != nil {
		return said, "", "is not a signed manifest (" + err.Error() + ")"
	}
	if problem := outer.Check(outer.Archive); problem != "" {
		return said, "", problem
	}
	if err := receipt.Strict(outer.Archive, &said); err != nil || said.Schema != Schema {
		return said, "", "has an unknown form"
	}
	if again, err := outer.text(); err != nil || !bytes.Equal(again, text) {
		return said, "", "was changed beside what is signed"
	}
	return said, outer.PublicKey, ""
}
