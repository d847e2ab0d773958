package agent

import (
	"context"
	"errors"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// This file declares the tools.

// tool is one tool.
type tool struct {
	name, title, description string
	edits                    bool // writes files if the server may
	everywhere               bool // works without roots too
	add                      func(*Server)
}

// tools are all tools, in the order in which a program is written.
func tools() []tool {
	return []tool{
		declared(tool{name: "schema_search", title: "Search package schemas", everywhere: true,
			description: "Finds resource types and functions by words, best matches first. Start here to write a resource."}, schemaSearch),
		declared(tool{name: "schema_show", title: "Show a resource, function or type", everywhere: true,
			description: "Shows what a resource, function or object type takes and returns, required inputs first, within a budget of tokens (4 bytes each). Without a token, lists the modules of a package."}, schemaShow),
		declared(tool{name: "check", title: "Check programs",
			description: "Reports what is wrong in programs: files on disk, or texts. A program without errors can run."}, check),
		declared(tool{name: "fix", title: "Repair findings", edits: true,
			description: "Repairs findings. Safe fixes keep the meaning of the program; with all, the obvious ones too. Fixes that would introduce new problems are dropped."}, fixFindings),
		declared(tool{name: "format", title: "Format programs", edits: true,
			description: "Formats files. Only white space changes."}, formatFiles),
		declared(tool{name: "complete", title: "List what fits at a place",
			description: "Lists what may be written at a position, best first: inputs, names, values, types."}, completeAt),
		declared(tool{name: "hover", title: "Describe a place",
			description: "Describes what is at a position: type, meaning, value, documentation."}, hoverAt),
		declared(tool{name: "references", title: "Find uses of a name",
			description: "Lists where the name at a position is declared and used, across programs and stack files below the roots."}, referencesAt),
		declared(tool{name: "rename", title: "Rename a declaration", edits: true,
			description: "Renames the declaration at a position everywhere. What exists in a stack keeps its identity."}, renameAt),
		declared(tool{name: "graph", title: "Show dependencies",
			description: "Shows which declarations of a program depend on which, and in which order they are created."}, graphOf),
		declared(tool{name: "explain", title: "Explain finding codes", everywhere: true,
			description: "Explains codes of findings, with a bad and a good example."}, explain),
		declared(tool{name: "plan", title: "Foresee a run",
			description: "Tells what a run would do with the resources of a stack, from its exported state, without running anything."}, planOf),
		declared(tool{name: "convert", title: "Convert other languages",
			description: "Rewrites Terraform, Pulumi YAML, manifests of Kubernetes, an exported state or a file for imports as PCL. What has no counterpart stays as a comment."}, convertText),
		declared(tool{name: "upgrade", title: "Upgrade programs to a later package", edits: true,
			description: "Rewrites programs for a later version of a package whose schemas are there, and lists what is left to do by hand."}, upgradePrograms),
	}
}

// impatience is how long a tool may run on after it is cancelled before the client is answered.
const impatience = time.Second / 4

// declared makes a tool of a function. The function returns data, and the same as short text.
func declared[In, Out any](t tool, do func(context.Context, *call, In) (Out, string, error)) tool {
	t.add = func(s *Server) {
		destructive := t.edits && s.options.Write // they replace what is in files
		declaration := &mcp.Tool{Name: t.name, Title: t.title, Description: t.description, InputSchema: schemaOf[In](), OutputSchema: schemaOf[Out](), Annotations: &mcp.ToolAnnotations{
			Title: t.title, ReadOnlyHint: !t.edits || !s.options.Write, DestructiveHint: &destructive, IdempotentHint: true, OpenWorldHint: new(bool),
		}}
		mcp.AddTool(s.mcp, declaration, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
			var out Out
			r, question, err := reachOf(s.options, req.ClientCapabilities(), req.Params.InputResponses)
			switch {
			case question != nil:
				return &mcp.CallToolResult{InputRequests: question}, out, nil
			case err != nil && !(t.everywhere && errors.Is(err, errNoRoots)):
				return nil, out, err
			}
			end, err := s.turn(ctx)
			if err != nil {
				return nil, out, err
			}
			type answer struct {
				out  Out
				text string
			}
			a, err := await.Result(ctx, impatience, func() (a answer, err error) {
				defer end()
				err = s.guarded("tool "+t.name, func() (err error) {
					a.out, a.text, err = do(ctx, &call{options: s.options, places: s.places, reach: r, progress: progressTo(ctx, req)}, in)
					return err
				})
				return a, err
			})
			if err != nil {
				return nil, a.out, errors.New(r.inText(err.Error()))
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.text}}}, a.out, nil
		})
	}
	return t
}

// schemaOf is the schema of arguments or answers, in which each type has one name. Clients that pass schemas on to other models
// do not understand a list of types.
func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err) // the tests make all schemas
	}
	single(s)
	return s
}

// single removes null from the types of lists and maps, which are never null.
func single(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	for _, p := range s.Properties {
		single(p)
	}
	single(s.Items)
	single(s.AdditionalProperties)
}

// progressTo tells the client how far a call is, if it wants to know.
func progressTo(ctx context.Context, req *mcp.CallToolRequest) func(done, total int, about string) {
	token := req.Params.GetProgressToken()
	return func(done, total int, about string) {
		if token == nil {
			return
		}
		// A client that is gone ends the call by itself.
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(done), Total: float64(total), Message: about})
	}
}
