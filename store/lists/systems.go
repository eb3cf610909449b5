// This file owns machines that lists name, and what they are known by.

package lists

import (
	"cmp"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/validation/lists/listing"
)

type systemRow struct {
	ID      int64
	Name    string
	Site    string
	Country string
	Vendor  string
}

func (systemRow) TableName() string { return "systems" }

func newSystem(r listing.Row) systemRow {
	return systemRow{ID: r.SystemID, Name: database.Text(r.System), Site: database.Text(r.Site),
		Country: database.Text(r.Country), Vendor: database.Text(r.Vendor)}
}

type systemKey struct {
	Key      string `gorm:"primaryKey"`
	SystemID int64
}

func (systemKey) TableName() string { return "system_keys" }

type namedLine struct {
	listing.Row
	top500ID int64 // 0 if the list says none
	said     string
	twins    bool // other lines of the list say the same of their machines
}

const top500Prefix = "top500:"

// unitedKey is what a machine is known by that another one was united with: addresses of the other lead to it for good.
func unitedKey(gone int64) string { return "united:" + strconv.FormatInt(gone, 10) }

// top500Key is empty if the list gives no id.
func (l namedLine) top500Key() string {
	if l.top500ID <= 0 {
		return ""
	}
	return top500Prefix + strconv.FormatInt(l.top500ID, 10)
}

func (l namedLine) keys() []string {
	if l.top500ID <= 0 {
		return []string{l.said}
	}
	return []string{l.top500Key(), l.said}
}

// enterKeys enters what lines say of their machines. Lists before 2017 give no id: there it is the name, if it has one,
// or the kind of computer, at a site, in the year of its installation. Machines of which a list published elsewhere
// says the same are told apart by their order in the TOP500; of a list graded here they are one machine.
func enterKeys(lines []namedLine) {
	said := map[string][]*namedLine{}
	for i := range lines {
		line := &lines[i]
		line.said = DescribeSystem(line.Row, database.Text)
		said[line.said] = append(said[line.said], line)
	}
	for _, twins := range said {
		if len(twins) == 1 || twins[0].Kind == listing.Graded {
			continue
		}
		slices.SortFunc(twins, func(a, b *namedLine) int {
			return cmp.Or(cmp.Compare(top500Rank(a), top500Rank(b)), cmp.Compare(a.Rank, b.Rank))
		})
		for i, line := range twins {
			line.twins = true
			if i > 0 {
				line.said += "|" + strconv.Itoa(i+1)
			}
		}
	}
}

func top500Rank(l *namedLine) int {
	if l.Top500Rank == nil {
		return 0
	}
	return *l.Top500Rank
}

// describeSystems has what is said of machines follow the newest list. What is graded here may be under embargo, and
// says nothing to those who do not see it.
func describeSystems(tx *gorm.DB, list CatalogueRow, lines []namedLine) error {
	if list.Kind == listing.Graded {
		return nil
	}
	kept, newer := map[int64]systemRow{}, map[int64]bool{}
	for part := range slices.Chunk(lines, database.Batch) {
		ids := database.Convert(part, func(l namedLine) int64 { return l.SystemID })
		systems, err := database.Find[systemRow](tx.Where("id IN ?", ids))
		if err != nil {
			return err
		}
		for _, system := range systems {
			kept[system.ID] = system
		}
		query := tx.Model(&LineRow{}).Joins("JOIN lists ON lists.id = listings.list_id").
			Where("listings.system_id IN ? AND lists.edition > ?", ids, list.Edition)
		later, err := database.Pluck[int64](query.Distinct(), "listings.system_id")
		if err != nil {
			return err
		}
		for _, id := range later {
			newer[id] = true
		}
	}
	for _, line := range lines {
		now := newSystem(line.Row)
		if newer[now.ID] || kept[now.ID] == now {
			continue
		}
		if err := tx.Model(&now).Select("name", "site", "country", "vendor").Updates(now).Error; err != nil {
			return err
		}
	}
	return nil
}
