" Settings for files of inputs: those of PCL. ALE checks them as PCL.
runtime! ftplugin/pcl.vim
let b:ale_linter_aliases = ['pcl']
let b:undo_ftplugin .= ' | unlet! b:ale_linter_aliases'
