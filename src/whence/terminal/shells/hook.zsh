# Whence: tells the session in WHENCE_SESSION what was run in this shell.
# zsh has a builtin of our name; what is typed means ours from here on.
alias whence='command whence'
typeset -g __whence_hook_cmd= __whence_hook_cwd=
__whence_hook_before() {
  __whence_hook_cmd=$1
  __whence_hook_cwd=$PWD
}
__whence_hook_prompt() {
  local code=$?
  if [[ -n $__whence_hook_cmd && $__whence_hook_cmd != ' '* && -n ${WHENCE_SESSION-} && -z ${WHENCE_TERMINAL-} ]]; then
    (command whence shell-report --exit-code $code --cwd "$__whence_hook_cwd" -- "$__whence_hook_cmd" </dev/null >/dev/null 2>&1 &)
  fi
  __whence_hook_cmd=
  return 0
}
typeset -ga precmd_functions preexec_functions
precmd_functions=(__whence_hook_prompt ${precmd_functions:#__whence_hook_prompt})
preexec_functions=(${preexec_functions:#__whence_hook_before} __whence_hook_before)
