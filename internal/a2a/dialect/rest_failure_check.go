package dialect

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// checkFailure holds the rules of an error that is a google.rpc.Status (1.0 §11.6).
func checkFailure(v *version.Version, form failureForm, path string, status int, at document.Value, e *document.Envelope, err *a2a.Error) []a2a.Problem {
	var ps []a2a.Problem
	if form != statusForm {
		ps = append(ps, document.Problem("REST-09", a2a.SeverityError, "$", e.Value, v.REST.Sections.Errors,
			"the error is "+string(form)+"; "+string(v.Version())+" has {\"error\": {code, status, message, details}}"))
	} else {
		ps = append(ps, checkStatusForm(v.REST.Sections.Errors, path, status, at)...)
	}
	if want := rest.StatusOf(err.Name); status >= 400 && err.Name != a2a.OtherError && status != want.Status {
		severity := a2a.SeverityError
		if status == want.First() {
			severity = a2a.SeverityInfo // as 1.0.0 had it
		}
		if rest.OfA2A(err.Name) {
			ps = append(ps, document.Unplaced(v.REST.SuccessCheck, severity, v.Sections.Errors, fmt.Sprintf("HTTP %d for %s; %d was expected", status, err.Name, want.Status)))
		}
	}
	if status > 0 && status < 400 {
		ps = append(ps, document.Unplaced(v.REST.SuccessCheck, a2a.SeverityError, v.Sections.Errors, fmt.Sprintf("an error with HTTP %d", status)))
	}
	if form == statusForm && rest.OfA2A(err.Name) {
		ps = append(ps, checkInfo(v.REST.Sections.Errors, path, at, err)...)
	}
	return ps
}

func checkStatusForm(spec, path string, status int, at document.Value) []a2a.Problem {
	var ps []a2a.Problem
	code, ok := codeOf(at)
	if !ok || status != 0 && code != status {
		ps = append(ps, document.Problem("REST-09", a2a.SeverityError, path+".code", at.Get("code"), spec,
			"the code is "+document.Shown(at.Get("code"))+orAbsent(at.Get("code"))+"; it is the HTTP status"+statusText(status)))
	}
	for _, name := range []string{"status", "message"} {
		if !at.Get(name).Is('"') {
			ps = append(ps, document.Problem("REST-09", a2a.SeverityError, path+"."+name, at.Get(name), spec, "member "+name+" is "+orMissing(at.Get(name))+"; it must be a string"))
		}
	}
	if details := at.Get("details"); details.Present() && !details.Is('[') {
		ps = append(ps, document.Problem("REST-09", a2a.SeverityError, path+".details", details, spec, "member details is "+document.TypeName(details)+"; it must be an array"))
	}
	return ps
}

func orAbsent(v document.Value) string {
	if v.Present() {
		return ""
	}
	return "missing"
}

func statusText(status int) string {
	if status == 0 {
		return ""
	}
	return fmt.Sprintf(", %d", status)
}

// checkInfo judges the ErrorInfo of an error of the protocol.
func checkInfo(spec, path string, at document.Value, err *a2a.Error) []a2a.Problem {
	var ps []a2a.Problem
	found := false
	at.Get("details").Each(func(i string, d document.Value) bool {
		if d.Get("@type").Text() != rest.InfoType {
			return true
		}
		found = true
		where := path + ".details[" + i + "]"
		if got := d.Get("reason"); got.Text() != rest.Reason(err.Name) {
			ps = append(ps, document.Problem("REST-10", a2a.SeverityError, where+".reason", got, spec, "the reason is "+document.Shown(got)+"; expected "+rest.Reason(err.Name)))
		}
		if got := d.Get("domain"); got.Text() != "a2a-protocol.org" {
			ps = append(ps, document.Problem("REST-10", a2a.SeverityError, where+".domain", got, spec, "the domain is "+document.Shown(got)+"; expected a2a-protocol.org"))
		}
		return true
	})
	if !found {
		ps = append(ps, document.Problem("REST-10", a2a.SeverityError, path+".details", at.Get("details"), spec,
			"there is no google.rpc.ErrorInfo with reason "+rest.Reason(err.Name)+" and domain a2a-protocol.org"))
	}
	return ps
}

// checkFreeFailure says in which form an error is written where the version fixes none,
// and judges the status.
func checkFreeFailure(v *version.Version, form failureForm, path string, status int, at document.Value, e *document.Envelope, err *a2a.Error) []a2a.Problem {
	var ps []a2a.Problem
	if status > 0 && status < 400 {
		ps = append(ps, document.Unplaced(v.REST.SuccessCheck, a2a.SeverityError, v.REST.Sections.Errors, fmt.Sprintf("an error with HTTP %d; the status says the class of the error", status)))
	}
	if form == statusForm && e.Value.Get("code").Is('0') && e.Value.Get("message").Is('"') {
		return ps // in all forms at once, for every SDK
	}
	if form == statusForm && err.Code < 0 {
		form = "JSON-RPC's error object in a member error"
	}
	return append(ps, document.Problem("REST-17", a2a.SeverityInfo, path, at, v.REST.Sections.Errors, "the error is "+string(form)+"; "+string(v.Version())+" fixes no form, and SDKs differ"))
}
