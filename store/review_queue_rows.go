// This file owns the query behind the queue.

package store

// queueRows are all entries that were submitted as @viewer may see them, with what is said of each in the queue.
// Nothing of an entry in @withheld is there but its names and its edition, and of one whose owner has begun
// another revision nothing that follows from that: what a query restricts and sorts by is in these columns, so
// neither tells more than they do. The worst finding is of the rules in @must that fail or cannot be judged, else of the
// rules in @should that do, which are warnings, and else what passes with the least margin.
const queueRows = `
WITH seen AS (
	SELECT entries.*, editions.name AS edition_name, coalesce(editions.review_by, editions.closes_at) AS due,
		owners.name AS owner_name, coalesce(reviewers.name, '') AS reviewed_by,
		entries.id IN @withheld AS withheld,
		CASE WHEN entries.owner_id = @viewer OR entries.site_id IN (SELECT site_id FROM members WHERE user_id = @viewer) THEN TRUE ELSE FALSE END AS own,
		latest.submitted_at IS NOT NULL AND entries.id NOT IN @withheld AS shown,
		(SELECT max(number) FROM revisions WHERE revisions.entry_id = entries.id AND revisions.submitted_at IS NOT NULL) AS last_revision,
		looks.revision AS seen_revision,
		(SELECT count(*) FROM decisions WHERE decisions.entry_id = entries.id AND decisions.actor_id <> @viewer AND decisions.decided_at > looks.at) AS moved,
		(SELECT count(*) FROM remarks JOIN threads ON threads.id = remarks.thread_id WHERE threads.entry_id = entries.id AND remarks.author_id <> @viewer AND remarks.created_at > looks.at) AS remarks
	FROM entries
	JOIN editions ON editions.id = entries.edition_id
	JOIN users AS owners ON owners.id = entries.owner_id
	JOIN revisions AS latest ON latest.entry_id = entries.id AND latest.number = entries.revision
	LEFT JOIN users AS reviewers ON reviewers.id = entries.reviewer_id
	LEFT JOIN looks ON looks.entry_id = entries.id AND looks.user_id = @viewer
	WHERE entries.submitted_at IS NOT NULL AND entries.state <> 'draft' AND (editions.published_at IS NULL OR entries.id NOT IN @withheld)
),
graded AS (
	SELECT seen.id AS entry_id, findings.rule, findings.outcome, findings.slack,
		CASE WHEN findings.outcome = 'pass' THEN 3 WHEN findings.rule IN @should THEN 2 WHEN findings.outcome = 'fail' THEN 0 ELSE 1 END AS gravity
	FROM seen
	JOIN revision_findings AS findings ON findings.entry_id = seen.id AND findings.number = seen.revision AND findings.level = seen.claimed_level
	WHERE seen.shown AND (findings.outcome IN ('fail', 'unknown') AND (findings.rule IN @must OR findings.rule IN @should) OR findings.outcome = 'pass' AND findings.slack IS NOT NULL)
),
worst AS (
	SELECT entry_id, rule, outcome, slack, gravity,
		row_number() OVER (PARTITION BY entry_id ORDER BY gravity, coalesce(slack, 0), rule) AS place,
		sum(CASE WHEN gravity = 0 THEN 1 ELSE 0 END) OVER (PARTITION BY entry_id) AS failed,
		sum(CASE WHEN gravity = 1 THEN 1 ELSE 0 END) OVER (PARTITION BY entry_id) AS unknown,
		sum(CASE WHEN gravity = 2 THEN 1 ELSE 0 END) OVER (PARTITION BY entry_id) AS warnings
	FROM graded
)
SELECT seen.id, seen.system, seen.site, seen.edition_name, seen.withheld, seen.own, seen.shown, seen.complete, seen.owner_name,
	CASE WHEN seen.withheld THEN @withheld_state ELSE seen.state END AS state,
	CASE WHEN seen.withheld THEN NULL ELSE seen.reviewer_id END AS reviewer_id,
	CASE WHEN seen.withheld THEN '' ELSE seen.reviewed_by END AS reviewed_by,
	CASE WHEN seen.shown THEN seen.claimed_level END AS claimed_level,
	CASE WHEN seen.shown THEN seen.granted_level END AS granted_level,
	coalesce(worst.failed, 0) AS failed, coalesce(worst.unknown, 0) AS unknown, coalesce(worst.warnings, 0) AS warnings,
	worst.rule AS worst, worst.outcome, worst.slack, worst.gravity,
	seen.last_revision, seen.submitted_at, seen.due, seen.seen_revision, seen.moved, seen.remarks,
	CASE WHEN seen.withheld THEN NULL WHEN seen.seen_revision IS NULL THEN 0 WHEN seen.seen_revision < seen.last_revision THEN 1
		WHEN seen.remarks > 0 THEN 2 WHEN seen.moved > 0 THEN 3 ELSE 4 END AS staleness
FROM seen
LEFT JOIN worst ON worst.entry_id = seen.id AND worst.place = 1`
