# Runwhy: reports this shell's commands to the session in RUNWHY_SESSION.
zmodload zsh/datetime
typeset -g __runwhy_hook_cmd= __runwhy_hook_cwd= __runwhy_hook_pid= __runwhy_hook_pipe=
typeset -gi __runwhy_hook_began=0
__runwhy_hook_connect() {
  [[ -p $__runwhy_hook_pipe ]] && kill -0 $__runwhy_hook_pid 2>/dev/null && return
  read -r __runwhy_hook_pid __runwhy_hook_pipe < <(START_REPORTER $$ 2>/dev/null)
}
__runwhy_hook_before() {
  __runwhy_hook_cmd=$1
  __runwhy_hook_cwd=$PWD
  __runwhy_hook_began=$((EPOCHREALTIME * 1000))
}
__runwhy_hook_report() {
  local -i ended=$((EPOCHREALTIME * 1000))
  __runwhy_hook_connect
  if [[ -p $__runwhy_hook_pipe ]]; then
    builtin printf '%s\0' "$RUNWHY_SESSION" $ended $((ended - __runwhy_hook_began)) \
      $1 "$__runwhy_hook_cwd" "$__runwhy_hook_cmd" 1<>$__runwhy_hook_pipe
  fi
}
__runwhy_hook_prompt() {
  local code=$?
  if [[ -n $__runwhy_hook_cmd && $__runwhy_hook_cmd != ' '* && -n ${RUNWHY_SESSION-} && -z ${RUNWHY_TERMINAL-} ]]; then
    __runwhy_hook_report $code
  fi
  __runwhy_hook_cmd=
  return 0
}
typeset -ga precmd_functions preexec_functions
precmd_functions=(__runwhy_hook_prompt ${precmd_functions:#__runwhy_hook_prompt})
preexec_functions=(${preexec_functions:#__runwhy_hook_before} __runwhy_hook_before)
if [[ -n ${RUNWHY_SESSION-} && -z ${RUNWHY_TERMINAL-} ]]; then
  __runwhy_hook_connect
fi
