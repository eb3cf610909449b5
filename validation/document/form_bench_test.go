package document_test

import (
	"testing"

	"green500/validation/document"
	"green500/validation/document/sample"
)

// BenchmarkFromFields puts the clean submission together from its form, as every verdict on a draft does.
func BenchmarkFromFields(b *testing.B) {
	clean := sample.Clean(1, "2.0")
	fields := document.Fields(&clean.Entry)
	for b.Loop() {
		if _, err := document.FromFields(fields); err != nil {
			b.Fatal(err)
		}
	}
}
