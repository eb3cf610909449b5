package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"green500/validation/power"
)

// Names in the folder of a fetch.
const (
	evidenceName = "evidence"
	manifestName = "manifest.json"
	settingsName = "series.yaml"
)

const (
	ownFolder = 0o755
	ownFile   = 0o644
)

// manifest is what was asked for and what was answered. It is kept with the answers, as their evidence and to go on
// from.
type manifest struct {
	Schema    string     `json:"schema"`
	Asked     identity   `json:"asked"`
	Described bool       `json:"described"`
	Unit      string     `json:"unit,omitempty"`
	Counter   bool       `json:"counter,omitempty"`
	Facts     []evidence `json:"facts,omitempty"`
	Pages     []page     `json:"pages"`
	Pending   []request  `json:"pending,omitempty"`
	Followed  bool       `json:"followed,omitempty"` // answers came while the series was recorded, and overlap
}

const schema = "green500.fetch/1"

type identity struct {
	Source    string   `json:"source"`
	Address   string   `json:"address"`
	Series    []string `json:"series"` // what is asked for, as the flags name it
	Resampled string   `json:"resampled,omitempty"`
	span
}

type evidence struct {
	File   string `json:"file"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

type page struct {
	request
	evidence
	Samples int `json:"samples"`
	LeftOut int `json:"left_out,omitempty"`
}

type folder struct {
	path  string
	state manifest
}

func openFolder(path string, asked identity, pending []request) (*folder, error) {
	f := &folder{path: path, state: manifest{Schema: schema, Asked: asked, Pages: []page{}, Pending: pending}}
	if err := os.MkdirAll(filepath.Join(path, evidenceName), ownFolder); err != nil {
		return nil, &power.InputError{File: path, Problem: "is not a folder that can be written to",
			Remedy: "name a new folder after -o"}
	}
	text, err := os.ReadFile(filepath.Join(path, evidenceName, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return f, f.save()
	}
	if err != nil {
		return nil, err
	}
	var before manifest
	if err := json.Unmarshal(text, &before); err != nil || before.Schema != schema {
		return nil, &power.InputError{File: filepath.Join(path, evidenceName, manifestName),
			Problem: "is not of a fetch", Remedy: "name a new folder after -o"}
	}
	if one, other := mustJSON(before.Asked), mustJSON(asked); !bytes.Equal(one, other) {
		return nil, &power.InputError{File: path, Problem: "contains another fetch: " + string(one),
			Remedy: "name a new folder after -o, or use the flags of that fetch to continue it"}
	}
	f.state = before
	return f, f.verify()
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func (f *folder) verify() error {
	for _, one := range f.state.Facts {
		if _, err := f.read(one); err != nil {
			return err
		}
	}
	for _, one := range f.state.Pages {
		if _, err := f.read(one.evidence); err != nil {
			return err
		}
	}
	return nil
}

func (f *folder) read(e evidence) ([]byte, error) {
	name := filepath.Join(f.path, evidenceName, filepath.Base(e.File))
	answer, err := os.ReadFile(name)
	if err != nil || digest(answer) != e.SHA256 {
		return nil, &power.InputError{File: name, Problem: "is missing or is not as the server sent it",
			Remedy: "fetch into a new folder"}
	}
	return answer, nil
}

func digest(answer []byte) string {
	sum := sha256.Sum256(answer)
	return hex.EncodeToString(sum[:])
}

func (f *folder) keep(name string, answer []byte) (evidence, error) {
	return evidence{File: name, Bytes: len(answer), SHA256: digest(answer)},
		writeFile(filepath.Join(f.path, evidenceName, name), answer)
}

func (f *folder) describe(known facts) error {
	for i, answer := range known.answers {
		kept, err := f.keep(fmt.Sprintf("facts-%d.json", i+1), answer)
		if err != nil {
			return err
		}
		f.state.Facts = append(f.state.Facts, kept)
	}
	f.state.Described, f.state.Unit, f.state.Counter = true, known.Unit, known.Counter
	return f.save()
}

func (f *folder) add(answer []byte, next string, samples, leftOut int) error {
	one := f.state.Pending[0]
	kept, err := f.keep(fmt.Sprintf("%06d.answer", len(f.state.Pages)+1), answer)
	if err != nil {
		return err
	}
	f.state.Pages = append(f.state.Pages, page{request: one, evidence: kept, Samples: samples, LeftOut: leftOut})
	f.state.Pending = f.state.Pending[1:]
	if next != "" {
		f.state.Pending = append([]request{{span: one.span, Next: next}}, f.state.Pending...)
	}
	if len(f.state.Pages)+len(f.state.Pending) > maxPages {
		return &power.InputError{File: f.path, Problem: fmt.Sprintf("the answer has more than %d pages", maxPages),
			Remedy: "fetch a shorter time"}
	}
	return f.save()
}

func (f *folder) follow(answer []byte, of span, samples, leftOut int) error {
	f.state.Followed, f.state.Asked.To = true, of.To
	f.state.Pending = []request{{span: of}}
	return f.add(answer, "", samples, leftOut)
}

const shortest = time.Millisecond

func (f *folder) split(because error) error {
	halves, ok := f.state.Pending[0].halves(shortest)
	if !ok {
		return &power.InputError{Field: "--page",
			Problem: "even the answer for the shortest time fails: " + because.Error(), Remedy: "name fewer series"}
	}
	f.state.Pending = append(halves, f.state.Pending[1:]...)
	return f.save()
}

func (f *folder) save() error {
	text, err := json.MarshalIndent(f.state, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(f.path, evidenceName, manifestName), append(text, '\n'))
}

func writeFile(name string, text []byte) error {
	return replace(name, func(out io.Writer) error {
		_, err := out.Write(text)
		return err
	})
}

func replace(name string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), ".fetch-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	if err := errors.Join(write(file), file.Sync(), file.Close(), os.Chmod(file.Name(), ownFile)); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}
