// Package chart draws power over time and figures of lists: as SVG on the server, as options for the script, and as tables. It knows no page.
package chart
