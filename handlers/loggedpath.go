package handlers

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

const secretParameter = ":secret"

// LinkAddresses are the first steps of those routes.
func LinkAddresses() []string { return []string{"confirm", "reset", "address", "join", "first"} }

var secretShape = regexp.MustCompile(`(?i)[a-z2-7]{26,}`)

// LoggedPath is the path of a request as a log may hold it. A route stands in place of a link that was sent by mail. An address
// that no route answers may be such a link that was written in another way.
func LoggedPath(c echo.Context) string {
	switch path := c.Request().URL.Path; {
	case strings.HasSuffix(c.Path(), "/"+secretParameter):
		return c.Path()
	case c.Path() == "" || c.Path() == "/*":
		return withoutSecrets(path)
	default:
		return path
	}
}

func withoutSecrets(path string) string {
	const mostEncoded = 5
	plain := path
	for range mostEncoded { // encoded again by a mail program
		decoded, err := url.PathUnescape(plain)
		if err != nil || decoded == plain {
			break
		}
		plain = decoded
	}
	if strings.Contains(plain, "%") { // no address of ours
		return "/" + secretParameter
	}
	steps := strings.FieldsFunc(plain, func(r rune) bool { return strings.ContainsRune(`/\?#;&=`, r) })
	for i, step := range steps {
		name := strings.ToLower(strings.TrimSpace(step))
		if slices.Contains(LinkAddresses(), name) && i < len(steps)-1 {
			return "/" + name + "/" + secretParameter
		}
	}
	if secretShape.MatchString(plain) {
		return secretShape.ReplaceAllString(plain, secretParameter)
	}
	return path
}
