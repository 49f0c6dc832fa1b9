package model

// counts are the paths of the numbers of tokens in an answer or event. The numbers of a list are added up.
type counts struct {
	in                              string // the object that has them
	input, output, cache, reasoning []string
}

var (
	chatCounts = &counts{
		in: "usage", input: []string{"prompt_tokens"}, output: []string{"completion_tokens"},
		cache:     []string{"prompt_tokens_details.cached_tokens|prompt_cache_hit_tokens"},
		reasoning: []string{"completion_tokens_details.reasoning_tokens"},
	}
	responsesCounts = &counts{
		in: "usage|response.usage", input: []string{"input_tokens"}, output: []string{"output_tokens"},
		cache: []string{"input_tokens_details.cached_tokens"}, reasoning: []string{"output_tokens_details.reasoning_tokens"},
	}
	messagesCounts = &counts{ // input_tokens has neither what was read from the cache nor what was written to it
		in: "usage|message.usage", input: []string{"input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"},
		output: []string{"output_tokens"}, cache: []string{"cache_read_input_tokens"},
	}
	geminiCounts = &counts{ // candidatesTokenCount has no thoughts
		in: "usageMetadata", input: []string{"promptTokenCount", "toolUsePromptTokenCount"},
		output: []string{"candidatesTokenCount", "thoughtsTokenCount"}, cache: []string{"cachedContentTokenCount"},
		reasoning: []string{"thoughtsTokenCount"},
	}
	ollamaCounts = &counts{input: []string{"prompt_eval_count"}, output: []string{"eval_count"}}
)

// read updates the numbers of tokens. Counts of a stream grow, and its events repeat only some of them.
func (c *counts) read(t *Tokens, v value) {
	if c == nil {
		return
	}
	if c.in != "" {
		v = v.get(c.in)
	}
	for _, column := range []struct {
		paths []string
		to    *int64
	}{{c.input, &t.Input}, {c.output, &t.Output}, {c.cache, &t.CachedInput}, {c.reasoning, &t.Reasoning}} {
		sum := int64(0)
		for _, path := range column.paths {
			if n, ok := v.get(path).count(); ok {
				sum += n
				t.IsKnown = true
			}
		}
		*column.to = max(*column.to, sum)
	}
}
