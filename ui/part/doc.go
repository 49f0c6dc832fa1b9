// Package part draws the nouns of the protocol (parts, messages, statuses, artifacts, tasks) and
// small pieces around them: states, times, sizes, ids, JSON, hex, icons. Components are pure
// functions of their arguments and keep no state.
//
// Everything they draw may come from a hostile agent. Text is escaped: control characters show as
// visible pictures, and no character can reorder the text next to it. Markdown is drawn without raw
// HTML or images, inside data-ignore. Images, frames and downloads point to the console's own route
// for a Source; only a standalone page embeds pictures. A URL from an agent is shown as text with a
// link that the person may follow. No part is dropped: what cannot be drawn is shown raw.
package part
