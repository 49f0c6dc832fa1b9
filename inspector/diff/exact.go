package diff

// compareExact compares the documents as sent if there are no differences in meaning, and returns notes for the
// report.
func (c *comparison) compareExact(a, b *Document) (notes []string) {
	switch {
	case len(c.differences)+c.omitted > 0:
		return nil // different meanings imply different bytes
	case c.ignored > 0:
		return []string{"rules hid differences: the documents on the wire were not compared"}
	case c.crossVersion:
		c.path.member("version")
		c.addDifference(KindStructure, Exact, text(KindStructure, Exact, string(a.version)), text(KindStructure, Exact, string(b.version)))
		c.path.pop()
		return nil
	}
	was := c.inData
	c.inData = true // no member may be missing
	c.path.member("wire")
	c.compare(a.wireNode(), b.wireNode())
	c.path.pop()
	c.inData = was
	return nil
}

func (d *Document) wireNode() *node {
	n := obj(KindEvent, Exact)
	n.add("request", d.exactNode(d.request))
	n.addList("events", listOf(KindEvent, Exact, d.events, func(e *event) *node {
		n := obj(KindEvent, Exact)
		n.addText("event", KindEvent, Exact, e.name)
		n.add("data", d.exactNode(e.data))
		return n
	}))
	return n
}

func (d *Document) exactNode(raw []byte) *node {
	if len(raw) == 0 {
		return nil
	}
	n := data(raw, Exact)
	n.isDataRoot = false
	d.setKinds(n, "")
	for i, name := range n.names {
		if m := n.items[i]; name == "id" && m.form == leaf {
			m.kind, m.space = KindID, callIDs+" of "+d.exchange.ID
		}
	}
	return n
}

// setKinds sets the kind of each value: KindTime for the protocol's timestamps, which do not count, KindText
// for texts, and KindEvent for everything else, which is compared as written.
func (d *Document) setKinds(n *node, name string) {
	n.kind = KindEvent
	switch {
	case n.form == leaf && !n.isLiteral && d.times[n.text]:
		n.kind = KindTime
	case n.form == leaf && name == "text":
		n.kind = KindText
	}
	for i, m := range n.items {
		inner := name
		if n.form == object {
			inner = n.names[i]
		}
		d.setKinds(m, inner)
	}
}
