// Command green500 receives power measurements of supercomputer runs, grades them against the EE HPC WG methodology,
// lets reviewers decide, and publishes ranked lists.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata"

	"github.com/alecthomas/kong"

	"green500/cmd/green500/observing"
	"green500/cmd/green500/platform"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

type commands struct {
	Quiet       bool        `short:"q" help:"Print errors only; the exit code states the result. Servers keep their log."`
	ShowVersion showVersion `name:"version" help:"Show the version."`

	Demo         demo                 `cmd:"" help:"Run a demonstration on one machine: an embedded database with sample editions, and an account for each role."`
	Init         initCommand          `cmd:"" help:"Make an installation and its first administrator; the password is read from standard input."`
	Serve        serve                `cmd:"" help:"Run the server."`
	Check        check                `cmd:"" help:"Grade a bundle offline."`
	Manifest     manifest             `cmd:"" help:"List the files of a submission with their SHA-256, to commit to them before a deadline."`
	Plan         planning             `cmd:"" help:"Show before a run what each level requires of its measurement, and write a checklist and a submission.yaml."`
	Study        studying             `cmd:"" help:"Show what settings save: time, power and energy of runs, computed from their logs."`
	Calibrate    calibrating          `cmd:"" help:"Find the power model of nodes from their idle and load logs, predict a run by it, and write it as a file or for SimGrid."`
	Machine      machining            `cmd:"" help:"Show the energy of runs on a machine with nodes of several kinds, from the power of one node of each kind."`
	Submit       submit               `cmd:"" help:"Send a bundle to a server and print its report; interrupted uploads resume."`
	Trace        trace                `cmd:"" help:"Show the content of a meter log; convert and draw it."`
	Fetch        fetching             `cmd:"" help:"Fetch readings from Prometheus, InfluxDB or Redfish into a log with its import settings; interrupted fetches resume."`
	Watch        watchCommand         `cmd:"" help:"Follow a run while it is measured: which requirements of the wanted level hold so far, and what goes wrong now."`
	Regrade      regrade              `cmd:"" help:"Grade every stored submission again under a methodology, without changing any."`
	Import       importing            `cmd:"" help:"Import lists that were published elsewhere, to browse them beside the lists of this server."`
	Archive      archiving            `cmd:"" help:"Write a published list with its reports, envelopes, citations and keys as an RO-Crate, for a repository such as Zenodo."`
	Verify       verify               `cmd:"" help:"Verify that nothing was altered: in an installation, a receipt, an envelope, an archive or an export of the audit log."`
	Backup       backupCommand        `cmd:"" help:"Copy an installation while its server runs: database, evidence and unfinished uploads."`
	Restore      restoreCommand       `cmd:"" help:"Restore an installation from a backup."`
	Key          keyCommand           `cmd:"" help:"Manage the keys that receipts are signed with, and the secret key."`
	MigrateStore migrateStore         `cmd:"" help:"Copy an installation to another database and another evidence store, verifying every row and file."`
	Mail         mailCommand          `cmd:"" help:"Send a test mail; release the mail of a restored copy."`
	Monitoring   observing.Monitoring `cmd:"" help:"Write alerts for Prometheus and a dashboard for Grafana."`
	User         user                 `cmd:"" help:"Manage accounts."`
	Ready        ready                `cmd:"" help:"Check whether a server on this machine is ready, for container health checks."`
	Completion   completion           `cmd:"" help:"Write the completion of commands, flags and values for a shell."`
	Man          manual               `cmd:"" help:"Print the manual page."`
	Version      version              `cmd:"" help:"Show the version and the sources that the program was built from."`
}

func main() { os.Exit(Main(time.Now)) }

// Main runs the program and returns its exit code. A server goes by the clock, which may jump as that of a machine
// does.
func Main(now clock) int {
	var cli commands
	parser, err := parserOf(&cli, now)
	if err != nil {
		return exitCode(err)
	}
	platform.Hide(parser.Model, runtime.GOOS)
	if done, err := completed(parser, os.Stdout); done || err != nil {
		return exitCode(err)
	}
	if len(os.Args) > 1 && os.Args[1] == "help" {
		return explain(parser, os.Args[2:])
	}
	chosen, err := parser.Parse(os.Args[1:])
	if errors.Is(err, errVersionShown) {
		return exitGranted
	}
	if err != nil {
		parser.Errorf("%s", err)
		return exitError
	}
	if err := platform.Refuse(chosen.Command(), runtime.GOOS); err != nil {
		return exitCode(err)
	}
	if name := chosen.Command(); cli.Quiet && name != "serve" && name != "demo" {
		return exitCode(quietly(chosen))
	}
	return exitCode(chosen.Run())
}

func quietly(chosen *kong.Context) error {
	nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	output, screen := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = nowhere, nowhere
	defer func() { os.Stdout, os.Stderr = output, screen }()
	chosen.BindTo(io.Discard, (*io.Writer)(nil))
	return chosen.Run()
}

func parserOf(cli *commands, now clock) (*kong.Kong, error) {
	cli.Trace.Said = settingFlags()
	return kong.New(cli, kong.Name("green500"), kong.UsageOnError(),
		kong.Description("Power measurements of supercomputer runs: graded, reviewed, ranked. Every flag can also be "+
			"set by the environment variable it names. 'green500 help COMMAND' explains a command."),
		kong.Vars{"data": "green500-data", "methodologies": methodologies(), "units": strings.Join(power.Units(), ",")},
		kong.BindToProvider(interruptible), kong.BindTo(os.Stdout, (*io.Writer)(nil)),
		kong.Bind(now, canonical.Scratch(scratch)))
}

func explain(parser *kong.Kong, command []string) int {
	trace, err := kong.Trace(parser, command)
	if err == nil && trace.Error != nil && len(command) > 0 && len(trace.Path) <= len(command) {
		err = trace.Error
	}
	if err == nil {
		err = trace.PrintUsage(false)
	}
	if err != nil {
		parser.Errorf("%s", err)
		return exitError
	}
	return exitGranted
}

// interruptible lets commands wind up when interrupted; the second time ends them at once.
func interruptible() (context.Context, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, nil
}

func methodologies() string {
	var names []string
	for _, edition := range methodology.Editions() {
		names = append(names, string(edition))
	}
	return strings.Join(names, ",")
}

func exitCode(err error) int {
	var problems power.InputErrors
	var inputError *power.InputError
	var refusal *review.Refusal
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return exitGranted
	case errors.Is(err, errDenied), errors.Is(err, errDiffers), errors.Is(err, errAltered):
		return exitDenied
	case errors.As(err, &problems):
		fmt.Fprintln(os.Stderr, problems)
	case errors.As(err, &inputError):
		fmt.Fprintln(os.Stderr, inputError)
	case errors.As(err, &refusal):
		fmt.Fprintln(os.Stderr, refusal)
	default:
		fmt.Fprintln(os.Stderr, "green500:", err)
	}
	return exitError
}
