// Package evidence draws the review desk: what is wrong with a submission, where on its curve, and the decision, with the
// evidence in tabs below.
package evidence
