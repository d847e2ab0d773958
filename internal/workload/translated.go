package workload

import (
	"math/rand/v2"
	"strings"
)

// This file generates the same resources of aws in three languages, to compare language servers with each other.

// Language is a language of programs that declare resources.
type Language struct {
	// ID is what editors call the language.
	ID string
	// File is the name of the file of a program.
	File string
	// head is at the top of the file.
	head string
	// templates have one place in each resource.
	templates []string
}

// Nobody begins the wrong text of each place. With a number after it, it is the name that the finding mentions.
const Nobody = "nobody"

// The languages. The wrong texts of PCL and Terraform refer to something that is not declared. Those of Pulumi YAML
// are options that do not exist, because references are plain text to tools for YAML.
var (
	PCL        = Language{ID: "pcl", File: "main.pp", templates: pclTemplates}
	Terraform  = Language{ID: "terraform", File: "main.tf", templates: terraformTemplates}
	PulumiYAML = Language{ID: "yaml", File: "Pulumi.yaml", head: yamlHead, templates: yamlTemplates}
)

// Translated makes a program in a language. Programs with the same number of resources have the same ones in each.
func Translated(l Language, resources int) *Workload {
	file := writer{path: l.File}
	if l.head != "" {
		file.item(item{text: l.head})
	}
	next := fromTemplates(l.templates, rand.New(rand.NewPCG(0, 1)))
	for range resources {
		for _, item := range next() {
			file.item(item)
		}
	}
	return &Workload{Files: map[string]string{l.File: strings.TrimSuffix(file.text.String(), "\n")}, Places: file.places}
}

var pclTemplates = []string{
	`
resource vpc<n> "aws:ec2/vpc:Vpc" {
  cidrBlock          = "10.<num>.0.0/16"
  enableDnsHostnames = true
  enableDnsSupport   = true
  tags = {
    Name  = "vpc-<word>"
    Owner = «"<word>"|nobody»
  }
}`,
	`
resource subnet<n> "aws:ec2/subnet:Subnet" {
  vpcId            = vpc<n>.id
  cidrBlock        = "10.<num>.1.0/24"
  availabilityZone = «"eu-west-1a"|nobody»
  tags             = { Name = "subnet-<word>" }
}`,
	`
resource wall<n> "aws:ec2/securityGroup:SecurityGroup" {
  vpcId       = vpc<n>.id
  description = «"Lets in <word>"|nobody»
  ingress = [{
    protocol   = "tcp"
    fromPort   = 443
    toPort     = 443
    cidrBlocks = ["0.0.0.0/0"]
  }]
}`,
	`
resource web<n> "aws:ec2/instance:Instance" {
  ami                 = "ami-<word>"
  instanceType        = «"t3.micro"|nobody»
  subnetId            = subnet<n>.id
  vpcSecurityGroupIds = [wall<n>.id]
  tags                = { Name = "web-<word>" }
}`,
	`
resource files<n> "aws:s3/bucket:Bucket" {
  acl          = "private"
  bucketPrefix = «"<word>"|nobody»
  tags         = { Owner = web<n>.id }
}`,
}

// Only the names in count and its like are judged without a schema of the provider.
var terraformTemplates = []string{
	`
resource "aws_vpc" "vpc<n>" {
  count                = «1|local.nobody»
  cidr_block           = "10.<num>.0.0/16"
  enable_dns_hostnames = true
  enable_dns_support   = true
  tags = {
    Name  = "vpc-<word>"
    Owner = "<word>"
  }
}`,
	`
resource "aws_subnet" "subnet<n>" {
  count             = «1|local.nobody»
  vpc_id            = aws_vpc.vpc<n>[0].id
  cidr_block        = "10.<num>.1.0/24"
  availability_zone = "eu-west-1a"
  tags              = { Name = "subnet-<word>" }
}`,
	`
resource "aws_security_group" "wall<n>" {
  count       = «1|local.nobody»
  vpc_id      = aws_vpc.vpc<n>[0].id
  description = "Lets in <word>"
  ingress {
    protocol    = "tcp"
    from_port   = 443
    to_port     = 443
    cidr_blocks = ["0.0.0.0/0"]
  }
}`,
	`
resource "aws_instance" "web<n>" {
  count                  = «1|local.nobody»
  ami                    = "ami-<word>"
  instance_type          = "t3.micro"
  subnet_id              = aws_subnet.subnet<n>[0].id
  vpc_security_group_ids = [aws_security_group.wall<n>[0].id]
  tags                   = { Name = "web-<word>" }
}`,
	`
resource "aws_s3_bucket" "files<n>" {
  count         = «1|local.nobody»
  acl           = "private"
  bucket_prefix = "<word>"
  tags          = { Owner = aws_instance.web<n>[0].id }
}`,
}
