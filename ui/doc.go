// Package ui is what a person sees: pages as complete HTML on the first paint,
// kept live over one event stream per tab, and the API for programs.
//
// One table (routes.go) names every address, who may use it and what draws it.
// A request passes the guards in security.go and admit.go first: Host, origin,
// token, size.
// A screen is a .go and a .templ file: the .go file reads the record through
// the small interfaces in deps.go and makes a plain value, the .templ file
// draws it. What keeps a page live is a View: live.go waits for the record's
// bell, lets the view read what changed, and sends the patches. Everything
// that goes into a patch passes patch.go, which is where text from agents is
// made harmless to the event stream.
//
// Nothing an agent or a person wrote is ever put into an expression or a
// selector: it goes into text and attribute values, which templ escapes.
package ui
