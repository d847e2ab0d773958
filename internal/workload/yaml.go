package workload

import _ "embed" // for the schema

// This file holds the templates of Pulumi YAML. The first line leads the server for YAML to a schema of such programs.

// YAMLSchemaFile is the name of the file that YAMLSchema belongs in, beside the program.
const YAMLSchemaFile = "pulumi-yaml.json"

//go:embed pulumi-yaml.json
var yamlSchema []byte

// YAMLSchema is a JSON schema of programs in Pulumi YAML. It knows their structure, and nothing of the properties of resources.
func YAMLSchema() []byte { return append([]byte(nil), yamlSchema...) }

const yamlHead = `# yaml-language-server: $schema=` + YAMLSchemaFile + `
name: service
runtime: yaml
resources:`

var yamlTemplates = []string{
	`
  vpc<n>:
    type: aws:ec2/vpc:Vpc
    properties:
      cidrBlock: 10.<num>.0.0/16
      enableDnsHostnames: true
      enableDnsSupport: true
      tags:
        Name: vpc-<word>
        Owner: <word>
    options:
      «protect|nobody»: true`,
	`
  subnet<n>:
    type: aws:ec2/subnet:Subnet
    properties:
      vpcId: ${vpc<n>.id}
      cidrBlock: 10.<num>.1.0/24
      availabilityZone: eu-west-1a
      tags: { Name: subnet-<word> }
    options:
      «protect|nobody»: true`,
	`
  wall<n>:
    type: aws:ec2/securityGroup:SecurityGroup
    properties:
      vpcId: ${vpc<n>.id}
      description: Lets in <word>
      ingress:
        - protocol: tcp
          fromPort: 443
          toPort: 443
          cidrBlocks: ["0.0.0.0/0"]
    options:
      «protect|nobody»: true`,
	`
  web<n>:
    type: aws:ec2/instance:Instance
    properties:
      ami: ami-<word>
      instanceType: t3.micro
      subnetId: ${subnet<n>.id}
      vpcSecurityGroupIds: ["${wall<n>.id}"]
      tags: { Name: web-<word> }
    options:
      «protect|nobody»: true`,
	`
  files<n>:
    type: aws:s3/bucket:Bucket
    properties:
      acl: private
      bucketPrefix: <word>
      tags: { Owner: "${web<n>.id}" }
    options:
      «protect|nobody»: true`,
}
