# Runwhy: reports this shell's commands to the session in RUNWHY_SESSION. Needs bash 4.4.
__runwhy_hook_ran=0
__runwhy_hook_began=0
__runwhy_hook_pid=
__runwhy_hook_pipe=
__runwhy_hook_none=
__runwhy_hook_last=
__runwhy_hook_dups=0
__runwhy_hook_cwd=$PWD
__runwhy_hook_newest() { HISTTIMEFORMAT='' builtin history 1; }
__runwhy_hook_text() {
  local line=$1
  line=${line#"${line%%[![:space:]]*}"}
  line=${line#"${line%%[!0-9]*}"}
  REPLY=${line:2}
}
__runwhy_hook_connect() {
  [[ -p $__runwhy_hook_pipe ]] && kill -0 "$__runwhy_hook_pid" 2>/dev/null && return
  read -r __runwhy_hook_pid __runwhy_hook_pipe < <(START_REPORTER $$ 2>/dev/null)
}
__runwhy_hook_report() {
  local ended=${EPOCHREALTIME-} duration=
  ended=${ended//[!0-9]/}
  if [[ -n $ended ]]; then
    duration=$(((ended - __runwhy_hook_began) / 1000))
    ended=$((ended / 1000))
  fi
  __runwhy_hook_connect
  if [[ -p $__runwhy_hook_pipe ]]; then
    builtin printf '%s\0' "$RUNWHY_SESSION" "$ended" "$duration" "$1" "$__runwhy_hook_cwd" "$2" 1<>"$__runwhy_hook_pipe"
  fi
}
__runwhy_hook_prompt() {
  local status=$? REPLY='' newest old
  case ${HISTCONTROL-} in
    *ignoreboth* | *ignoredups*)
      __runwhy_hook_dups=1
      HISTCONTROL=${HISTCONTROL//ignoreboth/ignorespace}
      HISTCONTROL=${HISTCONTROL//ignoredups/}
      ;;
  esac
  newest=$(__runwhy_hook_newest)
  if [[ $newest != "$__runwhy_hook_last" ]]; then
    __runwhy_hook_text "$__runwhy_hook_last"
    old=$REPLY
    __runwhy_hook_text "$newest"
    if [[ $__runwhy_hook_ran == 1 && -n ${RUNWHY_SESSION-} && -z ${RUNWHY_TERMINAL-} ]]; then
      __runwhy_hook_report "$status" "$REPLY"
    fi
    if [[ $__runwhy_hook_dups == 1 && $old == "$REPLY" ]]; then
      newest=${newest#"${newest%%[![:space:]]*}"}
      builtin history -d "${newest%%[!0-9]*}" 2>/dev/null
      newest=$(__runwhy_hook_newest)
    fi
    __runwhy_hook_last=$newest
  fi
  __runwhy_hook_ran=0
  __runwhy_hook_cwd=$PWD
  if [[ ${PS0-} != *__runwhy_hook_ran* ]]; then
    PS0=${PS0-}'${__runwhy_hook_none:$((__runwhy_hook_ran=1,__runwhy_hook_began=10#0${EPOCHREALTIME//[!0-9]/})):0}'
  fi
  if [[ $- == *e* ]]; then
    return 0
  fi
  return "$status"
}
if [[ ${PROMPT_COMMAND-} != *__runwhy_hook_prompt* ]]; then
  if [[ -n ${PROMPT_COMMAND+set} && ${PROMPT_COMMAND@a} == *a* ]]; then
    PROMPT_COMMAND=(__runwhy_hook_prompt "${PROMPT_COMMAND[@]}")
  else
    PROMPT_COMMAND=__runwhy_hook_prompt${PROMPT_COMMAND:+$'\n'"$PROMPT_COMMAND"}
  fi
fi
if [[ -n ${RUNWHY_SESSION-} && -z ${RUNWHY_TERMINAL-} ]]; then
  __runwhy_hook_connect
fi
