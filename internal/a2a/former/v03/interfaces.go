package v03

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readInterfaces reads url with preferredTransport, which come first, and the
// additionalInterfaces (0.3 §5.5.5, §5.6; 0.2 from 0.2.4 on).
func (c Codec) readInterfaces(o jsonio.Object, card *a2a.Card) {
	said := o.String("protocolVersion", c.fault("CARD-07", "§5.5"))
	if o.Has("protocolVersion") && o.Get("protocolVersion").Is('"') && said == "" {
		o.Get("protocolVersion").Report(c.fault("CARD-07", "§5.5"), "The version of the protocol is empty.")
	}
	if url := o.String("url", c.fault("CARD-06", "§5.5")); url != "" {
		main := a2a.Interface{URL: url, Binding: a2a.JSONRPC, Version: c.version(), Said: said}
		if o.Has("preferredTransport") {
			main.Binding, main.Custom = c.transport(o.Get("preferredTransport"))
		} else if !c.Early {
			o.Require(c.warn("CARD-15", "§5.6.1"), "preferredTransport")
		}
		c.address(o.Get("url"), main)
		card.Interfaces = append(card.Interfaces, main)
	}
	list := o.Get("additionalInterfaces").Elements(c.form("§5.5.5"))
	repeated, known := len(list) == 0, transports{}
	for _, i := range card.Interfaces {
		known.clash(i)
	}
	for _, e := range list {
		i, ok := e.Object(c.form("§5.5.5"))
		if !ok {
			continue
		}
		repeated = c.readInterface(i, said, card, known) || repeated
	}
	if !repeated && !c.Early {
		o.Get("additionalInterfaces").Report(c.warn("CARD-17", "§5.6.2"), "The list of interfaces should repeat url with preferredTransport.")
	}
}

// readInterface reads one additional interface and tells whether it repeats the
// main one.
func (c Codec) readInterface(o jsonio.Object, said string, card *a2a.Card, known transports) bool {
	o.Require(c.form("§5.5.5"), "url", "transport")
	i := a2a.Interface{URL: o.String("url", c.form("§5.5.5")), Version: c.version(), Said: said}
	i.Binding, i.Custom = c.transport(o.Get("transport"))
	c.address(o.Get("url"), i)
	if len(card.Interfaces) > 0 && card.Interfaces[0] == i {
		return true
	}
	if known.clash(i) {
		o.Get("url").Report(c.fault("CARD-16", "§5.6.4"), "This URL is declared with two transports.")
	}
	card.Interfaces = append(card.Interfaces, i)
	return false
}

// transports are the URLs of a card's interfaces with what is spoken there.
type transports map[string]*transport

// transport is how the first interface of a URL is called.
type transport struct {
	binding a2a.Binding
	custom  string
	several bool // another interface of the URL is called in another way
}

// clash adds an interface and reports whether one before it has the same URL and
// another transport.
func (t transports) clash(i a2a.Interface) bool {
	first := t[i.URL]
	if first == nil || i.URL == "" {
		t[i.URL] = &transport{binding: i.Binding, custom: i.Custom}
		return false
	}
	first.several = first.several || first.binding != i.Binding || first.custom != i.Custom
	return first.several
}

// address checks the URL of an interface. gRPC has host:port, a custom
// transport its own scheme.
func (c Codec) address(url jsonio.Node, i a2a.Interface) {
	if i.Binding == a2a.JSONRPC || i.Binding == a2a.REST {
		jsonio.Address(url, c.fault("CARD-21", "§5.5"), c.warn("CARD-21", "§4.1"))
	}
}

// transport reads a transport's name, in any case; another name is a custom one.
func (c Codec) transport(n jsonio.Node) (b a2a.Binding, custom string) {
	word := n.Text(c.form("§5.5.5"))
	b, exact := a2a.BindingNamed(word)
	if b != "" && !exact {
		n.Report(c.warn("CARD-18", "§5.5.5"), "Transport "+word+" is none of JSONRPC, GRPC and HTTP+JSON; it is read as "+b.Word()+".")
	}
	if b != "" {
		return b, ""
	}
	if word != "" && !strings.Contains(word, ":") {
		n.Report(c.warn("CARD-18", "§5.5.5"), "Transport "+word+" is none of JSONRPC, GRPC and HTTP+JSON, and no URI.")
	}
	return "", word
}
