# Completion of a2a-console for bash.
_a2a_console() {
	local line=${COMP_LINE:0:COMP_POINT} words current written word about
	read -a words <<<"$line" # without -r, so that an escaped blank belongs to its word
	[[ $line == *[[:space:]] ]] && words+=("")
	current=${words[${#words[@]} - 1]}
	# bash ends words at = and :, so completions must not repeat the part before them.
	written=${current%"${current##*[=:]}"}
	COMPREPLY=()
	while IFS=$'\t' read -r word about; do
		if [[ $word == :files ]]; then
			compopt -o filenames 2>/dev/null
			while IFS= read -r word; do
				COMPREPLY+=("$word")
			done < <(compgen -f -- "${current#"$written"}")
		else
			printf -v word %q "${word#"$written"}"
			COMPREPLY+=("$word")
		fi
	done < <("${COMP_WORDS[0]}" complete-words -- "${words[@]:1}" 2>/dev/null)
}
complete -F _a2a_console a2a-console
