package main

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"green500/cmd/green500/bill"
)

// TestARelease has static programs, archives and packages, states its version and what it is made of, and can be
// checked; made again it is the same to the byte, also by somebody whose new files nobody else may read.
func TestARelease(t *testing.T) {
	if !strings.Contains(","+os.Getenv("GREEN500_TEST_REQUIRE")+",", ",release,") {
		t.Skip("GREEN500_TEST_REQUIRE=release requires it: it builds the program for six platforms, twice")
	}
	first, again := makeRelease(t, "022"), makeRelease(t, "077")
	sums, err := os.ReadFile(filepath.Join(first, "SHA256SUMS"))
	must(t, err)
	other, err := os.ReadFile(filepath.Join(again, "SHA256SUMS"))
	if err != nil || !bytes.Equal(sums, other) {
		t.Errorf("made again it differs: %v\n%s\n%s", err, sums, other)
	}
	check := exec.CommandContext(t.Context(), "sha256sum", "-c", "--strict", "SHA256SUMS")
	check.Dir = first
	const files = 6 + 6 + 2*3 // archives, bills, and for Linux packages and the program alone
	if out, err := check.CombinedOutput(); err != nil || bytes.Count(sums, []byte("\n")) != files {
		t.Errorf("%v\n%s", err, out)
	}
	for platform, machine := range map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64} {
		holdsStatic(t, oneFile(t, first, "linux-"+platform), machine)
	}
	for _, platform := range []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64",
		"windows/arm64"} {
		name := strings.ReplaceAll(platform, "/", "-")
		holdsBill(t, oneFile(t, first, name+".cdx.json"), platform)
		held, program := tarNames, "green500"
		if strings.HasPrefix(platform, "windows") {
			held, program = zipNames, "green500.exe"
		}
		names := held(t, oneFile(t, first, name+".[tz][ai][rp]*"))
		top := strings.TrimSuffix(filepath.Base(oneFile(t, first, name+".cdx.json")), ".cdx.json")
		for _, want := range []string{program, "LICENSE", "LICENCES-OF-OTHERS", "docs/operating.md",
			top + ".cdx.json"} {
			if !slices.Contains(names, top+"/"+want) {
				t.Errorf("the archive for %s has no %s:\n%s", platform, want, strings.Join(names, "\n"))
			}
		}
		if got, want := slices.Contains(names, top+"/man/man1/green500.1"), program == "green500"; got != want {
			t.Errorf("the archive for %s has a manual page: %v", platform, got)
		}
	}
	packagesWork(t, first)
}

func tarNames(t *testing.T, path string) []string {
	t.Helper()
	held, err := exec.CommandContext(t.Context(), "tar", "-tzf", path).Output()
	must(t, err)
	return strings.Fields(string(held))
}

func zipNames(t *testing.T, path string) (names []string) {
	t.Helper()
	archive, err := zip.OpenReader(path)
	must(t, err)
	defer func() { _ = archive.Close() }() // it was only read
	for _, file := range archive.File {
		names = append(names, file.Name)
	}
	return names
}

// oneFile is the file of a release whose name ends so.
func oneFile(t *testing.T, release, end string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(release, "green500-*-"+end))
	if err != nil || len(found) != 1 {
		t.Fatalf("files %q, %v", found, err)
	}
	return found[0]
}

// makeRelease makes a release in a folder of its own, with a umask.
func makeRelease(t *testing.T, umask string) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "release")
	made := exec.CommandContext(t.Context(), "sh", "-c", `umask "$1"; exec .ci/release`, "sh", umask)
	made.Dir = root
	made.Env = append(os.Environ(), "RELEASE_FOLDER="+folder)
	if out, err := made.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// holdsStatic fails the test unless a program is for a machine and needs nothing else there.
func holdsStatic(t *testing.T, program string, machine elf.Machine) {
	t.Helper()
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if file.Machine != machine {
		t.Errorf("it is for %s, not %s", file.Machine, machine)
	}
	for _, segment := range file.Progs {
		if segment.Type == elf.PT_INTERP || segment.Type == elf.PT_DYNAMIC {
			t.Errorf("%s has a segment %s", program, segment.Type)
		}
	}
}

// holdsBill fails the test unless a bill is of a platform and tells licence and version of everything.
func holdsBill(t *testing.T, path, platform string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var made bill.Bill
	if err := json.Unmarshal(text, &made); err != nil {
		t.Fatal(err)
	}
	if made.Format != "CycloneDX" || made.Serial == "" || made.Metadata.Timestamp == "" ||
		made.Metadata.Component.Version == unreleased || made.Metadata.Component.Properties[0].Value != platform ||
		len(made.Components) < 20 {
		t.Errorf("the bill begins %.600s", text)
	}
	for _, one := range made.Components {
		if one.Version == "" || len(one.Licences) == 0 {
			t.Errorf("%+v", one)
		}
	}
}
