package validation

import "fmt"

// Difference is what two verdicts on a submission differ in.
type Difference string

// The differences, each of which explains those after it.
const (
	Alike       Difference = "nothing"
	OtherRules  Difference = "rules"  // the rule set
	OtherInput  Difference = "input"  // the document, or the bytes of a file
	OtherReport Difference = "report" // by the same rules on the same bytes: the program
)

// Compare returns the first thing that explains why two verdicts differ.
func (d Digests) Compare(other Digests) Difference {
	switch {
	case d == other:
		return Alike
	case d.Rules != other.Rules:
		return OtherRules
	case d.Input != other.Input:
		return OtherInput
	}
	return OtherReport
}

// Explain says how the verdict here compares with another, whose author is a noun such as "the server".
func (d Digests) Explain(other Digests, author string) string {
	switch d.Compare(other) {
	case OtherRules:
		return fmt.Sprintf("The report of %s uses another rule set (%s) than this program (%s).", author, other.Rules, d.Rules)
	case OtherInput:
		return fmt.Sprintf("The report of %s is of other input (%s) than this one (%s): the document or a file differs.", author, other.Input, d.Input)
	case OtherReport:
		return fmt.Sprintf("With the same rules and input, the report of %s (%s) differs from that of this program (%s): their versions differ.", author, other.Report, d.Report)
	}
	return fmt.Sprintf("The report of %s is identical to this one, byte for byte (%s).", author, d.Report)
}
