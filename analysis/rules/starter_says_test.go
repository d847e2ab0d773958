package rules_test

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// This file states the starter rules a second time: as Go code about the inputs that a run sends to a provider.

// sent is what a run sends for a resource. Inputs are plain data: bool, float64, string, []any and map[string]any.
type sent struct {
	token  string
	inputs map[string]any
	secret map[string]bool // the inputs with something secret in them
	tagged bool            // the type has tags
}

// says is a starter rule: whether it holds for what is sent. It also holds for types that it is not about.
type says struct {
	about string // a regular expression
	holds func(sent) bool
}

const (
	instances = "^aws:rds/instance:Instance$"
	databases = "^aws:rds/(instance:Instance|cluster:Cluster)$"
	workloads = "^kubernetes:(apps/v1:(Deployment|StatefulSet|DaemonSet)|core/v1:Pod)$"
	accounts  = "^azure-native:storage:StorageAccount$"
	servers   = "^azure-native:sql:Server$"
	clusters  = "^azure-native:containerservice:ManagedCluster$"
	apps      = "^azure-native:web:WebApp$"
)

var starterSays = map[string]says{
	"aws-admin-ports-closed": {"^aws:ec2/securityGroup(Rule)?:", func(s sent) bool {
		rules := list(s.inputs["ingress"])
		if kind := s.inputs["type"]; is(kind, "egress") {
			return true
		} else if kind != nil {
			rules = []any{s.inputs}
		}
		return !slices.ContainsFunc(rules, func(r any) bool {
			toAll := has(at(r, "cidrBlocks"), "0.0.0.0/0") || has(at(r, "ipv6CidrBlocks"), "::/0")
			from, to := number(at(r, "fromPort")), number(at(r, "toPort"))
			return toAll && (is(at(r, "protocol"), "-1") || from <= 22 && 22 <= to || from <= 3389 && 3389 <= to)
		})
	}},
	"aws-bucket-private": {"^aws:s3/bucket", func(s sent) bool { return !strings.HasPrefix(text(s.inputs["acl"]), "public-") }},
	"aws-bucket-public-access-blocked": {"^aws:s3/bucketPublicAccessBlock:", func(s sent) bool {
		return yes(s.inputs["blockPublicAcls"]) && yes(s.inputs["blockPublicPolicy"]) && yes(s.inputs["ignorePublicAcls"]) && yes(s.inputs["restrictPublicBuckets"])
	}},
	"aws-cluster-endpoint-private": {"^aws:eks/cluster:", func(s sent) bool {
		vpc := s.inputs["vpcConfig"]
		from := list(at(vpc, "publicAccessCidrs"))
		return no(at(vpc, "endpointPublicAccess")) || len(from) > 0 && !has(from, "0.0.0.0/0")
	}},
	"aws-database-private": {instances, func(s sent) bool { return !yes(s.inputs["publiclyAccessible"]) }},
	"aws-instance-metadata-token": {"^aws:ec2/instance:", func(s sent) bool {
		return is(at(s.inputs, "metadataOptions", "httpTokens"), "required") || is(at(s.inputs, "metadataOptions", "httpEndpoint"), "disabled")
	}},
	"aws-policy-limited": {"^aws:iam/(policy|[a-zA-Z]*Policy):", func(s sent) bool {
		var document map[string]any
		if json.Unmarshal([]byte(text(s.inputs["policy"])), &document) != nil {
			return true
		}
		return !slices.ContainsFunc(oneOrMore(document["Statement"]), func(one any) bool {
			return is(at(one, "Effect"), "Allow") && has(oneOrMore(at(one, "Action")), "*") && has(oneOrMore(at(one, "Resource")), "*")
		})
	}},
	"aws-volume-encrypted": {"^aws:ebs/volume:", func(s sent) bool { return yes(s.inputs["encrypted"]) }},
	"aws-database-encrypted": {databases, func(s sent) bool {
		return s.inputs["replicateSourceDb"] != nil || yes(s.inputs["storageEncrypted"])
	}},
	"aws-database-password": {"^aws:rds/", func(s sent) bool {
		none := s.inputs["password"] == nil && s.inputs["masterPassword"] == nil
		return none || s.secret["password"] || s.secret["masterPassword"]
	}},
	"aws-key-rotated": {"^aws:kms/key:", func(s sent) bool {
		spec := s.inputs["customerMasterKeySpec"]
		return spec != nil && !is(spec, "SYMMETRIC_DEFAULT") || yes(s.inputs["enableKeyRotation"])
	}},
	"aws-file-system-encrypted": {"^aws:efs/fileSystem:", func(s sent) bool { return yes(s.inputs["encrypted"]) }},
	"aws-queue-encrypted": {"^aws:sqs/queue:", func(s sent) bool {
		return s.inputs["kmsMasterKeyId"] != nil || yes(s.inputs["sqsManagedSseEnabled"])
	}},
	"aws-listener-encrypted": {"^aws:a?lb/listener:", func(s sent) bool {
		actions := list(s.inputs["defaultActions"])
		onlyRedirects := len(actions) > 0 && !slices.ContainsFunc(actions, func(a any) bool { return !is(at(a, "redirect", "protocol"), "HTTPS") })
		return !is(s.inputs["protocol"], "HTTP") || onlyRedirects
	}},
	"aws-cluster-secrets-encrypted": {"^aws:eks/cluster:", func(s sent) bool { return has(at(s.inputs, "encryptionConfig", "resources"), "secrets") }},
	"aws-database-backup": {databases, func(s sent) bool {
		days := s.inputs["backupRetentionPeriod"]
		return s.inputs["replicateSourceDb"] != nil || days != nil && number(days) >= 7
	}},
	"aws-database-deletion-protected": {databases, func(s sent) bool { return yes(s.inputs["deletionProtection"]) }},
	"aws-log-retention":               {"^aws:cloudwatch/logGroup:", func(s sent) bool { return number(s.inputs["retentionInDays"]) > 0 }},
	"aws-trail-validated":             {"^aws:cloudtrail/trail:", func(s sent) bool { return yes(s.inputs["enableLogFileValidation"]) }},
	"aws-image-scanned": {"^aws:ecr/repository:", func(s sent) bool {
		return yes(at(s.inputs, "imageScanningConfiguration", "scanOnPush"))
	}},
	"aws-image-tags-immutable": {"^aws:ecr/repository:", func(s sent) bool { return is(s.inputs["imageTagMutability"], "IMMUTABLE") }},
	"aws-function-runtime": {"^aws:lambda/function:", func(s sent) bool {
		name := text(s.inputs["runtime"])
		for _, old := range []string{"nodejs", "nodejs10.x", "nodejs12.x", "nodejs14.x", "nodejs16.x", "nodejs18.x", "python2.7", "python3.6", "python3.7", "python3.8", "python3.9", "go1.x", "java8", "provided", "dotnet5", "dotnet6", "dotnet7"} {
			if name == old {
				return false
			}
		}
		return !strings.HasPrefix(name, "dotnetcore") && !strings.HasPrefix(name, "ruby2.") && !regexp.MustCompile(`^nodejs[0-9]\.`).MatchString(name)
	}},
	"aws-owner-tag": {"^aws:", func(s sent) bool { return !s.tagged || text(at(s.inputs, "tags", "Owner")) != "" }},

	"azure-storage-tls": {accounts, func(s sent) bool {
		return !no(s.inputs["enableHttpsTrafficOnly"]) && is(s.inputs["minimumTlsVersion"], "TLS1_2")
	}},
	"azure-storage-private": {accounts, func(s sent) bool { return no(s.inputs["allowBlobPublicAccess"]) }},
	"azure-blob-retention": {"^azure-native:storage:BlobServiceProperties$", func(s sent) bool {
		return yes(at(s.inputs, "deleteRetentionPolicy", "enabled")) && number(at(s.inputs, "deleteRetentionPolicy", "days")) >= 7
	}},
	"azure-database-private":      {servers, func(s sent) bool { return is(s.inputs["publicNetworkAccess"], "Disabled") }},
	"azure-database-tls":          {servers, func(s sent) bool { return is(s.inputs["minimalTlsVersion"], "1.2") }},
	"azure-vault-purge-protected": {"^azure-native:keyvault:Vault$", func(s sent) bool { return yes(at(s.inputs, "properties", "enablePurgeProtection")) }},
	"azure-admin-ports-closed": {"^azure-native:network:(NetworkSecurityGroup|SecurityRule)$", func(s sent) bool {
		rules := list(s.inputs["securityRules"])
		if s.inputs["access"] != nil {
			rules = []any{s.inputs}
		}
		return !slices.ContainsFunc(rules, admitsAdmins)
	}},
	"azure-cluster-accounts": {clusters, func(s sent) bool { return yes(s.inputs["disableLocalAccounts"]) }},
	"azure-cluster-rbac":     {clusters, func(s sent) bool { return !no(s.inputs["enableRBAC"]) }},
	"azure-app-https":        {apps, func(s sent) bool { return yes(s.inputs["httpsOnly"]) }},
	"azure-app-tls": {apps, func(s sent) bool {
		version := at(s.inputs, "siteConfig", "minTlsVersion")
		return !is(version, "1.0") && !is(version, "1.1")
	}},
	"azure-registry-no-admin": {"^azure-native:containerregistry:Registry$", func(s sent) bool { return !yes(s.inputs["adminUserEnabled"]) }},
	"azure-owner-tag":         {"^azure-native:", func(s sent) bool { return !s.tagged || text(at(s.inputs, "tags", "owner")) != "" }},

	"kubernetes-image-version": {workloads, everyContainer(func(_, c any) bool {
		image := text(at(c, "image"))
		_, tag, tagged := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
		return strings.Contains(image, "@sha256:") || tagged && tag != "" && tag != "latest"
	})},
	"kubernetes-api-version": {"^kubernetes:", func(s sent) bool { return !strings.Contains(s.token, "beta") && !strings.Contains(s.token, "alpha") }},
	"kubernetes-limits":      {workloads, everyContainer(func(_, c any) bool { return at(c, "resources", "limits", "memory") != nil })},
	"kubernetes-readiness": {"^kubernetes:apps/v1:(Deployment|StatefulSet)$", func(s sent) bool {
		return !slices.ContainsFunc(list(at(s.inputs, "spec", "template", "spec", "containers")), func(c any) bool { return at(c, "readinessProbe") == nil })
	}},
	"kubernetes-not-privileged": {workloads, everyContainer(func(_, c any) bool { return !yes(at(c, "securityContext", "privileged")) })},
	"kubernetes-no-escalation":  {workloads, everyContainer(func(_, c any) bool { return no(at(c, "securityContext", "allowPrivilegeEscalation")) })},
	"kubernetes-not-root": {workloads, func(s sent) bool {
		for _, pod := range pods(s) {
			for _, c := range list(at(pod, "containers")) {
				said := at(c, "securityContext", "runAsNonRoot")
				if said == nil {
					said = at(pod, "securityContext", "runAsNonRoot")
				}
				if !yes(said) {
					return false
				}
			}
		}
		return true
	}},
	"kubernetes-read-only": {workloads, everyContainer(func(_, c any) bool { return yes(at(c, "securityContext", "readOnlyRootFilesystem")) })},
	"kubernetes-host-namespaces": {workloads, func(s sent) bool {
		return !slices.ContainsFunc(pods(s), func(pod any) bool {
			return yes(at(pod, "hostNetwork")) || yes(at(pod, "hostPID")) || yes(at(pod, "hostIPC"))
		})
	}},
	"kubernetes-no-host-path": {workloads, func(s sent) bool {
		return !slices.ContainsFunc(pods(s), func(pod any) bool {
			return slices.ContainsFunc(list(at(pod, "volumes")), func(v any) bool { return at(v, "hostPath") != nil })
		})
	}},
	"kubernetes-no-plain-secrets": {workloads, func(s sent) bool {
		for _, pod := range pods(s) {
			for _, c := range list(at(pod, "containers")) {
				for _, e := range list(at(c, "env")) {
					name := strings.ToLower(text(at(e, "name")))
					private := slices.ContainsFunc([]string{"passwd", "password", "secret", "token", "apikey", "api_key", "privatekey", "private_key"}, func(word string) bool { return strings.Contains(name, word) })
					if private && text(at(e, "value")) != "" {
						return false
					}
				}
			}
		}
		return true
	}},
}

// admitsAdmins reports whether a rule of Azure admits everybody to SSH or RDP.
func admitsAdmins(rule any) bool {
	from := text(at(rule, "sourceAddressPrefix"))
	if !is(at(rule, "access"), "Allow") || !is(at(rule, "direction"), "Inbound") || from != "*" && from != "Internet" && from != "0.0.0.0/0" {
		return false
	}
	return slices.ContainsFunc(append(list(at(rule, "destinationPortRanges")), at(rule, "destinationPortRange")), func(ports any) bool {
		if is(ports, "*") {
			return true
		}
		first, last, ranged := strings.Cut(text(ports), "-")
		if !ranged {
			last = first
		}
		low, err := strconv.ParseUint(first, 10, 32)
		high, err2 := strconv.ParseUint(last, 10, 32)
		return err == nil && err2 == nil && (low <= 22 && 22 <= high || low <= 3389 && 3389 <= high)
	})
}

// pods are the specifications of pods that a workload has.
func pods(s sent) []any { return []any{s.inputs["spec"], at(s.inputs, "spec", "template", "spec")} }

// everyContainer holds if something holds for each container, also for those that run first.
func everyContainer(holds func(pod, container any) bool) func(sent) bool {
	return func(s sent) bool {
		for _, pod := range pods(s) {
			for _, c := range append(slices.Clone(list(at(pod, "containers"))), list(at(pod, "initContainers"))...) {
				if !holds(pod, c) {
					return false
				}
			}
		}
		return true
	}
}

// at is a property inside a value; nil for none.
func at(v any, path ...string) any {
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

func list(v any) []any {
	all, _ := v.([]any)
	return all
}

// oneOrMore is a list, or a list of the only one.
func oneOrMore(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

func has(of any, what string) bool {
	return slices.ContainsFunc(list(of), func(v any) bool { return is(v, what) })
}

// The provider gets bools, numbers and texts as the types of its inputs say, however the program writes them.
func yes(v any) bool             { return v == true || v == "true" }
func no(v any) bool              { return v == false || v == "false" }
func is(v any, what string) bool { return v != nil && text(v) == what }

func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// number is a number. What is none compares as false.
func number(v any) float64 {
	n, err := strconv.ParseFloat(text(v), 64)
	if err != nil {
		return math.NaN()
	}
	return n
}
