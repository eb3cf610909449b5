package database

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm/logger"
)

// slowQuery is from when on a statement is worth a line in the log.
const slowQuery = 500 * time.Millisecond

// statementLog reports statements that were slow, or failed. One that was given up because the client went away is no
// failure of ours.
type statementLog struct{ logger.Interface }

// LogMode is the same with another level.
func (l statementLog) LogMode(level logger.LogLevel) logger.Interface {
	return statementLog{l.Interface.LogMode(level)}
}

// Trace reports a statement.
func (l statementLog) Trace(ctx context.Context, begun time.Time, told func() (sql string, rows int64), err error) {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	l.Interface.Trace(ctx, begun, told, err)
}
