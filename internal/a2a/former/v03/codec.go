package v03

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// Codec reads and writes the JSON of 0.3, or with Early that of 0.2. The zero
// value is 0.3's. Its methods are those of a2a.Dialect that treat documents.
type Codec struct {
	Early bool // 0.2
	Proto bool // the document is ProtoJSON, which leaves empty lists out
}

// spec is the version by name, which is also how its sections are referred to:
// 0.2.6 and 0.3.0 number them alike.
func (c Codec) spec() string {
	if c.Early {
		return string(a2a.V02)
	}
	return string(a2a.V03)
}

// version is the edition's.
func (c Codec) version() a2a.Version { return a2a.Version(c.spec()) }

// fault, warn and info make the rule for a check, form that for a member of the wrong
// JSON type.
func (c Codec) fault(check, section string) jsonio.Rule { return c.rules().Fault(check, section) }
func (c Codec) warn(check, section string) jsonio.Rule  { return c.rules().Warn(check, section) }
func (c Codec) info(check, section string) jsonio.Rule  { return c.rules().Info(check, section) }
func (c Codec) form(section string) jsonio.Rule         { return c.rules().Form(section) }
func (c Codec) rules() jsonio.Spec                      { return jsonio.Spec(c.spec()) }

// states are the spellings of both versions (0.3 §6.3).
func states() jsonio.States {
	return jsonio.States{
		{Word: "submitted", State: a2a.Submitted}, {Word: "working", State: a2a.Working}, {Word: "input-required", State: a2a.InputRequired},
		{Word: "auth-required", State: a2a.AuthRequired}, {Word: "completed", State: a2a.Completed}, {Word: "canceled", State: a2a.Canceled},
		{Word: "failed", State: a2a.Failed}, {Word: "rejected", State: a2a.Rejected}, {Word: "unknown", State: a2a.Unspecified},
	}
}

// is reports a document that says it is of another kind than expected, or does
// not say. The specification's own samples leave kind out.
func (c Codec) is(o jsonio.Object, kind, check, section string) {
	switch said := o.String("kind", c.form(section)); said {
	case kind:
	case "":
		o.Require(c.warn(check, section), "kind")
	default:
		o.Get("kind").Report(c.fault(check, section), "The kind is "+said+"; "+kind+" is expected.")
	}
}
