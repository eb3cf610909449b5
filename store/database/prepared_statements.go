package database

import (
	"container/list"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"modernc.org/sqlite"
)

func openSQLite(dsn string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(preparing{connector}), nil
}

// keptStatements is how many statements a connection keeps prepared; each takes some ten kilobytes.
const keptStatements = 64

// preparing makes connections to SQLite that keep statements prepared which were asked before: to read one takes SQLite
// longer than to answer most of ours. PostgreSQL's driver does that by itself.
type preparing struct{ driver.Connector }

func (p preparing) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	able, is := made.(sqliteConn)
	if !is {
		return nil, errors.Join(errors.New("the driver of SQLite does not prepare statements"), made.Close())
	}
	return &preparedConn{sqliteConn: able, byText: map[string]*list.Element{}, latest: list.New()}, nil
}

type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type sqliteRows interface {
	driver.Rows
	driver.RowsColumnTypeScanType
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
}

// preparedConn keeps the statements that were asked last. Only one goroutine uses a connection at a time, which
// database/sql sees to. A running statement is not among those that are kept until its rows are closed.
type preparedConn struct {
	sqliteConn
	byText map[string]*list.Element
	latest *list.List // of *preparedStatement, the latest first
}

type preparedStatement struct {
	text string
	sqliteStatement
}

type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

func (c *preparedConn) take(ctx context.Context, text string) (*preparedStatement, error) {
	if at, kept := c.byText[text]; kept {
		delete(c.byText, text)
		one, _ := c.latest.Remove(at).(*preparedStatement)
		return one, nil
	}
	made, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	able, is := made.(sqliteStatement)
	if !is {
		return nil, errors.Join(errors.New("the driver of SQLite does not ask statements with a context"), made.Close())
	}
	return &preparedStatement{text, able}, nil
}

// keep keeps a statement that was asked, and forgets the one that was not asked for longest if there are too many.
func (c *preparedConn) keep(one *preparedStatement) error {
	if _, another := c.byText[one.text]; another {
		return one.Close()
	}
	c.byText[one.text] = c.latest.PushFront(one)
	if c.latest.Len() <= keptStatements {
		return nil
	}
	oldest, _ := c.latest.Remove(c.latest.Back()).(*preparedStatement)
	delete(c.byText, oldest.text)
	return oldest.Close()
}

func (c *preparedConn) ExecContext(ctx context.Context, text string,
	values []driver.NamedValue) (driver.Result, error) {
	one, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	result, err := one.ExecContext(ctx, values)
	if err != nil {
		_ = one.Close() // which tells the same again
		return nil, err
	}
	return result, c.keep(one)
}

func (c *preparedConn) QueryContext(ctx context.Context, text string, values []driver.NamedValue) (driver.Rows, error) {
	one, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	found, err := one.QueryContext(ctx, values)
	if err != nil {
		_ = one.Close() // which tells the same again
		return nil, err
	}
	able, is := found.(sqliteRows)
	if !is {
		return nil, errors.Join(errors.New("the driver of SQLite does not tell the types of columns"),
			found.Close(), one.Close())
	}
	return &preparedRows{able, c, one}, nil
}

// Close forgets all statements: while there are any, SQLite keeps the file open.
func (c *preparedConn) Close() error {
	var errs []error
	for at := c.latest.Front(); at != nil; at = at.Next() {
		one, _ := at.Value.(*preparedStatement)
		errs = append(errs, one.Close())
	}
	c.latest.Init()
	clear(c.byText)
	return errors.Join(append(errs, c.sqliteConn.Close())...)
}

type preparedRows struct {
	sqliteRows
	conn *preparedConn
	of   *preparedStatement
}

func (r *preparedRows) Close() error {
	if err := r.sqliteRows.Close(); err != nil {
		_ = r.of.Close() // which tells the same again
		return err
	}
	return r.conn.keep(r.of)
}
