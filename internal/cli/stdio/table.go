package stdio

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// Table is rows in aligned columns.
type Table struct {
	Rows [][]string

	// Colour, which may be nil, is the colour of a cell.
	Colour func(row, column int) Colour

	// Shorten has the columns whose cells are shortened where a terminal is too narrow
	// for a line. Columns of Drop go, first to go first, where that is not enough.
	Shorten, Drop []int

	// MinWidths has the widths, in cells, to which columns of Shorten are shortened at most;
	// those without are at most shortened to 16. Room has wider ones, which they have
	// before a column of Drop stays.
	MinWidths, Room map[int]int
}

const (
	columnGap      = 2  // spaces between columns
	minColumnWidth = 16 // cells of a terminal to which a column is shortened at most
)

// Write writes the table. The last column is not padded.
func (t Table) Write(w io.Writer) {
	columns := t.columns()
	widths := t.widths(columns)
	// Tables that nothing may be cut from wrap.
	if total := Width(w); total > 0 {
		columns, widths = t.fit(columns, widths, total)
	}
	paint := PaintFor(w)
	for y, row := range t.Rows {
		var line strings.Builder
		pad := 0
		for i, x := range columns {
			if x >= len(row) {
				break
			}
			cell := Shorten(row[x], widths[i])
			if cell != "" {
				line.WriteString(strings.Repeat(" ", pad))
				pad = 0
				line.WriteString(paint.Text(t.colour(y, x), cell))
			}
			pad += widths[i] - uniseg.StringWidth(cell) + columnGap
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

func (t Table) colour(row, column int) Colour {
	if t.Colour == nil {
		return Plain
	}
	return t.Colour(row, column)
}

// columns are the numbers of all columns.
func (t Table) columns() []int {
	n := 0
	for _, row := range t.Rows {
		n = max(n, len(row))
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// widths are the columns' widths, in cells of a terminal.
func (t Table) widths(columns []int) []int {
	widths := make([]int, len(columns))
	for _, row := range t.Rows {
		for i, x := range columns {
			if x < len(row) {
				widths[i] = max(widths[i], uniseg.StringWidth(row[x]))
			}
		}
	}
	return widths
}

// fit leaves out and shortens columns until a line takes at most total.
func (t Table) fit(columns, widths []int, total int) ([]int, []int) {
	columns, widths = slices.Clone(columns), slices.Clone(widths)
	for _, drop := range t.Drop {
		if t.minLineWidth(columns, widths) <= total {
			break
		}
		if i := slices.Index(columns, drop); i >= 0 {
			columns, widths = slices.Delete(columns, i, i+1), slices.Delete(widths, i, i+1)
		}
	}
	for over := lineWidth(widths) - total; over > 0; over-- {
		i := t.widest(columns, widths)
		if i < 0 {
			break
		}
		widths[i]--
	}
	return columns, widths
}

// lineWidth is the width of a line of such columns.
func lineWidth(widths []int) int {
	sum := columnGap * max(0, len(widths)-1)
	for _, n := range widths {
		sum += n
	}
	return sum
}

// minLineWidth is the width of a line whose cells are shortened as far as they may be while
// others stay.
func (t Table) minLineWidth(columns, widths []int) int {
	short := slices.Clone(widths)
	for i := range short {
		if slices.Contains(t.Shorten, columns[i]) {
			short[i] = min(short[i], max(t.minWidthOf(columns[i]), t.Room[columns[i]]))
		}
	}
	return lineWidth(short)
}

// minWidthOf is the width to which a column is shortened at most.
func (t Table) minWidthOf(column int) int {
	if n, ok := t.MinWidths[column]; ok {
		return n
	}
	return minColumnWidth
}

// widest is the place of the column that can be shortened most, -1 for none.
func (t Table) widest(columns, widths []int) int {
	at := -1
	for i := range widths {
		if slices.Contains(t.Shorten, columns[i]) && widths[i] > t.minWidthOf(columns[i]) && (at < 0 || widths[i] > widths[at]) {
			at = i
		}
	}
	return at
}

// Cell is text in n cells of a terminal: shortened, or padded with blanks.
func Cell(s string, n int) string {
	s = Shorten(s, n)
	return s + strings.Repeat(" ", n-uniseg.StringWidth(s))
}

// Shorten cuts text to n cells of a terminal, with … for the rest.
func Shorten(s string, n int) string {
	if uniseg.StringWidth(s) <= n {
		return s
	}
	var b strings.Builder
	used := 0
	for rest, state := s, -1; rest != ""; {
		var cluster string
		var wide int
		cluster, rest, wide, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used+wide > n-1 {
			break
		}
		b.WriteString(cluster)
		used += wide
	}
	return strings.TrimRight(b.String(), " ") + "…"
}
