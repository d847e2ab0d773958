package typesys

import (
	"strconv"
	"strings"
	"testing"
)

func TestNear(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, among, want string }{
		{"bucket_name", "bucket bucketName bucketNames", "bucketName"},
		{"bucket-name", "bucket bucketName", "bucketName"},
		{"BUCKETNAME", "bucket bucketName", "bucketName"},
		{"bucketName", "bucket_name", "bucket_name"},
		{"depends_on", "deletedWith dependsOn", "dependsOn"},
		{"BucketName", "bucket bucketName", "bucketName"},
		{"security_groups", "securityGroups securityGroupIds", "securityGroups"},
		{"security_groups", "securityGroupIds subnetIds", "securityGroupIds"},
		{"security_group", "securityGroups subnetIds", "securityGroups"},
		{"subnetId", "subnetIds vpcIds", "subnetIds"},
		{"subnet_id", "subnetIds vpcIds", "subnetIds"},
		{"policy", "policies policyArns", "policies"},
		{"statuses", "status state", "status"},
		{"alias", "aliases parent", "aliases"},
		{"ipv4_address", "ipV4Address ipV6Address", "ipV4Address"},
		{"tag", "tags type", "tags"},
		{"policies", "policy policyId", "policy"},
		{"addresses", "address addressing", "address"},
		{"subnetIds", "subnetId vpcId", "subnetId"},
		{"prot", "port host", "port"},
		{"instnaceType", "instanceType instanceId", "instanceType"},
		{"instancType", "instanceType instanceId", "instanceType"},
		{"typeInstance", "instanceType", "instanceType"},
		{"HTTPPort", "httpPort", "httpPort"},
		{"lenght", "length join", "length"},
		{"cidr", "cidrBlock name", "cidrBlock"},
		{"ip", "ipAddress", ""},
		{"vpc", "vpcId vpcName", "vpcId"},
		{"ip", "ipIds ipAddress", "ipIds"},
		{"v", "vId", ""},
		{"id", "ip is it", ""},
		{"colour", "shape size", ""},
		{"x", "y z", ""},
		{"", "a b", ""},
		{"___", "a b", ""},
		{"abce", "abcf abcd", ""},
		{"größe", "grösse größen", "größen"},
		{"a", "", ""},
	} {
		if got := Near(c.name, strings.Fields(c.among)); got != c.want {
			t.Errorf("%s among %s: got %q, want %q", c.name, c.among, got, c.want)
		}
	}
}

// TestLongNamesAreNotNear: the search has a bound, however long and however many the names are.
func TestLongNamesAreNotNear(t *testing.T) {
	limit := strings.Repeat("a", longestName)
	for _, c := range []struct{ name, other, want string }{
		{limit[1:] + "b", limit, limit},
		{limit + "a", limit, ""},
		{limit, limit + "a", ""},
		{strings.Repeat(limit, 100), strings.Repeat(limit, 100) + "b", ""},
	} {
		if got := Near(c.name, []string{c.other}); got != c.want {
			t.Errorf("%d and %d bytes: got %d bytes, want %d", len(c.name), len(c.other), len(got), len(c.want))
		}
	}
	huge := strings.Repeat("ab", 1<<20)
	if n := testing.AllocsPerRun(1, func() { Near(huge, []string{huge[1:]}); Near("a", []string{huge}) }); n > 20 {
		t.Errorf("%v allocations for huge names, want a few", n)
	}
	many := make([]string, 100_000)
	for i := range many {
		many[i] = "name" + strconv.Itoa(i)
	}
	if compared := likely("nama1", [][]string{many[:200], many[200:]}); len(compared) == 0 || len(compared) > mostAlike {
		t.Errorf("%d names are compared, want at most %d", len(compared), mostAlike)
	}
	if got := Near("nama4321", many); got != "name4321" {
		t.Errorf("of many alike names, %q is suggested, want the closest", got)
	}
}

func TestNearAll(t *testing.T) {
	t.Parallel()
	among := strings.Fields("server servers serverName severs SERVER observer")
	want := "server SERVER servers severs serverName"
	if got := strings.Join(NearAll("server", among, 10), " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := NearAll("server", among, 2); len(got) != 2 {
		t.Errorf("got %v, want two names", got)
	}
	if got := NearAll("server", append(among, among...), 10); len(got) != 5 {
		t.Errorf("got %v, want each name once", got)
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		t, want string
		limit   int
	}{
		{"string", "string", 40},
		{"object({a = string, b = list(int)})", "{ a: string, b: list(int) }", 40},
		{"object({a = string, b = list(int)})", "{ a, b }", 12},
		{"object({alpha = string, beta = list(int), gamma = int})", "{ alpha, beta, … }", 18},
		{"list(map(list(map(int))))", "list(map(list(…)))", 20},
		{"tuple(string, string, string, string)", "[string, string, …]", 24},
		{"union(string, list(int), none)", "(string | list(int))?", 40},
		{"union(string, list(int), none)", "(string | …)?", 14},
		{"output(object({alpha = string, beta = int}))", "output({ alpha, beta })", 30},
		{"declared(string, \"a rather long constant\")", "\"a rather l…", 16},
	} {
		if got := Short(typeOf(t, c.t), c.limit); got != c.want {
			t.Errorf("%s in %d: got %q, want %q", c.t, c.limit, got, c.want)
		}
	}
	token := Opaque("aws:s3/bucketPolicyAttachment:BucketPolicyAttachment")
	if got, want := Short(token, 30), "BucketPolicyAttachment"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
