# Runwhy: starts the reporter of the shell with process id $1, and prints the reporter's process id and its pipe.
# The reporter receives the pipe already open, so that nothing written before it is ready is lost.
directory=$(mktemp -d) && mkfifo -m 600 "$directory/commands" && {
  runwhy shell-reporter --shell-pid "$1" --pipe "$directory/commands" <&3 3<&- >/dev/null 2>&1 &
  echo "$! $directory/commands"
} 3<>"$directory/commands"
