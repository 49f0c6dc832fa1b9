package wire

// Lacks reports whether body bytes of the exchange that crossed the wire are not
// on record. Gaps say more, where the record knows more.
func (x *Exchange) Lacks() bool {
	return x.Incomplete || len(x.Gaps) > 0 || x.RequestKept < x.RequestBytes || x.ResponseKept < x.ResponseBytes
}
