# Runwhy: reports this shell's commands to the session in RUNWHY_SESSION.
typeset -g __runwhy_hook_cmd= __runwhy_hook_cwd=
__runwhy_hook_before() {
  __runwhy_hook_cmd=$1
  __runwhy_hook_cwd=$PWD
}
__runwhy_hook_prompt() {
  local code=$?
  if [[ -n $__runwhy_hook_cmd && $__runwhy_hook_cmd != ' '* && -n ${RUNWHY_SESSION-} && -z ${RUNWHY_TERMINAL-} ]]; then
    (command runwhy shell-report --exit-code $code --cwd "$__runwhy_hook_cwd" -- "$__runwhy_hook_cmd" </dev/null >/dev/null 2>&1 &)
  fi
  __runwhy_hook_cmd=
  return 0
}
typeset -ga precmd_functions preexec_functions
precmd_functions=(__runwhy_hook_prompt ${precmd_functions:#__runwhy_hook_prompt})
preexec_functions=(${preexec_functions:#__runwhy_hook_before} __runwhy_hook_before)
