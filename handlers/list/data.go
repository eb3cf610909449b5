package list

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/recorded"
	datapage "green500/templates/data"
	"green500/validation/lists/bulkfile"
	"green500/validation/lists/listing"
)

// DataHandlers answer for the data as a whole.
type DataHandlers struct {
	*handlers.Base
	bulk *bulk
}

// NewData answers over what all handlers share.
func NewData(base *handlers.Base) DataHandlers { return DataHandlers{Base: base, bulk: &bulk{}} }

// bulk is the file of all lists as it was written last. It is written again after a list changed.
type bulk struct {
	writing sync.Mutex
	state   recorded.PublicState
	facts   bulkfile.Facts
	file    []byte
}

// Page shows the data dictionary, and where all lists are in one file.
func (h *DataHandlers) Page(c echo.Context) error {
	facts, _, err := h.file(c.Request().Context())
	if err != nil {
		return err
	}
	page := datapage.DataPage{Page: h.Base.Page(c, "Data"), Terms: listing.Dictionary(), File: facts,
		Name: bulkfile.Name}
	for _, column := range listing.Columns() {
		if values := column.Values(); values != nil {
			page.Choices = append(page.Choices, datapage.Choice{Name: column.Name, Values: values})
		}
	}
	if facts.Rows > 0 {
		page.Dataset = facts.Dataset()
	}
	return h.Render(c, http.StatusOK, datapage.Data(page))
}

// File sends all lists as one ZIP file, or parts of it.
func (h *DataHandlers) File(c echo.Context) error {
	facts, file, err := h.file(c.Request().Context())
	if err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, "application/zip")
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", bulkfile.Name))
	header.Set(echo.HeaderCacheControl, "no-cache")
	header.Set("Etag", `"`+facts.SHA256+`"`)
	http.ServeContent(c.Response(), c.Request(), "", facts.Modified, bytes.NewReader(file))
	return nil
}

// Sum sends the SHA-256 of that file, as sha256sum reads it.
func (h *DataHandlers) Sum(c echo.Context) error {
	facts, _, err := h.file(c.Request().Context())
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-cache")
	return c.String(http.StatusOK, facts.SHA256+"  "+bulkfile.Name+"\n")
}

func (h *DataHandlers) file(ctx context.Context) (bulkfile.Facts, []byte, error) {
	state, err := h.Store.Lists.PublicState(ctx)
	if err != nil {
		return bulkfile.Facts{}, nil, err
	}
	h.bulk.writing.Lock()
	defer h.bulk.writing.Unlock()
	if h.bulk.file != nil && h.bulk.state.Version >= state.Version && h.Now().Before(h.bulk.state.Until) {
		return h.bulk.facts, h.bulk.file, nil
	}
	facts, file, err := h.write(ctx)
	if err != nil {
		return bulkfile.Facts{}, nil, fmt.Errorf("write the file of all lists: %w", err)
	}
	h.bulk.state, h.bulk.facts, h.bulk.file = state, facts, file
	return facts, file, nil
}

func (h *DataHandlers) write(ctx context.Context) (bulkfile.Facts, []byte, error) {
	lists, err := h.Store.Lists.Catalogue(ctx)
	if err != nil {
		return bulkfile.Facts{}, nil, err
	}
	head := bulkfile.Head{Address: h.Link("data", bulkfile.Name), Page: h.Link("data"), Licence: h.Licence}
	for _, list := range lists {
		head.Lists = append(head.Lists, bulkfile.List{Name: list.Name, Kind: list.Kind, Edition: list.Edition,
			Entries: list.Entries, SHA256: list.Digest, Changed: list.ChangedAt.Truncate(time.Second)})
	}
	var out bytes.Buffer
	view := listing.View{Columns: listing.Columns(), Sort: "rank", Page: 1, Size: listing.UsualSize}
	facts, err := bulkfile.Write(&out, head, func(give func([]listing.Row) error) error {
		for _, list := range lists { // in the order of lists, and of ranks in each
			if err := h.Store.Lists.EachLine(ctx, list.Name, accounts.User{}, view, give); err != nil {
				return err
			}
		}
		return nil
	})
	return facts, out.Bytes(), err
}
