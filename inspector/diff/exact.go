package diff

// exact compares the documents on the wire, where exchanges mean the same.
func (c *comparison) exact(a, b *Document) (notes []string) {
	switch {
	case len(c.out)+c.more > 0:
		return nil // the bytes differ where the meaning does
	case c.ignored > 0:
		return []string{"rules hid differences: the documents on the wire were not compared"}
	case c.crossVersion:
		c.at.member("version")
		c.differ(KindStructure, Exact, text(KindStructure, Exact, string(a.version)), text(KindStructure, Exact, string(b.version)))
		c.at.up()
		return nil
	}
	was := c.inData
	c.inData = true // no member may be missing
	c.at.member("wire")
	c.compare(a.wire(), b.wire())
	c.at.up()
	c.inData = was
	return nil
}

// wire is what crossed the wire, document by document.
func (d *Document) wire() *node {
	n := obj(KindEvent, Exact)
	n.add("request", d.written(d.request))
	n.addList("events", listOf(KindEvent, Exact, d.events, func(e *event) *node {
		n := obj(KindEvent, Exact)
		n.addText("event", KindEvent, Exact, e.name)
		n.add("data", d.written(e.data))
		return n
	}))
	return n
}

// written is one document.
func (d *Document) written(raw []byte) *node {
	if len(raw) == 0 {
		return nil
	}
	n := data(raw, Exact)
	n.data = false
	d.name(n, "")
	for i, name := range n.names {
		if m := n.items[i]; name == "id" && m.form == leaf {
			m.kind, m.space = KindID, callIDs+" of "+d.x.ID
		}
	}
	return n
}

// name sets the kind of each value: times of the protocol, which do not count, texts,
// and the rest, which is compared as written.
func (d *Document) name(n *node, name string) {
	n.kind = KindEvent
	switch {
	case n.form == leaf && !n.raw && d.times[n.text]:
		n.kind = KindTime
	case n.form == leaf && name == "text":
		n.kind = KindText
	}
	for i, m := range n.items {
		inner := name
		if n.form == object {
			inner = n.names[i]
		}
		d.name(m, inner)
	}
}
