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

// furtherContents are the contents that a part has beside the one that was read: to show, find
// and compare them, whatever the rule says.
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

// readPartsInstead reads parts under the name that another form of the protocol has for them.
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

// readFilled reports a field that nothing was read into, at the first of some members that is
// there. Without a text the member is required.
func readFilled(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	switch {
	case r.field.isSet(v):
	case r.text == "":
		o.Require(r.ruleAt(at), r.names[0])
	default:
		o.Get(r.first(o)).Report(r.ruleAt(at), r.text)
	}
}

// kinds are the kinds of parts by the arm that has their content; others are of files.
var kinds = map[string]a2a.PartKind{"text": a2a.TextPart, "data": a2a.DataPart}

func (r *row) kind() a2a.PartKind {
	return cmp.Or(kinds[r.names[0]], a2a.FilePart)
}

// readOneContent reads a part of which one member is the content. Where none is, the members
// that the line names are those of another version's file.
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

// readContentByKind reads a part that says what it is: in the first member of the line, or
// in the second, which is another version's; else it is what its members say.
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
				o.Get(own).Report(*t.rule, "A part says its "+own+"; by its members this one is "+kind+".")
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

// readContentObject reads data that is an object, in 0.1 an array, too; any other JSON is in
// an object by the SDKs' convention.
func readContentObject(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	p, n := v.(*a2a.Part), o.Get("data")
	if !n.HasKind('{') && !(len(r.names) > 1 && n.HasKind('[')) {
		n.Report(*r.rule, fmt.Sprintf(r.text, n.Kind()))
	}
	p.Data, p.Metadata = jsonio.UnwrapData(n, o.Get("metadata"))
}

// readContentWrapped reads {"data":{…}}. Where the object of JSON-RPC stands in its place,
// which has no such member or others beside it, that is the data.
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

// either is the first of a line's members that is there. That it is not the first of the line
// may be a problem.
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

// readFileOneOf reports a file with both or none of its contents. The line's first word is how
// none is called.
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

// decode reads base64 in either alphabet, padded or not; what is none is kept as text. Where
// ProtoJSON does not allow both, so has what is not of the padded standard form a problem.
// Several SDKs put base64 text where the bytes belong, so that it is encoded twice: where a
// table says so, what looks so is decoded twice.
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

// encodedTwice guesses whether bytes are base64 text that stands for other
// bytes. Words and hashes in hex are base64 as well: they stay as they are, and so
// does text that would become none. Base64 of almost any bytes has letters of both cases and
// other signs.
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

// writeContent writes what a part's arm has, after the word for its kind where there is one.
// Types of parts that write neither media type nor file name lose those of texts and data.
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

// writeContentObject writes data with the part's metadata, which may say that the data was no
// object.
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
		w.Raw("data", p.Data) // not JSON: the writer says so
		return
	}
	w.Object("data", func(w *jsonio.Writer) { w.Raw("data", o.Get("data").JSON()) })
	w.Raw("metadata", o.Get("metadata").Raw())
}

// writeFileBytes writes a file's content, or where that is in the member for that. Text that was
// no base64 is written as it is, in ProtoJSON as the content that it then is.
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

// writePartMetadata writes the metadata of a part, but of data, which has it with its content.
func writePartMetadata(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	if p := v.(*a2a.Part); p.Kind != a2a.DataPart || s.isProtoJSON && c.row.parent.arm(0, "file") == nil {
		w.Metadata(p.Metadata, l)
	}
}
