package database

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm/logger"
)

// TestAStatementThatWasGivenUpIsNoFailure: others are, also while the client goes away.
func TestAStatementThatWasGivenUpIsNoFailure(t *testing.T) {
	gone, leave := context.WithCancel(t.Context())
	leave()
	broken := errors.New("disk I/O error")
	for name, c := range map[string]struct {
		ctx  context.Context
		err  error
		told bool
	}{
		"nobody waits":          {gone, context.Canceled, false},
		"broken":                {t.Context(), broken, true},
		"broken, nobody waits":  {gone, broken, true},
		"given up by ourselves": {t.Context(), context.Canceled, true},
	} {
		var said bytes.Buffer
		log := statementLog{logger.NewSlogLogger(slog.New(slog.NewTextHandler(&said, nil)),
			logger.Config{LogLevel: logger.Warn, SlowThreshold: slowQuery})}
		log.LogMode(logger.Error).Trace(c.ctx, time.Now(), func() (string, int64) { return "SELECT 1", 0 }, c.err)
		if told := strings.Contains(said.String(), "level=ERROR"); told != c.told {
			t.Errorf("%s: %q", name, said.String())
		}
	}
}
