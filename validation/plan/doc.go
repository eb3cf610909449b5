// Package plan tells before a run what each level will ask of its measurement.
package plan
