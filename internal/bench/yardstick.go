package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// This file measures ParseConfig, with which the other figures are compared, in a process of its own.
//
// Why: check is a process too, and gets its memory from the system page by page. The benchmark holds hundreds of
// megabytes and hardly ever collects garbage, so ParseConfig takes a third less time in it than in any program that a user
// has.

// yardstickVariable names the variable that makes the benchmark parse the files below a directory and do nothing else.
const yardstickVariable = "PCL_LSP_BENCH_PARSE"

// parsed returns the milliseconds of ParseConfig for all files, in one goroutine of a process of its own.
func (p *programs) parsed(ctx context.Context) float64 {
	cmd := exec.CommandContext(ctx, must(os.Executable()))
	cmd.Env = append(cmd.Environ(), yardstickVariable+"="+filepath.FromSlash(p.dir))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		check(fmt.Errorf("ParseConfig in a process of its own: %w", err))
	}
	return must(strconv.ParseFloat(strings.TrimSpace(string(out)), 64))
}

// actAsYardstick writes the milliseconds and ends this process, if it is there to parse.
func actAsYardstick() {
	dir := os.Getenv(yardstickVariable)
	if dir == "" {
		return
	}
	if err := attempt(func() { fmt.Println(milliseconds(parseBelow(dir))) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// parseBelow reads the programs below a directory, and returns how long ParseConfig takes for them.
func parseBelow(dir string) time.Duration {
	texts := map[string][]byte{}
	check(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pp" {
			return err
		}
		texts[path], err = os.ReadFile(path)
		return err
	}))
	start := time.Now()
	for path, text := range texts {
		hclsyntax.ParseConfig(text, path, hcl.InitialPos)
	}
	return time.Since(start)
}
