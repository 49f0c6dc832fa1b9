// Package jsonio is the machinery that the protocol's versions share: Nodes read
// members of a JSON document, of which they are places in a jsonrepair.Tree, by
// type and collect Problems with path and offset, a Writer makes objects with their members in order, and a few
// vocabularies (states, base64, time stamps) are read in every
// spelling seen in the field.
//
// A version's folder holds what is its own: its tables and its shapes.
package jsonio
