" Decides whether a .pp file is PCL or Puppet: by the project file, or else by lines that begin a PCL block.

function! pcl#filetype() abort
  let folder = expand('<afile>:p:h')
  let project = findfile('Pulumi.yaml', escape(folder, ' ,;') . ';')
  if project !=# ''
    let text = join(readfile(project), "\n")
    if text =~# '\%(^\|\n\)runtime:\s*\%({\?\s*name:\s*\)\?["'']\?pcl\>'
      return 'pcl'
    endif
  endif
  for line in getline(1, 200)
    if line =~# '^\%(resource\|read\)\s\+\S\+\s\+"[^"]*"\s*{' || line =~# '^\%(config\|output\|component\)\s\+[A-Za-z_"].*{'
          \ || line =~# '^hook\s\+"\?\l\+"\?\s' || line =~# '^\%(package\|pulumi\)\s*{'
      return 'pcl'
    endif
  endfor
  return 'puppet'
endfunction
