package stdio

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// Table is a table with aligned columns.
type Table struct {
	Rows [][]string

	// Colour returns the colour of a cell. It may be nil.
	Colour func(row, column int) Colour

	// Shorten lists the columns whose cells are shortened when a terminal is too narrow. If that is not
	// enough, the columns of Drop are left out, in this order.
	Shorten, Drop []int

	// MinWidths are the widths, in terminal cells, below which columns of Shorten are not
	// shortened; the default is 16. A column of Drop stays only if the others keep at least their
	// widths in Room.
	MinWidths, Room map[int]int
}

const (
	columnGap      = 2  // blanks between columns
	minColumnWidth = 16 // default of MinWidths, in cells
)

// Write writes the table. The last column is not padded.
func (t Table) Write(w io.Writer) {
	columns := t.columns()
	widths := t.widths(columns)
	// A table without Shorten stays wide, and the terminal wraps it.
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

// fit drops and shortens columns until a line takes at most total cells, or no column can be
// shortened.
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

func lineWidth(widths []int) int {
	sum := columnGap * max(0, len(widths)-1)
	for _, n := range widths {
		sum += n
	}
	return sum
}

// minLineWidth returns the width of a line whose cells are shortened as far as Room and MinWidths
// allow.
func (t Table) minLineWidth(columns, widths []int) int {
	short := slices.Clone(widths)
	for i := range short {
		if slices.Contains(t.Shorten, columns[i]) {
			short[i] = min(short[i], max(t.minWidthOf(columns[i]), t.Room[columns[i]]))
		}
	}
	return lineWidth(short)
}

// minWidthOf returns the width below which a column is not shortened.
func (t Table) minWidthOf(column int) int {
	if n, ok := t.MinWidths[column]; ok {
		return n
	}
	return minColumnWidth
}

// widest returns the index of the widest column that can be shortened, -1 for none.
func (t Table) widest(columns, widths []int) int {
	at := -1
	for i := range widths {
		if slices.Contains(t.Shorten, columns[i]) && widths[i] > t.minWidthOf(columns[i]) && (at < 0 || widths[i] > widths[at]) {
			at = i
		}
	}
	return at
}

// Cell shortens or pads text to exactly n terminal cells.
func Cell(s string, n int) string {
	s = Shorten(s, n)
	return s + strings.Repeat(" ", n-uniseg.StringWidth(s))
}

// Shorten cuts text to at most n terminal cells, including the … at the end if anything is cut.
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
