# Rules for AWS: encryption, access from the Internet, rotation, retention and tags.

rule "aws-volume-encrypted" {
  title    = "Volumes are encrypted"
  category = "encryption"
  severity = "warning"
  docs     = <<-EOT
    A volume that is not encrypted can be read from a snapshot or a returned disk. Set `encrypted = true`.
  EOT
  resource = "aws:ebs/volume:Volume"
  require  = resource.inputs.encrypted == true
  message  = "the volume `${resource.name}` is not encrypted"
  at       = "encrypted"

  fix {
    title = "Encrypt the volume"
    set   = { encrypted = true }
  }

  test "not set" {
    program  = <<-EOT
      resource data "aws:ebs/volume:Volume" {
        availabilityZone = "eu-west-1a"
      }
    EOT
    findings = ["main.pp:1: the volume `data` is not encrypted"]
    fixed    = <<-EOT
      resource data "aws:ebs/volume:Volume" {
        encrypted = true
        availabilityZone = "eu-west-1a"
      }
    EOT
  }
  test "encrypted" {
    program = <<-EOT
      resource data "aws:ebs:Volume" {
        availabilityZone = "eu-west-1a"
        encrypted        = true
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config encrypt bool { default = true }
      resource data "aws:ebs/volume:Volume" {
        availabilityZone = "eu-west-1a"
        encrypted        = encrypt
      }
    EOT
    expect  = "unknown"
  }
  test "decided by the config of a stack" {
    program = <<-EOT
      config encrypt bool { default = true }
      resource data "aws:ebs/volume:Volume" {
        availabilityZone = "eu-west-1a"
        encrypted        = encrypt
      }
    EOT
    config  = { encrypt = false }
    expect  = "fail"
  }
}

rule "aws-database-encrypted" {
  title    = "Databases are encrypted"
  category = "encryption"
  docs     = <<-EOT
    Set `storageEncrypted = true` when the database is created: it cannot be encrypted later without a copy. A replica
    is as encrypted as its source.
  EOT
  resource = "aws:rds/instance:Instance"
  when     = resource.inputs.replicateSourceDb == null
  require  = resource.inputs.storageEncrypted == true
  message  = "the database `${resource.name}` is not encrypted"
  at       = "storageEncrypted"

  test "switched off" {
    program  = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass    = "db.t3.micro"
        storageEncrypted = false
      }
    EOT
    findings = ["main.pp:3: the database `db` is not encrypted"]
  }
  test "a replica" {
    program = <<-EOT
      resource copy "aws:rds/instance:Instance" {
        instanceClass     = "db.t3.micro"
        replicateSourceDb = "db"
      }
    EOT
    expect  = "none"
  }
}

rule "aws-database-private" {
  title    = "Databases have no public address"
  category = "access"
  severity = "error"
  resource = "aws:rds/instance:Instance"
  require  = resource.inputs.publiclyAccessible != true
  message  = "the database `${resource.name}` can be reached from the Internet"
  at       = "publiclyAccessible"

  fix {
    remove = ["publiclyAccessible"]
  }

  test "public" {
    program  = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass      = "db.t3.micro"
        publiclyAccessible = true
      }
    EOT
    findings = ["main.pp:3: the database `db` can be reached from the Internet"]
    fixed    = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass      = "db.t3.micro"
      }
    EOT
  }
  test "one of two instances" {
    program  = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass      = "db.t3.micro"
        publiclyAccessible = range.value == "test"
        options { range = ["prod", "test"] }
      }
    EOT
    findings = ["main.pp:3: the database `db` can be reached from the Internet (instance `1`)"]
  }
}

rule "aws-database-backup" {
  title    = "Backups of databases are kept for a week"
  category = "retention"
  resource = "aws:rds/instance:Instance"
  when     = resource.inputs.replicateSourceDb == null
  require  = resource.inputs.backupRetentionPeriod != null && resource.inputs.backupRetentionPeriod >= 7
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
        backupRetentionPeriod = 30
      }
    EOT
    expect  = "pass"
  }
}

rule "aws-database-password" {
  title    = "Passwords of databases are secret"
  category = "secrets"
  severity = "error"
  resource = "aws:rds/instance:Instance"
  when     = resource.inputs.password != null
  require  = secret(resource.inputs.password)
  at       = "password"

  test "in plain text" {
    program  = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass = "db.t3.micro"
        password      = "hunter2"
      }
    EOT
    findings = ["main.pp:3: Passwords of databases are secret"]
  }
  test "secret" {
    program = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass = "db.t3.micro"
        password      = secret("hunter2")
      }
    EOT
    expect  = "pass"
  }
}

rule "aws-bucket-private" {
  title    = "Buckets are not public"
  category = "access"
  severity = "error"
  resource = "aws:s3/bucket*:Bucket*"
  require  = !starts_with(resource.inputs.acl, "public-")
  message  = "everybody can read `${resource.name}` (${resource.inputs.acl})"
  at       = "acl"

  test "public" {
    program  = <<-EOT
      resource site "aws:s3/bucket:Bucket" {
        acl = "public-read"
      }
    EOT
    findings = ["main.pp:2: everybody can read `site` (public-read)"]
  }
  test "no ACL" {
    program = <<-EOT
      resource logs "aws:s3:Bucket" {}
    EOT
    expect  = "pass"
  }
  test "known to begin otherwise" {
    program = <<-EOT
      config kind string {}
      resource logs "aws:s3:Bucket" {
        acl = "private-${kind}"
      }
    EOT
    expect  = "pass"
  }
}

rule "aws-ssh-closed" {
  title    = "SSH is not open to the Internet"
  category = "access"
  severity = "error"
  resource = "aws:ec2/securityGroup:SecurityGroup"
  require = all([
    for rule in resource.inputs.ingress :
    !(rule.fromPort <= 22 && rule.toPort >= 22) || !(contains(rule.cidrBlocks, "0.0.0.0/0") || contains(rule.ipv6CidrBlocks, "::/0"))
  ])
  message = "port 22 of `${resource.name}` is open to the Internet"
  at      = "ingress"

  test "open" {
    program  = <<-EOT
      resource web "aws:ec2/securityGroup:SecurityGroup" {
        ingress = [
          { protocol = "tcp", fromPort = 443, toPort = 443, cidrBlocks = ["0.0.0.0/0"] },
          { protocol = "tcp", fromPort = 0, toPort = 100, ipv6CidrBlocks = ["::/0"] },
        ]
      }
    EOT
    findings = ["main.pp:2: port 22 of `web` is open to the Internet"]
  }
  test "open to a network" {
    program = <<-EOT
      resource web "aws:ec2/securityGroup:SecurityGroup" {
        ingress = [{ protocol = "tcp", fromPort = 22, toPort = 22, cidrBlocks = ["10.0.0.0/8"] }]
      }
    EOT
    expect  = "pass"
  }
  test "open to what a config says" {
    program = <<-EOT
      config office string {}
      resource web "aws:ec2/securityGroup:SecurityGroup" {
        ingress = [{ protocol = "tcp", fromPort = 22, toPort = 22, cidrBlocks = [office] }]
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-key-rotated" {
  title    = "Symmetric keys are rotated"
  category = "encryption"
  resource = "aws:kms/key:Key"
  when     = resource.inputs.customerMasterKeySpec == null || resource.inputs.customerMasterKeySpec == "SYMMETRIC_DEFAULT"
  require  = resource.inputs.enableKeyRotation == true
  message  = "the key `${resource.name}` is never rotated"
  at       = "enableKeyRotation"

  fix {
    set = { enableKeyRotation = true }
  }

  test "not rotated" {
    program  = <<-EOT
      resource main "aws:kms/key:Key" {}
    EOT
    findings = ["main.pp:1: the key `main` is never rotated"]
    fixed    = <<-EOT
      resource main "aws:kms/key:Key" {
        enableKeyRotation = true
      }
    EOT
  }
  test "a key for signatures" {
    program = <<-EOT
      resource main "aws:kms/key:Key" {
        customerMasterKeySpec = "RSA_4096"
      }
    EOT
    expect  = "none"
  }
}

rule "aws-log-retention" {
  title    = "Logs are kept for a limited time"
  category = "retention"
  severity = "information"
  resource = "aws:cloudwatch/logGroup:LogGroup"
  require  = resource.inputs.retentionInDays != null && resource.inputs.retentionInDays > 0
  message  = "logs of `${resource.name}` are kept for ever"
  at       = "retentionInDays"

  test "for ever" {
    program  = <<-EOT
      resource app "aws:cloudwatch/logGroup:LogGroup" {}
    EOT
    findings = ["main.pp:1: logs of `app` are kept for ever"]
  }
  test "a month" {
    program = <<-EOT
      resource app "aws:cloudwatch/logGroup:LogGroup" {
        retentionInDays = 30
      }
    EOT
    expect  = "pass"
  }
}

rule "aws-owner-tag" {
  title    = "Resources have an owner"
  category = "tags"
  severity = "information"
  resource = "aws:*"
  when     = resource.schema.inputs.tags != null
  require  = resource.inputs.tags.Owner != null
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
  test "the owner comes from a config" {
    program = <<-EOT
      config owner string {}
      resource logs "aws:s3:Bucket" {
        tags = { Owner = "team-${owner}" }
      }
    EOT
    expect  = "pass"
  }
}
