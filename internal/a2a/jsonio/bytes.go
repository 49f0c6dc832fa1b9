package jsonio

import "github.com/a2a-console/a2a-console/internal/a2a"

// FileBytes reads the content of a file from base64, in either alphabet and
// padded or not. What is no base64 is kept as text, with a problem by bad; where
// strict is, so has what is not of the padded standard form. form is the rule for
// what is no text.
func FileBytes(n Node, p *a2a.Part, strict bool, form, bad Rule) {
	text := n.Text(form)
	b, standard, ok := Base64(text)
	if !ok {
		p.Encoded = text
		n.Report(bad, "The bytes of this file are no base64; they are kept as text.")
		return
	}
	if strict && !standard {
		n.Report(bad, "The bytes of this file are base64 without padding or in the URL alphabet.")
	}
	p.Bytes = b
	if b == nil {
		p.Bytes = []byte{}
	}
}
