package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// recordVariable names the file that the program writes down in what it was asked and what it answered.
const recordVariable = "GREEN500_TEST_RECORD"

// recordCommands has scripts write down every command of the program with its output and its exit code, and compares
// that with the index when the test and its scripts have ended.
func recordCommands(t *testing.T) func(*testscript.Env) error {
	t.Helper()
	folder := t.TempDir()
	var mutex sync.Mutex
	works := map[string]string{}
	t.Cleanup(func() {
		g := newGolden(t, "commands")
		for name, work := range works {
			text, err := os.ReadFile(filepath.Join(folder, name))
			must(t, err)
			if name == "operate" { // it polls servers until they answer
				continue
			}
			g.put(name, steadyCommands(strings.ReplaceAll(string(text), work, "WORK")))
		}
		if !t.Failed() && len(works) == len(scriptsOf(t)) { // otherwise only some were run
			g.check()
		}
	})
	return func(e *testscript.Env) error {
		mutex.Lock()
		defer mutex.Unlock()
		name := strings.TrimPrefix(filepath.Base(e.WorkDir), "script-")
		works[name] = e.WorkDir
		e.Setenv(recordVariable, filepath.Join(folder, name))
		return nil
	}
}

func scriptsOf(t *testing.T) []string {
	t.Helper()
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	must(t, err)
	return scripts
}

// recordedMain is main, which is written down if a script asks for it.
func recordedMain() {
	name := os.Getenv(recordVariable)
	if name == "" {
		main()
		return
	}
	out, err := listenIn(&os.Stdout)
	stderr, errToo := listenIn(&os.Stderr)
	if err != nil || errToo != nil {
		panic(fmt.Sprint(err, errToo))
	}
	code := Main(time.Now)
	text := fmt.Sprintf("$ %q\n%s--- stderr\n%s--- exit %d\n\n", os.Args[1:], out(), stderr(), code)
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString(text)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(code)
}

// listenIn puts a pipe in the place of an output, passes on what is written to it, and returns what it was in the end.
func listenIn(output **os.File) (heard func() string, err error) {
	terminal := *output
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	*output = to
	var text bytes.Buffer
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.MultiWriter(&text, terminal), from) // nobody may be listening any more
	}()
	return func() string {
		_ = to.Close()
		<-ended
		return text.String()
	}, nil
}

// steadyCommands takes out of what commands print what differs from run to run.
func steadyCommands(text string) string {
	for _, one := range []struct{ what, by string }{
		{`sha256:[0-9a-f]{64}`, "DIGEST"},
		{`Graded by green500 \S+\.`, "Graded by green500 VERSION."},
		// says which libraries, in which version
		{`(?m)^(\$ \["version" "--format" "cyclonedx"\]\n)(?s:.*?)^--- stderr`,
			"${1}what the program is made of\n--- stderr"},
		{`(?m)^green500 \S+, .* on \S+$`, "green500 VERSION on PLATFORM"},
		{`value="green500 [^"]*"`, `value="green500 VERSION"`},
		{`"(signed_at|created_at)": "[^"]*"`, `"$1": "TIME"`},
		{`"(version|go|platform|commit|time)": "[^"]*"(,?\n)`, `"$1": "OF THE BUILD"$2`},
		{`Signed on \d.*? with the key \S+`, "Signed on DAY with the key KEY"},
		{`(^|[^A-Za-z0-9+/])[A-Za-z0-9+/]{43}=`, "${1}KEY"},
		{`signed with another key, [^; ]{44}`, "signed with another key, KEY"},
		{`(?m)^\d\d:\d\d:\d\d  `, "TIME  "}, // of watch
		{`backup of 20\S+, installation [0-9a-f]{12} \((\S+) on \S+\): \d+ rows in \d+ tables`,
			"backup of TIME, installation NUMBER ($1 on HOST): ROWS"},
		{`The copy has \d+ rows in \d+ tables, and the new identifier [0-9a-f]{12}`,
			"The copy has ROWS, and the new identifier NUMBER"},
		{`(\d+ files) of \d+ bytes`, "$1 of SOME bytes"}, // the database takes what room it likes
	} {
		text = regexp.MustCompile(one.what).ReplaceAllString(text, one.by)
	}
	return text
}
