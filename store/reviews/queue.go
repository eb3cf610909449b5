// This file owns the queue of submissions to review.

package reviews

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// Queue says which entries that were submitted are listed, and how. The zero value lists all, the longest
// waiting first.
type Queue struct {
	Edition  string         // of the list; empty for all
	States   []review.State // empty for all
	Level    power.Level    // claimed; 0 for all
	Reviewer *int64         // who reviews, or Nobody; nil for anybody
	Conflict *bool          // whether the viewer has a conflict of interest; nil for both
	Search   string         // in the names of system and site
	Open     bool           // only those with a question that is not settled
	Sort     QueueColumn    // ByAge if empty
	Reverse  bool
	Offset   int
	Limit    int // 0 for no end
}

// QueueColumn is what a queue can be sorted by.
type QueueColumn string

// The columns of a queue.
const (
	BySystem   QueueColumn = "system"
	ByState    QueueColumn = "state"
	ByEdition  QueueColumn = "edition"
	ByLevel    QueueColumn = "level"
	ByWorst    QueueColumn = "worst"
	ByWarnings QueueColumn = "warnings"
	ByChange   QueueColumn = "change"
	ByAge      QueueColumn = "age"
	ByDeadline QueueColumn = "deadline"
	ByReviewer QueueColumn = "reviewer"
)

func queueOrders() map[QueueColumn][]string {
	return map[QueueColumn][]string{
		BySystem:   {"lower(q.system)", "lower(q.site)"},
		ByState:    {stateOrder()},
		ByEdition:  {"q.edition_name"},
		ByLevel:    {"q.granted_level", "q.claimed_level"},
		ByWorst:    {"q.failed DESC", "q.unknown DESC", "q.warnings DESC", "q.severity", "coalesce(q.margin, 0)"},
		ByWarnings: {"q.warnings DESC", "q.failed DESC", "q.unknown DESC"},
		ByChange:   {"q.staleness"},
		ByAge:      {"q.submitted_at"},
		ByDeadline: {"q.due"},
		ByReviewer: {"CASE WHEN q.reviewed_by = '' THEN 1 ELSE 0 END", "lower(q.reviewed_by)"},
	}
}

// QueueColumns lists the columns in the order in which a page shows them.
func QueueColumns() []QueueColumn {
	return []QueueColumn{BySystem, ByState, ByEdition, ByLevel, ByWorst, ByWarnings, ByChange, ByAge,
		ByDeadline, ByReviewer}
}

// Queued is an entry in the queue as one person may see it. If they have a conflict of interest only the
// names, the edition and the conflict are there.
type Queued struct {
	EntryID            int64
	System             string
	Site               string
	Edition            string
	Conflict           review.Conflict
	Own                bool // the entry is the viewer's own, or of their site
	State              review.State
	Submitter          string
	ReviewerID         int64
	Reviewer           string
	Revision           int  // that was submitted last
	AwaitingCorrection bool // the owner has begun another revision, which nobody else sees
	Graded             bool
	Claimed            power.Level
	Granted            power.Level
	Failed             int // demands of the claimed level that are not met
	Unknown            int // that cannot be judged
	Warnings           int // of rules that decide nothing
	Worst              string
	Outcome            rules.Outcome // of the worst finding; empty if there is none
	Margin             *float64
	SubmittedAt        time.Time
	Due                time.Time
	Shared             review.Kinship // the worst of the other submissions that contain its evidence
	TakenAt            time.Time      // zero if nobody took it for review since it was submitted
	News
}

// News is what happened to an entry since somebody looked at it.
type News struct {
	Unseen   bool // they never did
	Revised  bool // there is a revision that they have not seen
	Moved    int  // decisions of others
	Messages int  // of others
}

type queueView struct {
	ID           int64
	System       string
	Site         string
	EditionName  string
	Withheld     bool
	Own          bool
	Shown        bool
	Complete     bool
	State        string
	OwnerName    string
	ReviewerID   *int64
	ReviewedBy   string
	LastRevision int
	ClaimedLevel *power.Level
	GrantedLevel *power.Level
	Failed       int
	Unknown      int
	Warnings     int
	Worst        *string
	Outcome      *rules.Outcome
	Margin       *int64
	SubmittedAt  int64
	Due          int64
	Taken        *int64
	SeenRevision *int
	Moved        int
	Messages     int
}

func (v queueView) queued() Queued {
	q := Queued{EntryID: v.ID, System: v.System, Site: v.Site, Edition: v.EditionName}
	if v.Withheld {
		return q
	}
	q.Own, q.State, q.Submitter, q.ReviewerID, q.Reviewer = v.Own, review.State(v.State), v.OwnerName,
		database.ZeroIfNil(v.ReviewerID), v.ReviewedBy
	if v.Taken != nil {
		q.TakenAt = database.FromMicro(*v.Taken)
	}
	q.Revision, q.SubmittedAt, q.Due = v.LastRevision, database.FromMicro(v.SubmittedAt), database.FromMicro(v.Due)
	q.News = News{Unseen: v.SeenRevision == nil, Moved: v.Moved, Messages: v.Messages}
	q.Revised = v.SeenRevision != nil && *v.SeenRevision < v.LastRevision
	q.AwaitingCorrection = !v.Shown
	q.Graded = v.Shown && v.Complete && v.ClaimedLevel != nil && v.GrantedLevel != nil
	if !q.Graded {
		return q
	}
	q.Claimed, q.Granted, q.Failed, q.Unknown, q.Warnings = *v.ClaimedLevel, *v.GrantedLevel, v.Failed,
		v.Unknown, v.Warnings
	if v.Worst != nil && v.Outcome != nil {
		q.Worst, q.Outcome = *v.Worst, *v.Outcome
	}
	if v.Margin != nil {
		margin := float64(*v.Margin) / submissions.MarginUnit
		q.Margin = &margin
	}
	return q
}

// Queued returns a part of the queue as somebody may see it, and how long all of it is, in a number of statements that
// does not grow with it.
func (s *Reviews) Queued(ctx context.Context, by accounts.User, asked Queue) (part []Queued, total int, err error) {
	withheld, err := s.submissions.Withheld(ctx, by)
	if err != nil {
		return nil, 0, err
	}
	rows := func() *gorm.DB { return asked.chosen(s.queueRows(ctx, by, withheld)) }
	count, err := database.CountOf(rows())
	if err != nil {
		return nil, 0, err
	}
	query := rows().Select("q.*").Order(asked.order()).Offset(asked.Offset)
	if asked.Limit > 0 {
		query = query.Limit(asked.Limit)
	}
	var views []queueView
	if err := query.Scan(&views).Error; err != nil {
		return nil, 0, err
	}
	part = database.Convert(views, queueView.queued)
	for i := range part {
		at := slices.IndexFunc(withheld, func(w submissions.Withheld) bool { return w.EntryID == part[i].EntryID })
		if at >= 0 {
			part[i].Conflict = withheld[at].Conflict
		}
	}
	return part, int(count), s.markShared(ctx, part, by)
}

func (s *Reviews) queueRows(ctx context.Context, by accounts.User, withheld []submissions.Withheld) *gorm.DB {
	return s.db.Query(ctx).Table("(?) AS q", s.db.Query(ctx).Raw(queueRows, map[string]any{
		"viewer": by.ID, "withheld": append(submissions.EntryIDs(withheld), noEntry), "must": rulesOf(rules.Must),
		"should": rulesOf(rules.Should), "withheld_state": withheldState,
	}))
}

// QueuePlace is where a submission is among those that wait for somebody's decision, longest waiting first.
type QueuePlace struct {
	Previous, Next int64 // 0 at the ends
	At, Of         int   // At is 0 if it does not wait
}

// QueuePlace finds a submission in the queue of somebody.
func (s *Reviews) QueuePlace(ctx context.Context, by accounts.User, entryID int64) (QueuePlace, error) {
	withheld, err := s.submissions.Withheld(ctx, by)
	if err != nil {
		return QueuePlace{}, err
	}
	asked, without := Queue{States: submissions.Decidable()}, false
	asked.Conflict = &without
	ids, err := database.Pluck[int64](
		asked.chosen(s.queueRows(ctx, by, withheld)).Where("q.own = ?", false).Order(asked.order()), "q.id")
	if err != nil {
		return QueuePlace{}, err
	}
	at := slices.Index(ids, entryID)
	place := QueuePlace{At: at + 1, Of: len(ids)}
	if at > 0 {
		place.Previous = ids[at-1]
	}
	if at+1 < len(ids) {
		place.Next = ids[at+1]
	}
	return place, nil
}

func rulesOf(severity rules.Severity) []string {
	var ids []string
	for _, rule := range rules.All() {
		if rule.Severity == severity {
			ids = append(ids, rule.ID)
		}
	}
	return ids
}

// chosen restricts the rows to those that were requested. What is withheld passes only by what the viewer is
// told of it: if the state has to be one that can be decided on it stays, whatever its state is.
func (a Queue) chosen(tx *gorm.DB) *gorm.DB {
	if a.Edition != "" {
		tx = tx.Where("q.edition_name = ?", database.Text(a.Edition))
	}
	if len(a.States) > 0 {
		tx = tx.Where("q.state IN ?", a.statesTold())
	}
	if a.Level > 0 {
		tx = tx.Where("q.claimed_level = ?", a.Level)
	}
	if a.Reviewer != nil {
		tx = tx.Where("coalesce(q.reviewer_id, 0) = ? AND q.withheld = ?", *a.Reviewer, false)
	}
	if a.Conflict != nil {
		tx = tx.Where("q.withheld = ?", *a.Conflict)
	}
	if a.Open {
		tx = tx.Where("q.withheld = ? AND q.id IN (SELECT entry_id FROM threads WHERE standing <> ?)", false,
			string(review.ThreadSettled))
	}
	if search := database.Tidy(a.Search); search != "" {
		// Each database folds the case of ASCII at least; what was typed is folded here, both ways.
		names, up, low := "q.system || ' ' || q.site", strings.ToUpper(Containing(search)), Containing(search)
		tx = tx.Where("lower("+names+`) LIKE ? ESCAPE '\' OR upper(`+names+`) LIKE ? ESCAPE '\'`, low, up)
	}
	return tx
}

// Containing is a LIKE pattern in which every character stands for itself.
func Containing(search string) string {
	escape := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
	return "%" + escape.Replace(strings.ToLower(search)) + "%"
}

// noEntry keeps a list of entries from being empty, which SQL has no word for.
const noEntry = 0

const withheldState = "withheld"

func (a Queue) statesTold() []string {
	told := database.Convert(a.States, func(s review.State) string { return string(s) })
	if slices.ContainsFunc(a.States, review.State.Decidable) {
		told = append(told, withheldState)
	}
	return told
}

// order begins with what the viewer may see, so that a place in the queue tells nothing of the rest.
func (a Queue) order() string {
	columns, known := queueOrders()[a.Sort]
	if !known {
		columns = queueOrders()[ByAge]
	}
	order := []string{"q.withheld"}
	for _, column := range columns {
		name, descending := strings.CutSuffix(column, " DESC")
		direction := map[bool]string{true: " DESC", false: " ASC"}[descending != a.Reverse]
		order = append(order, "CASE WHEN "+name+" IS NULL THEN 1 ELSE 0 END", name+direction)
	}
	return strings.Join(append(order, "CASE WHEN q.withheld THEN 0 ELSE q.submitted_at END", "q.id"), ", ")
}

func stateOrder() string {
	order := "CASE q.state"
	for i, state := range review.States() {
		order += fmt.Sprintf(" WHEN '%s' THEN %d", state, i)
	}
	return order + " END"
}
