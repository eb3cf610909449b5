package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"

	"green500/handlers/api"
	"green500/handlers/upload"
	"green500/store/uploads"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/review"
	"green500/validation/review/receipt"
)

// blank is a filing that nobody has sent yet.
func (p *person) blank(r *release, number int) *filing {
	p.Helper()
	clean := sample.Clean(1, "2.0")
	clean.Entry.Edition, clean.Entry.System.Name, clean.Entry.System.Interconnect = r.name,
		fmt.Sprintf("System %d", number), "Fabric"
	written, err := document.YAML(&clean.Entry)
	must(p.T, err)
	f := &filing{owner: p, system: clean.Entry.System.Name, edition: r, document: written,
		state: heard[review.State]{review.Draft}, note: heard[string]{"Fabric"}, inHand: true}
	for _, name := range slices.Sorted(maps.Keys(clean.Files)) {
		// no two entries have the same evidence
		content := append(slices.Clone(clean.Files[name]), fmt.Sprintf("\n# %d\n", number)...)
		if name == clean.Entry.Series[0].File {
			content = clean.Files[name]
		}
		f.files = append(f.files,
			&parcel{name: name, content: content, digest: fmt.Sprintf("%x", sha256.Sum256(content))})
	}
	return f
}

// one is the value that something has; it has to be one of those that were asked for, and is the only one from now on.
func one[T comparable](p *person, what string, asked *heard[T], is T) {
	p.Helper()
	if !slices.Contains(*asked, is) {
		p.Errorf("%s is %v, and was acknowledged or asked to be %v", what, is, *asked)
	}
	p.book.note(func() { *asked = heard[T]{is} })
}

// check reads a filing as it stands, and holds it against what its people were told.
func (p *person) check(ctx context.Context, f *filing) error {
	p.Helper()
	if f.number == 0 {
		if err := p.find(ctx, f); err != nil || f.number == 0 {
			return err
		}
	}
	body, err := p.get(ctx, fmt.Sprintf("/api/v1/submissions/%d", f.number))
	if err != nil {
		return err
	}
	if err := p.read(body, func(is api.Submission) { p.holdEntry(f, is) }); err != nil {
		return err
	}
	if err := p.checkNote(ctx, f); err != nil || !f.open() {
		return err
	}
	return p.checkUploads(ctx, f)
}

// find looks for an entry whose making was not answered.
func (p *person) find(ctx context.Context, f *filing) error {
	body, err := p.get(ctx, "/api/v1/submissions")
	if err != nil {
		return err
	}
	return readAnswer(p, body, func(all []api.Submission) {
		for _, is := range all {
			if is.System == f.system {
				if f.number != 0 {
					p.Errorf("%s was filed once, and is there as %d and %d", f.system, f.number, is.ID)
				}
				p.book.note(func() { f.number = is.ID })
			}
		}
	})
}

func (p *person) holdEntry(f *filing, is api.Submission) {
	p.Helper()
	what := fmt.Sprintf("submission %d", f.number)
	if is.System != f.system || is.Edition != f.edition.name {
		p.Errorf("%s is that of %s for %s, and not of %s for %s", what, is.System, is.Edition, f.system, f.edition.name)
	}
	if was := f.state.now(); was != is.State && is.State == review.Returned {
		p.book.note(func() { f.changes = 0 })
	}
	one(p, what, &f.state, is.State)
	p.book.note(func() { f.revision = is.Revision })
	there := map[string]api.File{}
	for _, file := range is.Files {
		there[file.Name] = file
	}
	for _, sent := range f.files {
		file, kept := there[sent.name]
		delete(there, sent.name)
		switch {
		case sent.kept && !kept:
			p.Errorf("%s has lost %s, which was kept", what, sent.name)
		case kept && (file.SHA256 != sent.digest || file.Size != int64(len(sent.content))):
			p.Errorf("%s holds %+v, and %s of %d bytes was sent", what, file, sent.digest, len(sent.content))
		}
	}
	if len(there) > 0 {
		p.Errorf("%s holds what nobody sent: %v", what, there)
	}
}

// notedLine is how the field that is changed stands in a document.
var notedLine = regexp.MustCompile(`(?m)^ *interconnect: (.*)$`)

// checkNote reads the document: as it was typed while it can be changed, and as it was submitted then.
func (p *person) checkNote(ctx context.Context, f *filing) error {
	p.Helper()
	page := map[bool]string{true: "yaml", false: "submission.yaml"}[f.open()]
	body, err := p.getText(ctx, fmt.Sprintf("/submissions/%d/%s", f.number, page))
	if err != nil {
		return err
	}
	found := notedLine.FindSubmatch(body)
	if found == nil {
		p.Errorf("the document of submission %d says nothing of %s", f.number, notedField)
		return nil
	}
	one(p, fmt.Sprintf("%s of submission %d", notedField, f.number), &f.note, string(found[1]))
	return nil
}

// checkUploads looks at what is on its way; one whose beginning was not answered is gone on with.
func (p *person) checkUploads(ctx context.Context, f *filing) error {
	body, err := p.get(ctx, fmt.Sprintf("/submissions/%d/uploads", f.number))
	if err != nil {
		return err
	}
	return readAnswer(p, body, func(all upload.Uploads) {
		there := map[string]upload.Upload{}
		for _, u := range all.Uploads {
			there[u.ID] = u
		}
		for _, sent := range f.files {
			if u, begun := there[sent.id]; begun {
				p.hold(sent, u)
				continue
			}
			if sent.id != "" {
				p.Errorf("upload %s of %s is gone", sent.id, sent.name)
			}
			for _, u := range all.Uploads {
				if u.Name == sent.name && u.Size == int64(len(sent.content)) && u.State == uploads.Arriving {
					p.book.note(func() { sent.id = u.ID })
				}
			}
		}
	})
}

// checkRelease reads an edition, and its list if that is published: whole, or not at all.
func (p *person) checkRelease(ctx context.Context, r *release) error {
	p.Helper()
	body, err := p.get(ctx, "/api/v1/server")
	if err != nil {
		return err
	}
	open := false
	if err := readAnswer(p, body, func(s api.Server) {
		open = slices.ContainsFunc(s.Editions, func(e api.Edition) bool { return e.Name == r.name })
	}); err != nil {
		return err
	}
	got, err := p.send(ctx, request{method: http.MethodGet, path: "/lists/" + r.name + "/list.json?as-of=released"})
	if err != nil || got.status >= http.StatusInternalServerError {
		return errDoubt
	}
	published := got.status == http.StatusOK
	if open && published {
		p.Errorf("%s is published, and is still to be", r.name)
	}
	one(p, "the opening of "+r.name, &r.open, open || published)
	one(p, "the publishing of "+r.name, &r.published, published)
	if !published {
		return nil
	}
	return p.checkList(ctx, r, got.body)
}

// checkList holds a list against what it was, and against the filings that are on it.
func (p *person) checkList(ctx context.Context, r *release, list []byte) error {
	p.Helper()
	if r.list != nil && !bytes.Equal(r.list, list) {
		p.Errorf("the list of %s as it was released has changed", r.name)
	}
	r.list = list
	rows := 0
	if err := readAnswer(p, list, func(all []map[string]any) { rows = len(all) }); err != nil {
		return err
	}
	if rows != len(r.filings) {
		p.Errorf("the list of %s has %d rows, and %d entries were accepted", r.name, rows, len(r.filings))
	}
	body, err := p.get(ctx, "/lists/"+r.name+"/errata.json")
	if err != nil {
		return err
	}
	return readAnswer(p, body,
		func(all []json.RawMessage) { one(p, "the number of errata of "+r.name, &r.errata, len(all)) })
}

// checkEvidence reads every file of a filing again, and its receipts.
func (p *person) checkEvidence(ctx context.Context, f *filing, key string) error {
	p.Helper()
	for _, sent := range f.files {
		if !sent.kept {
			continue
		}
		content, err := p.get(ctx, fmt.Sprintf("/submissions/%d/files/%s", f.number, sent.name))
		if err != nil {
			return err
		}
		if !bytes.Equal(content, sent.content) {
			p.Errorf("%s of submission %d is not what was sent", sent.name, f.number)
		}
		text, err := p.get(ctx, sent.receipt)
		if err != nil {
			return err
		}
		given, signer, err := receipt.Read("receipt", text)
		if err != nil || signer != key || len(given.Files) != 1 || given.Files[0].SHA256 != sent.digest {
			p.Errorf("the receipt of %s of submission %d: %v: %+v", sent.name, f.number, err, given.Files)
		}
	}
	return nil
}
