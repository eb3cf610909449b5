package list

import (
	"time"

	"green500/handlers"
	"green500/store"
	listpage "green500/templates/list"
)

// ShownErratum is an erratum as pages show it, in the zone of its edition.
func ShownErratum(e store.Erratum, zone *time.Location) listpage.Erratum {
	shown := listpage.Erratum{Number: e.Number, MadeAt: e.MadeAt.In(zone), Reason: e.Reason, Before: listRow(e.Before), Digest: e.Digest}
	if e.After != nil {
		after := listRow(*e.After)
		shown.After = &after
	}
	return shown
}

func listRow(row store.ListRow) listpage.ListRow {
	return listpage.ListRow{
		Rank: row.Rank, ID: handlers.Text(row.EntryID), System: row.System, Site: row.Site, Country: row.Country, TotalCores: row.TotalCores, Accelerator: row.Accelerator,
		Rmax: row.Rmax, Power: row.Power, Efficiency: row.Efficiency, Uncertainty: row.EfficiencyUncertainty, PowerUncertainty: row.PowerUncertainty, Level: row.Level, Top500Rank: row.Top500Rank,
	}
}
