# Runwhy: reports this shell's commands to the session in RUNWHY_SESSION.
set -g __runwhy_hook_reporter
function __runwhy_hook_connect
    if not test -p "$__runwhy_hook_reporter[2]"; or not kill -0 $__runwhy_hook_reporter[1] 2>/dev/null
        set -g __runwhy_hook_reporter (START_REPORTER $fish_pid 2>/dev/null | string split -m 1 ' ')
    end
end
function __runwhy_hook_before --on-event fish_preexec
    set -g __runwhy_hook_cwd $PWD
end
function __runwhy_hook_after --on-event fish_postexec
    set -l code $status
    if set -q RUNWHY_SESSION; and not set -q RUNWHY_TERMINAL; and string match -qr '^\S' -- "$argv[1]"
        __runwhy_hook_connect
        if test -p "$__runwhy_hook_reporter[2]"
            # fish cannot open a pipe without the risk of waiting for a reader; sh can.
            printf '%s\0' "$RUNWHY_SESSION" '' "$CMD_DURATION" $code "$__runwhy_hook_cwd" "$argv[1]" |
                sh -c 'exec cat 1<>"$1"' sh $__runwhy_hook_reporter[2]
        end
    end
end
if set -q RUNWHY_SESSION; and not set -q RUNWHY_TERMINAL
    __runwhy_hook_connect
end
