// This file owns tracing of the steps of the work.

package store

import (
	"context"
)

// Trace is told when a step of the work begins: what it is called and, of what it returns, the function to call when the step
// has ended, with the error that it ended with. Names are few, and tell nothing of people or entries.
type Trace func(ctx context.Context, step string) (context.Context, func(error))

// StepGrade is the step of grading. Other steps are statements, which are "database" and what is done, such as "database
// query", jobs, which are their kind, and those of the package blobs.
const StepGrade = "grade"

// Begin tells a trace, where there is one.
func (t Trace) Begin(ctx context.Context, step string) (context.Context, func(error)) {
	if t == nil {
		return ctx, func(error) {}
	}
	return t(ctx, step)
}
