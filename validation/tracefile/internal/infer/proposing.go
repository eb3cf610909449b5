package infer

import (
	"fmt"

	"green500/validation/tracefile/internal/table"
)

// proposing puts a proposal together.
type proposing struct {
	*sample
	candidate
	groups [][]int
	out    Proposal
}

func (p *proposing) say(field, value string, sure table.Confidence, why string, args ...any) {
	p.out.Reasons = append(p.out.Reasons, Reason{field, value, sure, fmt.Sprintf(why, args...)})
}
