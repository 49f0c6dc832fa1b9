package plants

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
)

// plant is a violation of a check: an edit of good traffic. where selects the traffic: versions ("0.3"),
// bindings ("rpc", "rest", "grpc"), both ("0.3rest"), several of these, or "all"; 0.3p is 0.3 over HTTP+JSON
// and gRPC, "json" is everything except gRPC. A scene may precede it, as in "bare: 1.0". A plant for a draft
// names the draft.
type plant struct {
	check, where string
	edit         edit
}

// planted are all plants, by family.
var planted = slices.Concat(cardPlants, signaturePlants, envelopePlants, requestPlants, contextPlants, resultPlants, streamPlants, artifactPlants,
	statePlants, errorPlants, headerPlants, pushPlants, deliveryPlants, listPlants, restPlants, grpcPlants)

// others says why a check has no plant in a version.
const others = "the protocol's list has it for other versions"

// own are checks of the console itself, in addition to the protocol's list. The tests of the packages that
// find them have cases.
var own = []string{
	"REQ-24", "PUSH-20", "PUSH-21", "REST-16", "REST-17", "GRPC-06", "GRPC-07", "GRPC-08", "GRPC-09", "GRPC-10",
	"CARD-37", "CARD-38", "CARD-39", "CARD-40", "REQ-25", "RES-25", "ERR-19", "ERR-20", "LIST-09", "LIST-10", "PUSH-22",
	"FORM-01", "FORM-02", "FORM-03", "FORM-04", "HTTP-01", "HTTP-02", "HTTP-03", "PROTO-01", "READ-01", "READ-02",
}

// unplanted are the checks without a plant, and the reasons.
var unplanted = map[string]string{
	"CARD-35 0.2": others,
	"CARD-35 0.3": others,
	"REQ-23 0.1":  others,
	"REQ-23 0.2":  others,
	"REQ-23 1.0":  others,
	"REST-09 0.3": others,
	"REST-12 1.0": others,
	"REST-14 0.3": others,
	"CARD-30":     "whether a signature verifies needs the agent's keys: the card command verifies, with tests in inspector/signature",
}

// told maps checks to others that report their violation in a version, because both say the same about it:
// one defect is one finding.
var told = map[string][]string{
	"CARD-05 0.1": {"CARD-08"},          // a card without any URL, read as the newest version
	"GRPC-01 0.3": {"GRPC-02"},          // a service in an unknown package, read as the newest version
	"REST-12 0.3": {"RES-19"},           // a state of another version
	"ERR-18 1.0":  {"GRPC-03"},          // over gRPC the code is the status
	"SSE-06 0.2":  {"SSE-08"},           // an artifact update without kind
	"SSE-06 0.3":  {"SSE-08"},           //
	"PUSH-10 0.2": {"RES-04"},           // a task without kind
	"PUSH-10 0.3": {"RES-04"},           //
	"SSE-02 0.1":  {"FORM-04"},          // a document that breaks off, wherever it is
	"SSE-02 0.2":  {"FORM-04"},          //
	"SSE-02 0.3":  {"FORM-04"},          //
	"SSE-02 1.0":  {"FORM-04"},          //
	"RES-11 0.1":  {"RES-01"},           // "id equals params.id"
	"RES-03 0.2":  {"RES-04"},           // a task without kind
	"SSE-22 0.1":  {"SSE-05"},           // a stream without its last event
	"SSE-22 0.2":  {"SSE-09"},           //
	"SSE-22 0.3":  {"SSE-09"},           //
	"SSE-08 0.2":  {"ART-04"},           // an artifact without id or parts, wherever it is
	"SSE-08 0.3":  {"ART-04"},           //
	"STM-10 1.0":  {"RES-07"},           // an unspecified state, which gRPC writes as none
	"REST-05 1.0": {"RES-06", "RES-07"}, // what wraps a result
	"RES-21 0.2":  {"REQ-03"},           // a role of another version
	"RES-21 0.3":  {"REQ-03"},           //
	"RES-21 1.0":  {"REQ-13"},           // a kind
}

func (p plant) scene() string {
	if scene, _, ok := strings.Cut(p.where, ": "); ok {
		return scene
	}
	return "main"
}

// in reports whether a plant is for a version and binding.
func (p plant) in(v a2a.Version, b a2a.Binding) bool {
	_, where, ok := strings.Cut(p.where, ": ")
	if !ok {
		where = p.where
	}
	short := map[a2a.Binding]string{a2a.JSONRPC: "rpc", a2a.REST: "rest", a2a.GRPC: "grpc"}[b]
	names := []string{"all", string(v), short, string(v) + short}
	if slices.ContainsFunc(dialect.Drafts(), func(d *version.Version) bool { return d.Version() == v }) {
		return slices.Contains(strings.Fields(where), string(v))
	}
	if b != a2a.JSONRPC {
		names = append(names, string(v)+"p")
	}
	if b != a2a.GRPC {
		names = append(names, "json", string(v)+"json")
	}
	return slices.ContainsFunc(strings.Fields(where), func(w string) bool { return slices.Contains(names, w) })
}

type tally map[string][2]int

func (c tally) count(key string, caught bool) {
	n := c[key]
	if n[0]++; caught {
		n[1]++
	}
	c[key] = n
}

func (c tally) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(&b, "\n%-20s planted %4d  caught %4d", k, c[k][0], c[k][1])
	}
	return b.String()
}

// TestPlants: in good traffic of each version and binding, each check finds a violation of it.
//
// TestSlowPlants covers the versions that read their documents as others do: 0.2, and 0.3 except JSON-RPC.
func TestPlants(t *testing.T) {
	sow(t, func(r *recording) bool { return !readAlike(r) })
}

func readAlike(r *recording) bool { return r.v == a2a.V02 || r.v == a2a.V03 && r.b != a2a.JSONRPC }

// sow plants each violation in the versions and bindings that which selects.
func sow(t *testing.T, which func(*recording) bool) {
	counts := tally{}
	for _, at := range spoken() {
		if !which(at) {
			continue
		}
		t.Run(at.name(), func(t *testing.T) {
			beneath := map[string][]judge.Finding{}
			for n, p := range planted {
				if !p.in(at.v, at.b) {
					continue
				}
				r := recorded(t, p.scene(), at.v, at.b)
				if beneath[p.scene()] == nil {
					beneath[p.scene()] = append(r.judged(t), judge.Finding{})
				}
				t.Run(fmt.Sprint(p.check, " ", n), func(t *testing.T) {
					caught := p.caught(t, r, beneath[p.scene()])
					counts.count(at.name(), caught)
					counts.count("all", caught)
				})
			}
		})
	}
	t.Log(counts)
}

// caught plants the violation and reports whether its check found it.
func (p plant) caught(t *testing.T, r *recording, beneath []judge.Finding) bool {
	t.Helper()
	bad := r.copied()
	p.edit(t, bad)
	var others []string
	for _, f := range bad.judged(t) {
		if slices.ContainsFunc(beneath, func(g judge.Finding) bool { return same(f, g) }) {
			continue
		}
		if f.Check == p.check || slices.Contains(told[fmt.Sprint(p.check, " ", r.v)], f.Check) {
			return true
		}
		others = append(others, fmt.Sprint(bad.label(f.Exchange), " ", f.Check, " ", cmp.Or(f.Path, "-"), " ", f.Message))
	}
	c, _ := check.ByID(p.check)
	t.Errorf("%s is not found (%s), but:\n%s", p.check, c.Rule, strings.Join(others, "\n"))
	return false
}

func same(f, g judge.Finding) bool {
	return f.Check == g.Check && f.Exchange == g.Exchange && f.Side == g.Side && f.Frame == g.Frame && f.Path == g.Path && f.Message == g.Message
}

// TestEveryCheck: every check of the protocol's list has a plant in each version that it covers, or a reason why not.
func TestEveryCheck(t *testing.T) {
	for _, c := range check.All() {
		if slices.Contains(own, c.ID) {
			continue
		}
		versions := c.Versions
		if versions == nil {
			versions = []a2a.Version{a2a.V01, a2a.V02, a2a.V03, a2a.V10}
		}
		for _, v := range versions {
			found := slices.ContainsFunc(planted, func(p plant) bool {
				return p.check == c.ID && slices.ContainsFunc(spoken(), func(at *recording) bool { return at.v == v && p.in(at.v, at.b) })
			})
			why, none := unplanted[c.ID]
			if !none {
				why, none = unplanted[fmt.Sprint(c.ID, " ", v)]
			}
			switch {
			case found && none:
				t.Errorf("%s is planted, and said not to be", c.ID)
			case !found && !none:
				t.Errorf("%s has no plant in %s: %s Add a line such as {%q, %q, …} to a list in %s, or say in unplanted why there is none", c.ID, v, c.Rule, c.ID, v, placeOf(t, c.ID))
			case none:
				t.Logf("%s has no plant in %s: %s", c.ID, v, why)
			}
		}
	}
}

// placeOf returns the file with most of the plants of a check's family.
func placeOf(t *testing.T, id string) (place string) {
	family, _, _ := strings.Cut(id, "-")
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "{\""+family+"-"); n > most {
			place, most = "internal/plants/"+name, n
		}
	}
	return cmp.Or(place, "internal/plants")
}
