# Runwhy: source the user's .zshrc, then the marks.
if [[ -n $__runwhy_zdotdir ]]; then
  export ZDOTDIR=$__runwhy_zdotdir
else
  unset ZDOTDIR
fi
[[ ${HISTFILE-} == $__runwhy_dir/* ]] && HISTFILE=${ZDOTDIR:-$HOME}/.zsh_history
[[ -r ${ZDOTDIR:-$HOME}/.zshrc ]] && source ${ZDOTDIR:-$HOME}/.zshrc
source $__runwhy_dir/../marks.zsh
unset __runwhy_dir __runwhy_zdotdir
