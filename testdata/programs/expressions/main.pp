# Operators, templates, loops and functions, all in one place.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

config names "list(string)" {
  default = ["ada", "grace", "edsger"]
}

config ages "map(number)" {
  default = { ada = 36, grace = 85, edsger = 72 }
}

config base number {
  default = 1.5
}

config spare any {
  default = { deep = [{ value = 1 }] }
}

# Numbers and logic.
sum    = base + 2 * 3 - 4 / 2 % 3
signed = -sum
big    = sum >= 5 && !(sum > 7) || signed < 0
bounds = "${min(3, 9)}..${max(3, 9)}"

# Text. An escaped $${marker} and %%{ directive }, a tab \t and a sign \u00e9.
greeting = "Hello, ${join(" and ", names)}! \u00e9\t$${not} %%{ a } %{if big}Big.%{else}Small.%{endif}"

letter = <<EOT
Dear ${element(names, 1)},
%{for name in names~}
  regards to ${name},
%{endfor~}
you cost $${5}.
EOT

# Collections.
shout     = [for index, name in names : "${index}: ${name}!" if name != "ada"]
old       = { for name, age in ages : name => age if age > 40 }
grouped   = { for name in names : length(name) > 4 ? "long" : "short" => name... }
mixed     = [1, "two", true, null, [3, 4], { five = 5 }]
nested    = { "quoted key" = 1, (names[0]) = 2 }
pairs     = [for pair in entries({ a = 1, b = 2 }) : "${pair.key}=${pair.value}"]
one       = singleOrNone([greeting])
letters   = split("", "abc")
adasAge   = lookup(ages, "ada", 0)
fallback  = try(spare.deep[0].value, spare.shallow, "nothing")
reachable = can(spare.deep[0].other)

# Encodings and files.
encoded = toBase64(fromBase64("aGVsbG8="))
digest  = sha1(encoded)
motto   = readFile("./files/motto.txt")
raw     = filebase64("./files/motto.txt")
hash    = filebase64sha256("./files/motto.txt")
place   = "${organization()}/${project()}/${stack()} in ${cwd()} of ${rootDirectory()}"

resource bucket "cloudy:storage/bucket:Bucket" {
  name = "expr-${digest}"
  tags = old
}

resource object "cloudy:storage/bucketObject:BucketObject" {
  bucket = bucket.bucketName
  key    = "${range.key}/${range.value.name}"
  source = range.value.what

  options {
    range = {
      file   = { name = "motto", what = fileAsset("./files/motto.txt") }
      text   = { name = "letter", what = stringAsset(letter) }
      remote = { name = "far", what = remoteAsset("https://cloudy.example/far.txt") }
    }
  }
}

resource code "cloudy:compute/function:Function" {
  code = assetArchive({
    "motto.txt" = fileAsset("./files/motto.txt")
    "parts"     = assetArchive({ "letter.txt" = stringAsset(letter) })
  })
  layers  = [fileArchive("./files"), remoteArchive("https://cloudy.example/layer.tar.gz")]
  runtime = "go1"
  handler = "main"
  roleArn = recover(role.arn, "could not make the role: ${error}")
  environment = {
    GREETING  = greeting
    BOUNDS    = bounds
    SHOUT     = join("\n", shout)
    GROUPED   = toJSON(grouped)
    MIXED     = toJSON({ mixed = mixed, nested = nested, pairs = pairs, one = one })
    LETTERS   = letters[0]
    AGE       = adasAge
    FALLBACK  = fallback
    REACHABLE = reachable
    MOTTO     = motto
    RAW       = raw
    HASH      = hash
    PLACE     = place
    FIRST     = object["file"].key
    WHO       = "${pulumiResourceType(bucket)} ${pulumiResourceName(bucket)}"
  }
}

resource role "cloudy:iam/role:Role" {
  trustPolicy = toJSON({ Statement = [] })
}

resource dice "kit:index:Integer" {
  min = 1
  max = 6
}

output thrown {
  value = dice.result * 2 + 1
}

output urls {
  value = [code.invokeUrl, object["text"].url]
}
