package draft

import (
	"errors"
	"net/url"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/saved"
)

// Var is a variable of a draft with a saved request.
type Var struct {
	saved.Variable
	Value string // as typed; "" for the default or, if secret, for the value in the keyring
	Keep  bool   // store the secret in the keyring when the message is sent
}

// Template converts the draft to a saved request. Its variables are those of the draft.
func (d *Draft) Template() *saved.Request {
	r := &saved.Request{Agent: d.Agent, Version: d.Version, Binding: d.Binding, Delivery: d.Delivery, History: d.History, Modes: d.Modes,
		Metadata: d.Metadata, Headers: d.Headers, Tenant: d.Tenant, Extensions: d.Extensions, ExtensionChoices: d.Ticked, Quirks: d.Quirks}
	for _, p := range d.Parts {
		r.Parts = append(r.Parts, saved.Part{Kind: p.Kind, Text: p.Text, Name: p.Name, Type: p.Type, URL: p.URL, Bytes: p.Bytes})
	}
	for _, v := range d.Vars {
		r.Variables = append(r.Variables, v.Variable)
	}
	return r
}

// TakeSaved puts a saved request into the form. The conversation continues.
func (d *Draft) TakeSaved(name string, r *saved.Request) {
	d.Parts, d.Raw, d.EditedExchange = nil, nil, ""
	for _, p := range r.Parts {
		d.Add(Part{Kind: p.Kind, Text: p.Text, Name: p.Name, Type: p.Type, URL: p.URL, Bytes: p.Bytes})
	}
	if len(d.Parts) == 0 {
		d.Add(Part{Kind: "text"})
	}
	d.Version, d.Binding, d.Delivery, d.History, d.Modes, d.Metadata = r.Version, r.Binding, r.Delivery, r.History, r.Modes, r.Metadata
	d.Headers, d.Tenant, d.Extensions, d.Ticked, d.Quirks = r.Headers, r.Tenant, r.Extensions, r.ExtensionChoices, r.Quirks
	d.Vars = nil
	for _, v := range r.Variables {
		d.Vars = append(d.Vars, Var{Variable: v, Value: v.Default})
	}
	d.Saved = name
	d.settleVars()
	d.Shape++
}

// StrayVariables returns what looks like variables, as written, if no saved request is in the form.
func (d *Draft) StrayVariables() (out []string) {
	if d.Saved != "" || d.Raw != nil {
		return nil
	}
	for _, name := range d.Template().VariableNames() {
		out = append(out, "{{"+name+"}}")
	}
	return out
}

// settleVars limits Vars to the variables that occur in the draft, and adds new ones. A draft
// without a saved request has none: {{name}} is text there.
func (d *Draft) settleVars() {
	if d.Saved == "" {
		return
	}
	r := d.Template()
	r.UpdateVariables()
	was := d.Vars
	d.Vars = nil
	for _, v := range r.Variables {
		n := Var{Variable: v, Value: v.Default}
		if i := slices.IndexFunc(was, func(o Var) bool { return o.Name == v.Name }); i >= 0 {
			n = was[i]
		}
		d.Vars = append(d.Vars, n)
	}
}

// takeVars stores what was typed into the fields of the variables. A secret's value is never shown
// again, not even when it stops being secret; an empty field leaves it unchanged.
func (d *Draft) takeVars(f url.Values) {
	d.Vars = slices.Clone(d.Vars)
	for i := range d.Vars {
		v := &d.Vars[i]
		typed := v.Value
		takeTyped(f, "var-"+v.Name, &typed)
		if typed != "" || !v.Secret {
			v.Value = typed
		}
		if slices.Contains(f["var-shown"], v.Name) {
			was := v.Secret
			v.Secret, v.Keep = slices.Contains(f["var-secret"], v.Name), slices.Contains(f["var-keep"], v.Name)
			if was && !v.Secret {
				v.Value = ""
			}
		}
		if v.Secret {
			v.Default = ""
		}
	}
	d.settleVars()
}

// FillVariables returns the draft with its variables filled in. secret looks up the values of
// secret variables, which may occur only in the places hidden, where the record redacts them. If
// secret is nil, they stay as they are.
func (d *Draft) FillVariables(hidden saved.Places, secret func(name string) (string, error)) (Draft, error) {
	out := *d
	if d.Saved == "" {
		return out, nil
	}
	r, values := d.Template(), map[string]string{}
	if d.Raw != nil { // its body already contains the values
		r = &saved.Request{Headers: d.Raw.Headers, Variables: r.Variables}
	}
	r.Places = hidden
	for i := range r.Variables {
		v := &d.Vars[i]
		r.Variables[i].Default = "" // the form field holds it, or what replaced it
		values[v.Name] = v.Value
		if v.Secret && v.Value == "" && secret != nil {
			var err error
			if values[v.Name], err = secret(v.Name); err != nil {
				return out, err
			}
		}
	}
	if err := missingVariables(r, values, secret != nil); err != nil {
		return out, err
	}
	fill := r.FillForDisplay
	if secret != nil {
		fill = r.Fill
	}
	full, err := fill(values)
	if err != nil {
		return out, err
	}
	out.put(full)
	return out, nil
}

// missingVariables returns an error naming the variables without a value; secret ones count only if
// secrets is set.
func missingVariables(r *saved.Request, values map[string]string, secrets bool) error {
	var lacks saved.MissingValuesError
	names := r.VariableNames()
	for _, v := range r.Variables {
		if values[v.Name] == "" && slices.Contains(names, v.Name) && (secrets || !v.Secret) {
			lacks = append(lacks, v.Name)
		}
	}
	if len(lacks) > 0 {
		return lacks
	}
	return nil
}

func (d *Draft) put(r *saved.Request) {
	if d.Raw != nil {
		raw := *d.Raw
		raw.Headers = r.Headers
		d.Raw = &raw
		return
	}
	d.Parts = slices.Clone(d.Parts)
	for i := range d.Parts {
		d.Parts[i].Text, d.Parts[i].URL = r.Parts[i].Text, r.Parts[i].URL
	}
	d.Metadata, d.Headers, d.Tenant = r.Metadata, r.Headers, r.Tenant
}

// ToSave converts the draft for saving: without what the record redacts, with the typed values as
// defaults of the variables, and with a variable for each secret that it removed.
func (d *Draft) ToSave(hidden saved.Places) (*saved.Request, error) {
	if d.Raw != nil {
		return nil, errors.New("a request edited by hand cannot be saved: go back to the form first")
	}
	r := d.Template()
	r.Places = hidden
	r.Parts = slices.DeleteFunc(r.Parts, func(p saved.Part) bool { return p.Kind == "form" || p.Kind == "text" && p.Text == "" })
	var secrets []saved.Variable
	r.Headers, secrets = hidden.WithoutSecrets(r.Headers)
	for i, v := range d.Vars {
		r.Variables[i].Default = v.Value
	}
	r.Variables = append(r.Variables, secrets...)
	known := len(d.Vars)
	r.UpdateVariables()
	for i := range r.Variables {
		v := &r.Variables[i]
		if known == 0 && r.IsOnlyHidden(v.Name) {
			v.Secret, v.Default = true, ""
		}
	}
	return r, nil
}
