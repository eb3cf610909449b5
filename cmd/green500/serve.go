package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"green500/cmd/green500/calling"
	"green500/cmd/green500/inputfile"
	"green500/cmd/green500/mailing"
	"green500/cmd/green500/observing"
	"green500/cmd/green500/setup"
	"green500/handlers"
	"green500/handlers/account"
	"green500/store"
	"green500/store/secret"
	"green500/templates/fields"
	"green500/web"
)

type clock func() time.Time

type listening struct {
	Addr      string         `default:"localhost:8080" env:"GREEN500_ADDR" help:"Address to listen on."`
	Address   *url.URL       `env:"GREEN500_ADDRESS" help:"Public address of the server, such as https://green500.example.org, for links in mails. Default: http:// and the address to listen on."`
	LogFormat string         `default:"text" enum:"text,json" env:"GREEN500_LOG_FORMAT" help:"text or json."`
	Privacy   inputfile.Text `env:"GREEN500_PRIVACY" placeholder:"URL" help:"Address of your privacy policy, or @FILE, a text with empty lines between paragraphs, for the page /privacy."`
	Imprint   inputfile.Text `env:"GREEN500_IMPRINT" placeholder:"URL" help:"Address of your imprint, or @FILE, a text, for the page /imprint."`
	Operator  string         `env:"GREEN500_OPERATOR" help:"Who runs the server, such as the name of an organisation, for the public pages."`
	Contact   string         `env:"GREEN500_CONTACT" placeholder:"EMAIL" help:"Email address for questions, for the public pages."`
	Licence   string         `env:"GREEN500_LICENCE" placeholder:"URL" help:"Licence of the published data and of archives of lists, such as https://creativecommons.org/licenses/by/4.0/. Default: none is stated."`
	MaxUpload int64          `default:"4294967296" env:"GREEN500_MAX_UPLOAD" help:"Largest upload in bytes."`
	Quota     int64          `default:"53687091200" env:"GREEN500_QUOTA" help:"Largest total of unfinished uploads and drafts of one person in bytes; 0 is no limit."`
	Reserve   int64          `default:"1073741824" env:"GREEN500_RESERVE" help:"Bytes that must stay free on the disk of the evidence: uploads that would leave less are refused; 0 is no limit."`
}

func (l listening) address() *url.URL {
	if l.Address != nil {
		return l.Address
	}
	return &url.URL{Scheme: "http", Host: l.Addr}
}

func (l listening) config(opened *store.Store, log *slog.Logger, now clock) web.Config {
	return web.Config{
		Store: opened, Log: log, Now: now, Address: l.address(), MaxUpload: l.MaxUpload,
		Quota: l.Quota, Version: thisBuild().Version,
		Legal: handlers.Legal{Privacy: string(l.Privacy), Imprint: string(l.Imprint)}, Operator: l.Operator,
		Contact: l.Contact, Licence: l.Licence,
	}
}

type serve struct {
	storageFlags
	listening
	Mail     mailing.Settings `embed:""`
	Webhooks calling.Settings `embed:""`
	signingIn
	Observing observing.Settings `embed:""`
	Secure    bool               `env:"GREEN500_SECURE" help:"The server is reached by HTTPS: cookies are sent by HTTPS only."`
	HSTSAll   bool               `name:"hsts-subdomains" env:"GREEN500_HSTS_SUBDOMAINS" help:"With --secure: browsers use HTTPS for all subdomains of the address too."`
	Proxied   bool               `env:"GREEN500_PROXIED" help:"The server is behind your proxy, which sets X-Forwarded-For."`
	Proxies   []netip.Prefix     `env:"GREEN500_PROXIES" placeholder:"NETWORK" help:"With --proxied: networks of your proxies, such as 10.0.3.0/24; X-Forwarded-For from others is ignored. Default: this machine and private networks."`

	Drain time.Duration `env:"GREEN500_DRAIN" default:"0s" help:"Time to continue answering after a stop signal, while /readyz reports not ready; longer than your proxy needs to notice."`

	Registration bool `default:"true" negatable:"" env:"GREEN500_REGISTRATION" help:"People may register; with --no-registration, administrators create accounts."`
}

func (s serve) Run(ctx context.Context, now clock) error {
	log, written := observing.NewLog(os.Stderr, s.LogFormat)
	defer written()
	providers, err := s.providers()
	if err != nil {
		return err
	}
	looking, err := s.Observing.Observers(ctx, thisBuild().Version, log)
	if err != nil {
		return err
	}
	defer looking.Stop(log)
	opened, leave, err := s.openToServe(ctx, store.Config{Now: now, Log: log, Reserve: s.Reserve,
		Trace: looking.Steps(), Notice: account.Notices(s.address()), FieldName: fields.PlaceOf})
	if err != nil {
		return err
	}
	defer leave()
	config := s.config(opened, log, now)
	config.MailSent, config.Secure, config.HSTSAll, config.Proxied, config.Proxies = s.Mail.Sends(), s.Secure,
		s.HSTSAll, s.Proxied, s.Proxies
	config.Registration, config.Providers = s.Registration, providers
	if err := s.Observing.Attach(ctx, looking, &config); err != nil {
		return errors.Join(err, opened.Close())
	}
	for _, warning := range s.unsafe() {
		log.WarnContext(ctx, "unsafe setting", "setting", warning)
	}
	if err := setup.Missing(ctx, opened, s.address(), now(), log); err != nil {
		return errors.Join(err, opened.Close())
	}
	stopMail, err := s.Mail.Start(ctx, s.address(), opened, looking.Steps(), log)
	if err != nil {
		return errors.Join(err, opened.Close())
	}
	// From here on the store is in use: nothing may return before both senders have stopped.
	stopCalls := s.Webhooks.Start(ctx, opened, now, looking.Steps(), log)
	listener, err := web.Listen(ctx, s.Addr)
	if err == nil {
		err = run(ctx, listener, s.Drain, config,
			func() { log.Info("serving", "address", listener.Addr().String(), "data", s.Data) })
	}
	stopMail()
	stopCalls()
	return errors.Join(setup.DeniedAddress(err, s.Addr), opened.Close())
}

func (s serve) unsafe() (warnings []string) {
	for _, one := range []struct {
		is      bool
		warning string
	}{
		{!s.Secure, "without --secure, cookies are sent over connections that others can read"},
		{s.Address == nil,
			"without --address, links in mails lead to " + s.address().String() + ", and passkeys may not work"},
		{!s.Mail.Sends(), "without --smtp, no mail is sent: nobody can confirm an account or reset a password"},
		{secret.ReadableByOthers(cmp.Or(s.Secret, "@"+filepath.Join(s.Data, secret.FileName))),
			"everybody on this machine can read the file of the secret key"},
		{s.Proxied && len(s.Proxies) == 0,
			"with --proxied and without --proxies, this machine and all private networks can claim any client address"},
	} {
		if one.is {
			warnings = append(warnings, one.warning)
		}
	}
	return warnings
}

// run serves until the context ends and so long after, and does periodic work; ready is called at the start.
func run(ctx context.Context, listener net.Listener, drain time.Duration, config web.Config, ready func()) error {
	config.Stopping = ctx.Done()
	web.LimitMemory(os.ReadFile)
	handler, err := web.New(config)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	ctx, stop := context.WithCancel(ctx)
	var aside sync.WaitGroup
	defer aside.Wait()
	defer stop()
	aside.Go(func() { web.RunPeriodicJobs(ctx, config) })
	aside.Go(func() { web.ReceiveUploads(ctx, config) })
	answering, end := web.Drained(ctx, drain)
	defer end()
	ready()
	return web.Serve(answering, listener, handler, config.Log)
}
