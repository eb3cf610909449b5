// This file owns how times, texts and numbers are written as values of columns.

package store

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	"gorm.io/gorm"
)

func fromMicro(micro int64) time.Time { return time.UnixMicro(micro).UTC() }

func fromMicroOrNil(micro *int64) *time.Time {
	if micro == nil {
		return nil
	}
	t := fromMicro(*micro)
	return &t
}

func microOfDate(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	micro := t.UnixMicro()
	return &micro
}

// mostText is how many bytes a text may have that is kept in a column. Many texts have shorter limits of their own.
const mostText = 20_000

func longColumns() map[string]int {
	const field, whole = 64 << 10, 4 << 20
	return map[string]int{
		"draft_fields.value":   field, // a field of a form
		"draft_changes.before": field,
		"draft_changes.after":  field,
		"presets.text":         field,     // import settings
		"outbox.text":          2 * field, // encrypted
		"audit.detail":         whole,     // digests of many rows; what people write is cut, see mostDetail
		"audit.state":          whole,
	}
}

func refuseLong(tx *gorm.DB) {
	if changes, is := tx.Statement.Dest.(map[string]any); is {
		for column, value := range changes {
			refuseLongValue(tx, column, value)
		}
		return
	}
	if tx.Statement.Schema == nil {
		return
	}
	switch rows := reflect.Indirect(reflect.ValueOf(tx.Statement.Dest)); rows.Kind() {
	case reflect.Slice:
		for i := range rows.Len() {
			refuseLongRow(tx, reflect.Indirect(rows.Index(i)))
		}
	case reflect.Struct:
		refuseLongRow(tx, rows)
	}
}

func refuseLongRow(tx *gorm.DB, row reflect.Value) {
	for _, field := range tx.Statement.Schema.Fields {
		if field.DBName == "" || field.IndirectFieldType.Kind() != reflect.String {
			continue
		}
		value := reflect.Indirect(field.ReflectValueOf(tx.Statement.Context, row))
		if value.IsValid() && value.Len() > mostText {
			refuseLongValue(tx, field.DBName, value.String())
		}
	}
}

func refuseLongValue(tx *gorm.DB, column string, value any) {
	written, is := value.(string)
	if pointed, isPointer := value.(*string); isPointer && pointed != nil {
		written, is = *pointed, true
	}
	if !is || len(written) <= mostText {
		return
	}
	if most := max(mostText, longColumns()[tx.Statement.Table+"."+column]); len(written) > most {
		_ = tx.AddError(fault(strings.ReplaceAll(column, "_", " "), fmt.Sprintf("it has %d bytes, and may have %d", len(written), most), "shorten it"))
	}
}

// clockSkew is by how much the clocks of servers may differ.
const clockSkew = 5 * time.Minute

// tooFarAhead is the instant behind which nothing lies that was to come within a wait: what does was written by a clock that
// has been set back since, and nobody waits until it is right again.
func tooFarAhead(now time.Time, wait time.Duration) int64 {
	return now.Add(wait + clockSkew).UnixMicro()
}

// text makes a string one that every database takes: valid UTF-8 without the zero byte, which PostgreSQL refuses.
func text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

func tidy(s string) string { return strings.TrimSpace(text(s)) }

func oneLine(s string) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text(s))
	return strings.Join(strings.Fields(printable), " ")
}

const mostDetail = 2000

func shortened(said string) string {
	said = oneLine(said)
	if len(said) <= mostDetail {
		return said
	}
	return strings.ToValidUTF8(said[:mostDetail], "") + " …"
}

func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

func zeroIfNil(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

func nilIfZero(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

func nilIfEmpty(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}

// notNil keeps an empty value from becoming NULL.
func notNil(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

func unlessZero[N ~int | ~float64](n N) *N {
	if n == 0 {
		return nil
	}
	return &n
}
