package list

import (
	"testing"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/lists/listing"
)

func TestListPages(t *testing.T) { pagetest.Check(t, listPages()) }

// listPages are pages full, empty, and with everything that can be wrong.
func listPages() map[string]templ.Component {
	public := templates.Viewer{}
	head := ownList(public).List
	return map[string]templ.Component{
		"list":       List(ownList(public)),
		"list, none": List(ListPage{Page: pagetest.Page("/", public)}),
		"list, no match": List(ListPage{Page: pagetest.Page("/lists/2026-11", public), List: head,
			View: listing.View{Search: "x", Size: 500, Page: 1}, Total: 3}),
		"list, imported": List(importedList(public)),
		"list, all":      List(allLists(public)),
		"list, wrong":    List(wrongList(public)),
		"list, a state": List(ListPage{Page: pagetest.Page("/lists/2026-11", public), List: head, Whole: true,
			View: usualView(), Rows: ownList(public).Rows, Matching: 3, Total: 3}),
	}
}
