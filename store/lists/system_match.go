// This file owns finding the machine behind each line of a list.

package lists

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

type matching struct {
	tx    *gorm.DB
	list  CatalogueRow
	lines []namedLine
	keys  map[string]int64 // machines by what they are known by
	ids   map[int64]string // keys of machines by their TOP500 id
	peers map[int][]peer   // lines of the other lists of the edition, by rank in the TOP500
	held  map[int64]int64  // machines by entries that were listed before
	taken map[int64]int    // line by its machine, if a machine has one line
	gone  map[int64]int64  // machines that turned out to be another one, and which
}

// peer is a line of the same edition: one that was published elsewhere for a list graded here, and the other way round.
type peer struct {
	Top500Rank int
	SystemID   int64
	Rmax       *power.GFlops
}

// matchSystems enters the machine of every line, and makes those that are new. It goes by the surest first: the entry,
// if it was listed before; the TOP500 id; what the list says of the machine; the place in the TOP500 of the same
// edition. A machine has one id at most, and one line on a list; only a list graded here may say the same of two lines.
// What it is known by is kept for the next list, and two machines that turn out to be one are made one, so that lists
// can be imported in any order.
func matchSystems(tx *gorm.DB, list CatalogueRow, lines []namedLine) error {
	m := &matching{
		tx: tx, list: list, lines: lines,
		keys: map[string]int64{}, ids: map[int64]string{}, peers: map[int][]peer{}, held: map[int64]int64{},
		taken: map[int64]int{}, gone: map[int64]int64{},
	}
	enterKeys(lines)
	for _, step := range []func() error{m.hold, m.readKeys, m.readPeers, m.readHeld, m.readIDs} {
		if err := step(); err != nil {
			return fmt.Errorf("find the systems of %s: %w", list.Name, err)
		}
	}
	for _, known := range m.ways() {
		for i := range lines {
			if system := known(lines[i]); lines[i].SystemID == 0 && system != 0 && m.accepts(system, i) {
				m.take(system, i)
			}
		}
	}
	for _, step := range []func() error{m.makeNew, m.mergeSystems, m.keepKeys} {
		if err := step(); err != nil {
			return fmt.Errorf("keep the systems of %s: %w", list.Name, err)
		}
	}
	return describeSystems(m.tx, list, lines)
}

// ways are how a machine is known, the surest first; each is 0 if it knows none.
func (m *matching) ways() []func(namedLine) int64 {
	return []func(namedLine) int64{
		func(l namedLine) int64 { return m.now(m.held[l.EntryID]) },
		func(l namedLine) int64 { return m.now(m.keys[l.top500Key()]) },
		func(l namedLine) int64 { return m.now(m.keys[l.said]) },
		func(l namedLine) int64 { return m.now(m.peerOf(l)) },
	}
}

// now is the machine that one turned out to be: itself, mostly. It is used where a machine is looked up, since to enter
// it everywhere would take as long for each machine as there are lines.
func (m *matching) now(system int64) int64 {
	for {
		other, gone := m.gone[system]
		if !gone {
			return system
		}
		system = other
	}
}

// sameRate is how far the Rmax of a machine may differ between two lists of an edition, as a part of it.
const sameRate = 0.01

// peerOf is the machine at the same place of the TOP500, if it has about the same rate. Lists graded here know a
// machine of the TOP500 by nothing else. Lists published elsewhere are not held together by it: the Green500 of 2014-06
// gives most machines other ranks than the TOP500 of that edition does.
func (m *matching) peerOf(l namedLine) int64 {
	if l.Top500Rank == nil || l.Rmax == nil {
		return 0
	}
	for _, p := range m.peers[*l.Top500Rank] {
		if p.Rmax != nil && math.Abs(float64(*p.Rmax-*l.Rmax)) <= sameRate*float64(*l.Rmax) {
			return p.SystemID
		}
	}
	return 0
}

func (m *matching) accepts(system int64, line int) bool {
	if by, taken := m.taken[system]; taken && m.lines[by].said != m.lines[line].said {
		return false
	}
	key := m.lines[line].top500Key()
	return key == "" || m.ids[system] == "" || m.ids[system] == key
}

func (m *matching) take(system int64, line int) {
	m.lines[line].SystemID, m.taken[system] = system, line
	if key := m.lines[line].top500Key(); key != "" {
		m.ids[system] = key
	}
}

// makeNew makes a machine of every line that has none; lines of a list graded here that say the same are of one.
func (m *matching) makeNew() error {
	var systems []*systemRow
	made := map[string]*systemRow{}
	for i := range m.lines {
		if m.lines[i].SystemID == 0 && made[m.lines[i].said] == nil {
			system := newSystem(m.lines[i].Row)
			made[m.lines[i].said] = &system
			systems = append(systems, &system)
		}
	}
	if err := database.Insert(m.tx, systems); err != nil {
		return err
	}
	for i := range m.lines {
		if m.lines[i].SystemID == 0 {
			m.take(made[m.lines[i].said].ID, i)
		}
	}
	return nil
}

func (m *matching) mergeSystems() error {
	for i := range m.lines {
		for _, known := range m.ways() {
			line := m.lines[i]
			line.SystemID = m.now(line.SystemID)
			other := known(line)
			if other == 0 || other == line.SystemID || line.twins || !m.accepts(other, i) ||
				!(m.ids[other] == "" || m.ids[line.SystemID] == "" || m.ids[other] == m.ids[line.SystemID]) {
				continue
			}
			apart, err := m.onOneList(other, line.SystemID)
			if err != nil {
				return err
			}
			if apart {
				continue
			}
			if err := m.replace(max(other, line.SystemID), min(other, line.SystemID)); err != nil {
				return err
			}
		}
	}
	for i := range m.lines {
		m.lines[i].SystemID = m.now(m.lines[i].SystemID)
	}
	return nil
}

// onOneList reports whether a list has lines of both, which tells them apart.
func (m *matching) onOneList(a, b int64) (bool, error) {
	var both int64
	query := m.tx.Table("listings AS a").Joins("JOIN listings AS b ON b.list_id = a.list_id").
		Where("a.system_id = ? AND b.system_id = ? AND a.list_id <> ?", a, b, m.list.ID)
	err := query.Count(&both).Error
	return both > 0, err
}

func (m *matching) replace(gone, system int64) error {
	lists, err := database.Pluck[int64](m.tx.Model(&LineRow{}).Where("system_id = ?", gone).Distinct(), "list_id")
	if err != nil {
		return err
	}
	for _, list := range lists {
		recorded.SealRows(m.tx, recorded.SealedLines, list)
	}
	touched := m.tx.Model(&LineRow{}).Select("list_id").Where("system_id = ?", gone)
	if err := m.tx.Model(&CatalogueRow{}).Where("id IN (?)", touched).
		Update("version", gorm.Expr("version + 1")).Error; err != nil {
		return err
	}
	for _, table := range []any{&LineRow{}, &systemKey{}} {
		if err := m.tx.Model(table).Where("system_id = ?", gone).Update("system_id", system).Error; err != nil {
			return err
		}
	}
	if err := m.tx.Where("id = ?", gone).Delete(&systemRow{}).Error; err != nil {
		return err
	}
	if err := m.tx.Create(&systemKey{Key: unitedKey(gone), SystemID: system}).Error; err != nil {
		return err
	}
	m.gone[gone] = system
	if line, taken := m.taken[gone]; taken {
		m.taken[system] = line
	}
	m.ids[system] = cmp.Or(m.ids[system], m.ids[gone])
	return nil
}

func (m *matching) keepKeys() error {
	var fresh []systemKey
	for _, line := range m.lines {
		for _, key := range line.keys() {
			if m.keys[key] == 0 {
				m.keys[key] = line.SystemID
				fresh = append(fresh, systemKey{Key: key, SystemID: line.SystemID})
			}
		}
	}
	return database.Insert(m.tx, fresh)
}

// hold keeps others from matching at the same time, who would make machines that are made here.
func (m *matching) hold() error { return recorded.HoldLog(m.tx) }

func (m *matching) readKeys() error {
	var asked []string
	for _, line := range m.lines {
		asked = append(asked, line.keys()...)
	}
	return eachKey(m.tx, "key IN ?", asked, func(k systemKey) { m.keys[k.Key] = k.SystemID })
}

func eachKey[Value any](tx *gorm.DB, condition string, values []Value, note func(systemKey)) error {
	for part := range slices.Chunk(values, database.Batch) {
		keys, err := database.Find[systemKey](tx.Where(condition, part))
		if err != nil {
			return err
		}
		for _, key := range keys {
			note(key)
		}
	}
	return nil
}

func (m *matching) readPeers() error {
	var peers []peer
	query := m.tx.Table("listings").Select("listings.top500_rank, listings.system_id, listings.rmax").
		Joins("JOIN lists ON lists.id = listings.list_id").
		Where("lists.edition = ? AND (lists.kind = ?) <> ? AND listings.top500_rank IS NOT NULL", m.list.Edition,
							listing.Graded, m.list.Kind == listing.Graded).
		Order("lists.kind DESC, listings.rank") // the TOP500 knows its ranks best
	if err := query.Find(&peers).Error; err != nil {
		return err
	}
	for _, p := range peers {
		m.peers[p.Top500Rank] = append(m.peers[p.Top500Rank], p)
	}
	return nil
}

// readHeld reads under which machines entries were listed, so that one stays itself when an erratum corrects its name.
func (m *matching) readHeld() error {
	var held []struct{ EntryID, SystemID int64 }
	if err := m.tx.Model(&LineRow{}).Where("list_id = ? AND entry_id IS NOT NULL", m.list.ID).
		Find(&held).Error; err != nil {
		return err
	}
	for _, h := range held {
		m.held[h.EntryID] = h.SystemID
	}
	return nil
}

func (m *matching) readIDs() error {
	var candidates []int64
	for _, line := range m.lines {
		for _, known := range m.ways() {
			if system := known(line); system != 0 {
				candidates = append(candidates, system)
			}
		}
	}
	slices.Sort(candidates)
	return eachKey(m.tx, "system_id IN ?", slices.Compact(candidates), func(k systemKey) {
		if strings.HasPrefix(k.Key, top500Prefix) {
			m.ids[k.SystemID] = k.Key
		}
	})
}
