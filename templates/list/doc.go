// Package list draws published lists and what is made of their rows: /, /lists with their changes and errata, the preview of a list,
// /systems, /by, /compare and /trends.
package list
