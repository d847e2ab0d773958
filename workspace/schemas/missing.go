package schemas

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file explains why there is no schema, and what to do about it.

// nothing ends a search without a result.
func (r *search) nothing() {
	a := &r.d.Availability
	*a = schema.Availability{State: schema.Missing}
	switch {
	case r.failure != "":
		a.State, a.Reason = schema.Broken, r.failure
	case r.damaged != nil:
		a.State, a.Path, a.Version = schema.Broken, r.damaged.path, r.damaged.version
		a.Reason = fmt.Sprintf("the schema file %s cannot be used: %v", r.damaged.path, r.why)
	case r.unasked != nil:
		a.Reason = r.notAsked()
	default:
		a.Reason = r.reason()
		a.Install = r.install()
	}
	a.Reason = r.options.Reader.paths(a.Reason)
	if r.unasked != nil {
		a.Plugin, a.Lacks = r.unasked.Executable, r.lacks
	}
}

// notAsked says that there is a plugin, and why it was not asked.
func (r *search) notAsked() string {
	from, where := "is installed", r.unasked.Dir
	switch r.unasked.From {
	case schema.ProjectSource:
		from = "is named by the project"
	case schema.PathSource:
		from, where = "is on the PATH", r.unasked.Executable
	}
	text := "its provider " + from + " (" + where + ") but was not asked for the schema: "
	if remedy := r.options.Reader.remedy(r.lacks); remedy != "" {
		return text + remedy
	}
	return text + r.refusal
}

// remedy says how the person gives what a plugin lacks.
func (p Reader) remedy(lacks schema.Grant) string {
	return map[bool]map[schema.Grant]string{
		true: {
			schema.Trust | schema.Permission: "trust the workspace and allow plugins in the editor",
			schema.Trust:                     "trust the workspace in the editor",
			schema.Permission:                "allow plugins in the editor",
		},
		false: {
			schema.Trust | schema.Permission: "trust the workspace with --trust-workspace, allow plugins with --allow-plugins, or both in the editor",
			schema.Trust:                     "trust the workspace with --trust-workspace or in the editor",
			schema.Permission:                "allow it with --allow-plugins or the setting pcl.plugins.allow",
		},
	}[p.Editor][lacks]
}

// paths shortens the paths in a text that lie in the person's home.
func (p Reader) paths(text string) string {
	if p.Home == "" {
		return text
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, p.Home)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		begins := before == "" && out.Len() == 0 || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "(")
		if inside := after != "" && os.IsPathSeparator(after[0]); begins && inside {
			out.WriteByte('~')
		} else {
			out.WriteString(p.Home)
		}
		text = after
	}
}

func (r *search) reason() string {
	places := slices.Concat(r.options.Paths, r.options.Folders)
	if r.options.Home != "" {
		places = append(places, r.schemaCache())
	}
	text := "no schema of " + strings.TrimSpace(r.ref.Name+" "+r.ref.SchemaVersion())
	if len(places) == 0 {
		return text + ": no schema files were given, and there is no Pulumi home"
	}
	if versions := r.known.versions(); len(versions) > 0 {
		text += "; there is " + strings.Join(versions[:min(len(versions), 3)], ", ") // so it does not matter where
		if len(versions) > 3 {
			text += " and others"
		}
	} else {
		text += " in " + strings.Join(places, ", ")
	}
	if len(r.faults) > 0 {
		text += " (" + strings.Join(r.faults[:min(len(r.faults), 3)], "; ") + ")"
	}
	return text
}

// install is the command that installs the provider; empty if it is unknown or would need
// quoting, or without a Pulumi home, where it would be.
func (r *search) install() string {
	name := r.ref.PluginName()
	if r.options.Home == "" || !oneWord(name) || !oneWord(r.ref.Version) || !oneWord(r.ref.DownloadURL) {
		return ""
	}
	if r.ref.Parameterization != nil && r.ref.Version == "" {
		return "pulumi package add " + name
	}
	command := "pulumi plugin install resource " + name
	if r.ref.Version != "" {
		command += " v" + r.ref.Version
	}
	if r.ref.DownloadURL != "" {
		command += " --server " + r.ref.DownloadURL
	}
	return command
}

func oneWord(text string) bool {
	return !strings.HasPrefix(text, "-") && !strings.ContainsFunc(text, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		return !letter && !strings.ContainsRune("-_./:@+=,", c)
	})
}
