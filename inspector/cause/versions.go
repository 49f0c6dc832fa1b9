package cause

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// judgeVersion recognizes an error caused by a version that the agent does not speak.
func (c *Case) judgeVersion() (Cause, bool) {
	out := Cause{Kind: Version, Proof: c.errorProof(), Spec: cmp.Or(c.sections().Header, c.errorSection())}
	offers := c.offeredVersions()
	switch c.Error.Name {
	case a2a.VersionNotSupported:
		out.Text, out.Advice = c.versionAdvice(offers)
		return out, true
	case a2a.MethodNotFound, a2a.UnsupportedOperation, a2a.InvalidRequest: // a server that calls params invalid knows the method
	default:
		return out, false
	}
	method := c.method()
	op, of := registry.MethodOf(method)
	switch {
	case method == "":
		return out, false
	case c.judgeUnknownMethod(&out):
		return out, true
	case len(offers) == 0 || slices.ContainsFunc(of, func(v a2a.Version) bool { return slices.Contains(offers, v) }):
		return out, false
	}
	out.Text = fmt.Sprintf("The method %s belongs to A2A %s; the agent's card offers %s.", shorten(method), joinVersions(of, "and"), joinVersions(offers, "and"))
	out.Advice = "Send it in " + joinVersions(offers, "or") + "."
	for _, v := range offers {
		if own, ok := registry.ByName(v); ok {
			if name, ok := own.Method(op); ok {
				out.Advice = fmt.Sprintf("Send it in %s, where the method is %s.", v, name)
				break
			}
		}
	}
	return out, true
}

// versionAdvice says that the agent does not speak the version of the request, and what to try.
func (c *Case) versionAdvice(offers []a2a.Version) (says, try string) {
	header, label := c.Exchange.Request.Header.Get("A2A-Version"), c.Exchange.Labels.Dialect
	asked := cmp.Or(header, label, "another version")
	says = "The agent does not speak A2A " + shorten(asked) + "."
	offered := slices.Contains(offers, a2a.Version(asked))
	switch {
	case offered && header == "" && c.sections().Header != "":
		return says, "Send the header A2A-Version: " + shorten(asked) + ". Without that header, agents read the call as one of an older version."
	case offered:
		return says, "The card offers that version all the same: correct the card, or make the agent support it."
	case len(offers) > 0:
		return says, "Send it in " + joinVersions(offers, "or") + ", which the card offers."
	}
	return says, "Send it in a version that the card offers."
}

// judgeUnknownMethod sets the cause if no version has the request's method.
func (c *Case) judgeUnknownMethod(out *Cause) bool {
	method := c.method()
	if _, of := registry.MethodOf(method); method == "" || len(of) > 0 {
		return false
	}
	out.Kind = Version
	out.Text = fmt.Sprintf("No version of A2A has the method %q.", shorten(method))
	out.Advice = "Correct the method's name: it is case-sensitive."
	return true
}

// method returns the JSON-RPC method of the request, "" for none.
func (c *Case) method() string {
	return methodOf(c.Call.JSON())
}

func methodOf(body []byte) string {
	var said struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	return said.Method
}

// joinVersions lists versions, the final one after the word last: "0.2, 0.3 and 1.0".
func joinVersions(vs []a2a.Version, last string) string {
	var all []string
	for _, v := range vs {
		all = append(all, shorten(string(v)))
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " " + last + " " + all[n-1]
	}
	return strings.Join(all, "")
}
