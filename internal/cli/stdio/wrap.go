package stdio

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// Wrap indents text and wraps it to w's terminal, without splitting words. If w is not a terminal,
// the result is one line.
func Wrap(w io.Writer, indent, text string) string { return WrapHanging(w, indent, indent, text) }

// WrapHanging works like Wrap, but begins the first line with first.
func WrapHanging(w io.Writer, first, indent, text string) string {
	return wrap(Width(w), first, indent, text)
}

func wrap(most int, first, indent, text string) string {
	var b strings.Builder
	used := 0
	for word := range strings.FieldsSeq(text) {
		wide := uniseg.StringWidth(word)
		switch {
		case used == 0:
			b.WriteString(first)
			used = uniseg.StringWidth(first)
		case most > 0 && used+1+wide > most:
			b.WriteString("\n" + indent)
			used = uniseg.StringWidth(indent)
		default:
			b.WriteString(" ")
			used++
		}
		b.WriteString(word)
		used += wide
	}
	return b.String()
}

// Fold wraps the lines of text to w's terminal, with a small indent for continuation lines. It returns
// text unchanged if w is not a terminal.
func Fold(w io.Writer, text string) string { return fold(Width(w), text) }

func fold(most int, text string) string {
	all := strings.Split(text, "\n")
	for i, l := range all {
		if most > 0 && uniseg.StringWidth(l) > most {
			own := l[:len(l)-len(strings.TrimLeft(l, " "))]
			all[i] = wrap(most, own, own+"  ", l)
		}
	}
	return strings.Join(all, "\n")
}

// Lines splits text into the lines that w's terminal shows after an indent of so many cells. It
// wraps lines that are too long, keeping their own indentation, and splits words that are too long.
// It leaves other lines unchanged, and all lines if w is not a terminal.
func Lines(w io.Writer, indent int, text string) []string {
	return lines(Width(w), indent, text)
}

func lines(most, indent int, text string) (out []string) {
	for l := range strings.SplitSeq(text, "\n") {
		if room := most - indent; most > 0 && uniseg.StringWidth(l) > room {
			own := l[:len(l)-len(strings.TrimLeft(l, " "))]
			l = wrap(max(room, 1), own, own, l)
			for part := range strings.SplitSeq(l, "\n") {
				out = append(out, splitWord(part, max(room, 2))...)
			}
			continue
		}
		out = append(out, l)
	}
	return out
}

// splitWord splits a word into parts of at most n cells: after a separator, as in JSON and URLs, if
// the second half of a part has one.
func splitWord(word string, n int) (out []string) {
	begin, used := 0, 0
	fits, left := 0, 0 // where the part may end, and its width there
	for at, rest, state := 0, word, -1; rest != ""; {
		var cluster string
		var wide int
		cluster, rest, wide, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used+wide > n {
			end, kept := at, used
			if fits > begin && left > n/2 {
				end, kept = fits, left
			}
			out = append(out, word[begin:end])
			begin, used = end, used-kept
		}
		at, used = at+len(cluster), used+wide
		if strings.Contains(",;:/?&=}])", cluster) {
			fits, left = at, used
		}
	}
	return append(out, word[begin:])
}
