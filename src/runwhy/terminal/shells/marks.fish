# Runwhy: marks around each command. Sourced once, by an interactive fish.
if status is-interactive; and read -g __runwhy_nonce </dev/fd/9
    set -g __runwhy_ran 0

    function __runwhy_escape
        set -l text (string replace -a '\\' '\\\\' -- $argv[1] | string replace -a ';' '\\x3b' | string collect)
        for code in 01 02 03 04 05 06 07 08 09 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 7f
            set text (string replace -a (printf "\\x$code") "\\x$code" -- $text | string collect)
        end
        string join '\\x0a' -- (string split \n -- $text)
    end

    function __runwhy_before --on-event fish_preexec
        string match -qr '\S' -- "$argv[1]"; or return
        set -g __runwhy_ran 1
        printf '\e]633;E;%s;%s\a\e]633;C;%s\a' (__runwhy_escape "$argv[1]") $__runwhy_nonce $__runwhy_nonce
    end

    function __runwhy_after --on-event fish_postexec
        set -l code $status
        test $__runwhy_ran = 1; and printf '\e]633;D;%s;%s\a' $code $__runwhy_nonce
        set -g __runwhy_ran 0
    end

    function __runwhy_prompt --on-event fish_prompt
        printf '\e]633;P;%s;%s\a\e]633;A;%s\a' (__runwhy_escape $PWD) $__runwhy_nonce $__runwhy_nonce
    end
end
