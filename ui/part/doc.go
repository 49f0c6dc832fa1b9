// Package part draws the nouns of the protocol: parts, messages, statuses,
// artifacts and tasks, and the small pieces around them: states, times, sizes,
// ids, JSON, hex, icons.
//
// Everything it draws may come from a hostile agent. Text reaches the page
// escaped, with control characters as visible pictures and no character that
// could reorder what stands beside it. Markdown is drawn without raw HTML or
// images and inside data-ignore. Bytes are never put in the page: images, frames and
// downloads point to the console's own route for a Source, and a URL an agent
// wrote is shown as text with a link the person may follow. No part is dropped:
// what cannot be drawn is shown raw.
//
// Components are pure functions of their arguments; nothing here keeps state.
package part
