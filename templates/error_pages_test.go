package templates

import (
	"testing"

	"github.com/a-h/templ"
)

func TestErrorPages(t *testing.T) { check(t, errorPages()) }

// errorPages are pages full, empty, and with everything that can be wrong.
func errorPages() map[string]templ.Component {
	public := Viewer{}
	return map[string]templ.Component{
		"error":      Error(ErrorPage{Page: page("/nowhere", public), Status: 404, RequestID: "1"}),
		"error, odd": Error(ErrorPage{Page: page("/nowhere", public), Status: 418}),
	}
}
