# Completion of a2a-console for fish.
function __a2a_console_words
	set -l before (commandline -opc)
	set -l current (commandline -ct)
	set -l plain (string unescape -- "$current") # nothing where a quote is still open
	and set current $plain
	set -l program $before[1]
	set -e before[1]
	$program complete-words -- $before "$current" 2>/dev/null | while read -l line
		if test "$line" = ":files"
			# Completions must begin like the word: with --flag= and with ~.
			set -l flag (string match -r -- '^--[^=]*=' "$current")
			set -l path (string replace -r -- '^--[^=]*=' '' "$current" | string replace -r -- '^~/' "$HOME/")
			for file in (__fish_complete_path "$path")
				string match -q -- '*~/*' "$current"; and set file (string replace -- "$HOME/" '~/' "$file")
				echo "$flag$file"
			end
		else
			echo $line
		end
	end
end
complete -c a2a-console -f -k -a '(__a2a_console_words)'
