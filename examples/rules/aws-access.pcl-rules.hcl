# Rules for AWS: who can reach what.

rule "aws-admin-ports-closed" {
  title    = "SSH and RDP are not open to the Internet"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    Machines whose ports 22 and 3389 are open to everybody are attacked within minutes. Name the networks that
    may connect, or use Session Manager, which needs no open port.
  EOT
  resource = ["aws:ec2/securityGroup:SecurityGroup", "aws:ec2/securityGroupRule:SecurityGroupRule"]
  when     = resource.inputs.type != "egress"
  require = all([
    for rule in(resource.inputs.type == null ? resource.inputs.ingress : [resource.inputs]) :
    !(contains(rule.cidrBlocks, "0.0.0.0/0") || contains(rule.ipv6CidrBlocks, "::/0")) ||
    !(rule.protocol == "-1" || any([for port in [22, 3389] : rule.fromPort <= port && rule.toPort >= port]))
  ])
  message = "everybody can connect to SSH or RDP through `${resource.name}`"
  at      = resource.inputs.type == null ? "ingress" : "cidrBlocks"

  test "one of two rules is open" {
    program  = <<-EOT
      resource web "aws:ec2/securityGroup:SecurityGroup" {
        ingress = [
          { protocol = "tcp", fromPort = 443, toPort = 443, cidrBlocks = ["0.0.0.0/0"] },
          { protocol = "tcp", fromPort = 0, toPort = 100, ipv6CidrBlocks = ["::/0"] },
        ]
      }
    EOT
    findings = ["main.pp:2: everybody can connect to SSH or RDP through `web`"]
  }
  test "a rule of its own for all ports" {
    program  = <<-EOT
      resource web "aws:ec2/securityGroupRule:SecurityGroupRule" {
        type            = "ingress"
        securityGroupId = "sg-1"
        protocol        = "-1"
        fromPort        = 0
        toPort          = 0
        cidrBlocks      = ["10.0.0.0/8", "0.0.0.0/0"]
      }
    EOT
    findings = ["main.pp:7: everybody can connect to SSH or RDP through `web`"]
  }
  test "what leaves" {
    program = <<-EOT
      resource web "aws:ec2/securityGroupRule:SecurityGroupRule" {
        type            = "egress"
        securityGroupId = "sg-1"
        protocol        = "-1"
        fromPort        = 0
        toPort          = 0
        cidrBlocks      = ["0.0.0.0/0"]
      }
    EOT
    expect  = "none"
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

rule "aws-bucket-private" {
  title    = "Buckets are not public"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    With one of the `public-` ACLs, everybody can list a bucket and read its objects, or even write them. Remove the
    ACL, and let a distribution of CloudFront serve what is meant to be public.
  EOT
  resource = "aws:s3/bucket*:Bucket*"
  require  = !starts_with(resource.inputs.acl, "public-")
  message  = "everybody can read `${resource.name}` (${resource.inputs.acl})"
  at       = "acl"

  fix {
    title  = "Remove the ACL"
    remove = ["acl"]
  }

  test "public" {
    program  = <<-EOT
      resource site "aws:s3/bucket:Bucket" {
        acl    = "public-read"
        bucket = "site"
      }
    EOT
    findings = ["main.pp:2: everybody can read `site` (public-read)"]
    fixed    = <<-EOT
      resource site "aws:s3/bucket:Bucket" {
        bucket = "site"
      }
    EOT
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
  test "decided by a config" {
    program = <<-EOT
      config acl string {}
      resource logs "aws:s3:Bucket" {
        acl = acl
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-bucket-public-access-blocked" {
  title    = "Public access blocks block everything"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    A public access block has four parts, all of which are off by default. If one is missing, an ACL or a policy can
    still make the bucket public. Set all four to true.
  EOT
  resource = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
  require = all([
    resource.inputs.blockPublicAcls, resource.inputs.blockPublicPolicy,
    resource.inputs.ignorePublicAcls, resource.inputs.restrictPublicBuckets,
  ])
  message = "`${resource.name}` leaves a way to make the bucket public"

  fix {
    title = "Block all public access"
    set   = { blockPublicAcls = true, blockPublicPolicy = true, ignorePublicAcls = true, restrictPublicBuckets = true }
  }

  test "two of four" {
    program  = <<-EOT
      resource block "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock" {
        bucket            = "site"
        blockPublicAcls   = true
        blockPublicPolicy = false
      }
    EOT
    findings = ["main.pp:1: `block` leaves a way to make the bucket public"]
    fixed    = <<-EOT
      resource block "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock" {
        bucket                = "site"
        blockPublicAcls       = true
        blockPublicPolicy     = true
        ignorePublicAcls      = true
        restrictPublicBuckets = true
      }
    EOT
  }
  test "all four" {
    program = <<-EOT
      resource block "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock" {
        bucket                = "site"
        blockPublicAcls       = true
        blockPublicPolicy     = true
        ignorePublicAcls      = true
        restrictPublicBuckets = true
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config private bool {}
      resource block "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock" {
        bucket                = "site"
        blockPublicAcls       = private
        blockPublicPolicy     = private
        ignorePublicAcls      = private
        restrictPublicBuckets = private
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-cluster-endpoint-private" {
  title    = "Not everybody can reach the API of an EKS cluster"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    By default, the API server of a cluster answers the whole Internet. Set `vpcConfig.endpointPublicAccess = false`
    and `endpointPrivateAccess = true`, or name the networks that may connect in `publicAccessCidrs`.
  EOT
  resource = "aws:eks/cluster:Cluster"
  require = resource.inputs.vpcConfig.endpointPublicAccess == false || (
    length(resource.inputs.vpcConfig.publicAccessCidrs[*]) > 0 && !contains(resource.inputs.vpcConfig.publicAccessCidrs, "0.0.0.0/0")
  )
  message = "everybody can reach the API server of `${resource.name}`"
  at      = "vpcConfig.endpointPublicAccess"

  test "public" {
    program  = <<-EOT
      resource main "aws:eks/cluster:Cluster" {
        roleArn = "arn:aws:iam::123456789012:role/cluster"
        vpcConfig = {
          subnetIds            = ["subnet-1", "subnet-2"]
          endpointPublicAccess = true
        }
      }
    EOT
    findings = ["main.pp:5: everybody can reach the API server of `main`"]
  }
  test "public by default" {
    program  = <<-EOT
      resource main "aws:eks/cluster:Cluster" {
        roleArn   = "arn:aws:iam::123456789012:role/cluster"
        vpcConfig = { subnetIds = ["subnet-1", "subnet-2"] }
      }
    EOT
    findings = ["main.pp:3: everybody can reach the API server of `main`"]
  }
  test "only an office" {
    program = <<-EOT
      resource main "aws:eks/cluster:Cluster" {
        roleArn = "arn:aws:iam::123456789012:role/cluster"
        vpcConfig = {
          subnetIds         = ["subnet-1", "subnet-2"]
          publicAccessCidrs = ["192.0.2.0/24"]
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config networks "list(string)" {}
      resource main "aws:eks/cluster:Cluster" {
        roleArn = "arn:aws:iam::123456789012:role/cluster"
        vpcConfig = {
          subnetIds         = ["subnet-1", "subnet-2"]
          publicAccessCidrs = networks
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-database-private" {
  title    = "Databases have no public address"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    A database with a public address is one wrong security group away from the Internet. Leave `publiclyAccessible`
    out, and connect through the VPC.
  EOT
  resource = "aws:rds/instance:Instance"
  require  = resource.inputs.publiclyAccessible != true
  message  = "the database `${resource.name}` can be reached from the Internet"
  at       = "publiclyAccessible"

  fix {
    title  = "Remove the public address"
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
        instanceClass = "db.t3.micro"
      }
    EOT
  }
  test "private" {
    program = <<-EOT
      resource db "aws:rds/instance:Instance" {
        instanceClass = "db.t3.micro"
      }
    EOT
    expect  = "pass"
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
  test "decided by a config" {
    program = <<-EOT
      config public bool {}
      resource db "aws:rds/instance:Instance" {
        instanceClass      = "db.t3.micro"
        publiclyAccessible = public
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-instance-metadata-token" {
  title    = "Instances ask for a token before they tell their metadata"
  category = "access"
  docs     = <<-EOT
    The metadata of an instance has credentials. Version 1 of the service hands them to any request, also to one that an
    attacker makes a web server send. Set `metadataOptions.httpTokens = "required"`.
  EOT
  resource = "aws:ec2/instance:Instance"
  require  = resource.inputs.metadataOptions.httpTokens == "required" || resource.inputs.metadataOptions.httpEndpoint == "disabled"
  message  = "`${resource.name}` tells its credentials without a token"
  at       = "metadataOptions.httpTokens"

  fix {
    title = "Require tokens"
    set   = { "metadataOptions.httpTokens" = "required" }
  }

  test "optional" {
    program  = <<-EOT
      resource web "aws:ec2/instance:Instance" {
        ami = "ami-1"
        metadataOptions = {
          httpEndpoint = "enabled"
          httpTokens   = "optional"
        }
      }
    EOT
    findings = ["main.pp:5: `web` tells its credentials without a token"]
    fixed    = <<-EOT
      resource web "aws:ec2/instance:Instance" {
        ami = "ami-1"
        metadataOptions = {
          httpEndpoint = "enabled"
          httpTokens   = "required"
        }
      }
    EOT
  }
  test "not set" {
    program  = <<-EOT
      resource web "aws:ec2/instance:Instance" {
        ami = "ami-1"
      }
    EOT
    findings = ["main.pp:1: `web` tells its credentials without a token"]
    fixed    = <<-EOT
      resource web "aws:ec2/instance:Instance" {
        ami             = "ami-1"
        metadataOptions = { httpTokens = "required" }
      }
    EOT
  }
  test "required" {
    program = <<-EOT
      resource web "aws:ec2/instance:Instance" {
        metadataOptions = { httpTokens = "required" }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config tokens string {}
      resource web "aws:ec2/instance:Instance" {
        metadataOptions = { httpTokens = tokens }
      }
    EOT
    expect  = "unknown"
  }
}

rule "aws-policy-limited" {
  title    = "Policies do not allow everything"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    A policy that allows `*` on `*` makes whoever has it an administrator. Name the actions, such as `s3:GetObject`, and
    the resources.
  EOT
  resource = ["aws:iam/policy:Policy", "aws:iam/*Policy:*Policy"]
  require = all([
    for s in from_json(resource.inputs.policy).Statement[*] :
    s.Effect != "Allow" || !contains(s.Action[*], "*") || !contains(s.Resource[*], "*")
  ])
  message = "the policy `${resource.name}` allows everything"
  at      = "policy"

  test "everything" {
    program  = <<-EOT
      resource admin "aws:iam/policy:Policy" {
        policy = toJSON({
          Version   = "2012-10-17"
          Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }]
        })
      }
    EOT
    findings = ["main.pp:2: the policy `admin` allows everything"]
  }
  test "as text" {
    program  = <<-EOT
      resource admin "aws:iam/rolePolicy:RolePolicy" {
        role   = "deploy"
        policy = "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": [\"s3:*\", \"*\"], \"Resource\": [\"*\"]}}"
      }
    EOT
    findings = ["main.pp:3: the policy `admin` allows everything"]
  }
  test "everything on one bucket" {
    program = <<-EOT
      resource logs "aws:s3/bucket:Bucket" {}
      resource writer "aws:iam/policy:Policy" {
        policy = toJSON({
          Version   = "2012-10-17"
          Statement = [{ Effect = "Allow", Action = ["s3:*"], Resource = logs.arn }]
        })
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config actions "list(string)" {}
      resource some "aws:iam/policy:Policy" {
        policy = toJSON({
          Version   = "2012-10-17"
          Statement = [{ Effect = "Allow", Action = actions, Resource = "*" }]
        })
      }
    EOT
    expect  = "unknown"
  }
}
