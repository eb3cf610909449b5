package signedarchive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Must is a requirement of RO-Crate 1.1 with its check.
type Must struct {
	Section  string // of the specification
	Sentence string // that has the MUST
	check    func(opened) string
}

type opened struct {
	Metadata
	names []string // of all files, with slashes
	files fs.FS
	text  []byte // of the metadata file
	raw   map[string]json.RawMessage
	page  []byte // the preview; nil if there is none
}

// Problem is a requirement that a crate does not meet.
type Problem struct {
	Must
	Found string // what is wrong
}

// Error says which requirement is not met, and why.
func (p Problem) Error() string {
	return fmt.Sprintf("RO-Crate 1.1, %s: %s (%s)", p.Section, p.Found, p.Sentence)
}

// Check holds the files of a crate against every MUST of RO-Crate 1.1. names are all of its files.
func Check(files fs.FS, names []string) []Problem {
	o := opened{files: files, names: names}
	o.text, _ = fs.ReadFile(files, MetadataFile) // what cannot be read is not there
	o.page, _ = fs.ReadFile(files, PreviewFile)
	_ = json.Unmarshal(o.text, &o.raw) // which a check of its own tells
	_ = json.Unmarshal(o.text, &o.Metadata)
	var problems []Problem
	for _, must := range Musts() {
		if found := must.check(o); found != "" {
			problems = append(problems, Problem{must, found})
		}
	}
	return problems
}

// Musts is the one table of what RO-Crate 1.1 requires: each sentence with a MUST, and its check.
func Musts() []Must {
	return slices.Concat(structureMusts(), rootMusts(), dataMusts(), contextMusts(), historyMusts())
}

func structureMusts() []Must {
	const section, website = "RO-Crate Structure", "RO-Crate Website"
	return []Must{
		{section, "RO-Crate Metadata File MUST be present", opened.metadataThere},
		{section, "the RO-Crate Metadata File MUST be named ro-crate-metadata.json and appear in the RO-Crate Root",
			opened.metadataNamed},
		{section, "The RO-Crate Metadata File describes the RO-Crate, and MUST be stored in the RO-Crate Root",
			opened.metadataThere},
		{section, "The RO-Crate Metadata File MUST contain RO-Crate JSON-LD; " +
			"a valid JSON-LD 1.0 document in flattened and compacted form", opened.flat},
		{section, "A valid RO-Crate JSON-LD graph MUST describe: the Metadata File Descriptor, the Root Data Entity, " +
			"zero or more Data and Contextual Entities", opened.describes},
		{section, "Data Entities in the RO-Crate MUST either be payload files/directories present within the " +
			"RO-Crate root directory or its subdirectories, or be Web-based Data Entities", opened.payloadThere},
		{website, "ro-crate-preview.html MUST be a valid HTML 5 document", opened.pageIsHTML},
		{website, "ro-crate-preview.html MUST be useful to users of the RO-Crate", opened.pageUseful},
		{website, "ro-crate-preview.html MUST contain a copy of the RO-Crate JSON-LD in a script element of the " +
			"head element", opened.pageHasCopy},
		{"RO-Crate JSON-LD", "the code MUST use a sameAs URI (if present) as a target for an explanatory link for " +
			"the term", opened.sameAsLinked},
		{"RO-Crate JSON-LD", "to use an ad-hoc term in an RO-Crate, the URI MUST be included in the local context",
			opened.termsKnown},
		{"Implementation notes", "where RO-Crate is combined with BagIt, " +
			"bagit.txt MUST be present and the manifest MUST list all payload files", opened.noBag},
	}
}

func rootMusts() []Must {
	const descriptor, root = "RO-Crate Metadata File Descriptor", "Direct properties of the Root Data Entity"
	return []Must{
		{descriptor, "The RO-Crate JSON-LD MUST contain a self-describing RO-Crate Metadata File Descriptor with the " +
			"@id value ro-crate-metadata.json and @type CreativeWork", opened.descriptor},
		{descriptor, "This descriptor MUST have an about property referencing the Root Data Entity",
			opened.descriptorAbout},
		{root, "@type: MUST be Dataset", func(o opened) string { return o.rootHas(isDataset) }},
		{root, "@id: MUST end with /", func(o opened) string {
			return o.rootHas(func(e Entity) string {
				return unless(strings.HasSuffix(e.ID(), "/"), "the @id of the root is "+e.ID())
			})
		}},
		{root, "The Root Data Entity MUST have name", rootProperty("name")},
		{root, "The Root Data Entity MUST have description", rootProperty("description")},
		{root, "datePublished: MUST be a string in ISO 8601 date format", func(o opened) string {
			return o.rootHas(func(e Entity) string { return wrongDate(e["datePublished"]) })
		}},
		{root, "The Root Data Entity MUST have license", rootProperty("license")},
	}
}

func dataMusts() []Must {
	const section, files, directories = "Data Entities", "File Data Entity", "Directory File Entity"
	return []Must{
		{section, "Where files and folders are represented as Data Entities, " +
			"these MUST be linked to from the Root Data Entity using hasPart", opened.partsLinked},
		{section, "Data Entities representing files MUST have File as a value for @type", opened.filesAreFiles},
		{section, "Data Entities representing directories MUST be of @type Dataset", opened.foldersAreDatasets},
		{files, "@type: MUST be File, or an array where File is one of the values", opened.filesAreFiles},
		{files, "@id MUST be either a URI Path relative to the RO Crate root, or an absolute URI",
			func(o opened) string { return o.idsAreURIs("File") }},
		{directories, "@type MUST be Dataset or an array where Dataset is one of the values",
			opened.foldersAreDatasets},
		{directories, "@id MUST be either a URI Path relative to the RO Crate root, or an absolute URI",
			func(o opened) string { return o.idsAreURIs("Dataset") }},
	}
}

func contextMusts() []Must {
	const section = "Contextual Entities"
	return []Must{
		{section, "the Contextual Data Entity MUST be described as a single JSON object in the @graph",
			opened.idsUnique},
		{section, "The @graph MUST NOT list multiple entities with the same @id", opened.idsUnique},
		{section, "To associate a publication with a dataset the RO-Crate JSON-LD MUST include a URL as the @id of a " +
			"publication using the citation property", opened.citationsAreURLs},
		{section, "Subject properties on the root data entity or a data entity MUST use the about property",
			func(o opened) string { return o.without("subject", "dc:subject", "dct:subject") }},
		{section, "Keyword properties MUST use keywords",
			func(o opened) string { return o.without("keyword", "tags", "tag") }},
		{section, "The thumbnail MUST be included in the RO-Crate", opened.thumbnailsThere},
	}
}

func historyMusts() []Must {
	const changes, workflows = "Recording changes to RO-Crates", "Workflows and Scripts"
	return []Must{
		{changes, "A curation Action MUST have at least one object",
			func(o opened) string { return o.each(action, has("object")) }},
		{changes, "An Action SHOULD have an endTime, which MUST be in ISO 8601 date format", func(o opened) string {
			return o.each(action, func(e Entity) string {
				if e["endTime"] == nil {
					return ""
				}
				return wrongDate(e["endTime"])
			})
		}},
		{workflows, "A script is a Data Entity which MUST have File and SoftwareSourceCode as @type, a File URI as " +
			"@id, and a name", func(o opened) string { return o.each(ofType("SoftwareSourceCode"), isScript) }},
		{workflows, "A workflow is a Data Entity which MUST have File, SoftwareSourceCode and ComputationalWorkflow " +
			"as @type, a File URI as @id, and a name", func(o opened) string {
			return o.each(ofType("ComputationalWorkflow"), func(e Entity) string {
				return first(unless(isA(e, "SoftwareSourceCode"), e.ID()+" is no SoftwareSourceCode"), isScript(e))
			})
		}},
		{workflows, "A contextual entity representing a ComputerLanguage and/or SoftwareApplication MUST have a " +
			"name, url and version", func(o opened) string {
			return o.each(func(e Entity) bool { return isA(e, "ComputerLanguage") || isA(e, "SoftwareApplication") },
				has("name", "url", "version"))
		}},
		{workflows, "When complying with the ComputationalWorkflow profile, data entities MUST describe name, " +
			"programmingLanguage, creator, dateCreated, license, sdPublisher, url, version", func(o opened) string {
			return o.each(conforming("ComputationalWorkflow"), has("name", "programmingLanguage", "creator",
				"dateCreated", "license", "sdPublisher", "url", "version"))
		}},
		{workflows, "If complying with the FormalParameter profile, contextual entities MUST describe name, " +
			"additionalType, encodingFormat", func(o opened) string {
			return o.each(conforming("FormalParameter"), has("name", "additionalType", "encodingFormat"))
		}},
	}
}

// isoDate is a date of ISO 8601, with or without month, day and time.
var isoDate = regexp.MustCompile(
	`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?$`)

func wrongDate(value any) string {
	text, _ := value.(string)
	return unless(isoDate.MatchString(text), fmt.Sprintf("%v is no date of ISO 8601", value))
}

func relative(id string) bool {
	return id != "" && !strings.HasPrefix(id, "#") && !strings.HasPrefix(id, "_:") && !strings.Contains(id, "://") &&
		!strings.HasPrefix(id, "mailto:")
}

func pathOf(id string) string {
	path, err := url.PathUnescape(strings.TrimPrefix(id, "./"))
	if err != nil {
		return ""
	}
	return path
}

func validURI(id string) bool {
	parsed, err := url.Parse(id)
	if err != nil || id == "" || strings.ContainsAny(id, " \\\"<>^`{|}") {
		return false
	}
	return parsed.IsAbs() || !strings.HasPrefix(id, "/") && !slices.Contains(strings.Split(parsed.Path, "/"), "..")
}

func unless(holds bool, problem string) string {
	if holds {
		return ""
	}
	return problem
}

func first(problems ...string) string {
	for _, problem := range problems {
		if problem != "" {
			return problem
		}
	}
	return ""
}

func copyInHead(page []byte) []byte {
	head, _, found := bytes.Cut(page, []byte("</head>"))
	_, script, opened := bytes.Cut(head, []byte(`<script type="application/ld+json">`))
	text, _, closed := bytes.Cut(script, []byte("</script>"))
	if !found || !opened || !closed {
		return nil
	}
	return text
}
