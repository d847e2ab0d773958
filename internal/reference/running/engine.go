package running

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/pkg/v3/resource/deploy"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

// This file does what the engine of tests doesn't do: it checks versions, downloads, and stores the state.

// engineServer answers what programs ask the engine.
type engineServer struct {
	pulumirpc.UnimplementedEngineServer
}

func (engineServer) RequirePulumiVersion(_ context.Context, r *pulumirpc.RequirePulumiVersionRequest) (*pulumirpc.RequirePulumiVersionResponse, error) {
	return &pulumirpc.RequirePulumiVersionResponse{}, plugin.ValidatePulumiVersionRange(r.PulumiVersionRange, Version())
}

// engineAddress is where programs of this process find the engine.
var engineAddress = sync.OnceValues(func() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := grpc.NewServer()
	pulumirpc.RegisterEngineServer(server, engineServer{})
	go server.Serve(listener) // until the process ends
	return listener.Addr().String(), nil
})

// Module is the module whose version counts.
const Module = "github.com/pulumi/pulumi/pkg/v3"

// Version is that of the reference.
func Version() string {
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if m.Path == Module {
			return strings.TrimPrefix(m.Version, "v")
		}
	}
	return ""
}

// Offline lets every address of the web have an empty archive, in this process.
func Offline() { http.DefaultTransport = offline{} }

type offline struct{}

func (offline) RoundTrip(r *http.Request) (*http.Response, error) {
	zip := "PK\x05\x06" + strings.Repeat("\x00", 18)
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(zip)), Request: r}, nil
}

// storable says why the state of a stack cannot be stored (nil before the first update), such as a value that is infinite.
func storable(snapshot *deploy.Snapshot) error {
	if snapshot == nil {
		return nil
	}
	for _, r := range snapshot.Resources {
		if _, err := json.Marshal([]any{r.Inputs.Mappable(), r.Outputs.Mappable()}); err != nil {
			return err
		}
	}
	return nil
}
