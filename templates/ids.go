package templates

import "strings"

// FieldID is the id of the form field that a path of the document has: "meters[0].id" is at
// "f-meters-0-id". Links from errors and troubles go there.
func FieldID(path string) string {
	return "f-" + strings.NewReplacer("[", "-", "]", "", ".", "-").Replace(path)
}
