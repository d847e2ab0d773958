" Settings for files of inputs: those of PCL.
runtime! ftplugin/pcl.vim
