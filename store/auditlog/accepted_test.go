package auditlog_test

import (
	"slices"
	"strings"
	"testing"

	"green500/store/roomtest"
	"green500/validation/review"
)

// TestOnlyWhatWasReviewedIsPublished: a row that was added, or altered, behind the program's back is refused, and named
// by Inspect.
func TestOnlyWhatWasReviewedIsPublished(t *testing.T) {
	const forged = "INSERT INTO entries (id, edition_id, owner_id, state, version, changed, graded, revision, " +
		"created_at, updated_at, complete, waivers, " +
		"system, site, country, total_cores, processor, accelerator, top500_rank, rmax, power, efficiency, " +
		"claimed_level, granted_level, failed) " +
		"SELECT 99, edition_id, owner_id, 'accepted', version, changed, graded, revision, created_at, updated_at, " +
		"complete, waivers, " + "'Forged', site, country, total_cores, processor, accelerator, top500_rank, rmax, " +
		"power, 9999, claimed_level, granted_level, failed FROM entries WHERE id = 1"
	const copied = "INSERT INTO revisions (entry_id, number, document, report, input_errors, rules_digest, " +
		"input_digest, report_digest, created_at, submitted_at) " +
		"SELECT 99, number, document, report, input_errors, rules_digest, input_digest, report_digest, created_at, " +
		"NULL FROM revisions WHERE entry_id = 1"
	for name, c := range map[string]struct {
		statements []string
		want       string
	}{
		"a row": {[]string{forged}, "revision 1 of submission 99 is missing"},
		"a row with a revision": {[]string{forged, copied},
			"no audit event shows that revision 1 of submission 99 was submitted"},
		"the state of another": {[]string{"UPDATE entries SET state = 'accepted' WHERE id = 2"},
			"no audit event shows that revision 1 of submission 2 was accepted"},
		"the power": {[]string{"UPDATE entries SET power = 29000 WHERE id = 1"},
			"figures that differ from its report: power"},
		"efficiency and level": {[]string{"UPDATE entries SET efficiency = 60, granted_level = 3, " +
			"waivers = 'by waiver' WHERE id = 1"}, "figures that differ from its report: efficiency, level"},
		"the report": {[]string{"UPDATE revisions SET ALTERED WHERE entry_id = 1"},
			"revision 1 of submission 1 is not what was submitted"},
	} {
		inRooms(t, func(t *testing.T, r *room) {
			r.Accepted(r.Submitter, roomtest.Summary())
			r.Move(r.Entry(r.Submitter, roomtest.Graded()).ID, review.Submit, r.Submitter)
			for _, statement := range c.statements {
				r.Meddle("%s", strings.ReplaceAll(statement, "ALTERED", altered("report", r)))
			}
			_, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor, review.Outstanding.Anyway)
			roomtest.WantRefusal(t, err, c.want)
			if problems := r.Inspect(nil); !slices.ContainsFunc(problems,
				func(p string) bool { return strings.Contains(p, c.want) }) {
				t.Errorf("%s: not found: %q in %q", name, c.want, problems)
			}
		})
	}
}
