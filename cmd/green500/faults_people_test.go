package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"green500/handlers/api"
	"green500/handlers/upload"
	"green500/store/uploads"
	"green500/validation/review"
	"green500/validation/rules"
)

const (
	entriesOfList = 3 // filings of an edition
	draftsAtOnce  = 2 // of one submitter
	fieldChanges  = 3 // of a draft, before it is submitted
	idle          = 5 * time.Millisecond
)

// submitterStep sends files, changes drafts and submits them.
func submitterStep(ctx context.Context, p *person) error {
	f := p.book.takeFiling(
		func(f *filing) bool { return p.mine(f) && f.open() && (f.number == 0 || p.chance.IntN(2) == 0) })
	if f == nil {
		f = p.newFiling()
	}
	if f == nil {
		return errNothing
	}
	defer p.book.note(func() { f.inHand = false })
	switch {
	case f.number == 0:
		return p.file(ctx, f)
	case !f.kept() && p.chance.IntN(4) > 0:
		return p.bring(ctx, f)
	case f.changes < fieldChanges || !f.kept():
		return p.change(ctx, f)
	}
	return p.submit(ctx, f)
}

// newFiling begins another for an edition that wants one, unless enough are in hand.
func (p *person) newFiling() *filing {
	b := p.book
	b.Lock()
	defer b.Unlock()
	drafts := 0
	for _, f := range b.filings {
		if p.mine(f) && f.open() {
			drafts++
		}
	}
	if drafts >= draftsAtOnce {
		return nil
	}
	for _, r := range b.releases {
		if !r.open.now() || len(r.filings) >= entriesOfList {
			continue
		}
		f := p.blank(r, len(b.filings))
		r.filings, b.filings = append(r.filings, f), append(b.filings, f)
		return f
	}
	return nil
}

// file starts the entry with its document.
func (p *person) file(ctx context.Context, f *filing) error {
	got, err := p.ask(ctx,
		request{method: http.MethodPost, path: "/api/v1/submissions", body: f.document, wants: http.StatusCreated})
	if err != nil {
		return err
	}
	return p.read(got.body, func(made api.Submission) {
		p.book.done("file", func() { f.number = made.ID })
	})
}

// readAnswer decodes what the server answered, and passes it on.
func readAnswer[T any](p *person, body []byte, use func(T)) error {
	var said T
	if err := json.Unmarshal(body, &said); err != nil {
		p.Errorf("an answer cannot be read: %v: %.200s", err, body)
		return errDoubt
	}
	use(said)
	return nil
}

func (p *person) read(body []byte, use func(api.Submission)) error {
	return readAnswer(p, body, use)
}

// bring sends a part of a file that is not there yet, or looks how far it is.
func (p *person) bring(ctx context.Context, f *filing) error {
	for _, one := range f.files {
		switch {
		case one.kept:
		case one.id == "":
			return p.beginUpload(ctx, f, one)
		case one.arrived < int64(len(one.content)):
			return p.patch(ctx, one)
		default:
			if err := p.look(ctx, one); err != nil || one.kept {
				return err
			}
		}
	}
	time.Sleep(idle)
	return nil
}

func (p *person) beginUpload(ctx context.Context, f *filing, one *parcel) error {
	encoded := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	metadata := "filename " + encoded(one.name) + ",entry " + encoded(strconv.FormatInt(f.number, 10))
	if p.chance.IntN(2) == 0 {
		metadata += ",sha256 " + encoded(one.digest)
	}
	got, err := p.ask(ctx,
		request{method: http.MethodPost, path: "/uploads", wants: http.StatusCreated, header: map[string]string{
			"Tus-Resumable": tusVersion, "Upload-Length": strconv.Itoa(len(one.content)), "Upload-Metadata": metadata,
		}})
	if err != nil {
		return err
	}
	p.book.done("start an upload", func() { one.id = got.header.Get("Location")[len("/uploads/"):] })
	return nil
}

// patch sends the rest of a file, or a part of that. If a part that was sent before arrives meanwhile, this one does
// not follow any more, and is refused as the protocol of resumable uploads has it: then they ask how far it is.
func (p *person) patch(ctx context.Context, one *parcel) error {
	rest := one.content[one.arrived:]
	if p.chance.IntN(2) == 0 {
		rest = rest[:1+p.chance.IntN(len(rest))]
	}
	one.asked = max(one.asked, one.arrived+int64(len(rest)))
	asked := request{method: http.MethodPatch, path: "/uploads/" + one.id, body: rest, wants: http.StatusNoContent,
		header: map[string]string{
			"Tus-Resumable": tusVersion, "Content-Type": tusType, "Upload-Offset": strconv.FormatInt(one.arrived, 10),
		}}
	if one.late {
		asked.doubts = http.StatusConflict
	}
	got, err := p.ask(ctx, asked)
	if one.late = err != nil; one.late && got.status == http.StatusConflict {
		return p.look(ctx, one)
	}
	if err != nil {
		return err
	}
	offset, err := strconv.ParseInt(got.header.Get("Upload-Offset"), 10, 64)
	if err != nil || offset != one.arrived+int64(len(rest)) {
		p.Errorf("%d bytes after %d were acknowledged as %q", len(rest), one.arrived, got.header.Get("Upload-Offset"))
	}
	p.book.done("send a part of a file", func() { one.arrived = offset })
	return nil
}

// look asks what became of a file. The server may have died before it noted the last byte; to be asked where to go on
// lets it find out.
func (p *person) look(ctx context.Context, one *parcel) error {
	if _, err := p.ask(ctx, request{method: http.MethodHead, path: "/uploads/" + one.id,
		header: map[string]string{"Tus-Resumable": tusVersion}, wants: http.StatusOK}); err != nil {
		return err
	}
	body, err := p.get(ctx, "/uploads/"+one.id)
	if err != nil {
		return err
	}
	return readAnswer(p, body, func(u upload.Upload) { p.hold(one, u) })
}

// hold holds what a server says of an upload against what it said before.
func (p *person) hold(one *parcel, u upload.Upload) {
	p.Helper()
	size := int64(len(one.content))
	if u.Size != size || u.Offset < one.arrived || u.Offset > max(one.asked, one.arrived) ||
		u.State != uploads.Arriving && u.Offset != size {
		p.Errorf("upload %s of %d bytes, of which %d were acknowledged and %d sent, is %+v", one.id, size,
			one.arrived, one.asked, u)
	}
	switch u.State {
	case uploads.Kept:
		if u.Digest != one.digest || u.Receipt == "" {
			p.Errorf("%s of the digest %s is kept as %+v", one.name, one.digest, u)
		}
		if !one.kept {
			p.book.done("keep a file", func() { one.arrived, one.kept, one.receipt = size, true, u.Receipt })
		}
	case uploads.Refused:
		p.Errorf("%s is refused: %s", one.name, u.Message)
	default:
		p.book.note(func() { one.arrived = u.Offset })
	}
}

// notedField is the field that is changed again and again; what it holds decides nothing.
const notedField = "system.interconnect"

func (p *person) change(ctx context.Context, f *filing) error {
	was := f.note.now()
	value := fmt.Sprintf("Fabric %d", p.chance.Uint32())
	f.note = f.note.asked(value)
	got, err := p.post(ctx, fmt.Sprintf("/submissions/%d/fields", f.number),
		url.Values{"path": {notedField}, "was": {was}, "value": {value}}, http.StatusOK)
	if err != nil {
		return err
	}
	if got.header.Get("HX-Trigger") == "" {
		p.Errorf("what was typed into submission %d is not kept: %s", f.number, sentence(got.body))
	}
	p.book.done("change a field", func() {
		f.note = heard[string]{value}
		f.changes++
	})
	return nil
}

// submit hands a filing over to reviewers.
func (p *person) submit(ctx context.Context, f *filing) error {
	return p.move(ctx, f, review.Submit, review.Submitted, func() error {
		got, err := p.ask(ctx, request{method: http.MethodPost,
			path: fmt.Sprintf("/api/v1/submissions/%d/submit", f.number), wants: http.StatusOK})
		if err != nil {
			return err
		}
		return p.read(got.body, func(made api.Submission) { p.book.note(func() { f.revision = made.Revision }) })
	})
}

// move does what brings a filing into another state.
func (p *person) move(_ context.Context, f *filing, verb review.Verb, to review.State, do func() error) error {
	p.book.note(func() { f.state = f.state.asked(to) })
	if err := do(); err != nil {
		return err
	}
	p.book.done(string(verb), func() { f.became(to) })
	return nil
}

// became notes the state of a filing.
func (f *filing) became(state review.State) {
	f.state = heard[review.State]{state}
	if state == review.Returned {
		f.changes = 0
	}
}

// reviewerStep takes what was submitted and decides it.
func reviewerStep(ctx context.Context, p *person) error {
	f := p.book.takeFiling(func(f *filing) bool {
		return p.mine(f) && (f.state.now() == review.Submitted || f.state.now() == review.InReview)
	})
	if f == nil {
		return errNothing
	}
	defer p.book.note(func() { f.inHand = false })
	const returnedOneOf = 5
	verb, to := review.Take, review.InReview
	switch {
	case f.state.now() == review.Submitted:
	case p.chance.IntN(returnedOneOf) == 0:
		verb, to = review.Return, review.Returned
	default:
		verb, to = review.Accept, review.Accepted
	}
	return p.move(ctx, f, verb, to, func() error {
		_, err := p.post(ctx, fmt.Sprintf("/submissions/%d/moves", f.number), url.Values{
			"verb": {string(verb)}, "reason": {"The evidence shows it."}, "revision": {strconv.Itoa(f.revision)},
			"state": {string(f.state.now())}, "read": everyFault(),
		}, http.StatusCreated)
		return err
	})
}

// everyFault is all that can stand against a submission, for a reviewer who reads everything.
func everyFault() []string {
	faults := []string{review.SharedFault}
	for _, rule := range rules.All() {
		faults = append(faults, rule.ID)
	}
	return faults
}

// editorStep opens editions, publishes those whose filings are accepted, corrects what is published, and reads it.
func editorStep(ctx context.Context, p *person) error {
	if r := p.book.takeRelease(func(r *release) bool { return r.open.now() && !r.published.now() && r.ready() }); r !=
		nil {
		defer p.book.note(func() { r.inHand = false })
		return p.publish(ctx, r)
	}
	if r := p.book.takeRelease(func(r *release) bool { return r.published.now() && r.errata.now() == 0 }); r != nil {
		defer p.book.note(func() { r.inHand = false })
		return p.correct(ctx, r)
	}
	if r := p.newRelease(); r != nil {
		defer p.book.note(func() { r.inHand = false })
		return p.openEdition(ctx, r)
	}
	if _, err := p.get(ctx, "/api/v1/lists"); err != nil {
		return err
	}
	return errNothing
}

// ready reports whether an edition has all its filings, each of them accepted for sure.
func (r *release) ready() bool {
	for _, f := range r.filings {
		if f.inHand || len(f.state) > 1 || f.state.now() != review.Accepted {
			return false
		}
	}
	return len(r.filings) == entriesOfList
}

// newRelease is an edition to be opened, so that there is always one that wants filings.
func (p *person) newRelease() *release {
	const spare, first = 2, 3001
	b := p.book
	b.Lock()
	defer b.Unlock()
	open := 0
	for _, r := range b.releases {
		switch {
		case len(r.open) > 1 || r.inHand:
		case !r.open.now():
			r.inHand = true
			return r
		case len(r.filings) < entriesOfList:
			open++
		}
	}
	if open >= spare {
		return nil
	}
	number := len(b.releases)
	r := &release{name: fmt.Sprintf("%d-%s", first+number/2, []string{"06", "11"}[number%2]), open: heard[bool]{false},
		published: heard[bool]{false}, errata: heard[int]{0}, inHand: true}
	b.releases = append(b.releases, r)
	return r
}

func (p *person) openEdition(ctx context.Context, r *release) error {
	p.book.note(func() { r.open = r.open.asked(true) })
	_, err := p.post(ctx, "/editions", url.Values{
		"name": {r.name}, "methodology": {"2.0"}, "opens": {"2020-01-01T00:00"}, "closes": {"2090-01-01T00:00"},
		"zone": {"UTC"}, "grace": {"0"},
	}, http.StatusCreated)
	if err != nil {
		return err
	}
	p.book.done("open an edition", func() { r.open = heard[bool]{true} })
	return nil
}

func (p *person) publish(ctx context.Context, r *release) error {
	p.book.note(func() {
		r.published = r.published.asked(true)
		for _, f := range r.filings {
			f.state = f.state.asked(review.Published)
		}
	})
	if _, err := p.post(ctx, "/editions/"+r.name+"/publish", url.Values{"number": {"0"}},
		http.StatusCreated); err != nil {
		return err
	}
	p.book.done("publish", func() {
		r.published = heard[bool]{true}
		for _, f := range r.filings {
			f.became(review.Published)
		}
	})
	return nil
}

// correct takes the last row off a list.
func (p *person) correct(ctx context.Context, r *release) error {
	last := r.filings[len(r.filings)-1]
	p.book.note(func() {
		r.errata = r.errata.asked(1)
		last.state = last.state.asked(review.Corrected)
	})
	_, err := p.post(ctx, fmt.Sprintf("/lists/%s/errata/%d", r.name, last.number), url.Values{"take_out": {"on"},
		"reason": {"It was measured elsewhere."}, "seen": {"0"}, "do": {"publish"}}, http.StatusCreated)
	if err != nil {
		return err
	}
	p.book.done("correct", func() {
		r.errata = heard[int]{1}
		last.became(review.Corrected)
	})
	return nil
}
