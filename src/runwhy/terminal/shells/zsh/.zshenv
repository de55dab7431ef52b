# Runwhy: read the nonce, source the user's .zshenv, and keep our ZDOTDIR until .zshrc has been read.
{ IFS= read -r __runwhy_nonce <&9 && exec 9<&- } 2>/dev/null
typeset -g __runwhy_dir=$ZDOTDIR
if [[ -n "${RUNWHY_ZDOTDIR-}" ]]; then
  export ZDOTDIR=$RUNWHY_ZDOTDIR
else
  unset ZDOTDIR
fi
unset RUNWHY_ZDOTDIR
[[ -r ${ZDOTDIR:-$HOME}/.zshenv ]] && source ${ZDOTDIR:-$HOME}/.zshenv
if [[ -o interactive ]]; then
  typeset -g __runwhy_zdotdir=${ZDOTDIR-}
  ZDOTDIR=$__runwhy_dir
fi
