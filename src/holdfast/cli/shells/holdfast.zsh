#compdef holdfast
# Completion of holdfast for zsh; made by `holdfast completion zsh`.
_holdfast() {
  local previous="${words[CURRENT-1]}" called="" word
  local -a offered
  for word in "${(@)words[2,CURRENT-1]}"; do
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
  [[ "${words[CURRENT]}" == -* ]] || offered=(${offered:#-*})
  _describe 'holdfast' offered || _files
}
if [[ "${funcstack[1]}" == _holdfast ]]; then _holdfast "$@"; else compdef _holdfast holdfast; fi
