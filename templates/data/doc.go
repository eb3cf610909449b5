// Package data draws the page of the data as a whole: the data dictionary, and one file of all lists.
package data
