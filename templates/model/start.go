package model

import "net/url"

// Start is what the numbers of a model come from: an entry, a plan, or a system of a published list. Its zero value is the
// example of the publication.
type Start struct {
	Parameter string // of the address: entry, plan or system
	Value     string
	Name      string // as a link says it
	Href      string // of its page
	Marked    string // how a field says that its value comes from it
	Platform  string // address of the platform file of all nodes; empty where they are not known
}

// Parameters of an address that name what a model starts from.
const (
	EntryParameter  = "entry"
	PlanParameter   = "plan"
	SystemParameter = "system"
)

// Model is the address of a model that starts from these numbers.
func (s Start) Model(name string) string {
	at := (&url.URL{Path: "/models/" + name}).EscapedPath()
	if s.Value == "" {
		return at
	}
	return at + "?" + url.Values{s.Parameter: {s.Value}}.Encode()
}

// PlanModel is the address of a model that starts from the numbers of a plan.
func PlanModel(name string, query url.Values) string {
	return Start{Parameter: PlanParameter, Value: query.Encode()}.Model(name)
}
