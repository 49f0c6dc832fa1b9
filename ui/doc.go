// Package ui assembles the console's web server: pages as complete HTML on the first paint, kept
// live over one event stream per tab, and the API for programs. Options carry what the program
// provides (the record, taps, rules); a Server is an http.Handler. It knows screens only as
// packages that return routes.
//
// Each screen is a package below ui with its routes, its templates, and its dependencies as fields
// of its Screen. No screen imports another: what they share is in packages that are not screens
// (web, tape, talk, agents and so on; layers_test.go lists them). routes.go has a line for each
// screen; testdata/golden/routes.txt lists every address with who may use it.
//
// A request first passes the guards of ui/web: Host, origin, token, size. A screen then reads the
// record through the interfaces of ui/host and makes a plain value, which a template draws. A
// web.View keeps a page live: when the record's bell rings, it reads what changed and patches the
// difference in. All patches pass web/patch.go, which makes agents' text harmless to the event
// stream. What an agent or a person wrote never becomes part of an expression or a selector: it
// goes into text and attribute values, which templ escapes.
package ui
