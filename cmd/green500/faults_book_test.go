package main

import (
	"encoding/json"
	"slices"
	"sync"

	"green500/validation/review"
)

// book is what those who work with a server were told by it: what was acknowledged has to be there whatever happens,
// and what was asked for and not answered may be there, wholly, or not at all.
type book struct {
	sync.Mutex
	filings  []*filing
	releases []*release
	actions  map[string]int // how many of each kind were acknowledged
}

// heard is something that has one value of those that were asked for. The first is the one acknowledged last.
type heard[T comparable] []T

// now is what was acknowledged.
func (t heard[T]) now() T { return t[0] }

// asked is heard with one more value that may be the one.
func (t heard[T]) asked(value T) heard[T] { return append(slices.Clone(t), value) }

// filing is an entry, as its people know it. One person at a time has it in hand.
type filing struct {
	owner    *person
	system   string
	number   int64 // 0 until the entry is known to be there
	edition  *release
	document []byte
	state    heard[review.State]
	note     heard[string] // a field of the draft, which is changed again and again
	revision int
	files    []*parcel
	changes  int // of the field, since it was a draft
	inHand   bool
}

// open reports whether its owner can change it.
func (f *filing) open() bool { return f.state.now().Open() }

// kept reports whether every file of it is.
func (f *filing) kept() bool {
	return !slices.ContainsFunc(f.files, func(s *parcel) bool { return !s.kept })
}

// parcel is a file on its way, as whoever sends it knows it.
type parcel struct {
	name, digest string
	content      []byte
	id           string // empty until it was begun
	arrived      int64  // bytes that were acknowledged
	asked        int64  // bytes that were sent, whether or not that was answered
	late         bool   // a part was sent that nobody answered: it may reach the server after whatever is asked next
	kept         bool
	receipt      string // its address
}

// release is an edition, as its editor knows it.
type release struct {
	name      string
	open      heard[bool]
	published heard[bool]
	errata    heard[int]
	list      json.RawMessage // as it was released; nil until it was read
	filings   []*filing
	inHand    bool
}

// take finds the first of some things that is nobody's and that suits, and takes it in hand.
func take[T any](b *book, all *[]*T, inHand func(*T) *bool, suits func(*T) bool) *T {
	b.Lock()
	defer b.Unlock()
	for _, one := range *all {
		if !*inHand(one) && suits(one) {
			*inHand(one) = true
			return one
		}
	}
	return nil
}

// takeFiling takes a filing in hand that suits; nil if there is none.
func (b *book) takeFiling(suits func(*filing) bool) *filing {
	return take(b, &b.filings, func(f *filing) *bool { return &f.inHand }, suits)
}

// takeRelease takes an edition in hand that suits; nil if there is none.
func (b *book) takeRelease(suits func(*release) bool) *release {
	return take(b, &b.releases, func(r *release) *bool { return &r.inHand }, suits)
}

// done puts down what was acknowledged, under the name of its kind, before anything else is done.
func (b *book) done(action string, note func()) {
	b.Lock()
	defer b.Unlock()
	b.actions[action]++
	note()
}

// count is how many actions were acknowledged so far.
func (b *book) count() int {
	b.Lock()
	defer b.Unlock()
	all := 0
	for _, some := range b.actions {
		all += some
	}
	return all
}

// note changes what is known; of what others look at meanwhile nothing is read or written otherwise.
func (b *book) note(change func()) {
	b.Lock()
	defer b.Unlock()
	change()
}
