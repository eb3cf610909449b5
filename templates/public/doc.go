// Package public draws the pages that say what the server is: the front page, the index of lists, the report on inconsistent entries,
// and the short pages about taking part.
package public
