package storetest

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"
)

const (
	urlVariable     = "GREEN500_TEST_POSTGRES"
	requireVariable = "GREEN500_TEST_REQUIRE"
	longVariable    = "GREEN500_TEST_LONG"

	postgresName = "postgres" // how the server is required
)

// shared is the one server of a test binary, and on it a database with the schema from which each
// test gets a copy: that is ten times faster than migrating each.
var shared struct {
	once     sync.Once
	admin    *sql.DB
	url      *url.URL
	template string
	kept     []string // databases that tests share
	stop     func()
	err      error
}

// Main runs the tests of a package and stops the servers they were given. It returns the exit code.
func Main(m *testing.M) int {
	// what tests hold is little, and to look for garbage in it takes a tenth of their time
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	code := m.Run()
	if shared.admin != nil {
		for _, name := range append(shared.kept, shared.template) {
			if err := dropDatabase(context.Background(), name); err != nil {
				fmt.Fprintln(os.Stderr, err)
				code = max(code, 1)
			}
		}
		_ = shared.admin.Close()
	}
	if shared.stop != nil {
		shared.stop()
	}
	if objects.stop != nil {
		objects.stop()
	}
	return code
}

// Postgres returns the URL of a PostgreSQL database with the schema and nothing in it, for this
// test alone. It skips the test if there is no PostgreSQL, or fails it if that is required.
func Postgres(t testing.TB) string {
	t.Helper()
	return create(t, "")
}

// Empty is Postgres without the schema.
func Empty(t testing.TB) string {
	t.Helper()
	return create(t, "template0")
}

func create(t testing.TB, template string) string {
	t.Helper()
	name := copied(t, template)
	t.Cleanup(func() {
		if err := dropDatabase(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return databaseURL(name)
}

func copied(t testing.TB, template string) string {
	t.Helper()
	needServer(t, postgresName)
	shared.once.Do(func() { shared.err = prepare() })
	if shared.err != nil {
		if required(postgresName) {
			t.Fatalf("PostgreSQL is required: %v", shared.err)
		}
		t.Skipf("no PostgreSQL here: %v", shared.err)
	}
	name := databaseName()
	statement := "CREATE DATABASE " + name + " TEMPLATE " + cmp.Or(template, shared.template)
	if _, err := shared.admin.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	return name
}

// Kept returns the URL of a PostgreSQL database with the schema for what all tests of a binary share; CopyOf makes
// copies of it while nobody is connected to it.
func Kept(t testing.TB) string {
	t.Helper()
	name := copied(t, "")
	shared.kept = append(shared.kept, name)
	return databaseURL(name)
}

// needServer skips a test, but no benchmark, that needs PostgreSQL or an object store, unless GREEN500_TEST_LONG or
// GREEN500_TEST_REQUIRE asks for it, or GREEN500_TEST_POSTGRES names a server: the servers take most of the time of
// the tests that use them.
func needServer(t testing.TB, name string) {
	t.Helper()
	_, benchmark := t.(*testing.B)
	named := name == postgresName && os.Getenv(urlVariable) != ""
	if !benchmark && !named && !required(name) && os.Getenv(longVariable) == "" {
		t.Skipf("this needs a server (%s): set %s=1 to run it", name, longVariable)
	}
}

func required(name string) bool {
	return slices.Contains(strings.Split(os.Getenv(requireVariable), ","), name)
}

// Long skips a test that takes long, unless GREEN500_TEST_LONG asks for such tests.
func Long(t testing.TB) {
	t.Helper()
	if os.Getenv(longVariable) == "" {
		t.Skip("this takes long: set " + longVariable + "=1 to run it")
	}
}

func copyOfPostgres(t testing.TB, database string) string {
	t.Helper()
	parsed, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	return create(t, strings.TrimPrefix(parsed.Path, "/"))
}

func databaseName() string { return "green500_" + strings.ToLower(rand.Text()) }

func databaseURL(name string) string {
	copied := *shared.url
	copied.Path = "/" + name
	return copied.String()
}

// dropDatabase cleans up on a server that outlives the tests. On one of their own it is left to
// the end, which takes all databases at once: dropping one writes everything else to the disk.
func dropDatabase(ctx context.Context, name string) error {
	if shared.stop != nil {
		return nil
	}
	_, err := shared.admin.ExecContext(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	return err
}

func prepare() error {
	address := os.Getenv(urlVariable)
	if address == "" {
		started, stop, err := startServer()
		if err != nil {
			return err
		}
		address, shared.stop = started, stop
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return err
	}
	admin, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	shared.url, shared.admin, shared.template = parsed, admin, databaseName()
	return makeTemplate(context.Background())
}

func makeTemplate(ctx context.Context) error {
	if _, err := shared.admin.ExecContext(ctx, "CREATE DATABASE "+shared.template); err != nil {
		return err
	}
	return fill(ctx, databaseURL(shared.template), ready)
}
