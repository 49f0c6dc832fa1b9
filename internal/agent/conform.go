package agent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent/conformance"
)

// Kits lists the releases of the specification that Options.Conformance accepts, the default first.
func Kits() (releases []string) {
	for _, v := range dialect.All() {
		for _, k := range v.Kits {
			releases = append(releases, k.Release)
		}
	}
	return releases
}

// FindKit returns the release in Kits with the number said, which may leave out the patch number.
func FindKit(said string) (string, error) {
	for _, release := range Kits() {
		if release == said || strings.HasPrefix(release, said+".") {
			return release, nil
		}
	}
	return "", fmt.Errorf("there is no conformance kit for %q, only for %s", said, strings.Join(Kits(), ", "))
}

// kit returns what the chosen conformance kit expects of a version; nil without
// Options.Conformance, and for versions without kits.
func (a *Agent) kit(v a2a.Version) *version.Kit {
	kits := versionOf(v).Kits
	if a.opts.Conformance == "" || len(kits) == 0 {
		return nil
	}
	i := slices.IndexFunc(kits, func(k version.Kit) bool { return k.Release == a.opts.Conformance })
	return &kits[max(i, 0)]
}

// kitVersion returns the version that the chosen kit examines; nil if none is chosen.
func (a *Agent) kitVersion() *version.Version {
	return newest(a.opts.Dialects, func(v *version.Version) bool {
		return slices.ContainsFunc(v.Kits, func(k version.Kit) bool { return k.Release == a.opts.Conformance })
	})
}

// returnEarly makes a call that does not say whether to wait return at once, if the kit expects
// tasks to stay open. A message that names a scenario waits.
func (a *Agent) returnEarly(v a2a.Version, c *a2a.Call, params json.RawMessage) {
	kit := a.kit(v)
	if kit == nil || !kit.OpenTasks || c.Op != a2a.SendMessage || c.Message == nil || conformance.Find(c.Message.ID) != nil {
		return
	}
	var said struct{ Configuration struct{ Blocking bool } }
	_ = json.Unmarshal(params, &said) // the version's codec has already checked them
	c.ReturnImmediately = !said.Configuration.Blocking
}

// checkInput refuses parts with media types that the card does not list, because kits expect that
// (1.0 §3.1.1). Without a kit, the agent echoes anything.
func (a *Agent) checkInput(in *input) *a2a.Error {
	if in.kit == nil {
		return nil
	}
	modes := a.card(false).InputModes
	for i, p := range in.message.Parts {
		if p.MediaType != "" && !slices.ContainsFunc(modes, func(m string) bool { return matchesMediaType(p.MediaType, m) }) {
			return newError(a2a.ContentTypeNotSupported, "part %d is %s; this agent accepts only %s", i, p.MediaType, strings.Join(modes, ", "))
		}
	}
	return nil
}

// refuseExtendedCard requires credentials for the extended card, if the kit expects that. It
// returns true if it has answered the request.
func (a *Agent) refuseExtendedCard(w http.ResponseWriter, r *http.Request, v a2a.Version, op a2a.Operation) bool {
	kit := a.kit(v)
	if kit == nil || !kit.Guarded || op != a2a.GetExtendedCard || len(a.opts.Require) > 0 {
		return false
	}
	got := a.checkCredential(r, "bearer")
	if got != authGranted {
		a.refuse(w, r, got, []string{"bearer"})
	}
	return got != authGranted
}

// mountKits also serves cards where kits look for them: the card at an interface's URL, and the
// extended one below it.
func (a *Agent) mountKits(mux *http.ServeMux) {
	for _, d := range a.opts.Dialects {
		if kit := a.kit(d.Version()); kit != nil && kit.Guarded {
			mux.HandleFunc("GET /v"+string(d.Version()), func(w http.ResponseWriter, r *http.Request) { a.serveCard(w, r, d, a.cardOf(d, false)) })
			mux.HandleFunc("GET /v"+string(d.Version())+"/card", a.extendedAt(d))
		}
	}
}

// kitInterfaces gives gRPC URLs a scheme if the kit can only parse URLs with one.
func kitInterfaces(kit *version.Kit, all []a2a.Interface) []a2a.Interface {
	if kit == nil || !kit.SchemedGRPC {
		return all
	}
	all = slices.Clone(all)
	for i := range all {
		if all[i].Binding == a2a.GRPC {
			all[i].URL = "http://" + all[i].URL
		}
	}
	return all
}

// kitStatus returns the HTTP status that the kit expects for an error, including a wrong
// Content-Type; 0 leaves it to the version.
func kitStatus(kit *version.Kit, e *a2a.Error, status int) int {
	switch {
	case kit == nil:
		return status
	case kit.FirstTable:
		return cmp.Or(status, binding.StatusOf(e.Name).First)
	case e.Name == a2a.ContentTypeNotSupported:
		return 0
	}
	return status
}
