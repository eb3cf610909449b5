// Package account draws the pages of people and their sites: signing in, registration, /account with its tokens, passkeys and identities,
// /sites, /notices; and writes the mails that go to them.
package account
