package archive

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"green500/store"
	"green500/templates"
	archivepage "green500/templates/archive"
	"green500/validation/citation"
	"green500/validation/crate"
	"green500/validation/envelope"
	"green500/validation/power"
	"green500/validation/receipt"
)

type signature = receipt.Signature

func (m *making) title() string { return "Green500 list of " + m.list.Edition.Name }

// description says what the list is, and which state of it.
func (m *making) description() string {
	e := m.list.Edition
	said := fmt.Sprintf("%s ranked by energy efficiency in GFlops/W, each measured, graded against the EE HPC WG methodology %s and reviewed. Released on %s. SHA-256 of the list: %s.",
		templates.Plural(len(m.list.Rows), "supercomputer", "supercomputers"), e.Methodology, e.ReleasedAt().In(e.Location()).Format(time.DateOnly), m.list.Hash)
	if len(m.list.Errata) > 0 {
		said += fmt.Sprintf(" %s, the last on %s.", templates.Plural(len(m.list.Errata), "erratum", "errata"), m.list.Since.In(e.Location()).Format(time.DateOnly))
	}
	return said
}

// about describes the archive as a whole.
func (m *making) about() crate.About {
	e, server := m.list.Edition, m.Address.String()
	address := m.Address.JoinPath("lists", e.Name).String()
	entities := append(m.places, m.software(e)...)
	return crate.About{
		Name: m.title(), Description: m.description(), Address: address, Published: e.ReleasedAt().In(e.Location()), Version: m.list.Hash,
		Citation: fmt.Sprintf("%s. Released %s. SHA-256 of the list %s. %s", m.title(), e.ReleasedAt().In(e.Location()).Format(time.DateOnly), m.list.Hash, address),
		License:  licence(m.Licence), Publisher: crate.Entity{"@id": server, "@type": "Organization", "name": "green500 at " + m.Address.Host, "url": server}, //nolint:misspell // a word of schema.org
		Context: entities,
	}
}

// software says what made the archive, and when the list stood so.
func (m *making) software(e store.Edition) []crate.Entity {
	const program = "#green500"
	return []crate.Entity{
		{"@id": program, "@type": "SoftwareApplication", "name": "green500", "description": "Grades power measurements of supercomputer runs", "url": m.Address.String(), "version": cmp.Or(m.Version, "unknown")},
		{"@id": "#archived", "@type": "CreateAction", "name": "Archive of the list of " + e.Name, "object": crate.Ref("./"), "instrument": crate.Ref(program),
			"agent": crate.Ref(m.Address.String()), "endTime": m.list.Since.UTC().Format("2006-01-02T15:04:05Z")},
	}
}

// licence describes the licence of the archive. What the publisher does not state we do not invent.
func licence(address string) crate.Entity {
	if address == "" {
		return crate.Entity{"@id": "#licence", "@type": "CreativeWork", "name": "No licence stated", "description": "The publisher states no licence for this archive. Ask the publisher before you redistribute it."}
	}
	return crate.Entity{"@id": address, "@type": "CreativeWork", "name": address, "description": "Licence that the publisher gives this archive."}
}

// listRow is an entry on the archived page.
func (m *making) listRow(on store.EntryListing, work citation.Work) archivepage.ListRow {
	row := on.Row
	const thousand, places = 1000, 1
	shown := archivepage.ListRow{
		Rank: on.Rank, System: row.System, Place: row.Site, Rmax: templates.Digits(float64(row.Rmax)/thousand, places), Power: templates.Digits(float64(row.Power)/thousand, places),
		Efficiency: strconv.FormatFloat(row.Efficiency, 'f', 2, 64) + power.PlusMinus(row.EfficiencyUncertainty, 2), Level: row.Level.String(),
	}
	if row.Country != "" {
		shown.Place += ", " + row.Country
	}
	if last := len(on.Errata) - 1; on.TakenOut && last >= 0 {
		shown.Removed = fmt.Sprintf("Taken out on %s: %s", work.TakenOut.Format(time.DateOnly), on.Errata[last].Reason)
	}
	return shown
}

// rowsOf are the rows of an envelope as CSV.
func rowsOf(signed []byte) ([]byte, error) {
	_, rows, _, err := envelope.Read("envelope.json", signed)
	if err != nil {
		return nil, err
	}
	return envelope.CSV(rows), nil
}
