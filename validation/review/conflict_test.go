package review_test

import (
	"testing"

	"green500/validation/review"
)

// TestNamesOfOneSiteAreTheSameHoweverWritten: a conflict of interest cannot be hidden by how a name is written.
func TestNamesOfOneSiteAreTheSameHoweverWritten(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Zürich Centre", " ZÜRICH  centre\t", true},
		{"Zürich Centre", "Zu\u0308rich Centre", true},       // composed and not
		{"Zürich Centre", "Zürich\u00a0Centre", true},        // a blank that does not break
		{"Zürich Centre", "Zürich\u200b Cen\u00adtre", true}, // without a width, and a soft hyphen
		{"Zürich Centre", "\ufeffZürich Centre\u202c", true}, // marks of order and direction
		{"Office of Physics", "O\ufb03ce of Physics", true},  // a ligature
		{"HPC 2", "ＨＰＣ ２", true},                             // full width
		{"Straße", "STRASSE", true},
		{"ΣΊΣΥΦΟΣ", "σίσυφος", true},
		{"Zürich Centre", "Zurich Centre", false},
		{"Centre", "Centre 2", false},
		{"", "", false},
		{"\u200b", "\u200b", false},
	} {
		if got := review.SameSiteName(c.a, c.b); got != c.same {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

func TestMailDomainsAreTheOnesRegistered(t *testing.T) {
	for address, want := range map[string]string{
		"a@centre.org":            "centre.org",
		" A@HPC.Centre.ORG ":      "centre.org",
		"a@mail.physics.ox.ac.uk": "ox.ac.uk",
		"a@cs.u-tokyo.ac.jp":      "u-tokyo.ac.jp",
		"hpc.centre.org":          "centre.org",
		"a@gmail.com":             "",
		"a@mail.example.org":      "",
		"a@localhost":             "localhost",
		"":                        "",
	} {
		if got := review.MailDomain(address); got != want {
			t.Errorf("%q is of %q, want %q", address, got, want)
		}
	}
	for _, pair := range [][2]string{{"", ""}, {"a@gmail.com", "b@gmail.com"}, {"a@ox.ac.uk", "b@cam.ac.uk"}} {
		if review.SameMailDomain(pair[0], pair[1]) {
			t.Errorf("%q count as one", pair)
		}
	}
}

func TestOnlyThoseWhoReviewASubmissionLearnWhoseEvidenceItShares(t *testing.T) {
	for _, c := range []struct {
		by  review.Party
		may bool
	}{
		{review.Party{Role: review.Reviewer}, true},
		{review.Party{Role: review.Reviewer, Owner: true}, false},
		{review.Party{Role: review.Reviewer, Conflict: review.DeclaredBySelf}, false},
		{review.Party{Role: review.Submitter}, false},
	} {
		if got := review.MaySeeSharedEvidence(c.by); got != c.may {
			t.Errorf("%+v: %v, want %v", c.by, got, c.may)
		}
	}
}

func TestTheMoreSeriousKinship(t *testing.T) {
	order := []review.Kinship{review.NoKinship, review.SameSystem, review.SameSubmitter, review.Unrelated}
	for i, a := range order {
		for j, b := range order {
			if got := a.Worse(b); got != order[max(i, j)] {
				t.Errorf("of %q and %q: %q", a, b, got)
			}
		}
	}
}
