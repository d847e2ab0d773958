" Other scripts take all of these files for Puppet; this one comes after them and decides.
autocmd BufRead,BufNewFile *.pp let &l:filetype = pcl#filetype()
