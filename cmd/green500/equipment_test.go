package main

import (
	"testing"
	"time"

	"green500/validation/review"
)

// TestTheCabinetInABrowser keeps meters, sees what ends, and begins a submission from an earlier one.
func TestTheCabinetInABrowser(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.visit("/equipment")
	b.must("No saved equipment yet")
	b.photograph("equipment-empty")
	b.press("Add meter")
	b.fill(`[name="meters[0].make"]`, "Example")
	b.press("Save")
	b.must("is missing")
	b.photograph("equipment-meter-error")
	day := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
	for _, meter := range []struct{ id, location, factor, until string }{
		{"feeder", "upstream", "", day(-3)}, {"rack-pdu", "delivery", "", day(21)},
		{"board", "downstream", "1.06", day(400)},
	} {
		b.visit("/equipment/new?kind=meter")
		b.fill(`[name="meters[0].id"]`, meter.id)
		b.fill(`[name="meters[0].make"]`, "Example")
		b.fill(`[name="meters[0].measures"]`, "power")
		b.fill(`[name="meters[0].location"]`, meter.location)
		b.fill(`[name="meters[0].loss.factor"]`, meter.factor)
		b.fill(`[name="meters[0].accuracy.ranges"]`, "1000: 0.5 + 0.1 of 1000; 22000: 0.2")
		b.fill(`[name="meters[0].calibration.valid_until"]`, meter.until)
		b.press("Save")
		b.must(meter.id + " is kept")
	}
	b.must("in 21 days")
	b.must("Calibration ended on " + day(-3))
	b.photograph("cabinet")
	b.press("board")
	b.must("Calibrated until")
	b.photograph("equipment-meter")
	b.visit("/submissions")
	b.press("Cinnabar")
	b.press("Edit")
	b.press("Expert view")
	b.press("Insert or save equipment")
	b.press("Save")
	b.must("saved in the equipment library")
	b.photograph("equipment-parts")
	b.visit("/submissions/new")
	b.must("Copy an earlier submission")
	b.photograph("new-from-earlier")
	b.press("Copy to a new submission")
	b.must("is started from the earlier one")
}
