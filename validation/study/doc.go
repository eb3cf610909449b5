// Package study compares runs of the same work under other tunables with a baseline.
package study
