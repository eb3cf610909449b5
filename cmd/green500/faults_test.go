package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/storetest"
	"green500/validation/review"
)

const (
	roundsVariable = "GREEN500_FAULT_ROUNDS" // of all trials together
	seedVariable   = "GREEN500_FAULT_SEED"   // of the first round; the next has the next
	roundsInCI     = 200
	roundsOnADesk  = 20
	proveEvery     = 100 // rounds
)

// TestFaultsOnOneMachineLoseNothing kills a server over a file and a folder, and lets its clock jump, while people work
// with it.
func TestFaultsOnOneMachineLoseNothing(t *testing.T) {
	t.Parallel()
	storetest.Long(t)
	i := newInstallation(t, t.TempDir())
	runTrial(i, rounds(t, 2), append(processFaults(), clockFaults()...))
}

// TestAFullDiskLosesNothingOfWhatPeopleDo fills the disk on which everything lies, again and again.
func TestAFullDiskLosesNothingOfWhatPeopleDo(t *testing.T) {
	t.Parallel()
	storetest.Long(t)
	storetest.OnSmallDisk(t, "96m", func(t *testing.T, folder string) {
		i := newInstallation(t, folder)
		runTrial(i, rounds(t, 1), diskFaults(folder))
	})
}

// TestFaultsBetweenMachinesLoseNothing kills a server, its database and its object store, and cuts the network between
// them.
func TestFaultsBetweenMachinesLoseNothing(t *testing.T) {
	t.Parallel()
	storetest.Long(t)
	i := newInstallation(t, t.TempDir())
	i.cluster = storetest.NewCluster(t)
	i.toDatabase = newWire(t, i.cluster.Address())
	i.warehouse = storetest.NewWarehouse(t)
	i.toWarehouse = newWire(t, i.warehouse.Address())
	bucket := i.warehouse.Location(i.toWarehouse.address())
	i.place.Database, i.place.Blobs, i.place.Secret = i.cluster.URL(i.toDatabase.address()), bucket.At,
		storetest.SecretText
	i.place.AccessKey, i.place.SecretKey = bucket.AccessKey, bucket.SecretKey
	runTrial(i, rounds(t, 2), slices.Concat(processFaults(), clockFaults(), machineFaults()))
}

// rounds is how many a trial has of its share of all, which are in five parts.
func rounds(t *testing.T, parts int) int {
	t.Helper()
	all := roundsOnADesk
	if os.Getenv("CI") != "" || os.Getenv("GREEN500_TEST_REQUIRE") != "" {
		all = roundsInCI
	}
	return max(1, number(t, roundsVariable, all)*parts/5)
}

// number is what a variable of the environment says, or what is usual.
func number(t *testing.T, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	said, err := strconv.Atoi(text)
	if err != nil || said < 0 {
		t.Fatalf("%s is %q, and no number", variable, text)
	}
	return said
}

// trial is people who work with an installation to which things happen.
type trial struct {
	*installation
	book   *book
	crew   []*person
	editor *person
	struck map[string]int
}

const trialPassword = "a password for the trial"

// runTrial has people work while faults strike, and after each holds what they were told against what is there.
func runTrial(i *installation, rounds int, faults []fault) {
	i.Helper()
	seed := number(i.T, seedVariable, int(time.Now().UnixNano()%1_000_000))
	i.Logf("%d rounds from %s=%d on", rounds, seedVariable, seed)
	began := time.Now()
	t := &trial{installation: i, book: &book{actions: map[string]int{}}, struck: map[string]int{}}
	t.gather(uint64(seed))
	for n := range rounds {
		t.round(seed+n, faults)
		if i.Failed() {
			i.Fatalf("it failed in a round that is repeated with %s=%d %s=1, as far as that depends on chance of ours",
				seedVariable, seed+n, roundsVariable)
		}
		if (n+1)%proveEvery == 0 {
			t.proveAll()
		}
	}
	t.finish()
	t.proveAll()
	t.tell(rounds, time.Since(began))
}

// gather makes the accounts, starts the server and has everybody sign in.
func (t *trial) gather(seed uint64) {
	t.Helper()
	ctx := t.Context()
	domains := map[review.Role]string{review.Submitter: "centre.example.org", review.Reviewer: "review.example.net",
		review.Editor: "list.example.com"}
	var people []accounts.NewUser
	for n, role := range []review.Role{review.Submitter, review.Submitter, review.Submitter, review.Reviewer,
		review.Reviewer, review.Editor} {
		people = append(people, accounts.NewUser{Email: fmt.Sprintf("person%d@%s", n, domains[role]),
			Name: fmt.Sprintf("Person %d", n), Role: role, Password: trialPassword})
	}
	tokens := t.people(ctx, people...)
	t.setClock(0)
	t.begin()
	t.await()
	for n, one := range people {
		p := newPerson(t.book, t.installation, seed+uint64(n), tokens[one.Email])
		switch one.Role {
		case review.Submitter:
			p.step, p.mine = submitterStep, func(f *filing) bool { return f.owner == p }
		case review.Reviewer:
			p.step, p.mine = reviewerStep, func(f *filing) bool { return f.number%2 == int64(n%2) }
		default:
			p.step, t.editor = editorStep, p
		}
		if p.token == "" {
			p.signIn(ctx, one.Email, one.Password)
		}
		t.crew = append(t.crew, p)
	}
}

const (
	mostDeeds    = 16                    // after which a fault strikes at the latest
	longestSpell = 12 * time.Millisecond // after the last of them: into the middle of something
	longestFault = 80 * time.Millisecond // until it is mended
	leaseTime    = 61 * time.Second      // after which what was begun is tried again
)

// round has everybody work, lets a fault strike, mends it and holds what there is against what was told.
func (t *trial) round(seed int, faults []fault) {
	t.Helper()
	chance := rand.New(rand.NewPCG(uint64(seed), 1))
	struck := faults[chance.IntN(len(faults))]
	t.struck[struck.name]++
	ctx, hangUp := context.WithCancel(t.Context())
	defer hangUp()
	stop := make(chan struct{})
	var working sync.WaitGroup
	for _, p := range t.crew {
		p.doing.Store(works)
		working.Go(func() { p.work(ctx, stop) })
	}
	t.awaitDeeds(chance.IntN(mostDeeds))
	pause(chance, longestSpell)
	heal := struck.strike(t, chance, hangUp)
	pause(chance, longestFault)
	close(stop)
	heal()
	working.Wait()
	t.await()
	t.setClock(t.jump + leaseTime) // what a dead server had begun passes on to the next
	t.check()
	if t.Failed() {
		t.Logf("after this: %s", struck.name)
	}
}

// awaitDeeds waits until so many more were acknowledged, on a fast machine as on a slow one, or until that cannot be: a
// connection that broke in an earlier round may be found out only now, and whoever finds it out rests.
func (t *trial) awaitDeeds(more int) {
	t.Helper()
	enough := t.book.count() + more
	for ends := time.Now().Add(patience); t.book.count() < enough && !t.stands(); time.Sleep(time.Millisecond) {
		if time.Now().After(ends) {
			t.Fatal("people get nothing done, and nothing has struck")
		}
	}
}

// stands reports whether everybody rests, or waits for those who do.
func (t *trial) stands() bool {
	rest := false
	for _, p := range t.crew {
		switch p.doing.Load() {
		case works:
			return false
		case rests:
			rest = true
		}
	}
	return rest
}

// pause waits for a while that chance chooses.
func pause(chance *rand.Rand, longest time.Duration) { time.Sleep(upTo(chance, longest)) }

func upTo(chance *rand.Rand, longest time.Duration) time.Duration {
	return time.Duration(chance.Int64N(int64(longest)))
}

// check holds what there is against what people were told. A request may fail while a server comes back; it is asked
// again.
func (t *trial) check() {
	t.Helper()
	for _, f := range t.book.filings {
		if f.state.now() == review.Published && len(f.state) == 1 || f.state.now() == review.Corrected {
			continue // its list is looked at
		}
		t.insist(func(ctx context.Context) error { return f.owner.check(ctx, f) })
	}
	for _, r := range t.book.releases {
		if r.errata.now() == 0 || len(r.errata) > 1 {
			t.insist(func(ctx context.Context) error { return t.editor.checkRelease(ctx, r) })
		}
	}
}

// insist asks until there is an answer.
func (t *trial) insist(ask func(context.Context) error) {
	t.Helper()
	ends := time.Now().Add(patience)
	for err := ask(t.Context()); err != nil; err = ask(t.Context()) {
		if t.Failed() || time.Now().After(ends) {
			t.Fatalf("the server does not come back: %v", err)
		}
		time.Sleep(idle)
	}
}

// finish has people go on undisturbed until every file that was sent is kept. A file that could not be read often is
// tried again minutes later, and those pass quickly.
func (t *trial) finish() {
	t.Helper()
	ends, passes := time.Now().Add(patience), time.Now().Add(time.Second)
	for _, f := range t.book.filings {
		for f.number != 0 && f.open() && !f.kept() {
			t.insist(func(ctx context.Context) error { return f.owner.bring(ctx, f) })
			if time.Now().After(passes) {
				t.setClock(t.jump + leaseTime)
				passes = time.Now().Add(time.Second)
			}
			if time.Now().After(ends) {
				t.Fatalf("the files of submission %d are not taken in", f.number)
			}
		}
	}
	t.check()
}

// proveAll looks at everything that there is: by the program itself, and with the eyes of those who work with it.
func (t *trial) proveAll() {
	t.Helper()
	t.prove()
	key, err := t.editor.get(t.Context(), "/receipts/key")
	must(t.T, err)
	for _, f := range t.book.filings {
		if f.number != 0 {
			t.insist(func(ctx context.Context) error { return f.owner.check(ctx, f) })
			t.insist(func(ctx context.Context) error {
				return f.owner.checkEvidence(ctx, f, strings.TrimSpace(string(key)))
			})
		}
	}
	for _, r := range t.book.releases {
		t.insist(func(ctx context.Context) error { return t.editor.checkRelease(ctx, r) })
	}
	t.holdTables()
	t.holdLeftovers()
}

// tell says what was done and what struck.
func (t *trial) tell(rounds int, took time.Duration) {
	t.Helper()
	t.Logf("%d rounds in %.1f s, %.2f s a round", rounds, took.Seconds(), took.Seconds()/float64(rounds))
	t.Logf("struck: %v", t.struck)
	t.Logf("acknowledged: %v", t.book.actions)
	if rounds >= roundsInCI/2 &&
		(t.book.actions["publish"] == 0 || t.book.actions["keep a file"] == 0 || t.book.actions["correct"] == 0) {
		t.Error("too little was done for the trial to prove anything")
	}
}
