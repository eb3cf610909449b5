package signedarchive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"
)

func (o opened) metadataThere() string {
	return unless(len(o.text) > 0, MetadataFile+" is missing in the root")
}

func (o opened) metadataNamed() string {
	for _, name := range o.names {
		if strings.HasSuffix(name, "ro-crate-metadata.jsonld") {
			return "it has the name of RO-Crate 1.0, " + name
		}
	}
	return unless(slices.Contains(o.names, MetadataFile), MetadataFile+" is not in the root")
}

func (o opened) flat() string {
	if !json.Valid(o.text) || len(o.raw) != 2 || o.raw["@context"] == nil || o.raw["@graph"] == nil {
		return "it is not an object of @context and @graph"
	}
	if by, ok := o.Context.(string); ok && by != context {
		return "its context is " + by
	}
	if all, ok := o.Context.([]any); ok && (len(all) == 0 || all[0] != context) {
		return "its context is not that of RO-Crate 1.1"
	}
	for _, e := range o.Graph {
		for name, value := range e {
			if problem := flatValue(value); problem != "" {
				return fmt.Sprintf("%s of %s %s", name, e.ID(), problem)
			}
		}
		if e.ID() == "" || len(types(e)) == 0 {
			return fmt.Sprintf("%v has no @id or no @type", e)
		}
	}
	return ""
}

func flatValue(value any) string {
	switch v := value.(type) {
	case nil:
		return "is null"
	case map[string]any:
		id, _ := v["@id"].(string)
		return unless(len(v) == 1 && id != "", "holds an object that is no reference")
	case []any:
		if len(v) == 1 {
			return "is an array of one value"
		}
		for _, one := range v {
			if _, nested := one.([]any); nested {
				return "holds an array in an array"
			}
			if problem := flatValue(one); problem != "" {
				return problem
			}
		}
	}
	return ""
}

func (o opened) describes() string {
	return first(unless(o.entity(MetadataFile) != nil, "the descriptor is missing"),
		unless(o.Root() != nil, "the root is missing"))
}

func (o opened) descriptor() string {
	return unless(isA(o.entity(MetadataFile), "CreativeWork"), "there is no descriptor of the type CreativeWork")
}

func (o opened) descriptorAbout() string {
	about := reference(o.entity(MetadataFile)["about"])
	return unless(about != "" && o.entity(about) != nil, "the descriptor is about no entity of the graph")
}

func (o opened) rootHas(check func(Entity) string) string {
	root := o.Root()
	if root == nil {
		return "the root is missing"
	}
	return check(root)
}

func rootProperty(name string) func(opened) string {
	return func(o opened) string { return o.rootHas(has(name)) }
}

func (o opened) data() []Entity {
	root := o.Root().ID()
	var all []Entity
	for _, e := range o.Graph {
		id := e.ID()
		if id != root && id != MetadataFile && (isA(e, "File") || isA(e, "Dataset") || relative(id)) {
			all = append(all, e)
		}
	}
	return all
}

func (o opened) there(id string) bool {
	path := pathOf(id)
	if folder, ok := strings.CutSuffix(path, "/"); ok {
		return slices.ContainsFunc(o.names, func(name string) bool { return strings.HasPrefix(name, folder+"/") })
	}
	return slices.Contains(o.names, path)
}

func (o opened) payloadThere() string {
	for _, e := range o.data() {
		if relative(e.ID()) && !o.there(e.ID()) {
			return e.ID() + " is not in the crate"
		}
	}
	return ""
}

func (o opened) filesAreFiles() string {
	for _, e := range o.data() {
		if relative(e.ID()) && slices.Contains(o.names, pathOf(e.ID())) && !isA(e, "File") {
			return e.ID() + " is a file and has not the type File"
		}
	}
	return ""
}

func (o opened) foldersAreDatasets() string {
	for _, e := range o.data() {
		if folder := strings.HasSuffix(e.ID(), "/"); relative(e.ID()) && folder && !isA(e, "Dataset") {
			return e.ID() + " is a folder and has not the type Dataset"
		}
	}
	return ""
}

func (o opened) idsAreURIs(kind string) string {
	for _, e := range o.data() {
		if isA(e, kind) && !validURI(e.ID()) {
			return fmt.Sprintf("%q is neither a path from the root nor an absolute URI", e.ID())
		}
	}
	return ""
}

func (o opened) partsLinked() string {
	linked := map[string]bool{}
	for todo := []string{o.Root().ID()}; len(todo) > 0; todo = todo[1:] {
		if !linked[todo[0]] {
			linked[todo[0]] = true
			todo = append(todo, references(o.entity(todo[0])["hasPart"])...)
		}
	}
	for _, e := range o.data() {
		if !linked[e.ID()] {
			return e.ID() + " is no part of the root"
		}
	}
	return ""
}

func (o opened) idsUnique() string {
	seen := map[string]bool{}
	for _, e := range o.Graph {
		if seen[e.ID()] {
			return e.ID() + " is there twice"
		}
		seen[e.ID()] = true
	}
	return ""
}

func (o opened) citationsAreURLs() string {
	return o.each(has("citation").holds, func(e Entity) string {
		ids := references(e["citation"])
		web := !slices.ContainsFunc(ids,
			func(id string) bool { return !strings.HasPrefix(id, "http://") && !strings.HasPrefix(id, "https://") })
		return unless(len(ids) > 0 && web, e.ID()+" cites something that is no URL")
	})
}

func (o opened) thumbnailsThere() string {
	return o.each(has("thumbnail").holds, func(e Entity) string {
		for _, id := range references(e["thumbnail"]) {
			if !o.there(id) {
				return "the thumbnail " + id + " is not in the crate"
			}
		}
		return ""
	})
}

func (o opened) without(names ...string) string {
	for _, name := range names {
		for _, e := range o.Graph {
			if e[name] != nil {
				return e.ID() + " has the property " + name
			}
		}
	}
	return ""
}

// known are the properties of the context of RO-Crate 1.1 that a crate of ours may have. Others need a local URI.
func known() []string {
	return []string{
		"about", "actionStatus", "additionalType", "agent", "author", "citation", "conformsTo", "contentSize",
		"creator", "dateCreated", "datePublished", "description", "encodingFormat",
		"endTime", "hasPart", "identifier", "instrument", "keywords", "license", "name", "object",
		"programmingLanguage", "provider", "publisher", "result", "sameAs", "sdPublisher", "startTime",
		"thumbnail", "url", "version",
	}
}

func (o opened) termsKnown() string {
	local := map[string]any{}
	if all, ok := o.Context.([]any); ok {
		for _, one := range all {
			if terms, ok := one.(map[string]any); ok {
				local = terms
			}
		}
	}
	for _, e := range o.Graph {
		for name := range e {
			uri, _ := local[name].(string)
			if !strings.HasPrefix(name, "@") && !slices.Contains(known(), name) && !strings.HasPrefix(uri, "http") {
				return name + " is used without a URI in the local context"
			}
		}
	}
	return ""
}

func (o opened) noBag() string {
	return unless(!slices.ContainsFunc(o.names,
		func(name string) bool { return name == "bagit.txt" || strings.HasPrefix(name, "manifest-sha") }),
		"it has parts of a bag")
}

func (o opened) pageIsHTML() string {
	if o.page == nil {
		return ""
	}
	page := bytes.ToLower(o.page)
	for _, part := range []string{"<html", "<head>", `<meta charset="utf-8">`, "<title>", "</title>", "</head>",
		"<body>", "</body>", "</html>"} {
		if bytes.Count(page, []byte(part)) != 1 {
			return "the preview does not have one " + part
		}
	}
	return unless(bytes.HasPrefix(page, []byte("<!doctype html>")), "the preview does not begin as HTML 5 does")
}

// pageUseful demands what people look for: the name, the description and every part, in words that they can read.
func (o opened) pageUseful() string {
	if o.page == nil {
		return ""
	}
	_, body, _ := bytes.Cut(o.page, []byte("</head>"))
	read := html.UnescapeString(string(body))
	for _, e := range append(o.data(), o.Root()) {
		if name := e.Text("name"); name == "" || !strings.Contains(read, name) {
			return "the preview does not name " + e.ID()
		}
	}
	return unless(strings.Contains(read, o.Root().Text("description")), "the preview does not describe the crate")
}

func (o opened) pageHasCopy() string {
	if o.page == nil {
		return ""
	}
	var here, there bytes.Buffer
	if json.Compact(&here, o.text) != nil || json.Compact(&there, copyInHead(o.page)) != nil {
		return "the preview has no metadata in its head"
	}
	return unless(bytes.Equal(here.Bytes(), there.Bytes()), "the preview has other metadata than "+MetadataFile)
}

func (o opened) sameAsLinked() string {
	if o.page == nil {
		return ""
	}
	return o.each(has("sameAs").holds, func(e Entity) string {
		at := e.Text("sameAs")
		return unless(bytes.Contains(o.page, []byte(`href="`+html.EscapeString(at)+`"`)),
			"the preview does not link to "+at)
	})
}

func (o opened) each(of func(Entity) bool, check func(Entity) string) string {
	for _, e := range o.Graph {
		if of(e) {
			if problem := check(e); problem != "" {
				return problem
			}
		}
	}
	return ""
}

type required func(Entity) string

func has(names ...string) required {
	return func(e Entity) string {
		for _, name := range names {
			if value := e[name]; value == nil || value == "" {
				return e.ID() + " has no " + name
			}
		}
		return ""
	}
}

func (r required) holds(e Entity) bool { return r(e) == "" }
func isDataset(e Entity) string        { return unless(isA(e, "Dataset"), e.ID()+" is no Dataset") }

func isScript(e Entity) string {
	return first(unless(isA(e, "File"), e.ID()+" is no File"), unless(validURI(e.ID()), e.ID()+" is no URI of a file"),
		has("name")(e))
}

func action(e Entity) bool                 { return isA(e, "CreateAction") || isA(e, "UpdateAction") }
func ofType(kind string) func(Entity) bool { return func(e Entity) bool { return isA(e, kind) } }

func conforming(profile string) func(Entity) bool {
	return func(e Entity) bool {
		for _, id := range append(references(e["conformsTo"]), e.Text("conformsTo")) {
			if strings.HasPrefix(id, "https://bioschemas.org/profiles/"+profile+"/") {
				return true
			}
		}
		return false
	}
}

func types(e Entity) []string {
	switch v := e["@type"].(type) {
	case string:
		return []string{v}
	case []any:
		var all []string
		for _, one := range v {
			if text, ok := one.(string); ok {
				all = append(all, text)
			}
		}
		return all
	}
	return nil
}

func isA(e Entity, kind string) bool { return slices.Contains(types(e), kind) }

func reference(value any) string {
	switch v := value.(type) {
	case map[string]any:
		id, _ := v["@id"].(string)
		return id
	case Entity:
		return v.ID()
	}
	return ""
}

func references(value any) []string {
	if all, ok := value.([]any); ok {
		var ids []string
		for _, one := range all {
			ids = append(ids, references(one)...)
		}
		return ids
	}
	if id := reference(value); id != "" {
		return []string{id}
	}
	return nil
}
