package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store/sites"
	"green500/store/submissions"
	"green500/templates"
	"green500/validation/power"
	"green500/validation/review"
)

// FieldErrors sorts input errors by their field; nil if the error is something else.
func FieldErrors(err error) templates.FieldErrors {
	var many power.InputErrors
	var one *power.InputError
	if !errors.As(err, &many) && errors.As(err, &one) {
		many = power.InputErrors{one}
	}
	if len(many) == 0 {
		return nil
	}
	sorted := templates.FieldErrors{}
	for _, inputError := range many {
		bare := *inputError
		bare.Field = ""
		sorted[inputError.Field] = bare.Error()
	}
	return sorted
}

// ZeroIfNil is a time that may be missing.
func ZeroIfNil(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// FormErrors sorts what a form can say of an error; ok is false if it is something else. A refusal is about the whole
// form.
func FormErrors(err error) (wrong templates.FieldErrors, status int, ok bool) {
	if wrong = FieldErrors(err); wrong != nil {
		return wrong, http.StatusUnprocessableEntity, true
	}
	if refusal, refused := errors.AsType[*review.Refusal](err); refused {
		return templates.FieldErrors{"": refusal.Sentence}, http.StatusConflict, true
	}
	return nil, 0, false
}

// MaximumField is how many bytes one field of a form may hold.
const MaximumField = 1 << 20

// Malformed is what a form is answered that broke off.
func Malformed(err error) error {
	var large *http.MaxBytesError
	var known *echo.HTTPError // of the middleware that bounds the body
	if errors.As(err, &large) || errors.As(err, &known) {
		return err
	}
	return power.InputErrors{{Problem: "the upload broke off or is malformed (" + err.Error() + ")",
		Remedy: "send it again"}}
}

// OwnSites are those of the current user.
func (h *Base) OwnSites(c echo.Context) ([]sites.Site, error) {
	return h.Store.Sites.OfUser(c.Request().Context(), User(c).ID)
}

// SiteField reads the number of a site; nothing stands for none.
func SiteField(typed string) (int64, error) {
	if typed == "" {
		return submissions.Unshared, nil
	}
	site, err := strconv.ParseInt(typed, 10, 64)
	if err != nil || site <= 0 {
		return 0, NotYourSite()
	}
	return site, nil
}

// NotYourSite is what a form is answered that names a site of others.
func NotYourSite() error {
	return power.InputErrors{{Field: "site", Problem: "this is not one of your sites",
		Remedy: "choose one of the list"}}
}

// SiteOptions are the sites that a form offers to the current user.
func (h *Base) SiteOptions(c echo.Context) ([]templates.Option, error) {
	sites, err := h.OwnSites(c)
	if err != nil {
		return nil, err
	}
	var options []templates.Option
	for _, s := range sites {
		options = append(options, templates.Option{Value: Text(s.ID), Label: s.Name})
	}
	return options, nil
}
