package calls

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

const maxPart = 64 << 20 // bytes of one --file, --text or --data

// PartFlags are the flags for the parts of a message. They may be mixed and repeated; the message
// keeps the order of the command line.
type PartFlags struct {
	Text []string `sep:"none" placeholder:"TEXT" help:"Add a text part; - reads the text from stdin."`
	File []string `sep:"none" placeholder:"PATH" help:"Add a file with its bytes; - reads the bytes from stdin."`
	Data []string `sep:"none" placeholder:"JSON" help:"Add a data part; @PATH reads the JSON from a file, - from stdin."`
	URL  []string `name:"url" sep:"none" placeholder:"URL" help:"Add a file by its URL. The console never fetches it."`
}

// Parts returns the message's parts in the order of their flags, which only the parser's path has.
// The parameter first is the text given without a flag; its part is the first.
func (f *PartFlags) Parts(p *stdio.Streams, first string, path []*kong.Path) ([]a2a.Part, error) {
	next := map[string]int{}
	stdin := &onceReader{r: p.Stdin}
	var out []a2a.Part
	if first != "" {
		b, err := textOf(first, stdin)
		if err != nil {
			return nil, err
		}
		out = append(out, a2a.Part{Kind: a2a.TextPart, Text: string(b)})
	}
	for _, step := range path {
		if step.Flag == nil {
			continue
		}
		name := step.Flag.Name
		i := next[name]
		next[name]++
		part, ok, err := f.part(name, i, stdin)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, part)
		}
	}
	return out, nil
}

func (f *PartFlags) part(name string, i int, stdin *onceReader) (a2a.Part, bool, error) {
	switch name {
	case "text":
		b, err := textOf(f.Text[i], stdin)
		return a2a.Part{Kind: a2a.TextPart, Text: string(b)}, true, err
	case "file":
		part, err := fileOf(f.File[i], stdin)
		return part, true, err
	case "data":
		part, err := dataOf(f.Data[i], stdin)
		return part, true, err
	case "url":
		u := f.URL[i]
		if at, err := url.Parse(u); err != nil || at.Scheme == "" {
			return a2a.Part{}, false, fmt.Errorf("cannot use --url %q; give a complete URL, such as https://host/file.png, or send a file of this machine with --file", u)
		}
		return a2a.Part{Kind: a2a.FilePart, URL: u, Filename: filepath.Base(u), MediaType: mime.TypeByExtension(filepath.Ext(u))}, true, nil
	}
	return a2a.Part{}, false, nil
}

func textOf(given string, stdin *onceReader) ([]byte, error) {
	if given != "-" {
		return []byte(given), nil
	}
	return stdin.readAll("--text -")
}

func fileOf(given string, stdin *onceReader) (a2a.Part, error) {
	part := a2a.Part{Kind: a2a.FilePart}
	var err error
	if given == "-" {
		part.Bytes, err = stdin.readAll("--file -")
	} else {
		part.Filename, part.MediaType = filepath.Base(given), mime.TypeByExtension(filepath.Ext(given))
		part.Bytes, err = readFile("--file", given)
	}
	if part.MediaType == "" {
		part.MediaType = http.DetectContentType(part.Bytes)
	}
	return part, err
}

func dataOf(given string, stdin *onceReader) (a2a.Part, error) {
	b := []byte(given)
	var err error
	switch {
	case given == "-":
		b, err = stdin.readAll("--data -")
	case len(given) > 0 && given[0] == '@':
		b, err = readFile("--data", given[1:])
	}
	if err != nil {
		return a2a.Part{}, err
	}
	var v json.RawMessage
	if err := json.Unmarshal(b, &v); err != nil {
		return a2a.Part{}, fmt.Errorf("--data is not JSON: %w; quote it for the shell, or put it in a file and write --data @FILE", err)
	}
	return a2a.Part{Kind: a2a.DataPart, Data: v}, nil
}

func readFile(flag, path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, readError(flag, path, err)
	}
	if info.Size() > maxPart {
		return nil, fmt.Errorf("%s: %s is larger than %d MB; send its URL with --url", flag, path, maxPart>>20)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, readError(flag, path, err)
	}
	return b, nil
}

func readError(flag, path string, err error) error {
	var of *os.PathError
	if errors.As(err, &of) {
		err = of.Err
	}
	return fmt.Errorf("cannot read %s %s: %w", flag, path, err)
}

// onceReader lets one part read stdin. It returns an error to any other.
type onceReader struct {
	r      io.Reader
	usedBy string
}

func (o *onceReader) readAll(by string) ([]byte, error) {
	if o.usedBy != "" {
		return nil, fmt.Errorf("stdin can be read only once, and %s has already read it", o.usedBy)
	}
	o.usedBy = by
	b, err := io.ReadAll(io.LimitReader(o.r, maxPart+1))
	if err != nil {
		return nil, fmt.Errorf("read stdin for %s: %w", by, err)
	}
	if len(b) > maxPart {
		return nil, fmt.Errorf("stdin for %s is larger than %d MB", by, maxPart>>20)
	}
	return b, nil
}
