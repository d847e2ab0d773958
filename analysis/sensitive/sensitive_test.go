package sensitive_test

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
)

// Credentials are put together here, so that no scanner takes this file for a leak.
const (
	letters = "Qw3rTy7uIoP9aSdF2gHjK5lZxC8vBnM4eRtYuI6oPaSd1FgHjKlZ0xCvBnMqWeRtYuIoPaSdFgHjKlZxCvBnM"
	digits  = "0f3a9c1d7b5e2846"
)

func TestFind(t *testing.T) {
	t.Parallel()
	hex := strings.Repeat(digits, 4)
	for name, c := range map[string]struct {
		text  string
		kind  sensitive.Kind
		thing string // empty where nothing is found
	}{
		"access key":            {"key AKI" + "AQ7RZ5TN2WLPX4MVD.", sensitive.Token, "AKI" + "AQ7RZ5TN2WLPX4MVD"},
		"documented access key": {"AKIAIOSFODNN7EXAMPLE", 0, ""},
		"inside of a word":      {"xAKI" + "AQ7RZ5TN2WLPX4MVD", 0, ""},
		"longer than a key":     {"AKI" + "AQ7RZ5TN2WLPX4MVDA", 0, ""},
		"github":                {"gh" + "p_" + letters[:36], sensitive.Token, "gh" + "p_" + letters[:36]},
		"github placeholder":    {"ghp_" + strings.Repeat("X", 36), 0, ""},
		"fine-grained":          {"github" + "_pat_" + letters[:82], sensitive.Token, "github" + "_pat_" + letters[:82]},
		"gitlab":                {"glp" + "at-" + letters[:20], sensitive.Token, "glp" + "at-" + letters[:20]},
		"slack":                 {"xox" + "b-" + letters[:24], sensitive.Token, "xox" + "b-" + letters[:24]},
		"slack webhook":         {"https://hooks.slack" + ".com/services/T0/B0/" + letters[:24], sensitive.Token, "https://hooks.slack" + ".com/services/T0/B0/" + letters[:24]},
		"stripe":                {"sk_li" + "ve_" + letters[:24], sensitive.Token, "sk_li" + "ve_" + letters[:24]},
		"stripe test":           {"sk_test_" + letters[:24], 0, ""},
		"google":                {"AI" + "za" + letters[:35], sensitive.Token, "AI" + "za" + letters[:35]},
		"pulumi":                {"pu" + "l-" + hex[:40], sensitive.Token, "pu" + "l-" + hex[:40]},
		"digital ocean":         {"dop" + "_v1_" + hex, sensitive.Token, "dop" + "_v1_" + hex},
		"sendgrid":              {"S" + "G." + letters[:22] + "." + letters[:43], sensitive.Token, "S" + "G." + letters[:22] + "." + letters[:43]},
		"web token":             {"ey" + "J" + letters[:20] + ".ey" + "J" + letters[:20] + "." + letters[:43], sensitive.Token, "ey" + "J" + letters[:20] + ".ey" + "J" + letters[:20] + "." + letters[:43]},
		"only base64":           {"ey" + "J" + letters[:60], 0, ""},
		"private key":           {"-----BEGIN RSA PRIVATE" + " KEY-----\n" + letters[:64], sensitive.PrivateKey, "-----BEGIN RSA PRIVATE" + " KEY-----"},
		"encrypted key":         {"-----BEGIN RSA PRIVATE" + " KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: A\n\n" + letters[:64], sensitive.PrivateKey, "-----BEGIN RSA PRIVATE" + " KEY-----"},
		"only its name":         {"the file begins with -----BEGIN PRIVATE" + " KEY----- and more", 0, ""},
		"public key":            {"-----BEGIN PUBLIC KEY-----\n" + letters[:64], 0, ""},
		"certificate":           {"-----BEGIN CERTIFICATE-----\n" + letters[:64], 0, ""},
		"password":              {"see postgres://shop:hunter2@db.example/x", sensitive.URLPassword, "hunter2"},
		"password with at":      {"amqp://shop:hun@ter@db.example", sensitive.URLPassword, "hun@ter"},
		"unknown password":      {"postgres://shop:" + sensitive.Gap + "@db.example/x", 0, ""},
		"partly unknown":        {"postgres://shop:abc" + sensitive.Gap + "@db.example/x", 0, ""},
		"placeholder":           {"https://user:<password>@db.example", 0, ""},
		"local":                 {"redis://user:hunter2@localhost:6379", 0, ""},
		"port":                  {"https://shop.example:8080/a@b", 0, ""},
		"no password":           {"ssh://git@shop.example/a", 0, ""},
		"account":               {"arn:aws:iam::210987654321:role/x", sensitive.Account, "arn:aws:iam::210987654321"},
		"china":                 {"arn:aws-cn:sns:cn-north-1:210987654321:topic", sensitive.Account, "arn:aws-cn:sns:cn-north-1:210987654321"},
		"managed policy":        {"arn:aws:iam::aws:policy/AdministratorAccess", 0, ""},
		"zeros":                 {"arn:aws:iam::000000000000:role/x", 0, ""},
		"documented":            {"arn:aws:iam::123456789012:role/x", 0, ""},
		"bucket":                {"arn:aws:s3:::shop-data", 0, ""},
		"registry":              {"210987654321.dkr.ecr.eu-north-1.amazonaws.com/shop", sensitive.Account, "210987654321"},
		"only digits":           {"210987654321", 0, ""},
		"image":                 {"ami-0f3a9c1d7b5e28461", sensitive.Image, "ami-0f3a9c1d7b5e28461"},
		"no image":              {"ami-filter-name", 0, ""},
		"empty":                 {"", 0, ""},
	} {
		found := sensitive.Find(c.text)
		switch {
		case c.thing == "" && len(found) > 0:
			t.Errorf("%s: found %+v", name, found)
		case c.thing != "" && (len(found) != 1 || found[0].Kind != c.kind || c.text[found[0].Start:found[0].End] != c.thing):
			t.Errorf("%s: got %+v", name, found)
		}
	}
}

// Invariant: places are in the text and in order, and nothing is said of a value.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{"arn:aws:iam::210987654321:role", "a://b:cde@f", "-----BEGIN PRIVATE" + " KEY-----\n\n", "eyJ.eyJ.", "SG..", sensitive.Gap} {
		f.Add(seed + strings.Repeat("aB3", 9))
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, found := range sensitive.Find(text) {
			if found.Start < end || found.End <= found.Start || found.End > len(text) || strings.Contains(found.What, text) {
				t.Fatalf("%q: %+v", text, found)
			}
			if strings.Contains(text[found.Start:found.End], sensitive.Gap) {
				t.Fatalf("%q: reaches across a gap: %+v", text, found)
			}
			end = found.End
		}
	})
}

// Ordinary texts are looked at without allocating.
func TestFindAllocates(t *testing.T) {
	text := strings.Repeat("https://shop.example/items and other words, ", 20)
	if n := testing.AllocsPerRun(100, func() { sensitive.Find(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
