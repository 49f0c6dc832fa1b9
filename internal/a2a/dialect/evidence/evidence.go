package evidence

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Verdict weighs evidence in order of strength: earlier evidence narrows what later evidence can say.
// Contradicting evidence is noted without effect.
type Verdict struct {
	Versions []a2a.Version // those that fit the evidence; nil: any
	Evidence []a2a.Evidence
}

// AddForm adds evidence for the versions with a form of documents.
func (v *Verdict) AddForm(says string, strong bool, f version.Form) {
	v.Add(says, strong, registry.Written(f)...)
}

// Add adds one piece of evidence. Without versions it is only noted.
func (v *Verdict) Add(says string, strong bool, vs ...a2a.Version) {
	v.Evidence = append(v.Evidence, a2a.Evidence{Text: says, Versions: vs, Strong: strong})
	if len(vs) == 0 {
		return
	}
	if v.Versions == nil {
		v.Versions = registry.Ordered(vs)
		return
	}
	if both := Common(v.Versions, vs); len(both) > 0 {
		v.Versions = both
	}
}

// Outvotes reports whether at least two pieces of evidence agree with each other, and none with first.
func Outvotes(first []a2a.Version, others []*Verdict) bool {
	var agreed []a2a.Version
	count := 0
	for _, o := range others {
		switch {
		case len(o.Versions) == 0:
			continue
		case len(Common(first, o.Versions)) > 0 || count > 0 && len(Common(agreed, o.Versions)) == 0:
			return false
		case count == 0:
			agreed = o.Versions
		default:
			agreed = Common(agreed, o.Versions)
		}
		count++
	}
	return len(first) > 0 && count > 1
}

// Common returns the versions in both lists. If only one list has a draft, it matches its released version in
// the other.
func Common(a, b []a2a.Version) []a2a.Version {
	if len(a) > 0 && !slices.ContainsFunc(a, func(x a2a.Version) bool { return !slices.Contains(b, x) }) { // the usual case
		return slices.Clip(a)
	}
	var both []a2a.Version
	for _, x := range a {
		if slices.Contains(b, x) {
			both = append(both, x)
			continue
		}
		for _, y := range b {
			if one, ok := registry.Narrower(x, y); ok {
				both = append(both, one)
			}
		}
	}
	return both
}

// ParamsShape weighs the shape of a request's params.
func ParamsShape(v *Verdict, method string, params document.Value) {
	if !params.IsKind('{') {
		return
	}
	if method == "tasks/resubscribe" && params.Has("historyLength") {
		v.AddForm("params.historyLength on tasks/resubscribe", true, version.Typed)
	}
	if params.Has("sessionId") {
		v.AddForm("params.sessionId", true, version.Typed)
	}
	message := params.Get("message")
	if !message.IsKind('{') {
		return
	}
	if kind := message.Get("kind").Text(); kind != "" {
		v.AddForm("params.message.kind", true, version.Kinded)
	}
	messageShape(v, "params.message", message)
}

func messageShape(v *Verdict, path string, message document.Value) {
	if role := message.Get("role").Text(); strings.HasPrefix(role, "ROLE_") {
		v.AddForm(path+".role "+document.QuoteShort(role), true, version.Wrapped)
	}
	partsShape(v, path, message.Get("parts"))
}

func partsShape(v *Verdict, path string, parts document.Value) {
	part := parts.Get("0")
	switch {
	case part.Has("type"):
		v.AddForm(path+".parts[].type", true, version.Typed)
	case part.Has("kind"):
		v.AddForm(path+".parts[].kind", true, version.Kinded)
	}
}

// Wrapped returns the name of the only wrapper member of a stream event or send result, "" for any other
// object.
func Wrapped(r document.Value) string {
	found := ""
	for _, name := range []string{"task", "message", "statusUpdate", "artifactUpdate"} {
		if r.Get(name).IsKind('{') {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// ResultShape weighs the shape of a result or event.
func ResultShape(v *Verdict, r document.Value) {
	if r.IsKind('[') {
		v.AddForm("result is an array", false, version.Kinded)
		return
	}
	if !r.IsKind('{') {
		return
	}
	kinds := []string{"task", "message", "status-update", "artifact-update"}
	switch kind := r.Get("kind").Text(); {
	case slices.Contains(kinds, kind):
		v.AddForm("result.kind "+document.QuoteShort(kind), true, version.Kinded)
	case r.Has("pushNotificationConfig") && r.Has("taskId"):
		v.AddForm("result.taskId beside pushNotificationConfig", true, version.Kinded)
	case r.Has("pushNotificationConfig") && r.Has("id"):
		v.AddForm("result.id beside pushNotificationConfig", true, version.Typed)
	case r.Has("pushNotificationConfig"): // in all versions
	case Wrapped(r) != "":
		v.AddForm("result."+Wrapped(r), true, version.Wrapped)
	case r.Has("configs") || r.Has("tasks"):
		v.AddForm("result is a page of a list", true, version.Wrapped)
	case IsCard(r):
		versions, said := CardVersions(r)
		v.Add("result is a card", said, versions...)
	case r.Has("url") && (r.Has("taskId") || r.Has("id")):
		v.AddForm("result is a flat push configuration", true, version.Wrapped)
	case r.Has("taskId") && (r.Has("status") || r.Has("artifact")) && (!r.Has("id") || r.Has("final")):
		v.AddForm("result.taskId", true, version.Kinded)
	case r.Has("id") && (r.Has("status") || r.Has("artifact")):
		UnwrappedShape(v, r)
	}
}

// UnwrappedShape weighs a task or event without a member that names its type.
func UnwrappedShape(v *Verdict, r document.Value) {
	state := r.Get("status", "state").Text()
	artifact := r.Get("artifact")
	if !artifact.Present() {
		artifact = r.Get("artifacts", "0")
	}
	switch {
	case strings.HasPrefix(state, "TASK_STATE_"):
		v.AddForm("state "+document.QuoteShort(state), true, version.Wrapped)
	case r.Has("sessionId"):
		v.AddForm("result.sessionId", true, version.Typed)
	case r.Has("final"):
		v.AddForm("result.final beside result.id", true, version.Typed)
	case artifact.Has("artifactId") || r.Has("contextId"):
		v.AddForm("result has contextId or artifactId", false, version.Kinded)
	case artifact.Has("index") || r.Has("artifact"):
		v.AddForm("result has an artifact by index", true, version.Typed)
	case state == "rejected" || state == "auth-required":
		v.AddForm("state "+document.QuoteShort(state), true, version.Kinded)
	}
	partsShape(v, "result.artifacts[]", artifact.Get("parts"))
	messageShape(v, "result.status.message", r.Get("status", "message"))
}

// PushShape reports whether a body looks like a push notification.
func PushShape(b document.Value) bool {
	switch kind := Wrapped(b); {
	case kind == "message":
		role := b.Get("message", "role").Text()
		return role != "ROLE_USER" && role != "user" // else a client's send over another binding
	case kind != "", b.Get("statusUpdate").IsKind('{'), b.Get("artifactUpdate").IsKind('{'):
		return true // a body with several of these is wrong, but still a push
	}
	if b.Has("taskId") && (b.Has("eventType") || b.Has("kind")) {
		return true
	}
	return b.Has("id") && b.Get("status").IsKind('{')
}

// IsCard reports whether a JSON value looks like an Agent Card.
func IsCard(c document.Value) bool {
	if !c.IsKind('{') || c.Has("jsonrpc") {
		return false
	}
	endpoint := c.Get("url").IsKind('"') || Interfaces(c).IsKind('[')
	return c.Get("name").IsKind('"') && endpoint && (c.Has("skills") || c.Has("capabilities") || c.Has("version")) && DescribeOtherKind(c) == ""
}

// Interfaces returns a card's list of interfaces, under its JSON or proto name.
func Interfaces(c document.Value) document.Value {
	return either(c, "supportedInterfaces", "supported_interfaces")
}

func either(c document.Value, name, proto string) document.Value {
	if v := c.Get(name); v.Present() {
		return v
	}
	return c.Get(proto)
}

// Members of cards: those that only cards have, and those that other documents also have.
var (
	ownMembers = []string{"supportedInterfaces", "supported_interfaces", "defaultInputModes", "default_input_modes", "additionalInterfaces", "preferredTransport", "preferred_transport",
		"supportsAuthenticatedExtendedCard", "supportsExtendedAgentCard"}
	sharedMembers = []string{"url", "skills", "capabilities", "protocolVersion", "protocol_version", "provider", "securitySchemes", "signatures"}
)

// kinds are other kinds of documents, each recognised by a member.
var kinds = [][2]string{
	{"openapi", "an OpenAPI description"}, {"swagger", "an OpenAPI description"}, {"mcpServers", "a configuration of MCP servers"}, {"jsonrpc", "a JSON-RPC response"},
	{"serverInfo", "the manifest of an MCP server"}, {"tools", "the manifest of an MCP server"}, {"name_for_model", "the manifest of a ChatGPT plugin"},
	{"authorization_endpoint", "the metadata of an OAuth server"}, {"token_endpoint", "the metadata of an OAuth server"}, {"keys", "a set of keys (JWKS)"},
	{"protocolType", "an ANP description"}, {"locators", "an OASF record"}, {"input_content_types", "the manifest of an ACP agent"},
	{"start_url", "the manifest of a web app"}, {"icons", "the manifest of a web app"}, {"dependencies", "the manifest of a package"},
	{"credentialSubject", "a verifiable credential"}, {"agent_name", "an AgentFacts record"}, {"@context", "a JSON-LD document"}, {"$schema", "a JSON document of another schema"},
}

// DescribeOtherKind describes what an object without enough of a card's members seems to be, "" for a card.
func DescribeOtherKind(c document.Value) string {
	of := func(names ...string) (n int) {
		for _, name := range names {
			if v := c.Get(name); v.Present() && !v.Null() {
				n++
			}
		}
		return n
	}
	shared, others := of(sharedMembers...), of("mcpServers", "openapi", "swagger", "jsonrpc", "protocolType", "locators", "input_content_types", "start_url")
	named := of("agent_name", "credentialSubject") // a card may have these, too

	if of("tools", "serverInfo") > 0 {
		shared -= of("capabilities", "protocolVersion")
	}
	can := c.Get("capabilities")
	ofA2A := can.Has("streaming") || can.Has("pushNotifications") || can.Has("extendedAgentCard")
	linked := c.Has("@context") // other vocabularies also have the shared members
	if others == 0 && (of(ownMembers...) > 0 || named == 0 && !linked && (ofA2A || shared > 1)) {
		return ""
	}
	for _, kind := range kinds {
		if c.Has(kind[0]) {
			return kind[1]
		}
	}
	if named := of("name", "description", "version"); shared > 0 && named > 0 || of("name", "description") == 2 {
		return ""
	}
	first := "an empty object"
	c.Each(func(name string, _ document.Value) bool {
		first = "something else, with the member " + document.QuoteShort(name)
		return false
	})
	return first
}

// CardVersions returns the versions that a card serves, oldest first. said is false when only the
// general shape decided: the card lists no interfaces, names no version, and has no member that
// marks one.
func CardVersions(c document.Value) (versions []a2a.Version, said bool) {
	listed := false
	Interfaces(c).Each(func(_ string, i document.Value) bool {
		listed = true
		said := either(i, "protocolVersion", "protocol_version").Text()
		name, ok := registry.ParseVersion(said)
		switch {
		case ok:
			versions = append(versions, name)
		case said == "": // and not an unknown version
			versions = append(versions, unsaid(i)...)
		}
		return true
	})
	if c.Get("url").IsKind('"') {
		old, oldSaid := URLVersions(c)
		return registry.Ordered(append(versions, old...)), oldSaid || listed
	}
	return registry.Ordered(versions), listed
}

// unsaid returns the version of an interface that does not name it: the oldest with this kind of list.
func unsaid(i document.Value) []a2a.Version {
	vs := registry.Having(func(v *version.Version) bool {
		if i.Has("transport") {
			return v.Card.Transport
		}
		return v.Card.Interfaces
	})
	return vs[:min(1, len(vs))]
}

// URLVersions returns the versions that a card's url speaks: by protocolVersion, else by the card's members,
// where those of newer versions outweigh those of older ones.
func URLVersions(c document.Value) (versions []a2a.Version, said bool) {
	if name, ok := registry.ParseVersion(either(c, "protocolVersion", "protocol_version").Text()); ok {
		if v, _ := registry.ByName(name); v.Card.DeclaredVersion != nil {
			name = v.Card.DeclaredVersion(c)
		}
		return []a2a.Version{name}, true
	}
	var marked *version.Version
	var possible []a2a.Version
	for _, v := range registry.Versions() {
		if v.Card.Fits == nil {
			continue
		}
		switch fit := v.Card.Fits(c); {
		case fit == version.Marked && (marked == nil || marked.Form == v.Form):
			versions, marked = append(versions, v.Version()), v
		case fit == version.Possible:
			possible = append(possible, v.Version())
		}
	}
	if marked != nil {
		return registry.Ordered(versions), true
	}
	return registry.Ordered(possible), false
}
