" Syntax highlighting for PCL.
if exists('b:current_syntax')
  finish
endif
syntax match pclBlock /^\s*\zs\%(resource\|config\|output\|component\|read\|hook\|package\|pulumi\|options\)\ze\s*["A-Za-z_{].*{\|^\s*\zs\%(package\|pulumi\|options\)\ze\s*{/
syntax match pclAttribute /^\s*\zs[A-Za-z_][A-Za-z0-9_-]*\ze\s*=[^=>]/
syntax match pclFunction /\<[A-Za-z_][A-Za-z0-9_-]*\ze(/
syntax match pclNumber /\<\d\+\%(\.\d\+\)\?\%([eE][-+]\?\d\+\)\?\>/
syntax keyword pclConstant true false null
syntax keyword pclRepeat for in if
syntax match pclEscape /\\\%(["\\nrt]\|u\x\{4}\|U\x\{8}\)\|\$\${\|%%{/ contained
syntax region pclTemplate matchgroup=pclDelimiter start=/\$\@<!\${\~\?/ start=/%\@<!%{\~\?/ end=/\~\?}/ contained contains=TOP
syntax region pclString start=/"/ skip=/\\./ end=/"/ contains=pclEscape,pclTemplate
syntax region pclString start=/<<-\?\z(\h\w*\)\s*$/ end=/^\s*\z1\s*$/ contains=pclTemplate
syntax match pclComment /#.*$/ contains=@Spell
syntax match pclComment +//.*$+ contains=@Spell
syntax region pclComment start=+/\*+ end=+\*/+ contains=@Spell
highlight default link pclBlock Keyword
highlight default link pclAttribute Identifier
highlight default link pclFunction Function
highlight default link pclNumber Number
highlight default link pclConstant Constant
highlight default link pclRepeat Repeat
highlight default link pclEscape SpecialChar
highlight default link pclDelimiter Delimiter
highlight default link pclString String
highlight default link pclComment Comment
let b:current_syntax = 'pcl'
