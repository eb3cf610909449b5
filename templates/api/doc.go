// Package api draws the page for those who write programs: /api.
package api
