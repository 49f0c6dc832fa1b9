package wire

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// FilterKeys lists the keys of the filter language, in the order in which
// String writes them.
func FilterKeys() []string {
	return []string{"op", "state", "dialect", "binding", "origin", "outcome", "agent", "task", "context", "session", "method", "status", "dur", "finding"}
}

// ParseFilter reads the filter language: terms separated by spaces, all of
// which must hold.
//
//	op:send state:failed dialect:1.0 binding:jsonrpc origin:client -origin:console
//	outcome:cut agent:HOST task:ID context:ID session:ID method:POST status:4xx
//	dur:>500ms dur:<2s finding:error word "a phrase"
//
// A repeated key gives alternatives. A value or phrase with spaces or quotes
// stands in double quotes, in which \" and \\ are those characters. An error
// names the place, what stands there and what may.
func ParseFilter(s string) (Filter, error) {
	var f Filter
	p := filterParser{in: s, f: &f}
	for {
		p.in = strings.TrimLeft(p.in, " \t\r\n")
		if p.in == "" {
			return f, nil
		}
		p.at = len(s) - len(p.in) + 1
		if err := p.term(); err != nil {
			return Filter{}, err
		}
	}
}

// filterParser reads one term after the other.
type filterParser struct {
	in string
	at int // of the term, counted in bytes from 1
	f  *Filter
}

func (p *filterParser) errorf(format string, a ...any) error {
	return fmt.Errorf("filter, at character %d: %s", p.at, fmt.Sprintf(format, a...))
}

func (p *filterParser) term() error {
	if p.in[0] == '"' {
		text, err := p.value()
		if err == nil && text != "" {
			p.f.Text = append(p.f.Text, text)
		}
		return err
	}
	i := strings.IndexAny(p.in, " \t\r\n:\"")
	if i < 0 || p.in[i] != ':' || strings.HasPrefix(p.in[i:], "://") {
		end := strings.IndexAny(p.in, " \t\r\n")
		if end < 0 {
			end = len(p.in)
		}
		p.f.Text = append(p.f.Text, p.in[:end])
		p.in = p.in[end:]
		return nil
	}
	key, not := strings.CutPrefix(strings.ToLower(p.in[:i]), "-")
	if !slices.Contains(FilterKeys(), key) {
		return p.errorf("%q is no key. Keys are %s. To search for text with a colon, put it in quotes", key, strings.Join(FilterKeys(), ", "))
	}
	if not && key != "origin" {
		return p.errorf("only origin can be excluded with a minus, %s cannot", key)
	}
	p.in = p.in[i+1:]
	p.at += i + 1
	value, err := p.value()
	if err != nil {
		return err
	}
	if value == "" {
		return p.errorf("%s: needs a value, such as %s", key, example(key))
	}
	if not {
		return p.origin(value, &p.f.Not)
	}
	return p.set(key, value)
}

// value reads a quoted or bare value from the front of the input.
func (p *filterParser) value() (string, error) {
	if !strings.HasPrefix(p.in, `"`) {
		end := strings.IndexAny(p.in, " \t\r\n")
		if end < 0 {
			end = len(p.in)
		}
		v := p.in[:end]
		p.in = p.in[end:]
		return v, nil
	}
	var b strings.Builder
	for i := 1; i < len(p.in); i++ {
		switch c := p.in[i]; {
		case c == '"':
			p.in = p.in[i+1:]
			return b.String(), nil
		case c == '\\' && i+1 < len(p.in):
			i++
			b.WriteByte(p.in[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", p.errorf("the quote is not closed")
}

func (p *filterParser) set(key, v string) error {
	f := p.f
	switch key {
	case "op":
		f.Ops = append(f.Ops, v)
	case "state":
		f.States = append(f.States, v)
	case "dialect":
		f.Dialects = append(f.Dialects, v)
	case "binding":
		f.Bindings = append(f.Bindings, strings.ToLower(v))
	case "origin":
		return p.origin(v, &f.Origins)
	case "outcome":
		return p.outcome(v)
	case "agent":
		f.Agents = append(f.Agents, v)
	case "task":
		return p.once(key, v, &f.Task)
	case "context":
		return p.once(key, v, &f.Context)
	case "session":
		return p.once(key, v, &f.Session)
	case "method":
		return p.once(key, strings.ToUpper(v), &f.Method)
	case "status":
		return p.status(v)
	case "dur":
		return p.duration(v)
	case "finding":
		return p.finding(v)
	}
	return nil
}

func (p *filterParser) once(key, v string, to *string) error {
	if *to != "" && *to != v {
		return p.errorf("%s: can be given once; it is already %q", key, *to)
	}
	*to = v
	return nil
}

func (p *filterParser) origin(v string, to *[]Origin) error {
	all := []Origin{Client, Compose, Console, Replay, Push}
	o := Origin(strings.ToLower(v))
	if !slices.Contains(all, o) {
		return p.errorf("%q is no origin. Origins are %s", v, list(all))
	}
	*to = append(*to, o)
	return nil
}

func (p *filterParser) outcome(v string) error {
	v = strings.ToLower(v)
	all := []Outcome{"open", ByAgent, Cut, Cancelled, TimedOut, Refused, Unreachable}
	if !slices.Contains(all, Outcome(v)) {
		return p.errorf("%q is no outcome. Outcomes are %s", v, list(all))
	}
	if v == "open" {
		v = string(Open)
	}
	p.f.Outcomes = append(p.f.Outcomes, Outcome(v))
	return nil
}

func (p *filterParser) status(v string) error {
	v = strings.ToLower(v)
	ok := len(v) == 3 && v[0] >= '1' && v[0] <= '9' &&
		(v[1:] == "xx" || v[1] >= '0' && v[1] <= '9' && v[2] >= '0' && v[2] <= '9')
	if !ok {
		return p.errorf("%q is no HTTP status. Write 404, or 4xx for a class", v)
	}
	p.f.Statuses = append(p.f.Statuses, v)
	return nil
}

func (p *filterParser) duration(v string) error {
	op := v[:len(v)-len(strings.TrimLeft(v, "<>="))]
	d, err := time.ParseDuration(v[len(op):])
	if err != nil || d < 0 || !slices.Contains([]string{">", ">=", "<", "<="}, op) {
		return p.errorf("%q is no duration to compare with. Write dur:>500ms or dur:<2s", v)
	}
	if op[0] == '>' {
		p.f.MinTime = d
	} else {
		p.f.MaxTime = d
	}
	return nil
}

func (p *filterParser) finding(v string) error {
	v = strings.ToLower(v)
	all := []string{"any", "error", "warning", "info"}
	if !slices.Contains(all, v) {
		return p.errorf("%q is no severity. Write one of %s", v, strings.Join(all, ", "))
	}
	return p.once("finding", v, &p.f.Finding)
}

func list[T ~string](values []T) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(v))
	}
	return b.String()
}

func example(key string) string {
	return map[string]string{
		"op": "op:send", "state": "state:failed", "dialect": "dialect:1.0", "binding": "binding:jsonrpc",
		"origin": "origin:client", "outcome": "outcome:cut", "agent": "agent:127.0.0.1:7430", "task": "task:ID",
		"context": "context:ID", "session": "session:ID", "method": "method:POST", "status": "status:4xx",
		"dur": "dur:>500ms", "finding": "finding:error",
	}[key]
}
