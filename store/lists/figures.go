// This file owns the figures of a whole list, such as medians.

package lists

import (
	"gorm.io/gorm"

	"green500/store/database"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// Scope says what trends are told of.
type Scope struct {
	// of the lists ranked by Rmax; else of those ranked by efficiency, ours if there is one for an edition
	Top500 bool
	From   string // the first edition; empty is the first there is
	To     string // the last one, likewise
	Column string // name of a column of words or choices; empty if every line counts
	Value  string // that the lines have in it, in full
}

// Trend is what the lines of one list come to. Efficiencies are in GFlops/W, of the lines that have one.
type Trend struct {
	List     string
	Edition  string
	Kind     listing.Kind
	Systems  int
	Measured int // that have an efficiency
	Powered  int // that have a power
	Fitted   int // that have accelerators

	Best   *float64     // like Median and Top of ranked lines only
	Median *float64     // the mean of the two in the middle if there is none
	Top    *float64     // mean of the best TopSystems, or of all if there are fewer
	Rmax   power.GFlops // of all together
	Power  power.Watts  // of those that have one together
}

// TopSystems is how many systems the mean of the best is of.
const TopSystems = 10

func of(tx *gorm.DB, lists []int64, scope Scope) *gorm.DB {
	query := tx.Table("listings").Where("list_id IN ?", lists)
	if column, known := listing.ColumnOf(scope.Column); known {
		query = query.Where(column.Name+" = ?", database.Text(scope.Value))
	}
	return query
}

type figuresRow struct {
	ListID   int64 `gorm:"primaryKey;autoIncrement:false"`
	Systems  int
	Measured int
	Powered  int
	Fitted   int
	Best     *float64
	Median   *float64
	Top      *float64
	Rmax     power.GFlops
	Power    power.Watts
}

func (figuresRow) TableName() string { return "list_figures" }

func (r figuresRow) trend(list Catalogued) Trend {
	return Trend{
		List: list.Name, Edition: list.Edition, Kind: list.Kind, Systems: r.Systems, Measured: r.Measured,
		Powered: r.Powered, Fitted: r.Fitted,
		Best: r.Best, Median: r.Median, Top: r.Top, Rmax: r.Rmax, Power: r.Power,
	}
}

func figuresOf(tx *gorm.DB, lists []int64, scope Scope) ([]figuresRow, error) {
	if scope.Column != "" {
		return computeFigures(tx, lists, scope)
	}
	return database.Find[figuresRow](tx.Where("list_id IN ?", lists))
}

// computeFigures returns the figures of lists. Lists without lines of the scope have none.
func computeFigures(tx *gorm.DB, lists []int64, scope Scope) ([]figuresRow, error) {
	var sums, placed []figuresRow
	if err := of(tx, lists, scope).Select(sumColumns).Group("list_id").Find(&sums).Error; err != nil {
		return nil, err
	}
	places := of(tx, lists, scope).Where("efficiency IS NOT NULL AND NOT unranked").Select(placeColumns)
	if err := tx.Table("(?) AS placed", places).Select(figureColumns, TopSystems).Group("list_id").
		Find(&placed).Error; err != nil {
		return nil, err
	}
	byList := map[int64]figuresRow{}
	for _, figures := range placed {
		byList[figures.ListID] = figures
	}
	for i, sum := range sums {
		sums[i].Best, sums[i].Median, sums[i].Top = byList[sum.ListID].Best, byList[sum.ListID].Median,
			byList[sum.ListID].Top
	}
	return sums, nil
}

const sumColumns = `list_id, count(*) AS systems, count(efficiency) AS measured, count(power) AS powered,
	sum(CASE WHEN accelerator <> '' OR accelerator_cores > 0 THEN 1 ELSE 0 END) AS fitted,
	coalesce(sum(rmax), 0) AS rmax, coalesce(sum(power), 0) AS power`

// Neither database has a median that the other knows: it is the mean of the places in the middle, which are one or two.
const (
	placeColumns = `list_id, efficiency, row_number() OVER (PARTITION BY list_id ORDER BY efficiency DESC) AS place,
	count(*) OVER (PARTITION BY list_id) AS places`
	figureColumns = `list_id, max(efficiency) AS best,
		avg(CASE WHEN 2 * place BETWEEN places AND places + 2 THEN efficiency END) AS median,
	avg(CASE WHEN place <= ? THEN efficiency END) AS top`
)

func keepFigures(tx *gorm.DB, listID int64) error {
	if err := tx.Where("list_id = ?", listID).Delete(&figuresRow{}).Error; err != nil {
		return err
	}
	figures, err := computeFigures(tx, []int64{listID}, Scope{})
	if err != nil {
		return err
	}
	return database.Insert(tx, figures)
}
