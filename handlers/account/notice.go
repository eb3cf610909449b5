package account

import (
	"net/url"

	"green500/handlers"
	"green500/store"
	accountpage "green500/templates/account"
)

// Notices writes the mails that go with notices, with links that begin with the address of the server. They lead to
// the submission itself or to the page of notices: the address of a part of a submission could reveal what it is about.
func Notices(address *url.URL) func(store.Notice) store.Mail {
	return func(n store.Notice) store.Mail {
		letter := accountpage.Notice{Server: address.String(), Name: n.ToName, Kind: n.Kind, Open: n.Open, System: n.System, Detail: n.Detail,
			Link: address.JoinPath("notices").String(), Preferences: address.JoinPath("account", "notices").String()}
		if n.EntryID != 0 {
			letter.Entry, letter.Edition = handlers.Text(n.EntryID), n.Edition
			letter.Link = address.JoinPath("submissions", letter.Entry).String()
		}
		subject, said := accountpage.NoticeMail(letter)
		return store.Mail{Subject: subject, Text: said}
	}
}
