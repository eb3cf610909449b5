package roomtest

import (
	"slices"
	"strings"
	"testing"

	"green500/store"
	"green500/store/problems"
)

// ProblemOf finds what is said of a subject.
func ProblemOf(t *testing.T, s *store.Store, bounds problems.Bounds, subject string) problems.Problem {
	t.Helper()
	standing, err := s.Administration.ServerState(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := problems.Of(standing, bounds)
	at := slices.IndexFunc(all, func(c problems.Problem) bool { return c.Subject == subject })
	if at < 0 {
		t.Fatalf("nothing is said of %s", subject)
	}
	if all[at].Severity != problems.Fine && !strings.HasSuffix(all[at].Remedy, ".") {
		t.Errorf("what is to be done about %s is no sentence: %q", subject, all[at].Remedy)
	}
	return all[at]
}
