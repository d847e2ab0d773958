config instanceType string { default = "t3.micro" }
config keyName string { default = null }
resource vpc "aws:ec2/vpc:Vpc" {
  cidrBlock          = "10.0.0.0/16"
  enableDnsHostnames = true
  instanceTenancy    = "default"
  tags = { Name = "main", "kubernetes.io/cluster/x" = "owned" }
}
resource sg "aws:ec2/securityGroup:SecurityGroup" {
  vpcId = vpc.id
  ingress = [for p in [80, 443] : {
    protocol   = "tcp"
    fromPort   = p
    toPort     = p
    cidrBlocks = ["0.0.0.0/0"]
  }]
  egress = [{ protocol = "-1", fromPort = 0, toPort = 0, cidrBlocks = ["0.0.0.0/0"], ipv6CidrBlocks = ["::/0"] }]
}
ami = invoke("aws:ec2/getAmi:getAmi", {
  mostRecent = true
  owners     = ["amazon"]
  filters    = [{ name = "name", values = ["amzn2-ami-hvm-*-x86_64-ebs"] }]
})
resource subnet "aws:ec2/subnet:Subnet" {
  vpcId     = vpc.id
  cidrBlock = "10.0.1.0/24"
}
resource web "aws:ec2/instance:Instance" {
  ami                 = ami.id
  instanceType        = instanceType
  keyName             = keyName
  subnetId            = subnet.id
  vpcSecurityGroupIds = [sg.id]
  tenancy             = "default"
  rootBlockDevice     = { volumeSize = "20", volumeType = "gp3", encrypted = "true" }
  metadataOptions     = { httpTokens = "required", httpEndpoint = "enabled" }
  ebsBlockDevices     = [{ deviceName = "/dev/sdf", volumeSize = 10 }]
}
resource spare "aws:ec2/instance:Instance" {
  ami          = ami.id
  instanceType = "m5.large"
  subnetId     = subnet.id
}
resource lb "aws:lb/loadBalancer:LoadBalancer" {
  loadBalancerType = "application"
  internal         = false
  ipAddressType    = "ipv4"
  subnets          = [subnet.id]
}
resource tg "aws:lb/targetGroup:TargetGroup" {
  port        = 80
  protocol    = "HTTP"
  targetType  = "ip"
  vpcId       = vpc.id
  healthCheck = { path = "/", port = "traffic-port", matcher = "200-299" }
}
resource listener "aws:lb/listener:Listener" {
  loadBalancerArn = lb.arn
  port            = 80
  protocol        = "HTTP"
  defaultActions = [
    { type = "redirect", redirect = { port = "443", protocol = "HTTPS", statusCode = "HTTP_301" } },
    { type = "forward", targetGroupArn = tg.arn },
  ]
}
output ip { value = web.publicIp }
output spareIp { value = spare.privateIp }
