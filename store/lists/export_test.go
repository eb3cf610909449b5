package lists

import (
	"context"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/lists/listing"
)

// Corrected is a list once an erratum is in it.
var Corrected = corrected

// CatalogueElsewhere keeps a list that was published elsewhere, whose machines are known by what its lines say of them.
func (s *Lists) CatalogueElsewhere(ctx context.Context, kind listing.Kind, edition string, rows []listing.Row) error {
	return s.db.Transact(recorded.WithRoutine(ctx, recorded.RoutineSweep), func(tx *gorm.DB) error {
		list := CatalogueRow{Name: string(kind) + "-" + edition, Kind: kind, Edition: edition, Source: "made-up.csv"}
		_, err := catalogue(tx, list,
			database.Convert(rows, func(row listing.Row) namedLine { return namedLine{Row: row} }))
		return err
	})
}
