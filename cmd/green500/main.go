// Command green500 takes in power measurements of supercomputer runs, grades them against the EE
// HPC WG methodology, lets reviewers decide and publishes ranked lists.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // a document names zones, and the machine may know none

	"github.com/alecthomas/kong"

	"green500/validation/methodology"
	"green500/validation/power"
)

// commands is what the program can do; each lies in a file of its name.
type commands struct {
	Demo         demo           `cmd:"" help:"Everything on one machine: an embedded database with sample editions, and an account for each role."`
	Serve        serve          `cmd:"" help:"Run the server."`
	Check        check          `cmd:"" help:"Grade a bundle offline."`
	Manifest     manifest       `cmd:"" help:"Write down the files of a submission by their SHA-256, to commit to them before a deadline."`
	Plan         planning       `cmd:"" help:"Say before a run what each level will ask of its measurement, and write a checklist and a submission.yaml."`
	Submit       submit         `cmd:"" help:"Send a bundle to a server and print its verdict; what broke off goes on."`
	Trace        trace          `cmd:"" help:"Say what is in a meter log; convert and draw it."`
	Regrade      regrade        `cmd:"" help:"Rehearse a methodology over every stored entry, changing none."`
	Import       importing      `cmd:"" help:"Take in lists that were published elsewhere, to be browsed beside those graded here."`
	Verify       verify         `cmd:"" help:"Prove that nothing was altered: in an installation, or of a receipt or an export of the audit log without a server."`
	Backup       backupCommand  `cmd:"" help:"Copy an installation while its server runs: database, evidence and what is being uploaded."`
	Restore      restoreCommand `cmd:"" help:"Make an installation of a backup."`
	MigrateStore migrateStore   `cmd:"" help:"Copy an installation to another database and another place of evidence, proving every row and every file."`
	Monitoring   monitoring     `cmd:"" help:"Write the alerts for Prometheus and the board for Grafana that watch a server."`
	User         user           `cmd:"" help:"Manage accounts."`
	Ready        ready          `cmd:"" help:"Ask a server on this machine whether it can answer, for what watches over a container."`
	Version      version        `cmd:"" help:"Say which version this is, and of which sources it was made."`
}

func main() { os.Exit(Main(time.Now)) }

// Main runs the program and returns its exit code. A server goes by the clock, which may jump as that of a machine does.
func Main(now clock) int {
	var cli commands
	parser, err := kong.New(&cli, kong.Name("green500"), kong.UsageOnError(),
		kong.Description("Power measurements of supercomputer runs: graded, reviewed, ranked. Every flag can also be set by the environment variable it names."),
		kong.Vars{"data": "green500-data", "methodologies": methodologies(), "units": strings.Join(power.Units(), ",")}, kong.BindToProvider(interruptible), kong.BindTo(os.Stdout, (*io.Writer)(nil)), kong.Bind(now))
	if err != nil {
		return exitCode(err)
	}
	chosen, err := parser.Parse(os.Args[1:])
	if err != nil {
		parser.Errorf("%s", err)
		return exitError
	}
	return exitCode(chosen.Run())
}

// interruptible is for commands that wind up when they are interrupted. The second time it ends them at once, as the first
// time ends those that do not ask for it.
func interruptible() (context.Context, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, nil
}

// methodologies lists what a check can grade under, for the help and the parser.
func methodologies() string {
	var names []string
	for _, edition := range methodology.Editions() {
		names = append(names, string(edition))
	}
	return strings.Join(names, ",")
}
