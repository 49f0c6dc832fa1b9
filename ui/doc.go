// Package ui is what a person sees: pages as complete HTML on the first paint,
// kept live over one event stream per tab, and the API for programs.
//
// It puts the screens together: each is a package below, with its routes, its
// templates and what it depends on as fields of its Screen. No screen imports
// another; they meet in the packages that are not screens (web, tape, talk,
// agents and so on; layers_test.go has the list). routes.go has a line for each
// screen, and testdata/golden/routes.txt every address with who may use it.
//
// A request passes the guards of ui/web first: Host, origin, token, size. A screen
// reads the record through the interfaces of ui/host and makes a plain value, which
// a template draws. What keeps a page live is a web.View: it reads what changed
// after a ring of the record's bell and puts the difference into patches.
// Everything that goes into a patch passes web/patch.go, which is where text from
// agents is made harmless to the event stream.
//
// Nothing an agent or a person wrote is ever put into an expression or a
// selector: it goes into text and attribute values, which templ escapes.
package ui
