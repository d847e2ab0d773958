// Which `.pp` files are PCL and which are Puppet, by their text and their Pulumi.yaml.

import assert from "node:assert/strict";
import { test } from "node:test";

import { judge, judgeText, projectRuntime } from "../../src/detect";

const runtimes: [yaml: string, want: string | undefined][] = [
  ["name: shop\nruntime: pcl\n", "pcl"],
  ["name: shop\nruntime: \"pcl\" # quoted\n", "pcl"],
  ["name: shop\r\nruntime:\r\n  # how\r\n  name: pcl\r\n  options: {}\r\n", "pcl"],
  ["runtime: { name: pcl, options: { x: 1 } }\n", "pcl"],
  ["runtime: nodejs\n", "nodejs"],
  ["name: shop\n", undefined],
  ["# runtime: pcl\nname: runtime\n", undefined],
  ["runtime:\nname: pcl\n", undefined],
];

for (const [yaml, want] of runtimes) {
  test(`runtime of ${JSON.stringify(yaml)}`, () => {
    assert.equal(projectRuntime(yaml), want);
  });
}

const pcl = [
  "resource web \"cloudy:compute/instance:Instance\" {\n}\n",
  "# settings\nconfig zones \"list(string)\" {\n  default = []\n}\n",
  "config title string {}\n",
  "component net \"./network\" {\n}\n",
  "hook error \"retry\" {\n}\n",
  "package {\n  baseProviderName = \"dns\"\n}\n",
  "package \"dns\" {\n}\n",
  "package {\n  # the bridge\n  baseProviderName = \"dns\"\n}\n",
  "größe = 1 + 2\n",
  "output \"url\" {\n  value = 1\n}\n",
];

const puppet = [
  "class apache (String $version = 'latest') {\n  package { 'httpd': ensure => $version }\n}\n",
  "node default {\n  include apache\n}\n",
  "file { '/etc/motd':\n  ensure => file,\n}\n",
  "define apache::vhost($port) {\n}\n",
  "$port = 80\n",
  "@user { ['a', 'b']: ensure => present }\n",
  "package { 'httpd':\n  ensure => present,\n}\n",
  "package {\n  # the server\n  'httpd':\n    ensure => present,\n}\n",
  "Exec { path => '/bin' }\n",
  "if $facts['os']['family'] == 'Debian' {\n  notify { 'x': }\n}\n",
  "function site::port(Integer $n) >> Integer {\n  $n\n}\n",
];

for (const text of pcl) {
  test(`PCL: ${JSON.stringify(text)}`, () => assert.equal(judgeText(text), "pcl"));
}
for (const text of puppet) {
  test(`Puppet: ${JSON.stringify(text)}`, () => assert.equal(judgeText(text), "puppet"));
}

test("an ambiguous text is unknown", () => {
  for (const text of ["", "# only a comment\n", "program Hello;\nbegin\n  writeln('hi');\nend.\n"]) {
    assert.equal(judgeText(text), "unknown", text);
  }
});

test("a PCL project overrides the text, and other projects do not", () => {
  assert.equal(judge("", "runtime: pcl\n"), "pcl");
  assert.equal(judge("$port = 80\n", "runtime: pcl\n"), "pcl");
  assert.equal(judge("$port = 80\n", "runtime: nodejs\n"), "puppet");
  assert.equal(judge("x = 1\n", "runtime: nodejs\n"), "pcl");
});
