# Runwhy: marks around each command. Needs bash 4.4 (PS0). Sourced once, by an interactive bash.
if [[ -z "${__runwhy_nonce-}" || $- != *i* || "${BASH_VERSINFO[0]}${BASH_VERSINFO[1]}" -lt 44 ]]; then
  unset __runwhy_nonce
else
  __runwhy_ran=0
  __runwhy_none=
  __runwhy_last=
  __runwhy_dups=0

  # Escape what a mark cannot contain: backslash, semicolon and control characters.
  __runwhy_escape() {
    local LC_ALL=C text=$1 code byte
    text=${text//\\/\\\\}
    text=${text//;/\\x3b}
    if [[ $text == *[[:cntrl:]]* ]]; then
      for code in 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 7f; do
        printf -v byte "\\x$code"
        text=${text//"$byte"/\\x$code}
      done
    fi
    REPLY=$text
  }

  # The newest history line with its number; a change in either means a line was added.
  __runwhy_newest() {
    HISTTIMEFORMAT='' builtin history 1
  }

  __runwhy_text() {
    local line=$1
    if [[ $line =~ ^[[:space:]]*[0-9]+[*\ ]\ ?(.*)$ ]]; then
      line=${line#"${line%%[![:space:]]*}"}
      line=${line#"${line%%[!0-9]*}"}
      line=${line:2}
    fi
    REPLY=$line
  }

  # Runs in a subshell from PS0, after a command is read and before it is executed.
  __runwhy_before() {
    { set +exu; } 2>/dev/null
    local line
    line=$(__runwhy_newest)
    REPLY=
    if [[ $line != "$__runwhy_last" ]]; then
      __runwhy_text "$line"
    fi
    __runwhy_escape "$REPLY"
    printf '\e]633;E;%s;%s\a\e]633;C;%s\a' "$REPLY" "$__runwhy_nonce" "$__runwhy_nonce"
  }

  # Drop a line equal to the previous one, like `ignoredups`. Bash would drop it too early to
  # distinguish it from a private line.
  __runwhy_keep_history() {
    case ${HISTCONTROL-} in
      *ignoreboth* | *ignoredups*)
        __runwhy_dups=1
        HISTCONTROL=${HISTCONTROL//ignoreboth/ignorespace}
        HISTCONTROL=${HISTCONTROL//ignoredups/}
        ;;
    esac
    local newest old
    newest=$(__runwhy_newest)
    if [[ $__runwhy_dups == 1 && -n $newest && $newest != "$__runwhy_last" ]]; then
      __runwhy_text "$__runwhy_last"
      old=$REPLY
      __runwhy_text "$newest"
      if [[ $old == "$REPLY" ]]; then
        newest=${newest#"${newest%%[![:space:]]*}"}
        builtin history -d "${newest%%[!0-9]*}" 2>/dev/null
        newest=$(__runwhy_newest)
      fi
    fi
    __runwhy_last=$newest
  }

  __runwhy_prompt() {
    local status=$? REPLY
    if [[ $__runwhy_ran == 1 ]]; then
      printf '\e]633;D;%s;%s\a' "$status" "$__runwhy_nonce"
    fi
    __runwhy_ran=0
    __runwhy_escape "$PWD"
    printf '\e]633;P;%s;%s\a\e]633;A;%s\a' "$REPLY" "$__runwhy_nonce" "$__runwhy_nonce"
    __runwhy_keep_history
    if [[ ${PS0-} != *__runwhy_before* ]]; then
      PS0=${PS0-}'${__runwhy_none:$((__runwhy_ran=1)):0}$(__runwhy_before)'
    fi
    if [[ $- == *e* ]]; then
      return 0
    fi
    return "$status"
  }

  if [[ -n ${PROMPT_COMMAND+set} && ${PROMPT_COMMAND@a} == *a* ]]; then
    PROMPT_COMMAND=(__runwhy_prompt "${PROMPT_COMMAND[@]}")
  else
    PROMPT_COMMAND=__runwhy_prompt${PROMPT_COMMAND:+$'\n'"$PROMPT_COMMAND"}
  fi
fi
