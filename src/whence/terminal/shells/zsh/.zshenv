# Whence: the user's own .zshenv; ZDOTDIR stays ours until .zshrc has been read.
typeset -g __whence_dir=$ZDOTDIR
if [[ -n "${WHENCE_ZDOTDIR-}" ]]; then
  export ZDOTDIR=$WHENCE_ZDOTDIR
else
  unset ZDOTDIR
fi
unset WHENCE_ZDOTDIR
[[ -r ${ZDOTDIR:-$HOME}/.zshenv ]] && source ${ZDOTDIR:-$HOME}/.zshenv
if [[ -o interactive ]]; then
  typeset -g __whence_zdotdir=${ZDOTDIR-}
  ZDOTDIR=$__whence_dir
fi
