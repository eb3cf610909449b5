// Package api answers requests of programs: they submit, and read lists. /api/openapi.json describes all answers.
package api

import (
	"encoding"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/draft"
	apipage "green500/templates/api"
	"green500/validation"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// Operation is what a program can ask of the server.
type Operation struct {
	Method     string
	Path       string // as routes have it, under APIPrefix
	Summary    string
	Parameters []Parameter
	Takes      string // what the request holds; empty if it holds nothing
	Status     int    // of success
	Answer     any    // of the type that is answered as JSON
	Refusals   []int  // statuses beside that of success, answered as a Problem
	Token      bool
}

// Parameter of an address.
type Parameter = apipage.APIParameter

// Operations is the one table of what programs can ask, in the order in which it is told.
func Operations() []Operation {
	list, id := Parameter{Name: "name", About: "name of a list, such as 2026-11", Kind: "string", InPath: true},
		Parameter{Name: "id", About: "number", Kind: "integer", InPath: true}
	anyList := list
	anyList.About += ", or all for the lines of every list"
	const get, post, put = http.MethodGet, http.MethodPost, http.MethodPut
	const absent, unsaid, denied, conflict, wrong = http.StatusNotFound, http.StatusUnauthorized, http.StatusForbidden,
		http.StatusConflict, http.StatusUnprocessableEntity
	return []Operation{
		{get, "lists", "Every list that can be browsed, the newest edition first.", nil, "", http.StatusOK,
			[]List{}, nil, false},
		{get, "lists/:name", "What is known of one list.", []Parameter{list}, "", http.StatusOK, List{},
			[]int{absent, denied}, false},
		{get, "lists/:name/rows", "A page of a view of a list. The header Link leads to the other pages.", append(
			[]Parameter{anyList}, viewParameters()...), "", http.StatusOK, Rows{}, []int{absent, denied, wrong}, false},
		{get, "systems/:id", "Where a system stood on every list, the oldest edition first.",
			[]Parameter{{Name: "id", About: "key of the system, or its number", Kind: "string", InPath: true}}, "",
			http.StatusOK, System{}, []int{absent}, false},
		{get, "columns", "The columns of lists, with their units.", nil, "", http.StatusOK, []Column{}, nil, false},
		{get, "server", "The owner and the scopes of the token, the rule sets by digest, the open editions, " +
			"the key of receipts.", nil, "", http.StatusOK, Server{}, []int{unsaid}, false},
		{get, "submissions", "Your submissions and their states.", nil, "", http.StatusOK, []Submission{},
			[]int{unsaid, denied}, true},
		{post, "submissions", "Starts a draft from a document.",
			[]Parameter{{Name: "site", About: "number of a site to share it with; empty for none", Kind: "string"}},
			"application/yaml", http.StatusCreated, Submission{}, []int{unsaid, denied, conflict, wrong}, true},
		{get, "submissions/:id", "Files and verdict of a submission, and what keeps it from being graded.",
			[]Parameter{id}, "", http.StatusOK, Submission{}, []int{unsaid, denied, absent}, true},
		{put, "submissions/:id/document", "Puts another document in place.", []Parameter{id, {Name: "version",
			About: "version of the draft that you read; refused if somebody changed it since", Kind: "integer"}},
			"application/yaml", http.StatusOK, Submission{}, []int{unsaid, denied, absent, conflict, wrong}, true},
		{post, "submissions/:id/verdict", "Grades a draft in its current state.", []Parameter{id}, "", http.StatusOK,
			Submission{}, []int{unsaid, denied, absent, conflict, wrong}, true},
		{post, "submissions/:id/manifest", "Commits to the document and to files.", []Parameter{id}, "text/plain",
			http.StatusCreated, Manifest{}, []int{unsaid, denied, absent, conflict, wrong}, true},
		{post, "submissions/:id/submit", "Submits a draft for review.", []Parameter{id}, "", http.StatusOK,
			Submission{}, []int{unsaid, denied, absent, conflict, wrong}, true},
	}
}

func viewParameters() []Parameter {
	all := []Parameter{
		{Name: listing.SearchParameter, About: "a part of what a line says of system, site, vendor and parts",
			Kind: "string"},
		{Name: listing.SortParameter, About: "name of a column, with - before it for the greatest first",
			Kind: "string"},
		{Name: listing.ColumnsParameter, About: "names of columns with commas between; all if there is none",
			Kind: "string"},
		{Name: listing.PageParameter, About: "from 1", Kind: "integer"},
		{Name: listing.SizeParameter, About: "rows a page", Kind: "integer"},
	}
	all = append(all, Parameter{Name: listing.OrderParameter,
		About: listing.OrderParameter + "=exact: ranks one by one, without bands", Kind: "string"})
	for _, column := range listing.EveryName() {
		about := strings.TrimSuffix(column.About+", "+column.InAnswers().Unit, ", ")
		switch {
		case column.Chosen():
			all = append(all,
				Parameter{Name: column.Name, About: about + "; any of these", Kind: "string", Repeated: true})
		case column.Numeric():
			all = append(all, Parameter{Name: column.Asked() + "_from", About: about + ", at least", Kind: "number"},
				Parameter{Name: column.Asked() + "_to", About: about + ", at most", Kind: "number"})
		default:
			all = append(all, Parameter{Name: column.Name, About: "a part of this: " + about, Kind: "string"})
		}
	}
	return all
}

type jsonObject = map[string]any

// OpenAPI describes the operations for programs (OpenAPI 3.1).
func (h *Handlers) OpenAPI(c echo.Context) error { return h.sendOpenAPI(c, false) }

// OlderOpenAPI describes the operations as OpenAPI 3.0, for generators that know no later one.
func (h *Handlers) OlderOpenAPI(c echo.Context) error { return h.sendOpenAPI(c, true) }

func (h *Handlers) sendOpenAPI(c echo.Context, older bool) error {
	written, err := json.Marshal(h.openAPI(older))
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, written)
}

func (h *Handlers) openAPI(older bool) jsonObject {
	paths, types := map[string]jsonObject{}, &schemas{named: map[string]jsonObject{}, older: older}
	for _, operation := range Operations() {
		at := operation.Address()
		if paths[at] == nil {
			paths[at] = jsonObject{}
		}
		paths[at][strings.ToLower(operation.Method)] = operation.described(types)
	}
	return jsonObject{
		"openapi": map[bool]string{true: "3.0.3", false: "3.1.0"}[older],
		"info": jsonObject{
			"title": "green500", "version": "1",
			"description": "Published lists of the energy efficiency of supercomputers, and submissions to them.",
			"license":     jsonObject{"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
		},
		"servers": []jsonObject{{"url": strings.TrimSuffix(h.Address.String(), "/")}},
		"paths":   paths,
		"components": jsonObject{"schemas": types.named, "securitySchemes": jsonObject{"token": jsonObject{
			"type": "http", "scheme": "bearer", "description": "A token from the page of your account.",
		}}},
	}
}

// ID names the operation for generators of clients, such as getListsByNameRows.
func (o Operation) ID() string {
	id := strings.ToLower(o.Method)
	for step := range strings.SplitSeq(o.Path, "/") {
		if name, parameter := strings.CutPrefix(step, ":"); parameter {
			step = "by" + strings.ToUpper(name[:1]) + name[1:]
		}
		id += strings.ToUpper(step[:1]) + step[1:]
	}
	return id
}

// Address is the address of an operation as OpenAPI writes it.
func (o Operation) Address() string {
	steps := strings.Split(handlers.APIPrefix+"v1/"+o.Path, "/")
	for i, step := range steps {
		if name, parameter := strings.CutPrefix(step, ":"); parameter {
			steps[i] = "{" + name + "}"
		}
	}
	return strings.Join(steps, "/")
}

func (o Operation) described(types *schemas) jsonObject {
	answers := jsonObject{statusText(o.Status): jsonAnswer(http.StatusText(o.Status), "application/json",
		types.of(reflect.TypeOf(o.Answer)))}
	strict := o.Method == http.MethodGet && !o.Token && o.Path != "server"
	refusals := append([]int{http.StatusInternalServerError}, o.Refusals...)
	if strict {
		refusals = append(refusals, http.StatusUnprocessableEntity)
	}
	for _, status := range refusals {
		answers[statusText(status)] = jsonAnswer(http.StatusText(status), "application/problem+json",
			types.of(reflect.TypeFor[handlers.Problem]()))
	}
	if strict {
		answers[statusText(http.StatusNotModified)] = jsonObject{
			"description": "It is what you have, by If-None-Match."}
	}
	described := jsonObject{"summary": o.Summary, "responses": answers, "operationId": o.ID(),
		"security": []jsonObject{}}
	parameters := []jsonObject{}
	for _, p := range o.Parameters {
		parameters = append(parameters, describedParameter(p))
	}
	if strict {
		refuses := Parameter{Name: handlers.StrictParameter, About: "1 refuses unknown parameters; " +
			"otherwise they are ignored, and named in the header " + handlers.IgnoredHeader, Kind: "integer"}
		parameters = append(parameters, describedParameter(refuses))
	}
	described["parameters"] = parameters
	if o.Takes != "" {
		described["requestBody"] = jsonObject{"required": true,
			"content": jsonObject{o.Takes: jsonObject{"schema": jsonObject{"type": "string"}}}}
	}
	if o.Token {
		described["security"] = []jsonObject{{"token": []string{}}}
	}
	return described
}

func describedParameter(p Parameter) jsonObject {
	schema := jsonObject{"type": p.Kind}
	if p.Repeated {
		schema = jsonObject{"type": "array", "items": schema}
	}
	in := map[bool]string{true: "path", false: "query"}[p.InPath]
	return jsonObject{"name": p.Name, "in": in, "required": p.InPath, "description": p.About, "schema": schema}
}

func jsonAnswer(said, kind string, schema jsonObject) jsonObject {
	return jsonObject{"description": said, "content": jsonObject{kind: jsonObject{"schema": schema}}}
}

func statusText(status int) string { return handlers.Text(int64(status)) }

// APIPage documents the operations for people.
func (h *Handlers) APIPage(c echo.Context) error {
	page := apipage.APIPage{Page: h.Page(c, "For programs")}
	for _, operation := range Operations() {
		page.Operations = append(page.Operations,
			apipage.APIOperation{Method: operation.Method, Address: operation.Address(), Summary: operation.Summary,
				Token: operation.Token, Takes: operation.Takes, Parameters: operation.Parameters})
	}
	return h.Render(c, http.StatusOK, apipage.API(page))
}

// Handlers answer programs.
type Handlers struct {
	*handlers.Base
	Draft *draft.Handlers
}

// schemas are the JSON Schemas of Go types as they are written. Structs have names and are described once.
type schemas struct {
	named map[string]jsonObject
	older bool // as OpenAPI 3.0 has them, for generators that know no later one
	loose bool // within a report: lists may be null, and engines of other versions may say more
}

func (s *schemas) of(of reflect.Type) jsonObject {
	switch of {
	case reflect.TypeFor[Row]():
		return s.name("Row", s.row)
	case reflect.TypeFor[time.Time](), reflect.TypeFor[power.Time]():
		return jsonObject{"type": "string", "format": "date-time"}
	case reflect.TypeFor[json.RawMessage]():
		return s.name("Report", s.report)
	case reflect.TypeFor[[]byte]():
		if s.older {
			return jsonObject{"type": "string", "format": "byte"}
		}
		return jsonObject{"type": "string", "contentEncoding": "base64"}
	}
	if of.Kind() != reflect.Pointer && of.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return jsonObject{"type": "string"}
	}
	return s.ofKind(of)
}

func (s *schemas) ofKind(of reflect.Type) jsonObject {
	switch of.Kind() {
	case reflect.Pointer:
		return s.orNull(s.of(of.Elem()))
	case reflect.Struct:
		return s.name(of.Name(), func() jsonObject { return s.structure(of) })
	case reflect.Slice:
		list := jsonObject{"type": "array", "items": s.of(of.Elem())}
		if s.loose {
			return s.orNull(list)
		}
		return list
	case reflect.Map:
		return jsonObject{"type": "object", "additionalProperties": s.of(of.Elem())}
	case reflect.String:
		return jsonObject{"type": "string"}
	case reflect.Bool:
		return jsonObject{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return jsonObject{"type": "number"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return jsonObject{"type": "integer", "format": "int64"}
	}
	return jsonObject{}
}

func (s *schemas) name(name string, made func() jsonObject) jsonObject {
	if _, known := s.named[name]; !known {
		s.named[name] = nil // of what it is made of, something may refer to it
		s.named[name] = made()
	}
	return jsonObject{"$ref": "#/components/schemas/" + name}
}

func (s *schemas) orNull(schema jsonObject) jsonObject {
	switch {
	case !s.older:
		return jsonObject{"anyOf": []jsonObject{schema, {"type": "null"}}}
	case schema["$ref"] != nil:
		return jsonObject{"type": "object", "allOf": []jsonObject{schema}, "nullable": true}
	}
	schema["nullable"] = true
	return schema
}

// report is the schema of a report, made of parts whose names begin with it.
func (s *schemas) report() jsonObject {
	inside := &schemas{named: map[string]jsonObject{}, older: s.older, loose: true}
	report := inside.structure(reflect.TypeFor[validation.Report]())
	for name, schema := range inside.named {
		s.named["Report"+name] = schema
	}
	prefixed(report)
	for name := range inside.named {
		prefixed(s.named["Report"+name])
	}
	return report
}

func prefixed(schema any) {
	switch of := schema.(type) {
	case jsonObject:
		if to, refers := of["$ref"].(string); refers {
			of["$ref"] = strings.Replace(to, "/schemas/", "/schemas/Report", 1)
		}
		for _, inner := range of {
			prefixed(inner)
		}
	case []jsonObject:
		for _, inner := range of {
			prefixed(inner)
		}
	}
}

func (s *schemas) structure(of reflect.Type) jsonObject {
	properties, required := jsonObject{}, []string{}
	for _, field := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "" || name == "-" {
			continue
		}
		properties[name] = s.of(field.Type)
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
	}
	schema := jsonObject{"type": "object", "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	if !s.loose {
		schema["additionalProperties"] = false
	}
	return schema
}

func (s *schemas) row() jsonObject {
	properties, required := jsonObject{}, []string{}
	for _, term := range listing.Dictionary() {
		schema := jsonObject{"type": term.Type}
		if term.Type == "integer" {
			schema["format"] = "int64"
		}
		needed := !term.Column || term.Name == "rank"
		if known := needed && !strings.HasPrefix(term.Name, "band_") && term.Name != "entry_id" &&
			term.Name != "rank"; !known {
			schema = s.orNull(schema)
		}
		if schema["description"] = term.Says(); needed {
			required = append(required, term.Name)
		}
		properties[term.Name] = schema
	}
	return jsonObject{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}
