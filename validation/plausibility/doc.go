// Package plausibility says what the power of a run should have been, as far as models can tell; it never decides.
package plausibility
