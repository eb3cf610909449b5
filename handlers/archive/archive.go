// Package archive makes the archive of a published list: an RO-Crate that does not need the server.
package archive

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"green500/handlers"
	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/lists"
	"green500/templates"
	archivepage "green500/templates/archive"
	"green500/validation/lists/citation"
	"green500/validation/lists/powersteps"
	"green500/validation/lists/signedarchive"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

// Maker makes archives of the lists of a server.
type Maker struct {
	Store   *store.Store
	Address *url.URL
	Licence string // that the publisher gives the archive: a URL; empty if none is stated
	Version string // of the program; may be empty
}

type making struct {
	Maker
	list     lists.PublishedList
	released lists.PublishedList
	crate    *signedarchive.Writer
	page     archivepage.ListPage
	places   []signedarchive.Entity
	known    map[string]bool
}

// Write writes the archive of the list of an edition as somebody may read it now. It returns what Store.PublishedList
// does.
func (m Maker) Write(ctx context.Context, out io.Writer, edition string, by accounts.User) error {
	list, unread := m.Store.Lists.PublishedList(ctx, edition, by, lists.AsOf{})
	released, unreleased := m.Store.Lists.PublishedList(ctx, edition, by, lists.AsOf{Released: true})
	if err := cmp.Or(unread, unreleased); err != nil {
		return err
	}
	work := making{Maker: m, list: list, released: released, crate: signedarchive.NewWriter(out, list.Since),
		known: map[string]bool{}}
	return work.write(ctx)
}

func (m *making) write(ctx context.Context) error {
	if err := m.lists(ctx); err != nil {
		return err
	}
	for _, row := range m.released.Rows {
		if err := m.entry(ctx, row); err != nil {
			return fmt.Errorf("archive entry %d: %w", row.EntryID, err)
		}
	}
	if err := m.listPage(ctx); err != nil {
		return err
	}
	keys, err := m.Store.PublicKeys(ctx)
	if err != nil {
		return err
	}
	err = m.add(signedarchive.KeysFile, "text/plain", "Public keys", "Keys of the server, in base64 (Ed25519): "+
		"the one that signs first, earlier ones below.", "", []byte(strings.Join(keys, "\n")+"\n"))
	if err != nil {
		return err
	}
	said := signedarchive.Statement{
		Server: m.Address.String(), Edition: m.list.Edition.Name, Released: m.released.Hash, List: m.list.Hash,
		Errata: len(m.list.Errata), Since: m.list.Since.UTC(),
	}
	preview := func(metadata signedarchive.Metadata) ([]byte, error) {
		text, err := metadata.JSON()
		if err != nil {
			return nil, err
		}
		return draw(ctx, archivepage.Preview(archivepage.PreviewPage{Metadata: metadata, Text: string(text)}))
	}
	return m.crate.Close(m.about(), said, preview,
		func(text []byte) (signature, error) { return m.Store.SignText(ctx, text) })
}

func (m *making) add(path, media, name, description, about string, content []byte) error {
	return m.crate.Add(signedarchive.Part{Path: path, Media: media, Name: name, Description: description, About: about,
		Content: content})
}

const jsonMedia = "application/json"

func (m *making) lists(ctx context.Context) error {
	title := m.title()
	for _, one := range []struct {
		path, name string
		value      any
	}{
		{signedarchive.ListFile, title + " as JSON", m.list.Rows},
		{signedarchive.ReleasedFile, title + " as it was released", m.released.Rows},
		{signedarchive.ErrataFile, "Errata of the " + title, append([]lists.Erratum{}, m.list.Errata...)},
	} {
		text, err := json.Marshal(one.value)
		if err != nil {
			return fmt.Errorf("write %s: %w", one.path, err)
		}
		if err := m.add(one.path, jsonMedia, one.name, "", "", text); err != nil {
			return err
		}
	}
	waived, err := m.Store.Lists.ListWaivers(ctx, m.list.Rows, *m.list.Edition.PublishedAt)
	if err != nil {
		return err
	}
	var table bytes.Buffer
	if err := handlers.WriteListCSV(&table, m.list, waived); err != nil {
		return err
	}
	return m.add("list/list.csv", "text/csv", title+" as a table", "", "", table.Bytes())
}

func (m *making) entry(ctx context.Context, row lists.ListRow) error {
	work, on, err := handlers.WorkOf(ctx, m.Store, m.Address, row.EntryID)
	if err != nil {
		return err
	}
	revision, err := m.Store.Submissions.Revision(ctx, row.EntryID, row.Revision)
	if err != nil {
		return err
	}
	name, about := signedarchive.EntryName(row.EntryID), m.place(work)
	shown := m.listRow(on, work)
	add := func(folder, ending, media, what, label string, content []byte) error {
		shown.Files = append(shown.Files, templates.Link{Href: "../" + folder + "/" + name + ending, Text: label})
		return m.add(folder+"/"+name+ending, media, what+" of "+work.Title(), "", about, content)
	}
	csl, err := work.CSL()
	if err != nil {
		return err
	}
	if len(revision.Report) > 0 {
		if err := add(signedarchive.ReportFolder, ".json", jsonMedia, "Report", "report", revision.Report); err != nil {
			return err
		}
	}
	if err := m.envelope(ctx, row.EntryID, add); err != nil {
		return err
	}
	err = errors.Join(add(signedarchive.CitingFolder, ".bib", "application/x-bibtex", "Citation", "BibTeX",
		[]byte(work.BibTeX())), add(signedarchive.CitingFolder, ".json", "application/vnd.citationstyles.csl+json",
		"Citation as CSL-JSON", "CSL", csl))
	if on.TakenOut {
		m.page.Removed = append(m.page.Removed, shown)
	} else {
		m.page.Rows = append(m.page.Rows, shown)
	}
	return err
}

func (m *making) envelope(ctx context.Context, entry int64,
	add func(folder, ending, media, what, label string, content []byte) error) error {
	signed, err := m.Store.Lists.Envelope(ctx, entry, m.Address.String())
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	_, rows, _, err := powersteps.Read("envelope.json", signed)
	if err != nil {
		return err
	}
	return errors.Join(
		add(signedarchive.PowerFolder, ".json", jsonMedia, "Power in steps, signed,", "power (JSON)", signed),
		add(signedarchive.PowerFolder, ".csv", "text/csv", "Power in steps", "power (CSV)", powersteps.CSV(rows)))
}

func (m *making) place(work citation.Work) string {
	note := func(e signedarchive.Entity) string {
		if !m.known[e.ID()] {
			m.known[e.ID()] = true
			m.places = append(m.places, e)
		}
		return e.ID()
	}
	//nolint:misspell // a word of schema.org
	site := note(signedarchive.Entity{"@id": "#site-" + url.PathEscape(work.Site), "@type": "Organization",
		"name": cmp.Or(work.Site, "Unnamed site")})
	return note(signedarchive.Entity{
		"@id": work.Address, "@type": "Product", "name": cmp.Or(work.System, "Unnamed system"),
		"description": work.Text(), "url": work.Address,
		"provider": signedarchive.Ref(site),
	})
}

func (m *making) listPage(ctx context.Context) error {
	// without a rank last; errata may have moved them
	slices.SortFunc(m.page.Rows,
		func(a, b archivepage.ListRow) int { return cmp.Compare(uint(a.Rank-1), uint(b.Rank-1)) })
	m.page.Title, m.page.Server = m.title(), m.Address.String()
	m.page.Sentence = m.description()
	for _, e := range m.list.Errata {
		m.page.Errata = append(m.page.Errata, fmt.Sprintf("%s, %s: %s",
			e.MadeAt.In(m.list.Edition.Location()).Format(time.DateOnly), e.Before.System, e.Reason))
	}
	page, err := draw(ctx, archivepage.List(m.page))
	if err != nil {
		return err
	}
	return m.add("list/list.html", "text/html", m.title()+" as a page",
		"Stands alone: without a script or another file.", "", page)
}

func draw(ctx context.Context, page templ.Component) ([]byte, error) {
	var drawn bytes.Buffer
	if err := page.Render(ctx, &drawn); err != nil {
		return nil, fmt.Errorf("draw a page of an archive: %w", err)
	}
	return drawn.Bytes(), nil
}

type signature = receipt.Signature

func (m *making) title() string { return "Green500 list of " + m.list.Edition.Name }

func (m *making) description() string {
	e := m.list.Edition
	said := fmt.Sprintf("%s ranked by energy efficiency in GFlops/W, each measured, "+
		"graded against the EE HPC WG methodology %s and reviewed. Released on %s. SHA-256 of the list: %s.",
		templates.Plural(len(m.list.Rows), "supercomputer", "supercomputers"), e.Methodology,
		e.ReleasedAt().In(e.Location()).Format(time.DateOnly), m.list.Hash)
	if len(m.list.Errata) > 0 {
		said += fmt.Sprintf(" %s, the last on %s.", templates.Plural(len(m.list.Errata), "erratum", "errata"),
			m.list.Since.In(e.Location()).Format(time.DateOnly))
	}
	return said
}

func (m *making) about() signedarchive.About {
	e, server := m.list.Edition, m.Address.String()
	address := m.Address.JoinPath("lists", e.Name).String()
	const program = "#green500"
	entities := append(m.places, signedarchive.Entity{
		"@id": program, "@type": "SoftwareApplication", "name": "green500", "description": "Grades power " +
			"measurements of supercomputer runs", "url": server, "version": cmp.Or(m.Version, "unknown"),
	}, signedarchive.Entity{
		"@id": "#archived", "@type": "CreateAction", "name": "Archive of the list of " + e.Name,
		"object": signedarchive.Ref("./"), "instrument": signedarchive.Ref(program),
		"agent": signedarchive.Ref(server), "endTime": m.list.Since.UTC().Format("2006-01-02T15:04:05Z"),
	})
	return signedarchive.About{
		Name: m.title(), Description: m.description(), Address: address, Published: e.ReleasedAt().In(e.Location()),
		Version: m.list.Hash,
		Citation: fmt.Sprintf("%s. Released %s. SHA-256 of the list %s. %s", m.title(),
			e.ReleasedAt().In(e.Location()).Format(time.DateOnly), m.list.Hash, address),
		//nolint:misspell // a word of schema.org
		License: licence(m.Licence), Publisher: signedarchive.Entity{"@id": server, "@type": "Organization",
			"name": "green500 at " + m.Address.Host, "url": server},
		Context: entities,
	}
}

// licence describes the licence of the archive. What the publisher does not state we do not invent.
func licence(address string) signedarchive.Entity {
	if address == "" {
		return signedarchive.Entity{"@id": "#licence", "@type": "CreativeWork",
			"name": "No licence stated", "description": "The publisher states no licence for this archive. " +
				"Ask the publisher before you redistribute it."}
	}
	return signedarchive.Entity{"@id": address, "@type": "CreativeWork", "name": address,
		"description": "Licence that the publisher gives this archive."}
}

func (m *making) listRow(on lists.EntryListing, work citation.Work) archivepage.ListRow {
	row := on.Row
	const thousand, places = 1000, 1
	shown := archivepage.ListRow{
		Rank: on.Rank, System: row.System, Place: row.Site, Rmax: templates.Digits(float64(row.Rmax)/thousand, places),
		Power:      templates.Digits(float64(row.Power)/thousand, places),
		Efficiency: strconv.FormatFloat(row.Efficiency, 'f', 2, 64) + power.PlusMinus(row.EfficiencyUncertainty, 2),
		Level:      row.Level.String(),
	}
	if row.Country != "" {
		shown.Place += ", " + row.Country
	}
	if last := len(on.Errata) - 1; on.TakenOut && last >= 0 {
		shown.Removed = fmt.Sprintf("Taken out on %s: %s", work.TakenOut.Format(time.DateOnly), on.Errata[last].Reason)
	}
	return shown
}
