// Package api answers programs: what they submit, and what they read of lists. What it answers with is described by /api/openapi.json.
package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/draft"
	apipage "green500/templates/api"
	"green500/validation/listing"
)

// Operation is what a program can ask of the server.
type Operation struct {
	Method     string
	Path       string // as routes have it, under APIPrefix
	Summary    string
	Parameters []Parameter
	Takes      string // what the request holds; empty where it holds nothing
	Status     int    // of success
	Answer     any    // of the type that is answered as JSON
	Refusals   []int  // statuses beside that of success, answered as a Problem
	Token      bool   // a token is needed
}

// Parameter of an address.
type Parameter = apipage.APIParameter

// Operations is the one table of what programs can ask, in the order in which it is told.
func Operations() []Operation {
	list, id := Parameter{Name: "name", About: "name of a list, such as 2026-11", Kind: "string", InPath: true}, Parameter{Name: "id", About: "number", Kind: "integer", InPath: true}
	anyList := list
	anyList.About += ", or all for the lines of every list"
	const get, post, put = http.MethodGet, http.MethodPost, http.MethodPut
	const absent, unsaid, denied, conflict, wrong = http.StatusNotFound, http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict, http.StatusUnprocessableEntity
	return []Operation{
		{get, "lists", "Every list that can be browsed, the newest edition first.", nil, "", http.StatusOK, []List{}, nil, false},
		{get, "lists/:name", "What is known of one list.", []Parameter{list}, "", http.StatusOK, List{}, []int{absent, denied}, false},
		{get, "lists/:name/rows", "A page of a view of a list. The header Link leads to the other pages.", append([]Parameter{anyList}, viewParameters()...), "", http.StatusOK, Rows{}, []int{absent, denied, wrong}, false},
		{get, "systems/:id", "Where a system stood on every list, the oldest edition first.", []Parameter{{Name: "id", About: "key of the system, or its number", Kind: "string", InPath: true}}, "", http.StatusOK, System{}, []int{absent}, false},
		{get, "columns", "The columns of lists, with their units.", nil, "", http.StatusOK, []Column{}, nil, false},
		{get, "server", "Whose token it is and what it may, the rule sets by digest, the open editions, the key of receipts.", nil, "", http.StatusOK, Server{}, []int{unsaid}, false},
		{get, "submissions", "Your submissions and where they stand.", nil, "", http.StatusOK, []Submission{}, []int{unsaid, denied}, true},
		{post, "submissions", "Starts a draft from a document.", []Parameter{{Name: "site", About: "number of a site to share it with; empty for none", Kind: "string"}}, "application/yaml", http.StatusCreated, Submission{}, []int{unsaid, denied, conflict, wrong}, true},
		{get, "submissions/:id", "Files and verdict of a submission, and what keeps it from being graded.", []Parameter{id}, "", http.StatusOK, Submission{}, []int{unsaid, denied, absent}, true},
		{put, "submissions/:id/document", "Puts another document in place.", []Parameter{id, {Name: "version", About: "version of the draft that you read; refused if somebody changed it since", Kind: "integer"}}, "application/yaml", http.StatusOK, Submission{}, []int{unsaid, denied, absent, conflict, wrong}, true},
		{post, "submissions/:id/verdict", "Grades a draft in its current state.", []Parameter{id}, "", http.StatusOK, Submission{}, []int{unsaid, denied, absent, conflict, wrong}, true},
		{post, "submissions/:id/manifest", "Commits to the document and to files.", []Parameter{id}, "text/plain", http.StatusCreated, Manifest{}, []int{unsaid, denied, absent, conflict, wrong}, true},
		{post, "submissions/:id/submit", "Submits a draft for review.", []Parameter{id}, "", http.StatusOK, Submission{}, []int{unsaid, denied, absent, conflict, wrong}, true},
	}
}

func viewParameters() []Parameter {
	all := []Parameter{
		{Name: listing.SearchParameter, About: "a part of what a line says of system, site, vendor and parts", Kind: "string"},
		{Name: listing.SortParameter, About: "name of a column, with - before it for the greatest first", Kind: "string"},
		{Name: listing.ColumnsParameter, About: "names of columns with commas between; all where there is none", Kind: "string"},
		{Name: listing.PageParameter, About: "from 1", Kind: "integer"},
		{Name: listing.SizeParameter, About: "rows a page", Kind: "integer"},
	}
	all = append(all, Parameter{Name: listing.OrderParameter, About: listing.OrderParameter + "=exact: ranks one by one, without bands", Kind: "string"})
	for _, column := range listing.EveryName() {
		about := strings.TrimSuffix(column.About+", "+column.InAnswers().Unit, ", ")
		switch {
		case column.Chosen():
			all = append(all, Parameter{Name: column.Name, About: about + "; any of these", Kind: "string", Repeated: true})
		case column.Numeric():
			all = append(all, Parameter{Name: column.Asked() + "_from", About: about + ", at least", Kind: "number"}, Parameter{Name: column.Asked() + "_to", About: about + ", at most", Kind: "number"})
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
			"title": "green500", "version": "1", "description": "Published lists of the energy efficiency of supercomputers, and submissions to them.",
			"license": jsonObject{"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
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
	answers := jsonObject{statusText(o.Status): jsonAnswer(http.StatusText(o.Status), "application/json", types.of(reflect.TypeOf(o.Answer)))}
	strict := o.Method == http.MethodGet && !o.Token && o.Path != "server"
	refusals := append([]int{http.StatusInternalServerError}, o.Refusals...)
	if strict {
		refusals = append(refusals, http.StatusUnprocessableEntity)
	}
	for _, status := range refusals {
		answers[statusText(status)] = jsonAnswer(http.StatusText(status), "application/problem+json", types.of(reflect.TypeFor[handlers.Problem]()))
	}
	if strict {
		answers[statusText(http.StatusNotModified)] = jsonObject{"description": "It is what you have, by If-None-Match."}
	}
	described := jsonObject{"summary": o.Summary, "responses": answers, "operationId": o.ID(), "security": []jsonObject{}}
	parameters := []jsonObject{}
	for _, p := range o.Parameters {
		parameters = append(parameters, describedParameter(p))
	}
	if strict {
		refuses := Parameter{Name: handlers.StrictParameter, About: "1 refuses unknown parameters; otherwise they are ignored, and named in the header " + handlers.IgnoredHeader, Kind: "integer"}
		parameters = append(parameters, describedParameter(refuses))
	}
	described["parameters"] = parameters
	if o.Takes != "" {
		described["requestBody"] = jsonObject{"required": true, "content": jsonObject{o.Takes: jsonObject{"schema": jsonObject{"type": "string"}}}}
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
		page.Operations = append(page.Operations, apipage.APIOperation{Method: operation.Method, Address: operation.Address(), Summary: operation.Summary, Token: operation.Token, Takes: operation.Takes, Parameters: operation.Parameters})
	}
	return h.Render(c, http.StatusOK, apipage.API(page))
}

// Handlers answer programs.
type Handlers struct {
	*handlers.Base
	Draft *draft.Handlers
}
