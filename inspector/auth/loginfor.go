package auth

import "slices"

// ByIssuer has a login go by what an issuer says of itself, because a person
// named it, and by nothing that the card says.
func (l *Login) ByIssuer(issuer string) {
	l.Provider.Authorization, l.Provider.Token, l.Provider.DeviceStart = "", "", ""
	l.Metadata, l.OtherStarts, l.Named = MetadataURL(issuer), nil, true
}

// LoginFor is the sign-in by a scheme's flow with what the card says of it. The
// caller adds who the client is.
func LoginFor(s Scheme, flow Flow) Login {
	l := Login{Scheme: s.Name, Kind: s.Kind, Flow: flow, Metadata: s.Metadata}
	l.Provider.Scopes = slices.Clone(s.Scopes)
	for _, o := range s.Flows {
		if o.Flow == flow {
			l.Provider.Authorization, l.Provider.Token, l.Provider.DeviceStart = o.Authorization, o.Token, o.DeviceStart
			continue
		}
		for _, at := range []string{o.Authorization, o.DeviceStart} {
			if at != "" {
				l.OtherStarts = append(l.OtherStarts, at)
			}
		}
	}
	return l
}
