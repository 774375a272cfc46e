# Completion of holdfast for PowerShell; made by `holdfast completion powershell`.
$holdfastWords = @{
#WORDS#
}
$holdfastValues = @{
#VALUES#
}
Register-ArgumentCompleter -Native -CommandName holdfast -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $called = ''
  $previous = ''
  foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $previous = "$element"
    $candidate = "$called $element".Trim()
    if ($holdfastWords.ContainsKey($candidate)) { $called = $candidate }
  }
  $offered = $holdfastWords[$called]
  foreach ($name in @("$called $previous".Trim(), $previous)) {
    if ($holdfastValues.ContainsKey($name)) { $offered = $holdfastValues[$name]; break }
  }
  $offered | Where-Object { $_ -like "$wordToComplete*" -and ($wordToComplete -like '-*' -or $_ -notlike '-*') } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
