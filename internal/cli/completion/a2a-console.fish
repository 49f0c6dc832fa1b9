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
			__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current")
		else
			echo $line
		end
	end
end
complete -c a2a-console -f -k -a '(__a2a_console_words)'
