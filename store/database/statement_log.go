package database

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm/logger"
)

const slowQuery = 500 * time.Millisecond

// statementLog reports statements that were slow, or failed. One that was given up because the client went away is no
// failure of ours.
type statementLog struct{ logger.Interface }

func (l statementLog) LogMode(level logger.LogLevel) logger.Interface {
	return statementLog{l.Interface.LogMode(level)}
}

func (l statementLog) Trace(ctx context.Context, begun time.Time, told func() (sql string, rows int64), err error) {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	l.Interface.Trace(ctx, begun, told, err)
}
