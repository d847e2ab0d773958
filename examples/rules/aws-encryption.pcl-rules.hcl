# Rules for AWS: encryption of what is stored and of what is sent.

rule "aws-volume-encrypted" {
  title    = "Volumes are encrypted"
  category = "encryption"
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
        availabilityZone = "eu-west-1a"
        encrypted        = true
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
  resource = ["aws:rds/instance:Instance", "aws:rds/cluster:Cluster"]
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
  test "a cluster" {
    program  = <<-EOT
      resource db "aws:rds/cluster:Cluster" {
        engine = "aurora-postgresql"
      }
    EOT
    findings = ["main.pp:1: the database `db` is not encrypted"]
  }
  test "encrypted" {
    program = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass    = "db.t3.micro"
        storageEncrypted = true
      }
    EOT
    expect  = "pass"
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
  test "decided by a config" {
    program = <<-EOT
      config encrypt bool {}
      resource db "aws:rds/instance:Instance" {
        instanceClass    = "db.t3.micro"
        storageEncrypted = encrypt
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-database-password" {
  title    = "Passwords of databases are secret"
  category = "secrets"
  severity = "error"
  docs     = <<-EOT
    A password that is not marked as secret is stored in the state as plain text, and is shown in previews. Take it from
    a config with `secret = true`.
  EOT
  resource = "aws:rds/*"
  when     = resource.inputs.password != null || resource.inputs.masterPassword != null
  require  = secret(resource.inputs.password) || secret(resource.inputs.masterPassword)
  message  = "the password of `${resource.name}` is stored as plain text"
  at       = resource.inputs.password != null ? "password" : "masterPassword"

  test "in plain text" {
    program  = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass = "db.t3.micro"
        password      = "hunter2"
      }
    EOT
    findings = ["main.pp:3: the password of `db` is stored as plain text"]
  }
  test "of a cluster" {
    program  = <<-EOT
      resource db "aws:rds/cluster:Cluster" {
        masterPassword = "hunter2"
      }
    EOT
    findings = ["main.pp:2: the password of `db` is stored as plain text"]
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
  test "secret if a component is run by itself" {
    program = <<-EOT
      config password string { secret = true }
      resource db "aws:rds/instance:Instance" {
        instanceClass = "db.t3.micro"
        password      = password
      }
    EOT
    expect  = "unknown"
  }
  test "secret in a stack" {
    program = <<-EOT
      config password string { secret = true }
      resource db "aws:rds/instance:Instance" {
        instanceClass = "db.t3.micro"
        password      = password
      }
    EOT
    config  = { password = "hunter2" }
    expect  = "pass"
  }
}

rule "aws-key-rotated" {
  title    = "Symmetric keys are rotated"
  category = "encryption"
  docs     = <<-EOT
    A key that is never replaced protects more data every year. Set `enableKeyRotation = true`: AWS makes new key
    material every year, and old data stays readable. Keys for signatures cannot be rotated.
  EOT
  resource = "aws:kms/key:Key"
  when     = resource.inputs.customerMasterKeySpec == null || resource.inputs.customerMasterKeySpec == "SYMMETRIC_DEFAULT"
  require  = resource.inputs.enableKeyRotation == true
  message  = "the key `${resource.name}` is never rotated"
  at       = "enableKeyRotation"

  fix {
    title = "Rotate the key"
    set   = { enableKeyRotation = true }
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
  test "rotated" {
    program = <<-EOT
      resource main "aws:kms/key:Key" {
        enableKeyRotation = true
      }
    EOT
    expect  = "pass"
  }
  test "a key for signatures" {
    program = <<-EOT
      resource main "aws:kms/key:Key" {
        customerMasterKeySpec = "RSA_4096"
      }
    EOT
    expect  = "none"
  }
  test "a config decides what the key is for" {
    program = <<-EOT
      config spec string {}
      resource main "aws:kms/key:Key" {
        customerMasterKeySpec = spec
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-file-system-encrypted" {
  title    = "File systems are encrypted"
  category = "encryption"
  docs     = <<-EOT
    A file system can only be encrypted when it is created. Set `encrypted = true`.
  EOT
  resource = "aws:efs/fileSystem:FileSystem"
  require  = resource.inputs.encrypted == true
  message  = "the file system `${resource.name}` is not encrypted"
  at       = "encrypted"

  fix {
    title = "Encrypt the file system"
    set   = { encrypted = true }
  }

  test "switched off" {
    program  = <<-EOT
      resource home "aws:efs/fileSystem:FileSystem" {
        encrypted = false
      }
    EOT
    findings = ["main.pp:2: the file system `home` is not encrypted"]
    fixed    = <<-EOT
      resource home "aws:efs/fileSystem:FileSystem" {
        encrypted = true
      }
    EOT
  }
  test "encrypted" {
    program = <<-EOT
      resource home "aws:efs/fileSystem:FileSystem" {
        encrypted = true
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config encrypt bool {}
      resource home "aws:efs/fileSystem:FileSystem" {
        encrypted = encrypt
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-queue-encrypted" {
  title    = "Queues are encrypted"
  category = "encryption"
  docs     = <<-EOT
    Messages wait in a queue as they were sent. Set `sqsManagedSseEnabled = true`, which costs nothing, or name a key of
    your own in `kmsMasterKeyId`.
  EOT
  resource = "aws:sqs/queue:Queue"
  require  = resource.inputs.sqsManagedSseEnabled == true || resource.inputs.kmsMasterKeyId != null
  message  = "messages in `${resource.name}` are not encrypted"
  at       = "sqsManagedSseEnabled"

  fix {
    title = "Encrypt messages with a key of SQS"
    set   = { sqsManagedSseEnabled = true }
  }

  test "not encrypted" {
    program  = <<-EOT
      resource jobs "aws:sqs/queue:Queue" {
        name = "jobs"
      }
    EOT
    findings = ["main.pp:1: messages in `jobs` are not encrypted"]
    fixed    = <<-EOT
      resource jobs "aws:sqs/queue:Queue" {
        name                 = "jobs"
        sqsManagedSseEnabled = true
      }
    EOT
  }
  test "a key of one's own" {
    program = <<-EOT
      resource key "aws:kms/key:Key" {}
      resource jobs "aws:sqs/queue:Queue" {
        kmsMasterKeyId = key.arn
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config encrypt bool {}
      resource jobs "aws:sqs/queue:Queue" {
        sqsManagedSseEnabled = encrypt
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-listener-encrypted" {
  title    = "Load balancers speak HTTPS"
  category = "encryption"
  severity = "error"
  docs     = <<-EOT
    Everybody on the way can read and change what is sent over HTTP. Let the listener speak HTTPS, and let a listener on
    port 80 do nothing but redirect to it.
  EOT
  resource = "aws:*lb/listener:Listener"
  require = resource.inputs.protocol != "HTTP" || (
    length(resource.inputs.defaultActions) > 0 && all([for a in resource.inputs.defaultActions : a.redirect.protocol == "HTTPS"])
  )
  message = "`${resource.name}` serves HTTP"
  at      = "protocol"

  test "HTTP" {
    program  = <<-EOT
      resource web "aws:lb/listener:Listener" {
        loadBalancerArn = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/1"
        port            = 80
        protocol        = "HTTP"
        defaultActions  = [{ type = "forward", targetGroupArn = "arn:1" }]
      }
    EOT
    findings = ["main.pp:4: `web` serves HTTP"]
  }
  test "a redirect" {
    program = <<-EOT
      resource web "aws:lb/listener:Listener" {
        loadBalancerArn = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/1"
        port            = 80
        protocol        = "HTTP"
        defaultActions  = [{ type = "redirect", redirect = { protocol = "HTTPS", port = "443", statusCode = "HTTP_301" } }]
      }
    EOT
    expect  = "pass"
  }
  test "HTTPS" {
    program = <<-EOT
      resource web "aws:lb/listener:Listener" {
        loadBalancerArn = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/1"
        port            = 443
        protocol        = "HTTPS"
        certificateArn  = "arn:2"
        defaultActions  = [{ type = "forward", targetGroupArn = "arn:1" }]
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config protocol string {}
      resource web "aws:lb/listener:Listener" {
        loadBalancerArn = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/1"
        protocol        = protocol
        defaultActions  = [{ type = "forward", targetGroupArn = "arn:1" }]
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-cluster-secrets-encrypted" {
  title    = "EKS clusters encrypt secrets with a key of their own"
  category = "encryption"
  docs     = <<-EOT
    Secrets of Kubernetes are stored in the cluster's database. With `encryptionConfig` and `resources = ["secrets"]`, a
    key of KMS protects them, and every use of the key is logged.
  EOT
  resource = "aws:eks/cluster:Cluster"
  require  = contains(resource.inputs.encryptionConfig.resources, "secrets")
  message  = "no key of KMS protects the secrets in `${resource.name}`"
  at       = "encryptionConfig.resources"

  test "no key" {
    program  = <<-EOT
      resource main "aws:eks/cluster:Cluster" {
        roleArn   = "arn:aws:iam::123456789012:role/cluster"
        vpcConfig = { subnetIds = ["subnet-1", "subnet-2"] }
      }
    EOT
    findings = ["main.pp:1: no key of KMS protects the secrets in `main`"]
  }
  test "a key" {
    program = <<-EOT
      resource key "aws:kms/key:Key" {}
      resource main "aws:eks/cluster:Cluster" {
        roleArn          = "arn:aws:iam::123456789012:role/cluster"
        vpcConfig        = { subnetIds = ["subnet-1", "subnet-2"] }
        encryptionConfig = { provider = { keyArn = key.arn }, resources = ["secrets"] }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config encrypted "list(string)" {}
      resource main "aws:eks/cluster:Cluster" {
        roleArn          = "arn:aws:iam::123456789012:role/cluster"
        vpcConfig        = { subnetIds = ["subnet-1", "subnet-2"] }
        encryptionConfig = { provider = { keyArn = "arn:1" }, resources = encrypted }
      }
    EOT
    expect  = "unknown"
  }
}
