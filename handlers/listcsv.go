package handlers

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
	"time"

	"green500/store"
	"green500/validation/sheet"
)

// WriteListCSV writes a list as RFC 4180 has it. Each row says which state of which list it is of.
func WriteListCSV(table *bytes.Buffer, list store.PublishedList, waived map[int64][]string) error {
	out := csv.NewWriter(table)
	out.UseCRLF = true
	rows := [][]string{{
		"edition", "as_of", "errata", "rank", "entry", "revision", "system", "site", "country", "total_cores", "accelerator", "top500_rank",
		"rmax_gflops", "power_w", "power_uncertainty_w", "gflops_per_watt", "gflops_per_watt_uncertainty", "level", "waived_rules",
	}}
	for _, row := range list.Rows {
		rows = append(rows, []string{
			row.Edition, list.Since.Format(time.RFC3339), strconv.Itoa(len(list.Errata)), RankCell(row.Rank), Text(row.EntryID), strconv.Itoa(row.Revision),
			sheet.Harmless(row.System), sheet.Harmless(row.Site), sheet.Harmless(row.Country), strconv.Itoa(row.TotalCores), sheet.Harmless(row.Accelerator), RankCell(row.Top500Rank),
			ListFigure(float64(row.Rmax)), ListFigure(float64(row.Power)), ListFigureOrNone(row.PowerUncertainty), ListFigure(row.Efficiency), ListFigureOrNone(row.EfficiencyUncertainty),
			strconv.Itoa(int(row.Level)), strings.Join(waived[row.EntryID], " "),
		})
	}
	return out.WriteAll(rows)
}

// RankCell is a rank, or empty where there is none.
func RankCell(rank int) string {
	if rank == 0 {
		return ""
	}
	return strconv.Itoa(rank)
}

// ListFigure writes a number whole, so that reading it gives the same one.
func ListFigure(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// ListFigureOrNone is ListFigure, or empty where there is no number.
func ListFigureOrNone(v *float64) string {
	if v == nil {
		return ""
	}
	return ListFigure(*v)
}
