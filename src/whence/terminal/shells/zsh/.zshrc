# Whence: the user's own .zshrc, then the marks.
if [[ -n $__whence_zdotdir ]]; then
  export ZDOTDIR=$__whence_zdotdir
else
  unset ZDOTDIR
fi
[[ ${HISTFILE-} == $__whence_dir/* ]] && HISTFILE=${ZDOTDIR:-$HOME}/.zsh_history
[[ -r ${ZDOTDIR:-$HOME}/.zshrc ]] && source ${ZDOTDIR:-$HOME}/.zshrc
source $__whence_dir/../marks.zsh
unset __whence_dir __whence_zdotdir
