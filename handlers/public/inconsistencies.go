package public

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/lists"
	"green500/templates"
	"green500/templates/chart"
	publicpage "green500/templates/public"
	"green500/validation/lists/export"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// Names of the parameters of inconsistent entries.
const (
	kindParameter  = "kind"
	leastParameter = "least"
)

// Inconsistencies shows the entries of imported lists whose efficiency, power and Rmax disagree.
func (h *Handlers) Inconsistencies(c echo.Context) error {
	all, lists, checked, unread := h.inconsistencies(c.Request().Context())
	names, unnamed := h.listNames(c.Request().Context())
	if err := cmp.Or(unread, unnamed); err != nil {
		return err
	}
	asked := inconsistencyFilter(c)
	rows, err := chosen(all, names, asked)
	wrong := handlers.FieldErrors(err)
	if err != nil && (wrong == nil || len(all) == 0) { // then there is no form
		return err
	}
	query := url.Values{}
	for name, value := range map[string]string{chosenByForm: asked.List, kindParameter: asked.Kind,
		leastParameter: asked.Least} {
		if value != "" {
			query.Set(name, value)
		}
	}
	page := publicpage.InconsistenciesPage{
		Page: h.Page(c, "Inconsistent entries"), Asked: asked, Errors: wrong, Lists: lists, Checked: checked,
		All: len(all), Rows: rows,
		CSV: string(templates.Address("/inconsistencies.csv", query)),
	}
	return h.RenderChecked(c, wrong, publicpage.Inconsistencies(page))
}

// InconsistencyTable gives the same entries as CSV.
func (h *Handlers) InconsistencyTable(c echo.Context) error {
	all, _, _, unread := h.inconsistencies(c.Request().Context())
	names, unnamed := h.listNames(c.Request().Context())
	if err := cmp.Or(unread, unnamed); err != nil {
		return err
	}
	rows, err := chosen(all, names, inconsistencyFilter(c))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := writeInconsistencies(&out, rows); err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentDisposition, `attachment; filename="inconsistent-entries.csv"`)
	header.Set(echo.HeaderCacheControl, "no-cache")
	return c.Blob(http.StatusOK, "text/csv; charset=utf-8", out.Bytes())
}

// writeInconsistencies writes entries as RFC 4180 has it, with numbers whole.
func writeInconsistencies(out *bytes.Buffer, rows []publicpage.Inconsistency) error {
	writer := csv.NewWriter(out)
	writer.UseCRLF = true
	table := [][]string{{
		"list", "kind", "edition", "rank", "system_id", "system", "rmax_gflops", "power_w", "computed_gflops_per_watt",
		"listed_gflops_per_watt", "difference_percent", "explanation", "since",
	}}
	whole := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	for _, row := range rows {
		const percent = 100
		table = append(table, []string{
			row.Entry.List, string(row.Entry.Kind), row.Entry.Edition, strconv.Itoa(row.Rank), strings.TrimPrefix(
				handlers.Text(row.Entry.SystemID), "0"), export.Harmless(row.System), known(row.Entry.Rmax),
			known(row.Entry.Power), whole(row.Recomputed), whole(row.Listed), whole(percent * row.Difference()),
			publicpage.KindOf(row.Explained), row.Since,
		})
	}
	return writer.WriteAll(table)
}

func known[N ~float64](n *N) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*n), 'f', -1, 64)
}

func (h *Handlers) inconsistencies(ctx context.Context) (
	all []publicpage.Inconsistency, lists []publicpage.CountedList, checked int, err error) {
	catalogue, err := h.Store.Lists.Catalogue(ctx)
	if err != nil {
		return nil, nil, 0, err
	}
	for _, list := range catalogue {
		if list.Kind == listing.Graded {
			continue
		}
		checked++
		rows, err := h.inconsistenciesOf(ctx, list)
		if err != nil {
			return nil, nil, 0, err
		}
		if len(rows) > 0 {
			all = append(all, rows...)
			lists = append(lists, publicpage.CountedList{Name: list.Name,
				Title: chart.ListName(list.Kind, list.Edition), Entries: len(rows)})
		}
	}
	enterSince(all)
	return all, lists, checked, nil
}

func (h *Handlers) inconsistenciesOf(ctx context.Context, list lists.Catalogued) ([]publicpage.Inconsistency, error) {
	noticed, err := h.Store.Lists.ListWarnings(ctx, list.Name)
	if err != nil || len(noticed.Contradictions) == 0 {
		return nil, err
	}
	entries, err := h.entries(ctx, list)
	if err != nil {
		return nil, err
	}
	var rows []publicpage.Inconsistency
	for _, one := range noticed.Contradictions {
		row := publicpage.Inconsistency{Contradiction: one,
			Entry: listing.Row{List: list.Name, Edition: list.Edition, Kind: list.Kind}}
		// A rank that two rows of the file share is shown at another place: the name decides.
		at := slices.IndexFunc(entries,
			func(entry listing.Row) bool { return entry.Rank == one.Rank && entry.System == one.System })
		if at >= 0 {
			row.Entry = entries[at]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func enterSince(all []publicpage.Inconsistency) {
	type series struct {
		kind   listing.Kind
		system int64
	}
	first := map[series]listing.Row{}
	for _, one := range all {
		first[series{one.Entry.Kind, one.Entry.SystemID}] = one.Entry
	}
	for i, one := range all {
		since := one.Entry
		if since.SystemID != 0 {
			since = first[series{since.Kind, since.SystemID}]
		}
		all[i].Since, all[i].SinceName = since.Edition, since.List
	}
}

func inconsistencyFilter(c echo.Context) publicpage.InconsistencyFilter {
	return publicpage.InconsistencyFilter{List: c.QueryParam(chosenByForm), Kind: c.QueryParam(kindParameter),
		Least: strings.TrimSpace(c.QueryParam(leastParameter))}
}

func (h *Handlers) listNames(ctx context.Context) ([]string, error) {
	catalogue, err := h.Store.Lists.Catalogue(ctx)
	names := make([]string, len(catalogue))
	for i, list := range catalogue {
		names[i] = list.Name
	}
	return names, err
}

// chosen are the entries that a filter asks for; what it cannot ask for is a power.InputErrors beside them.
func chosen(all []publicpage.Inconsistency, lists []string, asked publicpage.InconsistencyFilter) (
	[]publicpage.Inconsistency, error) {
	var wrong power.InputErrors
	least, err := strconv.ParseFloat(cmp.Or(asked.Least, "0"), 64)
	if err != nil || math.IsNaN(least) || math.IsInf(least, 0) {
		least, wrong = 0, append(wrong, &power.InputError{Field: leastParameter,
			Problem: fmt.Sprintf("%q is not a number", asked.Least), Remedy: "write it as 12.5"})
	}
	var kinds []string
	for _, kind := range publicpage.InconsistencyKinds() {
		kinds = append(kinds, kind.Value)
	}
	if asked.Kind != "" && !slices.Contains(kinds, asked.Kind) {
		wrong = append(wrong, &power.InputError{Field: kindParameter, Problem: fmt.Sprintf("there is no explanation %q",
			asked.Kind), Remedy: power.NameRemedy(asked.Kind, kinds, "one of the form")})
	}
	if asked.List != "" && !slices.Contains(lists, asked.List) {
		wrong = append(wrong, &power.InputError{Field: chosenByForm, Problem: fmt.Sprintf("there is no list %q",
			asked.List), Remedy: power.NameRemedy(asked.List, lists, "one of /lists")})
	}
	const percent = 100
	rows := slices.DeleteFunc(slices.Clone(all), func(row publicpage.Inconsistency) bool {
		return asked.List != "" && row.Entry.List != asked.List || asked.Kind != "" &&
			publicpage.KindOf(row.Explained) != asked.Kind || percent*math.Abs(row.Difference()) < least
	})
	return rows, wrong.OrNil()
}
