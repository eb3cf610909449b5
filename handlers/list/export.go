package list

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/validation/sheet"
)

// ListJSON gives the very bytes whose SHA-256 is the hash of a list.
func (h *Handlers) ListJSON(c echo.Context) error {
	list, err := h.listAsked(c, c.Param("edition"), asOfParameter)
	if err != nil {
		return err
	}
	canonical, err := json.Marshal(list.Rows)
	if err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, stateOf(list)+".json", "application/json", canonical)
}

// ListCSV gives a list as a table for spreadsheets.
func (h *Handlers) ListCSV(c echo.Context) error {
	list, err := h.listAsked(c, c.Param("edition"), asOfParameter)
	if err != nil {
		return err
	}
	waived, err := h.Store.ListWaivers(c.Request().Context(), list.Rows, *list.Edition.PublishedAt)
	if err != nil {
		return err
	}
	var table bytes.Buffer
	if err := writeList(&table, list, waived); err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, stateOf(list)+".csv", "text/csv; charset=utf-8", table.Bytes())
}

// ErrataJSON gives all errata of a list, each with the digest that ties it to the one before.
func (h *Handlers) ErrataJSON(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	list, err := h.Store.PublishedList(c.Request().Context(), c.Param("edition"), user, store.AsOf{})
	if err != nil {
		return err
	}
	written, err := json.Marshal(append([]store.Erratum{}, list.Errata...))
	if err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, "errata.json", "application/json", written)
}

// stateOf names a state of a list in the name of a file.
func stateOf(list store.PublishedList) string {
	if len(list.Errata) == 0 {
		return "as-released"
	}
	return fmt.Sprintf("erratum-%d-of-%s", len(list.Errata), list.Since.Format(time.DateOnly))
}

// writeList writes a list as RFC 4180 has it. Each row says which state of which list it is of.
func writeList(table *bytes.Buffer, list store.PublishedList, waived map[int64][]string) error {
	out := csv.NewWriter(table)
	out.UseCRLF = true
	rows := [][]string{{
		"edition", "as_of", "errata", "rank", "entry", "revision", "system", "site", "country", "total_cores", "accelerator", "top500_rank",
		"rmax_gflops", "power_w", "power_uncertainty_w", "gflops_per_watt", "gflops_per_watt_uncertainty", "level", "waived_rules",
	}}
	for _, row := range list.Rows {
		rows = append(rows, []string{
			row.Edition, list.Since.Format(time.RFC3339), strconv.Itoa(len(list.Errata)), strconv.Itoa(row.Rank), handlers.Text(row.EntryID), strconv.Itoa(row.Revision),
			sheet.Harmless(row.System), sheet.Harmless(row.Site), sheet.Harmless(row.Country), strconv.Itoa(row.TotalCores), sheet.Harmless(row.Accelerator), rankCell(row.Top500Rank),
			listFigure(float64(row.Rmax)), listFigure(float64(row.Power)), listFigureOrNone(row.PowerUncertainty), listFigure(row.Efficiency), listFigureOrNone(row.EfficiencyUncertainty),
			strconv.Itoa(int(row.Level)), strings.Join(waived[row.EntryID], " "),
		})
	}
	return out.WriteAll(rows)
}

func rankCell(rank int) string {
	if rank == 0 {
		return ""
	}
	return strconv.Itoa(rank)
}

// listFigure writes a number whole, so that reading it gives the same one.
func listFigure(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func listFigureOrNone(v *float64) string {
	if v == nil {
		return ""
	}
	return listFigure(*v)
}
