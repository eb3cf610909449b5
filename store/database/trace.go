package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"
)

const stepKey = "green500:step"

// TraceStatements tells a trace of every statement, by what it does and never by what it holds. The trace returns the
// function to call with the error that the statement ends with.
func (d *DB) TraceStatements(trace func(ctx context.Context, step string) (context.Context, func(error))) error {
	begin := func(step string) func(*gorm.DB) {
		return func(tx *gorm.DB) {
			_, end := trace(tx.Statement.Context, "database "+step)
			tx.InstanceSet(stepKey, end)
		}
	}
	end := func(tx *gorm.DB) {
		begun, _ := tx.InstanceGet(stepKey)
		if end, is := begun.(func(error)); is {
			end(failure(tx.Error))
		}
	}
	var errs []error
	for step, at := range around(d.Gorm) {
		errs = append(errs, at[0].Register("green500:step begins", begin(step)),
			at[1].Register("green500:step ends", end))
	}
	return errors.Join(errs...)
}

type place interface {
	Register(name string, work func(*gorm.DB)) error
}

// around are the places before and behind each kind of statement.
func around(db *gorm.DB) map[string][2]place {
	on := db.Callback()
	return map[string][2]place{
		"create":  {on.Create().Before("gorm:create"), on.Create().After("gorm:create")},
		"query":   {on.Query().Before("gorm:query"), on.Query().After("gorm:query")},
		"update":  {on.Update().Before("gorm:update"), on.Update().After("gorm:update")},
		"delete":  {on.Delete().Before("gorm:delete"), on.Delete().After("gorm:delete")},
		"row":     {on.Row().Before("gorm:row"), on.Row().After("gorm:row")},
		"execute": {on.Raw().Before("gorm:raw"), on.Raw().After("gorm:raw")},
	}
}

// nameFailures has every error of a statement say which it was, so that callers need not. Its text has no values.
func nameFailures(db *gorm.DB) error {
	const most = 200 // bytes of a statement
	var errs []error
	for kind, at := range around(db) {
		errs = append(errs, at[1].Register("green500:failure", func(tx *gorm.DB) {
			if tx.Error == nil || errors.Is(tx.Error, gorm.ErrRecordNotFound) {
				return
			}
			text := tx.Statement.SQL.String()
			tx.Error = fmt.Errorf("%s %s: %w", kind, cmp.Or(tx.Statement.Table, text[:min(len(text), most)]), tx.Error)
		}))
	}
	return errors.Join(errs...)
}

func failure(err error) error {
	if errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
