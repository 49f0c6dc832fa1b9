package v10

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// ReadCard reads an Agent Card (1.0 §4.4.1) and reports required members that
// it lacks.
func (Dialect) ReadCard(raw json.RawMessage) (*a2a.Card, []a2a.Problem) {
	c := &a2a.Card{Raw: raw}
	root, sink := jsonio.Open(raw, spec+" §4.4.1")
	sink.ProtoNames(&codec.Names)
	o, ok := root.Object(fault("CARD-01", "§8.2"))
	if !ok {
		return c, sink.Problems()
	}
	required := fault("CARD-08", "§4.4.1")
	o.Require(required, "name", "description", "supportedInterfaces", "version", "capabilities", "defaultInputModes", "defaultOutputModes", "skills")
	c.Name = o.String("name", required)
	c.Description = o.String("description", required)
	c.Version = o.String("version", required)
	c.IconURL = o.String("iconUrl", form("§4.4.1"))
	c.DocumentationURL = o.String("documentationUrl", form("§4.4.1"))
	c.InputModes = o.Strings("defaultInputModes", required)
	c.OutputModes = o.Strings("defaultOutputModes", required)
	jsonio.MediaTypes(o, warn("CARD-27", "§4.4.1"), false, "defaultInputModes", "defaultOutputModes")
	c.Provider = jsonio.ReadProvider(o.Get("provider"), fault("CARD-26", "§4.4.2"), form("§4.4.2"), "url", "organization")
	readInterfaces(o, c)
	readCapabilities(o, c)
	c.Skills = jsonio.ReadSkills(o.Get("skills"), jsonio.SkillRules{
		Spec: spec, List: "CARD-08", Section: "§4.4.5", Modes: "§4.4.5", Nulls: "§5.7", Must: []string{"id", "name", "description", "tags"},
	})
	readSecurity(o, c)
	c.Signatures = jsonio.ReadSignatures(o.Get("signatures"), fault("CARD-29", "§8.4.2"), fault("CARD-31", "§8.4.2"), "alg", "kid")
	for _, name := range [...]string{"supportedInterfaces", "defaultInputModes", "defaultOutputModes", "skills"} {
		if list := o.Get(name); list.Is('[') && len(list.Elements(required)) == 0 {
			list.Report(warn("CARD-08", "§5.7"), fmt.Sprintf("Required list %q is empty.", name))
		}
	}
	o.Foreign(info("CARD-10", "§4.4.1"), "it is of 0.1", "authentication")
	if !dual(o) {
		o.Foreign(warn("CARD-33", "§A.2.2"), "1.0 has it as capabilities.extendedAgentCard", "supportsAuthenticatedExtendedCard", "supportsExtendedAgentCard", "extendedAgentCard")
	}
	o.Nulls(info("CARD-36", "§5.7"))
	return c, sink.Problems()
}

// dual reports whether a card also serves clients before 1.0, with members of
// their own beside those of 1.0.
func dual(o jsonio.Object) bool { return o.Has("url") }

func readInterfaces(o jsonio.Object, c *a2a.Card) {
	for _, e := range o.Get("supportedInterfaces").Elements(fault("CARD-08", "§4.4.1")) {
		if i, ok := e.Object(fault("CARD-19", "§4.4.6")); ok {
			c.Interfaces = append(c.Interfaces, readInterface(i))
		}
	}
}

func readInterface(o jsonio.Object) a2a.Interface {
	o.Require(fault("CARD-19", "§4.4.6"), "url")
	i := a2a.Interface{
		URL:    o.String("url", form("§4.4.6")),
		Said:   o.String("protocolVersion", form("§4.4.6")),
		Tenant: o.String("tenant", form("§4.4.6")),
	}
	member := "protocolBinding"
	if !o.Has(member) && o.Has("transport") {
		member = "transport"
	}
	o.Require(fault("CARD-19", "§4.4.6"), "protocolBinding")
	o.Require(warn("CARD-19", "§4.4.6"), "protocolVersion")
	word := o.String(member, form("§4.4.6"))
	var exact bool
	if i.Binding, exact = a2a.BindingNamed(word); i.Binding == "" {
		i.Custom = word
	} else if !exact {
		o.Get(member).Report(warn("CARD-18", "§5.8"), "Binding "+word+" is none of JSONRPC, GRPC and HTTP+JSON; it is read as "+i.Binding.Word()+".")
	}
	if i.Custom != "" && !strings.Contains(i.Custom, ":") {
		o.Get(member).Report(warn("CARD-18", "§5.8"), "Binding "+i.Custom+" is none of JSONRPC, GRPC and HTTP+JSON, and no URI.")
	}
	if i.Binding == a2a.JSONRPC || i.Binding == a2a.REST { // gRPC has host:port, a custom binding its own scheme
		jsonio.Address(o.Get("url"), fault("CARD-21", "§4.4.6"), warn("CARD-21", "§13.4"))
	}
	i.Version, exact = saidVersion(i.Said)
	if i.Said == "" && member == "transport" {
		i.Version = a2a.V03
	}
	if !exact && i.Said != "" {
		o.Get("protocolVersion").Report(warn("CARD-20", "§3.6"), "protocolVersion "+i.Said+" is not Major.Minor such as 1.0.")
	}
	return i
}

// saidVersion reads Major.Minor from what an interface says; none means 1.0.
func saidVersion(said string) (v a2a.Version, exact bool) {
	if said == "" {
		return a2a.V10, false
	}
	fields := strings.Split(strings.TrimPrefix(said, "v"), ".")
	if len(fields) == 1 {
		fields = append(fields, "0")
	}
	v = a2a.Version(fields[0] + "." + fields[1])
	return v, string(v) == said
}

func readCapabilities(o jsonio.Object, c *a2a.Card) {
	caps, ok := o.Get("capabilities").Object(fault("CARD-08", "§4.4.3"))
	if !ok {
		return
	}
	c.Capabilities = jsonio.ReadCapabilities(caps, form("§4.4.3"))
	c.Capabilities.ExtendedCard = caps.Bool("extendedAgentCard", form("§4.4.3"))
	c.Capabilities.Extensions = jsonio.ReadExtensions(caps.Get("extensions"), form("§4.4.4"), form("§4.4.4"))
}
