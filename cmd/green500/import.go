package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"green500/cmd/green500/inputfile"
	"green500/store"
	"green500/store/lists"
	"green500/validation/lists/published"
	"green500/validation/power"
)

type importing struct {
	storageFlags
	Files   []string `arg:"" name:"list" help:"Files of the Green500 or the TOP500 (xls, xlsx, csv, tsv), or folders of them. Subfolders are ignored."`
	Edition string   `help:"Edition of the list, such as 2024-06, if the file name does not state it."`
	Kind    string   `enum:"green500,top500," default:"" help:"Kind of the list, green500 or top500, if neither the file name nor the columns show it."`
	Format  string   `default:"text" enum:"text,json" help:"text, or json with one line per file."`
	Check   bool     `help:"Read and report only; needs no installation and changes nothing."`
}

// maximumList is the bytes of a file that is read. The longest that was published has half a megabyte.
const maximumList = 64 << 20

// Run imports the files one by one. What cannot be read is reported at the end and does not prevent importing the
// others.
func (i importing) Run(ctx context.Context, out io.Writer) error {
	paths, err := listFiles(i.Files)
	if err != nil {
		return err
	}
	if i.Check {
		return i.each(ctx, paths, out, nil)
	}
	return withStore(ctx, i.storageFlags, func(s *store.Store) error {
		return i.each(byCommand(ctx, "import"), paths, out, s)
	})
}

func (i importing) each(ctx context.Context, paths []string, out io.Writer, s *store.Store) error {
	var refused power.InputErrors
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return errStoppedImport
		}
		report, err := i.one(ctx, path, s)
		var inputError *power.InputError
		if errors.As(err, &inputError) {
			refused = append(refused, inputError)
			continue
		}
		if err != nil {
			return err
		}
		if err := i.write(out, report); err != nil {
			return err
		}
	}
	return refused.OrNil()
}

// errStoppedImport ends an import that was interrupted: the files reported until then are imported.
var errStoppedImport = errors.New("stopped before all files were imported")

func (i importing) one(ctx context.Context, path string, s *store.Store) (importReport, error) {
	data, err := inputfile.ReadUpTo(path, maximumList)
	if err != nil {
		return importReport{}, err
	}
	list, err := published.Read(published.Source{Name: path, Kind: published.Kind(i.Kind), Edition: i.Edition}, data)
	if err != nil {
		return importReport{}, err
	}
	report := reportOn(path, list)
	if s == nil {
		return report, nil
	}
	sum := sha256.Sum256(data)
	done, err := s.Lists.Import(ctx,
		lists.Import{List: list, Source: filepath.Base(path), Digest: hex.EncodeToString(sum[:])})
	if err != nil {
		return importReport{}, err
	}
	report.done(done)
	return report, nil
}

func (i importing) write(out io.Writer, report importReport) error {
	if i.Format == "json" {
		line := json.NewEncoder(out)
		line.SetEscapeHTML(false)
		return line.Encode(report)
	}
	return report.print(out)
}

func listEndings() []string { return []string{".xls", ".xlsx", ".csv", ".tsv"} }

func listFiles(named []string) ([]string, error) {
	var paths []string
	for _, path := range named {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, &power.InputError{File: path, Problem: "there is no such file or folder",
				Remedy: "check the path"}
		case err != nil:
			return nil, &power.InputError{File: path, Problem: "this cannot be read",
				Remedy: "check that you may read it"}
		case !info.IsDir():
			paths = append(paths, path)
			continue
		}
		inside, err := listsIn(path)
		if err != nil {
			return nil, err
		}
		paths = append(paths, inside...)
	}
	return paths, nil
}

func listsIn(folder string) ([]string, error) {
	held, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("read the folder %s: %w", folder, err)
	}
	var paths []string
	for _, one := range held {
		if !one.IsDir() && slices.Contains(listEndings(), strings.ToLower(filepath.Ext(one.Name()))) {
			paths = append(paths, filepath.Join(folder, one.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, &power.InputError{File: folder, Problem: "the folder contains no list",
			Remedy: "name a folder with files that end with " + strings.Join(listEndings(), ", ")}
	}
	return paths, nil
}

type importReport struct {
	File           string              `json:"file"`
	Kind           published.Kind      `json:"kind"`
	Edition        string              `json:"edition"`
	Systems        int                 `json:"systems"`
	Powered        int                 `json:"with_power"` // a power or an efficiency
	Levels         map[power.Level]int `json:"levels"`     // how many systems the list gives which
	Outcome        outcome             `json:"outcome"`
	Address        string              `json:"address,omitempty"`  // on the server
	Replaces       string              `json:"replaces,omitempty"` // the file that was imported before
	Added          int                 `json:"added"`
	Removed        int                 `json:"removed"`
	Changed        int                 `json:"changed"`
	Warnings       []string            `json:"warnings"`
	Contradictions []contradiction     `json:"contradictions"`
}

type outcome string

const (
	outcomeRead      outcome = "read"
	outcomeNew       outcome = "new"
	outcomeUnchanged outcome = "unchanged"
	outcomeReread    outcome = "read again"
	outcomeReplaced  outcome = "replaced"
)

// contradiction is a row whose listed efficiency is not Rmax over power.
type contradiction struct {
	Line        int     `json:"line"`
	Rank        int     `json:"rank"`
	Listed      float64 `json:"listed_gflops_per_watt"`
	Recomputed  float64 `json:"recomputed_gflops_per_watt"`
	Explanation string  `json:"explanation"` // empty if nothing explains it
	sentence    string
}

func reportOn(path string, list *published.List) importReport {
	report := importReport{
		File: path, Kind: list.Kind, Edition: list.Edition, Systems: len(list.Rows), Levels: map[power.Level]int{},
		Outcome:  outcomeRead,
		Warnings: []string{}, Contradictions: []contradiction{},
	}
	for _, row := range list.Rows {
		if row.Power != nil || row.Efficiency != nil {
			report.Powered++
		}
		if row.Level > 0 {
			report.Levels[row.Level]++
		}
	}
	for _, remark := range list.Warnings {
		report.Warnings = append(report.Warnings, remark.String())
	}
	for _, c := range list.Contradictions() {
		report.Contradictions = append(report.Contradictions,
			contradiction{c.Line, c.Rank, c.Listed, c.Recomputed, string(c.Explained), c.String()})
	}
	return report
}

func (r *importReport) done(done lists.Imported) {
	r.Address, r.Outcome = "/lists/"+done.List.Name, outcomeNew
	if done.Before == nil {
		return
	}
	r.Outcome = outcomeUnchanged
	if done.Unchanged() {
		return
	}
	r.Added, r.Removed, r.Changed = done.Added, done.Removed, done.Changed
	if r.Outcome = outcomeReread; done.Before.Digest != done.List.Digest {
		r.Outcome, r.Replaces = outcomeReplaced, done.Before.Source
	}
}

func (r importReport) print(out io.Writer) error {
	w := &writer{out: out}
	w.line("%s: %s %s, %d systems, %d with power%s", printable(r.File), r.Kind, r.Edition, r.Systems,
		r.Powered, r.levels())
	w.line("  %s", r.became())
	for _, remark := range r.Warnings {
		w.line("  warning        %s", printable(remark))
	}
	for _, c := range r.Contradictions {
		w.line("  contradiction  %s", c.sentence)
	}
	return w.err
}

func (r importReport) levels() string {
	var said []string
	for _, level := range power.Levels() {
		if n := r.Levels[level]; n > 0 {
			said = append(said, fmt.Sprintf("%d at %s", n, level))
		}
	}
	if len(said) == 0 {
		return ", no levels"
	}
	return ", " + strings.Join(said, ", ")
}

func (r importReport) became() string {
	switch r.Outcome {
	case outcomeNew:
		return "new at " + r.Address
	case outcomeUnchanged:
		return "unchanged at " + r.Address + ": this file was imported before"
	case outcomeReread:
		return fmt.Sprintf("read again at %s, because this version reads such files differently: %d systems added, "+
			"%d removed, %d changed", r.Address, r.Added, r.Removed, r.Changed)
	case outcomeReplaced:
		return fmt.Sprintf("replaces %s at %s: %d systems added, %d removed, %d changed", printable(r.Replaces),
			r.Address, r.Added, r.Removed, r.Changed)
	}
	return "read only, nothing was changed"
}
