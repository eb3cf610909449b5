package main

import (
	"debug/elf"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"green500/cmd/green500/bill"
)

// TestPackagesAreInstalledAndRemoved, those of the release that .ci/run built.
func TestPackagesAreInstalledAndRemoved(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("GREEN500_TEST_RELEASE")
	if folder == "" {
		t.Skip("GREEN500_TEST_RELEASE names the folder of a release: .ci/run builds one if nfpm can be installed")
	}
	packagesWork(t, folder)
}

// packager installs and removes packages below a folder.
type packager struct {
	format                 string
	groups                 string   // of the machine before, in addition to root's
	install, again, remove []string // before the folder and the package
	purge                  []string // nil if there is nothing of the kind
}

// packagesWork installs, upgrades and removes the packages of a release, on a machine that holds no more than their
// scripts call.
func packagesWork(t *testing.T, release string) {
	t.Helper()
	for _, p := range []packager{
		{"deb", "", []string{"dpkg", "--force-depends", "--install", "--root"}, []string{"dpkg", "--force-depends",
			"--install", "--root"}, []string{"dpkg", "--remove", "--root"}, []string{"dpkg", "--purge", "--root"}},
		{"rpm", "green500:x:790:\n", []string{"rpm", "--nodeps", "--install", "--root"},
			[]string{"rpm", "--nodeps", "--upgrade", "--force", "--root"}, []string{"rpm", "--erase", "--root"}, nil},
	} {
		t.Run(p.format, func(t *testing.T) {
			if _, err := exec.LookPath(p.install[0]); err != nil || os.Geteuid() != 0 {
				if p.format == "deb" && os.Getenv("CI") == "true" {
					t.Fatalf("user %d cannot install packages with dpkg: %v", os.Geteuid(), err)
				}
				t.Skipf("packages are installed by root with %s", p.install[0])
			}
			files, err := filepath.Glob(filepath.Join(release, "green500-*-linux-"+runtime.GOARCH+"."+p.format))
			if err != nil || len(files) != 1 {
				t.Fatalf("packages %q, %v", files, err)
			}
			comesAndGoes(t, p, files[0])
		})
	}
}

// comesAndGoes installs a package, upgrades it and removes it.
func comesAndGoes(t *testing.T, p packager, file string) {
	t.Helper()
	machine := newMachine(t, p.groups)
	said := machine.do(p.install, file)
	if !strings.Contains(said, "no server was started") {
		t.Errorf("the installation says %q", said)
	}
	machine.hasProgram()
	machine.hasReadablePages()
	machine.hasUnits()
	machine.hasLicences()
	passwords := machine.read("etc/passwd")
	user := regexp.MustCompile(`(?m)^green500:x:(\d+):(\d+):.*:/var/lib/green500:/usr/sbin/nologin$`).
		FindStringSubmatch(passwords)
	if user == nil {
		t.Fatalf("there is no user green500 in\n%s", passwords)
	}
	for path, want := range map[string]string{
		"var/lib/green500": user[1] + ":" + user[2] + " 750", "var/backups/green500": user[1] + ":" + user[2] + " 750",
		"etc/green500": "0:" + user[2] + " 750", "etc/green500/env": "0:" + user[2] + " 640",
		"usr/bin/green500": "0:0 755",
	} {
		if got := machine.owner(path); got != want {
			t.Errorf("%s is of %s, want %s", path, got, want)
		}
	}
	machine.write("var/lib/green500/green500.db", "data")
	machine.write("etc/green500/smtp", "smtp://green500:PASSWORD@mail.example.org:587")
	machine.write("etc/green500/env", "GREEN500_OPERATOR=us\n")

	if said := machine.do(p.again, file); !strings.Contains(said, "systemctl restart green500") ||
		machine.read("etc/green500/env") != "GREEN500_OPERATOR=us\n" {
		t.Errorf("an upgrade says %q, and leaves the settings %q", said, machine.read("etc/green500/env"))
	}
	machine.keepsOwners(p, file)
	if p.purge == nil {
		must(t, os.Remove(filepath.Join(machine.root, "etc/green500/smtp")))
	}
	said = machine.do(p.remove, "green500")
	if machine.has("usr/bin/green500") || machine.has("usr/share/doc/green500") ||
		machine.has("usr/lib/systemd/system/green500.service") || !machine.has("var/lib/green500/green500.db") ||
		!strings.Contains(said, "/var/lib/green500") {
		t.Errorf("removed, it says %q; the data is there: %v", said, machine.has("var/lib/green500/green500.db"))
	}
	if p.purge != nil {
		said = machine.do(p.purge, "green500")
	}
	if machine.has("etc/green500") || !machine.has("var/lib/green500/green500.db") ||
		!strings.Contains(said, "/var/lib/green500") {
		t.Errorf("purged, it says %q; the settings are there: %v", said, machine.has("etc/green500"))
	}
}

// keepsOwners fails the test unless upgrades keep owners and modes of settings as people set them, and work without the
// settings.
func (m computer) keepsOwners(p packager, file string) {
	m.Helper()
	settings := filepath.Join(m.root, "etc/green500/env")
	must(m.T, os.Chown(settings, 0, 0))
	must(m.T, os.Chmod(settings, 0o600))
	m.do(p.again, file)
	if got := m.owner("etc/green500/env"); got != "0:0 600" {
		m.Errorf("after an upgrade the settings are of %s", got)
	}
	must(m.T, os.Remove(settings))
	m.do(p.again, file)
}

// computer is a folder that packages take for a machine.
type computer struct {
	*testing.T
	root string
}

// newMachine has what the scripts of packages call, and a user root.
func newMachine(t *testing.T, groups string) computer {
	t.Helper()
	m := computer{t, t.TempDir()}
	for _, folder := range []string{"usr/bin", "usr/sbin", "usr/lib", "usr/lib64", "etc/default", "dev", "tmp",
		"var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/rpm", "var/mail"} {
		must(t, os.MkdirAll(filepath.Join(m.root, folder), 0o755))
	}
	for _, folder := range []string{"bin", "sbin", "lib", "lib64"} {
		must(t, os.Symlink("usr/"+folder, filepath.Join(m.root, folder)))
	}
	for _, program := range []string{"sh", "getent", "useradd", "install", "chown", "chmod", "rm", "rmdir"} {
		m.copyProgram(program)
	}
	m.write("etc/passwd", "root:x:0:0:root:/root:/bin/sh\n")
	m.write("etc/group", "root:x:0:\n"+groups)
	m.write("etc/shadow", "root:*:1:0:99999:7:::\n")
	m.write("etc/login.defs", "USERGROUPS_ENAB yes\n")
	m.write("dev/null", "")
	m.write("var/lib/dpkg/status", "")
	return m
}

// copyProgram copies a program of this machine with its libraries.
func (m computer) copyProgram(name string) {
	m.Helper()
	path, err := exec.LookPath(name)
	must(m.T, err)
	content, err := os.ReadFile(path)
	must(m.T, err)
	must(m.T, os.WriteFile(filepath.Join(m.root, "usr/bin", name), content, 0o755))
	libraries, _ := exec.CommandContext(m.Context(), "ldd", path).Output()
	for _, library := range regexp.MustCompile(`/[^ )]+`).FindAllString(string(libraries), -1) { // none of a static one
		content, err := os.ReadFile(library)
		must(m.T, err)
		to := filepath.Join(m.root, library)
		must(m.T, os.MkdirAll(filepath.Dir(to), 0o755))
		must(m.T, os.WriteFile(to, content, 0o755))
	}
}

// do runs a command with the folder and something more, and returns what it says.
func (m computer) do(command []string, more string) string {
	m.Helper()
	run := exec.CommandContext(m.Context(), command[0], append(command[1:len(command):len(command)], m.root, more)...)
	run.Env = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C"}
	said, err := run.CombinedOutput()
	if err != nil {
		m.Fatalf("%v %s: %v\n%s", command, more, err, said)
	}
	return string(said)
}

func (m computer) has(path string) bool {
	_, err := os.Lstat(filepath.Join(m.root, path))
	return err == nil
}

func (m computer) read(path string) string {
	m.Helper()
	text, err := os.ReadFile(filepath.Join(m.root, path))
	must(m.T, err)
	return string(text)
}

func (m computer) write(path, text string) {
	m.Helper()
	must(m.T, os.WriteFile(filepath.Join(m.root, path), []byte(text), 0o600))
}

// owner is user:group and mode of a file.
func (m computer) owner(path string) string {
	m.Helper()
	said, err := exec.CommandContext(m.Context(), "stat", "-c", "%u:%g %a", filepath.Join(m.root, path)).Output()
	must(m.T, err)
	return strings.TrimSpace(string(said))
}

// hasProgram fails the test unless the program is static and runs.
func (m computer) hasProgram() {
	m.Helper()
	program := filepath.Join(m.root, "usr/bin/green500")
	holdsStatic(m.T, program, map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[runtime.GOARCH])
	if said, err := exec.CommandContext(m.Context(), program, "version").Output(); err != nil ||
		!strings.HasPrefix(string(said), "green500 ") || strings.Contains(string(said), unreleased) {
		m.Errorf("it says %q of its version: %v", said, err)
	}
}

// hasReadablePages fails the test unless there is a manual page and completion that their readers accept.
func (m computer) hasReadablePages() {
	m.Helper()
	page := filepath.Join(m.root, "usr/share/man/man1/green500.1")
	if !m.has("usr/share/man/man1/green500.1") {
		m.Error("there is no manual page")
	}
	m.Run("mandoc", func(t *testing.T) { runIfHere(t, "mandoc", "-T", "lint", "-W", "error", page) })
	zsh := "usr/share/zsh/vendor-completions/_green500"
	if !m.has(zsh) {
		zsh = "usr/share/zsh/site-functions/_green500"
	}
	for shell, path := range map[string]string{"bash": "usr/share/bash-completion/completions/green500", "zsh": zsh,
		"fish": "usr/share/fish/vendor_completions.d/green500.fish"} {
		m.Run(shell, func(t *testing.T) { runIfHere(t, shell, "-n", filepath.Join(m.root, path)) })
	}
	for _, document := range []string{"README.md", "LICENCES-OF-OTHERS", "copyright", "docs/operating.md",
		"docs/deploy/nginx.conf"} {
		if !m.has("usr/share/doc/green500/" + document) {
			m.Errorf("there is no %s", document)
		}
	}
}

// hasLicences fails the test unless there is a licence of everything in the bill, of what lies below the top of a
// module, and of what browsers are sent.
func (m computer) hasLicences() {
	m.Helper()
	licences := m.read("usr/share/doc/green500/LICENCES-OF-OTHERS")
	bills, err := filepath.Glob(filepath.Join(m.root, "usr/share/doc/green500/*.cdx.json"))
	if err != nil || len(bills) != 1 {
		m.Fatalf("bills %q, %v", bills, err)
	}
	text, err := os.ReadFile(bills[0])
	must(m.T, err)
	var made bill.Bill
	must(m.T, json.Unmarshal(text, &made))
	wanted := []string{"\n==== echarts 6", "Bostock", "The Apache Software Foundation", "\n==== htmx 2", "\n==== tus 4",
		"Snappy-Go Authors", "Caleb Spare"}
	for _, one := range made.Components {
		if one.Name != "std" {
			wanted = append(wanted, "\n==== "+one.Name+" "+one.Version+"\n")
		}
	}
	for _, want := range wanted {
		if !strings.Contains(licences, want) {
			m.Errorf("there is no licence of %q", want)
		}
	}
	if heading := regexp.MustCompile(`(?m)^==== .*\s+(====.*|\z)`).FindString(licences); heading != "" {
		m.Errorf("nothing follows %q", heading)
	}
}

// hasUnits fails the test unless the units are those of the handbook, for the program of the package, and none is
// enabled.
func (m computer) hasUnits() {
	m.Helper()
	units, err := filepath.Glob(filepath.Join(root, "docs/deploy/green500*.[st]*"))
	must(m.T, err)
	if len(units) != 5 {
		m.Errorf("the units are %q", units)
	}
	for _, unit := range units {
		want, err := os.ReadFile(unit)
		must(m.T, err)
		_, lines, _ := strings.Cut(strings.ReplaceAll(string(want), "/usr/local/bin/", "/usr/bin/"), "\n")
		if _, got, _ := strings.Cut(m.read("usr/lib/systemd/system/"+filepath.Base(unit)), "\n"); got != lines {
			m.Errorf("%s of the package is\n%s", filepath.Base(unit), got)
		}
	}
	must(m.T, filepath.WalkDir(filepath.Join(m.root, "etc"), func(path string, _ fs.DirEntry, err error) error {
		if strings.Contains(path, ".wants") {
			m.Errorf("%s starts something", path)
		}
		return err
	}))
}
