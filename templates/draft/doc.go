// Package draft draws what a submitter works on: /submissions, new ones, the form with its verdict, the page on a log, YAML, the
// manifest, and the /equipment.
package draft
