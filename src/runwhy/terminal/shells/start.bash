# Runwhy: read the nonce, then source the usual startup files of an interactive bash and the marks.
{ IFS= read -r __runwhy_nonce <&9 && exec 9<&-; } 2>/dev/null
[[ -r /etc/bash.bashrc ]] && source /etc/bash.bashrc
[[ -r ~/.bashrc ]] && source ~/.bashrc
source "${BASH_SOURCE[0]%/*}/marks.bash"
