package handlers

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// CheckChoices returns power.InputErrors for values of a view that no list of the viewer has, or the error of Browse.
func (h *Base) CheckChoices(ctx context.Context, list string, user accounts.User, view listing.View) error {
	if len(view.Unsure()) == 0 {
		return nil
	}
	known := map[string][]string{}
	for _, name := range []string{list, lists.AllLists} {
		choices, err := h.Store.Lists.ListChoices(ctx, name, user)
		if err != nil {
			return err
		}
		for column, values := range choices {
			for _, value := range values {
				known[column] = append(known[column], value.Value)
			}
		}
		if view.CheckChoices(known) == nil {
			return nil
		}
	}
	return view.CheckChoices(known)
}

// StrictParameter has, if it is 1, unknown parameters of a query refused.
const StrictParameter = "strict"

// IgnoredHeader names the unknown parameters of a query that were ignored.
const IgnoredHeader = "Ignored-Parameters"

const ignoredKey = "ignored" // of the sentences about ignored parameters, in an echo.Context

// RefuseUnknown refuses unknown parameters of a query with strict=1, and otherwise notes them for the page and in a
// header.
func RefuseUnknown(c echo.Context, known []string) error {
	query := c.QueryParams()
	strict := query.Get(StrictParameter)
	if strict != "" && strict != "1" && strict != "0" {
		return power.InputErrors{{Field: StrictParameter, Problem: fmt.Sprintf("%q is not accepted", strict),
			Remedy: "write 1 to refuse unknown parameters, or 0"}}
	}
	var wrong power.InputErrors
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if name != StrictParameter && !slices.Contains(known, name) && (strict == "1" || !tracking(name)) {
			wrong = append(wrong, unknownParameter(name, known))
		}
	}
	if strict == "1" {
		return wrong.OrNil()
	}
	c.Set(ignoredKey, wrong)
	if len(wrong) > 0 {
		c.Response().Header().Set(IgnoredHeader, ignoredHeader(wrong))
	}
	return nil
}

func unknownParameter(name string, known []string) *power.InputError {
	remedy := power.NameRemedy(name, known, "a parameter of this address; /data describes them")
	if len(known) == 0 {
		remedy = "this address has no parameters"
	}
	return &power.InputError{Field: shortened(name), Problem: "this parameter is not known", Remedy: remedy}
}

// ignoredHeader names ignored parameters so that any text can be in a header.
func ignoredHeader(wrong power.InputErrors) string {
	names := make([]string, len(wrong))
	for i, one := range wrong {
		names[i] = url.QueryEscape(one.Field)
	}
	return strings.Join(names[:min(len(names), mostNoted)], ", ")
}

// mostNoted is how many ignored parameters an answer names, and mostLetters how much of each.
const (
	mostNoted   = 5
	mostLetters = 40
)

func shortened(name string) string {
	if letters := []rune(name); len(letters) > mostLetters {
		return string(letters[:mostLetters]) + "…"
	}
	return name
}

// Ignored are sentences about the unknown parameters of a request that were ignored.
func Ignored(c echo.Context) []string {
	wrong, _ := c.Get(ignoredKey).(power.InputErrors)
	var said []string
	for _, one := range wrong[:min(len(wrong), mostNoted)] {
		bare := power.InputError{Problem: fmt.Sprintf("The parameter %q of the address is not known and was ignored",
			one.Field), Remedy: one.Remedy}
		said = append(said, bare.Error())
	}
	return said
}

func tracking(name string) bool {
	return strings.HasPrefix(name, "utm_") ||
		slices.Contains([]string{"fbclid", "gclid", "msclkid", "mc_cid", "mc_eid", "igshid", "_hsenc", "_hsmi"}, name)
}

// Known is a query without the parameters that were ignored, and what was ignored.
func Known(c echo.Context) (known, ignored url.Values) {
	known, ignored = url.Values{}, url.Values{}
	wrong, _ := c.Get(ignoredKey).(power.InputErrors)
	for name, values := range c.QueryParams() {
		if slices.ContainsFunc(wrong, func(one *power.InputError) bool { return one.Field == shortened(name) }) {
			ignored[name] = values
		} else {
			known[name] = values
		}
	}
	return known, ignored
}
