#compdef a2a-console
# Completion of a2a-console for zsh.
_a2a_console() {
	local -a found
	local line word about
	for line in "${(@f)$("${words[1]}" complete-words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
		if [[ $line == :files ]]; then
			compset -P '--*='
			_files
			continue
		fi
		word=${line%%$'\t'*}
		about=${line#*$'\t'}
		[[ -n $word ]] && found+=("${word//:/\\:}${about:+:$about}")
	done
	(( $#found )) && _describe -V a2a-console found
}
if [[ $funcstack[1] == _a2a-console ]]; then
	_a2a_console "$@"
else
	(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
	compdef _a2a_console a2a-console
fi
