" Indentation of PCL: what brackets enclose on lines of its own is indented once more.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1
setlocal indentexpr=GetPclIndent() indentkeys=0},0],0),o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*GetPclIndent')
  finish
endif

function GetPclIndent() abort
  let before = prevnonblank(v:lnum - 1)
  let opens = getline(before) =~# '[[({]\s*\%(\%(#\|//\).*\)\=$'
  let closes = getline(v:lnum) =~# '^\s*[])}]'
  return max([0, indent(before) + (opens - closes) * shiftwidth()])
endfunction
