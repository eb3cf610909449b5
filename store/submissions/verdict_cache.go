// This file owns verdicts and reports that are kept in memory.

package submissions

import (
	"encoding/json"
	"hash/maphash"
	"slices"

	"green500/validation"
	"green500/validation/power"
)

// Rooms of what is remembered of verdicts, in bytes. A report takes about reportWeight times its text.
const (
	verdictRoom  = 24 << 20
	reportRoom   = 24 << 20
	reportWeight = 4
)

// reportCache holds reports that were read lately, by a hash of their text: of 64 bits and of a seed that nobody else
// knows, which takes a tenth of the time of SHA-256 and is enough for the few hundred that there is room for.
type reportCache struct {
	*power.Cache[reportKey, *validation.Report]
	seed maphash.Seed
}

type reportKey struct {
	hash   uint64
	length int
}

func (r *reportCache) key(text []byte) reportKey {
	return reportKey{maphash.Bytes(r.seed, text), len(text)}
}

// read reads a report, unless it was read before. Nobody may change it. If there are no reports to look among it is
// read again.
func (r *reportCache) read(text []byte) (*validation.Report, error) {
	if r == nil {
		report := &validation.Report{}
		return report, json.Unmarshal(text, report)
	}
	key := r.key(text)
	if report, known := r.Get(key); known {
		return report, nil
	}
	report := &validation.Report{}
	if err := json.Unmarshal(text, report); err != nil {
		return nil, err
	}
	r.Put(key, report, reportWeight*len(text))
	return report, nil
}

func (r *reportCache) keep(text []byte, report *validation.Report) {
	r.Put(r.key(text), report, reportWeight*len(text))
}

type verdict struct {
	report *validation.Report // nobody may change it
	text   []byte
	series []SeriesBlob
}

type verdictKept struct {
	report  *validation.Report // nobody may change it
	stencil validation.Stencil
	series  []SeriesBlob
}

func (k verdictKept) of(input string) verdict {
	text, digests := k.stencil.Of(input)
	report := *k.report
	report.Digests = digests
	return verdict{&report, text, slices.Clone(k.series)}
}

// SeriesBlob is where the readings of one series are kept in the canonical form.
type SeriesBlob struct {
	Index  int    // in the document's series
	Digest string // SHA-256 in hex, the name of the blob
	Notes  []power.Note
}
