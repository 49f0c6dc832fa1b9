package draft

// CanFail reports whether there is anything to get wrong in a part.
func (p Part) CanFail() bool { return p.Kind == "data" || p.Kind == "url" || p.Kind == "form" }
