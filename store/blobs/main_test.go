package blobs_test

import (
	"os"
	"testing"

	"green500/store/storetest"
)

// TestMain stops the object store when the tests end.
func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }
