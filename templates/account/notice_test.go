package account_test

import (
	"strings"
	"testing"

	accountpage "green500/templates/account"
	"green500/validation/review"
)

// TestEveryKindOfNoticeHasAMail: with words of its own if nobody says more, and with links that are whole.
func TestEveryKindOfNoticeHasAMail(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range review.Kinds() {
		n := accountpage.Notice{Server: "https://lists.example.org", Name: "Sam", Kind: kind,
			Link: "https://lists.example.org/notices", Preferences: "https://lists.example.org/account/notices"}
		alone, text := accountpage.NoticeMail(n)
		n.Entry, n.Edition = "7", "2026-11"
		of, textOf := accountpage.NoticeMail(n)
		if alone == of || seen[text] || seen[textOf] || !strings.HasPrefix(of, "green500: Submission 7 to 2026-11 ") ||
			!strings.Contains(textOf, "\nSubmission 7 to 2026-11 ") {
			t.Errorf("%s: %q, %q\n%s\n%s", kind, alone, of, text, textOf)
		}
		seen[text], seen[textOf] = true, true
		n.Open = "was returned"
		if _, said := accountpage.NoticeMail(n); !strings.Contains(said, "\nSubmission 7 to 2026-11 was returned.\n") {
			t.Errorf("%s: what may be said is not:\n%s", kind, said)
		}
		for _, part := range []string{"Dear Sam,\n", "\n" + n.Link + "\n", "\n" + n.Preferences + "\n"} {
			if !strings.Contains(textOf, part) || !strings.Contains(text, part) {
				t.Errorf("%s does not say %q", kind, part)
			}
		}
		if strings.Contains(text+textOf, "..") || strings.Contains(text+textOf, "  ") {
			t.Errorf("%s has a hole:\n%s%s", kind, text, textOf)
		}
		if kind.Word() == "" || kind.Explanation() == "" {
			t.Errorf("nobody says what %s is", kind)
		}
	}
}
