" Colors for files of inputs: those of PCL.
runtime! syntax/pcl.vim
