package review

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Conflict is a conflict of interest of somebody with an entry.
type Conflict string

// The conflicts.
const (
	NoConflict     Conflict = ""
	SameSite       Conflict = "same site"
	SameDomain     Conflict = "same domain"
	DeclaredBySelf Conflict = "declared"
)

// Sentence says what a conflict rests on, for the person who has it.
func (c Conflict) Sentence() string {
	return map[Conflict]string{
		SameSite:       "You and this submission are of the same site",
		SameDomain:     "Your email address and that of the submitter have the same domain",
		DeclaredBySelf: "You declared a conflict of interest",
	}[c]
}

// ConflictError refuses evidence or a decision because of a conflict of interest.
type ConflictError struct{ Conflict Conflict }

// Error is a sentence for the person who has the conflict.
func (e *ConflictError) Error() string {
	return e.Conflict.Sentence() +
		": until it is published you see nothing of its evidence, and another reviewer decides."
}

// Interest is what somebody and an entry are of. Sites are by name.
type Interest struct {
	Mail     string   // of the reader
	Sites    []string // of the reader
	Owner    string   // email of the submitter
	Entry    []string // sites that the entry is of: as the document says, and whose members share it
	Declared bool     // by the reader
}

// Conflict tells whether there is one, and the strongest reason.
func (i Interest) Conflict() Conflict {
	switch {
	case i.Declared:
		return DeclaredBySelf
	case slices.ContainsFunc(i.Sites, func(site string) bool { return slices.ContainsFunc(i.Entry, sameName(site)) }):
		return SameSite
	case SameMailDomain(i.Mail, i.Owner):
		return SameDomain
	}
	return NoConflict
}

// SameSiteName reports whether two names are of one site, whatever their capitals, blanks and forms of characters.
func SameSiteName(a, b string) bool { return sameName(a)(b) }

func sameName(a string) func(string) bool {
	name := plainName(a)
	return func(b string) bool { return name != "" && name == plainName(b) }
}

func plainName(name string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(name))
	return norm.NFKC.String(strings.Join(strings.Fields(cases.Fold().String(visible)), " "))
}

// MailDomain is what a mail address, or its domain alone, says of where somebody works: the domain that was registered,
// as centre.org of hpc.centre.org. It is empty if it says nothing, as with providers of mail for everybody.
func MailDomain(address string) string {
	domain := strings.ToLower(strings.TrimSpace(address))
	if _, after, found := strings.Cut(domain, "@"); found {
		domain = after
	}
	if registered, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		domain = registered
	}
	if IsPublicMailDomain(domain) {
		return ""
	}
	return domain
}

// SameMailDomain reports whether two addresses say the same of where somebody works.
func SameMailDomain(a, b string) bool {
	domain := MailDomain(a)
	return domain != "" && domain == MailDomain(b)
}

// IsPublicMailDomain reports whether a domain of mail says nothing of where somebody works.
func IsPublicMailDomain(domain string) bool { return slices.Contains(domainsOfAll, domain) }

// domainsOfAll are the domains in which people of many employers have mail, and those that RFC 2606, section 3,
// keeps for examples.
var domainsOfAll = []string{
	"gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com", "icloud.com", "me.com",
	"proton.me", "protonmail.com",
	"gmx.de", "gmx.net", "web.de", "mail.ru", "qq.com", "163.com", "126.com", "naver.com",
	"example.com", "example.net", "example.org",
}

// Kinship is what another submission with the same evidence is to the one that is reviewed.
type Kinship string

// The kinships. A submitter may submit a system again with the same run, so only an unrelated submission is an alarm.
const (
	NoKinship     Kinship = "" // there is no other submission
	SameSystem    Kinship = "same system"
	SameSubmitter Kinship = "same submitter"
	Unrelated     Kinship = "unrelated"
)

// KinshipOf says what two submissions are to each other.
func KinshipOf(sameSystem, sameSubmitter bool) Kinship {
	switch {
	case sameSystem:
		return SameSystem
	case sameSubmitter:
		return SameSubmitter
	}
	return Unrelated
}

// Worse returns the more serious of two.
func (k Kinship) Worse(other Kinship) Kinship {
	order := []Kinship{NoKinship, SameSystem, SameSubmitter, Unrelated}
	return order[max(slices.Index(order, k), slices.Index(order, other))]
}

// MaySeeSharedEvidence reports whether a person may know that evidence is also in another submission: those who
// review it. Its submitter may not, whatever their role.
func MaySeeSharedEvidence(by Party) bool {
	return !by.Owner && May(by.Role, ReadQueue) && by.Conflict == NoConflict
}
