package templates_test

import (
	"testing"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/pagetest"
)

func TestErrorPages(t *testing.T) { pagetest.Check(t, errorPages()) }

// errorPages are pages full, empty, and with everything that can be wrong.
func errorPages() map[string]templ.Component {
	public := templates.Viewer{}
	return map[string]templ.Component{
		"error": templates.Error(templates.ErrorPage{Page: pagetest.Page("/nowhere", public), Status: 404,
			RequestID: "1"}),
		"error, odd": templates.Error(templates.ErrorPage{Page: pagetest.Page("/nowhere", public), Status: 418}),
	}
}
