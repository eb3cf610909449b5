package setup

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"green500/store"
	"green500/store/problems"
)

// Missing logs what an installation lacks when its server starts: an administrator, with a link by which the first is
// made, a backup, and that a restored copy sends no mail.
func Missing(ctx context.Context, s *store.Store, address *url.URL, now time.Time, log *slog.Logger) error {
	lacks, err := s.LacksAdministrator(ctx)
	if err != nil {
		return err
	}
	if lacks {
		secret, err := s.FirstLink()
		if err != nil {
			return err
		}
		log.WarnContext(ctx, "there is no administrator yet: open this link within a day, or run green500 init", "link", address.JoinPath("first", secret).String())
	}
	known, err := s.Installation(ctx)
	if err != nil {
		return err
	}
	if known.MailHeldAt != nil {
		log.WarnContext(ctx, problems.MailHeld+". "+problems.MailHeldRemedy, "restored", *known.MailHeldAt)
	}
	if !lacks && now.Sub(known.BackupAt) > problems.BackupLate {
		last := "never"
		if !known.BackupAt.IsZero() {
			last = known.BackupAt.Format(time.RFC3339)
		}
		log.WarnContext(ctx, "there is no recent backup: run green500 backup every day", "last", last)
	}
	if known.BackupFailure != "" {
		log.WarnContext(ctx, "the last backup found an error", "error", known.BackupFailure)
	}
	return nil
}
