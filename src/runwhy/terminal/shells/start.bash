# Runwhy: what an interactive bash would have read, then the marks.
[[ -r /etc/bash.bashrc ]] && source /etc/bash.bashrc
[[ -r ~/.bashrc ]] && source ~/.bashrc
source "${BASH_SOURCE[0]%/*}/marks.bash"
