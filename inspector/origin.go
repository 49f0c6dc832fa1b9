package inspector

// FirstOrigin is the origin that a discovery of input tries first: what
// credentials given beside an address are for. "" for pasted JSON or what is no
// address.
func FirstOrigin(input string) string {
	bases, err := parseAddress(input)
	if err != nil {
		return ""
	}
	return bases[0].Scheme + "://" + bases[0].Host
}
