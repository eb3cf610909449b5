package account

import (
	"encoding/hex"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	accountpage "green500/templates/account"
)

// authenticatorName names a passkey by its AAGUID. Source: github.com/passkeydeveloper/passkey-authenticator-aaguids.
func authenticatorName(aaguid []byte) string {
	name, ok := map[string]string{
		"fbfc3007154e4ecc8c0b6e020557d7bd": "iCloud Keychain",
		"ea9b8d664d011d213ce4b6b48cb575d4": "Google Password Manager",
		"08987058cadc4b81b6e130de50dcbe96": "Windows Hello",
		"9ddd1817af5a4672a2b93e3dd95000a9": "Windows Hello",
		"6028b017b1d44c02b4b3afcdafc96bb2": "Windows Hello",
		"bada5566a7aa401fbd9645619a55120d": "1Password",
		"d548826e79b4db40a3d811116f7e8349": "Bitwarden",
	}[hex.EncodeToString(aaguid)]
	if !ok {
		return "Passkey"
	}
	return name
}

// sectionErrorKey is what went wrong in a section of a person's page, kept while it is drawn again.
const sectionErrorKey = "section_trouble"

type sectionError struct {
	section string
	row     int64 // 0 for the section
	text    string
	typed   string // into the row
}

func (h *Handlers) showError(c echo.Context, err error, section string, row int64) error {
	status, sentence := handlers.Outcome(err)
	if wrong := handlers.FieldErrors(err); wrong != nil {
		sentence = wrong["name"]
	} else {
		row = 0
	}
	if sentence == "" {
		return err
	}
	c.Set(sectionErrorKey, sectionError{section, row, sentence, c.FormValue("name")})
	user := handlers.User(c)
	return h.profile(c, status, accountpage.ProfilePage{Name: user.Name, Affiliation: user.Affiliation})
}

func sectionErrorOf(c echo.Context, section string, row int64) (about sectionError, ok bool) {
	about, ok = c.Get(sectionErrorKey).(sectionError)
	if ok = ok && about.section == section && about.row == row; !ok {
		return sectionError{}, false
	}
	return about, true
}

const passkeySection = "passkeys"

func (h *Handlers) passkeys(c echo.Context, user accounts.User) (templ.Component, error) {
	kept, err := h.Store.SignIns.Passkeys(c.Request().Context(), user.ID)
	if err != nil {
		return nil, err
	}
	if _, ok := h.relyingParty(); !ok && len(kept) == 0 {
		return templ.NopComponent, nil
	}
	whole, _ := sectionErrorOf(c, passkeySection, 0)
	section := accountpage.PasskeySection{Error: whole.text}
	for _, passkey := range kept {
		row := accountpage.PasskeyRow{ID: handlers.Text(passkey.ID), Name: passkey.Name, Typed: passkey.Name,
			Created: passkey.CreatedAt}
		if wrong, ok := sectionErrorOf(c, passkeySection, passkey.ID); ok {
			row.Error, row.Typed = wrong.text, wrong.typed
		}
		if passkey.UsedAt != nil {
			row.Used = *passkey.UsedAt
		}
		section.Rows = append(section.Rows, row)
	}
	return accountpage.Passkeys(section), nil
}

// ChangePasskey renames a passkey of a person or removes it.
func (h *Handlers) ChangePasskey(c echo.Context) error {
	passkey, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	user := handlers.User(c)
	if c.FormValue("action") == "remove" {
		if err := h.Store.SignIns.RemovePasskey(c.Request().Context(), user.ID, passkey); err != nil {
			return h.showError(c, err, passkeySection, 0)
		}
		return h.Done(c, "/account", "The passkey was removed: it opens your account no more.")
	}
	if err := h.Store.SignIns.RenamePasskey(c.Request().Context(), user.ID, passkey, c.FormValue("name")); err != nil {
		return h.showError(c, err, passkeySection, passkey)
	}
	return h.Done(c, "/account", "The passkey has its new name.")
}
