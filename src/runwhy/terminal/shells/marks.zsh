# Runwhy: marks around each command. Sourced once, by an interactive zsh.
if [[ -n "${__runwhy_nonce-}" && -o interactive ]]; then
  typeset -g __runwhy_ran=0

  __runwhy_escape() {
    emulate -L zsh
    setopt extended_glob no_multibyte
    local text=$1 code byte
    text=${text//\\/\\\\}
    text=${text//;/\\x3b}
    if [[ $text == *[[:cntrl:]]* ]]; then
      for code in 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 7f; do
        printf -v byte "\\x$code"
        text=${text//$byte/\\x$code}
      done
    fi
    REPLY=$text
  }

  __runwhy_before() {
    local REPLY
    __runwhy_escape "$1"
    __runwhy_ran=1
    builtin printf '\e]633;E;%s;%s\a\e]633;C;%s\a' "$REPLY" "$__runwhy_nonce" "$__runwhy_nonce"
  }

  __runwhy_prompt() {
    local code=$? REPLY
    if [[ $__runwhy_ran == 1 ]]; then
      builtin printf '\e]633;D;%s;%s\a' "$code" "$__runwhy_nonce"
    fi
    __runwhy_ran=0
    __runwhy_escape "$PWD"
    builtin printf '\e]633;P;%s;%s\a\e]633;A;%s\a' "$REPLY" "$__runwhy_nonce" "$__runwhy_nonce"
    return 0 # zsh passes $? to each hook separately
  }

  typeset -ga precmd_functions preexec_functions
  precmd_functions=(__runwhy_prompt $precmd_functions)
  preexec_functions+=(__runwhy_before)
else
  unset __runwhy_nonce
fi
