" Other scripts set the file type puppet for all .pp files. This one runs later and decides.
autocmd BufRead,BufNewFile *.pp let &l:filetype = pcl#filetype()

" A team's rules.
autocmd BufRead,BufNewFile *.pcl-rules.hcl setlocal filetype=pcl

" Inputs for pulumi do.
autocmd BufRead,BufNewFile *.pcl setlocal filetype=pcl-inputs
