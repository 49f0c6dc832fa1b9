package fold

import "github.com/a2a-console/a2a-console/internal/a2a"

// Findings folds the problems of a response's documents: the same problem in each event of a stream
// is one finding with a count. Problems are the same when their a2a.Problem.Key is; each further
// one in the same document is a finding of its own. The zero value is ready to use.
type Findings struct {
	index   map[findingKey]int
	times   []int
	omitted int // beyond mostFolded

	document map[findingKey]int // how often each occurred in the current document
}

type findingKey struct {
	a2a.ProblemKey
	nth int // in its document
}

// mostFolded bounds the findings that a hostile stream makes us keep. Any beyond it count each time.
const mostFolded = 1 << 12

// Add takes the problems of the next document and calls each, which may be nil, for each in order: with the
// number of its finding, from 0, and how often that was found so far; 1 means that it is new.
func (f *Findings) Add(document []a2a.Problem, each func(n, times int, p a2a.Problem)) {
	f.change(document, 1, each)
}

// change is Add or, with -1, withdraws a document's problems; then 0 means that a finding is gone.
func (f *Findings) change(document []a2a.Problem, by int, each func(n, times int, p a2a.Problem)) {
	if len(document) == 0 {
		return
	}
	if f.index == nil {
		f.index, f.document = map[findingKey]int{}, map[findingKey]int{}
	}
	clear(f.document)
	for _, p := range document {
		k := findingKey{ProblemKey: p.Key()}
		f.document[k]++
		k.nth = f.document[k]
		n, times := f.number(k, by)
		if each != nil {
			each(n, times, p)
		}
	}
}

func (f *Findings) number(k findingKey, by int) (n, times int) {
	n, known := f.index[k]
	if !known && len(f.times) == mostFolded {
		f.omitted++
		return mostFolded + f.omitted - 1, max(by, 0)
	}
	if !known {
		n = len(f.times)
		f.index[k], f.times = n, append(f.times, 0)
	}
	f.times[n] += by
	return n, f.times[n]
}
