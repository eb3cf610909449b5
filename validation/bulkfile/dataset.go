package bulkfile

import (
	"fmt"
	"time"
)

// Dataset is what search engines for data are told of the file: https://schema.org/Dataset as JSON-LD.
type Dataset struct {
	Context     string         `json:"@context"`
	Type        string         `json:"@type"`
	ID          string         `json:"@id"`
	Identifier  []string       `json:"identifier"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
	URL         string         `json:"url"`
	Version     string         `json:"version"`
	Licence     string         `json:"license,omitempty"`
	Modified    string         `json:"dateModified"`
	Free        bool           `json:"isAccessibleForFree"`
	Downloads   []distribution `json:"distribution"`
}

type distribution struct {
	Type   string `json:"@type"`
	Format string `json:"encodingFormat"`
	URL    string `json:"contentUrl"`
	Size   string `json:"contentSize,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
}

// Dataset describes the file.
func (f Facts) Dataset() Dataset {
	file := distribution{Type: "DataDownload", Format: "application/zip", URL: f.Address, SHA256: f.SHA256}
	if f.Size > 0 {
		file.Size = fmt.Sprintf("%d B", f.Size)
	}
	return Dataset{
		Context: "https://schema.org/", Type: "Dataset", ID: f.Page, Identifier: []string{f.Page + "#" + f.Version, "sha256:" + f.Content},
		Name:        "Lists of the energy efficiency of supercomputers",
		Description: fmt.Sprintf("%d rows of %d published lists of supercomputers, with Rmax, power and GFlops/W. Lists of the kind graded were graded against the EE HPC WG methodology and reviewed; others were published elsewhere and imported unchanged.", f.Rows, len(f.Lists)),
		URL:         f.Page, Version: f.Version, Licence: f.Licence, Modified: f.Modified.Format(time.DateOnly), Free: true, Downloads: []distribution{file},
	}
}
