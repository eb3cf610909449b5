// Package fields is the document as people see it: its sections and fields with their labels, hints and ids, and the levels that require
// them. It draws no page.
package fields
