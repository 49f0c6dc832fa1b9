package inspector

// FirstAddress is the address that a discovery of input tries first, without its
// query: what credentials given beside it are for. "" for pasted JSON or what is
// no address.
func FirstAddress(input string) string {
	bases, err := parseAddress(input)
	if err != nil {
		return ""
	}
	u := *bases[0]
	u.RawQuery = ""
	if u.Path == "/" {
		u.Path = ""
	}
	return u.String()
}
