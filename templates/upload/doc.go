// Package upload draws the files of a submission and the state of each upload: /submissions/{id}/uploads, and a panel
// for other pages.
package upload
