package schema

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

func init() { // parts
	addVerbs(map[string]verb{
		"oneContent":   {usage: "MEMBER… TYPE : TEXT", read: readOneContent, write: writeContent},
		"byWord":       {usage: "MEMBER MEMBER : TEXT", read: readContentByKind, write: writeContent},
		"any":          {usage: "MEMBER", allowsNull: true, read: readContentAny, write: writeContentAny},
		"data":         {usage: "MEMBER [array] : TEXT", read: readContentObject, write: writeContentObject},
		"wrappedData":  {usage: "MEMBER", read: readContentWrapped, write: writeContentWrapped},
		"fileBytes":    {usage: "MEMBER [MEMBER… : TEXT]", read: readFileBytes, write: writeFileBytes},
		"fileURL":      {usage: "MEMBER [MEMBER… : TEXT]", read: readFileURL},
		"fileOneOf":    {usage: "WORD : TEXT", read: readFileOneOf},
		"partMetadata": {write: writePartMetadata},
	})
}

// furtherContents returns a part's contents other than the one that was read, so that they can be shown,
// searched and compared whatever the rule says.
func (s *Schema) furtherContents(o jsonio.Object, t *Type, read a2a.Part) (more []a2a.Part) {
	isRead := false
	for _, arm := range t.arms {
		switch n := arm.member(o, 0); {
		case !n.Exists() || read.Kind == a2a.UnknownPart:
			continue
		case !isRead && arm.kind() == read.Kind:
			isRead = true
			continue
		case !s.isProtoJSON: // ProtoJSON's rule of exactly one has reported it
			n.Report(t.rule.Milder(), "A part has one content; this one of kind "+string(read.Kind)+" has "+arm.names[0]+", too, which is read as a further part.")
		}
		p := a2a.Part{Kind: arm.kind(), MediaType: read.MediaType, Filename: read.Filename, Metadata: read.Metadata, Raw: read.Raw}
		arm.verb.read(s, o, arm, &nowhere, &p)
		more = append(more, p)
	}
	return more
}

// readPartsInstead reads parts under another form's name.
func readPartsInstead(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	other, own := r.member(o, 0), r.member(o, 1)
	if !other.Exists() || own.Exists() {
		return
	}
	other.Report(r.ruleAt(at), r.text)
	usual := *r.parent.verbLine("parts")
	usual.names, usual.slots = r.names[:1], r.slots[:1]
	readList(s, o, &usual, at, v)
}

// readFilled reports a field that nothing was read into, at the first of the line's members that is
// present. Without a text, the line's first member is required.
func readFilled(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	switch {
	case r.field.isSet(v):
	case r.text == "":
		o.Require(r.ruleAt(at), r.names[0])
	default:
		o.Get(r.first(o)).Report(r.ruleAt(at), r.text)
	}
}

// kinds are the kinds of parts by the member with their content; all others are files.
var kinds = map[string]a2a.PartKind{"text": a2a.TextPart, "data": a2a.DataPart}

func (r *row) kind() a2a.PartKind {
	return cmp.Or(kinds[r.names[0]], a2a.FilePart)
}

// readOneContent reads a part with exactly one content member. If none is present, the line's members are
// those of another version's file.
func readOneContent(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	t, p, found := r.parent, v.(*a2a.Part), 0
	for _, arm := range t.arms {
		n := arm.member(o, 0)
		if !n.Exists() && !(arm.verb.allowsNull && n.Written()) {
			continue
		}
		if found++; found == 1 {
			p.Kind = arm.kind()
			arm.verb.read(s, o, arm, at, p)
		}
	}
	if found == 1 {
		return
	}
	exactly := "A part has exactly one of " + t.armNames() + "; "
	for _, other := range r.names {
		if found > 0 || !o.Has(other) {
			continue
		}
		o.Report(*t.rule, exactly+r.text)
		inner, ok := o, true
		if other == "file" {
			inner, ok = o.Get(other).Object(*r.parent.form)
		}
		if ok {
			p.Kind = a2a.FilePart
			s.readHere(inner, r.element, r.nested, p)
		}
		return
	}
	if found > 0 || !o.IsCased() {
		o.Report(*t.rule, fmt.Sprintf("%sthis one has %d.", exactly, found))
	}
}

// readContentByKind reads a part that names its kind in the line's first member, or in the second, another
// version's; otherwise its members decide.
func readContentByKind(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	t, own, other := r.parent, r.names[0], r.names[1]
	kind := o.String(own, *t.rule)
	if kind == "" && o.Has(other) {
		o.Get(other).Report(*r.rule, r.text)
		kind = o.String(other, *t.form)
	} else if kind == "" {
		for _, arm := range t.arms {
			if o.Has(arm.names[0]) {
				kind = arm.names[0]
				o.Get(own).Report(*t.rule, "A part must name its "+own+"; judging by its members, this one is "+kind+".")
				break
			}
		}
	} else if both, ok := s.rules["part.both"]; ok {
		o.Foreign(both.rule, both.text, other)
	}
	if arm := t.arm(0, kind); arm != nil {
		v.(*a2a.Part).Kind = arm.kind()
		arm.verb.read(s, o, arm, at, v)
		if arm.text == "" {
			o.Require(*arm.rule, arm.names[0])
		}
		return
	}
	o.Report(*t.rule, "A part is of "+own+" text, file or data; this one is kept as it is.")
}

func readContentAny(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	v.(*a2a.Part).Data = o.Get("data").JSON()
}

// readContentObject reads data that is an object, or in 0.1 an array. By the SDKs' convention, any other JSON
// is wrapped in an object.
func readContentObject(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	p, n := v.(*a2a.Part), o.Get("data")
	if !n.HasKind('{') && !(len(r.names) > 1 && n.HasKind('[')) {
		n.Report(*r.rule, fmt.Sprintf(r.text, n.Kind()))
	}
	p.Data, p.Metadata = jsonio.UnwrapData(n, o.Get("metadata"))
}

// readContentWrapped reads {"data":{…}}. An object without that member, or with others, is JSON-RPC's form
// and is the data itself.
func readContentWrapped(_ *Schema, part jsonio.Object, r *row, _ *place, v any) {
	p, n, form := v.(*a2a.Part), part.Get("data"), *r.parent.form
	form.Section = r.rule.Section
	inner, ok := n.Object(form)
	if !ok {
		p.Data = n.JSON()
		return
	}
	data := inner.Get("data")
	if members := inner.Members(); part.Has("kind") && !data.Exists() || len(members) > 1 || len(members) == 1 && !data.Written() {
		inner.Report(*r.rule, "The data of a data part is in a member data of its own; here it is bare, as over JSON-RPC.")
		data = n
	}
	if !data.Exists() {
		p.Data = json.RawMessage("{}") // an unset Struct
		return
	}
	if !data.HasKind('{') {
		data.Report(*r.rule, "Expected an object as the data of a data part, got "+data.Kind()+".")
	}
	p.Data, p.Metadata = jsonio.UnwrapData(data, part.Get("metadata"))
}

// either returns the first of a line's members that is present. With a text, any but the first is a problem.
func (r *row) either(o jsonio.Object) jsonio.Node {
	name := r.first(o)
	n := o.Get(name)
	if name != r.names[0] && r.text != "" {
		n.Report(*r.rule, strings.NewReplacer("{other}", name, "{name}", r.names[0]).Replace(r.text))
	}
	return n
}

func readFileBytes(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	if n := r.either(o); n.Exists() {
		s.decode(n, r, v.(*a2a.Part))
	}
}

func readFileURL(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	v.(*a2a.Part).URL = r.either(o).Text(*r.parent.form)
}

// readFileOneOf reports a file with both or neither of its contents. The line's first word names the case of
// neither.
func readFileOneOf(_ *Schema, o jsonio.Object, r *row, _ *place, _ any) {
	has := func(verb string) bool { return slices.ContainsFunc(r.parent.verbLine(verb).names, o.Has) }
	word, bytes := r.names[0], has("fileBytes")
	if bytes {
		word = "both"
	}
	if bytes == has("fileURL") {
		o.Report(*r.rule, fmt.Sprintf(r.text, word))
	}
}

// decode decodes base64 in either alphabet, padded or not, and keeps anything else as text. Outside
// ProtoJSON, which allows all forms, only padded standard base64 is without a problem. Several SDKs put
// base64 text into the bytes, so that it is encoded twice: with a rule of the table, what looks like that is
// decoded twice.
func (s *Schema) decode(n jsonio.Node, r *row, p *a2a.Part) {
	text := n.Text(*r.parent.form)
	b, standard, ok := jsonio.Base64(text)
	if !ok {
		p.Encoded = text
		n.Report(s.rules["base64"].rule, "The bytes of this file are not base64; they are kept as text.")
		return
	}
	if !s.isProtoJSON && !standard {
		n.Report(s.rules["base64"].rule, "The bytes of this file are base64 without padding or in the URL alphabet.")
	}
	p.Bytes = append([]byte{}, b...)
	if inner, ok := encodedTwice(p.Bytes, p.MediaType); ok && s.rules["base64.twice"] != nil {
		s.report(n, "base64.twice")
		p.Bytes = inner
	}
}

// encodedTwice guesses whether bytes are base64 text of other bytes. Words and hex hashes are valid base64,
// too, so they stay as they are, and so does text that would decode to non-text. Base64 of almost any bytes
// has letters of both cases and other signs.
func encodedTwice(b []byte, mediaType string) ([]byte, bool) {
	text := string(b)
	if len(b) < 8 || strings.ContainsAny(text, "\r\n") {
		return nil, false
	}
	for _, letters := range [...]string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789+/="} {
		if !strings.ContainsAny(text, letters) {
			return nil, false
		}
	}
	inner, err := base64.StdEncoding.Strict().DecodeString(text)
	isText := mediaType == "" || strings.HasPrefix(mediaType, "text/")
	if err != nil || isText && !utf8.Valid(inner) {
		return nil, false
	}
	return inner, true
}

// writeContent writes a part's arm, after the word for its kind if there is one. Types without media type or
// file name lose those of texts and data.
func writeContent(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	p, t := v.(*a2a.Part), c.row.parent
	if c.text != "" {
		w.Text(c.text, string(p.Kind))
	}
	for _, arm := range t.arms {
		if arm.kind() == p.Kind {
			arm.verb.write(s, w, &column{row: arm, name: arm.names[0], always: true}, p, l)
			break
		}
	}
	if s.isProtoJSON && t.arm(0, "file") == nil || p.Kind == a2a.FilePart {
		return
	}
	usual := map[a2a.PartKind]string{a2a.TextPart: "text/plain", a2a.DataPart: "application/json"}[p.Kind]
	l.Lose(p.MediaType != "" && p.MediaType != usual, "mediaType", fmt.Sprintf("a %s part has no media type in %s", p.Kind, s.name))
	l.Lose(p.Filename != "", "filename", fmt.Sprintf("a %s part has no file name in %s", p.Kind, s.name))
}

func writeContentAny(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if p := v.(*a2a.Part); p.Data != nil {
		w.Raw(c.name, p.Data)
	} else {
		w.Raw(c.name, json.RawMessage("null"))
	}
}

// writeContentObject writes data and the part's metadata, which may say that the data is wrapped.
func writeContentObject(_ *Schema, w *jsonio.Writer, _ *column, v any, l jsonio.Losses) {
	p := v.(*a2a.Part)
	jsonio.WrapData(w, p.Data, p.Metadata, l)
}

// writeContentWrapped is writeContentObject with the data in a member of its own.
func writeContentWrapped(_ *Schema, w *jsonio.Writer, _ *column, v any, l jsonio.Losses) {
	p := v.(*a2a.Part)
	var flat jsonio.Writer
	jsonio.WrapData(&flat, p.Data, p.Metadata, l)
	b, err := flat.JSON()
	root, _ := jsonio.Open(b, "")
	o, ok := root.Object(jsonio.Rule{})
	if err != nil || !ok {
		w.Raw("data", p.Data) // not JSON: the writer fails
		return
	}
	w.Object("data", func(w *jsonio.Writer) { w.Raw("data", o.Get("data").JSON()) })
	w.Raw("metadata", o.Get("metadata").Raw())
}

// writeFileBytes writes a file's content, or its URL if the type has one member for both. Text that is not
// base64 is written as it is, or in ProtoJSON as the content.
func writeFileBytes(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	switch p := v.(*a2a.Part); {
	case p.Bytes != nil:
		w.Text(c.name, base64.StdEncoding.EncodeToString(p.Bytes))
	case p.Encoded != "" && s.isProtoJSON:
		w.Text(c.name, base64.StdEncoding.EncodeToString([]byte(p.Encoded)))
		l.Lose(true, "bytes", "the file's content is not base64; its text is sent as the content")
	case p.Encoded != "":
		w.Text(c.name, p.Encoded)
	default:
		w.Text(cmp.Or(c.row.parent.verbLine("fileURL").name(), "url"), p.URL)
		return
	}
	l.Lose(v.(*a2a.Part).URL != "", "url", "a file has bytes or a URI in "+string(s.name)+"; the bytes are sent")
}

// writePartMetadata writes the metadata of a part, except where the data's verb wrote it.
func writePartMetadata(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	if p := v.(*a2a.Part); p.Kind != a2a.DataPart || s.isProtoJSON && c.row.parent.arm(0, "file") == nil {
		w.Metadata(p.Metadata, l)
	}
}
