package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
	"github.com/oauth2-proxy/mockoidc"

	"green500/handlers/account"
	"green500/validation/review"
)

// authenticator gives the browser a device that makes passkeys, in the hands of somebody who always agrees.
func (b *tab) authenticator() webauthn.AuthenticatorID {
	b.Helper()
	_, err := chromedp.Call(b.ctx, webauthn.Enable, webauthn.EnableParams{})
	must(b.T, err)
	made, err := chromedp.Call(b.ctx, webauthn.AddVirtualAuthenticator,
		webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		}})
	must(b.T, err)
	return made.AuthenticatorID
}

// click presses a button of which the page it leads to is not known.
func (b *tab) click(words string) {
	b.Helper()
	script := fmt.Sprintf(`(() => { const one = [...document.querySelectorAll("main button")].find(e =>
		e.textContent.trim() === %q && e.checkVisibility()); if (one) one.click(); return Boolean(one); })()`, words)
	if !evaluate[bool](b, script) {
		b.Fatalf("no button says %q:\n%s", words, evaluate[string](b, "document.body.innerText"))
	}
}

func TestPasskeysInABrowser(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	device := b.authenticator()
	b.signIn(review.Submitter)
	b.visit("/account")
	b.fill("#passkey-name", "Work laptop")
	b.press("Add a passkey")
	b.must("The passkey was added")
	b.must("Work laptop")
	b.photograph("account-passkeys")
	b.click("Add a passkey")
	b.waitFor(`document.querySelector("[data-passkey-error]").textContent.includes("already")`)
	b.photograph("account-passkey-refused")
	b.press("Sign out")

	b.visit("/login")
	b.photograph("login-passkey")
	b.press("Sign in with a passkey")
	b.waitFor(`document.querySelector("form[action='/logout']")`)
	b.visit("/account")
	if evaluate[bool](b, `document.querySelector("main").innerText.includes("not yet")`) {
		t.Error("that the passkey was used is not noted")
	}
	b.press("Remove Work laptop")
	b.must("The passkey was removed")
	b.press("Sign out")
	b.visit("/login")
	b.click("Sign in with a passkey")
	b.waitFor(`document.querySelector("[data-passkey-error]").textContent.includes("opens no account")`)
	b.photograph("login-passkey-refused")

	_, err := chromedp.Call(b.ctx, webauthn.ClearCredentials, webauthn.ClearCredentialsParams{AuthenticatorID: device})
	must(t, err)
	b.click("Sign in with a passkey")
	b.waitFor(`document.querySelector("[data-passkey-error]").textContent.includes("No passkey was used")`)
}

func TestAProviderInABrowser(t *testing.T) {
	t.Parallel()
	provider, err := mockoidc.Run()
	must(t, err)
	t.Cleanup(func() { must(t, provider.Shutdown()) })
	b := demonstration(t,
		account.NewProvider("Mock Keycloak", provider.Issuer(), provider.ClientID, provider.ClientSecret))
	b.visit("/login")
	b.photograph("login-provider")
	b.click("Sign in with Mock Keycloak")
	b.waitFor(`location.pathname === "/register/openid" && document.readyState === "complete"`)
	b.settle()
	b.photograph("register-provider")
	b.fill("#name", "Jane Doe")
	b.press("Create account")
	b.must("Your account was made")
	b.visit("/account")
	b.photograph("account-provider")
}
