package database_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"modernc.org/sqlite"

	"green500/store/database"
)

// reading counts how often each statement is read, and how many are held.
type reading struct {
	driver.Connector
	mutex  sync.Mutex
	counts map[string]int
	held   int
}

func (r *reading) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := r.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &readingConn{made.(database.SQLiteConn), r}, nil
}

func (r *reading) of(text string) int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.counts[text]
}

func (r *reading) note(text string, more int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.held += more; more > 0 {
		r.counts[text]++
	}
}

type readingConn struct {
	database.SQLiteConn
	*reading
}

func (c *readingConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	made, err := c.SQLiteConn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	c.note(text, 1)
	return readingStatement{made.(database.SQLiteStatement), c.reading}, nil
}

type readingStatement struct {
	database.SQLiteStatement
	*reading
}

func (s readingStatement) Close() error {
	s.note("", -1)
	return s.SQLiteStatement.Close()
}

// prepared is a database with a table of three numbers, reached by connections that keep statements.
func prepared(t *testing.T) (*sql.DB, *reading, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "database")
	connector, err := sqlite.NewConnector("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	counts := &reading{Connector: connector, counts: map[string]int{}}
	pool := sql.OpenDB(database.Preparing(counts))
	pool.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
		if counts.held != 0 {
			t.Errorf("%d statements are held by connections that are closed", counts.held)
		}
	})
	for _, text := range []string{"CREATE TABLE numbers (number INTEGER PRIMARY KEY)",
		"INSERT INTO numbers VALUES (1), (2), (3)"} {
		if _, err := pool.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return pool, counts, path
}

// numbers asks for whole numbers.
func numbers(t *testing.T, ask func(context.Context, string, ...any) (*sql.Rows, error), text string, values ...any) (
	found []int) {
	t.Helper()
	rows, err := ask(t.Context(), text, values...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one int
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		found = append(found, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

const above = "SELECT number FROM numbers WHERE number > ? ORDER BY number"

func TestStatementsAreReadOnce(t *testing.T) {
	pool, counts, _ := prepared(t)
	for i := range 4 {
		if got, want := numbers(t, pool.QueryContext, above, i), []int{1, 2, 3}[i:]; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if n := counts.of(above); n != 1 {
		t.Errorf("it was read %d times", n)
	}
}

// TestAStatementIsAskedWithinItself: its first answer is not there yet when it runs again.
func TestAStatementIsAskedWithinItself(t *testing.T) {
	pool, counts, _ := prepared(t)
	tx, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	rows, err := tx.QueryContext(t.Context(), above, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var seen []int
	for rows.Next() {
		var one int
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		seen = append(append(seen, one), numbers(t, tx.QueryContext, above, one)...)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 2, 3, 2, 3, 3}; !slices.Equal(seen, want) {
		t.Errorf("got %v, want %v", seen, want)
	}
	if n := counts.of(above); n != 2 {
		t.Errorf("it was read %d times, for two that were asked at once", n)
	}
}

func TestFewStatementsAreKept(t *testing.T) {
	pool, counts, _ := prepared(t)
	for i := range 3 * database.KeptStatements {
		numbers(t, pool.QueryContext, above, 2)
		numbers(t, pool.QueryContext, fmt.Sprintf("SELECT %d", i))
	}
	if counts.held != database.KeptStatements {
		t.Errorf("%d statements are kept", counts.held)
	}
	if n := counts.of(above); n != 1 {
		t.Errorf("what is used all the time was read %d times", n)
	}
}

// TestAStatementThatFailsIsForgotten: nothing of the failure is left to the next who asks.
func TestAStatementThatFailsIsForgotten(t *testing.T) {
	pool, _, _ := prepared(t)
	const add = "INSERT INTO numbers VALUES (?)"
	for _, one := range []struct {
		number int
		fails  bool
	}{{4, false}, {4, true}, {5, false}} {
		if _, err := pool.ExecContext(t.Context(), add, one.number); (err != nil) != one.fails {
			t.Errorf("%d: %v", one.number, err)
		}
	}
	if got, want := numbers(t, pool.QueryContext, above, 3), []int{4, 5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestStatementsFollowTheSchema: a newer version that runs beside this one adds columns.
func TestStatementsFollowTheSchema(t *testing.T) {
	pool, _, path := prepared(t)
	const all = "SELECT * FROM numbers"
	columns := func() []string {
		rows, err := pool.QueryContext(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		if !rows.Next() {
			t.Fatal(rows.Err())
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	columns()
	another, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = another.Close() }()
	if _, err := another.ExecContext(t.Context(),
		"ALTER TABLE numbers ADD COLUMN word TEXT NOT NULL DEFAULT ''"); err != nil {
		t.Fatal(err)
	}
	if got, want := columns(), []string{"number", "word"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestAnAnswerThatIsLeftHoldsNothing: a reader that stops does not keep others from writing.
func TestAnAnswerThatIsLeftHoldsNothing(t *testing.T) {
	pool, _, path := prepared(t)
	begin := func() {
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		rows, err := pool.QueryContext(ctx, above, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }() // which may report that it was left
		if !rows.Next() {
			t.Fatal(rows.Err())
		}
		leave()
	}
	begin()
	begin()
	another, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = another.Close() }()
	if _, err := another.ExecContext(t.Context(), "INSERT INTO numbers VALUES (9)"); err != nil {
		t.Error(err)
	}
	if got := numbers(t, pool.QueryContext, above, 3); !slices.Equal(got, []int{9}) {
		t.Errorf("got %v", got)
	}
}
