package citation

import "time"

// Dataset is what search engines for data are told of an entry, or of a list: https://schema.org/Dataset as JSON-LD.
type Dataset struct {
	Context     string              `json:"@context"`
	Type        string              `json:"@type"`
	ID          string              `json:"@id"`
	Name        string              `json:"name"`
	Description string              `json:"description"`
	URL         string              `json:"url"`
	Version     string              `json:"version"` // hash of the list
	Published   string              `json:"datePublished,omitempty"`
	Modified    string              `json:"dateModified,omitempty"`
	Free        bool                `json:"isAccessibleForFree"`
	Technique   string              `json:"measurementTechnique,omitempty"`
	Creator     []map[string]string `json:"creator,omitempty"`
	PartOf      map[string]string   `json:"isPartOf,omitempty"`
	Measured    []property          `json:"variableMeasured,omitempty"`
	Downloads   []distribution      `json:"distribution"`
}

type property struct {
	Type  string  `json:"@type"`
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unitText"`
}

type distribution struct {
	Type   string `json:"@type"`
	Format string `json:"encodingFormat"`
	URL    string `json:"contentUrl"`
}

// NewDataset describes what stands at an address. methodology is empty if that, and the day of publication, is not
// known.
func NewDataset(address, name, description, version, methodology string, published time.Time) Dataset {
	d := Dataset{
		Context: "https://schema.org/", Type: "Dataset", ID: address, Name: name, Description: description,
		URL: address, Version: version, Free: true, Downloads: []distribution{},
	}
	if methodology != "" { // of what was published elsewhere neither is known
		d.Published, d.Technique = published.Format(time.DateOnly),
			"EE HPC WG power measurement methodology "+methodology
	}
	return d
}

// Offer adds a file that can be downloaded; address is a whole one.
func (d *Dataset) Offer(address, format string) {
	d.Downloads = append(d.Downloads, distribution{"DataDownload", format, address})
}

// Measure adds a measured value in a unit; nil is not known, and is left out.
func (d *Dataset) Measure(name string, value *float64, unit string) {
	if value != nil {
		d.Measured = append(d.Measured, property{"PropertyValue", name, *value, unit})
	}
}

// Dataset describes a listed entry; list is the address of its list.
func (w Work) Dataset(list string) Dataset {
	description := "Power measurement of one run on a supercomputer, " +
		"graded against the EE HPC WG methodology and reviewed. " + w.Text()
	d := NewDataset(w.Address, w.Title(), description, w.ListHash, w.Methodology, w.Released)
	if w.Errata > 0 {
		d.Modified = w.Since.Format(time.DateOnly)
	}
	if w.Site != "" {
		//nolint:misspell // schema.org writes it so
		d.Creator = []map[string]string{{"@type": "Organization", "name": w.Site}}
	}
	d.PartOf = map[string]string{"@type": "Dataset", "name": w.List(), "url": list}
	d.Measured = []property{
		{"PropertyValue", "energy efficiency", w.Efficiency, "GFlops/W"}, {"PropertyValue", "Rmax", float64(w.Rmax),
			"GFlops"}, {"PropertyValue", "average power", float64(w.Power), "W"},
	}
	d.Offer(w.Address+"/envelope.csv", "text/csv")
	d.Offer(w.Address+"/envelope.json", "application/json")
	d.Offer(w.Address+"/report.json", "application/json")
	return d
}
