// Package pagetest helps the tests of pages: made-up data, and what every page has to be.
package pagetest
