# Rules for AWS: backups, retention, tags, and versions.

rule "aws-database-backup" {
  title    = "Backups of databases are kept for a week"
  category = "retention"
  docs     = <<-EOT
    Damage is often noticed days later. Set `backupRetentionPeriod` to at least 7 days. Without it, an instance that is
    created by the API has backups of one day.
  EOT
  resource = ["aws:rds/instance:Instance", "aws:rds/cluster:Cluster"]
  when     = resource.inputs.replicateSourceDb == null
  require  = resource.inputs.backupRetentionPeriod >= 7
  message  = "backups of `${resource.name}` are kept for ${resource.inputs.backupRetentionPeriod == null ? "one day or none" : "${resource.inputs.backupRetentionPeriod} days"}"
  at       = "backupRetentionPeriod"

  test "short" {
    program  = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass         = "db.t3.micro"
        backupRetentionPeriod = 3
      }
    EOT
    findings = ["main.pp:3: backups of `db` are kept for 3 days"]
  }
  test "not set" {
    program  = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass = "db.t3.micro"
      }
    EOT
    findings = ["main.pp:1: backups of `db` are kept for one day or none"]
  }
  test "long" {
    program = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass         = "db.t3.micro"
        backupRetentionPeriod = "30"
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config days int {}
      resource db "aws:rds/cluster:Cluster" {
        backupRetentionPeriod = days
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-database-deletion-protected" {
  title    = "Databases are protected from deletion"
  category = "retention"
  docs     = <<-EOT
    One wrong edit can replace a database, which deletes the old one. Set `deletionProtection = true`: AWS then refuses to
    delete it until somebody takes the protection away.
  EOT
  resource = ["aws:rds/instance:Instance", "aws:rds/cluster:Cluster"]
  require  = resource.inputs.deletionProtection == true
  message  = "nothing protects `${resource.name}` from deletion"
  at       = "deletionProtection"

  fix {
    title = "Protect it"
    set   = { deletionProtection = true }
  }

  test "not set" {
    program  = <<-EOT
      resource db "aws:rds/cluster:Cluster" {
        engine = "aurora-postgresql"
      }
    EOT
    findings = ["main.pp:1: nothing protects `db` from deletion"]
    fixed    = <<-EOT
      resource db "aws:rds/cluster:Cluster" {
        engine             = "aurora-postgresql"
        deletionProtection = true
      }
    EOT
  }
  test "protected" {
    program = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass      = "db.t3.micro"
        deletionProtection = true
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config production bool {}
      resource db "aws:rds/cluster:Cluster" {
        deletionProtection = production
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-log-retention" {
  title    = "Logs are kept for a limited time"
  category = "retention"
  severity = "information"
  docs     = <<-EOT
    By default, a log group keeps everything for ever. That costs more every month, and personal data may not be kept that
    long. Set `retentionInDays`.
  EOT
  resource = "aws:cloudwatch/logGroup:LogGroup"
  require  = resource.inputs.retentionInDays > 0
  message  = "logs of `${resource.name}` are kept for ever"
  at       = "retentionInDays"

  test "for ever" {
    program  = <<-EOT
      resource app "aws:cloudwatch/logGroup:LogGroup" {}
    EOT
    findings = ["main.pp:1: logs of `app` are kept for ever"]
  }
  test "zero is for ever, too" {
    program  = <<-EOT
      resource app "aws:cloudwatch/logGroup:LogGroup" {
        retentionInDays = 0
      }
    EOT
    findings = ["main.pp:2: logs of `app` are kept for ever"]
  }
  test "a month" {
    program = <<-EOT
      resource app "aws:cloudwatch/logGroup:LogGroup" {
        retentionInDays = 30
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config days int {}
      resource app "aws:cloudwatch/logGroup:LogGroup" {
        retentionInDays = days
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-trail-validated" {
  title    = "Trails show whether somebody changed them"
  category = "retention"
  docs     = <<-EOT
    An intruder wants to remove traces. With `enableLogFileValidation = true`, CloudTrail signs its files, so that a
    file that was changed or deleted is noticed.
  EOT
  resource = "aws:cloudtrail/trail:Trail"
  require  = resource.inputs.enableLogFileValidation == true
  message  = "nobody would notice a change of the files of `${resource.name}`"
  at       = "enableLogFileValidation"

  fix {
    title = "Sign the files"
    set   = { enableLogFileValidation = true }
  }

  test "not set" {
    program  = <<-EOT
      resource audit "aws:cloudtrail/trail:Trail" {
        s3BucketName = "audit"
      }
    EOT
    findings = ["main.pp:1: nobody would notice a change of the files of `audit`"]
    fixed    = <<-EOT
      resource audit "aws:cloudtrail/trail:Trail" {
        s3BucketName            = "audit"
        enableLogFileValidation = true
      }
    EOT
  }
  test "validated" {
    program = <<-EOT
      resource audit "aws:cloudtrail/trail:Trail" {
        s3BucketName            = "audit"
        enableLogFileValidation = true
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config validate bool {}
      resource audit "aws:cloudtrail/trail:Trail" {
        s3BucketName            = "audit"
        enableLogFileValidation = validate
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-image-scanned" {
  title    = "Images are scanned for vulnerabilities"
  category = "versions"
  docs     = <<-EOT
    Set `imageScanningConfiguration = { scanOnPush = true }`: ECR then looks for known vulnerabilities in each image that
    is pushed.
  EOT
  resource = "aws:ecr/repository:Repository"
  require  = resource.inputs.imageScanningConfiguration.scanOnPush
  message  = "images in `${resource.name}` are not scanned"
  at       = "imageScanningConfiguration.scanOnPush"

  fix {
    title = "Scan images"
    set   = { "imageScanningConfiguration.scanOnPush" = true }
  }

  test "not set" {
    program  = <<-EOT
      resource app "aws:ecr/repository:Repository" {}
    EOT
    findings = ["main.pp:1: images in `app` are not scanned"]
    fixed    = <<-EOT
      resource app "aws:ecr/repository:Repository" {
        imageScanningConfiguration = { scanOnPush = true }
      }
    EOT
  }
  test "switched off" {
    program  = <<-EOT
      resource app "aws:ecr/repository:Repository" {
        imageScanningConfiguration = {
          scanOnPush = false
        }
      }
    EOT
    findings = ["main.pp:3: images in `app` are not scanned"]
    fixed    = <<-EOT
      resource app "aws:ecr/repository:Repository" {
        imageScanningConfiguration = {
          scanOnPush = true
        }
      }
    EOT
  }
  test "scanned" {
    program = <<-EOT
      resource app "aws:ecr/repository:Repository" {
        imageScanningConfiguration = { scanOnPush = true }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config scan bool {}
      resource app "aws:ecr/repository:Repository" {
        imageScanningConfiguration = { scanOnPush = scan }
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-image-tags-immutable" {
  title    = "A tag of an image always means the same image"
  category = "versions"
  docs     = <<-EOT
    If tags can move, what was tested under a tag is not what runs under it later. Set `imageTagMutability = "IMMUTABLE"`.
  EOT
  resource = "aws:ecr/repository:Repository"
  require  = resource.inputs.imageTagMutability == "IMMUTABLE"
  message  = "tags in `${resource.name}` can move to other images"
  at       = "imageTagMutability"

  fix {
    title = "Make tags immutable"
    set   = { imageTagMutability = "IMMUTABLE" }
  }

  test "mutable" {
    program  = <<-EOT
      resource app "aws:ecr/repository:Repository" {
        imageTagMutability = "MUTABLE"
      }
    EOT
    findings = ["main.pp:2: tags in `app` can move to other images"]
    fixed    = <<-EOT
      resource app "aws:ecr/repository:Repository" {
        imageTagMutability = "IMMUTABLE"
      }
    EOT
  }
  test "immutable" {
    program = <<-EOT
      resource app "aws:ecr/repository:Repository" {
        imageTagMutability = "IMMUTABLE"
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config mutability string {}
      resource app "aws:ecr/repository:Repository" {
        imageTagMutability = mutability
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-function-runtime" {
  title    = "Functions use runtimes that are still supported"
  category = "versions"
  docs     = <<-EOT
    AWS no longer corrects security problems in these runtimes, and later refuses to create or update functions that use
    them. Choose a newer version of the same language. Extend the expression when AWS ends the support of another one.
  EOT
  resource = "aws:lambda/function:Function"
  require  = !matches(resource.inputs.runtime, "^(nodejs([0-9][.].*|1[0-8][.]x)?|python(2[.]7|3[.][6-9])|dotnet(core.*|[5-7])|ruby2[.].*|go1[.]x|java8|provided)$")
  message  = "the runtime `${resource.inputs.runtime}` of `${resource.name}` is no longer supported"
  at       = "runtime"

  test "old" {
    program  = <<-EOT
      resource api "aws:lambda/function:Function" {
        role    = "arn:aws:iam::123456789012:role/api"
        handler = "index.handler"
        runtime = "nodejs12.x"
      }
    EOT
    findings = ["main.pp:4: the runtime `nodejs12.x` of `api` is no longer supported"]
  }
  test "supported" {
    program = <<-EOT
      resource api "aws:lambda/function:Function" {
        role    = "arn:aws:iam::123456789012:role/api"
        handler = "index.handler"
        runtime = "nodejs22.x"
      }
    EOT
    expect  = "pass"
  }
  test "an image" {
    program = <<-EOT
      resource api "aws:lambda/function:Function" {
        role = "arn:aws:iam::123456789012:role/api"
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config python string {}
      resource api "aws:lambda/function:Function" {
        role    = "arn:aws:iam::123456789012:role/api"
        handler = "main.handler"
        runtime = "python${python}"
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-owner-tag" {
  title    = "Resources have an owner"
  category = "tags"
  severity = "information"
  docs     = <<-EOT
    Somebody has to pay for a resource, and to know whether it can go. Write the team in `tags`, as `Owner`.
  EOT
  resource = "aws:*"
  when     = resource.schema.inputs.tags != null
  require  = resource.inputs.tags.Owner != null && resource.inputs.tags.Owner != ""
  message  = "`${resource.name}` has no tag `Owner`"
  at       = "tags"

  test "no tags" {
    program  = <<-EOT
      resource logs "aws:s3:Bucket" {}
    EOT
    findings = ["main.pp:1: `logs` has no tag `Owner`"]
  }
  test "other tags" {
    program  = <<-EOT
      resource logs "aws:s3:Bucket" {
        tags = { Team = "core" }
      }
    EOT
    findings = ["main.pp:2: `logs` has no tag `Owner`"]
  }
  test "the owner begins with something" {
    program = <<-EOT
      config owner string {}
      resource logs "aws:s3:Bucket" {
        tags = { Owner = "team-${owner}" }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config tags "map(string)" {}
      resource logs "aws:s3:Bucket" {
        tags = tags
      }
    EOT
    expect  = "unknown"
  }
}
