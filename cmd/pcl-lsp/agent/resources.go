package agent

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// This file implements resources: what a client may attach to a conversation by itself. They are answers of tools.

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
		r, question, err := reachOf(s.options, req.ClientCapabilities(), req.Params.InputResponses)
		switch {
		case question != nil:
			return &mcp.ReadResourceResult{InputRequests: question}, nil
		case err != nil && !(prefix == schemaResource && errors.Is(err, errNoRoots)):
			return nil, invalid(err)
		}
		name, err := url.PathUnescape(strings.TrimPrefix(req.Params.URI, prefix))
		if err != nil {
			return nil, invalid(err)
		}
		end, err := s.turn(ctx)
		if err != nil {
			return nil, err
		}
		defer end()
		var text []byte
		err = s.guarded("resource "+prefix, func() error {
			out, err := read(ctx, &call{options: s.options, places: s.places, reach: r, progress: func(int, int, string) {}}, name)
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
