package demodata

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/validation/lists/published"
	"green500/validation/review"
)

// PublishedEditions are those of which the demonstration has lists that were published elsewhere, oldest first.
func PublishedEditions() []string {
	var names []string
	for year := 2020; year <= 2025; year++ {
		names = append(names, fmt.Sprintf("%d-06", year), fmt.Sprintf("%d-11", year))
	}
	return names
}

// Machine is a system of an invented world: nothing of it is, or was, anywhere.
type Machine struct {
	id                      int
	name, computer, vendor  string
	site, country, segment  string
	processor, accelerator  string
	siteID, year, first     int // first is the number of its first edition
	cores, acceleratorCores int
	rmax, rpeak, kilowatts  float64 // TFlop/s, kW
	level                   int     // below 0 if its power was not measured, 0 if it was by Level 1
	tuned                   bool    // the list ranks it by another run
}

// InventedMachines is how many machines there are.
const InventedMachines = 60

const editionsListed = 7 // that a machine stays on the lists

func inventedSites() [][2]string {
	return [][2]string{
		{"Example Tidal Laboratory", "Norway"}, {"Placeholder Polytechnic", "Canada"},
		{"Specimen Weather Office", "New Zealand"},
		{"Fictional Institute of Glaciers", "Switzerland"}, {"Sample University of Orchards", "Italy"},
		{"Imaginary Materials Centre", "South Korea"},
		{"Example Ocean Observatory", "Portugal"}, {"Made-up Fusion Hall", "France"},
		{"Invented Genome House", "Kenya"},
		{"Placeholder Motor Works", "Germany"}, {"Specimen Energy Company", "Brazil"}, {"Sample Space Agency", "Japan"},
	}
}

// Machines makes the same machines each time.
func Machines() []Machine {
	const seed = 500
	chance := rand.New(rand.NewPCG(seed, seed))
	first := []string{"Amber", "Cobalt", "Crimson", "Hollow", "Ivory", "Marble", "Quiet", "Saffron", "Silver", "Velvet"}
	second := []string{"Heron", "Lantern", "Meadow", "Otter", "Sextant", "Thistle"}
	vendors := []string{"Example Systems", "Sample Computing", "Northlight Specimen Works", "Mockup Machines"}
	segments := []string{"Research", "Academic", "Industry"}
	sites, editions := inventedSites(), PublishedEditions()
	machines := make([]Machine, InventedMachines)
	for i := range machines {
		at := chance.IntN(len(sites))
		m := Machine{
			id: 900_001 + i, name: first[i%len(first)] + " " + second[i/len(first)],
			vendor: vendors[chance.IntN(len(vendors))],
			site:   sites[at][0], country: sites[at][1], siteID: 90_001 + at, segment: segments[at%len(segments)],
			first: i*(len(editions)+editionsListed-1)/InventedMachines - editionsListed + 1, level: chance.IntN(5) - 1,
			tuned: chance.IntN(4) == 0,
		}
		m.year = 2020 + int(math.Floor(float64(m.first)/2))
		m.measure(chance)
		machines[i] = m
	}
	return machines
}

func (m *Machine) measure(chance *rand.Rand) {
	nodes := 100 + chance.IntN(2000)
	generation := float64(m.year - 2017)
	efficiency := 3.2 * math.Pow(1.14, generation)
	m.processor, m.cores, m.computer = "Placeholder 64C 2.4GHz", 128*nodes,
		fmt.Sprintf("Rack Series %d, Placeholder 64C 2.4GHz, Sample Fabric", m.year-2010)
	node := 0.9 // kW
	if chance.IntN(3) > 0 {
		efficiency, node = 14*math.Pow(1.26, generation), 3.1
		m.accelerator, m.acceleratorCores = fmt.Sprintf("Example Accelerator %d00", m.year-2012), 512*nodes
		m.cores += m.acceleratorCores
		m.computer += ", " + m.accelerator
	}
	efficiency *= 0.8 + 0.4*chance.Float64()
	m.kilowatts = node * float64(nodes)
	m.rmax = efficiency * m.kilowatts
	m.rpeak = m.rmax / (0.62 + 0.2*chance.Float64())
}

// Listed are the machines of an edition with the fastest first.
func Listed(machines []Machine, edition int) []Machine {
	on := slices.DeleteFunc(slices.Clone(machines),
		func(m Machine) bool { return edition < m.first || edition >= m.first+editionsListed })
	slices.SortFunc(on, func(a, b Machine) int { return cmp.Or(cmp.Compare(b.rmax, a.rmax), cmp.Compare(a.id, b.id)) })
	return on
}

// listedEfficiency is what a list ranks a machine by, in GFlops/W; 0 if its power was not measured.
func (m Machine) listedEfficiency() float64 {
	switch {
	case m.level < 0:
		return 0
	case m.tuned:
		return tunedRate / tunedPower * m.rmax / m.kilowatts
	}
	return m.rmax / m.kilowatts
}

// A run that is tuned for efficiency is slower and needs still less power.
const tunedRate, tunedPower = 0.86, 0.74

const levelColumn = 16

// Sheet writes an edition of a list as lists have been published since 2022.
func Sheet(kind published.Kind, machines []Machine) ([]byte, error) {
	rows := [][]string{{
		"Rank", "TOP500 Rank", "Name", "Computer", "Site", "Manufacturer", "Country", "Year", "Segment", "Total Cores",
		"Accelerator/Co-Processor Cores",
		"Rmax [TFlop/s]", "Rpeak [TFlop/s]", "Power (kW)", "Power Source", "Energy Efficiency [GFlops/Watts]",
		"Power Quality Level",
		"Optimized Run (HPL)", "Optimized Run (Peak Power)", //nolint:misspell // as lists write it
		"Processor", "Operating System", "Accelerator/Co-Processor", "Interconnect",
		"Site ID", "System ID",
	}}
	places := map[int]int{}
	for i, m := range machines {
		places[m.id] = i + 1
	}
	if kind == published.Green500 {
		machines = slices.Clone(machines)
		slices.SortStableFunc(machines,
			func(a, b Machine) int { return cmp.Compare(b.listedEfficiency(), a.listedEfficiency()) })
	}
	for i, m := range machines {
		rows = append(rows, m.cells(kind, i+1, places[m.id]))
	}
	if kind == published.Top500 {
		for i := range rows {
			rows[i] = slices.Delete(slices.Delete(rows[i], levelColumn, levelColumn+3), 1, 2)
		}
	}
	var text bytes.Buffer
	err := csv.NewWriter(&text).WriteAll(rows)
	return text.Bytes(), err
}

func (m Machine) cells(kind published.Kind, rank, place int) []string {
	var drawn, source, efficiency, level, tunedRun, tunedDraw string
	if m.level >= 0 {
		drawn, source, efficiency, level = decimals(m.kilowatts), "Submitted", decimals(m.listedEfficiency()),
			strconv.Itoa(max(1, m.level))
	}
	if m.level >= 0 && kind == published.Top500 {
		efficiency = decimals(m.rmax / m.kilowatts)
	}
	if m.level >= 0 && m.tuned && kind == published.Green500 {
		//nolint:misspell // as lists write it
		source, tunedRun, tunedDraw = "Optimized", decimals(tunedRate*m.rmax), decimals(tunedPower*m.kilowatts)
	}
	whole := strconv.Itoa
	return []string{
		whole(rank), whole(place), m.name, m.computer, m.site, m.vendor, m.country, whole(m.year), m.segment,
		whole(m.cores), whole(m.acceleratorCores),
		decimals(m.rmax), decimals(m.rpeak), drawn, source, efficiency, level, tunedRun, tunedDraw, m.processor,
		"Linux", m.accelerator, "Sample Fabric", whole(m.siteID), whole(m.id),
	}
}

func decimals(value float64) string { return strconv.FormatFloat(value, 'f', 3, 64) }

// published imports lists of the invented world: by efficiency each half year, by rate each June.
func (s *seeding) published(ctx context.Context) error {
	ctx = recorded.WithOrigin(ctx, recorded.Origin{Actor: s.roles[review.Admin].Actor()})
	machines := Machines()
	for i, edition := range PublishedEditions() {
		kinds := []published.Kind{published.Green500}
		if strings.HasSuffix(edition, "06") {
			kinds = append(kinds, published.Top500)
		}
		for _, kind := range kinds {
			if err := s.importInvented(ctx, kind, edition, Listed(machines, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *seeding) importInvented(ctx context.Context, kind published.Kind, edition string, machines []Machine) error {
	data, err := Sheet(kind, machines)
	if err != nil {
		return err
	}
	source := published.Source{Name: fmt.Sprintf("%s_%s.csv", kind, strings.ReplaceAll(edition, "-", ""))}
	list, err := published.Read(source, data)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	_, err = s.store.Lists.Import(ctx,
		lists.Import{List: list, Source: source.Name, Digest: hex.EncodeToString(sum[:])})
	return err
}

// decide makes a move, by two people if one does not suffice, and with a reason in any case.
func (s *seeding) decide(ctx context.Context, entry int64, verb review.Verb, owner accounts.User, reason string) error {
	actor := s.roles[review.Reviewer]
	if verb == review.Submit || verb == review.Withdraw {
		actor = owner
	}
	if verb == review.Accept {
		known, err := s.store.Reviews.Deliberate(ctx, entry, 1, actor)
		if err != nil {
			return err
		}
		if len(known.NeedsTwo()) > 0 {
			if _, err := s.store.Reviews.Move(ctx, entry, review.Approve, actor, ""); err != nil {
				return err
			}
			actor = s.roles[review.Editor]
		}
	}
	usual := map[review.Verb]string{review.Accept: "The evidence shows it.", review.Withdraw: "We measure again."}
	_, err := s.store.Reviews.Move(ctx, entry, verb, actor, cmp.Or(reason, usual[verb]))
	return err
}

// SecondReviewer is the address of an account beside those of the roles: what takes two people can be tried.
const SecondReviewer = "second-reviewer@example.org"

// desk fills the queue of the open edition: assigned, taken, looked at, and a conflict of interest.
func (s *seeding) desk(ctx context.Context, edition string) error {
	reviewer, editor := s.roles[review.Reviewer], s.roles[review.Editor]
	second, err := s.store.Accounts.CreateUser(ctx, accounts.NewUser{Email: SecondReviewer, Name: "Ravi Referee",
		Affiliation: "Example Centre", Role: review.Reviewer, Password: Password})
	if err != nil {
		return err
	}
	queue, _, err := s.store.Reviews.Queued(ctx, editor, reviews.Queue{Edition: edition})
	if err != nil {
		return err
	}
	entries := map[string]int64{}
	for _, q := range queue {
		entries[q.System] = q.EntryID
	}
	s.clock.At = s.clock.At.Add(time.Hour)
	for _, asked := range []struct {
		system string
		to     accounts.User
	}{{"Larkspur", reviewer}, {"Tidewater", second}} {
		if err := s.store.Reviews.Assign(ctx, entries[asked.system], editor, asked.to.ID); err != nil {
			return fmt.Errorf("assign %s: %w", asked.system, err)
		}
	}
	for _, system := range []string{"Sandpiper", "Boreas"} {
		if err := s.store.Submissions.Look(ctx, reviewer.ID, entries[system], 1); err != nil {
			return err
		}
	}
	return s.store.Reviews.DeclareConflict(ctx, reviewer,
		reviews.NewConflict{EntryID: entries["Meridian"], Reason: "I helped to choose the meters of this system."})
}
