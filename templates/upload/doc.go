// Package upload draws the files of a submission and what of them has arrived: /submissions/{id}/uploads, and the panel that other pages hold.
package upload
