package model

import (
	"cmp"
	"slices"
)

// Total adds up calls.
type Total struct {
	Name          string // of the model or tool
	Calls, Failed int
	WithoutTokens int // calls without an error whose tokens are not known: Tokens are a lower bound
	Tokens        Tokens
}

// Totals are the sums of calls. Calls of the kind KindOther count in no row.
type Totals struct {
	Models, Tools []Total // by name
}

// Sum adds up calls by model and by tool.
func Sum(calls []Call) Totals {
	models, tools := map[string]*Total{}, map[string]*Total{}
	for _, c := range calls {
		switch c.Kind {
		case KindModel:
			totalOf(models, c.Model).add(c)
		case KindTool:
			for _, t := range c.ToolCalls {
				row := totalOf(tools, t.Name)
				row.Calls++
				if t.IsError || !t.HasResult && c.Error != "" {
					row.Failed++
				}
			}
		}
	}
	return Totals{Models: sortTotals(models), Tools: sortTotals(tools)}
}

func totalOf(rows map[string]*Total, name string) *Total {
	if rows[name] == nil {
		rows[name] = &Total{Name: name}
	}
	return rows[name]
}

func (t *Total) add(c Call) {
	t.Calls++
	switch {
	case c.Error != "":
		t.Failed++
	case !c.Tokens.IsKnown:
		t.WithoutTokens++
	}
	t.Tokens.Input += c.Tokens.Input
	t.Tokens.Output += c.Tokens.Output
	t.Tokens.CachedInput += c.Tokens.CachedInput
	t.Tokens.Reasoning += c.Tokens.Reasoning
	t.Tokens.IsKnown = t.Tokens.IsKnown || c.Tokens.IsKnown
}

func sortTotals(rows map[string]*Total) (all []Total) {
	for _, row := range rows {
		all = append(all, *row)
	}
	slices.SortFunc(all, func(a, b Total) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
