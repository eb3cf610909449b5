package export

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"green500/validation/lists/listing"
)

// csvWriter writes as RFC 4180 has it. What is not known is empty.
type csvWriter struct {
	out    *csv.Writer
	fields []field
	record []string // of a row; used again
}

func beginCSV(w io.Writer, _ Head, fields []field) (Writer, error) {
	c := &csvWriter{out: csv.NewWriter(w), fields: fields, record: make([]string, len(fields))}
	c.out.UseCRLF = true
	return c, c.out.Write(names(fields))
}

// Write adds rows.
func (c *csvWriter) Write(rows []listing.Row) error {
	for _, row := range rows {
		for i, f := range c.fields {
			c.record[i] = cell(f.value(row))
		}
		if err := c.out.Write(c.record); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what is held back.
func (c *csvWriter) Close() error {
	c.out.Flush()
	return c.out.Error()
}

func cell(value any) string {
	switch v := value.(type) {
	case string:
		return Harmless(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	}
	return ""
}

// Harmless marks a text as one if a spreadsheet that opens CSV would run it as a formula.
func Harmless(text string) string {
	if begins := strings.TrimLeft(text, " \t\r\n"); begins != "" && strings.ContainsAny(begins[:1], "=+-@") {
		return "'" + text
	}
	return text
}
