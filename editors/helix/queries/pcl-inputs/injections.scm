; inherits: pcl
