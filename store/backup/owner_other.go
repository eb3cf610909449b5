//go:build !unix

package backup

// sameOwner changes nothing: a server runs on Unix.
func sameOwner(string, string) error { return nil }
