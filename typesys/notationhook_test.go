package typesys_test

import (
	"github.com/pcl-lsp/pcl-lsp/internal/notation"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

func init() { typesys.ParseStructural = notation.Parse }
