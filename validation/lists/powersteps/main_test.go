package powersteps_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain tries properties a quarter as often unless long tests run, or the command line says how often.
func TestMain(m *testing.M) {
	if os.Getenv("GREEN500_TEST_LONG") == "" {
		if err := flag.Set("rapid.checks", "25"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
