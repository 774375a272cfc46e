# Completion of holdfast for fish; made by `holdfast completion fish`.
set -g __holdfast_paths #PATHS#
function __holdfast_after
    set -l called
    for word in (commandline -opc)[2..-1]
        set -l candidate (string join -- ' ' $called $word)
        contains -- "$candidate" $__holdfast_paths; and set called $called $word
    end
    test "$called" = "$argv"
end
#WORDS#
