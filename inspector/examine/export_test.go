package examine

// CallsOf is how many calls a probe makes at most, by its name; 0 for none of that name.
func CallsOf(name string) int {
	for _, p := range append(probes[:len(probes):len(probes)], reachProbe, cardProbe, recheckProbe) {
		if p.name == name {
			return p.calls
		}
	}
	return 0
}
