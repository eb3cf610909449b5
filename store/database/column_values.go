// This file owns how times, texts and numbers are written as values of columns.

package database

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	"gorm.io/gorm"
)

// FromMicro is the time of a column in microseconds.
func FromMicro(micro int64) time.Time { return time.UnixMicro(micro).UTC() }

// FromMicroOrNil is the time of a column that may be NULL.
func FromMicroOrNil(micro *int64) *time.Time {
	if micro == nil {
		return nil
	}
	t := FromMicro(*micro)
	return &t
}

// MicroOfDate is a time as a column that may be NULL.
func MicroOfDate(t *time.Time) *int64 {
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

// RefuseLong fails a statement that writes a longer text than its column may have.
func RefuseLong(tx *gorm.DB) {
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
		_ = tx.AddError(InputError(strings.ReplaceAll(column, "_", " "),
			fmt.Sprintf("it has %d bytes, and may have %d", len(written), most), "shorten it"))
	}
}

// clockSkew is by how much the clocks of servers may differ.
const clockSkew = 5 * time.Minute

// TooFarAhead is the instant behind which nothing lies that was to come within a wait: what does was written by a clock
// that has been set back since, and nobody waits until it is right again.
func TooFarAhead(now time.Time, wait time.Duration) int64 {
	return now.Add(wait + clockSkew).UnixMicro()
}

// Text makes a string one that every database takes: valid UTF-8 without the zero byte, which PostgreSQL refuses.
func Text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// Tidy is a text as a column holds it, without spaces around it.
func Tidy(s string) string { return strings.TrimSpace(Text(s)) }

// OneLine is a text in which every run of white space is one space.
func OneLine(s string) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, Text(s))
	return strings.Join(strings.Fields(printable), " ")
}

const mostDetail = 2000

// Shortened is what people wrote, cut to what the audit log keeps.
func Shortened(said string) string {
	said = OneLine(said)
	if len(said) <= mostDetail {
		return said
	}
	return strings.ToValidUTF8(said[:mostDetail], "") + " …"
}

// Counted is a number with its noun, as in "2 files".
func Counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// ZeroIfNil is a number that may be NULL; 0 if it is.
func ZeroIfNil(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// NilIfZero is a number as a column that is NULL for 0.
func NilIfZero(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// NilIfEmpty is bytes as a column that is NULL for none.
func NilIfEmpty(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}

// NotNil keeps an empty value from becoming NULL.
func NotNil(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

// UnlessZero is a number as a column that is NULL for 0.
func UnlessZero[N ~int | ~float64](n N) *N {
	if n == 0 {
		return nil
	}
	return &n
}
