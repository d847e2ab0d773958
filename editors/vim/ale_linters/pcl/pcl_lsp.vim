" Registers pcl-lsp as a language server with ALE.
call ale#Set('pcl_lsp_executable', 'pcl-lsp')

call ale#linter#Define('pcl', {
\   'name': 'pcl_lsp',
\   'lsp': 'stdio',
\   'language': 'pcl',
\   'executable': {buffer -> ale#Var(buffer, 'pcl_lsp_executable')},
\   'command': '%e serve',
\   'project_root': {buffer -> s:root(buffer)},
\})

function! s:root(buffer) abort
  let project = ale#path#FindNearestFile(a:buffer, 'Pulumi.yaml')
  return project ==# '' ? fnamemodify(bufname(a:buffer), ':p:h') : fnamemodify(project, ':h')
endfunction
