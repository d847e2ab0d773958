package planview

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file knows the pages of resources in the consoles of providers. docs/state.md lists them.

// Console is the address of the page of a resource in the console of its provider; empty where no
// page is known. It begins with https:// and a host of the table; what comes from the state is
// escaped.
func Console(r *state.Resource) string {
	if r == nil || !r.Custom || r.ID == "" {
		return ""
	}
	pkg, _, _ := strings.Cut(r.Type, ":")
	find, known := consoles[pkg]
	if !known {
		return ""
	}
	return find(r)
}

var consoles = map[string]func(*state.Resource) string{
	"aws": amazon, "aws-native": amazon,
	"azure": azure, "azure-native": azure,
	"gcp": google, "google-native": google,
}

// amazon finds a resource by its ARN: the console redirects to its page.
func amazon(r *state.Resource) string {
	arn := output(r, "arn")
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) != 6 || parts[0] != "arn" {
		return ""
	}
	hosts := map[string]string{"aws": "console.aws.amazon.com", "aws-us-gov": "console.amazonaws-us-gov.com", "aws-cn": "console.amazonaws.cn"}
	host, known := hosts[parts[1]]
	if !known {
		return ""
	}
	return "https://" + host + "/go/view?arn=" + url.QueryEscape(arn)
}

// azure finds a resource by its id, which is a path.
func azure(r *state.Resource) string {
	names := strings.Split(r.ID, "/")
	if len(names) < 3 || names[0] != "" || !strings.EqualFold(names[1], "subscriptions") || slices.Contains(names, "..") || slices.Contains(names, ".") {
		return ""
	}
	for i, name := range names {
		names[i] = url.PathEscape(name)
	}
	return "https://portal.azure.com/#resource" + strings.Join(names, "/")
}

// googlePages are the pages of types: PROJECT, NAME, LOCATION (a zone or region) and ID stand for
// those of the resource.
var googlePages = map[string]string{
	"gcp:storage/bucket:Bucket":                 "storage/browser/NAME?project=PROJECT",
	"gcp:compute/instance:Instance":             "compute/instancesDetail/zones/LOCATION/instances/NAME?project=PROJECT",
	"gcp:compute/network:Network":               "networking/networks/details/NAME?project=PROJECT",
	"gcp:compute/subnetwork:Subnetwork":         "networking/subnetworks/details/LOCATION/NAME?project=PROJECT",
	"gcp:container/cluster:Cluster":             "kubernetes/clusters/details/LOCATION/NAME?project=PROJECT",
	"gcp:sql/databaseInstance:DatabaseInstance": "sql/instances/NAME/overview?project=PROJECT",
	"gcp:pubsub/topic:Topic":                    "cloudpubsub/topic/detail/NAME?project=PROJECT",
	"gcp:pubsub/subscription:Subscription":      "cloudpubsub/subscription/detail/NAME?project=PROJECT",
	"gcp:cloudrun/service:Service":              "run/detail/LOCATION/NAME?project=PROJECT",
	"gcp:cloudrunv2/service:Service":            "run/detail/LOCATION/NAME?project=PROJECT",
	"gcp:cloudfunctions/function:Function":      "functions/details/LOCATION/NAME?project=PROJECT",
	"gcp:cloudfunctionsv2/function:Function":    "functions/details/LOCATION/NAME?project=PROJECT",
	"gcp:secretmanager/secret:Secret":           "security/secret-manager/secret/ID/versions?project=PROJECT",
	"gcp:organizations/project:Project":         "home/dashboard?project=ID",
	"google-native:storage/v1:Bucket":           "storage/browser/NAME?project=PROJECT",
	"google-native:compute/v1:Instance":         "compute/instancesDetail/zones/LOCATION/instances/NAME?project=PROJECT",
	"gcp:serviceaccount/account:Account":        "iam-admin/serviceaccounts/details/ID?project=PROJECT",
	"gcp:dns/managedZone:ManagedZone":           "net-services/dns/zones/NAME/details?project=PROJECT",
}

// google has a page for each type.
func google(r *state.Resource) string {
	page, known := googlePages[r.Type]
	if !known {
		return ""
	}
	last := func(text string) string { return text[strings.LastIndexByte(text, '/')+1:] } // it may be an address
	from := map[string]string{
		"PROJECT": output(r, "project"), "NAME": output(r, "name"), "ID": last(r.ID),
		"LOCATION": last(cmp.Or(output(r, "zone"), output(r, "location"), output(r, "region"))),
	}
	path, query, _ := strings.Cut(page, "?")
	for name, text := range from {
		if text == "" && strings.Contains(page, name) || text == "." || text == ".." {
			return ""
		}
		path = strings.ReplaceAll(path, name, url.PathEscape(text))
		query = strings.ReplaceAll(query, name, url.QueryEscape(text))
	}
	return "https://console.cloud.google.com/" + path + "?" + query
}

// output is an output that is a text, and not secret; empty otherwise.
func output(r *state.Resource, name string) string {
	v := member(r.Outputs, name)
	if v == cty.NilVal || v.IsMarked() || !v.IsKnown() || v.IsNull() || v.Type() != cty.String {
		return ""
	}
	return v.AsString()
}

// member is a member of an object; [cty.NilVal] for none. An object that is marked has none.
func member(object cty.Value, name string) cty.Value {
	if object == cty.NilVal || object.IsMarked() || !object.IsKnown() || object.IsNull() || !value.IsMap(object) {
		return cty.NilVal
	}
	if t := object.Type(); t.IsObjectType() && t.HasAttribute(name) {
		return object.GetAttr(name)
	}
	return cty.NilVal
}
