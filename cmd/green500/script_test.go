package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"green500/cmd/green500/demodata"
	"green500/store/storetest"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

// TestScripts runs the program as its users do. A script is an archive in testdata/script; the
// command "bundle FOLDER EDITION LEVEL" writes a clean sample submission, "edit FILE OLD NEW"
// replaces the first of a text in a file, and "installation FOLDER" fills a data folder as the
// demonstration does; "log FILE START" writes the log of a meter: two minutes of rest, six of load, two of
// rest; "receipt OUT FILE..." writes a receipt of files of a folder by their names in it, and the key of
// the signer to OUT.key; "address" sets $GREEN500_ADDR to an address of this machine where nothing listens.
func TestScripts(t *testing.T) {
	recorded := recordCommands(t)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		Setup:         recorded,
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"bundle": writeBundle, "edit": edit,
			"export": exportLog, "tamper": tamper, "installation": install, "log": writeLog, "receipt": writeReceipt,
			"envelope": writeEnvelope, "address": chooseAddress},
	})
}

// TestScriptsOfABucket runs what works on an installation whose evidence lies in an object store. A script finds two
// empty buckets at $FIRST and $SECOND, and none at $NOWHERE.
func TestScriptsOfABucket(t *testing.T) {
	first, second := storetest.ObjectLocation(t), storetest.ObjectLocation(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/bucket",
		Setup: func(e *testscript.Env) error {
			e.Setenv("FIRST", first.At)
			e.Setenv("SECOND", second.At)
			e.Setenv("NOWHERE", strings.Replace(first.At, "s3://", "s3://no-", 1))
			e.Setenv("GREEN500_S3_ACCESS_KEY", first.AccessKey)
			e.Setenv("GREEN500_S3_SECRET_KEY", first.SecretKey)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"installation": install},
	})
}

func writeBundle(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: bundle FOLDER EDITION LEVEL")
	}
	level, err := strconv.Atoi(args[2])
	ts.Check(err)
	clean := sample.Clean(power.Level(level), args[1])
	folder := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(folder, 0o700))
	text, err := document.YAML(&clean.Entry)
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(folder, "submission.yaml"), text, 0o600))
	for name, content := range clean.Files {
		ts.Check(os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
}

func writeLog(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: log FILE START")
	}
	start, err := time.Parse("2006-01-02T15:04:05", args[1])
	ts.Check(err)
	var out strings.Builder
	out.WriteString("Timestamp,Total Power (kW),GPU Power (kW)\n")
	for i := range 600 {
		watts := 60
		if i >= 120 && i < 480 {
			watts = 195 + 10*(i%2)
		}
		fmt.Fprintf(&out, "%s,%d,%d.5\n", start.Add(time.Duration(i)*time.Second).Format("2006-01-02 15:04:05"),
			watts, watts-20)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(out.String()), 0o600))
}

func edit(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

func installedFolder() string { return filepath.Join(shared.folder, "installation") }

// installed makes the installation of which each script gets a copy.
var installed = sync.OnceValue(func() error {
	clock := &demodata.Clock{}
	opened, err := storageFlags{Data: installedFolder()}.open(context.Background(),
		slog.New(slog.DiscardHandler), clock.Now)
	if err != nil {
		return err
	}
	return errors.Join(demodata.Fill(context.Background(), opened, clock), opened.Close())
})

func install(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: installation FOLDER")
	}
	into := ts.MkAbs(args[0])
	ts.Check(errors.Join(installed(), os.CopyFS(into, os.DirFS(installedFolder())),
		os.Chmod(filepath.Join(into, "secret.key"), 0o600)))
}

func chooseAddress(ts *testscript.TestScript, _ bool, _ []string) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv("GREEN500_ADDR", listener.Addr().String())
	ts.Check(listener.Close())
}

func writeReceipt(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: receipt OUT FILE...")
	}
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{5}, ed25519.SeedSize))
	given := receipt.Receipt{
		Kind: receipt.OfFile, Server: "https://green500.example.org", Submission: 12, Edition: "2026-11",
		ReceivedAt: time.Date(2026, 10, 31, 23, 59, 59, 0, time.FixedZone("CET", 3600)), Zone: "Europe/Berlin",
	}
	for _, name := range args[1:] {
		content := ts.ReadFile(name)
		given.Files = append(given.Files, receipt.File{Name: name, Size: int64(len(content)),
			SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(content)))})
	}
	written, err := given.Sign(key)
	ts.Check(err)
	public, _ := key.Public().(ed25519.PublicKey)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), written, 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".key"), []byte(receipt.KeyText(public)+"\n"), 0o600))
}
