package database

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

const stepKey = "green500:step"

// TraceStatements tells a trace of every statement, by what it does and never by what it holds. The trace returns the function to
// call with the error that the statement ends with.
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
	on := d.Gorm.Callback()
	const before, after = "green500:step begins", "green500:step ends"
	return errors.Join(
		on.Create().Before("gorm:create").Register(before, begin("create")), on.Create().After("gorm:create").Register(after, end),
		on.Query().Before("gorm:query").Register(before, begin("query")), on.Query().After("gorm:query").Register(after, end),
		on.Update().Before("gorm:update").Register(before, begin("update")), on.Update().After("gorm:update").Register(after, end),
		on.Delete().Before("gorm:delete").Register(before, begin("delete")), on.Delete().After("gorm:delete").Register(after, end),
		on.Row().Before("gorm:row").Register(before, begin("row")), on.Row().After("gorm:row").Register(after, end),
		on.Raw().Before("gorm:raw").Register(before, begin("execute")), on.Raw().After("gorm:raw").Register(after, end),
	)
}

// failure returns the errors that a trace counts as failures: a missing row is an answer.
func failure(err error) error {
	if errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
