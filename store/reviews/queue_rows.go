// This file owns the query behind the queue, and who waits for whom in it.

package reviews

import (
	"cmp"
	"context"
	"slices"
	"time"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/submissions"
)

// queueRows are all entries that were submitted as @viewer may see them, with what is said of each in the queue.
// Nothing of an entry in @withheld is there but its names and its edition, and of one whose owner has begun another
// revision nothing that follows from that: what a query restricts and sorts by is in these columns, so neither tells
// more than they do. The worst finding is of the rules in @must that fail or cannot be judged, else of the rules in
// @should that do, which are warnings, and else what passes with the least margin.
const queueRows = `
WITH seen AS (
	SELECT entries.*, editions.name AS edition_name, coalesce(editions.review_by, editions.closes_at) AS due,
		owners.name AS owner_name, coalesce(reviewers.name, '') AS reviewed_by,
		entries.id IN @withheld AS withheld,
		CASE WHEN entries.owner_id = @viewer OR entries.site_id IN (SELECT site_id FROM members
		WHERE user_id = @viewer) THEN TRUE ELSE FALSE END AS own,
		latest.submitted_at IS NOT NULL AND entries.id NOT IN @withheld AS shown,
		(SELECT max(number) FROM revisions
		WHERE revisions.entry_id = entries.id AND revisions.submitted_at IS NOT NULL) AS last_revision,
		(SELECT max(decided_at) FROM decisions WHERE decisions.entry_id = entries.id AND decisions.verb = 'take'
		AND decisions.decided_at >= entries.submitted_at) AS taken,
		looks.revision AS seen_revision,
		(SELECT count(*) FROM decisions WHERE decisions.entry_id = entries.id AND decisions.actor_id <> @viewer
		AND decisions.decided_at > looks.at) AS moved,
		(SELECT count(*) FROM messages JOIN threads ON threads.id = messages.thread_id WHERE threads.entry_id =
		entries.id AND messages.author_id <> @viewer AND messages.created_at > looks.at) AS messages
	FROM entries
	JOIN editions ON editions.id = entries.edition_id
	JOIN users AS owners ON owners.id = entries.owner_id
	JOIN revisions AS latest ON latest.entry_id = entries.id AND latest.number = entries.revision
	LEFT JOIN users AS reviewers ON reviewers.id = entries.reviewer_id
	LEFT JOIN looks ON looks.entry_id = entries.id AND looks.user_id = @viewer
	WHERE entries.submitted_at IS NOT NULL AND entries.state <> 'draft'
	AND (editions.published_at IS NULL OR entries.id NOT IN @withheld)
),
graded AS (
	SELECT seen.id AS entry_id, findings.rule, findings.outcome, findings.margin,
		CASE WHEN findings.outcome = 'pass' THEN 3 WHEN findings.rule IN @should THEN 2
		WHEN findings.outcome = 'fail' THEN 0 ELSE 1 END AS severity
	FROM seen
	JOIN revision_findings AS findings ON findings.entry_id = seen.id AND findings.number = seen.revision
	AND findings.level = seen.claimed_level
	WHERE seen.shown AND (findings.outcome IN ('fail', 'unknown') AND (findings.rule IN @must
	OR findings.rule IN @should) OR findings.outcome = 'pass' AND findings.margin IS NOT NULL)
),
worst AS (
	SELECT entry_id, rule, outcome, margin, severity,
		row_number() OVER (PARTITION BY entry_id ORDER BY severity, coalesce(margin, 0), rule) AS place,
		sum(CASE WHEN severity = 0 THEN 1 ELSE 0 END) OVER (PARTITION BY entry_id) AS failed,
		sum(CASE WHEN severity = 1 THEN 1 ELSE 0 END) OVER (PARTITION BY entry_id) AS unknown,
		sum(CASE WHEN severity = 2 THEN 1 ELSE 0 END) OVER (PARTITION BY entry_id) AS warnings
	FROM graded
)
SELECT seen.id, seen.system, seen.site, seen.edition_name, seen.withheld, seen.own, seen.shown, seen.complete,
seen.owner_name,
	CASE WHEN seen.withheld THEN @withheld_state ELSE seen.state END AS state,
	CASE WHEN seen.withheld THEN NULL ELSE seen.reviewer_id END AS reviewer_id,
	CASE WHEN seen.withheld THEN '' ELSE seen.reviewed_by END AS reviewed_by,
	CASE WHEN seen.shown THEN seen.claimed_level END AS claimed_level,
	CASE WHEN seen.shown THEN seen.granted_level END AS granted_level,
	coalesce(worst.failed, 0) AS failed, coalesce(worst.unknown, 0) AS unknown, coalesce(worst.warnings, 0) AS warnings,
	worst.rule AS worst, worst.outcome, worst.margin, worst.severity,
	seen.last_revision, seen.submitted_at, seen.due, CASE WHEN seen.withheld THEN NULL
	ELSE seen.taken END AS taken, seen.seen_revision, seen.moved, seen.messages,
	CASE WHEN seen.withheld THEN NULL WHEN seen.seen_revision IS NULL THEN 0
	WHEN seen.seen_revision < seen.last_revision THEN 1
		WHEN seen.messages > 0 THEN 2 WHEN seen.moved > 0 THEN 3 ELSE 4 END AS staleness
FROM seen
LEFT JOIN worst ON worst.entry_id = seen.id AND worst.place = 1`

// QueueTask is something that somebody waits for before a submission can be decided on.
type QueueTask struct {
	EntryID int64
	System  string
	Kind    TaskKind
	ID      int64  // of the question or the waiver
	Rule    string // of a waiver
	Waits   string // who waits
	ForID   int64  // whom for; 0 if it is not one reviewer
	For     string // their name, or words such as "the submitter"
	Since   time.Time
}

// TaskKind is what somebody waits for.
type TaskKind string

// The kinds of tasks, in the order in which they keep a submission from its decision.
const (
	WaiverTask   TaskKind = "waiver"
	AnswerTask   TaskKind = "answer"   // of the submitter
	SettlingTask TaskKind = "settling" // of an answered question
	SecondTask   TaskKind = "second approval"
)

// taskRows are the tasks of undecided submissions. An approval counts until anything but an approval or an assignment
// follows it.
const taskRows = `
SELECT waivers.entry_id, entries.system, 'waiver' AS kind, waivers.id, waivers.rule, waivers.proposer_name AS waits,
waivers.proposer_id AS waits_id, waivers.approver_id AS for_id, waivers.approver_name AS for_name,
waivers.proposed_at AS since
FROM waivers JOIN entries ON entries.id = waivers.entry_id
WHERE waivers.state = 'proposed' AND entries.state IN @decidable
UNION ALL
SELECT threads.entry_id, entries.system, CASE WHEN threads.standing = 'open' THEN 'answer'
ELSE 'settling' END, threads.id, '', last.author_name, last.author_id,
	CASE WHEN threads.standing = 'open' THEN 0 ELSE coalesce(entries.reviewer_id, 0) END,
	CASE WHEN threads.standing = 'open' THEN 'the submitter' ELSE coalesce(reviewers.name, 'a reviewer') END,
	last.created_at
FROM threads JOIN entries ON entries.id = threads.entry_id
JOIN messages AS last ON last.id = (SELECT max(messages.id) FROM messages WHERE messages.thread_id = threads.id)
LEFT JOIN users AS reviewers ON reviewers.id = entries.reviewer_id
WHERE threads.shared AND threads.standing <> 'settled' AND entries.state IN @decidable
UNION ALL
SELECT approved.entry_id, entries.system, 'second approval', 0, '', approved.actor_name, approved.actor_id, 0,
'a second reviewer', approved.decided_at
FROM decisions AS approved JOIN entries ON entries.id = approved.entry_id AND entries.revision = approved.revision
WHERE approved.verb = 'approve' AND entries.state IN @decidable
	AND NOT EXISTS (SELECT 1 FROM decisions AS later WHERE later.entry_id = approved.entry_id AND later.id > approved.id
	AND later.verb <> 'take')`

// QueueTasks are the tasks of undecided submissions as somebody may see them, the longest waiting first.
func (s *Reviews) QueueTasks(ctx context.Context, by accounts.User) ([]QueueTask, error) {
	withheld, err := s.submissions.Withheld(ctx, by)
	if err != nil {
		return nil, err
	}
	own, err := database.Pluck[int64](s.queueRows(ctx, by, withheld).Where("q.own = ?", true), "q.id")
	if err != nil {
		return nil, err
	}
	own = append(own, submissions.EntryIDs(withheld)...)
	var rows []struct {
		EntryID int64
		System  string
		Kind    string
		ID      int64
		Rule    string
		Waits   string
		WaitsID int64
		ForID   int64
		ForName string
		Since   int64
	}
	if err := s.db.Query(ctx).Raw(taskRows, map[string]any{"decidable": submissions.Decidable()}).
		Scan(&rows).Error; err != nil {
		return nil, err
	}
	var tasks []QueueTask
	for _, row := range rows {
		if TaskKind(row.Kind) == SecondTask && row.WaitsID != by.ID {
			row.ForID = by.ID // who reviews, and did not approve first
		}
		if !slices.Contains(own, row.EntryID) {
			tasks = append(tasks, QueueTask{EntryID: row.EntryID, System: row.System, Kind: TaskKind(row.Kind),
				ID: row.ID, Rule: row.Rule, Waits: row.Waits, ForID: row.ForID, For: row.ForName,
				Since: database.FromMicro(row.Since)})
		}
	}
	slices.SortFunc(tasks,
		func(a, b QueueTask) int { return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID)) })
	return tasks, nil
}
