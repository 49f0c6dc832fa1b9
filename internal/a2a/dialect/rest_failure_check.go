package dialect

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// checkFailure holds 1.0's rules of an error (§11.6).
func checkFailure(form failureForm, path string, status int, at value, e *envelope, err *a2a.Error) []a2a.Problem {
	var ps []a2a.Problem
	if form != statusForm {
		ps = append(ps, problem("REST-09", a2a.Fault, "$", e.value, "1.0 §11.6",
			"the error is "+string(form)+"; 1.0 has {\"error\": {code, status, message, details}}"))
	} else {
		ps = append(ps, checkStatusForm(path, status, at)...)
	}
	if want := statusOf(err.Name); status >= 400 && err.Name != a2a.OtherError && status != want.status {
		severity := a2a.Fault
		if status == want.first() {
			severity = a2a.Info // as 1.0.0 had it
		}
		if ofA2A(err.Name) {
			ps = append(ps, noPlace("REST-08", severity, "1.0 §5.4", fmt.Sprintf("HTTP %d for %s; %d was expected", status, err.Name, want.status)))
		}
	}
	if status > 0 && status < 400 {
		ps = append(ps, noPlace("REST-08", a2a.Fault, "1.0 §5.4", fmt.Sprintf("an error with HTTP %d", status)))
	}
	if form == statusForm && ofA2A(err.Name) {
		ps = append(ps, checkInfo(path, at, err)...)
	}
	return ps
}

func checkStatusForm(path string, status int, at value) []a2a.Problem {
	var ps []a2a.Problem
	code, ok := codeOf(at)
	if !ok || status != 0 && code != status {
		ps = append(ps, problem("REST-09", a2a.Fault, path+".code", at.get("code"), "1.0 §11.6",
			"the code is "+shown(at.get("code"))+orAbsent(at.get("code"))+"; it is the HTTP status"+statusText(status)))
	}
	for _, name := range []string{"status", "message"} {
		if !at.get(name).is('"') {
			ps = append(ps, problem("REST-09", a2a.Fault, path+"."+name, at.get(name), "1.0 §11.6", "member "+name+" is "+orMissing(at.get(name))+"; it must be a string"))
		}
	}
	if details := at.get("details"); details.present() && !details.is('[') {
		ps = append(ps, problem("REST-09", a2a.Fault, path+".details", details, "1.0 §11.6", "member details is "+typeName(details)+"; it must be an array"))
	}
	return ps
}

func orAbsent(v value) string {
	if v.present() {
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
func checkInfo(path string, at value, err *a2a.Error) []a2a.Problem {
	var ps []a2a.Problem
	found := false
	at.get("details").each(func(i string, d value) bool {
		if d.get("@type").text() != infoType {
			return true
		}
		found = true
		where := path + ".details[" + i + "]"
		if got := d.get("reason"); got.text() != reason(err.Name) {
			ps = append(ps, problem("REST-10", a2a.Fault, where+".reason", got, "1.0 §11.6", "the reason is "+shown(got)+"; expected "+reason(err.Name)))
		}
		if got := d.get("domain"); got.text() != "a2a-protocol.org" {
			ps = append(ps, problem("REST-10", a2a.Fault, where+".domain", got, "1.0 §11.6", "the domain is "+shown(got)+"; expected a2a-protocol.org"))
		}
		return true
	})
	if !found {
		ps = append(ps, problem("REST-10", a2a.Fault, path+".details", at.get("details"), "1.0 §11.6",
			"there is no google.rpc.ErrorInfo with reason "+reason(err.Name)+" and domain a2a-protocol.org"))
	}
	return ps
}

// checkOldFailure says in which form an error of 0.3 is written, which fixes
// none, and judges the status.
func checkOldFailure(form failureForm, path string, status int, at value, e *envelope, err *a2a.Error) []a2a.Problem {
	var ps []a2a.Problem
	if status > 0 && status < 400 {
		ps = append(ps, noPlace("REST-15", a2a.Fault, "0.3 §3.2.3", fmt.Sprintf("an error with HTTP %d; the status says the class of the error", status)))
	}
	if form == statusForm && e.value.get("code").is('0') && e.value.get("message").is('"') {
		return ps // in all forms at once, for every SDK
	}
	if form == statusForm && err.Code < 0 {
		form = "JSON-RPC's error object in a member error"
	}
	return append(ps, problem("", a2a.Info, path, at, "0.3 §3.2.3", "the error is "+string(form)+"; 0.3 fixes no form, and SDKs differ"))
}
