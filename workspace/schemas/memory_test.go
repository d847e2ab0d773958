package schemas_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file measures what looking up resources costs a process: its memory, and
// how long a second start takes.

const realSchemas = "../../../shared/schemas"

// memoryOf makes the test binary the process that is measured; it is the
// directory for indexes.
var memoryOf = flag.String("memoryof", "", "look up resources with this directory for indexes, and print the memory it took")

// lookedUp are four resources in each of three packages.
var lookedUp = []string{
	"aws:s3/bucket:Bucket", "aws:ec2/instance:Instance", "aws:lambda/function:Function", "aws:wafv2/webAcl:WebAcl",
	"azure-native:storage:StorageAccount", "azure-native:compute:VirtualMachine", "azure-native:web:WebApp", "azure-native:network:VirtualNetwork",
	"kubernetes:apps/v1:Deployment", "kubernetes:core/v1:Service", "kubernetes:core/v1:Pod", "kubernetes:batch/v1:Job",
}

// mostMemory is what such a process may take, in kilobytes.
const mostMemory = 60_000

// The first start scans the schemas, the second one uses what was kept. Neither
// may need more memory than allowed at any moment.
func TestMemory(t *testing.T) {
	if *memoryOf != "" {
		lookUp(t, *memoryOf)
		return
	}
	if _, err := os.Stat(realSchemas); err != nil {
		t.Skip("../shared/schemas is not there")
	}
	if _, err := os.Stat("/proc/self/status"); err != nil || testsize.Race() {
		t.Skip("memory cannot be measured here")
	}
	t.Parallel()
	cache := t.TempDir()
	for _, start := range []string{"first", "second"} {
		out, err := exec.Command(os.Args[0], "-test.run=^TestMemory$", "-memoryof="+cache).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, name := range []string{"VmHWM", "VmRSS"} {
			n := kilobytes(t, string(out), name)
			t.Logf("%s start: %s %d kB", start, name, n)
			if n > mostMemory {
				t.Errorf("%s start: %s is %d kB, want at most %d", start, name, n, mostMemory)
			}
		}
	}
}

func kilobytes(t *testing.T, status, name string) int {
	t.Helper()
	_, rest, _ := strings.Cut(status, name+":")
	fields := strings.Fields(rest)
	if len(fields) < 2 || fields[1] != "kB" {
		t.Fatalf("no %s in %s", name, status)
	}
	n, err := strconv.Atoi(fields[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// lookUp looks the resources up, with the types of their properties, and prints
// what the system says about the process.
func lookUp(t *testing.T, cache string) {
	s := schemas.New(schemas.Options{Paths: []string{realSchemas}, Cache: cache})
	var held []*schema.Resource
	for _, token := range lookedUp {
		held = append(held, resourceIn(t, s, token))
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(string(status))
	if len(held) != len(lookedUp) {
		t.Error(len(held))
	}
}

func resourceIn(t testing.TB, s *schemas.Store, token string) *schema.Resource {
	t.Helper()
	parsed, _ := schema.ParseToken(token)
	p, a := s.Package(schema.Ref{Name: parsed.Package})
	if p == nil {
		t.Fatalf("%s: %s", token, a.Reason)
	}
	r := p.Resource(token)
	if r == nil || r.Unreadable {
		t.Fatalf("%s: got %+v", token, r)
	}
	for _, in := range r.Inputs {
		if o := schema.ObjectOf(in.Plain); o != nil {
			o.Properties()
		}
	}
	_ = r.Type().Properties()
	return r
}

// A start with indexes that are there: from nothing to the type of a resource.
func BenchmarkSecondStart(b *testing.B) {
	for _, c := range []struct{ file, token string }{
		{"aws-5.14.0.json.gz", "aws:s3/bucket:Bucket"},
		{"azure-native-1.77.0-alpha.1663190557.json.gz", "azure-native:storage:StorageAccount"},
		{"kubernetes-3.19.4.json.gz", "kubernetes:apps/v1:Deployment"},
	} {
		path := realSchemas + "/" + c.file
		if _, err := os.Stat(path); err != nil {
			b.Skip("../shared/schemas is not there")
		}
		options := schemas.Options{Paths: []string{path}, Cache: b.TempDir()}
		resourceIn(b, schemas.New(options), c.token)
		b.Run(strings.SplitN(c.token, ":", 2)[0], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				resourceIn(b, schemas.New(options), c.token)
			}
		})
	}
}
