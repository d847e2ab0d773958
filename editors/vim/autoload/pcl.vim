" Decides which files are PCL, and which YAML is about PCL.

" Whether a project file names PCL as its language.
function! s:names_pcl(project) abort
  return a:project !=# '' && join(readfile(a:project), "\n") =~# '\%(^\|\n\)runtime:\s*\%({\?\s*name:\s*\)\?["'']\?pcl\>'
endfunction

" The folder of the project to which a project, stack or settings file of PCL belongs; empty for other YAML.
function! pcl#configured(file) abort
  let [folder, name] = [fnamemodify(a:file, ':p:h'), fnamemodify(a:file, ':t')]
  let project = findfile('Pulumi.yaml', escape(folder, ' ,;'))
  return name ==# '.pcl-lsp.yaml' || name =~# '^Pulumi\.\%(.\+\.\)\?ya\?ml$' && s:names_pcl(project) ? folder : ''
endfunction

" A .pp file is PCL or Puppet: the project file says so, or else lines that begin a PCL block.
function! pcl#filetype() abort
  let folder = expand('<afile>:p:h')
  if s:names_pcl(findfile('Pulumi.yaml', escape(folder, ' ,;') . ';'))
    return 'pcl'
  endif
  for line in getline(1, 200)
    if line =~# '^\%(resource\|read\)\s\+\S\+\s\+"[^"]*"\s*{' || line =~# '^\%(config\|output\|component\)\s\+[A-Za-z_"].*{'
          \ || line =~# '^hook\s\+"\?\l\+"\?\s' || line =~# '^\%(package\|pulumi\)\s*{'
      return 'pcl'
    endif
  endfor
  return 'puppet'
endfunction
