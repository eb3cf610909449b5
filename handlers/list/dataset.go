package list

import (
	"cmp"
	"fmt"
	"time"

	"green500/handlers"
	"green500/store"
	"green500/templates"
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

// systemDataset describes what lists state of a system, with its figures as files.
func (h *Handlers) systemDataset(system store.System, name string) citation.Dataset {
	newest, first := system.Lines[0], system.Lines[len(system.Lines)-1]
	address := h.Link("systems", cmp.Or(system.Key, handlers.Text(system.ID)))
	description := fmt.Sprintf("Rank, Rmax, power and energy efficiency of the supercomputer %s in %s, from %s to %s.", name, templates.Plural(len(system.Lines), "list entry", "list entries"), first.Edition, newest.Edition)
	d := citation.NewDataset(address, name+" in the Green500 and the TOP500", description, newest.List, "", time.Time{})
	d.Measure("energy efficiency", newest.Efficiency, handlers.PerWatt)
	d.Measure("Rmax", (*float64)(newest.Rmax), "GFlops")
	d.Measure("average power", (*float64)(newest.Power), "W")
	for _, figure := range []string{"efficiency", "rank", "rmax", "power"} {
		d.Offer(address+"/figures.csv?figure="+figure, "text/csv")
	}
	d.Offer(h.Link("api", "v1", "systems", handlers.Text(system.ID)), "application/json")
	return d
}
