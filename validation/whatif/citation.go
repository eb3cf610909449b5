package whatif

import (
	"cmp"
	"strconv"
)

// Citation says where a model was published.
type Citation struct {
	Authors    string
	Title      string
	Venue      string // journal, proceedings or archive; may be empty
	Year       int    // 0 if the source states none
	Identifier string // such as a DOI; empty if there is none
	Href       string // of the identifier; empty if there is none
	Short      string // as formulas refer to it
}

// Text is the citation in one line: authors, title, venue, year and identifier.
func (c Citation) Text() string {
	text := c.Authors + ": " + c.Title + "."
	if c.Venue != "" {
		text += " " + c.Venue + "."
	}
	year := "year not stated"
	if c.Year > 0 {
		year = strconv.Itoa(c.Year)
	}
	return text + " " + year + ", " + cmp.Or(c.Identifier, "no identifier") + "."
}

// ofLecture cites the lecture notes. The copy at hand names neither its author nor its year.
func ofLecture() Citation {
	return Citation{Authors: "Lecture notes, author not stated", Title: "High Performance Computing 2: Algorithmic Time, Energy and Power", Short: "lecture notes"}
}

func ofVishnu() Citation {
	return Citation{
		Authors: "A. Vishnu, S. Song, A. Marquez, K. Barker, D. Kerbyson, K. Cameron, P. Balaji",
		Title:   "Designing energy efficient communication runtime systems: a view from PGAS models", Venue: "The Journal of Supercomputing 63(3), 691–709, published online 2011",
		Year: 2013, Identifier: "doi:10.1007/s11227-011-0699-9", Href: "https://doi.org/10.1007/s11227-011-0699-9", Short: "Vishnu et al.",
	}
}

func ofCzarnul() Citation {
	return Citation{
		Authors: "P. Czarnul, J. Kuchta, P. Rościszewski, J. Proficz",
		Title:   "Modeling energy consumption of parallel applications", Venue: "Federated Conference on Computer Science and Information Systems (FedCSIS)", //nolint:misspell // the title of the paper
		Year: 2016, Identifier: "doi:10.15439/2016F308", Href: "https://doi.org/10.15439/2016F308", Short: "Czarnul et al.",
	}
}

func ofHeinrich() Citation {
	return Citation{
		Authors: "F. C. Heinrich, A. Carpen-Amarie, A. Degomme, S. Hunold, A. Legrand, A.-C. Orgerie, M. Quinson",
		Title:   "Predicting the Performance and the Power Consumption of MPI Applications With SimGrid", Venue: "Preprint, HAL",
		Year: 2017, Identifier: "hal-01446134", Href: "https://inria.hal.science/hal-01446134", Short: "Heinrich et al.",
	}
}
