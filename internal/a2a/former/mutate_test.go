package former

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"os"
	"strings"
	"testing"
	"time"
)

type node struct {
	kind  byte // { [ or v
	names []string
	kids  []*node
	text  string
}

func parse(b []byte) *node {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	n, _ := value(d)
	return n
}

func value(d *json.Decoder) (*node, bool) {
	tok, err := d.Token()
	if err != nil {
		return nil, false
	}
	switch tok {
	case json.Delim('{'):
		n := &node{kind: '{'}
		for d.More() {
			k, _ := d.Token()
			v, ok := value(d)
			if !ok {
				return nil, false
			}
			n.names, n.kids = append(n.names, k.(string)), append(n.kids, v)
		}
		d.Token()
		return n, true
	case json.Delim('['):
		n := &node{kind: '['}
		for d.More() {
			v, ok := value(d)
			if !ok {
				return nil, false
			}
			n.kids = append(n.kids, v)
		}
		d.Token()
		return n, true
	}
	b, _ := json.Marshal(tok)
	return &node{kind: 'v', text: string(b)}, true
}

func (n *node) write(b *bytes.Buffer) {
	switch n.kind {
	case '{':
		b.WriteByte('{')
		for i, k := range n.kids {
			if i > 0 {
				b.WriteByte(',')
			}
			q, _ := json.Marshal(n.names[i])
			b.Write(q)
			b.WriteByte(':')
			k.write(b)
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, k := range n.kids {
			if i > 0 {
				b.WriteByte(',')
			}
			k.write(b)
		}
		b.WriteByte(']')
	default:
		b.WriteString(n.text)
	}
}

func (n *node) clone() *node {
	c := *n
	c.names = append([]string(nil), n.names...)
	c.kids = nil
	for _, k := range n.kids {
		c.kids = append(c.kids, k.clone())
	}
	return &c
}

func (n *node) all(list []*node) []*node {
	list = append(list, n)
	for _, k := range n.kids {
		list = k.all(list)
	}
	return list
}

var odd = []string{`null`, `1`, `-1`, `0`, `"x"`, `""`, `true`, `false`, `{}`, `[]`, `[1]`, `[null]`, `"true"`, `"3"`, `1.5`, `"TASK_STATE_COMPLETED"`, `"completed"`, `"2024-01-02T03:04:05"`, `"2024-01-02T03:04:05+02:00"`, `"not base64!"`, `"aGk="`, `"http://10.0.0.1/x"`, `"https://x.test/"`, `"tasks/a"`, `"text"`, `"task"`, `"message"`, `"status-update"`, `"user"`, `"ROLE_AGENT"`}

func snake(s string) string {
	var b strings.Builder
	for _, c := range s {
		if c >= 'A' && c <= 'Z' {
			b.WriteByte('_')
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}

func mutate(r *rand.Rand, n *node, names []string, pool []*node) {
	for range 1 + r.Intn(3) {
		list := n.all(nil)
		x := list[r.Intn(len(list))]
		switch r.Intn(8) {
		case 0, 1:
			if len(x.kids) > 0 {
				i := r.Intn(len(x.kids))
				x.kids = append(x.kids[:i], x.kids[i+1:]...)
				if x.kind == '{' {
					x.names = append(x.names[:i], x.names[i+1:]...)
				}
			}
		case 2, 3:
			if x.kind == '{' {
				v := &node{kind: 'v', text: odd[r.Intn(len(odd))]}
				if r.Intn(3) == 0 {
					v = pool[r.Intn(len(pool))].clone()
				}
				x.names, x.kids = append(x.names, names[r.Intn(len(names))]), append(x.kids, v)
			}
		case 4:
			if x.kind == '{' && len(x.names) > 0 {
				i := r.Intn(len(x.names))
				if r.Intn(2) == 0 {
					x.names[i] = snake(x.names[i])
				} else {
					x.names[i] = names[r.Intn(len(names))]
				}
			}
		case 5, 6:
			*x = node{kind: 'v', text: odd[r.Intn(len(odd))]}
		case 7:
			if x.kind == '[' {
				x.kids = append(x.kids, pool[r.Intn(len(pool))].clone())
			} else {
				*x = *pool[r.Intn(len(pool))].clone()
			}
		}
	}
}

func TestMutations(t *testing.T) {
	d, err := time.ParseDuration(os.Getenv("FORMER"))
	if err != nil {
		t.Skip("FORMER=1m for a minute")
	}
	all := pairs(t)
	var docs []*node
	seen, names := map[string]bool{}, []string(nil)
	for _, p := range pieces(t) {
		if n := parse(p); n != nil {
			docs = append(docs, n)
			for _, x := range n.all(nil) {
				for _, name := range x.names {
					if !seen[name] && len(name) < 40 {
						seen[name] = true
						names = append(names, name)
					}
				}
			}
		}
	}
	seed := time.Now().UnixNano()
	r := rand.New(rand.NewSource(seed))
	counts, runs := map[string]int{}, 0
	for end := time.Now().Add(d); time.Now().Before(end); runs++ {
		n := docs[r.Intn(len(docs))].clone()
		mutate(r, n, names, docs)
		var b bytes.Buffer
		n.write(&b)
		in := b.Bytes()
		if len(in) > 4<<10 || known(in) {
			continue
		}
		for _, p := range all {
			differences(p, in, func(kind, text string) {
				if listed(kind, text) {
					return
				}
				if counts[p.name+" "+kind]++; counts[p.name+" "+kind] <= 2 {
					t.Errorf("%s %s\nof %.500s\n%s", p.name, kind, in, text)
				}
			})
		}
	}
	t.Logf("seed %d, %d documents, %v", seed, runs, counts)
}
