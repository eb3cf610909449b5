package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/list"
	"green500/store/editions"
	"green500/store/lists"
	"green500/validation/lists/listing"
)

// List is a list that can be browsed.
type List struct {
	Name       string    `json:"name"` // in addresses
	Kind       string    `json:"kind"`
	Edition    string    `json:"edition"`
	GradedHere bool      `json:"graded_here"` // else it was published elsewhere
	Entries    int       `json:"entries"`
	WithPower  int       `json:"with_power"` // entries that have a power or an efficiency
	SHA256     string    `json:"sha256"`     // of the current list, or of the imported file
	ChangedAt  time.Time `json:"changed_at"`

	// from when on everybody could read it, in the zone of its edition, as citations state it; null if it was published
	// elsewhere
	ReleasedAt *time.Time `json:"released_at"`
}

// Rows is a page of a view of a list.
type Rows struct {
	List  string `json:"list"`
	Total int    `json:"total"` // rows on all pages
	Page  int    `json:"page"`
	Size  int    `json:"size"`
	Rows  []Row  `json:"rows"`

	// sentences about parameters of the address that are not known
	Ignored []string `json:"ignored_parameters,omitempty"`
}

// Row is a line of a list, in the columns of a view and the units of Column; what is not known is null.
type Row struct {
	row     listing.Row
	columns []listing.Column
}

// System is a machine over all lists.
type System struct {
	ID   int64  `json:"id"`
	Key  string `json:"key"`  // does not depend on the order of imports
	Name string `json:"name"` // as the latest list has it
	Rows []Row  `json:"rows"` // the oldest edition first
}

// Column is a column of lists.
type Column struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Unit   string `json:"unit"` // empty if it has none
	Filter string `json:"filter"`
	Usual  bool   `json:"usual"` // shown if nobody chose

	About      string       `json:"about"`
	Type       string       `json:"type"`     // of its values: string, integer, number or boolean
	Names      []ColumnName `json:"names"`    // that state a unit, and hold in answers, files and filters alike
	InFiles    string       `json:"in_files"` // what files call it if a view asks for it by its name
	Parameters []string     `json:"parameters"`
	Values     []string     `json:"values"` // all that it can have; empty if only lists know
}

// ColumnName is a name of a column that states its unit.
type ColumnName struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// MarshalJSON writes the columns in their order.
func (r Row) MarshalJSON() ([]byte, error) {
	var entry *int64
	if r.row.EntryID != 0 {
		entry = &r.row.EntryID
	}
	fields := []apiField{
		{"list", r.row.List}, {"graded_here", r.row.Kind == listing.Graded}, {"rank", r.row.Ranked()},
		{"band_first", r.row.BandFirst}, {"band_last", r.row.BandLast},
		{"system_id", r.row.SystemID}, {"system_key", r.row.SystemKey}, {"entry_id", entry},
		{"efficiency_of_optimised_run", r.row.OfOptimisedRun()},
	}
	cells := listing.Cells()
	for _, column := range r.columns {
		if column.Name != "rank" {
			fields = append(fields, apiField{column.Asked(), cellValue(column, cells[column.Name](r.row))})
		}
	}
	var written strings.Builder
	for i, f := range fields {
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&written, "%c%q:%s", "{,"[min(i, 1)], f.name, value)
	}
	return []byte(written.String() + "}"), nil
}

type apiField struct {
	name  string
	value any
}

func cellValue(column listing.Column, cell listing.Cell) any {
	switch {
	case !cell.Known:
		return nil
	case column.Sort == listing.Yes:
		return cell.Text == "yes"
	case column.Sort == listing.Grade:
		return json.Number(cell.Text)
	case column.Sort == listing.Count:
		return int64(cell.Number)
	case column.Sort == listing.Measure && column.InAnswers().Per == 1:
		return cell.Number
	case column.Sort == listing.Measure:
		return json.Number(strconv.FormatFloat(column.InAnswers().Of(cell.Number), 'g', -1, 64))
	}
	return cell.Text
}

func apiList(list lists.Catalogued, editions map[string]editions.Edition) List {
	answer := List{
		Name: list.Name, Kind: string(list.Kind), Edition: list.Edition, GradedHere: list.Kind == listing.Graded,
		Entries: list.Entries, WithPower: list.Powered, SHA256: list.Digest,
		ChangedAt: list.ChangedAt,
	}
	if edition, ours := editions[list.Name]; ours && answer.GradedHere && edition.PublishedAt != nil {
		answer.ReleasedAt = new(edition.ReleasedAt().In(edition.Location()))
	}
	return answer
}

func (h *Handlers) editions(ctx context.Context) (map[string]editions.Edition, error) {
	all, err := h.Store.Editions.All(ctx)
	named := map[string]editions.Edition{}
	for _, edition := range all {
		named[edition.Name] = edition
	}
	return named, err
}

// ListsForPrograms answers which lists there are, the newest edition first.
func (h *Handlers) ListsForPrograms(c echo.Context) error {
	lists, noLists := h.Store.Lists.Catalogue(c.Request().Context())
	editions, noEditions := h.editions(c.Request().Context())
	if err := cmp.Or(noLists, noEditions); err != nil {
		return err
	}
	answer := make([]List, len(lists))
	for i, list := range lists {
		answer[i] = apiList(list, editions)
	}
	return c.JSON(http.StatusOK, answer)
}

// ListForPrograms answers what is known of one list.
func (h *Handlers) ListForPrograms(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	list, noList := h.Store.Lists.Catalogued(c.Request().Context(), c.Param("name"), user)
	editions, noEditions := h.editions(c.Request().Context())
	if err := cmp.Or(noList, noEditions); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, apiList(list, editions))
}

// RowsForPrograms answers a page of a view of a list, or of all lists. A view that names no columns has all.
func (h *Handlers) RowsForPrograms(c echo.Context) error {
	query, name := c.QueryParams(), c.Param("name")
	view, err := listing.Parse(query)
	if err != nil {
		return err
	}
	if !query.Has(listing.ColumnsParameter) {
		view.Columns = listing.ByUnit(listing.Columns())
	}
	user, _ := handlers.Viewer(c)
	if err := h.CheckChoices(c.Request().Context(), name, user, view); err != nil {
		return err
	}
	browsed, err := h.Store.Lists.Browse(c.Request().Context(), name, user, view)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Link", h.pageLinks(c, view, browsed.Matching))
	answer := Rows{List: name, Total: browsed.Matching, Page: view.Page, Size: view.Size,
		Rows: apiRows(browsed.Rows, view.Columns), Ignored: handlers.Ignored(c)}
	return c.JSON(http.StatusOK, answer)
}

func apiRows(rows []listing.Row, columns []listing.Column) []Row {
	answer := make([]Row, len(rows))
	for i, row := range rows {
		answer[i] = Row{row, columns}
	}
	return answer
}

// pageLinks leads to the other pages of a view (RFC 8288).
func (h *Handlers) pageLinks(c echo.Context, view listing.View, total int) string {
	last := max(1, (total+view.Size-1)/view.Size)
	var links []string
	for _, to := range []struct {
		relation string
		page     int
		there    bool
	}{{"first", 1, true}, {"prev", min(view.Page-1, last), view.Page > 1}, {"next", view.Page + 1, view.Page < last},
		{"last", last, true}} {
		if to.there {
			query := c.QueryParams()
			query.Set(listing.PageParameter, strconv.Itoa(to.page))
			links = append(links,
				fmt.Sprintf(`<%s?%s>; rel=%q`, h.Address.JoinPath(c.Request().URL.Path), query.Encode(), to.relation))
		}
	}
	return strings.Join(links, ", ")
}

// SystemForPrograms answers where a machine stood on every list.
func (h *Handlers) SystemForPrograms(c echo.Context) error {
	number, err := list.SystemNumber(c, h.Base)
	if err != nil {
		return err
	}
	system, err := h.Store.Lists.System(c.Request().Context(), number)
	if err != nil {
		return list.United(c, err)
	}
	slices.Reverse(system.Lines) // the oldest edition first
	return c.JSON(http.StatusOK, System{ID: system.ID, Key: system.Key, Name: system.Name,
		Rows: apiRows(system.Lines, listing.ByUnit(listing.Columns()))})
}

// ColumnsForPrograms answers what the columns of lists are.
func (h *Handlers) ColumnsForPrograms(c echo.Context) error {
	filters, answer := map[listing.Sort]string{
		listing.Words: "contains", listing.Choice: "any of", listing.Yes: "any of", listing.Grade: "any of",
		listing.Measure: "from and to", listing.Count: "from and to",
	}, []Column{}
	for _, column := range listing.Columns() {
		names := []ColumnName{}
		for _, named := range column.UnitNames() {
			names = append(names, ColumnName{named.Name, named.Unit})
		}
		answer = append(answer, Column{
			Name: column.Name, Title: column.Title, Unit: column.Unit, Filter: filters[column.Sort],
			Usual: column.Usual,
			About: column.About, Type: column.Type(), Names: names, InFiles: column.InFiles().Name,
			Parameters: column.Filters(), Values: append([]string{}, column.Values()...),
		})
	}
	return c.JSON(http.StatusOK, answer)
}
