package list

import (
	"fmt"

	listpage "green500/templates/list"
	"green500/validation/citation"
	"green500/validation/listing"
	"green500/validation/sheet"
)

// listDataset describes a list that everybody may read, with its views in all forms.
func (h *Handlers) listDataset(list listpage.ListHead, systems int) citation.Dataset {
	description := fmt.Sprintf("%d supercomputers ranked by energy efficiency in GFlops/W. ", systems)
	if list.Kind == listing.Graded {
		description += "Every measurement was graded against the EE HPC WG methodology and reviewed."
	} else {
		description += "Published elsewhere and imported as it was; not graded here."
	}
	d := citation.NewDataset(h.Link("lists", list.Name), list.Title, description, list.Hash, list.Methodology, list.Released)
	for _, format := range sheet.Formats() {
		d.Offer(h.Link("lists", list.Name, "view."+format.Name), format.Media)
	}
	return d
}
