package ui

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A golden file is a part of a page, one element per line. What pages have in common is in one file
// only; the others refer to its lines. So each row is reviewed once, and each page is still
// compared whole.

var update = flag.Bool("update", false, "write the golden fragments anew")

// goldenBases are the files that hold what others repeat, in addition to NAME-normal, which holds
// what the other states of NAME repeat. A base refers to no other file.
var goldenBases = map[string]string{
	"probes-empty": "traffic-normal",
	"gaps-traffic": "traffic-normal", "gaps-bytask": "bytask-normal", "gaps-sequence": "sequence-normal",
	"gaps-reading": "exchange-normal", "gaps-request": "exchange-request-normal", "gaps-response": "exchange-response-normal",
	"received-odd-response": "exchange-response-normal",
}

// leastRepeated is the number of equal lines from which a reference is worthwhile.
const leastRepeated = 3

// lastState is the state of a page in the name of its golden file.
var lastState = regexp.MustCompile(`-(empty|hostile|failed|new)$`)

func goldenBase(name string) string {
	if base := goldenBases[name]; base != "" {
		return base
	}
	if lastState.MatchString(name) {
		return lastState.ReplaceAllString(name, "-normal")
	}
	return ""
}

func goldenFile(name string) string { return filepath.Join("testdata", "golden", name+".html") }

var goldens struct {
	sync.Mutex
	drawn map[string][]string // by name, with -update
}

// golden compares a part of a page with testdata/golden/NAME.html, or with the file of its base if
// it has none.
func golden(t *testing.T, s *Server, name, got string) {
	t.Helper()
	lines := goldenLines(s, got)
	if *update {
		goldens.Lock()
		defer goldens.Unlock()
		if goldens.drawn == nil {
			goldens.drawn = map[string][]string{}
		}
		goldens.drawn[name] = lines
		return
	}
	want, err := readGolden(name)
	if err != nil {
		t.Fatalf("%v; go test ./ui -run %s -update writes it", err, t.Name())
	}
	for i := range min(len(lines), len(want)) {
		if lines[i] != want[i] {
			t.Fatalf("%s differs in line %d:\n got %s\nwant %s\nIf the change is wanted: go test ./ui -update", name, i+1, lines[i], want[i])
		}
	}
	if len(lines) != len(want) {
		t.Fatalf("%s has %d lines, got %d", name, len(want), len(lines))
	}
}

var (
	picture = regexp.MustCompile(`(?s)<svg[^>]*aria-hidden="true".*?</svg>`)
	repeats = regexp.MustCompile(`^<!-- lines (\d+) to (\d+) of ([\w-]+)\.html -->$`)
)

// goldenLines puts each element of a page on a line. An icon counts as one element, and punctuation
// of JSON as none. It drops the hash from assets' addresses, which changes with every style.
func goldenLines(s *Server, page string) []string {
	page = strings.ReplaceAll(page, s.web.Assets.URL(""), "/static/HASH/")
	page = strings.ReplaceAll(page, "><", ">\n<")
	page = picture.ReplaceAllStringFunc(page, func(svg string) string { return strings.ReplaceAll(svg, ">\n<", "><") })
	return strings.Split(strings.ReplaceAll(page, ">\n<b>", "><b>"), "\n")
}

// readGolden returns a golden file with its references resolved.
func readGolden(name string) ([]string, error) {
	base := goldenBase(name)
	b, err := os.ReadFile(goldenFile(name))
	if errors.Is(err, fs.ErrNotExist) && base != "" {
		return readGolden(base)
	}
	if err != nil {
		return nil, err
	}
	var out, whole []string
	for _, line := range strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n") {
		m := repeats.FindStringSubmatch(line)
		if m == nil {
			out = append(out, line)
			continue
		}
		if whole == nil {
			if whole, err = readGolden(base); err != nil {
				return nil, err
			}
		}
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		if m[3] != base || from < 1 || from > to || to > len(whole) {
			return nil, fmt.Errorf("%s.html names lines that are not there: %s", name, line)
		}
		out = append(out, whole[from-1:to]...)
	}
	return out, nil
}

// writeGoldens writes the drawn files after all tests, because a file may refer to lines of
// another.
func writeGoldens() error {
	for _, name := range slices.Sorted(maps.Keys(goldens.drawn)) {
		lines := goldens.drawn[name]
		if base := goldenBase(name); base != "" {
			whole, ok := goldens.drawn[base]
			if !ok {
				whole, _ = readGolden(base)
			}
			if slices.Equal(lines, whole) {
				if err := os.Remove(goldenFile(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				continue
			}
			lines = nameRepeats(base, whole, lines)
		}
		if err := os.WriteFile(goldenFile(name), []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// nameRepeats replaces lines of a base by references to them.
func nameRepeats(base string, whole, lines []string) (out []string) {
	for len(lines) > 0 {
		from, n := 0, 0
		for i := range whole {
			k := 0
			for i+k < len(whole) && k < len(lines) && whole[i+k] == lines[k] {
				k++
			}
			if k > n {
				from, n = i, k
			}
		}
		if n < leastRepeated {
			out, lines = append(out, lines[0]), lines[1:]
			continue
		}
		out, lines = append(out, fmt.Sprintf("<!-- lines %d to %d of %s.html -->", from+1, from+n, base)), lines[n:]
	}
	return out
}

// TestGoldensRepeatNothing: a written file reads back the same, and a file that equals its base, or
// that nothing is compared with, is not kept.
func TestGoldensRepeatNothing(t *testing.T) {
	if *update {
		t.Skip("the files are written once all is drawn")
	}
	whole := strings.Split("<ul> <li>a <li>b <li>c </ul> <p>x", " ")
	lines := strings.Split("<p>y <ul> <li>a <li>b <li>d <li>c </ul> <p>x", " ")
	got := nameRepeats("list-normal", whole, lines)
	want := []string{"<p>y", "<!-- lines 1 to 3 of list-normal.html -->", "<li>d", "<!-- lines 4 to 6 of list-normal.html -->"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	files, err := filepath.Glob(goldenFile("*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		base := goldenBase(name)
		if base == "" {
			continue
		}
		lines, err := readGolden(name)
		if err != nil {
			t.Error(err)
			continue
		}
		whole, _ := readGolden(base)
		kept, _ := os.ReadFile(file)
		if wrote := nameRepeats(base, whole, lines); strings.Join(wrote, "\n") != strings.ReplaceAll(string(kept), "\r\n", "\n") || slices.Equal(lines, whole) {
			t.Errorf("%s.html repeats %s.html; go test ./ui -update writes it shorter", name, base)
		}
	}
}
