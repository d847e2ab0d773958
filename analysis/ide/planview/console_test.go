package planview_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

func resource(kind, id string, outputs map[string]string) *state.Resource {
	all := map[string]cty.Value{}
	for name, text := range outputs {
		all[name] = cty.StringVal(text)
	}
	return &state.Resource{Type: kind, ID: id, Custom: true, Outputs: cty.ObjectVal(all)}
}

func TestConsole(t *testing.T) {
	t.Parallel()
	const subscription = "/subscriptions/0000/resourceGroups/rg 1/providers/Microsoft.Storage/storageAccounts/a(b)"
	for _, test := range []struct {
		name string
		r    *state.Resource
		want string
	}{
		{"an ARN", resource("aws:s3/bucket:Bucket", "logs", map[string]string{"arn": "arn:aws:s3:::logs"}), "https://console.aws.amazon.com/go/view?arn=arn%3Aaws%3As3%3A%3A%3Alogs"},
		{"another partition", resource("aws:s3/bucket:Bucket", "logs", map[string]string{"arn": "arn:aws-cn:s3:::logs"}), "https://console.amazonaws.cn/go/view?arn=arn%3Aaws-cn%3As3%3A%3A%3Alogs"},
		{"an unknown partition", resource("aws:s3/bucket:Bucket", "logs", map[string]string{"arn": "arn:aws-x:s3:::logs"}), ""},
		{"no ARN", resource("aws:s3/bucket:Bucket", "logs", nil), ""},
		{"an odd ARN", resource("aws:s3/bucket:Bucket", "logs", map[string]string{"arn": "javascript:alert(1)"}), ""},
		{"a resource of Azure", resource("azure-native:storage:StorageAccount", subscription, nil), "https://portal.azure.com/#resource/subscriptions/0000/resourceGroups/rg%201/providers/Microsoft.Storage/storageAccounts/a%28b%29"},
		{"an id that leads elsewhere", resource("azure-native:storage:StorageAccount", "/subscriptions/0000/../x", nil), ""},
		{"another id", resource("azure:core/x:X", "x", nil), ""},
		{"a bucket of Google", resource("gcp:storage/bucket:Bucket", "b", map[string]string{"name": "b?c", "project": "p&q"}), "https://console.cloud.google.com/storage/browser/b%3Fc?project=p%26q"},
		{"an instance with the address of its zone", resource("gcp:compute/instance:Instance", "i", map[string]string{"name": "i", "project": "p", "zone": "https://x/zones/z1"}), "https://console.cloud.google.com/compute/instancesDetail/zones/z1/instances/i?project=p"},
		{"a part that is missing", resource("gcp:compute/instance:Instance", "i", map[string]string{"name": "i", "project": "p"}), ""},
		{"a part that leads elsewhere", resource("gcp:storage/bucket:Bucket", "b", map[string]string{"name": "..", "project": "p"}), ""},
		{"a type without a page", resource("gcp:storage/x:X", "b", map[string]string{"name": "b", "project": "p"}), ""},
		{"a package without pages", resource("kubernetes:core/v1:Pod", "ns/pod", nil), ""},
		{"a component", &state.Resource{Type: "aws:s3/bucket:Bucket", ID: "b"}, ""},
	} {
		if got := planview.Console(test.r); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	hidden := resource("aws:s3/bucket:Bucket", "logs", nil)
	hidden.Outputs = cty.ObjectVal(map[string]cty.Value{"arn": cty.StringVal("arn:aws:s3:::logs").Mark(value.Hidden)})
	if got := planview.Console(hidden); got != "" {
		t.Errorf("of a secret ARN: got %s", got)
	}
}

// FuzzConsole: every address begins with https:// and a host of the table, whatever a state says, and is one that browsers read as it is.
func FuzzConsole(f *testing.F) {
	f.Add("aws:s3/bucket:Bucket", "b", "arn:aws:s3:::b")
	f.Add("azure:x:X", "/subscriptions/0/\\evil.example/%2e%2e", "")
	f.Add("gcp:storage/bucket:Bucket", "x", "//evil.example/?a#b NAME PROJECT")
	f.Add("gcp:pubsub/topic:Topic", "x", "\x00\"\n")
	f.Fuzz(func(t *testing.T, kind, id, text string) {
		got := planview.Console(resource(kind, id, map[string]string{"arn": text, "name": text, "project": text, "zone": text, "location": text}))
		if got == "" {
			return
		}
		u, err := url.Parse(got)
		hosts := []string{"console.aws.amazon.com", "console.amazonaws-us-gov.com", "console.amazonaws.cn", "portal.azure.com", "console.cloud.google.com"}
		if err != nil || u.Scheme != "https" || u.User != nil || !strings.Contains(strings.Join(hosts, " "), u.Host) || strings.ContainsAny(got, " \"<>()\\\n\x00") {
			t.Errorf("got %q, %v", got, err)
		}
	})
}
