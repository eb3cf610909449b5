package store

import (
	"context"
	"fmt"
)

// Waiting is what is there to be done, and what was given up.
type Waiting struct {
	Mails   int                 // to be sent
	GivenUp int                 // mails that could not be
	Uploads map[UploadState]int // not yet forgotten
}

// Waiting counts what is there to be done, for those who run the server.
func (s *Store) Waiting(ctx context.Context) (Waiting, error) {
	waiting := Waiting{Uploads: map[UploadState]int{Arriving: 0, Arrived: 0, Kept: 0, Refused: 0}}
	var mails []struct {
		GivenUp bool
		Count   int
	}
	query := s.query(ctx).Model(&outboxRow{}).Select("given_up, count(*) AS count").Where("sent_at IS NULL").Group("given_up")
	if err := query.Scan(&mails).Error; err != nil {
		return Waiting{}, fmt.Errorf("count the mails that wait: %w", err)
	}
	for _, row := range mails {
		if row.GivenUp {
			waiting.GivenUp = row.Count
		} else {
			waiting.Mails = row.Count
		}
	}
	var uploads []struct {
		State UploadState
		Count int
	}
	if err := s.query(ctx).Model(&uploadRow{}).Select("state, count(*) AS count").Group("state").Scan(&uploads).Error; err != nil {
		return Waiting{}, fmt.Errorf("count the uploads: %w", err)
	}
	for _, row := range uploads {
		waiting.Uploads[row.State] = row.Count
	}
	return waiting, nil
}
