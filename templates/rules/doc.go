// Package rules draws the catalogue of rules: /rules, each rule, and editions side by side.
package rules
