package observing

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"green500/validation/power"
)

// watching are the files that let Prometheus and Grafana watch a server.
//
//go:embed monitoring
var watching embed.FS

// Monitoring is the command that writes them.
type Monitoring struct {
	Folder string `arg:"" help:"Folder to write to; it is created if missing."`
}

// Run writes each file that is not there yet. It returns a *power.InputError if one is: it may have been changed.
func (m Monitoring) Run(out io.Writer) error {
	const readable = 0o755
	if err := os.MkdirAll(m.Folder, readable); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	files, err := fs.Glob(watching, "monitoring/*")
	if err != nil {
		return err
	}
	for _, name := range files {
		text, err := watching.ReadFile(name)
		if err != nil {
			return err
		}
		written := filepath.Join(m.Folder, filepath.Base(name))
		if err := writeNew(written, text); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, written); err != nil {
			return err
		}
	}
	return nil
}

func writeNew(name string, text []byte) error {
	const readable = 0o644
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, readable)
	if errors.Is(err, fs.ErrExist) {
		return &power.InputError{File: name, Problem: "the file already exists",
			Remedy: "name another folder, or remove it"}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}
