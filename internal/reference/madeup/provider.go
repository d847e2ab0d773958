// Package madeup is providers of packages of which only the schema is known. They accept every input and make outputs up.
//
// A provider is a server of the protocol of plugins, and not an implementation of a Go interface: the protocol is the same in all versions
// of the reference.
package madeup

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"path"
	"slices"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// Run is what a provider knows of the run that it takes part in.
type Run struct {
	Choice
	// Distinct makes the outputs of each resource up anew, and the results of a function for each of its arguments.
	Distinct bool
	// Kind is what providers tell.
	asking.Kind
	// Refuse is called with the reason when a provider is given inputs that a real one would refuse, and accepts them.
	Refuse func(why string)
	// Given waits for what the program gives to a resource that is imported or read.
	Given func(urn string) (*structpb.Struct, error)
	// Known are the outputs that the state has of a resource.
	Known func(urn string) (*structpb.Struct, error)
}

// Provider returns a provider of a package.
func Provider(p *schema.Package, document []byte, run Run) plugin.Provider {
	server := &provider{Run: run, schema: p, document: document}
	return plugin.NewProviderWithClient(nil, pulumirpc.NewResourceProviderClient(direct{server}), false)
}

// direct is a connection to a server in this process. A real one, of which a run needs dozens, would not end with the run.
type direct struct {
	server pulumirpc.ResourceProviderServer
}

// Invoke implements [grpc.ClientConnInterface].
func (d direct) Invoke(ctx context.Context, method string, request, reply any, _ ...grpc.CallOption) error {
	for _, m := range pulumirpc.ResourceProvider_ServiceDesc.Methods {
		if m.MethodName != path.Base(method) {
			continue
		}
		received := func(to any) error { proto.Merge(to.(proto.Message), request.(proto.Message)); return nil }
		answer, err := m.Handler(d.server, ctx, received, nil)
		if err == nil {
			proto.Merge(reply.(proto.Message), answer.(proto.Message))
		}
		return err
	}
	return status.Errorf(codes.Unimplemented, "there is no method %s", method)
}

// NewStream implements [grpc.ClientConnInterface].
func (d direct) NewStream(_ context.Context, _ *grpc.StreamDesc, method string, _ ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, status.Errorf(codes.Unimplemented, "there is no stream %s", method)
}

// provider answers the engine. Requests that it has no method for are not implemented.
type provider struct {
	pulumirpc.UnimplementedResourceProviderServer
	Run
	schema   *schema.Package
	document []byte
}

func (p *provider) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: p.schema.Version.String()}, nil
}

func (p *provider) GetSchema(context.Context, *pulumirpc.GetSchemaRequest) (*pulumirpc.GetSchemaResponse, error) {
	return &pulumirpc.GetSchemaResponse{Schema: string(p.document)}, nil
}

// Parameterize makes no other package of the provider: it is that one already.
func (p *provider) Parameterize(_ context.Context, r *pulumirpc.ParameterizeRequest) (*pulumirpc.ParameterizeResponse, error) {
	return &pulumirpc.ParameterizeResponse{Name: r.GetValue().GetName(), Version: r.GetValue().GetVersion()}, nil
}

func (p *provider) CheckConfig(_ context.Context, r *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	return &pulumirpc.CheckResponse{Inputs: r.News}, nil
}

func (p *provider) Configure(context.Context, *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	isComponent := func(r *schema.Resource) bool { return r.IsComponent }
	takes := p.Kind != asking.Deaf || slices.ContainsFunc(p.schema.Resources, isComponent)
	return &pulumirpc.ConfigureResponse{AcceptSecrets: takes, AcceptResources: true, AcceptOutputs: true, SupportsPreview: true}, nil
}

func (p *provider) Check(_ context.Context, r *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	for _, why := range refusals(p.inputs(r.Type), r.News) {
		p.Refuse(r.Name + ": " + why)
	}
	return &pulumirpc.CheckResponse{Inputs: r.News}, nil
}

func (p *provider) inputs(token string) []*schema.Property {
	if r, ok := p.schema.GetResource(token); ok {
		return r.InputProperties
	}
	return nil
}

// Create gives the inputs back, and makes the other outputs up. In a preview, these are unknown.
func (p *provider) Create(_ context.Context, r *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	outputs := p.outputs(r.Urn, r.Type, r.Properties, r.Preview)
	if r.Preview {
		return &pulumirpc.CreateResponse{Properties: outputs}, nil
	}
	return &pulumirpc.CreateResponse{Id: p.Text("id-of-" + r.Name), Properties: outputs}, nil
}

// Update keeps the outputs but for changed inputs.
func (p *provider) Update(_ context.Context, r *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	outputs := proto.Clone(r.Olds).(*structpb.Struct)
	p.giveBack(outputs, r.Urn, r.Type, r.News, false)
	return &pulumirpc.UpdateResponse{Properties: outputs}, nil
}

func (p *provider) Delete(context.Context, *pulumirpc.DeleteRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, nil
}

// Read finds a resource as the program describes it. The protocol has no unknown values here.
func (p *provider) Read(_ context.Context, r *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	given, err := p.Given(r.Urn)
	if err != nil {
		return nil, err
	}
	text, err := protojson.Marshal(given)
	if err != nil {
		return nil, err
	}
	inputs := &structpb.Struct{}
	if err := protojson.Unmarshal(bytes.ReplaceAll(text, []byte(plugin.UnknownStringValue), []byte(changes.Unread)), inputs); err != nil {
		return nil, err
	}
	return &pulumirpc.ReadResponse{Id: r.Id, Inputs: inputs, Properties: p.outputs(r.Type+" "+r.Id, r.Type, inputs, false)}, nil
}

// of is what is made up for something.
func (p *provider) of(what string) Choice {
	c := p.Choice
	if p.Distinct {
		c.of = what
	}
	return c
}

// outputs are the outputs of a resource with some inputs.
func (p *provider) outputs(urn, token string, inputs *structpb.Struct, preview bool) *structpb.Struct {
	outputs := &structpb.Struct{Fields: map[string]*structpb.Value{}}
	if p.Kind == asking.Unready {
		return outputs
	}
	if r, ok := p.schema.GetResource(token); ok {
		for _, property := range r.Properties {
			if preview {
				outputs.Fields[property.Name] = structpb.NewStringValue(plugin.UnknownStringValue)
			} else if value := p.of(urn).property(property, 0); value != nil {
				outputs.Fields[property.Name] = value
			}
		}
	}
	p.giveBack(outputs, urn, token, inputs, preview)
	return outputs
}

// giveBack makes outputs of inputs. As a real provider does, it fills in members that an object leaves out; in a preview of a new resource they are
// unknown.
func (p *provider) giveBack(outputs *structpb.Struct, urn, token string, inputs *structpb.Struct, preview bool) {
	types := map[string]schema.Type{}
	if r, ok := p.schema.GetResource(token); ok {
		for _, property := range r.Properties {
			types[property.Name] = property.Type
		}
	}
	for name, value := range inputs.GetFields() {
		outputs.Fields[name] = p.of(urn).in(name).filled(types[name], value, preview, 0)
	}
}

// Invoke answers by the function and its arguments.
func (p *provider) Invoke(_ context.Context, r *pulumirpc.InvokeRequest) (*pulumirpc.InvokeResponse, error) {
	f, _ := p.schema.GetFunction(r.Tok)
	return &pulumirpc.InvokeResponse{Return: p.result(f, r.Args)}, nil
}

// Call answers like Invoke.
func (p *provider) Call(_ context.Context, r *pulumirpc.CallRequest) (*pulumirpc.CallResponse, error) {
	f, _ := p.schema.GetFunction(r.Tok)
	return &pulumirpc.CallResponse{Return: p.result(f, r.Args)}, nil
}

// result is what a function returns. A result that is no object has a name, as the protocol wants it.
func (p *provider) result(f *schema.Function, arguments *structpb.Struct) *structpb.Struct {
	result := &structpb.Struct{Fields: map[string]*structpb.Value{}}
	if f == nil || f.ReturnType == nil {
		return result
	}
	text, _ := json.Marshal(arguments.AsMap()) // which came as JSON
	made := p.of(f.Token+string(text)).value(f.ReturnType, 0)
	if object := made.GetStructValue(); object != nil {
		return object
	}
	result.Fields["res"] = made
	return result
}

// Construct registers a component. Only one of a provider that is not ready has a resource inside, for which calls have to wait.
func (p *provider) Construct(ctx context.Context, r *pulumirpc.ConstructRequest) (*pulumirpc.ConstructResponse, error) {
	for _, why := range refusals(p.inputs(r.Type), r.Inputs) {
		p.Refuse(r.Name + ": " + why)
	}
	connection, err := grpc.NewClient(r.MonitorEndpoint, grpc.WithTransportCredentials(insecure.NewCredentials()), rpcutil.GrpcChannelOptions())
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	monitor := pulumirpc.NewResourceMonitorClient(connection)
	registered, err := monitor.RegisterResource(ctx, &pulumirpc.RegisterResourceRequest{
		Type: r.Type, Name: r.Name, Parent: r.Parent, Protect: r.Protect, Aliases: r.Aliases, Object: r.Inputs,
		AcceptSecrets: true, AcceptResources: true,
	})
	if err != nil {
		return nil, err
	}
	if p.Kind == asking.Unready {
		inside := &pulumirpc.RegisterResourceRequest{Type: p.schema.Name + ":index:Inside", Name: r.Name, Parent: registered.Urn, Custom: true}
		if _, err := monitor.RegisterResource(ctx, inside); err != nil {
			return nil, err
		}
	}
	outputs := p.outputs(registered.Urn, r.Type, r.Inputs, r.DryRun)
	if r.DryRun && p.Kind != asking.Unready {
		known, err := p.Known(registered.Urn)
		if err != nil {
			return nil, err
		}
		maps.Copy(outputs.Fields, known.GetFields())
		maps.Copy(outputs.Fields, r.Inputs.GetFields())
	}
	_, err = monitor.RegisterResourceOutputs(ctx, &pulumirpc.RegisterResourceOutputsRequest{Urn: registered.Urn, Outputs: outputs})
	return &pulumirpc.ConstructResponse{Urn: registered.Urn, State: outputs}, err
}
