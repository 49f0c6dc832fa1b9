package model

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
)

const (
	maxPrices    = 10_000  // lines of a price list with a price
	maxPriceLine = 4 << 10 // bytes of a line
	maxPrice     = 1e6     // USD per million tokens: more is a mistake in the unit
)

// Prices is a price list. The zero value has no prices.
type Prices struct{ rows map[string]price }

// price is in USD per million tokens.
type price struct {
	input, output, cache float64
	line                 int
}

// ParsePrices reads a price list: lines "MODEL-PREFIX INPUT OUTPUT [CACHED]" in USD per million tokens. Text after
// "#" is a comment. Without CACHED, input from the cache costs as much as other input.
func ParsePrices(in io.Reader) (Prices, error) {
	p := Prices{rows: map[string]price{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxPriceLine)
	n := 0
	for lines.Scan() {
		n++
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		if err := p.add(fields, n); err != nil {
			return Prices{}, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return Prices{}, fmt.Errorf("line %d: longer than %d bytes; write one model per line", n+1, maxPriceLine)
	}
	return p, lines.Err()
}

func (p Prices) add(fields []string, line int) error {
	if len(fields) < 3 || len(fields) > 4 {
		return fmt.Errorf("%d words; write MODEL-PREFIX INPUT OUTPUT [CACHED], such as: gpt-4o 2.50 10 1.25", len(fields))
	}
	name := fields[0]
	if earlier, ok := p.rows[name]; ok {
		return fmt.Errorf("%q has a price in line %d already; remove one of the lines", clip.Bytes(name, maxName), earlier.line)
	}
	if len(p.rows) == maxPrices {
		return fmt.Errorf("more than %d prices; shorten prefixes so that one line covers several models", maxPrices)
	}
	numbers := make([]float64, 0, 3)
	for _, field := range fields[1:] {
		f, err := strconv.ParseFloat(field, 64)
		if err != nil || !(f >= 0 && f <= maxPrice) {
			return fmt.Errorf("%q is not a price; write USD per million tokens as a number, such as 2.50", clip.Bytes(field, maxName))
		}
		numbers = append(numbers, f)
	}
	row := price{input: numbers[0], output: numbers[1], cache: numbers[0], line: line}
	if len(numbers) == 3 {
		row.cache = numbers[2]
	}
	p.rows[name] = row
	return nil
}

// Cost returns what a call costs by the longest prefix of its model's name. known is false without a price or
// a number of tokens. The surcharge that some APIs take for writing to their cache is not included.
func (p Prices) Cost(c Call) (usd float64, known bool) {
	if !c.Tokens.IsKnown {
		return 0, false
	}
	for end := len(c.Model); end > 0; end-- {
		if row, ok := p.rows[c.Model[:end]]; ok {
			cache := min(c.Tokens.CachedInput, c.Tokens.Input)
			sum := float64(c.Tokens.Input-cache)*row.input + float64(cache)*row.cache + float64(c.Tokens.Output)*row.output
			return sum / 1e6, true
		}
	}
	return 0, false
}
