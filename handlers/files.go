package handlers

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store/lists"
	"green500/store/submissions"
	"green500/templates"
	"green500/validation/document/bundle"
	"green500/validation/lists/export"
	"green500/validation/power"
)

// FileLinks lists the files of a revision with what the document uses them for.
func FileLinks(base string, document *power.Entry, files []submissions.File) []templates.File {
	links := make([]templates.File, len(files))
	for i, f := range files {
		address := url.URL{Path: base + "/files/" + f.Name}
		links[i] = templates.File{Name: f.Name, Bytes: f.Size, SHA256: f.Digest, URL: address.EscapedPath(),
			Use: Use(document, f.Name)}
	}
	return links
}

// Use says what a document uses a file for; nothing if it does not name it.
func Use(document *power.Entry, name string) string {
	for _, named := range bundle.Named(document) {
		if named.Name != name {
			continue
		}
		switch {
		case named.Field == "run.output":
			return "HPL output"
		case len(named.Field) > len("series") && named.Field[:len("series")] == "series":
			return "readings"
		}
		return "attachment"
	}
	return ""
}

// ExportList sends a file with its digest (RFC 9530), so that what arrives can be held against it.
func ExportList(c echo.Context, edition, name, kind string, written []byte) error {
	sum := sha256.Sum256(written)
	header := c.Response().Header()
	header.Set("Repr-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum[:])+":")
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", "green500-"+edition+"-"+name))
	header.Set(echo.HeaderCacheControl, "no-cache")
	return c.Blob(http.StatusOK, kind, written)
}

// WriteListCSV writes a list as RFC 4180 has it. Each row says which state of which list it is of.
func WriteListCSV(table *bytes.Buffer, list lists.PublishedList, waived map[int64][]string) error {
	out := csv.NewWriter(table)
	out.UseCRLF = true
	rows := [][]string{{
		"edition", "as_of", "errata", "rank", "entry", "revision", "system", "site", "country", "total_cores",
		"accelerator", "top500_rank", "rmax_gflops", "power_w", "power_uncertainty_w", "gflops_per_watt",
		"gflops_per_watt_uncertainty", "level", "waived_rules",
	}}
	for _, row := range list.Rows {
		rows = append(rows, []string{
			row.Edition, list.Since.Format(time.RFC3339), strconv.Itoa(len(list.Errata)), RankCell(row.Rank),
			Text(row.EntryID), strconv.Itoa(row.Revision),
			export.Harmless(row.System), export.Harmless(row.Site), export.Harmless(row.Country),
			strconv.Itoa(row.TotalCores), export.Harmless(row.Accelerator), RankCell(row.Top500Rank),
			ListFigure(float64(row.Rmax)), ListFigure(float64(row.Power)), ListFigureOrNone(row.PowerUncertainty),
			ListFigure(row.Efficiency), ListFigureOrNone(row.EfficiencyUncertainty),
			strconv.Itoa(int(row.Level)), strings.Join(waived[row.EntryID], " "),
		})
	}
	return out.WriteAll(rows)
}

// RankCell is a rank, or empty if there is none.
func RankCell(rank int) string {
	if rank == 0 {
		return ""
	}
	return strconv.Itoa(rank)
}

// ListFigure writes a number whole, so that reading it gives the same one.
func ListFigure(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// ListFigureOrNone is ListFigure, or empty if there is no number.
func ListFigureOrNone(v *float64) string {
	if v == nil {
		return ""
	}
	return ListFigure(*v)
}
