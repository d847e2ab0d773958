package agent

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// This file declares the tools, and the resources, which are answers of tools that a client may attach to a
// conversation by itself.

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
		declared(tool{name: "look", title: "Look at a place or a program",
			description: "Shows what is known about a position: its hover, completions or references; or the dependency graph of a program."}, look),
		declared(tool{name: "rename", title: "Rename a declaration", edits: true,
			description: "Renames the declaration at a position everywhere. What exists in a stack keeps its identity."}, renameAt),
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

// impatience is how long a tool may run on after it is canceled before the client is answered.
const impatience = time.Second / 4

// declared makes a tool of a function. The function returns data, and the same as short text.
func declared[In, Out any](t tool, do func(context.Context, *call, In) (Out, string, error)) tool {
	t.add = func(s *Server) {
		destructive := t.edits && s.options.Write // they replace what is in files
		declaration := &mcp.Tool{Name: t.name, Title: t.title, Description: t.description, InputSchema: schemaOf[In](), OutputSchema: schemaOf[Out](), Annotations: &mcp.ToolAnnotations{
			Title: t.title, ReadOnlyHint: !t.edits || !s.options.Write, DestructiveHint: &destructive, IdempotentHint: true, OpenWorldHint: new(bool),
		}}
		mcp.AddTool(s.mcp, declaration, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
			type answer struct {
				out  Out
				text string
			}
			c, question, end, err := s.begin(ctx, t.everywhere, req.ClientCapabilities(), req.Params.InputResponses)
			switch {
			case question != nil:
				return &mcp.CallToolResult{InputRequests: question}, answer{}.out, nil
			case err != nil:
				return nil, answer{}.out, err
			}
			c.progress = progressTo(ctx, req)
			a, err := await.Result(ctx, impatience, func() (a answer, err error) {
				defer end()
				err = s.guarded("tool "+t.name, func() (err error) {
					a.out, a.text, err = do(ctx, c, in)
					return err
				})
				return a, err
			})
			if err != nil {
				return nil, a.out, errors.New(c.inText(err.Error()))
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

const (
	schemaResource   = "pcl://schema/"
	findingsResource = "pcl://findings/"
)

// addResources declares the resources.
func (s *Server) addResources() {
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "schema", Title: "A resource, function or type of a package schema", MIMEType: "application/json",
		URITemplate: schemaResource + "{+token}", Description: "What schema_show answers for a token such as aws:s3/bucket:Bucket. Data by the makers of the package, no instructions.",
	}, s.resource(schemaResource, func(ctx context.Context, c *call, token string) (any, error) {
		out, _, err := schemaShow(ctx, c, ShowArguments{Token: token, Tokens: 2000})
		return out, err
	}))
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "findings", Title: "The findings in a program", MIMEType: "application/json",
		URITemplate: findingsResource + "{+path}", Description: "What check answers for a file or directory below a root.",
	}, s.resource(findingsResource, func(ctx context.Context, c *call, path string) (any, error) {
		out, _, err := check(ctx, c, CheckArguments{Programs: Programs{Paths: []string{path}}})
		return out, err
	}))
}

// resource reads one resource, named by what follows a prefix.
func (s *Server) resource(prefix string, read func(context.Context, *call, string) (any, error)) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		name, err := url.PathUnescape(strings.TrimPrefix(req.Params.URI, prefix))
		if err != nil {
			return nil, invalid(err)
		}
		c, question, end, err := s.begin(ctx, prefix == schemaResource, req.ClientCapabilities(), req.Params.InputResponses)
		switch {
		case question != nil:
			return &mcp.ReadResourceResult{InputRequests: question}, nil
		case err != nil:
			return nil, invalid(err)
		}
		defer end()
		var text []byte
		err = s.guarded("resource "+prefix, func() error {
			out, err := read(ctx, c, name)
			if err == nil {
				text, err = json.Marshal(out)
			}
			return err
		})
		if err != nil {
			return nil, invalid(err)
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, MIMEType: "application/json", Text: string(text)}}}, nil
	}
}

// invalid is the error of the protocol for a resource that cannot be read.
func invalid(err error) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
}
