package rename

import "github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"

// Refusal is the reason for the user why a rename is refused.
type Refusal = keep.Refusal
