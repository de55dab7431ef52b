# Runwhy: reports this shell's commands to the session in RUNWHY_SESSION.
function __runwhy_hook_before --on-event fish_preexec
    set -g __runwhy_hook_cwd $PWD
end
function __runwhy_hook_after --on-event fish_postexec
    set -l code $status
    if set -q RUNWHY_SESSION; and not set -q RUNWHY_TERMINAL; and string match -qr '^\S' -- "$argv[1]"
        command runwhy shell-report --exit-code $code --cwd "$__runwhy_hook_cwd" -- "$argv[1]" </dev/null >/dev/null 2>&1 &
        disown 2>/dev/null
    end
end
