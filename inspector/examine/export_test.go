package examine

// CallsOf returns how many calls the probe of that name makes at most; 0 if there is none.
func CallsOf(name string) int {
	for _, p := range append(probes[:len(probes):len(probes)], reachProbe, cardProbe, recheckProbe) {
		if p.name == name {
			return p.calls
		}
	}
	return 0
}
