// This file owns the table of background jobs.

package store

import (
	"context"
	"time"

	"green500/store/jobs"
)

// jobRules is the one table of what the program does by itself. An upload is tried for two days: a disk may be full
// over a weekend. What comes round is never given up, since nobody would miss it.
func (s *Store) jobRules() []jobs.Rule {
	const often, seldom, longPause = time.Hour, 24 * time.Hour, 10 * time.Minute
	return []jobs.Rule{
		{Kind: jobs.ReadUpload, Pause: longPause, Attempts: 300},
		{Kind: jobs.ForgetSessions, Every: often, Pause: often, Run: func(ctx context.Context) error {
			_, err := s.SignIns.Sessions().DeleteExpired(ctx)
			return err
		}},
		{Kind: jobs.ForgetLinks, Every: often, Pause: often, Run: s.Accounts.DeleteExpiredLinks},
		{Kind: jobs.ForgetMail, Every: often, Pause: often, Run: s.Outbox.ForgetSentMail},
		{Kind: jobs.ForgetCalls, Every: often, Pause: often,
			Run: func(ctx context.Context) error { return s.Notices.Webhooks().Forget(ctx) }},
		{Kind: jobs.ForgetTallies, Every: often, Pause: often, Run: s.Accounts.ForgetTallies},
		{Kind: jobs.ForgetAddresses, Every: seldom, Pause: often, Run: s.Administration.ForgetAddresses},
		{Kind: jobs.TellCalibrations, Every: often, Pause: longPause, Run: func(ctx context.Context) error {
			_, err := s.Notices.AnnounceCalibrations(ctx)
			return err
		}},
		{Kind: jobs.TellDeadlines, Every: often, Pause: longPause, Run: s.Notices.RemindOfDeadlines},
		{Kind: jobs.FingerprintLogs, Every: longPause, Pause: often, Run: s.Reviews.FingerprintLogs},
		{Kind: jobs.ClearUploads, Every: often, Pause: often, Run: s.Uploads.Sweep},
		{Kind: jobs.ClearBlobs, Every: seldom, Pause: often, Run: s.Submissions.ClearBlobs},
	}
}
