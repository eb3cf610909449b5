package database

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/driver/postgres"
)

// ErrUnavailable is returned while PostgreSQL cannot be reached, starts or stops, or has no connection to give.
var ErrUnavailable = errors.New("the database cannot be reached")

// away is gorm's PostgreSQL, which tells apart that the database is not there.
type away struct{ postgres.Dialector }

func (a away) Translate(err error) error {
	if err := unavailable(err); errors.Is(err, ErrUnavailable) {
		return err
	}
	return a.Dialector.Translate(err)
}

// unavailable marks an error that shows that PostgreSQL is not there.
func unavailable(err error) error {
	if err == nil || errors.Is(err, ErrUnavailable) {
		return err
	}
	var connecting *pgconn.ConnectError
	var network *net.OpError
	var coded interface{ SQLState() string }
	gone := errors.As(err, &connecting) || errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err)
	if errors.As(err, &coded) {
		gone = gone || isGoing(coded.SQLState())
	}
	if !gone {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// isGoing knows the codes of a server that starts, stops, or has too many connections.
func isGoing(code string) bool {
	const connection, stopped, crashed, starting, tooMany = "08", "57P01", "57P02", "57P03", "53300"
	return strings.HasPrefix(code, connection) || code == stopped || code == crashed || code == starting ||
		code == tooMany
}
