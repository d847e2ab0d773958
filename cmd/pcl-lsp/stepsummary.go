package main

import (
	"bytes"
	"os"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// This file implements the summary of a step in GitHub Actions.

// mostSummary is the size above which GitHub does not show a summary.
const mostSummary = 1 << 20

const cutSummary = "\n\nThe report is too long for the summary of a step.\n"

// stepSummary returns the output that appends to the summary; nil if there is none. Whoever runs the
// program in a container may pass on the name of the file but not the file.
func stepSummary(env environment) *output {
	name := env.variable("GITHUB_STEP_SUMMARY")
	if name == "" {
		return nil
	}
	if info, err := os.Stat(env.native(name)); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	format, _ := report.FormatNamed("markdown")
	return &output{format: format, file: env.native(name), appends: true}
}

// appendSummary appends a text to a summary, as much as there is room for.
func appendSummary(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	room := mostSummary - int(info.Size())
	if len(text) > room {
		room -= len(cutSummary)
		at := bytes.LastIndexByte(text[:max(room, 0)], '\n')
		if at < 0 {
			return nil
		}
		text = append(text[:at:at], cutSummary...)
	}
	_, err = f.Write(text)
	return err
}
