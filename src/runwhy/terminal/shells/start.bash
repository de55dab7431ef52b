# Runwhy: source the usual startup files of an interactive bash, then the marks.
[[ -r /etc/bash.bashrc ]] && source /etc/bash.bashrc
[[ -r ~/.bashrc ]] && source ~/.bashrc
source "${BASH_SOURCE[0]%/*}/marks.bash"
