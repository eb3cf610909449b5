package storetest

import (
	"context"
	"database/sql"
	"log/slog"

	"green500/migrations"
	"green500/store/database"
)

// MigrateTo applies the migrations up to a number, as a program did that knew no more.
func MigrateTo(ctx context.Context, pool *sql.DB, at string, version int64) error {
	files, err := migrations.Files(database.DialectOf(at))
	if err != nil {
		return err
	}
	provider, err := database.NewProvider(pool, database.DialectOf(at), files, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	_, err = provider.UpTo(ctx, version)
	return err
}
