package redact

import "github.com/a2a-console/a2a-console/internal/wire/coding"

// guess undoes an encoding that only the bytes tell of, within so many others.
func (c *codedBody) guess(name string, depth int) *stage {
	s := newStage(name, c.budget, c.looker(depth+1))
	c.guessed = append(c.guessed, s)
	return s
}

// looker looks at what a decoder gives, and into it where it is encoded once more
// though no head says so.
func (c *codedBody) looker(depth int) func([]byte) { return c.look(depth, false, false) }

// look makes a looker. One that is thorough tries the encodings that bytes do not
// tell of, too; for one that is bare, others look at what is not encoded.
func (c *codedBody) look(depth int, thorough, bare bool) func([]byte) {
	inner := &Redactor{key: c.plain.key, where: c.plain.where, mode: &textMode{how: c.how}}
	c.inner = append(c.inner, inner)
	var guesses []*stage
	begun := false
	return func(p []byte) {
		if !begun && depth < coding.MaxLayers {
			switch told := packedAs(p); {
			case told != "":
				guesses = append(guesses, c.guess(told, depth))
			case thorough:
				guesses = append(guesses, c.guess("br", depth), c.guess("deflate", depth))
			}
		}
		begun = true
		for _, s := range guesses {
			if !s.broken {
				s.Feed(p)
			}
		}
		if !bare && !c.hiding {
			inner.Body(p)
			c.hiding = inner.found()
		}
	}
}

// misnamedKept bounds what is kept of what a decoder took before it gave anything.
const misnamedKept = 64 << 10

// watched feeds a stage that a head names. Senders name encodings that they did not
// use, or twice: where the stage gives up on what it took, that is looked at
// itself. Bare deflate may have given something by then, since it has no head. br
// and zstd are not watched: what they refuse becomes filler.
func (c *codedBody) watched(s *stage) func([]byte) {
	if !c.claim || s.name == "br" || s.name == "zstd" {
		return s.Feed
	}
	came, right := []byte{}, false
	var look func([]byte)
	doubt := func() {
		look = c.look(len(c.stages), true, s == c.stages[0])
		look(came)
		came = nil
	}
	s.finish = func() {
		if !s.whole && len(came) > 0 {
			doubt()
		}
	}
	return func(p []byte) {
		if look != nil {
			look(p)
			return
		}
		s.Feed(p)
		if right = right || s.gave && s.name != "deflate" || len(came)+len(p) > misnamedKept; right {
			came = nil
			return
		}
		if came = append(came, p...); s.broken {
			doubt()
		}
	}
}
