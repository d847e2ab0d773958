// Writes a program with a number of declarations: a network, and services that use it.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const words = ["cart", "catalog", "checkout", "search", "users", "mail", "stock", "prices", "reviews", "returns", "shipping", "taxes", "reports", "events", "images", "tokens"];

const network = `config cidr string {
}
resource vpc "aws:ec2/vpc:Vpc" {
  cidrBlock = cidr
}
resource gateway "aws:ec2/internetGateway:InternetGateway" {
  vpcId = vpc.id
}
resource subnet "aws:ec2/subnet:Subnet" {
  options { range = 3 }
  vpcId     = vpc.id
  cidrBlock = "10.0.\${range.value}.0/24"
}
output vpcId {
  value = vpc.id
}
output subnetIds {
  value = subnet[*].id
}
`;

const start = `config password string {
  secret = true
}
config domain string {
}
component network "./network" {
  cidr = "10.0.0.0/16"
}
resource zone "aws:route53/zone:Zone" {
  name = domain
}
resource cluster "aws:ecs/cluster:Cluster" {
}
resource key "aws:kms/key:Key" {
}
`;

// The declarations of one service, in the order in which they are dropped last.
const service = (name, before) => [
  `resource ${name}Group "aws:ec2/securityGroup:SecurityGroup" {\n  vpcId = network.vpcId\n}`,
  `resource ${name}Database "aws:rds/instance:Instance" {\n  instanceClass       = "db.t3.micro"\n  password            = password\n  kmsKeyId            = key.arn\n  vpcSecurityGroupIds = [${name}Group.id]\n}`,
  `resource ${name}Task "aws:ecs/taskDefinition:TaskDefinition" {\n  family               = "${name}"\n  containerDefinitions = toJSON([{ name = "${name}", url = ${name}Database.endpoint, secret = password }])\n}`,
  `resource ${name}Service "aws:ecs/service:Service" {\n  cluster        = cluster.arn\n  taskDefinition = ${name}Task.arn\n  options {\n    dependsOn = [${before}]\n  }\n}`,
  `resource ${name}Record "aws:route53/record:Record" {\n  zoneId  = zone.zoneId\n  name    = "${name}.\${domain}"\n  type    = "CNAME"\n  records = [${name}Service.name]\n}`,
  `output ${name}Address {\n  value = ${name}Record.fqdn\n}`,
  `resource ${name}Logs "aws:cloudwatch/logGroup:LogGroup" {\n  kmsKeyId = key.arn\n}`,
];

/** Writes a program with so many declarations into a folder. */
export function writeProgram(folder, size) {
  mkdirSync(path.join(folder, "network"), { recursive: true });
  writeFileSync(path.join(folder, "network", "main.pp"), network);
  const blocks = [];
  for (let i = 0; blocks.length < size - 6; i++) {
    const word = (at) => words[at % words.length] + (at < words.length ? "" : Math.floor(at / words.length) + 1);
    blocks.push(...service(word(i), i % 3 === 0 ? "cluster" : `${word(i - 1)}Service`));
  }
  writeFileSync(path.join(folder, "main.pp"), start + blocks.slice(0, size - 6).join("\n") + "\n");
}
