package draft

// CanFail reports whether a part of this kind can be invalid.
func (p Part) CanFail() bool { return p.Kind == "data" || p.Kind == "url" || p.Kind == "form" }
