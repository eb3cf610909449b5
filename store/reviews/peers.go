// This file owns the submissions that one is compared with in review.

package reviews

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// Peer is an entry that another is held against.
type Peer struct {
	EntryID               int64
	Edition               string
	Rank                  int // on its list; 0 if that is not published, or has none for it
	State                 review.State
	System                string
	Site                  string
	Power                 power.Watts
	Efficiency            float64
	EfficiencyUncertainty *float64
	Level                 power.Level
}

// Peers are the entries that one is held against.
type Peers struct {
	Earlier []Peer // the same system in earlier editions, the latest first
	Alike   []Peer // of the same accelerator, or without one of the same processor, the most efficient first
	Waiting []Peer // likewise, of the same edition and not published
}

const peersShown = 12

// Peers finds what an entry is held against, in as many statements whatever there is. What is not public is found for
// reviewers alone, and without what they have a conflict of interest with.
func (s *Reviews) Peers(ctx context.Context, of submissions.EntryAccess, by accounts.User) (Peers, error) {
	var peers Peers
	earlier, alike := s.listed(ctx, of), s.listed(ctx, of)
	earlier = earlier.Where("editions.name < ?", of.Edition).Where(sameSystem, of.System, of.Site).
		Order("editions.name DESC, list_rows.rank")
	alike = sameMake(alike.Where("NOT ("+sameSystem+")", of.System, of.Site), of).
		Order("list_rows.efficiency DESC, list_rows.entry_id")
	var err error
	if peers.Earlier, err = database.Find[Peer](earlier.Limit(peersShown)); err != nil {
		return Peers{}, err
	}
	if peers.Alike, err = database.Find[Peer](alike.Limit(peersShown)); err != nil {
		return Peers{}, err
	}
	if !review.May(by.Role, review.ReadQueue) || of.Conflict != review.NoConflict || of.Owner {
		return peers, nil
	}
	peers.Waiting, err = s.waitingPeers(ctx, of, by)
	return peers, err
}

const sameSystem = "lower(list_rows.system) = lower(?) AND lower(list_rows.site) = lower(?)"

func (s *Reviews) listed(ctx context.Context, of submissions.EntryAccess) *gorm.DB {
	return s.db.Query(ctx).Table("list_rows").
		Select("list_rows.entry_id, editions.name AS edition, CASE WHEN list_rows.unranked THEN 0 "+
			"ELSE list_rows.rank END AS rank, entries.state, list_rows.system, list_rows.site, "+
			"list_rows.power, list_rows.efficiency, list_rows.efficiency_uncertainty, list_rows.level").
		Joins("JOIN editions ON editions.id = list_rows.edition_id").
		Joins("JOIN entries ON entries.id = list_rows.entry_id").
		Where("list_rows.entry_id <> ? AND (editions.embargo_until IS NULL OR editions.embargo_until <= ?)", of.ID,
			s.db.Now().UnixMicro())
}

// sameMake finds entries of the same accelerator; if there is none, of the same processor and without one.
func sameMake(query *gorm.DB, of submissions.EntryAccess) *gorm.DB {
	switch {
	case of.Accelerator != "":
		return query.Where("lower(entries.accelerator) = lower(?)", of.Accelerator)
	case of.Processor != "":
		return query.Where("entries.accelerator = '' AND lower(entries.processor) = lower(?)", of.Processor)
	}
	return query.Where("1 = 0") // nothing is told of what it is made of
}

func (s *Reviews) waitingPeers(ctx context.Context, of submissions.EntryAccess, by accounts.User) ([]Peer, error) {
	var views []submissions.EntryView
	waiting := []string{string(review.Submitted), string(review.InReview), string(review.Accepted)}
	query := sameMake(submissions.ViewEntries(s.db.Query(ctx)), of).
		Where("entries.id <> ? AND editions.name = ? AND entries.complete", of.ID, of.Edition).
		Where("entries.state IN ?", waiting)
	if err := query.Order("entries.efficiency DESC, entries.id").Find(&views).Error; err != nil {
		return nil, err
	}
	interests, err := submissions.InterestsOf(s.db.Query(ctx), by)
	if err != nil {
		return nil, err
	}
	free := slices.DeleteFunc(views,
		func(v submissions.EntryView) bool { return interests[by.ID].Conflict(v) != review.NoConflict })
	return database.Convert(free[:min(len(free), peersShown)], func(v submissions.EntryView) Peer {
		return Peer{
			EntryID: v.Row.ID, Edition: v.EditionName, State: v.State(), System: v.Row.System, Site: v.Row.Site,
			Power: v.Row.Power, Efficiency: v.Row.Efficiency, EfficiencyUncertainty: v.Row.EfficiencyUncertainty,
			Level: v.Row.GrantedLevel,
		}
	}), nil
}
