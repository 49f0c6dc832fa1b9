package redact

import "github.com/a2a-console/a2a-console/internal/wire/coding"

// sniff decodes an encoding that only the bytes tell of, inside depth others.
func (c *encodedBody) sniff(name string, depth int) *stage {
	s := newStage(name, c.budget, c.inspector(depth+1))
	c.sniffed = append(c.sniffed, s)
	return s
}

// inspector looks for secrets in what a decoder gives. Where its first bytes are those
// of another encoding, that is decoded too, though no header names it.
func (c *encodedBody) inspector(depth int) func([]byte) { return c.newInspector(depth, false, false) }

// newInspector makes an inspector. A thorough one also tries the encodings that have no
// magic bytes. With onlyNested, others look at what is not encoded.
func (c *encodedBody) newInspector(depth int, thorough, onlyNested bool) func([]byte) {
	inner := c.plain.with(&textMode{secrets: c.secrets})
	c.inner = append(c.inner, inner)
	var guesses []*stage
	begun := false
	return func(p []byte) {
		if !begun && depth < coding.MaxLayers {
			switch told := sniffEncoding(p); {
			case told != "":
				guesses = append(guesses, c.sniff(told, depth))
			case thorough:
				guesses = append(guesses, c.sniff("br", depth), c.sniff("deflate", depth))
			}
		}
		begun = true
		for _, s := range guesses {
			if !s.broken {
				s.Feed(p)
			}
		}
		if !onlyNested && !c.hiding {
			inner.Body(p)
			c.hiding = inner.found()
		}
	}
}

// maxSniffed bounds what is kept of the input of a decoder that has produced nothing.
const maxSniffed = 64 << 10

// feeder feeds a stage that a header names. Senders name encodings that they did not
// use, or name one twice: where the stage gives up on what it took, that is inspected
// itself. Raw deflate may have produced something by then, since it has no header. br
// and zstd need none of this: what they refuse becomes filler.
func (c *encodedBody) feeder(s *stage) func([]byte) {
	if !c.declared || s.name == "br" || s.name == "zstd" {
		return s.Feed
	}
	came, right := []byte{}, false
	var look func([]byte)
	doubt := func() {
		look = c.newInspector(len(c.stages), true, s == c.stages[0])
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
		if right = right || s.produced && s.name != "deflate" || len(came)+len(p) > maxSniffed; right {
			came = nil
			return
		}
		if came = append(came, p...); s.broken {
			doubt()
		}
	}
}
