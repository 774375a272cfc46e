# Completion of holdfast for bash; made by `holdfast completion bash`.
_holdfast() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" called="" offered="" word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "${called:+$called }$word" in
      #PATHS#) called="${called:+$called }$word" ;;
    esac
  done
  case "$called" in
#WORDS#
  esac
  case "$called $previous" in
#VALUES#
  esac
  [[ "$current" == -* ]] || offered=$(for word in $offered; do [[ $word == -* ]] || printf '%s ' "$word"; done)
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _holdfast holdfast
