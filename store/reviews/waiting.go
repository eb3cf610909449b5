// This file owns how much waits for reviewers.

package reviews

import (
	"context"
	"time"

	"green500/store/database"
	"green500/store/outbox"
	"green500/store/uploads"
)

// Waiting is what is there to be done, and what was given up. A time is zero if nothing waits.
type Waiting struct {
	Mails   int       // to be sent
	Mail    time.Time // when the oldest of them was posted
	GivenUp int       // mails that could not be
	Uploads map[uploads.UploadState]int
	Arrived time.Time // since when the upload waits to be read that has waited longest
	Begun   int64     // bytes that uploads which have not arrived whole will hold
}

// Waiting counts what is there to be done, for those who run the server.
func (s *Reviews) Waiting(ctx context.Context) (Waiting, error) {
	waiting := Waiting{Uploads: map[uploads.UploadState]int{uploads.Arriving: 0, uploads.Arrived: 0, uploads.Kept: 0,
		uploads.Refused: 0}}
	var mails []struct {
		GivenUp bool
		Count   int
		Oldest  int64
	}
	query := s.db.Query(ctx).Model(&outbox.Row{}).Select("given_up, count(*) AS count, min(created_at) AS oldest").
		Where("sent_at IS NULL").Group("given_up")
	if err := query.Scan(&mails).Error; err != nil {
		return Waiting{}, err
	}
	for _, row := range mails {
		if row.GivenUp {
			waiting.GivenUp = row.Count
		} else {
			waiting.Mails, waiting.Mail = row.Count, database.FromMicro(row.Oldest)
		}
	}
	var counts []struct {
		State  uploads.UploadState
		Count  int
		Bytes  int64
		Oldest int64
	}
	query = s.db.Query(ctx).Model(&uploads.UploadRow{}).
		Select("state, count(*) AS count, CAST(sum(size) AS BIGINT) AS bytes, min(updated_at) AS oldest").Group("state")
	if err := query.Scan(&counts).Error; err != nil {
		return Waiting{}, err
	}
	for _, row := range counts {
		waiting.Uploads[row.State] = row.Count
		switch row.State {
		case uploads.Arriving:
			waiting.Begun = row.Bytes
		case uploads.Arrived:
			waiting.Arrived = database.FromMicro(row.Oldest)
		}
	}
	return waiting, nil
}
