# Whence: tells the session in WHENCE_SESSION what was run in this shell.
function __whence_hook_before --on-event fish_preexec
    set -g __whence_hook_cwd $PWD
end
function __whence_hook_after --on-event fish_postexec
    set -l code $status
    if set -q WHENCE_SESSION; and not set -q WHENCE_TERMINAL; and string match -qr '^\S' -- "$argv[1]"
        command whence shell-report --exit-code $code --cwd "$__whence_hook_cwd" -- "$argv[1]" </dev/null >/dev/null 2>&1 &
        disown 2>/dev/null
    end
end
