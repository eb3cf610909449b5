package desk

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/auditlog"
	"green500/store/database"
	"green500/store/submissions"
	"green500/templates"
	deskpage "green500/templates/desk"
	"green500/validation/review"
	"green500/validation/review/audit"
)

const recordsOnPage = 100

// Audit shows the audit log.
func (h *Handlers) Audit(c echo.Context) error {
	page := deskpage.AuditPage{
		Page: h.Page(c, "Audit log"), Person: c.QueryParam("person"),
		Entry: strings.TrimSpace(c.QueryParam("entry")), Event: c.QueryParam("event"),
		From: c.QueryParam("from"), Until: c.QueryParam("until"), Addresses: review.May(handlers.Role(c),
			review.ExportAudit), Exports: review.May(handlers.Role(c), review.ExportAudit),
		Errors: templates.FieldErrors{},
	}
	var err error
	if page.Events, err = h.Store.AuditLog.EventNames(c.Request().Context()); err != nil {
		return err
	}
	filter := auditFilter(&page)
	if len(page.Errors) > 0 {
		return h.Render(c, http.StatusUnprocessableEntity, deskpage.AuditLog(page))
	}
	return h.auditPage(c, page, filter, func(r audit.Record) string { return r.Detail })
}

func auditFilter(page *deskpage.AuditPage) auditlog.AuditFilter {
	filter := auditlog.AuditFilter{Person: page.Person, Event: page.Event}
	if page.Entry != "" {
		number, err := strconv.ParseInt(page.Entry, 10, 64)
		if err != nil || number <= 0 {
			page.Errors["entry"] = "Write the number of a submission."
		}
		filter.EntryID = number
	}
	for field, said := range map[string]string{"from": page.From, "until": page.Until} {
		if said == "" {
			continue
		}
		day, err := time.Parse(time.DateOnly, said)
		switch {
		case err != nil:
			page.Errors[field] = "Write a day as 2026-11-03."
		case field == "from":
			filter.From = day
		default:
			filter.Until = day.AddDate(0, 0, 1)
		}
	}
	return filter
}

// EntryAudit shows what was done with one entry to those who hold it and to those who review.
func (h *Handlers) EntryAudit(c echo.Context, entry submissions.EntryAccess) error {
	reviews := review.May(entry.Role, review.ReadQueue) && entry.Conflict == review.NoConflict
	if !entry.Owner && !reviews {
		return database.ErrNotFound
	}
	page := deskpage.AuditPage{Page: h.Page(c, "Log of submission "+handlers.Text(entry.ID)),
		EntryID: handlers.Text(entry.ID)}
	// The details of others' audit events are for those who review.
	return h.auditPage(c, page, auditlog.AuditFilter{EntryID: entry.ID}, func(r audit.Record) string {
		if reviews || r.ActorID == handlers.User(c).ID {
			return r.Detail
		}
		return ""
	})
}

func (h *Handlers) auditPage(c echo.Context, page deskpage.AuditPage, filter auditlog.AuditFilter,
	detail func(audit.Record) string) error {
	before, err := strconv.ParseInt(c.QueryParam("before"), 10, 64)
	if err != nil || before < 0 {
		before = 0
	}
	filter.Before, page.Newest = before, before == 0
	records, err := h.Store.AuditLog.Records(c.Request().Context(), filter, recordsOnPage+1)
	if err != nil {
		return err
	}
	if len(records) > recordsOnPage {
		records = records[:recordsOnPage]
		query := url.Values{"before": {handlers.Text(records[recordsOnPage-1].Number)}}
		for name, said := range map[string]string{"person": page.Person, "entry": page.Entry, "event": page.Event,
			"from": page.From, "until": page.Until} {
			if said != "" {
				query.Set(name, said)
			}
		}
		page.Older = c.Request().URL.Path + "?" + query.Encode()
	}
	for i, r := range records {
		records[i].Detail = detail(r)
	}
	page.Rows = records
	return h.Render(c, http.StatusOK, deskpage.AuditLog(page))
}

// ExportAudit sends the whole log, which can be checked without the server.
func (h *Handlers) ExportAudit(c echo.Context) error {
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, "application/jsonl")
	header.Set(echo.HeaderContentDisposition, `attachment; filename="audit.jsonl"`)
	return h.Store.AuditLog.Export(c.Request().Context(), func(line []byte) error {
		_, err := c.Response().Write(line)
		return err
	})
}
