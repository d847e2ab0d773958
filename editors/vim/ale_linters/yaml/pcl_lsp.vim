" Registers pcl-lsp for project, stack and settings files of PCL. ALE starts it only if there is a root.
call ale#Set('pcl_lsp_executable', 'pcl-lsp')

call ale#linter#Define('yaml', {
\   'name': 'pcl_lsp',
\   'lsp': 'stdio',
\   'language': 'yaml',
\   'executable': {buffer -> ale#Var(buffer, 'pcl_lsp_executable')},
\   'command': '%e serve',
\   'project_root': {buffer -> pcl#configured(bufname(buffer))},
\})
