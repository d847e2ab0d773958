package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements --shard, which checks a part of the programs.

const shardHelp = `--shard I/N checks one of N parts of the programs, for N machines at once. A program belongs
to a part by the hash of its path, so other programs do not move when one is added. Write
the reports of the parts with --format record=FILE, and merge them with pcl-lsp report merge.`

// shardFlag is the flag --shard. The zero value stands for all programs.
type shardFlag struct{ report.Shard }

func (f *shardFlag) register(cmd *cobra.Command) {
	const usage = "check only the `I/N` part of the programs, for example 1/8"
	valueVar(cmd, "shard", "", usage, func(text string) (shown string, err error) {
		var rest string
		n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &f.Number, &f.Of, &rest)
		if n != 2 || f.Number < 1 || f.Number > f.Of {
			return "", fmt.Errorf("%q is not a part such as 1/8, from 1/8 to 8/8", text)
		}
		return text, nil
	})
}

// choose leaves only the programs of the part.
func (f *shardFlag) choose(search *workspace.Search, name func(dir string) string) {
	if f.Of == 0 {
		return
	}
	search.Only(func(t workspace.Target) bool {
		sum := sha256.Sum256([]byte(name(t.Dir)))
		return binary.BigEndian.Uint64(sum[:])%uint64(f.Of) == uint64(f.Number-1)
	})
}
