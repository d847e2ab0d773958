package analysistest

import (
	"os"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/recent"
)

// With PCL_LSP_TEST_KEEP=nothing, tests run with trees and results that are forgotten at once
// and computed again for each question: no answer may depend on what happens to be kept. With everything, none is forgotten.
func init() {
	recent.KeepNothing = os.Getenv("PCL_LSP_TEST_KEEP") == "nothing"
	recent.KeepEverything = os.Getenv("PCL_LSP_TEST_KEEP") == "everything"
}
